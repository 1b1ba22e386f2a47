"""The cards and the board: read from a TOML file and written into the constants.

The file may come from an operator, so all of it is checked. An error names the card, the field and the reason.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from gamut.engine.bits import bit
from gamut.engine.errors import InvalidFile, format_list
from gamut.games.prismatic import record as rec

COLOUR_NAMES = ("red", "green", "blue", "cyan", "magenta", "yellow", "white", "black")
ITEM_NAMES = (*COLOUR_NAMES, "prismatic", "prism")
TYPES = ("hue", "sky", "craft")
MAX_STARS, MAX_NAME_LENGTH, MAX_TEXT_LENGTH = 9, 40, 160
# With these names, two actions would have the same text.
RESERVED = ("the palette", "the bag", "the common area", "a card", "a card or the palette")

# Effects in card files
EFFECT_WORDS: dict[str, int] = {
    **{f"pool {name}": rec.POOL + k for k, name in enumerate(COLOUR_NAMES)},
    **{f"mote {name}": rec.MOTE + k for k, name in enumerate(ITEM_NAMES[: rec.PRISM])},
    "prism": rec.ONE_PRISM,
    "3 prisms": rec.THREE_PRISMS,
    "pull": rec.PULL,
    "empty": rec.EMPTY,
    "draw": rec.DRAW,
    "discard": rec.DISCARD,
    "steal": rec.STEAL,
    "draw 2": rec.KEEP_ONE,
}
EFFECT_NAMES = {effect: words for words, effect in EFFECT_WORDS.items()}
ON_CARDS = {words: effect for words, effect in EFFECT_WORDS.items() if effect not in (rec.THREE_PRISMS, rec.KEEP_ONE)}
FREE = {words: effect for words, effect in ON_CARDS.items() if effect < rec.PULL}
FOR_A_MOTE = {words: effect for words, effect in ON_CARDS.items() if effect < rec.MOTE or effect >= rec.ONE_PRISM}
FOR_A_PRISM = {words: effect for words, effect in ON_CARDS.items() if effect < rec.MOTE}

# What the recipes of the board give, three rows of seven, and how many recipes give it
ROWS = (
    ("pool yellow", "pool magenta", "pool cyan", "mote yellow", "mote magenta", "mote cyan", "mote prismatic"),
    ("mote red", "mote green", "mote blue", "mote white", "mote black", "prism", "draw 2"),
    ("mote red", "mote green", "mote blue", "mote white", "mote black", "3 prisms", "discard"),
)
RECIPE_COUNTS = {words: sum(row.count(words) for row in ROWS) for row in ROWS for words in row}


class Card(msgspec.Struct, frozen=True):
    """A card as it is printed; `cost` counts items, and effects are the numbers of `record`."""

    id: str
    name: str
    kind: int
    stars: int
    cost: tuple[int, ...]
    rewards: tuple[int, ...]
    takes: int  # the item its ability takes; −1: nothing
    ability: int  # 0: none
    text: str


class Recipe(msgspec.Struct, frozen=True):
    """A recipe of the board; `cost` counts items."""

    id: str
    gives: int
    cost: tuple[int, ...]
    number: int  # 1 or 2, of those that give the same
    count: int


class Printed(msgspec.Struct, frozen=True):
    """The content of a card file."""

    cards: tuple[Card, ...]
    board: tuple[Recipe, ...]


class InvalidCards(Exception):
    """An error in a card file; callers put the card or the field in front of the message."""


def refuse(message: str) -> NoReturn:
    raise InvalidCards(message)


def slug(name: str) -> str:
    """`Scheele's Green` is `scheeles-green`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower().replace("'", "")).strip("-")


# ---------------------------------------------------------------------- reading


MAX_LINE_LENGTH = 2000  # the memory of the TOML parser grows with the square of the parts of a dotted key


