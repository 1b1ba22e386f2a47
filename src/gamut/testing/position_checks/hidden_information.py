"""Checks of positions: what seats know, what they see of actions, and redealt copies."""

from __future__ import annotations

import numpy as np

from gamut.engine import verbs
from gamut.engine.chance import random_below
from gamut.engine.random_play import first_seat
from gamut.engine.verbs import SPECTATOR, UNSEEN
from gamut.testing.position_checks.workspace import (
    ALTERNATIVE,
    DETAIL,
    GAME,
    HIDDEN_BITS,
    OTHER_DETAIL,
    REFERENCE,
    SEAT,
    STEP,
    TALLY,
    TRIAL,
    USED_BITS,
    Workspace,
    are_equal,
    choose_viewer,
    complaint,
    has_several,
    hide_copy,
)

NO_KEY = np.uint64(0)

# ---------------------------------------------------------------------- hiding

KEY_NOT_HIDDEN = complaint("`hide` leaves the chance key in the copy for {seat}")
HIDING_NOT_COMPLETE = complaint("hiding twice for {seat} differs from hiding once: {difference}")
SPECTATOR_KNOWS_MORE = complaint("a spectator knows something that {seat} does not know: {difference}")


def check_hiding(w: Workspace) -> int:
    c, s = w.c[0], w.states
    hide_copy(w, ALTERNATIVE, SPECTATOR)
    for seat in range(SPECTATOR, w.limits.seats):
        w.report[SEAT] = seat
        hide_copy(w, TRIAL, seat)
        for k in range(3):
            if s[TRIAL].chance_key[k] != NO_KEY:
                return KEY_NOT_HIDDEN
        s[REFERENCE] = s[TRIAL]
        verbs.hide(c, s[TRIAL], seat)
        if not are_equal(w, TRIAL, REFERENCE):
            return HIDING_NOT_COMPLETE
        verbs.hide(c, s[TRIAL], SPECTATOR)
        if not are_equal(w, TRIAL, ALTERNATIVE):
            return SPECTATOR_KNOWS_MORE
    return 0


def collect_secrets(w: Workspace) -> int:
    """Collect the bits that are used and those that `hide` changes; count the redeals that differ from the truth."""
    s, words, seat = w.states, w.words, w.report[STEP] % w.limits.seats
    hide_copy(w, TRIAL, seat)
    verbs.redeal(w.c[0], s[TRIAL], seat, w.rng)
    for k in range(3):
        s[TRIAL].chance_key[k] = s[GAME].chance_key[k]
    if not are_equal(w, TRIAL, GAME):
        w.report[TALLY] += 1
    for k in range(words.shape[1]):
        words[USED_BITS, k] |= words[GAME, k]
    for viewer in range(SPECTATOR, w.limits.seats):
        hide_copy(w, TRIAL, viewer)
        for k in range(words.shape[1]):
            words[HIDDEN_BITS, k] |= words[TRIAL, k] ^ words[GAME, k]
    return 0


# ---------------------------------------------------------------------- redeals

REDEAL_BREAKS_INVARIANT = complaint("a redeal for {seat} breaks {invariant}")
REDEAL_WITHOUT_KEY = complaint("a redeal for {seat} has no chance key")
REDEAL_CHANGES_ACTORS = complaint("a redeal for {seat} has other actors than the true state")
REDEAL_REPEATS_KEY = complaint("two redeals for {seat} have the same chance key: `redeal` must call `renew_key`")
REDEAL_CHANGES_KNOWLEDGE = complaint(
    "hide(redeal(hide(s))) differs from hide(s) for {seat}: {difference}; `hide` leaks, or `redeal` changes what "
    "is known"
)
VIEWERS = 2  # how many viewers' copies are redealt at a position


