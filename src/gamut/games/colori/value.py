"""The value of a position of Colori: a small network predicts how many stars each seat will still gain.

It sees the display, the wheel and the seat's cards. It was trained on positions at the start of a round and the average
gain of greedy play from there; `value.toml` holds the weights. Inputs and weights are integers, so that the result is
the same everywhere.
"""

from __future__ import annotations

from pathlib import Path

from gamut.engine.ranking import share_win, share_win_by_odds
from gamut.engine.record import Row
from gamut.engine.value_weights import POINT_SCALE, predict
from gamut.games.colori import record as rec
from gamut.games.colori.heuristics import count_missing, is_fabric, makes_garments, measure_effort
from gamut.games.colori.record import DISPLAY_SIZE, INPUTS, N_COLOURS, UNITS, Constants, State, ability_kind

# ---------------------------------------------------------------------- inputs

DETAILED_GARMENTS = 4  # how many garments are described in detail, the best first
GARMENT_INPUTS = 5
NEARNESS = GARMENT_INPUTS * DETAILED_GARMENTS  # of the best garments: two and two of a drawn fabric, three of any
WHEEL = NEARNESS + 7
FABRICS = WHEEL + N_COLOURS
DRAWN_FABRICS = FABRICS + 4
(
    CARDS_OWNED,
    GARMENTS_OWNED,
    MAKERS_OWNED,
    MAKERS_DRAWN,
    DESTROYERS_OWNED,
    DESTROYERS_DRAWN,
    MAKERS_LEFT,
    ROUNDS_LEFT,
    PLAYERS,
) = range(DRAWN_FABRICS + 4, DRAWN_FABRICS + 13)
PIPS = PLAYERS + 1
DRAWN_PIPS = PIPS + N_COLOURS
assert DRAWN_PIPS + N_COLOURS == INPUTS

STRICT, LOOSE = 3, 12  # efforts that halve the worth of a garment
UNDRAWN_EFFORT = 4  # of a fabric that is not drawn
STAR_SCALE = 64  # parts of a star in nearness


def fill_inputs(c: Constants, s: State, seat: int, x: Row) -> None:
    fill_display(c, s, seat, x)
    fill_cards(c, s, seat, x)
    for colour in range(N_COLOURS):
        x[WHEEL + colour] = s.wheel[seat, colour]
    for card in range(rec.KINDS):
        if makes_garments(c, card):
            x[MAKERS_LEFT] += s.draft_deck[card]
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.hand[h, i] and makes_garments(c, s.hand[h, i] - 1):
                x[MAKERS_LEFT] += 1
    x[ROUNDS_LEFT] = count_rounds_left(c, s)
    x[PLAYERS] = c.seats


def fill_display(c: Constants, s: State, seat: int, x: Row) -> None:
    """Fill in how close the garments are: the four best in detail, and the nearest in summary."""
    for slot in range(DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if garment >= 0:
            stars, effort = STAR_SCALE * c.stars[garment], measure_effort(c, s.wheel[seat], garment)
            drawn = 1 if s.drawn[seat, c.fabric[garment]] else 0
            insert_greatest(x, NEARNESS, 2, drawn * stars * STRICT // (STRICT + effort))
            insert_greatest(x, NEARNESS + 2, 2, drawn * stars * LOOSE // (LOOSE + effort))
            insert_greatest(x, NEARNESS + 4, 3, stars * LOOSE // (LOOSE + effort))
    used = 0
    for k in range(DETAILED_GARMENTS):
        best_slot, best_worth = -1, -1
        for slot in range(DISPLAY_SIZE):
            garment = s.display[slot] - 1
            if garment >= 0 and not (used >> slot) & 1:
                effort = measure_effort(c, s.wheel[seat], garment)
                effort += 0 if s.drawn[seat, c.fabric[garment]] else UNDRAWN_EFFORT
                worth = STAR_SCALE * c.stars[garment] * LOOSE // (LOOSE + effort)
                if worth > best_worth:
                    best_slot, best_worth = slot, worth
        if best_slot >= 0:
            used |= 1 << best_slot
            fill_garment(c, s, seat, s.display[best_slot] - 1, x, GARMENT_INPUTS * k)


def fill_garment(c: Constants, s: State, seat: int, garment: int, x: Row, start: int) -> None:
    """Fill in a garment's stars, the pips and mixes that are missing, and its fabric."""
    pips, mixes = count_missing(c.cost[garment], s.wheel[seat])
    fabric = c.fabric[garment]
    x[start] = c.stars[garment]
    x[start + 1] = pips
    x[start + 2] = mixes
    x[start + 3] = 1 if s.drawn[seat, fabric] else 0
    x[start + 4] = s.deck[seat, fabric] + s.discard[seat, fabric] + s.drawn[seat, fabric]


def insert_greatest(x: Row, start: int, n: int, worth: int) -> None:
    """Insert a number into a descending list of the `n` greatest."""
    for k in range(start, start + n):
        if worth > x[k]:
            x[k], worth = worth, x[k]


def fill_cards(c: Constants, s: State, seat: int, x: Row) -> None:
    """Fill in the seat's own cards, and those of them that are drawn."""
    for card in range(rec.CARDS):
        drawn = s.drawn[seat, card]
        owned = s.deck[seat, card] + s.discard[seat, card] + drawn
        if owned == 0:
            continue
        x[CARDS_OWNED] += owned
        if card == rec.GARMENT:
            x[GARMENTS_OWNED] += owned
        elif makes_garments(c, card):
            x[MAKERS_OWNED] += owned
            x[MAKERS_DRAWN] += drawn
        elif ability_kind(c.ability[card]) == rec.DESTROY:
            x[DESTROYERS_OWNED] += owned
            x[DESTROYERS_DRAWN] += drawn
        if is_fabric(card):
            x[FABRICS + card - rec.WOOL] = owned
            x[DRAWN_FABRICS + card - rec.WOOL] = drawn
        for colour in range(N_COLOURS):
            x[PIPS + colour] += owned * c.pips[card, colour]
            x[DRAWN_PIPS + colour] += drawn * c.pips[card, colour]


def score(c: Constants, s: State, seat: int) -> int:
    return s.stars[seat]


def count_rounds_left(c: Constants, s: State) -> int:
    """Return the number of rounds after this one, at most as many as the network was trained with."""
    return min(c.rounds - s.round, rec.MAX_ROUNDS_LEFT)


WEIGHTS_FILE = Path(__file__).with_name("value.toml")

# ---------------------------------------------------------------------- value

SCRATCH_SIZE = INPUTS + UNITS


def predict_gain(c: Constants, s: State, seat: int, scratch: Row) -> int:
    """Return what a seat is expected to gain until the end, in thousandths of a star."""
    for k in range(INPUTS):
        scratch[k] = 0
    fill_inputs(c, s, seat, scratch)
    return max(predict(c.inner, c.shift, c.outer, c.rest, scratch, INPUTS), 0)


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Share the win by the odds that follow from the expected stars at the end."""
    if s.phase == rec.OVER:
        share_win(s.stars, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = POINT_SCALE * s.stars[seat] + predict_gain(c, s, seat, scratch)
    share_win_by_odds(out, out, c.seats, c.spread[count_rounds_left(c, s)])


def quiescent(c: Constants, s: State) -> bool:
    """Return whether a round begins: all turns are over, and no card of the draft is chosen."""
    if s.phase != rec.DRAFTING or s.pick != 1:
        return False
    chosen = 0
    for seat in range(c.seats):
        chosen += s.choice[seat]
    return chosen == 0
