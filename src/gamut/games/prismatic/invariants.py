"""What is true of every state of Prismatic."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, has
from gamut.games.prismatic.auction import highest_bid
from gamut.games.prismatic.paying import wanted_spot
from gamut.games.prismatic.pieces import count_motes
from gamut.games.prismatic.record import (
    ALL_PRISMS,
    BIDDING,
    BOARD,
    CARDS,
    COLOURS,
    COMMITTING,
    COMMON,
    EACH_COLOUR,
    EACH_PRISMATIC,
    ITEMS,
    KEEPING,
    MOTES,
    OVER,
    PALETTE,
    PAYING,
    PLACING,
    PRISM,
    PRISMATIC,
    PULLED,
    RESOLVING,
    REWARDS,
    SPOTS,
    STARTING,
    Constants,
    State,
)  # fmt: skip


def check(c: Constants, s: State) -> int:
    """The invariants, in the order the game declares them."""
    if not cards_add_up(c, s):
        return 1
    for item in range(ITEMS):
        if not item_adds_up(c, s, item):
            return 2
    for seat in range(c.seats):
        if not seat_adds_up(c, s, seat):
            return 3
    for spot in range(SPOTS):
        if not fits(c, s, spot):
            return 4
    if not phase_is_clean(c, s):
        return 5
    if not task_is_clean(c, s):
        return 6
    return 0 if goal_is_true(c, s) else 7


def cards_add_up(c: Constants, s: State) -> bool:
    """Whether every card is in exactly one place."""
    whole, many = s.deck | s.discard, count(s.deck) + count(s.discard)
    for seat in range(c.seats):
        whole = whole | s.progress[seat] | s.created[seat] | s.offered[seat]
        many += count(s.progress[seat]) + count(s.created[seat]) + count(s.offered[seat])
    for place in range(COMMON):
        if s.common[place]:
            whole = whole | bit(s.common[place] - 1)
            many += 1
    return many == CARDS and whole == bit(CARDS) - bit(0)


def item_adds_up(c: Constants, s: State, item: int) -> bool:
    """Whether supply and owners have all of an item together, and nobody less than nothing."""
    n, least = s.supply[item] + s.gained[item], min(s.supply[item], s.gained[item])
    for spot in range(SPOTS):
        n += s.on[spot, item] + s.laid[spot, item]
        least = min(least, s.on[spot, item], s.laid[spot, item])
    if item < MOTES:
        n += s.aside[item]
        least = min(least, s.aside[item])
    for seat in range(c.seats):
        if item == PRISM:
            n += s.stock[seat]
            least = min(least, s.stock[seat])
        else:
            n += s.bag[seat, item] + s.drawn[seat, item]
            least = min(least, s.bag[seat, item], s.drawn[seat, item])
    in_box = ALL_PRISMS if item == PRISM else EACH_PRISMATIC if item == PRISMATIC else EACH_COLOUR
    return n == in_box and least >= 0


def owned(c: Constants, s: State, seat: int, mote: int) -> int:
    """The motes of a kind that a seat owns."""
    n = s.bag[seat, mote] + s.drawn[seat, mote] + s.on[PALETTE + seat, mote] + s.laid[PALETTE + seat, mote]
    for card in range(CARDS):
        if has(s.progress[seat] | s.created[seat], card):
            n += s.on[card, mote] + s.laid[card, mote]
    return n + (s.aside[mote] + s.gained[mote] if s.phase == RESOLVING and s.turn == seat else 0)


def seat_adds_up(c: Constants, s: State, seat: int) -> bool:
    """Whether a seat has as many motes as it says: ten and more, once the start is over."""
    n = 0
    for mote in range(MOTES):
        n += owned(c, s, seat, mote)
    if n != s.motes[seat] or owned(c, s, seat, PRISMATIC) != s.prismatic[seat]:
        return False
    return n == 8 if s.phase == STARTING else n >= 10


def fits(c: Constants, s: State, spot: int) -> bool:
    """Whether a spot holds only what may be committed to it."""
    if spot >= PALETTE:
        return spot - PALETTE < c.seats or empty(s, spot)
    progress = created = NONE
    for seat in range(c.seats):
        progress = progress | s.progress[seat]
        created = created | s.created[seat]
    paying = s.task == PAYING and wanted_spot(s) == spot
    if has(progress, spot) and not paying:
        motes = 0
        for item in range(ITEMS):
            there = s.on[spot, item] + s.laid[spot, item]
            motes += there if item < MOTES else 0
            if item != PRISMATIC and there > c.price[spot, item]:
                return False
        return motes <= c.price_motes[spot]
    if has(created, spot):
        for item in range(ITEMS):
            if s.on[spot, item] + s.laid[spot, item] and not has(c.uses[item], spot):
                return False
        return True
    return paying or empty(s, spot)


def empty(s: State, spot: int) -> bool:
    """Whether nothing lies on a spot."""
    for item in range(ITEMS):
        if s.on[spot, item] or s.laid[spot, item]:
            return False
    return True


def phase_is_clean(c: Constants, s: State) -> bool:
    """Whether only what belongs to the phase is there, and somebody is awaited exactly while the game runs."""
    chosen = offers = laid = drawn = cards = 0
    for seat in range(c.seats):
        chosen += s.kept[seat]
        offers += s.offer[seat]
        cards += count(s.offered[seat])
        drawn += count_motes(s.drawn[seat])
        for colour in range(COLOURS):
            chosen += s.wished[seat, colour]
    for spot in range(SPOTS):
        for item in range(ITEMS):
            laid += s.laid[spot, item]
    if (chosen and s.phase != STARTING) or (offers and s.phase != BIDDING) or (laid and s.phase != COMMITTING):
        return False
    if drawn and s.phase != COMMITTING and s.task != PULLED:
        return False
    if cards and s.phase != STARTING and s.task != PLACING and s.task != KEEPING:
        return False
    return (s.due > 0) == (s.phase != RESOLVING and s.phase != OVER) and s.due >> c.seats == 0


def task_is_clean(c: Constants, s: State) -> bool:
    """Whether only the step under way has a pool, things aside and things to ask."""
    owed = pool = 0
    for colour in range(COLOURS):
        owed += s.owed[colour]
        pool += s.pool[colour]
        if s.pool[colour] < 0 or s.owed[colour] < 0:
            return False
    if (owed > 0) != (s.task == PAYING) or (s.task == REWARDS and s.rewards == 0):
        return False
    if (s.wanted > 0) != (s.task == PAYING or s.rewards > 0) and not (s.wanted > BOARD and s.task > REWARDS):
        return False
    if s.phase == RESOLVING:
        return True
    busy = pool + s.task + s.wanted + s.rewards + s.made + s.turn + s.turns
    return busy + count_motes(s.aside) + count_motes(s.gained) + s.gained[PRISM] == 0 and s.used == NONE


def goal_is_true(c: Constants, s: State) -> bool:
    """Whether the goal was reached by who is said to have reached it, and bids are covered."""
    for seat in range(c.seats):
        if count(s.created[seat]) >= c.goal and s.reached == 0:
            return False
        if s.phase == BIDDING and max(s.bid[seat], s.offer[seat] - 1) > s.stock[seat]:
            return False
    if s.phase == BIDDING and highest_bid(c, s) == 0 and s.out:
        return False
    return s.reached == 0 or count(s.created[s.reached - 1]) >= c.goal
