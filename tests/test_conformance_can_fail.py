"""The conformance suite passes sound games and finds each fault of a broken one, by the right check."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

from gamut.engine.game import Game
from gamut.engine.record import Row
from gamut.model import GAME as EASEL
from gamut.model.record import COLOURS, Constants, State
from gamut.testing import CHECKS, ConformanceError, cases, conform, failures, watchdog
from gamut.testing.judges import READERS
from tests.toys.bids import BIDS
from tests.toys.broken import FAULTS, changed
from tests.toys.broken.bids import (
    ALIKE_BY_PHASE,
    BEYOND_WORDS,
    OF_TWO_KINDS,
    WITHOUT_END,
    play_of_two_kinds,
    play_without_end,
)
from tests.toys.lantern import LANTERN
from tests.toys.mosaic import MOSAIC
from tests.toys.numbers import NUMBERS
from tests.toys.pledges import PLEDGES
from tests.toys.trail import TRAIL

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
    only = [fault.check] if fault.games > 100 else None  # what only many games show
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=fault.games, seats=[fault.seats], native=False, table=fault.table, only=only)
    assert caught.value.check == fault.check, str(caught.value)
    assert fault.says in str(caught.value)


def test_every_check_can_fail() -> None:
    found = {fault.check for fault in FAULTS.values()} | {"interpreted-equals-native"}
    assert set(CHECKS) == found


@pytest.mark.parametrize("name", READERS)
def test_every_verb_that_reads_is_caught_writing(name: str) -> None:
    good = BIDS.verbs[name]
    given = ", ".join(inspect.signature(good).parameters)
    space: dict[str, Any] = {"__name__": __name__, "good": good}
    exec(f"def {name}({given}):\n    s.shown[0] = 1 - s.shown[0]\n    return good({given})", space)
    writing = changed(BIDS, **{name: space[name]})
    with pytest.raises(ConformanceError, match=f"`{name}` changes the state"):
        conform(writing, games=30, seats=[2], native=False, only=["reading-changes-nothing"])


def test_native_code_that_differs_is_found() -> None:
    with pytest.raises(ConformanceError, match=r"equals-native: .* interpreted and native differ in shown"):
        conform(BEYOND_WORDS, games=8, seats=[2])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        pytest.param(
            "an index outside", "in play_outside: pile[5] is outside its 5 places", marks=pytest.mark.slow
        ),
        pytest.param("a pile too high", "in play_piling: 20", marks=pytest.mark.long),
    ],
)
def test_what_native_code_only_echoes_is_told_by_its_cause(name: str, says: str) -> None:
    """An index outside is noticed, an overflow breaks an invariant: both are played once more interpreted."""
    with pytest.raises(ConformanceError) as caught:
        conform(FAULTS[name].game, games=20, seats=[2], only=["invariants"])
    assert caught.value.check == "invariants"
    assert says in str(caught.value)


def test_what_cannot_be_compiled_is_named_by_its_line() -> None:
    with pytest.raises(ConformanceError) as caught:
        conform(OF_TWO_KINDS, games=8, seats=[2])
    line = play_of_two_kinds.__code__.co_firstlineno + 2
    expected = rf"interpreted-equals-native: .*tests/toys/broken/bids.py:{line}: native code cannot be made of it: "
    assert re.match(expected + "Cannot unify", str(caught.value)), str(caught.value)


def test_a_rule_without_an_end_is_named_by_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LONG", 0.2)
    monkeypatch.setattr(watchdog, "LOOK", 0.05)
    with pytest.raises(ConformanceError) as caught:
        conform(WITHOUT_END, games=2, seats=[2], native=False)
    line = play_without_end.__code__.co_firstlineno + 2
    assert caught.value.check == "interpreted-games"
    assert f"bids.py:{line}, in play_without_end: no answer after 0.2 seconds" in str(caught.value)


def test_paths_may_be_alike_in_different_phases() -> None:
    assert conform(ALIKE_BY_PHASE, games=8, seats=[3], native=False, only=["paths"]) == 1


def legal_of_every_colour(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.over or (s.chosen >> seat) & 1:
        return 0
    for k in range(len(COLOURS)):
        out[k] = k
    return len(COLOURS)


def test_in_the_model_game_nobody_can_lay_a_card_that_is_not_there() -> None:
    with pytest.raises(ConformanceError, match=r"invariant 2 \(no hand owes a card\) is broken"):
        conform(changed(EASEL, legal=legal_of_every_colour), games=4, seats=[2], native=False)


def test_an_error_says_where() -> None:
    fault = FAULTS["a list that descends"]
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=4, seats=[2], options={"rounds": 2}, seed=5, native=False)
    expected = "legal-actions: a_list_that_descends with 2 seats, rounds = 2, seed 5: game 0, step 0: the legal"
    assert str(caught.value).startswith(expected)


def test_what_comes_after_a_slip_only_repeats_it() -> None:
    fault = FAULTS["too few features"]
    found = failures(fault.game, games=4, seats=[2])  # native code would write outside of its room
    assert [e.check for e in found] == list(CHECKS)[2:]
    assert all("not run before interpreted-games holds: game 0" in e.what for e in found[1:])


def test_cases_have_readable_ids_and_unknown_checks_are_refused() -> None:
    ids = [str(trial) for trial in cases(BIDS)]
    assert "invariants-2" in ids
    assert len(set(ids)) == len(ids)
    with pytest.raises(ValueError, match="there is no check beauty; there are facts, subset"):
        cases(BIDS, only=["beauty"])
