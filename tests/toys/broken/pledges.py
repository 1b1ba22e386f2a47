"""Pledges with one fault each: what can go wrong in a secret phase of several steps."""

from __future__ import annotations

from gamut.engine.chance import forget_key, rekey
from gamut.engine.language import LogEntry
from gamut.engine.record import Array, Row, WordRow
from gamut.engine.table import Table
from tests.toys.broken import faults
from tests.toys.pledges import COLUMNS, DONE, PLEDGES, Constants, PledgesView, State
from tests.toys.pledges import hide as good_hide
from tests.toys.pledges import legal as good_legal
from tests.toys.pledges import play as good_play
from tests.toys.pledges import tell as good_tell
from tests.toys.pledges import view as good_view

fault = faults(PLEDGES, seats=2)


def play_for_the_first(c: Constants, s: State, seat: int, a: int) -> None:
    """Who is done first gets a point."""
    if a == DONE and s.ready == 0:
        s.score[seat] += 1
    good_play(c, s, seat, a)


def hide_but_the_first_column(c: Constants, s: State, seat: int) -> None:
    first = s.placed[0, 0]
    good_hide(c, s, seat)
    s.placed[0, 0] = first


def hide_but_how_many(c: Constants, s: State, seat: int) -> None:
    """Where the stones of the others lie is hidden, how many there are is not."""
    for other in range(c.seats):
        if other != seat:
            for k in range(1, COLUMNS):
                s.placed[other, 0] += s.placed[other, k]
                s.placed[other, k] = 0
    forget_key(s)


def view_counting_steps(c: Constants, s: State, seat: int) -> PledgesView:
    known = good_view(c, s, seat)
    many = [s.placed[other, 0] for other in range(c.seats)]
    return PledgesView(known.mine, known.left, [*known.shown, many], known.score, known.ready)


def hide_until_done(c: Constants, s: State, seat: int) -> None:
    first = s.placed[0, 0] if s.ready & 1 else 0
    good_hide(c, s, seat)
    s.placed[0, 0] = first if seat != 0 else s.placed[0, 0]


def seen_by_all(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def one_phase(c: Constants, s: State) -> int:
    return 0 if s.over else 1


def legal_when_done(c: Constants, s: State, seat: int, out: Row) -> int:
    if not s.over and (s.ready >> seat) & 1:
        out[0] = DONE
        return 1
    return good_legal(c, s, seat, out)


def legal_while_others_wait(c: Constants, s: State, seat: int, out: Row) -> int:
    """Once somebody is done, the others may place only on the left."""
    n = good_legal(c, s, seat, out)
    if n > 2 and s.ready:
        out[1] = DONE
        return 2
    return n


def redeal_nothing(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Those who are done have placed nothing: possible, but not likely."""
    rekey(s, r)


def tell_every_step(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return good_tell(c, before, after, seat, mover, a) or [LogEntry("placed a stone", mover)]


class Peeping(Table):
    """A table that shows seats the stones of others."""

    def hidden(self, seat: int) -> Array:
        copy = super().hidden(seat)
        copy["placed"] = self.record["placed"]
        return copy


fault("a point for the first", "secret-phases", "another order of arrival gives another record",
      play=play_for_the_first)  # fmt: skip
fault("one phase for all times", "secret-phases", "`secret` still has the same number", secret=one_phase)
fault("steps that others take away", "secret-phases", "takes the legal action", legal=legal_while_others_wait)
fault("steps of one who is done", "legal-actions", "is not awaited and has 1 legal actions", legal=legal_when_done)
fault("a step that shows too early", "seen-actions", "before its maker is in", hide=hide_but_the_first_column)
fault("a step that is told", "seen-actions", "keeps secret", seen=seen_by_all)
fault("a step that shows when its maker is in", "redealing", "`hide` leaks or `redeal`", hide=hide_until_done)
fault("a redeal of nothing", "redeal-distribution", "is smaller than in truth", games=1200, redeal=redeal_nothing)
fault("a log of every step", "secret-twins", "by what it is told", tell=tell_every_step)
fault("a view that counts steps", "seen-actions", "before its maker is in", hide=hide_but_how_many,
      view=view_counting_steps)  # fmt: skip
fault("a table that peeps", "secret-twins", "by its hidden copy, placed", table=Peeping)
