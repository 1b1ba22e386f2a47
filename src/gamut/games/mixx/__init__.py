"""Mixx, by Jacques Zeimet: lay a cross in which no colour and no motif meets its like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.bits import NONE, bit
from gamut.engine.errors import BadOptions
from gamut.engine.game import Game, Verbs, Words
from gamut.engine.options import Count, Flag, Options, SeatChoice
from gamut.games.mixx import draw, guide, hidden, rules, words
from gamut.games.mixx.record import ACTIONS, CARDS, MOST_STOCK, PLACES, RANDOM, State, Tables


def setup(t: Any, options: Options, seats: int) -> None:
    """Fill the tables."""
    stock, motifs = int(options["stock"]), int(options["motifs"])
    if seats * stock >= 8 * motifs:
        raise BadOptions(
            f"stock = {stock} with {seats} players and motifs = {motifs} leaves no card in the deck: "
            f"{seats} × {stock} of {8 * motifs} cards are dealt; choose fewer cards or more motifs"
        )
    t.seats, t.stock, t.line = seats, stock, int(options["line"])
    t.first = RANDOM if options["first"] == "random" else int(options["first"]) - 1
    in_play = range(8 * motifs)
    t.cards = _set(in_play)
    for a in range(CARDS):
        t.differs[a] = _set(b for b in in_play if a % 8 != b % 8 and a // 8 != b // 8)


def _set(cards: Any) -> Any:
    x = NONE
    for card in cards:
        x = x | bit(card)
    return x


GAME = Game(
    id="mixx",
    title="Mixx",
    tagline="Lay a cross where no colour and no motif meets its like.",
    version=1,
    seats=(2, 3, 4),
    minutes=20,
    options=(
        SeatChoice("first", "Who begins", "The rulebook lets the youngest begin."),
        Count("stock", "Cards in a stock", "Fewer cards are easier for young players.", 3, MOST_STOCK,
              {2: 8, 3: 6, 4: 5}),
        Count("motifs", "Motifs in play", "Fewer motifs make a shorter, easier game.", 4, 8, 8),
        Flag("line", "Line only, no cross", "For young players: one line instead of a cross."),
    ),
    state=State,
    tables=Tables,
    setup=setup,
    verbs=Verbs(
        deal=rules.deal, actors=rules.actors, legal=rules.legal, play=rules.play, result=rules.result,
        hide=hidden.hide, redeal=hidden.redeal, seen=hidden.seen, observe=hidden.observe,
        guide=guide.guide, value=guide.value, check=rules.check,
    ),
    words=Words(words.action, words.path, words.ask, words.tell, words.view, draw.draw, draw.LEGEND),
    actions=ACTIONS,
    most_legal=MOST_STOCK * (PLACES - 1),
    longest=CARDS,
    features=hidden.FEATURES,
    reasons=("most cards won",),
    invariants=(
        "every card is in exactly one place",
        "the deck holds as many cards as it says",
        "while the deck lasts every stock is full",
        "the cards of an axis differ in colour and motif",
        "every laid card lies on an axis",
        "who is to lay can lay",
    ),
    levels={"easy": "flat:30it", "medium": "greedy", "hard": "search:20000it"},
    secrets=False,
    folder=Path(__file__).parent,
    reconstructed=(
        "The rulebook names five motifs and five colours; turtle and chest, blue and dark green come from reviews, "
        "anchor and violet are ours.",
        "The English rulebook says that each player receives a stock for the next round; we read it as keeping it.",
    ),
)  # fmt: skip
