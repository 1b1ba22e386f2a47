"""The subset of Python that rules may use."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from gamut.engine import bits
from gamut.engine.bits import ONE, bit, count
from gamut.engine.game import Game
from gamut.engine.record import Row, Word, WordRow, i1, i2, word, words
from gamut.games import list_games
from gamut.testing.subset import find_problems
from tests.engine import constants_module as rec

U = np.uint64
LIMIT = 3
TABLE = np.array([1, 2])


class State:
    deck = word()
    sets = words(2)
    score = i2(3)
    turn = i1()


def problems_of(f: Callable[..., Any]) -> list[str]:
    """Return the problems in a function, without their location."""
    return [text.partition(f"in {f.__name__}: ")[2] for text in find_problems({"play": f})]


def make_list(s: State) -> None:
    s.turn = len([1, 2])


def make_set(s: State) -> bool:
    return s.turn in {1, 2}


def make_dictionary(s: State) -> int:
    return {1: 2}[s.turn]


def make_list_by_comprehension(s: State) -> int:
    return max([k for k in range(3)])  # noqa: C416


def make_generator(s: State) -> int:
    return max(k for k in range(3))


def slice_array(s: State) -> Any:
    return s.score[1:]  # type: ignore[index]


def format_string(s: State) -> Any:
    return f"{s.turn}"


def use_string(s: State) -> bool:
    return s.turn == "red"  # type: ignore[comparison-overlap]


def make_function(s: State) -> int:
    return (lambda: s.turn)()


def catch_exception(s: State) -> None:
    try:
        s.turn = 1
    except OverflowError:
        s.turn = 0


def call_print(s: State) -> None:
    print(s.turn)


def call_sorted(s: State) -> int:
    return sorted((2, 1))[0]


def copy_array(s: Any) -> Any:
    return s.score.copy()


def new_array(s: Any) -> Any:
    return np.zeros(3)


def unpack(s: State) -> int:
    return max(*(1, 2))


@pytest.mark.parametrize(
    ("f", "problem"),
    [
        (make_list, "creates a list, which allocates memory"),
        (make_set, "creates a set, which allocates memory"),
        (make_dictionary, "creates a dictionary, which allocates memory"),
        (make_list_by_comprehension, "creates a list, which allocates memory"),
        (make_generator, "creates a generator, which allocates memory"),
        (slice_array, "slices an array, which allocates memory"),
        (format_string, "formats a string, which allocates memory"),
        (use_string, "uses the string 'red'"),
        (make_function, "defines a function"),
        (rec.use_assert, "uses `assert`, which raises an exception"),
        (catch_exception, "catches an exception"),
        (call_print, "calls print, which is not in the subset"),
        (call_sorted, "calls sorted, which is not in the subset"),
        (copy_array, "calls the method .copy()"),
        (new_array, "calls np.zeros, which allocates memory or is not for single numbers"),
        (unpack, "unpacks with `*`"),
    ],
)
def test_forbidden_constructs(f: Callable[..., Any], problem: str) -> None:
    assert problems_of(f) == [problem]


def ping(n: int) -> int:
    return pong(n - 1)


def pong(n: int) -> int:
    return ping(n - 1) if n else 0


def test_mutual_recursion_is_found() -> None:
    assert [text.partition(", in ")[2] for text in find_problems({"play": ping})] == [
        "ping: calls itself: rules may not recurse"
    ]


def test_a_closure_is_found() -> None:
    n = 3

    def inner(s: State) -> int:
        return s.turn + n

    assert "has a closure: pass what it needs as arguments" in problems_of(inner)


# ---------------------------------------------------------------------- words and integers


def field_and_integer(s: State) -> Word:
    return s.deck & 1


def row_and_integer(s: State, i: int) -> Word:
    return s.sets[i] | LIMIT


def argument_and_length(cards: Word) -> Word:
    return cards + len(TABLE)


def local_and_integer(s: State) -> bool:
    cards = bit(3) | s.deck
    limit = 2
    return bool(cards == limit)


def shift_by_integer(s: State) -> Word:
    return s.deck >> s.turn


def assign_integer(s: State) -> None:
    s.deck |= 5


def module_constants(s: State) -> Word:
    return bits.ONE + rec.SIZE


@pytest.mark.parametrize(
    ("f", "expression", "integer"),
    [
        (field_and_integer, "s.deck & 1", "1"),
        (row_and_integer, "s.sets[i] | LIMIT", "LIMIT"),
        (argument_and_length, "cards + len(TABLE)", "len(TABLE)"),
        (local_and_integer, "cards == limit", "limit"),
        (shift_by_integer, "s.deck >> s.turn", "s.turn"),
        (assign_integer, "s.deck |= 5", "5"),
        (module_constants, "bits.ONE + rec.SIZE", "rec.SIZE"),
    ],
)
def test_words_do_not_combine_with_integers(f: Callable[..., Any], expression: str, integer: str) -> None:
    assert problems_of(f) == [f"`{expression}` combines a word with the integer `{integer}`"]


# ---------------------------------------------------------------------- modules as globals


def use_modules(s: State, seat: int) -> int:
    cards = bits.bit(seat) | s.deck
    return int(rec.SIZE + rec.TABLE[seat] + bits.count(cards & ~bits.ONE) + rec.scale(seat))


def dump(s: State) -> None:
    json.dumps(s.turn)


def call_builtin_of_module(s: State) -> float:
    return math.sqrt(s.turn)


def use_dictionary_of_module(s: State) -> Any:
    return rec.NAMES


def use_unknown_attribute(s: State) -> Any:
    return rec.SISE  # type: ignore[attr-defined]


def use_module_as_value(s: State) -> Any:
    return bool(rec)


def test_attributes_of_modules_are_allowed() -> None:
    assert problems_of(use_modules) == []


def test_functions_of_modules_are_checked_too() -> None:
    problems = list(find_problems({"play": dump}))
    assert problems
    assert "json" in problems[0]
    assert ", in dumps: " in problems[0]


@pytest.mark.parametrize(
    ("f", "problem"),
    [
        (call_builtin_of_module, "uses `math.sqrt`, a builtin_function_or_method: pass it as an argument"),
        (use_dictionary_of_module, "uses `rec.NAMES`, a dict: pass it as an argument"),
        (
            use_unknown_attribute,
            "the module tests.engine.constants_module has no attribute 'SISE'; did you mean `SIZE`?",
        ),
        (use_module_as_value, "uses `rec`, a module: pass it as an argument"),
    ],
)
def test_other_attributes_of_modules_are_found(f: Callable[..., Any], problem: str) -> None:
    assert problems_of(f) == [problem]


# ---------------------------------------------------------------------- allowed


def rule(s: State, rows: WordRow, out: Row, seat: int) -> int:
    """A function with everything that rules need."""
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


def test_everything_that_rules_need_is_allowed() -> None:
    assert problems_of(rule) == []


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.id)
def test_the_rules_of_every_game_are_in_the_subset(game: Game) -> None:
    assert list(find_problems(game.verbs)) == []
