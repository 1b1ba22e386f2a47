"""Touch paths that clash: compared with all orders written out, and thousands of paths at once."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from gamut.engine.presentation import TouchPath
from gamut.testing import touch_paths
from gamut.testing.touch_paths import clash, find_clashes, split_groups
from tests.toys.mosaic import FIXTURE, MOSAIC, fixture

PATHS = MOSAIC.open(2).touch_paths


def list_orders(path: TouchPath) -> set[tuple[str, ...]]:
    """Return every sequence of touches of a path."""
    groups = [[(touch,)] if isinstance(touch, str) else list(permutations(touch)) for touch in path]
    return {sum(chosen, ()) for chosen in product(*groups)}


def clash_by_orders(one: TouchPath, other: TouchPath) -> bool:
    shorter, longer = sorted((list_orders(one), list_orders(other)), key=lambda orders: len(next(iter(orders))))
    return any(long[: len(short)] == short for short, long in product(shorter, longer))


def random_path(random: Random) -> TouchPath:
    """Return a short path over few ids, so that many clash."""
    touches: list[str | tuple[str, ...]] = []
    for _ in range(random.randint(1, 3)):
        group = tuple(random.choices("abc", k=random.choice((1, 1, 2, 3))))
        touches.append(group[0] if len(group) == 1 else group)
    return tuple(touches)


def test_two_paths_clash_if_their_orders_do() -> None:
    random, n_clashes = Random(3), 0
    for _ in range(3000):
        one, other = random_path(random), random_path(random)
        expected = clash_by_orders(one, other)
        n_clashes += expected
        assert clash(split_groups(one), split_groups(other)) == expected
        assert clash(split_groups(other), split_groups(one)) == expected
    assert 500 < n_clashes < 2500


def test_a_clash_among_many_paths_is_found_if_there_is_one() -> None:
    random, without = Random(4), 0
    for _ in range(400):
        paths = [random_path(random) for _ in range(random.choice((2, 4, 12, 30)))]
        expected = {(a, b) for a in range(len(paths)) for b in range(a) if clash_by_orders(paths[a], paths[b])}
        clashes = {(max(pair), min(pair)) for pair in find_clashes(paths, range(len(paths)))}
        assert clashes <= expected
        assert bool(clashes) == bool(expected)
        without += not expected
    assert without > 20


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (("a", "b"), ("a", "b", "c"), True),
        ((("a", "b"), "c"), ("b", "a", "c"), True),
        ((("a", "b"),), (("a", "b", "c"),), True),
        ((("a", "a"),), (("a", "b"),), False),
        ((("a", "b"), "c"), (("a", "b"), "d"), False),
        (("a",), ("a",), True),
    ],
)
def test_examples(one: TouchPath, other: TouchPath, expected: bool) -> None:
    assert bool(list(find_clashes([one, other], range(2)))) == expected


def test_two_thousand_paths_are_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def count_calls(name: str) -> Any:
        f = getattr(touch_paths, name)

        def call(*arguments: Any) -> Any:
            calls[name] += 1
            return f(*arguments)

        return call

    for name in ("clash", "remove_touch"):
        monkeypatch.setattr(touch_paths, name, count_calls(name))
    assert len(PATHS) == 2016
    assert list(find_clashes(PATHS, range(len(PATHS)))) == []
    same_group: list[TouchPath] = [(("a", "b", "c", "d", "e", "f"), f"cell:{k}") for k in range(2000)]
    assert list(find_clashes(same_group, range(2000))) == []
    assert sum(calls.values()) < 20 * (len(PATHS) + len(same_group))


def test_the_fixture_of_the_browser_tests_is_current() -> None:
    assert FIXTURE.read_text("utf-8") == fixture(), "write it again with `python -m tests.toys.mosaic`"
