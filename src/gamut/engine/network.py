"""The network of a game: one hidden layer that estimates positions and weighs actions.

    inputs    what `describe` writes for one seat (the observation, and perhaps more), then three blocks: which seats
              decide (the observer first), the number of seats, and the shares by the game's `value`, if it has one
    units     rectified sums of the inputs
    outputs   by seat, the observer first: the logit of its win; then that of a game without a winner; then by seat its
              expected score, in parts of a typical deviation
    tokens    what the text and the touch path of an action name: a verb, a card, a colour, a place. The logit of an
              action is the sum over its tokens, so that actions share what is learned about pieces and places, and the
              logarithm of its weight by the game's `guide`, if it has one

All weights are integers, so that every way of running these functions gives the same result: interpreted, native, on a
GPU, and `predict`, which is one pass in NumPy. `gamut train` makes the weights (`gamut.engine.network_file`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gamut.engine import verbs
from gamut.engine.record import Array
from gamut.engine.verbs import WIN_VALUE

INPUT_SCALE, INPUT_SHIFT = 64, 32768  # parts of one in an input; keeps the number positive while it is rounded
MAX_INPUT = 16 * INPUT_SCALE
INPUT_BLOCKS = 3  # with a number per seat each, behind what the game describes
VALUE_INPUT = 4  # the input for a certain win
WEIGHT_SCALE = 1024  # parts of one in weights, logits and scores
UNIT_BITS, MAX_UNIT = 8, (1 << 15) - 1  # dropped from a sum of inputs; the greatest unit, 128 in parts of 256
OUTPUT_BITS = 8  # dropped from a sum of units
REST_SCALE = 256 * WEIGHT_SCALE  # parts of one in `rest` and `token_rest`
NO_TOKEN = -1
LOG_BITS = 6  # of the fraction of a logarithm
EXP_BITS, EXP_STEPS = 20, 1024
FINE_EXP = np.array([round((1 << EXP_BITS) * float(np.exp(-i / EXP_STEPS))) for i in range(EXP_STEPS)], np.int64)
COARSE_EXP = np.array([round((1 << EXP_BITS) * float(np.exp(-i))) for i in range(16)], np.int64)


class Network(NamedTuple):
    """The weights, as drivers take them. Without a network all arrays have length 1."""

    inner: Array  # int16 [inputs, units]
    shift: Array  # int32 [units]
    outer: Array  # int16 [units, outputs]
    rest: Array  # int64 [outputs]
    tokens: Array  # int16 [tokens, units]
    token_rest: Array  # int64 [tokens]
    gain: Array  # int64 [1]: of the guide
    action_tokens: Array  # int16 [actions, most tokens of an action]; NO_TOKEN behind the last


class NetworkMemory(NamedTuple):
    """Memory that the functions below overwrite."""

    inputs: Array  # float32 [inputs]
    last: Array  # float32 [inputs]: those that the sums belong to
    sums: Array  # int32 [units]
    units: Array  # int32 [units]
    outputs: Array  # int64 [outputs]
    token_logits: Array  # int64 [tokens]
    token_marks: Array  # int64 [tokens + 1]: a logit is valid if its mark is the last element
    shares: Array  # int64 [seats]
    scratch: Array  # int64, for `guide` and `value`


def new_network_memory(network: Network, seats: int, scratch_size: int) -> NetworkMemory:
    n_inputs, n_units = network.inner.shape
    n_tokens, n_outputs = len(network.tokens), network.outer.shape[1]
    return NetworkMemory(
        inputs=np.zeros(n_inputs, np.float32), last=np.zeros(n_inputs, np.float32), sums=network.shift.copy(),
        units=np.zeros(n_units, np.int32), outputs=np.zeros(n_outputs, np.int64),
        token_logits=np.zeros(n_tokens, np.int64), token_marks=np.zeros(n_tokens + 1, np.int64),
        shares=np.zeros(seats, np.int64), scratch=np.zeros(max(1, scratch_size), np.int64),
    )  # fmt: skip


def count_inputs(described: int, max_seats: int) -> int:
    return described + INPUT_BLOCKS * max_seats


def count_outputs(max_seats: int) -> int:
    return 2 * max_seats + 1


NO_NETWORK = Network(
    np.zeros((1, 1), np.int16), np.zeros(1, np.int32), np.zeros((1, 1), np.int16), np.zeros(1, np.int64),
    np.zeros((1, 1), np.int16), np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros((1, 1), np.int16),
)  # fmt: skip


# ---------------------------------------------------------------------- inputs


def fill_inputs(c: Any, s: Any, seat: int, max_seats: int, x: Any, shares: Any, scratch: Any) -> None:
    """Fill in the inputs that describe a hidden copy to its seat. `shares` is memory for a number per seat."""
    seats, start = len(shares), max(len(x) - INPUT_BLOCKS * max_seats, 0)
    verbs.describe(c, s, seat, x)
    verbs.value(c, s, shares, scratch)
    mask = verbs.actors(c, s)
    for k in range(max_seats):
        x[start + k] = 1.0 if k < seats and (mask >> ((seat + k) % seats)) & 1 else 0.0
        x[start + max_seats + k] = 1.0 if k + 1 == seats else 0.0
        x[start + 2 * max_seats + k] = shares[(seat + k) % seats] * VALUE_INPUT / WIN_VALUE if k < seats else 0.0


def round_input(x: float) -> int:
    """Return an input as an integer. The factor is a power of two, so that no rounding depends on the machine."""
    return int(min(max(x * INPUT_SCALE, -MAX_INPUT), MAX_INPUT) + (INPUT_SHIFT + 0.5)) - INPUT_SHIFT


# ---------------------------------------------------------------------- the hidden layer and the outputs


def compute_units(network: Network, c: Any, s: Any, seat: int, memory: NetworkMemory) -> None:
    """Compute the units for what a seat sees of a copy hidden from it.

    Only the inputs that have changed since the last call are added up: sums of integers do not depend on the order.
    """
    x, last, sums, units, inner = memory.inputs, memory.last, memory.sums, memory.units, network.inner
    fill_inputs(c, s, seat, len(memory.outputs) // 2, x, memory.shares, memory.scratch)
    for k in range(len(x)):
        if x[k] != last[k]:
            v = round_input(x[k]) - round_input(last[k])
            last[k] = x[k]
            for u in range(len(units)):
                sums[u] += v * inner[k, u]
    for u in range(len(units)):
        units[u] = min(max(sums[u], 0) >> UNIT_BITS, MAX_UNIT)


def compute_outputs(network: Network, memory: NetworkMemory) -> None:
    outputs, units, outer = memory.outputs, memory.units, network.outer
    for k in range(len(outputs)):
        outputs[k] = network.rest[k]
    for u in range(len(units)):
        if units[u] != 0:
            for k in range(len(outputs)):
                outputs[k] += units[u] * outer[u, k]
    for k in range(len(outputs)):
        outputs[k] >>= OUTPUT_BITS


def estimate_shares(network: Network, c: Any, s: Any, seat: int, memory: NetworkMemory) -> None:
    """Write every seat's share of the win to `memory.shares`, judged from a copy hidden from `seat`."""
    compute_units(network, c, s, seat, memory)
    compute_outputs(network, memory)
    outputs, shares = memory.outputs, memory.shares
    seats, no_winner = len(shares), len(outputs) // 2
    best = outputs[no_winner]
    for k in range(seats):
        best = max(best, outputs[k])
    total = negative_exp(best - outputs[no_winner])
    for k in range(seats):
        total += negative_exp(best - outputs[k])
    for k in range(seats):
        shares[(seat + k) % seats] = WIN_VALUE * negative_exp(best - outputs[k]) // total


