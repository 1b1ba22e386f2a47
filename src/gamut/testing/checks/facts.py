"""What a game declares is complete and consistent."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from gamut import bots
from gamut.engine.errors import GamutError, InvalidOptions
from gamut.engine.game import Setup
from gamut.engine.game_checks import find_faults
from gamut.engine.presentation import format_count
from gamut.testing.suite import Case, CheckFailed, check


@check
def check_facts(case: Case) -> None:
    """Check the declared facts, and that the options can be opened."""
    for problem in find_faults(case.game):
        raise CheckFailed(problem)
    for problem in find_setup_problems(case):
        raise CheckFailed(problem)


def find_setup_problems(case: Case) -> Iterator[str]:
    """Yield problems that only an opened game shows: with quick options, levels and sizes."""
    game, seats = case.game, case.seats
    names = {option.name for option in game.options if option.applies_to(seats)}
    quick = {name: value for name, value in game.quick_options.items() if name in names}
    for what, options in (("`quick_options`", quick), ("these options", dict(case.options))):
        try:
            setup = game.open(seats, options)
        except InvalidOptions as e:
            yield f"with {format_count(seats, 'player')} {what} cannot be opened: {e}"
            return
        if game.open(seats, options).constants.tobytes() != setup.constants.tobytes():
            yield f"`setup` with {what} returns other constants the second time"
        if not 1 <= setup.action_count <= game.max_actions:
            yield f"with {what} there are {setup.action_count} actions: `max_actions` is {game.max_actions}"
    yield from find_level_problems(setup)
    total = sum(prod(block.shape) for block in game.feature_layout)
    if game.feature_layout and total != game.feature_count:
        yield f"the blocks of `feature_layout` have {total} features: `feature_count` is {game.feature_count}"


def find_level_problems(setup: Setup) -> Iterator[str]:
    if not setup.game.levels:
        yield "`levels` is empty: a game needs at least one level"
    for level, spec in setup.game.levels.items():
        try:
            bots.make_bot(level, setup)
        except GamutError as e:
            yield f"the level {level!r} is {spec!r}: {e}"