def read_cards(content: str) -> Printed:
    """Read the content of a card file; raise InvalidFile if it is invalid."""
    if max(map(len, content.splitlines()), default=0) > MAX_LINE_LENGTH:
        raise InvalidFile(f"the card file has a line of more than {MAX_LINE_LENGTH:,} characters")
    try:
        data = tomllib.loads(content)
    except RecursionError:
        raise InvalidFile("the card file is nested too deeply") from None
    except ValueError as e:  # also of an integer with thousands of digits
        raise InvalidFile(f"the card file is not TOML: {e}") from None
    try:
        check_keys(data, {"card", "board"}, {"card", "board"})
        tables = data["card"]
        if not isinstance(tables, list) or len(tables) != rec.CARDS:
            n_cards = f"{len(tables)} cards" if isinstance(tables, list) else "no list of cards"
            refuse(f"it has {n_cards}; there must be exactly {rec.CARDS} [[card]] tables")
        cards = tuple(read_card(k, table) for k, table in enumerate(tables))
        check_names(cards)
        return Printed(cards, read_board(data["board"]))
    except InvalidCards as e:
        raise InvalidFile(f"the card file: {e}") from None


def check_keys(table: Mapping[str, Any], needed: set[str], allowed: set[str]) -> None:
    if missing := sorted(needed - set(table)):
        refuse(f"missing: {format_list(missing)}")
    if unknown := sorted(set(table) - allowed):
        refuse(f"unknown: {format_list(map(repr, unknown))}; known are {format_list(sorted(allowed))}")


def read_card(k: int, data: Any) -> Card:
    """Read a card; an error names it by its position and name."""
    label = f"card {k + 1}"
    try:
        if not isinstance(data, dict):
            refuse("it must be a table of fields")
        if isinstance(data.get("name"), str):
            label += f" ({data['name'][:MAX_NAME_LENGTH]!r})"
        needed = {"name", "type", "stars", "cost"}
        check_keys(data, needed, needed | {"rewards", "ability", "text"})
        name = read_name(data["name"])
        takes, ability = read_ability(data.get("ability", ""))
        return Card(
            slug(name), name, read_type(data["type"]), read_stars(data["stars"]), read_cost("cost", data["cost"]),
            read_rewards(data.get("rewards", [])), takes, ability, read_text(data.get("text", "")),
        )  # fmt: skip
    except InvalidCards as e:
        raise InvalidCards(f"{label}: {e}") from None


def read_name(name: Any) -> str:
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME_LENGTH:
        refuse(f"name: it must be a text of 1 to {MAX_NAME_LENGTH} characters")
    if name != " ".join(name.split()) or not name.isprintable() or not slug(name):
        refuse("name: it must have a Latin letter or a digit, and single spaces between words")
    if name.lower() in RESERVED:
        refuse(f"name: {name!r} is reserved")
    return name


