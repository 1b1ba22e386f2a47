"""The log and the moments."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gamut.engine.chance import game_key
from gamut.engine.presentation import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import GARMENT_NAMES
from gamut.games.colori.record import DRAFTING, MAX_EVENTS
from gamut.games.colori.view import Moment
from gamut.testing import clause
from tests.games.colori.builders import (
    at_last_turn,
    at_turn,
    drawn_by,
    finish_draft,
    new_table,
    play,
    set_next_deal,
    state_of,
)

CLOAK, KIRTLE = "Brazilwood Rose Cloak", "Dyer's Broom Yellow Kirtle"


def play_and_log(table: Table, seat: int, mover: int, action: int | str) -> list[LogEntry]:
    """Play an action and return the entries that a seat reads."""
    before, number = table.knowledge(seat), table.setup.parse_action(action)
    visible = table.visible_action(seat, mover, number)
    table.play(mover, number)
    return table.knowledge(seat).log_entries(before, mover, visible)


def log_texts(table: Table, action: str, seat: int = 1, mover: int = 0) -> list[str]:
    return [entry.text for entry in play_and_log(table, seat, mover, action)]


def play_and_find_moment(table: Table, action: str, mover: int = 0) -> Moment | None:
    """Play an action and return the moment that a spectator sees."""
    before, number = table.knowledge(-1), table.setup.parse_action(action)
    visible = table.visible_action(-1, mover, number)
    table.play(mover, number)
    moment = table.knowledge(-1).moment(before, mover, visible)
    assert moment is None or isinstance(moment, Moment)
    return moment


def find_moment(table: Table, action: str, mover: int = 0) -> Moment:
    moment = play_and_find_moment(table, action, mover)
    assert moment is not None
    return moment


# ---------------------------------------------------------------------- the draft


def test_the_log_of_a_draft_keeps_secrets() -> None:
    table = new_table(2)
    first, second = table.legal_texts(0)[0], table.legal_texts(1)[0]
    assert play_and_log(table, 1, 0, first) == []  # the view shows which seats have chosen
    assert log_texts(table, second, mover=1) == [second.replace("take", "took")]
    for _ in range(2):
        for seat in range(2):
            table.play(seat, table.legal(seat)[0])
    table.play(0, table.legal(0)[0])
    last = play_and_log(table, -1, 1, table.legal_texts(1)[0])
    assert [entry.seat for entry in last] == [0, 1]
    assert all(entry.text.startswith("drafted ") for entry in last)


def test_a_seat_reads_its_own_picks() -> None:
    table = new_table(3)
    chosen = table.legal_texts(1)[0]
    assert log_texts(table, chosen, seat=1, mover=1) == [chosen.replace("take", "took")]


# ---------------------------------------------------------------------- a turn


def test_the_log_of_a_turn() -> None:
    table = at_turn(
        drafted=["Silk", "Madder", "Lac", "Weld", "Kermes"], drawn=["Azurite", "Wool"], deck=["Woad", "Henna"],
        discard=[], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE],
    )  # fmt: skip
    drew = log_texts(table, "destroy Silk")
    assert drew in (["destroyed Silk: draw 2", f"drew {both}"] for both in ("Woad and Henna", "Henna and Woad"))
    assert play_and_log(table, 1, 0, "destroy Madder")[0].pieces == ("red", "red", "vermilion")
    stored = play_and_log(table, 1, 0, "store Azurite")[0]
    assert (stored.text, stored.seat, stored.pieces) == ("stored Azurite", 0, ("teal", "blue", "blue"))
    play(table, "store Woad")
    assert log_texts(table, "destroy Kermes") == ["destroyed Kermes: make a garment"]
    made = play_and_log(table, 1, 0, f"make {CLOAK}")
    assert made[0] == LogEntry(f"made {CLOAK} from wool for 2 stars", 0, ("red",) * 4)
    new = GARMENT_NAMES[state_of(table).display[0] - 1]
    assert (made[1].text, made[1].seat) == (f"{new} was added to the display", -1)
    assert log_texts(table, "destroy Weld") == ["destroyed Weld: make a garment", "could not afford any garment"]
    play(table, "destroy Lac")
    assert log_texts(table, "stop mixing") == ["stopped mixing", "ended the turn: no drafted cards left"]


def test_the_log_of_a_mix_has_its_three_colours() -> None:
    table = at_turn(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1})
    play(table, "destroy Lac")
    entry = play_and_log(table, 1, 0, "mix red and yellow")[0]
    assert (entry.text, entry.pieces) == ("mixed red and yellow into orange", ("orange", "red", "yellow"))


def test_the_log_of_a_destroyed_drawn_card() -> None:
    table = at_turn(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"], deck=["Silk", "Silk"])
    play(table, "destroy Smalt")
    assert log_texts(table, "destroy a drawn Silk") == ["destroyed a drawn Silk: draw 2", "drew 2 Silk"]
    table = at_turn(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"])
    play(table, "destroy Smalt")
    assert log_texts(table, "destroy a drawn Garment") == ["destroyed a drawn Garment"]


@clause("5.4")
def test_the_log_of_what_happens_automatically() -> None:
    table = at_turn(
        drafted=["Woad", "Iron Black", "Kermes", "Weld"], drawn=["Madder", "Madder"], deck=["Wool"], discard=[],
        wheel={"red": 0}, display=[CLOAK],
    )  # fmt: skip
    assert log_texts(table, "destroy Woad") == ["destroyed Woad: store 2"] + 2 * ["stored Madder (the only choice)"]
    assert log_texts(table, "destroy Iron Black") == [
        "destroyed Iron Black: destroy 2", "had no drawn cards to destroy",
    ]  # fmt: skip
    table = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    made = log_texts(table, "destroy Kermes")
    assert made[:2] == ["destroyed Kermes: make a garment", f"made {CLOAK} from wool for 2 stars (the only choice)"]
    assert made[2].endswith("was added to the display")
    table = at_turn(drafted=["Smalt", "Weld"], drawn=["Wool", "Wool"], deck=["Lac"], discard=[])
    assert log_texts(table, "destroy Smalt") == [
        "destroyed Smalt: destroy 1", "destroyed a drawn Wool (the only choice): draw 1", "drew Lac",
    ]  # fmt: skip


def test_the_log_of_abilities_without_effect() -> None:
    table = at_turn(drafted=["Saffron", "Henna", "Lac", "Weld", "Smalt"], drawn=[], deck=[], discard=[])
    assert log_texts(table, "destroy Saffron")[1:] == ["had no cards left to draw"]
    assert log_texts(table, "destroy Henna")[1:] == ["had no drawn cards to store"]
    assert log_texts(table, "destroy Lac")[1:] == ["had no colours that mix"]
    assert log_texts(table, "destroy Weld")[1:] == ["could not afford any garment"]
    assert log_texts(table, "destroy Smalt")[1:] == [
        "had no drawn cards to destroy", "ended the turn: no drafted cards left",
    ]  # fmt: skip


def test_the_log_lists_cards_that_are_drawn_and_discarded_at_once() -> None:
    table = at_turn(drafted=["Silk"], drawn=[], deck=["Woad"], discard=["Henna"])
    assert log_texts(table, "destroy Silk") == [
        "destroyed Silk: draw 2", "drew Woad", "shuffled the discard pile into a new deck", "drew Henna",
        "ended the turn: no drafted cards left",
    ]  # fmt: skip


# ---------------------------------------------------------------------- rounds


def test_the_log_of_a_new_round() -> None:
    table = at_turn(drafted=["Wool"], drawn=[], deck=["Basic Red"], discard=["Madder"])
    play(table, "end turn")
    entries = play_and_log(table, -1, 1, "end turn")
    assert entries[:4] == [
        LogEntry("ended the turn", 1),
        LogEntry("Round 2", heading=True),
        LogEntry("shuffled the discard pile into a new deck", 0),
        LogEntry("drew Basic Red, Wool and Madder", 0),
    ]
    assert entries[-1].text.startswith("drew ")
    assert {entry.seat for entry in entries[4:]} == {1}


@clause("3.2")
def test_the_log_of_a_new_draft_deck() -> None:
    table = at_last_turn(2)
    set_next_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    entries = play_and_log(table, -1, 1, "end turn")
    assert entries[-1] == LogEntry("The destroyed cards were shuffled into a new draft deck")


@clause("4.6")
def test_the_log_of_a_skipped_turn() -> None:
    table = at_last_turn(3)
    set_next_deal(table, ["Kermes"], [])
    entries = play_and_log(table, -1, 2, "end turn")
    assert entries[-1] == LogEntry("drafted Kermes", 0)
    ended = play_and_log(table, -1, 0, "destroy Kermes")
    assert LogEntry("skipped the turn: no drafted cards", 1) in ended
    assert LogEntry("skipped the turn: no drafted cards", 2) in ended
    assert ended.index(LogEntry("Round 3", heading=True)) > 3


@clause("3.7")
def test_the_log_of_skipped_rounds() -> None:
    table = at_last_turn(2, rounds=4)
    set_next_deal(table, [], [])
    skipped = "There were no cards to draft, so all drawn cards were discarded"
    assert log_texts(table, "end turn", mover=1) == [
        "ended the turn", "Round 2", skipped, "Round 3", skipped, "Round 4", skipped,
    ]  # fmt: skip
    assert table.over


def test_the_log_of_an_empty_garment_deck() -> None:
    table = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    s = state_of(table)
    for g in range(len(GARMENT_NAMES)):  # seat 2 has made all others
        s.made[1, g] += s.garment_deck[g]
        s.stars[1] += s.garment_deck[g] * table.setup.readable_constants.stars[g]
        s.garment_deck[g] = 0
    s.garment_deck_size = 0
    assert log_texts(table, "destroy Kermes")[-1] == "The garment deck is empty, so the display was not refilled"


@pytest.mark.parametrize("guided", [False, True])
@pytest.mark.parametrize("seats", GAME.seats)
def test_drawn_cards_can_be_followed_in_the_log(seats: int, guided: bool) -> None:
    """In a whole game, the log alone determines all drawn cards at any time."""
    table, random = Table(GAME.open(seats, {"rounds": 12}), game_key(7, seats)), Random(seats)
    drawn, max_events, garments = [sorted(drawn_by(table, seat)) for seat in range(seats)], 0, 0
    while not table.over:
        mover = random.choice(table.actors)
        action = find_heaviest(table, mover) if guided else random.choice(table.legal(mover))
        for entry in play_and_log(table, -1, mover, action):
            garments += entry.text.startswith("made ")
            if entry.seat >= 0:
                assert not entry.text[0].isupper()
                apply_entry(drawn[entry.seat], entry.text)
        max_events = max(max_events, state_of(table).n_events)
        assert drawn == [sorted(drawn_by(table, seat)) for seat in range(seats)]
    assert 4 <= max_events < MAX_EVENTS
    assert garments > 3 or not guided


def find_heaviest(table: Table, seat: int) -> int:
    """Return the action to which the guide gives the most weight."""
    actions, weights = np.array(table.legal(seat), np.int32), np.zeros(GAME.max_legal, np.int32)
    hidden, scratch = table.hidden(seat), table.setup.new_scratch()
    table.verbs.guide(table.setup.constants, hidden, 0, seat, actions, len(actions), weights, scratch)
    return int(actions[weights[: len(actions)].argmax()])


def apply_entry(drawn: list[str], text: str) -> None:
    """Change a sorted list of drawn cards by an entry of the log."""
    verb, _, details = text.partition(" ")
    if verb == "drew":
        for part in details.replace(" and ", ", ").split(", "):
            n, _, name = part.partition(" ")
            drawn += [name] * int(n) if n.isdigit() else [part]
    elif verb == "stored" or details.startswith("a drawn "):
        drawn.remove(details.removeprefix("a drawn ").replace(" (the only choice)", "").partition(":")[0])
    elif verb == "made":
        drawn.remove(details.partition(" from ")[2].partition(" ")[0].capitalize())
    elif details.startswith("the turn"):
        drawn.clear()
    drawn.sort()


# ---------------------------------------------------------------------- moments


def test_a_garment_is_a_moment() -> None:
    table = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE])
    assert play_and_find_moment(table, "destroy Kermes") is None
    moment = find_moment(table, f"make {CLOAK}")
    assert fill_names(moment.text, ["Ada", "Bo"]) == f"Ada made {CLOAK} for 2 stars."
    assert fill_names(moment.text, ["Ada", "Bo"], 0) == f"You made {CLOAK} for 2 stars."
    assert (moment.made, moment.stars) == (["brazilwood-rose-cloak"], [2, 0])
    only_choice = at_turn(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    assert find_moment(only_choice, "destroy Kermes") == moment


def test_the_reveal_of_the_draft_is_a_moment() -> None:
    table = new_table(2)
    moment = None
    while state_of(table).phase == DRAFTING:
        assert moment is None
        seat = table.actors[0]
        moment = play_and_find_moment(table, table.legal_texts(seat)[0], mover=seat)
    assert moment == Moment("The drafted cards are revealed.", [], [0, 0])


def test_the_end_of_a_round_is_a_moment() -> None:
    table = new_table(3, rounds=2)
    finish_draft(table)
    state_of(table).stars[1] = 3
    play(table, "end turn")
    play(table, "end turn", seat=1)
    moment = find_moment(table, "end turn", mover=2)
    assert fill_names(moment.text, ["Ada", "Bo", "Cy"], 1) == "Round 1 is over. In the lead with 3 stars: you."
    assert (moment.made, moment.stars) == ([], [0, 3, 0])
    finish_draft(table)
    state_of(table).stars[0] = 3
    play(table, "end turn")
    play(table, "end turn", seat=1)
    last = find_moment(table, "end turn", mover=2)
    assert fill_names(last.text, ["Ada", "Bo", "Cy"]) == "The game is over. Ada and Bo shared the win with 3 stars."


def test_without_stars_no_player_is_in_the_lead() -> None:
    moment = find_moment(at_last_turn(2), "end turn", mover=1)
    assert moment.text == "Round 1 is over. No player has any stars."
