"""The log, and the moment at the end of a round."""

from __future__ import annotations

import pytest

from gamut.engine.presentation import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.view import CrossView, Moment
from tests.games.mixx.builders import Position


def play_and_log(pos: Position, text: str) -> list[LogEntry]:
    seat, before = pos.s.turn, pos.table.knowledge(-1)
    action = pos.table.setup.parse_action(f"place {text}")
    pos.place(text)
    return pos.table.knowledge(-1).log_entries(before, seat, action)


def play_and_find_moment(pos: Position, text: str, seat: int = -1) -> Moment | None:
    mover, before = pos.s.turn, pos.table.knowledge(seat)
    action = pos.table.setup.parse_action(f"place {text}")
    pos.place(text)
    moment = pos.table.knowledge(seat).moment(before, mover, action)
    assert moment is None or isinstance(moment, Moment)
    return moment


def test_the_log_of_a_round() -> None:
    pos = Position("yellow shell, turquoise fish, pink turtle", "red starfish, yellow chest, violet propeller",
                 deck="blue anchor, red jellyfish")  # fmt: skip
    first = play_and_log(pos, "yellow shell in the line or row")
    assert first[0] == LogEntry("began with the yellow shell", 0, ("yellow-shell",))
    assert first[1] in (
        LogEntry("drew the blue anchor", 0, ("blue-anchor",)),
        LogEntry("drew the red jellyfish", 0, ("red-jellyfish",)),
    )
    assert play_and_log(pos, "red starfish in the line or row")[0] == LogEntry(
        "placed the red starfish", 1, ("red-starfish",)
    )
    crossed = play_and_log(pos, "turquoise fish across the red card")
    text = "placed the turquoise fish across the red starfish, which became the centre"
    assert crossed == [LogEntry(text, 0, ("turquoise-fish",))]
    assert play_and_log(pos, "violet propeller in the line or row")[0].text == "placed the violet propeller in the row"
    assert play_and_log(pos, "pink turtle in the column")[0].text == "placed the pink turtle in the column"


def test_the_log_of_misses_and_the_end_of_a_round() -> None:
    pos = Position("red starfish", "yellow anchor", "yellow shell, yellow chest",
                 deck="yellow fish, red fish, pink shell", turn=2, line=True)  # fmt: skip
    pos.place("yellow shell in the line")
    entries = play_and_log(pos, "red starfish in the line")
    assert entries[0].text == "placed the red starfish"
    assert entries[1].text.startswith("drew ")
    assert entries[2:] == [
        LogEntry("could not place a card", 1),
        LogEntry("could not place a card", 2),
        LogEntry("placed the last card and won 2 cards", 0),
        LogEntry("Round 2", heading=True),
    ]


def test_the_log_of_a_single_miss_and_the_end_of_the_game() -> None:
    pos = Position("yellow shell", "yellow anchor", "green fish")
    assert play_and_log(pos, "yellow shell in the line or row") == [
        LogEntry("began with the yellow shell", 0, ("yellow-shell",)),
        LogEntry("could not place a card", 1),
    ]
    assert play_and_log(pos, "green fish in the line or row") == [
        LogEntry("placed the green fish", 2, ("green-fish",)),
        LogEntry("could not place a card", 0),
    ]
    assert play_and_log(pos, "yellow anchor across the green card") == [
        LogEntry("placed the yellow anchor across the green fish, which became the centre", 1, ("yellow-anchor",)),
        LogEntry("could not place a card", 2),
        LogEntry("could not place a card", 0),
        LogEntry("placed the last card and won 3 cards", 1),
    ]


def test_the_log_of_a_single_card() -> None:
    pos = Position("yellow shell", "")
    assert play_and_log(pos, "yellow shell in the line or row")[-1] == LogEntry(
        "placed the last card and won 1 card", 0
    )


def test_misses_are_logged_once_when_a_player_continues_alone() -> None:
    pos = Position("yellow shell, red starfish", "yellow anchor")
    assert play_and_log(pos, "yellow shell in the line or row")[1:] == [LogEntry("could not place a card", 1)]
    assert [entry.text for entry in play_and_log(pos, "red starfish in the line or row")] == [
        "placed the red starfish",
        "placed the last card and won 2 cards",
    ]


# ---------------------------------------------------------------------- the end of a round


def test_the_end_of_a_round_is_a_moment() -> None:
    pos = Position("yellow shell, red starfish, green fish", "yellow anchor, red shell", deck="", turn=0)
    assert play_and_find_moment(pos, "yellow shell in the line or row") is None
    assert play_and_find_moment(pos, "red starfish in the line or row") is None
    moment = play_and_find_moment(pos, "green fish across the red card")
    assert moment is not None
    assert (
        fill_names(moment.text, ["Ada", "Umber"]) == "Ada won 3 cards: Umber could not place a card. The game is over."
    )
    assert fill_names(moment.text, ["Ada", "Umber"], 0).startswith("You won 3 cards: Umber could not")
    assert fill_names(moment.text, ["Ada", "Umber"], 1).startswith("Ada won 3 cards: you could not")
    assert moment.last_card == "green-fish"
    assert moment.cross == CrossView(["yellow-shell", "red-starfish"], ["red-starfish", "green-fish"], 1, 0)


def test_the_end_of_a_round_with_three_players() -> None:
    pos = Position("red starfish", "yellow anchor", "yellow shell, yellow chest",
                             deck="yellow fish, red fish, pink shell", turn=2, line=True)  # fmt: skip
    pos.place("yellow shell in the line")
    moment = play_and_find_moment(pos, "red starfish in the line", seat=1)
    assert moment is not None
    assert moment.text == "{0} won 2 cards: no one else could place a card."
    assert moment.cross == CrossView(["yellow-shell", "red-starfish"], [], -1, -1)


@pytest.mark.parametrize("seats", GAME.seats)
def test_moments_show_the_whole_cross(seats: int) -> None:
    """In a whole game: the cards of each moment are those won, with the last card among them."""
    table = Table(GAME.open(seats), bytes(16))
    rounds = 0
    while not table.over:
        mover = table.actors[0]
        action = table.legal(mover)[-1]
        before, known = table.copy(), table.knowledge(-1)
        table.play(mover, action)
        moment = table.knowledge(-1).moment(known, mover, action)
        won = int(table.record["won"][0, mover]).bit_count() - int(before.record["won"][0, mover]).bit_count()
        assert (moment is not None) == (won > 0)
        if isinstance(moment, Moment):
            rounds += 1
            cross = moment.cross
            assert len({*cross.row, *cross.column}) == won
            assert moment.last_card in {*cross.row, *cross.column}
            assert (cross.centre_x >= 0) == bool(cross.column)
            assert not cross.column or cross.row[cross.centre_x] == cross.column[cross.centre_y]
    assert rounds >= 2
