"""Hidden information in Easel: a seat knows its own cards and everything that is face up."""

from __future__ import annotations

from gamut.engine.chance import erase_key, random_below, renew_key
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.engine.verbs import UNSEEN
from gamut.template.record import COPIES, MAX_HAND, MAX_SEATS, N_COLOURS, Constants, State
from gamut.template.rules import count_cards, nth_card

SCORE_SCALE = 16
FEATURE_LAYOUT = (
    FeatureBlock("hand", (N_COLOURS,), "its own cards by colour, divided by 6"),
    FeatureBlock("discard", (N_COLOURS,), "cards on the discard pile by colour, divided by 16"),
    FeatureBlock("base", (N_COLOURS,), "1 for the colour that is the base"),
    FeatureBlock("tint", (N_COLOURS,), "1 for the colour that is the tint"),
    FeatureBlock("score", (MAX_SEATS,), "points by seat, starting with its own, divided by 16"),
    FeatureBlock("round", (1,), "the round, divided by the number of rounds"),
)
FEATURE_COUNT = 4 * N_COLOURS + MAX_SEATS + 1


def hide(c: Constants, s: State, seat: int) -> None:
    """Hide the key, the deck, and the hands and face-down cards of other seats."""
    erase_key(s)
    for k in range(N_COLOURS):
        s.deck[k] = 0
    for other in range(c.seats):
        if other != seat:
            s.played[other] = 0
            for k in range(N_COLOURS):
                s.hand[other, k] = 0


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Deal all unseen cards again; seats that have submitted play a random card from their hand."""
    for k in range(N_COLOURS):
        s.deck[k] = COPIES - s.discard[k]
        if seat >= 0:
            s.deck[k] -= s.hand[seat, k] + (1 if s.played[seat] == k + 1 else 0)
    left = count_cards(s.deck)
    for other in range(c.seats):
        if other == seat:
            continue
        for _ in range(c.hand - 1 if s.over else c.hand):
            card = nth_card(s.deck, random_below(rng, left))
            s.deck[card] -= 1
            s.hand[other, card] += 1
            left -= 1
        if (s.submitted >> other) & 1:
            card = nth_card(s.hand[other], random_below(rng, c.hand))
            s.hand[other, card] -= 1
            s.played[other] = card + 1
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Show a card only to the seat that plays it."""
    return a if seat == mover else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Write the features of FEATURE_LAYOUT."""
    for k in range(N_COLOURS):
        out[k] = s.hand[seat, k] / MAX_HAND
        out[N_COLOURS + k] = s.discard[k] / COPIES
        out[2 * N_COLOURS + k] = 1.0 if k == c.base[s.target] else 0.0
        out[3 * N_COLOURS + k] = 1.0 if k == c.tint[s.target] else 0.0
    for p in range(MAX_SEATS):
        out[4 * N_COLOURS + p] = s.score[(seat + p) % c.seats] / SCORE_SCALE if p < c.seats else 0.0
    out[4 * N_COLOURS + MAX_SEATS] = s.round / c.rounds
