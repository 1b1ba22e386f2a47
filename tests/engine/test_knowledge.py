"""Knowledge: what a seat may do, what it is shown, and what it can know about an action in advance."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamut.engine.knowledge import keep_common
from gamut.engine.presentation import LogEntry, Reason
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN
from tests.toys.bids import BIDS
from tests.toys.broken import change_game
from tests.toys.lantern import LANTERN, POUR, WAIT
from tests.toys.mosaic import MOSAIC
from tests.toys.pledges import DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))


def open_table(game: Any, seats: int = 2, **options: Any) -> Table:
    return Table(game.open(seats, options), KEY, native=False)


def test_a_seat_knows_the_actors_and_its_legal_actions() -> None:
    table = open_table(PLEDGES)
    table.play(1, DONE)
    known, other, spectator = (table.knowledge(seat) for seat in (0, 1, -1))
    assert known.actors == other.actors == spectator.actors == (0,)
    assert known.secret_phase == spectator.secret_phase == 1
    assert (known.legal, other.legal, spectator.legal) == ([0, 1, 2, DONE], [], [])
    assert (known.prompt, other.prompt, spectator.prompt) == ("Place up to 5 stones", "", "")
    assert known.headline == spectator.headline == "Phase 1"


def test_log_and_view_are_made_from_the_hidden_copy() -> None:
    table = open_table(PLEDGES)
    before = table.knowledge(1), table.knowledge(0)
    table.play(0, 2)
    assert table.knowledge(1).log_entries(before[0], 0, UNSEEN) == []
    assert table.knowledge(0).log_entries(before[1], 0, 2) == [LogEntry("place right", 0)]
    assert table.knowledge(0).view.mine == [0, 0, 1]  # type: ignore[attr-defined]
    assert msgspec.to_builtins(table.knowledge(1).view) == msgspec.to_builtins(before[0].view)
    assert "mine=[0, 0, 1]" in table.knowledge(0).terminal_view(["A", "B"])


def test_presentation_functions_cannot_change_the_hidden_copy() -> None:
    def prompt(c: Any, s: Any, seat: int) -> str:
        s.phase = 9
        return "?"

    table = open_table(change_game(PLEDGES, prompt=prompt))
    with pytest.raises(TypeError, match="phase is read-only"):
        _ = table.knowledge(0).prompt


# ---------------------------------------------------------------- irreversible actions


def test_actions_that_reveal_something() -> None:
    table = open_table(PLEDGES)
    assert table.knowledge(0).irreversible_actions() == []
    table.play(1, DONE)
    assert table.knowledge(0).irreversible_actions() == [DONE]  # the last seat to submit
    assert open_table(TRAIL).knowledge(0).irreversible_actions() == list(range(6))  # every station throws the die
    assert open_table(MOSAIC).knowledge(0).irreversible_actions() == []


def test_irreversible_actions_follow_from_what_the_seat_knows() -> None:
    """In Bids the last bid reveals all bids, whatever the other hands are."""
    table = open_table(BIDS)
    assert table.knowledge(0).irreversible_actions() == []
    table.play(1, table.legal(1)[0])
    assert table.knowledge(0).irreversible_actions() == table.legal(0)


# ---------------------------------------------------------------- previews


def test_the_preview_of_a_certain_action_is_the_view_after_it() -> None:
    table = open_table(MOSAIC)
    preview = table.knowledge(0).preview(57)
    before = table.knowledge(0)
    table.play(0, 57)
    assert preview.view == msgspec.to_builtins(table.knowledge(0).view)
    assert preview.entries == table.knowledge(0).log_entries(before, 0, 57)
    assert not preview.uncertain


def test_a_preview_does_not_show_what_depends_on_chance() -> None:
    table = open_table(LANTERN, 1, needed=20)
    die, oil = int(table.record["die"][0]), int(table.record["oil"][0])
    preview = table.knowledge(0).preview(POUR)
    assert preview.uncertain
    assert preview.view == {"oil": oil + die, "needed": 20, "die": die, "left": 6}  # the next throw is unknown
    assert preview.entries == [LogEntry(f"poured {die}", 0)]
    assert table.knowledge(0).preview(WAIT).view["oil"] == oil


def test_a_preview_does_not_show_what_depends_on_secrets_of_others() -> None:
    table = open_table(PLEDGES)
    for action in (2, 2, DONE):
        table.play(1, action)
    preview = table.knowledge(0).preview(DONE)
    assert preview.uncertain
    assert preview.entries == [LogEntry("is done", 0), LogEntry("placed [0, 0, 0]", 0)]
    assert preview.view["shown"] == [[0, 0, 0], [0, 0, 0]]


def test_equal_knowledge_has_equal_previews() -> None:
    one, other = open_table(PLEDGES), open_table(PLEDGES)
    for action in (2, DONE):
        one.play(1, action)
    other.play(1, DONE)
    assert one.knowledge(0).preview(DONE) == other.knowledge(0).preview(DONE)


def test_keep_common_keeps_what_two_views_have_in_common() -> None:
    now = {"a": 0, "b": {"c": [0, 0], "d": 0}, "e": [0]}
    one = {"a": 1, "b": {"c": [1, 2], "d": 3}, "e": [1, 2]}
    other = {"a": 1, "b": {"c": [1, 9], "d": 4}, "e": [1, 3]}
    assert keep_common(one, other, now) == {"a": 1, "b": {"c": [1, 0], "d": 0}, "e": [0]}
    assert keep_common(one, one, now) == one


# ---------------------------------------------------------------- optional presentation functions


def test_a_game_without_optional_functions() -> None:
    table = open_table(TRAIL)
    known, after = table.knowledge(0), table.copy()
    after.play(0, 0)
    assert known.headline == ""
    assert known.warn(0) == ""
    assert known.why_not([], "station:hut") is None
    assert after.knowledge(0).moment(known, 0, 0) is None
    assert table.setup.catalogue is None


class Points(msgspec.Struct, frozen=True):
    points: int


def open_table_with_optional_functions() -> Table:

    def why_not(c: Any, s: Any, seat: int, touches: Any, touched: str) -> Reason:
        return Reason(f"{touched} after {list(touches)}: not now", ("station:hut",))

    def warn(c: Any, s: Any, seat: int, a: int) -> str:
        return "worth little" if c.worth[a] < 2 else ""

    def moment(c: Any, before: Any, after: Any, seat: int, mover: int, a: int) -> Points:
        return Points(after.score[mover] - before.score[mover])

    def catalogue(c: Any) -> Points:
        return Points(c.target)

    return open_table(change_game(TRAIL, why_not=why_not, warn=warn, moment=moment, catalogue=catalogue))


def test_a_game_with_optional_functions() -> None:
    table = open_table_with_optional_functions()
    known, before = table.knowledge(0), table.knowledge(0)
    assert known.why_not(["a"], "b") == Reason("b after ['a']: not now", ("station:hut",))
    assert table.knowledge(-1).why_not(["a"], "b") is None  # a spectator cannot touch anything
    assert [known.warn(a) for a in range(3)] == ["worth little", "", ""]
    table.play(0, 0)
    assert table.knowledge(1).moment(before, 0, 0) == Points(int(table.record["score"][0, 0]))
    assert table.setup.catalogue == Points(15)
