"""What bots ask the rules of a game, for the tests of all games."""

from __future__ import annotations

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.record import Array
from gamut.engine.table import Table


def call_bot_verbs(table: Table) -> None:
    """Call all verbs that bots use, interpreted, for every seat."""
    game, c, scratch = table.game, table.setup.constants, table.setup.new_scratch()
    verbs = BoundVerbs(game, native=False)
    weights, features = np.zeros(game.max_legal, np.int32), np.zeros(game.feature_count, np.float32)
    shares = np.zeros(game.max_seats, np.int64)
    for seat in range(table.seats):
        copy = table.hidden(seat)
        if actions := table.legal(seat):
            verbs.guide(c, copy, 0, seat, np.array(actions, np.int32), len(actions), weights, scratch)
            assert (weights[: len(actions)] >= 1).all()
            assert verbs.visible_action(c, copy, 0, seat, seat, actions[0]) == actions[0]
        verbs.value(c, copy, 0, shares, scratch)
        verbs.quiescent(c, copy, 0)
        verbs.observe(c, copy, 0, seat, features)
        verbs.describe(c, copy, 0, seat, np.zeros(game.inputs, np.float32))
        assert copy.tobytes() == table.hidden(seat).tobytes()
        verbs.redeal(c, copy, 0, seat, np.array([seat + 1], np.uint64))


def make_redeals(table: Table, seat: int, n: int) -> list[Array]:
    """Return redeals for a seat, each checked for consistency with what the seat knows."""
    verbs, c, redeals = BoundVerbs(table.game), table.setup.constants, []
    for k in range(n):
        copy = table.hidden(seat)
        verbs.redeal(c, copy, 0, seat, np.array([2 * k + 1], np.uint64))
        assert verbs.broken_invariant(c, copy, 0) == 0
        again = copy.copy()
        verbs.hide(c, again, 0, seat)
        assert again.tobytes() == table.hidden(seat).tobytes()
        redeals.append(copy)
    return redeals
