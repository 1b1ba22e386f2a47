"""The check of bots: a bot's move follows from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gamut.engine.record import Array
from gamut.testing.suite import Case, ConformanceError

Choose = Callable[[Array, int, int], int]  # (hidden state, seat, seed): an action
NAME = "same-choice"


def same_choice(case: Case, choose: Choose, every: int = 1) -> int:
    """Refuse a bot that moves differently in two states that differ only in what its seat cannot know.

    Asked at every `every`-th decision of the case's `some` games; returns how often it was asked. The move
    must also be legal, and the state that was handed over must be left as it was.
    """
    asked = 0
    for number in range(case.some):
        for table in case.walk(number):
            if len(table.history) % every:
                continue
            for seat in table.actors:
                asked += 1
                where = f"game {number}, step {len(table.history)}, seat {seat + 1}"
                hidden = table.hidden(seat)
                move = choose(hidden, seat, number)
                if hidden.tobytes() != table.hidden(seat).tobytes():
                    raise ConformanceError(NAME, case, f"{where}: the bot changes the state it is given")
                if move not in table.legal(seat):
                    raise ConformanceError(NAME, case, f"{where}: the bot chooses {move}, which is not legal")
                twin = table.hidden(seat)
                case.rules.redeal(case.setup.constants, twin, 0, seat, np.array([asked], np.uint64))
                case.rules.hide(case.setup.constants, twin, 0, seat)
                again = choose(twin, seat, number)
                if again != move:
                    texts = case.setup.texts
                    raise ConformanceError(
                        NAME, case, f"{where}: {texts[move]!r}, and {texts[again]!r} for the same knowledge"
                    )
    return asked
