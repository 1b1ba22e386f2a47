"""Redeals: samples that can be played on and are fairly distributed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamut.engine.chance import random_below, seed_rng
from gamut.engine.random_play import deal_numbered_game
from gamut.engine.record import Array
from gamut.engine.strict import format_place
from gamut.engine.verbs import actors, hide, legal, play, redeal, secret_phase
from gamut.engine.watchdog import run_watched
from gamut.testing.position_checks.driver import PLAY_AFTER_REDEAL, random_seat, require_no_complaint
from gamut.testing.suite import Case, CheckFailed, check

U = np.uint64
NATIVE_GAMES = 1200  # whose redeals are compared with the truth
REDEAL_INTERVAL = 2  # positions per redeal, on average
MIN_DEVIATIONS = 6.0  # how certain a difference must be
MIN_BIAS = 0.08  # how one-sided; small differences between models of play are allowed
MAX_PAIRS = 400  # of secret numbers whose products are compared as well
GAME, ZERO, TRIAL = range(3)  # rows of states
SUM, SQUARES, SIZE, CURRENT = range(4)  # rows of tallies: Σd, Σd² and Σ|d| over games, and d of the current game
OFFSET, WIDTH, BIT = range(3)  # columns of parts: where a number is in the record; one bit of it, or −1


@check
def check_redeal_plays_on(case: Case) -> None:
    """From a redealt copy the game can be continued to its end, with all invariants."""
    require_no_complaint(case, PLAY_AFTER_REDEAL)


@check
def check_redeal_distribution(case: Case) -> None:
    """If all seats play at random, redealt numbers are distributed like the true ones.

    Given what a seat knows, each number of the record must on average be as large in redeals as in truth, and so must
    products of secret numbers: otherwise cards are dealt together that are independent. The differences within one
    game are correlated, those of different games are not. So the sum over games, in units of its own deviation, shows
    how certain a difference is.
    """
    parts, names = list_parts(case)
    pairs = choose_pairs(case, names)
    names += [f"{names[a]} · {names[b]}" for a, b in pairs]
    games = NATIVE_GAMES if case.native else case.games
    comparison = new_comparison(case, parts, pairs, len(names))
    limit = case.game.max_steps

    def repeat() -> None:
        first = int(comparison.game_number[0])
        again = new_comparison(case, parts, pairs, len(names))
        case.game.interpreted(compare_redeals)(again, first, first + 1, limit)

    def compare() -> None:
        case.bound(compare_redeals)(comparison, 0, games, limit)

    if case.native:
        run_watched(compare, case.game, repeat, lambda: int(comparison.game_number[0]))
    else:
        compare()
    raise_bias(comparison, names, games)


def new_comparison(case: Case, parts: Array, pairs: Array, n_names: int) -> Comparison:
    states = case.setup.new_states(3)
    return Comparison(
        c=case.setup.constants,
        states=states,
        state_bytes=states.view(np.int8).reshape(3, -1),
        rng=np.zeros(1, np.uint64),
        seed=np.array([case.seed], np.uint64),
        actions=np.zeros(case.game.max_legal + 64, np.int32),
        parts=parts,
        pairs=pairs,
        numbers=np.zeros((3, len(parts)), np.int64),
        tallies=np.zeros((case.seats + 1, 4, n_names), np.int64),
        counts=np.zeros(case.seats + 1, np.int64),
        game_number=np.zeros(1, np.int64),
    )


class Comparison(NamedTuple):
    """The arrays of the driver. Viewers are rows: 0 is a spectator, 1 the first seat."""

    c: Any
    states: Any
    state_bytes: Any  # the same states as bytes
    rng: Any
    seed: Any
    actions: Any
    parts: Any  # where the numbers of a record are
    pairs: Any  # of secret numbers
    numbers: Any  # the numbers of each state
    tallies: Any  # by viewer, row and number
    counts: Any  # redeals by viewer
    game_number: Any  # of the current game


def raise_bias(comparison: Comparison, names: list[str], games: int) -> None:
    """Raise CheckFailed for the most certain difference, if one is certain enough."""
    total, squares, size = (comparison.tallies[:, k].astype(float) for k in (SUM, SQUARES, SIZE))
    deviations = total / np.sqrt(np.maximum(squares, 1))
    biased = (np.abs(deviations) > MIN_DEVIATIONS) & (np.abs(total) > MIN_BIAS * size)
    if not biased.any():
        return
    n_parts = len(comparison.parts)
    if biased[:, :n_parts].any():  # a single number says more than a product
        biased[:, n_parts:] = False
    viewer, part = np.unravel_index(int(np.argmax(np.where(biased, np.abs(deviations), 0))), biased.shape)
    mean = total[viewer, part] / comparison.counts[viewer]
    raise CheckFailed(
        f"in redeals for {f'seat {viewer}' if viewer else 'a spectator'} {names[part]} is "
        f"{'larger' if mean > 0 else 'smaller'} than in the true states, by {abs(mean):.2f} on average over {games} "
        f"games ({abs(deviations[viewer, part]):.0f} standard deviations): `redeal` is not a fair sample, or `legal` "
        "offers actions that depend on what the seat cannot know"
    )


def list_parts(case: Case) -> tuple[Array, list[str]]:
    """Return where the numbers of a record are, and their names: all but the key; the bits of words one by one."""
    parts: list[tuple[int, int, int]] = []
    names: list[str] = []
    layout = case.setup.new_states().dtype
    for name in layout.names or ():
        if name in ("chance_key", "padding"):
            continue
        kind, field_offset = layout.fields[name][:2]  # type: ignore[index]
        for k, index in enumerate(np.ndindex(kind.shape)):
            place, offset = format_place(name, index), field_offset + k * kind.base.itemsize
            if kind.base.kind == "u":
                parts += [(offset + b // 8, 1, b % 8) for b in range(64)]
                names += [f"{b} in {place}" for b in range(64)]
            else:
                parts.append((offset, kind.base.itemsize, -1))
                names.append(place)
    return np.array(parts, np.int64).reshape(-1, 3), names


def choose_pairs(case: Case, names: list[str]) -> Array:
    """Return pairs of secret numbers, each also with itself; some at random if there are too many."""
    fields = tuple(case.game.secret_fields)
    secret = [k for k, name in enumerate(names) if name.split(" in ")[-1].partition("[")[0] in fields]
    pairs = [(a, b) for a in secret for b in secret if a <= b]
    chosen = np.random.default_rng(case.seed).permutation(len(pairs))[:MAX_PAIRS]
    return np.array([pairs[k] for k in chosen], np.int64).reshape(-1, 2)


# ---------------------------------------------------------------------- the driver


def compare_redeals(w: Comparison, first: int, end: int, max_steps: int) -> None:
    """Play the random games `first` … `end − 1` and tally how redeals differ from the truth, for one viewer per game.

    A seat takes all its steps of a secret phase in a row: a redeal samples only the steps of seats that have submitted.
    """
    c, s = w.c[0], w.states
    for number in range(first, end):
        w.game_number[0] = number
        deal_numbered_game(w.c, s, w.seed, number)
        seed_rng(w.rng, w.seed[0], U(number))
        row, step, mover, phase = number % len(w.counts), 0, -1, 0
        mask = actors(c, s[GAME])
        while mask > 0 and step < max_steps:
            if secret_phase(c, s[GAME]) != phase:
                phase, mover = secret_phase(c, s[GAME]), -1
            unfinished = phase != 0 and mover >= 0 and (mask >> mover) & 1
            if (not unfinished or mover == row - 1) and random_below(w.rng, REDEAL_INTERVAL) == 0:
                compare_redeal(w, row)
            mover = mover if unfinished else random_seat(mask, w.rng)
            n_legal = legal(c, s[GAME], mover, w.actions)
            if n_legal <= 0:  # the check of legal actions reports it
                break
            play(c, s[GAME], mover, w.actions[random_below(w.rng, n_legal)])
            mask = actors(c, s[GAME])
            step += 1
        finish_tallies(w, row)


def compare_redeal(w: Comparison, row: int) -> None:
    """Redeal the game for a viewer and tally the differences from the truth."""
    w.states[TRIAL] = w.states[GAME]
    hide(w.c[0], w.states[TRIAL], row - 1)
    redeal(w.c[0], w.states[TRIAL], row - 1, w.rng)
    w.counts[row] += 1
    n_parts = len(w.parts)
    for k in range(n_parts):
        for state in (GAME, TRIAL):
            w.numbers[state, k] = read_number(w.state_bytes, state, w.parts[k])
        w.tallies[row, CURRENT, k] += w.numbers[TRIAL, k] - w.numbers[GAME, k]
    for k in range(len(w.pairs)):
        a, b = w.pairs[k, 0], w.pairs[k, 1]
        difference = w.numbers[TRIAL, a] * w.numbers[TRIAL, b] - w.numbers[GAME, a] * w.numbers[GAME, b]
        w.tallies[row, CURRENT, n_parts + k] += difference


def read_number(state_bytes: Any, row: int, part: Any) -> int:
    """Read a number of a record from its bytes."""
    if part[BIT] >= 0:
        return (state_bytes[row, part[OFFSET]] >> part[BIT]) & 1  # type: ignore[no-any-return]
    number = 0
    for k in range(part[WIDTH]):
        number |= (state_bytes[row, part[OFFSET] + k] & 255) << (8 * k)
    return number - (1 << (8 * part[WIDTH])) if number >> (8 * part[WIDTH] - 1) else number


def finish_tallies(w: Comparison, row: int) -> None:
    """Add the differences of a finished game to the sums over games."""
    for k in range(w.tallies.shape[2]):
        difference = w.tallies[row, CURRENT, k]
        w.tallies[row, SUM, k] += difference
        w.tallies[row, SQUARES, k] += difference * difference
        w.tallies[row, SIZE, k] += abs(difference)
        w.tallies[row, CURRENT, k] = 0
