"""Match what a player typed with the texts of actions, and find what makes an action impossible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count

from gamut.engine.presentation import TouchPath


def match_texts(typed: str, texts: Sequence[str]) -> list[int]:
    """Return the indices of the texts that `typed` may stand for: one if it is clear, none if nothing matches.

    The whole text comes first, then whole words of one text, then the texts that `filter_texts` returns.
    """
    words = typed.lower().split()
    if not words:
        return []
    exact = [k for k, text in enumerate(texts) if text.lower().split() == words]
    by_word = exact or [k for k, text in enumerate(texts) if _contains(text, words, str.__eq__)]
    return by_word if len(by_word) == 1 else filter_texts(typed, texts)


def filter_texts(typed: str, texts: Sequence[str]) -> list[int]:
    """Return the indices of the texts that start with the typed words, or contain words that start so, in order."""
    words = typed.lower().split()
    starting = [k for k, text in enumerate(texts) if text.lower().split()[: len(words)] == words]
    if len(starting) > 1:
        return starting
    return [k for k, text in enumerate(texts) if _contains(text, words, str.startswith)]


def _contains(text: str, parts: Sequence[str], matches: Callable[[str, str], bool]) -> bool:
    """Return whether the text contains, in order, words that match the parts."""
    words = iter(text.lower().split())
    return all(any(matches(word, part) for word in words) for part in parts)


def number_moves(texts: Sequence[str]) -> list[int]:
    """Return the number of each move, by which it is listed and typed: usually its place in the list.

    Moves that differ by a number of their own, as `bid 2` and `bid 3` do, have that number: a player who types `3`
    means `bid 3`. The others follow.
    """
    own = [[int(word) for word in text.split() if word.isdecimal()] for text in texts]
    starts = {text.split()[0].lower() for text, numbers in zip(texts, own, strict=True) if numbers}
    named = [numbers[0] for numbers in own if numbers]
    if len(starts) != 1 or len(named) < 2 or len(set(named)) < len(named) or any(len(n) > 1 for n in own):
        return list(range(1, len(texts) + 1))
    free = count(max(named) + 1)
    return [numbers[0] if numbers else next(free) for numbers in own]


def group_by_start(texts: Sequence[str], indices: Iterable[int], n_words: int) -> dict[str, list[int]]:
    """Group the indices by the first words of their texts."""
    groups: dict[str, list[int]] = {}
    for index in indices:
        groups.setdefault(" ".join(texts[index].split()[:n_words]), []).append(index)
    return groups


def find_abbreviation(texts: Sequence[str]) -> tuple[str, str] | None:
    """Return an example of a short input and the text it stands for; None if there is no good one."""
    for text in texts:
        words = text.lower().split()
        fewest = min(2, len(words))  # the first letter of one word out of several is a poor example
        for length in range(1, 4):
            for first in range(len(words) - fewest, -1, -1):
                typed = " ".join(word[:length] for word in words[first:])
                if len(typed) < len(text) and not typed.isdecimal() and len(match_texts(typed, texts)) == 1:
                    return typed, text
    return None


# ---------------------------------------------------------------------- why not


def find_blocked_touch(path: TouchPath, legal: Iterable[TouchPath]) -> tuple[list[str], str] | None:
    """Return the touches of a path that are possible, and the first one that is not; None if all are."""
    touches: list[str] = []
    rest: TouchPath | None = path
    others = list(legal)
    while rest:
        touch = rest[0] if isinstance(rest[0], str) else rest[0][0]
        others = [other_rest for other in others if (other_rest := after_touch(other, touch)) is not None]
        if not others:
            return touches, touch
        touches.append(touch)
        rest = after_touch(rest, touch)
    return None


def after_touch(path: TouchPath, touch: str) -> TouchPath | None:
    """Return the rest of a path after a touch; None if the path does not start with it."""
    if not path:
        return None
    group = (path[0],) if isinstance(path[0], str) else path[0]
    if touch not in group:
        return None
    index = group.index(touch)
    rest = group[:index] + group[index + 1 :]
    return (rest, *path[1:]) if rest else path[1:]
