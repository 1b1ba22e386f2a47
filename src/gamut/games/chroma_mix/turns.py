"""How a turn proceeds and ends, and who plays next. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.games.chroma_mix import effects
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_can_mix, is_billy, start_billy_turn
from gamut.games.chroma_mix.decisions import add_event, count_down, pop_decision, push_decision
from gamut.games.chroma_mix.market import available_cards, available_inks, available_rank_2
from gamut.games.chroma_mix.mixing import can_mix, can_split_any
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import find_victories


def advance(c: Constants, s: State) -> None:
    """Continue until a seat has something to decide, or the game is over."""
    while s.stage != rec.OVER:
        if s.depth:
            if needs_decision(c, s):
                return
            resolve_automatically(c, s)
        elif s.stage == rec.PLAYING:
            if is_pear_due(s):
                start_pear(s)
            elif can_continue_turn(c, s):
                return
            else:
                end_turn(s)
        else:
            start_next_turn(c, s)


# ---------------------------------------------------------------------- decisions that leave no choice


def needs_decision(c: Constants, s: State) -> bool:
    """Return whether the current decision leaves something to choose."""
    top = s.depth - 1
    decision, seat = s.decision[top], s.decider[top]
    if decision == rec.GAIN_INK:
        return available_inks(s) & effects.gainable_inks(s.cause[top]) != 0
    if decision in (rec.GAIN_SAME_INKS, rec.SLATE_GRAY_INK):
        return available_inks(s) != 0
    if decision == rec.REFILLING:
        started = s.refill_returned + s.refill_tucked > 0
        return rec.times_left(s) > 0 and (started or can_return_any(s, seat))
    if decision == rec.VIOLET_PRINT:
        return can_print_for_violet(s, seat)
    if decision == rec.LAVENDER_SPLIT:
        return s.n_chosen > 0 or can_split_any(c, s, seat, available_cards(s))
    if decision in (rec.GAIN_RANK_2, rec.PRISM_TRADE):
        return s.n_chosen > 0 or available_rank_2(s) != 0
    if decision == rec.LAVENDER_ORDER:
        return s.split_into[0] != s.split_into[1]
    if decision == rec.BILLY_MIX:
        return s.n_chosen > 0 or billy_can_mix(c, s, available_cards(s))
    return decision != rec.LAVENDER_SECOND


def resolve_automatically(c: Constants, s: State) -> None:
    """Resolve the current decision without asking: it is forced, or nothing can be done."""
    top = s.depth - 1
    decision, seat = s.decision[top], s.decider[top]
    if decision == rec.REFILLING:
        effects.end_refill(s, seat)
    elif decision == rec.LAVENDER_ORDER:
        add_event(s, rec.CARD_PRINTED, s.split_into[0] - 1)
        effects.print_split_cards(c, s, seat, s.split_into[0] - 1)
    elif decision == rec.LAVENDER_SECOND:
        print_second_split_card(c, s, seat, rec.offered_card(s))
    elif decision == rec.BILLY_MIX:
        add_event(s, rec.BILLY_CANNOT_MIX, 0)
        s.billy_discard[rec.MIX] += 1
        count_down(s)
    else:
        add_event(s, rec.NO_EFFECT, s.cause[top])
        pop_decision(s)


def print_second_split_card(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clause 7.9: print Lavender's second card if one of that name is still in hand."""
    pop_decision(s)
    if s.hand[seat, kind]:
        add_event(s, rec.CARD_PRINTED, kind)
        effects.print_card(c, s, seat, kind)
    else:
        add_event(s, rec.CARD_GONE, kind)


def can_return_any(s: State, seat: int) -> bool:
    """Return whether the refill can return or tuck a card."""
    for kind in range(rec.KINDS):
        if effects.can_return(s, seat, kind) or effects.can_tuck(s, seat, kind):
            return True
    return False


def can_print_for_violet(s: State, seat: int) -> bool:
    """Clause 7.7: return whether Violet can print a card."""
    for kind in range(rec.KINDS):
        if kind != rec.VIOLET and effects.can_print(s, seat, kind):
            return True
    return False


# ---------------------------------------------------------------------- the turn


def has_active_key(s: State) -> bool:
    """Clause 6.1: return whether Key allows more than one action."""
    return s.play[s.turn, rec.KEY] > 0 and s.key_inactive == 0


def may_print(s: State) -> bool:
    """Return whether the turn's own print is still allowed."""
    return s.actions_done == 0 or (has_active_key(s) and s.actions_done & (rec.PRINTED | rec.SWAPPED) == 0)


def may_mix(s: State) -> bool:
    """Clauses 4.7, 6.1 and 6.4: the first mix like any action, a second one with Lemon in play."""
    if s.mixes_done:
        return s.mixes_done == 1 and s.play[s.turn, rec.LEMON] > 0
    return s.actions_done == 0 or (has_active_key(s) and s.actions_done & rec.SWAPPED == 0)


def may_refill(s: State) -> bool:
    """Return whether the turn's own refill is still allowed."""
    return s.actions_done == 0 or (has_active_key(s) and s.actions_done & (rec.REFILLED | rec.SWAPPED) == 0)


def can_print_any(s: State, seat: int) -> bool:
    """Return whether the hand holds a card that may be printed."""
    for kind in range(rec.KINDS):
        if effects.can_print(s, seat, kind):
            return True
    return False


def can_continue_turn(c: Constants, s: State) -> bool:
    """Clause 6.5: return whether the turn allows another action."""
    if may_refill(s) or (may_print(s) and can_print_any(s, s.turn)):
        return True
    return may_mix(s) and can_mix(c, s, s.turn, available_cards(s))


def end_turn(s: State) -> None:
    """Clause 6.6: end the turn; then at the latest, Pear gives its inks."""
    s.stage = rec.ENDING
    start_pear(s)


def is_pear_due(s: State) -> bool:
    """Clause 6.6: return whether no further print is possible in this turn, neither its own nor by Orange."""
    may_lay = may_mix(s) and s.play[s.turn, rec.ORANGE] > 0
    return s.has_printed == 1 and s.play[s.turn, rec.PEAR] > 0 and not may_print(s) and not may_lay


def start_pear(s: State) -> None:
    """Clause 6.6: after the last print of a turn every Pear in play gives an ink, once."""
    if s.has_printed and s.play[s.turn, rec.PEAR]:
        push_decision(s, rec.GAIN_INK, s.turn, rec.PEAR, s.play[s.turn, rec.PEAR])
    s.has_printed = 0


def start_next_turn(c: Constants, s: State) -> None:
    """Clauses 2.1, 8.1 and 8.2: check for victories; then the next player, the next round, or the end."""
    achieved = 0
    for player in range(c.players):
        s.victories[player] |= find_victories(c, s, player)
        achieved |= s.victories[player]
    s.actions_done = s.mixes_done = s.has_printed = s.key_inactive = 0
    if s.billy_head_start:
        s.billy_head_start -= 1
    else:
        s.turn = (s.turn + 1) % c.players
        if s.turn == s.first:
            if achieved or s.round == c.max_rounds:
                s.stage = rec.OVER
                return
            s.round += 1
    start_turn(c, s)


def start_turn(c: Constants, s: State) -> None:
    """Start the turn of a seat, or Billy's, which needs no end."""
    s.stage = rec.PLAYING
    if is_billy(c, s.turn):
        s.stage = rec.ENDING
        start_billy_turn(s)
