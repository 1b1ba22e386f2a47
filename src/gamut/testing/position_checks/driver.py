"""Play games and check every position.

One native driver runs all checks, so that it is compiled only once per game. It plays even-numbered games at random and
odd-numbered ones by the weights of `guide`, and checks every index. A game with a complaint or an index error is
repeated interpreted: an error that a strict record raises there is the cause, and is reported instead.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gamut.bots.playouts import draw_weighted
from gamut.engine.chance import random_below, seed_rng
from gamut.engine.errors import format_list
from gamut.engine.random_play import deal_numbered_game
from gamut.engine.record import Array
from gamut.engine.strict import format_place
from gamut.engine.verbs import actors, guide, legal, play
from gamut.engine.watchdog import EndlessLoop, run_watched
from gamut.testing.error_locations import describe_error
from gamut.testing.position_checks import hidden_information, playing
from gamut.testing.position_checks import workspace as ws
from gamut.testing.state_bits import mark_fields, mark_unused_places
from gamut.testing.suite import Case, CheckFailed

U = np.uint64
MAX_SEATS = 64  # of a mask
(
    LEGAL_ACTIONS, INVARIANTS, LENGTH, RESULTS, PLAY, READING, PLAY_IN_PARTS, ESTIMATES, STEP_ORDER,
    HIDING, REDEALS, PLAY_AFTER_REDEAL, LEGAL_WHEN_HIDDEN, VISIBLE_ACTIONS, SECRETS, UNUSED_PLACES,
    ROUND_RESETS,
) = range(17)  # fmt: skip


def check_position(which: int, w: ws.Workspace) -> int:
    """Run one of the checks; return 0 or the number of a complaint."""
    if which == LEGAL_ACTIONS:
        return playing.check_legal_actions(w)
    if which == ROUND_RESETS:
        return playing.check_round_resets(w)
    if which == UNUSED_PLACES:
        return playing.check_unused_places(w)
    if which == INVARIANTS:
        return playing.check_invariants(w)
    if which == LENGTH:
        return playing.check_length(w)
    if which == RESULTS:
        return playing.check_results(w)
    if which == PLAY:
        return playing.check_play(w)
    if which == READING:
        return playing.check_reading(w)
    if which == PLAY_IN_PARTS:
        return playing.check_play_in_parts(w)
    if which == ESTIMATES:
        return playing.check_estimates(w)
    if which == STEP_ORDER:
        return playing.check_step_order(w)
    if which == HIDING:
        return hidden_information.check_hiding(w)
    if which == REDEALS:
        return hidden_information.check_redeals(w)
    if which == PLAY_AFTER_REDEAL:
        return hidden_information.check_play_after_redeal(w)
    if which == LEGAL_WHEN_HIDDEN:
        return hidden_information.check_legal_when_hidden(w)
    if which == VISIBLE_ACTIONS:
        return hidden_information.check_visible_actions(w)
    return hidden_information.collect_secrets(w)


def random_seat(mask: int, rng: Any) -> int:
    count = 0
    for seat in range(MAX_SEATS):
        count += (mask >> seat) & 1
    skip = random_below(rng, count)
    for seat in range(MAX_SEATS):
        if (mask >> seat) & 1:
            if skip == 0:
                return seat
            skip -= 1
    return -1


def are_positive(weights: Any, n: int) -> bool:
    for k in range(n):
        if weights[k] < 1:
            return False
    return True


def play_step(w: ws.Workspace, guided: bool) -> bool:
    """Play one step of the game; return False if there is none."""
    c, s = w.c[0], w.states[ws.GAME]
    mask = actors(c, s)
    if mask <= 0:
        return False
    seat = random_seat(mask, w.rng)
    n = legal(c, s, seat, w.actions)
    if n <= 0:
        return False
    k = random_below(w.rng, n)
    if guided:
        weights = w.numbers
        guide(c, s, seat, w.actions, n, weights, w.scratch)
        if are_positive(weights, n):  # otherwise the check of estimates complains
            k = draw_weighted(w.rng, weights, n)
    play(c, s, seat, w.actions[k])
    return True


def check_games(which: int, w: ws.Workspace, first: int, n: int) -> int:
    """Play games `first` … `first + n − 1` of the run; return the first complaint, or 0."""
    for number in range(first, first + n):
        deal_numbered_game(w.c, w.states, w.seed, number)
        seed_rng(w.rng, w.seed[0], U(number))
        w.report[ws.GAME_NUMBER], w.report[ws.STEP] = number, 0
        while w.report[ws.STEP] <= w.limits.max_steps:
            complaint = check_position(which, w)
            if complaint != 0:
                return complaint
            if not play_step(w, number % 2 == 1):
                break
            w.report[ws.STEP] += 1
    return 0


@dataclass(frozen=True)
class Outcome:
    """What the driver left: its complaint, the report and the states."""

    case: Case
    complaint: int
    report: tuple[int, ...]
    states: Array

    @property
    def message(self) -> str:
        """`game 3, step 17: …`; empty if there is no complaint."""
        if not self.complaint:
            return ""
        seat, game = self.report[ws.SEAT], self.case.game
        text = ws.MESSAGES[self.complaint].format(
            seat=f"seat {seat + 1}" if seat >= 0 else "a spectator",
            detail=self.report[ws.DETAIL],
            other_detail=self.report[ws.OTHER_DETAIL],
            action=self._format_action(),
            invariant=self._format_invariant(),
            difference=format_difference(
                self.states[self.report[ws.FIRST_ROW]], self.states[self.report[ws.SECOND_ROW]]
            ),
            max_legal=game.max_legal,
            max_steps=game.max_steps,
            action_count=self.case.setup.action_count,
        )
        return f"game {self.report[ws.GAME_NUMBER]}, step {self.report[ws.STEP]}: {text}"

    def _format_action(self) -> str:
        number, texts = self.report[ws.DETAIL], self.case.setup.action_texts
        return repr(texts[number]) if 0 <= number < len(texts) else f"action {number}"

    def _format_invariant(self) -> str:
        """`invariant 1 (every card is in exactly one place)`."""
        number, texts = self.report[ws.DETAIL], self.case.game.invariants
        text = texts[number - 1] if 1 <= number <= len(texts) else "not declared in `invariants`"
        return f"invariant {number} ({text})"

    def nonzero_fields(self, row: int) -> set[str]:
        """Return the fields that are not zero in a row."""
        state = self.states[row]
        return {name for name in state.dtype.names or () if np.any(state[name])}

    @property
    def tally(self) -> int:
        return self.report[ws.TALLY]


def format_difference(first: Array, second: Array) -> str:
    """Return `hand[1, 0], bid[1]`: where two states differ."""
    places = [
        format_place(name, tuple(index.tolist()))
        for name in first.dtype.names or ()
        for index in np.argwhere(first[name] != second[name])
    ]
    return format_list(places, 3)


def check_positions(case: Case, which: int) -> Outcome:
    """Check all positions of the case's games."""
    checker = PositionChecker(case)
    try:
        outcome = checker.run(which, 0, case.games)
    except EndlessLoop as e:
        raise CheckFailed(f"game {checker.game_number}, step {checker.step}: {e}") from e
    except IndexError as e:  # native code names the index only roughly
        number = checker.game_number
        cause = find_cause(case, which, number) or f"game {number}: {describe_error(e, case.game)}"
        raise CheckFailed(cause) from e
    if outcome.complaint and case.native and (cause := find_cause(case, which, checker.game_number)):
        raise CheckFailed(cause)
    return outcome


