"""The pictures of Kroma's rules page, drawn from positions of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

from gamut.drawing import LIGHT, LINE, QUIET, STRONG, Colour, Sheet, blend, channels, contrast, say_number
from gamut.games.kroma import GAME
from gamut.games.kroma.board import Board, Spot, make_board
from gamut.games.kroma.positions import Tableau, cells, play_example
from gamut.games.kroma.view import KromaView, catalogue

Point = tuple[float, float]
Corner = tuple[int, int]  # line from the top, place from the left

SHEETS = {"blue": "#56a9f4", "magenta": "#f67fb6", "yellow": "#ffe04a"}
STROKES = {"blue": "b", "magenta": "r", "yellow": "y"}
NAMES = ["Ada", "Bo", "Cy"]
INSET = 0.032  # of a triangle's side: a line of light stays between two pieces


def multiply(one: str, other: str) -> str:
    """The colour of two sheets on white light."""
    return "#" + "".join(f"{round(a * b / 255):02x}" for a, b in zip(channels(one), channels(other), strict=True))


def mix_sheets(below: str, above: str) -> Colour:
    """What a cell shows that has these two colours; the lower one may be missing."""
    if not below:
        return Colour(above, SHEETS[above], STROKES[above])
    return Colour(f"{below}-{above}", multiply(SHEETS[below], SHEETS[above]), STROKES[below] + STROKES[above])


COLOURS = {colour: Colour(colour, SHEETS[colour], STROKES[colour]) for colour in SHEETS} | {
    "green": Colour("green", multiply(SHEETS["blue"], SHEETS["yellow"]), "by"),
    "orange": Colour("orange", multiply(SHEETS["magenta"], SHEETS["yellow"]), "ry"),
    "purple": Colour("purple", multiply(SHEETS["blue"], SHEETS["magenta"]), "br"),
}

# ---------------------------------------------------------------------- outlines


class Grid(NamedTuple):
    """Where the triangles are on a sheet: the apex of the board, and the side of a triangle."""

    x: float
    y: float
    side: float

    def point(self, corner: Corner) -> Point:
        """A corner on the sheet."""
        line, place = corner
        return self.x + (place - line / 2) * self.side, self.y + line * self.side * sqrt(3) / 2

    def middle(self, spot: Spot) -> Point:
        """The middle of a triangle."""
        points = [self.point(corner) for corner in corners(spot)]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3

    def outline(self, spots: Iterable[Spot], inset: float = INSET) -> str:
        """The outline of triangles that hang together, moved inwards by a share of the side."""
        loops = [straighten([self.point(corner) for corner in loop]) for loop in find_loops(spots)]
        return "".join(draw_polygon(shrink(loop, inset * self.side)) for loop in loops)


def corners(spot: Spot) -> tuple[Corner, Corner, Corner]:
    """The corners of a triangle, clockwise."""
    r, c = spot
    k = c // 2
    return ((r, k), (r + 1, k + 1), (r + 1, k)) if c % 2 == 0 else ((r, k), (r, k + 1), (r + 1, k + 1))


def find_loops(spots: Iterable[Spot]) -> list[list[Corner]]:
    """The edges around triangles, as closed loops of corners: those that belong to one of them only."""
    edges: set[tuple[Corner, Corner]] = set()
    for spot in spots:
        a, b, c = corners(spot)
        for start, end in ((a, b), (b, c), (c, a)):
            if (end, start) in edges:
                edges.remove((end, start))
            else:
                edges.add((start, end))
    loops: list[list[Corner]] = []
    while edges:
        start, end = min(edges)
        edges.remove((start, end))
        loop = [start]
        while end != loop[0]:
            loop.append(end)
            found = min(edge for edge in edges if edge[0] == end)
            edges.remove(found)
            end = found[1]
        loops.append(loop)
    return loops


def straighten(loop: list[Point]) -> list[Point]:
    """A loop without the points on straight lines."""
    return [loop[k] for k in range(len(loop)) if abs(bend(loop[k - 1], loop[k], loop[(k + 1) % len(loop)])) > 0.01]


def bend(a: Point, b: Point, c: Point) -> float:
    """How much a way turns at its second point; 0: it goes straight on."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def shrink(loop: list[Point], by: float) -> list[Point]:
    """A clockwise loop, each of its lines moved inwards."""
    return [corner_inside(loop[k - 1], loop[k], loop[(k + 1) % len(loop)], by) for k in range(len(loop))]


