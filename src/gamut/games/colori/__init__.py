"""Colori: draft dyes and fabrics, fill the colour wheel, make garments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.game import Game, SearchSettings
from gamut.engine.language import Language
from gamut.engine.network import fill_network
from gamut.engine.options import Count, Flag, Options
from gamut.engine.verbs import gather
from gamut.games.colori import (
    advice,
    cards,
    draw,
    foresight,
    guide,
    hidden,
    invariants,
    language,
    log,
    reasons,
    rules,
    views,
)  # fmt: skip
from gamut.games.colori.record import (
    ACTIONS,
    CARDS,
    HAND,
    MOST_ABILITIES,
    MOST_ROUNDS,
    SEATS,
    Constants,
    State,
)  # fmt: skip


def setup(c: Any, options: Options, seats: int) -> None:
    """Fill the constants."""
    cards.fill(c)
    fill_network(c, foresight.TAUGHT.file)
    c.seats, c.rounds, c.rotate = seats, int(options["rounds"]), int(options["rotate_first"])


GAME = Game(
    id="colori",
    title="Colori",
    tagline="Draft dyes and fabrics, mix colours on your wheel, and make garments.",
    goal="Earn the most stars: make garments from fabrics and from the colours on your wheel.",
    version=2,
    seats=(2, 3, 4, 5),
    minutes=40,
    options=(
        Count(name="rounds", label="Rounds", help="Eight in the rulebook; fewer make a short game.",
              low=1, high=MOST_ROUNDS, default=8),
        Flag(name="rotate_first", label="The first seat rotates",
             help="Each round begins one seat further, dealing included."),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, hidden, guide, foresight, invariants),
    language=Language.gather(language, log, views, reasons, advice, draw),
    most_actions=ACTIONS,
    most_legal=CARDS,
    longest=MOST_ROUNDS * SEATS * (HAND + HAND + 3 * MOST_ABILITIES + 1),
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    work=foresight.WORK,
    reasons=("most stars",),
    invariants=(
        "every card is in exactly one place",
        "decks are as large as they say, and drawn kinds are those held",
        "every garment is in one place, and stars are those of the garments made",
        "at most five abilities wait, and 21 come up in a turn",
        "no colour is stored less than never",
        "each draft hand lost one card per pick, equal ones in order",
        "somebody is awaited exactly while the game runs",
        "no card is spent in a true state",
        "the trail is as long as it says",
    ),
    short={"rounds": 1},
    levels={"easy": "flat:1000it", "medium": "greedy", "hard": "search:4000it"},
    search=SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
    taught=foresight.TAUGHT,
    secrets=("choice", "draft", "hand", "old", "spent", "when"),
    folder=Path(__file__).parent,
    reconstructed=(
        "The rulebook does not say how hands are dealt when the draft deck runs out; we deal card by card and "
        "shuffle the destroyed cards in when one is needed.",
        "The rulebook's rule of mixing and its table disagree; we follow the table of nine pairs.",
        "That a choice may be taken back until the last one is in, that a turn without drafted cards is skipped, "
        "and that the holder of a hand sees which cards came from a deck that ran out are ours.",
    ),
)  # fmt: skip
