"""From what a person typed to an action: a number of the list, the text, or some words of it."""

from __future__ import annotations

from collections.abc import Sequence


def shortened(texts: Sequence[str]) -> list[str]:
    """The texts without the words with which all of them begin."""
    split = [text.split() for text in texts]
    same = 0
    while len(split) > 1 and all(len(words) > same + 1 and words[same] == split[0][same] for words in split):
        same += 1
    return [" ".join(words[same:]) for words in split]


def matches(typed: str, texts: Sequence[str]) -> list[int]:
    """The places of the texts that were meant: one when it is clear, several when not, none when wrong."""
    words = typed.lower().split()
    if not words:
        return []
    exact = [k for k, text in enumerate(texts) if text.split() == words]
    exact = exact or [k for k, text in enumerate(shortened(texts)) if text.split() == words]
    return exact or fitting(typed, texts)


def fitting(typed: str, texts: Sequence[str]) -> list[int]:
    """The places of all texts that have words with these beginnings, in order."""
    words = typed.lower().split()
    return [k for k, text in enumerate(texts) if _in_order(words, text.split())]


def _in_order(beginnings: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words contain, in order, words with these beginnings."""
    rest = iter(words)
    return all(any(word.startswith(beginning) for word in rest) for beginning in beginnings)
