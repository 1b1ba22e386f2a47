"""The cards of Colori, read from cards.toml in the order of their numbers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal, get_args

from gamut.games.colori.record import ability_kind, encode_ability

DATA = tomllib.loads((Path(__file__).parent / "cards.toml").read_text("utf-8"))
AbilityKind = Literal["store", "draw", "mix", "destroy", "make"]  # numbered from 1
CardKind = Literal["basic", "fabric", "dye"]

CARD_LIST: list[dict[str, Any]] = [card for kind in get_args(CardKind) for card in DATA[kind]]
CARD_KINDS: list[CardKind] = [kind for kind in get_args(CardKind) for _ in DATA[kind]]
GARMENT_LIST: list[dict[str, Any]] = DATA["garment"]
COLOUR_NAMES: tuple[str, ...] = tuple(DATA["colours"])
CARD_NAMES: tuple[str, ...] = (*(card["name"] for card in CARD_LIST), "Garment")
GARMENT_NAMES: tuple[str, ...] = tuple(garment["name"] for garment in GARMENT_LIST)


def make_id(name: str) -> str:
    """Return `dragons-blood` for `Dragon's Blood`."""
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-")


CARD_IDS = tuple(make_id(name) for name in CARD_NAMES)
GARMENT_IDS = tuple(make_id(name) for name in GARMENT_NAMES)


def parse_ability(text: str) -> int:
    """Return the code of an ability such as `mix 2`."""
    kind, _, times = text.partition(" ")
    return encode_ability(get_args(AbilityKind).index(kind) + 1, int(times or 1))


def ability_kind_name(code: int) -> AbilityKind:
    kind: AbilityKind = get_args(AbilityKind)[ability_kind(code) - 1]
    return kind


def fill_constants(c: Any) -> None:
    for k, card in enumerate(CARD_LIST):
        c.ability[k] = parse_ability(card["ability"])
        c.copies[k] = DATA["copies"][CARD_KINDS[k]]
        c.start[k] = DATA["start"].get(card["name"], 0)
        for name, n in card.get("pips", {}).items():
            c.pips[k, COLOUR_NAMES.index(name)] = n
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
            c.mix[k, i] = COLOUR_NAMES.index(name)
        for i in range(2):
            c.parents[c.mix[k, 2], i] = c.mix[k, i]
