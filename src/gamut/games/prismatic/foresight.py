"""What a seat will still gain: weighed sums of what it has and what is near, one for each stage of the game.

They were fitted to positions where a round begins and the stars that greedy play gains from there on average;
`gamut teach prismatic` fits them anew. `foresight.toml` holds the weights, in thousandths of a star.
"""

from __future__ import annotations

from pathlib import Path

from gamut.engine.bits import NONE, count, lowest, rest
from gamut.engine.network import Taught
from gamut.engine.ranking import share_by_odds
from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE
from gamut.games.prismatic.prospects import (
    STAR,
    board_prospect,
    card_worth,
    distance,
    expect_light,
    measure_mixes,
    near,
    ranked,
    rounds_left,
)
from gamut.games.prismatic.prospects import WORK as PROSPECT_WORK
from gamut.games.prismatic.record import (
    COLOURS,
    COMMITTING,
    COMMON,
    INPUTS,
    ITEMS,
    KINDS,
    MOTE,
    MOTES,
    ONE_PRISM,
    OVER,
    PALETTE,
    PULL,
    STAGES,
    Constants,
    State,
)  # fmt: skip
from gamut.games.prismatic.scoring import count_kind, own_prisms, score, standing

# ---------------------------------------------------------------------- what it looks at

FINE = 16  # parts of one
(
    ONE, OWN, OTHER, PRISMS, MOTES_AHEAD, PRISMATIC_AHEAD, PRISMATIC_OWN, IN_PROGRESS, PROGRESS_NEAR,
    BOARD_NEAR, ORDER, DRAWN_MOTES, ON_PALETTE, STOCK, PLAYERS,
) = range(15)  # fmt: skip
PROGRESS_BEST = 15  # the three cards in progress that promise most
COMMON_BEST = PROGRESS_BEST + 3  # and the common cards
BY_COLOUR = COMMON_BEST + 3  # motes of each colour at hand
KIND_AHEAD = BY_COLOUR + COLOURS
KIND_OWN = KIND_AHEAD + KINDS
ABILITIES = KIND_OWN + KINDS
assert ABILITIES + 10 == INPUTS
EYES = PROSPECT_WORK  # where the inputs are in `work`
WORK = EYES + INPUTS


def clip(x: int, most: int) -> int:
    """A number between −`most` and `most`."""
    return max(min(x, most), -most)


def stage(c: Constants, s: State) -> int:
    """0 in the last round, else by the creations that the first seat is short of the goal."""
    if s.final:
        return 0
    most = 0
    for seat in range(c.seats):
        most = max(most, count(s.created[seat]))
    return min(max(c.goal - most, 1), STAGES - 1)


def look(c: Constants, s: State, seat: int, work: Row) -> None:
    """Fill the inputs."""
    for k in range(INPUTS):
        work[EYES + k] = 0
    other = motes = prismatic = drawn = palette = 0
    for rival in range(c.seats):
        if rival != seat:
            other = max(other, count(s.created[rival]))
            motes, prismatic = max(motes, s.motes[rival]), max(prismatic, s.prismatic[rival])
    for mote in range(MOTES):
        drawn += s.drawn[seat, mote]
        palette += s.on[PALETTE + seat, mote]
    work[EYES + ONE] = FINE
    work[EYES + OWN] = FINE * count(s.created[seat])
    work[EYES + OTHER] = FINE * other
    work[EYES + PRISMS] = FINE * own_prisms(s, seat)
    work[EYES + MOTES_AHEAD] = FINE * clip(s.motes[seat] - motes, 3)
    work[EYES + PRISMATIC_AHEAD] = FINE * clip(s.prismatic[seat] - prismatic, 2)
    work[EYES + PRISMATIC_OWN] = FINE * s.prismatic[seat]
    work[EYES + IN_PROGRESS] = FINE * count(s.progress[seat])
    work[EYES + ORDER] = FINE * ((seat - s.starter) % c.seats)
    work[EYES + DRAWN_MOTES] = FINE * drawn
    work[EYES + ON_PALETTE] = FINE * palette
    work[EYES + STOCK] = FINE * s.stock[seat]
    work[EYES + PLAYERS] = FINE * c.seats
    for colour in range(COLOURS):
        there = s.bag[seat, colour] + s.drawn[seat, colour] + s.on[PALETTE + seat, colour]
        work[EYES + BY_COLOUR + colour] = FINE * min(there, 4)
    look_at_creations(c, s, seat, work)
    look_at_prospects(c, s, seat, work)


