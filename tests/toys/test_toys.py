"""Each toy shows its part of the contract in ordinary random games."""

from __future__ import annotations

from collections import Counter

from gamut.testing import Case
from tests.toys.bids import BIDS
from tests.toys.lantern import LANTERN
from tests.toys.mosaic import MOSAIC
from tests.toys.pledges import DONE, PLEDGES
from tests.toys.trail import TRAIL


def count_ends(case: Case, games: int = 40) -> Counter[tuple[str, bool]]:
    """Count how random games end: the reason, and whether no seat won."""
    ends = Counter[tuple[str, bool]]()
    for number in range(games):
        *_, table = case.walk(number)
        ends[table.result.reason_template, table.result.lost] += 1
    return ends


def test_bids_has_secret_phases_of_one_step_and_turns_of_one_seat() -> None:
    phases = Counter[bool]()
    for table in Case(BIDS, 3, native=False).walk(1):
        phases[bool(table.secret_phase)] += 1
        if table.secret_phase:
            assert set(table.actors) | set(table.submitted) == {0, 1, 2}
        else:
            assert len(table.actors) <= 1
    assert min(phases.values()) > 1


def test_pledges_has_phases_of_several_steps_and_repeats_them() -> None:
    repeated, lengths = 0, set[int]()
    for number in range(30):
        for table in Case(PLEDGES, 2, native=False).walk(number):
            repeated += table.secret_phase > 1
            steps = [a for seat, a in table.history if seat == 0]
            if steps and steps[-1] == DONE:
                lengths.add(len(steps))
    assert repeated > 10
    assert len(lengths) > 4


def test_lantern_is_won_and_lost_alone_and_together() -> None:
    for seats in LANTERN.seats:
        assert set(count_ends(Case(LANTERN, seats, native=False))) == {
            ("the lantern is lit", False), ("it overflows", True), ("the oil is gone", True),
        }  # fmt: skip


def test_trail_can_be_lost_only_alone() -> None:
    assert {lost for _, lost in count_ends(Case(TRAIL, 1, {"target": 20}, native=False))} == {False, True}
    two = count_ends(Case(TRAIL, 2, {"target": 22}, native=False))
    assert set(two) == {("the target was reached", False), ("most points", False)}


def test_mosaic_has_two_thousand_legal_actions() -> None:
    table = Case(MOSAIC, 2, native=False).deal(0)
    assert len(table.legal(0)) == MOSAIC.max_legal == len(table.setup.touch_paths) == 2016
    groups = [path[0] for path in table.setup.touch_paths]
    assert all(isinstance(group, tuple) and len(group) == 2 for group in groups)
    assert any(group[0] == group[1] for group in groups)  # the same paint twice
