"""Words: action texts, paths of touches, questions, the log and what is drawn."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import numpy as np
from rich.console import Console

from gamut.engine.knowledge import Knowledge
from gamut.engine.table import Table
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
    if not list(_clashes(case, range(case.setup.actions))):
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
        before: list[Knowledge] = []
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            for seat in {len(table.history) % (case.seats + 1) - 1, *table.actors}:
                _same_words(case, table, seat, where)
            if before:
                _log(case, table, before, where)
            if len(table.history) % 8 == 0 or table.over:
                _drawing(case, table, names, where)
            before = [table.knowledge(seat) for seat in range(-1, case.seats)]


def _same_words(case: Case, table: Table, seat: int, where: str) -> None:
    known = table.knowledge(seat)
    if seat in table.actors and not known.ask:
        raise Broken(f"{where}: nothing is asked of seat {seat + 1}, who is awaited")
    twin = table.hidden(seat)
    generator = np.array([len(table.history) + 1], np.uint64)
    case.rules.redeal(case.setup.constants, twin, 0, seat, generator)
    case.rules.hide(case.setup.constants, twin, 0, seat)
    again = Knowledge(case.setup, case.rules, twin, seat)
    if _shown(known) != _shown(again):
        raise Broken(f"{where}: what seat {seat + 1} is shown depends on what it cannot know")


def _shown(known: Knowledge) -> tuple[bytes, str, str]:
    return msgspec.json.encode(known.view), known.ask, known.headline


def _log(case: Case, table: Table, before: list[Knowledge], where: str) -> None:
    mover, action = table.history[-1]
    earlier = table.copy()
    earlier.rewind(len(table.history) - 1)
    for seat in range(-1, case.seats):
        seen = earlier.seen(seat, mover, action)
        for entry in table.knowledge(seat).tell(before[seat + 1], mover, seen):
            if not entry.text or not -1 <= entry.seat < case.seats:
                raise Broken(f"{where}: an entry of the log without text, or of no seat: {entry}")


def _drawing(case: Case, table: Table, names: list[str], where: str) -> None:
    console = Console(file=io.StringIO(), width=100)
    for seat in (-1, 0):
        console.print(table.knowledge(seat).draw(names))
