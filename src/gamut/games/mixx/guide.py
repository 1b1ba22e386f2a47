"""What is worth doing in Mixx: leave the others nothing to lay, and keep something for yourself.

Who wins a round is told well by how many cards each seat could lay now, its *hold*: in 140,000 positions of
games between searching bots the odds went with the cubes of the holds, a little in favour of who waits.
"""

from __future__ import annotations

from gamut.engine.bits import bit, count
from gamut.engine.game import WHOLE
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import ACROSS, CARDS, LEVEL, UPRIGHT, State, Tables

WAITS = 1  # what waiting is worth, in quarters of a card
USUAL = 12  # cards in a round
FINE = 64  # parts of one in fixed-point numbers
NEVER, ALWAYS = 1, 1000  # weights of the worst and the best lay


def hold(cards: Word, waits: int) -> int:
    """The strength of a seat that could lay these cards."""
    n = count(cards)
    return (4 * n + waits) ** 3 if n > 0 else 0


def guide(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    """Weights by the odds to win the round after each lay."""
    for k in range(n):
        card = acts[k] % CARDS
        reach = reach_after(t, s, card, acts[k] // CARDS)
        mine = hold(s.stock[seat] & ~bit(card) & reach, 2 * WAITS)
        theirs = 0
        for other in range(t.seats):
            if other != seat:
                theirs += hold(s.stock[other] & reach, 0)
        if theirs == 0:  # they are stuck: the more I can add the better
            out[k] = ALWAYS + count(s.stock[seat] & reach)
        else:
            out[k] = NEVER + (ALWAYS - NEVER) * mine // (mine + theirs)


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
    """The share of the victory, over who may win the round that is on."""
    if s.over:
        return share(t, s, seat, seat, 0, 1)
    laid = s.levels + s.uprights
    prize = max(USUAL, laid + 1)
    left = max(0, s.left - (prize - laid))
    spread = 6 + left // 5 if left > 0 else 2
    whole, worth = 0, 0
    for winner in range(t.seats):
        if winner == s.turn or not s.alone:
            waits = 0 if winner == s.turn else WAITS
            chances = hold(s.stock[winner] & s.reach, waits)
            whole += chances
            worth += chances * share(t, s, seat, winner, prize, spread)
    return worth // whole


def share(t: Tables, s: State, seat: int, winner: int, prize: int, spread: int) -> int:
    """The seat's share when the winner gets the prize; a lead of `spread` cards makes it e times as likely.

    At the end (no prize) only the lead itself counts.
    """
    best = 0
    for p in range(t.seats):
        best = max(best, count(s.won[p]) + (prize if p == winner else 0))
    mine, whole = 0, 0
    for p in range(t.seats):
        behind = best - count(s.won[p]) - (prize if p == winner else 0)
        if prize == 0:
            odds = 1 if behind == 0 else 0
        else:
            y = behind * FINE // spread
            odds = FINE * FINE * FINE // (FINE + y + y * y // (2 * FINE) + y * y * y // (6 * FINE * FINE))
        whole += odds
        if p == seat:
            mine = odds
    return WHOLE * mine // whole
