"""Why pieces cannot be touched."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.chance import game_key
from gamut.engine.presentation import Reason
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.presentation import CARD_NUMBERS
from gamut.games.mixx.record import COLOUR_NAMES
from gamut.games.mixx.view import View
from tests.games.mixx.builders import Position

TOUCH_IDS = [*(f"stock:{card}" for card in CARD_NUMBERS), "axis:row", "axis:column"]
TOUCH_IDS += [f"cross:{colour}" for colour in COLOUR_NAMES]


def why_not(pos: Position, touched: str, *touches: str, seat: int = 0) -> Reason | None:
    return pos.table.knowledge(seat).why_not(touches, touched)


def test_nothing_can_be_touched_in_other_turns_and_after_the_game() -> None:
    pos = Position("yellow shell", "red starfish")
    assert why_not(pos, "stock:red-starfish", seat=1) == Reason("It's not your turn.")
    pos = Position("yellow shell", "")
    pos.place("yellow shell in the line or row")
    assert why_not(pos, "axis:row") == Reason("The game is over.")
    assert why_not(pos, "axis:row", seat=-1) is None


def test_a_card_has_to_be_in_the_stock() -> None:
    pos = Position("yellow shell, red fish", "red starfish, blue chest", deck="pink turtle")
    assert why_not(pos, "axis:row") == Reason("Choose a card from your stock first.")
    assert why_not(pos, "stock:red-starfish") == Reason(
        "The red starfish is in another player's stock.", ("red-starfish",)
    )
    assert why_not(pos, "stock:pink-turtle") == Reason("The pink turtle is not in your stock.")
    pos.place("yellow shell in the line or row", "red starfish in the line or row")
    assert why_not(pos, "stock:yellow-shell") == Reason("The yellow shell is already on the table.", ("yellow-shell",))
    assert why_not(pos, "stock:red-fish", "stock:pink-turtle") == Reason(
        "The pink turtle is selected. Choose where to place it.", ("pink-turtle",)
    )
    for unknown in ("", "stock:", "stock:red-whale", "cross:brown", "axis:skew", "garment:robe"):
        assert why_not(pos, unknown, "stock:pink-turtle") is None


@pytest.mark.parametrize(
    ("card", "text", "pieces"),
    [
        ("yellow-fish", "The yellow fish and the yellow shell are both yellow.", ("yellow-fish", "yellow-shell")),
        ("red-shell", "The red shell and the yellow shell both show a shell.", ("red-shell", "yellow-shell")),
        ("red-anchor", None, ()),
    ],
)
def test_the_second_card_has_to_differ_in_both(card: str, text: str | None, pieces: tuple[str, ...]) -> None:
    pos = Position("yellow shell", f"{card.replace('-', ' ')}, blue chest")
    pos.place("yellow shell in the line or row")
    assert why_not(pos, f"stock:{card}", seat=1) == (None if text is None else Reason(text, pieces))


def line_of_two(*stock: str) -> Position:
    """Return a table with yellow shell and red anchor in the line; seat 1 has these cards."""
    pos = Position(f"yellow shell, {', '.join(stock)}", "red anchor, blue chest")
    pos.place("yellow shell in the line or row", "red anchor in the line or row")
    return pos


def test_a_card_that_can_neither_extend_nor_cross_the_line() -> None:
    pos = line_of_two("yellow anchor", "pink turtle")
    text = "The yellow anchor has the colour of the yellow shell and the motif of the red anchor."
    assert why_not(pos, "stock:yellow-anchor") == Reason(text, ("yellow-anchor", "yellow-shell", "red-anchor"))


def test_places_where_a_card_does_not_fit() -> None:
    pos = line_of_two("pink anchor")
    assert why_not(pos, "stock:pink-anchor") is None
    anchors = Reason("The pink anchor and the red anchor both show an anchor.", ("pink-anchor", "red-anchor"))
    assert why_not(pos, "axis:row", "stock:pink-anchor") == anchors
    assert why_not(pos, "cross:red", "stock:pink-anchor") == anchors
    assert why_not(pos, "cross:yellow", "stock:pink-anchor") is None
    assert why_not(pos, "cross:blue", "stock:pink-anchor") == Reason("There is no blue card in the line.")
    assert why_not(pos, "axis:column", "stock:pink-anchor") == Reason(
        "There is no column until the line has been crossed."
    )


def test_a_single_card_cannot_be_crossed() -> None:
    pos = Position("yellow shell", "red anchor, blue chest")
    pos.place("yellow shell in the line or row")
    assert why_not(pos, "cross:yellow", "stock:red-anchor", seat=1) == Reason(
        "A single card can't be crossed: the second card must extend the line.", ("yellow-shell",)
    )


def test_with_a_centre_both_row_and_column_are_named() -> None:
    pos = line_of_two("pink fish", "pink anchor", "green turtle")
    pos.place("pink fish across the yellow card", "blue chest in the column")
    assert why_not(pos, "cross:red", "stock:green-turtle") == Reason(
        "The yellow shell is already the centre.", ("yellow-shell",)
    )
    row = "the pink anchor and the red anchor both show an anchor"
    column = "the pink anchor and the pink fish are both pink"
    assert why_not(pos, "stock:pink-anchor") == Reason(
        f"In the row: {row}. In the column: {column}.", ("pink-anchor", "red-anchor", "pink-fish")
    )
    assert why_not(pos, "axis:column", "stock:green-turtle") is None


def test_a_game_with_a_line_only_has_no_column() -> None:
    pos = Position("yellow shell, pink anchor, green turtle", "red anchor, blue chest", line=True)
    pos.place("yellow shell in the line", "red anchor in the line")
    assert why_not(pos, "axis:column", "stock:pink-anchor") == Reason("This game has only a line, no column.")
    assert why_not(pos, "cross:red", "stock:pink-anchor") == Reason("In this game the line can't be crossed.")
    assert why_not(pos, "stock:pink-anchor") == Reason(
        "The pink anchor and the red anchor both show an anchor.", ("pink-anchor", "red-anchor")
    )


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{}, {"line": True}, {"motifs": 4, "stock": 4}])
def test_everything_that_cannot_be_touched_has_a_reason(seats: int, options: dict[str, int]) -> None:
    """In a whole game: no reason exactly for what continues a legal path, and only pieces that are visible."""
    setup, random = GAME.open(seats, options), Random(seats)
    table, given = Table(setup, game_key(3, seats)), 0
    while not table.over:
        mover = table.actors[0]
        for seat in range(seats):
            known = table.knowledge(seat)
            view = known.view
            assert isinstance(view, View)
            visible = {card for cards in (*view.stocks, view.cross.row, view.cross.column) for card in cards}
            paths = [setup.touch_paths[a] for a in known.legal]
            selected = random.choice(paths)[:1] if paths else ()
            for touches in {(), selected}:
                allowed = {path[len(touches)] for path in paths if path[: len(touches)] == touches}
                for touched in TOUCH_IDS:
                    reason = known.why_not(touches, touched)  # type: ignore[arg-type]  # no path has a group
                    assert (reason is None) == (touched in allowed), (touches, touched, reason)
                    if reason is not None:
                        given += 1
                        assert reason.text.endswith(".")
                        assert set(reason.pieces) <= visible
        table.play(mover, random.choice(table.legal(mover)))
    assert given > 1000
