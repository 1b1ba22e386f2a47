"""What a seat will still gain: a small network that looks at the display, the wheel and the seat's cards.

It was taught by `python -m gamut.lab.teach`: positions where a round begins, and the stars that greedy play gains
from there, on average. `foresight.toml` holds what it learned. Its inputs and weights are whole numbers, kept in
floats because they multiply fast; no sum comes near 2⁵³, so that they are exact in any order.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from gamut.engine.game import WHOLE
from gamut.engine.record import Floats
from gamut.games.colori.guide import makes, missing
from gamut.games.colori.record import (
    CARDS,
    COLOURS,
    COTTON,
    DESTROY,
    DISPLAY,
    DRAFTING,
    GARMENT,
    KINDS,
    OVER,
    SEATS,
    WOOL,
    State,
    Tables,
)  # fmt: skip

# ---------------------------------------------------------------------- what the network sees

SEEN = 4  # garments, those that promise most
PER_GARMENT = 5
NEARNESS = PER_GARMENT * SEEN  # the nearest garments of a drawn fabric, strictly and loosely; the nearest of all
WHEEL = NEARNESS + 7
FABRICS = WHEEL + COLOURS
DRAWN_FABRICS = FABRICS + 4
OWN, GARMENTS_OWN, MAKES, MAKES_DRAWN, RUINS, RUINS_DRAWN, MAKES_LEFT, ROUNDS, PLAYERS = range(
    DRAWN_FABRICS + 4, DRAWN_FABRICS + 13
)
PIPS = PLAYERS + 1
PIPS_DRAWN = PIPS + COLOURS
FEATURES = PIPS_DRAWN + COLOURS

STRICT, LOOSE = 3, 12  # effort that halves the worth of a garment
UNDRAWN = 4  # effort of a fabric that is not drawn
FINE = 64  # parts of one in nearness and odds
LONGEST = 6  # rounds left of which there is experience


def look(t: Tables, s: State, seat: int, x: Floats) -> None:
    """Fill the inputs."""
    look_at_display(t, s, seat, x)
    look_at_cards(t, s, seat, x)
    for colour in range(COLOURS):
        x[WHEEL + colour] = s.wheel[seat, colour]
    for card in range(KINDS):
        if makes(t, card):
            x[MAKES_LEFT] += s.draft[card]
    for h in range(t.seats):
        for i in range(s.dealt[h]):
            if s.hand[h, i] and makes(t, s.hand[h, i] - 1):
                x[MAKES_LEFT] += 1
    x[ROUNDS] = left(t, s)
    x[PLAYERS] = t.seats


def look_at_display(t: Tables, s: State, seat: int, x: Floats) -> None:
    """How near garments are: the four that promise most in detail, and the best in summary."""
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            pips, mixes = missing(t, s, seat, g)
            fabric, stars, away = t.fabric[g], FINE * t.stars[g], 3 * pips + mixes
            drawn = 1 if s.drawn[seat, fabric] else 0
            insert(x, NEARNESS, 2, drawn * stars * STRICT // (STRICT + away))
            insert(x, NEARNESS + 2, 2, drawn * stars * LOOSE // (LOOSE + away))
            insert(x, NEARNESS + 4, 3, stars * LOOSE // (LOOSE + away))
    shown = 0
    for at in range(SEEN):
        best, most = -1, -1
        for place in range(DISPLAY):
            g = s.display[place] - 1
            if g >= 0 and not (shown >> place) & 1:
                pips, mixes = missing(t, s, seat, g)
                undrawn = 0 if s.drawn[seat, t.fabric[g]] else UNDRAWN
                worth = FINE * t.stars[g] * LOOSE // (LOOSE + 3 * pips + mixes + undrawn)
                if worth > most:
                    best, most = place, worth
        if best >= 0:
            shown |= 1 << best
            look_at_garment(t, s, seat, s.display[best] - 1, x, PER_GARMENT * at)


def look_at_garment(t: Tables, s: State, seat: int, g: int, x: Floats, at: int) -> None:
    """Its stars, what the wheel lacks, and its fabric."""
    pips, mixes = missing(t, s, seat, g)
    fabric = t.fabric[g]
    x[at] = t.stars[g]
    x[at + 1] = pips
    x[at + 2] = mixes
    x[at + 3] = 1 if s.drawn[seat, fabric] else 0
    x[at + 4] = s.deck[seat, fabric] + s.discard[seat, fabric] + s.drawn[seat, fabric]


def insert(x: Floats, at: int, n: int, worth: float) -> None:
    """Keep the `n` greatest in order."""
    for k in range(at, at + n):
        if worth > x[k]:
            x[k], worth = worth, x[k]


def look_at_cards(t: Tables, s: State, seat: int, x: Floats) -> None:
    """The seat's own cards, and those of them that are drawn."""
    for card in range(CARDS):
        drawn = s.drawn[seat, card]
        n = s.deck[seat, card] + s.discard[seat, card] + drawn
        if n == 0:
            continue
        x[OWN] += n
        if card == GARMENT:
            x[GARMENTS_OWN] += n
        elif makes(t, card):
            x[MAKES] += n
            x[MAKES_DRAWN] += drawn
        elif t.ability[card] // 4 == DESTROY:
            x[RUINS] += n
            x[RUINS_DRAWN] += drawn
        if WOOL <= card <= COTTON:
            x[FABRICS + card - WOOL] = n
            x[DRAWN_FABRICS + card - WOOL] = drawn
        for colour in range(COLOURS):
            x[PIPS + colour] += n * t.pips[card, colour]
            x[PIPS_DRAWN + colour] += drawn * t.pips[card, colour]


