"""The value of a position of Chroma Mix: one small network evaluates a player's cards, another one Billy's.

The output of a network is a strength in thousandths: the odds between two players are e to the power of the difference
of their strengths. Both networks were trained on the outcomes of games between bots; `value.toml` holds their weights.
The program that trained them is not part of this repository. Inputs and weights are integers, so the output is the same
everywhere.

Layout of `scratch`:

    0 … INPUTS                  the inputs for a player
    BASE … + UNITS              the hidden units for them
    TRIAL_UNITS … + UNITS       the hidden units after `heuristics` has moved some cards
    TRIAL_CARDS … + 2 · KINDS   hand and play area with these cards moved
    STRENGTHS … + MAX_SEATS         of the players
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gamut.engine.ranking import exp_scaled_wide
from gamut.engine.record import Array, Row
from gamut.engine.value_weights import POINT_SCALE, compute_hidden, compute_output
from gamut.engine.verbs import WIN_VALUE
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_billy
from gamut.games.chroma_mix.market import pile_size
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import best_victory, count_held, has_winner, rank_key, tucked_dots

WEIGHTS_FILE = Path(__file__).with_name("value.toml")
NETWORK_NAMES = ("seats", "billy")

HAND, PLAY = 0, rec.KINDS  # inputs: copies of each kind
MARKET = PLAY + rec.KINDS  # copies in the market, of rank 2 and 3
SPECIAL = MARKET + rec.RUBY - rec.CERULEAN  # whether the player has the special card or can get it
DOTS = SPECIAL + 3  # tucked under the player's Mustard
TO_MOVE = DOTS + 1  # whether the player's turn begins
PILES = TO_MOVE + 1  # cards in the ink piles
PLAYERS = PILES + rec.INKS
assert PLAYERS + 1 == rec.INPUTS

BASE = rec.INPUTS
TRIAL_UNITS = BASE + rec.UNITS
TRIAL_CARDS = TRIAL_UNITS + rec.UNITS
STRENGTHS = TRIAL_CARDS + 2 * rec.KINDS
SCRATCH_SIZE = STRENGTHS + rec.MAX_SEATS
ODDS_SCALE = 256  # parts of one in odds
MIN_STRENGTH = -1_000_000_000
VICTORY_STRENGTH = 8000  # of the lowest victory
VICTORY_STEP = 1500  # how much more the next better victory is worth
RANK_STRENGTH = 1_000_000  # at the end of the game, so that the winner takes all
MAX_DIFFERENCE = 16_000  # of strengths; a larger one has the same odds


# ---------------------------------------------------------------------- the networks


def network_of(c: Constants, player: int) -> int:
    return rec.BILLY_NETWORK if is_billy(c, player) else rec.SEAT_NETWORK


def fill_inputs(c: Constants, s: State, player: int, x: Row) -> None:
    for k in range(rec.INPUTS):
        x[k] = 0
    for kind in range(rec.KINDS):
        x[HAND + kind] = s.hand[player, kind]
        x[PLAY + kind] = s.play[player, kind]
    for column in range(rec.COLUMNS):
        for row in range(2):
            if s.market[row, column]:
                x[MARKET + s.market[row, column] - 1 - rec.CERULEAN] += 1
    if s.special and pile_size(s, s.special) + count_held(s, player, s.special) > 0:
        x[SPECIAL + s.special - rec.BURGUNDY] = 1
    if s.play[player, rec.MUSTARD]:
        x[DOTS] = tucked_dots(c, s)
    if s.turn == player and s.stage == rec.PLAYING and s.actions_done == 0:
        x[TO_MOVE] = 1
    for kind in range(rec.INKS):
        x[PILES + kind] = s.ink_pile[kind]
    x[PLAYERS] = c.players


def compute_base(c: Constants, s: State, player: int, scratch: Row) -> None:
    """Compute the hidden units for a player."""
    network = network_of(c, player)
    fill_inputs(c, s, player, scratch)
    compute_hidden(c.inner[network], c.shift[network], scratch, rec.INPUTS)


def change_input(c: Constants, network: int, scratch: Row, k: int, n: int) -> None:
    """Add `n` to an input of the trial units."""
    for u in range(rec.UNITS):
        scratch[TRIAL_UNITS + u] += n * c.inner[network, k, u]


def compute_strength(c: Constants, network: int, scratch: Row, start: int) -> int:
    """Return the output for the hidden units at BASE or TRIAL_UNITS."""
    return compute_output(c.outer[network], c.rest[network], scratch, start)


# ---------------------------------------------------------------------- the verbs


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    """Share the win by the odds of all players; Billy's share belongs to no seat, and at the end there may be none."""
    if s.stage == rec.OVER and not has_winner(c, s):
        for seat in range(c.seats):
            out[seat] = 0
        return
    best = MIN_STRENGTH
    for player in range(c.players):
        scratch[STRENGTHS + player] = player_strength(c, s, player, scratch)
        best = max(best, scratch[STRENGTHS + player])
    total = 0
    for player in range(c.players):
        scratch[STRENGTHS + player] = odds_of(best - scratch[STRENGTHS + player])
        total += scratch[STRENGTHS + player]
    for seat in range(c.seats):
        out[seat] = WIN_VALUE * scratch[STRENGTHS + seat] // total


def player_strength(c: Constants, s: State, player: int, scratch: Row) -> int:
    """Return the strength by the final ranking, by a victory, or by the network."""
    if s.stage == rec.OVER:
        return RANK_STRENGTH * rank_key(c, s, player)
    best = best_victory(s, player)
    if best:
        steps = 0
        while best > 1:
            best >>= 1
            steps += 1
        return VICTORY_STRENGTH + VICTORY_STEP * steps
    compute_base(c, s, player, scratch)
    return compute_strength(c, network_of(c, player), scratch, BASE)


def odds_of(behind: int) -> int:
    """Return the odds of a player whose strength is so far behind the best, in parts of ODDS_SCALE ** 2."""
    power = exp_scaled_wide(min(behind, MAX_DIFFERENCE) * ODDS_SCALE // POINT_SCALE, ODDS_SCALE)
    return ODDS_SCALE * ODDS_SCALE * ODDS_SCALE // power


def quiescent(c: Constants, s: State) -> bool:
    """Return whether a turn begins."""
    return s.stage == rec.OVER or (s.stage == rec.PLAYING and s.depth == 0 and s.actions_done == 0)


# ---------------------------------------------------------------------- the weights


@cache
def read_weights() -> dict[str, Array]:
    """Return the weights of both networks by field of the constants."""
    weights = tomllib.loads(WEIGHTS_FILE.read_text("utf-8"))
    fields = ("inner", "shift", "outer", "rest")
    return {field: np.array([weights[network][field] for network in NETWORK_NAMES]) for field in fields}


def fill_weights(c: Any) -> None:
    """Write the weights into the constants."""
    for field, numbers in read_weights().items():
        getattr(c, field).array[:] = numbers
