"""Mixx, by Jacques Zeimet: build a cross in which no colour and no motif repeats."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gamut.engine.bits import EMPTY_SET, bit
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game
from gamut.engine.options import CountOption, FlagOption, Options, first_player_option
from gamut.engine.presentation import Presentation
from gamut.engine.record import Word
from gamut.engine.verbs import collect_verbs
from gamut.games.mixx import (
    advice,
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
)
from gamut.games.mixx import record as rec
from gamut.games.mixx.texts_0_2 import list_old_texts

FOLDER = Path(__file__).parent


def setup(c: Any, options: Options, seats: int) -> None:
    stock, motifs = int(options["stock"]), int(options["motifs"])
    if seats * stock >= rec.N_COLOURS * motifs:
        raise InvalidOptions(
            f"{stock} cards per player and {motifs} motifs leave no card in the deck for {seats} players: "
            f"the deal takes {seats} × {stock} cards, and there are only {rec.N_COLOURS * motifs}; "
            "choose fewer cards or more motifs"
        )
    c.seats, c.stock, c.line = seats, stock, int(options["line"])
    c.first = rec.RANDOM if options["first"] == "random" else int(options["first"]) - 1
    in_play = range(rec.N_COLOURS * motifs)
    c.cards = make_set(in_play)
    for card in range(rec.CARDS):
        c.differs[card] = make_set(other for other in in_play if not reasons.are_similar(card, other))


def make_set(cards: Iterable[int]) -> Word:
    x = EMPTY_SET
    for card in cards:
        x = x | bit(card)
    return x


GAME = Game(
    id="mixx",
    title="Mixx",
    tagline="Build a cross in which no colour and no motif repeats.",
    goal=(
        "Win the most cards: place the last card of a round to win the whole line or cross. When the deck is empty, "
        "the game ends with the current round."
    ),
    version=2,
    seats=(2, 3, 4),
    minutes=20,
    options=(
        first_player_option("First player", "In the rulebook, the youngest player begins.", rec.MAX_SEATS),
        CountOption(name="stock", label="Cards per player", help="Fewer cards make the game easier for young players.",
                    low=3, high=rec.MAX_STOCK, default={2: 8, 3: 6, 4: 5}),
        CountOption(name="motifs", label="Motifs in play", help="Fewer motifs make a shorter, easier game.",
                    low=4, high=8, default=8),
        FlagOption(name="line", label="Line only", help="For young players: a single line instead of a cross."),
    ),
    state=rec.State,
    constants=rec.Constants,
    setup=setup,
    verbs=collect_verbs(rules, hidden, guide, value, invariants),
    presentation=Presentation.collect(presentation, log, view, reasons, details, legend, advice, terminal, move_text),
    max_actions=rec.ACTIONS,
    max_legal=rec.MAX_STOCK * (rec.TARGETS - 1),
    max_steps=rec.CARDS,
    feature_count=hidden.FEATURES,
    feature_layout=hidden.LAYOUT,
    input_count=hidden.INPUTS,
    scratch_size=value.SCRATCH_SIZE,
    reasons=("The deck ran out, and {winner} won the most cards.",),
    invariants=invariants.INVARIANTS,
    quick_options={"motifs": 4, "stock": 4},
    levels={"easy": "flat:30it", "medium": "greedy", "hard": "search:20000it"},
    texts_0_2=list_old_texts,
    folder=FOLDER,
    edition_notes=(
        "The rulebook names only five motifs and five colours. Turtle and chest, blue and green come from reviews; "
        "anchor and violet are ours.",
        "The English rulebook says that players receive their stock for the next round; we assume that they keep it.",
    ),
)  # fmt: skip
