"""What a game of self-play teaches the network, as plain functions over the verbs.

At each decision the candidates (all legal actions, or a sample of the policy's) are tried one step ahead in one redealt
copy, each judged by the network from what the seat would then see; in a secret phase the others submit first. So the
policy learns: its probabilities move towards the better candidates, a little at a time, so that the luck of a redeal
averages out. At the end of the game each position of a seat learns from what came later: a mean of the result and of
the network's own later estimates, weighed by `trace` (TD(λ)), for every seat's share of the win and for its score.

Weights are floats here. They do not change while a batch is played; each worker adds up its gradient.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamut.engine import verbs
from gamut.engine.chance import next_word, random_below, seed_rng
from gamut.engine.game import Setup
from gamut.engine.network import fill_inputs, log_weight
from gamut.engine.random_play import deal_numbered_game, first_seat
from gamut.engine.ranking import count_winners
from gamut.engine.record import Array

U = np.uint64
GAME, BLANK, HIDDEN, WORLD, TRIAL, STATES = range(6)  # the states that a worker needs
MAX_CANDIDATES = 16
RANDOM_CANDIDATES = 4  # of them, where there are more legal actions
MAX_POSITIONS = 6000  # of a game that are learned from
MAX_ENTRIES = 1 << 20  # inputs of them that are not zero
WORD_BITS = U(11)
TINY = 2.0**-53


class Weights(NamedTuple):
    """The weights, or their gradient: views of one vector."""

    inner: Array  # float32 [inputs, units]
    shift: Array
    outer: Array  # float32 [units, outputs]
    rest: Array
    tokens: Array  # float32 [tokens, units]
    token_rest: Array
    gain: Array  # float32 [1]: of the guide


class Knobs(NamedTuple):
    """How to learn."""

    random: float  # share of actions that are any candidate
    ahead: bool  # whether to play the candidate that is best one step ahead; else the policy draws
    trace: float  # λ
    keep: float  # of the policy's logits in its target
    sharp: float  # of the candidates' values in it
    score: float  # worth of a score of one deviation, in shares of the win
    score_mean: float
    score_unit: float


class Memory(NamedTuple):
    """Memory of a worker."""

    x: Array  # float32 [inputs]
    base: Array  # float32 [inputs]: those of the decision
    base_sums: Array  # float32 [units]: of them
    units: Array  # float32 [units]
    outputs: Array  # float32 [outputs]: probabilities and scores by seat, the observer first
    root: Array  # float32 [units]: those of the decision
    pull: Array  # float32 [units]: gradient of the policy with respect to them
    token_logits: Array  # float32 [tokens]
    token_marks: Array  # int64 [tokens + 1]
    actions: Array  # int32 [max_legal]
    logits: Array  # float32 [max_legal]
    guided: Array  # int32 [max_legal]: weights by the guide
    logs: Array  # float32 [max_legal]: their logarithms to the base of 2
    keys: Array  # float32 [max_legal]
    judged: Array  # int64 [seats]: shares by `value`
    scratch: Array
    candidates: Array  # int32 [MAX_CANDIDATES]: indices of actions
    values: Array  # float32 [MAX_CANDIDATES]
    scores: Array  # int32 [max_seats]
    ranks: Array  # int32 [max_seats]
    shares: Array  # float32 [max_seats + 1]: of a finished game, the last one if no seat wins
    # the positions of a game
    positions: Array  # int32 [MAX_ENTRIES]: the numbers of inputs
    entry: Array  # float32 [MAX_ENTRIES]
    start: Array  # int32 [MAX_POSITIONS + 1]
    seat: Array  # int32 [MAX_POSITIONS]
    hidden: Array  # float32 [MAX_POSITIONS, units]
    pulls: Array  # float32 [MAX_POSITIONS, units]
    predicted: Array  # float32 [MAX_POSITIONS, outputs]
    goal: Array  # float32 [max_seats, outputs]: what the next earlier position of a seat learns


def new_memory(setup: Setup, weights: Weights) -> Memory:
    (n_inputs, n_units), n_outputs, n_tokens = weights.inner.shape, len(weights.rest), len(weights.tokens)
    most, legal = setup.game.max_seats, setup.game.max_legal
    floats = np.float32
    return Memory(
        np.zeros(n_inputs, floats), np.zeros(n_inputs, floats), np.zeros(n_units, floats), np.zeros(n_units, floats),
        np.zeros(n_outputs, floats), np.zeros(n_units, floats),
        np.zeros(n_units, floats), np.zeros(n_tokens, floats), np.zeros(n_tokens + 1, np.int64),
        np.zeros(legal, np.int32), np.zeros(legal, floats), np.zeros(legal, np.int32), np.zeros(legal, floats),
        np.zeros(legal, floats), np.zeros(setup.seats, np.int64), setup.new_scratch(),
        np.zeros(MAX_CANDIDATES, np.int32), np.zeros(MAX_CANDIDATES, floats), np.zeros(most, np.int32),
        np.zeros(most, np.int32), np.zeros(most + 1, floats), np.zeros(MAX_ENTRIES, np.int32),
        np.zeros(MAX_ENTRIES, floats), np.zeros(MAX_POSITIONS + 1, np.int32), np.zeros(MAX_POSITIONS, np.int32),
        np.zeros((MAX_POSITIONS, n_units), floats), np.zeros((MAX_POSITIONS, n_units), floats),
        np.zeros((MAX_POSITIONS, n_outputs), floats), np.zeros((most, n_outputs), floats),
    )  # fmt: skip


# ---------------------------------------------------------------------- the network in floats


def list_inputs(start: int, m: Memory) -> int:
    """Store the inputs that are not zero from `start`; return where they end."""
    end = start
    for k in range(len(m.x)):
        if m.x[k] != 0:
            m.positions[end] = k
            m.entry[end] = m.x[k]
            end += 1
    return end


def add_inputs(w: Weights, start: int, end: int, m: Memory) -> None:
    """Compute the sums of the units for the inputs from `start` to `end`, and make them the base of later changes."""
    sums, base = m.base_sums, m.base
    for u in range(len(sums)):
        sums[u] = w.shift[u]
    for i in range(start, end):
        v, row = m.entry[i], w.inner[m.positions[i]]
        for u in range(len(sums)):
            sums[u] += v * row[u]
    for k in range(len(base)):
        base[k] = m.x[k]
    for u in range(len(sums)):
        m.units[u] = sums[u]


def add_changes(w: Weights, m: Memory) -> None:
    """Compute the sums of the units from those of the base: after an action few inputs are different."""
    units, base, x = m.units, m.base, m.x
    for u in range(len(units)):
        units[u] = m.base_sums[u]
    for k in range(len(x)):
        if x[k] != base[k]:
            v, row = x[k] - base[k], w.inner[k]
            for u in range(len(units)):
                units[u] += v * row[u]


def evaluate(w: Weights, seats: int, m: Memory) -> None:
    """Compute units and outputs from the sums in `m.units`."""
    units, outputs, no_winner = m.units, m.outputs, len(m.outputs) // 2
    for k in range(len(outputs)):
        outputs[k] = w.rest[k]
    for u in range(len(units)):
        if units[u] > 0:
            for k in range(len(outputs)):
                outputs[k] += units[u] * w.outer[u, k]
        else:
            units[u] = 0
    best = outputs[no_winner]
    for k in range(seats):
        best = max(best, outputs[k])
    total = np.float32(0)
    for k in range(no_winner + 1):
        outputs[k] = np.exp(outputs[k] - best) if k < seats or k == no_winner else np.float32(0)
        total += outputs[k]
    for k in range(no_winner + 1):
        outputs[k] /= total


def find_logit(w: Weights, table: Any, a: int, m: Memory) -> float:
    """Return the policy's logit of an action for the units in `m.root`."""
    last, total = len(m.token_marks) - 1, np.float32(0)
    for j in range(table.shape[1]):
        t = table[a, j]
        if t >= 0:
            if m.token_marks[t] != m.token_marks[last]:
                logit = w.token_rest[t]
                for u in range(len(m.root)):
                    logit += m.root[u] * w.tokens[t, u]
                m.token_logits[t] = logit
                m.token_marks[t] = m.token_marks[last]
            total += m.token_logits[t]
    return total  # type: ignore[return-value]


