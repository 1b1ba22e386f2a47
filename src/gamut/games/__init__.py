"""The games. A game registers itself by being a folder here, or by an entry point of another package.

>>> from gamut import games
>>> "mixx" in games.ids()
True
>>> games.find("mixx").title
'Mixx'

A game of another package that cannot be loaded is left out of `every`, and `broken` says why.
"""

from __future__ import annotations

import copyreg
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pickle import PicklingError
from pkgutil import iter_modules
from typing import Any

from gamut.engine import plugins
from gamut.engine.errors import UnknownGame, listed
from gamut.engine.facts import find_faults
from gamut.engine.game import Game
from gamut.engine.plugins import BrokenPlugin, entries, load

GROUP = "gamut.games"  # the entry-point group of games in other packages: name = game id, object = Game


@cache
def own() -> frozenset[str]:
    """The ids of Gamut's own games."""
    return frozenset(m.name for m in iter_modules(__path__) if m.ispkg)


@cache
def ids() -> tuple[str, ...]:
    """The ids of all games, in alphabetical order, broken ones too."""
    return tuple(sorted(own() | set(entries(GROUP))))


@cache
def find(game_id: str) -> Game:
    """The game with that id."""
    if game_id in own():
        made = import_module(f"{__name__}.{game_id}").GAME
        assert isinstance(made, Game)
        return made
    entry = entries(GROUP).get(game_id)
    if entry is None:
        raise UnknownGame(f"there is no game {game_id!r}; there are {listed(ids(), 20)}")
    return _checked(entry, load(entry))


def _checked(entry: EntryPoint, made: object) -> Game:
    """What another package made, if it is a game of that id that can be shown and opened."""
    if not isinstance(made, Game):
        raise plugins.broken(entry, f"it is of type {type(made).__name__}, not a Game")
    if made.id != entry.name:
        raise plugins.broken(entry, f"the game's id is {made.id!r}; the entry point has to have the same name")
    with plugins.telling(entry):
        for fault in find_faults(made):
            raise plugins.broken(entry, fault)
    return made


def every() -> list[Game]:
    """All games that can be played."""
    unusable = {game_id for game_id in broken() if game_id not in own()}
    return [find(game_id) for game_id in ids() if game_id not in unusable]


def broken() -> dict[str, str]:
    """The games of other packages that cannot be played, by id, and why."""
    found: dict[str, str] = {}
    for game_id, entry in entries(GROUP).items():
        try:
            if game_id in own():
                raise plugins.broken(entry, "Gamut has a game of that id")
            find(game_id)
        except BrokenPlugin as e:
            found[game_id] = str(e)
    return found


def _by_id(game: Game) -> tuple[Any, tuple[str]]:
    """A game travels to another process by its id."""
    if game.id not in ids() or find(game.id) is not game:
        raise PicklingError(f"{game.id} is not registered, so that another process could not find it")
    return find, (game.id,)


copyreg.pickle(Game, _by_id)
