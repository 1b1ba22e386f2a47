"""Easel: everybody lays a card for the colour that is wanted, and each card beats one other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.errors import BadOptions
from gamut.engine.game import Game
from gamut.engine.language import Language
from gamut.engine.options import Count, Options
from gamut.engine.verbs import gather
from gamut.model import guide, hidden, invariants, language, rules
from gamut.model.record import (
    BASES,
    COLOURS,
    COPIES,
    MOST_HAND,
    MOST_ROUNDS,
    SEATS,
    TINTS,
    WANTED,
    Constants,
    State,
)


def setup(c: Any, options: Options, seats: int) -> None:
    """Fill the constants."""
    hand, rounds = int(options["hand"]), int(options["rounds"])
    needed, there = seats * (hand + rounds - 1), len(COLOURS) * COPIES
    if needed > there:
        raise BadOptions(
            f"hand = {hand} and rounds = {rounds} need {needed} cards with {seats} players, and there are {there}; "
            "choose a smaller hand or fewer rounds"
        )
    c.seats, c.rounds, c.hand = seats, rounds, hand
    for k in range(len(WANTED)):
        c.base[k], c.tint[k], c.mud[k] = BASES[k], TINTS[k], 3 - BASES[k] - TINTS[k]


GAME = Game(
    id="easel",
    title="Easel",
    tagline="Guess what the others lay for the colour that is wanted, and lay what beats it.",
    goal="Get the most points: tint beats base, base beats mud, mud beats tint.",
    version=1,
    seats=(2, 3, 4),
    minutes=5,
    options=(
        Count(name="rounds", label="Rounds", help="How many colours are wanted.",
              low=3, high=MOST_ROUNDS, default=MOST_ROUNDS),
        Count(name="hand", label="Cards in a hand", help="More cards leave more to guess.",
              low=2, high=MOST_HAND, default=4),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, hidden, guide, invariants),
    language=Language.gather(language),
    most_actions=len(COLOURS),
    most_legal=len(COLOURS),
    longest=MOST_ROUNDS * SEATS,
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    reasons=("most points",),
    invariants=(
        "every card is in exactly one place",
        "no hand owes a card",
        "every hand is as large as it should be",
        "whoever has chosen has laid a card",
    ),
    secrets=("deck", "hand", "laid"),
    short={"rounds": 3},
    levels={"easy": "random", "medium": "greedy", "hard": "search:2000it"},
    folder=Path(__file__).parent,
)  # fmt: skip
