"""Mixes, and Lavender's splits. Clause numbers are those of RULES.md.

A set of pigment sums has one bit for each of the 27 sums, so adding a card to every sum is a shift of the set.
"""

from __future__ import annotations

from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.market import has_two_available
from gamut.games.chroma_mix.record import Constants, State

CYAN_PAIR, MAGENTA_PAIR, YELLOW_PAIR = 2, 6, 18  # the three readings of a Prism


# ---------------------------------------------------------------------- sums of pigments


def add_pigments(c: Constants, sums: int, kind: int) -> int:
    """Return the set of sums after adding a card to each sum."""
    if kind != rec.PRISM:
        n = c.pigment_sum[kind]
        return (sums & c.compatible_sums[n]) << n
    totals = (sums & c.compatible_sums[CYAN_PAIR]) << CYAN_PAIR
    totals |= (sums & c.compatible_sums[MAGENTA_PAIR]) << MAGENTA_PAIR
    return totals | (sums & c.compatible_sums[YELLOW_PAIR]) << YELLOW_PAIR


def chosen_sums(c: Constants, s: State) -> int:
    """Return the set of sums that the chosen cards can have."""
    sums = 1
    for i in range(s.n_chosen):
        sums = add_pigments(c, sums, rec.chosen_kind(s, i))
    return sums


def kinds_with_sums(c: Constants, sums: int) -> int:
    """Return the set of kinds that have one of the sums."""
    kinds, n = 0, 0
    while sums:
        if sums & 1:
            kinds |= c.kinds_by_sum[n]
        sums >>= 1
        n += 1
    return kinds


def sums_of_kinds(c: Constants, kinds: int) -> int:
    """Return the set of sums of a set of kinds."""
    sums = 0
    for kind in range(rec.KINDS):
        if (kinds >> kind) & 1:
            sums |= 1 << c.pigment_sum[kind]
    if (kinds >> rec.PRISM) & 1:
        sums |= 1 << CYAN_PAIR | 1 << MAGENTA_PAIR | 1 << YELLOW_PAIR
    return sums


# ---------------------------------------------------------------------- the cards of a mix


def has_coral(s: State, seat: int) -> bool:
    """Clause 4.4: return whether a mix may use cards in play."""
    return s.play[seat, rec.CORAL] > 0


def has_raspberry(s: State, seat: int) -> bool:
    """Clause 4.5: return whether a mix may use any number of cards."""
    return s.play[seat, rec.RASPBERRY] > 0


def count_chosen(s: State, source: int) -> int:
    """Return how many of the chosen cards come from a source."""
    n = 0
    for i in range(s.n_chosen):
        n += 1 if rec.chosen_source(s, i) == source else 0
    return n


def count_mixable(s: State, seat: int, kind: int) -> int:
    """Return how many more cards of a kind the mix may use."""
    n = s.hand[seat, kind] - count_chosen(s, kind)
    if has_coral(s, seat):
        n += s.play[seat, kind] - count_chosen(s, rec.KINDS + kind)
    return n


def choose_card(s: State, source: int) -> None:
    """Add a card to the chosen ones. They are sorted, so that the order of choosing does not change the state."""
    i = s.n_chosen
    while i > 0 and rec.chosen_source(s, i - 1) > source:
        s.chosen[i] = s.chosen[i - 1]
        i -= 1
    s.chosen[i] = source + 1
    s.n_chosen += 1


def clear_chosen(s: State) -> None:
    for i in range(rec.MAX_MIXED):
        s.chosen[i] = 0
    s.n_chosen = 0


# ---------------------------------------------------------------------- possible mixes


def mix_results(c: Constants, s: State, seat: int, available: int) -> int:
    """Clauses 4.1 to 4.5: return the set of available kinds that the chosen cards make."""
    if s.n_chosen != 2 and not (has_raspberry(s, seat) and s.n_chosen > 0):
        return 0
    results = kinds_with_sums(c, chosen_sums(c, s)) & available
    if s.n_chosen == 1:
        results &= ~(1 << rec.chosen_kind(s, 0))
    return results


def has_partner(c: Constants, s: State, seat: int, kind: int, available: int) -> bool:
    """Return whether a card makes an available card together with one other card of the player."""
    for other in range(rec.MIXABLE):
        if c.pair_makes[kind, other] & available and count_mixable(s, seat, other) > (1 if other == kind else 0):
            return True
    return False


def can_complete_mix(c: Constants, s: State, seat: int, kind: int, available: int) -> bool:
    """Return whether the chosen cards plus one of this kind are a mix, or can become one."""
    if s.n_chosen == 0 and has_partner(c, s, seat, kind, available):
        return True
    if has_raspberry(s, seat):
        return can_complete_large_mix(c, s, seat, kind, available)
    return s.n_chosen == 1 and c.pair_makes[rec.chosen_kind(s, 0), kind] & available != 0


def can_complete_large_mix(c: Constants, s: State, seat: int, kind: int, available: int) -> bool:
    """Clause 4.5: the same with Raspberry, for up to four cards."""
    if s.n_chosen >= rec.MAX_MIXED:
        return False
    wanted = sums_of_kinds(c, available)
    sums_0 = add_pigments(c, chosen_sums(c, s), kind)  # with no, one, two and three more cards
    sums_1, sums_2, sums_3 = 0, 0, 0
    if s.n_chosen == 0:
        if kinds_with_sums(c, sums_0) & available & ~(1 << kind):
            return True
    elif sums_0 & wanted:
        return True
    for other in range(rec.MIXABLE):
        copies = count_mixable(s, seat, other) - (1 if other == kind else 0)
        for _ in range(min(copies, 2)):  # three cards of one kind never fit
            sums_3 |= add_pigments(c, sums_2, other)
            sums_2 |= add_pigments(c, sums_1, other)
            sums_1 |= add_pigments(c, sums_0, other)
    n_more = rec.MAX_MIXED - 1 - s.n_chosen
    return (
        (n_more > 0 and sums_1 & wanted != 0)
        or (n_more > 1 and sums_2 & wanted != 0)
        or (n_more > 2 and sums_3 & wanted != 0)
    )


def can_mix(c: Constants, s: State, seat: int, available: int) -> bool:
    for kind in range(rec.MIXABLE):
        if count_mixable(s, seat, kind) > 0 and can_complete_mix(c, s, seat, kind, available):
            return True
    return False


# ---------------------------------------------------------------------- Lavender


def split_partners(c: Constants, s: State, kind: int, part: int, available: int) -> int:
    """Return the set of available cards that make `kind` together with another available card."""
    partners = c.partners[kind, part] & available
    if (partners >> part) & 1 and not has_two_available(s, part):
        partners &= ~(1 << part)
    return partners


def can_split(c: Constants, s: State, kind: int, available: int) -> bool:
    """Clause 7.8: return whether two available cards make a card."""
    for part in range(rec.MIXABLE):
        if (available >> part) & 1 and split_partners(c, s, kind, part, available):
            return True
    return False


def can_split_any(c: Constants, s: State, seat: int, available: int) -> bool:
    """Clause 7.8: return whether Lavender can split a card of the player."""
    for kind in range(rec.CERULEAN, rec.KINDS):
        if s.hand[seat, kind] + s.play[seat, kind] > 0 and can_split(c, s, kind, available):
            return True
    return False
