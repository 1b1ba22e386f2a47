"""Whole games against brute force on sets of coordinates: every legal list, every phase, every score."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.record import LAY
from tests.games.kroma.brute_force import Board, beside, places, ranks
from tests.games.kroma.builders import laid_by, target_of

OPTIONS = st.fixed_dictionaries(
    {
        "side": st.sampled_from([9, 10, 11, 12]),
        "hook": st.sampled_from(["5", "4"]),
        "support": st.sampled_from(["all", "any"]),
        "stack": st.booleans(),
        "scoring": st.sampled_from(["points", "shape"]),
        "phase_two": st.sampled_from(["clockwise", "snake", "reverse"]),
        "targets": st.sampled_from(["chosen", "random"]),
    }
)


def brute_board(options: dict[str, Any]) -> Board:
    """The same board for brute force."""
    return Board(options["side"], int(options["hook"]), options["support"], options["stack"])


def phase(table: Table) -> int:
    """1, 2, or 3 when it is over."""
    return int(table.record["phase"][0])


def choose_targets(table: Table, data: st.DataObject) -> None:
    """The first action of each seat, if targets are chosen."""
    for seat in range(table.seats):
        if not phase(table):
            assert table.actors == (seat,)
            table.play(seat, data.draw(st.sampled_from(table.legal(seat))))
    assert phase(table) == 1


def compare_legal(table: Table, board: Board) -> None:
    """The seat to play may lay exactly what brute force finds; the others nothing."""
    assert phase(table) == board.phase
    for seat in range(table.seats):
        legal = table.legal(seat)
        if seat not in table.actors:
            assert legal == []
            continue
        offered = [laid_by(table, action) for action in legal]
        assert min(legal) >= LAY
        assert len(offered) == len(set(offered))
        assert set(offered) == board.legal()


def compare_end(table: Table, board: Board) -> None:
    """Scores and ranks, counted from scratch."""
    targets = [target_of(table, seat) for seat in range(table.seats)]
    points = [len(board.owned(target)) for target in targets]
    shapes = [board.shapes(target) for target in targets]
    assert [sum(sizes) for sizes in shapes] == points
    largest = [max(sizes, default=0) for sizes in shapes]
    by_shape = table.setup.options["scoring"] == "shape"
    merits: list[tuple[object, ...]] = [
        ((big,) if by_shape else ()) + (n, sizes) for big, n, sizes in zip(largest, points, shapes, strict=True)
    ]
    assert list(table.result.scores) == (largest if by_shape else points)
    assert list(table.result.ranks) == ranks(merits)


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@settings(max_examples=4, deadline=None)
@given(number=st.integers(0, 10**6), options=OPTIONS, data=st.data())
def test_games_agree_with_brute_force(seats: int, number: int, options: dict[str, Any], data: st.DataObject) -> None:
    table, board = Table(GAME.open(seats, options), game_key(21, number)), brute_board(options)
    random = data.draw(st.randoms(use_true_random=False))
    choose_targets(table, data)
    while not table.over:
        if random.random() < 0.2 or len(table.legal(table.actors[0])) < 30:
            compare_legal(table, board)
        seat = table.actors[0]
        action = random.choice(table.legal(seat))
        table.play(seat, action)
        board.lay(laid_by(table, action))
        assert phase(table) == board.phase
    assert board.phase == 3
    compare_end(table, board)


def test_two_placements_in_all_ways_as_golden_says() -> None:
    """A pair of pieces may not overlap, and not touch if they have the same colour."""
    shapes = [shape for kind, size in (("diamond", 2), ("trapezoid", 3)) for shape in places(11, kind, size)]
    beside_it = {shape: set().union(*map(beside, shape)) for shape in shapes}
    pairs = 0
    for one in shapes:
        apart = [other for other in shapes if not one & other]
        touching = sum(bool(beside_it[one] & other) for other in apart)
        pairs += 9 * len(apart) - 3 * touching
    text = (Path(__file__).parent / "golden.txt").read_text("utf-8")
    assert f"with 2 seats: 3 6 {6 * 1395} {6 * pairs}\n" in text


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_first_turn_offers_every_place_in_every_colour(seats: int) -> None:
    for side, many in ((9, 900), (10, 1134), (11, 1395), (12, 1683)):
        table = Table(GAME.open(seats, {"side": side, "targets": "random"}), game_key(3, 1))
        assert len(table.legal(table.actors[0])) == many
