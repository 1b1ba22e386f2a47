"""The games. A game registers itself by being a folder here, or by an entry point of another package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from gamut.engine.errors import UnknownGame, listed
from gamut.engine.game import Game

GROUP = "gamut.games"  # the entry-point group of games in other packages: name = game id, object = Game


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order."""
    own = {m.name for m in iter_modules(__path__) if m.ispkg}
    return tuple(sorted(own | {e.name for e in entry_points(group=GROUP)}))


@cache
def find(game_id: str) -> Game:
    """The game with that id."""
    if game_id not in ids():
        raise UnknownGame(f"there is no game {game_id!r}; there are {listed(ids())}")
    for entry in entry_points(group=GROUP):
        if entry.name == game_id:
            game = entry.load()
            break
    else:
        game = import_module(f"{__name__}.{game_id}").GAME
    assert isinstance(game, Game)
    return game


def every() -> list[Game]:
    """All games."""
    return [find(game_id) for game_id in ids()]
