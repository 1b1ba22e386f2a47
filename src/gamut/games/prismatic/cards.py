"""The cards and the board, read from a TOML file and written into the constants.

Such a file may come from an operator, so all of it is checked, and what is wrong is named: card, field and reason.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from gamut.engine.bits import bit
from gamut.engine.errors import BadOptions, listed
from gamut.games.prismatic.record import (
    BOARD,
    CARDS,
    COLOURS,
    DISCARD,
    DRAW,
    EMPTY,
    ITEMS,
    KEEP_ONE,
    MOST_COST,
    MOTE,
    ONE_PRISM,
    POOL,
    PRISM,
    PRISMATIC,
    PULL,
    REWARDS_EACH,
    STEAL,
    THREE_PRISMS,
)  # fmt: skip

COLOUR_NAMES = ("red", "green", "blue", "cyan", "magenta", "yellow", "white", "black")
ITEM_NAMES = (*COLOUR_NAMES, "prismatic", "prism")
TYPES = ("hue", "sky", "craft")
MOST_STARS, LONGEST_NAME, LONGEST_TEXT = 9, 40, 160
RESERVED = ("the palette", "the bag", "the common area")  # an action would read the same

# What effects are called in card files
EFFECT_WORDS: dict[str, int] = {
    **{f"pool {name}": POOL + k for k, name in enumerate(COLOUR_NAMES)},
    **{f"mote {name}": MOTE + k for k, name in enumerate(ITEM_NAMES[:PRISM])},
    "prism": ONE_PRISM,
    "3 prisms": THREE_PRISMS,
    "pull": PULL,
    "empty": EMPTY,
    "draw": DRAW,
    "discard": DISCARD,
    "steal": STEAL,
    "draw 2": KEEP_ONE,
}
EFFECT_NAMES = {effect: words for words, effect in EFFECT_WORDS.items()}
ON_CARDS = {words: effect for words, effect in EFFECT_WORDS.items() if effect not in (THREE_PRISMS, KEEP_ONE)}
FREE = {words: effect for words, effect in ON_CARDS.items() if effect < PULL}
FOR_A_MOTE = {words: effect for words, effect in ON_CARDS.items() if effect < MOTE or effect >= ONE_PRISM}
FOR_A_PRISM = {words: effect for words, effect in ON_CARDS.items() if effect < MOTE}

# The creations of the board and how many methods each has, three rows of seven
ROWS = (
    ("pool yellow", "pool magenta", "pool cyan", "mote yellow", "mote magenta", "mote cyan", "mote prismatic"),
    ("mote red", "mote green", "mote blue", "mote white", "mote black", "prism", "draw 2"),
    ("mote red", "mote green", "mote blue", "mote white", "mote black", "3 prisms", "discard"),
)
METHODS = {words: sum(row.count(words) for row in ROWS) for row in ROWS for words in row}


class Card(msgspec.Struct, frozen=True):
    """A play card as it is printed; `cost` counts items, effects are numbers of the record."""

    id: str
    name: str
    kind: int
    stars: int
    cost: tuple[int, ...]
    rewards: tuple[int, ...]
    takes: int  # the item its ability takes; −1: nothing
    ability: int  # 0: none
    text: str


class Creation(msgspec.Struct, frozen=True):
    """A creation of the board."""

    id: str
    gives: int
    cost: tuple[int, ...]
    method: int  # 1 or 2
    methods: int


class Printed(msgspec.Struct, frozen=True):
    """All that a card file says."""

    cards: tuple[Card, ...]
    board: tuple[Creation, ...]


class Fault(Exception):
    """Something a card file may not say; `where` is put in front on the way out."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


def refuse(what: str) -> NoReturn:
    """Say what is wrong."""
    raise Fault(what)