def check_redeals(w: Workspace) -> int:
    """Check that a redealt copy may be the true state: hiding it again gives the same hidden copy."""
    c, s = w.c[0], w.states
    mask = verbs.actors(c, s[GAME])
    for k in range(VIEWERS):
        seat = choose_viewer(w, k)
        w.report[SEAT] = seat
        hide_copy(w, REFERENCE, seat)
        s[TRIAL] = s[REFERENCE]
        verbs.redeal(c, s[TRIAL], seat, w.rng)
        w.report[DETAIL] = verbs.broken_invariant(c, s[TRIAL])
        if w.report[DETAIL] != 0:
            return REDEAL_BREAKS_INVARIANT
        key = s[TRIAL].chance_key
        if key[0] == NO_KEY and key[1] == NO_KEY:
            return REDEAL_WITHOUT_KEY
        if verbs.actors(c, s[TRIAL]) != mask:
            return REDEAL_CHANGES_ACTORS
        s[ALTERNATIVE] = s[REFERENCE]
        verbs.redeal(c, s[ALTERNATIVE], seat, w.rng)
        other_key = s[ALTERNATIVE].chance_key
        if key[0] == other_key[0] and key[1] == other_key[1]:
            return REDEAL_REPEATS_KEY
        verbs.hide(c, s[TRIAL], seat)
        if not are_equal(w, TRIAL, REFERENCE):
            return REDEAL_CHANGES_KNOWLEDGE
    return 0


REDEAL_STUCK = complaint(
    "{other_detail} steps after a redeal for {seat}, seat {detail} is an actor without a legal action"
)
REDEAL_PLAY_BREAKS_INVARIANT = complaint("{other_detail} steps after a redeal for {seat}, {invariant} is broken")
REDEAL_TOO_LONG = complaint("a game continued from a redeal for {seat} is not over after `max_steps` = {max_steps}")
REDEAL_INTERVAL = 8  # positions per redeal that is played on, on average
SOME_STEPS = 6  # that are played from a redeal
TO_THE_END_INTERVAL = 16  # such redeals per redeal that is played to the end


def check_play_after_redeal(w: Workspace) -> int:
    """Check that a game can be continued from a redeal, sometimes to its end."""
    if random_below(w.rng, REDEAL_INTERVAL) != 0:
        return 0
    c, s, report = w.c[0], w.states, w.report
    seat = choose_viewer(w, 0)
    report[SEAT], report[OTHER_DETAIL] = seat, 0
    hide_copy(w, TRIAL, seat)
    verbs.redeal(c, s[TRIAL], seat, w.rng)
    left = w.limits.max_steps - report[STEP]
    steps = left if random_below(w.rng, TO_THE_END_INTERVAL) == 0 else min(left, SOME_STEPS)
    mask = verbs.actors(c, s[TRIAL])
    while mask != 0 and report[OTHER_DETAIL] < steps:
        mover = first_seat(mask)
        n = verbs.legal(c, s[TRIAL], mover, w.actions)
        report[DETAIL] = mover + 1
        if n <= 0:
            return REDEAL_STUCK
        verbs.play(c, s[TRIAL], mover, w.actions[random_below(w.rng, n)])
        report[OTHER_DETAIL] += 1
        report[DETAIL] = verbs.broken_invariant(c, s[TRIAL])
        if report[DETAIL] != 0:
            return REDEAL_PLAY_BREAKS_INVARIANT
        mask = verbs.actors(c, s[TRIAL])
    return REDEAL_TOO_LONG if mask != 0 and steps == left else 0


# ---------------------------------------------------------------------- what a seat may do, and what it sees

HIDDEN_LEGAL_DIFFERS = complaint("the hidden copy of {seat} has other legal actions than the true state")
REDEALT_LEGAL_DIFFERS = complaint("a redeal for {seat} has other legal actions of that seat than the true state")


def check_legal_when_hidden(w: Workspace) -> int:
    """Check that hidden and redealt copies have the same legal actions of their seat as the true state."""
    for seat in range(w.limits.seats):
        w.report[SEAT] = seat
        n = verbs.legal(w.c[0], w.states[GAME], seat, w.actions)
        hide_copy(w, TRIAL, seat)
        if not has_legal_actions(w, TRIAL, seat, n):
            return HIDDEN_LEGAL_DIFFERS
        verbs.redeal(w.c[0], w.states[TRIAL], seat, w.rng)
        if not has_legal_actions(w, TRIAL, seat, n):
            return REDEALT_LEGAL_DIFFERS
    return 0