# ---------------------------------------------------------------------- a game


def learn_from_games(
    c: Any, s: Any, run: Any, first: int, n: int, rng: Any, w: Weights, table: Any, gradient: Weights, m: Memory,
    knobs: Knobs, seats: int, totals: Any,
) -> None:  # fmt: skip
    """Play games of a run and add what they teach to the gradient.

    `totals` sums up games, positions, decisions, losses, scores, squares of scores, and the number of scores.
    """
    for number in range(first, first + n):
        learn_from_game(c, s, run, number, rng, w, table, gradient, m, knobs, seats, totals)


def learn_from_game(
    c: Any, s: Any, run: Any, number: int, rng: Any, w: Weights, table: Any, gradient: Weights, m: Memory,
    knobs: Knobs, seats: int, totals: Any,
) -> None:  # fmt: skip
    deal_numbered_game(c, s, run, number)
    seed_rng(rng, run[0], U(number))
    n = 0
    m.start[0] = 0
    mask = verbs.actors(c[0], s[GAME])
    while mask != 0:
        seat = first_seat(mask)
        n_legal = verbs.legal(c[0], s[GAME], seat, m.actions)
        k = 0
        kept = 0
        if n_legal > 1:
            end = look(c, s, seat, seats, w, m.start[n], m)
            kept = keep(n, end, seat, m)
            n += kept
            k = decide(c, s, rng, seat, seats, w, table, n_legal, gradient, m, knobs)
            for u in range(len(m.pull)):
                m.pulls[max(n - 1, 0), u] += m.pull[u] * kept
            totals[2] += 1
        verbs.play(c[0], s[GAME], seat, m.actions[k])
        mask = verbs.actors(c[0], s[GAME])
        if n_legal > 1 and mask != 0:
            hide_and_describe(c, s, GAME, seat, m)
            add_changes(w, m)
            evaluate(w, seats, m)
            n += keep(n, list_inputs(m.start[n], m), seat, m)
    finish(c, s, seats, m, knobs, totals)
    learn_positions(w, gradient, m, n, seats, knobs, totals)


