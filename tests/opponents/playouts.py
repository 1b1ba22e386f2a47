"""Playouts: playing a game on to its end, by the guide or at random. All sampling bots share them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamut.engine import verbs
from gamut.engine.chance import random_below, seed_rng
from gamut.engine.game import Setup
from gamut.engine.random_play import first_seat
from gamut.engine.record import Array
from gamut.engine.verbs import WIN_VALUE
from tests.opponents import verbs as old_verbs

U = np.uint64
RANDOM_PLAY = -1  # instead of a sharpness


class PlayoutBuffers(NamedTuple):
    """Memory that playouts overwrite."""

    actions: Array  # int32 [max_legal]
    weights: Array  # int32 [max_legal]
    scratch: Array  # for `guide` and `value`
    rewards: Array  # int64 [seats]: shares of the win, in parts of WIN_VALUE
    scores: Array  # int32 [max_seats]
    ranks: Array  # int32 [max_seats]


def new_playout_buffers(setup: Setup, scratch_size: int) -> PlayoutBuffers:
    actions, weights = np.zeros((2, setup.game.max_legal), np.int32)
    scores, ranks = np.zeros((2, setup.game.max_seats), np.int32)
    return PlayoutBuffers(
        actions, weights, np.zeros(scratch_size, np.int64), np.zeros(setup.seats, np.int64), scores, ranks
    )


def run_playout(c: Any, s: Any, rng: Any, buffers: PlayoutBuffers, sharpness: int, depth: int) -> None:
    """Play on, then write every seat's share of the win to `rewards`.

    A step takes the guide's heaviest move in `sharpness` % of cases, else one drawn by weight; RANDOM_PLAY ignores the
    guide. At quiescent position number `depth` the game's `value` replaces the rest.
    """
    mask = verbs.actors(c, s)
    while mask != 0 and depth > 0:
        play_policy_step(c, s, first_seat(mask), rng, buffers, sharpness)
        mask = verbs.actors(c, s)
        if old_verbs.quiescent(c, s):
            depth -= 1
    if mask == 0:
        write_win_shares(c, s, buffers)
    else:
        old_verbs.value(c, s, buffers.rewards, buffers.scratch)


def play_policy_step(c: Any, s: Any, seat: int, rng: Any, buffers: PlayoutBuffers, sharpness: int) -> None:
    """Play one action of the seat, chosen as `run_playout` says."""
    actions, weights = buffers.actions, buffers.weights
    n = verbs.legal(c, s, seat, actions)
    k = 0
    if sharpness == RANDOM_PLAY:
        k = random_below(rng, n)
    elif n > 1:
        old_verbs.guide(c, s, seat, actions, n, weights, buffers.scratch)
        sharp = random_below(rng, 100) < sharpness
        k = pick_heaviest(rng, weights, n) if sharp else draw_weighted(rng, weights, n)
    verbs.play(c, s, seat, actions[k])


def pick_heaviest(rng: Any, weights: Any, n: int) -> int:
    """Return the index of the greatest weight; ties are broken at random."""
    heaviest, greatest, ties = 0, -1, 1
    for k in range(n):
        if weights[k] > greatest:
            heaviest, greatest, ties = k, weights[k], 1
        elif weights[k] == greatest:
            ties += 1
            if random_below(rng, ties) == 0:
                heaviest = k
    return heaviest


def sum_weights(weights: Any, n: int) -> int:
    total = 0
    for k in range(n):
        total += weights[k]
    return total


def draw_weighted(rng: Any, weights: Any, n: int) -> int:
    """Return an index drawn in proportion to its weight."""
    rest = random_below(rng, sum_weights(weights, n))
    k = 0
    while rest >= weights[k]:
        rest -= weights[k]
        k += 1
    return k


def write_win_shares(c: Any, s: Any, buffers: PlayoutBuffers) -> None:
    """Divide the win of a finished game among its winners; without a winner all rewards are 0."""
    rewards, ranks = buffers.rewards, buffers.ranks
    verbs.result(c, s, buffers.scores, ranks)
    winners = 0
    for seat in range(len(rewards)):
        winners += 1 if ranks[seat] == 1 else 0
    for seat in range(len(rewards)):
        rewards[seat] = WIN_VALUE // winners if ranks[seat] == 1 else 0


# ---------------------------------------------------------------------- flat Monte Carlo


class FlatSamples(NamedTuple):
    """The seat's legal actions with their results."""

    actions: Array  # int32 [max_legal]
    visits: Array  # int64 [legal actions]
    totals: Array  # int64 [legal actions]: sums of the seat's rewards


def sample_actions(
    c: Any, hidden: Any, s: Any, seat: int, first: int, n: int, depth: int, rng: Any, samples: FlatSamples,
    buffers: PlayoutBuffers,
) -> None:  # fmt: skip
    """Take samples `first` … `first + n − 1`: the legal actions in turn, each followed by `depth` random steps.

    `s` is memory for one state.
    """
    n_legal = verbs.legal(c[0], hidden[0], seat, samples.actions)
    for i in range(first, first + n):
        k = i % n_legal
        seed_rng(rng, rng[1], U(i // n_legal))  # every action meets the same redeals
        s[0] = hidden[0]
        verbs.redeal(c[0], s[0], seat, rng)
        verbs.play(c[0], s[0], seat, samples.actions[k])
        run_playout(c[0], s[0], rng, buffers, RANDOM_PLAY, depth)
        samples.visits[k] += 1
        samples.totals[k] += buffers.rewards[seat]
