"""Who will win: a small network that looks at a player's cards, and another one at Billy's.

A network's answer is a strength, in thousandths of a power of e: the odds of two players are as e to the power of
their strengths. Both were taught by the ends of games between bots; `foresight.toml` holds what they learned. The
program that taught them is not part of this repository, and `gamut teach`, whose networks foretell points to come,
does not repeat it. Inputs and weights are whole numbers: the answer is the same everywhere.

Room for thought, `work`:

    0 … INPUTS              what the network sees of a player
    BASE … + UNITS          its units as the player stands
    TRIED … + UNITS         the same with some cards moved in thought
    CARDS … + 2 · KINDS     hand and play area with these cards moved
    STRENGTHS … + SEATS     of the players
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gamut.engine.network import THOUSAND, fill_units, weigh_units
from gamut.engine.numbers import far_exponential
from gamut.engine.record import Array, Row
from gamut.engine.verbs import WHOLE
from gamut.games.chroma_mix.record import (
    BILLY,
    BILLYS_NET,
    BURGUNDY,
    CERULEAN,
    INPUTS,
    KINDS,
    MUSTARD,
    OVER,
    PLACES,
    PLAYING,
    RUBY,
    SEATS,
    SEATS_NET,
    UNITS,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.victories import best_met, held, is_billy, standing, tucked_dots

LEARNED = Path(__file__).with_name("foresight.toml")
NETWORKS = ("seats", "billy")

HAND, PLAY = 0, KINDS  # inputs: copies of each kind
OPEN = PLAY + KINDS  # copies in the market, of rank 2 and 3
SPECIAL = OPEN + RUBY - CERULEAN  # whether this special card is to be had
DOTS = SPECIAL + 3  # tucked under the player's Mustard
MOVES = DOTS + 1  # whether the player's turn begins
PILES = MOVES + 1  # cards in the piles of rank 1
PLAYERS = PILES + CERULEAN
assert PLAYERS + 1 == INPUTS

BASE = INPUTS
TRIED = BASE + UNITS
CARDS = TRIED + UNITS
STRENGTHS = CARDS + 2 * KINDS
WORK = STRENGTHS + SEATS
FINE = 256  # parts of one in odds
SURE = 8000  # strength of a victory that is met
BETTER = 1500  # and how much more the next better kind is worth


# ---------------------------------------------------------------------- the network


def net_of(c: Constants, player: int) -> int:
    """The network for a player."""
    return BILLYS_NET if is_billy(c, player) else SEATS_NET


def sense(c: Constants, s: State, player: int, x: Row) -> None:
    """Fill the inputs: what the network sees of a player."""
    for k in range(INPUTS):
        x[k] = 0
    for kind in range(KINDS):
        x[HAND + kind] = s.hand[player, kind]
        x[PLAY + kind] = s.play[player, kind]
    for place in range(PLACES):
        for r in range(2):
            if s.row[r, place]:
                x[OPEN + s.row[r, place] - 1 - CERULEAN] += 1
    if s.special and s.supply[s.special] + held(s, player, s.special) > 0:
        x[SPECIAL + s.special - BURGUNDY] = 1
    if s.play[player, MUSTARD]:
        x[DOTS] = tucked_dots(c, s)
    if s.turn == player and s.stage == PLAYING and s.done == 0:
        x[MOVES] = 1
    for kind in range(CERULEAN):
        x[PILES + kind] = s.supply[kind]
    x[PLAYERS] = c.players


def add_input(c: Constants, net: int, work: Row, at: int, k: int, n: int) -> None:
    """Let an input be `n` more."""
    for u in range(UNITS):
        work[at + u] += n * c.inner[net, k, u]


def look(c: Constants, s: State, player: int, work: Row) -> None:
    """Fill the base: what the network makes of a player as the table stands."""
    net = net_of(c, player)
    sense(c, s, player, work)
    fill_units(c.inner[net], c.shift[net], work, INPUTS)


def strength(c: Constants, net: int, work: Row, at: int) -> int:
    """The network's answer for the units at a place."""
    return weigh_units(c.outer[net], c.rest[net], work, at)


# ---------------------------------------------------------------------- the verbs


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory by the strengths of all players; Billy's share is nobody's."""
    best = -1_000_000_000
    for player in range(c.players):
        work[STRENGTHS + player] = strength_of(c, s, player, work)
        best = max(best, work[STRENGTHS + player])
    whole = 0
    for player in range(c.players):
        work[STRENGTHS + player] = odds(best - work[STRENGTHS + player])
        whole += work[STRENGTHS + player]
    for seat in range(c.seats):
        out[seat] = WHOLE * work[STRENGTHS + seat] // whole


def strength_of(c: Constants, s: State, player: int, work: Row) -> int:
    """A player's strength: at the end who stands first, before that met victories or the network."""
    if s.stage == OVER:
        lost = c.players > c.seats and player != BILLY and s.met[player] == 0  # alone, whatever Billy has
        return -1_000_000 if lost else 1_000_000 * standing(c, s, player)
    best = best_met(s, player)
    if best:
        kinds = 0
        while best > 1:
            best >>= 1
            kinds += 1
        return SURE + BETTER * kinds
    look(c, s, player, work)
    return strength(c, net_of(c, player), work, BASE)


def odds(behind: int) -> int:
    """e to the power of a strength that is so much behind the best, in parts of FINE ** 2."""
    return FINE * FINE * FINE // far_exponential(min(behind, 16_000) * FINE // THOUSAND, FINE)


def settled(c: Constants, s: State) -> bool:
    """Where a turn begins nothing is half done."""
    return s.stage == OVER or (s.stage == PLAYING and s.depth == 0 and s.done == 0)


# ---------------------------------------------------------------------- what was learned


@cache
def read_networks() -> dict[str, Array]:
    """What was learned, by field of the constants; the file is read once."""
    learned = tomllib.loads(LEARNED.read_text("utf-8"))
    return {
        name: np.array([learned[net][name] for net in NETWORKS]) for name in ("inner", "shift", "outer", "rest")
    }


def fill_networks(c: Any) -> None:
    """Write what was learned into the constants."""
    for name, numbers in read_networks().items():
        getattr(c, name).array[:] = numbers
