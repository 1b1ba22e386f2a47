"""Mixx, by Jacques Zeimet: lay a cross in which no colour and no motif meets its like."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from gamut.engine.bits import NONE, bit
from gamut.engine.errors import BadOptions
from gamut.engine.game import Game
from gamut.engine.language import Language
from gamut.engine.options import Count, Flag, Options, seat_choice
from gamut.engine.record import Word
from gamut.engine.verbs import gather
from gamut.games.mixx import advice, draw, guide, hidden, invariants, language, reasons, rules
from gamut.games.mixx.record import (
    ACTIONS,
    CARDS,
    MOST_STOCK,
    PLACES,
    RANDOM,
    SEATS,
    Constants,
    State,
    card_colour,
    card_motif,
)  # fmt: skip


def setup(c: Any, options: Options, seats: int) -> None:
    """Fill the constants."""
    stock, motifs = int(options["stock"]), int(options["motifs"])
    if seats * stock >= 8 * motifs:
        raise BadOptions(
            f"stock = {stock} with {seats} players and motifs = {motifs} leaves no card in the deck: "
            f"{seats} × {stock} of {8 * motifs} cards are dealt; choose fewer cards or more motifs"
        )
    c.seats, c.stock, c.line = seats, stock, int(options["line"])
    c.first = RANDOM if options["first"] == "random" else int(options["first"]) - 1
    in_play = range(8 * motifs)
    c.cards = make_set(in_play)
    for a in range(CARDS):
        c.differs[a] = make_set(
            b for b in in_play if card_colour(a) != card_colour(b) and card_motif(a) != card_motif(b)
        )


def make_set(cards: Iterable[int]) -> Word:
    """Some cards as a set."""
    x = NONE
    for card in cards:
        x = x | bit(card)
    return x


GAME = Game(
    id="mixx",
    title="Mixx",
    tagline="Lay a cross where no colour and no motif meets its like.",
    goal="Win the most cards: whoever lays the last card that fits takes the whole cross.",
    version=2,
    seats=(2, 3, 4),
    minutes=20,
    options=(
        seat_choice("Who begins", "The rulebook lets the youngest begin.", SEATS),
        Count(name="stock", label="Cards in a stock", help="Fewer cards are easier for young players.",
              low=3, high=MOST_STOCK, default={2: 8, 3: 6, 4: 5}),
        Count(name="motifs", label="Motifs in play", help="Fewer motifs make a shorter, easier game.",
              low=4, high=8, default=8),
        Flag(name="line", label="Line only, no cross", help="For young players: one line instead of a cross."),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, hidden, guide, invariants),
    language=Language.gather(language, reasons, advice, draw),
    most_actions=ACTIONS,
    most_legal=MOST_STOCK * (PLACES - 1),
    longest=CARDS,
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    reasons=("most cards won",),
    invariants=(
        "every card is in exactly one place",
        "the deck holds as many cards as it says",
        "while the deck lasts every stock is full",
        "the cards of an axis differ in colour and motif",
        "every laid card lies on an axis",
        "who is to lay can lay",
    ),
    short={"motifs": 4, "stock": 4},
    levels={"easy": "flat:30it", "medium": "greedy", "hard": "search:20000it"},
    folder=Path(__file__).parent,
    reconstructed=(
        "The rulebook names five motifs and five colours; turtle and chest, blue and green come from reviews, "
        "anchor and violet are ours.",
        "The English rulebook says that each player receives a stock for the next round; we read it as keeping it.",
    ),
)  # fmt: skip
