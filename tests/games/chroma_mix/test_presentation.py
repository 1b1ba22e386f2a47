"""Action texts, touch paths, prompts, the log and moments."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gamut.engine.chance import game_key
from gamut.engine.options import Value
from gamut.engine.presentation import LogEntry
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.record import ACTIONS, BILLY_PAYS
from gamut.games.chroma_mix.view import Moment
from tests.games.chroma_mix.builders import Position


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("print Coral", ("button:print", "hand:coral")),
        ("mix Soft Cyan", ("button:mix", "hand:soft-cyan")),
        ("mix Violet from play", ("button:mix", "play:violet")),
        ("refill", ("button:refill",)),
        ("swap Ruby Red", ("button:swap", "hand:ruby")),
        ("gain a free Light Yellow", ("button:swap",)),
        ("end turn", ("button:end",)),
        ("add Light Yellow", ("hand:light-yellow",)),
        ("add Slate Gray from play", ("play:slate-gray",)),
        ("gain Sapphire Blue", ("pile:sapphire",)),
        ("gain Soft Cyan", ("pile:soft-cyan",)),
        ("gain Key", ("market:key",)),
        ("also print Petrol", ("hand:petrol",)),
        ("discard Cerulean", ("hand:cerulean",)),
        ("discard Petrol from play", ("play:petrol",)),
        ("return Mustard to hand", ("play:mustard",)),
        ("tuck Pear", ("button:tuck", "play:pear")),
        ("done", ("button:done",)),
        ("print it", ("button:yes",)),
        ("keep it", ("button:no",)),
        ("pass", ("button:pass",)),
        ("mix Violet for Billy", ("billy:violet",)),
    ],
)
def test_action_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    assert setup.touch_paths[setup.parse_action(f" {text.upper()} ")] == path


def test_every_action_has_a_number() -> None:
    setup = GAME.open(2)
    assert len(setup.action_texts) == len(set(setup.action_texts)) == ACTIONS == 289
    assert setup.parse_action("mix Soft Cyan for Billy") == BILLY_PAYS


# ---------------------------------------------------------------------- prompts


def prompt(pos: Position) -> str:
    return pos.table.knowledge(pos.actor).prompt


def test_prompts_name_the_next_step_of_a_turn() -> None:
    pos = Position("Soft Cyan, Pale Magenta, Light Yellow, Jungle", "", plays=("Key, Lemon",))
    assert prompt(pos) == "Print, mix, refill or swap"
    pos.do("mix Pale Magenta")
    assert prompt(pos) == "Choose the second card of the mix"
    pos.do("add Jungle")
    assert prompt(pos) == "Gain Slate Gray"
    pos.do("gain Slate Gray")
    assert prompt(pos) == "Print, mix or refill, or end your turn"
    pos.do("print Slate Gray", "gain Pale Magenta")
    assert prompt(pos) == "Mix or refill, or end your turn"
    pos.do("refill")
    assert prompt(pos) == "Return cards, then choose Done"
    pos.do("return Key to hand", "done")
    assert prompt(pos) == "Mix a second time, or end your turn"


def test_prompts_name_the_card_that_causes_a_decision() -> None:
    for hand, first, question in (
        ("Soft Cyan", [], "Soft Cyan: gain Pale Magenta or Light Yellow"),
        ("Raspberry", [], "Raspberry: gain an ink"),
        ("Light Yellow", [], "Light Yellow: return one card to your hand, or none"),
        ("Turquoise", [], "Turquoise: gain 3 of one ink. Which one?"),
        ("Azure", [], "Azure: gain a rank-2 card"),
        ("Fuchsia", ["gain Soft Cyan"], "Fuchsia: print Soft Cyan now, or keep it in hand?"),
        ("Prism", [], "Prism: discard a card for a rank-2 card, or pass"),
        ("Prism", ["discard Prism from play"], "Prism: gain a rank-2 card"),
        ("Lavender", [], "Lavender: discard a card to split it into two cards on offer"),
        ("Lavender", ["discard Lavender from play"], "Lavender: choose the first of two cards that make Lavender"),
        (
            "Lavender",
            ["discard Lavender from play", "gain Soft Cyan"],
            "Lavender = Soft Cyan + … Choose the other card",
        ),
    ):
        pos = Position(f"{hand}", "").do(f"print {hand}", *first)
        assert prompt(pos) == question
    pos = Position("Lavender", "").do(
        "print Lavender", "discard Lavender from play", "gain Soft Cyan", "gain Pale Magenta"
    )
    assert prompt(pos) == "Lavender: which card do you print first?"
    pos = Position("Violet, 2 Lemon", "").do("print Violet")
    assert prompt(pos) == "Violet: print two more cards, but no Violet"
    assert prompt(pos.do("also print Lemon")) == "Violet: print one more card, but no Violet"
    pos = Position("", "", plays=("2 Jungle",)).do("refill", "done")
    assert prompt(pos) == "Jungle: gain an ink (2 left)"
    assert prompt(Position("Coral", "").do("swap Coral")) == "Swap: gain an ink"


def test_prompts_of_orange_slate_gray_and_raspberry() -> None:
    pos = Position("2 Light Yellow", "", plays=("Orange", "Slate Gray"))
    pos.do("mix Light Yellow", "add Light Yellow", "gain Lemon")
    assert prompt(pos) == "Orange: put Lemon straight into play (no ⚡ effect), or keep it in hand?"
    assert prompt(pos.do("keep it")) == "Slate Gray: gain an ink, or pass"
    pos = Position("2 Soft Cyan, Pale Magenta", "", plays=("Raspberry",)).do("mix Soft Cyan", "add Soft Cyan")
    assert prompt(pos) == "Gain Cerulean, or add a card"
    pos = Position(
        "2 Soft Cyan, 2 Pale Magenta", "", plays=("Raspberry",), row_2="3 Jungle, 3 Lemon", row_3="3 Pear, 3 Orange"
    )
    assert prompt(pos.do("mix Soft Cyan", "add Soft Cyan")) == "Choose another card for the mix"


def test_prompts_of_billys_mix() -> None:
    pos = Position("", billy_deck="MIX, Soft Cyan", billy="Light Yellow").idle()
    assert prompt(pos) == "Billy's mix: choose his first card"
    assert prompt(pos.do("mix Soft Cyan for Billy")) == "Billy's mix: choose his second card"
    assert prompt(pos.do("mix Light Yellow for Billy")) == "Billy's mix: gain Jungle"


def test_headlines_name_the_round() -> None:
    pos = Position("", "", "", plays=("Emerald Green, 3 Pear, Coral",))
    assert pos.table.knowledge(1).headline == "Round 1"
    assert pos.idle().table.knowledge(-1).headline == "Round 1 – last round"
    assert pos.idle(2).table.knowledge(-1).headline == "Game over"


# ---------------------------------------------------------------------- the log


def texts(entries: list[LogEntry]) -> list[str]:
    """Return the log as lines: `0 printed Coral`."""
    return [f"{entry.seat} {entry.text}" if entry.seat >= 0 else entry.text for entry in entries]


def test_a_mix_is_logged_when_it_is_finished() -> None:
    pos = Position("Soft Cyan, Light Yellow", "", decks="Prism")
    assert pos.log("mix Soft Cyan") == []
    assert pos.log("add Light Yellow") == []
    assert pos.log("gain Jungle") == [
        LogEntry("mixed Soft Cyan and Light Yellow into a Jungle", 0, ("jungle", "soft-cyan", "light-yellow")),
        LogEntry("Prism entered the market", -1, ("prism",)),
    ]


@pytest.mark.parametrize(
    ("hand", "play", "actions", "entries"),
    [
        ("Coral", "", ["print Coral"], ["0 printed Coral", "0 gained Pale Magenta from Coral"]),
        ("Soft Cyan", "", ["print Soft Cyan", "gain Light Yellow"], ["0 gained Light Yellow from Soft Cyan"]),
        ("Turquoise", "", ["print Turquoise", "gain Soft Cyan"], ["0 gained three Soft Cyans from Turquoise"]),
        ("Fuchsia", "", ["print Fuchsia", "gain Soft Cyan", "keep it"], ["0 kept Soft Cyan in hand"]),
        ("Fuchsia", "", ["print Fuchsia", "gain Soft Cyan", "print it"], ["0 printed Soft Cyan with Fuchsia"]),
        ("Prism", "", ["print Prism", "pass"], ["0 did not use Prism"]),
        ("Coral", "", ["swap Coral", "gain Soft Cyan"], ["0 swapped Coral for Soft Cyan"]),
        ("", "", ["gain a free Light Yellow"], ["0 had no cards and gained a Light Yellow"]),
        ("", "", ["refill"], ["0 refilled without returning any cards"]),
        ("", "Coral", ["refill", "done"], ["0 refilled without returning any cards"]),
        ("", "Coral", ["refill", "return Coral to hand"], ["0 returned Coral to hand"]),
        ("", "Coral", ["refill", "return Coral to hand", "done"], []),
        ("Soft Cyan", "Key", ["print Soft Cyan", "gain Light Yellow", "end turn"], ["0 ended the turn"]),
        ("Violet, Lemon", "", ["print Violet", "also print Lemon"], ["0 printed Lemon", "Violet had no effect"]),
    ],
)
def test_the_log_of_actions(hand: str, play: str, actions: list[str], entries: list[str]) -> None:
    pos = Position(hand, "", plays=(play,)).do(*actions[:-1])
    assert texts(pos.log(actions[-1])) == entries


def test_the_log_of_orange_and_of_slate_gray() -> None:
    pos = Position("2 Light Yellow", "", plays=("Orange", "2 Slate Gray")).do("mix Light Yellow", "add Light Yellow")
    pos.do("gain Lemon")
    assert texts(pos.log("print it")) == ["0 put Lemon straight into play with Orange"]
    assert texts(pos.log("gain Soft Cyan")) == ["1 gained Soft Cyan from Slate Gray"]
    assert texts(pos.log("pass")) == ["1 did not use Slate Gray"]


def test_the_log_of_prism_lavender_and_mustard() -> None:
    pos = Position("Prism", "", decks="").do("print Prism", "discard Prism from play")
    assert texts(pos.log("gain Lemon")) == [
        "0 used Prism to discard Prism and gain Lemon",
        "The rank-2 discard pile was shuffled into a new deck",
        "Prism entered the market",
    ]
    pos = Position("Lavender", "").do("print Lavender", "discard Lavender from play")
    assert pos.log("gain Pale Magenta") == []
    assert texts(pos.log("gain Soft Cyan"))[0] == "0 split Lavender into Soft Cyan and Pale Magenta"
    pos.do("also print Soft Cyan")
    assert texts(pos.log("gain Light Yellow")) == [
        "0 gained Light Yellow from Soft Cyan",
        "0 printed Pale Magenta with Lavender",
    ]
    pos = Position("", "", plays=("Pear, Mustard",), special="mustard").do("refill")
    assert texts(pos.log("tuck Pear")) == ["0 tucked Pear under Mustard (3 dots in all)"]
    pos = Position("", "", plays=("Soft Cyan, Mustard",), special="mustard").do("refill")
    assert texts(pos.log("tuck Soft Cyan")) == ["0 tucked Soft Cyan under Mustard (1 dot in all)"]


def test_the_log_of_a_lavender_whose_second_card_is_gone() -> None:
    pos = Position("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon", decks="")
    pos.do("print Lavender", "discard Violet from play", "gain Prism", "gain Soft Cyan", "also print Prism")
    entries = texts(pos.do("discard Soft Cyan").log("gain Lemon"))
    assert entries[0] == "0 used Prism to discard Soft Cyan and gain Lemon"
    assert entries[-1] == "0 had no Soft Cyan left to print"


def test_the_log_of_rounds_and_victories() -> None:
    pos = Position("", "", plays=("Emerald Green, 3 Pear, Coral",)).do("refill")
    assert texts(pos.log("done")) == ["0 refilled without returning any cards", "0 reached 17 points"]
    pos = Position("", "", turn=1)
    assert pos.log("refill")[-1] == LogEntry("Round 2", heading=True)


def test_the_log_of_billys_turn() -> None:
    pos = Position("", billy_deck="MIX, Soft Cyan", billy="Light Yellow")
    assert texts(pos.log("refill")) == [
        "0 refilled without returning any cards",
        "Billy drew Soft Cyan and a MIX card",
    ]
    pos.do("mix Soft Cyan for Billy", "mix Light Yellow for Billy")
    assert texts(pos.log("gain Jungle"))[0] == "Billy mixed Soft Cyan and Light Yellow into a Jungle"
    pos = Position("", billy_deck="Soft Cyan", billy="")
    assert texts(pos.log("refill"))[1:] == [
        "Billy drew Soft Cyan",
        "Billy shuffled his discard pile into a new deck",
        "Billy drew a MIX card",
        "Billy could not mix",
        "Round 2",
    ]
    pos = Position("", billy_deck="2 Light Yellow", billy="2 Emerald Green, Pear")
    assert texts(pos.log("refill"))[-1] == "Billy reached 17 points"


# ---------------------------------------------------------------------- moments


def moment(pos: Position, text: str) -> Any:
    """Play an action and return its moment."""
    mover, action = pos.actor, pos.table.setup.parse_action(text)
    before = pos.table.knowledge(-1)
    pos.do(text)
    return pos.table.knowledge(-1).moment(before, mover, action)


def test_a_victory_is_a_moment() -> None:
    pos = Position("Emerald Green, Sapphire Blue", "", "", plays=("Ruby Red",)).do("refill")
    cards = ["ruby", "emerald", "sapphire"]
    assert moment(pos, "done") == Moment("{0} achieved the Ruby victory – last round!", cards)
    assert moment(pos, "refill") is None
    assert moment(pos, "refill") == Moment("{0} won with Ruby. {2} fell 17 points short.", cards)


def test_a_special_victory_is_a_moment() -> None:
    pos = Position("3 Fuchsia", "", plays=("3 Lemon, Petrol",), special="petrol").do("refill")
    assert moment(pos, "done") == Moment("{0} achieved the Petrol victory – last round!", ["petrol"])


def test_the_round_limit_is_a_moment() -> None:
    pos = Position("Soft Cyan", "Coral", rounds=1).idle()
    text = "No victory in 1 round: no player wins. {1} fell 17 points short. {0} fell 17 points short."
    assert moment(pos, "refill") == Moment(text, [])
    pos = Position("Soft Cyan", plays=("Emerald Green, 3 Pear",), billy_deck="2 Soft Cyan", rounds=1).do("refill")
    text = "No victory in 1 round: no player wins. {0} fell 2 points short. Billy fell 17 points short."
    assert moment(pos, "done") == Moment(text, [])


def test_the_moment_of_billys_victory_includes_what_the_player_needed() -> None:
    pos = Position("", plays=("Emerald Green, 3 Pear",), billy_deck="2 Light Yellow", billy="2 Emerald Green, Orange")
    text = "Billy won with 17 points. {0} fell 2 points short."
    assert moment(pos.do("refill"), "done") == Moment(text, ["light-yellow", "orange", "emerald"])


def read_log(seats: int, options: dict[str, Value], seed: int = 0) -> list[LogEntry]:
    """Return the log of a game of three rounds."""
    table = Table(GAME.open(seats, {**options, "rounds": 3}), game_key(seed, seats), native=False)
    log = SeatLog(0, table)
    while not table.over:
        before = table.record.copy()
        table.play(table.actors[0], table.legal(table.actors[0])[0])
        log.follow_step(table, before)
    return log.entries


@pytest.mark.parametrize(("seats", "options"), [(3, {"first": "2"}), (1, {}), (1, {"difficulty": "hard"})])
def test_the_log_has_one_heading_for_each_round(seats: int, options: dict[str, Value]) -> None:
    headings = [entry.text for entry in read_log(seats, options) if entry.heading]
    assert headings == ["Round 1", "Round 2", "Round 3"]


def test_if_billy_begins_each_round_its_heading_precedes_his_turn() -> None:
    places = set()
    for difficulty, seed in product(["easy", "medium", "hard"], range(4)):
        entries = read_log(1, {"difficulty": difficulty}, seed)
        first, *others = [i for i, entry in enumerate(entries) if entry.heading]
        assert [entries[i].text for i in (first, *others)] == ["Round 1", "Round 2", "Round 3"]
        places.add(first > 0)
        # his turn of round 1 may have been part of the deal
        for i in others if first == 0 else (first, *others):
            assert entries[i + 1].text.startswith(("Billy drew ", "Billy shuffled "))
            assert i == first or not entries[i - 1].text.startswith("Billy ")
    assert places == {True, False}, "the seeds show both"