def corner_inside(a: Point, b: Point, c: Point, by: float) -> Point:
    """Where the lines a–b and b–c meet once both are moved to the right of their way."""
    ux, uy = direction(a, b)
    vx, vy = direction(b, c)
    along = by * (1 - ux * vx - uy * vy) / (ux * vy - uy * vx)
    return b[0] - uy * by - ux * along, b[1] + ux * by - uy * along


def direction(a: Point, b: Point) -> Point:
    """The way from one point to another, of length 1."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def draw_polygon(points: list[Point]) -> str:
    """A closed line."""
    return "M" + "L".join(f"{say_number(x)} {say_number(y)}" for x, y in points) + "Z"


# ---------------------------------------------------------------------- boards and pieces


def quiet_ink(colour: Colour) -> str:
    """The faintest tone of a colour's ink that can be read on it."""
    share = 0.3
    while contrast(tone := blend(colour.value, colour.ink, share), colour.value) < 4.6 and share < 1:
        share += 0.02
    return tone


class Picture:
    """A board, or a part of one, on a sheet: the spots that are seen, and what lies on them."""

    def __init__(self, sheet: Sheet, grid: Grid, board: Board, shown: Sequence[int]) -> None:
        self.sheet, self.grid, self.board, self.shown = sheet, grid, board, shown

    def spots(self, numbers: Iterable[int]) -> list[Spot]:
        """Rows and columns of cells."""
        return [self.board.spots[k] for k in numbers]

    def draw(self, view: KromaView, *, ghost: int = -1, plain: bool = False) -> None:
        """The light, both layers, and the glyphs; a ghost is a piece with a ring, `plain` a picture to keep."""
        side, shown = self.grid.side, set(self.shown)
        self.sheet.draw_path(self.grid.outline(self.spots(shown), -0.16), fill=LIGHT, stroke=LINE, stroke_width=1)
        if not plain:
            lines = "".join(self.grid.outline([spot], 0) for spot in self.spots(self.shown))
            self.sheet.draw_path(lines, fill="none", stroke=LINE, stroke_width=0.6)
        self.sheet.parts.append('<g style="isolation:isolate">')
        for piece in view.pieces:
            self.draw_sheet(piece.colour, shown.intersection(piece.cells))
        self.sheet.parts.append("</g>")
        if plain:
            return
        smalls = set(view.below_piece)
        for number, piece in enumerate(view.pieces):
            self.draw_edge(piece.colour, shown.intersection(piece.cells), number in smalls)
        for cell in self.shown:
            if view.below[cell] or view.above[cell]:
                self.draw_sign(view.below[cell], view.above[cell], cell)
        if ghost >= 0:
            self.ring(view.pieces[ghost].cells, side)

    def draw_sheet(self, colour: str, cells: Iterable[int]) -> None:
        """The light through a piece."""
        if outline := self.grid.outline(self.spots(cells)):
            self.sheet.draw_path(outline, fill=SHEETS[colour], style="mix-blend-mode:multiply")

    def draw_edge(self, colour: str, cells: Iterable[int], small: bool) -> None:
        """The edge of a piece: thin in the first layer, thick in the second."""
        dark, width = (0.34, 0.02) if small else (0.62, 0.045)
        if outline := self.grid.outline(self.spots(cells)):
            ink = blend(SHEETS[colour], "#000000", dark)
            self.sheet.draw_path(outline, fill="none", stroke=ink, stroke_width=width * self.grid.side,
                                 stroke_linejoin="round")  # fmt: skip

    def draw_sign(self, below: str, above: str, cell: int) -> None:
        """The glyph of a cell: quiet where one layer lies, in full ink where there are two."""
        colour = mix_sheets(below, above) if above else COLOURS[below]
        x, y = self.grid.middle(self.board.spots[cell])
        both = bool(below and above)
        size = self.grid.side * (0.32 if both else 0.24)
        self.sheet.draw_glyph(colour.mix, x, y, size, colour.ink if both else quiet_ink(colour))

    def ring(self, cells: Iterable[int], side: float) -> None:
        """A black ring with a white gap around cells."""
        spots = self.spots(cells)
        for inset, ink, width in ((-0.01, LIGHT, 0.06), (-0.06, STRONG, 0.06)):
            self.sheet.draw_path(self.grid.outline(spots, inset), fill="none", stroke=ink,
                                 stroke_width=width * side, stroke_linejoin="round")  # fmt: skip

    def try_piece(self, colour: str, cells: list[int]) -> None:
        """A piece that somebody would like to lay."""
        made = COLOURS[colour]
        self.sheet.draw_path(self.grid.outline(self.spots(cells)), fill=made.value)
        self.draw_edge(colour, cells, small=True)
        for cell in cells:
            self.draw_sign(colour, "", cell)

    def middle(self, cells: Iterable[int]) -> Point:
        """The middle of cells."""
        points = [self.grid.middle(spot) for spot in self.spots(cells)]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def outline_shape(self, cells: Iterable[int]) -> None:
        """A strong line around a shape."""
        self.sheet.draw_path(self.grid.outline(self.spots(cells), 0.02), fill="none", stroke=STRONG,
                             stroke_width=self.grid.side * 0.09, stroke_linejoin="round")  # fmt: skip