def negative_exp(d: int) -> int:
    """Return e to the power of −d/1024 in parts of 2²⁰."""
    if d >= EXP_STEPS * 16:
        return 0
    return (COARSE_EXP[d >> 10] * FINE_EXP[d & (EXP_STEPS - 1)]) >> EXP_BITS  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- actions


def weigh_actions(network: Network, actions: Any, n: int, heat: int, memory: NetworkMemory, out: Any) -> None:
    """Replace the guide's weights of `n` actions by weights of at least 1 in proportion to the policy's probabilities.

    The units must be computed. `heat` is the temperature in percent: above 100 the weights are more alike.
    """
    marks = memory.token_marks
    last = len(marks) - 1
    marks[last] += 1
    best = 0
    for k in range(n):
        out[k] = find_logit(network, actions[k], memory) + ((network.gain[0] * log_weight(out[k])) >> LOG_BITS)
        best = out[k] if k == 0 else max(best, out[k])
    total = 0
    for k in range(n):
        total += negative_exp((best - out[k]) * 100 // heat)
    for k in range(n):
        out[k] = 1 + WIN_VALUE * negative_exp((best - out[k]) * 100 // heat) // total


def log_weight(weight: int) -> int:
    """Return the logarithm of a weight to the base of 2, in parts of 64: linear between powers of two."""
    power = 0
    while weight >> (power + 1) > 0:
        power += 1
    return 64 * power + (((weight << LOG_BITS) >> power) & 63)


def find_logit(network: Network, a: int, memory: NetworkMemory) -> int:
    """Return the sum of the logits of an action's tokens."""
    table, logits, marks = network.action_tokens, memory.token_logits, memory.token_marks
    last, total = len(marks) - 1, 0
    for j in range(table.shape[1]):
        token = table[a, j]
        if token != NO_TOKEN:
            if marks[token] != marks[last]:
                logits[token] = compute_token_logit(network, token, memory)
                marks[token] = marks[last]
            total += logits[token]
    return total


def compute_token_logit(network: Network, token: int, memory: NetworkMemory) -> int:
    units, tokens = memory.units, network.tokens
    total = network.token_rest[token]
    for u in range(len(units)):
        total += units[u] * tokens[token, u]
    return total >> OUTPUT_BITS  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- one pass in NumPy


class Prediction(NamedTuple):
    """What the network says about a position, seen from a seat."""

    outputs: Array  # int64 [outputs]
    token_logits: Array  # int64 [tokens]

    def shares(self, seat: int, seats: int) -> list[int]:
        """Return every seat's share of the win, in parts of WIN_VALUE."""
        no_winner = len(self.outputs) // 2
        logits = [int(self.outputs[k]) for k in (*range(seats), no_winner)]
        odds = [int(negative_exp(max(logits) - logit)) for logit in logits]
        return [WIN_VALUE * odds[(other - seat) % seats] // sum(odds) for other in range(seats)]

    def weights(self, network: Network, actions: Array, guided: Sequence[int], heat: int) -> list[int]:
        """Return the same weights as `weigh_actions`, given those of the guide."""
        table = network.action_tokens[actions]
        logits = np.where(table == NO_TOKEN, 0, self.token_logits[table]).sum(1)
        logits += (int(network.gain[0]) * np.array([log_weight(int(weight)) for weight in guided])) >> LOG_BITS
        behind = (logits.max() - logits) * 100 // heat
        odds = [int(negative_exp(int(d))) for d in behind]
        total = sum(odds)
        return [1 + WIN_VALUE * odd // total for odd in odds]


def predict(network: Network, x: Array) -> Prediction:
    """Return what the network says about the inputs `x`."""
    scaled = np.clip(x.astype(np.float64) * INPUT_SCALE, -MAX_INPUT, MAX_INPUT)
    v = (scaled + (INPUT_SHIFT + 0.5)).astype(np.int64) - INPUT_SHIFT
    used = np.flatnonzero(v)
    sums = network.shift + v[used] @ network.inner[used].astype(np.int64)
    units = np.minimum(np.maximum(sums, 0) >> UNIT_BITS, MAX_UNIT)
    outputs = (network.rest + units @ network.outer.astype(np.int64)) >> OUTPUT_BITS
    token_logits = (network.token_rest + network.tokens.astype(np.int64) @ units) >> OUTPUT_BITS
    return Prediction(outputs, token_logits)
