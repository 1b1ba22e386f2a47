"""The cards of Colori, read from cards.toml in the order of their numbers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args

from gamut.games.colori.record import ability_code

DATA = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))
Verb = Literal["store", "draw", "mix", "destroy", "make"]  # numbered from one

CARD_LIST: list[dict[str, Any]] = [*DATA["basic"], *DATA["fabric"], *DATA["dye"]]
GARMENT_LIST: list[dict[str, Any]] = DATA["garment"]
COLOUR_NAMES: tuple[str, ...] = tuple(DATA["colours"])
CARD_NAMES: tuple[str, ...] = (*(c["name"] for c in CARD_LIST), "Garment")
GARMENT_NAMES: tuple[str, ...] = tuple(g["name"] for g in GARMENT_LIST)


def slug(name: str) -> str:
    """`Dragon's Blood` is `dragons-blood`."""
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-")


CARD_IDS = tuple(slug(name) for name in CARD_NAMES)
GARMENT_IDS = tuple(slug(name) for name in GARMENT_NAMES)


def ability(text: str) -> tuple[int, int]:
    """`mix 2`: the verb's number and how often."""
    verb, _, n = text.partition(" ")
    return get_args(Verb).index(verb) + 1, int(n or 1)


def verb_name(number: int) -> Verb:
    """The verb of that number."""
    verb: Verb = get_args(Verb)[number - 1]
    return verb


def fill(c: Any) -> None:
    """Write the cards into the tables."""
    copies = [DATA["copies"][kind] for kind in ("basic", "fabric", "dye") for _ in DATA[kind]]
    for k, card in enumerate(CARD_LIST):
        verb, n = ability(card["ability"])
        c.ability[k] = ability_code(verb, n)
        c.copies[k] = copies[k]
        c.start[k] = DATA["start"].get(card["name"], 0)
        for name, pips in card.get("pips", {}).items():
            c.pips[k, COLOUR_NAMES.index(name)] = pips
    c.copies[len(CARD_LIST)] = DATA["copies"]["garment"]
    for g, garment in enumerate(GARMENT_LIST):
        c.fabric[g] = CARD_NAMES.index(garment["fabric"])
        c.stars[g] = garment["stars"]
        for name, n in garment["cost"].items():
            c.cost[g, COLOUR_NAMES.index(name)] = n
    for colour in range(len(COLOUR_NAMES)):
        c.parents[colour, 0] = c.parents[colour, 1] = -1
    for k, names in enumerate(DATA["mixes"]):
        for i, name in enumerate(names):
            c.pair[k, i] = COLOUR_NAMES.index(name)
        for i in range(2):
            c.parents[c.pair[k, 2], i] = c.pair[k, i]
