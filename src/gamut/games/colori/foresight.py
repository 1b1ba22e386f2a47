"""What a seat will still gain: a small network that looks at the display, the wheel and the seat's cards.

It was taught from positions where a round begins and the stars that greedy play gains from there, on average.
`foresight.toml` holds what it learned. Inputs and weights are whole numbers: the answer is the same everywhere.
"""

from __future__ import annotations

from pathlib import Path

from gamut.engine.network import THOUSAND, Taught, foretell
from gamut.engine.ranking import share, share_by_odds
from gamut.engine.record import Row
from gamut.games.colori.guide import count_missing, makes_garment
from gamut.games.colori.record import (
    CARDS,
    COLOURS,
    COTTON,
    DESTROY,
    DISPLAY,
    DRAFTING,
    GARMENT,
    INPUTS,
    KINDS,
    LONGEST,
    OVER,
    UNITS,
    WOOL,
    Constants,
    State,
    ability_verb,
)  # fmt: skip

# ---------------------------------------------------------------------- what the network sees

SEEN = 4  # garments, those that promise most
PER_GARMENT = 5
NEARNESS = PER_GARMENT * SEEN  # the nearest garments of a drawn fabric, strictly and loosely; the nearest of all
WHEEL = NEARNESS + 7
FABRICS = WHEEL + COLOURS
DRAWN_FABRICS = FABRICS + 4
OWN, GARMENTS_OWN, MAKES, MAKES_DRAWN, DESTROYS, DESTROYS_DRAWN, MAKES_LEFT, ROUNDS, PLAYERS = range(
    DRAWN_FABRICS + 4, DRAWN_FABRICS + 13
)
PIPS = PLAYERS + 1
PIPS_DRAWN = PIPS + COLOURS
assert PIPS_DRAWN + COLOURS == INPUTS

STRICT, LOOSE = 3, 12  # effort that halves the worth of a garment
UNDRAWN = 4  # effort of a fabric that is not drawn
FINE = 64  # parts of one in nearness


def look(c: Constants, s: State, seat: int, x: Row) -> None:
    """Fill the inputs."""
    look_at_display(c, s, seat, x)
    look_at_cards(c, s, seat, x)
    for colour in range(COLOURS):
        x[WHEEL + colour] = s.wheel[seat, colour]
    for card in range(KINDS):
        if makes_garment(c, card):
            x[MAKES_LEFT] += s.draft[card]
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.hand[h, i] and makes_garment(c, s.hand[h, i] - 1):
                x[MAKES_LEFT] += 1
    x[ROUNDS] = count_rounds_left(c, s)
    x[PLAYERS] = c.seats


def look_at_display(c: Constants, s: State, seat: int, x: Row) -> None:
    """How near garments are: the four that promise most in detail, and the best in summary."""
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            pips, mixes = count_missing(c.cost[g], s.wheel[seat])
            fabric, stars, away = c.fabric[g], FINE * c.stars[g], 3 * pips + mixes
            drawn = 1 if s.drawn[seat, fabric] else 0
            keep_greatest(x, NEARNESS, 2, drawn * stars * STRICT // (STRICT + away))
            keep_greatest(x, NEARNESS + 2, 2, drawn * stars * LOOSE // (LOOSE + away))
            keep_greatest(x, NEARNESS + 4, 3, stars * LOOSE // (LOOSE + away))
    shown = 0
    for at in range(SEEN):
        best, most = -1, -1
        for place in range(DISPLAY):
            g = s.display[place] - 1
            if g >= 0 and not (shown >> place) & 1:
                pips, mixes = count_missing(c.cost[g], s.wheel[seat])
                undrawn = 0 if s.drawn[seat, c.fabric[g]] else UNDRAWN
                worth = FINE * c.stars[g] * LOOSE // (LOOSE + 3 * pips + mixes + undrawn)
                if worth > most:
                    best, most = place, worth
        if best >= 0:
            shown |= 1 << best
            look_at_garment(c, s, seat, s.display[best] - 1, x, PER_GARMENT * at)


def look_at_garment(c: Constants, s: State, seat: int, g: int, x: Row, at: int) -> None:
    """Its stars, what the wheel lacks, and its fabric."""
    pips, mixes = count_missing(c.cost[g], s.wheel[seat])
    fabric = c.fabric[g]
    x[at] = c.stars[g]
    x[at + 1] = pips
    x[at + 2] = mixes
    x[at + 3] = 1 if s.drawn[seat, fabric] else 0
    x[at + 4] = s.deck[seat, fabric] + s.discard[seat, fabric] + s.drawn[seat, fabric]


def keep_greatest(x: Row, at: int, n: int, worth: int) -> None:
    """Keep the `n` greatest in order."""
    for k in range(at, at + n):
        if worth > x[k]:
            x[k], worth = worth, x[k]


def look_at_cards(c: Constants, s: State, seat: int, x: Row) -> None:
    """The seat's own cards, and those of them that are drawn."""
    for card in range(CARDS):
        drawn = s.drawn[seat, card]
        n = s.deck[seat, card] + s.discard[seat, card] + drawn
        if n == 0:
            continue
        x[OWN] += n
        if card == GARMENT:
            x[GARMENTS_OWN] += n
        elif makes_garment(c, card):
            x[MAKES] += n
            x[MAKES_DRAWN] += drawn
        elif ability_verb(c.ability[card]) == DESTROY:
            x[DESTROYS] += n
            x[DESTROYS_DRAWN] += drawn
        if WOOL <= card <= COTTON:
            x[FABRICS + card - WOOL] = n
            x[DRAWN_FABRICS + card - WOOL] = drawn
        for colour in range(COLOURS):
            x[PIPS + colour] += n * c.pips[card, colour]
            x[PIPS_DRAWN + colour] += drawn * c.pips[card, colour]


# ---------------------------------------------------------------------- what it makes of it

WORK = INPUTS + UNITS  # what the network sees, and its hidden units


def gain(c: Constants, s: State, seat: int, work: Row) -> int:
    """What a seat will still gain, in thousandths of a star."""
    for k in range(INPUTS):
        work[k] = 0
    look(c, s, seat, work)
    return max(foretell(c.inner, c.shift, c.outer, c.rest, work, INPUTS), 0)


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory: the odds fall with what a seat is expected to be behind at the end."""
    if s.phase == OVER:
        share(s.stars, out, c.seats)
        return
    for seat in range(c.seats):
        out[seat] = THOUSAND * s.stars[seat] + gain(c, s, seat, work)
    share_by_odds(out, out, c.seats, c.spread[count_rounds_left(c, s)])


def count_rounds_left(c: Constants, s: State) -> int:
    """Rounds after this one, as far as there is experience."""
    return min(c.rounds - s.round, LONGEST)


def stars_of(c: Constants, s: State, seat: int) -> int:
    """What the network foretells the growth of."""
    return s.stars[seat]


TAUGHT = Taught(
    look=look,
    score=stars_of,
    left=count_rounds_left,
    inputs=INPUTS,
    units=UNITS,
    longest=LONGEST,
    file=Path(__file__).with_name("foresight.toml"),
)


def settled(c: Constants, s: State) -> bool:
    """A round begins: turns are over, and nothing of the draft is known."""
    if s.phase != DRAFTING or s.pick != 1:
        return False
    chosen = 0
    for seat in range(c.seats):
        chosen += s.choice[seat]
    return chosen == 0
