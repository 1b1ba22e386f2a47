"""Checks of positions: legal actions, invariants, length, results, estimates, and the steps of secret phases."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine import verbs
from gamut.engine.chance import random_below
from gamut.engine.random_play import first_seat
from gamut.engine.ranking import count_winners
from gamut.engine.verbs import VERBS, WIN_VALUE
from gamut.testing.position_checks.workspace import (
    ALTERNATIVE,
    DETAIL,
    GAME,
    OTHER_DETAIL,
    REFERENCE,
    SEAT,
    STEP,
    TRIAL,
    Workspace,
    are_equal,
    choose_viewer,
    complaint,
    hide_copy,
    is_legal,
)

UNWRITTEN = -(2**31)  # an action that `legal`, or a score that `result`, has not written
INTERVAL = 4  # slow checks skip positions: on average, positions per check

# ---------------------------------------------------------------------- legal actions

UNKNOWN_ACTOR = complaint("`actors` contains a seat that does not exist")
NEGATIVE_LEGAL_COUNT = complaint("`legal` returns {detail} for {seat}: it must be 0 to `max_legal` = {max_legal}")
TOO_MANY_LEGAL_ACTIONS = complaint(
    "`legal` returns {detail} for {seat}, but `max_legal` is {max_legal}: does it write too many actions? Only "
    "otherwise raise `max_legal`"
)
LEGAL_WITHOUT_TURN = complaint("{seat} is not an actor, but has {detail} legal actions")
NO_LEGAL_ACTION = complaint("{seat} is an actor, but has no legal action")
UNKNOWN_ACTION = complaint(
    "{seat} has the legal action {detail}, which does not exist: there are {action_count} actions with these options"
)
NOT_ASCENDING = complaint("the legal actions of {seat} are not in ascending order: {detail} follows {other_detail}")
LEGAL_UNWRITTEN = complaint("`legal` returns {other_detail} for {seat}, but writes only {detail} actions")


def check_legal_actions(w: Workspace) -> int:
    c, s, actions, report = w.c[0], w.states, w.actions, w.report
    mask = verbs.actors(c, s[GAME])
    if mask < 0 or mask >> w.limits.seats != 0:
        return UNKNOWN_ACTOR
    for seat in range(w.limits.seats):
        for k in range(w.limits.max_legal):
            actions[k] = UNWRITTEN
        n = verbs.legal(c, s[GAME], seat, actions)
        report[SEAT], report[DETAIL] = seat, n
        if n < 0:
            return NEGATIVE_LEGAL_COUNT
        if n > w.limits.max_legal:
            return TOO_MANY_LEGAL_ACTIONS
        if n > 0 and not (mask >> seat) & 1:
            return LEGAL_WITHOUT_TURN
        if n == 0 and (mask >> seat) & 1:
            return NO_LEGAL_ACTION
        for k in range(n):
            report[DETAIL], report[OTHER_DETAIL] = k, n
            if actions[k] == UNWRITTEN:
                return LEGAL_UNWRITTEN
            report[DETAIL], report[OTHER_DETAIL] = actions[k], actions[max(k - 1, 0)]
            if actions[k] < 0 or actions[k] >= w.limits.action_count:
                return UNKNOWN_ACTION
            if k > 0 and actions[k] <= actions[k - 1]:
                return NOT_ASCENDING
    return 0


# ---------------------------------------------------------------------- invariants, length, results

BROKEN_INVARIANT = complaint("{invariant} is broken")
UNUSED_WRITTEN = complaint(
    "{difference} is not 0, although no such seat is at the table: unused elements must stay 0, so that equal states "
    "are equal bytes"
)
NOT_RESET = complaint("a round begins, but {difference} is not 0, although `round_resets` names it")
TOO_LONG = complaint("the game is not over after `max_steps` = {max_steps} steps")
UNKNOWN_REASON = complaint("`result` returns reason {detail}, which is not declared in `reasons`")
WRONG_RANK = complaint(
    "rank {detail} of {seat} does not match the number of better seats: ranks start at 1, or at 2 if no seat wins "
    "and the game `allows_no_winner`"
)
NO_SCORE = complaint("`result` writes no score for {seat}")
WRONG_FINAL_VALUE = complaint("at the end `value` is {detail} for {seat}, but its rank is worth {other_detail}")


def check_invariants(w: Workspace) -> int:
    w.report[DETAIL] = verbs.broken_invariant(w.c[0], w.states[GAME])
    return 0 if w.report[DETAIL] == 0 else BROKEN_INVARIANT


def check_unused_places(w: Workspace) -> int:
    words = w.words
    for k in range(words.shape[1]):
        words[REFERENCE, k] = words[GAME, k] & ~w.unused[k]
    return 0 if are_equal(w, GAME, REFERENCE) else UNUSED_WRITTEN


def check_round_resets(w: Workspace) -> int:
    """Compare each position with the one before, which is kept in the alternative row."""
    words, begins = w.words, False
    for k in range(words.shape[1]):
        if w.report[STEP] > 0 and (words[GAME, k] ^ words[ALTERNATIVE, k]) & w.round_bits[k] != 0:
            begins = True
        words[ALTERNATIVE, k] = words[GAME, k]
        words[REFERENCE, k] = words[GAME, k] & ~w.reset_bits[k]
    over = verbs.actors(w.c[0], w.states[GAME]) == 0
    return 0 if not begins or over or are_equal(w, GAME, REFERENCE) else NOT_RESET


def check_length(w: Workspace) -> int:
    over = verbs.actors(w.c[0], w.states[GAME]) == 0
    return TOO_LONG if not over and w.report[STEP] >= w.limits.max_steps else 0


def check_results(w: Workspace) -> int:
    """Check reason, scores and ranks at the end, and that `value` agrees with the ranks."""
    c, s, scores, ranks, report = w.c[0], w.states, w.actions, w.numbers, w.report
    if verbs.actors(c, s[GAME]) != 0:
        return 0
    for seat in range(w.limits.seats):
        scores[seat], ranks[seat] = UNWRITTEN, 0
    report[DETAIL] = verbs.result(c, s[GAME], scores, ranks)
    if report[DETAIL] < 0 or report[DETAIL] >= w.limits.reasons:
        return UNKNOWN_REASON
    winners = count_winners(ranks, w.limits.seats)
    first = 2 if winners == 0 and w.limits.allows_no_winner else 1
    for seat in range(w.limits.seats):
        better = 0
        for other in range(w.limits.seats):
            better += 1 if ranks[other] < ranks[seat] else 0
        report[SEAT], report[DETAIL] = seat, ranks[seat]
        if ranks[seat] != first + better:
            return WRONG_RANK
        if scores[seat] == UNWRITTEN:
            return NO_SCORE
    values = w.actions
    verbs.value(c, s[GAME], values, w.scratch)
    for seat in range(w.limits.seats):
        share = WIN_VALUE // winners if ranks[seat] == 1 else 0
        report[SEAT], report[DETAIL], report[OTHER_DETAIL] = seat, values[seat], share
        if abs(values[seat] - share) > 1:
            return WRONG_FINAL_VALUE
    return 0


def check_play(w: Workspace) -> int:
    """Do the four checks above together."""
    number = check_legal_actions(w)
    if number == 0:
        number = check_invariants(w)
    if number == 0:
        number = check_length(w)
    return number if number != 0 else check_results(w)


# ---------------------------------------------------------------------- verbs that must not write

WRITERS = ("deal", "play", "begin_play", "finish_play", "hide", "redeal")
READERS = tuple(name for name in VERBS if name not in WRITERS)
READER_COUNT = len(READERS)
ACTORS, LEGAL, RESULT, SECRET_PHASE, BROKEN, VISIBLE, OBSERVE, DESCRIBE, GUIDE, VALUE, QUIESCENT = range(READER_COUNT)
READER_WRITES = tuple(complaint(f"`{name}` changes the state: {{difference}}") for name in READERS)


def check_reading(w: Workspace) -> int:
    """Check that verbs that only read change neither the true state nor a hidden copy, one viewer per step."""
    if random_below(w.rng, INTERVAL) != 0:
        return 0
    c, s, viewer = w.c[0], w.states, choose_viewer(w, 0)
    seat = max(viewer, 0)
    w.report[SEAT] = viewer
    s[REFERENCE] = s[GAME]
    if viewer >= 0:
        verbs.hide(c, s[REFERENCE], viewer)
    for reader in range(READER_COUNT):
        s[ALTERNATIVE] = s[REFERENCE]
        s[TRIAL] = s[REFERENCE]
        n = verbs.legal(c, s[ALTERNATIVE], seat, w.actions)
        over = verbs.actors(c, s[ALTERNATIVE]) == 0
        call_reader(w, reader, seat, n, over)
        if not are_equal(w, TRIAL, REFERENCE):
            return READER_WRITES[reader]
    return 0


def call_reader(w: Workspace, reader: int, seat: int, n: int, over: bool) -> None:
    """Call a verb on the trial, in which the seat has `n` legal actions."""
    c, s = w.c[0], w.states[TRIAL]
    if reader == ACTORS:
        verbs.actors(c, s)
    elif reader == LEGAL:
        verbs.legal(c, s, seat, w.actions)
    elif reader == RESULT and over:
        verbs.result(c, s, w.actions, w.numbers)
    elif reader == SECRET_PHASE:
        verbs.secret_phase(c, s)
    elif reader == BROKEN:
        verbs.broken_invariant(c, s)
    elif reader == VISIBLE and n > 0:
        verbs.visible_action(c, s, 0, seat, w.actions[0])
    elif reader == OBSERVE:
        verbs.observe(c, s, seat, w.features)
    elif reader == DESCRIBE:
        verbs.describe(c, s, seat, w.inputs)
    elif reader == GUIDE and n > 0:
        verbs.guide(c, s, seat, w.actions, n, w.numbers, w.scratch)
    elif reader == VALUE:
        verbs.value(c, s, w.numbers, w.scratch)
    elif reader == QUIESCENT:
        verbs.quiescent(c, s)


# ---------------------------------------------------------------------- actions in two parts

FINISH_WITH_ACTORS = complaint(
    "after `begin_play` of {action} by {seat} there are actors, but `finish_play` returns True"
)
PARTS_DIFFER = complaint(
    "`begin_play` and `finish_play` of {action} by {seat} do not give the same state as `play`: {difference}"
)
FINISH_UNREPORTED = complaint("`finish_play` continues after {action} by {seat}, but returns False")
FINISH_ENDLESS = complaint("`finish_play` returns True again after {action} by {seat}")


def check_play_in_parts(w: Workspace) -> int:
    """Check that `begin_play` and `finish_play` together equal `play`."""
    c, s = w.c[0], w.states
    mask = verbs.actors(c, s[GAME])
    if mask <= 0:
        return 0
    seat = first_seat(mask)
    n = verbs.legal(c, s[GAME], seat, w.actions)
    if n == 0:
        return 0
    a = w.actions[random_below(w.rng, n)]
    w.report[SEAT], w.report[DETAIL] = seat, a
    s[TRIAL] = s[GAME]
    s[ALTERNATIVE] = s[GAME]
    verbs.play(c, s[TRIAL], seat, a)
    verbs.begin_play(c, s[ALTERNATIVE], seat, a)
    if verbs.actors(c, s[ALTERNATIVE]) != 0:  # callers do not call `finish_play` here
        if not are_equal(w, TRIAL, ALTERNATIVE):
            return PARTS_DIFFER
        return FINISH_WITH_ACTORS if verbs.finish_play(c, s[ALTERNATIVE]) else 0
    finished = verbs.finish_play(c, s[ALTERNATIVE])
    if not are_equal(w, TRIAL, ALTERNATIVE):
        return PARTS_DIFFER
    if not finished and verbs.actors(c, s[ALTERNATIVE]) != 0:
        return FINISH_UNREPORTED
    return FINISH_ENDLESS if verbs.finish_play(c, s[ALTERNATIVE]) else 0


# ---------------------------------------------------------------------- for bots

WEIGHT_TOO_SMALL = complaint("`guide` gives {action} of {seat} a weight below 1")
VALUE_OUT_OF_RANGE = complaint("`value` is {detail} for {seat}: it must be 0 to WIN_VALUE")
VALUES_TOO_LARGE = complaint("the values of all seats add up to {detail}, more than WIN_VALUE")
FEATURE_NOT_FINITE = complaint("`observe` for {seat} leaves feature {detail} unwritten or not finite")
INPUT_NOT_FINITE = complaint("`describe` for {seat} leaves input {detail} unwritten or not finite")


def check_estimates(w: Workspace) -> int:
    """Check weights, values and features of a hidden copy, one seat per step."""
    if random_below(w.rng, INTERVAL) != 0:
        return 0
    c, s, report = w.c[0], w.states, w.report
    seat = report[STEP] % w.limits.seats
    report[SEAT] = seat
    hide_copy(w, TRIAL, seat)
    n = verbs.legal(c, s[TRIAL], seat, w.actions)
    weights = w.numbers
    for k in range(n):
        weights[k] = 0
    if n > 0:
        verbs.guide(c, s[TRIAL], seat, w.actions, n, weights, w.scratch)
    for k in range(n):
        report[DETAIL] = w.actions[k]
        if weights[k] < 1:
            return WEIGHT_TOO_SMALL
    values, total = w.numbers, 0
    verbs.value(c, s[TRIAL], values, w.scratch)
    for other in range(w.limits.seats):
        report[SEAT], report[DETAIL] = other, values[other]
        total += values[other]
        if values[other] < 0 or values[other] > WIN_VALUE:
            return VALUE_OUT_OF_RANGE
    report[SEAT], report[DETAIL] = seat, total
    if total > WIN_VALUE:
        return VALUES_TOO_LARGE
    for k in range(len(w.features)):
        w.features[k] = np.nan
    verbs.observe(c, s[TRIAL], seat, w.features)
    if not are_finite(w, w.features):
        return FEATURE_NOT_FINITE
    for k in range(len(w.inputs)):
        w.inputs[k] = np.nan
    verbs.describe(c, s[TRIAL], seat, w.inputs)
    return 0 if are_finite(w, w.inputs) else INPUT_NOT_FINITE


def are_finite(w: Workspace, numbers: Any) -> bool:
    """Return whether all numbers are finite; report the first that is not."""
    for k in range(len(numbers)):
        w.report[DETAIL] = k
        if not np.isfinite(numbers[k]):
            return False
    return True


# ---------------------------------------------------------------------- secret phases

PHASE_INCOMPLETE = complaint("{seat} cannot complete its steps in the secret phase")
STEP_MADE_ILLEGAL = complaint("a step of another seat makes {action} of {seat} illegal")
ORDER_MATTERS = complaint("another order of the steps gives another state (last step: {seat}): {difference}")
PHASE_CONTINUES = complaint("all seats have submitted, but `secret_phase` still returns the same number")
ORDERS = 3  # how many other orders are tried


def check_step_order(w: Workspace) -> int:
    """In a secret phase: check that any order of the seats' steps leads to the same state."""
    phase = verbs.secret_phase(w.c[0], w.states[GAME])
    if phase == 0:
        return 0
    length = len(w.numbers) // w.limits.seats
    if not finish_phase(w, phase, length):
        return PHASE_INCOMPLETE
    for _ in range(ORDERS):
        if not repeat_shuffled(w, length):
            return STEP_MADE_ILLEGAL
        if not are_equal(w, TRIAL, REFERENCE):
            return ORDER_MATTERS
    return PHASE_CONTINUES if verbs.secret_phase(w.c[0], w.states[REFERENCE]) == phase else 0


