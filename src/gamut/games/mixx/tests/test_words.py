"""What Mixx says: questions, the log, action texts and paths."""

from __future__ import annotations

import pytest

from gamut.engine.game import Line
from gamut.games.mixx import GAME
from gamut.games.mixx.tests.tableau import Tableau

FILLER = "blue anchor"


def told(at: Tableau, text: str) -> list[Line]:
    """Lay a card and hear what everybody is told."""
    seat, before = at.s.turn, at.table.hidden(-1)
    action = at.table.setup.action(f"lay {text}")
    seen = at.table.seen(-1, seat, action)
    at.lay(text)
    return at.table.tell(-1, before, seat, seen)


@pytest.mark.parametrize(
    ("action", "text", "path"),
    [
        (0, "lay yellow shell level", ("stock:yellow-shell", "axis:level")),
        (64 + 17, "lay red fish upright", ("stock:red-fish", "axis:upright")),
        (2 * 64 + 63, "lay violet anchor across 1", ("stock:violet-anchor", "cross:0")),
        (9 * 64 + 38, "lay green propeller across 8", ("stock:green-propeller", "cross:7")),
    ],
)
def test_action_texts_and_paths(action: int, text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    assert (setup.texts[action], setup.paths[action]) == (text, path)
    assert setup.action(f"  {text.upper()} ") == action


def test_questions() -> None:
    at = Tableau("yellow shell, turquoise fish, pink turtle", "red starfish, orange jellyfish, blue chest")
    assert at.table.ask(0) == "Begin the round with any card"
    at.lay("yellow shell level")
    assert at.table.ask(1) == "Lay a card that differs in colour and motif"
    at.lay("red starfish level")
    assert at.table.ask(0) == "Lengthen the line, or cross it"
    at.lay("turquoise fish across 1")
    assert at.table.ask(1) == "Lay a card on one of the two axes"


def test_questions_of_a_line_and_alone() -> None:
    at = Tableau("yellow shell, turquoise fish", "yellow anchor", line=True)
    at.lay("yellow shell level")
    assert at.table.ask(0) == "The others are stuck: lay on as long as you can"
    at = Tableau("yellow shell, turquoise fish", "red starfish, blue chest", line=True)
    at.lay("yellow shell level", "red starfish level")
    assert at.table.ask(0) == "Lay a card that differs in colour and motif"


def test_the_log_of_a_round() -> None:
    at = Tableau("yellow shell, turquoise fish, pink turtle", "red starfish, yellow chest, violet propeller",
                 deck="blue anchor, red jellyfish")  # fmt: skip
    begun = told(at, "yellow shell level")
    assert begun[0] == Line("began with yellow shell", 0, ("yellow-shell",))
    assert begun[1] in (
        Line("drew blue anchor", 0, ("blue-anchor",)),
        Line("drew red jellyfish", 0, ("red-jellyfish",)),
    )
    assert told(at, "red starfish level")[0] == Line("laid red starfish", 1, ("red-starfish",))
    crossed = told(at, "turquoise fish across 2")
    assert crossed == [Line("laid turquoise fish across: red starfish is the centre", 0, ("turquoise-fish",))]
    assert told(at, "violet propeller level")[0].text == "laid violet propeller, level"
    assert told(at, "pink turtle upright")[0].text == "laid pink turtle, upright"


def test_the_log_of_misses_and_of_an_ended_round() -> None:
    at = Tableau("red starfish", "yellow anchor", "yellow shell, yellow chest",
                 deck="yellow fish, red fish, pink shell", turn=2, line=True)  # fmt: skip
    at.lay("yellow shell level")
    lines = told(at, "red starfish level")
    assert lines[0].text == "laid red starfish"
    assert lines[1].text.startswith("drew ")
    assert lines[2:] == [
        Line("could not lay", 1),
        Line("could not lay", 2),
        Line("laid last and won 2 cards", 0),
        Line("Round 2", heading=True),
    ]


def test_the_log_of_one_miss_and_of_the_end() -> None:
    at = Tableau("yellow shell", "yellow anchor", "green fish")
    assert told(at, "yellow shell level") == [
        Line("began with yellow shell", 0, ("yellow-shell",)),
        Line("could not lay", 1),
    ]
    assert told(at, "green fish level") == [Line("laid green fish", 2, ("green-fish",)), Line("could not lay", 0)]
    assert told(at, "yellow anchor across 2") == [
        Line("laid yellow anchor across: green fish is the centre", 1, ("yellow-anchor",)),
        Line("could not lay", 2),
        Line("could not lay", 0),
        Line("laid last and won 3 cards", 1),
    ]


def test_one_card_is_not_told_as_cards() -> None:
    at = Tableau("yellow shell", "")
    assert told(at, "yellow shell level")[-1] == Line("laid last and won 1 card", 0)


def test_alone_nobody_is_told_to_miss_again() -> None:
    at = Tableau("yellow shell, red starfish", "yellow anchor")
    assert told(at, "yellow shell level")[1:] == [Line("could not lay", 1)]
    assert [line.text for line in told(at, "red starfish level")] == [
        "laid red starfish",
        "laid last and won 2 cards",
    ]


def test_the_view_tells_options_and_turn() -> None:
    at = Tableau("yellow shell", "", line=True, motifs=5)
    view = at.table.view(0)
    assert (view.line_only, view.motifs, view.turn, view.alone) == (True, 5, 0, False)  # type: ignore[attr-defined]
    at.lay("yellow shell level")
    over = at.table.view(0)
    assert (over.turn, over.won, over.level) == (-1, [1, 0], ["yellow-shell"])  # type: ignore[attr-defined]
    assert (over.centre, over.centre_level, over.upright) == ("", -1, [])  # type: ignore[attr-defined]
