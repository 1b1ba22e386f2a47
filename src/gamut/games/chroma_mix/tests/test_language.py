"""What Chroma Mix says: action texts and paths, questions, the log, and moments."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.engine.language import LogEntry
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.log import ChromaMixMoment
from gamut.games.chroma_mix.positions import Scene
from gamut.games.chroma_mix.record import ACTIONS, BILLY_PAYS


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("print Coral", ("button:print", "hand:coral")),
        ("mix Soft Cyan", ("button:mix", "hand:soft-cyan")),
        ("mix Violet in play", ("button:mix", "play:violet")),
        ("refill", ("button:refill",)),
        ("swap Ruby Red", ("button:swap", "hand:ruby")),
        ("swap nothing", ("button:swap",)),
        ("end turn", ("button:end",)),
        ("with Light Yellow", ("hand:light-yellow",)),
        ("with Slate Gray in play", ("play:slate-gray",)),
        ("take Sapphire Blue", ("pile:sapphire",)),
        ("take Soft Cyan", ("pile:soft-cyan",)),
        ("take Key", ("market:key",)),
        ("also print Petrol", ("hand:petrol",)),
        ("discard Cerulean", ("hand:cerulean",)),
        ("discard Petrol in play", ("play:petrol",)),
        ("return Mustard", ("play:mustard",)),
        ("tuck Pear", ("button:tuck", "play:pear")),
        ("done", ("button:done",)),
        ("print it", ("button:yes",)),
        ("keep it", ("button:no",)),
        ("pass", ("button:pass",)),
        ("Billy pays Violet", ("billy:violet",)),
    ],
)
def test_action_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    assert setup.paths[setup.action(f" {text.upper()} ")] == path


def test_every_action_has_a_number() -> None:
    setup = GAME.open(2)
    assert len(setup.texts) == len(set(setup.texts)) == ACTIONS == 289
    assert setup.action("Billy pays Soft Cyan") == BILLY_PAYS


# ---------------------------------------------------------------------- questions


def asked(at: Scene) -> str:
    """What is asked of whoever is awaited."""
    return at.table.knowledge(at.actor).ask


def test_questions_of_a_turn() -> None:
    at = Scene("Soft Cyan, Pale Magenta, Light Yellow, Jungle", "", plays=("Key, Lemon",))
    assert asked(at) == "Print, mix, refill or swap"
    at.do("mix Pale Magenta")
    assert asked(at) == "Choose the second card of the mix"
    at.do("with Jungle")
    assert asked(at) == "Take Slate Gray"
    at.do("take Slate Gray")
    assert asked(at) == "Print, mix or refill, or end your turn"
    at.do("print Slate Gray", "take Pale Magenta")
    assert asked(at) == "Mix or refill, or end your turn"
    at.do("refill")
    assert asked(at) == "Take cards back from left to right, then say that it is enough"
    at.do("return Key", "done")
    assert asked(at) == "Mix a second time, or end your turn"


def test_questions_of_effects() -> None:
    for hand, first, question in (
        ("Soft Cyan", [], "Soft Cyan: add Pale Magenta or Light Yellow"),
        ("Raspberry", [], "Raspberry: add a rank-1 card"),
        ("Light Yellow", [], "Light Yellow: take one card back, or none"),
        ("Turquoise", [], "Turquoise: choose the pile for 3 rank-1 cards"),
        ("Azure", [], "Azure: add a rank-2 card"),
        ("Fuchsia", ["take Soft Cyan"], "Fuchsia: print Soft Cyan at once, or keep it?"),
        ("Prism", [], "Prism: discard a card for a rank-2 card, or pass"),
        ("Prism", ["discard Prism in play"], "Prism: take a rank-2 card"),
        ("Lavender", [], "Lavender: discard a card that two open cards make together"),
        ("Lavender", ["discard Lavender in play"], "Lavender: choose the first of two cards that make Lavender"),
        (
            "Lavender",
            ["discard Lavender in play", "take Soft Cyan"],
            "Lavender: Lavender is Soft Cyan and which card?",
        ),
    ):
        at = Scene(f"{hand}", "").do(f"print {hand}", *first)
        assert asked(at) == question
    at = Scene("Lavender", "").do(
        "print Lavender", "discard Lavender in play", "take Soft Cyan", "take Pale Magenta"
    )
    assert asked(at) == "Lavender: which card is printed first?"
    at = Scene("Violet, 2 Lemon", "").do("print Violet")
    assert asked(at) == "Violet: print two more cards, but no Violet"
    assert asked(at.do("also print Lemon")) == "Violet: print one more card, but no Violet"
    at = Scene("", "", plays=("2 Jungle",)).do("refill", "done")
    assert asked(at) == "Jungle: add a rank-1 card, 2 to come"
    assert asked(Scene("Coral", "").do("swap Coral")) == "Swap: take a rank-1 card"


def test_questions_of_orange_slate_gray_and_raspberry() -> None:
    at = Scene("2 Light Yellow", "", plays=("Orange", "Slate Gray"))
    at.do("mix Light Yellow", "with Light Yellow", "take Lemon")
    assert asked(at) == "Orange: print Lemon at once without its effect, or keep it?"
    assert asked(at.do("keep it")) == "Slate Gray: add a rank-1 card, or pass"
    at = Scene("2 Soft Cyan, Pale Magenta", "", plays=("Raspberry",)).do("mix Soft Cyan", "with Soft Cyan")
    assert asked(at) == "Take Cerulean, or add a card"
    at = Scene(
        "2 Soft Cyan, 2 Pale Magenta", "", plays=("Raspberry",), row_2="3 Jungle, 3 Lemon", row_3="3 Pear, 3 Orange"
    )
    assert asked(at.do("mix Soft Cyan", "with Soft Cyan")) == "Choose one more card of the mix"


def test_questions_of_billys_mix_and_of_the_end() -> None:
    at = Scene("", billys_deck="MIX, Soft Cyan", billy="Light Yellow").idle()
    assert asked(at) == "You mix for Billy: choose its first card"
    assert asked(at.do("Billy pays Soft Cyan")) == "You mix for Billy: choose its second card"
    assert asked(at.do("Billy pays Light Yellow")) == "You mix for Billy: take Jungle"
    over = Scene("", "", rounds=1).idle(2)
    assert over.table.knowledge(0).ask == ""
    assert over.table.game.language.ask(over.table.setup.strict_constants, over.s, 0) == "The game is over"


def test_headlines() -> None:
    at = Scene("", "", "", plays=("Emerald Green, 3 Pear, Coral",))
    assert at.table.knowledge(1).headline == "Round 1"
    assert at.idle().table.knowledge(-1).headline == "Last round, 1"


# ---------------------------------------------------------------------- the log


def texts(entries: list[LogEntry]) -> list[str]:
    """The log as lines: `0 printed Coral`."""
    return [f"{entry.seat} {entry.text}" if entry.seat >= 0 else entry.text for entry in entries]


def test_the_log_tells_a_mix_once_when_it_is_done() -> None:
    at = Scene("Soft Cyan, Light Yellow", "", decks="Prism")
    assert at.tell("mix Soft Cyan") == []
    assert at.tell("with Light Yellow") == []
    assert at.tell("take Jungle") == [
        LogEntry("mixed Soft Cyan and Light Yellow into Jungle", 0, ("jungle", "soft-cyan", "light-yellow")),
        LogEntry("The market shows Prism now", -1, ("prism",)),
    ]


@pytest.mark.parametrize(
    ("hand", "play", "steps", "told"),
    [
        ("Coral", "", ["print Coral"], ["0 printed Coral", "0 added Pale Magenta, by Coral"]),
        ("Soft Cyan", "", ["print Soft Cyan", "take Light Yellow"], ["0 added Light Yellow, by Soft Cyan"]),
        ("Turquoise", "", ["print Turquoise", "take Soft Cyan"], ["0 added 3 Soft Cyan, by Turquoise"]),
        ("Fuchsia", "", ["print Fuchsia", "take Soft Cyan", "keep it"], ["0 kept Soft Cyan in hand"]),
        ("Fuchsia", "", ["print Fuchsia", "take Soft Cyan", "print it"], ["0 printed Soft Cyan, by Fuchsia"]),
        ("Prism", "", ["print Prism", "pass"], ["0 did not use Prism"]),
        ("Coral", "", ["swap Coral", "take Soft Cyan"], ["0 swapped Coral for Soft Cyan"]),
        ("", "", ["swap nothing"], ["0 took a Light Yellow for an empty hand"]),
        ("", "", ["refill"], ["0 refilled and took nothing back"]),
        ("", "Coral", ["refill", "done"], ["0 refilled and took nothing back"]),
        ("", "Coral", ["refill", "return Coral"], ["0 took Coral back"]),
        ("", "Coral", ["refill", "return Coral", "done"], []),
        ("Soft Cyan", "Key", ["print Soft Cyan", "take Light Yellow", "end turn"], ["0 ended the turn"]),
        ("Violet, Lemon", "", ["print Violet", "also print Lemon"], ["0 printed Lemon", "Nothing came of Violet"]),
    ],
)
def test_the_log_of_actions(hand: str, play: str, steps: list[str], told: list[str]) -> None:
    at = Scene(hand, "", plays=(play,)).do(*steps[:-1])
    assert texts(at.tell(steps[-1])) == told


def test_the_log_of_orange_and_of_slate_gray() -> None:
    at = Scene("2 Light Yellow", "", plays=("Orange", "2 Slate Gray")).do("mix Light Yellow", "with Light Yellow")
    at.do("take Lemon")
    assert texts(at.tell("print it")) == ["0 put Lemon straight into play, by Orange"]
    assert texts(at.tell("take Soft Cyan")) == ["1 added Soft Cyan, by Slate Gray"]
    assert texts(at.tell("pass")) == ["1 did not use Slate Gray"]


def test_the_log_of_prism_lavender_and_mustard() -> None:
    at = Scene("Prism", "", decks="").do("print Prism", "discard Prism in play")
    assert texts(at.tell("take Lemon")) == [
        "0 discarded Prism and added Lemon, by Prism",
        "The discard pile of rank 2 became the deck",
        "The market shows Prism now",
    ]
    at = Scene("Lavender", "").do("print Lavender", "discard Lavender in play")
    assert at.tell("take Pale Magenta") == []
    assert texts(at.tell("take Soft Cyan"))[0] == "0 parted Lavender into Soft Cyan and Pale Magenta"
    at.do("also print Soft Cyan")
    assert texts(at.tell("take Light Yellow")) == [
        "0 added Light Yellow, by Soft Cyan",
        "0 printed Pale Magenta, by Lavender",
    ]
    at = Scene("", "", plays=("Pear, Mustard",), special="mustard").do("refill")
    assert texts(at.tell("tuck Pear")) == ["0 tucked Pear under Mustard, 3 dots in all"]


def test_the_log_tells_when_lavenders_second_card_is_gone() -> None:
    at = Scene("Lavender", "", plays=("Violet",), row_2="Prism, Jungle, 4 Lemon", decks="")
    at.do("print Lavender", "discard Violet in play", "take Prism", "take Soft Cyan", "also print Prism")
    told = texts(at.do("discard Soft Cyan").tell("take Lemon"))
    assert told[0] == "0 discarded Soft Cyan and added Lemon, by Prism"
    assert told[-1] == "0 had no Soft Cyan left to print"


def test_the_log_of_rounds_and_victories() -> None:
    at = Scene("", "", plays=("Emerald Green, 3 Pear, Coral",)).do("refill")
    assert texts(at.tell("done")) == ["0 refilled and took nothing back", "0 met 17 points"]
    at = Scene("", "", turn=1)
    assert at.tell("refill")[-1] == LogEntry("Round 2", heading=True)


def test_the_log_of_billys_turn() -> None:
    at = Scene("", billys_deck="MIX, Soft Cyan", billy="Light Yellow")
    assert texts(at.tell("refill")) == ["0 refilled and took nothing back", *drew(at)]
    at.do("Billy pays Soft Cyan", "Billy pays Light Yellow")
    assert texts(at.tell("take Jungle"))[0] == "Billy mixed Soft Cyan and Light Yellow into Jungle"
    at = Scene("", billys_deck="Soft Cyan", billy="")
    told = texts(at.tell("refill"))
    assert told[1:] == [
        "Billy drew Soft Cyan",
        "Billy's discard pile became its deck",
        "Billy drew MIX",
        "Billy had nothing to mix",
        "Round 2",
    ]
    at = Scene("", billys_deck="2 Light Yellow", billy="2 Emerald Green, Pear")
    assert texts(at.tell("refill"))[-1] == "Billy met 17 points"


def drew(at: Scene) -> list[str]:
    """Billy's draws as the log tells them."""
    return [f"Billy drew {' and '.join(at.drawn)}"]


