"""What a piece, triangle, colour, target or seat of Kroma is: details and goals."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import Detail, Effect, Fact, Goal, PieceCount, format_count, join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Place, is_inside, number
from gamut.games.kroma.presentation import name_cells, name_columns, spot_name
from gamut.games.kroma.reasons import CELL, ORIENTATION, Tile, find_fault, find_own_fault, find_tile, name_tile
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_at, seat_of
from gamut.games.kroma.scoring import count_better
from gamut.games.kroma.view import (
    BLENDS,
    LaidPiece,
    colours_by_cell,
    describe_beginning,
    list_pieces,
    list_shapes,
    list_stock,
    printed,
    target_parts,
)

LOOKS = {
    "diamond": "Two triangles.",
    "trapezoid": "Three triangles in a row.",
    "rhombus": "Four triangles in a row.",
    "hook": "Five of the six triangles around a point.",
}
OTHER_LOOKS = {  # with the options of those sizes
    ("rhombus", 8): "Eight triangles, in two rows of four.",
    ("hook", 4): "Four of the six triangles around a point.",
    ("hook", 6): "Four of the six triangles around a point, with a tail of two.",
}
PHASES = {1: "Phase One, on the white board", 2: "Phase Two, on top of the pieces of Phase One"}
BOARD_TEXT = (
    "Rows count from the top and triangles from the left: r5 c3 is the third triangle of row 5. Those with odd numbers "
    "point up. A triangle shares edges with its neighbours in the row; if it points up, also with the one below it "
    "(r5 c3 with r6 c4), if it points down, with the one above it (r6 c4 with r5 c3)."
)


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Return what a piece is; a colour or target may be named alone, as in the log."""
    kind, _, name = piece.rpartition(":")
    if kind in ("", "colour", "down") and name in (*COLOURS, *TARGETS, *(f"{colour}-2" for colour in COLOURS)):
        return describe_colour(c, s, name)
    if kind in ("target", "score") and name in TARGETS:
        return describe_target(c, s, TARGETS.index(name))
    if kind in ("piece", "tile") and (tile := find_tile(c, name.rpartition("-")[0] if kind == "tile" else name)):
        return describe_tile(c, s, tile)
    if kind == "shape":
        return next((describe_shape(c, s, k) for k in range(rec.PIECES) if picture_of_shape(c, k) == piece), None)
    if match := ORIENTATION.fullmatch(piece):
        return describe_orientation(c, int(match[1]) - 1)
    if match := CELL.fullmatch(piece):
        spot = int(match[1]) - 1, int(match[2]) - 1
        return describe_cell(c, s, number(spot)) if is_inside(spot, c.side) else None
    if kind == "seat":
        return next((describe_seat(c, s, k) for k in range(c.seats) if name == str(k)), None)
    return describe_board(c, s) if piece == "area:board" else None


# ---------------------------------------------------------------------- pieces


def describe_look(c: Constants, piece: int) -> str:
    info = printed(c).pieces[piece]
    return OTHER_LOOKS.get((info.name, info.size), LOOKS[info.name])


def picture_of_shape(c: Constants, piece: int) -> str:
    """Return the id of the drawing of a piece in no colour: `shape:hook-5`; hooks and rhombuses differ in size."""
    info = printed(c).pieces[piece]
    return f"shape:{info.name}-{info.size}"


def describe_tile(c: Constants, s: State, tile: Tile) -> Detail:
    piece, colour = tile
    info, hue = printed(c).pieces[piece], COLOURS[colour]
    places = next(x.places for x in list_stock(c, s) if x.id == f"{hue}-{info.name}")
    facts = (
        Fact("Laid in", PHASES[info.phase]),
        Fact("Left", f"{s.stock[piece, colour]} of {info.copies}"),
        Fact("Fits now", f"in {format_count(places, 'place')}" if places else "nowhere"),
    )
    turn = "You may turn or flip it." if info.two_sided else "You may turn it; flipping it gives nothing new."
    text = f"{describe_look(c, piece)} {turn} {describe_laying(c, info.phase)}"
    picture = f"tile:{hue}-{info.name}-{info.size}"
    return Detail(name_tile(c, tile).capitalize(), text, picture, facts, list_blends(c, s, colour))


def describe_laying(c: Constants, phase: int) -> str:
    """Say where a piece may lie: what it must cover, and whether it may touch its own colour."""
    if phase == 1:
        return (
            "It must not share an edge with its own colour; corners may touch. Only when no small piece fits like that "
            "any more, small pieces may be laid next to their own colour."
        )
    support = "At least one" if c.any_support else "Each"
    cover = "but must not cover it" if c.no_stack else "and cover it"
    return f"{support} of its triangles must lie on a piece of Phase One. It may touch its own colour {cover}."


