"""The invariants of Prismatic."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, contains, count
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.auction import highest_bid
from gamut.games.prismatic.paying import wanted_spot
from gamut.games.prismatic.pieces import count_motes
from gamut.games.prismatic.record import Constants, State, wanted_card, wanted_recipe


def broken_invariant(c: Constants, s: State) -> int:
    if not cards_are_consistent(c, s):
        return 1
    for item in range(rec.ITEMS):
        if not item_is_consistent(c, s, item):
            return 2
    for seat in range(c.seats):
        if not seat_is_consistent(c, s, seat):
            return 3
    for spot in range(rec.SPOTS):
        if not spot_is_consistent(c, s, spot):
            return 4
    if not phase_is_consistent(c, s):
        return 5
    if not task_is_consistent(c, s):
        return 6
    return 0 if goal_is_consistent(c, s) else 7


def cards_are_consistent(c: Constants, s: State) -> bool:
    """Return whether every card is in exactly one place."""
    cards, n = s.deck | s.discard, count(s.deck) + count(s.discard)
    for seat in range(c.seats):
        cards = cards | s.progress[seat] | s.created[seat] | s.offered[seat]
        n += count(s.progress[seat]) + count(s.created[seat]) + count(s.offered[seat])
    for place in range(rec.COMMON):
        if s.common[place]:
            cards = cards | bit(s.common[place] - 1)
            n += 1
    return n == rec.CARDS and cards == bit(rec.CARDS) - bit(0)


def item_is_consistent(c: Constants, s: State, item: int) -> bool:
    """Return whether no count of an item is negative, and all of them add up."""
    n, least = s.supply[item] + s.gained[item], min(s.supply[item], s.gained[item])
    for spot in range(rec.SPOTS):
        n += s.on[spot, item] + s.placed[spot, item]
        least = min(least, s.on[spot, item], s.placed[spot, item])
    if item < rec.MOTES:
        n += s.aside[item]
        least = min(least, s.aside[item])
    for seat in range(c.seats):
        if item == rec.PRISM:
            n += s.stock[seat]
            least = min(least, s.stock[seat])
        else:
            n += s.bag[seat, item] + s.drawn[seat, item]
            least = min(least, s.bag[seat, item], s.drawn[seat, item])
    in_box = rec.ALL_PRISMS if item == rec.PRISM else rec.EACH_PRISMATIC if item == rec.PRISMATIC else rec.EACH_COLOUR
    return n == in_box and least >= 0


def count_owned(c: Constants, s: State, seat: int, mote: int) -> int:
    n = s.bag[seat, mote] + s.drawn[seat, mote] + s.on[rec.PALETTE + seat, mote] + s.placed[rec.PALETTE + seat, mote]
    for card in range(rec.CARDS):
        if contains(s.progress[seat] | s.created[seat], card):
            n += s.on[card, mote] + s.placed[card, mote]
    return n + (s.aside[mote] + s.gained[mote] if s.phase == rec.RESOLVING and s.turn == seat else 0)


def seat_is_consistent(c: Constants, s: State, seat: int) -> bool:
    """Return whether the stored numbers of motes are right: at least ten, once the start is over."""
    n = 0
    for mote in range(rec.MOTES):
        n += count_owned(c, s, seat, mote)
    if n != s.motes[seat] or count_owned(c, s, seat, rec.PRISMATIC) != s.prismatic[seat]:
        return False
    return n == 8 if s.phase == rec.STARTING else n >= 10


def spot_is_consistent(c: Constants, s: State, spot: int) -> bool:
    """Return whether a spot holds only what may be committed to it."""
    if spot >= rec.PALETTE:
        return spot - rec.PALETTE < c.seats or is_empty(s, spot)
    progress = created = EMPTY_SET
    for seat in range(c.seats):
        progress = progress | s.progress[seat]
        created = created | s.created[seat]
    paying = s.task == rec.PAYING and wanted_spot(s) == spot
    if contains(progress, spot) and not paying:
        motes = 0
        for item in range(rec.ITEMS):
            n = s.on[spot, item] + s.placed[spot, item]
            motes += n if item < rec.MOTES else 0
            if item != rec.PRISMATIC and n > c.price[spot, item]:
                return False
        return motes <= c.price_motes[spot]
    if contains(created, spot):
        for item in range(rec.ITEMS):
            if s.on[spot, item] + s.placed[spot, item] and not contains(c.uses[item], spot):
                return False
        return True
    return paying or is_empty(s, spot)


def is_empty(s: State, spot: int) -> bool:
    for item in range(rec.ITEMS):
        if s.on[spot, item] or s.placed[spot, item]:
            return False
    return True


def phase_is_consistent(c: Constants, s: State) -> bool:
    """Return whether nothing of another phase is left, and seats have to choose exactly in secret phases."""
    chosen = offers = placed = drawn = cards = 0
    for seat in range(c.seats):
        chosen += s.kept[seat]
        offers += s.offer[seat]
        cards += count(s.offered[seat])
        drawn += count_motes(s.drawn[seat])
        for colour in range(rec.N_COLOURS):
            chosen += s.chosen_motes[seat, colour]
    for spot in range(rec.SPOTS):
        for item in range(rec.ITEMS):
            placed += s.placed[spot, item]
    if (
        (chosen and s.phase != rec.STARTING)
        or (offers and s.phase != rec.BIDDING)
        or (placed and s.phase != rec.COMMITTING)
    ):
        return False
    if drawn and s.phase != rec.COMMITTING and s.task != rec.PULLED:
        return False
    if cards and s.phase != rec.STARTING and s.task != rec.PLACING and s.task != rec.KEEPING:
        return False
    return (s.due > 0) == (s.phase != rec.RESOLVING and s.phase != rec.OVER) and s.due >> c.seats == 0


def task_is_consistent(c: Constants, s: State) -> bool:
    """Return whether light, payment and rewards fit the task, and exist only during a turn."""
    owed = pool = 0
    for colour in range(rec.N_COLOURS):
        owed += s.owed[colour]
        pool += s.pool[colour]
        if s.pool[colour] < 0 or s.owed[colour] < 0:
            return False
    if (owed > 0) != (s.task == rec.PAYING) or (s.task == rec.REWARDS and s.rewards == 0):
        return False
    paid_for = s.task == rec.PAYING or s.rewards > 0
    if (wanted_recipe(s) >= 0) != paid_for and not (wanted_card(s) >= 0 and s.task > rec.REWARDS):
        return False
    if s.phase == rec.RESOLVING:
        return True
    in_use = pool + s.task + s.wanted + s.rewards + s.made + s.turn + s.turns
    return in_use + count_motes(s.aside) + count_motes(s.gained) + s.gained[rec.PRISM] == 0 and s.used == EMPTY_SET


def goal_is_consistent(c: Constants, s: State) -> bool:
    """Return whether the seat stored has reached the goal, and all bids are covered."""
    for seat in range(c.seats):
        if count(s.created[seat]) >= c.goal and s.reached == 0:
            return False
        if s.phase == rec.BIDDING and max(s.bid[seat], s.offer[seat] - 1) > s.stock[seat]:
            return False
    if s.phase == rec.BIDDING and highest_bid(c, s) == 0 and s.out:
        return False
    return s.reached == 0 or count(s.created[s.reached - 1]) >= c.goal
