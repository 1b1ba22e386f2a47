"""What a seat of Colori knows: everything but the hands it has not seen, the picks of others and the draft deck.

A seat knows each hand as it last held it, less its own pick. Cards that it never saw form one pool with the draft
deck. If the deck ran out while the hands were dealt, the cards of the old deck are a pool of their own (`unseen_old`),
because all of them are in the hands. The holder of a hand sees which of its cards came from which deck.

A redeal is uniform: every way to deal the pool to the unseen slots is equally likely, and so is every order in which
the cards known to be gone may have been taken.
"""

from __future__ import annotations

from gamut.engine.chance import erase_key, random_below, renew_key
from gamut.engine.features import write_counts, write_zeros
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.verbs import UNSEEN
from gamut.games.colori.draft import find_hand, find_holder, pass_step
from gamut.games.colori.piles import remove_card
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    DISPLAY_SIZE,
    DRAFTING,
    HAND_SIZE,
    KINDS,
    MAX_SEATS,
    N_COLOURS,
    QUEUE_SIZE,
    UNSEEN_CARD,
    Constants,
    State,
    ability_kind,
    ability_times,
)

SEAT_FEATURES = N_COLOURS + 4 * CARDS + 5
GARMENT_FEATURES = N_COLOURS + 3
ABILITY_KINDS = 5
FEATURES = MAX_SEATS * SEAT_FEATURES + 4 * KINDS + DISPLAY_SIZE * GARMENT_FEATURES + QUEUE_SIZE * ABILITY_KINDS + 8
LAYOUT = (
    FeatureBlock("seats", (MAX_SEATS, SEAT_FEATURES), "for each seat, the observer first, then in turn order: 12 "
                 "colours of the wheel (of 8), its deck, discard pile, drawn and drafted cards (47 each, of 4), stars, "
                 "size of its deck and discard pile (of 16), whether it is its turn, whether it still has to choose"),
    FeatureBlock("hand", (KINDS,), "the draft hand that the seat holds, of 4"),
    FeatureBlock("picked", (KINDS,), "cards that the seat has taken from draft hands in this round, of 4"),
    FeatureBlock("unseen", (KINDS,), "cards of the draft deck and of hands that the seat has not seen, of 16"),
    FeatureBlock("destroyed", (KINDS,), "destroyed cards, of 16"),
    FeatureBlock("display", (DISPLAY_SIZE, GARMENT_FEATURES), "for each garment: 12 colours of its cost (of 4), stars "
                 "(of 4), its fabric (of 8), whether the seat has drawn that fabric"),
    FeatureBlock("queue", (QUEUE_SIZE, ABILITY_KINDS), "for each ability in the queue, how many times it can still be "
                 "used (of 4), in the column of store, draw, mix, destroy or make"),
    FeatureBlock("clock", (8,), "round, whether it is the draft, whether it is the seat's turn, pick, turns taken, "
                 "size of the draft deck (of 128) and of the garment deck (of 64), whether hands pass to the left"),
)  # fmt: skip

# ---------------------------------------------------------------------- hiding


def first_sight(c: Constants, s: State, h: int, seat: int) -> int:
    """Return the pick at which a seat first holds a hand in this round; for a spectator one after all picks."""
    if seat < 0:
        return HAND_SIZE + 1
    return 1 + (pass_step(s) * (seat - h)) % c.seats


def hide(c: Constants, s: State, seat: int) -> None:
    """Keep only what the seat knows; the cards of a hand stay sorted, so that their slots reveal nothing."""
    erase_key(s)
    if s.phase != DRAFTING:
        return
    for h in range(c.seats):
        seen_at = first_sight(c, s, h, seat)
        for i in range(s.dealt[h]):
            if s.hand[h, i]:
                hide_card(c, s, h, i, seen_at)
        sort_hand(s, h)
        if h != seat:
            s.choice[h] = 0


def hide_card(c: Constants, s: State, h: int, i: int, seen_at: int) -> None:
    """Hide one card of a hand that the seat first holds at pick `seen_at`."""
    taken = s.taken_at[h, i]
    if seen_at > s.pick or 0 < taken < seen_at:
        if s.old[h, i]:
            s.unseen_old[s.hand[h, i] - 1] += 1
        else:
            s.draft_deck[s.hand[h, i] - 1] += 1
        s.hand[h, i] = 0
        s.taken_at[h, i] = UNSEEN_CARD
    elif taken > 0:
        since = (taken - seen_at) % c.seats  # picks since the seat held it; 0: the seat took the card itself
        if taken - since + c.seats > s.pick:
            s.taken_at[h, i] = taken if since == 0 else 0  # not seen again: it may still be there
        elif since and c.seats > 2:
            s.taken_at[h, i] = since - taken  # one of several other seats took it


