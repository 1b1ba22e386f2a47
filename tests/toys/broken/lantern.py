"""Lantern with one fault each: results of games without a winner, undo, secrets."""

from __future__ import annotations

from gamut.engine.chance import renew_key
from gamut.engine.presentation import LogEntry
from gamut.engine.record import Row, WordRow
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from tests.toys.broken import fault_adder
from tests.toys.lantern import LANTERN, PLAYING, Constants, LanternView, State
from tests.toys.lantern import hide as good_hide
from tests.toys.lantern import log_entries as good_log_entries
from tests.toys.lantern import result as good_result

fault = fault_adder(LANTERN, seats=2)


def view_by_seat(c: Constants, s: State, seat: int) -> LanternView:
    return LanternView(s.oil, c.needed, s.die, seat)


def log_by_seat(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    entries = good_log_entries(c, before, after, seat, mover, a)
    return entries if seat < 0 else [*entries, LogEntry("saw it", seat)]


def result_of_winners(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Give all seats rank 1, even in a lost game."""
    reason = good_result(c, s, scores, ranks)
    for seat in range(c.seats):
        ranks[seat] = 1
    return reason


def result_of_thirds(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    reason = good_result(c, s, scores, ranks)
    for seat in range(c.seats):
        ranks[seat] = 1 if ranks[seat] == 1 else 3
    return reason


def result_of_one_winner(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Only the seat that poured last wins; the other is third."""
    reason = good_result(c, s, scores, ranks)
    if ranks[0] == 1:
        ranks[s.throws % c.seats] = 3
    return reason


def hide_by_sign(c: Constants, s: State, seat: int) -> None:
    good_hide(c, s, seat)
    s.die = -abs(s.die)


def redeal_by_sign(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)
    s.die = abs(s.die)


class RewindingTooFar(Table):
    """A table that rewinds one step too many."""

    def rewind(self, steps: int) -> None:
        super().rewind(max(0, steps - 1))


def value_without_losses(c: Constants, s: State, out: Row, scratch: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WIN_VALUE // c.seats if s.end != PLAYING else 0


fault("a view by seat", "presentation", "must have the view of spectators", view=view_by_seat)
fault("a log by seat", "presentation", "must have the log of spectators", log_entries=log_by_seat)
fault("a winner in a lost game", "results", "but its rank is worth 5000", result=result_of_winners)
fault("all third", "results", "rank 3 of seat 1 does not match the number of better seats", result=result_of_thirds)
fault("first and third", "results", "does not match the number of better seats", result=result_of_one_winner, games=40)
fault("an undeclared loss", "results", "rank 2 of seat 1 does not match", allows_no_winner=False)
fault("a value without losses", "results", "at the end `value` is 5000 for seat 1, but its rank is worth 0",
      value=value_without_losses)  # fmt: skip
fault("alone and never lost", "results", "but its rank is worth 10000", players=1, result=result_of_winners)
fault("rewinding too far", "undo", "leads to another state", table=RewindingTooFar)
fault("a public secret field", "secret-fields", "oil is in `secret_fields`, but", secret_fields=("oil",))
fault("a secret that can be restored", "secret-fields", "every redeal equals the true state",
      hide=hide_by_sign, redeal=redeal_by_sign, secret_fields=("die",))  # fmt: skip
