"""Why a card, pile or button cannot be touched, and warnings."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.presentation import available_id
from tests.games.chroma_mix.builders import Position
from tests.games.chroma_mix.test_properties import choose_mix

BUTTONS = ("print", "mix", "refill", "swap", "end", "done", "yes", "no", "pass", "tuck")


def why(pos: Position, touched: str, *touches: str, seat: int | None = None) -> str:
    """Return why a seat, usually the one that has the decision, cannot touch something."""
    reason = pos.table.knowledge(pos.actor if seat is None else seat).why_not(touches, touched)
    assert reason is not None
    return reason.text


def test_nothing_can_be_touched_in_other_turns_and_after_the_game() -> None:
    pos = Position("Soft Cyan", "Soft Cyan")
    assert why(pos, "hand:soft-cyan", seat=1) == "It's not your turn."
    over = Position("", "", rounds=1).idle(2)
    assert why(over, "button:print", seat=0) == "The game is over."
    assert pos.table.knowledge(0).why_not((), "lamp:red") is None
    assert pos.table.knowledge(-1).why_not((), "hand:soft-cyan") is None


def test_a_missing_card_is_named() -> None:
    pos = Position("Soft Cyan", "", piles={"Pale Magenta": 0}, row_2="2 Jungle, 4 Lemon")
    assert why(pos, "hand:coral") == "You have no Coral in your hand."
    assert why(pos, "play:coral") == "You have no Coral in play."
    assert why(pos, "pile:pale-magenta") == "The Pale Magenta pile is empty."
    assert why(pos, "market:coral") == "There is no Coral in the market."
    assert why(Position("", billy_deck="2 MIX"), "billy:coral") == "Billy has no Coral."


def test_an_action_has_to_be_picked_before_its_card() -> None:
    pos = Position("Soft Cyan, Emerald Green", "", plays=("Emerald Green",))
    assert why(pos, "hand:soft-cyan") == "Choose an action for it first: Print, Mix or Swap."
    assert why(pos, "play:emerald") == "Choose an action first: Print, Mix, Refill or Swap."
    assert why(pos, "hand:emerald", "button:print") == "You may have only one Emerald Green in play."
    assert why(pos, "play:emerald", "button:print") == "You can print only cards from your hand."
    assert why(pos, "play:emerald", "button:swap") == "Choose a card from your hand to discard."
    assert why(pos, "button:end") == "You have to take an action. You can always refill without returning any cards."
    pos = Position("Soft Cyan", "", plays=("Key",)).do("print Soft Cyan", "gain Light Yellow")
    assert why(pos, "hand:light-yellow") == "Choose another action, or end your turn."


def test_cards_that_cannot_start_a_mix() -> None:
    pos = Position("Soft Cyan, Azure, Ruby Red", "", plays=("Light Yellow",), row_2="2 Cerulean, 4 Lemon")
    assert why(pos, "button:mix") == "No two cards in your hand make a card that is on offer."
    pos = Position("Soft Cyan, Light Yellow, Azure, Ruby Red", "", plays=("Light Yellow",))
    assert why(pos, "hand:azure", "button:mix") == "Azure doesn't combine with any of your cards."
    assert why(pos, "hand:ruby", "button:mix") == "Rank-4 cards can't be mixed further."
    assert why(pos, "play:light-yellow", "button:mix") == "You can mix cards in play only with Coral in play."
    assert why(pos, "market:jungle", "button:mix") == "First choose Soft Cyan and Light Yellow."
    pos = Position("", "", plays=("Coral",))
    assert why(pos, "button:mix") == "No two cards in your hand and play area make a card that is on offer."


def test_cards_that_do_not_fit_a_mix() -> None:
    pos = Position(
        "Soft Cyan, Light Yellow, Pale Magenta, Cerulean, Ruby Red", "", plays=("Pear",), row_2="2 Jungle, 4 Lemon"
    )
    pos.do("mix Soft Cyan")
    assert why(pos, "hand:pale-magenta") == "Soft Cyan + Pale Magenta makes Lavender, but no Lavender is on offer."
    assert why(pos, "hand:cerulean") == "Soft Cyan + Cerulean doesn't make any card."
    assert why(pos, "hand:soft-cyan") == "You've already chosen every Soft Cyan. Undo to put it back."
    assert why(pos, "hand:ruby") == "Rank-4 cards can't be mixed further."
    assert why(pos, "play:pear").startswith("You can mix cards in play only")
    assert why(pos, "market:jungle") == "First choose the second card: Light Yellow."
    assert why(pos, "market:lemon") == "None of your cards makes Lemon together with Soft Cyan."
    assert why(pos, "button:print").endswith("Undo first to choose another action.")
    pos.do("add Light Yellow")
    assert why(pos, "hand:pale-magenta") == "A mix uses two cards (Raspberry in play allows more)."
    assert why(pos, "market:lemon") == "Soft Cyan + Light Yellow has cyan and yellow; Lemon needs 2 yellow."
    assert why(pos, "button:done") == "Not now. Gain Jungle."
    pos = Position("2 Soft Cyan, Light Yellow", "", row_2="2 Jungle, 4 Lemon").do("mix Soft Cyan")
    assert (
        why(pos, "hand:soft-cyan")
        == "Soft Cyan + Soft Cyan makes Cerulean or Prism, but no Cerulean or Prism is on offer."
    )
    pos = Position("Cerulean", "", plays=("Raspberry",), row_2="2 Prism, 4 Lemon").do("mix Cerulean")
    assert why(pos, "market:lemon") == "Cerulean has 2 cyan; Lemon needs 2 yellow."
    pos = Position("Cerulean", "", plays=("Raspberry",), row_2="2 Prism, 3 Cerulean, Lemon").do("mix Cerulean")
    assert why(pos, "market:cerulean") == "A single Cerulean can't become another Cerulean."


def test_why_a_refill_does_not_return_a_card() -> None:
    pos = Position("Soft Cyan", "", plays=("Coral, Pear, Mustard",), special="mustard").do(
        "refill", "return Coral to hand"
    )
    assert why(pos, "hand:soft-cyan") == "A refill returns cards from your play area."
    pos.do("tuck Pear")
    assert why(pos, "play:mustard") == "Mustard stays in play: you tucked a card under it in this refill."
    assert why(pos, "button:tuck") == "No card is left to tuck."
    pos = Position("", "", plays=("2 Coral, Pear, Mustard",), special="mustard").do(
        "refill", "tuck Coral", "tuck Coral"
    )
    assert why(pos, "button:tuck") == "You have already tucked two cards."
    pos = Position("", "", plays=("Coral",)).do("refill")
    assert why(pos, "button:tuck") == "You can tuck cards only with Mustard in play."
    assert why(pos, "button:print") == "Not now. Return cards, then choose Done."


def test_an_effect_names_what_it_gives() -> None:
    pos = Position("Soft Cyan", "").do("print Soft Cyan")
    assert why(pos, "pile:soft-cyan") == "With Soft Cyan you gain Pale Magenta or Light Yellow."
    assert why(pos, "market:coral") == "Not now. Soft Cyan: gain Pale Magenta or Light Yellow."
    pos = Position("Azure", "").do("print Azure")
    assert why(pos, "pile:soft-cyan") == "With Azure you gain a rank-2 card from the market."
    pos = Position("2 Violet, Emerald Green, Lemon", "", plays=("Emerald Green",)).do("print Violet")
    assert why(pos, "hand:violet") == "Violet can't print another Violet."
    assert why(pos, "hand:emerald") == "You may have only one Emerald Green in play."


def test_lavender_names_what_it_cannot_split() -> None:
    pos = Position("Lavender, Soft Cyan, Turquoise", "", row_2="2 Lavender, 4 Fuchsia", row_3="3 Azure, 3 Violet")
    pos.do("print Lavender")
    assert why(pos, "hand:soft-cyan") == "Lavender splits a card of rank 2, 3 or 4."
    assert why(pos, "hand:turquoise") == "No two cards on offer make Turquoise."
    assert why(pos, "market:azure") == "First choose the card to split."
    pos.do("discard Lavender from play")
    assert why(pos, "market:azure") == "Azure doesn't make Lavender with any card on offer."
    assert why(pos, "hand:turquoise").startswith("Not now. Lavender: choose the first")
    pos.do("gain Soft Cyan")
    assert why(pos, "pile:light-yellow") == "Soft Cyan + Light Yellow doesn't make Lavender."


def test_billys_mix_uses_his_cards() -> None:
    pos = Position("Coral", billy_deck="MIX, Soft Cyan", billy="Light Yellow, Pale Magenta, Lavender, Ruby Red").idle()
    assert why(pos, "hand:coral") == "This is Billy's mix: it uses his cards."
    assert why(pos, "market:jungle") == "First choose Billy's two cards."
    assert why(pos, "billy:ruby") == "With Ruby Red, Billy can't make a card he doesn't have yet."
    pos.do("mix Soft Cyan for Billy")
    assert why(pos, "billy:pale-magenta") == "With Pale Magenta, Billy can't make a card he doesn't have yet."
    pos.do("mix Light Yellow for Billy")
    assert why(pos, "billy:lavender") == "Billy mixes two cards."
    assert why(pos, "market:lavender") == "Billy already has Lavender; he has to make a card he doesn't have yet."
    assert why(pos, "market:coral") == "Soft Cyan + Light Yellow doesn't make Coral."


def test_buttons_name_why_an_action_cannot_be_started() -> None:
    assert why(Position("", ""), "button:print") == "You have no card to print."
    pos = Position("Soft Cyan", "", plays=("Key",)).do("refill", "done")
    assert why(pos, "button:refill") == "You have already refilled this turn."
    assert why(pos, "button:end", "button:print") == "First choose a card to print."
    assert why(pos, "button:swap") == "A swap has to be your only action in a turn."
    pos = Position("2 Soft Cyan, 2 Light Yellow", "", plays=("Lemon",), row_2="2 Jungle, 4 Fuchsia")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert why(pos, "button:refill") == "One action per turn (Key in play lets you do more)."
    pos = Position("2 Soft Cyan, 2 Light Yellow, Coral", "", plays=("Lemon, Key",), row_2="2 Jungle, 4 Fuchsia")
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle", "mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert why(pos, "button:mix") == "You have already mixed twice this turn."
    pos = Position("2 Soft Cyan, 2 Light Yellow, Coral", "", plays=("Key",))
    pos.do("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    assert why(pos, "button:mix") == "A second mix needs Lemon in play."
    pos.do("print Coral")
    assert why(pos, "button:print") == "You have already printed this turn."
    pos = Position("", "", piles={"Light Yellow": 0})
    assert why(pos, "button:swap") == "Your hand is empty, and no Light Yellow is left."
    pos = Position("Coral", "", piles={"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0})
    assert why(pos, "button:swap") == "All ink piles are empty."


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_piece_that_cannot_be_touched_has_a_reason(seats: int) -> None:
    """Check every id that does not continue a legal touch path, in whole games."""
    ids = [f"{place}:{id}" for place in ("hand", "play", *(("billy",) if seats == 1 else ())) for id in IDS]
    ids += [available_id(kind) for kind in range(len(IDS))] + [f"button:{name}" for name in BUTTONS]
    table, random = Table(GAME.open(seats), game_key(31, seats)), Random(seats)
    for _ in range(120):
        if table.over:
            break
        seat = table.actors[0]
        knowledge = table.knowledge(seat)
        paths = [tuple(str(touch) for touch in table.setup.touch_paths[a]) for a in table.legal(seat)]
        for touches in {path[:k] for path in paths for k in range(len(path))}:
            possible = {path[len(touches)] for path in paths if path[: len(touches)] == touches}
            for touched in ids:
                if touched not in possible:
                    reason = knowledge.why_not(touches, touched)
                    assert reason is not None, (touches, touched)
                    assert reason.text.endswith((".", "?"))
        table.play(seat, choose_mix(table, random))


# ---------------------------------------------------------------------- warnings


def warning(pos: Position, text: str) -> str:
    assert pos.can(text)
    return pos.table.knowledge(pos.actor).warn(pos.table.setup.parse_action(text))


NO_INKS = {"Soft Cyan": 0, "Pale Magenta": 0, "Light Yellow": 0}


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("Soft Cyan", "there are no inks left for it to give"),
        ("Cerulean", "there are no inks left for it to give"),
        ("Fuchsia", "there are no inks left for it to give"),
        ("Azure", "no rank-2 card is on offer"),
        ("Prism", "no rank-2 card is on offer"),
        ("Violet", "you have nothing else to print"),
        ("Lavender", "no two cards on offer make one of yours"),
    ],
)
def test_warnings_of_effects_that_do_nothing(card: str, why: str) -> None:
    pos = Position(card, "", piles=NO_INKS, row_2="", decks="")
    assert warning(pos, f"print {card}") == f"{card} would do nothing: {why}."
    assert warning(Position(f"{card}, Coral", ""), f"print {card}") == ""


def test_warnings_of_useless_swaps_refills_and_small_piles() -> None:
    pos = Position("", "", plays=("Coral",)).do("refill")
    assert warning(pos, "done") == "This refill would do nothing."
    assert warning(Position("", "", plays=("Jungle",)).do("refill"), "done") == ""
    assert warning(pos.do("return Coral to hand"), "done") == ""
    pos = Position("Soft Cyan", "").do("swap Soft Cyan")
    assert warning(pos, "gain Soft Cyan") == "You'd swap Soft Cyan for Soft Cyan."
    assert warning(pos, "gain Light Yellow") == ""
    pos = Position("Turquoise", "", piles={"Soft Cyan": 2}).do("print Turquoise")
    assert warning(pos, "gain Soft Cyan") == "This pile has only 2 cards."
    assert warning(pos, "gain Light Yellow") == ""
    pos = Position("Fuchsia", "", piles={"Pale Magenta": 0, "Light Yellow": 0}).do("print Fuchsia", "gain Soft Cyan")
    assert warning(pos, "print it") == "Soft Cyan would do nothing: there are no inks left for it to give."


def test_cards_with_an_ongoing_effect_are_never_wasted() -> None:
    pos = Position("Raspberry, Slate Gray, Coral", "", piles=NO_INKS)
    assert [warning(pos, f"print {card}") for card in ("Raspberry", "Slate Gray", "Coral")] == ["", "", ""]


def test_a_refill_without_cards_in_play_is_asked_about() -> None:
    for plays, text in ((("",), "You have no cards in play, so a refill would only end your turn."), (("Coral",), "")):
        table = Position("Soft Cyan", "", plays=plays).table
        assert table.knowledge(0).warn(table.setup.parse_action("refill")) == text
