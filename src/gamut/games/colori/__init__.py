"""Colori: draft dyes and fabrics, fill the colour wheel, make garments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.game import Game, SearchSettings
from gamut.engine.options import CountOption, FlagOption, Options
from gamut.engine.presentation import Presentation
from gamut.engine.value_weights import load_network
from gamut.engine.verbs import collect_verbs
from gamut.games.colori import (
    advice,
    cards,
    details,
    guide,
    hidden,
    invariants,
    legend,
    log,
    move_text,
    presentation,
    reasons,
    rules,
    terminal,
    value,
    view,
    waste,
)
from gamut.games.colori import record as rec
from gamut.games.colori.texts_0_2 import list_old_texts


def setup(c: Any, options: Options, seats: int) -> None:
    cards.fill_constants(c)
    load_network(c, value.WEIGHTS_FILE)
    c.seats, c.rounds, c.rotate = seats, int(options["rounds"]), int(options["rotate_first"])


GAME = Game(
    id="colori",
    title="Colori",
    tagline="Draft dyes and fabrics, mix colours on your wheel, and make garments.",
    goal=(
        "Earn the most stars by making garments from fabrics and the colours on your wheel. Only Kermes, Indigo, Weld "
        "and Tyrian Purple let you make one."
    ),
    version=2,
    seats=(2, 3, 4, 5),
    minutes=40,
    options=(
        CountOption(name="rounds", label="Rounds", help="The rulebook has 8 rounds; fewer make a shorter game.",
                    low=1, high=rec.MAX_ROUNDS, default=8),
        FlagOption(name="rotate_first", label="Rotate first player",
                   help="Each round, the deal and the turns begin with the next player."),
    ),
    state=rec.State,
    constants=rec.Constants,
    setup=setup,
    verbs=collect_verbs(rules, hidden, guide, value, invariants),
    presentation=Presentation.collect(
        presentation, log, view, reasons, waste, advice, details, legend, terminal, move_text
    ),
    texts_0_2=list_old_texts,
    max_actions=rec.ACTIONS,
    max_legal=rec.CARDS,
    max_steps=rec.MAX_ROUNDS * rec.MAX_SEATS * (2 * rec.HAND_SIZE + 3 * rec.MAX_ABILITIES + 1),
    feature_count=hidden.FEATURES,
    feature_layout=hidden.LAYOUT,
    scratch_size=value.SCRATCH_SIZE,
    reasons=(
        "{winner} earned the most stars.",
        "Tied on stars – {winner} share the win.",
        "Tied with no stars – {winner} share the win.",
    ),
    invariants=invariants.INVARIANTS,
    quick_options={"rounds": 1},
    levels={"easy": "flat:1000it", "medium": "greedy", "hard": "search:4000it"},
    search=SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
    secret_fields=("choice", "draft_deck", "hand", "old", "taken_at", "unseen_old"),
    folder=Path(__file__).parent,
    edition_notes=(
        "The rulebook does not say how to deal when the draft deck runs out; we deal one card at a time and reshuffle "
        "the destroyed cards when one is needed.",
        "The rulebook's mixing rule and its table of pairs disagree; we use the nine pairs of the table.",
        "Three rules are ours: you may undo a choice until the last player has chosen, a turn without drafted cards is "
        "skipped, and the holder of a hand sees which of its cards came from a draft deck that has run out.",
    ),
)  # fmt: skip
