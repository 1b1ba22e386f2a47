"""A table followed with the eyes of one seat."""

from __future__ import annotations

from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from tests.toys.pledges import DONE, PLEDGES


def play(table: Table, logs: list[SeatLog], seat: int, action: int) -> None:
    step = table.prepare(seat, action)
    table.commit(step)
    for log in logs:
        log.follow_step(table, step.before)


def told(log: SeatLog) -> list[tuple[int, str]]:
    return [(entry.seat, entry.text) for entry in log.entries]


def test_steps_that_are_taken_back_are_forgotten_and_the_later_ones_keep_their_place() -> None:
    table = Table(PLEDGES.open(3), bytes(range(16)), native=False)
    texts = table.setup.texts
    mine, others = logs = [SeatLog(0, table), SeatLog(1, table)]
    play(table, logs, 0, 2)
    mine.add_note(1, "sat down")
    play(table, logs, 2, DONE)
    play(table, logs, 0, 1)
    assert told(mine) == [(0, texts[2]), (1, "sat down"), (2, "is done"), (0, texts[1])]
    assert told(others) == [(2, "is done")]
    assert mine.since == 4
    table.take_back(0)  # alone, in a secret phase
    for log in logs:
        log.forget_steps(0, 1)
        log.look_again(table)
    assert told(mine) == [(1, "sat down"), (2, "is done"), (0, texts[1])]
    assert mine.since == 3
    assert [entry.text for entry in mine.entries_since(0)] == ["is done", texts[1]]
    assert [entry.text for entry in mine.entries_since(1)] == [texts[1]]
    assert [len(log.entries_since(0)) for log in logs] == [2, 1]
    assert mine.knowledge.hidden.tobytes() == table.hidden(0).tobytes()


def test_notes_stay_whatever_is_taken_back() -> None:
    table = Table(PLEDGES.open(2), bytes(16), native=False)
    log = SeatLog(-1, table)
    play(table, [log], 0, DONE)
    log.add_note(0, "resigned")
    table.rewind(0)
    log.forget_steps(0, 1)
    assert told(log) == [(0, "resigned")]
    assert log.since == 0
