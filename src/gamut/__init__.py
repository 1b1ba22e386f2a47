"""Gamut: a home for colour-mixing tabletop games.

What one imports. A game is opened with its seats and options, and played at a table:

>>> import gamut
>>> setup = gamut.find("mixx").open(seats=2, options={"first": "1"})
>>> table = gamut.Table(setup, key=bytes(16))
>>> table.knowledge(0).ask
'Begin the round with any card'
>>> table.legal_texts(0)[:2]
['lay violet jellyfish level', 'lay red turtle level']
>>> action = table.play(0, "lay red turtle level")
>>> table.actors
(1,)

A bot is shown what its seat can know and chooses; a function will do:

>>> bot = gamut.make_bot("greedy", setup)
>>> choice = bot.choose(table.hidden(1), seat=1, seed=1)
>>> action = table.play(1, choice.action)
>>> len(table.history)
2
>>> def last(asked: gamut.Decision) -> int:
...     return asked.legal[-1]
>>> report = gamut.simulate(setup, [last, "random"], games=20, seed=1)
>>> sum(wins.wins for wins in report.wins.bots.values())
20.0

`gamut.games` knows which games there are, `gamut.testing` holds the conformance suite for games of your own, and
`gamut.envs` the environments in which agents learn. What can go wrong is one of `gamut.errors`, and its text says
what is allowed. `gamut.__version__` is the version that is installed. All is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamut import bots, envs, games, testing
    from gamut.bots import Bot, Choice, Decision, make_bot
    from gamut.engine import errors
    from gamut.engine.errors import GamutError
    from gamut.engine.game import Game, Setup
    from gamut.engine.knowledge import Knowledge
    from gamut.engine.table import Result, Table
    from gamut.games import find
    from gamut.lab.simulate import Report, simulate

    __version__: str

DISTRIBUTION = "gamut-games"  # what to install; a package that is only called `gamut` is somebody else's

__all__ = [
    "Bot", "Choice", "Decision", "Game", "GamutError", "Knowledge", "Report", "Result", "Setup", "Table",
    "bots", "envs", "errors", "find", "games", "make_bot", "simulate", "testing",
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
    "find": "games",
    "make_bot": "bots",
    "simulate": "lab.simulate",
}


def __getattr__(name: str) -> Any:
    """What is asked for, imported now."""
    if name == "__version__":
        from importlib.metadata import version

        return version(DISTRIBUTION)
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_MODULES.get(name) or _HOMES[name]}")
    globals()[name] = made = home if name in _MODULES else getattr(home, name)
    return made


def __dir__() -> list[str]:
    """What can be asked for."""
    return sorted({*globals(), *__all__})
