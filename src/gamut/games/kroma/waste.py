"""When an action of Kroma helps only others: the question before it, and a better place for the same piece."""

from __future__ import annotations

from gamut.engine.presentation import format_count, join_words
from gamut.games.kroma import record as rec
from gamut.games.kroma.advice import count_blends
from gamut.games.kroma.board import COLOURS
from gamut.games.kroma.presentation import decode_lay, name_cells
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_of, piece_of, seat_of
from gamut.games.kroma.view import colours_by_cell, members_of, printed


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """Warn of a piece that gives points to other players and none to its own, although it could give some elsewhere."""
    if s.phase != rec.TWO:
        return ""
    blended = count_blends(colours_by_cell(c, s.below), *decode_lay(c, a)[1:])
    own = s.target[seat] - 1
    owners = {t: seat_of(c, s, t) for t in range(rec.HUES) if blended[t] and t != own}
    others = [f"{{{owner}}} {blended[t]}" for t, owner in owners.items() if owner >= 0]
    if blended[own] or not others:
        return ""
    better, points = find_better(c, s, seat, a)
    if better < 0:
        return ""
    cells = name_cells(printed(c), decode_lay(c, better)[2].cells)
    given = join_words(others)
    return f"Here it gives {given} and you no points; on {cells}, it would give you {format_count(points, 'point')}."


def instead(c: Constants, s: State, seat: int, a: int) -> int:
    """Return where the same piece gives the player most; −1: nowhere."""
    return find_better(c, s, seat, a)[0]


def find_better(c: Constants, s: State, seat: int, a: int) -> tuple[int, int]:
    """Return the place of the same piece that gives the player most, as an action, and its points; −1: nowhere any."""
    below, own = colours_by_cell(c, s.below), s.target[seat] - 1
    piece, colour = piece_of(c, a), colour_of(c, a)
    places = printed(c).pieces[piece].places
    first = rec.LAY + rec.HUES * c.before[piece] + colour * c.places[piece]
    best, best_value, points = -1, 0, 0
    words = [int(s.open[colour, w]) for w in range(rec.WORD_FROM[piece], rec.WORD_TO[piece])]
    for number in members_of(words):
        blended = count_blends(below, COLOURS[colour], places[number])
        value = rec.HUES * 10 * blended[own] - sum(blended)
        if blended[own] and value > best_value:
            best, best_value, points = first + number, value, blended[own]
    return best, points