def list_blends(c: Constants, s: State, colour: int) -> tuple[Effect, ...]:
    """Say what a colour makes with each colour in the other layer."""
    others = [k for k in range(rec.HUES) if k != colour]
    blends = [(COLOURS[k], rec.HUES - colour - k) for k in others]
    effects = [Effect(f"Over or under {name}", describe_blend(c, s, t), f"colour:{TARGETS[t]}") for name, t in blends]
    hue = COLOURS[colour]
    return *effects, Effect(f"Over or under {hue}", f"It shows a stronger {hue} and scores nothing.", f"colour:{hue}-2")


def describe_blend(c: Constants, s: State, target: int) -> str:
    """`It shows green: a point for {0}.`"""
    owner = seat_of(c, s, target)
    without = "no player has this target yet" if s.phase == rec.CHOOSING else "no player scores it"
    return f"It shows {TARGETS[target]}: {f'a point for {{{owner}}}' if owner >= 0 else without}."


def describe_shape(c: Constants, s: State, piece: int) -> Detail:
    info = printed(c).pieces[piece]
    left = (f"{s.stock[piece, k]} {COLOURS[k]}" for k in range(rec.HUES))
    facts = (Fact("Laid in", PHASES[info.phase]), Fact("Left", join_words(left)))
    ways = tuple(
        Effect(f"{info.name} {k + 1}".capitalize(), sentence(o.words)) for k, o in enumerate(info.orientations)
    )
    return Detail(info.name.capitalize(), describe_look(c, piece), picture_of_shape(c, piece), facts, ways)


def describe_orientation(c: Constants, orientation: int) -> Detail | None:
    """Describe the orientation with a number, of each piece that has it."""
    pieces = [piece for piece in printed(c).pieces if orientation < len(piece.orientations)]
    ways = tuple(Effect(piece.name.capitalize(), sentence(piece.orientations[orientation].words)) for piece in pieces)
    text = "The number after the name of a piece says how it is turned."
    return Detail(f"Orientation {orientation + 1}", text, effects=ways) if ways else None


def sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


# ---------------------------------------------------------------------- colours and targets


def describe_colour(c: Constants, s: State, name: str) -> Detail:
    if name in TARGETS:
        return describe_target(c, s, TARGETS.index(name))
    hue = name.removesuffix("-2")
    if hue != name:
        text = f"Both layers are {hue}. Such a triangle scores nothing."
        return Detail(f"{hue.capitalize()} on {hue}", text, f"colour:{name}")
    colour = COLOURS.index(hue)
    shown = sum(layers == (hue, "") for layers in list_layers(c, s))
    facts = (Fact("On the board", f"{format_count(shown, 'triangle')} with one layer"),)
    text = "One of the three colours of the pieces. Two different colours on top of each other show a blend."
    return Detail(hue.capitalize(), text, f"colour:{hue}", facts, list_blends(c, s, colour))


def describe_target(c: Constants, s: State, target: int) -> Detail:
    """Describe a target, of whom it is, and all that shows it."""
    (first, second), owner = target_parts(target), seat_of(c, s, target)
    name, shapes = TARGETS[target], list_shapes(c, s, target)
    text = f"{first.capitalize()} and {second} on top of each other, in either order. {describe_worth(c, s, target)}"
    whose = f"{{{owner}}}" if owner >= 0 else "no player" if s.phase != rec.CHOOSING else "no player yet"
    facts = [Fact("Target of", whose), Fact("Points", str(s.points[target]))]
    for k, shape in enumerate(shapes):
        label = f"Shape {k + 1}" if k else "Largest shape"
        facts.append(Fact(label, f"{format_count(len(shape), 'triangle')}: {name_cells(printed(c), shape)}"))
    if s.phase != rec.OVER and (left := describe_open_triangles(c, s, target)):
        facts.append(Fact(f"Can still turn {name}", left))
    return Detail(name.capitalize(), text, f"target:{name}", tuple(facts))


def describe_worth(c: Constants, s: State, target: int) -> str:
    name, owner = TARGETS[target], seat_of(c, s, target)
    if c.by_shape:
        return f"The player with this target scores the size of the largest shape of {name} triangles that share edges."
    whom = f"{{{owner}}}" if owner >= 0 else "the player with this target"
    ties = "in a tie, the largest shape of connected ones decides, then the second largest, and so on"
    return f"Each {name} triangle is one point for {whom}; {ties}."


