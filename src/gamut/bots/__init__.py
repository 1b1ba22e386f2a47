"""Bots: random, greedy, policy, weighted, flat, search, and those of other packages. They know games only by verbs.

A package registers a bot with an entry point in the group `gamut.bots`: a name, and a subclass of `Bot` or any other
factory `(setup, argument) -> Bot`. Then `name:argument` works wherever a bot is named; without an argument, the default
of the parameter is used, or an empty string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from inspect import signature
from typing import TypeAlias

from gamut.bots.baselines import Flat, Greedy, Policy, Random, Weighted
from gamut.bots.bot import ActionEstimate, Bot, Choice, Decision, FunctionBot, UnknownBot
from gamut.bots.search import Search
from gamut.bots.worlds import World
from gamut.engine.errors import BotFailed, GamutError, InvalidOptions, format_error, format_list
from gamut.engine.game import Game, Setup, check_setup
from gamut.engine.plugins import BrokenPlugin, find_entry_points, load_plugin, plugin_error

__all__ = [
    "ActionEstimate", "Bot", "BotLike", "Choice", "Decision", "UnknownBot", "World", "best_level", "check_selectable",
    "find_broken_bots", "find_levels", "find_plugin_bots", "make_bot", "make_quick_bot", "middle_level",
    "weakest_level",
]  # fmt: skip

ENTRY_POINT_GROUP = "gamut.bots"
DEFAULT_LEVELS = {"greedy": "greedy"}
MAX_BOT_NAME_LENGTH = 40  # in lists of bots
Factory: TypeAlias = Callable[[Setup, str], Bot]
BotLike: TypeAlias = str | Bot | type[Bot] | Callable[[Decision], int | Choice]

BUILTIN_BOTS: dict[str, Factory] = {
    "random": Random, "greedy": Greedy, "policy": Policy, "weighted": Weighted, "flat": Flat, "search": Search
}  # fmt: skip
BOT_NAME_FORMS = (
    "random, greedy, policy:150, weighted:10, flat:1000it, search:1000it or search:200ms "
    "(iterations or milliseconds per move)"
)


def make_bot(bot: BotLike, setup: Setup, *, threads: int = 1, native: bool = True) -> Bot:
    """Return a bot for a setup from a name, a level of the game, a `Bot`, its class, or a function of a `Decision`.

    >>> from gamut.games import find_game
    >>> setup = find_game("mixx").open(2)
    >>> make_bot("search:1000it", setup).name
    'search:1000it'
    >>> make_bot(lambda decision: decision.legal[0], setup).name
    'lambda'
    >>> make_bot("clever", setup)
    Traceback (most recent call last):
    gamut.bots.bot.UnknownBot: unknown bot 'clever'; the bots are: random, greedy, policy:150, weighted:10, ...
    """
    check_setup(setup)
    if isinstance(bot, Bot):
        return _check_setup_of(bot, setup)
    made = _make_by_name(bot, setup) if isinstance(bot, str) else _make_from_code(bot, setup)
    made.threads, made.native = threads, native
    return made


def make_quick_bot(level: str, setup: Setup) -> Bot:
    """Return the bot that replaces a level while the game's native code is being compiled: it uses only the guide."""
    bot: Bot = Weighted(setup) if level == weakest_level(setup.game) else Greedy(setup)
    bot.native = False
    return bot


def _check_setup_of(bot: Bot, setup: Setup) -> Bot:
    """Return the bot if it was made for this setup."""
    if not hasattr(bot, "setup"):
        raise BotFailed(f"the bot {type(bot).__name__} does not call super().__init__(setup) in its __init__")
    own = bot.setup
    if (own.game, own.seats, own.options) != (setup.game, setup.seats, setup.options):
        raise InvalidOptions(
            f"the bot {bot.name} was made for another setup: {own.game.id} with {own.seats} seats and {own.options}"
        )
    return bot


def _make_from_code(bot: type[Bot] | Callable[[Decision], int | Choice], setup: Setup) -> Bot:
    if isinstance(bot, type):
        if issubclass(bot, Bot):
            return _make(bot.__name__, bot, setup)
    elif callable(bot):
        return FunctionBot(setup, bot)
    raise UnknownBot(f"{bot!r} is not a bot; use a name, a Bot, its class, or a function of a Decision")


