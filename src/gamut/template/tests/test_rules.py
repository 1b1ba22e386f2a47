"""The rules of Easel, clause by clause."""

from __future__ import annotations

import pytest

from gamut.engine.errors import InvalidOptions
from gamut.template import GAME
from gamut.template.record import COLOURS, TARGETS
from gamut.template.tests.builders import hand_sizes, open_table, set_hands, state_of
from gamut.testing import clause


@clause("1.1", "1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_is_dealt_four_of_48_cards(seats: int) -> None:
    table = open_table(seats)
    assert hand_sizes(table) == [4] * seats + [0] * (4 - seats)
    assert (table.record["deck"][0] + table.record["hand"][0].sum(axis=0)).tolist() == [16, 16, 16]


@clause("2.1")
def test_base_tint_and_mud_are_those_of_the_rules_page() -> None:
    c = open_table().setup.readable_constants
    rows = [line.split("|")[1:5] for line in GAME.rules_page.splitlines() if line.startswith("| ")][1:]
    printed = {target.strip(): tuple(colour.strip() for colour in colours) for target, *colours in rows}
    for k, target in enumerate(TARGETS):
        assert printed[target] == (COLOURS[c.base[k]], COLOURS[c.tint[k]], COLOURS[c.mud[k]])


@clause("2.2")
def test_players_choose_at_the_same_time_and_may_change_their_minds() -> None:
    table = open_table(3)
    set_hands(table, "teal", "red yellow blue blue", "red red yellow blue", "blue blue blue blue")
    assert list(table.actors) == [0, 1, 2]
    table.play(1, "play red")
    table.play(0, "play blue")
    assert list(table.actors) == [2]
    assert table.knowledge(2).view.submitted == [True, True, False]  # type: ignore[attr-defined]
    undo = table.find_undo(1, people=[0, 1, 2])
    assert undo.free
    table.undo(undo.step)
    assert list(table.actors) == [1, 2]
    table.play(1, "play yellow")
    table.play(2, "play blue")
    assert table.knowledge(-1).view.revealed == ["blue", "yellow", "blue"]  # type: ignore[attr-defined]


@clause("2.2")
def test_only_cards_of_the_hand_can_be_played() -> None:
    table = open_table()
    set_hands(table, "teal", "red yellow blue blue", "blue blue blue blue")
    assert table.legal_texts(0) == ["play red", "play yellow", "play blue"]
    assert table.legal_texts(1) == ["play blue"]


@clause("2.3")
@pytest.mark.parametrize(
    ("target", "played", "points"),
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
def test_points(target: str, played: tuple[str, ...], points: tuple[int, ...]) -> None:
    table = open_table(len(played))
    set_hands(table, target, *["red yellow blue blue"] * len(played))
    for seat, colour in enumerate(played):
        table.play(seat, f"play {colour}")
    s = state_of(table)
    assert tuple(s.score[p] for p in range(len(played))) == points


@clause("2.4")
def test_cards_are_discarded_and_hands_are_refilled() -> None:
    table = open_table()
    set_hands(table, "lime", "red red red red", "blue blue blue blue")
    table.play(0, "play red")
    table.play(1, "play blue")
    s = state_of(table)
    assert [s.discard[k] for k in range(3)] == [1, 0, 1]
    assert hand_sizes(table)[:2] == [4, 4]
    assert s.round == 2


@clause("3.1")
def test_the_player_with_the_most_points_wins_after_the_last_round() -> None:
    table = open_table(rounds=3)
    for _ in range(3):
        set_hands(table, "teal", "blue blue blue blue", "yellow yellow yellow yellow")
        table.play(0, "play blue")
        table.play(1, "play yellow")
    assert table.over
    assert table.result.scores == (0, 6)
    assert table.result.ranks == (2, 1)
    assert hand_sizes(table)[:2] == [3, 3]


@clause("3.1")
def test_tied_players_share_the_win() -> None:
    table = open_table(rounds=3)
    for _ in range(3):
        set_hands(table, "teal", "blue blue blue blue", "blue blue blue blue")
        table.play(0, "play blue")
        table.play(1, "play blue")
    assert table.result.winners == (0, 1)


@clause("4.1", "4.2")
def test_options_that_need_too_many_cards_raise() -> None:
    assert hand_sizes(open_table(3, hand=6, rounds=8))[:3] == [6, 6, 6]
    with pytest.raises(
        InvalidOptions, match="need 52 cards for 4 players, but there are only 48; choose a smaller hand"
    ):
        open_table(4, hand=6, rounds=8)
