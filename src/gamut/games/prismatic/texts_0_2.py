"""The action texts of version 0.2, for its saved games. They never change.

Prices and the names of other cards come from the card file, which is stored with the game.
"""

from __future__ import annotations

from gamut.engine.game import Setup
from gamut.games.prismatic.cards import Recipe

COLOURS = ("red", "green", "blue", "cyan", "magenta", "yellow", "white", "black")
ITEMS = (*COLOURS, "prismatic", "prism")
MOTES = tuple(f"a {item} mote" for item in ITEMS[:-1])
EFFECTS = (
    "nothing", *(f"{colour} for the pool" for colour in COLOURS), *MOTES, "1 prism", "3 prisms",
    "pull", "empty", "draw", "a discard", "steal", "a choice of two cards",
)  # fmt: skip
STANDARD_CARDS = (
    "Madder Root", "Lead White", "Bone Black", "Indian Yellow", "Saffron", "Verdigris", "Vermilion",
    "Scheele's Green", "Minus Green", "Prussian Blue", "Mauveine", "Morpho Wing", "Ultramarine", "Tyrian Purple",
    "First Light", "Blue Hour", "Fogbow", "Green Flash", "Alpenglow", "Sun Dog", "Aurora", "Belt of Venus",
    "Noctilucent Cloud", "Red Sprite", "Moonbow", "Glory", "Zodiacal Light", "Rainbow", "Lighthouse",
    "Crucial Experiment", "Stained Glass", "Kaleidoscope", "Cyanotype", "Magic Lantern", "Autochrome", "Darkroom",
    "Neon Sign", "Spectroscope", "Soap Bubble", "Pixel", "Four-Colour Press", "Hologram",
)  # fmt: skip


def list_old_texts(setup: Setup) -> list[str]:
    cards = tuple(card.name for card in setup.printed.cards) if setup.files else STANDARD_CARDS
    places = (*cards, "the palette")
    return [
        *(f"make {recipe_text(recipe)}" for recipe in setup.printed.board),
        *(f"create {card}" for card in cards),
        *(f"use {card}" for card in cards),
        *(f"lay {item} on {place}" for item in ITEMS for place in places),
        "put it back",
        *(f"keep {card}" for card in cards),
        "put it into the common area",
        *(f"replace {card}" for card in cards),
        *(f"discard {card}" for card in cards),
        *(f"steal {card}" for card in cards),
        *(f"empty {place}" for place in places),
        *(f"take {mote}" for mote in MOTES),
        *(f"take the {action}" for action in ("pull", "empty", "draw", "discard", "steal")),
        "decline",
        "pay with the pool",
        "pay with motes",
        *(f"choose {colour}" for colour in COLOURS),
        *(f"bid {n}" for n in range(51)),
        "forgo",
        "done",
        "end step",
    ]


def recipe_text(recipe: Recipe) -> str:
    """Return `a red mote from magenta and yellow`; what it costs only where there are two recipes."""
    effect = EFFECTS[recipe.gives]
    if recipe.count == 1:
        return effect
    counts = [(item, n) for item, n in zip(ITEMS, recipe.cost, strict=True) if n]
    *first, last = (item if n == 1 else f"{n} {item}s" if item == "prism" else f"{n} {item}" for item, n in counts)
    return f"{effect} from {', '.join(first)} and {last}" if first else f"{effect} from {last}"
