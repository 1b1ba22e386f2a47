"""Action texts, touch paths and prompts of Kroma."""

from __future__ import annotations

from collections.abc import Iterable

from gamut.engine.presentation import join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Piece, Place, Spot
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_of, piece_of, place_of, seat_at
from gamut.games.kroma.view import printed


def action_count(c: Constants) -> int:
    """Return the number of actions: three targets, and every place of every piece in three colours."""
    return rec.LAY + rec.HUES * sum(len(piece.places) for piece in printed(c).pieces)


def decode_lay(c: Constants, a: int) -> tuple[Piece, str, Place]:
    """Return the piece, the colour and the place of an action."""
    piece = printed(c).pieces[piece_of(c, a)]
    return piece, COLOURS[colour_of(c, a)], piece.places[place_of(c, a) - c.before[piece_of(c, a)]]


def spot_name(board: Board, cell: int) -> Spot:
    """Return row and column of a cell, both counted from 1."""
    r, c = board.spots[cell]
    return r + 1, c + 1


def name_columns(first: int, last: int) -> str:
    """`c3`, or `c3–5`, from numbers that count from 0."""
    return f"c{first + 1}" if first == last else f"c{first + 1}–{last + 1}"


def name_cells(board: Board, cells: Iterable[int]) -> str:
    """`r5 c3–4 and r6 c5`."""
    runs: list[list[int]] = []
    for cell in sorted(cells):
        if runs and runs[-1][-1] == cell - 1 and board.spots[cell][1] > 0:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return join_words(
        f"r{board.spots[run[0]][0] + 1} {name_columns(board.spots[run[0]][1], board.spots[run[-1]][1])}" for run in runs
    )


def action_text(c: Constants, a: int) -> str:
    """`choose green`, or `lay blue diamond 2 (leaning left) at r5 c3`: its orientation and its anchor."""
    if a < rec.LAY:
        return f"choose {TARGETS[a]}"
    piece, colour, place = decode_lay(c, a)
    row, column = spot_name(printed(c), place.cells[0])
    orientation = f"{place.orientation + 1} ({piece.orientations[place.orientation].words})"
    return f"lay {colour} {piece.name} {orientation} at r{row} c{column}"


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    """Return the target; or the piece in its colour, its orientation, and the cell of its anchor."""
    if a < rec.LAY:
        return (f"target:{TARGETS[a]}",)
    piece, colour, place = decode_lay(c, a)
    return f"piece:{colour}-{piece.name}", f"orientation:{place.orientation + 1}", cell_id(printed(c), place.cells[0])


def cell_id(board: Board, cell: int) -> str:
    """`cell:r5c3`."""
    row, column = spot_name(board, cell)
    return f"cell:r{row}c{column}"


# ---------------------------------------------------------------------- headline and prompt


def prompt(c: Constants, s: State, seat: int) -> str:
    if s.phase == rec.CHOOSING:
        return "Choose your target"
    if s.phase == rec.ONE:
        if s.loose:
            return "Lay a diamond or trapezoid of any colour where it fits"
        return "Lay a diamond or trapezoid where it shares no edge with its own colour"
    if s.phase == rec.OVER:
        return "Game over"
    again = s.pieces > s.smalls and seat_at(c, s, s.pieces - 1) == s.turn
    return "Lay another rhombus or hook: play now goes the other way" if again else "Lay a rhombus or hook on top"


def headline(c: Constants, s: State, seat: int) -> str:
    if s.phase == rec.ONE and s.loose:
        return "Phase One · last gaps"
    return ("Targets", "Phase One", "Phase Two", "Game over")[s.phase]
