"""Easel: secretly play a card for a target colour; each card beats one other colour."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game
from gamut.engine.options import CountOption, Options
from gamut.engine.presentation import Presentation
from gamut.engine.verbs import collect_verbs
from gamut.template import details, guide, hidden, invariants, presentation, rules
from gamut.template import record as rec


def setup(c: Any, options: Options, seats: int) -> None:
    """Fill the constants from the options."""
    hand, rounds = int(options["hand"]), int(options["rounds"])
    needed, total = seats * (hand + rounds - 1), rec.N_COLOURS * rec.COPIES
    if needed > total:
        raise InvalidOptions(
            f"hand = {hand} and rounds = {rounds} need {needed} cards for {seats} players, but there are only {total}; "
            "choose a smaller hand or fewer rounds"
        )
    c.seats, c.rounds, c.hand = seats, rounds, hand
    for k in range(rec.N_TARGETS):
        base, tint = rec.BASES[k], rec.TINTS[k]
        c.base[k], c.tint[k], c.mud[k] = base, tint, 3 - base - tint


GAME = Game(
    id="easel",
    title="Easel",
    tagline="Guess which colours the others play, and play the one that beats them.",
    goal="Score the most points: tint beats base, base beats mud, mud beats tint.",
    version=1,
    seats=(2, 3, 4),
    minutes=5,
    options=(
        CountOption(name="rounds", label="Rounds", help="The number of rounds.",
                    low=3, high=rec.MAX_ROUNDS, default=rec.MAX_ROUNDS),
        CountOption(name="hand", label="Hand size", help="The number of cards in each hand.",
                    low=2, high=rec.MAX_HAND, default=4),
    ),
    state=rec.State,
    constants=rec.Constants,
    setup=setup,
    verbs=collect_verbs(rules, hidden, guide, invariants),
    presentation=Presentation.collect(presentation, details),
    max_actions=rec.N_COLOURS,
    max_legal=rec.N_COLOURS,
    max_steps=rec.MAX_ROUNDS * rec.MAX_SEATS,
    feature_count=hidden.FEATURE_COUNT,
    feature_layout=hidden.FEATURE_LAYOUT,
    reasons=("most points",),
    invariants=(
        "every card is in exactly one place",
        "no hand contains a negative number of cards",
        "every hand has the right size",
        "exactly the seats that have submitted have a card face down",
    ),
    secret_fields=("deck", "hand", "played"),
    round_field="round",
    round_resets=("played", "submitted"),
    quick_options={"rounds": 3},
    levels={"easy": "random", "medium": "greedy", "hard": "search:2000it"},
    folder=Path(__file__).parent,
)  # fmt: skip