def draw_loose_piece(sheet: Sheet, colour: str, outline: Sequence[Spot], x: float, y: float, side: float) -> None:
    """A piece beside the board, the middle of its box at a point."""
    points = [Grid(0, 0, side).point(corner) for spot in outline for corner in corners(spot)]
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, bottom = min(py for _, py in points), max(py for _, py in points)
    grid, made = Grid(x - (left + right) / 2, y - (top + bottom) / 2, side), COLOURS[colour]
    sheet.draw_path(grid.outline(outline), fill=made.value, stroke=made.edge, stroke_width=1.5,
                    stroke_linejoin="round")  # fmt: skip
    for spot in outline:
        sheet.draw_glyph(made.mix, *grid.middle(spot), side * 0.3, quiet_ink(made))


def draw_cross_out(sheet: Sheet, x: float, y: float, size: float) -> None:
    """A stroke through what is not possible."""
    for width, ink in ((7, LIGHT), (3, STRONG)):
        sheet.draw_path(f"M{say_number(x - size)} {say_number(y + size)}l{say_number(2 * size)} "
                        f"{say_number(-2 * size)}", stroke=ink, stroke_width=width)  # fmt: skip


def draw_note(sheet: Sheet, x: float, y: float, head: str, text: str, wide: int) -> None:
    """A bold line and a few quiet ones."""
    sheet.draw_text(x, y, head, bold=True)
    sheet.draw_lines(x, y + 20, text, wide, size=13, fill=QUIET)


def around(board: Board, laid: Iterable[int]) -> list[int]:
    """Cells and all that share an edge with them, twice over."""
    found = set(laid)
    for _ in range(2):
        found |= {other for cell in found for other in board.near[cell]}
    return sorted(found)


def fit_grid(board: Board, shown: Iterable[int], x: float, y: float, width: float, height: float) -> Grid:
    """The grid in which cells fill a box around a point."""
    points = [Grid(0, 0, 1).point(corner) for cell in shown for corner in corners(board.spots[cell])]
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, bottom = min(py for _, py in points), max(py for _, py in points)
    side = min(width / (right - left), height / (bottom - top))
    return Grid(x - (left + right) / 2 * side, y - (top + bottom) / 2 * side, side)


# ---------------------------------------------------------------------- the pictures


