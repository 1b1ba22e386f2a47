"""Kroma in a terminal. Letters show the layers of each triangle; colours only repeat them.

A row of the board takes two lines. A triangle that points up is narrow in the first and wide in the second, one that
points down the other way round. The narrow part shows the last digit of its column, the wide part its layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from gamut.engine.look import load_look
from gamut.games.kroma.board import Board, Piece, Spot
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.view import Standing, View, printed, view

COLOURS = load_look(Path(__file__).parent).colours
TERMINAL_SYMBOLS = (
    "b blue, m magenta, y yellow; G green = b + y, O orange = m + y, P purple = b + m. byG: blue below, yellow "
    "above, shows green; -b: blue over a gap. Rows count from the top (r1), columns from the left (c1); a "
    "triangle shows the last digit of its column. To lay a piece, name its orientation and its topmost, leftmost "
    "triangle: lay blue hook 2 at r5 c3. Parts of words are enough: bl ho 2 r5 c3"
)
TRIANGLE_WIDTH = 3  # characters in the wide part
PHASE_OF = {1: "one", 2: "two"}


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Return the board with its layers, the points and the stock."""
    v, board = view(c, s, seat), printed(c)
    lines = [Text(phase_text(v), "bold")]
    for row in range(board.side):
        lines += row_lines(board, v, row)
    lines += [score_line(v, standing, names) for standing in v.standings]
    return Group(
        *lines, stock_line(v), *(Orientations(piece) for piece in board.pieces if PHASE_OF[piece.phase] == v.phase)
    )


def phase_text(v: View) -> str:
    """`Phase One: 1395 places left`."""
    if v.phase in ("targets", "over"):
        return "Choosing targets" if v.phase == "targets" else "The game is over"
    phase = "Phase Two" if v.phase == "two" else "Phase One, last gaps" if v.loose else "Phase One"
    return f"{phase}: {v.places} {'place' if v.places == 1 else 'places'} left"


# ---------------------------------------------------------------------- the board


def row_lines(board: Board, v: View, row: int) -> list[Text]:
    upper, lower = Text(), Text()
    indent = " " * (TRIANGLE_WIDTH * (board.side - 1 - row))
    upper.append(f"{'':>4}{indent} ")
    lower.append(f"r{row + 1:<3}{indent}")
    first = row * row
    for column in range(2 * row + 1):
        cell = first + column
        wide, narrow = (lower, upper) if column % 2 == 0 else (upper, lower)
        for line in (upper, lower):
            line.append(edge(v, cell, column), "" if divided(v, cell, column) else style(v, cell))
        wide.append(f"{letters(v, cell):<{TRIANGLE_WIDTH}}", style(v, cell))
        narrow.append(str((column + 1) % 10), f"dim {style(v, cell)}".strip())
    for line in (upper, lower):
        line.append("\\")
    return [upper, lower]


def edge(v: View, cell: int, column: int) -> str:
    """Return the line between a triangle and the one before it; none inside a piece."""
    return ("/" if column % 2 == 0 else "\\") if divided(v, cell, column) else " "


def divided(v: View, cell: int, column: int) -> bool:
    """Return whether a triangle and the one before it belong to different visible pieces."""
    return column == 0 or top_piece(v, cell) < 0 or top_piece(v, cell) != top_piece(v, cell - 1)


def top_piece(v: View, cell: int) -> int:
    """Return the number of the topmost piece on a cell; −1: none."""
    return v.above_piece[cell] if v.above_piece[cell] >= 0 else v.below_piece[cell]


def letters(v: View, cell: int) -> str:
    """`b`, `byG`, `bb`, `-b`, or nothing."""
    below, above, target = v.below[cell], v.above[cell], v.blends[cell]
    return (below[:1] or ("-" if above else " ")) + above[:1] + target[:1].upper()


def style(v: View, cell: int) -> str:
    colour = v.blends[cell] or v.above[cell] or v.below[cell]
    return f"{COLOURS[colour].ink} on {COLOURS[colour].value}" if colour else ""


# ---------------------------------------------------------------------- beside the board


def score_line(v: View, standing: Standing, names: list[str]) -> Text:
    """`> Ada: green, 12 points, shapes 5 3 2 2`."""
    player = names[standing.seat] if standing.seat >= 0 else "No player"
    mark = ">" if standing.seat >= 0 and standing.seat == v.turn else " "
    if not standing.target:
        return Text(f"{mark} {player}: no target yet")
    shapes = " ".join(str(len(shape)) for shape in standing.shapes) or "none"
    points = f"{standing.points} point{'s' if standing.points != 1 else ''}"
    text = Text(f"{mark} {player}: ")
    text.append(standing.target, f"bold {COLOURS[standing.target].value}")
    return text.append(f", {points}, shapes {shapes}")


def stock_line(v: View) -> Text:
    """`Left: diamond b16 m15 y16, trapezoid …`."""
    kinds = dict.fromkeys(tile.piece for tile in v.stock)
    left = [
        f"{kind} {' '.join(f'{tile.colour[0]}{tile.left}' for tile in v.stock if tile.piece == kind)}" for kind in kinds
    ]
    return Text(f"Left: {', '.join(left)}")


@dataclass(frozen=True)
class Orientations:
    """The orientations of a piece with their numbers; terminals that know only ASCII get carets for triangles."""

    piece: Piece

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        up, down = "^v" if options.ascii_only else "△▽"
        pictures = [picture(orientation.cells, up, down) for orientation in self.piece.orientations]
        width = 3 + max(len(line) for lines in pictures for line in lines)
        fit = max(1, (options.max_width - len(self.piece.name) - 1) // (width + 1))
        for start in range(0, len(pictures), fit):
            row = pictures[start : start + fit]
            for k in range(max(map(len, row))):
                head = self.piece.name if start == k == 0 else ""
                signs = [
                    f"{start + i + 1 if k == 0 else '':>3} {line_at(lines, k):<{width - 3}}"
                    for i, lines in enumerate(row)
                ]
                yield Text(f"{head:<{len(self.piece.name)}} {''.join(signs)}".rstrip(), "dim")


def line_at(lines: list[str], k: int) -> str:
    """Return line `k`, or nothing after the last."""
    return lines[k] if k < len(lines) else ""


def picture(cells: tuple[Spot, ...], up: str, down: str) -> list[str]:
    """Return an outline in text: a triangle is one character wide, and each row begins one further left."""
    left = min(c - r for r, c in cells)
    rows = [[" "] * (max(c - r for r, c in cells) - left + 1) for _ in range(1 + max(r for r, _ in cells))]
    for r, c in cells:
        rows[r][c - r - left] = up if c % 2 == 0 else down
    return ["".join(row).rstrip() for row in rows]