def describe_open_triangles(c: Constants, s: State, target: int) -> str:
    """Count the triangles with one layer in a colour of the target: `5 blue and 3 yellow triangles`; empty: none."""
    layers = list_layers(c, s)
    counts = [(layers.count((hue, "")), hue) for hue in target_parts(target)]
    words = join_words(f"{n} {hue}" for n, hue in counts if n)
    return f"{words} {'triangle' if sum(n for n, _ in counts) == 1 else 'triangles'}" if words else ""


# ---------------------------------------------------------------------- the board


def list_layers(c: Constants, s: State) -> list[tuple[str, str]]:
    """Return the colours below and above of each triangle."""
    return list(zip(colours_by_cell(c, s.below), colours_by_cell(c, s.above), strict=True))


def name_layers(below: str, above: str) -> str:
    """`empty`, `blue`, `blue on blue`, `green (yellow on blue)`."""
    if not above:
        return below or "empty"
    text = f"{above} on {below}" if below else f"{above} over a gap"
    return f"{BLENDS[below, above]} ({text})" if (below, above) in BLENDS else text


def describe_row(layers: Sequence[tuple[str, str]]) -> str:
    """Return the triangles of a row: `c1–2 blue, c3 empty`."""
    runs: list[tuple[int, int]] = []
    for k, now in enumerate(layers):
        if runs and layers[k - 1] == now:
            runs[-1] = runs[-1][0], k
        else:
            runs.append((k, k))
    return ", ".join(f"{name_columns(first, last)} {name_layers(*layers[first])}" for first, last in runs)


def describe_board(c: Constants, s: State) -> Detail:
    layers = list_layers(c, s)
    rows = tuple(Fact(f"Row {r + 1}", describe_row(layers[r * r : (r + 1) ** 2])) for r in range(c.side))
    return Detail("Board", f"{BOARD_TEXT} {describe_beginning(c, s)}", facts=rows)


def describe_cell(c: Constants, s: State, cell: int) -> Detail:
    """Describe a triangle: its layers, its neighbours, and what can be laid on it now."""
    board, layers = printed(c), list_layers(c, s)
    row, column = spot_name(board, cell)
    below, above = layers[cell]
    points = f"a point for {{{owner}}}" if (owner := owner_of(c, s, cell)) >= 0 else "no point"
    facts = [Fact("Shows", name_layers(below, above))]
    facts += [Fact("Scores", points)] if above else []
    facts += [Fact(*line) for line in list_laid(c, s, cell)]
    beside = (f"{name_cells(board, (other,))} {name_layers(*layers[other])}" for other in board.near[cell])
    facts.append(Fact("Shares edges with", ", ".join(beside)))
    text = f"Triangle {column} of row {row}. It points {'up' if column % 2 else 'down'}."
    picture = picture_of(below, above).replace("colour:", "colour:" if column % 2 else "down:")
    return Detail(f"r{row} c{column}", text, picture, tuple(facts), list_uses(c, s, cell))


def picture_of(below: str, above: str) -> str:
    """Return the id of the drawing of a triangle with these layers; empty: none."""
    if not above or not below:
        return f"colour:{above or below}" if above or below else ""
    return f"colour:{BLENDS.get((below, above), f'{above}-2')}"


def owner_of(c: Constants, s: State, cell: int) -> int:
    """Return the seat that scores a triangle; −1: none."""
    below, above = colour_at(s.below, cell), colour_at(s.above, cell)
    return seat_of(c, s, rec.HUES - below - above) if below >= 0 <= above and below != above else -1


def list_laid(c: Constants, s: State, cell: int) -> list[tuple[str, str]]:
    """Return each piece on a triangle: its layer, and who laid it where."""
    pieces = [piece for piece in list_pieces(c, s) if cell in piece.cells]
    labels = ("Below", "Above") if len(pieces) > 1 else ("Piece",)
    return [(labels[k], describe_laid(printed(c), piece)) for k, piece in enumerate(pieces)]


def describe_laid(board: Board, piece: LaidPiece) -> str:
    """`a blue diamond, laid by {0} on r5 c3–4`."""
    return f"a {piece.colour} {piece.piece}, laid by {{{piece.seat}}} on {name_cells(board, piece.cells)}"


