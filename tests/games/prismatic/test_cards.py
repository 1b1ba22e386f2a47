"""Clauses 8.6 and 9 of RULES.md: card files, and the cards that come with the game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamut.engine.errors import InvalidOptions
from gamut.engine.options import file_value
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.cards import COLOUR_NAMES, TYPES, Card
from gamut.games.prismatic.presentation import count_words, effect_text, list_items, recipe_text
from gamut.games.prismatic.record import (
    DISCARD,
    DRAW,
    EMPTY,
    KEEP_ONE,
    MOTE,
    ONE_PRISM,
    POOL,
    PRISM,
    PULL,
    STEAL,
    THREE_PRISMS,
)
from gamut.testing import clause

STANDARD = GAME.open(2).files["cards"]
PRINTED = GAME.open(2).printed


def refused(file: str) -> str:
    """Return the message for an invalid card file."""
    with pytest.raises(InvalidOptions) as error:
        GAME.open(2, files={"cards": file})
    return str(error.value)


# ---------------------------------------------------------------------- the standard cards


@clause("9.2")
def test_there_are_fourteen_cards_of_each_type_with_the_stars_of_the_plan() -> None:
    assert [sum(card.kind == kind for card in PRINTED.cards) for kind in range(len(TYPES))] == [14, 14, 14]
    assert [sum(card.stars == n for card in PRINTED.cards) for n in range(1, 6)] == [9, 12, 11, 6, 4]
    for card in PRINTED.cards:
        assert 2 <= sum(card.cost) <= 6
        assert max(card.cost) <= 2
        assert card.text


COLOUR_PRICE = {name: 1.0 if k < 3 else 1.5 if k < 6 else 1.3 for k, name in enumerate(COLOUR_NAMES)}
REWARDS = {PULL: 0.7, DISCARD: 0.6, EMPTY: 0.3, STEAL: 1.5, DRAW: 1.0, ONE_PRISM: 1.0}
PAID = {ONE_PRISM: 3.0, STEAL: 3.0, DRAW: 2.0, DISCARD: 1.0, PULL: 0.5, EMPTY: 0.3}


def reward_price(effect: int) -> float:
    """What a reward adds to a price."""
    return 0.7 if effect < MOTE else 1.0 if effect < ONE_PRISM else REWARDS[effect]


def ability_price(card: Card) -> float:
    """What an ability adds to a price, before its share."""
    if not card.ability:
        return 0
    if card.takes < 0:
        return 3.5 if card.ability < MOTE else 3.0 if card.ability < ONE_PRISM else 4.0
    if card.ability < MOTE:
        return 0.5 if card.takes == PRISM else 1.0
    return PAID[card.ability]


@pytest.mark.parametrize("card", PRINTED.cards, ids=[card.id for card in PRINTED.cards])
def test_a_price_follows_the_formula(card: Card) -> None:
    paid = sum(n * COLOUR_PRICE[name] for name, n in zip(COLOUR_NAMES, card.cost, strict=False))
    paid += 2 * card.cost[PRISM]
    wanted = 1 + 1.2 * card.stars + sum(map(reward_price, card.rewards)) + 0.8 * ability_price(card)
    assert abs(paid - wanted) <= 0.35 + 1e-9


def test_cards_differ_in_what_they_cost_or_give() -> None:
    assert len({(card.cost, card.rewards, card.takes, card.ability) for card in PRINTED.cards}) == 42
    used = {effect for card in PRINTED.cards for effect in (*card.rewards, card.ability)}
    assert {PULL, EMPTY, DRAW, DISCARD, STEAL, ONE_PRISM} <= used


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of a table of the rules page."""
    lines = page[page.index(head) :].splitlines()[2:]
    table = lines[: next(k for k, line in enumerate(lines) if not line.startswith("|"))]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


@clause("9.1")
def test_the_rules_page_shows_the_board() -> None:
    shown = rows(GAME.rules_page, "| gives | for |")
    assert shown == [[effect_text(x.gives), count_words(list_items(x.cost))] for x in PRINTED.board]


def describe_gives(card: Card) -> str:
    """What a card gives, as the rules page says it."""
    parts = []
    if card.rewards:
        parts.append("once " + ", ".join(map(effect_text, card.rewards)))
    if card.ability:
        before = f"{list_items([k == card.takes for k in range(10)])[0]} → " if card.takes >= 0 else ""
        parts.append(f"each round {before}{effect_text(card.ability)}")
    return "; ".join(parts) or "no effect"


