"""What a seat of Prismatic knows: everything but the choices of others that are not turned up yet.

All cards, bags, palettes and discards lie open (clause 1.6), and a deck has no order in the record. So a redeal
invents only a key and the steps of seats that are in: each step is drawn evenly from those that are possible
there, as in play at random. Seats that are still choosing have made no step in what others know.
"""

from __future__ import annotations

from gamut.engine.bits import count, has, member
from gamut.engine.chance import forget_key, pick, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.verbs import UNSEEN
from gamut.games.prismatic.auction import takes_part
from gamut.games.prismatic.committing import lay, loose, open_places, unlay
from gamut.games.prismatic.pieces import common_place
from gamut.games.prismatic.record import (
    BIDDING,
    BOARD,
    CARDS,
    COLOURS,
    COMMITTING,
    ITEMS,
    KINDS,
    MOTES,
    PALETTE,
    RESOLVING,
    SEATS,
    STARTING,
    WISHES,
    Constants,
    State,
)  # fmt: skip
from gamut.games.prismatic.scoring import count_kind, own_prisms, score


def hide(c: Constants, s: State, seat: int) -> None:
    """Leave only what the seat knows."""
    forget_key(s)
    for other in range(c.seats):
        if other != seat:
            s.kept[other] = s.offer[other] = 0
            for colour in range(COLOURS):
                s.wished[other, colour] = 0
            if s.phase == COMMITTING:
                unlay(s, other)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Let those who are in have chosen something."""
    rekey(s, r)
    for other in range(c.seats):
        if other != seat and not (s.due >> other) & 1:
            if s.phase == STARTING:
                invent_start(s, other, r)
            elif s.phase == COMMITTING:
                invent_commits(c, s, other, r)
            elif s.phase == BIDDING and takes_part(c, s, other):
                invent_bid(s, other, r)


def invent_start(s: State, seat: int, r: WordRow) -> None:
    """One of the two cards, and two motes."""
    s.kept[seat] = member(s.offered[seat], pick(r, count(s.offered[seat]))) + 1
    for _ in range(WISHES):
        s.wished[seat, pick(r, COLOURS)] += 1


def invent_commits(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Random steps until the seat is done."""
    going_on = True
    while going_on:
        ways = 0
        for item in range(ITEMS):
            if loose(s, seat, item):
                ways += count(open_places(c, s, seat, item))
        chosen = pick(r, ways + 1)
        going_on = chosen < ways
        if going_on:
            lay_way(c, s, seat, chosen)


def lay_way(c: Constants, s: State, seat: int, chosen: int) -> None:
    """The way of that rank to lay something."""
    for item in range(ITEMS):
        if loose(s, seat, item):
            places = open_places(c, s, seat, item)
            if chosen < count(places):
                lay(s, seat, item, member(places, chosen))
                return
            chosen -= count(places)


def invent_bid(s: State, seat: int, r: WordRow) -> None:
    """Any bid; of those who choose again a higher one, or none."""
    if s.bid[seat] == 0:
        s.offer[seat] = 1 + pick(r, s.stock[seat] + 1)
    else:
        more = pick(r, s.stock[seat] - s.bid[seat] + 1)
        s.offer[seat] = 1 + s.bid[seat] + more if more else 1


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Steps of the start, commits and bids are secret; what came of them is seen when all are in."""
    return a if seat == mover or s.phase == RESOLVING else UNSEEN


# ---------------------------------------------------------------------- as numbers

PER_SEAT = 2 * MOTES + ITEMS + KINDS + 13
WHERE = 4 + 2 * SEATS  # deck, discard, common, offered; progress and creation areas by seat
PER_CARD = WHERE + 2 * ITEMS + 2
TASKS, PHASES = 9, 5
FEATURES = SEATS * PER_SEAT + CARDS * PER_CARD + 2 * COLOURS + MOTES + 2 * ITEMS + BOARD + TASKS + PHASES + 4
LAYOUT = (
    FeatureBlock("seats", (SEATS, PER_SEAT), "for each seat, own first, then in turn order: motes in the bag, "
                 "motes drawn (9 each, of 5), items on the palette (10, of 5), created cards by type (3, of 5), "
                 "prisms in stock (of 10), motes (of 25), prismatic motes (of 5), own prisms (of 10), points (of"
                 " 20), cards in progress (of 5) and created, whether it begins, has its turn, is awaited, has "
                 "reached the goal, its bid (of 10), whether it has forgone"),
    FeatureBlock("cards", (CARDS, PER_CARD), "for each card: whether it is in the deck, discarded, common, "
                 "offered (1 to the seat, a half to another), in progress (4, own first) and created (4); by "
                 "item what its price misses (10) and what lies there (10, of 2); its stars (of 5), whether it "
                 "is used or wanted"),
    FeatureBlock("pool", (COLOURS,), "the colour pool of the step under way, of 3"),
    FeatureBlock("owed", (COLOURS,), "colours not paid yet, of 2"),
    FeatureBlock("aside", (MOTES,), "motes used in this step, of 5"),
    FeatureBlock("gained", (ITEMS,), "items gained in this step, of 3"),
    FeatureBlock("supply", (ITEMS,), "what nobody owns, of 25"),
    FeatureBlock("made", (BOARD,), "1 for each creation of the board made in this step"),
    FeatureBlock("task", (TASKS,), "1 for what is asked"),
    FeatureBlock("phase", (PHASES,), "start, commits, resolving, bids, end"),
    FeatureBlock("clock", (4,), "round (of 20), whether it is the last, rewards left (of 7), turns taken"),
)  # fmt: skip


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Seats (own first), cards (where, what is missing, what lies there), the step under way, the clock."""
    for k in range(FEATURES):
        out[k] = 0.0
    for k in range(c.seats):
        observe_seat(c, s, (seat + k) % c.seats, out, k * PER_SEAT)
    at = SEATS * PER_SEAT
    for card in range(CARDS):
        observe_card(c, s, seat, card, out, at + card * PER_CARD)
    observe_step(c, s, out, at + CARDS * PER_CARD)