# ---------------------------------------------------------------------- moments


def moment(at: Scene, text: str) -> Any:
    """What an action is worth a pause for."""
    mover, action = at.actor, at.table.setup.action(text)
    before = at.table.knowledge(-1)
    at.do(text)
    return at.table.knowledge(-1).moment(before, mover, action)


def test_a_victory_is_a_moment() -> None:
    at = Scene("Emerald Green, Sapphire Blue", "", "", plays=("Ruby Red",)).do("refill")
    assert moment(at, "done") == ChromaMixMoment(
        text="{0} met the Ruby victory. The round is finished.",
        kind="victory",
        player=0,
        victory="ruby",
        cards=["ruby", "emerald", "sapphire"],
        last_turns=[1, 2],
        outcome=None,
    )
    assert moment(at, "refill") is None
    end = moment(at, "refill")
    assert (end.kind, end.player, end.victory, end.last_turns) == ("end", 0, "ruby", [])
    assert end.text == "{0} won by the Ruby victory. {2} missed 17 points for Points."


def test_the_end_of_time_is_a_moment() -> None:
    at = Scene("Soft Cyan", "Coral", rounds=1).idle()
    end = moment(at, "refill")
    assert (end.kind, end.player, end.victory, end.cards) == ("end", 1, "", [])
    assert end.text == "Time ran out. {1} won by the most rank dots. {0} missed 17 points for Points."
    end = moment(
        Scene("Soft Cyan", plays=("Emerald Green, 3 Pear",), billys_deck="2 Soft Cyan", rounds=1).do("refill"),
        "done",
    )
    assert (end.player, end.text) == (-1, "Time ran out. {0} missed 2 points for Points.")


def test_billys_victory_tells_how_near_it_was() -> None:
    at = Scene("", plays=("Emerald Green, 3 Pear",), billys_deck="2 Light Yellow", billy="2 Emerald Green, Orange")
    end = moment(at.do("refill"), "done")
    assert (end.player, end.victory) == (1, "points")
    assert end.text == "Billy won by 17 points. {0} missed 2 points for Points."
    assert end.cards == ["light-yellow", "orange", "emerald"]
