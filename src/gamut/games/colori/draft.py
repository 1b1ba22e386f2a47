"""The draft of Colori. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.colori.piles import add_event, remove_card
from gamut.games.colori.record import ACTING, DESTROYED_SHUFFLED, DRAFT_REVEALED, HAND_SIZE, KINDS, Constants, State

# ---------------------------------------------------------------------- the deal


def first_seat(c: Constants, s: State) -> int:
    """Clause 2.3: return the seat that is dealt to first and acts first in this round."""
    return (s.round - 1) % c.seats if c.rotate else 0


def deal_hands(c: Constants, s: State) -> None:
    """Clauses 3.1–3.2: deal five cards each, one at a time, reshuffling the destroyed cards if the deck runs out."""
    seat = first_seat(c, s)
    for _ in range(HAND_SIZE * c.seats):
        if s.draft_deck_size == 0 and not shuffle_destroyed(c, s):
            return
        add_to_hand(s, seat, remove_card(s.draft_deck, chance(s, s.draft_deck_size)) + 1)
        s.draft_deck_size -= 1
        seat = seat + 1 if seat + 1 < c.seats else 0


def shuffle_destroyed(c: Constants, s: State) -> bool:
    """Make a new draft deck of the destroyed cards and mark the cards dealt so far as old; False if there are none."""
    for card in range(KINDS):
        s.draft_deck[card] = s.destroyed[card]
        s.draft_deck_size += s.destroyed[card]
        s.destroyed[card] = 0
    if s.draft_deck_size == 0:
        return False
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            s.old[h, i] = 1
    add_event(s, DESTROYED_SHUFFLED, 0)
    return True


def add_to_hand(s: State, h: int, card: int) -> None:
    """Insert a newly dealt card in order; of equal cards the newer ones come first."""
    i = s.dealt[h]
    while i > 0 and (s.hand[h, i - 1] > card or (s.hand[h, i - 1] == card and s.old[h, i - 1])):
        s.hand[h, i] = s.hand[h, i - 1]
        s.old[h, i] = s.old[h, i - 1]
        i -= 1
    s.hand[h, i] = card
    s.old[h, i] = 0
    s.dealt[h] += 1


# ---------------------------------------------------------------------- passing


def pass_step(s: State) -> int:
    """Clause 3.5: return 1 if hands pass to the left, to the next seat (odd rounds), or −1 (even rounds)."""
    return 1 if s.round % 2 == 1 else -1


def find_hand(c: Constants, s: State, seat: int) -> int:
    """Return the number of the hand that a seat holds now."""
    return (seat - pass_step(s) * (s.pick - 1)) % c.seats


def find_holder(c: Constants, s: State, h: int, pick: int) -> int:
    """Return the seat that holds a hand at a pick."""
    return (h + pass_step(s) * (pick - 1)) % c.seats


def count_hand(c: Constants, s: State, seat: int) -> int:
    """Return the number of cards in the hand that a seat holds now: every hand loses one card per pick."""
    n = s.dealt[find_hand(c, s, seat)] - s.pick + 1
    return n if n > 0 else 0


# ---------------------------------------------------------------------- picks


def begin_pick(c: Constants, s: State) -> None:
    """Clauses 3.3 and 3.6: let every seat with cards choose; take last cards automatically and reveal the draft."""
    s.pick += 1
    largest = 0
    for seat in range(c.seats):
        n = count_hand(c, s, seat)
        largest = max(largest, n)
        if n:
            s.choosing |= 1 << seat
    if largest > 1:
        return
    s.choosing = 0
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.taken_at[h, i] == 0:
                s.taken_at[h, i] = s.pick
    reveal_draft(c, s)


def take_from_hand(s: State, h: int, card: int) -> None:
    i = 0
    while s.hand[h, i] != card or s.taken_at[h, i]:
        i += 1
    s.taken_at[h, i] = s.pick


def end_pick(c: Constants, s: State) -> None:
    """Clauses 3.4–3.5: take the chosen cards from the hands and pass the hands on."""
    for seat in range(c.seats):
        if s.choice[seat]:
            take_from_hand(s, find_hand(c, s, seat), s.choice[seat])
            s.choice[seat] = 0
    begin_pick(c, s)


def reveal_draft(c: Constants, s: State) -> None:
    """Clause 3.8: reveal all drafted cards and begin the turns."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            add_drafted(s, find_holder(c, s, h, s.taken_at[h, i]), s.hand[h, i])
            s.hand[h, i] = s.taken_at[h, i] = s.old[h, i] = 0
        s.dealt[h] = 0
    s.pick = 0
    s.phase = ACTING
    s.turn = first_seat(c, s)
    add_event(s, DRAFT_REVEALED, 0)


def add_drafted(s: State, seat: int, card: int) -> None:
    """Insert a drafted card in order."""
    i = HAND_SIZE - 1
    while i > 0 and (s.drafted[seat, i - 1] == 0 or s.drafted[seat, i - 1] > card):
        s.drafted[seat, i] = s.drafted[seat, i - 1]
        i -= 1
    s.drafted[seat, i] = card