def finish_phase(w: Workspace, phase: int, length: int) -> bool:
    """Finish the phase at random, seat after seat, in the reference row.

    From `numbers[seat · length]` on stands what a seat did: the number of its steps, then the steps.
    """
    c, s, steps = w.c[0], w.states, w.numbers
    s[REFERENCE] = s[GAME]
    for seat in range(w.limits.seats):
        start = seat * length
        steps[start] = 0
        while (verbs.actors(c, s[REFERENCE]) >> seat) & 1 and verbs.secret_phase(c, s[REFERENCE]) == phase:
            w.report[SEAT] = seat
            n = verbs.legal(c, s[REFERENCE], seat, w.actions)
            count = steps[start] + 1
            if n == 0 or count >= length - 1:
                return False
            steps[start] = count
            steps[start + count] = w.actions[random_below(w.rng, n)]
            verbs.play(c, s[REFERENCE], seat, steps[start + count])
    return True


def repeat_shuffled(w: Workspace, length: int) -> bool:
    """Play the same steps with the seats in random order, in the trial row; False if one is not legal there."""
    s, steps, report = w.states, w.numbers, w.report
    s[TRIAL] = s[GAME]
    left = 0
    for seat in range(w.limits.seats):
        steps[seat * length + length - 1] = 0  # how many of its steps are done
        left += steps[seat * length]
    while left > 0:
        seat = random_below(w.rng, w.limits.seats)
        start = seat * length
        done = steps[start + length - 1]
        if done == steps[start]:
            continue
        report[SEAT], report[DETAIL] = seat, steps[start + done + 1]
        if not is_legal(w, TRIAL, seat, report[DETAIL]):
            return False
        verbs.play(w.c[0], s[TRIAL], seat, report[DETAIL])
        steps[start + length - 1] = done + 1
        left -= 1
    return True