def slug(name: str) -> str:
    """`Scheele's Green` is `scheeles-green`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower().replace("'", "")).strip("-")


# ---------------------------------------------------------------------- reading


def read_cards(content: str) -> Printed:
    """The cards of a file; a file that is wrong is refused with BadOptions."""
    try:
        data = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as e:
        raise BadOptions(f"the card file is not TOML: {e or 'nested too deeply'}") from None
    try:
        check_keys(data, {"card", "board"}, {"card", "board"})
        found = data["card"]
        if not isinstance(found, list) or len(found) != CARDS:
            many = len(found) if isinstance(found, list) else "no list of"
            refuse(f"there are {many} cards; there must be exactly {CARDS}, each in a [[card]] of its own")
        cards = tuple(read_card(k, card) for k, card in enumerate(found))
        check_names(cards)
        return Printed(cards, read_board(data["board"]))
    except Fault as e:
        raise BadOptions(f"the card file: {e.what}") from None


def check_keys(table: Mapping[str, Any], needed: set[str], allowed: set[str]) -> None:
    """Refuse fields that are missing or unknown."""
    if missing := sorted(needed - set(table)):
        refuse(f"{listed(missing)} missing")
    if unknown := sorted(set(table) - allowed):
        refuse(f"{listed(map(repr, unknown))} unknown; there are {listed(sorted(allowed))}")


def read_card(k: int, data: Any) -> Card:
    """One card; a fault names it by place and name."""
    where = f"card {k + 1}"
    try:
        if not isinstance(data, dict):
            refuse("it is not a table of fields")
        if isinstance(data.get("name"), str):
            where += f" ({data['name'][:LONGEST_NAME]!r})"
        needed = {"name", "type", "stars", "cost"}
        check_keys(data, needed, needed | {"rewards", "ability", "text"})
        name = read_name(data["name"])
        takes, ability = read_ability(data.get("ability", ""))
        return Card(
            slug(name), name, read_type(data["type"]), read_stars(data["stars"]), read_cost("cost", data["cost"]),
            read_rewards(data.get("rewards", [])), takes, ability, read_text(data.get("text", "")),
        )  # fmt: skip
    except Fault as e:
        raise Fault(f"{where}: {e.what}") from None


def read_name(name: Any) -> str:
    """A name that can stand in a text."""
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME:
        refuse(f"name: it must be a text of 1 to {LONGEST_NAME} characters")
    if name != " ".join(name.split()) or not name.isprintable() or not slug(name):
        refuse("name: it must have a Latin letter or a digit, and single spaces between words")
    if name.lower() in RESERVED:
        refuse(f"name: a card cannot be called {listed(map(repr, RESERVED))}")
    return name


def read_text(text: Any) -> str:
    """A line of text."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT or not (text.isprintable() or not text):
        refuse(f"text: it must be one line of up to {LONGEST_TEXT} characters")
    return text


def read_type(kind: Any) -> int:
    """The number of a type."""
    if kind not in TYPES:
        refuse(f"type = {kind!r}: it must be {listed(TYPES)}")
    return TYPES.index(kind)


def read_stars(stars: Any) -> int:
    """A number of stars."""
    if not isinstance(stars, int) or isinstance(stars, bool) or not 0 <= stars <= MOST_STARS:
        refuse(f"stars = {stars!r}: it must be 0 to {MOST_STARS}")
    return stars


def read_cost(field: str, cost: Any) -> tuple[int, ...]:
    """How many of each item a price takes."""
    if not isinstance(cost, str):
        refuse(f"{field}: it must be a text such as 'red red white'")
    names, payable = cost.split(), (*COLOUR_NAMES, ITEM_NAMES[PRISM])
    for name in names:
        if name not in payable:
            refuse(f"{field}: {name!r} is no icon of a price; there are {listed(payable, most=9)}")
    if not 1 <= len(names) <= MOST_COST:
        refuse(f"{field}: it has {len(names)} items; there must be 1 to {MOST_COST}")
    return tuple(names.count(name) for name in ITEM_NAMES)


def read_rewards(rewards: Any) -> tuple[int, ...]:
    """The effects of rewards."""
    if not isinstance(rewards, list) or len(rewards) > REWARDS_EACH:
        refuse(f"rewards: it must be a list of up to {REWARDS_EACH}")
    return tuple(read_effect("rewards", words, ON_CARDS) for words in rewards)