def look_at_creations(c: Constants, s: State, seat: int, work: Row) -> None:
    """Types and abilities."""
    for kind in range(KINDS):
        own, most = count_kind(c, s, seat, kind), 0
        for rival in range(c.seats):
            if rival != seat:
                most = max(most, count_kind(c, s, rival, kind))
        work[EYES + KIND_AHEAD + kind] = FINE * clip(own - most, 2)
        work[EYES + KIND_OWN + kind] = FINE * own
    cards = s.created[seat] & c.able
    while cards != NONE:
        work[EYES + ABILITIES + ability_class(c, lowest(cards))] += FINE
        cards = rest(cards)


def ability_class(c: Constants, card: int) -> int:
    """Abilities that are alike: 0 to 9."""
    effect, paid = c.ability[card], 1 if c.takes[card] >= 0 else 0
    if effect < MOTE:
        return paid
    if effect < ONE_PRISM:
        return 2
    return 3 + paid if effect == ONE_PRISM else 5 + effect - PULL


def look_at_prospects(c: Constants, s: State, seat: int, work: Row) -> None:
    """How near cards are."""
    left = rounds_left(c, s)
    measure_mixes(c, s, seat, work)
    expect_light(c, s, seat, work)
    best = second = third = 0
    cards = s.progress[seat]
    while cards != NONE:
        card = lowest(cards)
        far = distance(c, s, seat, c.price[card], card, work)
        best, second, third = ranked(best, second, third, near(card_worth(c, card, left) + STAR, far, left))
        work[EYES + PROGRESS_NEAR] += near(STAR, far, left) // FINE
        cards = rest(cards)
    keep_three(work, EYES + PROGRESS_BEST, best, second, third)
    best = second = third = 0
    for place in range(COMMON):
        card = s.common[place] - 1
        if card >= 0:
            far = distance(c, s, seat, c.price[card], PALETTE + seat, work)
            best, second, third = ranked(best, second, third, near(card_worth(c, card, left), far, left))
    keep_three(work, EYES + COMMON_BEST, best, second, third)
    work[EYES + BOARD_NEAR] = board_prospect(c, s, seat, left, work) // (64 * FINE)


def keep_three(work: Row, at: int, best: int, second: int, third: int) -> None:
    """Note three prospects."""
    work[at] = best // FINE
    work[at + 1] = second // FINE
    work[at + 2] = third // FINE


# ---------------------------------------------------------------------- what it makes of it

TAUGHT = Taught(
    look=look, score=score, left=stage, inputs=INPUTS, units=0, longest=STAGES - 1,
    file=Path(__file__).with_name("foresight.toml"), room=EYES, fine=FINE,
)  # fmt: skip


def gain(c: Constants, s: State, seat: int, work: Row) -> int:
    """What a seat will still gain, in thousandths of a star."""
    look(c, s, seat, work)
    total, now = 0, stage(c, s)
    for k in range(INPUTS):
        total += c.weights[now, k] * work[EYES + k]
    return total // FINE


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory: the odds fall with what a seat is expected to be behind at the end."""
    if s.phase == OVER:
        share_victory(c, s, out)
        return
    for seat in range(c.seats):
        out[seat] = STAR * score(c, s, seat) + gain(c, s, seat, work)
    share_by_odds(out, out, c.seats, c.spread[stage(c, s)])


def share_victory(c: Constants, s: State, out: Row) -> None:
    """All of it for the winner: no tie is left at the end."""
    winner = 0
    for seat in range(c.seats):
        out[seat] = 0
        if standing(c, s, seat, score(c, s, seat)) > standing(c, s, winner, score(c, s, winner)):
            winner = seat
    out[winner] = WHOLE


def settled(c: Constants, s: State) -> bool:
    """A round begins: nobody has committed anything in it."""
    if s.phase != COMMITTING or s.due != (1 << c.seats) - 1:
        return False
    for seat in range(c.seats):
        cards = s.progress[seat] | s.created[seat]
        if lies_new(s, PALETTE + seat):
            return False
        while cards != NONE:
            if lies_new(s, lowest(cards)):
                return False
            cards = rest(cards)
    return True


def lies_new(s: State, spot: int) -> bool:
    """Whether something was laid on a spot in this round."""
    for item in range(ITEMS):
        if s.laid[spot, item]:
            return True
    return False
