"""What is worth doing in Prismatic: try each action on the prospects, and take what brings most.

Commits may be made in any order, and all orders lead to the same. So that a search does not walk them all, the
guide keeps to one: items in their order, each laid where it brings most, or left for the bag.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count
from gamut.engine.record import Row
from gamut.games.prismatic.paying import paying_spot
from gamut.games.prismatic.prospects import (
    SAVED,
    STAR,
    card_worth,
    prospect,
    rounds_left,
)  # fmt: skip
from gamut.games.prismatic.record import (
    BID,
    BIDDING,
    COLOURS,
    COMMITTING,
    CREATE,
    DECLINE,
    DISCARD,
    DISCARD_CARD,
    DONE,
    DRAW,
    EMPTY_SPOT,
    FORGO,
    ITEMS,
    KEEP,
    KEEP_ONE,
    LAY,
    MAKE,
    MOTE,
    ONE_PRISM,
    PALETTE,
    PAY_POOL,
    POOL,
    PRISM,
    PRISMATIC,
    PUT_BACK,
    STARTING,
    STEAL,
    STEAL_CARD,
    TAKE_MOTE,
    THREE_PRISMS,
    TO_COMMON,
    USE,
    WISH,
    Constants,
    State,
    laid_item,
    laid_place,
)  # fmt: skip
from gamut.games.prismatic.resolving import taken_effect

LAYING = 1  # what laying something has to bring
LAY_PRISM = 11
USING = 17
ENDING = 107
CREATING = 141
CROWD = 370  # what each card in progress takes from the worth of another one
KEPT = 685  # what a card in progress costs
TO_ALL = 63  # putting a drawn card into the common area
SWAPPING = 43
DISCARD_OWN, DISCARD_COMMON = 778, 123
EMPTYING = 20
TAKING = 21
PAYING_POOL = 241
BIDS = (40, 12, 5, 2)


def weight(gain: int) -> int:
    """A weight from a gain."""
    gain = max(gain, 0)
    return min(1 + gain * gain // 8, 10_000_000)


# ---------------------------------------------------------------------- trials


def lay_gain(c: Constants, s: State, seat: int, item: int, place: int, left: int, work: Row) -> int:
    """What the prospects are if an item is laid somewhere."""
    spot = PALETTE + seat if place == PALETTE else place
    if item == PRISM:
        s.stock[seat] -= 1
    else:
        s.drawn[seat, item] -= 1
    s.on[spot, item] += 1
    found = prospect(c, s, seat, left, -1, work)
    if s.created[seat] & bit(place) != NONE and place != PALETTE:
        found += fed_worth(c, s, seat, place, left)
    s.on[spot, item] -= 1
    if item == PRISM:
        s.stock[seat] += 1
    else:
        s.drawn[seat, item] += 1
    return found


def fed_worth(c: Constants, s: State, seat: int, card: int, left: int) -> int:
    """What feeding an ability brings; a second meal waits."""
    fed = 0
    for item in range(ITEMS):
        fed += s.on[card, item] + s.laid[card, item]
    if fed > 1:
        return 0
    return effect_gain(c, s, seat, c.ability[card], left)


def left_in_bag(c: Constants, s: State, seat: int, item: int, left: int, work: Row) -> int:
    """What the prospects are if an item is not laid."""
    if item == PRISM:
        return prospect(c, s, seat, left, -1, work)
    s.drawn[seat, item] -= 1
    s.bag[seat, item] += 1
    found = prospect(c, s, seat, left, -1, work)
    s.drawn[seat, item] += 1
    s.bag[seat, item] -= 1
    return found


def effect_gain(c: Constants, s: State, seat: int, effect: int, left: int) -> int:
    """What an effect brings now; colours of the pool bring what they make possible."""
    worth = c.effect_worth[effect]
    if effect < MOTE:
        return 0
    if effect == THREE_PRISMS:
        return min(worth, s.supply[PRISM] * STAR // 4)
    if effect == DISCARD and left == 0 and s.progress[seat] != NONE:
        return STAR
    if effect in (DRAW, STEAL, KEEP_ONE):
        return worth - CROWD * count(s.progress[seat]) if left else -STAR
    return worth


def spend(c: Constants, s: State, price: Row, spot: int) -> None:
    """Pay a price as one would: colours of the pool first, for they go out."""
    for colour in range(COLOURS):
        owed = price[colour]
        light = min(owed, s.pool[colour])
        own = min(owed - light, s.on[spot, colour])
        s.pool[colour] -= light
        s.on[spot, colour] -= own
        s.on[spot, PRISMATIC] -= owed - light - own
    s.on[spot, PRISM] -= price[PRISM]


def save(s: State, spot: int, work: Row) -> None:
    """Note what a trial changes."""
    for item in range(ITEMS):
        work[SAVED + item] = s.on[spot, item]
    for colour in range(COLOURS):
        work[SAVED + ITEMS + colour] = s.pool[colour]


def restore(s: State, spot: int, work: Row) -> None:
    """Undo a trial."""
    for item in range(ITEMS):
        s.on[spot, item] = work[SAVED + item]
    for colour in range(COLOURS):
        s.pool[colour] = work[SAVED + ITEMS + colour]


def make_gain(c: Constants, s: State, seat: int, creation: int, left: int, work: Row) -> int:
    """The prospects after a creation of the board, with what it brings."""
    spot, effect = PALETTE + seat, c.gives[creation]
    save(s, spot, work)
    spend(c, s, c.recipe[creation], spot)
    s.made |= 1 << creation
    if effect < MOTE:
        s.pool[effect - POOL] += 1
    found = prospect(c, s, seat, left, -1, work) - c.effect_worth[ONE_PRISM] * c.recipe[creation, PRISM]
    s.made ^= 1 << creation
    restore(s, spot, work)
    return found + effect_gain(c, s, seat, effect, left)


def create_gain(c: Constants, s: State, seat: int, card: int, left: int, work: Row) -> int:
    """The prospects after a card is created, with its worth."""
    spot = paying_spot(s, seat, card)
    save(s, spot, work)
    spend(c, s, c.price[card], spot)
    found = prospect(c, s, seat, left, card, work) - c.effect_worth[ONE_PRISM] * c.price[card, PRISM]
    restore(s, spot, work)
    return found + card_worth(c, card, left) + (STAR if spot == card else 0)


def use_gain(c: Constants, s: State, seat: int, card: int, left: int, work: Row) -> int:
    """The prospects after an ability is used."""
    effect = c.ability[card]
    if effect < MOTE:
        s.pool[effect - POOL] += 1
        found = prospect(c, s, seat, left, -1, work)
        s.pool[effect - POOL] -= 1
        return found - (c.effect_worth[ONE_PRISM] if c.takes[card] == PRISM else 0)
    return prospect(c, s, seat, left, -1, work) + effect_gain(c, s, seat, effect, left)


def wanted_worth(c: Constants, s: State, seat: int, card: int, left: int, work: Row) -> int:
    """What a card promises in the progress area of a seat: less than nothing where it will not be finished."""
    s.progress[seat] = s.progress[seat] | bit(card)
    found = prospect(c, s, seat, left, -1, work)
    s.progress[seat] = s.progress[seat] ^ bit(card)
    return found


# ---------------------------------------------------------------------- the verbs


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights of what may be done."""
    left = rounds_left(c, s)
    if s.phase == COMMITTING:
        guide_commit(c, s, seat, acts, n, out, left, work)
    elif s.phase == STARTING:
        guide_start(c, s, seat, acts, n, out, left, work)
    elif s.phase == BIDDING:
        for k in range(n):
            prisms = acts[k] - BID if acts[k] < FORGO else 0
            out[k] = BIDS[prisms] if prisms < len(BIDS) else 1
    else:
        now = prospect(c, s, seat, left, -1, work)
        for k in range(n):
            out[k] = weight(step_gain(c, s, seat, acts[k], now, left, work))


