"""Options: every value works, every pair of values works or is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from gamut.engine.errors import BadOptions
from gamut.engine.options import Option, Value
from gamut.testing import judges
from gamut.testing.drivers import watch_games
from gamut.testing.suite import Broken, Case, check

COMPLAINTS = ("legal actions are wrong", "{invariant} is broken", "the game is too long", "the result is wrong")


def combined(options: tuple[Option, ...], seats: int) -> Iterator[dict[str, Value]]:
    """Samples of every option alone, and every pair of samples of two options."""
    samples = {option.name: option.samples(seats) for option in options if option.exists(seats)}
    for name, values in samples.items():
        for value in values:
            yield {name: value}
    for a, b in combinations(samples, 2):
        for x, y in product(samples[a], samples[b]):
            yield {a: x, b: y}


@check
def option_pairs(case: Case) -> None:
    """Games of every value and pair of values are legal, sound and end; or a text says why not."""
    worked: set[tuple[str, Value]] = set()
    tried: set[tuple[str, Value]] = set()
    for chosen in combined(case.game.options, case.seats):
        tried |= set(chosen.items())
        trial = replace(case, options={**case.options, **chosen}, games=2)
        try:
            trial.setup  # noqa: B018  # opening is the trial
        except BadOptions as e:
            if not str(e):
                raise Broken(f"{chosen} is refused without a word") from e
            continue
        worked |= set(chosen.items())
        if not 1 <= trial.setup.actions <= case.game.most_actions:
            raise Broken(f"{chosen}: {trial.setup.actions} actions, `most_actions` is {case.game.most_actions}")
        if (end := watch_games(trial, judges.PLAY)).complaint:
            raise Broken(f"{chosen}, {end.say_complaint(*COMPLAINTS)}")
    for name, value in sorted(tried - worked, key=str):
        raise Broken(f"{name} = {value} works in no combination")
