"""Line coverage of rules: which lines were never run interpreted, measured by coverage.py."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.table import Table


def unexecuted(modules: list[ModuleType], run: Callable[[], object]) -> list[str]:
    """Call `run` and return the lines of the modules' functions that it did not reach, as `rules.py:71`."""
    from coverage import Coverage

    coverage = Coverage(data_file=None, config_file=False, include=[str(m.__file__) for m in modules])
    coverage.start()
    try:
        run()
    finally:
        coverage.stop()
    return [
        f"{Path(str(m.__file__)).name}:{line}"
        for m in modules
        for line in sorted(set(coverage.analysis2(m)[3]) & function_lines(m))
    ]


def function_lines(module: ModuleType) -> set[int]:
    """Return the lines of all function bodies; the other lines run when the module is imported."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef):
            lines |= set(range(node.body[0].lineno, (node.end_lineno or 0) + 1))
    return lines


def call_bot_verbs(table: Table, *, redeal: bool = False) -> None:
    """Call the verbs that bots use, interpreted, on the hidden copy of every seat; `redeal` includes `redeal`."""
    game, c, scratch = table.game, table.setup.constants, table.setup.new_scratch()
    verbs = BoundVerbs(game, native=False)
    for seat in range(table.seats):
        hidden = table.hidden(seat)
        if legal := table.legal(seat):
            weights = np.zeros(len(legal), np.int32)
            verbs.guide(c, hidden, 0, seat, np.array(legal, np.int32), len(legal), weights, scratch)
            assert (weights >= 1).all(), f"a weight of {weights.min()} for seat {seat + 1}"
        verbs.value(c, hidden, 0, np.zeros(game.max_seats, np.int64), scratch)
        verbs.quiescent(c, hidden, 0)
        verbs.observe(c, hidden, 0, seat, np.zeros(game.feature_count, np.float32))
        verbs.describe(c, hidden, 0, seat, np.zeros(game.inputs, np.float32))
        assert hidden.tobytes() == table.hidden(seat).tobytes(), "a verb that reads has changed the state"
        if redeal:
            verbs.redeal(c, hidden, 0, seat, np.array([seat + 1], np.uint64))
