"""The pictures of Kroma's rules page, drawn from positions of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

from gamut.engine.look import LIGHT, Colour, blend, contrast, format_number, load_look, overlay
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS as PIECE_COLOURS
from gamut.games.kroma.board import Board, Spot, make_board
from gamut.games.kroma.view import View, catalogue
from tests.games.kroma.builders import Tableau, cells, play_example, shorten
from tools.svg import LINE, QUIET, STRONG, Sheet

Point = tuple[float, float]
Corner = tuple[int, int]  # line from the top, position from the left

NAMES = ["Ada", "Bo", "Cy"]
INSET = 0.032  # gap beside a piece, as a share of a triangle's side


COLOURS = load_look(GAME.folder).colours


def overlay_colours(below: str, above: str) -> Colour:
    """Return the colour of a cell with two layers; the lower one may be missing."""
    if not below:
        return COLOURS[above]
    value = overlay(COLOURS[below].value, COLOURS[above].value)
    return Colour(f"{below}-{above}", "", value, COLOURS[below].mix + COLOURS[above].mix)


# ---------------------------------------------------------------------- outlines


class Grid(NamedTuple):
    """The position of the triangles: the apex of the board, and the side of a triangle."""

    x: float
    y: float
    side: float

    def point(self, corner: Corner) -> Point:
        line, place = corner
        return self.x + (place - line / 2) * self.side, self.y + line * self.side * sqrt(3) / 2

    def middle(self, spot: Spot) -> Point:
        points = [self.point(corner) for corner in corners(spot)]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3

    def outline(self, spots: Iterable[Spot], inset: float = INSET) -> str:
        """Return the outline of connected triangles, moved inwards by a share of the side."""
        loops = [straighten([self.point(corner) for corner in loop]) for loop in find_loops(spots)]
        return "".join(draw_polygon(shrink(loop, inset * self.side)) for loop in loops)


def corners(spot: Spot) -> tuple[Corner, Corner, Corner]:
    """Return the corners of a triangle, clockwise."""
    r, c = spot
    k = c // 2
    return ((r, k), (r + 1, k + 1), (r + 1, k)) if c % 2 == 0 else ((r, k), (r, k + 1), (r + 1, k + 1))


def find_loops(spots: Iterable[Spot]) -> list[list[Corner]]:
    """Return the outer edges of triangles as closed loops of corners."""
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
            edge = min(edge for edge in edges if edge[0] == end)
            edges.remove(edge)
            end = edge[1]
        loops.append(loop)
    return loops


def straighten(loop: list[Point]) -> list[Point]:
    """Return a loop without the points on straight lines."""
    return [loop[k] for k in range(len(loop)) if abs(bend(loop[k - 1], loop[k], loop[(k + 1) % len(loop)])) > 0.01]


def bend(a: Point, b: Point, c: Point) -> float:
    """Return how much a path turns at its second point; 0: not at all."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def shrink(loop: list[Point], by: float) -> list[Point]:
    """Return a clockwise loop with its lines moved inwards."""
    return [corner_inside(loop[k - 1], loop[k], loop[(k + 1) % len(loop)], by) for k in range(len(loop))]


def corner_inside(a: Point, b: Point, c: Point, by: float) -> Point:
    """Return the intersection of the lines a–b and b–c after both are moved to their right."""
    ux, uy = direction(a, b)
    vx, vy = direction(b, c)
    along = by * (1 - ux * vx - uy * vy) / (ux * vy - uy * vx)
    return b[0] - uy * by - ux * along, b[1] + ux * by - uy * along


