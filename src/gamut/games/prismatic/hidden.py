"""What a seat of Prismatic knows: everything but the choices of others that are not revealed yet.

Cards, bags, palettes and discards are open (clause 1.6), and a deck has no order in the record. So a redeal draws only
a key and the choices of seats that have submitted: each step evenly among those that are possible, as in random play.
Seats that are still choosing have made no choice, as far as others know.
"""

from __future__ import annotations

from gamut.engine.bits import contains, count, nth_member
from gamut.engine.chance import erase_key, random_below, renew_key
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.verbs import UNSEEN
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.auction import takes_part
from gamut.games.prismatic.committing import count_uncommitted, open_spots, place_item, take_up
from gamut.games.prismatic.pieces import common_place
from gamut.games.prismatic.record import Constants, State, seat_spot, wanted_card
from gamut.games.prismatic.scoring import count_kind, own_prisms, score


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)
    for other in range(c.seats):
        if other != seat:
            s.kept[other] = s.offer[other] = 0
            for colour in range(rec.N_COLOURS):
                s.chosen_motes[other, colour] = 0
            if s.phase == rec.COMMITTING:
                take_up(s, other)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)
    for other in range(c.seats):
        if other != seat and not (s.due >> other) & 1:
            if s.phase == rec.STARTING:
                redeal_start(s, other, rng)
            elif s.phase == rec.COMMITTING:
                redeal_commits(c, s, other, rng)
            elif s.phase == rec.BIDDING and takes_part(c, s, other):
                redeal_bid(s, other, rng)


def redeal_start(s: State, seat: int, rng: WordRow) -> None:
    s.kept[seat] = nth_member(s.offered[seat], random_below(rng, count(s.offered[seat]))) + 1
    for _ in range(rec.START_MOTES):
        s.chosen_motes[seat, random_below(rng, rec.N_COLOURS)] += 1


