"""Kroma in a terminal. Every triangle says its layers in letters; colour only repeats them.

A row of the board is two lines. A triangle that points up is narrow in the first and wide in the second, one that
points down the other way round; the narrow part tells the last digit of its column, the wide part its layers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.text import Text

from gamut.games.kroma.board import Board, Piece, Spot
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.view import KromaView, Standing, printed, view

SHEETS = {"blue": "#56a9f4", "magenta": "#f67fb6", "yellow": "#ffe04a"}
BLENDS = {"green": "#569447", "orange": "#f67035", "purple": "#5354ae"}
INK = {"green": "black", "orange": "black", "purple": "white"}
LEGEND = (
    "b blue, m magenta, y yellow; G green = b + y, O orange = m + y, P purple = b + m. byG: blue below, yellow "
    "above, shows green; -b: blue over a gap. Rows count from the top (r1), columns in each row from the left "
    "(c1); the digit in a triangle is the last one of its column. A piece is laid by the number of its turn and "
    "by its topmost, there leftmost triangle: lay blue hook 2 at r5 c3; some words are enough: bl ho 2 r5 c3"
)
WIDE = 3  # signs in the wide part of a triangle
PHASE_OF = {1: "one", 2: "two"}


def draw(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """The board with its layers, then who stands how and what is left."""
    v, board = view(c, s, seat), printed(c)
    lines = [Text(state(v), "bold")]
    for row in range(board.side):
        lines += row_lines(board, v, row)
    lines += [score(v, standing, names) for standing in v.standings]
    return Group(*lines, tray(v), *(Looks(piece) for piece in board.pieces if PHASE_OF[piece.phase] == v.phase))


def state(v: KromaView) -> str:
    """`Phase One: 1395 places are open`."""
    if v.phase in ("targets", "over"):
        return "Choosing targets" if v.phase == "targets" else "The game is over"
    phase = "Phase Two" if v.phase == "two" else "Phase One, any colour goes anywhere" if v.loose else "Phase One"
    return f"{phase}: {v.places} place{' is' if v.places == 1 else 's are'} open"


# ---------------------------------------------------------------------- the board


def row_lines(board: Board, v: KromaView, row: int) -> list[Text]:
    """The two lines of a row."""
    upper, lower = Text(), Text()
    indent = " " * (WIDE * (board.side - 1 - row))
    upper.append(f"{'':>4}{indent} ")
    lower.append(f"r{row + 1:<3}{indent}")
    first = row * row
    for column in range(2 * row + 1):
        cell = first + column
        wide, narrow = (lower, upper) if column % 2 == 0 else (upper, lower)
        for line in (upper, lower):
            line.append(edge(v, cell, column), "" if divided(v, cell, column) else style(v, cell))
        wide.append(f"{letters(v, cell):<{WIDE}}", style(v, cell))
        narrow.append(str((column + 1) % 10), f"dim {style(v, cell)}".strip())
    for line in (upper, lower):
        line.append("\\")
    return [upper, lower]


def edge(v: KromaView, cell: int, column: int) -> str:
    """The line between a triangle and the one before it; none inside a piece."""
    return ("/" if column % 2 == 0 else "\\") if divided(v, cell, column) else " "


def divided(v: KromaView, cell: int, column: int) -> bool:
    """Whether two triangles beside each other belong to different pieces, seen from above."""
    return column == 0 or top_piece(v, cell) < 0 or top_piece(v, cell) != top_piece(v, cell - 1)


def top_piece(v: KromaView, cell: int) -> int:
    """The number of the uppermost piece on a cell; −1: none."""
    return v.above_piece[cell] if v.above_piece[cell] >= 0 else v.below_piece[cell]


def letters(v: KromaView, cell: int) -> str:
    """`b`, `byG`, `bb`, `-b`, or nothing."""
    below, above, target = v.below[cell], v.above[cell], v.blends[cell]
    return (below[:1] or ("-" if above else " ")) + above[:1] + target[:1].upper()


def style(v: KromaView, cell: int) -> str:
    """The paint behind the letters."""
    if target := v.blends[cell]:
        return f"{INK[target]} on {BLENDS[target]}"
    colour = v.above[cell] or v.below[cell]
    return f"black on {SHEETS[colour]}" if colour else ""


# ---------------------------------------------------------------------- what stands beside it


def score(v: KromaView, standing: Standing, names: list[str]) -> Text:
    """`> Ada: green, 12 points, shapes 5 3 2 2`."""
    who = names[standing.seat] if standing.seat >= 0 else "Nobody"
    mark = ">" if standing.seat >= 0 and standing.seat == v.turn else " "
    if not standing.target:
        return Text(f"{mark} {who}: no target yet")
    shapes = " ".join(str(len(shape)) for shape in standing.shapes) or "none"
    points = f"{standing.points} point{'s' if standing.points != 1 else ''}"
    text = Text(f"{mark} {who}: ")
    text.append(standing.target, f"bold {BLENDS[standing.target]}")
    return text.append(f", {points}, shapes {shapes}")


def tray(v: KromaView) -> Text:
    """`Left: diamond b16 m15 y16, trapezoid …`."""
    kinds = dict.fromkeys(tile.piece for tile in v.stock)
    left = [
        f"{kind} {' '.join(f'{tile.colour[0]}{tile.left}' for tile in v.stock if tile.piece == kind)}"
        for kind in kinds
    ]
    return Text(f"Left: {', '.join(left)}")


@dataclass(frozen=True)
class Looks:
    """How a piece can be turned, by number; `plain` terminals, which know only ASCII, get carets for triangles."""

    piece: Piece

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        up, down = "^v" if options.ascii_only else "△▽"
        pictures = [picture(turn.cells, up, down) for turn in self.piece.turns]
        width = 3 + max(len(line) for lines in pictures for line in lines)
        fit = max(1, (options.max_width - len(self.piece.name) - 1) // (width + 1))
        for start in range(0, len(pictures), fit):
            row = pictures[start : start + fit]
            for k in range(max(map(len, row))):
                head = self.piece.name if start == k == 0 else ""
                signs = [
                    f"{start + i + 1 if k == 0 else '':>3} {at(lines, k):<{width - 3}}"
                    for i, lines in enumerate(row)
                ]
                yield Text(f"{head:<{len(self.piece.name)}} {''.join(signs)}".rstrip(), "dim")


def at(lines: list[str], k: int) -> str:
    """Line `k`, or nothing behind the last."""
    return lines[k] if k < len(lines) else ""


def picture(cells: tuple[Spot, ...], up: str, down: str) -> list[str]:
    """An outline in signs: a triangle is one sign wide, and a row begins one sign further left."""
    left = min(c - r for r, c in cells)
    rows = [[" "] * (max(c - r for r, c in cells) - left + 1) for _ in range(1 + max(r for r, _ in cells))]
    for r, c in cells:
        rows[r][c - r - left] = up if c % 2 == 0 else down
    return ["".join(row).rstrip() for row in rows]
