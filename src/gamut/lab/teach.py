"""Teaching a game's network (`gamut teach GAME`): play, label, fit, and write what was learned.

Positions come from games of greedy play with more or less chance in it, so that they are as varied as those a
search looks at. Each is labelled with the points that greedy play gains from there on average, over fresh deals.
One layer of hidden units is fitted to the labels by scikit-learn, then rounded to whole numbers; a game without
hidden units learns weighed sums instead, by least squares.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamut.bots.playout import take_step
from gamut.engine.bind import slot
from gamut.engine.chance import seed
from gamut.engine.errors import GamutError, listed
from gamut.engine.game import Game, Setup
from gamut.engine.network import ONE, THOUSAND, Taught
from gamut.engine.play import first_seat, start
from gamut.engine.ranking import weigh_odds
from gamut.engine.record import Array
from gamut.engine.verbs import WATCHER, actors, hide, redeal, settled
from gamut.games import every

U = np.uint64
NOISES = (0, 10, 25, 50, 80)  # % of steps that are drawn by the weights
PER_GAME = 16  # positions that are kept of a game at most
TRIED = 100  # spreads that are tried
RIDGE = 8.0  # keeps the weights of what was seldom seen small

Tell = Callable[[str], None]


class CannotTeach(GamutError):
    """A game without a network, or no scikit-learn."""


# ---------------------------------------------------------------------- native: play and label


@slot
def look(c: Any, s: Any, seat: int, x: Any) -> None:
    """What the network sees of a seat."""


@slot
def score(c: Any, s: Any, seat: int) -> int:  # type: ignore[empty-body]
    """The points of a seat."""


@slot
def left(c: Any, s: Any) -> int:  # type: ignore[empty-body]
    """How much is still to come."""


def wander(
    c: Any, s: Any, run: Any, g: int, noise: int, r: Any, acts: Any, weights: Any, work: Any, found: Any
) -> int:
    """Play game `g` of a run and keep its settled positions, but for the deal; returns how many."""
    many = 0
    start(c, s, run, g)
    seed(r, run[0], U(g))
    mask = actors(c[0], s[0])
    while mask != 0:
        take_step(c[0], s[0], first_seat(mask), r, acts, weights, work, 100 - noise)
        mask = actors(c[0], s[0])
        if mask != 0 and settled(c[0], s[0]):
            found[many] = s[0]
            many += 1
    return many


def label(
    c: Any, found: Any, s: Any, times: int, run: Any, r: Any, acts: Any, weights: Any, work: Any, ends: Any
) -> None:
    """Play each position on, greedily and with fresh deals; the points of each seat at each end."""
    for i in range(len(found)):
        for k in range(times):
            seed(r, run[0], U(i * times + k))
            s[0] = found[i]
            hide(c[0], s[0], WATCHER)
            redeal(c[0], s[0], WATCHER, r)
            mask = actors(c[0], s[0])
            while mask != 0:
                take_step(c[0], s[0], first_seat(mask), r, acts, weights, work, 100)
                mask = actors(c[0], s[0])
            for seat in range(ends.shape[2]):
                ends[i, k, seat] = score(c[0], s[0], seat)


def describe(c: Any, found: Any, x: Any, had: Any, to_come: Any) -> None:
    """What the network sees of each position, one row per seat; the points so far; what is still to come."""
    for i in range(len(found)):
        to_come[i] = left(c[0], found[i])
        for seat in range(had.shape[1]):
            look(c[0], found[i], seat, x[i, seat])
            had[i, seat] = score(c[0], found[i], seat)


class Lesson(NamedTuple):
    """Positions with one number of seats: what each seat sees, has, and has at the ends; what is still to come."""

    x: Array  # position, seat, input
    had: Array  # position, seat
    ends: Array  # position, end, seat
    left: Array  # position

    @property
    def gains(self) -> Array:
        """The labels: what each seat gains on average, one per row of inputs."""
        gained: Array = (self.ends.mean(1) - self.had).reshape(-1)
        return gained


def lesson(setup: Setup, games: int, times: int, number: int) -> Lesson:
    """Play `games` games for every degree of chance, and label what they pass."""
    game, taught = setup.game, taught_of(setup.game)
    r, acts, weights = np.zeros(1, np.uint64), *np.zeros((2, game.most_legal), np.int32)
    found = positions(setup, games, number)
    ends = np.zeros((len(found), times, setup.seats), np.int32)
    run = np.array([number], np.uint64)
    game.native(label, score=taught.score)(
        setup.constants, found, setup.fresh(), times, run, r, acts, weights, setup.work(), ends
    )
    x = np.zeros((len(found), setup.seats, taught.room + taught.inputs), np.int64)
    had, to_come = np.zeros((len(found), setup.seats), np.int32), np.zeros(len(found), np.int32)
    game.native(describe, look=taught.look, score=taught.score, left=taught.left)(
        setup.constants, found, x, had, to_come
    )
    x = x[..., taught.room :]
    return Lesson(x if taught.units else part(x / taught.fine, to_come, taught.longest), had, ends, to_come)


def part(x: Array, left: Array, longest: int) -> Array:
    """The inputs in the columns of what is left, so that one sum over all columns has weights for each number."""
    parted = np.zeros((*x.shape[:2], longest + 1, x.shape[2]))
    parted[np.arange(len(x)), :, left] = x
    return parted.reshape(*x.shape[:2], -1)


def positions(setup: Setup, games: int, number: int) -> Array:
    """Settled positions of games with every degree of chance."""
    game, parts = setup.game, []
    r, acts, weights = np.zeros(1, np.uint64), *np.zeros((2, game.most_legal), np.int32)
    room, states, play = setup.fresh(game.longest), setup.fresh(2), game.native(wander)
    for noise in NOISES:
        run = np.array([number * 1000 + noise], np.uint64)
        for g in range(games):
            many = play(setup.constants, states, run, g, noise, r, acts, weights, setup.work(), room)
            kept = np.unique(np.linspace(0, many - 1, min(many, PER_GAME)).round().astype(int))
            parts.append(room[kept])
    return np.concatenate(parts)


# ---------------------------------------------------------------------- fitting


class Net(NamedTuple):
    """One hidden layer of rectified units."""

    inner: Array
    shift: Array
    outer: Array
    rest: float

    def __call__(self, x: Array) -> Array:
        """What is still gained, in points."""
        y: Array = np.maximum(x @ self.inner + self.shift, 0) @ self.outer + self.rest
        return y

    def foretell(self, x: Array) -> Array:
        """As the game reckons it: nothing is lost any more."""
        y: Array = np.maximum(self(x), 0)
        return y


def fit(x: Array, y: Array, units: int, epochs: int) -> Net:
    """The network that foretells the labels best, for inputs as they are."""
    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPRegressor
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise CannotTeach("teaching needs scikit-learn: `pip install 'gamut-games[teach]'`") from None
    scaler = StandardScaler().fit(x)
    model = MLPRegressor(
        hidden_layer_sizes=(units,), max_iter=epochs, n_iter_no_change=epochs, batch_size=min(256, len(y)),
        learning_rate_init=0.002, random_state=1,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it ends with the epochs, whenever that is
        model.fit(scaler.transform(x), y)
    (inner, outer), (shift, rest) = model.coefs_, model.intercepts_
    inner = inner / scaler.scale_[:, None]
    return Net(inner, shift - scaler.mean_ @ inner, outer[:, 0], float(rest[0]))


class Sums(NamedTuple):
    """Weighed sums of the inputs, one for each number that is left."""

    weights: Array

    def __call__(self, x: Array) -> Array:
        """What is still gained, or lost, in points."""
        y: Array = x @ self.weights
        return y

    def foretell(self, x: Array) -> Array:
        """As the game reckons it."""
        return self(x)


def fit_sums(x: Array, y: Array) -> Sums:
    """The weights that foretell the labels best."""
    return Sums(np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y))


def explained(net: Net | Sums, x: Array, y: Array) -> float:
    """The part of the labels' variance that the network explains; 0: no better than the mean."""
    return round(float(1 - ((y - net(x)) ** 2).mean() / (y.var() or 1)), 3)


