"""Gamut: colour-mixing tabletop games, played by people, bots and programs.

A game is opened with its seats and options, and played at a table:

>>> import gamut
>>> setup = gamut.find_game("mixx").open(seats=2, options={"first": "1"})
>>> table = gamut.Table(setup, key=bytes(16))
>>> table.knowledge(0).prompt
'Begin the round with any card'
>>> table.legal_texts(0)[0]
'place violet jellyfish in the line or row'
>>> action = table.play(0, "place red turtle in the line or row")
>>> table.actors
(1,)

A bot gets what its seat can know and chooses an action; a function is enough:

>>> bot = gamut.make_bot("greedy", setup)
>>> choice = bot.choose(table.hidden(1), seat=1, seed=1)
>>> action = table.play(1, choice.action)
>>> len(table.history)
2
>>> def last(decision: gamut.Decision) -> int:
...     return decision.legal[-1]
>>> report = gamut.simulate(setup, [last, "random"], games=20, seed=1)
>>> sum(wins.wins for wins in report.wins.bots.values())
20.0

`gamut.games` lists the games, `gamut.testing` has the conformance suite for games of your own, and `gamut.envs` the
environments in which agents learn. All errors are in `gamut.errors`; their messages say what is allowed.
`gamut.__version__` is the installed version. Modules are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamut import bots, envs, games, testing
    from gamut.bots import Bot, Choice, Decision, World, make_bot
    from gamut.engine import errors
    from gamut.engine.errors import GamutError
    from gamut.engine.game import Game, Setup
    from gamut.engine.knowledge import Knowledge
    from gamut.engine.table import Result, Table
    from gamut.games import find_game
    from gamut.lab.simulate import Report, simulate

    __version__: str

DISTRIBUTION = "gamut-games"  # the package named `gamut` is unrelated

__all__ = [
    "Bot", "Choice", "Decision", "Game", "GamutError", "Knowledge", "Report", "Result", "Setup", "Table", "World",
    "bots", "envs", "errors", "find_game", "games", "make_bot", "simulate", "testing",
]  # fmt: skip

_MODULES = {"bots": "bots", "envs": "envs", "errors": "engine.errors", "games": "games", "testing": "testing"}
_HOMES = {
    "Bot": "bots",
    "Choice": "bots",
    "Decision": "bots",
    "Game": "engine.game",
    "GamutError": "engine.errors",
    "Knowledge": "engine.knowledge",
    "Report": "lab.simulate",
    "Result": "engine.table",
    "Setup": "engine.game",
    "Table": "engine.table",
    "World": "bots",
    "find_game": "games",
    "make_bot": "bots",
    "simulate": "lab.simulate",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version(DISTRIBUTION)
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_MODULES.get(name) or _HOMES[name]}")
    globals()[name] = value = home if name in _MODULES else getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
