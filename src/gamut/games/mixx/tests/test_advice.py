"""What Mixx says for a lay when a hint is given."""

from __future__ import annotations

from gamut.games.mixx.positions import Tableau


def advice(at: Tableau, text: str) -> str:
    """What speaks for an action of the seat at turn."""
    (seat,) = at.table.actors
    return at.table.knowledge(seat).advise(at.table.setup.texts.index(text))


def test_what_a_lay_leaves_everybody_to_lay() -> None:
    at = Tableau("yellow shell, red fish, yellow fish", "red starfish, blue shell, pink turtle")
    assert advice(at, "lay yellow shell level") == "After it {0} could lay 1 card, {1} 2 cards."
    assert advice(at, "lay red fish level") == "After it {0} could lay 1 card, {1} 2 cards."
    at.lay("yellow shell level", "red starfish level")
    assert advice(at, "lay red fish across yellow") == "After it {0} could lay none, {1} 1 card."


def test_others_who_could_not_lay_and_others_who_are_out() -> None:
    at = Tableau("yellow shell, red starfish, blue turtle", "yellow fish, red shell")
    assert advice(at, "lay yellow shell level") == "Nobody else could lay after it."
    at.lay("yellow shell level")
    assert advice(at, "lay red starfish level") == "Nobody else can lay: every card more is yours."
