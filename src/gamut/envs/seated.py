"""One game as the interfaces of other libraries show it: through a table, and to each seat only what it knows."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.engine.record import Array
from gamut.engine.table import Table


class SeatedGame:
    """A table and what its seats observe. Deals are those of a seed, one after the other."""

    def __init__(self, setup: Setup, seed: int = 0) -> None:
        self.setup, self.seed, self.number = setup, seed, -1
        self.deal()

    def deal(self, seed: int | None = None) -> None:
        """The next deal, or the first one of another seed."""
        self.number = 0 if seed is not None else self.number + 1
        self.seed = self.seed if seed is None else seed
        self.table = Table(self.setup, game_key(self.seed, self.number))

    def observe(self, seat: int) -> Array:
        """The features of what the seat knows."""
        out = np.zeros(self.setup.game.features, np.float32)
        self.table.rules.observe(self.setup.constants, self.table.hidden(seat), 0, seat, out)
        return out

    def mask(self, seat: int) -> Array:
        """1 for each action that the seat may do now."""
        made = np.zeros(self.setup.actions, np.int8)
        made[self.table.legal(seat)] = 1
        return made

    def shares(self) -> list[float]:
        """Every seat's share of the victory, when the game is over."""
        winners = self.table.result.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(self.setup.seats)]

    def act(self, seat: int, action: Any, replace: bool = False) -> None:
        """Do an action; where illegal ones are replaced, the lowest legal one instead."""
        legal = self.table.legal(seat)
        chosen = legal[0] if replace and legal and action not in legal else int(action)
        self.table.play(seat, chosen)
