"""Paths of touches that cannot be told apart.

A path is a row of touches, some of them in groups that come in any order. Two paths clash when some order of one is
the beginning of some order of the other: whoever has touched all of the first has not yet said which is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from gamut.engine.language import TouchPath

Segments = tuple[tuple[str, ...], ...]  # each may be touched in any order
FEW = 8  # paths that are compared one by one


def segments(path: TouchPath) -> Segments:
    """A path as groups of touches, a single touch being a group of one; sorted, so that equal groups are equal."""
    return tuple((touch,) if isinstance(touch, str) else tuple(sorted(touch)) for touch in path)


def clash(one: Segments, other: Segments) -> bool:
    """Whether all of one path can be touched on the way of the other."""
    rows = [list(one), list(other)]
    while rows[0] and rows[1]:
        rows.sort(key=lambda row: len(row[0]))
        small, large = Counter(rows[0].pop(0)), Counter(rows[1].pop(0))
        if not small <= large:
            return False
        if rest := tuple((large - small).elements()):
            rows[1].insert(0, rest)
    return True


def clashes(paths: Sequence[TouchPath], actions: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Pairs of actions whose paths clash, not each of them only once; quick for thousands."""
    yield from _among([(a, segments(paths[a])) for a in actions])


def _among(left: list[tuple[int, Segments]]) -> Iterator[tuple[int, int]]:
    """The clashes among paths of which the same touches are done already."""
    done = [a for a, rest in left if not rest]
    if done:
        yield from ((done[0], a) for a, _ in left if a != done[0])
        return
    if len(left) <= FEW:
        yield from ((a, b) for (a, one), (b, other) in combinations(left, 2) if clash(one, other))
        return
    if len({rest[0] for _, rest in left}) == 1:  # all begin with the same group
        yield from _among([(a, rest[1:]) for a, rest in left])
        return
    by_touch: dict[str, list[tuple[int, Segments]]] = {}
    for a, rest in left:
        for touch in dict.fromkeys(rest[0]):
            by_touch.setdefault(touch, []).append((a, after(rest, touch)))
    for bucket in by_touch.values():
        if len(bucket) > 1:
            yield from _among(bucket)


def after(rest: Segments, touch: str) -> Segments:
    """What is left of a path after a touch of its first group."""
    first = list(rest[0])
    first.remove(touch)
    return (tuple(first), *rest[1:]) if first else rest[1:]
