"""From what a person typed to an action: a number of the list, the text, or some words of it."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import commonprefix


def shortened(texts: Sequence[str]) -> list[str]:
    """The texts without the words with which all of them begin."""
    split = [text.split() for text in texts]
    same = len(commonprefix(split)) if len(texts) > 1 else 0  # works on lists of words, too
    return [" ".join(words[min(same, len(words) - 1) :]) for words in split]


def matches(typed: str, texts: Sequence[str]) -> list[int]:
    """The places of the texts that were meant: one when it is clear, several when not, none when wrong."""
    words = typed.lower().split()
    if not words:
        return []
    exact = [k for k, text in enumerate(texts) if text.split() == words]
    exact = exact or [k for k, text in enumerate(shortened(texts)) if text.split() == words]
    return exact or [k for k, text in enumerate(texts) if _in_order(words, text.split())]


def _in_order(beginnings: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the words contain, in order, words with these beginnings."""
    rest = iter(words)
    return all(any(word.startswith(beginning) for word in rest) for beginning in beginnings)
