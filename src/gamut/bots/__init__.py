"""Bots: random, greedy, weighted, flat, search, and those of other packages. They know games only by their verbs.

A package of your own registers a bot by an entry point in the group `gamut.bots`: a name, and a subclass of `Bot`
or another factory `(setup, argument) -> Bot`. `name:argument` then works wherever bots are named; with nothing
behind the name the argument's own default counts, or it is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from inspect import signature
from typing import TypeAlias

from gamut.bots.bot import Bot, Choice, Decision, Figure, FunctionBot, UnknownBot
from gamut.bots.search import Search
from gamut.bots.simple import Flat, Greedy, Random, Weighted
from gamut.engine import plugins
from gamut.engine.errors import BadOptions, BrokenBot, GamutError, listed, say_error
from gamut.engine.game import Game, Setup, check_setup
from gamut.engine.plugins import BrokenPlugin, entries, load

__all__ = [
    "Bot", "BotLike", "Choice", "Decision", "Figure", "UnknownBot", "added", "best_level", "broken", "check_seated",
    "find_levels", "make_bot", "make_quick_bot", "middle_level", "weakest_level",
]  # fmt: skip

GROUP = "gamut.bots"  # the entry-point group of bots in other packages
ONLY_GREEDY = {"greedy": "greedy"}
LONGEST_NAME = 40  # of a bot that people choose from a list
Factory: TypeAlias = Callable[[Setup, str], Bot]
BotLike: TypeAlias = str | Bot | type[Bot] | Callable[[Decision], int | Choice]

OWN: dict[str, Factory] = {"random": Random, "greedy": Greedy, "weighted": Weighted, "flat": Flat, "search": Search}
FORMS = (
    "random, greedy, weighted:10, flat:1000it, search:1000it or search:200ms (iterations or milliseconds a move)"
)


def make_bot(what: BotLike, setup: Setup, *, threads: int = 1, native: bool = True) -> Bot:
    """The bot that a text names, a level of the game too; or a `Bot`, its class, or a function that decides.

    >>> from gamut.games import find
    >>> setup = find("mixx").open(2)
    >>> make_bot("search:1000it", setup).name
    'search:1000it'
    >>> make_bot(lambda asked: asked.legal[0], setup).name
    'lambda'
    >>> make_bot("clever", setup)
    Traceback (most recent call last):
    gamut.bots.bot.UnknownBot: 'clever' is no bot; it may be random, greedy, weighted:10, flat:1000it, ...
    """
    check_setup(setup)
    if isinstance(what, Bot):
        return _check_made(what, setup)
    bot = _make_named(what, setup) if isinstance(what, str) else _make_own(what, setup)
    bot.threads, bot.native = threads, native
    return bot


def make_quick_bot(level: str, setup: Setup) -> Bot:
    """Who plays for a level while the game's native code is being made: bots that ask nothing but its guide."""
    bot: Bot = Weighted(setup) if level == weakest_level(setup.game) else Greedy(setup)
    bot.native = False
    return bot


def _check_made(bot: Bot, setup: Setup) -> Bot:
    """A bot, if it was made for this setup."""
    if not hasattr(bot, "setup"):
        raise BrokenBot(f"the bot {type(bot).__name__} does not call super().__init__(setup) in its __init__")
    made = bot.setup
    if (made.game, made.seats, made.options) != (setup.game, setup.seats, setup.options):
        table = f"{made.game.id} with {made.seats} seats and {made.options}"
        raise BadOptions(f"the bot {bot.name} was made for another table: {table}")
    return bot


def _make_own(what: type[Bot] | Callable[[Decision], int | Choice], setup: Setup) -> Bot:
    if isinstance(what, type):
        if issubclass(what, Bot):
            return _make(what.__name__, what, setup)
    elif callable(what):
        return FunctionBot(setup, what)
    raise UnknownBot(f"{what!r} is no bot; it may be a name, a Bot, its class, or a function of a Decision")


