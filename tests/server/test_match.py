"""A match is the replay of its log: impossible entries are refused, and `prepare` changes nothing."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from gamut.engine.errors import GamutError, IllegalAction
from gamut.server.storage.entries import TRAITS_BY_KIND, EntryKind, StoredEntry
from gamut.server.tables.match import InvalidEntry, Match
from gamut.server.tables.rendering import place_seats
from tests.server.test_hidden_information import make_row
from tests.server.toy_game import DONE, GAME

pytestmark = pytest.mark.usefixtures("toy_game")
AMBER, BLUE, CORAL = range(3)


def make_entry(match: Match, kind: EntryKind, seat: int, action: int = 0, **more: Any) -> StoredEntry:
    decision = match.decision(seat) if kind == "play" else 0
    return msgspec.structs.replace(StoredEntry(at=1, kind=kind, seat=seat, decision=decision, action=action), **more)


def play_match() -> Match:
    """Return a match of two seats: the first has placed two chips, the second is done."""
    table = make_row(GAME, 2, b"k" * 16)
    match = Match(msgspec.structs.replace(table, files=GAME.open(2).files), [-1, 0, 1])
    for seat, action in ((0, AMBER), (1, DONE), (0, BLUE)):
        match.commit(match.prepare(make_entry(match, "play", seat, action)))
    return match


def test_prepare_does_not_change_the_match() -> None:
    match = play_match()
    before = match.table.digest, list(match.table.history), len(match.entries), match.serial(0), match.decision(0)
    for kind, action in (("play", CORAL), ("undo_secret", 2), ("undo", 2), ("rename", 0)):
        prepared = match.prepare(make_entry(match, kind, 0, action))  # type: ignore[arg-type]
        assert prepared.entry.n == len(match.entries)
        assert (match.table.digest, list(match.table.history), len(match.entries), match.serial(0),
                match.decision(0)) == before  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "seat", "action", "message"),
    [
        ("play", 1, AMBER, "seat 2 has no decision to make"),
        ("play", 0, 99, "action 99"),
        ("undo_secret", 0, 1, "step 1 is not one of seat 1"),
        ("undo_secret", 0, 3, "step 3 is not one of seat 1"),
        ("undo", 0, -1, "step -1 is not one of seat 1"),
    ],
)
def test_an_impossible_entry_is_refused(kind: EntryKind, seat: int, action: int, message: str) -> None:
    match = play_match()
    with pytest.raises(GamutError, match=message):
        match.prepare(make_entry(match, kind, seat, action))


def test_a_decision_is_made_once() -> None:
    match = play_match()
    with pytest.raises(InvalidEntry, match="1 is not the next decision of seat 1"):
        match.prepare(make_entry(match, "play", 0, CORAL, decision=1))


def test_a_revealed_step_cannot_be_undone_in_secret() -> None:
    match = play_match()
    match.commit(match.prepare(make_entry(match, "play", 0, DONE)))
    with pytest.raises(InvalidEntry, match="not one of the running secret phase"):
        match.prepare(make_entry(match, "undo_secret", 0, 3))


def test_only_one_prepared_entry_can_be_committed() -> None:
    match = play_match()
    one, two = (match.prepare(make_entry(match, "play", 0, action)) for action in (AMBER, CORAL))
    match.commit(one)
    with pytest.raises(IllegalAction, match="the table has changed since"):
        match.commit(two)


@pytest.mark.parametrize(
    "change", [{"digest": "other"}, {"n": 7}, {"seat": 1}, {"decision": 5}, {"action": 99}, {"kind": "undo_secret"}]
)
def test_a_changed_log_is_replayed_up_to_the_change(change: dict[str, Any]) -> None:
    match = play_match()
    log = [*match.entries[:2], msgspec.structs.replace(match.entries[2], **change)]
    again, problem = Match.replay(match.row, log, [0])
    assert problem == f"The log of this table is damaged after entry {log[2].n}. The game can only be viewed."
    assert again.table.history == [(0, AMBER), (1, DONE)]


@pytest.mark.parametrize(
    ("ranks", "resigned", "places"),
    [
        ([1, 2, 3], "...", [1, 2, 3]),
        ([1, 1, 3], "...", [1, 1, 3]),
        ([1, 2, 2], "x..", [3, 1, 1]),  # the best remaining seat wins
        ([2, 2], "..", [2, 2]),  # no winner
        ([2, 3, 4], "x..", [4, 2, 3]),
        ([1, 1, 1], "x..", [3, 1, 1]),
        ([1], "x", [2]),
        ([1, 1], "xx", [2, 2]),
    ],
)
def test_places_of_resigned_seats(ranks: list[int], resigned: str, places: list[int]) -> None:
    assert place_seats(ranks, [mark == "x" for mark in resigned]) == places


def test_every_kind_of_entry_has_traits() -> None:
    assert set(TRAITS_BY_KIND) == set(get_args(EntryKind))
