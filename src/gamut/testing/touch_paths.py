"""Touch paths that cannot be told apart.

A path is a sequence of touches, some of them in groups that may be touched in any order. Two paths clash if some order
of one is the beginning of some order of the other: after the touches of the first it is not clear which one is meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from gamut.engine.presentation import TouchPath

Groups = tuple[tuple[str, ...], ...]  # the touches of a group may come in any order
MAX_PAIRWISE = 8  # up to this number, paths are compared pair by pair


def split_groups(path: TouchPath) -> Groups:
    """Return a path as groups of touches, each sorted; a single touch is a group of one."""
    return tuple((touch,) if isinstance(touch, str) else tuple(sorted(touch)) for touch in path)


def clash(one: Groups, other: Groups) -> bool:
    """Return whether all touches of one path can be the beginning of the other."""
    rows = [list(one), list(other)]
    while rows[0] and rows[1]:
        rows.sort(key=lambda row: len(row[0]))
        small, large = Counter(rows[0].pop(0)), Counter(rows[1].pop(0))
        if not small <= large:
            return False
        if rest := tuple((large - small).elements()):
            rows[1].insert(0, rest)
    return True


def find_clashes(paths: Sequence[TouchPath], actions: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs of actions whose paths clash, some of them repeatedly; fast for thousands of actions."""
    yield from _find_clashes([(a, split_groups(paths[a])) for a in actions])


def _find_clashes(paths: list[tuple[int, Groups]]) -> Iterator[tuple[int, int]]:
    """Find the clashes among what is left of paths after the same touches."""
    done = [a for a, groups in paths if not groups]
    if done:
        yield from ((done[0], a) for a, _ in paths if a != done[0])
        return
    if len(paths) <= MAX_PAIRWISE:
        yield from ((a, b) for (a, one), (b, other) in combinations(paths, 2) if clash(one, other))
        return
    if len({groups[0] for _, groups in paths}) == 1:  # all begin with the same group
        yield from _find_clashes([(a, groups[1:]) for a, groups in paths])
        return
    by_touch: dict[str, list[tuple[int, Groups]]] = {}
    for a, groups in paths:
        for touch in dict.fromkeys(groups[0]):
            by_touch.setdefault(touch, []).append((a, remove_touch(groups, touch)))
    for same_touch in by_touch.values():
        if len(same_touch) > 1:
            yield from _find_clashes(same_touch)


def remove_touch(groups: Groups, touch: str) -> Groups:
    """Return what is left of a path after a touch of its first group."""
    first = list(groups[0])
    first.remove(touch)
    return (tuple(first), *groups[1:]) if first else groups[1:]
