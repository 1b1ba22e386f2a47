"""What a seat knows: what it may do, what it is shown, and what an action would do as far as it can know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamut.engine.knowledge import keep_common
from gamut.engine.language import Language, LogEntry, Reason
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN
from tests.toys.bids import BIDS
from tests.toys.broken import changed
from tests.toys.lantern import LANTERN, POUR, WAIT
from tests.toys.mosaic import MOSAIC
from tests.toys.pledges import DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))


def opened(game: Any, seats: int = 2, **options: Any) -> Table:
    return Table(game.open(seats, options), KEY, native=False)


def test_a_seat_knows_who_is_awaited_and_what_it_may_do() -> None:
    table = opened(PLEDGES)
    table.play(1, DONE)
    known, other, watcher = (table.knowledge(seat) for seat in (0, 1, -1))
    assert known.actors == other.actors == watcher.actors == (0,)
    assert known.secret_phase == watcher.secret_phase == 1
    assert (known.legal, other.legal, watcher.legal) == ([0, 1, 2, DONE], [], [])
    assert (known.ask, other.ask, watcher.ask) == ("Place up to 5 stones", "", "")
    assert known.headline == watcher.headline == "Time 1"


def test_what_is_said_comes_from_the_hidden_copy() -> None:
    table = opened(PLEDGES)
    before = table.knowledge(1), table.knowledge(0)
    table.play(0, 2)
    assert table.knowledge(1).tell(before[0], 0, UNSEEN) == []
    assert table.knowledge(0).tell(before[1], 0, 2) == [LogEntry("place right", 0)]
    assert table.knowledge(0).view.mine == [0, 0, 1]  # type: ignore[attr-defined]
    assert msgspec.to_builtins(table.knowledge(1).view) == msgspec.to_builtins(before[0].view)
    assert "mine=[0, 0, 1]" in table.knowledge(0).draw(["A", "B"])


def test_a_hidden_copy_cannot_be_written_by_what_is_said() -> None:
    def scribble(c: Any, s: Any, seat: int) -> str:
        s.time = 9
        return "?"

    table = opened(changed(PLEDGES, ask=scribble))
    with pytest.raises(TypeError, match="time is read-only"):
        _ = table.knowledge(0).ask


# ---------------------------------------------------------------- what could not be taken back


def test_actions_that_would_turn_something_up() -> None:
    table = opened(PLEDGES)
    assert table.knowledge(0).revealing() == []
    table.play(1, DONE)
    assert table.knowledge(0).revealing() == [DONE]  # the last one who is in
    assert opened(TRAIL).knowledge(0).revealing() == list(range(6))  # every station asks the die
    assert opened(MOSAIC).knowledge(0).revealing() == []


def test_revealing_follows_from_what_the_seat_knows() -> None:
    """In Bids the last bid turns up; whether the others' hands are refilled then is the same for every redeal."""
    table = opened(BIDS)
    assert table.knowledge(0).revealing() == []
    table.play(1, table.legal(1)[0])
    assert table.knowledge(0).revealing() == table.legal(0)


# ---------------------------------------------------------------- what would happen


def test_a_preview_of_what_is_certain_is_the_view_after_it() -> None:
    table = opened(MOSAIC)
    preview = table.knowledge(0).preview(57)
    before = table.knowledge(0)
    table.play(0, 57)
    assert preview.view == msgspec.to_builtins(table.knowledge(0).view)
    assert preview.entries == table.knowledge(0).tell(before, 0, 57)
    assert not preview.depends


def test_a_preview_of_what_depends_on_chance_shows_only_what_is_sure() -> None:
    table = opened(LANTERN, 1, needed=20)
    die, oil = int(table.record["die"][0]), int(table.record["oil"][0])
    preview = table.knowledge(0).preview(POUR)
    assert preview.depends
    assert preview.view == {"oil": oil + die, "needed": 20, "die": die, "left": 6}  # the next throw is not known
    assert preview.entries == [LogEntry(f"poured {die}", 0)]
    assert table.knowledge(0).preview(WAIT).view["oil"] == oil


def test_a_preview_of_what_depends_on_anothers_secret_tells_nothing_of_it() -> None:
    table = opened(PLEDGES)
    for action in (2, 2, DONE):
        table.play(1, action)
    preview = table.knowledge(0).preview(DONE)
    assert preview.depends
    assert preview.entries == [LogEntry("is done", 0), LogEntry("placed [0, 0, 0]", 0)]
    assert preview.view["shown"] == [[0, 0, 0], [0, 0, 0]]


def test_a_preview_is_the_same_for_the_same_knowledge() -> None:
    one, other = opened(PLEDGES), opened(PLEDGES)
    for action in (2, DONE):
        one.play(1, action)
    other.play(1, DONE)
    assert one.knowledge(0).preview(DONE) == other.knowledge(0).preview(DONE)


def test_what_agrees_in_two_views() -> None:
    now = {"a": 0, "b": {"c": [0, 0], "d": 0}, "e": [0]}
    one = {"a": 1, "b": {"c": [1, 2], "d": 3}, "e": [1, 2]}
    other = {"a": 1, "b": {"c": [1, 9], "d": 4}, "e": [1, 3]}
    assert keep_common(one, other, now) == {"a": 1, "b": {"c": [1, 0], "d": 0}, "e": [0]}
    assert keep_common(one, one, now) == one


# ---------------------------------------------------------------- what a game may leave out


def test_a_game_that_says_no_more_than_it_must() -> None:
    table = opened(TRAIL)
    known, after = table.knowledge(0), table.copy()
    after.play(0, 0)
    assert known.headline == ""
    assert known.warn(0) == ""
    assert known.why_not([], "station:hut") is None
    assert after.knowledge(0).moment(known, 0, 0) is None
    assert table.setup.catalogue is None


class Flash(msgspec.Struct, frozen=True):
    gained: int


def talkative() -> Table:
    """Trail with all that a language may have."""

    def why_not(c: Any, s: Any, seat: int, touches: Any, touched: str) -> Reason:
        return Reason(f"{touched} after {list(touches)}: not now", ("station:hut",))

    def warn(c: Any, s: Any, seat: int, a: int) -> str:
        return "worth little" if c.worth[a] < 2 else ""

    def moment(c: Any, before: Any, after: Any, seat: int, mover: int, a: int) -> Flash:
        return Flash(after.score[mover] - before.score[mover])

    def catalogue(c: Any) -> Flash:
        return Flash(c.target)

    return opened(changed(TRAIL, why_not=why_not, warn=warn, moment=moment, catalogue=catalogue))


def test_a_game_that_says_more() -> None:
    table = talkative()
    known, before = table.knowledge(0), table.knowledge(0)
    assert known.why_not(["a"], "b") == Reason("b after ['a']: not now", ("station:hut",))
    assert table.knowledge(-1).why_not(["a"], "b") is None  # who watches touches nothing
    assert [known.warn(a) for a in range(3)] == ["worth little", "", ""]
    table.play(0, 0)
    assert table.knowledge(1).moment(before, 0, 0) == Flash(int(table.record["score"][0, 0]))
    assert table.setup.catalogue == Flash(15)
    assert isinstance(table.game.language, Language)
