"""The effects of cards: prints with their instant effects, refills, and the effects that follow a mix.

Clause numbers are those of RULES.md.
"""

from __future__ import annotations

from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.decisions import add_event, count_down, pop_decision, push_decision
from gamut.games.chroma_mix.market import INK_SET, discard_card, fill_market, remove_card, take_card
from gamut.games.chroma_mix.mixing import clear_chosen
from gamut.games.chroma_mix.record import Constants, State

# ---------------------------------------------------------------------- prints


def can_print(s: State, seat: int, kind: int) -> bool:
    """Clauses 3.1 and 3.4: the card is in hand, and it is not a second Emerald Green."""
    return s.hand[seat, kind] > 0 and not (kind == rec.EMERALD and s.play[seat, rec.EMERALD] > 0)


def put_into_play(s: State, seat: int, kind: int) -> None:
    """Move a card from the hand into play. This is a print, with or without its instant effect."""
    s.hand[seat, kind] -= 1
    s.play[seat, kind] += 1
    s.has_printed = 1


def print_card(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 3.1 and 3.2: put a card into play and start its instant effect."""
    put_into_play(s, seat, kind)
    if c.instant[kind]:
        push_decision(s, c.instant[kind], seat, kind, c.instant_count[kind])
    elif kind == rec.CORAL and s.ink_pile[rec.PALE_MAGENTA]:
        take_card(s, seat, rec.PALE_MAGENTA)
        add_event(s, rec.CARD_GAINED, rec.PALE_MAGENTA)


def gainable_inks(cause: int) -> int:
    """Clauses 7.1 and 7.2: return the set of inks that a card lets its player gain."""
    return INK_SET & ~(1 << cause) if cause < rec.LIGHT_YELLOW else INK_SET


def gain_ink(s: State, seat: int, kind: int) -> None:
    """Take an ink; the one that Fuchsia gains may be printed at once."""
    cause = s.cause[s.depth - 1]
    take_card(s, seat, kind)
    count_down(s)
    if cause == rec.FUCHSIA:
        push_decision(s, rec.FUCHSIA_PRINT, seat, rec.FUCHSIA, kind)


def gain_same_inks(s: State, seat: int, kind: int) -> None:
    """Clause 7.3: take as many inks of one pile as the card says and the pile holds."""
    for _ in range(min(rec.times_left(s), s.ink_pile[kind])):
        take_card(s, seat, kind)
    pop_decision(s)


def discard_and_take(s: State, seat: int, kind: int) -> None:
    """Clause 1.7: discard the chosen cards, take a card, then fill the market. This ends the current decision."""
    discard_chosen(s, seat)
    take_card(s, seat, kind)
    pop_decision(s)
    fill_market(s)


def discard_chosen(s: State, seat: int) -> None:
    for i in range(s.n_chosen):
        remove_card(s, seat, rec.chosen_source(s, i))
        discard_card(s, rec.chosen_kind(s, i))
    clear_chosen(s)


# ---------------------------------------------------------------------- Lavender


def choose_split_card(s: State, seat: int, kind: int) -> None:
    """Clauses 1.7 and 7.8: with the second card, discard the split card, take both cards and fill the market."""
    if s.split_into[0] == 0:
        s.split_into[0] = kind + 1
        return
    first, second = s.split_into[0] - 1, kind
    if first > second:
        first, second = second, first
    discard_chosen(s, seat)
    take_card(s, seat, first)
    take_card(s, seat, second)
    fill_market(s)
    s.split_into[0], s.split_into[1] = first + 1, second + 1
    s.decision[s.depth - 1] = rec.LAVENDER_ORDER


def print_split_cards(c: Constants, s: State, seat: int, first: int) -> None:
    """Print one of Lavender's two cards; the other one follows when all effects of the first are finished."""
    second = s.split_into[0] + s.split_into[1] - 2 - first
    s.split_into[0] = s.split_into[1] = 0
    s.decision[s.depth - 1] = rec.LAVENDER_SECOND
    s.detail[s.depth - 1] = second
    print_card(c, s, seat, first)


# ---------------------------------------------------------------------- refills


def can_return(s: State, seat: int, kind: int) -> bool:
    """Clauses 5.1 and 5.4: any card in play; Mustard cannot return once a card was tucked under it."""
    return s.play[seat, kind] > 0 and not (kind == rec.MUSTARD and s.refill_tucked > 0)


def can_tuck(s: State, seat: int, kind: int) -> bool:
    """Clause 5.4: up to two of the cards, with Mustard in play."""
    if s.play[seat, rec.MUSTARD] == 0 or s.refill_tucked == 2 or kind == rec.MUSTARD:
        return False
    return s.play[seat, kind] > 0


def return_card(s: State, seat: int, kind: int) -> None:
    remove_card(s, seat, rec.KINDS + kind)
    s.hand[seat, kind] += 1
    s.refill_returned += 1
    s.detail[s.depth - 1] -= 1
    fill_market(s)


def tuck_card(s: State, seat: int, kind: int) -> None:
    s.play[seat, kind] -= 1
    s.tucked[kind] += 1
    s.refill_tucked += 1
    s.detail[s.depth - 1] -= 1


def end_refill(s: State, seat: int) -> None:
    """Clause 5.2: end the refill; every Jungle still in play gives an ink."""
    pop_decision(s)
    s.refill_returned = s.refill_tucked = 0
    if s.play[seat, rec.JUNGLE]:
        push_decision(s, rec.GAIN_INK, seat, rec.JUNGLE, s.play[seat, rec.JUNGLE])


# ---------------------------------------------------------------------- mixes


def finish_mix(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 1.7, 4.1 and 4.6: pay and take the result, then offer Orange and the neighbour's Slate Gray."""
    discard_and_take(s, seat, kind)
    s.mixes_done += 1
    offer_slate_gray(c, s, seat)
    if s.play[seat, rec.ORANGE] and can_print(s, seat, kind):
        push_decision(s, rec.ORANGE_PRINT, seat, rec.ORANGE, kind)


def slate_gray_owner(c: Constants, mixer: int) -> int:
    """Clause 4.9: return the player whose left neighbour mixes."""
    return (mixer - 1) % c.players


def offer_slate_gray(c: Constants, s: State, mixer: int) -> None:
    """Clause 4.9: offer an ink for every Slate Gray in play."""
    owner = slate_gray_owner(c, mixer)
    if s.play[owner, rec.SLATE_GRAY]:
        push_decision(s, rec.SLATE_GRAY_INK, owner, rec.SLATE_GRAY, s.play[owner, rec.SLATE_GRAY])


def print_mixed_card(s: State, seat: int) -> None:
    """Clauses 4.8 and 6.2: put the mixed card into play without its instant effect; a Key is inactive this turn."""
    kind = rec.offered_card(s)
    pop_decision(s)
    put_into_play(s, seat, kind)
    if kind == rec.KEY:
        s.key_inactive = 1


def finish_billy_mix(c: Constants, s: State, kind: int) -> None:
    """Clause 9.4: put the cards paid and the MIX card on Billy's discard pile."""
    for i in range(s.n_chosen):
        s.hand[rec.BILLY, rec.chosen_kind(s, i)] -= 1
        s.billy_discard[rec.chosen_kind(s, i)] += 1
    clear_chosen(s)
    s.billy_discard[rec.MIX] += 1
    take_card(s, rec.BILLY, kind)
    count_down(s)
    fill_market(s)
    offer_slate_gray(c, s, rec.BILLY)
