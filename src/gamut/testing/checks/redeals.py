"""Redeals: a sample that fits what a seat knows, can be played on, and leans to no side."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine.chance import pick, seed
from gamut.engine.play import start
from gamut.engine.record import Array
from gamut.engine.verbs import actors, hide, legal, play, redeal, secret
from gamut.testing import judges
from gamut.testing.drivers import raise_complaint, some_seat
from gamut.testing.suite import Broken, Case, check

U = np.uint64
ENOUGH = 1200  # games whose redeals are compared with the truth, natively
RATE = 2  # one in so many positions is redealt
SURE, LEAN = 6.0, 0.08  # how sure and how one-sided a difference has to be; small differences of models are allowed
GAME, BLANK, TRIAL = 0, 1, 2  # rows of states
SUM, SQUARE, SIZE, ONCE = range(4)  # of the tallies: Σd, Σd², Σ|d| over games, and d of the running one
PAIRS = 400  # products of two secret numbers that are compared too, at the most
OFFSET, WIDTH, BIT = range(3)  # of a part of the record: its bytes, or one bit of them (−1: no bit)


@check
def redeal_plays_on(case: Case) -> None:
    """From a redealt copy the game goes on, soundly, to its end."""
    raise_complaint(
        case,
        judges.PLAYING_ON,
        "a redeal for {seat}, played on for {more} steps, awaits seat {detail}, who may do nothing",
        "a redeal for {seat}, played on for {more} steps, breaks {invariant}",
        f"a redeal for {{seat}} is played on without an end (`longest` = {case.game.longest})",
    )


@check
def redeal_distribution(case: Case) -> None:
    """Where everybody plays at random, what is redealt is distributed like what is true.

    What a seat knows being the same, any number in the record must be as large in redeals as in truth, on average,
    and so must products of secret ones: else cards are dealt together that have nothing to do with each other.
    The differences of one game belong together, those of different games do not: their sum, in units of its own
    deviation, tells how sure a difference is.
    """
    parts, names = parts_of(case)
    pairs = pairs_of(case, names)
    names += [f"{names[a]} · {names[b]}" for a, b in pairs]
    games = ENOUGH if case.native else case.games
    tallies = np.zeros((case.seats + 1, 4, len(names)), np.int64)
    counts = np.zeros(case.seats + 1, np.int64)
    setup, states = case.setup, case.setup.fresh(3)
    room = (np.zeros(1, np.uint64), np.zeros(case.game.most_legal + 64, np.int32), np.array([case.seed], np.uint64))
    numbers = states.view(np.int8).reshape(3, -1)
    drawn = np.zeros((3, len(parts)), np.int64)
    case.bound(compare)(
        setup.constants, states, numbers, *room, parts, pairs, drawn, tallies, counts, games, case.game.longest
    )
    total, square, size = (tallies[:, k].astype(float) for k in (SUM, SQUARE, SIZE))
    z = total / np.sqrt(np.maximum(square, 1))
    leaning = (np.abs(z) > SURE) & (np.abs(total) > LEAN * size)
    if leaning.any():
        if leaning[:, : len(parts)].any():  # a single number says more than a product
            leaning[:, len(parts) :] = False
        row, part = np.unravel_index(int(np.argmax(np.where(leaning, np.abs(z), 0))), z.shape)
        who = f"seat {row}" if row else "a spectator"
        mean = total[row, part] / counts[row]
        raise Broken(
            f"in redeals for {who} {names[part]} is {'larger' if mean > 0 else 'smaller'} than in truth, by "
            f"{abs(mean):.2f} on average over {games} games ({abs(z[row, part]):.0f} standard deviations): "
            "`redeal` is no fair sample"
        )


def parts_of(case: Case) -> tuple[Array, list[str]]:
    """The numbers of a record that are compared, and their names: all but the key; sets bit by bit."""
    parts: list[tuple[int, int, int]] = []
    names: list[str] = []
    layout = case.setup.fresh().dtype
    for name in layout.names or ():
        if name in ("key", "spare"):
            continue
        kind, offset = layout.fields[name][:2]  # type: ignore[index]
        for k, at in enumerate(np.ndindex(kind.shape)):
            spelled = f"{name}[{', '.join(map(str, at))}]" if at else name
            place = offset + k * kind.base.itemsize
            if kind.base.kind == "u":
                parts += [(place + b // 8, 1, b % 8) for b in range(64)]
                names += [f"{b} in {spelled}" for b in range(64)]
            else:
                parts.append((place, kind.base.itemsize, -1))
                names.append(spelled)
    return np.array(parts, np.int64).reshape(-1, 3), names


def pairs_of(case: Case, names: list[str]) -> Array:
    """Pairs of secret numbers, all of them or some at random; a number with itself as well."""
    fields = tuple(case.game.secrets)
    secret = [k for k, name in enumerate(names) if name.split(" in ")[-1].partition("[")[0] in fields]
    every = [(a, b) for a in secret for b in secret if a <= b]
    some = np.random.default_rng(case.seed).permutation(len(every))[:PAIRS]
    return np.array([every[k] for k in some], np.int64).reshape(-1, 2)


def read_numbers(b: Any, row: int, parts: Any, drawn: Any) -> None:
    """All numbers of a state that are compared."""
    for k in range(len(parts)):
        drawn[row, k] = number(b, row, parts[k])


def number(b: Any, row: int, part: Any) -> int:
    """A number of the record, from its bytes."""
    if part[BIT] >= 0:
        return (b[row, part[OFFSET]] >> part[BIT]) & 1  # type: ignore[no-any-return]
    x = 0
    for k in range(part[WIDTH]):
        x |= (b[row, part[OFFSET] + k] & 255) << (8 * k)
    return x - (1 << (8 * part[WIDTH])) if x >> (8 * part[WIDTH] - 1) else x


def tally_differences(drawn: Any, pairs: Any, tallies: Any, row: int) -> None:
    """How much larger the numbers of a redeal, and the products of pairs of them, are than in truth."""
    parts = drawn.shape[1]
    for k in range(parts):
        tallies[row, ONCE, k] += drawn[TRIAL, k] - drawn[GAME, k]
    for k in range(len(pairs)):
        one, other = pairs[k, 0], pairs[k, 1]
        d = drawn[TRIAL, one] * drawn[TRIAL, other] - drawn[GAME, one] * drawn[GAME, other]
        tallies[row, ONCE, parts + k] += d


def compare(
    c: Any, s: Any, b: Any, r: Any, acts: Any, run: Any, parts: Any, pairs: Any, drawn: Any, tallies: Any,
    counts: Any, n: int, longest: int,
) -> None:  # fmt: skip
    """Play games at random and tally how redeals differ from the truth, one viewer a game.

    A seat makes all its steps of a secret phase at once: a redeal knows only steps of those who are in.
    """
    for g in range(n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        row, step, mover, phase = g % len(counts), 0, -1, 0
        mask = actors(c[0], s[GAME])
        while mask > 0 and step < longest:
            if secret(c[0], s[GAME]) != phase:
                phase, mover = secret(c[0], s[GAME]), -1
            halfway = phase != 0 and mover >= 0 and (mask >> mover) & 1
            if (not halfway or mover == row - 1) and pick(r, RATE) == 0:
                s[TRIAL] = s[GAME]
                hide(c[0], s[TRIAL], row - 1)
                redeal(c[0], s[TRIAL], row - 1, r)
                counts[row] += 1
                read_numbers(b, TRIAL, parts, drawn)
                read_numbers(b, GAME, parts, drawn)
                tally_differences(drawn, pairs, tallies, row)
            mover = mover if halfway else some_seat(mask, r)
            moves = legal(c[0], s[GAME], mover, acts)
            if moves <= 0:  # another check tells it
                break
            play(c[0], s[GAME], mover, acts[pick(r, moves)])
            mask = actors(c[0], s[GAME])
            step += 1
        for k in range(tallies.shape[2]):
            d = tallies[row, ONCE, k]
            tallies[row, SUM, k] += d
            tallies[row, SQUARE, k] += d * d
            tallies[row, SIZE, k] += abs(d)
            tallies[row, ONCE, k] = 0
