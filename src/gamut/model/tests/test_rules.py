"""The rules of Easel, clause by clause, interpreted: an index outside its field or an overflow would show."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.engine.errors import BadOptions
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.model import GAME
from gamut.model.record import COLOURS, WANTED
from gamut.testing import clause


def opened(seats: int = 2, **options: int) -> Table:
    return Table(GAME.open(seats, options), bytes(16), native=False)


def state(table: Table) -> Any:
    """The record, to look at and to change."""
    return strict(table.record)


def give(table: Table, wanted: str, *hands: str) -> Any:
    """Want a colour and deal hands, as in `red red blue`; the rest is the deck."""
    s = state(table)
    s.wanted = WANTED.index(wanted)
    for k, colour in enumerate(COLOURS):
        s.deck[k] = 16 - s.pile[k] - sum(hand.split().count(colour) for hand in hands)
        for seat, hand in enumerate(hands):
            s.hand[seat, k] = hand.split().count(colour)
    return s


@clause("1.1", "1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal(seats: int) -> None:
    s = state(opened(seats))
    assert [sum(s.hand[p, k] for k in range(3)) for p in range(4)] == [4] * seats + [0] * (4 - seats)
    assert [s.deck[k] + sum(s.hand[p, k] for p in range(4)) for k in range(3)] == [16, 16, 16]


@clause("2.1")
def test_the_parts_of_every_wanted_colour() -> None:
    c = opened().setup.strict_constants
    table = [line.split("|")[1:5] for line in GAME.rules_page.splitlines() if line.startswith("| ")][1:]
    printed = {name.strip(): tuple(part.strip() for part in parts) for name, *parts in table}
    for k, name in enumerate(WANTED):
        assert printed[name] == (COLOURS[c.base[k]], COLOURS[c.tint[k]], COLOURS[c.mud[k]])


@clause("2.2")
def test_all_choose_at_once_and_may_change_their_minds() -> None:
    table = opened(3)
    give(table, "teal", "red yellow blue blue", "red red yellow blue", "blue blue blue blue")
    assert list(table.actors) == [0, 1, 2]
    table.play(1, "lay red")
    table.play(0, "lay blue")
    assert list(table.actors) == [2]
    assert table.knowledge(2).view.ready == [True, True, False]  # type: ignore[attr-defined]
    undo = table.find_take_back(1, people=[0, 1, 2])
    assert undo.free
    table.take_back(undo.step)
    assert list(table.actors) == [1, 2]
    assert table.legal_texts(1) == ["lay red", "lay yellow", "lay blue"]
    assert table.legal_texts(2) == ["lay blue"]  # nobody lays a colour that is not in the hand
    table.play(1, "lay yellow")
    table.play(2, "lay blue")
    assert [state(table).shown[p] for p in range(3)] == [3, 2, 3]


@clause("2.3")
@pytest.mark.parametrize(
    ("wanted", "laid", "points"),
    [
        ("teal", ("blue", "yellow"), (0, 2)),  # the tint beats the base
        ("teal", ("blue", "red"), (1, 0)),  # the base beats the mud
        ("teal", ("red", "yellow"), (1, 0)),  # the mud beats the tint
        ("teal", ("blue", "blue"), (0, 0)),
        ("amber", ("yellow", "red", "blue"), (1, 2, 1)),
        ("amber", ("yellow", "yellow", "red", "red"), (0, 0, 4, 4)),
        ("purple", ("yellow", "blue", "blue", "red"), (2, 2, 2, 1)),
    ],
)
def test_points(wanted: str, laid: tuple[str, ...], points: tuple[int, ...]) -> None:
    table = opened(len(laid))
    give(table, wanted, *["red yellow blue blue"] * len(laid))
    for seat, colour in enumerate(laid):
        table.play(seat, f"lay {colour}")
    assert tuple(state(table).score[p] for p in range(len(laid))) == points


@clause("2.4")
def test_cards_go_to_the_pile_and_hands_are_filled_up() -> None:
    table = opened()
    give(table, "lime", "red red red red", "blue blue blue blue")
    table.play(0, "lay red")
    table.play(1, "lay blue")
    s = state(table)
    assert [s.pile[k] for k in range(3)] == [1, 0, 1]
    assert [sum(s.hand[p, k] for k in range(3)) for p in range(2)] == [4, 4]
    assert s.round == 2


@clause("3.1")
def test_the_end() -> None:
    table = opened(rounds=3)
    for _ in range(3):
        give(table, "teal", "blue blue blue blue", "yellow yellow yellow yellow")
        table.play(0, "lay blue")
        table.play(1, "lay yellow")
    assert table.over
    assert table.result.scores == (0, 6)
    assert table.result.ranks == (2, 1)
    assert [sum(state(table).hand[p, k] for k in range(3)) for p in range(2)] == [3, 3]


@clause("3.1")
def test_equal_points_share_the_victory() -> None:
    table = opened(rounds=3)
    for _ in range(3):
        give(table, "teal", "blue blue blue blue", "blue blue blue blue")
        table.play(0, "lay blue")
        table.play(1, "lay blue")
    assert table.result.winners == (0, 1)


@clause("4.1")
def test_options_that_need_too_many_cards_are_refused_in_words() -> None:
    assert state(opened(3, hand=6, rounds=8)).hand[2].array.sum() == 6
    with pytest.raises(BadOptions, match="need 52 cards with 4 players, and there are 48; choose a smaller hand"):
        opened(4, hand=6, rounds=8)


def test_what_is_said() -> None:
    table = opened()
    give(table, "teal", "red red yellow yellow", "blue blue blue blue")
    known = table.knowledge(0)
    assert known.ask == "Lay a card for teal"
    assert known.headline == "Round 1 of 8"
    reason = known.why_not([], "hand:blue")
    assert reason is not None
    assert reason.text == "You have no blue card."
    before, seen = table.knowledge(1), table.seen(1, 0, 0)
    table.play(0, "lay red")
    assert [entry.text for entry in table.knowledge(0).tell(known, 0, 0)] == ["laid red face down"]
    assert table.knowledge(1).tell(before, 0, seen) == []
    before = table.knowledge(1)
    table.play(1, "lay blue")
    told = [entry.text for entry in table.knowledge(1).tell(before, 1, 2)]
    assert told[:2] == ["got 0 points for red", "got 1 point for blue"]


def test_a_card_that_can_beat_nothing_is_warned_of() -> None:
    table = opened()
    s = give(table, "teal", "red red yellow yellow", "blue blue blue blue")
    assert table.knowledge(0).warn(0) == ""
    s.pile[1], s.deck[1] = 14, 0
    assert table.knowledge(0).warn(0) == "red beats yellow, and nobody else can have one."
