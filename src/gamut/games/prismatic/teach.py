"""Teaching the foresight: `python -m gamut.games.prismatic.teach` plays, labels, fits and writes foresight.toml.

Positions come from games of greedy play with more or less chance in it, so that they are as varied as those a
search looks at. Each is labelled with the stars that greedy play gains from there on average, over fresh draws. The
weights of each stage are then a linear fit.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple

import numpy as np

from gamut.engine.chance import pick, seed
from gamut.engine.game import Game, Setup
from gamut.engine.play import first_seat, start
from gamut.engine.record import Array
from gamut.engine.verbs import actors, guide, hide, legal, play, redeal, result, settled
from gamut.games.prismatic.foresight import EYES, FINE, LEARNED, look, stage
from gamut.games.prismatic.record import INPUTS, STAGES
from gamut.games.prismatic.scoring import score

U = np.uint64
NOISES = (0, 10, 25, 50)  # % of steps that are drawn by the weights
MOST_ROUNDS = 25  # later positions teach nothing
RIDGE = 8.0  # keeps the weights of what was seldom seen small
SPREADS = range(500, 9000, 100)

# ---------------------------------------------------------------------- native: play and label


def choose(r: Any, weights: Any, n: int, noise: int) -> int:
    """The place of the greatest weight, or with `noise` % one drawn by the weights."""
    best = total = 0
    for k in range(n):
        total += weights[k]
        if weights[k] > weights[best]:
            best = k
    if pick(r, 100) >= noise:
        return best
    ball, k = pick(r, total), 0
    while ball >= weights[k]:
        ball -= weights[k]
        k += 1
    return k


def step(c: Any, s: Any, r: Any, acts: Any, weights: Any, work: Any, noise: int) -> int:
    """Let the next seat act; returns who is awaited then."""
    seat = first_seat(actors(c, s))
    n = legal(c, s, seat, acts)
    guide(c, s, seat, acts, n, weights, work)
    play(c, s, seat, acts[choose(r, weights, n, noise)])
    return actors(c, s)


def wander(
    c: Any, s: Any, run: Any, n: int, noise: int, r: Any, acts: Any, weights: Any, work: Any, found: Any
) -> int:
    """Play `n` games and keep the positions where a round begins; returns how many."""
    many = 0
    for g in range(n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        mask = actors(c[0], s[0])
        while mask != 0 and s[0].round <= MOST_ROUNDS:
            if settled(c[0], s[0]):
                found[many] = s[0]
                many += 1
            mask = step(c[0], s[0], r, acts, weights, work, noise)
    return many


def label(
    c: Any, found: Any, s: Any, times: int, run: Any, r: Any, acts: Any, weights: Any, work: Any,
    stars: Any, ranks: Any, standing: Any,
) -> None:  # fmt: skip
    """Play each position on, greedily and with fresh draws; stars and rank of each seat at each end."""
    for i in range(len(found)):
        for k in range(times):
            seed(r, run[0], U(i * times + k))
            s[0] = found[i]
            hide(c[0], s[0], -1)
            redeal(c[0], s[0], -1, r)
            mask = 1
            while mask != 0:
                mask = step(c[0], s[0], r, acts, weights, work, 0)
            result(c[0], s[0], standing[0], standing[1])
            for seat in range(c[0].seats):
                stars[i, k, seat] = standing[0, seat]
                ranks[i, k, seat] = standing[1, seat]


def read_inputs(c: Any, found: Any, x: Any, had: Any, stages: Any, work: Any) -> None:
    """What the foresight looks at in each position, one row per seat."""
    for i in range(len(found)):
        stages[i] = stage(c[0], found[i])
        for seat in range(c[0].seats):
            look(c[0], found[i], seat, work)
            had[i, seat] = score(c[0], found[i], seat)
            for k in range(INPUTS):
                x[i, seat, k] = work[EYES + k]


# ---------------------------------------------------------------------- fitting


class Lesson(NamedTuple):
    """Positions with one number of seats."""

    x: Array  # position, seat, input
    had: Array  # position, seat: stars
    stars: Array  # position, end, seat
    won: Array  # position, seat: the share of the ends that it wins
    stages: Array  # position


def make_lesson(setup: Setup, games: int, times: int) -> Lesson:
    """Play `games` games for every degree of chance, and label what they pass."""
    game, parts = setup.game, []
    r, acts, weights = np.zeros(1, np.uint64), *np.zeros((2, game.most_legal), np.int32)
    for noise in NOISES:
        found, run = setup.fresh(games * MOST_ROUNDS), np.array([setup.seats * 1000 + noise], np.uint64)
        many = game.native(wander)(
            setup.constants, setup.fresh(2), run, games, noise, r, acts, weights, setup.work(), found
        )
        parts.append(found[:many])
    found, run = np.concatenate(parts), np.array([setup.seats], np.uint64)
    stars, ranks = np.zeros((2, len(found), times, setup.seats), np.int16)
    room = (r, acts, weights, setup.work(), stars, ranks, np.zeros((2, game.most_seats), np.int32))
    game.native(label)(setup.constants, found, setup.fresh(), times, run, *room)
    x, had = np.zeros((len(found), setup.seats, INPUTS), np.int64), np.zeros((len(found), setup.seats), np.int64)
    stages = np.zeros(len(found), np.int64)
    game.native(read_inputs)(setup.constants, found, x, had, stages, setup.work())
    return Lesson(x / FINE, had, stars, (ranks == 1).mean(1), stages)


def fit_stage(x: Array, y: Array) -> Array:
    """The weights that foretell `y` best."""
    weights: Array = np.linalg.solve(x.T @ x + RIDGE * np.eye(INPUTS), x.T @ y)
    return weights


def fit_spread(lessons: list[Lesson], weights: Array, k: int) -> int:
    """The lead that makes victory e times as likely, in thousandths of a star."""
    errors = np.zeros(len(SPREADS))
    for one in lessons:
        at = one.stages == k
        stars = one.had[at] + one.x[at] @ weights[k]
        behind = stars.max(1, keepdims=True) - stars
        for i, spread in enumerate(SPREADS):
            y = behind * 1000 / spread
            odds = 1 / (1 + y + y**2 / 2 + y**3 / 6)  # as `exponential` has it
            errors[i] += ((odds / odds.sum(1, keepdims=True) - one.won[at]) ** 2).sum()
    return SPREADS[int(errors.argmin())]


def teach(game: Game, games: int, times: int) -> str:
    """What was learned, as TOML."""
    lessons = [make_lesson(game.open(n), games, times) for n in game.seats]
    weights = np.zeros((STAGES, INPUTS))
    for k in range(STAGES):
        x = np.concatenate([one.x[one.stages == k].reshape(-1, INPUTS) for one in lessons])
        gained = [(one.stars.mean(1) - one.had)[one.stages == k].reshape(-1) for one in lessons]
        y = np.concatenate(gained)
        weights[k] = fit_stage(x, y)
        explained = 1 - ((y - x @ weights[k]) ** 2).mean() / y.var()
        print(f"stage {k}: {len(y)} seats, {explained:.2f} of the variance explained")
    spreads = [fit_spread(lessons, weights, k) for k in range(STAGES)]
    rows = "".join(f"  [{', '.join(str(round(1000 * w)) for w in row)}],\n" for row in weights)
    return (
        "# Made by `python -m gamut.games.prismatic.teach`: a row for each stage, the last round first.\n"
        f"spread = {spreads}\nweights = [\n{rows}]\n"
    )


if __name__ == "__main__":
    from gamut.games.prismatic import GAME

    LEARNED.write_text(teach(GAME, int(sys.argv[1]), int(sys.argv[2])), "utf-8")
