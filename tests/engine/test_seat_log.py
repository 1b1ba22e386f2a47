"""Seat logs: what one seat reads of a table."""

from __future__ import annotations

from gamut.engine.seat_log import LogMark, SeatLog
from gamut.engine.table import Table
from tests.toys.pledges import DONE, PLEDGES


def play(table: Table, seat_logs: list[SeatLog], seat: int, action: int) -> None:
    step = table.prepare(seat, action)
    table.commit(step)
    for seat_log in seat_logs:
        seat_log.follow_step(table, step.before)


def texts_of(seat_log: SeatLog) -> list[tuple[int, str]]:
    return [(entry.seat, entry.text) for entry in seat_log.entries]


def test_entries_of_undone_steps_are_removed_and_later_ones_stay() -> None:
    table = Table(PLEDGES.open(3), bytes(range(16)), native=False)
    texts = table.setup.action_texts
    own, other = seat_logs = [SeatLog(0, table), SeatLog(1, table)]
    play(table, seat_logs, 0, 2)
    own.add_note(1, "sat down")
    play(table, seat_logs, 2, DONE)
    play(table, seat_logs, 0, 1)
    assert texts_of(own) == [(0, texts[2]), (1, "sat down"), (2, "is done"), (0, texts[1])]
    assert texts_of(other) == [(2, "is done")]
    assert own.since_last_turn == 4
    table.undo(0)  # in a secret phase: this step only
    for seat_log in seat_logs:
        seat_log.remove_steps(0, 1)
        seat_log.refresh(table)
    assert texts_of(own) == [(1, "sat down"), (2, "is done"), (0, texts[1])]
    assert own.since_last_turn == 3
    assert [entry.text for entry in own.entries_since(0)] == ["is done", texts[1]]
    assert [entry.text for entry in own.entries_since(1)] == [texts[1]]
    assert [len(seat_log.entries_since(0)) for seat_log in seat_logs] == [2, 1]
    assert own.knowledge.hidden.tobytes() == table.hidden(0).tobytes()


def test_notes_are_not_removed_by_undo() -> None:
    table = Table(PLEDGES.open(2), bytes(16), native=False)
    seat_log = SeatLog(-1, table)
    play(table, [seat_log], 0, DONE)
    seat_log.add_note(0, "resigned")
    table.rewind(0)
    seat_log.remove_steps(0, 1)
    assert texts_of(seat_log) == [(0, "resigned")]
    assert seat_log.since_last_turn == 0


def test_a_mark_tells_what_was_read_before() -> None:
    table = Table(PLEDGES.open(3), bytes(16), native=False)
    seat_log = SeatLog(0, table)
    assert seat_log.count_unchanged(LogMark()) == 0
    play(table, [seat_log], 0, 2)
    play(table, [seat_log], 0, 1)
    seat_log.add_note(1, "sat down")
    mark = seat_log.mark
    play(table, [seat_log], 0, DONE)
    assert seat_log.count_unchanged(mark) == 3
    seat_log.remove_steps(1, 1)
    assert seat_log.count_unchanged(mark) == 1, "what follows the removed entry has moved"
    later = seat_log.mark
    seat_log.add_note(1, "left")
    assert (seat_log.count_unchanged(mark), seat_log.count_unchanged(later)) == (1, 3)
    seat_log.remove_steps(9, 1)
    assert seat_log.count_unchanged(later) == 3, "nothing was removed"
