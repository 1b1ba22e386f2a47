"""Toys with one fault each, and the checks that must find it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from importlib import import_module
from types import MappingProxyType
from typing import Any

from gamut.engine.game import Game
from gamut.engine.language import Language
from gamut.engine.table import Table
from gamut.engine.verbs import VERBS


@dataclass(frozen=True)
class Fault:
    game: Game
    check: str  # the check that must find it
    says: str  # part of the message
    seats: int
    games: int
    table: type[Table]


FAULTS: dict[str, Fault] = {}
SPOKEN = {f.name for f in fields(Language)}


def changed(game: Game, **changes: Any) -> Game:
    """A game with other verbs, another language, other facts."""
    verbs = {name: changes.pop(name) for name in list(changes) if name in VERBS}
    spoken = {name: changes.pop(name) for name in list(changes) if name in SPOKEN}
    return replace(
        game,
        verbs=MappingProxyType({**game.verbs, **verbs}),
        language=replace(game.language, **spoken),
        **changes,
    )


def faults(game: Game, seats: int) -> Callable[..., None]:
    """What adds faults of one game: `fault(name, check, says, changes…)`."""

    def fault(
        name: str, check: str, says: str, /, *, games: int = 8, players: int = seats, table: type[Table] = Table,
        **changes: Any,
    ) -> None:  # fmt: skip
        assert name not in FAULTS
        made = changed(game, **{"id": name.replace(" ", "_").lower(), **changes})
        FAULTS[name] = Fault(made, check, says, players, games, table)

    return fault


for _toy in ("bids", "pledges", "lantern", "trail", "mosaic"):
    import_module(f"{__name__}.{_toy}")