def sort_key(s: State, h: int, i: int) -> int:
    """Order the cards of a hand by kind, deck, and when they were taken, with those still there last."""
    taken = s.taken_at[h, i]
    return (s.hand[h, i] * 2 + s.old[h, i]) * 16 + (15 if taken == 0 else taken if taken > 0 else 8 - taken)


def sort_hand(s: State, h: int) -> None:
    for last in range(1, s.dealt[h]):
        i = last
        while i > 0 and sort_key(s, h, i - 1) > sort_key(s, h, i):
            card, taken, old = s.hand[h, i], s.taken_at[h, i], s.old[h, i]
            s.hand[h, i], s.taken_at[h, i], s.old[h, i] = s.hand[h, i - 1], s.taken_at[h, i - 1], s.old[h, i - 1]
            s.hand[h, i - 1], s.taken_at[h, i - 1], s.old[h, i - 1] = card, taken, old
            i -= 1


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Picks are secret; every other action is public."""
    return UNSEEN if s.phase == DRAFTING and seat != mover else a


# ---------------------------------------------------------------------- redealing


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Deal the unseen cards, and decide who took which card."""
    renew_key(s, rng)
    if s.phase != DRAFTING:
        return
    deal_unseen(c, s, rng)
    while has_conflict(c, s):
        collect_unseen(c, s)
        deal_unseen(c, s, rng)
    for h in range(c.seats):
        redeal_picks(c, s, h, seat, rng)
    for other in range(c.seats):
        if other != seat and not (s.choosing >> other) & 1:
            redeal_choice(s, other, find_hand(c, s, other), rng)


def deal_unseen(c: Constants, s: State, rng: WordRow) -> None:
    """Fill the unseen slots from the pools."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.taken_at[h, i] == UNSEEN_CARD:
                pool = s.unseen_old if s.old[h, i] else s.draft_deck
                n = 0
                for card in range(len(pool)):
                    n += pool[card]
                s.hand[h, i] = remove_card(pool, random_below(rng, n)) + 1


def collect_unseen(c: Constants, s: State) -> None:
    """Return the cards of the unseen slots to the pools."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.taken_at[h, i] == UNSEEN_CARD:
                pool = s.unseen_old if s.old[h, i] else s.draft_deck
                pool[s.hand[h, i] - 1] += 1
                s.hand[h, i] = 0


def has_conflict(c: Constants, s: State) -> bool:
    """Return whether an old card was taken before an equal newer one that the seat saw later.

    That cannot happen: of equal cards in a hand the newer is taken first.
    """
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.taken_at[h, i] == UNSEEN_CARD and s.old[h, i]:
                for k in range(s.dealt[h]):
                    if s.taken_at[h, k] != UNSEEN_CARD and s.hand[h, k] == s.hand[h, i] and not s.old[h, k]:
                        return True
    return False


def redeal_picks(c: Constants, s: State, h: int, seat: int, rng: WordRow) -> None:
    """Assign a pick to every card of a hand that is gone or may be gone."""
    seen_at = first_sight(c, s, h, seat)
    last_seen = s.pick - (s.pick - seen_at) % c.seats
    assign_picks(s, h, UNSEEN_CARD, 1, min(seen_at, s.pick), rng)
    for i in range(s.dealt[h]):
        if s.taken_at[h, i] == UNSEEN_CARD:
            s.taken_at[h, i] = 0
    if seen_at <= s.pick:
        for sight in range(seen_at, last_seen, c.seats):
            assign_picks(s, h, -sight, sight + 1, sight + c.seats, rng)
        assign_picks(s, h, 0, last_seen + 1, s.pick, rng)
    sort_hand(s, h)
    for last in range(1, s.dealt[h]):  # of equal cards the first one was taken first
        i = last
        while i > 0 and s.hand[h, i - 1] == s.hand[h, i] and was_earlier(s.taken_at[h, i], s.taken_at[h, i - 1]):
            s.taken_at[h, i], s.taken_at[h, i - 1] = s.taken_at[h, i - 1], s.taken_at[h, i]
            i -= 1


def was_earlier(pick: int, other: int) -> bool:
    """Return whether a pick came before another; 0 means not yet."""
    return pick != 0 and (other == 0 or pick < other)


def assign_picks(s: State, h: int, mark: int, start: int, end: int, rng: WordRow) -> None:
    """Assign each pick from `start` to `end − 1` to a random card of a hand with that mark in `taken_at`."""
    for pick in range(start, end):
        i = random_slot(s, h, mark, rng)
        if i >= 0:
            s.taken_at[h, i] = pick


def random_slot(s: State, h: int, mark: int, rng: WordRow) -> int:
    """Return a random slot of a hand with that mark in `taken_at`; −1 if there is none."""
    n = 0
    for i in range(s.dealt[h]):
        n += 1 if s.taken_at[h, i] == mark else 0
    k, i = random_below(rng, n) if n else -1, -1
    while k >= 0:
        i += 1
        k -= 1 if s.taken_at[h, i] == mark else 0
    return i


