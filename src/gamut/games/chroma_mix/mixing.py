"""What can be mixed. Clause numbers are those of RULES.md.

A set of sums has a bit for each of the 27 sums of pigments, so that adding a card is a shift of the set.
"""

from __future__ import annotations

from gamut.games.chroma_mix.record import (
    CORAL,
    KINDS,
    MOST_PAID,
    PAYABLE,
    PRISM,
    RASPBERRY,
    Constants,
    State,
    chosen_kind,
    chosen_source,
)  # fmt: skip
from gamut.games.chroma_mix.supply import lies_twice

CYANS, MAGENTAS, YELLOWS = 2, 6, 18  # the three readings of a Prism


# ---------------------------------------------------------------------- sums of pigments


def add_card(c: Constants, sums: int, kind: int) -> int:
    """The set of sums when a card is added to each."""
    if kind != PRISM:
        n = c.sum[kind]
        return (sums & c.fits[n]) << n
    found = (sums & c.fits[CYANS]) << CYANS
    found |= (sums & c.fits[MAGENTAS]) << MAGENTAS
    return found | (sums & c.fits[YELLOWS]) << YELLOWS


def chosen_sums(c: Constants, s: State) -> int:
    """The set of sums that the cards put forward may have."""
    sums = 1
    for i in range(s.many):
        sums = add_card(c, sums, chosen_kind(s, i))
    return sums


def made_of(c: Constants, sums: int) -> int:
    """The set of kinds that a set of sums makes."""
    made, n = 0, 0
    while sums:
        if sums & 1:
            made |= c.makes[n]
        sums >>= 1
        n += 1
    return made


def targets(c: Constants, wanted: int) -> int:
    """The set of sums that make one of the wanted kinds."""
    found = 0
    for kind in range(KINDS):
        if (wanted >> kind) & 1:
            found |= 1 << c.sum[kind]
    if (wanted >> PRISM) & 1:
        found |= 1 << CYANS | 1 << MAGENTAS | 1 << YELLOWS
    return found


# ---------------------------------------------------------------------- what a mix may use


def has_coral(s: State, seat: int) -> bool:
    """Clause 4.4: whether cards in play may be mixed too."""
    return s.play[seat, CORAL] > 0


def has_raspberry(s: State, seat: int) -> bool:
    """Clause 4.5: whether any number of cards may be mixed."""
    return s.play[seat, RASPBERRY] > 0


def chosen_copies(s: State, source: int) -> int:
    """How many cards of a source are put forward."""
    n = 0
    for i in range(s.many):
        n += 1 if chosen_source(s, i) == source else 0
    return n


def left(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind the mix may still use."""
    n = s.hand[seat, kind] - chosen_copies(s, kind)
    if has_coral(s, seat):
        n += s.play[seat, kind] - chosen_copies(s, KINDS + kind)
    return n


def put_forward(s: State, source: int) -> None:
    """Add a card to those chosen, in order: the same cards are the same record however they were chosen."""
    i = s.many
    while i > 0 and chosen_source(s, i - 1) > source:
        s.chosen[i] = s.chosen[i - 1]
        i -= 1
    s.chosen[i] = source + 1
    s.many += 1


def forget_chosen(s: State) -> None:
    """Nothing is put forward any more."""
    for i in range(MOST_PAID):
        s.chosen[i] = 0
    s.many = 0


# ---------------------------------------------------------------------- what can come of it


def results(c: Constants, s: State, seat: int, open: int) -> int:
    """Clauses 4.1 to 4.5: the set of open kinds that the cards put forward make."""
    if s.many != 2 and not (has_raspberry(s, seat) and s.many > 0):
        return 0
    made = made_of(c, chosen_sums(c, s)) & open
    if s.many == 1:
        made &= ~(1 << chosen_kind(s, 0))
    return made


def has_partner(c: Constants, s: State, seat: int, kind: int, open: int) -> bool:
    """Whether a card makes an open card together with one other of the same player."""
    for other in range(PAYABLE):
        if c.pair[kind, other] & open and left(s, seat, other) > (1 if other == kind else 0):
            return True
    return False


def can_complete(c: Constants, s: State, seat: int, kind: int, open: int) -> bool:
    """Whether the cards put forward and one of this kind are a mix, or can become one."""
    if s.many == 0 and has_partner(c, s, seat, kind, open):
        return True
    if has_raspberry(s, seat):
        return can_complete_many(c, s, seat, kind, open)
    return s.many == 1 and c.pair[chosen_kind(s, 0), kind] & open != 0


def can_complete_many(c: Constants, s: State, seat: int, kind: int, open: int) -> bool:
    """Clause 4.5: the same with Raspberry, over all sets of up to four cards."""
    if s.many >= MOST_PAID:
        return False
    aim = targets(c, open)
    none = add_card(c, chosen_sums(c, s), kind)  # sums of what is chosen with none, one, two, three cards more
    one, two, three = 0, 0, 0
    if s.many == 0:
        if made_of(c, none) & open & ~(1 << kind):
            return True
    elif none & aim:
        return True
    for other in range(PAYABLE):
        copies = left(s, seat, other) - (1 if other == kind else 0)
        for _ in range(min(copies, 2)):  # of no card do three fit together
            three |= add_card(c, two, other)
            two |= add_card(c, one, other)
            one |= add_card(c, none, other)
    room = MOST_PAID - 1 - s.many
    return (room > 0 and one & aim != 0) or (room > 1 and two & aim != 0) or (room > 2 and three & aim != 0)


def can_mix(c: Constants, s: State, seat: int, open: int) -> bool:
    """Whether any mix is possible."""
    for kind in range(PAYABLE):
        if left(s, seat, kind) > 0 and can_complete(c, s, seat, kind, open):
            return True
    return False


# ---------------------------------------------------------------------- Lavender


def parts_with(c: Constants, s: State, kind: int, part: int, open: int) -> int:
    """The set of open cards that have, together with another open card, the pigments of `kind`."""
    found = c.mates[kind, part] & open
    if (found >> part) & 1 and not lies_twice(s, part):
        found &= ~(1 << part)
    return found


def can_part(c: Constants, s: State, kind: int, open: int) -> bool:
    """Clause 7.8: whether two open cards have the pigments of a card together."""
    for part in range(PAYABLE):
        if (open >> part) & 1 and parts_with(c, s, kind, part, open):
            return True
    return False