def draw_pieces_picture() -> str:
    """The four pieces and how many there are."""
    board = make_board(11, 4, 5)
    sheet = Sheet(
        620, 200, "The pieces: 16 diamonds of two triangles and 3 trapezoids of three for Phase One, 4 rhombuses "
        "of four and 5 hooks of five for Phase Two, in each of blue, magenta and yellow.",
    )  # fmt: skip
    sheet.draw_text(28, 32, "Phase One: small pieces", bold=True)
    sheet.draw_text(324, 32, "Phase Two: large pieces", bold=True)
    colours = ("blue", "magenta", "yellow", "blue")
    for k, (piece, colour) in enumerate(zip(board.pieces, colours, strict=True)):
        x = 90 + 148 * k
        draw_loose_piece(sheet, colour, piece.turns[0].cells, x, 98, 46)
        sheet.draw_text(x, 164, piece.name.capitalize(), anchor="middle", bold=True)
        said = f"{piece.copies} of each colour"
        sheet.draw_text(x, 184, said, 13, anchor="middle", fill=QUIET)
    return sheet.finish()


def draw_blends_picture() -> str:
    """Three targets: what lies over what."""
    printed = catalogue(GAME.open(3).strict_constants)
    sheet = Sheet(
        620, 170, "Blue and yellow make green, magenta and yellow make orange, blue and magenta make purple; a "
        "colour on itself makes no blend.",
    )  # fmt: skip
    for k, (one, other, target) in enumerate((*printed.mixes, ("blue", "blue", ""))):
        x = 88 + 148 * k
        sheet.draw_box(x - 64, 28, 128, 98, 12, fill=LIGHT, stroke=LINE)
        sheet.parts.append('<g style="isolation:isolate">')
        for shift, colour in ((-16, one), (16, other)):
            sheet.draw_path(f"M{x + shift - 40} 114L{x + shift} 44L{x + shift + 40} 114Z", fill=SHEETS[colour],
                            style="mix-blend-mode:multiply")  # fmt: skip
        sheet.parts.append("</g>")
        for shift, colour in ((-33, one), (33, other)):
            sheet.draw_glyph(STROKES[colour], x + shift, 102, 14, quiet_ink(COLOURS[colour]))
        both = mix_sheets(one, other)
        sheet.draw_glyph(both.mix, x, 99, 18, both.ink)
        sheet.draw_text(x, 148, target.capitalize() or "No blend", anchor="middle", bold=True)
    return sheet.finish()


def draw_strict_picture() -> str:
    """Phase One: where a blue diamond may lie, and where not."""
    at = Tableau(2, side=9)
    at.lay("blue trapezoid 1 at r6 c3", "magenta diamond 1 at r6 c9", "yellow diamond 2 at r7 c8")
    reason = at.known().why_not(("piece:blue-diamond", "turn:2"), "cell:r6c6")
    assert reason is not None
    sheet = Sheet(
        620, 214, "Twice the same part of the board in Phase One. A blue diamond fits between magenta and yellow; "
        "one triangle further left it would share an edge with blue.",
    )  # fmt: skip
    shown = cells("r5c1-9 r6c1-11 r7c1-13")
    right = Picture(sheet, fit_grid(at.board, shown, 460, 78, 252, 110), at.board, shown)
    right.draw(at.view())
    right.try_piece("blue", cells("r6c6-7"))
    draw_cross_out(sheet, *right.middle(cells("r6c6-7")), 22)
    at.lay("blue diamond 1 at r6 c7")
    Picture(sheet, fit_grid(at.board, shown, 160, 78, 252, 110), at.board, shown).draw(at.view(), ghost=3)
    draw_note(sheet, 28, 162, "This blue diamond fits:", "it touches magenta and yellow only.", 40)
    draw_note(sheet, 328, 162, "Here it would not:", reason.text, 40)
    return sheet.finish()


