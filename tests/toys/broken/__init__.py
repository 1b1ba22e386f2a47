"""Toys with one fault each, and the check that must find it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from importlib import import_module
from types import MappingProxyType
from typing import Any

from gamut.engine.game import Game
from gamut.engine.presentation import Presentation
from gamut.engine.table import Table
from gamut.engine.verbs import VERBS


@dataclass(frozen=True)
class Fault:
    game: Game
    check: str  # the check that must find it
    message: str  # part of its message
    seats: int
    games: int
    table: type[Table]


FAULTS: dict[str, Fault] = {}
PRESENTATION = {f.name for f in fields(Presentation)}


def change_game(game: Game, **changes: Any) -> Game:
    """Return a game with other verbs, presentation functions or facts."""
    verbs = {name: changes.pop(name) for name in list(changes) if name in VERBS}
    presentation = {name: changes.pop(name) for name in list(changes) if name in PRESENTATION}
    return replace(
        game,
        verbs=MappingProxyType({**game.verbs, **verbs}),
        presentation=replace(game.presentation, **presentation),
        **changes,
    )


def fault_adder(game: Game, seats: int) -> Callable[..., None]:
    """Return a function that adds faults of one game: `fault(name, check, message, changes…)`."""

    def fault(
        name: str, check: str, message: str, /, *, games: int = 8, players: int = seats, table: type[Table] = Table,
        **changes: Any,
    ) -> None:  # fmt: skip
        assert name not in FAULTS
        broken = change_game(game, **{"id": name.replace(" ", "_").lower(), **changes})
        FAULTS[name] = Fault(broken, check, message, players, games, table)

    return fault


for _toy in ("bids", "pledges", "lantern", "trail", "mosaic"):
    import_module(f"{__name__}.{_toy}")
