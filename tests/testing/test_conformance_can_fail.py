"""The conformance suite passes sound games, and finds each fault of a broken game by the right check."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from typing import Any

import pytest

from gamut.engine import watchdog
from gamut.engine.game import Game
from gamut.engine.record import Row
from gamut.template import GAME as EASEL
from gamut.template.record import COLOURS, Constants, State
from gamut.testing import CHECKS, ConformanceError, cases, conform, failures
from gamut.testing.position_checks.playing import READERS
from tests.toys.bids import BIDS
from tests.toys.broken import FAULTS, change_game
from tests.toys.broken.bids import (
    BEYOND_64_BITS,
    CLASHING_PATHS,
    ENDLESS_LOOP,
    TWO_TYPES,
    play_endlessly,
    play_with_two_types,
)
from tests.toys.lantern import LANTERN
from tests.toys.mosaic import MOSAIC
from tests.toys.numbers import NUMBERS
from tests.toys.pledges import PLEDGES
from tests.toys.trail import TRAIL

LOOP_LINE = rf"({'|'.join(str(play_endlessly.__code__.co_firstlineno + k) for k in (2, 3))})"  # of the loop
TOYS = [BIDS, LANTERN, PLEDGES, TRAIL, MOSAIC, NUMBERS]


@pytest.mark.parametrize("game", TOYS, ids=lambda game: game.id)
def test_a_sound_game_passes_interpreted(game: Game) -> None:
    games = 1 if game in (MOSAIC, NUMBERS) else 6
    assert conform(game, games=games, native=False) == len(CHECKS) * len(game.seats)


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game is PLEDGES else pytest.mark.long) for game in TOYS],
    ids=lambda game: game.id,
)
def test_a_sound_game_passes_native(game: Game) -> None:
    assert conform(game, games=1000) == len(CHECKS) * len(game.seats)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_the_right_check(name: str) -> None:
    fault = FAULTS[name]
    only = [fault.check] if fault.games > 100 else None  # a fault that shows only in many games
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=fault.games, seats=[fault.seats], native=False, table=fault.table, only=only)
    assert caught.value.check == fault.check, str(caught.value)
    assert fault.message in str(caught.value)


def test_every_check_can_fail() -> None:
    assert set(CHECKS) == {fault.check for fault in FAULTS.values()} | {"interpreted-equals-native"}


@pytest.mark.parametrize("name", READERS)
def test_every_reading_verb_that_writes_is_found(name: str) -> None:
    good = BIDS.verbs[name]
    parameters = ", ".join(inspect.signature(good).parameters)
    scope: dict[str, Any] = {"__name__": __name__, "good": good}
    exec(f"def {name}({parameters}):\n    s.shown[0] = 1 - s.shown[0]\n    return good({parameters})", scope)
    game = change_game(BIDS, **{name: scope[name]})
    with pytest.raises(ConformanceError, match=f"`{name}` changes the state"):
        conform(game, games=30, seats=[2], native=False, only=["reading-changes-nothing"])


def test_native_code_with_another_result_is_found() -> None:
    with pytest.raises(ConformanceError, match=r"equals-native: .* interpreted and native states differ in shown"):
        conform(BEYOND_64_BITS, games=8, seats=[2])


@pytest.mark.parametrize(
    ("name", "message"),
    [
        pytest.param(
            "an index out of range", "in play_outside: pile[5] is out of range for the shape 5", marks=pytest.mark.slow
        ),
        pytest.param("a pile too high", "in play_piling: 20", marks=pytest.mark.long),
    ],
)
def test_an_error_in_native_code_is_repeated_interpreted_to_find_its_cause(name: str, message: str) -> None:
    """Native code notices an index out of range; an overflow breaks an invariant."""
    with pytest.raises(ConformanceError) as caught:
        conform(FAULTS[name].game, games=20, seats=[2], only=["invariants"])
    assert caught.value.check == "invariants"
    assert message in str(caught.value)


def test_code_that_cannot_be_compiled_is_located() -> None:
    with pytest.raises(ConformanceError) as caught:
        conform(TWO_TYPES, games=8, seats=[2])
    line = play_with_two_types.__code__.co_firstlineno + 2
    expected = (
        rf"interpreted-equals-native: .*tests/toys/broken/bids.py:{line}: Numba cannot compile this: Cannot unify"
    )
    assert re.match(expected, str(caught.value)), str(caught.value)


ENDLESS_PLACE = re.compile(rf"bids.py:{LOOP_LINE}, in play_endlessly: no return after 0.2 seconds")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a call of 0.2 seconds for an endless loop."""
    monkeypatch.setattr(watchdog, "TIMEOUT_S", 0.2)
    monkeypatch.setattr(watchdog, "POLL_INTERVAL_S", 0.05)


