"""Games between networks in native code: the same deals with swapped seats, until one is clearly better or enough."""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from gamut.bots.playouts import draw_weighted, pick_heaviest
from gamut.engine import verbs
from gamut.engine.chance import random_below, seed_rng
from gamut.engine.game import Setup
from gamut.engine.network import (
    Network,
    NetworkMemory,
    compute_units,
    estimate_shares,
    log_weight,
    new_network_memory,
    weigh_actions,
)
from gamut.engine.random_play import deal_numbered_game, first_seat
from gamut.engine.ranking import count_winners
from gamut.engine.record import Array
from gamut.engine.verbs import WIN_VALUE

U = np.uint64
GAME, BLANK, HIDDEN, WORLD, TRIAL, STATES = range(6)
RANDOM, GUIDE, POLICY, AHEAD = range(4)  # players: any action; the guide's heaviest; the policy's; one step ahead
MAX_CANDIDATES = 16
SHARE_WORTH, POLICY_WORTH = 164, 355  # as in training: 40 for a certain win against 0.8 for a factor of e
OPENING_STEPS = 4
MAX_DUEL_STEPS = 5_000  # a game that is still not over counts as one that nobody wins
LOOKS = (64, 128, 256)  # deals after which a duel may end
BOUND = 2.29  # standard errors; three looks with this bound are wrong in 5% of cases (Pocock)


class DuelMemory(NamedTuple):
    actions: Array  # int32 [max_legal]
    weights: Array  # int32 [max_legal]
    others: Array  # int32 [max_legal]: the actions of another seat
    other_weights: Array  # int32 [max_legal]
    scratch: Array  # of the guide
    scores: Array
    ranks: Array


class Duel(NamedTuple):
    """The result: the first player's share of the win, scaled so that 0.5 is a fair share, and its standard error."""

    deals: int
    share: float
    error: float

    @property
    def is_better(self) -> bool:
        return self.share - BOUND * self.error > 0.5


def play_duels(
    c: Any, s: Any, run: Any, first: int, n: int, rng: Any, kind: int, other_kind: int, network: Network,
    other: Network, memory: NetworkMemory, other_memory: NetworkMemory, m: DuelMemory, shares: Any,
) -> None:  # fmt: skip
    """Play the deals `first` … `first + n − 1` in each rotation: one seat is the first player, the others the other.

    `shares[k]` becomes the first player's mean share of the win in deal `first + k`.
    """
    seats = len(memory.shares)
    for k in range(n):
        total = 0
        for own in range(seats):
            deal_numbered_game(c, s, run, first + k)
            steps = play_opening(c, s, run, first + k, rng, m)
            seed_rng(rng, run[0], U((first + k) * seats + own))
            mask = verbs.actors(c[0], s[GAME])
            while mask != 0 and steps < MAX_DUEL_STEPS:
                seat = first_seat(mask)
                if seat == own:
                    a = choose_action(c, s, rng, seat, kind, network, memory, m)
                else:
                    a = choose_action(c, s, rng, seat, other_kind, other, other_memory, m)
                verbs.play(c[0], s[GAME], seat, a)
                steps += 1
                mask = verbs.actors(c[0], s[GAME])
            if mask == 0:
                verbs.result(c[0], s[GAME], m.scores, m.ranks)
                if m.ranks[own] == 1:
                    total += WIN_VALUE // count_winners(m.ranks, seats)
        shares[k] = total / (WIN_VALUE * seats)


def play_opening(c: Any, s: Any, run: Any, number: int, rng: Any, m: DuelMemory) -> int:
    """Play the first steps at random, the same in each rotation: else games without luck would all be the same."""
    seed_rng(rng, run[0], U(number))
    steps, mask = 0, verbs.actors(c[0], s[GAME])
    while mask != 0 and steps < OPENING_STEPS:
        seat = first_seat(mask)
        n = verbs.legal(c[0], s[GAME], seat, m.actions)
        verbs.play(c[0], s[GAME], seat, m.actions[random_below(rng, n)])
        steps += 1
        mask = verbs.actors(c[0], s[GAME])
    return steps


