"""A match follows its log: what does not fit is refused, and what is only prepared has not happened."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from gamut.engine.errors import GamutError, IllegalAction
from gamut.server.entry_kinds import KINDS, EntryKind
from gamut.server.match import LogBroken, Match
from gamut.server.rendering import place_seats
from gamut.server.storage import Entry
from tests.server.motes import DONE, GAME
from tests.server.test_secrets import row

pytestmark = pytest.mark.usefixtures("motes")
AMBER, BLUE, CORAL = range(3)


def draft(match: Match, kind: EntryKind, seat: int, action: int = 0, **more: Any) -> Entry:
    decision = match.decision(seat) if kind == "act" else 0
    return msgspec.structs.replace(Entry(at=1, kind=kind, seat=seat, decision=decision, action=action), **more)


def played() -> Match:
    """Two seats: the first has put two motes, the second is done."""
    table = row(GAME, 2, b"k" * 16)
    match = Match(msgspec.structs.replace(table, files=GAME.open(2).files), [-1, 0, 1])
    for seat, action in ((0, AMBER), (1, DONE), (0, BLUE)):
        match.commit(match.prepare(draft(match, "act", seat, action)))
    return match


def test_what_is_prepared_has_not_happened() -> None:
    match = played()
    before = match.table.digest, list(match.table.history), len(match.log), match.serial(0), match.decision(0)
    for kind, action in (("act", CORAL), ("withdraw", 2), ("take_back", 2), ("rename", 0)):
        prepared = match.prepare(draft(match, kind, 0, action))  # type: ignore[arg-type]
        assert prepared.entry.n == len(match.log)
        assert (match.table.digest, list(match.table.history), len(match.log), match.serial(0),
                match.decision(0)) == before  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "seat", "action", "words"),
    [
        ("act", 1, AMBER, "seat 2 has nothing to decide"),
        ("act", 0, 99, "action 99"),
        ("withdraw", 0, 1, "step 1 is not one of seat 1"),
        ("withdraw", 0, 3, "step 3 is not one of seat 1"),
        ("take_back", 0, -1, "step -1 is not one of seat 1"),
    ],
)
def test_an_impossible_entry_is_refused_in_words(kind: EntryKind, seat: int, action: int, words: str) -> None:
    match = played()
    with pytest.raises(GamutError, match=words):
        match.prepare(draft(match, kind, seat, action))


def test_a_decision_is_made_once() -> None:
    match = played()
    with pytest.raises(LogBroken, match="1 is not the next decision of seat 1"):
        match.prepare(draft(match, "act", 0, CORAL, decision=1))


def test_what_was_turned_up_cannot_be_withdrawn() -> None:
    match = played()
    match.commit(match.prepare(draft(match, "act", 0, DONE)))
    with pytest.raises(LogBroken, match="not one of the running secret phase"):
        match.prepare(draft(match, "withdraw", 0, 3))


def test_only_one_thing_happens_at_a_time() -> None:
    match = played()
    one, two = (match.prepare(draft(match, "act", 0, action)) for action in (AMBER, CORAL))
    match.commit(one)
    with pytest.raises(IllegalAction, match="something else has happened"):
        match.commit(two)


@pytest.mark.parametrize(
    "change", [{"digest": "other"}, {"n": 7}, {"seat": 1}, {"decision": 5}, {"action": 99}, {"kind": "withdraw"}]
)
def test_a_log_that_was_changed_is_followed_up_to_there(change: dict[str, Any]) -> None:
    match = played()
    log = [*match.log[:2], msgspec.structs.replace(match.log[2], **change)]
    again, problem = Match.replay(match.row, log, [0])
    assert problem == f"The log of this table does not fit the rules after entry {log[2].n}."
    assert again.table.history == [(0, AMBER), (1, DONE)]


@pytest.mark.parametrize(
    ("ranks", "resigned", "places"),
    [
        ([1, 2, 3], "...", [1, 2, 3]),
        ([1, 1, 3], "...", [1, 1, 3]),
        ([1, 2, 2], "x..", [3, 1, 1]),  # the best of those who stayed wins
        ([2, 2], "..", [2, 2]),  # lost
        ([2, 3, 4], "x..", [4, 2, 3]),
        ([1, 1, 1], "x..", [3, 1, 1]),
        ([1], "x", [2]),
        ([1, 1], "xx", [2, 2]),
    ],
)
def test_places(ranks: list[int], resigned: str, places: list[int]) -> None:
    assert place_seats(ranks, [mark == "x" for mark in resigned]) == places


def test_every_kind_of_entry_is_described() -> None:
    assert set(KINDS) == set(get_args(EntryKind))