def has_legal_actions(w: Workspace, row: int, seat: int, n: int) -> bool:
    """Return whether the legal actions of a seat in a row are the first `n` in `actions`."""
    if verbs.legal(w.c[0], w.states[row], seat, w.numbers) != n:
        return False
    for k in range(n):
        if w.actions[k] != w.numbers[k]:
            return False
    return True


HIDDEN_FROM_MOVER = complaint("`visible_action` does not show {action} to {seat}, which plays it")
SHOWN_AS_ANOTHER = complaint("`visible_action` shows {seat} another action instead of {action}")
SECRET_STEP_SHOWS = complaint(
    "a secret step ({action}) that does not end the phase changes what {seat} knows: {difference}"
)
SECRET_ACTION_SHOWN = complaint("`visible_action` shows {seat} {action}, which its hidden copy keeps secret")
UNFINISHED_STEP_SHOWS = complaint(
    "a secret step ({action}) changes what {seat} knows before the mover has submitted: {difference}"
)
NOT_A_SECRET_PHASE = complaint("several seats are actors, but `secret_phase` returns 0")


def check_visible_actions(w: Workspace) -> int:
    """Check that what other seats see of an action reveals no more than their hidden copies do.

    The mover could play `a` or `b`. If another seat's hidden copies after both are equal, it must also see the same
    action. In a secret phase this holds for all other seats.
    """
    c, s = w.c[0], w.states
    mask, phase = verbs.actors(c, s[GAME]), verbs.secret_phase(c, s[GAME])
    for mover in range(w.limits.seats):
        n = verbs.legal(c, s[GAME], mover, w.actions)
        if n == 0:
            continue
        a, b = w.actions[random_below(w.rng, n)], w.actions[random_below(w.rng, n)]
        s[REFERENCE] = s[GAME]
        verbs.play(c, s[REFERENCE], mover, a)
        pending = phase != 0 and verbs.secret_phase(c, s[REFERENCE]) == phase
        for seat in range(SPECTATOR, w.limits.seats):
            number = check_visible_action(w, phase, pending, mover, seat, a, b)
            if number != 0:
                return number
    return NOT_A_SECRET_PHASE if phase == 0 and has_several(mask) else 0


def check_visible_action(w: Workspace, phase: int, pending: bool, mover: int, seat: int, a: int, b: int) -> int:
    """Compare what one seat sees and knows of `a`, played in the reference row, with `b`."""
    c, s = w.c[0], w.states
    w.report[SEAT], w.report[DETAIL] = seat, a
    seen = verbs.visible_action(c, s[GAME], seat, mover, a)
    if seat == mover:
        return 0 if seen == a else HIDDEN_FROM_MOVER
    if seen != a and seen != UNSEEN:
        return SHOWN_AS_ANOTHER
    s[TRIAL] = s[REFERENCE]
    verbs.hide(c, s[TRIAL], seat)
    if pending and (verbs.actors(c, s[REFERENCE]) >> mover) & 1:
        hide_copy(w, ALTERNATIVE, seat)
        if not are_equal(w, TRIAL, ALTERNATIVE):
            return UNFINISHED_STEP_SHOWS
    s[ALTERNATIVE] = s[GAME]
    verbs.play(c, s[ALTERNATIVE], mover, b)
    same_actors = verbs.actors(c, s[ALTERNATIVE]) == verbs.actors(c, s[REFERENCE])
    if a == b or (pending and not (same_actors and verbs.secret_phase(c, s[ALTERNATIVE]) == phase)):
        return 0
    differ = not are_equal(w, REFERENCE, ALTERNATIVE)
    verbs.hide(c, s[ALTERNATIVE], seat)
    kept_secret = are_equal(w, TRIAL, ALTERNATIVE)
    if pending and not kept_secret:
        return SECRET_STEP_SHOWS
    if (pending or differ) and kept_secret and seen != verbs.visible_action(c, s[GAME], seat, mover, b):
        return SECRET_ACTION_SHOWN
    return 0