def redeal_choice(s: State, seat: int, h: int, rng: WordRow) -> None:
    """Let a seat that has chosen have chosen a random card of its hand."""
    i = random_slot(s, h, 0, rng)
    if i >= 0:
        s.choice[seat] = s.hand[h, i]


# ---------------------------------------------------------------------- features


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    other = seat
    for k in range(MAX_SEATS):
        if k < c.seats:
            observe_seat(s, other, out, k * SEAT_FEATURES)
            other = other + 1 if other + 1 < c.seats else 0  # faster than a division
        else:
            write_zeros(out, k * SEAT_FEATURES, SEAT_FEATURES)
    start = MAX_SEATS * SEAT_FEATURES
    write_zeros(out, start, 2 * KINDS)
    if s.phase == DRAFTING:
        observe_draft(c, s, seat, out, start)
    write_counts(s.draft_deck, out, start + 2 * KINDS, KINDS, 1 / 16)
    if s.phase == DRAFTING:
        for card in range(KINDS):
            out[start + 2 * KINDS + card] += s.unseen_old[card] / 16
    write_counts(s.destroyed, out, start + 3 * KINDS, KINDS, 1 / 16)
    start += 4 * KINDS
    for slot in range(DISPLAY_SIZE):
        observe_garment(c, s, s.display[slot] - 1, seat, out, start)
        start += GARMENT_FEATURES
    write_zeros(out, start, QUEUE_SIZE * ABILITY_KINDS)
    for i in range(s.queue_length):
        out[start + i * ABILITY_KINDS + ability_kind(s.queue[i]) - 1] = ability_times(s.queue[i]) / 4
    start += QUEUE_SIZE * ABILITY_KINDS
    out[start] = s.round / c.rounds
    out[start + 1] = 1.0 if s.phase == DRAFTING else 0.0
    out[start + 2] = 1.0 if s.phase == ACTING and s.turn == seat else 0.0
    out[start + 3] = s.pick / HAND_SIZE
    out[start + 4] = s.turns_taken / c.seats
    out[start + 5] = s.draft_deck_size / 128
    out[start + 6] = s.garment_deck_size / 64
    out[start + 7] = 1.0 if pass_step(s) > 0 else 0.0


def observe_seat(s: State, seat: int, out: Floats, start: int) -> None:
    write_counts(s.wheel[seat], out, start, N_COLOURS, 1 / 8)
    start += N_COLOURS
    write_counts(s.deck[seat], out, start, CARDS, 1 / 4)
    write_counts(s.discard[seat], out, start + CARDS, CARDS, 1 / 4)
    write_counts(s.drawn[seat], out, start + 2 * CARDS, CARDS, 1 / 4)
    start += 3 * CARDS
    write_zeros(out, start, CARDS)
    for i in range(HAND_SIZE):
        if s.drafted[seat, i]:
            out[start + s.drafted[seat, i] - 1] += 0.25
    start += CARDS
    out[start] = s.stars[seat] / 16
    out[start + 1] = s.deck_size[seat] / 16
    out[start + 2] = s.discard_size[seat] / 16
    out[start + 3] = 1.0 if s.phase == ACTING and s.turn == seat else 0.0
    out[start + 4] = 1.0 if s.phase == DRAFTING and (s.choosing >> seat) & 1 else 0.0


def observe_draft(c: Constants, s: State, seat: int, out: Floats, start: int) -> None:
    """Write the hand that a seat holds and the cards it has picked."""
    h = find_hand(c, s, seat)
    for i in range(s.dealt[h]):
        if s.taken_at[h, i] == 0:
            out[start + s.hand[h, i] - 1] += 0.25
    for other in range(c.seats):
        for i in range(s.dealt[other]):
            taken = s.taken_at[other, i]
            if taken > 0 and s.hand[other, i] and find_holder(c, s, other, taken) == seat:
                out[start + KINDS + s.hand[other, i] - 1] += 0.25


def observe_garment(c: Constants, s: State, garment: int, seat: int, out: Floats, start: int) -> None:
    """Write a garment's cost, stars, fabric, and whether the seat has drawn that fabric; zeros for an empty slot."""
    if garment < 0:
        write_zeros(out, start, GARMENT_FEATURES)
        return
    write_counts(c.cost[garment], out, start, N_COLOURS, 1 / 4)
    out[start + N_COLOURS] = c.stars[garment] / 4
    out[start + N_COLOURS + 1] = c.fabric[garment] / 8
    out[start + N_COLOURS + 2] = 1.0 if s.drawn[seat, c.fabric[garment]] else 0.0
