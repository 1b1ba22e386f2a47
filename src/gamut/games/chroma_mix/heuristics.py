"""Estimates that the guide of Chroma Mix uses: a player's strength after trial changes to the cards.

The trial cards are counts in `scratch`; the state does not change. An effect that leaves a choice is tried with the
choice that looks best at that moment.
"""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.effects import gainable_inks
from gamut.games.chroma_mix.market import INK_SET, available_cards, available_rank_2
from gamut.games.chroma_mix.mixing import can_complete_large_mix, has_raspberry, split_partners
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.value import BASE, HAND, PLAY, TRIAL_CARDS, TRIAL_UNITS, change_input, compute_strength
from gamut.games.chroma_mix.winning import check_victories

WIN_BONUS = 20_000  # strength of a victory
IMPOSSIBLE = -1_000_000  # less than any strength
MISSING_DOT_COST = 80  # strength per rank dot of the cards that a Raspberry mix still needs
EFFECT_BONUS = 100  # strength per unit of an instant effect that Violet's print starts


# ---------------------------------------------------------------------- trial cards


def reset_trial(s: State, seat: int, scratch: Row) -> None:
    """Set the trial cards to those of the seat."""
    for u in range(rec.UNITS):
        scratch[TRIAL_UNITS + u] = scratch[BASE + u]
    for kind in range(rec.KINDS):
        scratch[TRIAL_CARDS + HAND + kind] = s.hand[seat, kind]
        scratch[TRIAL_CARDS + PLAY + kind] = s.play[seat, kind]


def trial_changed(s: State, seat: int, scratch: Row) -> bool:
    """Return whether the trial cards differ from those of the seat."""
    for kind in range(rec.KINDS):
        if in_hand(scratch, kind) != s.hand[seat, kind] or in_play(scratch, kind) != s.play[seat, kind]:
            return True
    return False


def in_hand(scratch: Row, kind: int) -> int:
    return scratch[TRIAL_CARDS + HAND + kind]


def in_play(scratch: Row, kind: int) -> int:
    return scratch[TRIAL_CARDS + PLAY + kind]


def change_cards(c: Constants, scratch: Row, source: int, n: int) -> None:
    scratch[TRIAL_CARDS + source] += n
    change_input(c, rec.SEAT_NETWORK, scratch, source, n)


def move_into_play(c: Constants, scratch: Row, kind: int) -> None:
    change_cards(c, scratch, HAND + kind, -1)
    change_cards(c, scratch, PLAY + kind, 1)


def move_to_hand(c: Constants, scratch: Row, kind: int) -> None:
    change_cards(c, scratch, PLAY + kind, -1)
    change_cards(c, scratch, HAND + kind, 1)


def estimate(c: Constants, scratch: Row) -> int:
    """Return the strength of the trial cards."""
    return compute_strength(c, rec.SEAT_NETWORK, scratch, TRIAL_UNITS)


def estimate_with(c: Constants, scratch: Row, source: int, n: int) -> int:
    """Return the strength with one more change, which is reverted."""
    change_cards(c, scratch, source, n)
    strength = estimate(c, scratch)
    change_cards(c, scratch, source, -n)
    return strength


def evaluate(c: Constants, s: State, scratch: Row) -> int:
    """Return the strength of the trial cards, with a bonus if they win."""
    won = check_victories(c, s, scratch, TRIAL_CARDS + HAND, scratch, TRIAL_CARDS + PLAY, False)
    return estimate(c, scratch) + (WIN_BONUS if won else 0)


# ---------------------------------------------------------------------- effects


def try_ink(c: Constants, s: State, scratch: Row, kinds: int, n: int) -> None:
    """Gain `n` of the best ink of a set."""
    best_kind, best = -1, IMPOSSIBLE
    for kind in range(rec.INKS):
        if (kinds >> kind) & 1 and s.ink_pile[kind]:
            strength = estimate_with(c, scratch, HAND + kind, min(n, s.ink_pile[kind]))
            if strength > best:
                best_kind, best = kind, strength
    if best_kind >= 0:
        change_cards(c, scratch, HAND + best_kind, min(n, s.ink_pile[best_kind]))


def try_inks(c: Constants, s: State, scratch: Row, n: int) -> None:
    """Gain `n` inks, each the best one."""
    for _ in range(n):
        try_ink(c, s, scratch, INK_SET, 1)


def try_rank_2(c: Constants, s: State, scratch: Row) -> None:
    """Gain the best available rank-2 card."""
    available, best_kind, best = available_rank_2(s), -1, IMPOSSIBLE
    for kind in range(rec.CERULEAN, rec.AZURE):
        if (available >> kind) & 1:
            strength = estimate_with(c, scratch, HAND + kind, 1)
            if strength > best:
                best_kind, best = kind, strength
    if best_kind >= 0:
        change_cards(c, scratch, HAND + best_kind, 1)


