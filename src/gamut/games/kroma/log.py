"""The log of Kroma, and moments that are worth a pause."""

from __future__ import annotations

from gamut.engine.presentation import LogEntry, format_count, join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import TARGETS
from gamut.games.kroma.presentation import cell_id, decode_lay, name_cells
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.view import Moment, describe_beginning, list_standings, list_stock, list_uncovered, printed


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    if a < rec.LAY:
        entries = [LogEntry(f"chose {TARGETS[a]}", mover, (TARGETS[a],))]
        if after.phase == rec.ONE:
            entries += [LogEntry("Phase One", heading=True), LogEntry("takes the first turn", after.first)]
        return entries
    piece, colour, place = decode_lay(c, a)
    gains = [(TARGETS[t], after.points[t] - before.points[t]) for t in range(rec.HUES)]
    blended = [f"{n} {target}" for target, n in gains if n]
    text = f"laid a {colour} {piece.name} on {name_cells(printed(c), place.cells)}"
    if before.phase == rec.TWO:
        text += f": {join_words(blended) if blended else 'no points'}"
    cells = (cell_id(printed(c), cell) for cell in place.cells)
    entries = [LogEntry(text, mover, (colour, *(target for target, n in gains if n), *cells))]
    if after.phase == rec.ONE and after.loose > before.loose:
        entries.append(
            LogEntry(
                "No small piece fits without sharing an edge with its own colour: from now on, pieces may touch it"
            )
        )
    if before.phase == rec.ONE and after.phase != rec.ONE:
        entries.append(LogEntry("Phase Two", heading=True))
        if after.phase == rec.TWO:
            entries.append(LogEntry("takes the first turn", after.starter))
    if after.phase == rec.OVER:
        entries.append(LogEntry("No piece fits any more"))
    if after.phase == before.phase and after.loose == before.loose and (names := list_unfit(c, before, after)):
        reason = " without sharing an edge with its own colour" if after.phase == rec.ONE and not after.loose else ""
        entries.append(LogEntry(f"No {join_words(names, 'or')} fits any more{reason}"))
    return entries


def list_unfit(c: Constants, before: State, after: State) -> list[str]:
    """Name the pieces in stock for which the last place is gone: `trapezoid` for all colours, or `blue hook`."""
    had = {tile.id for tile in list_stock(c, before) if tile.left and tile.places}
    stock = list_stock(c, after)
    names = []
    for piece in dict.fromkeys(tile.piece for tile in stock):
        in_stock = [tile for tile in stock if tile.piece == piece and tile.left]
        lost = [tile for tile in in_stock if tile.id in had and not tile.places]
        if lost and len(in_stock) > 1 and not any(tile.places for tile in in_stock):
            names.append(piece)
        else:
            names += [f"{tile.colour} {piece}" for tile in lost]
    return names


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
