"""What a seat of Colori knows: all but the hands it has not seen, the picks of others, and the deck as a whole.

A seat knows each hand as it last held it, less its own pick. Cards it never saw are one pool with the draft
deck; if the deck ran out while the hands were dealt, the cards of the old deck are a pool of their own
(`spent`), for all of them lie in the hands. Who holds a hand sees which of its cards came from which deck.

A redeal is uniform: each way of dealing the pool's cards to the unseen places is equally likely, and so is
each order in which the cards known to be gone may have been taken.
"""

from __future__ import annotations

from gamut.engine.chance import forget_key, pick, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.showing import show_counts, show_nothing
from gamut.engine.verbs import UNSEEN
from gamut.games.colori.draft import find_hand, find_holder, passes_left
from gamut.games.colori.piles import remove_card
from gamut.games.colori.record import (
    ACTING,
    BEFORE,
    CARDS,
    COLOURS,
    DISPLAY,
    DRAFTING,
    HAND,
    KINDS,
    QUEUE,
    SEATS,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

PER_SEAT = COLOURS + 4 * CARDS + 5
PER_GARMENT = COLOURS + 3
VERBS = 5
FEATURES = SEATS * PER_SEAT + 4 * KINDS + DISPLAY * PER_GARMENT + QUEUE * VERBS + 8
LAYOUT = (
    FeatureBlock("seats", (SEATS, PER_SEAT), "for each seat, own first, then in turn order: 12 colours of the "
                 "wheel (of 8), its deck, discard pile, drawn and drafted cards (47 each, of 4), stars, size of "
                 "its deck and discard pile (of 16), whether it is its turn, whether it still has to choose"),
    FeatureBlock("hand", (KINDS,), "the draft hand that the seat holds, of 4"),
    FeatureBlock("picked", (KINDS,), "what the seat has taken from draft hands in this round, of 4"),
    FeatureBlock("unseen", (KINDS,), "cards of the draft deck and of hands that the seat has not seen, of 16"),
    FeatureBlock("destroyed", (KINDS,), "destroyed cards, of 16"),
    FeatureBlock("display", (DISPLAY, PER_GARMENT), "for each garment: 12 colours of its cost (of 4), stars (of "
                 "4), its fabric (of 8), whether the seat has drawn that fabric"),
    FeatureBlock("queue", (QUEUE, VERBS), "for each ability that waits, how often it is still to be done (of 4), "
                 "in the column of store, draw, mix, destroy or make"),
    FeatureBlock("clock", (8,), "round, whether it is the draft, whether it is the own turn, pick, turns taken, "
                 "size of the draft deck (of 128) and of the garment deck (of 64), whether hands pass to the left"),
)  # fmt: skip


def first_sight(c: Constants, s: State, h: int, seat: int) -> int:
    """The pick at which a seat holds a hand for the first time in this round; past all picks for a spectator."""
    if seat < 0:
        return HAND + 1
    return 1 + ((seat - h) % c.seats if passes_left(s) else (h - seat) % c.seats)


def hide(c: Constants, s: State, seat: int) -> None:
    """Leave only what the seat knows; a hand's cards stay in order, so that their places tell nothing."""
    forget_key(s)
    if s.phase != DRAFTING:
        return
    for h in range(c.seats):
        seen_at = first_sight(c, s, h, seat)
        for i in range(s.dealt[h]):
            if s.hand[h, i]:
                hide_card(c, s, h, i, seen_at)
        put_in_order(s, h)
        if h != seat:
            s.choice[h] = 0


def hide_card(c: Constants, s: State, h: int, i: int, seen_at: int) -> None:
    """One card of a hand that the seat first holds at pick `seen_at`."""
    taken = s.when[h, i]
    if seen_at > s.pick or 0 < taken < seen_at:
        if s.old[h, i]:
            s.spent[s.hand[h, i] - 1] += 1
        else:
            s.draft[s.hand[h, i] - 1] += 1
        s.hand[h, i] = 0
        s.when[h, i] = BEFORE
    elif taken > 0:
        since = (taken - seen_at) % c.seats  # picks since the seat held it; 0: the seat took the card itself
        if taken - since + c.seats > s.pick:
            s.when[h, i] = taken if since == 0 else 0  # not seen again: it may still be there
        elif since and c.seats > 2:
            s.when[h, i] = since - taken  # one of several others took it


def order_key(s: State, h: int, i: int) -> int:
    """The order of the cards of a hand: kind, deck, and when they were taken, those still there last."""
    taken = s.when[h, i]
    return (s.hand[h, i] * 2 + s.old[h, i]) * 16 + (15 if taken == 0 else taken if taken > 0 else 8 - taken)


def put_in_order(s: State, h: int) -> None:
    """Sort the places of a hand."""
    for last in range(1, s.dealt[h]):
        i = last
        while i > 0 and order_key(s, h, i - 1) > order_key(s, h, i):
            card, taken, old = s.hand[h, i], s.when[h, i], s.old[h, i]
            s.hand[h, i], s.when[h, i], s.old[h, i] = s.hand[h, i - 1], s.when[h, i - 1], s.old[h, i - 1]
            s.hand[h, i - 1], s.when[h, i - 1], s.old[h, i - 1] = card, taken, old
            i -= 1


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Deal the unseen cards, and settle who took what."""
    rekey(s, r)
    if s.phase != DRAFTING:
        return
    deal_unseen(c, s, r)
    while has_clash(c, s):
        take_unseen_back(c, s)
        deal_unseen(c, s, r)
    for h in range(c.seats):
        settle_picks(c, s, h, seat, r)
    for other in range(c.seats):
        if other != seat and not (s.due >> other) & 1:
            choose_card(s, other, find_hand(c, s, other), r)


def deal_unseen(c: Constants, s: State, r: WordRow) -> None:
    """Fill the unseen places from the pools."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == BEFORE:
                pool = s.spent if s.old[h, i] else s.draft
                n = 0
                for card in range(len(pool)):
                    n += pool[card]
                s.hand[h, i] = remove_card(pool, pick(r, n)) + 1


def take_unseen_back(c: Constants, s: State) -> None:
    """Undo a deal of the unseen places."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == BEFORE:
                pool = s.spent if s.old[h, i] else s.draft
                pool[s.hand[h, i] - 1] += 1
                s.hand[h, i] = 0


def has_clash(c: Constants, s: State) -> bool:
    """Of equal cards in a hand the newer is taken first: an older one cannot have gone before one seen later."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == BEFORE and s.old[h, i]:
                for k in range(s.dealt[h]):
                    if s.when[h, k] != BEFORE and s.hand[h, k] == s.hand[h, i] and not s.old[h, k]:
                        return True
    return False


def settle_picks(c: Constants, s: State, h: int, seat: int, r: WordRow) -> None:
    """Give every card known or thought to be gone the pick at which it was taken."""
    seen_at = first_sight(c, s, h, seat)
    last = s.pick - (s.pick - seen_at) % c.seats  # the pick at which the seat last held it
    assign_picks(s, h, BEFORE, 1, min(seen_at, s.pick), r)
    for i in range(s.dealt[h]):
        if s.when[h, i] == BEFORE:
            s.when[h, i] = 0
    if seen_at <= s.pick:
        for sight in range(seen_at, last, c.seats):
            assign_picks(s, h, -sight, sight + 1, sight + c.seats, r)
        assign_picks(s, h, 0, last + 1, s.pick, r)
    put_in_order(s, h)
    for last_place in range(1, s.dealt[h]):  # of equal cards the first one was taken first
        i = last_place
        while i > 0 and s.hand[h, i - 1] == s.hand[h, i] and came_sooner(s.when[h, i], s.when[h, i - 1]):
            s.when[h, i], s.when[h, i - 1] = s.when[h, i - 1], s.when[h, i]
            i -= 1


def came_sooner(a: int, b: int) -> bool:
    """Whether one pick came before another; 0 is not yet."""
    return a != 0 and (b == 0 or a < b)


def assign_picks(s: State, h: int, mark: int, start: int, end: int, r: WordRow) -> None:
    """Let each pick from `start` to before `end` have taken one of the marked cards."""
    for at in range(start, end):
        i = find_place(s, h, mark, r)
        if i >= 0:
            s.when[h, i] = at


def find_place(s: State, h: int, mark: int, r: WordRow) -> int:
    """A random place of a hand with that mark; −1 if there is none."""
    n = 0
    for i in range(s.dealt[h]):
        n += 1 if s.when[h, i] == mark else 0
    k, i = pick(r, n) if n else -1, -1
    while k >= 0:
        i += 1
        k -= 1 if s.when[h, i] == mark else 0
    return i


def choose_card(s: State, seat: int, h: int, r: WordRow) -> None:
    """A seat that has chosen has chosen some card of its hand."""
    i = find_place(s, h, 0, r)
    if i >= 0:
        s.choice[seat] = s.hand[h, i]


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Picks are secret, all else is open."""
    return UNSEEN if s.phase == DRAFTING and seat != mover else a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Seats (own first), own hand and picks, unseen and destroyed cards, the display, the queue, the clock."""
    other = seat
    for k in range(SEATS):
        if k < c.seats:
            observe_seat(s, other, out, k * PER_SEAT)
            other = other + 1 if other + 1 < c.seats else 0  # a division would take longer than a row
        else:
            show_nothing(out, k * PER_SEAT, PER_SEAT)
    at = SEATS * PER_SEAT
    show_nothing(out, at, 2 * KINDS)
    if s.phase == DRAFTING:
        observe_draft(c, s, seat, out, at)
    show_counts(s.draft, out, at + 2 * KINDS, KINDS, 1 / 16)
    if s.phase == DRAFTING:
        for card in range(KINDS):
            out[at + 2 * KINDS + card] += s.spent[card] / 16
    show_counts(s.destroyed, out, at + 3 * KINDS, KINDS, 1 / 16)
    at += 4 * KINDS
    for place in range(DISPLAY):
        observe_garment(c, s, s.display[place] - 1, seat, out, at)
        at += PER_GARMENT
    show_nothing(out, at, QUEUE * VERBS)
    for i in range(s.waiting):
        out[at + i * VERBS + ability_verb(s.queue[i]) - 1] = ability_times(s.queue[i]) / 4
    at += QUEUE * VERBS
    out[at] = s.round / c.rounds
    out[at + 1] = 1.0 if s.phase == DRAFTING else 0.0
    out[at + 2] = 1.0 if s.phase == ACTING and s.turn == seat else 0.0
    out[at + 3] = s.pick / HAND
    out[at + 4] = s.turns / c.seats
    out[at + 5] = s.left / 128
    out[at + 6] = s.garments_left / 64
    out[at + 7] = 1.0 if passes_left(s) else 0.0


def observe_garment(c: Constants, s: State, g: int, seat: int, out: Floats, at: int) -> None:
    """A garment of the display: its cost, its stars, its fabric, and whether the seat has that; zeros for none."""
    if g < 0:
        show_nothing(out, at, PER_GARMENT)
        return
    show_counts(c.cost[g], out, at, COLOURS, 1 / 4)
    out[at + COLOURS] = c.stars[g] / 4
    out[at + COLOURS + 1] = c.fabric[g] / 8
    out[at + COLOURS + 2] = 1.0 if s.drawn[seat, c.fabric[g]] else 0.0


def observe_seat(s: State, seat: int, out: Floats, at: int) -> None:
    """A seat's wheel, decks, drawn and drafted cards, and counts."""
    show_counts(s.wheel[seat], out, at, COLOURS, 1 / 8)
    at += COLOURS
    show_counts(s.deck[seat], out, at, CARDS, 1 / 4)
    show_counts(s.discard[seat], out, at + CARDS, CARDS, 1 / 4)
    show_counts(s.drawn[seat], out, at + 2 * CARDS, CARDS, 1 / 4)
    at += 3 * CARDS
    show_nothing(out, at, CARDS)
    for i in range(HAND):
        if s.drafted[seat, i]:
            out[at + s.drafted[seat, i] - 1] += 0.25
    at += CARDS
    out[at] = s.stars[seat] / 16
    out[at + 1] = s.decked[seat] / 16
    out[at + 2] = s.discarded[seat] / 16
    out[at + 3] = 1.0 if s.phase == ACTING and s.turn == seat else 0.0
    out[at + 4] = 1.0 if s.phase == DRAFTING and (s.due >> seat) & 1 else 0.0


def observe_draft(c: Constants, s: State, seat: int, out: Floats, at: int) -> None:
    """The hand a seat holds and the cards it has picked."""
    h = find_hand(c, s, seat)
    for i in range(s.dealt[h]):
        if s.when[h, i] == 0:
            out[at + s.hand[h, i] - 1] += 0.25
    for other in range(c.seats):
        for i in range(s.dealt[other]):
            taken = s.when[other, i]
            if taken > 0 and s.hand[other, i] and find_holder(c, s, other, taken) == seat:
                out[at + KINDS + s.hand[other, i] - 1] += 0.25
