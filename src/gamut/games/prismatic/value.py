"""The value of a position of Prismatic: weighted sums, one per stage of the game, predict what a seat will still gain.

The weights were fitted to positions at the start of a round and the average gain of greedy play from there.
`value.toml` holds them, in thousandths of a star.
"""

from __future__ import annotations

from pathlib import Path

from gamut.engine.bits import EMPTY_SET, count, lowest, without_lowest
from gamut.engine.ranking import share_win_by_odds
from gamut.engine.record import Row
from gamut.engine.verbs import WIN_VALUE
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.heuristics import SCRATCH_SIZE as HEURISTICS_SIZE
from gamut.games.prismatic.heuristics import (
    STAR,
    WEIGHT_SCALE,
    best_three,
    board_prospect,
    card_worth,
    discount,
    distance,
    expect_light,
    measure_mixes,
    rounds_left,
)
from gamut.games.prismatic.record import Constants, State
from gamut.games.prismatic.scoring import count_kind, own_prisms, score, standing

# ---------------------------------------------------------------------- inputs

INPUT_SCALE = 16
(
    ONE, CREATED, MOST_RIVAL_CREATED, PRISMS, MOTES_AHEAD, PRISMATIC_AHEAD, PRISMATIC_OWNED, IN_PROGRESS,
    PROGRESS_PROSPECT, BOARD_PROSPECT, ORDER, DRAWN_MOTES, ON_PALETTE, STOCK, PLAYERS,
) = range(15)  # fmt: skip
PROGRESS_BEST = 15  # the prospects of the three best cards in progress
COMMON_BEST = PROGRESS_BEST + 3  # and of the three best common cards
BY_COLOUR = COMMON_BEST + 3  # motes of each colour at hand
KIND_AHEAD = BY_COLOUR + rec.N_COLOURS
KIND_OWNED = KIND_AHEAD + rec.KINDS
ABILITIES = KIND_OWNED + rec.KINDS
assert ABILITIES + 10 == rec.INPUTS
BASE = HEURISTICS_SIZE  # of the inputs in `scratch`
SCRATCH_SIZE = BASE + rec.INPUTS


def clip(x: int, most: int) -> int:
    """Return the nearest number between −`most` and `most`."""
    return max(min(x, most), -most)


def stage(c: Constants, s: State) -> int:
    """Return 0 in the last round, otherwise how many cards the leading seat is short of the goal."""
    if s.final:
        return 0
    most = 0
    for seat in range(c.seats):
        most = max(most, count(s.created[seat]))
    return min(max(c.goal - most, 1), rec.STAGES - 1)


def fill_inputs(c: Constants, s: State, seat: int, scratch: Row) -> None:
    for k in range(rec.INPUTS):
        scratch[BASE + k] = 0
    other = motes = prismatic = drawn = palette = 0
    for rival in range(c.seats):
        if rival != seat:
            other = max(other, count(s.created[rival]))
            motes, prismatic = max(motes, s.motes[rival]), max(prismatic, s.prismatic[rival])
    for mote in range(rec.MOTES):
        drawn += s.drawn[seat, mote]
        palette += s.on[rec.PALETTE + seat, mote]
    scratch[BASE + ONE] = INPUT_SCALE
    scratch[BASE + CREATED] = INPUT_SCALE * count(s.created[seat])
    scratch[BASE + MOST_RIVAL_CREATED] = INPUT_SCALE * other
    scratch[BASE + PRISMS] = INPUT_SCALE * own_prisms(s, seat)
    scratch[BASE + MOTES_AHEAD] = INPUT_SCALE * clip(s.motes[seat] - motes, 3)
    scratch[BASE + PRISMATIC_AHEAD] = INPUT_SCALE * clip(s.prismatic[seat] - prismatic, 2)
    scratch[BASE + PRISMATIC_OWNED] = INPUT_SCALE * s.prismatic[seat]
    scratch[BASE + IN_PROGRESS] = INPUT_SCALE * count(s.progress[seat])
    scratch[BASE + ORDER] = INPUT_SCALE * ((seat - s.starter) % c.seats)
    scratch[BASE + DRAWN_MOTES] = INPUT_SCALE * drawn
    scratch[BASE + ON_PALETTE] = INPUT_SCALE * palette
    scratch[BASE + STOCK] = INPUT_SCALE * s.stock[seat]
    scratch[BASE + PLAYERS] = INPUT_SCALE * c.seats
    for colour in range(rec.N_COLOURS):
        n = s.bag[seat, colour] + s.drawn[seat, colour] + s.on[rec.PALETTE + seat, colour]
        scratch[BASE + BY_COLOUR + colour] = INPUT_SCALE * min(n, 4)
    fill_created(c, s, seat, scratch)
    fill_prospects(c, s, seat, scratch)


