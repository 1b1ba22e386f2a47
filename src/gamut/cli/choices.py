"""From what a person typed to an action: a number of the list, the text, or some words of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gamut.engine.language import TouchPath


def find_meant(typed: str, texts: Sequence[str]) -> list[int]:
    """The places of the texts that were meant: one when it is clear, several when not, none when wrong."""
    words = typed.lower().split()
    if not words:
        return []
    exact = [k for k, text in enumerate(texts) if text.lower().split() == words]
    whole = exact or [k for k, text in enumerate(texts) if _in_order(words, text, str.__eq__)]
    return whole if len(whole) == 1 else find_fitting(typed, texts)


def find_fitting(typed: str, texts: Sequence[str]) -> list[int]:
    """The places of all texts that begin with these very words; else with words that begin so, in order."""
    words = typed.lower().split()
    begun = [k for k, text in enumerate(texts) if text.lower().split()[: len(words)] == words]
    return (
        begun if len(begun) > 1 else [k for k, text in enumerate(texts) if _in_order(words, text, str.startswith)]
    )


def _in_order(wanted: Sequence[str], text: str, fits: Callable[[str, str], bool]) -> bool:
    """Whether the text contains, in order, words that fit the wanted ones."""
    rest = iter(text.lower().split())
    return all(any(fits(word, part) for word in rest) for part in wanted)


def group_texts(texts: Sequence[str], places: Iterable[int], words: int) -> dict[str, list[int]]:
    """Places of texts by the first so many words."""
    groups: dict[str, list[int]] = {}
    for place in places:
        groups.setdefault(" ".join(texts[place].split()[:words]), []).append(place)
    return groups


def find_example(texts: Sequence[str]) -> tuple[str, str] | None:
    """For an example: something short that a person could type, and the text it means; None if nothing is short."""
    for text in texts:
        words = text.lower().split()
        fewest = min(2, len(words))  # a single letter would look like a riddle
        for length in range(1, 4):
            for first in range(len(words) - fewest, -1, -1):
                typed = " ".join(word[:length] for word in words[first:])
                if len(typed) < len(text) and not typed.isdecimal() and len(find_meant(typed, texts)) == 1:
                    return typed, text
    return None


# ---------------------------------------------------------------------- why not


def find_block(path: TouchPath, legal: Iterable[TouchPath]) -> tuple[list[str], str] | None:
    """The touches of a path that can be made now, and the first one that cannot; None if all can."""
    touches: list[str] = []
    left: TouchPath | None = path
    others = list(legal)
    while left:
        touch = left[0] if isinstance(left[0], str) else left[0][0]
        others = [rest for other in others if (rest := after_touch(other, touch)) is not None]
        if not others:
            return touches, touch
        touches.append(touch)
        left = after_touch(left, touch)
    return None


def after_touch(path: TouchPath, touch: str) -> TouchPath | None:
    """What is left of a path after a touch; None if the path does not go on with it."""
    if not path:
        return None
    group = (path[0],) if isinstance(path[0], str) else path[0]
    if touch not in group:
        return None
    at = group.index(touch)
    rest = group[:at] + group[at + 1 :]
    return (rest, *path[1:]) if rest else path[1:]
