"""Training of a game's value network (`gamut train GAME`): play, label, fit, and write the weights.

Positions come from games of greedy play with various amounts of noise, so that they are as varied as those a search
meets. The label of a position is the mean number of points that each seat still gains in greedy play from there, over
fresh redeals. One hidden layer is fitted by scikit-learn, then rounded to integers; a game without hidden units learns
weighted sums instead, by least squares.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gamut.bots.playouts import PlayoutBuffers, new_playout_buffers, play_policy_step
from gamut.engine import verbs
from gamut.engine.bind import slot
from gamut.engine.chance import seed_rng
from gamut.engine.errors import GamutError, format_list
from gamut.engine.game import Game, Setup
from gamut.engine.network import POINT_SCALE, WEIGHT_SCALE, LearnedValue
from gamut.engine.random_play import deal_numbered_game, first_seat
from gamut.engine.ranking import odds_weight
from gamut.engine.record import Array
from gamut.engine.verbs import SPECTATOR
from gamut.games import list_games

U = np.uint64
NOISE_LEVELS = (0, 10, 25, 50, 80)  # % of steps that are drawn by weight
MAX_POSITIONS_PER_GAME = 16
SPREADS_TRIED = 100
RIDGE = 8.0  # keeps the weights of rare inputs small
TEST_SHARE = 0.1  # of the data

PrintLine = Callable[[str], None]


class CannotTrain(GamutError):
    """The game has no network, or scikit-learn is missing."""


# ---------------------------------------------------------------------- native: play and label


@slot
def fill_inputs(c: Any, s: Any, seat: int, x: Any) -> None:
    """Fill in the network's inputs of a seat."""


@slot
def score(c: Any, s: Any, seat: int) -> int:  # type: ignore[empty-body]
    """Return the points of a seat."""


@slot
def remaining(c: Any, s: Any) -> int:  # type: ignore[empty-body]
    """Return how much of the game is left."""


def record_positions(
    c: Any, s: Any, run: Any, g: int, noise: int, rng: Any, positions: Any, buffers: PlayoutBuffers
) -> int:
    """Play game `g` of a run and store its quiescent positions except the deal; return how many there are."""
    n = 0
    deal_numbered_game(c, s, run, g)
    seed_rng(rng, run[0], U(g))
    mask = verbs.actors(c[0], s[0])
    while mask != 0:
        play_policy_step(c[0], s[0], first_seat(mask), rng, buffers, 100 - noise)
        mask = verbs.actors(c[0], s[0])
        if mask != 0 and verbs.quiescent(c[0], s[0]):
            positions[n] = s[0]
            n += 1
    return n


def play_to_ends(
    c: Any, positions: Any, s: Any, repeats: int, run: Any, rng: Any, final_scores: Any, buffers: PlayoutBuffers
) -> None:
    """Play on greedily from each position, with fresh redeals each time, and store each seat's points at the end."""
    for i in range(len(positions)):
        for k in range(repeats):
            seed_rng(rng, run[0], U(i * repeats + k))
            s[0] = positions[i]
            verbs.hide(c[0], s[0], SPECTATOR)
            verbs.redeal(c[0], s[0], SPECTATOR, rng)
            mask = verbs.actors(c[0], s[0])
            while mask != 0:
                play_policy_step(c[0], s[0], first_seat(mask), rng, buffers, 100)
                mask = verbs.actors(c[0], s[0])
            for seat in range(final_scores.shape[2]):
                final_scores[i, k, seat] = score(c[0], s[0], seat)


def describe_positions(c: Any, positions: Any, x: Any, scores: Any, left: Any) -> None:
    """Store each position's inputs and points, one row per seat, and how much of the game is left."""
    for i in range(len(positions)):
        left[i] = remaining(c[0], positions[i])
        for seat in range(scores.shape[1]):
            fill_inputs(c[0], positions[i], seat, x[i, seat])
            scores[i, seat] = score(c[0], positions[i], seat)


class Samples(NamedTuple):
    """Labelled positions with one number of seats."""

    x: Array  # [position, seat, input]
    scores: Array  # [position, seat]
    final_scores: Array  # [position, repeat, seat]
    left: Array  # [position]: how much of the game is left

    @property
    def gains(self) -> Array:
        """The labels: each seat's mean gain, one per row of inputs."""
        gains: Array = (self.final_scores.mean(1) - self.scores).reshape(-1)
        return gains