def _make_named(spec: str, setup: Setup) -> Bot:
    named = find_levels(setup.game).get(spec, spec)
    kind, _, argument = named.partition(":")
    if kind in OWN:
        return _make(kind, OWN[kind], setup, argument)
    entry = entries(GROUP).get(kind)
    if entry is None:
        raise UnknownBot(f"{named!r} is no bot; it may be {list_names(setup)}")
    bot = _make(kind, load(entry), setup, argument)
    if not isinstance(bot, Bot):
        raise plugins.broken(entry, f"it makes a {type(bot).__name__}, not a Bot")
    return bot


def _make(name: str, factory: Callable[..., Bot], setup: Setup, argument: str = "") -> Bot:
    """What a class or another factory makes; with no argument its own default counts, if it has one."""
    given = (setup,) if not argument and _needs_no_more(factory, setup) else (setup, argument)
    try:
        bot = factory(*given)
    except GamutError:
        raise
    except Exception as e:
        raise BrokenBot(f"the bot {name} cannot be made: {say_error(e)}") from e
    return _check_made(bot, setup) if isinstance(bot, Bot) else bot


def _needs_no_more(factory: Callable[..., Bot], setup: Setup) -> bool:
    """Whether a factory can be called with the setup alone."""
    try:
        signature(factory).bind(setup)
    except (TypeError, ValueError):  # it cannot, or does not say
        return False
    return True


def list_names(setup: Setup) -> str:
    """All that a bot's name may be, in words."""
    others = [name for name in entries(GROUP) if name not in OWN]
    said = FORMS + (f", {listed(others, 20)}" if others else "")
    return f"{said}, or a level of the game: {listed(find_levels(setup.game))}"


def broken() -> dict[str, str]:
    """The bots of other packages that cannot be used, by name, and why."""
    found: dict[str, str] = {}
    for name, entry in entries(GROUP).items():
        try:
            if name in OWN:
                raise plugins.broken(entry, "Gamut has a bot of that name")
            if not callable(load(entry)):
                raise plugins.broken(entry, "it is neither a class nor a function")
        except BrokenPlugin as e:
            found[name] = str(e)
    return found


# ---------------------------------------------------------------------- at a table


@cache
def added(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The bots of other packages that play a game with its usual options: for which numbers of seats, by name.

    A bot plays a game if it can be made for it; one that fails does the others no harm. They are looked for once.
    """
    others = {name: entry for name, entry in entries(GROUP).items() if name not in OWN}
    found: dict[str, tuple[int, ...]] = {}
    for seats in game.seats if others else ():
        setup = game.open(seats)
        for name, entry in others.items():
            for spec in _specs(name, entry, setup):
                found[spec] = (*found.get(spec, ()), seats)
    return dict(sorted(found.items()))


def _specs(name: str, entry: EntryPoint, setup: Setup) -> Iterator[str]:
    """The names under which one bot of another package plays at a table; none if anything is wrong with it."""
    with suppress(Exception):
        for argument in getattr(load(entry), "arguments", Bot.arguments)(setup):
            spec = f"{name}:{argument}" if argument else name
            if spec not in find_levels(setup.game) and len(spec) <= LONGEST_NAME:
                with suppress(Exception):
                    _make_named(spec, setup)
                    yield spec


def check_seated(spec: str, setup: Setup) -> None:
    """Raise if people may not seat that bot: it is no level of the game, nor added, or does not fit the table."""
    levels = find_levels(setup.game)
    if spec in levels:
        return
    others = [name for name, seats in added(setup.game).items() if setup.seats in seats]
    if spec not in others:
        raise UnknownBot(f"there is no level {spec!r}; there are {listed([*levels, *others], 40)}")
    make_bot(spec, setup)


# ---------------------------------------------------------------------- levels


def find_levels(game: Game) -> Mapping[str, str]:
    """Bot by level of play, the weakest first; there is always one: a game that declares none has greedy bots."""
    return game.levels or ONLY_GREEDY


def weakest_level(game: Game) -> str:
    """The level of a bot at a table when nobody says."""
    return next(iter(find_levels(game)))


def middle_level(game: Game) -> str:
    """The level of a bot that plays on for a person, or fills a table in the terminal."""
    levels = list(find_levels(game))
    return levels[len(levels) // 2]


def best_level(game: Game) -> str:
    """The strongest level, for hints."""
    return list(find_levels(game))[-1]
