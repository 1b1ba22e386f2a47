"""Paths of touches: which cannot be told apart, against all orders written out; thousands of them at once."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random
from typing import Any

from gamut.engine.language import TouchPath
from gamut.testing import paths
from gamut.testing.paths import clash, clashes, segments
from tests.toys.mosaic import FIXTURE, MOSAIC, fixture

PATHS = MOSAIC.open(2).paths


def orders(path: TouchPath) -> set[tuple[str, ...]]:
    """Every row of touches that says a path."""
    groups = [[(touch,)] if isinstance(touch, str) else list(permutations(touch)) for touch in path]
    return {sum(chosen, ()) for chosen in product(*groups)}


def clash_by_orders(one: TouchPath, other: TouchPath) -> bool:
    rows = sorted((orders(one), orders(other)), key=lambda some: len(next(iter(some))))
    return any(long[: len(short)] == short for short, long in product(*rows))


def some_path(random: Random) -> TouchPath:
    """A short path over few ids, so that many clash."""
    found: list[str | tuple[str, ...]] = []
    for _ in range(random.randint(1, 3)):
        group = tuple(random.choices("abc", k=random.choice((1, 1, 2, 3))))
        found.append(group[0] if len(group) == 1 else group)
    return tuple(found)


def test_two_paths_clash_as_their_orders_do() -> None:
    random, many = Random(3), 0
    for _ in range(3000):
        one, other = some_path(random), some_path(random)
        expected = clash_by_orders(one, other)
        many += expected
        assert clash(segments(one), segments(other)) == clash(segments(other), segments(one)) == expected
    assert 500 < many < 2500


def test_among_many_a_clash_is_found_exactly_when_there_is_one() -> None:
    random, without = Random(4), 0
    for _ in range(400):
        some = [some_path(random) for _ in range(random.choice((2, 4, 12, 30)))]
        pairs = {(a, b) for a in range(len(some)) for b in range(a) if clash_by_orders(some[a], some[b])}
        found = {(max(pair), min(pair)) for pair in clashes(some, range(len(some)))}
        assert found <= pairs
        assert bool(found) == bool(pairs)
        without += not pairs
    assert without > 20


def test_the_examples_of_the_contract() -> None:
    def known(one: TouchPath, other: TouchPath) -> bool:
        return bool(list(clashes([one, other], range(2))))

    assert known(("a", "b"), ("a", "b", "c"))
    assert known((("a", "b"), "c"), ("b", "a", "c"))
    assert known((("a", "b"),), (("a", "b", "c"),))
    assert not known((("a", "a"),), (("a", "b"),))
    assert not known((("a", "b"), "c"), (("a", "b"), "d"))
    assert known(("a",), ("a",))


def test_two_thousand_actions_are_told_apart_without_comparing_each_with_each(monkeypatch: Any) -> None:
    looks = Counter[str]()

    def counting(name: str) -> Any:
        f = getattr(paths, name)

        def call(*arguments: Any) -> Any:
            looks[name] += 1
            return f(*arguments)

        return call

    for name in ("clash", "after"):
        monkeypatch.setattr(paths, name, counting(name))
    assert len(PATHS) == 2016
    assert list(clashes(PATHS, range(len(PATHS)))) == []
    worst: list[TouchPath] = [(("a", "b", "c", "d", "e", "f"), f"cell:{k}") for k in range(2000)]
    assert list(clashes(worst, range(2000))) == []
    assert sum(looks.values()) < 20 * (len(PATHS) + len(worst))


def test_the_fixture_of_the_pages_is_current() -> None:
    assert FIXTURE.read_text("utf-8") == fixture(), "write it anew with `python -m tests.toys.mosaic`"
