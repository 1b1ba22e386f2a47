"""What a seat of Easel knows: its own hand, and all that lies open."""

from __future__ import annotations

from gamut.engine.chance import forget_key, pick, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.verbs import UNSEEN
from gamut.model.record import COLOURS, COPIES, MOST_HAND, SEATS, Constants, State
from gamut.model.rules import nth, total

KINDS = len(COLOURS)
FEATURES = 4 * KINDS + SEATS + 1
LAYOUT = (
    FeatureBlock("hand", (KINDS,), "own cards by colour, of 6"),
    FeatureBlock("pile", (KINDS,), "cards of earlier rounds by colour, of 16"),
    FeatureBlock("base", (KINDS,), "1 for the colour that is base now"),
    FeatureBlock("tint", (KINDS,), "1 for the colour that is tint now"),
    FeatureBlock("score", (SEATS,), "points by seat, own first, of 16"),
    FeatureBlock("round", (1,), "which of the rounds it is, 1 in the last"),
)


def hide(c: Constants, s: State, seat: int) -> None:
    """The key, the deck, and what the others hold and have laid face down."""
    forget_key(s)
    for k in range(KINDS):
        s.deck[k] = 0
    for other in range(c.seats):
        if other != seat:
            s.laid[other] = 0
            for k in range(KINDS):
                s.hand[other, k] = 0


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """All cards that the seat cannot see are dealt anew; who has laid a card lays any of them."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k]
        if seat >= 0:
            s.deck[k] -= s.hand[seat, k] + (1 if s.laid[seat] == k + 1 else 0)
    many = total(s.deck)
    for other in range(c.seats):
        if other == seat:
            continue
        for _ in range(c.hand - 1 if s.over else c.hand):
            card = nth(s.deck, pick(r, many))
            s.deck[card] -= 1
            s.hand[other, card] += 1
            many -= 1
        if (s.chosen >> other) & 1:
            card = nth(s.hand[other], pick(r, c.hand))
            s.hand[other, card] -= 1
            s.laid[other] = card + 1
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Cards are laid face down."""
    return a if seat == mover else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """The own hand, the pile, which colour is base and which is tint; scores (own first); how far the game is."""
    for k in range(KINDS):
        out[k] = s.hand[seat, k] / MOST_HAND
        out[KINDS + k] = s.pile[k] / COPIES
        out[2 * KINDS + k] = 1.0 if k == c.base[s.wanted] else 0.0
        out[3 * KINDS + k] = 1.0 if k == c.tint[s.wanted] else 0.0
    for p in range(SEATS):
        out[4 * KINDS + p] = s.score[(seat + p) % c.seats] / 16 if p < c.seats else 0.0
    out[4 * KINDS + SEATS] = s.round / c.rounds
