"""The draft of Colori. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.colori.piles import note_event, remove_card
from gamut.games.colori.record import ACTING, CARDS_TURNED_UP, DESTROYED_SHUFFLED, HAND, KINDS, Constants, State

# ---------------------------------------------------------------------- the deal


def first_seat(c: Constants, s: State) -> int:
    """Clause 2.3: who is dealt to and acts first in this round."""
    return (s.round - 1) % c.seats if c.rotate else 0


def deal_hands(c: Constants, s: State) -> None:
    """Clauses 3.1–3.2: five cards each, one by one; destroyed cards are shuffled in when the deck is empty."""
    seat = first_seat(c, s)
    for _ in range(HAND * c.seats):
        if s.left == 0 and not shuffle_destroyed(c, s):
            return
        put_in_hand(s, seat, remove_card(s.draft, chance(s, s.left)) + 1)
        s.left -= 1
        seat = seat + 1 if seat + 1 < c.seats else 0


def shuffle_destroyed(c: Constants, s: State) -> bool:
    """Make a new draft deck of the destroyed cards; what was dealt so far came from the old one."""
    for card in range(KINDS):
        s.draft[card] = s.destroyed[card]
        s.left += s.destroyed[card]
        s.destroyed[card] = 0
    if s.left == 0:
        return False
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            s.old[h, i] = 1
    note_event(s, DESTROYED_SHUFFLED, 0)
    return True


def put_in_hand(s: State, h: int, card: int) -> None:
    """Add a newly dealt card where it belongs in the order; of equal cards the newer ones come first."""
    i = s.dealt[h]
    while i > 0 and (s.hand[h, i - 1] > card or (s.hand[h, i - 1] == card and s.old[h, i - 1])):
        s.hand[h, i] = s.hand[h, i - 1]
        s.old[h, i] = s.old[h, i - 1]
        i -= 1
    s.hand[h, i] = card
    s.old[h, i] = 0
    s.dealt[h] += 1


# ---------------------------------------------------------------------- who holds what


def passes_left(s: State) -> bool:
    """Clause 3.5: hands go left, to the next seat, in odd rounds, and back in even ones."""
    return s.round % 2 == 1


def find_hand(c: Constants, s: State, seat: int) -> int:
    """Clause 3.5: the hand a seat holds now."""
    passed = s.pick - 1 if passes_left(s) else 1 - s.pick
    return (seat - passed) % c.seats


def find_holder(c: Constants, s: State, h: int, at: int) -> int:
    """The seat that holds a hand at a pick."""
    return (h + (at - 1 if passes_left(s) else 1 - at)) % c.seats


def count_hand(c: Constants, s: State, seat: int) -> int:
    """How many cards the hand has that a seat holds now: every hand loses one card per pick."""
    n = s.dealt[find_hand(c, s, seat)] - s.pick + 1
    return n if n > 0 else 0


# ---------------------------------------------------------------------- picks


def begin_pick(c: Constants, s: State) -> None:
    """Clauses 3.3 and 3.6: all who hold cards choose; last cards are taken without asking, then the reveal."""
    s.pick += 1
    most = 0
    for seat in range(c.seats):
        n = count_hand(c, s, seat)
        most = max(most, n)
        if n:
            s.due |= 1 << seat
    if most > 1:
        return
    s.due = 0
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == 0:
                s.when[h, i] = s.pick
    turn_up_drafted(c, s)


def take_from_hand(s: State, h: int, card: int) -> None:
    """Mark a card of a hand as taken at this pick."""
    i = 0
    while s.hand[h, i] != card or s.when[h, i]:
        i += 1
    s.when[h, i] = s.pick


def end_pick(c: Constants, s: State) -> None:
    """Clauses 3.4–3.5: all have chosen; their cards leave the hands, which are passed on."""
    for seat in range(c.seats):
        if s.choice[seat]:
            take_from_hand(s, find_hand(c, s, seat), s.choice[seat])
            s.choice[seat] = 0
    begin_pick(c, s)


def turn_up_drafted(c: Constants, s: State) -> None:
    """Clause 3.8: all drafted cards are turned up, and the turns begin."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            add_drafted(s, find_holder(c, s, h, s.when[h, i]), s.hand[h, i])
            s.hand[h, i] = s.when[h, i] = s.old[h, i] = 0
        s.dealt[h] = 0
    s.pick = 0
    s.phase = ACTING
    s.turn = first_seat(c, s)
    note_event(s, CARDS_TURNED_UP, 0)


def add_drafted(s: State, seat: int, card: int) -> None:
    """Keep drafted cards in order."""
    i = HAND - 1
    while i > 0 and (s.drafted[seat, i - 1] == 0 or s.drafted[seat, i - 1] > card):
        s.drafted[seat, i] = s.drafted[seat, i - 1]
        i -= 1
    s.drafted[seat, i] = card
