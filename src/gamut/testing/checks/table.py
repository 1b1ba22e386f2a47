"""Tables: copies, replays, position texts and undo lead to exactly the same state."""

from __future__ import annotations

from random import Random

import msgspec

from gamut.engine import position, replay
from gamut.engine.table import Table
from gamut.testing.suite import Case, CheckFailed, check


def take_snapshot(table: Table) -> tuple[object, ...]:
    """Return everything that two independent tables do not share."""
    return table.record.tobytes(), tuple(table.history), tuple(table.legal(p) for p in range(table.seats))


@check
def check_copies(case: Case) -> None:
    """A copy equals its table, and playing on it does not change the table."""
    for number in range(case.python_games):
        for table in case.walk(number):
            copy, before = table.copy(), take_snapshot(table)
            if take_snapshot(copy) != before:
                raise CheckFailed(f"game {number}, step {len(table.history)}: a copy differs from its table")
            if table.over:
                continue
            seat = table.actors[0]
            copy.play(seat, copy.legal(seat)[-1])
            if take_snapshot(table) != before:
                raise CheckFailed(f"game {number}, step {len(table.history)}: playing on a copy changes its table")


@check
def check_saving(case: Case) -> None:
    """Replays and position texts lead back to the same state, during the game and at its end."""
    for number in range(case.python_games):
        for table in case.walk(number):
            step = len(table.history)
            if table.over or step & (step - 1) == 0:  # 0, 1, 2, 4, 8, … steps
                where = f"game {number}, step {step}"
                _check_position_text(case, table.hidden(step % (case.seats + 1) - 1).tobytes(), where)
                _check_position_text(case, table.record.tobytes(), where)
                _check_replay(case, table, where)


def _check_position_text(case: Case, state: bytes, where: str) -> None:
    record = case.setup.new_states()
    record.view("u1")[:] = bytearray(state)
    text = position.format_position(case.setup, record)
    setup, parsed = position.parse_position(text, lambda game_id: case.game)
    if parsed.tobytes() != state or setup.options != case.setup.options:
        raise CheckFailed(f"{where}: the position text does not lead back to the state: {text}")


def _check_replay(case: Case, table: Table, where: str) -> None:
    data = msgspec.json.encode(replay.make_replay(table))
    end = replay.verify_replay(replay.parse_replay(data, where), lambda game_id: case.game, native=case.native)
    if take_snapshot(end) != take_snapshot(table):
        raise CheckFailed(f"{where}: the replay ends in another state")


@check
def check_undo(case: Case) -> None:
    """Rewinding restores the earlier state; in a secret phase a seat undoes its own step alone."""
    for number in range(case.python_games):
        random, digests = Random(f"{case.seed}:{number}:undo"), list[str]()
        for table in case.walk(number):
            where = f"game {number}, step {len(table.history)}"
            digests.append(table.digest)
            if random.random() < 0.5 and table.history:
                steps = random.randrange(len(table.history))
                copy = table.copy()
                copy.rewind(steps)
                if copy.digest != digests[steps]:
                    raise CheckFailed(f"{where}: rewinding to step {steps} leads to another state")
            if table.secret_phase:
                _check_secret_undo(case, table, where)


def _check_secret_undo(case: Case, table: Table, where: str) -> None:
    for seat in range(case.seats):
        offer = table.find_undo(seat, range(case.seats))
        if not (offer.possible and offer.free):
            continue
        copy = table.copy()
        copy.undo(offer.step)
        if seat not in copy.actors:
            raise CheckFailed(f"{where}: seat {seat + 1} undoes a secret step and is not an actor again")
        copy.play(*table.history[offer.step])
        if copy.digest != table.digest:
            raise CheckFailed(f"{where}: a secret step of seat {seat + 1}, undone and repeated, gives another state")
