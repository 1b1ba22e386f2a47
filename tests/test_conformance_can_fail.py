"""The conformance suite passes a sound game and finds each fault of a broken one, by the right check."""

from __future__ import annotations

import pytest

from gamut.testing import CHECKS, Case, ConformanceError, cases, conform, failures, same_choice
from tests.toys.bids import BIDS
from tests.toys.broken import ALIKE_BY_PHASE, FAULTS, OVERFLOW


@pytest.mark.parametrize("native", [False, True], ids=["interpreted", "native"])
def test_a_sound_game_passes(native: bool) -> None:
    assert conform(BIDS, games=100 if native else 6, native=native) == len(CHECKS) * len(BIDS.seats)


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found_by_the_right_check(name: str) -> None:
    fault = FAULTS[name]
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=8, seats=[3], native=False, table=fault.table)
    assert caught.value.check == fault.check, str(caught.value)
    assert fault.says in str(caught.value)


def test_paths_may_be_alike_in_different_phases() -> None:
    conform(ALIKE_BY_PHASE, games=8, seats=[3], native=False, only=["paths"])


def test_an_overflow_is_silent_in_native_code_and_found_interpreted() -> None:
    noticed = ("invariants", "interpreted-equals-native")
    found = failures(OVERFLOW, games=1000, seats=[2], only=noticed)
    assert [e.check for e in found] == ["interpreted-equals-native"]
    assert "the strict view refuses: " in str(found[0])
    assert "does not fit into int16" in str(found[0])


def test_error_says_where() -> None:
    fault = FAULTS["a list that descends"]
    with pytest.raises(ConformanceError) as caught:
        conform(fault.game, games=4, seats=[2], options={"rounds": 2}, seed=5, native=False)
    expected = "legal-actions: a_list_that_descends with 2 seats, rounds = 2, seed 5: game 0, step 0: the legal"
    assert str(caught.value).startswith(expected)


def test_cases_have_readable_ids() -> None:
    ids = [str(trial) for trial in cases(BIDS)]
    assert "invariants-2" in ids
    assert len(set(ids)) == len(ids)


class TestBots:
    case = Case(BIDS, 3, games=3, native=False)

    def test_a_fair_bot(self) -> None:
        assert same_choice(self.case, lambda s, seat, seed: 5 if s["winner"][0] else _lowest(s, seat)) > 20

    def test_a_bot_that_guesses(self) -> None:
        calls = iter(range(10**6))

        def whim(s: object, seat: int, seed: int) -> int:
            return 5 + next(calls) % 2

        with pytest.raises(ConformanceError, match=r"same-choice: .*which is not legal"):
            same_choice(self.case, whim)

    def test_a_bot_that_is_moody(self) -> None:
        calls = iter(range(10**6))

        def mood(s: object, seat: int, seed: int) -> int:
            held = [k for k in range(5) if s["hand"][0, seat, k]]  # type: ignore[index]
            return 5 if s["winner"][0] else held[-(next(calls) % 2)]  # type: ignore[index]

        with pytest.raises(ConformanceError, match="for the same knowledge"):
            same_choice(self.case, mood)

    def test_a_bot_that_scribbles(self) -> None:
        def scribble(s: object, seat: int, seed: int) -> int:
            s["round"] = 99  # type: ignore[index]
            return 0

        with pytest.raises(ConformanceError, match="changes the state it is given"):
            same_choice(self.case, scribble)


def _lowest(s: object, seat: int) -> int:
    return next(k for k in range(5) if s["hand"][0, seat, k])  # type: ignore[index]