@clause("9.2")
def test_the_rules_page_shows_all_cards() -> None:
    wanted = [
        [card.name, TYPES[card.kind], str(card.stars), count_words(list_items(card.cost)), describe_gives(card)]
        for card in PRINTED.cards
    ]
    assert rows(GAME.rules_page, "| card | type |") == wanted


@clause("9.1")
def test_recipes_follow_colour_science() -> None:
    """Light adds: the three pool colours; pigment subtracts: a primary light is what two pigments leave."""
    recipes = {(x.gives, x.number): set(list_items(x.cost)) for x in PRINTED.board}
    light = {"yellow": {"red", "green"}, "magenta": {"red", "blue"}, "cyan": {"green", "blue"}}
    for name, parts in light.items():
        assert recipes[POOL + COLOUR_NAMES.index(name), 1] == parts
        assert recipes[MOTE + COLOUR_NAMES.index(name), 1] == parts | {"white"}
    pigments = {
        name: {pigment for pigment, parts in light.items() if name in parts} for name in ("red", "green", "blue")
    }
    for name, pair in pigments.items():
        assert recipes[MOTE + COLOUR_NAMES.index(name), 1] == pair
    assert {effect for effect, _ in recipes} >= {ONE_PRISM, THREE_PRISMS, KEEP_ONE, DISCARD}


# ---------------------------------------------------------------------- files of others


@clause("8.6")
def test_another_file_is_played_by_its_own_names_and_prices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "prismatic" / "cards"
    folder.mkdir(parents=True)
    other = STANDARD.replace('name = "Aurora"', 'name = "Our Own"').replace('"red green"', '"red red"')
    (folder / "boxed.toml").write_text(other, "utf-8")
    monkeypatch.setenv("GAMUT_FILES", str(tmp_path))
    setup = GAME.open(2, {"cards": "boxed"})
    assert "create Our Own" in setup.action_texts
    assert "create Aurora" not in setup.action_texts
    assert recipe_text(setup.printed.board[0]) == "yellow light"
    assert setup.printed.board[0].cost[0] == 2
    assert setup.options["cards"].startswith("boxed@")  # type: ignore[union-attr]
    table = Table(setup, bytes(16))
    while not table.over and len(table.history) < 60:
        table.play(table.actors[0], table.legal(table.actors[0])[-1])
    assert GAME.open(2).printed.cards == PRINTED.cards  # the standard is not touched


@clause("8.6")
@pytest.mark.parametrize("name", ["../secrets", "/etc/passwd", "nothing", ""])
def test_a_path_is_not_a_card_file(name: str) -> None:
    with pytest.raises(InvalidOptions, match=r"cards = .*: there is no file of that name; use standard"):
        GAME.open(2, {"cards": name})


@clause("8.6")
def test_an_error_names_the_file() -> None:
    content = STANDARD.replace('type = "hue"', 'type = "hues"', 1)
    with pytest.raises(InvalidOptions, match=r"boxed\.toml: the card file: card 1 \('Madder Root'\): type = 'hues'"):
        GAME.open(2, {"cards": file_value("boxed", content)}, {"cards": content})


def without(name: str) -> str:
    """The standard file without one card."""
    parts = STANDARD.split("[[card]]")
    return "[[card]]".join(part for part in parts if f'name = "{name}"' not in part)