def make_samples(setup: Setup, games: int, repeats: int, seed: int) -> Samples:
    """Play `games` games with each level of noise, and label their positions."""
    game, learned = setup.game, find_learned_value(setup.game)
    positions = collect_positions(setup, games, seed)
    n, buffers = len(positions), new_playout_buffers(setup)
    final_scores = np.zeros((n, repeats, setup.seats), np.int32)
    run, rng = np.array([seed], np.uint64), np.zeros(1, np.uint64)
    game.native(play_to_ends, score=learned.score)(
        setup.constants, positions, setup.new_states(), repeats, run, rng, final_scores, buffers
    )
    x = np.zeros((n, setup.seats, learned.reserved + learned.inputs), np.int64)
    scores, left = np.zeros((n, setup.seats), np.int32), np.zeros(n, np.int32)
    game.native(describe_positions, fill_inputs=learned.fill_inputs, score=learned.score, remaining=learned.remaining)(
        setup.constants, positions, x, scores, left
    )
    x = x[..., learned.reserved :]
    if not learned.units:
        x = spread_by_left(x / learned.input_scale, left, learned.max_remaining)
    return Samples(x, scores, final_scores, left)


def spread_by_left(x: Array, left: Array, max_left: int) -> Array:
    """Move the inputs to columns of their own for each value of `left`, so that one sum has weights for each."""
    columns = np.zeros((*x.shape[:2], max_left + 1, x.shape[2]))
    columns[np.arange(len(x)), :, left] = x
    return columns.reshape(*x.shape[:2], -1)


def collect_positions(setup: Setup, games: int, seed: int) -> Array:
    """Return quiescent positions of games with each level of noise."""
    game, rng, buffers, kept = setup.game, np.zeros(1, np.uint64), new_playout_buffers(setup), []
    positions, states, play_game = setup.new_states(game.max_steps), setup.new_states(2), game.native(record_positions)
    for noise in NOISE_LEVELS:
        run = np.array([seed * 1000 + noise], np.uint64)
        for g in range(games):
            n = play_game(setup.constants, states, run, g, noise, rng, positions, buffers)
            indices = np.linspace(0, n - 1, min(n, MAX_POSITIONS_PER_GAME)).round().astype(int)
            kept.append(positions[np.unique(indices)])
    return np.concatenate(kept)


# ---------------------------------------------------------------------- fitting


class Network(NamedTuple):
    """One hidden layer of rectified units."""

    inner: Array
    shift: Array
    outer: Array
    rest: float

    def __call__(self, x: Array) -> Array:
        """Return the points that are still gained."""
        y: Array = np.maximum(x @ self.inner + self.shift, 0) @ self.outer + self.rest
        return y

    def predict(self, x: Array) -> Array:
        """Return the same as the game computes it: never below 0."""
        y: Array = np.maximum(self(x), 0)
        return y


def fit_network(x: Array, y: Array, units: int, epochs: int) -> Network:
    """Return the network that predicts the labels best, for inputs that are not normalised."""
    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.neural_network import MLPRegressor
        from sklearn.preprocessing import StandardScaler
    except ImportError:
        raise CannotTrain("training needs scikit-learn: `pip install 'gamut-games[train]'`") from None
    scaler = StandardScaler().fit(x)
    model = MLPRegressor(
        hidden_layer_sizes=(units,), max_iter=epochs, n_iter_no_change=epochs, batch_size=min(256, len(y)),
        learning_rate_init=0.002, random_state=1,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # training always runs for all epochs
        model.fit(scaler.transform(x), y)
    (inner, outer), (shift, rest) = model.coefs_, model.intercepts_
    inner = inner / scaler.scale_[:, None]
    return Network(inner, shift - scaler.mean_ @ inner, outer[:, 0], float(rest[0]))


class Sums(NamedTuple):
    """Weighted sums of the inputs, one for each value of `left`."""

    weights: Array

    def __call__(self, x: Array) -> Array:
        """Return the points that are still gained or lost."""
        y: Array = x @ self.weights
        return y

    def predict(self, x: Array) -> Array:
        """Return the same, as the game computes it."""
        return self(x)


def fit_sums(x: Array, y: Array) -> Sums:
    """Return the weights that predict the labels best."""
    return Sums(np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y))


def explained_variance(model: Network | Sums, x: Array, y: Array) -> float:
    """Return the share of the labels' variance that the model explains; 0 is no better than the mean."""
    return round(float(1 - ((y - model(x)) ** 2).mean() / (y.var() or 1)), 3)