def spreads(net: Net | Sums, lessons: list[Lesson], longest: int) -> list[int]:
    """By what is still to come: the lead that makes victory e times as likely, as the labels have it."""
    off = np.concatenate([one.gains - net(one.x.reshape(-1, one.x.shape[2])) for one in lessons])
    tried = np.unique((THOUSAND * off.std() * np.geomspace(0.1, 10, TRIED)).astype(int) + 1)
    errors = np.zeros((longest + 1, len(tried)))
    for one in lessons:
        best = one.ends.max(2, keepdims=True)
        won = (one.ends == best) / (one.ends == best).sum(2, keepdims=True)
        points = one.had + net.foretell(one.x)
        behind = (THOUSAND * (points.max(1, keepdims=True) - points)).astype(int)
        for k, spread in enumerate(tried):
            odds = weigh_odds(behind, int(spread))
            missed = ((odds / odds.sum(1, keepdims=True) - won.mean(1)) ** 2).sum(1)
            errors[:, k] += np.bincount(one.left, missed, longest + 1)
    return [int(tried[k]) for k in errors.argmin(1)]


# ---------------------------------------------------------------------- from a game to its file


def taught_of(game: Game) -> Taught:
    """What can be taught to a game."""
    if game.taught is None:
        others = listed(other.id for other in every() if other.taught)
        raise CannotTeach(f"{game.title} has no network that could be taught; there are {others}")
    return game.taught


