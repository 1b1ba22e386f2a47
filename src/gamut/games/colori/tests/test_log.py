"""The log of Colori leaves nothing out that everybody saw; and its moments."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gamut.engine.keys import game_key
from gamut.engine.language import LogEntry, fill_names
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.log import ColoriMoment, MadeGarment
from gamut.games.colori.positions import acting, do, look, opened, pick_all
from gamut.games.colori.record import CARDS, DRAFTING, TRAIL
from gamut.games.colori.tests.positions import at_last_turn, last_deal
from gamut.testing import clause

CLOAK, KIRTLE = "Brazilwood Rose Cloak", "Dyer's Broom Yellow Kirtle"


def hear_log(table: Table, seat: int, mover: int, action: int | str) -> list[LogEntry]:
    """What a seat reads about an action."""
    before, number = table.knowledge(seat), table.setup.action(action)
    known = table.seen(seat, mover, number)
    table.play(mover, number)
    return table.knowledge(seat).tell(before, mover, known)


def texts(table: Table, action: str, seat: int = 1, mover: int = 0) -> list[str]:
    """The texts of it."""
    return [entry.text for entry in hear_log(table, seat, mover, action)]


def moment(table: Table, action: str, mover: int = 0) -> ColoriMoment | None:
    """What is worth a pause."""
    before, number = table.knowledge(-1), table.setup.action(action)
    known = table.seen(-1, mover, number)
    table.play(mover, number)
    found = table.knowledge(-1).moment(before, mover, known)
    assert found is None or isinstance(found, ColoriMoment)
    return found


# ---------------------------------------------------------------------- the draft


def test_the_log_of_a_draft_keeps_secrets() -> None:
    table = opened(2)
    mine, theirs = table.legal_texts(0)[0], table.legal_texts(1)[0]
    assert hear_log(table, 1, 0, mine) == []  # that a seat has chosen is to be seen at the seat
    assert texts(table, theirs, mover=1) == [theirs.replace("take", "took")]
    for _ in range(2):
        for seat in range(2):
            table.play(seat, table.legal(seat)[0])
    table.play(0, table.legal(0)[0])
    last = hear_log(table, -1, 1, table.legal_texts(1)[0])
    assert [entry.seat for entry in last] == [0, 1]
    assert all(entry.text.startswith("drafted ") for entry in last)


def test_own_picks_are_told_to_their_maker() -> None:
    table = opened(3)
    chosen = table.legal_texts(1)[0]
    assert texts(table, chosen, seat=1, mover=1) == [chosen.replace("take", "took")]


# ---------------------------------------------------------------------- a turn


def test_the_log_of_a_turn() -> None:
    table = acting(
        drafted=["Silk", "Madder", "Lac", "Weld", "Kermes"], drawn=["Azurite", "Wool"], deck=["Woad", "Henna"],
        discard=[], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE],
    )  # fmt: skip
    drew = texts(table, "destroy Silk")
    assert drew in (["destroyed Silk: draw 2", f"drew {both}"] for both in ("Woad and Henna", "Henna and Woad"))
    assert hear_log(table, 1, 0, "destroy Madder")[0].pieces == ("red", "red", "vermilion")
    stored = hear_log(table, 1, 0, "store Azurite")[0]
    assert (stored.text, stored.seat, stored.pieces) == ("stored Azurite", 0, ("teal", "blue", "blue"))
    do(table, "store Woad")
    assert texts(table, "destroy Kermes") == ["destroyed Kermes: make a garment"]
    made = hear_log(table, 1, 0, f"make {CLOAK}")
    assert made[0] == LogEntry(f"made {CLOAK} of wool for 2 stars", 0, ("red",) * 4)
    new = GARMENT_NAMES[look(table).display[0] - 1]
    assert (made[1].text, made[1].seat) == (f"{new} came to the display", -1)
    assert texts(table, "destroy Weld") == ["destroyed Weld: make a garment", "could not pay for any garment"]
    do(table, "destroy Lac")
    assert texts(table, "stop mixing") == ["stopped mixing", "had no drafted card left and ended the turn"]


def test_the_log_of_a_mix_has_its_three_colours() -> None:
    table = acting(drafted=["Lac", "Weld"], wheel={"red": 1, "yellow": 1})
    do(table, "destroy Lac")
    entry = hear_log(table, 1, 0, "mix red and yellow")[0]
    assert (entry.text, entry.pieces) == ("mixed red and yellow into orange", ("orange", "red", "yellow"))


def test_a_destroyed_drawn_card_and_its_draw_are_told() -> None:
    table = acting(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"], deck=["Silk", "Silk"])
    do(table, "destroy Smalt")
    assert texts(table, "destroy drawn Silk") == ["destroyed drawn Silk: draw 2", "drew 2 Silk"]
    table = acting(drafted=["Smalt", "Weld"], drawn=["Silk", "Garment"])
    do(table, "destroy Smalt")
    assert texts(table, "destroy drawn Garment") == ["destroyed drawn Garment"]


@clause("5.4")
def test_what_happens_by_itself_is_told() -> None:
    table = acting(
        drafted=["Woad", "Iron Black", "Kermes", "Weld"], drawn=["Madder", "Madder"], deck=["Wool"], discard=[],
        wheel={"red": 0}, display=[CLOAK],
    )  # fmt: skip
    assert texts(table, "destroy Woad") == ["destroyed Woad: store 2"] + 2 * ["stored Madder, the only choice"]
    assert texts(table, "destroy Iron Black") == [
        "destroyed Iron Black: destroy 2", "had no drawn card to destroy",
    ]  # fmt: skip
    table = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    made = texts(table, "destroy Kermes")
    assert made[:2] == ["destroyed Kermes: make a garment", f"made {CLOAK} of wool for 2 stars, the only choice"]
    assert made[2].endswith("came to the display")
    table = acting(drafted=["Smalt", "Weld"], drawn=["Wool", "Wool"], deck=["Lac"], discard=[])
    assert texts(table, "destroy Smalt") == [
        "destroyed Smalt: destroy 1", "destroyed drawn Wool, the only choice: draw 1", "drew Lac",
    ]  # fmt: skip


def test_lapsed_abilities_are_told() -> None:
    table = acting(drafted=["Saffron", "Henna", "Lac", "Weld", "Smalt"], drawn=[], deck=[], discard=[])
    assert texts(table, "destroy Saffron")[1:] == ["had no card to draw"]
    assert texts(table, "destroy Henna")[1:] == ["had no drawn card to store"]
    assert texts(table, "destroy Lac")[1:] == ["had no two colours that mix"]
    assert texts(table, "destroy Weld")[1:] == ["could not pay for any garment"]
    assert texts(table, "destroy Smalt")[1:] == [
        "had no drawn card to destroy", "had no drafted card left and ended the turn",
    ]  # fmt: skip


def test_cards_drawn_with_the_last_card_are_told_though_they_are_discarded_at_once() -> None:
    table = acting(drafted=["Silk"], drawn=[], deck=["Woad"], discard=["Henna"])
    assert texts(table, "destroy Silk") == [
        "destroyed Silk: draw 2", "drew Woad", "shuffled the discard pile into a new deck", "drew Henna",
        "had no drafted card left and ended the turn",
    ]  # fmt: skip


# ---------------------------------------------------------------------- rounds


def test_a_new_round_and_its_draws_are_told() -> None:
    table = acting(drafted=["Wool"], drawn=[], deck=["Basic Red"], discard=["Madder"])
    do(table, "end turn")
    entries = hear_log(table, -1, 1, "end turn")
    assert entries[:4] == [
        LogEntry("ended the turn", 1),
        LogEntry("Round 2", heading=True),
        LogEntry("shuffled the discard pile into a new deck", 0),
        LogEntry("drew Basic Red, Wool and Madder", 0),
    ]
    assert entries[-1].text.startswith("drew ")
    assert {entry.seat for entry in entries[4:]} == {1}


@clause("3.2")
def test_a_new_draft_deck_is_told() -> None:
    table = at_last_turn(2)
    last_deal(table, ["Kermes", "Kermes", "Woad"], ["Weld", "Weld", "Smalt", "Smalt", "Lac", "Lac", "Henna"])
    entries = hear_log(table, -1, 1, "end turn")
    assert entries[-1] == LogEntry("The destroyed cards were shuffled into a new draft deck")


@clause("4.6")
def test_a_turn_that_is_skipped_is_told() -> None:
    table = at_last_turn(3)
    last_deal(table, ["Kermes"], [])
    entries = hear_log(table, -1, 2, "end turn")
    assert entries[-1] == LogEntry("drafted Kermes", 0)
    ended = hear_log(table, -1, 0, "destroy Kermes")
    assert LogEntry("had drafted nothing and missed the turn", 1) in ended
    assert LogEntry("had drafted nothing and missed the turn", 2) in ended
    assert ended.index(LogEntry("Round 3", heading=True)) > 3


@clause("3.7")
def test_rounds_that_pass_are_told() -> None:
    table = at_last_turn(2, rounds=4)
    last_deal(table, [], [])
    passed = "No card was left to draft: what was drawn was discarded"
    assert texts(table, "end turn", mover=1) == [
        "ended the turn", "Round 2", passed, "Round 3", passed, "Round 4", passed,
    ]  # fmt: skip
    assert table.over


def test_an_empty_garment_deck_is_told() -> None:
    table = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    s = look(table)
    for g in range(len(GARMENT_NAMES)):  # somebody else has made all others
        s.made[1, g] += s.garments[g]
        s.stars[1] += s.garments[g] * table.setup.strict_constants.stars[g]
        s.garments[g] = 0
    s.garments_left = 0
    assert texts(table, "destroy Kermes")[-1] == "The garment deck was empty: a place on display stayed free"


@pytest.mark.parametrize("guided", [False, True])
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_drawn_card_that_came_or_went_is_in_the_log(seats: int, guided: bool) -> None:
    """Whole games: who reads only the log knows all drawn cards at any time."""
    table, random = Table(GAME.open(seats, {"rounds": 12}), game_key(7, seats)), Random(seats)
    drawn, longest, made = [list_drawn(table, seat) for seat in range(seats)], 0, 0
    while not table.over:
        mover = random.choice(table.actors)
        action = weigh(table, mover) if guided else random.choice(table.legal(mover))
        for entry in hear_log(table, -1, mover, action):
            made += entry.text.startswith("made ")
            if entry.seat >= 0:
                assert not entry.text[0].isupper()
                follow(drawn[entry.seat], entry.text)
        longest = max(longest, look(table).trail_length)
        assert drawn == [list_drawn(table, seat) for seat in range(seats)]
    assert 4 <= longest < TRAIL
    assert made > 3 or not guided


def weigh(table: Table, seat: int) -> int:
    """The action that the guide weighs most."""
    acts, weights = np.array(table.legal(seat), np.int32), np.zeros(GAME.most_legal, np.int32)
    hidden, work = table.hidden(seat), table.setup.work()
    table.rules.guide(table.setup.constants, hidden, 0, seat, acts, len(acts), weights, work)
    return int(acts[weights[: len(acts)].argmax()])


def list_drawn(table: Table, seat: int) -> list[str]:
    """The names of the drawn cards, in order."""
    s = look(table)
    return sorted(CARD_NAMES[card] for card in range(CARDS) for _ in range(s.drawn[seat, card]))


def follow(drawn: list[str], text: str) -> None:
    """Do to some drawn cards what the log says."""
    verb, _, what = text.partition(" ")
    if verb == "drew":
        for part in what.replace(" and ", ", ").split(", "):
            n, _, name = part.partition(" ")
            drawn += [name] * int(n) if n.isdigit() else [part]
    elif verb == "stored" or what.startswith("drawn "):
        drawn.remove(what.removeprefix("drawn ").partition(",")[0].partition(":")[0])
    elif verb == "made":
        drawn.remove(what.partition(" of ")[2].partition(" ")[0].capitalize())
    elif what.endswith("the turn"):
        drawn.clear()
    drawn.sort()


# ---------------------------------------------------------------------- moments


def test_a_garment_is_a_moment() -> None:
    table = acting(
        drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4, "yellow": 4}, display=[CLOAK, KIRTLE]
    )
    assert moment(table, "destroy Kermes") is None
    found = moment(table, f"make {CLOAK}")
    assert found is not None
    assert fill_names(found.text, ["Ada", "Bo"]) == f"Ada made {CLOAK} for 2 stars."
    assert fill_names(found.text, ["Ada", "Bo"], 0) == f"You made {CLOAK} for 2 stars."
    assert found.made == [MadeGarment(0, "brazilwood-rose-cloak", "wool", ("red",) * 4, 2)]
    assert (found.drafted, found.ended, found.stars, found.over) == ([], 0, [2, 0], False)
    only = acting(drafted=["Kermes", "Weld"], drawn=["Wool"], wheel={"red": 4}, display=[CLOAK])
    by_itself = moment(only, "destroy Kermes")
    assert by_itself is not None
    assert by_itself.made == found.made


def test_the_turned_up_cards_are_a_moment() -> None:
    table = opened(2)
    found = None
    while look(table).phase == DRAFTING:
        assert found is None
        seat = table.actors[0]
        found = moment(table, table.legal_texts(seat)[0], mover=seat)
    assert found is not None
    assert found.text == "The drafted cards were turned up."
    assert [len(cards) for cards in found.drafted] == [5, 5]


def test_the_end_of_a_round_is_a_moment() -> None:
    table = opened(3, rounds=2)
    pick_all(table)
    look(table).stars[1] = 3
    do(table, "end turn")
    do(table, "end turn", seat=1)
    found = moment(table, "end turn", mover=2)
    assert found is not None
    assert fill_names(found.text, ["Ada", "Bo", "Cy"], 1) == "Round 1 ended. You led with 3 stars."
    assert (found.ended, found.stars, found.over) == (1, [0, 3, 0], False)
    pick_all(table)
    look(table).stars[0] = 3
    do(table, "end turn")
    do(table, "end turn", seat=1)
    last = moment(table, "end turn", mover=2)
    assert last is not None
    assert fill_names(last.text, ["Ada", "Bo", "Cy"]) == "Round 2 ended. Ada and Bo led with 3 stars each."
    assert last.over


def test_nobody_leads_without_stars() -> None:
    table = at_last_turn(2)
    found = moment(table, "end turn", mover=1)
    assert found is not None
    assert found.text == "Round 1 ended. Nobody had a star."
