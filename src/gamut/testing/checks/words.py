"""Words: action texts, paths of touches, questions, the log and what is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import numpy as np
from rich.console import Console

from gamut.engine.record import Array
from gamut.engine.table import Table
from gamut.engine.view import view
from gamut.testing.suite import Broken, Case, check


@check
def action_texts(case: Case) -> None:
    """Every action has its own text, and the text leads back to it."""
    numbers: dict[str, int] = {}
    for action, text in enumerate(case.setup.texts):
        if not text or text != " ".join(text.split()):
            raise Broken(f"action {action}: {text!r} is not words with single spaces")
        if numbers.setdefault(text.lower(), action) != action:
            raise Broken(f"actions {numbers[text.lower()]} and {action} have the same text {text!r}")
    for text, action in numbers.items():
        if case.setup.action(text) != action:
            raise Broken(f"{text!r} leads to action {case.setup.action(text)}, not back to {action}")


@check
def paths(case: Case) -> None:
    """Among actions that are legal together no path of touches is the beginning of another."""
    for action, path in enumerate(case.setup.paths):
        if not path or not all(isinstance(step, str) and step for step in path):
            raise Broken(f"action {action}: the path {path} is empty or holds something else than ids")
    if not list(_clashes(case, range(case.game.actions))):
        return
    for number in range(case.some):  # some clash, perhaps in different phases of the game
        for table in case.walk(number):
            for seat in range(case.seats):
                for a, b in _clashes(case, table.legal(seat)):
                    first, second = case.setup.texts[a], case.setup.texts[b]
                    raise Broken(f"game {number}: the path of {first!r} is the beginning of that of {second!r}")


def _clashes(case: Case, actions: range | list[int]) -> Iterator[tuple[int, int]]:
    known = case.setup.paths
    ordered = sorted(actions, key=lambda a: known[a])  # a prefix then stands right before what it begins
    return ((a, b) for a, b in pairwise(ordered) if known[b][: len(known[a])] == known[a])


@check
def words_from_hidden_copies(case: Case) -> None:
    """View, question, log and drawing work for every seat, and do not depend on what it cannot know."""
    names = [f"Player {seat + 1}" for seat in range(case.seats)]
    for number in range(case.some):
        before: list[Array] = []
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            for seat in {len(table.history) % (case.seats + 1) - 1, *table.actors}:
                _same_words(case, table, seat, where)
            if before:
                _log(case, table, before, where)
            if len(table.history) % 8 == 0 or table.over:
                _drawing(case, table, names, where)
            before = [table.hidden(seat) for seat in range(-1, case.seats)] + [table.record.copy()]


def _same_words(case: Case, table: Table, seat: int, where: str) -> None:
    said = msgspec.json.encode(table.view(seat)), table.ask(seat) if seat in table.actors else ""
    if seat in table.actors and not said[1]:
        raise Broken(f"{where}: nothing is asked of seat {seat + 1}, who is awaited")
    twin = table.hidden(seat)
    generator = np.array([len(table.history) + 1], np.uint64)
    case.rules.redeal(case.setup.t, twin, 0, seat, generator)
    case.rules.hide(case.setup.t, twin, 0, seat)
    shown, words = view(twin, fixed=True), case.game.words
    again = (
        msgspec.json.encode(words.view(case.setup.tables, shown, seat)),
        words.ask(case.setup.tables, shown, seat) if seat in table.actors else "",
    )
    if again != said:
        raise Broken(f"{where}: what seat {seat + 1} is shown depends on what it cannot know")


def _log(case: Case, table: Table, before: list[Array], where: str) -> None:
    mover, action = table.history[-1]
    for seat in range(-1, case.seats):
        told = int(case.rules.seen(case.setup.t, before[-1], 0, seat, mover, action))
        for line in table.tell(seat, before[seat + 1], mover, told):
            if not line.text or not -1 <= line.seat < case.seats:
                raise Broken(f"{where}: a line of the log without text, or of no seat: {line}")


def _drawing(case: Case, table: Table, names: list[str], where: str) -> None:
    console = Console(file=io.StringIO(), width=100)
    for seat in (-1, 0):
        hidden = view(table.hidden(seat), fixed=True)
        console.print(case.game.words.draw(case.setup.tables, hidden, seat, names))