def try_refill(c: Constants, scratch: Row, most: int) -> None:
    """Return up to `most` cards to the hand, each if that is an improvement."""
    strength = estimate(c, scratch)
    for kind in range(rec.KINDS):
        improved = True
        while improved and most > 0 and in_play(scratch, kind) > 0:
            move_to_hand(c, scratch, kind)
            after = estimate(c, scratch)
            if after > strength:
                strength = after
                most -= 1
            else:
                move_into_play(c, scratch, kind)
                improved = False


def try_return_one(c: Constants, scratch: Row) -> None:
    """Return the best card to the hand, or none."""
    best_kind, best = -1, estimate(c, scratch)
    for kind in range(rec.KINDS):
        if in_play(scratch, kind) > 0:
            change_cards(c, scratch, PLAY + kind, -1)
            strength = estimate_with(c, scratch, HAND + kind, 1)
            change_cards(c, scratch, PLAY + kind, 1)
            if strength > best:
                best_kind, best = kind, strength
    if best_kind >= 0:
        move_to_hand(c, scratch, best_kind)


def try_discard(c: Constants, scratch: Row) -> None:
    """Discard the least valuable card."""
    best_source, best = -1, IMPOSSIBLE
    for source in range(2 * rec.KINDS):
        if scratch[TRIAL_CARDS + source] > 0:
            strength = estimate_with(c, scratch, source, -1)
            if strength > best:
                best_source, best = source, strength
    if best_source >= 0:
        change_cards(c, scratch, best_source, -1)


def try_simple_print(c: Constants, s: State, scratch: Row, kind: int) -> None:
    """Print a card, with its effect unless that starts another print."""
    move_into_play(c, scratch, kind)
    effect = c.instant[kind]
    if effect == rec.GAIN_INK:
        try_ink(c, s, scratch, gainable_inks(kind), 1)
    elif effect == rec.GAIN_SAME_INKS:
        try_ink(c, s, scratch, INK_SET, c.instant_count[kind])
    elif effect == rec.GAIN_RANK_2:
        try_rank_2(c, s, scratch)
    elif effect == rec.REFILLING:
        try_return_one(c, scratch)
        try_inks(c, s, scratch, in_play(scratch, rec.JUNGLE))
    elif kind == rec.CORAL and s.ink_pile[rec.PALE_MAGENTA]:
        change_cards(c, scratch, HAND + rec.PALE_MAGENTA, 1)


def try_print(c: Constants, s: State, scratch: Row, kind: int) -> None:
    """Print a card with its full effect."""
    try_simple_print(c, s, scratch, kind)
    effect = c.instant[kind]
    if effect == rec.VIOLET_PRINT:
        for _ in range(c.instant_count[kind]):
            try_violet_print(c, s, scratch)
    elif effect == rec.LAVENDER_SPLIT:
        try_split(c, s, scratch)
    elif effect == rec.PRISM_TRADE:
        try_trade(c, s, scratch)


def try_violet_print(c: Constants, s: State, scratch: Row) -> None:
    """Print the card that is best in play, with its effect."""
    best_kind, best = -1, IMPOSSIBLE
    for kind in range(rec.KINDS):
        second_emerald = kind == rec.EMERALD and in_play(scratch, rec.EMERALD) > 0
        if in_hand(scratch, kind) > 0 and kind != rec.VIOLET and not second_emerald:
            change_cards(c, scratch, HAND + kind, -1)
            strength = estimate_with(c, scratch, PLAY + kind, 1) + EFFECT_BONUS * c.instant_count[kind]
            change_cards(c, scratch, HAND + kind, 1)
            if strength > best:
                best_kind, best = kind, strength
    if best_kind >= 0:
        try_simple_print(c, s, scratch, best_kind)


def try_trade(c: Constants, s: State, scratch: Row) -> None:
    """Prism: discard the least valuable card for the best rank-2 card, if that is an improvement."""
    strength, available, best_gain, best_loss = estimate(c, scratch), available_rank_2(s), IMPOSSIBLE, IMPOSSIBLE
    for kind in range(rec.CERULEAN, rec.AZURE):
        if (available >> kind) & 1:
            best_gain = max(best_gain, estimate_with(c, scratch, HAND + kind, 1))
    for source in range(2 * rec.KINDS):
        if scratch[TRIAL_CARDS + source] > 0:
            best_loss = max(best_loss, estimate_with(c, scratch, source, -1))
    if best_gain != IMPOSSIBLE and best_gain + best_loss > 2 * strength:
        try_discard(c, scratch)
        try_rank_2(c, s, scratch)


