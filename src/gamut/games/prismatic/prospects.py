"""What a position promises a seat, in thousandths of a star: the measure of `guide` and `value`.

A card counts the more the nearer it is. Its distance adds up what is missing: little for a colour that is drawn or
in the bag, more for one that has to be mixed on the palette or made first.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, count, lowest, rest
from gamut.engine.record import Row
from gamut.games.prismatic.record import (
    BOARD,
    COLOURS,
    COMMON,
    ITEMS,
    MOTE,
    PALETTE,
    POOL,
    PRISM,
    PRISMATIC,
    RESOLVING,
    Constants,
    State,
)  # fmt: skip

STAR = 1000
PACE = 7  # quarters of a round that a creation takes

# Distances, in sixteenths of a mote
DRAWN, IN_BAG, MADE = 11, 21, 67
MIXING = 10  # the least for a colour that is mixed
AGAIN = 12  # what was made has to wait for the next round
PRISM_READY, PRISM_AWAY = 5, 33
NEAR_END, NEAR_EACH, NEAR_MOST = 6, 15, 13  # the distance that halves a worth: at the end, more a round, at most

# Weights, in 64ths
READY, PART = 50, 64  # of a card in progress that can be created, and of one that is near
COMMON_READY, COMMON_PART = 30, 32
SECOND, THIRD = 26, 22  # of the cards that promise less than the best
BOARD_BEST, BOARD_SECOND = 17, 14

# Rows of `work`
MIX = 0  # how far it is to mix each colour
LIGHT = COLOURS  # the pool, or what abilities will bring into it
SAVED = 2 * COLOURS  # what a trial has to restore
WORK = SAVED + ITEMS + COLOURS


def rounds_left(c: Constants, s: State) -> int:
    """How many rounds there may be after this one."""
    if s.final:
        return 0
    most = 0
    for seat in range(c.seats):
        most = max(most, count(s.created[seat]))
    return 1 + max(c.goal - most, 0) * PACE // 4


def card_worth(c: Constants, card: int, left: int) -> int:
    """What a card is worth once it is created."""
    return STAR * c.stars[card] + c.once[card] + c.each[card] * left


# ---------------------------------------------------------------------- how near things are


def near(worth: int, distance: int, left: int) -> int:
    """What a worth counts at a distance."""
    half = min(NEAR_END + NEAR_EACH * left, NEAR_MOST)
    return worth * half // (half + distance)


def at_home(s: State, seat: int, colour: int) -> int:
    """Motes of a colour that are in the bag, or will be after this step."""
    return s.bag[seat, colour] + (s.aside[colour] + s.gained[colour] if s.turn == seat else 0)


def reach(s: State, seat: int, colour: int, short: int, mix: int) -> int:
    """How far some motes of a colour are: drawn, in the bag, to be mixed or to be made."""
    far = 0
    if mix < DRAWN:
        far += mix
        short -= 1
    n = min(short, s.drawn[seat, colour])
    far += n * DRAWN
    short -= n
    n = min(short, at_home(s, seat, colour))
    far += n * IN_BAG
    short -= n
    if short and mix >= DRAWN:
        far += min(mix, MADE)
        short -= 1
    return far + short * MADE


def measure_mixes(c: Constants, s: State, seat: int, work: Row) -> None:
    """Note how far it is to mix each colour with what lies on the palette."""
    palette = PALETTE + seat
    for colour in range(COLOURS):
        creation, far = c.mixed_by[colour], MADE
        if creation >= 0:
            far = MIXING + (AGAIN if (s.made >> creation) & 1 else 0)
            for part in range(COLOURS):
                short = c.recipe[creation, part] - s.on[palette, part] - s.laid[palette, part]
                if short > 0:
                    far += reach(s, seat, part, short, MADE)
        work[MIX + colour] = far


def expect_light(c: Constants, s: State, seat: int, work: Row) -> None:
    """Note the pool; before the resolve step, what abilities that are free or fed will bring into it."""
    for colour in range(COLOURS):
        work[LIGHT + colour] = s.pool[colour]
    if s.phase == RESOLVING:
        return
    cards = s.created[seat] & c.able
    while cards != NONE:
        card = lowest(cards)
        if c.ability[card] < MOTE and is_fed(c, s, card):
            work[LIGHT + c.ability[card] - POOL] += 1
        cards = rest(cards)


def is_fed(c: Constants, s: State, card: int) -> bool:
    """Whether an ability costs nothing or lies ready to be paid."""
    item = c.takes[card]
    if item < 0 or s.on[card, item] + s.laid[card, item] > 0:
        return True
    return item != PRISM and s.on[card, PRISMATIC] + s.laid[card, PRISMATIC] > 0


def mix_beside(c: Constants, s: State, seat: int, price: Row, colour: int, mix: int) -> int:
    """How far it is to mix a colour on a palette that pays a price at the same time."""
    creation, spot = c.mixed_by[colour], PALETTE + seat
    for part in range(COLOURS):
        if c.recipe[creation, part] and price[part]:
            short = c.recipe[creation, part] + price[part] - s.on[spot, part] - s.laid[spot, part]
            if short > 0:
                mix += min(short, c.recipe[creation, part]) * IN_BAG
    return mix


def distance(c: Constants, s: State, seat: int, price: Row, spot: int, work: Row) -> int:
    """What is missing on a spot for a price.

    In the resolve step the pool counts only if nothing is missing then but what can be mixed at once.
    """
    far = missing = dark = wanting = 0
    resolving = s.phase == RESOLVING
    for colour in range(COLOURS):
        short = price[colour] - s.on[spot, colour] - s.laid[spot, colour]
        lit = short - work[LIGHT + colour]
        if not resolving:
            short = lit
        if short > 0:
            mix = work[MIX + colour]
            if spot >= PALETTE and mix < MADE and c.mixed_by[colour] >= 0:
                mix = mix_beside(c, s, seat, price, colour, mix)
            missing += short
            far += reach(s, seat, colour, short, mix)
            if lit > 0:
                wanting += lit
                dark += lit if mix > MIXING else lit - 1
    wild = s.on[spot, PRISMATIC] + s.laid[spot, PRISMATIC]
    if resolving and dark <= wild:
        far = MIXING * max(wanting - wild, 0)
    elif wild:
        far = far * max(missing - wild, 0) // max(missing, 1)
    prisms = price[PRISM] - s.on[spot, PRISM] - s.laid[spot, PRISM]
    if prisms > 0:
        far += prisms * (PRISM_READY if s.stock[seat] >= prisms else PRISM_AWAY)
    return far


# ---------------------------------------------------------------------- what they promise


def prospect(c: Constants, s: State, seat: int, left: int, without: int, work: Row) -> int:
    """What cards in progress, common cards and the board promise; one card may be left out.

    Cards compete for the same motes, so only the one that promises most counts fully.
    """
    measure_mixes(c, s, seat, work)
    expect_light(c, s, seat, work)
    total = best = second = third = 0
    cards = s.progress[seat]
    while cards != NONE:
        card = lowest(cards)
        if card != without:
            worth, far = card_worth(c, card, left) + STAR, distance(c, s, seat, c.price[card], card, work)
            if far == 0:
                total += READY * worth
            else:
                best, second, third = ranked(best, second, third, PART * near(worth, far, left))
        cards = rest(cards)
    for place in range(COMMON):
        card = s.common[place] - 1
        if card >= 0 and card != without:
            far = distance(c, s, seat, c.price[card], PALETTE + seat, work)
            part = COMMON_PART if far else COMMON_READY
            best, second, third = ranked(best, second, third, part * near(card_worth(c, card, left), far, left))
    total += best + (SECOND * second + THIRD * third) // 64
    return (total + board_prospect(c, s, seat, left, work)) // 64


def board_prospect(c: Constants, s: State, seat: int, left: int, work: Row) -> int:
    """What the two best creations of the board promise."""
    best = second = third = 0
    for creation in range(BOARD):
        if c.board_worth[creation] > 0:
            far = distance(c, s, seat, c.recipe[creation], PALETTE + seat, work)
            found = near(c.board_worth[creation], far + (AGAIN if (s.made >> creation) & 1 else 0), left)
            best, second, third = ranked(best, second, third, found)
    return BOARD_BEST * best + BOARD_SECOND * second


def ranked(best: int, second: int, third: int, found: int) -> tuple[int, int, int]:
    """The three greatest of four, if the first three are in order."""
    if found > best:
        return found, best, second
    if found > second:
        return best, found, second
    return best, second, max(third, found)
