"""Weights for the legal actions of Chroma Mix: each is tried on the player's cards, and the network evaluates them."""

from __future__ import annotations

from gamut.engine.ranking import exp_scaled_wide
from gamut.engine.record import Row
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_targets
from gamut.games.chroma_mix.market import INK_SET, available_cards
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import DOTS_NEEDED, tucked_dots
from tests.opponents.chroma_mix import heuristics
from tests.opponents.chroma_mix.value import (
    BASE,
    DOTS,
    HAND,
    PLAY,
    TRIAL_UNITS,
    change_input,
    compute_base,
    compute_strength,
)
from tests.opponents.chroma_mix.weights import BILLY_NETWORK, SEAT_NETWORK, UNITS

IDLE_COST = 2000  # strength lost by doing nothing with a turn
ORDER_STEP = 500  # strength between two neighbouring cards of a refill
SHARPNESS = 150  # a strength advantage that makes an action e times as likely
MAX_WEIGHT = 100_000
EXP_SCALE = 256  # parts of one in exponents
MAX_EXPONENT = 12


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    """The best action has MAX_WEIGHT; the weight of the others decreases exponentially with the difference."""
    available = available_cards(s)
    for_billy = rec.current_decision(s) == rec.BILLY_MIX
    if for_billy:
        available = billy_targets(c, s, available)
    compute_base(c, s, rec.BILLY if for_billy else seat, scratch)
    best = heuristics.IMPOSSIBLE
    for k in range(n):
        if for_billy:
            out[k] = evaluate_for_billy(c, s, scratch, actions[k], available)
        else:
            out[k] = evaluate_action(c, s, seat, scratch, actions[k], available)
        best = max(best, out[k])
    for k in range(n):
        exponent = min((best - out[k]) * EXP_SCALE // SHARPNESS, MAX_EXPONENT * EXP_SCALE)
        out[k] = max(MAX_WEIGHT * EXP_SCALE // exp_scaled_wide(exponent, EXP_SCALE), 1)


def evaluate_action(c: Constants, s: State, seat: int, scratch: Row, a: int, available: int) -> int:
    """Return the strength after an action."""
    heuristics.reset_trial(s, seat, scratch)
    for i in range(s.n_chosen):
        heuristics.change_cards(c, scratch, rec.chosen_source(s, i), -1)
    group, kind = rec.action_group(a), rec.action_kind(a)
    if group in (rec.MIX_HAND, rec.MIX_PLAY, rec.ADD_HAND, rec.ADD_PLAY):
        heuristics.change_cards(c, scratch, rec.action_source(a), -1)
        return heuristics.best_mix(c, s, seat, scratch, kind, available)
    if group < rec.ADD_HAND:
        return evaluate_turn_action(c, s, seat, scratch, group, kind)
    if group == rec.TAKE:
        return evaluate_take(c, s, scratch, kind, available)
    if group in (rec.DISCARD_HAND, rec.DISCARD_PLAY):
        return evaluate_discard(c, s, scratch, rec.action_source(a), available)
    if group in (rec.RETURN, rec.TUCK):
        return evaluate_refill_step(c, s, scratch, group, kind)
    if group == rec.ALSO_PRINT:
        heuristics.try_print(c, s, scratch, kind)
    elif group == rec.PRINT_IT:
        if rec.current_decision(s) == rec.ORANGE_PRINT:
            heuristics.move_into_play(c, scratch, rec.offered_card(s))
        else:
            heuristics.try_print(c, s, scratch, rec.offered_card(s))
    return heuristics.evaluate(c, s, scratch)


def evaluate_turn_action(c: Constants, s: State, seat: int, scratch: Row, group: int, kind: int) -> int:
    """Return the strength after a print, a refill, a swap or the end of the turn."""
    if group == rec.PRINT:
        heuristics.try_print(c, s, scratch, kind)
        if s.has_printed == 0:
            heuristics.try_inks(c, s, scratch, heuristics.in_play(scratch, rec.PEAR))
    elif group == rec.REFILL:
        heuristics.try_refill(c, scratch, 2 * rec.KINDS)
        heuristics.try_inks(c, s, scratch, heuristics.in_play(scratch, rec.JUNGLE))
    elif group == rec.TAKE_FREE_INK:
        heuristics.change_cards(c, scratch, HAND + rec.LIGHT_YELLOW, 1)
    elif group == rec.SWAP:
        heuristics.change_cards(c, scratch, HAND + kind, -1)
        heuristics.try_ink(c, s, scratch, INK_SET, 1)
    idle = s.actions_done == 0 and not heuristics.trial_changed(s, seat, scratch)
    return heuristics.evaluate(c, s, scratch) - (IDLE_COST if idle else 0)


def evaluate_take(c: Constants, s: State, scratch: Row, kind: int, available: int) -> int:
    """Return the strength after taking an available card for the current decision."""
    decision = rec.current_decision(s)
    if decision == rec.MIXING:
        return heuristics.best_result(c, s, scratch, 1 << kind)
    if decision == rec.LAVENDER_SPLIT:
        heuristics.change_cards(c, scratch, PLAY + kind, 1)
        if s.split_into[0] == 0:
            return heuristics.best_second_part(c, s, scratch, rec.chosen_kind(s, 0), kind, available)
        heuristics.change_cards(c, scratch, PLAY + s.split_into[0] - 1, 1)
        return heuristics.evaluate(c, s, scratch)
    n = min(rec.times_left(s), s.ink_pile[kind]) if decision == rec.GAIN_SAME_INKS else 1
    heuristics.change_cards(c, scratch, HAND + kind, n)
    return heuristics.evaluate(c, s, scratch)


def evaluate_discard(c: Constants, s: State, scratch: Row, source: int, available: int) -> int:
    """Return the strength after discarding a card for Prism or Lavender, with the best cards taken for it."""
    heuristics.change_cards(c, scratch, source, -1)
    if rec.current_decision(s) == rec.PRISM_TRADE:
        heuristics.try_rank_2(c, s, scratch)
        return heuristics.evaluate(c, s, scratch)
    best = heuristics.IMPOSSIBLE
    for part in range(rec.MIXABLE):
        if (available >> part) & 1:
            heuristics.change_cards(c, scratch, PLAY + part, 1)
            strength = heuristics.best_second_part(c, s, scratch, rec.source_kind(source), part, available)
            heuristics.change_cards(c, scratch, PLAY + part, -1)
            best = max(best, strength)
    return best


def evaluate_refill_step(c: Constants, s: State, scratch: Row, group: int, kind: int) -> int:
    """Return the strength after returning or tucking a card.

    Among improvements the first in order is preferred, so that a search does not try the same cards in every order.
    """
    before = heuristics.evaluate(c, s, scratch)
    if group == rec.RETURN:
        heuristics.move_to_hand(c, scratch, kind)
    else:
        heuristics.change_cards(c, scratch, PLAY + kind, -1)
        change_input(c, SEAT_NETWORK, scratch, DOTS, c.rank[kind])
    after = heuristics.evaluate(c, s, scratch)
    if group == rec.TUCK and tucked_dots(c, s) + c.rank[kind] >= DOTS_NEEDED:
        after += heuristics.WIN_BONUS
    return before + ORDER_STEP * (rec.KINDS - kind) + (after - before) // 64 if after > before else after


# ---------------------------------------------------------------------- Billy's mix


def evaluate_for_billy(c: Constants, s: State, scratch: Row, a: int, targets: int) -> int:
    """Return how little a choice for Billy's mix helps him."""
    for u in range(UNITS):
        scratch[TRIAL_UNITS + u] = scratch[BASE + u]
    for i in range(s.n_chosen):
        change_billy_card(c, scratch, rec.chosen_kind(s, i), -1)
    kind = rec.action_kind(a)
    if rec.action_group(a) == rec.TAKE:
        return -least_strength(c, scratch, 1 << kind)
    change_billy_card(c, scratch, kind, -1)
    if s.n_chosen == 1:
        return -least_strength(c, scratch, c.pair_makes[rec.chosen_kind(s, 0), kind] & targets)
    best = heuristics.IMPOSSIBLE
    for other in range(rec.MIXABLE):
        results = c.pair_makes[kind, other] & targets
        if results and s.hand[rec.BILLY, other] > (1 if other == kind else 0):
            change_billy_card(c, scratch, other, -1)
            best = max(best, -least_strength(c, scratch, results))
            change_billy_card(c, scratch, other, 1)
    return best


def change_billy_card(c: Constants, scratch: Row, kind: int, n: int) -> None:
    """Add `n` trial cards to Billy's hand."""
    change_input(c, BILLY_NETWORK, scratch, HAND + kind, n)


def least_strength(c: Constants, scratch: Row, results: int) -> int:
    """Return Billy's strength with the result that helps him least."""
    least, kind = -heuristics.IMPOSSIBLE, 0
    while results >> kind:
        if (results >> kind) & 1:
            change_billy_card(c, scratch, kind, 1)
            least = min(least, compute_strength(c, BILLY_NETWORK, scratch, TRIAL_UNITS))
            change_billy_card(c, scratch, kind, -1)
        kind += 1
    return least