def direction(a: Point, b: Point) -> Point:
    """Return the unit vector from one point to another."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def draw_polygon(points: list[Point]) -> str:
    """Return a closed path."""
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points) + "Z"


# ---------------------------------------------------------------------- boards and pieces


def find_soft_ink(colour: Colour) -> str:
    """Return the softest ink that is legible on a colour."""
    share = 0.3
    while contrast(tone := blend(colour.value, colour.ink, share), colour.value) < 4.6 and share < 1:
        share += 0.02
    return tone


class Picture:
    """A board or a part of it with its pieces."""

    def __init__(self, sheet: Sheet, grid: Grid, board: Board, shown: Sequence[int]) -> None:
        self.sheet, self.grid, self.board, self.shown = sheet, grid, board, shown

    def spots(self, numbers: Iterable[int]) -> list[Spot]:
        """Return the rows and columns of cells."""
        return [self.board.spots[k] for k in numbers]

    def draw(self, view: View, *, ghost: int = -1, plain: bool = False) -> None:
        """Draw both layers and the glyphs; `ghost` is a piece with a ring, `plain` omits lines and glyphs."""
        side, shown = self.grid.side, set(self.shown)
        self.sheet.draw_path(self.grid.outline(self.spots(shown), -0.16), fill=LIGHT, stroke=LINE, stroke_width=1)
        if not plain:
            lines = "".join(self.grid.outline([spot], 0) for spot in self.spots(self.shown))
            self.sheet.draw_path(lines, fill="none", stroke=LINE, stroke_width=0.6)
        self.sheet.parts.append('<g style="isolation:isolate">')
        for piece in view.pieces:
            self.draw_piece(piece.colour, shown.intersection(piece.cells))
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
            self.draw_ring(view.pieces[ghost].cells, side)

    def draw_piece(self, colour: str, cells: Iterable[int]) -> None:
        """Draw the translucent area of a piece."""
        if outline := self.grid.outline(self.spots(cells)):
            self.sheet.draw_path(outline, fill=COLOURS[colour].value, style="mix-blend-mode:multiply")

    def draw_edge(self, colour: str, cells: Iterable[int], small: bool) -> None:
        """Draw the edge of a piece: thin in the first layer, thick in the second."""
        dark, width = (0.34, 0.02) if small else (0.62, 0.045)
        if outline := self.grid.outline(self.spots(cells)):
            ink = blend(COLOURS[colour].value, "#000000", dark)
            self.sheet.draw_path(outline, fill="none", stroke=ink, stroke_width=width * self.grid.side,
                                 stroke_linejoin="round")  # fmt: skip

    def draw_sign(self, below: str, above: str, cell: int) -> None:
        """Draw the glyph of a cell: in soft ink on one layer, in full ink on two."""
        colour = overlay_colours(below, above) if above else COLOURS[below]
        x, y = self.grid.middle(self.board.spots[cell])
        both = bool(below and above)
        size = self.grid.side * (0.32 if both else 0.24)
        self.sheet.draw_glyph(colour.mix, x, y, size, colour.ink if both else find_soft_ink(colour))

    def draw_ring(self, cells: Iterable[int], side: float) -> None:
        """Draw a black ring with a white gap around cells."""
        spots = self.spots(cells)
        for inset, ink, width in ((-0.01, LIGHT, 0.06), (-0.06, STRONG, 0.06)):
            self.sheet.draw_path(self.grid.outline(spots, inset), fill="none", stroke=ink,
                                 stroke_width=width * side, stroke_linejoin="round")  # fmt: skip

    def draw_extra_piece(self, colour: str, cells: list[int]) -> None:
        """Draw a piece that is not on the board."""
        self.sheet.draw_path(self.grid.outline(self.spots(cells)), fill=COLOURS[colour].value)
        self.draw_edge(colour, cells, small=True)
        for cell in cells:
            self.draw_sign(colour, "", cell)

    def middle(self, cells: Iterable[int]) -> Point:
        points = [self.grid.middle(spot) for spot in self.spots(cells)]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def outline_shape(self, cells: Iterable[int]) -> None:
        """Draw a strong line around a shape."""
        self.sheet.draw_path(self.grid.outline(self.spots(cells), 0.02), fill="none", stroke=STRONG,
                             stroke_width=self.grid.side * 0.09, stroke_linejoin="round")  # fmt: skip


def draw_loose_piece(sheet: Sheet, colour: str, outline: Sequence[Spot], x: float, y: float, side: float) -> None:
    """Draw a piece beside the board, centred on a point."""
    points = [Grid(0, 0, side).point(corner) for spot in outline for corner in corners(spot)]
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, bottom = min(py for _, py in points), max(py for _, py in points)
    grid, hue = Grid(x - (left + right) / 2, y - (top + bottom) / 2, side), COLOURS[colour]
    sheet.draw_path(grid.outline(outline), fill=hue.value, stroke=hue.edge, stroke_width=1.5,
                    stroke_linejoin="round")  # fmt: skip
    for spot in outline:
        sheet.draw_glyph(hue.mix, *grid.middle(spot), side * 0.3, find_soft_ink(hue))


def draw_cross_out(sheet: Sheet, x: float, y: float, size: float) -> None:
    """Draw a diagonal stroke through something impossible."""
    for width, ink in ((7, LIGHT), (3, STRONG)):
        sheet.draw_path(f"M{format_number(x - size)} {format_number(y + size)}l{format_number(2 * size)} "
                        f"{format_number(-2 * size)}", stroke=ink, stroke_width=width)  # fmt: skip


def draw_note(sheet: Sheet, x: float, y: float, head: str, text: str, wide: int) -> None:
    """Draw a bold line, and a text below it."""
    sheet.draw_text(x, y, head, bold=True)
    sheet.draw_lines(x, y + 20, text, wide, size=13, fill=QUIET)


def list_surroundings(board: Board, cells: Iterable[int]) -> list[int]:
    """Return cells, their neighbours and the neighbours of these."""
    area = set(cells)
    for _ in range(2):
        area |= {other for cell in area for other in board.near[cell]}
    return sorted(area)


def fit_grid(board: Board, shown: Iterable[int], x: float, y: float, width: float, height: float) -> Grid:
    """Return the grid in which cells fill a box around a point."""
    points = [Grid(0, 0, 1).point(corner) for cell in shown for corner in corners(board.spots[cell])]
    left, right = min(px for px, _ in points), max(px for px, _ in points)
    top, bottom = min(py for _, py in points), max(py for _, py in points)
    side = min(width / (right - left), height / (bottom - top))
    return Grid(x - (left + right) / 2 * side, y - (top + bottom) / 2 * side, side)


# ---------------------------------------------------------------------- the pictures


def draw_pieces_picture() -> str:
    """Draw the four pieces and their numbers."""
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
        draw_loose_piece(sheet, colour, piece.orientations[0].cells, x, 98, 46)
        sheet.draw_text(x, 164, piece.name.capitalize(), anchor="middle", bold=True)
        label = f"{piece.copies} of each colour"
        sheet.draw_text(x, 184, label, 13, anchor="middle", fill=QUIET)
    return sheet.finish()


def draw_blends_picture() -> str:
    """Draw the three targets and the colours they blend."""
    printed = catalogue(GAME.open(3).readable_constants)
    sheet = Sheet(
        620, 170, "Blue and yellow make green, magenta and yellow make orange, blue and magenta make purple; a "
        "colour on itself makes no blend.",
    )  # fmt: skip
    for k, (one, other, target) in enumerate((*printed.mixes, ("blue", "blue", ""))):
        x = 88 + 148 * k
        sheet.draw_box(x - 64, 28, 128, 98, 12, fill=LIGHT, stroke=LINE)
        sheet.parts.append('<g style="isolation:isolate">')
        for shift, colour in ((-16, one), (16, other)):
            sheet.draw_path(f"M{x + shift - 40} 114L{x + shift} 44L{x + shift + 40} 114Z", fill=COLOURS[colour].value,
                            style="mix-blend-mode:multiply")  # fmt: skip
        sheet.parts.append("</g>")
        for shift, colour in ((-33, one), (33, other)):
            sheet.draw_glyph(COLOURS[colour].mix, x + shift, 102, 14, find_soft_ink(COLOURS[colour]))
        both = overlay_colours(one, other)
        sheet.draw_glyph(both.mix, x, 99, 18, both.ink)
        sheet.draw_text(x, 148, target.capitalize() or "No blend", anchor="middle", bold=True)
    return sheet.finish()


def draw_strict_picture() -> str:
    """Draw where a blue diamond can be laid in Phase One, and where not."""
    at = Tableau(2, side=9)
    at.lay("blue trapezoid 1 at r6 c3", "magenta diamond 1 at r6 c9", "yellow diamond 2 at r7 c8")
    reason = at.known().why_not(("piece:blue-diamond", "orientation:2"), "cell:r6c6")
    assert reason is not None
    sheet = Sheet(
        620, 214, "The same part of the board twice, in Phase One. A blue diamond fits between magenta and yellow; "
        "one triangle to the left it would share an edge with blue.",
    )  # fmt: skip
    shown = cells("r5c1-9 r6c1-11 r7c1-13")
    right = Picture(sheet, fit_grid(at.board, shown, 460, 78, 252, 110), at.board, shown)
    right.draw(at.view())
    right.draw_extra_piece("blue", cells("r6c6-7"))
    draw_cross_out(sheet, *right.middle(cells("r6c6-7")), 22)
    at.lay("blue diamond 1 at r6 c7")
    Picture(sheet, fit_grid(at.board, shown, 160, 78, 252, 110), at.board, shown).draw(at.view(), ghost=3)
    draw_note(sheet, 28, 162, "This blue diamond fits:", "it touches magenta and yellow only.", 40)
    draw_note(sheet, 328, 162, "Here it would not:", reason.text, 40)
    return sheet.finish()


def draw_gaps_picture() -> str:
    """Draw the last gap of Phase One, which a piece of any colour can fill."""
    smalls = play_example().s.smalls
    at, filled = play_example(smalls - 1), play_example(smalls).view().pieces[-1]
    piece, spot = at.board.pieces[0], "r7 c7"
    assert at.view().loose
    assert at.legal == {f"{colour} {piece.name} 1 at {spot}" for colour in PIECE_COLOURS}
    sheet = Sheet(
        620, 230, "A part of a full board: two free triangles between all three colours. No strict place is "
        "left anywhere, so a diamond of any colour may fill the gap.",
    )  # fmt: skip
    shown = list_surroundings(at.board, filled.cells)
    Picture(sheet, fit_grid(at.board, shown, 152, 115, 230, 170), at.board, shown).draw(at.view())
    draw_note(sheet, 310, 50, "The last gap", "All three colours border it, and no strict place is left on the "
              "board. Now you may lay any of these there:", 40)  # fmt: skip
    for k, colour in enumerate(PIECE_COLOURS):
        draw_loose_piece(sheet, colour, piece.orientations[0].cells, 346 + 90 * k, 164, 44)
    return sheet.finish()


def draw_overlap_picture() -> str:
    """Draw a hook laid in Phase Two, before and after, and what it blends."""
    whole = play_example()
    at = play_example(whole.s.smalls + 4)
    action = whole.s.laid[at.s.pieces]
    before, seat = at.table.knowledge(-1), at.table.actors[0]
    loose = at.view()
    at.do(shorten(at.table.setup.action_texts[action]))
    [entry, *_] = at.table.knowledge(-1).log_entries(before, seat, action)
    view, laid = at.view(), at.view().pieces[-1]
    shown = list_surroundings(at.board, laid.cells)
    sheet = Sheet(620, 296, f"A part of the board before and after a move of Phase Two: {NAMES[seat]} {entry.text}.")
    for k, (seen, ghost) in enumerate(((loose, -1), (view, len(view.pieces) - 1))):
        grid = fit_grid(at.board, shown, 150 + 320 * k, 148, 240, 180)
        Picture(sheet, grid, at.board, shown).draw(seen, ghost=ghost)
    sheet.draw_arrow(288, 148, 332, 148)
    sheet.draw_text(150, 30, "Before", anchor="middle", bold=True)
    sheet.draw_text(470, 30, f"A {laid.colour} {laid.piece} on top", anchor="middle", bold=True)
    sheet.draw_text(310, 274, f"{NAMES[seat]} {entry.text}.", anchor="middle", bold=True)
    return sheet.finish()


def draw_finished_picture() -> str:
    """Draw the end of a game: the board and the standings."""
    at = play_example()
    view, result = at.view(), at.table.result
    assert result.reason_template == "Tied on triangles – {winner} won with the larger shape."
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
        label = f"{result.ranks[seat]}. {NAMES[seat]}, {standing.target}"
        sheet.draw_text(x - 52, 483, label, bold=True)
        sizes = [len(shape) for shape in standing.shapes]
        assert sum(sizes) == standing.points == result.scores[seat]
        sheet.draw_text(x - 52, 503, f"{standing.points} triangles,", 13, fill=QUIET)
        sheet.draw_text(x - 52, 521, f"largest shape {sizes[0]}", 13, fill=QUIET)
    return sheet.finish()


def draw_saved_picture() -> str:
    """Draw the same board without lines and signs."""
    at = play_example()
    sheet = Sheet(620, 470, "A finished board as a picture: only light through two layers of coloured pieces.")
    Picture(sheet, Grid(310, 36, 44), at.board, range(121)).draw(at.view(), plain=True)
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    return {
        "keepsake": draw_saved_picture(),
        "pieces": draw_pieces_picture(),
        "blends": draw_blends_picture(),
        "strict": draw_strict_picture(),
        "gaps": draw_gaps_picture(),
        "overlap": draw_overlap_picture(),
        "finished": draw_finished_picture(),
    }
