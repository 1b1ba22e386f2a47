"""Twins: two true states that agree on all that a seat was ever shown. They must be the same to it in every way.

Twins are made without asking `hide`. In a secret phase another seat makes other steps: until they are turned up,
nobody else may notice. For what lies in hands and decks only the game's own tests know two such states; they hand
them to `same_for`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from rich.console import Console

from gamut.engine.knowledge import Knowledge
from gamut.engine.record import Array
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.engine.verbs import WATCHER
from gamut.testing.suite import Broken, Case, ConformanceError

Choose = Callable[[Array, int, int], int]  # (hidden copy, seat, seed): an action


def same_for(case: Case, seat: int, one: Table, other: Table, choose: Choose | None = None, seed: int = 1) -> None:
    """Refuse two tables that agree on all a seat was shown if anything it is shown, or a bot's choice, differs."""
    try:
        compare(seat, shown(one, seat), shown(other, seat))
        if choose is not None and seat in one.actors:
            first, second = (chosen(table, seat, choose, seed) for table in (one, other))
            compare(seat, {"what its bot chooses": first}, {"what its bot chooses": second})
    except Broken as e:
        raise ConformanceError("same-for", case, str(e)) from None


def shown(table: Table, seat: int) -> dict[str, object]:
    """All that a seat can notice of a table."""
    known = table.knowledge(seat)
    return {
        "who is awaited": table.actors,
        "what it may do": table.legal(seat),
        "its hidden copy": by_field(known),
        "its view": msgspec.to_builtins(known.view),
        "its question": known.ask,
        "its headline": known.headline,
        "its drawing": drawing(known),
        "what it could not take back": known.revealing() if known.legal else [],
    }


def by_field(known: Knowledge) -> dict[str, Any]:
    """A hidden copy by its fields, so that an error can name them."""
    return {name: known.hidden[name][0].tolist() for name in known.hidden.dtype.names or ()}


def drawing(known: Knowledge) -> str:
    """What a terminal shows."""
    console = Console(file=io.StringIO(), width=100)
    with console.capture() as drawn:
        console.print(known.draw([f"Player {seat + 1}" for seat in range(known.setup.seats)]))
    return drawn.get()


def chosen(table: Table, seat: int, choose: Choose, seed: int) -> str:
    """A bot's move, in words; it must be legal, and leave the copy that it is given as it is."""
    hidden = table.hidden(seat)
    action = choose(hidden, seat, seed)
    if hidden.tobytes() != table.hidden(seat).tobytes():
        raise Broken("the bot changes the state it is given")
    if action not in table.legal(seat):
        raise Broken(f"the bot chooses {action}, which is not legal")
    return table.setup.texts[action]


def compare(seat: int, one: dict[str, object], other: dict[str, object]) -> None:
    """Refuse the first difference."""
    who = f"seat {seat + 1}" if seat >= 0 else "a spectator"
    for name, first in one.items():
        second = other[name]
        if isinstance(first, dict) and isinstance(second, dict):
            name += "".join(f", {key}" for key in first if first[key] != second[key])
            first, second = ([x[key] for key in first if first[key] != second[key]] for x in (first, second))
        if first != second:
            raise Broken(f"{who} can tell apart what it must not, by {name}: {first} or {second}")


# ---------------------------------------------------------------------- made from secret steps


class Secret:
    """What a seat does in a secret phase, step by step, and what the others are told of it."""

    def __init__(self, table: Table, mover: int, random: Random) -> None:
        self.table, self.mover, self.phase = table.copy(), mover, table.secret_phase
        self.random = random
        others = [seat for seat in range(WATCHER, table.seats) if seat != mover]
        self.logs = {seat: SeatLog(seat, self.table) for seat in others}
        self.moments: dict[int, list[Any]] = {seat: [] for seat in others}

    @property
    def is_in(self) -> bool:
        """Whether the seat has made all its steps."""
        return self.mover not in self.table.actors

    def go_on(self) -> bool:
        """Make a step, if it turns nothing up; tell whether one was made."""
        if self.is_in:
            return False
        step = self.table.prepare(self.mover, self.random.choice(self.table.legal(self.mover)))
        if step.phase != self.phase:
            return False
        self.table.commit(step)
        for seat, log in self.logs.items():
            if (moment := log.follow_step(self.table, step.before)) is not None:
                self.moments[seat].append(moment)
        return True

    def told(self, seat: int) -> list[Any]:
        """What another seat was told, in words and in pictures."""
        return [*self.logs[seat].entries, *self.moments[seat]]


def secret_twins(table: Table, random: Random) -> Iterator[tuple[Secret, Secret]]:
    """In a secret phase: what another seat could do instead, halfway and at its end; to be used one by one."""
    if not table.secret_phase:
        return
    mover = random.choice(table.actors)
    one, other = (Secret(table, mover, random) for _ in range(2))
    while one.go_on() and not one.is_in:
        yield one, Secret(table, mover, random)  # halfway: as if nothing had happened
    while other.go_on():
        pass
    if one.is_in and other.is_in:
        yield one, other


def same_for_others(one: Secret, other: Secret, random: Random) -> None:
    """Refuse twins that somebody can tell apart: by what all are told, and by what one of them is shown."""
    for seat in one.logs:
        compare(seat, {"what it is told": one.told(seat)}, {"what it is told": other.told(seat)})
    seat = random.choice(list(one.logs))
    compare(seat, shown(one.table, seat), shown(other.table, seat))


def same_choice(case: Case, choose: Choose, every: int = 1) -> int:
    """Refuse a bot whose choice follows from more than its seat knows; return how often it was asked.

    Asked at every `every`-th position of the case's `some` games: again for the same hidden copy, and in secret
    phases for what another seat could have done instead.
    """
    asked = 0
    for number in range(case.some):
        random = Random(f"{case.seed}:{number}:twins")
        for table in case.walk(number):
            if len(table.history) % every:
                continue
            where = f"game {number}, step {len(table.history)}"
            for mover, one, other in _pairs(table, random):
                for seat in set(table.actors) - {mover}:
                    asked += 1
                    _same_choice(case, seat, one, other, choose, number, where)
    return asked


def _pairs(table: Table, random: Random) -> Iterator[tuple[int, Table, Table]]:
    """A table with itself, and twins without the seat that makes the difference."""
    yield -1, table, table
    for one, other in secret_twins(table, random):
        yield one.mover, one.table, other.table


def _same_choice(case: Case, seat: int, one: Table, other: Table, choose: Choose, seed: int, where: str) -> None:
    try:
        first, second = (chosen(t, seat, choose, seed) for t in (one, other))
    except Broken as e:
        raise ConformanceError("same-choice", case, f"{where}, seat {seat + 1}: {e}") from None
    if first != second:
        what = f"{where}, seat {seat + 1}: the bot chooses {first!r}, and {second!r} for the same knowledge"
        raise ConformanceError("same-choice", case, what)