MADDER = 'name = "Madder Root"\ntype = "hue"\nstars = 1\ncost = "red red white"\nrewards = ["mote red"]'
assert MADDER in STANDARD
WRONG = [
    ("= [", "the card file is not TOML"),
    (f"x = {'9' * 10_000}", "the card file has a line of more than 2,000 characters"),
    (without("Aurora"), "it has 41 cards; there must be exactly 42"),
    (STANDARD + '[[card]]\nname = "X"\n', "it has 43 cards"),
    (STANDARD.replace("[board]", "[boards]"), "missing: board"),
    (STANDARD + "\n[more]\n", "unknown: 'more'; known are board, card"),
    ("card = 3\nboard = 4", "it has no list of cards"),
    (STANDARD.replace(MADDER, MADDER.replace("stars = 1\n", "")), "card 1 ('Madder Root'): missing: stars"),
    (STANDARD.replace(MADDER, MADDER + "\ncolor = 1"), "card 1 ('Madder Root'): unknown: 'color'"),
    (STANDARD.replace(MADDER, MADDER.replace('"hue"', '"hues"')), "card 1 ('Madder Root'): type = 'hues'"),
    (
        STANDARD.replace(MADDER, MADDER.replace("= 1", "= 10")),
        "card 1 ('Madder Root'): stars = 10: it must be 0 to 9",
    ),
    (STANDARD.replace(MADDER, MADDER.replace("= 1", "= true")), "card 1 ('Madder Root'): stars = True"),
    (
        STANDARD.replace(MADDER, MADDER.replace("red red white", "red pink")),
        "card 1 ('Madder Root'): cost: unknown icon 'pink'; a price may have",
    ),
    (
        STANDARD.replace(MADDER, MADDER.replace("red red white", "red prismatic")),
        "card 1 ('Madder Root'): cost: unknown icon 'prismatic'; a price may have",
    ),
    (
        STANDARD.replace(MADDER, MADDER.replace("red red white", " ".join(["red"] * 9))),
        "card 1 ('Madder Root'): cost: it has 9 items; there must be 1 to 8",
    ),
    (STANDARD.replace(MADDER, MADDER.replace('"red red white"', '""')), "cost: it has 0 items"),
    (STANDARD.replace(MADDER, MADDER.replace('"red red white"', "3")), "cost: it must be a text"),
    (
        STANDARD.replace(MADDER, MADDER.replace('["mote red"]', '["mote pink"]')),
        "card 1 ('Madder Root'): rewards: 'mote pink' is not allowed; use",
    ),
    (STANDARD.replace(MADDER, MADDER.replace('["mote red"]', '["3 prisms"]')), "rewards: '3 prisms' is not allowed"),
    (
        STANDARD.replace(MADDER, MADDER.replace('["mote red"]', '["pull","pull","pull","pull"]')),
        "a list of up to 3",
    ),
    (STANDARD.replace(MADDER, MADDER + '\nability = "pull"'), "ability: 'pull' is not allowed"),
    (STANDARD.replace(MADDER, MADDER + '\nability = "prism -> pull"'), "ability: 'pull' is not allowed"),
    (STANDARD.replace(MADDER, MADDER + '\nability = "red -> mote red"'), "ability: 'mote red' is not allowed"),
    (
        STANDARD.replace(MADDER, MADDER + '\nability = "pink -> pull"'),
        "ability: 'pink' is not allowed before the arrow",
    ),
    (STANDARD.replace(MADDER, MADDER + "\nability = 3"), "ability: it must be a text such as"),
    (STANDARD.replace("Madder Root", "aurora"), "name: card 1 is already named 'aurora'"),
    (STANDARD.replace('"Madder Root"', '"the palette"'), "name: 'the palette' is reserved"),
    (STANDARD.replace('"Madder Root"', '"Two  Blanks"'), "name: it must have a Latin letter or a digit"),
    (STANDARD.replace('"Madder Root"', '"' + "a" * 41 + '"'), "name: it must be a text of 1 to 40 characters"),
    (STANDARD.replace('"Madder Root"', "7"), "card 1: name: it must be a text"),
    (STANDARD.replace('"prism" = ["white black"]', ""), "board: missing: prism"),
    (
        STANDARD.replace('"prism" = ["white black"]', '"prism" = ["white", "black"]'),
        "'prism': it must be a list of 1",
    ),
    (
        STANDARD.replace('["magenta yellow", "white prism"]', '["red", "red"]'),
        "'mote red': both recipes are the same",
    ),
    (
        STANDARD.replace('"prism" = ["white black"]', '"prism" = ["white pink"]'),
        "board: 'prism': unknown icon 'pink'",
    ),
]


@clause("8.6")
@pytest.mark.parametrize(("file", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_errors_in_a_card_file_are_named(file: str, message: str) -> None:
    assert file != STANDARD
    assert message in refused(file)


@clause("8.6")
def test_texts_and_shapes_are_checked_too() -> None:
    long = re.sub(r'text = "[^"]+"', f'text = "{"x" * 161}"', STANDARD, count=1)
    assert "text: it must be one line of up to 160 characters" in refused(long)
    assert "board: it must be a table of recipes" in refused(
        re.sub(r"(?s)\[board\].*?# ----", "# ----", "board = 3\n" + STANDARD)
    )
    assert "card 1: it must be a table of fields" in refused("card = [" + "1," * 42 + "]\n[board]\n")