def find_cause(case: Case, which: int, number: int) -> str:
    """Repeat one game interpreted; describe the error that a strict record raises, or return an empty string."""
    checker = PositionChecker(replace(case, native=False))
    try:
        checker.run(which, number, 1)
    except Exception as e:
        return f"game {number}, step {checker.step}: {describe_error(e, case.game)}"
    return ""


def require_no_complaint(case: Case, which: int) -> None:
    """Check all positions of the case's games; raise CheckFailed with the first complaint."""
    if message := check_positions(case, which).message:
        raise CheckFailed(message)


class PositionChecker:
    """The driver of one case, with its workspace."""

    def __init__(self, case: Case) -> None:
        game, setup = case.game, case.setup
        self._case, self._driver = case, case.bound(check_games)
        states = setup.new_states(ws.ROWS)
        size = max(game.max_actions, game.max_legal, 64 * game.max_seats) + 64  # room for lists that are too long
        actions, numbers = np.zeros((2, size), np.int32)
        self._workspace = ws.Workspace(
            c=setup.constants,
            states=states,
            words=states.view(np.int64).reshape(ws.ROWS, -1),
            unused=mark_unused_places(setup).view(np.int64).reshape(-1),
            round_bits=mark_fields(setup, [game.round_field]).view(np.int64).reshape(-1),
            reset_bits=mark_fields(setup, game.round_resets).view(np.int64).reshape(-1),
            rng=np.zeros(1, np.uint64),
            seed=np.array([case.seed], np.uint64),
            actions=actions,
            numbers=numbers,
            features=np.zeros(game.feature_count, np.float32),
            inputs=np.zeros(game.inputs, np.float32),
            scratch=setup.new_scratch(),
            report=np.zeros(ws.SECOND_ROW + 1, np.int64),
            limits=ws.DeclaredLimits(
                case.seats, setup.action_count, game.max_legal, game.max_steps, len(game.reasons), game.allows_no_winner
            ),
        )

    @property
    def game_number(self) -> int:
        return int(self._workspace.report[ws.GAME_NUMBER])

    @property
    def step(self) -> int:
        return int(self._workspace.report[ws.STEP])

    def run(self, which: int, first: int, n: int) -> Outcome:
        """Check games `first` … `first + n − 1`."""

        def call() -> int:
            return int(self._driver(which, self._workspace, first, n))

        def repeat() -> None:
            PositionChecker(replace(self._case, native=False)).run(which, self.game_number, 1)

        if not self._case.native:
            complaint = call()
        else:
            complaint = run_watched(call, self._case.game, repeat, lambda: (self.game_number, self.step))
        return Outcome(self._case, complaint, tuple(self._workspace.report.tolist()), self._workspace.states)
