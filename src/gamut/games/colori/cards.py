"""The cards of Colori, read from cards.toml in the order of their numbers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args

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


def verb_of(number: int) -> Verb:
    """The verb of that number."""
    verb: Verb = get_args(Verb)[number - 1]
    return verb


def fill(t: Any) -> None:
    """Write the cards into the tables."""
    copies = [DATA["copies"][kind] for kind in ("basic", "fabric", "dye") for _ in DATA[kind]]
    for c, card in enumerate(CARD_LIST):
        verb, n = ability(card["ability"])
        t.ability[c] = verb * 4 + n
        t.copies[c] = copies[c]
        t.start[c] = DATA["start"].get(card["name"], 0)
        for name, pips in card.get("pips", {}).items():
            t.pips[c, COLOUR_NAMES.index(name)] = pips
    t.copies[len(CARD_LIST)] = DATA["copies"]["garment"]
    for g, garment in enumerate(GARMENT_LIST):
        t.fabric[g] = CARD_NAMES.index(garment["fabric"])
        t.stars[g] = garment["stars"]
        for name, n in garment["cost"].items():
            t.cost[g, COLOUR_NAMES.index(name)] = n
    for c in range(len(COLOUR_NAMES)):
        t.parents[c, 0] = t.parents[c, 1] = -1
    for k, names in enumerate(DATA["mixes"]):
        for i, name in enumerate(names):
            t.pair[k, i] = COLOUR_NAMES.index(name)
        for i in range(2):
            t.parents[t.pair[k, 2], i] = t.pair[k, i]