# ---------------------------------------------------------------------- what it makes of it

LEARNED = Path(__file__).with_name("foresight.toml")
ONE = 4096  # a weight of one
_learned = tomllib.loads(LEARNED.read_text("utf-8"))
INNER, SHIFT, OUTER = (np.array(_learned[name], float) for name in ("inner", "shift", "outer"))
REST = float(_learned["rest"] * ONE * ONE)
SPREAD = tuple(_learned["spread"])  # a lead that makes victory e times as likely, by the rounds that are left


def gain(t: Tables, s: State, seat: int) -> int:
    """What a seat will still gain, in thousandths of a star."""
    x, units, total = np.zeros(FEATURES), SHIFT.copy(), REST
    look(t, s, seat, x)
    for k in range(FEATURES):
        if x[k] != 0:
            for u in range(len(units)):
                units[u] += x[k] * INNER[k, u]
    for u in range(len(units)):
        if units[u] > 0:
            total += units[u] * OUTER[u]
    return max(int(total) // (ONE * ONE), 0)


def value(t: Tables, s: State, seat: int) -> int:
    """The share of the victory: the odds fall with what a seat is expected to be behind at the end."""
    stars, best = np.zeros(SEATS, np.int64), 0
    for other in range(t.seats):
        stars[other] = 1000 * s.stars[other] + (gain(t, s, other) if s.phase != OVER else 0)
        best = max(best, stars[other])
    mine, whole = 0, 0
    for other in range(t.seats):
        odds = FINE * FINE * FINE // grown((best - stars[other]) * FINE // SPREAD[left(t, s)])
        if s.phase == OVER:
            odds = 1 if stars[other] == best else 0
        whole += odds
        if other == seat:
            mine = odds
    return WHOLE * mine // whole


def left(t: Tables, s: State) -> int:
    """Rounds after this one, as far as there is experience."""
    return min(t.rounds - s.round, LONGEST)


def grown(y: int) -> int:
    """e to the power of `y`, the first four terms; both in parts of FINE."""
    return FINE + y + y * y // (2 * FINE) + y * y * y // (6 * FINE * FINE)


def settled(t: Tables, s: State) -> bool:
    """A round begins: turns are over, and nothing of the draft is known."""
    if s.phase != DRAFTING or s.pick != 1:
        return False
    chosen = 0
    for seat in range(t.seats):
        chosen += s.choice[seat]
    return chosen == 0
