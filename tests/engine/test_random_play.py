"""Random games in bulk, and perft."""

from __future__ import annotations

import numpy as np
import pytest

from gamut.engine.chance import game_key
from gamut.engine.game import Game
from gamut.engine.perft import count_sequences
from gamut.engine.random_play import play_random_games
from gamut.engine.table import Table
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS


def play_batch(game: Game, seats: int, first: int, n: int, native: bool = True) -> list[list[int]]:
    """Return one row per game: scores, ranks, steps."""
    setup = game.open(seats)
    scores, ranks = np.zeros((2, n, game.max_seats), np.int32)
    steps = np.zeros(n, np.int32)
    driver = (game.native if native else game.interpreted)(play_random_games)
    out = np.zeros(game.max_legal, np.int32)
    run, rng = np.array([7], np.uint64), np.zeros(1, np.uint64)
    total = driver(setup.constants, setup.new_states(2), rng, out, run, first, n, scores, ranks, steps)
    assert total == steps.sum()
    return np.column_stack([scores, ranks, steps]).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", [BIDS, MIXX], ids=lambda game: game.id)
def test_a_game_does_not_depend_on_its_batch(game: Game) -> None:
    rows = play_batch(game, 2, 0, 40)
    assert play_batch(game, 2, 0, 10) + play_batch(game, 2, 10, 25) + play_batch(game, 2, 35, 5) == rows
    assert play_batch(game, 2, 0, 4, native=False) == rows[:4]
    assert len({tuple(row) for row in rows}) > 20


def count_in_python(table: Table, depth: int) -> int:
    """Count action sequences by recursion."""
    if depth == 0 or table.over:
        return 1
    total, seat = 0, table.actors[0]
    for action in table.legal(seat):
        after = table.copy()
        after.play(seat, action)
        total += count_in_python(after, depth - 1)
    return total


@pytest.mark.parametrize(("game", "seats", "max_depth"), [(BIDS, 2, 6), (BIDS, 3, 5), (MIXX, 2, 3), (MIXX, 4, 3)])
def test_perft_equals_a_recursive_count(game: Game, seats: int, max_depth: int) -> None:
    setup = game.open(seats)
    for depth in range(max_depth + 1):
        table = Table(setup, game_key(1, 5))
        assert count_sequences(setup, table.record, depth) == count_in_python(table, depth)
    interpreted = count_sequences(setup, table.record, 2, native=False)
    assert interpreted == count_sequences(setup, table.record, 2)


def test_perft_counts_finished_games_once() -> None:
    table = Table(BIDS.open(2, {"rounds": 1}), game_key(1, 0))
    counts = {count_sequences(table.setup, table.record, depth) for depth in (3, 8)}
    assert counts == {count_in_python(table, 8)}
