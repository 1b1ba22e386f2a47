"""Action texts, touch paths, prompts and headlines."""

from __future__ import annotations

import pytest

from gamut.engine.look import load_look
from gamut.games.mixx import GAME
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES
from tests.games.mixx.builders import Position


def prompt(pos: Position, seat: int) -> str:
    return pos.table.knowledge(seat).prompt


def test_the_look_has_every_colour_and_motif() -> None:
    look = load_look(GAME.folder)
    assert (tuple(look.colours), tuple(look.drawings)) == (COLOUR_NAMES, MOTIF_NAMES)


@pytest.mark.parametrize(
    ("action", "text", "path"),
    [
        (0, "place yellow shell in the line or row", ("stock:yellow-shell", "axis:row")),
        (64 + 17, "place red fish in the column", ("stock:red-fish", "axis:column")),
        (2 * 64 + 63, "place violet anchor across the yellow card", ("stock:violet-anchor", "cross:yellow")),
        (9 * 64 + 38, "place green propeller across the violet card", ("stock:green-propeller", "cross:violet")),
    ],
)
def test_action_texts_and_touch_paths(action: int, text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    assert (setup.action_texts[action], setup.touch_paths[action]) == (text, path)
    assert setup.parse_action(f"  {text.upper()} ") == action


def test_prompts_name_what_can_be_placed() -> None:
    pos = Position("yellow shell, turquoise fish, pink turtle", "red starfish, orange jellyfish, blue chest")
    assert prompt(pos, 0) == "Begin the round with any card"
    pos.place("yellow shell in the line or row")
    assert prompt(pos, 1) == "Place a card with a new colour and a new motif"
    pos.place("red starfish in the line or row")
    assert prompt(pos, 0) == "Choose a card to extend the line, or to lay across it"
    pos.place("turquoise fish across the yellow card")
    assert prompt(pos, 1) == "Place a card in the row or the column"


def test_prompts_without_a_cross_and_for_a_player_alone() -> None:
    pos = Position("yellow shell, turquoise fish", "yellow anchor", line=True)
    pos.place("yellow shell in the line")
    assert prompt(pos, 0) == "Your opponent is stuck: keep placing cards"
    pos = Position("yellow shell, turquoise fish", "red starfish, blue chest", line=True)
    pos.place("yellow shell in the line", "red starfish in the line")
    assert prompt(pos, 0) == "Place a card with a new colour and a new motif"


def test_moves_name_places_as_the_rules_do() -> None:
    pos = Position("yellow shell, turquoise fish, blue chest", "red starfish, orange turtle")

    def say(*texts: str) -> str:
        known = pos.table.knowledge(pos.s.turn)
        return known.move_text([pos.table.setup.parse_action(f"place {text}") for text in texts])

    assert say("yellow shell in the line or row") == "Place the yellow shell"
    pos.place("yellow shell in the line or row")
    assert say("red starfish in the line or row") == "Place the red starfish in the line"
    pos.place("red starfish in the line or row")
    crossing = "turquoise fish across the yellow card"
    row = "blue chest in the line or row"
    assert say(crossing, row) == ("Place the turquoise fish across the yellow shell, then the blue chest in the row")
    assert say(row, crossing) == ("Place the blue chest in the line, then the turquoise fish across the yellow shell")
    pos.place(row)
    longer = "red fish across the blue card"
    assert say("orange turtle in the line or row", longer) == (
        "Place the orange turtle in the line, then the red fish across the blue chest"
    )


def test_headlines_name_the_round_and_the_deck() -> None:
    pos = Position("yellow shell, red fish", "red starfish", deck="blue anchor")
    assert pos.table.knowledge(0).headline == "Round 1, 1 card in the deck"
    pos.place("yellow shell in the line or row")
    assert pos.table.knowledge(-1).headline == "Round 1, 0 cards in the deck"
    over = Position("yellow shell", "")
    over.place("yellow shell in the line or row")
    assert over.table.knowledge(1).headline == "Game over"