def read_effect(field: str, words: Any, allowed: Mapping[str, int]) -> int:
    """The number of an effect."""
    if not isinstance(words, str) or words not in allowed:
        refuse(f"{field}: {words!r} is no icon that may stand there; there are {listed(allowed, most=30)}")
    return allowed[words]


def read_ability(ability: Any) -> tuple[int, int]:
    """The item that an ability takes (−1: nothing) and its effect (0: there is none)."""
    if ability == "":
        return -1, 0
    if not isinstance(ability, str):
        refuse("ability: it must be a text such as 'red -> pool yellow'")
    before, arrow, after = (part.strip() for part in ability.partition("->"))
    if not arrow:
        return -1, read_effect("ability", before, FREE)
    if before == ITEM_NAMES[PRISM]:
        return PRISM, read_effect("ability", after, FOR_A_PRISM)
    if before not in COLOUR_NAMES:
        may = listed((*COLOUR_NAMES, ITEM_NAMES[PRISM]), most=9)
        refuse(f"ability: {before!r} cannot stand before the arrow; there are {may}")
    return COLOUR_NAMES.index(before), read_effect("ability", after, FOR_A_MOTE)


def check_names(cards: tuple[Card, ...]) -> None:
    """Refuse two cards of the same name."""
    first: dict[str, int] = {}
    for k, card in enumerate(cards):
        other = first.setdefault(card.id, k)
        if other != k:
            refuse(f"card {k + 1} ({card.name!r}): name: card {other + 1} is called {cards[other].name!r} already")


def read_board(data: Any) -> tuple[Creation, ...]:
    """The 21 creations, row by row."""
    try:
        if not isinstance(data, dict):
            refuse("it is not a table of recipes")
        check_keys(data, set(METHODS), set(METHODS))
        recipes = {words: read_recipes(words, data[words], n) for words, n in METHODS.items()}
    except Fault as e:
        raise Fault(f"board: {e.what}") from None
    found, made = [], dict.fromkeys(METHODS, 0)
    for words in (words for row in ROWS for words in row):
        made[words] += 1
        methods = METHODS[words]
        own = slug(words) + (f"-{made[words]}" if methods > 1 else "")
        found.append(Creation(own, EFFECT_WORDS[words], recipes[words][made[words] - 1], made[words], methods))
    return tuple(found)


def read_recipes(words: str, recipes: Any, methods: int) -> list[tuple[int, ...]]:
    """The methods of one creation."""
    if not isinstance(recipes, list) or len(recipes) != methods:
        refuse(f"{words!r}: it must be a list of {methods} recipe{'s' if methods > 1 else ''}")
    costs = [read_cost(repr(words), recipe) for recipe in recipes]
    if len(set(costs)) != methods:
        refuse(f"{words!r}: both methods are the same")
    return costs


# ---------------------------------------------------------------------- writing into the constants


def fill(c: Any, printed: Printed) -> None:
    """Write the cards and the board into the constants."""
    for k, card in enumerate(printed.cards):
        c.stars[k], c.kind[k], c.takes[k], c.ability[k] = card.stars, card.kind, card.takes, card.ability
        c.of_kind[card.kind] = c.of_kind[card.kind] | bit(k)
        for slot, effect in enumerate(card.rewards):
            c.reward[k, slot] = effect
        for item in range(ITEMS):
            c.price[k, item] = card.cost[item]
        c.price_motes[k] = sum(card.cost[:COLOURS])
        if card.ability:
            c.able = c.able | bit(k)
        for item in range(ITEMS):
            fill_item(c, k, card, item)
    for k, creation in enumerate(printed.board):
        c.gives[k] = creation.gives
        for item in range(ITEMS):
            c.recipe[k, item] = creation.cost[item]
    assert len(printed.board) == BOARD


def fill_item(c: Any, k: int, card: Card, item: int) -> None:
    """Whether a card's price and ability take an item; a prismatic mote is any colour."""
    any_colour = item == PRISMATIC
    if card.cost[item] or (any_colour and c.price_motes[k]):
        c.wants[item] = c.wants[item] | bit(k)
    if card.takes == item or (any_colour and 0 <= card.takes < COLOURS):
        c.uses[item] = c.uses[item] | bit(k)
