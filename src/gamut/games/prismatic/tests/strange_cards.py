"""Card files by chance: what their cards and boards do seldom happens with the standard ones."""

from __future__ import annotations

import json
from random import Random

from gamut.games.prismatic.tests.model import ACTIONS, COLOURS, KINDS, MOTES

POOLS = tuple(f"pool {colour}" for colour in COLOURS)
BOARD = (
    *("pool yellow", "pool magenta", "pool cyan"),
    *("mote yellow", "mote magenta", "mote cyan", "mote prismatic"),
    *("mote red", "mote green", "mote blue", "mote white", "mote black"),
    *("prism", "3 prisms", "draw 2", "discard"),
)
TWO_METHODS = ("mote red", "mote green", "mote blue", "mote white", "mote black")


def write_strange_cards(rng: Random) -> str:
    """A card file in which everything is thrown; some motes are liked, so that the supply runs out of them."""
    liked = [rng.choice(MOTES), rng.choice((*COLOURS, *["prismatic"] * 8))]
    lines = ["[board]"]
    for effect in BOARD:
        recipes = [throw_price(rng, 1, 3) for _ in range(2 if effect in TWO_METHODS else 1)]
        while len(recipes) == 2 and sorted(recipes[0].split()) == sorted(recipes[1].split()):
            recipes[1] = throw_price(rng, 1, 3)
        lines.append(f"{json.dumps(effect)} = {json.dumps(recipes)}")
    for number in range(42):
        rewards = [throw_reward(rng, liked) for _ in range(rng.choice((0, 1, 2, 3)))]
        lines += [
            "[[card]]",
            f'name = "Card {number}"',
            f"type = {json.dumps(rng.choice(KINDS))}",
            f"stars = {rng.randrange(10)}",
            f"cost = {json.dumps(throw_price(rng, 1, 5))}",
            f"rewards = {json.dumps(rewards)}",
            *([f"ability = {json.dumps(throw_ability(rng, liked))}"] if rng.random() < 0.8 else []),
            'text = "A card by chance."',
        ]
    return "\n".join(lines)


def throw_price(rng: Random, least: int, most: int) -> str:
    """Some items; few colours, so that several are often alike."""
    items = [*rng.sample(COLOURS, 2), rng.choice((*COLOURS, "prism"))]
    return " ".join(rng.choice(items) for _ in range(rng.randint(least, most)))


def throw_reward(rng: Random, liked: list[str]) -> str:
    """A reward."""
    return rng.choice((*(f"mote {mote}" for mote in liked), rng.choice(POOLS), "prism", *ACTIONS))


def throw_ability(rng: Random, liked: list[str]) -> str:
    """An ability, free or with an arrow."""
    colour, pool = rng.choice(COLOURS), rng.choice(POOLS)
    free = ("prism", pool, f"mote {rng.choice(liked)}")
    paid = (f"{colour} -> prism", f"{colour} -> {pool}", f"prism -> {pool}")
    return rng.choice((*free, *paid, *(f"{colour} -> {action}" for action in ACTIONS)))