def draw_gaps_picture() -> str:
    """The last gap of Phase One: no place keeps the colours apart, so any colour goes."""
    smalls = play_example().s.smalls
    at, filled = play_example(smalls - 1), play_example(smalls).view().pieces[-1]
    piece, spot = at.board.pieces[0], "r7 c7"
    assert at.view().loose
    assert at.legal == {f"{colour} {piece.name} 1 at {spot}" for colour in SHEETS}
    sheet = Sheet(
        620, 230, "A part of a full board: two free triangles between all three colours. No piece anywhere keeps "
        "off its own colour, so a diamond of any colour may fill the gap.",
    )  # fmt: skip
    shown = around(at.board, filled.cells)
    Picture(sheet, fit_grid(at.board, shown, 152, 115, 230, 170), at.board, shown).draw(at.view())
    draw_note(sheet, 310, 50, "The last gap", "All three colours border it, and no strict place is left on the "
              "board. Now each of these may go there:", 40)  # fmt: skip
    for k, colour in enumerate(SHEETS):
        draw_loose_piece(sheet, colour, piece.turns[0].cells, 346 + 90 * k, 164, 44)
    return sheet.finish()


def draw_overlap_picture() -> str:
    """Phase Two: a hook on top, before and after, and what it blends."""
    whole = play_example()
    at = play_example(whole.s.smalls + 4)
    action = whole.s.laid[at.s.pieces]
    before, seat = at.table.knowledge(-1), at.table.actors[0]
    loose = at.view()
    at.do(at.table.setup.texts[action])
    [entry, *_] = at.table.knowledge(-1).tell(before, seat, action)
    view, laid = at.view(), at.view().pieces[-1]
    shown = around(at.board, laid.cells)
    sheet = Sheet(
        620, 296, f"A part of the board before and after a move of Phase Two: {NAMES[seat]} {entry.text}."
    )
    for k, (seen, ghost) in enumerate(((loose, -1), (view, len(view.pieces) - 1))):
        grid = fit_grid(at.board, shown, 150 + 320 * k, 148, 240, 180)
        Picture(sheet, grid, at.board, shown).draw(seen, ghost=ghost)
    sheet.draw_arrow(288, 148, 332, 148)
    sheet.draw_text(150, 30, "Before", anchor="middle", bold=True)
    sheet.draw_text(470, 30, f"A {laid.colour} {laid.piece} on top", anchor="middle", bold=True)
    sheet.draw_text(310, 274, f"{NAMES[seat]} {entry.text}.", anchor="middle", bold=True)
    return sheet.finish()


def draw_finished_picture() -> str:
    """The end of a game: the board, and who stands how."""
    at = play_example()
    view, result = at.view(), at.table.result
    assert result.reason == "equal triangles, larger shapes"
    sheet = Sheet(
        620, 560, "A finished board. Orange and purple have 20 triangles each, green has 19. The largest orange "
        "shape has 7 triangles, the largest purple one 2: orange wins.",
    )  # fmt: skip
    picture = Picture(sheet, Grid(310, 36, 41), at.board, range(121))
    picture.draw(view)
    order = sorted(range(3), key=result.ranks.__getitem__)
    for k, seat in enumerate(order):
        standing, x = view.standings[seat], 112 + 198 * k
        picture.outline_shape(standing.shapes[0])
        sheet.draw_chip(COLOURS[standing.target], x - 74, 478, 26)
        said = f"{result.ranks[seat]}. {NAMES[seat]}, {standing.target}"
        sheet.draw_text(x - 52, 483, said, bold=True)
        sizes = [len(shape) for shape in standing.shapes]
        assert sum(sizes) == standing.points == result.scores[seat]
        sheet.draw_text(x - 52, 503, f"{standing.points} triangles,", 13, fill=QUIET)
        sheet.draw_text(x - 52, 521, f"largest shape {sizes[0]}", 13, fill=QUIET)
    return sheet.finish()


def draw_keepsake_picture() -> str:
    """The same board as it is kept: without lines and signs."""
    at = play_example()
    sheet = Sheet(620, 470, "A finished board as a picture: only light through two layers of coloured pieces.")
    Picture(sheet, Grid(310, 36, 44), at.board, range(121)).draw(at.view(), plain=True)
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    """All pictures by name."""
    return {
        "keepsake": draw_keepsake_picture(),
        "pieces": draw_pieces_picture(),
        "blends": draw_blends_picture(),
        "strict": draw_strict_picture(),
        "gaps": draw_gaps_picture(),
        "overlap": draw_overlap_picture(),
        "finished": draw_finished_picture(),
    }