@pytest.mark.usefixtures("impatient")
def test_an_endless_loop_is_located() -> None:
    with pytest.raises(ConformanceError, match=ENDLESS_PLACE) as caught:
        conform(ENDLESS_LOOP, games=2, seats=[2], native=False)
    assert caught.value.check == "interpreted-games"


NATIVE_LOOP = """
import sys
from gamut.engine import watchdog
from gamut.lab.simulate import simulate
from gamut.testing import conform, golden
from tests.toys.broken.bids import ENDLESS_LOOP

watchdog.TIMEOUT_S, watchdog.POLL_INTERVAL_S = 0.2, 0.05
setup = ENDLESS_LOOP.open(2)
try:
    {work}
except Exception as e:
    print(e)
"""


@pytest.mark.parametrize(
    ("work", "start"),
    [
        pytest.param("simulate(setup, 'random', games=4)", "", marks=pytest.mark.slow),
        pytest.param("simulate(setup, 'greedy', games=4)", "", marks=pytest.mark.long),
        pytest.param("simulate(setup, 'flat:10it', games=4)", "", marks=pytest.mark.long),
        pytest.param("golden.play_watched(ENDLESS_LOOP, True)", "", marks=pytest.mark.long),
        pytest.param(
            "conform(ENDLESS_LOOP, games=2, seats=[2], only=['undo'])", "undo: endless_loop with 2 seats, seed 1: ",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "conform(ENDLESS_LOOP, games=2, seats=[2], only=['invariants'])",
            "invariants: endless_loop with 2 seats, seed 1: game 0, step 0: ", marks=pytest.mark.long,
        ),
    ],
)  # fmt: skip
def test_an_endless_loop_in_native_code_is_located(work: str, start: str) -> None:
    """In a process of its own: the native code cannot be stopped."""
    command = [sys.executable, "-c", NATIVE_LOOP.format(work=work)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=180)
    assert found.returncode == 0, found.stderr
    assert ENDLESS_PLACE.search(found.stdout), found.stdout + found.stderr
    assert found.stdout.startswith(start)


def test_touch_paths_of_different_phases_may_clash() -> None:
    assert conform(CLASHING_PATHS, games=8, seats=[3], native=False, only=["touch-paths"]) == 1


def legal_with_every_colour(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.over or (s.submitted >> seat) & 1:
        return 0
    for k in range(len(COLOURS)):
        out[k] = k
    return len(COLOURS)


def test_the_template_game_notices_a_card_that_is_not_in_the_hand() -> None:
    with pytest.raises(ConformanceError, match=r"invariant 2 \(.*\) is broken"):
        conform(change_game(EASEL, legal=legal_with_every_colour), games=4, seats=[2], native=False)


def test_an_error_names_check_game_options_seed_and_step() -> None:
    fault = FAULTS["legal actions in descending order"]
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=4, seats=[2], options={"rounds": 2}, seed=5, native=False)
    expected = (
        "legal-actions: legal_actions_in_descending_order with 2 seats, rounds = 2, seed 5: game 0, step 0: the legal"
    )
    assert str(caught.value).startswith(expected)


def test_checks_after_a_failed_prerequisite_are_not_run() -> None:
    fault = FAULTS["too few features"]
    errors = failures(fault.game, games=4, seats=[2])  # native code would write outside its array
    assert [e.check for e in errors] == ["interpreted-games"]


def test_trials_have_readable_ids() -> None:
    ids = [str(trial) for trial in cases(BIDS)]
    assert "invariants-2" in ids
    assert len(set(ids)) == len(ids)
    assert [str(trial) for trial in cases(BIDS, seats=[3], options={"rounds": 2}, only=["facts"])] == [
        "facts-3-rounds=2"
    ]


def test_an_unknown_check_raises() -> None:
    with pytest.raises(ValueError, match="unknown check beauty; the checks are: facts, subset"):
        cases(BIDS, only=["beauty"])