def fill_created(c: Constants, s: State, seat: int, scratch: Row) -> None:
    """Fill the inputs for the types and abilities of created cards."""
    for kind in range(rec.KINDS):
        own, most = count_kind(c, s, seat, kind), 0
        for rival in range(c.seats):
            if rival != seat:
                most = max(most, count_kind(c, s, rival, kind))
        scratch[BASE + KIND_AHEAD + kind] = INPUT_SCALE * clip(own - most, 2)
        scratch[BASE + KIND_OWNED + kind] = INPUT_SCALE * own
    cards = s.created[seat] & c.able
    while cards != EMPTY_SET:
        scratch[BASE + ABILITIES + ability_class(c, lowest(cards))] += INPUT_SCALE
        cards = without_lowest(cards)


def ability_class(c: Constants, card: int) -> int:
    """Return the class of an ability, 0 to 9; similar abilities share one."""
    effect, paid = c.ability[card], 1 if c.takes[card] >= 0 else 0
    if effect < rec.MOTE:
        return paid
    if effect < rec.ONE_PRISM:
        return 2
    return 3 + paid if effect == rec.ONE_PRISM else 5 + effect - rec.PULL


def fill_prospects(c: Constants, s: State, seat: int, scratch: Row) -> None:
    rounds = rounds_left(c, s)
    measure_mixes(c, s, seat, scratch)
    expect_light(c, s, seat, scratch)
    best = second = third = 0
    cards = s.progress[seat]
    while cards != EMPTY_SET:
        card = lowest(cards)
        far = distance(c, s, seat, c.price[card], card, scratch)
        best, second, third = best_three(best, second, third, discount(card_worth(c, card, rounds) + STAR, far, rounds))
        scratch[BASE + PROGRESS_PROSPECT] += discount(STAR, far, rounds) // INPUT_SCALE
        cards = without_lowest(cards)
    store_three(scratch, BASE + PROGRESS_BEST, best, second, third)
    best = second = third = 0
    for place in range(rec.COMMON):
        card = s.common[place] - 1
        if card >= 0:
            far = distance(c, s, seat, c.price[card], rec.PALETTE + seat, scratch)
            best, second, third = best_three(best, second, third, discount(card_worth(c, card, rounds), far, rounds))
    store_three(scratch, BASE + COMMON_BEST, best, second, third)
    scratch[BASE + BOARD_PROSPECT] = board_prospect(c, s, seat, rounds, scratch) // (WEIGHT_SCALE * INPUT_SCALE)


def store_three(scratch: Row, first: int, best: int, second: int, third: int) -> None:
    scratch[first] = best // INPUT_SCALE
    scratch[first + 1] = second // INPUT_SCALE
    scratch[first + 2] = third // INPUT_SCALE


# ---------------------------------------------------------------------- value

WEIGHTS_FILE = Path(__file__).with_name("value.toml")  # fmt: skip


def gain(c: Constants, s: State, seat: int, scratch: Row) -> int:
    """Return what a seat will still gain, in thousandths of a star."""
    fill_inputs(c, s, seat, scratch)
    total, row = 0, stage(c, s)
    for k in range(rec.INPUTS):
        total += c.weights[row, k] * scratch[BASE + k]
    return total // INPUT_SCALE


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Fill each seat's share of the win, by the stars that it is expected to have at the end."""
    if s.phase == rec.OVER:
        share_final(c, s, out)
        return
    for seat in range(c.seats):
        out[seat] = STAR * score(c, s, seat) + gain(c, s, seat, scratch)
    share_win_by_odds(out, out, c.seats, c.spread[stage(c, s)])


def share_final(c: Constants, s: State, out: Row) -> None:
    """Give the whole win to the winner: the last tie-breaker always decides."""
    winner = 0
    for seat in range(c.seats):
        out[seat] = 0
        if standing(c, s, seat, score(c, s, seat)) > standing(c, s, winner, score(c, s, winner)):
            winner = seat
    out[winner] = WIN_VALUE


def quiescent(c: Constants, s: State) -> bool:
    """Return whether a round begins and no seat has placed anything yet."""
    if s.phase != rec.COMMITTING or s.due != (1 << c.seats) - 1:
        return False
    for seat in range(c.seats):
        cards = s.progress[seat] | s.created[seat]
        if was_placed_on(s, rec.PALETTE + seat):
            return False
        while cards != EMPTY_SET:
            if was_placed_on(s, lowest(cards)):
                return False
            cards = without_lowest(cards)
    return True


def was_placed_on(s: State, spot: int) -> bool:
    """Return whether something was placed on a spot in this round."""
    for item in range(rec.ITEMS):
        if s.placed[spot, item]:
            return True
    return False