def guide_commit(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, left: int, work: Row) -> None:
    """The first item in order that is worth laying; when none is, done."""
    item, base, found = -1, 0, False
    for k in range(n):
        a = acts[k]
        out[k] = 1
        if a == DONE:
            out[k] = 1 if found else 100_000
        elif laid_item(a) == item or not found:
            if laid_item(a) != item:
                item = laid_item(a)
                base = left_in_bag(c, s, seat, item, left, work) + (LAY_PRISM if item == PRISM else LAYING)
            gain = lay_gain(c, s, seat, item, laid_place(a), left, work) - base
            out[k] = weight(gain)
            if gain > 0:
                found = True


def guide_start(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, left: int, work: Row) -> None:
    """The card that promises most, then motes it needs."""
    for k in range(n):
        a = acts[k]
        if a == DONE:
            out[k] = 1
        elif a < WISH:
            out[k] = weight(wanted_worth(c, s, seat, a - KEEP, left, work))
        else:
            colour = a - WISH
            out[k] = 1
            if s.kept[seat]:
                card = s.kept[seat] - 1
                short = c.price[card, colour] - s.bag[seat, colour] - s.wished[seat, colour]
                out[k] = 60 if short > 0 else 2
                if colour == 6 or colour == 7:
                    out[k] += 10


def step_gain(c: Constants, s: State, seat: int, a: int, now: int, left: int, work: Row) -> int:
    """What an action of the resolve step brings."""
    if a < CREATE:
        return make_gain(c, s, seat, a - MAKE, left, work) - now
    if a < USE:
        return create_gain(c, s, seat, a - CREATE, left, work) - now + CREATING
    if a < LAY:
        return use_gain(c, s, seat, a - USE, left, work) - now + USING
    if a < PUT_BACK:
        return lay_gain(c, s, seat, laid_item(a), laid_place(a), left, work) - now
    if a == PUT_BACK:
        return ENDING
    if a < TO_COMMON:
        return wanted_worth(c, s, seat, a - KEEP, left, work) - now - (STAR if left == 0 else KEPT)
    if a == TO_COMMON:
        return TO_ALL
    if a < DISCARD_CARD:
        return SWAPPING
    if a < STEAL_CARD:
        card = a - DISCARD_CARD
        if s.progress[seat] & bit(card) != NONE:
            return prospect(c, s, seat, left, card, work) - now + DISCARD_OWN
        return prospect(c, s, seat, left, card, work) - now + DISCARD_COMMON
    if a < EMPTY_SPOT:
        return wanted_worth(c, s, seat, a - STEAL_CARD, left, work) - now
    if a < TAKE_MOTE:
        return EMPTYING
    if a < DECLINE:
        return effect_gain(c, s, seat, taken_effect(a), left) + TAKING
    if a == PAY_POOL:
        return PAYING_POOL
    return ENDING