def fit_spreads(model: Network | Sums, samples: list[Samples], max_left: int) -> list[int]:
    """Return, for each value of `left`, the lead that makes a win e times as likely, as it fits the labels best."""
    errors = np.concatenate([part.gains - model(part.x.reshape(-1, part.x.shape[2])) for part in samples])
    spreads = np.unique((POINT_SCALE * errors.std() * np.geomspace(0.1, 10, SPREADS_TRIED)).astype(int) + 1)
    losses = np.zeros((max_left + 1, len(spreads)))
    for part in samples:
        is_best = part.final_scores == part.final_scores.max(2, keepdims=True)
        win_shares = (is_best / is_best.sum(2, keepdims=True)).mean(1)
        points = part.scores + model.predict(part.x)
        behind = (POINT_SCALE * (points.max(1, keepdims=True) - points)).astype(int)
        for k, spread in enumerate(spreads):
            odds = odds_weight(behind, int(spread))
            loss = ((odds / odds.sum(1, keepdims=True) - win_shares) ** 2).sum(1)
            losses[:, k] += np.bincount(part.left, loss, max_left + 1)
    return [int(spreads[k]) for k in losses.argmin(1)]


# ---------------------------------------------------------------------- from a game to its file


def find_learned_value(game: Game) -> LearnedValue:
    """Return what a game declares; raise CannotTrain if it declares nothing."""
    if game.learned is None:
        others = format_list(other.id for other in list_games() if other.learned)
        raise CannotTrain(f"{game.title} has no network to train; the games with one are: {others}")
    return game.learned


def train(
    game: Game, games: int, repeats: int, epochs: int, to: Path | None = None, print_line: PrintLine = print
) -> Path:
    """Train a game's network and write it to a file, the game's own by default; return the path.

    The same arguments give the same weights.
    """
    learned = find_learned_value(game)
    samples = gather_samples(game, games, repeats, print_line)
    x = np.concatenate([part.x.reshape(-1, part.x.shape[2]) for part in samples])
    y = np.concatenate([part.gains for part in samples])
    test = np.random.default_rng(0).random(len(y)) < TEST_SHARE
    model = fit_network(x[~test], y[~test], learned.units, epochs) if learned.units else fit_sums(x[~test], y[~test])
    print_line(
        f"explains {explained_variance(model, x[test], y[test]):.1%} of the variance in data it was not trained on"
    )
    path = to or learned.file
    path.write_text(format_weights(game, model, fit_spreads(model, samples, learned.max_remaining)), "utf-8")
    return path


def gather_samples(game: Game, games: int, repeats: int, print_line: PrintLine) -> list[Samples]:
    """Return samples for every number of seats, in that order."""
    samples = []
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(make_samples, game.open(n), games, repeats, n) for n in reversed(game.seats)]
        for job in as_completed(jobs):
            samples.append(job.result())
            print_line(f"{len(samples[-1].left)} positions with {samples[-1].x.shape[1]} seats")
    return sorted(samples, key=lambda part: part.x.shape[1])


def format_row(numbers: Array) -> str:
    """Return rounded numbers as a TOML array."""
    return "[" + ", ".join(str(round(float(n))) for n in numbers) + "]"


def format_weights(game: Game, model: Network | Sums, spreads: list[int]) -> str:
    """Return the integer weights as TOML."""
    made_by = f"# Made by `gamut train {game.id}`"
    if isinstance(model, Sums):
        rows = "".join(
            f"  {format_row(POINT_SCALE * weights)},\n" for weights in model.weights.reshape(len(spreads), -1)
        )
        header = f"{made_by}: a row of weights for each number of remaining rounds.\n"
        return f"{header}spread = {spreads}\nweights = [\n{rows}]\n"
    rows = "".join(f"  {format_row(WEIGHT_SCALE * weights)},\n" for weights in model.inner)
    return (
        f"{made_by}: a row of `inner` for each input, a column for each hidden unit.\n"
        f"spread = {spreads}\nrest = {round(POINT_SCALE * model.rest)}\n"
        f"shift = {format_row(WEIGHT_SCALE * model.shift)}\n"
        f"outer = {format_row(POINT_SCALE * WEIGHT_SCALE * model.outer)}\n"
        f"inner = [\n{rows}]\n"
    )
