"""Bots: random, greedy, flat and search. They know games only through their verbs."""

from __future__ import annotations

import re

from gamut.bots.bot import Bot, Budget, Choice, Figure
from gamut.bots.search import Search
from gamut.bots.simple import Flat, Greedy, Random
from gamut.engine.errors import GamutError
from gamut.engine.game import Setup

__all__ = ["SPECS", "Bot", "Choice", "Figure", "UnknownBot", "make"]

SPECS = (
    "random, greedy, flat:1000it, search:1000it or search:200ms (iterations or milliseconds a move), "
    "or a level of the game: easy, medium, hard"
)


class UnknownBot(GamutError):
    """A text that names no bot."""


def make(spec: str, setup: Setup, *, threads: int = 1, native: bool = True) -> Bot:
    """The bot that a text names; a level is what the game says it is."""
    name = setup.game.levels.get(spec, spec)
    kind, _, amount = name.partition(":")
    found = re.fullmatch(r"([1-9][0-9]{0,8})(it|ms)", amount)
    if name == "random":
        return Random(name, setup, native)
    if name == "greedy":
        return Greedy(name, setup, native)
    if found and kind == "flat":
        return Flat(name, setup, Budget(int(found[1]), found[2]), native)
    if found and kind == "search":
        return Search(name, setup, Budget(int(found[1]), found[2]), threads=threads, native=native)
    raise UnknownBot(f"{spec!r} is no bot; it may be {SPECS}")