def observe_seat(c: Constants, s: State, seat: int, out: Floats, at: int) -> None:
    """A seat's motes and prisms, its progress and what is asked of it."""
    for mote in range(MOTES):
        out[at + mote] = s.bag[seat, mote] / 5
        out[at + MOTES + mote] = s.drawn[seat, mote] / 5
    at += 2 * MOTES
    for item in range(ITEMS):
        out[at + item] = (s.on[PALETTE + seat, item] + s.laid[PALETTE + seat, item]) / 5
    at += ITEMS
    for kind in range(KINDS):
        out[at + kind] = count_kind(c, s, seat, kind) / 5
    at += KINDS
    out[at] = s.stock[seat] / 10
    out[at + 1] = s.motes[seat] / 25
    out[at + 2] = s.prismatic[seat] / 5
    out[at + 3] = own_prisms(s, seat) / 10
    out[at + 4] = score(c, s, seat) / 20
    out[at + 5] = count(s.progress[seat]) / 5
    out[at + 6] = count(s.created[seat]) / c.goal
    out[at + 7] = 1.0 if s.starter == seat else 0.0
    out[at + 8] = 1.0 if s.phase == RESOLVING and s.turn == seat else 0.0
    out[at + 9] = 1.0 if (s.due >> seat) & 1 else 0.0
    out[at + 10] = 1.0 if s.reached == seat + 1 else 0.0
    out[at + 11] = s.bid[seat] / 10
    out[at + 12] = 1.0 if (s.out >> seat) & 1 else 0.0


def observe_card(c: Constants, s: State, seat: int, card: int, out: Floats, at: int) -> None:
    """Where a card is, what its price still misses, and what lies on it."""
    out[at] = 1.0 if has(s.deck, card) else 0.0
    out[at + 1] = 1.0 if has(s.discard, card) else 0.0
    out[at + 2] = 1.0 if common_place(s, card) >= 0 else 0.0
    for k in range(c.seats):
        other = (seat + k) % c.seats
        if has(s.offered[other], card):
            out[at + 3] = 1.0 if k == 0 else 0.5
        out[at + 4 + k] = 1.0 if has(s.progress[other], card) else 0.0
        out[at + 4 + SEATS + k] = 1.0 if has(s.created[other], card) else 0.0
    at += WHERE
    for item in range(ITEMS):
        there = s.on[card, item] + s.laid[card, item]
        out[at + item] = (c.price[card, item] - there) / 2
        out[at + ITEMS + item] = there / 2
    out[at + 2 * ITEMS] = c.stars[card] / 5
    out[at + 2 * ITEMS + 1] = 1.0 if has(s.used, card) or s.wanted == BOARD + card + 1 else 0.0


def observe_step(c: Constants, s: State, out: Floats, at: int) -> None:
    """The resolve step under way, the supply, the phase and the round."""
    for colour in range(COLOURS):
        out[at + colour] = s.pool[colour] / 3
        out[at + COLOURS + colour] = s.owed[colour] / 2
    at += 2 * COLOURS
    for mote in range(MOTES):
        out[at + mote] = s.aside[mote] / 5
    at += MOTES
    for item in range(ITEMS):
        out[at + item] = s.gained[item] / 3
        out[at + ITEMS + item] = s.supply[item] / 25
    at += 2 * ITEMS
    for creation in range(BOARD):
        out[at + creation] = 1.0 if (s.made >> creation) & 1 else 0.0
    at += BOARD
    out[at + s.task] = 1.0
    out[at + TASKS + s.phase] = 1.0
    at += TASKS + PHASES
    out[at] = s.round / 20
    out[at + 1] = 1.0 if s.final else 0.0
    out[at + 2] = s.rewards / 7
    out[at + 3] = s.turns / c.seats
