"""The log of Kroma, and moments that are worth a pause."""

from __future__ import annotations

from gamut.engine.presentation import LogEntry, format_count, join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import TARGETS
from gamut.games.kroma.presentation import cell_id, decode_lay, spot_name
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.view import Moment, describe_beginning, list_standings, list_uncovered, printed


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    if a < rec.LAY:
        entries = [LogEntry(f"chose {TARGETS[a]}", mover, (TARGETS[a],))]
        if after.phase == rec.ONE:
            entries += [LogEntry("Phase One", heading=True), LogEntry("took the first turn", after.first)]
        return entries
    piece, colour, place = decode_lay(c, a)
    row, column = spot_name(printed(c), place.cells[0])
    gains = [(TARGETS[t], after.points[t] - before.points[t]) for t in range(rec.HUES)]
    blended = [f"{n} {target}" for target, n in gains if n]
    text = f"laid a {colour} {piece.name} at r{row} c{column}, {piece.orientations[place.orientation].words}"
    if before.phase == rec.TWO:
        text += f": {join_words(blended) if blended else 'no points'}"
    cells = (cell_id(printed(c), cell) for cell in place.cells)
    entries = [LogEntry(text, mover, (colour, *(target for target, n in gains if n), *cells))]
    if after.phase == rec.ONE and after.loose > before.loose:
        entries.append(
            LogEntry("No small piece fits without sharing an edge with its own colour: from now on, pieces may")
        )
    if before.phase == rec.ONE and after.phase != rec.ONE:
        entries.append(LogEntry("Phase Two", heading=True))
        if after.phase == rec.TWO:
            entries.append(LogEntry("took the first turn", after.starter))
    if after.phase == rec.OVER:
        entries.append(LogEntry("No piece fits any more"))
    return entries


# ---------------------------------------------------------------------- moments


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> Moment | None:
    if after.phase == before.phase or after.phase < rec.TWO:
        return None
    gaps, standings = list_uncovered(c, after), list_standings(c, after)
    if after.phase == rec.TWO:
        coverage = f"{len(gaps)} of {c.board} triangles uncovered" if gaps else "every triangle covered"
        text = (
            f"Phase One is over: {format_count(after.smalls, 'piece')} laid, {coverage}. {describe_beginning(c, after)}"
        )
        return Moment("phase-two", text, gaps, standings)
    blended = sum(after.points[t] for t in range(rec.HUES))
    counts = f"{format_count(after.pieces, 'piece')} laid, {format_count(blended, 'triangle')} blended"
    text = f"The game is over, since no piece fits any more: {counts}."
    return Moment("end", text, gaps, standings)
