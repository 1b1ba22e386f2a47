"""Playing: interpreted against native rules, legal actions, invariants, length, results."""

from __future__ import annotations

from random import Random

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.record import Array, copy_states
from gamut.testing.position_checks import driver
from gamut.testing.position_checks.driver import require_no_complaint
from gamut.testing.suite import Case, CheckFailed, check

BYTES, VERBS, KNOWLEDGE = range(3)  # how much is compared at a position
FREQUENCIES = (8, 3, 1)
MIN_GAMES, MAX_GAMES = 3, 200
ENOUGH_STEPS = 2000  # no more games after this total


@check
def check_interpreted_equals_native(case: Case) -> None:
    """Interpreted and native rules give the same bytes after every step, and every verb returns the same."""
    interpreted, native = GameRun(case, native=False), GameRun(case, native=case.native)
    steps = 0
    for number in range(min(case.games, max(MIN_GAMES, case.games // 50), MAX_GAMES)):
        if number >= MIN_GAMES and steps >= ENOUGH_STEPS:
            return
        random = Random(f"{case.seed}:{number}")
        interpreted.deal(number)
        native.deal(number)
        for step in range(case.game.max_steps + 1):
            steps += 1
            depth = random.choices((BYTES, VERBS, KNOWLEDGE), FREQUENCIES)[0]
            interpreted.compare(native, f"game {number}, step {step}", depth)
            mask = interpreted.actors()
            if not mask:
                break
            seat = random.choice([p for p in range(case.seats) if mask >> p & 1])
            if not (actions := interpreted.legal(seat)):
                break  # the check of legal actions reports it
            action = random.choice(actions)
            interpreted.play(seat, action)
            native.play(seat, action)


class GameRun:
    """A state that is played with interpreted or with native rules."""

    def __init__(self, case: Case, native: bool) -> None:
        self.case, self.c, self.verbs = case, case.setup.constants, BoundVerbs(case.game, native)
        self.state: Array = case.setup.new_states()
        self.out = np.zeros(case.game.max_legal, np.int32)

    def deal(self, number: int) -> None:
        self.state = self.case.setup.new_states()
        self.state["chance_key"][0, :2] = self.case.seed, number
        self.verbs.deal(self.c, self.state, 0)

    def actors(self) -> int:
        return int(self.verbs.actors(self.c, self.state, 0))

    def legal(self, seat: int) -> list[int]:
        n = int(self.verbs.legal(self.c, self.state, 0, seat, self.out))
        return [int(a) for a in self.out[:n]]

    def play(self, seat: int, action: int) -> None:
        self.verbs.play(self.c, self.state, 0, seat, action)

    def compare(self, native: GameRun, where: str, depth: int) -> None:
        """Raise CheckFailed at any difference from the native run."""
        if self.state.tobytes() != native.state.tobytes():
            names = [n for n in self.state.dtype.names or () if np.any(self.state[n] != native.state[n])]
            raise CheckFailed(f"{where}: interpreted and native states differ in {', '.join(names)}")
        if depth == BYTES:
            return
        viewer = int(self.state.view(np.uint8).sum()) % (self.case.seats + 1) - 1 if depth == KNOWLEDGE else None
        results = self.call_verbs(viewer)
        for verb, native_result in native.call_verbs(viewer).items():
            if results[verb] != native_result:
                raise CheckFailed(
                    f"{where}: `{verb}` returns {results[verb]} interpreted, but {native_result} as native code"
                )

    def call_verbs(self, viewer: int | None) -> dict[str, object]:
        """Return what the verbs return for the state and, with a viewer, for its hidden copy."""
        results: dict[str, object] = {
            "actors": self.actors(),
            "secret_phase": int(self.verbs.secret_phase(self.c, self.state, 0)),
            "broken_invariant": int(self.verbs.broken_invariant(self.c, self.state, 0)),
            "legal": [self.legal(seat) for seat in range(self.case.seats)],
        }
        return results if viewer is None else results | self.call_hidden_verbs(viewer)

    def call_hidden_verbs(self, viewer: int) -> dict[str, object]:
        """Return what the verbs return for the viewer's hidden copy, and a redeal of it."""
        state, seat, results = copy_states(self.state), max(viewer, 0), dict[str, object]()
        scratch = self.case.setup.new_scratch()
        self.verbs.hide(self.c, state, 0, viewer)
        results["hide"] = state.tobytes()
        features = np.zeros(self.case.game.feature_count, np.float32)
        self.verbs.observe(self.c, state, 0, seat, features)
        results["observe"] = features.tobytes()
        inputs = np.zeros(self.case.game.inputs, np.float32)
        self.verbs.describe(self.c, state, 0, seat, inputs)
        results["describe"] = inputs.tobytes()
        shares = np.zeros(self.case.seats, np.int64)
        self.verbs.value(self.c, state, 0, shares, scratch)
        results["value"] = shares.tolist()
        results["quiescent"] = bool(self.verbs.quiescent(self.c, state, 0))
        if actions := self.legal(seat):
            weights = np.zeros(len(actions), np.int32)
            self.verbs.guide(self.c, state, 0, seat, np.array(actions, np.int32), len(actions), weights, scratch)
            results["guide"] = weights.tolist()
            results["visible_action"] = int(self.verbs.visible_action(self.c, self.state, 0, viewer, seat, actions[0]))
        self.verbs.redeal(self.c, state, 0, viewer, np.array([7], np.uint64))
        results["redeal"] = state.tobytes()
        return results


@check
def check_legal_actions(case: Case) -> None:
    """Actors have legal actions, in range and in ascending order; other seats have none."""
    require_no_complaint(case, driver.LEGAL_ACTIONS)


@check
def check_invariants(case: Case) -> None:
    """The game's own invariants hold after every step."""
    require_no_complaint(case, driver.INVARIANTS)


@check
def check_unused_places(case: Case) -> None:
    """The places of seats that are not at the table stay 0."""
    require_no_complaint(case, driver.UNUSED_PLACES)


@check
def check_round_resets(case: Case) -> None:
    """When a round begins, the fields that `round_resets` names are 0."""
    require_no_complaint(case, driver.ROUND_RESETS)


@check
def check_length(case: Case) -> None:
    """Every game ends within `max_steps` steps."""
    require_no_complaint(case, driver.LENGTH)


@check
def check_results(case: Case) -> None:
    """Every game ends with a declared reason, consistent ranks, and a `value` that agrees with them."""
    require_no_complaint(case, driver.RESULTS)


@check
def check_reading_changes_nothing(case: Case) -> None:
    """Verbs that read change neither the state nor the constants."""
    before = case.setup.constants.tobytes()
    require_no_complaint(case, driver.READING)
    if case.setup.constants.tobytes() != before:
        raise CheckFailed("playing changes the constants")


@check
def check_play_in_parts(case: Case) -> None:
    """`begin_play` followed by `finish_play` equals `play`."""
    require_no_complaint(case, driver.PLAY_IN_PARTS)


@check
def check_estimates(case: Case) -> None:
    """Weights of `guide` are at least 1, values are shares of the win, observations are finite and complete."""
    require_no_complaint(case, driver.ESTIMATES)


@check
def check_secret_phases(case: Case) -> None:
    """In a secret phase any order of the seats' steps gives the same state."""
    require_no_complaint(case, driver.STEP_ORDER)
