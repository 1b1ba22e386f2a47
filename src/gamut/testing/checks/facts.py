"""Facts: what a game declares is complete and consistent."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from gamut import bots
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.facts import find_faults
from gamut.engine.game import Setup
from gamut.testing.suite import Broken, Case, check


@check
def facts(case: Case) -> None:
    """What a game declares is complete, and its options open."""
    for problem in find_faults(case.game):
        raise Broken(problem)
    for problem in opening(case):
        raise Broken(problem)


def opening(case: Case) -> Iterator[str]:
    """What needs a setup: the short game, levels, sizes."""
    game, seats = case.game, case.seats
    mine = {option.name for option in game.options if option.exists(seats)}
    short = {name: value for name, value in game.short.items() if name in mine}
    for what, chosen in (("`short`", short), ("these options", dict(case.options))):
        try:
            setup = game.open(seats, chosen)
        except BadOptions as e:
            yield f"with {seats} players {what} cannot be opened: {e}"
            return
        if game.open(seats, chosen).constants.tobytes() != setup.constants.tobytes():
            yield f"`setup` fills other constants the second time, with {what}"
        if not 1 <= setup.actions <= game.most_actions:
            yield f"with {what} there are {setup.actions} actions: `most_actions` is {game.most_actions}"
    yield from levels(setup)
    shown = sum(prod(block.shape) for block in game.layout)
    if game.layout and shown != game.features:
        yield f"the blocks of `layout` have {shown} features together: `features` is {game.features}"


def levels(setup: Setup) -> Iterator[str]:
    """At least one level of play, and a bot for each."""
    if not setup.game.levels:
        yield "`levels` is empty: a game needs at least one level of play"
    for level, spec in setup.game.levels.items():
        try:
            bots.make_bot(level, setup)
        except GamutError as e:
            yield f"the level {level!r} is {spec!r}: {e}"
