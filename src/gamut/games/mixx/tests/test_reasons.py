"""Why not: what Mixx answers when a card or a place is touched that cannot be used."""

from __future__ import annotations

from random import Random

import pytest

from gamut.engine.keys import game_key
from gamut.engine.language import Reason
from gamut.engine.table import Table
from gamut.games.mixx import GAME
from gamut.games.mixx.language import MixxView, card_id
from gamut.games.mixx.positions import Tableau
from gamut.games.mixx.record import CARDS, COLOURS

EVERY_ID = [f"stock:{card_id(card)}" for card in range(CARDS)]
EVERY_ID += ["axis:level", "axis:upright", *(f"cross:{colour}" for colour in COLOURS)]


def why(at: Tableau, touched: str, *touches: str, seat: int = 0) -> Reason | None:
    """What a seat is answered."""
    return at.table.knowledge(seat).why_not(touches, touched)


def test_others_and_the_end_have_to_be_waited_for() -> None:
    at = Tableau("yellow shell", "red starfish")
    assert why(at, "stock:red-starfish", seat=1) == Reason("Wait for your turn.")
    at = Tableau("yellow shell", "")
    at.lay("yellow shell level")
    assert why(at, "axis:level") == Reason("The game is over.")
    assert why(at, "axis:level", seat=-1) is None  # nobody asks a spectator


def test_a_card_has_to_be_chosen_from_the_own_stock() -> None:
    at = Tableau("yellow shell, red fish", "red starfish, blue chest", deck="pink turtle")
    assert why(at, "axis:level") == Reason("Choose a card of your stock first.")
    assert why(at, "stock:red-starfish") == Reason(
        "The red starfish lies in the stock of another player.", ("red-starfish",)
    )
    assert why(at, "stock:pink-turtle") == Reason("The pink turtle is not in your stock.")
    at.lay("yellow shell level", "red starfish level")
    assert why(at, "stock:yellow-shell") == Reason("The yellow shell has been laid already.", ("yellow-shell",))
    assert why(at, "stock:red-fish", "stock:pink-turtle") == Reason(
        "The pink turtle is chosen: touch where it goes.", ("pink-turtle",)
    )
    for nonsense in ("", "stock:", "stock:red-whale", "cross:brown", "axis:skew", "garment:robe"):
        assert why(at, nonsense, "stock:pink-turtle") is None


@pytest.mark.parametrize(
    ("card", "text", "pieces"),
    [
        ("yellow-fish", "The yellow fish and the yellow shell are both yellow.", ("yellow-fish", "yellow-shell")),
        ("red-shell", "The red shell and the yellow shell both show a shell.", ("red-shell", "yellow-shell")),
        ("red-anchor", None, ()),
    ],
)
def test_a_second_card_differs_in_both(card: str, text: str | None, pieces: tuple[str, ...]) -> None:
    at = Tableau("yellow shell", f"{card.replace('-', ' ')}, blue chest")
    at.lay("yellow shell level")
    assert why(at, f"stock:{card}", seat=1) == (None if text is None else Reason(text, pieces))


def line_of_two(*stock: str) -> Tableau:
    """Yellow shell and red anchor lie in a line; seat 1 has these cards."""
    at = Tableau(f"yellow shell, {', '.join(stock)}", "red anchor, blue chest")
    at.lay("yellow shell level", "red anchor level")
    return at


def test_a_card_that_can_neither_lengthen_nor_cross_the_line() -> None:
    at = line_of_two("yellow anchor", "pink turtle")
    text = "The yellow anchor has the colour of the yellow shell and the motif of the red anchor."
    assert why(at, "stock:yellow-anchor") == Reason(text, ("yellow-anchor", "yellow-shell", "red-anchor"))


def test_where_a_card_does_not_go() -> None:
    at = line_of_two("pink anchor")
    assert why(at, "stock:pink-anchor") is None
    anchors = Reason("The pink anchor and the red anchor both show an anchor.", ("pink-anchor", "red-anchor"))
    assert why(at, "axis:level", "stock:pink-anchor") == anchors
    assert why(at, "cross:red", "stock:pink-anchor") == anchors
    assert why(at, "cross:yellow", "stock:pink-anchor") is None
    assert why(at, "cross:blue", "stock:pink-anchor") == Reason("No blue card lies in the line.")
    assert why(at, "axis:upright", "stock:pink-anchor") == Reason(
        "There is no upright axis before a card of the line is crossed."
    )


def test_one_card_is_no_line() -> None:
    at = Tableau("yellow shell", "red anchor, blue chest")
    at.lay("yellow shell level")
    assert why(at, "cross:yellow", "stock:red-anchor", seat=1) == Reason(
        "One card alone cannot be crossed: the second card makes the line.", ("yellow-shell",)
    )


def test_with_a_centre_both_axes_are_named() -> None:
    at = line_of_two("pink fish", "pink anchor", "green turtle")
    at.lay("pink fish across yellow", "blue chest upright")
    assert why(at, "cross:red", "stock:green-turtle") == Reason(
        "The centre is settled: it is the yellow shell.", ("yellow-shell",)
    )
    level = "the pink anchor and the red anchor both show an anchor"
    upright = "the pink anchor and the pink fish are both pink"
    assert why(at, "stock:pink-anchor") == Reason(
        f"Level: {level}; upright: {upright}.", ("pink-anchor", "red-anchor", "pink-fish")
    )
    assert why(at, "axis:upright", "stock:green-turtle") is None


def test_in_a_line_alone_there_is_no_cross() -> None:
    at = Tableau("yellow shell, pink anchor, green turtle", "red anchor, blue chest", line=True)
    at.lay("yellow shell level", "red anchor level")
    assert why(at, "axis:upright", "stock:pink-anchor") == Reason(
        "Only the line is played: there is no upright axis."
    )
    assert why(at, "cross:red", "stock:pink-anchor") == Reason("Only the line is played: nothing crosses it.")
    assert why(at, "stock:pink-anchor") == Reason(
        "The pink anchor and the red anchor both show an anchor.", ("pink-anchor", "red-anchor")
    )


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{}, {"line": True}, {"motifs": 4, "stock": 4}])
def test_whatever_cannot_be_touched_says_why(seats: int, options: dict[str, int]) -> None:
    """Whole random games: None exactly for what a legal path goes on with; and only cards that lie open."""
    setup, random = GAME.open(seats, options), Random(seats)
    table, asked = Table(setup, game_key(3, seats)), 0
    while not table.over:
        mover = table.actors[0]
        for seat in range(seats):
            known = table.knowledge(seat)
            view = known.view
            assert isinstance(view, MixxView)
            open_cards = {card for cards in (*view.stocks, view.level, view.upright) for card in cards}
            paths = [setup.paths[a] for a in known.legal]
            chosen = random.choice(paths)[:1] if paths else ()
            for touches in {(), chosen}:
                after = {path[len(touches)] for path in paths if path[: len(touches)] == touches}
                for touched in EVERY_ID:
                    reason = known.why_not(touches, touched)  # type: ignore[arg-type]  # no path has a group
                    assert (reason is None) == (touched in after), (touches, touched, reason)
                    if reason is not None:
                        asked += 1
                        assert reason.text.endswith(".")
                        assert set(reason.pieces) <= open_cards
        table.play(mover, random.choice(table.legal(mover)))
    assert asked > 1000
