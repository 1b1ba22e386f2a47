"""Indistinguishable states: two true states that agree on everything a seat was shown must look the same to it.

Such pairs are made without `hide`. In a secret phase another seat takes other steps: until they are revealed, no other
seat may notice. For hands and decks only the tests of a game know such pairs; they pass them to `same_for`.
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
from gamut.engine.verbs import SPECTATOR
from gamut.testing.suite import Case, CheckFailed, ConformanceError

DESCRIBED_PIECES = 12  # at each position
Choose = Callable[[Array, int, int], int]  # (hidden copy, seat, seed): an action


def same_for(case: Case, seat: int, one: Table, other: Table, choose: Choose | None = None, seed: int = 1) -> None:
    """Raise ConformanceError if a seat can tell two tables apart, or if a bot in it chooses differently."""
    try:
        compare(seat, collect_shown(one, seat), collect_shown(other, seat))
        if choose is not None and seat in one.actors:
            choices = [choose_action(table, seat, choose, seed) for table in (one, other)]
            compare(seat, {"the choice of its bot": choices[0]}, {"the choice of its bot": choices[1]})
    except CheckFailed as e:
        raise ConformanceError("same-for", case, str(e)) from None


def collect_shown(table: Table, seat: int) -> dict[str, object]:
    known = table.knowledge(seat)
    return {
        "the actors": table.actors,
        "its legal actions": table.legal(seat),
        "its hidden copy": {name: known.hidden[name][0].tolist() for name in known.hidden.dtype.names or ()},
        "its view": msgspec.to_builtins(known.view),
        "its prompt": known.prompt,
        "its headline": known.headline,
        "its terminal view": render_terminal(known),
        "its goals": [known.goals(other) for other in range(table.seats)],
        "the details of pieces": describe_pieces(known),
        "its irreversible actions": known.irreversible_actions() if known.legal else [],
    }


def describe_pieces(known: Knowledge) -> dict[str, object]:
    """Return the details of some pieces, the same ones for equal views."""
    pieces = known.setup.piece_ids
    chosen = Random(msgspec.json.encode(known.view)).sample(pieces, min(DESCRIBED_PIECES, len(pieces)))
    return {piece: known.detail(piece) for piece in chosen}


def render_terminal(known: Knowledge) -> str:
    console = Console(file=io.StringIO(), width=100)
    with console.capture() as output:
        console.print(known.terminal_view([f"Player {seat + 1}" for seat in range(known.setup.seats)]))
    return output.get()


def choose_action(table: Table, seat: int, choose: Choose, seed: int) -> str:
    """Return the text of a bot's action, which must be legal; the bot must not change its copy."""
    hidden = table.hidden(seat)
    action = choose(hidden, seat, seed)
    if hidden.tobytes() != table.hidden(seat).tobytes():
        raise CheckFailed("the bot changes the state it is given")
    if action not in table.legal(seat):
        raise CheckFailed(f"the bot chooses {action}, which is not legal")
    return table.setup.action_texts[action]


def compare(seat: int, one: dict[str, object], other: dict[str, object]) -> None:
    """Raise CheckFailed at the first difference."""
    who = f"seat {seat + 1}" if seat >= 0 else "a spectator"
    for name, first in one.items():
        second = other[name]
        if isinstance(first, dict) and isinstance(second, dict):
            name += "".join(f", {key}" for key in first if first[key] != second[key])
            first, second = ([x[key] for key in first if first[key] != second[key]] for x in (first, second))
        if first != second:
            raise CheckFailed(f"{who} can tell two states apart by {name}: {first} or {second}")


# ---------------------------------------------------------------------- secret steps


class SecretSteps:
    """A copy of a table in which one seat takes steps in a secret phase, and what the others are shown of them."""

    def __init__(self, table: Table, mover: int, random: Random) -> None:
        self.table, self.mover, self.phase = table.copy(), mover, table.secret_phase
        self.random = random
        others = [seat for seat in range(SPECTATOR, table.seats) if seat != mover]
        self.logs = {seat: SeatLog(seat, self.table) for seat in others}
        self.moments: dict[int, list[Any]] = {seat: [] for seat in others}

    @property
    def submitted(self) -> bool:
        return self.mover not in self.table.actors

    def take_step(self) -> bool:
        """Take a random step unless it would end the phase; return whether a step was taken."""
        if self.submitted:
            return False
        step = self.table.prepare(self.mover, self.random.choice(self.table.legal(self.mover)))
        if step.phase != self.phase:
            return False
        self.table.commit(step)
        for seat, log in self.logs.items():
            if (moment := log.follow_step(self.table, step.before)) is not None:
                self.moments[seat].append(moment)
        return True

    def log_of(self, seat: int) -> list[Any]:
        """Return the log entries and moments that another seat was shown."""
        return [*self.logs[seat].entries, *self.moments[seat]]


def vary_secret_steps(table: Table, random: Random) -> Iterator[tuple[SecretSteps, SecretSteps]]:
    """In a secret phase: yield pairs that the other seats cannot tell apart. Compare each pair before the next.

    One pair after each step of a seat, compared with no step at all; and one when it has submitted in two ways.
    """
    if not table.secret_phase:
        return
    mover = random.choice(table.actors)
    one, other = (SecretSteps(table, mover, random) for _ in range(2))
    while one.take_step() and not one.submitted:
        yield one, SecretSteps(table, mover, random)
    while other.take_step():
        pass
    if one.submitted and other.submitted:
        yield one, other


def compare_for_others(one: SecretSteps, other: SecretSteps, random: Random) -> None:
    """Raise CheckFailed if another seat can tell a pair apart: by any log, or by all that one of the seats is shown."""
    for seat in one.logs:
        compare(seat, {"its log": one.log_of(seat)}, {"its log": other.log_of(seat)})
    seat = random.choice(list(one.logs))
    compare(seat, collect_shown(one.table, seat), collect_shown(other.table, seat))


# ---------------------------------------------------------------------- bots


def same_choice(case: Case, choose: Choose, every: int = 1) -> int:
    """Raise ConformanceError if a bot's choice depends on more than its seat knows; return the number of comparisons.

    At every `every`-th position of some games the bot chooses twice: from the same hidden copy and, in a secret phase,
    also from copies after different steps of another seat.
    """
    comparisons = 0
    for number in range(case.python_games):
        random = Random(f"{case.seed}:{number}:secret-steps")
        for table in case.walk(number):
            if len(table.history) % every:
                continue
            for mover, one, other in _pairs(table, random):
                for seat in set(table.actors) - {mover}:
                    comparisons += 1
                    where = f"game {number}, step {len(table.history)}, seat {seat + 1}"
                    _compare_choices(case, seat, one, other, choose, number, where)
    return comparisons


def _pairs(table: Table, random: Random) -> Iterator[tuple[int, Table, Table]]:
    """Yield indistinguishable tables, and the seat that could tell them apart (−1: none)."""
    yield -1, table, table
    for one, other in vary_secret_steps(table, random):
        yield one.mover, one.table, other.table


def _compare_choices(case: Case, seat: int, one: Table, other: Table, choose: Choose, seed: int, where: str) -> None:
    try:
        first, second = (choose_action(t, seat, choose, seed) for t in (one, other))
    except CheckFailed as e:
        raise ConformanceError("same-choice", case, f"{where}: {e}") from None
    if first != second:
        what = f"{where}: the bot chooses {first!r}, and {second!r} with the same knowledge"
        raise ConformanceError("same-choice", case, what)
