"""The legal actions of Chroma Mix: only steps that can be completed. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_has_partner, billy_results, billy_targets
from gamut.games.chroma_mix.effects import can_print, can_return, can_tuck, gainable_inks
from gamut.games.chroma_mix.market import available_cards, available_inks, available_rank_2
from gamut.games.chroma_mix.mixing import (
    can_complete_mix,
    can_split,
    count_chosen,
    has_coral,
    mix_results,
    split_partners,
)
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.turns import may_mix, may_print, may_refill


def current_decider(s: State) -> int:
    return s.decider[s.depth - 1] if s.depth else s.turn


def actors(c: Constants, s: State) -> int:
    return 0 if s.stage == rec.OVER else 1 << current_decider(s)


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.stage == rec.OVER or seat != current_decider(s):
        return 0
    decision = rec.current_decision(s)
    if decision == 0:
        return write_actions(c, s, seat, out)
    if decision == rec.MIXING:
        return write_mix(c, s, seat, out)
    if decision == rec.REFILLING:
        return write_refill(s, seat, out)
    if decision == rec.VIOLET_PRINT:
        return write_violet_prints(s, seat, out)
    if decision == rec.LAVENDER_SPLIT:
        return write_split(c, s, seat, out)
    if decision == rec.LAVENDER_ORDER:
        return write_set(1 << s.split_into[0] - 1 | 1 << s.split_into[1] - 1, rec.ALSO_PRINT, out, 0)
    if decision == rec.PRISM_TRADE:
        return write_trade(s, seat, out)
    if decision == rec.BILLY_MIX:
        return write_billy_mix(c, s, out)
    if decision in (rec.ORANGE_PRINT, rec.FUCHSIA_PRINT):
        out[0], out[1] = rec.PRINT_IT, rec.KEEP_IT
        return 2
    return write_gains(s, decision, out)


def write_set(kinds: int, group: int, out: Row, n: int) -> int:
    """Write an action of a group for every kind of a set; return the new number of actions."""
    kind = 0
    while kinds:
        if kinds & 1:
            out[n] = group + kind
            n += 1
        kinds >>= 1
        kind += 1
    return n


def held_kinds(cards: Row) -> int:
    """Return the set of kinds in a hand or a play area."""
    kinds = 0
    for kind in range(rec.KINDS):
        if cards[kind]:
            kinds |= 1 << kind
    return kinds


# ---------------------------------------------------------------------- the choice of an action


def write_actions(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clauses 2.2 and 6.1: what the turn still allows; after at least one action the turn may be ended."""
    n = 0
    if may_print(s):
        for kind in range(rec.KINDS):
            if can_print(s, seat, kind):
                out[n] = rec.PRINT + kind
                n += 1
    if may_mix(s):
        n = write_mix_starts(c, s, seat, out, n)
    if may_refill(s):
        out[n] = rec.REFILL
        n += 1
    if s.actions_done == 0:
        return write_swaps(s, seat, out, n)
    out[n] = rec.END_TURN
    return n + 1


def write_mix_starts(c: Constants, s: State, seat: int, out: Row, n: int) -> int:
    """Clauses 4.1 and 4.2: the cards that are part of some mix."""
    fitting, available, coral = 0, available_cards(s), has_coral(s, seat)
    for kind in range(rec.MIXABLE):
        usable = s.hand[seat, kind] > 0 or (coral and s.play[seat, kind] > 0)
        if usable and can_complete_mix(c, s, seat, kind, available):
            fitting |= 1 << kind
    n = write_set(fitting & held_kinds(s.hand[seat]), rec.MIX_HAND, out, n)
    return write_set(fitting & held_kinds(s.play[seat]), rec.MIX_PLAY, out, n) if coral else n


def write_swaps(s: State, seat: int, out: Row, n: int) -> int:
    """Clause 2.4: any card for an ink; with an empty hand a Light Yellow."""
    hand = held_kinds(s.hand[seat])
    if hand == 0:
        if s.ink_pile[rec.LIGHT_YELLOW]:
            out[n] = rec.TAKE_FREE_INK
            n += 1
        return n
    return write_set(hand, rec.SWAP, out, n) if available_inks(s) else n


# ---------------------------------------------------------------------- other decisions


