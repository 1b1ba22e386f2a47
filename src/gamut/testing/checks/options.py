"""Options: every value works, every pair of values works or is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from gamut.engine.errors import BadOptions
from gamut.engine.options import Option, Value
from gamut.testing import judges
from gamut.testing.drivers import watched
from gamut.testing.suite import Broken, Case, check

COMPLAINTS = ("legal actions are wrong", "an invariant is broken", "the game is too long", "the result is wrong")


def combined(options: tuple[Option, ...], seats: int) -> Iterator[dict[str, Value]]:
    """Every value alone and every pair of values of two options."""
    options = tuple(option for option in options if option.exists(seats))
    for option in options:
        for value in option.samples(seats):
            yield {option.name: value}
    for a, b in combinations(options, 2):
        for x, y in product(a.samples(seats), b.samples(seats)):
            yield {a.name: x, b.name: y}


@check
def option_pairs(case: Case) -> None:
    """Games of every value and pair of values are legal, sound and end; or a text says why not."""
    worked: set[tuple[str, Value]] = set()
    for chosen in combined(case.game.options, case.seats):
        trial = replace(case, options={**case.options, **chosen}, games=2)
        try:
            trial.setup  # noqa: B018  # opening is the trial
        except BadOptions as e:
            if not str(e):
                raise Broken(f"{chosen} is refused without a word") from e
            continue
        worked |= set(chosen.items())
        if (end := watched(trial, judges.playable)).complaint:
            raise Broken(f"{chosen}, {end.place()}: {COMPLAINTS[end.complaint - 1]}")
    for option in case.game.options:
        for value in option.samples(case.seats) if option.exists(case.seats) else ():
            if (option.name, value) not in worked:
                raise Broken(f"{option.name} = {value} works in no combination")
