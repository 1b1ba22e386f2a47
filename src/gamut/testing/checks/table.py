"""Tables: copies, replays, position texts and going back lead to the very same state."""

from __future__ import annotations

from random import Random

import msgspec

from gamut.engine import position, replay
from gamut.engine.table import Table
from gamut.testing.suite import Broken, Case, check


def contents(table: Table) -> tuple[object, ...]:
    """Everything that an independent table has of its own."""
    return table.record.tobytes(), tuple(table.history), tuple(table.legal(p) for p in range(table.seats))


@check
def copies(case: Case) -> None:
    """A copy is the same table, and what happens to one does not happen to the other."""
    for number in range(case.some):
        for table in case.walk(number):
            copy, before = table.copy(), contents(table)
            if contents(copy) != before:
                raise Broken(f"game {number}, step {len(table.history)}: a copy differs from its table")
            if table.over:
                continue
            seat = table.actors[0]
            copy.play(seat, copy.legal(seat)[-1])
            if contents(table) != before:
                raise Broken(f"game {number}, step {len(table.history)}: playing on a copy changes its table")


@check
def saving(case: Case) -> None:
    """Replay and position text give back the same state, in the middle and at the end."""
    for number in range(case.some):
        for table in case.walk(number):
            step = len(table.history)
            if table.over or step & (step - 1) == 0:  # 0, 1, 2, 4, 8, … steps
                where = f"game {number}, step {step}"
                _position(case, table.hidden(step % (case.seats + 1) - 1).tobytes(), where)
                _position(case, table.record.tobytes(), where)
                _round_trip(case, table, where)


def _position(case: Case, state: bytes, where: str) -> None:
    record = case.setup.fresh()
    record.view("u1")[:] = bytearray(state)
    text = position.write(case.setup, record)
    setup, back = position.read(text, lambda game_id: case.game)
    if back.tobytes() != state or setup.options != case.setup.options:
        raise Broken(f"{where}: the position text does not lead back: {text}")


def _round_trip(case: Case, table: Table, where: str) -> None:
    written = msgspec.json.encode(replay.of(table))
    end = replay.verify(replay.parse(written, where), lambda game_id: case.game, native=case.native)
    if contents(end) != contents(table):
        raise Broken(f"{where}: the replay ends in another state")


@check
def going_back(case: Case) -> None:
    """Rewinding gives the state that was there; in a secret phase a seat takes back its own step alone."""
    for number in range(case.some):
        random, seen = Random(f"{case.seed}:{number}:back"), list[str]()
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            seen.append(table.digest)
            if random.random() < 0.5 and table.history:
                steps = random.randrange(len(table.history))
                copy = table.copy()
                copy.rewind(steps)
                if copy.digest != seen[steps]:
                    raise Broken(f"{where}: going back to step {steps} leads to another state")
            if table.secret_phase:
                _own_step_back(case, table, where)


def _own_step_back(case: Case, table: Table, where: str) -> None:
    for seat in range(case.seats):
        found = table.find_take_back(seat, range(case.seats))
        if not (found.possible and found.free):
            continue
        copy = table.copy()
        copy.take_back(found.step)
        if seat not in copy.actors:
            raise Broken(f"{where}: seat {seat + 1} takes a secret step back and is not awaited again")
        copy.play(*table.history[found.step])
        if copy.digest != table.digest:
            raise Broken(f"{where}: a secret step of seat {seat + 1}, taken back and made again, leaves a trace")