def read_text(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MAX_TEXT_LENGTH or not (text.isprintable() or not text):
        refuse(f"text: it must be one line of up to {MAX_TEXT_LENGTH} characters")
    return text


def read_type(kind: Any) -> int:
    if kind not in TYPES:
        refuse(f"type = {kind!r}: it must be {format_list(TYPES)}")
    return TYPES.index(kind)


def read_stars(stars: Any) -> int:
    if not isinstance(stars, int) or isinstance(stars, bool) or not 0 <= stars <= MAX_STARS:
        refuse(f"stars = {stars!r}: it must be 0 to {MAX_STARS}")
    return stars


def read_cost(field: str, cost: Any) -> tuple[int, ...]:
    """Return how many of each item a price has."""
    if not isinstance(cost, str):
        refuse(f"{field}: it must be a text such as 'red red white'")
    names, payable = cost.split(), (*COLOUR_NAMES, ITEM_NAMES[rec.PRISM])
    for name in names:
        if name not in payable:
            refuse(f"{field}: unknown icon {name!r}; a price may have {format_list(payable, most=9)}")
    if not 1 <= len(names) <= rec.MAX_COST:
        refuse(f"{field}: it has {len(names)} items; there must be 1 to {rec.MAX_COST}")
    return tuple(names.count(name) for name in ITEM_NAMES)


def read_rewards(rewards: Any) -> tuple[int, ...]:
    if not isinstance(rewards, list) or len(rewards) > rec.REWARDS_EACH:
        refuse(f"rewards: it must be a list of up to {rec.REWARDS_EACH}")
    return tuple(read_effect("rewards", words, ON_CARDS) for words in rewards)


def read_effect(field: str, words: Any, allowed: Mapping[str, int]) -> int:
    if not isinstance(words, str) or words not in allowed:
        refuse(f"{field}: {words!r} is not allowed; use {format_list(allowed, most=30)}")
    return allowed[words]


def read_ability(ability: Any) -> tuple[int, int]:
    """Return the item that an ability takes (−1: none) and its effect (0: no ability)."""
    if ability == "":
        return -1, 0
    if not isinstance(ability, str):
        refuse("ability: it must be a text such as 'red -> pool yellow'")
    before, arrow, after = (part.strip() for part in ability.partition("->"))
    if not arrow:
        return -1, read_effect("ability", before, FREE)
    if before == ITEM_NAMES[rec.PRISM]:
        return rec.PRISM, read_effect("ability", after, FOR_A_PRISM)
    if before not in COLOUR_NAMES:
        takeable = format_list((*COLOUR_NAMES, ITEM_NAMES[rec.PRISM]), most=9)
        refuse(f"ability: {before!r} is not allowed before the arrow; use {takeable}")
    return COLOUR_NAMES.index(before), read_effect("ability", after, FOR_A_MOTE)


def check_names(cards: tuple[Card, ...]) -> None:
    """Refuse two cards with the same name."""
    first: dict[str, int] = {}
    for k, card in enumerate(cards):
        other = first.setdefault(card.id, k)
        if other != k:
            refuse(f"card {k + 1} ({card.name!r}): name: card {other + 1} is already named {cards[other].name!r}")


def read_board(data: Any) -> tuple[Recipe, ...]:
    """Read the 21 recipes, row by row."""
    try:
        if not isinstance(data, dict):
            refuse("it must be a table of recipes")
        check_keys(data, set(RECIPE_COUNTS), set(RECIPE_COUNTS))
        costs = {words: read_costs(words, data[words], n) for words, n in RECIPE_COUNTS.items()}
    except InvalidCards as e:
        raise InvalidCards(f"board: {e}") from None
    recipes, numbers = [], dict.fromkeys(RECIPE_COUNTS, 0)
    for words in (words for row in ROWS for words in row):
        numbers[words] += 1
        number, count = numbers[words], RECIPE_COUNTS[words]
        id = slug(words) + (f"-{number}" if count > 1 else "")
        recipes.append(Recipe(id, EFFECT_WORDS[words], costs[words][number - 1], number, count))
    return tuple(recipes)


def read_costs(words: str, recipes: Any, count: int) -> list[tuple[int, ...]]:
    """Read the costs of the recipes that give the same."""
    if not isinstance(recipes, list) or len(recipes) != count:
        refuse(f"{words!r}: it must be a list of {count} recipe{'s' if count > 1 else ''}")
    costs = [read_cost(repr(words), recipe) for recipe in recipes]
    if len(set(costs)) != count:
        refuse(f"{words!r}: both recipes are the same")
    return costs


# ---------------------------------------------------------------------- constants


def fill_cards(c: Any, printed: Printed) -> None:
    """Write the cards and the board into the constants."""
    for k, card in enumerate(printed.cards):
        c.stars[k], c.kind[k], c.takes[k], c.ability[k] = card.stars, card.kind, card.takes, card.ability
        c.of_kind[card.kind] = c.of_kind[card.kind] | bit(k)
        for slot, effect in enumerate(card.rewards):
            c.reward[k, slot] = effect
        for item in range(rec.ITEMS):
            c.price[k, item] = card.cost[item]
        c.price_motes[k] = sum(card.cost[: rec.N_COLOURS])
        if card.ability:
            c.able = c.able | bit(k)
        for item in range(rec.ITEMS):
            fill_item(c, k, card, item)
    for k, recipe in enumerate(printed.board):
        c.gives[k] = recipe.gives
        for item in range(rec.ITEMS):
            c.recipe_price[k, item] = recipe.cost[item]
    assert len(printed.board) == rec.RECIPES


def fill_item(c: Any, k: int, card: Card, item: int) -> None:
    """Write whether a card's price and ability take an item; a prismatic mote is any colour."""
    any_colour = item == rec.PRISMATIC
    if card.cost[item] or (any_colour and c.price_motes[k]):
        c.wants[item] = c.wants[item] | bit(k)
    if card.takes == item or (any_colour and 0 <= card.takes < rec.N_COLOURS):
        c.uses[item] = c.uses[item] | bit(k)