def write_mix(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 4.2: more cards that lead to a mix, and what the chosen ones make."""
    from_hand, from_play, available, coral = 0, 0, available_cards(s), has_coral(s, seat)
    for kind in range(rec.MIXABLE):
        in_hand = s.hand[seat, kind] > count_chosen(s, kind)
        in_play = coral and s.play[seat, kind] > count_chosen(s, rec.KINDS + kind)
        if (in_hand or in_play) and can_complete_mix(c, s, seat, kind, available):
            from_hand |= in_hand << kind
            from_play |= in_play << kind
    n = write_set(from_hand, rec.ADD_HAND, out, 0)
    n = write_set(from_play, rec.ADD_PLAY, out, n)
    return write_set(mix_results(c, s, seat, available), rec.TAKE, out, n)


def write_gains(s: State, decision: int, out: Row) -> int:
    """Clauses 2.4, 4.9 and 7.1 to 7.5: available cards of rank 1 or 2; only Slate Gray may be declined."""
    kinds = available_inks(s)
    if decision == rec.GAIN_INK:
        kinds &= gainable_inks(s.cause[s.depth - 1])
    elif decision == rec.GAIN_RANK_2:
        kinds = available_rank_2(s)
    n = write_set(kinds, rec.TAKE, out, 0)
    if decision == rec.SLATE_GRAY_INK:
        out[n] = rec.PASS
        n += 1
    return n


def write_refill(s: State, seat: int, out: Row) -> int:
    """Clauses 5.1 and 5.4: a card in play to return or tuck, or the end of the refill."""
    n = 0
    for kind in range(rec.KINDS):
        if can_return(s, seat, kind):
            out[n] = rec.RETURN + kind
            n += 1
    for kind in range(rec.KINDS):
        if can_tuck(s, seat, kind):
            out[n] = rec.TUCK + kind
            n += 1
    out[n] = rec.DONE
    return n + 1


def write_violet_prints(s: State, seat: int, out: Row) -> int:
    """Clause 7.7: the cards that Violet can print."""
    n = 0
    for kind in range(rec.KINDS):
        if kind != rec.VIOLET and can_print(s, seat, kind):
            out[n] = rec.ALSO_PRINT + kind
            n += 1
    return n


def write_split(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 7.8: the card that Lavender splits, then the two cards taken for it."""
    available, fitting = available_cards(s), 0
    if s.n_chosen == 0:
        for kind in range(rec.CERULEAN, rec.KINDS):
            if s.hand[seat, kind] + s.play[seat, kind] > 0 and can_split(c, s, kind, available):
                fitting |= 1 << kind
        n = write_set(fitting & held_kinds(s.hand[seat]), rec.DISCARD_HAND, out, 0)
        return write_set(fitting & held_kinds(s.play[seat]), rec.DISCARD_PLAY, out, n)
    split_card = rec.chosen_kind(s, 0)
    if s.split_into[0]:
        fitting = split_partners(c, s, split_card, s.split_into[0] - 1, available)
    else:
        for part in range(rec.MIXABLE):
            if (available >> part) & 1 and split_partners(c, s, split_card, part, available):
                fitting |= 1 << part
    return write_set(fitting, rec.TAKE, out, 0)


def write_trade(s: State, seat: int, out: Row) -> int:
    """Clause 7.6: a card to discard for Prism or none, then a rank-2 card of the market."""
    if s.n_chosen:
        return write_set(available_rank_2(s), rec.TAKE, out, 0)
    n = write_set(held_kinds(s.hand[seat]), rec.DISCARD_HAND, out, 0)
    n = write_set(held_kinds(s.play[seat]), rec.DISCARD_PLAY, out, n)
    out[n] = rec.PASS
    return n + 1


def write_billy_mix(c: Constants, s: State, out: Row) -> int:
    """Clause 9.3: two cards of Billy's hand, then what they make."""
    targets, fitting = billy_targets(c, s, available_cards(s)), 0
    if s.n_chosen == 2:
        return write_set(billy_results(c, s, targets), rec.TAKE, out, 0)
    for kind in range(rec.MIXABLE):
        if s.n_chosen == 0:
            fits = s.hand[rec.BILLY, kind] > 0 and billy_has_partner(c, s, kind, targets)
        else:
            used = 1 if kind == rec.chosen_kind(s, 0) else 0
            fits = s.hand[rec.BILLY, kind] > used and c.pair_makes[rec.chosen_kind(s, 0), kind] & targets != 0
        fitting |= fits << kind
    return write_set(fitting, rec.BILLY_PAYS, out, 0)
