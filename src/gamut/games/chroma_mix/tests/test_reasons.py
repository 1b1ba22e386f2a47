"""Why something cannot be touched, for every id of a table; and what is warned of."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.language import open_id
from gamut.games.chroma_mix.positions import Scene
from gamut.games.chroma_mix.tests.test_properties import choose_mix

BUTTONS = ("print", "mix", "refill", "swap", "end", "done", "yes", "no", "pass", "tuck")


def why(at: Scene, touched: str, *touches: str, seat: int | None = None) -> str:
    """Why whoever is awaited cannot touch something."""
    reason = at.table.knowledge(at.actor if seat is None else seat).why_not(touches, touched)
    assert reason is not None
    return reason.text


def test_somebody_else_and_the_end() -> None:
    at = Scene("Soft Cyan", "Soft Cyan")
    assert why(at, "hand:soft-cyan", seat=1) == "Somebody else decides now."
    over = Scene("", "", rounds=1).idle(2)
    assert why(over, "button:print", seat=0) == "The game is over."
    assert at.table.knowledge(0).why_not((), "lamp:red") is None
    assert at.table.knowledge(-1).why_not((), "hand:soft-cyan") is None


def test_cards_that_are_not_there() -> None:
    at = Scene("Soft Cyan", "", piles={"Pale Magenta": 0}, row_2="2 Jungle, 4 Lemon")
    assert why(at, "hand:coral") == "You have no Coral in your hand."
    assert why(at, "play:coral") == "No Coral lies in your play area."
    assert why(at, "pile:pale-magenta") == "The pile of Pale Magenta is empty."
    assert why(at, "market:coral") == "No Coral lies in the market."
    assert why(Scene("", billys_deck="2 MIX"), "billy:coral") == "Billy holds no Coral."


def test_before_an_action_is_chosen() -> None:
    at = Scene("Soft Cyan, Emerald Green", "", plays=("Emerald Green",))
    assert why(at, "hand:soft-cyan") == "Choose first what to do: print, mix, refill or swap."
    assert why(at, "hand:emerald", "button:print") == "Only one Emerald Green may lie in your play area."
    assert why(at, "play:emerald", "button:print") == "Print a card of your hand."
    assert why(at, "play:emerald", "button:swap") == "Choose the card of your hand that you give."
    assert why(at, "button:end") == "Do something first: a refill of no card is always possible."
    at = Scene("Soft Cyan", "", plays=("Key",)).do("print Soft Cyan", "take Light Yellow")
    assert why(at, "hand:light-yellow") == "Choose first how to go on, or end your turn."


def test_cards_that_are_no_part_of_a_mix() -> None:
    at = Scene("Soft Cyan, Azure, Ruby Red", "", plays=("Light Yellow",), row_2="2 Cerulean, 4 Lemon")
    assert why(at, "button:mix") == "No cards of your hand make an open card together."
    at = Scene("Soft Cyan, Light Yellow, Azure, Ruby Red", "", plays=("Light Yellow",))
    assert why(at, "hand:azure", "button:mix") == "With none of your cards does Azure make an open card."
    assert why(at, "hand:ruby", "button:mix").startswith("A rank-4 card is no part of a mix")
    assert why(at, "play:light-yellow", "button:mix") == "Cards in play can be mixed only while a Coral lies there."
    assert why(at, "market:jungle", "button:mix") == "Choose first the cards that you mix."
    at = Scene("", "", plays=("Coral",))
    assert why(at, "button:mix") == "No cards of your hand and play area make an open card together."


def test_in_the_middle_of_a_mix() -> None:
    at = Scene(
        "Soft Cyan, Light Yellow, Pale Magenta, Cerulean, Ruby Red", "", plays=("Pear",), row_2="2 Jungle, 4 Lemon"
    )
    at.do("mix Soft Cyan")
    assert why(at, "hand:pale-magenta") == "Soft Cyan and Pale Magenta make Lavender, which does not lie open."
    assert why(at, "hand:cerulean") == "No card has the pigments of Soft Cyan and Cerulean together."
    assert why(at, "hand:soft-cyan") == "All copies of Soft Cyan there are put forward already."
    assert why(at, "hand:ruby").startswith("A rank-4 card")
    assert why(at, "play:pear").startswith("Cards in play can be mixed only")
    assert why(at, "market:jungle") == "A mix takes two cards: choose the second one first."
    at.do("with Light Yellow")
    assert why(at, "hand:pale-magenta") == "A mix takes two cards; only Raspberry allows more."
    assert why(at, "market:lemon") == "Soft Cyan and Light Yellow have cyan and yellow; Lemon needs 2 yellow."
    assert why(at, "button:done") == "Now: take Jungle."
    at = Scene("2 Soft Cyan, Light Yellow", "", row_2="2 Jungle, 4 Lemon").do("mix Soft Cyan")
    assert why(at, "hand:soft-cyan") == "Soft Cyan and Soft Cyan make Cerulean or Prism, which does not lie open."
    at = Scene("Cerulean", "", plays=("Raspberry",), row_2="2 Prism, 4 Lemon").do("mix Cerulean")
    assert why(at, "market:lemon") == "Cerulean has 2 cyan; Lemon needs 2 yellow."


def test_while_taking_cards_back() -> None:
    at = Scene("Soft Cyan", "", plays=("Soft Cyan, Coral, Pear, Mustard",), special="mustard").do(
        "refill", "return Coral"
    )
    assert why(at, "play:soft-cyan") == "Cards come back from left to right, and this one stands further left."
    assert why(at, "hand:soft-cyan") == "A refill takes back cards of your play area."
    at.do("tuck Pear")
    assert why(at, "play:mustard") == "Cards were tucked under Mustard in this refill, so it stays."
    assert why(at, "button:tuck") == "No card is left to tuck."
    at = Scene("", "", plays=("2 Coral, Pear, Mustard",), special="mustard").do(
        "refill", "tuck Coral", "tuck Coral"
    )
    assert why(at, "button:tuck") == "Two cards are tucked already."
    at = Scene("", "", plays=("Coral",)).do("refill")
    assert why(at, "button:tuck") == "Only with Mustard in play can cards be tucked."
    assert why(at, "button:print") == "Now: take cards back from left to right, then say that it is enough."


def test_effects() -> None:
    at = Scene("Soft Cyan", "").do("print Soft Cyan")
    assert why(at, "pile:soft-cyan") == "Soft Cyan adds Pale Magenta or Light Yellow."
    assert why(at, "market:coral") == "Now: Soft Cyan: add Pale Magenta or Light Yellow."
    at = Scene("Azure", "").do("print Azure")
    assert why(at, "pile:soft-cyan") == "Azure adds a rank-2 card of the market."
    at = Scene("2 Violet, Emerald Green, Lemon", "", plays=("Emerald Green",)).do("print Violet")
    assert why(at, "hand:violet") == "Violet prints no Violet."
    assert why(at, "hand:emerald") == "Only one Emerald Green may lie in your play area."


def test_lavender() -> None:
    at = Scene("Lavender, Soft Cyan, Turquoise", "", row_2="2 Lavender, 4 Fuchsia", row_3="3 Azure, 3 Violet")
    at.do("print Lavender")
    assert why(at, "hand:soft-cyan") == "Lavender discards a card of rank 2, 3 or 4."
    assert why(at, "hand:turquoise") == "No two open cards make Turquoise together."
    assert why(at, "market:azure") == "Choose first the card that Lavender discards."
    at.do("discard Lavender in play")
    assert why(at, "market:azure") == "With no open card does Azure make Lavender."
    assert why(at, "hand:turquoise").startswith("Now: Lavender: choose the first")
    at.do("take Soft Cyan")
    assert why(at, "pile:light-yellow") == "Soft Cyan and Light Yellow do not make Lavender."


def test_billys_mix() -> None:
    at = Scene("Coral", billys_deck="MIX, Soft Cyan", billy="Light Yellow, Pale Magenta, Lavender, Ruby Red").idle()
    assert why(at, "hand:coral") == "It is Billy's mix: its own cards are used."
    assert why(at, "market:jungle") == "Choose first the two cards that Billy mixes."
    assert why(at, "billy:ruby") == "With Ruby Red Billy cannot mix a card that it does not hold."
    at.do("Billy pays Soft Cyan")
    assert why(at, "billy:pale-magenta") == "With Pale Magenta Billy cannot mix a card that it does not hold."
    at.do("Billy pays Light Yellow")
    assert why(at, "billy:lavender") == "Billy mixes two cards."
    assert why(at, "market:lavender") == "Billy holds Lavender and can mix a card that it does not hold."
    assert why(at, "market:coral") == "Soft Cyan and Light Yellow do not make Coral."


def test_buttons_of_actions() -> None:
    assert why(Scene("", ""), "button:print") == "Your hand has no card to print."
    at = Scene("Soft Cyan", "", plays=("Key",)).do("refill", "done")
    assert why(at, "button:refill") == "You have refilled in this turn already."
    assert why(at, "button:end", "button:print") == "Choose a card for print first."
    assert why(at, "button:swap") == "A swap is a turn of its own."
    at = Scene("2 Soft Cyan, 2 Light Yellow", "", plays=("Lemon",), row_2="2 Jungle, 4 Fuchsia")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert why(at, "button:refill") == "A turn is one action; only Key allows more."
    at = Scene("2 Soft Cyan, 2 Light Yellow, Coral", "", plays=("Lemon, Key",), row_2="2 Jungle, 4 Fuchsia")
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle", "mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert why(at, "button:mix") == "You have mixed twice in this turn."
    at = Scene("2 Soft Cyan, 2 Light Yellow, Coral", "", plays=("Key",))
    at.do("mix Soft Cyan", "with Light Yellow", "take Jungle")
    assert why(at, "button:mix") == "A second mix needs a Lemon in play."
    at.do("print Coral")
    assert why(at, "button:print") == "You have printed in this turn already."
    at = Scene("", "", piles={"Light Yellow": 0})
    assert why(at, "button:swap") == "Your hand is empty, and there is no Light Yellow to take."
    at = Scene("Coral", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    assert why(at, "button:swap") == "All rank-1 piles are empty."


@pytest.mark.parametrize("seats", GAME.seats)
def test_whatever_cannot_be_touched_has_a_reason(seats: int) -> None:
    """Every id that is next on no legal path, in whole games, after every legal beginning of a path."""
    ids = [f"{place}:{id}" for place in ("hand", "play", *(("billy",) if seats == 1 else ())) for id in IDS]
    ids += [open_id(kind) for kind in range(len(IDS))] + [f"button:{name}" for name in BUTTONS]
    table, random = Table(GAME.open(seats), game_key(31, seats)), Random(seats)
    for _ in range(120):
        if table.over:
            break
        seat = table.actors[0]
        knowledge = table.knowledge(seat)
        paths = [tuple(str(touch) for touch in table.setup.paths[a]) for a in table.legal(seat)]
        for touches in {path[:k] for path in paths for k in range(len(path))}:
            lit = {path[len(touches)] for path in paths if path[: len(touches)] == touches}
            for touched in ids:
                if touched not in lit:
                    reason = knowledge.why_not(touches, touched)
                    assert reason is not None, (touches, touched)
                    assert reason.text.endswith(".")
        table.play(seat, choose_mix(table, random))


# ---------------------------------------------------------------------- warnings


def warned(at: Scene, text: str) -> str:
    """What is said before an action."""
    assert at.may(text)
    return at.table.knowledge(at.actor).warn(at.table.setup.action(text))


NO_PAINT = {"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0}


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("Soft Cyan", "the rank-1 piles are empty"),
        ("Cerulean", "the rank-1 piles are empty"),
        ("Fuchsia", "the rank-1 piles are empty"),
        ("Azure", "no rank-2 card lies open"),
        ("Prism", "no rank-2 card lies open"),
        ("Violet", "your hand has nothing else to print"),
        ("Lavender", "no two open cards make one of yours"),
    ],
)
def test_effects_that_find_nothing_are_warned_of(card: str, why: str) -> None:
    at = Scene(card, "", piles=NO_PAINT, row_2="", decks="")
    assert warned(at, f"print {card}") == f"{card} would do nothing: {why}."
    assert warned(Scene(f"{card}, Coral", ""), f"print {card}") == ""


def test_other_waste_is_warned_of() -> None:
    at = Scene("", "", plays=("Coral",)).do("refill")
    assert warned(at, "done") == "Nothing comes back, and no Jungle answers: the refill does nothing."
    assert warned(Scene("", "", plays=("Jungle",)).do("refill"), "done") == ""
    assert warned(at.do("return Coral"), "done") == ""
    at = Scene("Soft Cyan", "").do("swap Soft Cyan")
    assert warned(at, "take Soft Cyan") == "You would get Soft Cyan for Soft Cyan."
    assert warned(at, "take Light Yellow") == ""
    at = Scene("Turquoise", "", piles={"Soft Cyan": 2}).do("print Turquoise")
    assert warned(at, "take Soft Cyan") == "The pile has only 2 of 3."
    assert warned(at, "take Light Yellow") == ""
    at = Scene("Fuchsia", "", piles={"Pale Magenta": 0, "Light Yellow": 0}).do("print Fuchsia", "take Soft Cyan")
    assert warned(at, "print it") == "Soft Cyan would do nothing: the rank-1 piles are empty."


def test_cards_with_a_lasting_effect_are_never_wasted() -> None:
    at = Scene("Raspberry, Slate Gray, Coral", "", piles=NO_PAINT)
    assert [warned(at, f"print {card}") for card in ("Raspberry", "Slate Gray", "Coral")] == ["", "", ""]
