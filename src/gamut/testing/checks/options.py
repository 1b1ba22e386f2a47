"""Options: every value and every pair of values works, or raises InvalidOptions with a message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from gamut.engine.errors import InvalidOptions
from gamut.engine.options import Option, Value
from gamut.testing.position_checks.driver import PLAY, check_positions
from gamut.testing.suite import Case, CheckFailed, check


def combine_samples(options: tuple[Option, ...], seats: int) -> Iterator[dict[str, Value]]:
    """Yield the samples of every option alone, and every pair of samples of two options."""
    samples = {option.name: option.samples(seats) for option in options if option.applies_to(seats)}
    for name, values in samples.items():
        for value in values:
            yield {name: value}
    for a, b in combinations(samples, 2):
        for x, y in product(samples[a], samples[b]):
            yield {a: x, b: y}


@check
def check_option_pairs(case: Case) -> None:
    """Play games with every value and pair of values; impossible ones must raise InvalidOptions with a message."""
    working: set[tuple[str, Value]] = set()
    tried: set[tuple[str, Value]] = set()
    for chosen in combine_samples(case.game.options, case.seats):
        tried |= set(chosen.items())
        combination = replace(case, options={**case.options, **chosen}, games=2)
        try:
            action_count = combination.setup.action_count
        except InvalidOptions as e:
            if not str(e):
                raise CheckFailed(f"{chosen} raises InvalidOptions without a message") from e
            continue
        working |= set(chosen.items())
        if not 1 <= action_count <= case.game.max_actions:
            raise CheckFailed(f"{chosen}: {action_count} actions, `max_actions` is {case.game.max_actions}")
        if message := check_positions(combination, PLAY).message:
            raise CheckFailed(f"{chosen}, {message}")
    for name, value in sorted(tried - working, key=str):
        raise CheckFailed(f"{name} = {value} does not work in any combination")