def teach(game: Game, games: int, times: int, epochs: int, to: Path | None = None, tell: Tell = print) -> Path:
    """Teach a game's network anew and write it to its file, or to another; the same again for the same numbers."""
    taught = taught_of(game)
    lessons = gather_lessons(game, games, times, tell)
    x = np.concatenate([one.x.reshape(-1, one.x.shape[2]) for one in lessons])
    y = np.concatenate([one.gains for one in lessons])
    test = np.random.default_rng(0).random(len(y)) < 0.1
    known = x[~test], y[~test]
    net = fit(*known, taught.units, epochs) if taught.units else fit_sums(*known)
    tell(f"explains {explained(net, x[test], y[test]):.1%} of what it was not taught with")
    path = to or taught.file
    path.write_text(written(game, net, spreads(net, lessons, taught.longest)), "utf-8")
    return path


def gather_lessons(game: Game, games: int, times: int, tell: Tell) -> list[Lesson]:
    """A lesson for every number of seats."""
    lessons = []
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(lesson, game.open(n), games, times, n) for n in reversed(game.seats)]
        for job in as_completed(jobs):
            lessons.append(job.result())
            tell(f"{len(lessons[-1].left)} positions of {lessons[-1].x.shape[1]} seats")
    return sorted(lessons, key=lambda one: one.x.shape[1])  # whichever was ready first: the same network again


def row(numbers: Array) -> str:
    """Whole numbers, as TOML."""
    return "[" + ", ".join(str(round(float(n))) for n in numbers) + "]"


def written(game: Game, net: Net | Sums, spread: list[int]) -> str:
    """What was learned in whole numbers, as TOML."""
    if isinstance(net, Sums):
        sums = "".join(f"  {row(THOUSAND * weights)},\n" for weights in net.weights.reshape(len(spread), -1))
        about = "a row of weights for each number that is left"
        return f"# Made by `gamut teach {game.id}`: {about}.\nspread = {spread}\nweights = [\n{sums}]\n"
    inner = "".join(f"  {row(ONE * weights)},\n" for weights in net.inner)
    return (
        f"# Made by `gamut teach {game.id}`: a row of `inner` for each input, a column for each hidden unit.\n"
        f"spread = {spread}\nrest = {round(THOUSAND * net.rest)}\n"
        f"shift = {row(ONE * net.shift)}\nouter = {row(THOUSAND * ONE * net.outer)}\ninner = [\n{inner}]\n"
    )