def try_split(c: Constants, s: State, scratch: Row) -> None:
    """Lavender: make the best split; both cards go into play."""
    available, best = available_cards(s), IMPOSSIBLE
    split_source, first, second = -1, -1, -1
    for source in range(2 * rec.KINDS):
        kind = rec.source_kind(source)
        if scratch[TRIAL_CARDS + source] <= 0 or kind < rec.CERULEAN:
            continue
        change_cards(c, scratch, source, -1)
        for part in range(rec.MIXABLE):
            if (available >> part) & 1:
                partners = split_partners(c, s, kind, part, available) >> part << part
                other = part
                while partners >> other:
                    if (partners >> other) & 1:
                        change_cards(c, scratch, PLAY + part, 1)
                        strength = estimate_with(c, scratch, PLAY + other, 1)
                        change_cards(c, scratch, PLAY + part, -1)
                        if strength > best:
                            split_source, first, second, best = source, part, other, strength
                    other += 1
        change_cards(c, scratch, source, 1)
    if split_source >= 0:
        change_cards(c, scratch, split_source, -1)
        change_cards(c, scratch, PLAY + first, 1)
        change_cards(c, scratch, PLAY + second, 1)


def best_second_part(c: Constants, s: State, scratch: Row, split_card: int, part: int, available: int) -> int:
    """Return the strength with the best second card of a split."""
    best, other, partners = IMPOSSIBLE, 0, split_partners(c, s, split_card, part, available)
    while partners >> other:
        if (partners >> other) & 1:
            best = max(best, estimate_with(c, scratch, PLAY + other, 1))
        other += 1
    return best


# ---------------------------------------------------------------------- mixes; the cards paid are already removed


def best_result(c: Constants, s: State, scratch: Row, results: int) -> int:
    """Return the strength with the best of a set of results."""
    best, kind = IMPOSSIBLE, 0
    while results >> kind:
        if (results >> kind) & 1:
            change_cards(c, scratch, HAND + kind, 1)
            best = max(best, evaluate(c, s, scratch))
            change_cards(c, scratch, HAND + kind, -1)
            second_emerald = kind == rec.EMERALD and in_play(scratch, rec.EMERALD) > 0
            if in_play(scratch, rec.ORANGE) > 0 and not second_emerald:
                change_cards(c, scratch, PLAY + kind, 1)
                best = max(best, evaluate(c, s, scratch))
                change_cards(c, scratch, PLAY + kind, -1)
        kind += 1
    return best


def best_mix(c: Constants, s: State, seat: int, scratch: Row, kind: int, available: int) -> int:
    """Return the strength after the best mix of the chosen cards and one of this kind."""
    best = IMPOSSIBLE
    if s.n_chosen == 1:
        best = best_result(c, s, scratch, c.pair_makes[rec.chosen_kind(s, 0), kind] & available)
    elif s.n_chosen == 0:
        best = best_pair_mix(c, s, scratch, kind, available)
    if has_raspberry(s, seat):
        best = max(best, best_large_mix(c, s, seat, scratch, kind, available))
    return best


def best_pair_mix(c: Constants, s: State, scratch: Row, kind: int, available: int) -> int:
    """Return the strength after the best mix of a card with one other card."""
    best, sources = IMPOSSIBLE, 2 * rec.KINDS if in_play(scratch, rec.CORAL) > 0 else rec.KINDS
    for source in range(sources):
        if rec.source_kind(source) < rec.MIXABLE and scratch[TRIAL_CARDS + source] > 0:
            results = c.pair_makes[kind, rec.source_kind(source)] & available
            if results:
                change_cards(c, scratch, source, -1)
                best = max(best, best_result(c, s, scratch, results))
                change_cards(c, scratch, source, 1)
    return best


def best_large_mix(c: Constants, s: State, seat: int, scratch: Row, kind: int, available: int) -> int:
    """Return the strength after the best Raspberry mix, less a cost for the cards that are still missing."""
    best, dots = IMPOSSIBLE, c.rank[kind]
    for i in range(s.n_chosen):
        dots += c.rank[rec.chosen_kind(s, i)]
    for result in range(rec.KINDS):
        if (available >> result) & 1 and can_complete_large_mix(c, s, seat, kind, 1 << result):
            cost = MISSING_DOT_COST * (c.rank[result] - dots)
            best = max(best, best_result(c, s, scratch, 1 << result) - cost)
    return best
