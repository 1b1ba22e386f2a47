"""What is worth doing in Mixx: leave the others nothing to lay, and keep something for yourself."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count
from gamut.engine.game import WHOLE
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import ACROSS, CARDS, LEVEL, UPRIGHT, State, Tables


def guide(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    """Weights by what each lay leaves to the others and to the seat."""
    for k in range(n):
        reach = reach_after(t, s, acts[k] % CARDS, acts[k] // CARDS)
        mine = count(s.stock[seat] & ~bit(acts[k] % CARDS) & reach)
        theirs = 0
        for other in range(t.seats):
            if other != seat:
                theirs += count(s.stock[other] & reach)
        out[k] = 1 + (64 + 64 * mine) // (1 + theirs * theirs)


def reach_after(t: Tables, s: State, card: int, place: int) -> Word:
    """The cards that could be laid after this one."""
    differs = t.differs[card]
    if place == LEVEL:
        level = differs if s.levels == 0 else s.level_open & differs
        if s.centre:
            return level | s.upright_open
        return level | s.corner_open | differs if s.levels > 0 and not t.line else level
    if place == UPRIGHT:
        return s.level_open | (s.upright_open & differs)
    return s.level_open | (t.differs[s.level[place - ACROSS]] & differs)


def value(t: Tables, s: State, seat: int) -> int:
    """Cards won, and the cards on the table to whom the round leans."""
    lead = 2 * count(s.won[seat])
    best = 0
    for other in range(t.seats):
        if other != seat and 2 * count(s.won[other]) > best:
            best = 2 * count(s.won[other])
    if not s.over:
        prize = s.levels + s.uprights
        lead += prize if s.stock[seat] & s.reach != NONE else 0
    worth = WHOLE // 2 + (lead - best) * WHOLE // 128
    return min(max(worth, 0), WHOLE)
