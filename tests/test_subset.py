"""The subset of Python that rules may use: what is refused, and what is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gamut.engine.bits import ONE, bit, count
from gamut.engine.game import Game
from gamut.engine.record import Row, Word, WordRow, i1, i2, word, words
from gamut.games import every
from gamut.testing.subset import problems

U = np.uint64
LIMIT = 3
TABLE = np.array([1, 2])


class State:
    deck = word()
    sets = words(2)
    score = i2(3)
    turn = i1()


def found(f: Callable[..., Any]) -> list[str]:
    """What is wrong in a function, without where it stands."""
    return [text.partition(f"in {f.__name__}: ")[2] for text in problems({"play": f})]


def make_list(s: State) -> None:
    s.turn = len([1, 2])


def make_set(s: State) -> bool:
    return s.turn in {1, 2}


def make_dictionary(s: State) -> int:
    return {1: 2}[s.turn]


def comprehend(s: State) -> int:
    return max([k for k in range(3)])  # noqa: C416


def generate(s: State) -> int:
    return max(k for k in range(3))


def cut(s: State) -> Any:
    return s.score[1:]  # type: ignore[index]


def write_text(s: State) -> Any:
    return f"{s.turn}"


def hold_text(s: State) -> bool:
    return s.turn == "red"  # type: ignore[comparison-overlap]


def make_function(s: State) -> int:
    return (lambda: s.turn)()


def assert_something(s: State) -> None:
    assert s.turn


def catch(s: State) -> None:
    try:
        s.turn = 1
    except OverflowError:
        s.turn = 0


def print_something(s: State) -> None:
    print(s.turn)


def sort(s: State) -> int:
    return sorted((2, 1))[0]


def copy_array(s: Any) -> Any:
    return s.score.copy()


def new_array(s: Any) -> Any:
    return np.zeros(3)


def unpack(s: State) -> int:
    return max(*(1, 2))


@pytest.mark.parametrize(
    ("f", "says"),
    [
        (make_list, "makes a list, which asks for memory"),
        (make_set, "makes a set, which asks for memory"),
        (make_dictionary, "makes a dictionary, which asks for memory"),
        (comprehend, "makes a list, which asks for memory"),
        (generate, "makes a generator, which asks for memory"),
        (cut, "cuts a slice, which asks for memory"),
        (write_text, "puts a text together, which asks for memory"),
        (hold_text, "holds the text 'red'"),
        (make_function, "makes a function"),
        (assert_something, "asserts, which raises an exception"),
        (catch, "catches an exception"),
        (print_something, "calls print, which is not in the subset"),
        (sort, "calls sorted, which is not in the subset"),
        (copy_array, "calls a method, .copy()"),
        (new_array, "calls np.zeros, which asks for memory or is not for single numbers"),
        (unpack, "unpacks with a star"),
    ],
)  # fmt: skip
def test_refused(f: Callable[..., Any], says: str) -> None:
    assert found(f) == [says]


def ping(n: int) -> int:
    return pong(n - 1)


def pong(n: int) -> int:
    return ping(n - 1) if n else 0


def test_functions_that_call_each_other_in_a_circle() -> None:
    assert [text.partition(", in ")[2] for text in problems({"play": ping})] == [
        "ping: calls itself: rules may not recurse"
    ]


def test_a_closure() -> None:
    n = 3

    def inside(s: State) -> int:
        return s.turn + n

    assert "has a closure: pass what it needs as arguments" in found(inside)


# ---------------------------------------------------------------------- words among words


def field_and_number(s: State) -> Word:
    return s.deck & 1


def row_and_number(s: State, i: int) -> Word:
    return s.sets[i] | LIMIT


def argument_and_count(cards: Word) -> Word:
    return cards + len(TABLE)


def local_and_number(s: State) -> bool:
    cards = bit(3) | s.deck
    many = 2
    return bool(cards == many)


def shifted(s: State) -> Word:
    return s.deck >> s.turn


def added(s: State) -> None:
    s.deck |= 5


@pytest.mark.parametrize(
    ("f", "says"),
    [
        (field_and_number, "the number `1` in `s.deck & 1`"),
        (row_and_number, "the number `LIMIT` in `s.sets[i] | LIMIT`"),
        (argument_and_count, "the number `len(TABLE)` in `cards + len(TABLE)`"),
        (local_and_number, "the number `many` in `cards == many`"),
        (shifted, "the number `s.turn` in `s.deck >> s.turn`"),
        (added, "the number `5` in `s.deck |= 5`"),
    ],
)
def test_a_word_meets_only_words(f: Callable[..., Any], says: str) -> None:
    assert found(f) == [f"a word meets {says}"]


def fine(s: State, rows: WordRow, out: Row, seat: int) -> int:
    """Everything that rules need."""
    best, cards = -1, s.deck & ~bit(seat)
    for k in range(len(out)):
        n = np.int64(cards >> U(k)) & 1
        if n and (best < 0 or out[k] > out[best]):
            best = k
    while cards & ONE != U(0) and rows[0] != rows[1]:
        cards = cards ^ ONE if s.turn in (1, 2) else rows[seat]
    weight = float(np.sqrt(count(cards)))
    s.score[0], s.score[1] = s.score[1], int(weight)
    return TABLE[best] if best >= 0 else abs(min(LIMIT, seat))


def test_allowed() -> None:
    assert found(fine) == []


@pytest.mark.parametrize("game", every(), ids=lambda game: game.id)
def test_the_rules_of_every_game_are_written_in_the_subset(game: Game) -> None:
    assert list(problems(game.verbs)) == []
