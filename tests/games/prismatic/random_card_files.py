"""Card files by chance: what their cards and boards do seldom happens with the standard ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

from tests.games.prismatic.model import ACTIONS, COLOURS, KINDS, MOTES

PLAIN = ("red", "green", "blue", "white", "black")  # what all players have from the start
MIXED = ("cyan", "magenta", "yellow")
POOLS = tuple(f"pool {colour}" for colour in COLOURS)
BOARD = (
    *("pool yellow", "pool magenta", "pool cyan"),
    *("mote yellow", "mote magenta", "mote cyan", "mote prismatic"),
    *("mote red", "mote green", "mote blue", "mote white", "mote black"),
    *("prism", "3 prisms", "draw 2", "discard"),
)
TWO_METHODS = ("mote red", "mote green", "mote blue", "mote white", "mote black")


def write_random_cards(rng: Random) -> str:
    """A card file drawn by chance; some motes are frequent, so that the supply runs out of them."""
    frequent = [rng.choice(MOTES), rng.choice((*COLOURS, *["prismatic"] * 8))]
    lines = write_board(lambda: draw_price(rng, draw_items(rng), 1, 3))
    for number in range(42):
        rewards = [draw_reward(rng, frequent) for _ in range(rng.choice((0, 1, 2, 3)))]
        ability = draw_ability(rng, frequent) if rng.random() < 0.8 else ""
        lines += write_card(rng, number, draw_price(rng, draw_items(rng), 1, 5), rewards, ability)
    return "\n".join(lines)


def write_radiant_cards(rng: Random) -> str:
    """A card file with many colours for the pool and prismatic motes, so that both could often pay the same."""
    lines = write_board(lambda: draw_price(rng, PLAIN, 1, 2))
    for number in range(42):
        gift = rng.choice(("mote prismatic", *(f"pool {colour}" for colour in MIXED)))
        lines += write_card(rng, number, draw_price(rng, MIXED, 2, 4), [gift], rng.choice(("", gift)))
    return "\n".join(lines)


def write_board(draw_recipe: Callable[[], str]) -> list[str]:
    """The lines of a board; two recipes for one thing differ."""
    lines = ["[board]"]
    for effect in BOARD:
        recipes = [draw_recipe()]
        while effect in TWO_METHODS and len(recipes) < 2:
            other = draw_recipe()
            recipes += [other] * (sorted(other.split()) != sorted(recipes[0].split()))
        lines.append(f"{json.dumps(effect)} = {json.dumps(recipes)}")
    return lines


def write_card(rng: Random, number: int, price: str, rewards: list[str], ability: str) -> list[str]:
    """The lines of a card."""
    return [
        "[[card]]",
        f'name = "Card {number}"',
        f"type = {json.dumps(rng.choice(KINDS))}",
        f"stars = {rng.randrange(10)}",
        f"cost = {json.dumps(price)}",
        f"rewards = {json.dumps(rewards)}",
        *([f"ability = {json.dumps(ability)}"] if ability else []),
        'text = "A card by chance."',
    ]


def draw_items(rng: Random) -> list[str]:
    """What a price is made of: few items, so that several are often alike."""
    return [*rng.sample(COLOURS, 2), rng.choice((*COLOURS, "prism"))]


def draw_price(rng: Random, items: Sequence[str], least: int, most: int) -> str:
    """Some of the items."""
    return " ".join(rng.choice(items) for _ in range(rng.randint(least, most)))


def draw_reward(rng: Random, frequent: list[str]) -> str:
    return rng.choice((*(f"mote {mote}" for mote in frequent), rng.choice(POOLS), "prism", *ACTIONS))


def draw_ability(rng: Random, frequent: list[str]) -> str:
    """An ability, free or with an arrow."""
    colour, pool = rng.choice(COLOURS), rng.choice(POOLS)
    free = ("prism", pool, f"mote {rng.choice(frequent)}")
    paid = (f"{colour} -> prism", f"{colour} -> {pool}", f"prism -> {pool}")
    return rng.choice((*free, *paid, *(f"{colour} -> {action}" for action in ACTIONS)))