def redeal_commits(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Place items at random until the seat submits."""
    submitted = False
    while not submitted:
        n_ways = 0
        for item in range(rec.ITEMS):
            if count_uncommitted(s, seat, item):
                n_ways += count(open_spots(c, s, seat, item))
        chosen = random_below(rng, n_ways + 1)
        submitted = chosen == n_ways
        if not submitted:
            place_nth(c, s, seat, chosen)


def place_nth(c: Constants, s: State, seat: int, n: int) -> None:
    """Place an item in the `n`-th of all possible ways."""
    for item in range(rec.ITEMS):
        if count_uncommitted(s, seat, item):
            spots = open_spots(c, s, seat, item)
            if n < count(spots):
                place_item(s, seat, item, seat_spot(seat, nth_member(spots, n)))
                return
            n -= count(spots)


def redeal_bid(s: State, seat: int, rng: WordRow) -> None:
    """Bid at random; after a tie bid more or drop out."""
    if s.bid[seat] == 0:
        s.offer[seat] = 1 + random_below(rng, s.stock[seat] + 1)
    else:
        raise_by = random_below(rng, s.stock[seat] - s.bid[seat] + 1)
        s.offer[seat] = 1 + s.bid[seat] + raise_by if raise_by else 1


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Return an action as a seat sees it: the choices of others in a secret phase are unseen."""
    return a if seat == mover or s.phase == rec.RESOLVING else UNSEEN


# ---------------------------------------------------------------------- features

SEAT_FEATURES = 2 * rec.MOTES + rec.ITEMS + rec.KINDS + 13
PLACE_FEATURES = 4 + 2 * rec.MAX_SEATS  # deck, discard, common, offered; progress and creation areas by seat
CARD_FEATURES = PLACE_FEATURES + 2 * rec.ITEMS + 2
TASKS, PHASES = 9, 5
TURN_FEATURES = 2 * rec.N_COLOURS + rec.MOTES + 2 * rec.ITEMS + rec.RECIPES + TASKS + PHASES + 4
FEATURES = rec.MAX_SEATS * SEAT_FEATURES + rec.CARDS * CARD_FEATURES + TURN_FEATURES
LAYOUT = (
    FeatureBlock("seats", (rec.MAX_SEATS, SEAT_FEATURES), "for each seat, the observer first, then in turn order: "
                 "motes in the bag, motes drawn (9 each, of 5), items on the palette (10, of 5), created cards by type "
                 "(3, of 5), prisms in stock (of 10), motes (of 25), prismatic motes (of 5), prisms owned (of 10), "
                 "stars (of 20), cards in progress (of 5) and created, whether it is the starter, has its turn, still "
                 "has to choose, has reached the goal, its bid (of 10), whether it has dropped out"),
    FeatureBlock("cards", (rec.CARDS, CARD_FEATURES), "for each card: whether it is in the deck, discarded, common, "
                 "offered (1 to the observer, a half to another seat), in progress (4 seats, the observer first) and "
                 "created (4); by item what its price still needs (10) and what is on it (10, of 2); its stars (of "
                 "5), whether it was used or is being created"),
    FeatureBlock("pool", (rec.N_COLOURS,), "the light of the current turn, of 3"),
    FeatureBlock("owed", (rec.N_COLOURS,), "colours not paid yet, of 2"),
    FeatureBlock("aside", (rec.MOTES,), "motes used in this turn, of 5"),
    FeatureBlock("gained", (rec.ITEMS,), "items gained in this turn, of 3"),
    FeatureBlock("supply", (rec.ITEMS,), "items in the supply, of 25"),
    FeatureBlock("made", (rec.RECIPES,), "1 for each recipe of the board used in this turn"),
    FeatureBlock("task", (TASKS,), "1 for the current task"),
    FeatureBlock("phase", (PHASES,), "1 for the current phase: start, commits, turns, bids, end"),
    FeatureBlock("clock", (4,), "round (of 20), whether it is the last, rewards left (of 7), turns taken"),
)  # fmt: skip


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Fill the features that LAYOUT describes."""
    for k in range(FEATURES):
        out[k] = 0.0
    for k in range(c.seats):
        observe_seat(c, s, (seat + k) % c.seats, out, k * SEAT_FEATURES)
    base = rec.MAX_SEATS * SEAT_FEATURES
    for card in range(rec.CARDS):
        observe_card(c, s, seat, card, out, base + card * CARD_FEATURES)
    observe_turn(c, s, out, base + rec.CARDS * CARD_FEATURES)


def observe_seat(c: Constants, s: State, seat: int, out: Floats, base: int) -> None:
    for mote in range(rec.MOTES):
        out[base + mote] = s.bag[seat, mote] / 5
        out[base + rec.MOTES + mote] = s.drawn[seat, mote] / 5
    base += 2 * rec.MOTES
    for item in range(rec.ITEMS):
        out[base + item] = (s.on[rec.PALETTE + seat, item] + s.placed[rec.PALETTE + seat, item]) / 5
    base += rec.ITEMS
    for kind in range(rec.KINDS):
        out[base + kind] = count_kind(c, s, seat, kind) / 5
    base += rec.KINDS
    out[base] = s.stock[seat] / 10
    out[base + 1] = s.motes[seat] / 25
    out[base + 2] = s.prismatic[seat] / 5
    out[base + 3] = own_prisms(s, seat) / 10
    out[base + 4] = score(c, s, seat) / 20
    out[base + 5] = count(s.progress[seat]) / 5
    out[base + 6] = count(s.created[seat]) / c.goal
    out[base + 7] = 1.0 if s.starter == seat else 0.0
    out[base + 8] = 1.0 if s.phase == rec.RESOLVING and s.turn == seat else 0.0
    out[base + 9] = 1.0 if (s.due >> seat) & 1 else 0.0
    out[base + 10] = 1.0 if s.reached == seat + 1 else 0.0
    out[base + 11] = s.bid[seat] / 10
    out[base + 12] = 1.0 if (s.out >> seat) & 1 else 0.0


def observe_card(c: Constants, s: State, seat: int, card: int, out: Floats, base: int) -> None:
    out[base] = 1.0 if contains(s.deck, card) else 0.0
    out[base + 1] = 1.0 if contains(s.discard, card) else 0.0
    out[base + 2] = 1.0 if common_place(s, card) >= 0 else 0.0
    for k in range(c.seats):
        other = (seat + k) % c.seats
        if contains(s.offered[other], card):
            out[base + 3] = 1.0 if k == 0 else 0.5
        out[base + 4 + k] = 1.0 if contains(s.progress[other], card) else 0.0
        out[base + 4 + rec.MAX_SEATS + k] = 1.0 if contains(s.created[other], card) else 0.0
    base += PLACE_FEATURES
    for item in range(rec.ITEMS):
        n = s.on[card, item] + s.placed[card, item]
        out[base + item] = (c.price[card, item] - n) / 2
        out[base + rec.ITEMS + item] = n / 2
    out[base + 2 * rec.ITEMS] = c.stars[card] / 5
    out[base + 2 * rec.ITEMS + 1] = 1.0 if contains(s.used, card) or wanted_card(s) == card else 0.0


def observe_turn(c: Constants, s: State, out: Floats, base: int) -> None:
    """Fill the features of the current turn, the supply, the phase and the round."""
    for colour in range(rec.N_COLOURS):
        out[base + colour] = s.pool[colour] / 3
        out[base + rec.N_COLOURS + colour] = s.owed[colour] / 2
    base += 2 * rec.N_COLOURS
    for mote in range(rec.MOTES):
        out[base + mote] = s.aside[mote] / 5
    base += rec.MOTES
    for item in range(rec.ITEMS):
        out[base + item] = s.gained[item] / 3
        out[base + rec.ITEMS + item] = s.supply[item] / 25
    base += 2 * rec.ITEMS
    for recipe in range(rec.RECIPES):
        out[base + recipe] = 1.0 if (s.made >> recipe) & 1 else 0.0
    base += rec.RECIPES
    out[base + s.task] = 1.0
    out[base + TASKS + s.phase] = 1.0
    base += TASKS + PHASES
    out[base] = s.round / 20
    out[base + 1] = 1.0 if s.final else 0.0
    out[base + 2] = s.rewards / 7
    out[base + 3] = s.turns / c.seats
