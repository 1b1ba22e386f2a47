"""Pledges with one fault each: secret phases of several steps."""

from __future__ import annotations

from gamut.engine.chance import erase_key, renew_key
from gamut.engine.presentation import LogEntry
from gamut.engine.record import Array, Row, WordRow
from gamut.engine.table import Table
from tests.toys.broken import fault_adder
from tests.toys.pledges import COLUMNS, DONE, PLEDGES, Constants, PledgesView, State
from tests.toys.pledges import hide as good_hide
from tests.toys.pledges import legal as good_legal
from tests.toys.pledges import log_entries as good_log_entries
from tests.toys.pledges import play as good_play
from tests.toys.pledges import view as good_view

fault = fault_adder(PLEDGES, seats=2)


def play_rewarding_the_first(c: Constants, s: State, seat: int, a: int) -> None:
    """Give a point to the seat that is done first."""
    if a == DONE and s.ready == 0:
        s.score[seat] += 1
    good_play(c, s, seat, a)


def hide_but_the_first_column(c: Constants, s: State, seat: int) -> None:
    first = s.placed[0, 0]
    good_hide(c, s, seat)
    s.placed[0, 0] = first


def hide_but_counts(c: Constants, s: State, seat: int) -> None:
    """Hide where the stones of the others are, but not their number."""
    for other in range(c.seats):
        if other != seat:
            for k in range(1, COLUMNS):
                s.placed[other, 0] += s.placed[other, k]
                s.placed[other, k] = 0
    erase_key(s)


def view_counting_steps(c: Constants, s: State, seat: int) -> PledgesView:
    known = good_view(c, s, seat)
    counts = [s.placed[other, 0] for other in range(c.seats)]
    return PledgesView(known.mine, known.left, [*known.shown, counts], known.score, known.ready)


def hide_until_done(c: Constants, s: State, seat: int) -> None:
    first = s.placed[0, 0] if s.ready & 1 else 0
    good_hide(c, s, seat)
    s.placed[0, 0] = first if seat != 0 else s.placed[0, 0]


def visible_to_all(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def one_phase(c: Constants, s: State) -> int:
    return 0 if s.over else 1


def legal_when_done(c: Constants, s: State, seat: int, out: Row) -> int:
    if not s.over and (s.ready >> seat) & 1:
        out[0] = DONE
        return 1
    return good_legal(c, s, seat, out)


def legal_while_others_wait(c: Constants, s: State, seat: int, out: Row) -> int:
    """Once a seat is done, the others may place only on the left."""
    n = good_legal(c, s, seat, out)
    if n > 2 and s.ready:
        out[1] = DONE
        return 2
    return n


def redeal_nothing(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Place nothing for the seats that are done: possible, but not likely."""
    renew_key(s, rng)


def log_every_step(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return good_log_entries(c, before, after, seat, mover, a) or [LogEntry("placed a stone", mover)]


class LeakingTable(Table):
    """A table that shows seats the stones of others."""

    def hidden(self, seat: int) -> Array:
        copy = super().hidden(seat)
        copy["placed"] = self.record["placed"]
        return copy


fault("a point for the first seat", "secret-phases", "another order of the steps gives another state",
      play=play_rewarding_the_first)  # fmt: skip
fault("one number for all phases", "secret-phases", "`secret_phase` still returns the same number",
      secret_phase=one_phase)  # fmt: skip
fault("steps made illegal by others", "secret-phases", "a step of another seat makes", legal=legal_while_others_wait)
fault("legal actions of a seat that is done", "legal-actions", "is not an actor, but has 1 legal actions",
      legal=legal_when_done)  # fmt: skip
fault("a step shown too early", "visible-actions", "before the mover has submitted", hide=hide_but_the_first_column)
fault("a visible secret step", "visible-actions", "keeps secret", visible_action=visible_to_all)
fault("steps shown when their seat is done", "redealing", "`hide` leaks, or `redeal`", hide=hide_until_done)
fault("a redeal of nothing", "redeal-distribution", "is smaller than in the true states", games=1200,
      redeal=redeal_nothing)  # fmt: skip
fault("a log of every step", "secret-steps", "by its log", log_entries=log_every_step)
fault("a view that counts steps", "visible-actions", "before the mover has submitted", hide=hide_but_counts,
      view=view_counting_steps)  # fmt: skip
fault("a table that leaks", "secret-steps", "by its hidden copy, placed", table=LeakingTable)
