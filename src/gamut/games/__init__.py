"""The games. A game registers itself by being a folder here, or by an entry point of another package.

>>> from gamut import games
>>> "mixx" in games.list_game_ids()
True
>>> games.find_game("mixx").title
'Mixx'

A game of another package that cannot be loaded is left out of `list_games`; `find_broken_games` gives the reason.
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
from gamut.engine.errors import UnknownGame, format_list
from gamut.engine.game import Game
from gamut.engine.game_checks import find_faults
from gamut.engine.plugins import BrokenPlugin, find_entry_points, load_plugin

ENTRY_POINT_GROUP = "gamut.games"  # of games in other packages: the name is the id, the object a Game


@cache
def list_builtin_ids() -> frozenset[str]:
    """Return the ids of Gamut's own games."""
    return frozenset(m.name for m in iter_modules(__path__) if m.ispkg)


@cache
def list_game_ids() -> tuple[str, ...]:
    """Return the ids of all games in alphabetical order, including broken ones."""
    return tuple(sorted(list_builtin_ids() | set(find_entry_points(ENTRY_POINT_GROUP))))


@cache
def find_game(game_id: str) -> Game:
    """Return the game with this id; raise UnknownGame or BrokenPlugin."""
    if game_id in list_builtin_ids():
        game = import_module(f"{__name__}.{game_id}").GAME
        assert isinstance(game, Game)
        return game
    entry = find_entry_points(ENTRY_POINT_GROUP).get(game_id)
    if entry is None:
        raise UnknownGame(f"unknown game {game_id!r}; the games are: {format_list(list_game_ids(), 20)}")
    return _check_game(entry, load_plugin(entry))


def _check_game(entry: EntryPoint, loaded: object) -> Game:
    """Return the game of another package; raise BrokenPlugin if it cannot be used."""
    if not isinstance(loaded, Game):
        raise plugins.plugin_error(entry, f"it is of type {type(loaded).__name__}, not a Game")
    if loaded.id != entry.name:
        raise plugins.plugin_error(entry, f"the game's id is {loaded.id!r}, but the entry point has another name")
    with plugins.blame_plugin(entry):
        for fault in find_faults(loaded):
            raise plugins.plugin_error(entry, fault)
    return loaded


def list_games() -> list[Game]:
    """Return all games that can be played."""
    unusable = {game_id for game_id in find_broken_games() if game_id not in list_builtin_ids()}
    return [find_game(game_id) for game_id in list_game_ids() if game_id not in unusable]


def find_broken_games() -> dict[str, str]:
    """Return the games of other packages that cannot be played, by id, each with the reason."""
    broken: dict[str, str] = {}
    for game_id, entry in find_entry_points(ENTRY_POINT_GROUP).items():
        try:
            if game_id in list_builtin_ids():
                raise plugins.plugin_error(entry, "Gamut has a game with this id")
            find_game(game_id)
        except BrokenPlugin as e:
            broken[game_id] = str(e)
    return broken


def _by_id(game: Game) -> tuple[Any, tuple[str]]:
    """Pickle a game as its id."""
    if game.id not in list_game_ids() or find_game(game.id) is not game:
        raise PicklingError(f"{game.id} is not registered, so another process could not find it")
    return find_game, (game.id,)


copyreg.pickle(Game, _by_id)
