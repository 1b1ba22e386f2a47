"""What Kroma says: action texts and paths, questions, the log, and the moments at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from gamut.engine.language import LogEntry
from gamut.games.kroma.board import COLOURS, TARGETS, Board, Piece, Place, Spot
from gamut.games.kroma.record import CHOOSING, HUES, LAY, ONE, OVER, TWO, Constants, State
from gamut.games.kroma.rules import colour_of, piece_of, place_of
from gamut.games.kroma.view import Standing, printed, say_beginning, standings, uncovered


def actions(c: Constants) -> int:
    """Three targets, and every place of every piece in three colours."""
    return LAY + HUES * sum(len(piece.places) for piece in printed(c).pieces)


def lay(c: Constants, a: int) -> tuple[Piece, str, Place]:
    """What an action lays: piece, colour and place."""
    piece = printed(c).pieces[piece_of(c, a)]
    return piece, COLOURS[colour_of(c, a)], piece.places[place_of(c, a) - c.before[piece_of(c, a)]]


def spot_name(board: Board, cell: int) -> Spot:
    """Row and column of a cell, both counted from 1."""
    r, c = board.spots[cell]
    return r + 1, c + 1


def action(c: Constants, a: int) -> str:
    """`choose green`, `lay blue diamond 2 at r5 c3`: its second turn, the topmost and leftmost cell at r5 c3."""
    if a < LAY:
        return f"choose {TARGETS[a]}"
    piece, colour, place = lay(c, a)
    row, column = spot_name(printed(c), place.cells[0])
    return f"lay {colour} {piece.name} {place.turn + 1} at r{row} c{column}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """The target; or the piece in its colour, how it is turned, and the cell of its anchor."""
    if a < LAY:
        return (f"target:{TARGETS[a]}",)
    piece, colour, place = lay(c, a)
    return f"piece:{colour}-{piece.name}", f"turn:{place.turn + 1}", cell_id(printed(c), place.cells[0])


def cell_id(board: Board, cell: int) -> str:
    """`cell:r5c3`."""
    row, column = spot_name(board, cell)
    return f"cell:r{row}c{column}"


# ---------------------------------------------------------------------- questions


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.phase == CHOOSING:
        return "Choose the colour that you want to blend"
    if s.phase == ONE:
        if s.loose:
            return "Lay a diamond or a trapezoid of any colour where it fits"
        return "Lay a diamond or a trapezoid; it may not share an edge with its own colour"
    return "Lay a rhombus or a hook on top" if s.phase == TWO else "The game is over"


def headline(c: Constants, s: State, seat: int) -> str:
    """The phase."""
    if s.phase == ONE and s.loose:
        return "Phase One, last gaps"
    return ("Targets", "Phase One", "Phase Two", "The end")[s.phase]


# ---------------------------------------------------------------------- the log


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What was chosen or laid, what it blended, and what begins or ends with it."""
    if a < LAY:
        entries = [LogEntry(f"chose {TARGETS[a]}", mover, (TARGETS[a],))]
        if after.phase == ONE:
            entries += [LogEntry("Phase One", heading=True), LogEntry("began", after.first)]
        return entries
    piece, colour, place = lay(c, a)
    row, column = spot_name(printed(c), place.cells[0])
    gains = [(TARGETS[t], after.points[t] - before.points[t]) for t in range(HUES)]
    blended = [f"{n} {target}" for target, n in gains if n]
    said = f"laid a {colour} {piece.name} at r{row} c{column}"
    if before.phase == TWO:
        said += f": {listed(blended) if blended else 'no blend'}"
    entries = [LogEntry(said, mover, (colour, *(target for target, n in gains if n)))]
    if after.phase == ONE and after.loose > before.loose:
        entries.append(LogEntry("No piece can keep off its own colour any more: now any colour goes anywhere"))
    if before.phase == ONE and after.phase != ONE:
        entries += [LogEntry("Phase Two", heading=True)]
        if after.phase == TWO:
            entries.append(LogEntry("began", after.starter))
    if after.phase == OVER:
        entries.append(LogEntry("No piece fits any more"))
    return entries


def listed(words: Iterable[str]) -> str:
    """`3 green, 1 orange and 1 purple`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


# ---------------------------------------------------------------------- moments


class KromaMoment(msgspec.Struct, frozen=True):
    """The end of Phase One, or of the game."""

    kind: Literal["phase-two", "end"]
    text: str
    pieces: int  # laid in the phase that ended
    uncovered: list[int]  # the cells that Phase One left free
    starter: int  # who begins Phase Two; −1 at the end of the game
    blended: int  # cells that show a target
    standings: list[Standing]  # by seat


def say_pieces(n: int) -> str:
    """`1 piece`, `2 pieces`."""
    return f"{n} piece" if n == 1 else f"{n} pieces"


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> KromaMoment | None:
    """A picture when Phase One or the game is over."""
    if after.phase == before.phase or after.phase < TWO:
        return None
    gaps = uncovered(c, after)
    if after.phase == TWO:
        many = f"{len(gaps)} of {c.board} triangles stay free" if gaps else "every triangle is covered"
        text = f"Phase One is over: {say_pieces(after.smalls)}, {many}. {say_beginning(c, after)}"
        return KromaMoment("phase-two", text, after.smalls, gaps, after.starter, 0, standings(c, after))
    blended = sum(after.points[t] for t in range(HUES))
    text = f"The game is over: {say_pieces(after.pieces)}, {blended} triangles blended."
    larges = after.pieces - after.smalls
    return KromaMoment("end", text, larges, gaps, -1, blended, standings(c, after))