def _make_by_name(name: str, setup: Setup) -> Bot:
    spec = find_levels(setup.game).get(name, name)
    kind, _, argument = spec.partition(":")
    if kind in BUILTIN_BOTS:
        return _make(kind, BUILTIN_BOTS[kind], setup, argument)
    entry = find_entry_points(ENTRY_POINT_GROUP).get(kind)
    if entry is None:
        raise UnknownBot(f"unknown bot {spec!r}; the bots are: {describe_names(setup)}")
    bot = _make(kind, load_plugin(entry), setup, argument)
    if not isinstance(bot, Bot):
        raise plugin_error(entry, f"it returns a {type(bot).__name__}, not a Bot")
    return bot


def _make(name: str, factory: Callable[..., Bot], setup: Setup, argument: str = "") -> Bot:
    """Return what a class or another factory makes."""
    arguments = (setup,) if not argument and _has_default_argument(factory, setup) else (setup, argument)
    try:
        bot = factory(*arguments)
    except GamutError:
        raise
    except Exception as e:
        raise BotFailed(f"cannot create the bot {name}: {format_error(e)}") from e
    return _check_setup_of(bot, setup) if isinstance(bot, Bot) else bot


def _has_default_argument(factory: Callable[..., Bot], setup: Setup) -> bool:
    """Return whether a factory can be called with the setup alone."""
    try:
        signature(factory).bind(setup)
    except (TypeError, ValueError):  # it cannot, or its signature is unknown
        return False
    return True


def describe_names(setup: Setup) -> str:
    """Return all forms of a bot's name for a message."""
    others = [name for name in find_entry_points(ENTRY_POINT_GROUP) if name not in BUILTIN_BOTS]
    names = BOT_NAME_FORMS + (f", {format_list(others, 20)}" if others else "")
    return f"{names}, or a level of the game: {format_list(find_levels(setup.game))}"


def find_broken_bots() -> dict[str, str]:
    """Return the bots of other packages that cannot be used, by name, each with the reason."""
    broken: dict[str, str] = {}
    for name, entry in find_entry_points(ENTRY_POINT_GROUP).items():
        try:
            if name in BUILTIN_BOTS:
                raise plugin_error(entry, "Gamut has a bot with this name")
            if not callable(load_plugin(entry)):
                raise plugin_error(entry, "it is neither a class nor a function")
        except BrokenPlugin as e:
            broken[name] = str(e)
    return broken


# ---------------------------------------------------------------------- at a table


@cache
def find_plugin_bots(game: Game) -> Mapping[str, tuple[int, ...]]:
    """Return the bots of other packages that can play a game with its default options: numbers of seats by name.

    A bot can play a game if it can be made for it; one that fails does not affect the others.
    """
    others = {name: entry for name, entry in find_entry_points(ENTRY_POINT_GROUP).items() if name not in BUILTIN_BOTS}
    bots: dict[str, tuple[int, ...]] = {}
    for seats in game.seats if others else ():
        setup = game.open(seats)
        for name, entry in others.items():
            for spec in _find_usable_names(name, entry, setup):
                bots[spec] = (*bots.get(spec, ()), seats)
    return dict(sorted(bots.items()))


def _find_usable_names(name: str, entry: EntryPoint, setup: Setup) -> Iterator[str]:
    """Yield the names, with arguments, under which a bot of another package can play; none if it fails."""
    with suppress(Exception):
        for argument in getattr(load_plugin(entry), "arguments", Bot.arguments)(setup):
            spec = f"{name}:{argument}" if argument else name
            if spec not in find_levels(setup.game) and len(spec) <= MAX_BOT_NAME_LENGTH:
                with suppress(Exception):
                    _make_by_name(spec, setup)
                    yield spec


def check_selectable(name: str, setup: Setup) -> None:
    """Raise UnknownBot unless players may select the bot: a level of the game, or a plug-in bot that can play here."""
    levels = find_levels(setup.game)
    if name in levels:
        return
    others = [other for other, seats in find_plugin_bots(setup.game).items() if setup.seats in seats]
    if name not in others:
        raise UnknownBot(f"unknown level {name!r}; the levels are: {format_list([*levels, *others], 40)}")
    make_bot(name, setup)


# ---------------------------------------------------------------------- levels


def find_levels(game: Game) -> Mapping[str, str]:
    """Return bots by level, the weakest first; a game that declares none has greedy bots."""
    return game.levels or DEFAULT_LEVELS


def weakest_level(game: Game) -> str:
    """Return the default level of a bot at a table."""
    return next(iter(find_levels(game)))


def middle_level(game: Game) -> str:
    """Return the level of stand-ins, and of bots that fill a table in the terminal."""
    levels = list(find_levels(game))
    return "medium" if "medium" in levels else levels[len(levels) // 2]


def best_level(game: Game) -> str:
    """Return the strongest level, for hints."""
    return list(find_levels(game))[-1]
