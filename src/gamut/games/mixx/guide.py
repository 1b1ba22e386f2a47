"""What is worth doing in Mixx: leave the others nothing to lay, and keep something for yourself.

Who wins a round is told well by how many cards each seat could lay now, its *hold*: in 140,000 positions of
games between searching bots the odds went with the cubes of the holds, a little in favour of who waits.
"""

from __future__ import annotations

from gamut.engine.bits import bit, count
from gamut.engine.ranking import share, weigh_odds
from gamut.engine.record import Row, Word
from gamut.engine.verbs import WHOLE
from gamut.games.mixx.record import ACROSS, LEVEL, UPRIGHT, Constants, State, laid_card, laid_place
from gamut.games.mixx.rules import line_card

WAITS = 1  # what waiting is worth, in quarters of a card
USUAL = 12  # cards in a round
NEVER, ALWAYS = 1, 1000  # weights of the worst and the best lay


def measure_hold(cards: Word, waits: int) -> int:
    """The strength of a seat that could lay these cards."""
    n = count(cards)
    return (4 * n + waits) ** 3 if n > 0 else 0


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights by the odds to win the round after each lay."""
    for k in range(n):
        card = laid_card(acts[k])
        reach = find_reach(c, s, card, laid_place(acts[k]))
        mine = measure_hold(s.stock[seat] & ~bit(card) & reach, 2 * WAITS)
        theirs = 0
        for other in range(c.seats):
            if other != seat:
                theirs += measure_hold(s.stock[other] & reach, 0)
        if theirs == 0:  # they are stuck: the more I can add the better
            out[k] = ALWAYS + count(s.stock[seat] & reach)
        else:
            out[k] = NEVER + (ALWAYS - NEVER) * mine // (mine + theirs)


def find_reach(c: Constants, s: State, card: int, place: int) -> Word:
    """The cards that could be laid after this one."""
    differs = c.differs[card]
    if place == LEVEL:
        level = differs if s.levels == 0 else s.level_open & differs
        if s.centre:
            return level | s.upright_open
        return level | s.corner_open | differs if s.levels > 0 and not c.line else level
    if place == UPRIGHT:
        return s.level_open | (s.upright_open & differs)
    return s.level_open | (c.differs[line_card(s, place - ACROSS)] & differs)


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory, over who may win the round that is on."""
    for seat in range(c.seats):
        out[seat] = count(s.won[seat]) if s.over else 0
    if s.over:
        share(out, out, c.seats)
        return
    laid = s.levels + s.uprights
    prize = max(USUAL, laid + 1)
    left = max(0, s.left - (prize - laid))
    spread = 6 + left // 5 if left > 0 else 2
    whole = 0
    for winner in range(c.seats):
        if winner == s.turn or not s.alone:
            chances = measure_hold(s.stock[winner] & s.reach, 0 if winner == s.turn else WAITS)
            whole += chances
            add_shares(c, s, winner, prize, spread, chances, out)
    for seat in range(c.seats):
        out[seat] //= whole


def add_shares(c: Constants, s: State, winner: int, prize: int, spread: int, weight: int, out: Row) -> None:
    """Add every seat's share when the winner gets the prize; a lead of `spread` cards is e times the odds."""
    best, whole = 0, 0
    for p in range(c.seats):
        best = max(best, count_cards(s, p, winner, prize))
    for p in range(c.seats):
        whole += weigh_odds(best - count_cards(s, p, winner, prize), spread)
    for p in range(c.seats):
        out[p] += weight * (WHOLE * weigh_odds(best - count_cards(s, p, winner, prize), spread) // whole)


def count_cards(s: State, seat: int, winner: int, prize: int) -> int:
    """The cards a seat has won when the winner gets the prize."""
    return count(s.won[seat]) + (prize if seat == winner else 0)