def choose_action(
    c: Any, s: Any, rng: Any, seat: int, kind: int, network: Network, memory: NetworkMemory, m: DuelMemory
) -> int:
    """Return the action that a player chooses in `s[GAME]`."""
    s[HIDDEN] = s[GAME]
    verbs.hide(c[0], s[HIDDEN], seat)
    n = verbs.legal(c[0], s[HIDDEN], seat, m.actions)
    if n == 1 or kind == RANDOM:
        return m.actions[random_below(rng, n)]  # type: ignore[no-any-return]
    verbs.guide(c[0], s[HIDDEN], seat, m.actions, n, m.weights, m.scratch)
    if kind == GUIDE:
        return m.actions[pick_heaviest(rng, m.weights, n)]  # type: ignore[no-any-return]
    compute_units(network, c[0], s[HIDDEN], seat, memory)
    weigh_actions(network, m.actions, n, 100, memory, m.weights)
    if kind == POLICY:
        return m.actions[pick_heaviest(rng, m.weights, n)]  # type: ignore[no-any-return]
    return look_ahead(c, s, rng, seat, n, network, memory, m)


def look_ahead(
    c: Any, s: Any, rng: Any, seat: int, n: int, network: Network, memory: NetworkMemory, m: DuelMemory
) -> int:
    """Return the best of the actions that the policy prefers, one step ahead in a redealt copy."""
    s[WORLD] = s[HIDDEN]
    verbs.redeal(c[0], s[WORLD], seat, rng)
    phase = verbs.secret_phase(c[0], s[WORLD])
    if phase != 0:
        let_others_choose(c, s, rng, seat, phase, network, memory, m)
    best, most = -1, -1
    for _ in range(min(n, MAX_CANDIDATES)):
        k = pick_heaviest(rng, m.weights, n)
        s[TRIAL] = s[WORLD]
        verbs.play(c[0], s[TRIAL], seat, m.actions[k])
        if verbs.actors(c[0], s[TRIAL]) == 0:
            verbs.result(c[0], s[TRIAL], m.scores, m.ranks)
            worth = SHARE_WORTH * (WIN_VALUE // count_winners(m.ranks, len(memory.shares))) if m.ranks[seat] == 1 else 0
        else:
            verbs.hide(c[0], s[TRIAL], seat)
            estimate_shares(network, c[0], s[TRIAL], seat, memory)
            worth = SHARE_WORTH * memory.shares[seat]
        worth += POLICY_WORTH * log_weight(m.weights[k])
        m.weights[k] = -2
        if worth > most:
            most, best = worth, k
    return m.actions[best]  # type: ignore[no-any-return]


def let_others_choose(
    c: Any, s: Any, rng: Any, seat: int, phase: int, network: Network, memory: NetworkMemory, m: DuelMemory
) -> None:
    """In a secret phase, let the other seats submit in the redealt copy, as in training."""
    for other in range(len(memory.shares)):
        while other != seat and (verbs.actors(c[0], s[WORLD]) >> other) & 1:
            n = verbs.legal(c[0], s[WORLD], other, m.others)
            s[TRIAL] = s[WORLD]
            verbs.hide(c[0], s[TRIAL], other)
            verbs.guide(c[0], s[TRIAL], other, m.others, n, m.other_weights, m.scratch)
            compute_units(network, c[0], s[TRIAL], other, memory)
            weigh_actions(network, m.others, n, 100, memory, m.other_weights)
            verbs.play(c[0], s[WORLD], other, m.others[draw_weighted(rng, m.other_weights, n)])
            if verbs.secret_phase(c[0], s[WORLD]) != phase:
                return


def duel(
    setup: Setup, run: int, players: tuple[int, int], networks: tuple[Network, Network], looks: tuple[int, ...] = LOOKS
) -> Duel:
    """Return how the first player does against the other; stop early if it is clearly better or not better at all."""
    game, seats = setup.game, setup.seats
    play = game.native(play_duels)
    memories = [new_network_memory(network, seats, game.scratch_size) for network in networks]
    actions, weights, others, other_weights = np.zeros((4, game.max_legal), np.int32)
    scores, ranks = np.zeros((2, game.max_seats), np.int32)
    memory = DuelMemory(actions, weights, others, other_weights, setup.new_scratch(), scores, ranks)
    seed, states, rng, shares = (
        np.array([run], np.uint64),
        setup.new_states(STATES),
        np.zeros(1, np.uint64),
        np.zeros(0),
    )
    result = Duel(0, 0.5, 0.5)
    for deals in looks:
        new = np.zeros(deals - len(shares))
        play(setup.constants, states, seed, len(shares), len(new), rng, *players, *networks, *memories, memory, new)
        shares = np.concatenate([shares, new])
        fair = shares * seats / 2
        result = Duel(len(shares), float(fair.mean()), float(fair.std(ddof=1) / sqrt(len(shares))) + 1e-9)
        if result.is_better or result.share + BOUND * result.error / 2 < 0.5:
            break
    return result