def look(c: Any, s: Any, seat: int, seats: int, w: Weights, start: int, m: Memory) -> int:
    """Describe what the seat knows from `start`, and evaluate it; return where the inputs end."""
    hide_and_describe(c, s, GAME, seat, m)
    end = list_inputs(start, m)
    add_inputs(w, start, end, m)
    evaluate(w, seats, m)
    return end


def hide_and_describe(c: Any, s: Any, i: int, seat: int, m: Memory) -> None:
    s[HIDDEN] = s[i]
    verbs.hide(c[0], s[HIDDEN], seat)
    fill_inputs(c[0], s[HIDDEN], seat, len(m.outputs) // 2, m.x, m.judged, m.scratch)


def keep(n: int, end: int, seat: int, m: Memory) -> int:
    """Store as position `n` what `look` found, and return 1; 0 if there is no room: a long game goes on unrecorded."""
    if n >= MAX_POSITIONS - 2 or m.start[n] >= MAX_ENTRIES - 4 * len(m.x):
        return 0
    m.start[n + 1] = end
    m.seat[n] = seat
    for u in range(len(m.units)):
        m.hidden[n, u] = m.units[u]
        m.pulls[n, u] = 0
    for k in range(len(m.outputs)):
        m.predicted[n, k] = m.outputs[k]
    return 1


def decide(
    c: Any, s: Any, rng: Any, seat: int, seats: int, w: Weights, table: Any, n_legal: int, gradient: Weights, m: Memory,
    knobs: Knobs,
) -> int:  # fmt: skip
    """Return the index of the action to play, and let the policy learn from the candidates. Comes after `look`."""
    s[WORLD] = s[HIDDEN]
    verbs.redeal(c[0], s[WORLD], seat, rng)
    if verbs.secret_phase(c[0], s[WORLD]) != 0:
        let_others_choose(c, s, rng, seat, seats, w, table, m)
    verbs.legal(c[0], s[HIDDEN], seat, m.actions)
    weigh(c, s, HIDDEN, seat, w, table, n_legal, m)
    n = choose_candidates(rng, n_legal, m)
    for i in range(n):
        m.values[i] = try_action(c, s, seat, seats, w, m.actions[m.candidates[i]], m, knobs)
    best = learn_policy(w, table, n, gradient, m, knobs)
    if random_below(rng, 1 << 20) < knobs.random * (1 << 20):
        return m.candidates[random_below(rng, n)]  # type: ignore[no-any-return]
    return m.candidates[best] if knobs.ahead else draw_by_logits(rng, n_legal, m)


def weigh(c: Any, s: Any, i: int, seat: int, w: Weights, table: Any, n: int, m: Memory) -> None:
    """Compute the policy's logits of `n` actions for the units, in a copy hidden from the seat."""
    m.token_marks[len(m.token_marks) - 1] += 1
    for u in range(len(m.units)):
        m.root[u] = m.units[u]
    verbs.guide(c[0], s[i], seat, m.actions, n, m.guided, m.scratch)
    for k in range(n):
        m.logs[k] = log_weight(m.guided[k]) / 64
        m.logits[k] = find_logit(w, table, m.actions[k], m) + w.gain[0] * m.logs[k]


def let_others_choose(c: Any, s: Any, rng: Any, seat: int, seats: int, w: Weights, table: Any, m: Memory) -> None:
    """In a secret phase, let the other seats submit in the redealt copy, so that an action shows its consequences."""
    phase = verbs.secret_phase(c[0], s[WORLD])
    for other in range(seats):
        while other != seat and (verbs.actors(c[0], s[WORLD]) >> other) & 1:
            n = verbs.legal(c[0], s[WORLD], other, m.actions)
            hide_and_describe(c, s, WORLD, other, m)
            add_changes(w, m)
            evaluate(w, seats, m)
            weigh(c, s, HIDDEN, other, w, table, n, m)
            verbs.play(c[0], s[WORLD], other, m.actions[draw_by_logits(rng, n, m)])
            if verbs.secret_phase(c[0], s[WORLD]) != phase:
                break
    s[HIDDEN] = s[GAME]
    verbs.hide(c[0], s[HIDDEN], seat)
    for k in range(len(m.x)):
        m.x[k] = m.base[k]
    add_changes(w, m)
    evaluate(w, seats, m)


def draw_by_logits(rng: Any, n: int, m: Memory) -> int:
    """Return the index of an action, drawn by the policy."""
    top, total = m.logits[0], np.float32(0)
    for k in range(n):
        top = max(top, m.logits[k])
    for k in range(n):
        m.keys[k] = np.exp(m.logits[k] - top)
        total += m.keys[k]
    return draw_by_odds(rng, m.keys, n, total)


def choose_candidates(rng: Any, n_legal: int, m: Memory) -> int:
    """Write the indices of all legal actions, or of a sample: most by the policy, some at random."""
    if n_legal <= MAX_CANDIDATES:
        for k in range(n_legal):
            m.candidates[k] = k
        return n_legal
    for k in range(n_legal):  # the greatest keys are a sample without repetition (the Gumbel trick)
        m.keys[k] = m.logits[k] - np.log(-np.log((np.float64(next_word(rng) >> WORD_BITS) + 0.5) * TINY))
    for i in range(MAX_CANDIDATES):
        best = random_below(rng, n_legal)
        if i < MAX_CANDIDATES - RANDOM_CANDIDATES:
            for k in range(n_legal):
                if m.keys[k] > m.keys[best]:
                    best = k
        while m.keys[best] == -np.inf:
            best = random_below(rng, n_legal)
        m.keys[best] = -np.inf
        m.candidates[i] = best
    return MAX_CANDIDATES


def try_action(c: Any, s: Any, seat: int, seats: int, w: Weights, a: int, m: Memory, knobs: Knobs) -> float:
    """Return what an action is worth to the seat, one step ahead."""
    s[TRIAL] = s[WORLD]
    verbs.play(c[0], s[TRIAL], seat, a)
    others, own_score = np.float32(0), np.float32(0)
    if verbs.actors(c[0], s[TRIAL]) == 0:
        write_result(c[0], s[TRIAL], seats, m)
        share = m.shares[seat]
        for other in range(seats):
            score = np.float32((m.scores[other] - knobs.score_mean) / knobs.score_unit)
            if other == seat:
                own_score = score
            else:
                others += score
    else:
        hide_and_describe(c, s, TRIAL, seat, m)
        add_changes(w, m)
        evaluate(w, seats, m)
        share, no_winner = m.outputs[0], len(m.outputs) // 2
        own_score = m.outputs[no_winner + 1]
        for k in range(1, seats):
            others += m.outputs[no_winner + 1 + k]
    if seats > 1:
        own_score -= others / np.float32(seats - 1)
    return share + np.float32(knobs.score) * min(max(own_score, np.float32(-4)), np.float32(4))  # type: ignore[no-any-return]


def learn_policy(w: Weights, table: Any, n: int, gradient: Weights, m: Memory, knobs: Knobs) -> int:
    """Move the policy towards the better of `n` candidates; return the number of the best."""
    candidates, values, keys = m.candidates, m.values, m.keys
    best, top, low = 0, np.float32(-1e30), np.float32(-1e30)
    for i in range(n):
        logit = m.logits[candidates[i]]
        keys[i] = np.float32(knobs.keep) * logit + np.float32(knobs.sharp) * values[i]
        if keys[i] > top:
            top, best = keys[i], i
        low = max(low, logit)
    total, before = np.float32(0), np.float32(0)
    for i in range(n):
        keys[i] = np.exp(keys[i] - top)
        total += keys[i]
        before += np.exp(m.logits[candidates[i]] - low)
    for u in range(len(m.pull)):
        m.pull[u] = 0
    for i in range(n):
        g = np.exp(m.logits[candidates[i]] - low) / before - keys[i] / total
        gradient.gain[0] += g * m.logs[candidates[i]]
        for j in range(table.shape[1]):
            t = table[m.actions[candidates[i]], j]
            if t >= 0:
                gradient.token_rest[t] += g
                for u in range(len(m.root)):
                    gradient.tokens[t, u] += g * m.root[u]
                    m.pull[u] += g * w.tokens[t, u]
    return best


def draw_by_odds(rng: Any, odds: Any, n: int, total: Any) -> int:
    rest = np.float32(random_below(rng, 1 << 20)) / np.float32(1 << 20) * total
    k = 0
    while k < n - 1 and rest >= odds[k]:
        rest -= odds[k]
        k += 1
    return k


# ---------------------------------------------------------------------- the end of a game


def write_result(c: Any, s: Any, seats: int, m: Memory) -> None:
    """Write the scores of a finished game, and every seat's share of the win."""
    verbs.result(c, s, m.scores, m.ranks)
    winners = count_winners(m.ranks, seats)
    for seat in range(seats):
        m.shares[seat] = np.float32(1) / np.float32(winners) if m.ranks[seat] == 1 else np.float32(0)
    m.shares[len(m.shares) - 1] = np.float32(0) if winners > 0 else np.float32(1)


def finish(c: Any, s: Any, seats: int, m: Memory, knobs: Knobs, totals: Any) -> None:
    """Write what the last position of each seat learns: the result, the seat itself first."""
    write_result(c[0], s[GAME], seats, m)
    no_winner = len(m.outputs) // 2
    for seat in range(seats):
        for k in range(len(m.outputs)):
            m.goal[seat, k] = 0
        for k in range(seats):
            other = (seat + k) % seats
            m.goal[seat, k] = m.shares[other]
            score = (m.scores[other] - knobs.score_mean) / knobs.score_unit
            m.goal[seat, no_winner + 1 + k] = min(max(score, -8.0), 8.0)
        m.goal[seat, no_winner] = m.shares[no_winner]
        totals[4] += m.scores[seat]
        totals[5] += np.float64(m.scores[seat]) * m.scores[seat]
        totals[6] += 1
    totals[0] += 1


def learn_positions(w: Weights, gradient: Weights, m: Memory, n: int, seats: int, knobs: Knobs, totals: Any) -> None:
    """Add the gradient of the positions of a game, the last one first."""
    no_winner, trace = len(m.outputs) // 2, np.float32(knobs.trace)
    error, pull = m.outputs, m.pull
    for p in range(n - 1, -1, -1):
        goal, predicted, units = m.goal[m.seat[p]], m.predicted[p], m.hidden[p]
        for k in range(len(error)):
            in_use = k < seats or k == no_winner or no_winner < k <= no_winner + seats
            error[k] = predicted[k] - goal[k] if in_use else np.float32(0)
            totals[3] += error[k] * error[k] if k <= no_winner else np.float32(0)
            goal[k] = trace * goal[k] + (1 - trace) * predicted[k]
            if k > no_winner:
                error[k] *= np.float32(0.25)
            gradient.rest[k] += error[k]
        for u in range(len(units)):
            pull[u] = m.pulls[p, u]
            for k in range(len(error)):
                gradient.outer[u, k] += units[u] * error[k]
                pull[u] += w.outer[u, k] * error[k]
            if units[u] == 0:
                pull[u] = 0
            gradient.shift[u] += pull[u]
        for i in range(m.start[p], m.start[p + 1]):
            v, row = m.entry[i], gradient.inner[m.positions[i]]
            for u in range(len(units)):
                row[u] += v * pull[u]
    totals[1] += n


# ---------------------------------------------------------------------- the step after a batch


def descend(
    weights: Any,
    gradients: Any,
    moments: Any,
    squares: Any,
    mean: Any,
    count: int,
    rate: float,
    step: int,
    decay: float,
) -> None:
    """Take a step of Adam with the workers' gradients over `count` positions, and move the mean of weights along."""
    correct_moment, correct_square = 1 - 0.9**step, 1 - 0.999**step
    scale = np.float32(1 / max(count, 1))
    for i in range(len(weights)):
        g = np.float32(0)
        for k in range(len(gradients)):
            g += gradients[k, i]
            gradients[k, i] = 0
        g *= scale
        moments[i] += np.float32(0.1) * (g - moments[i])
        squares[i] += np.float32(0.001) * (g * g - squares[i])
        move = moments[i] / np.float32(correct_moment)
        size = np.sqrt(squares[i] / np.float32(correct_square)) + np.float32(1e-8)
        weights[i] -= np.float32(rate) * move / size
        mean[i] += np.float32(1 - decay) * (weights[i] - mean[i])