def list_uses(c: Constants, s: State, cell: int) -> tuple[Effect, ...]:
    """Say for each colour which pieces can be laid over a triangle now, or why none can."""
    if s.phase in (rec.CHOOSING, rec.OVER):
        return ()
    if find_own_fault(c, s, cell):
        return ()  # what lies there says it
    uses = [(hue, describe_use(c, s, cell, colour)) for colour, hue in enumerate(COLOURS)]
    if len({text for _, text in uses}) > 1:
        return tuple(Effect(f"{hue.capitalize()} now", text, f"colour:{hue}") for hue, text in uses)
    return (Effect("Now", uses[0][1].replace(" of this colour", "")),)


def describe_use(c: Constants, s: State, cell: int, colour: int) -> str:
    """Say which pieces of a colour can be laid over a triangle: `Fits: diamond in 2 places.`"""
    fitting, board = [], printed(c)
    for k in (rec.DIAMOND, rec.TRAPEZOID) if s.phase == rec.ONE else (rec.RHOMBUS, rec.HOOK):
        places = [place for place in board.pieces[k].places if cell in place.cells] if s.stock[k, colour] else []
        if n := sum(find_fault(c, s, colour, place) is None for place in places):
            fitting.append(f"{board.pieces[k].name} in {format_count(n, 'place')}")
    if fitting:
        return f"Fits: {join_words(fitting)}."
    fault = find_fault(c, s, colour, Place(0, (cell,)))
    return fault.text if fault else "No piece of this colour fits over it."


# ---------------------------------------------------------------------- seats and goals


def describe_seat(c: Constants, s: State, seat: int) -> Detail:
    target = s.target[seat] - 1
    laid = sum(piece.seat == seat for piece in list_pieces(c, s))
    facts = [Fact("Pieces laid", str(laid))]
    if target < 0:
        return Detail(f"{{{seat}}}", "No target has been chosen yet.", "", tuple(facts), goals=goals(c, s, seat))
    name, (first, second) = TARGETS[target], target_parts(target)
    sizes = ", ".join(str(len(shape)) for shape in list_shapes(c, s, target)) or "none"
    facts = [Fact("Target", f"{name}: {first} with {second}"), Fact("Shapes", sizes), *facts]
    return Detail(f"{{{seat}}}", describe_worth(c, s, target), f"target:{name}", tuple(facts), goals=goals(c, s, seat))


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    """Return the points and the largest shape of a seat; what decides the game comes first."""
    target = s.target[seat] - 1
    if target < 0:
        return (Goal("Target", "Not chosen yet", 0, 0),)
    won = bool(s.phase == rec.OVER and count_better(c, s, seat) == 0)
    name, shapes = TARGETS[target], list_shapes(c, s, target)
    shape = len(shapes[0]) if shapes else 0
    points = Goal(
        "Points", describe_points(c, s, target), s.points[target], 0, won and not c.by_shape, pieces_of(s, target)
    )
    points_of = [s.points[s.target[k] - 1] for k in range(c.seats) if s.target[k]]
    tied = not c.by_shape and s.points[target] > 0 and points_of.count(s.points[target]) > 1
    none = "None" if s.phase == rec.OVER else "None yet"
    text = format_count(shape, f"connected {name} triangle") if shape else none
    text += "; decides the tie" if tied else ""
    largest = Goal("Largest shape", text, shape, 0, won and (bool(c.by_shape) or tied))
    return (largest, points) if c.by_shape else (points, largest)


def describe_points(c: Constants, s: State, target: int) -> str:
    """`12 green triangles, the most; 5 blue and 3 yellow triangles can still turn green`."""
    name, points = TARGETS[target], s.points[target]
    others = [s.points[s.target[k] - 1] for k in range(c.seats) if s.target[k] and s.target[k] - 1 != target]
    best = max(others, default=0)
    rank = ", the most" if points > best else ", tied for the most" if points == best > 0 else ""
    none = f"No {name} triangles" if s.phase == rec.OVER else f"No {name} triangles yet"
    text = f"{format_count(points, f'{name} triangle')}{rank}" if points else none
    left = "" if s.phase == rec.OVER else describe_open_triangles(c, s, target)
    return f"{text}; {left} can still turn {name}" if left else text


def pieces_of(s: State, target: int) -> tuple[PieceCount, ...]:
    """Return the blended triangles of a target, which are shown at the end."""
    n, name = s.points[target], TARGETS[target]
    what = f"{name} triangle" if n == 1 else f"{name} triangles"
    return (PieceCount(f"colour:{name}", what, n),) if s.phase == rec.OVER and n else ()
