"""Training a game's network by self-play from nothing (`gamut train GAME`).

A run is determined by its seed and its number of games: batches of games are divided among a fixed number of workers,
whose gradients are added in their order, and no schedule depends on the clock. At checkpoints the current mean of the
weights plays the best network so far; only an improvement is kept.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from gamut.engine.bind import cache_folder
from gamut.engine.errors import GamutError
from gamut.engine.game import Game
from gamut.engine.network import (
    INPUT_SCALE,
    NO_NETWORK,
    REST_SCALE,
    WEIGHT_SCALE,
    count_inputs,
    count_outputs,
)
from gamut.engine.network_file import (
    FILE_NAME,
    MAX_FILE_BYTES,
    MadeBy,
    TrainedNetwork,
    find_vocabulary,
    list_tokens,
    make_token_table,
)
from gamut.engine.record import Array
from gamut.lab import learning
from gamut.lab.duels import AHEAD, GUIDE, POLICY, RANDOM, duel
from gamut.lab.learning import Knobs, Memory, Weights

WORKERS = 4  # a constant, so that a run does not depend on the number of cores
MAX_WEIGHTS = 88_000
UNITS = (64, 48, 32, 24, 16)  # the most that leave room for LEAST_TOKENS
LEAST_TOKENS = 300
FIRST_CHECKPOINT, CHECKPOINT_GROWTH = 2_000, 1.4  # games
MEAN_DECAY = 0.999  # of the mean of the weights, per batch
RATE, LEAST_RATE = 1e-3, 1e-4
RANDOM_ACTIONS, LEAST_RANDOM_ACTIONS = 0.15, 0.02
SETTLING_BATCHES = 500  # after which rates begin to fall
TRACE, KEEP, SHARP, SCORE_WORTH = 0.9, 0.8, 40.0, 0.1
WATCHING_BATCHES = 1000  # in which the policy of a game with a guide stays as it is, while the estimates learn
TRUSTING_BATCHES = 1000  # after which the values of candidates have their full weight
LN_2 = 0.6931  # the gain with which the policy is in proportion to the guide
NO_WINNER = -64  # the logit of a game without a winner, where there is always one
DUEL_SEED = 1 << 40  # keeps duels apart from the games that were learned from

PrintLine = Callable[[str], None]


class CannotTrain(GamutError):
    """A run cannot begin, go on or be stored."""


@dataclass(frozen=True)
class Checkpoint:
    """One point of the learning curve."""

    games: int
    seconds: float
    opponent: str  # of the two columns that follow: greedy, or random for a game without a guide
    policy: float  # share of the win of the policy alone, 0.5 is fair
    ahead: float  # and with one step of looking ahead
    against_best: float
    error: float  # the standard error of `against_best`
    kept: bool


class Run:
    """A run of training, between batches."""

    def __init__(self, game: Game, seed: int, threads: int = 1) -> None:
        self.game, self.seed, self.threads = game, seed, min(threads, WORKERS)
        self.setups = [game.open(n) for n in game.seats]
        inputs = count_inputs(game.inputs, game.max_seats)
        fitting = [n for n in UNITS if n * (inputs + LEAST_TOKENS) <= MAX_WEIGHTS]
        self.units = fitting[0] if fitting else UNITS[-1]
        self.vocabulary = find_vocabulary(self.setups, max(MAX_WEIGHTS // self.units - inputs, LEAST_TOKENS))
        outputs = count_outputs(game.max_seats)
        self.shapes = ((inputs, self.units), (self.units,), (self.units, outputs), (outputs,),
                       (len(self.vocabulary), self.units), (len(self.vocabulary),), (1,))  # fmt: skip
        self.weights, self.moments, self.squares, self.mean, self.best = np.zeros((5, self.size), np.float32)
        self.gradients = np.zeros((WORKERS, self.size), np.float32)
        self.batches, self.seconds, self.best_games = 0, 0.0, 0
        self.score_mean, self.score_unit = 0.0, 1.0
        self.best_scale = (0.0, 1.0)
        self.best_player = RANDOM
        self.curve = list[Checkpoint]()
        self._initialise()

    @property
    def size(self) -> int:
        return sum(int(np.prod(shape)) for shape in self.shapes)

    @property
    def games(self) -> int:
        return self.batches * WORKERS

    def _initialise(self) -> None:
        rng, w = np.random.default_rng(self.seed), self.view(self.weights)
        w.inner[:] = rng.normal(0, 0.1, w.inner.shape)
        w.gain[0] = LN_2
        if not self.game.allows_no_winner:
            w.rest[self.game.max_seats] = -4
        self.mean[:] = self.weights

    def view(self, flat: Array) -> Weights:
        """Return the parts of a vector of weights."""
        parts, start = [], 0
        for shape in self.shapes:
            n = int(np.prod(shape))
            parts.append(flat[start : start + n].reshape(shape))
            start += n
        return Weights(*parts)

    # ------------------------------------------------------------------ playing and learning

    @cached_property
    def _tables(self) -> list[Array]:
        numbers = {token: k for k, token in enumerate(self.vocabulary)}
        return [
            make_token_table([[numbers[t] for t in list_tokens(s, a) if t in numbers] for a in range(s.action_count)])
            for s in self.setups
        ]

    @cached_property
    def _memories(self) -> list[list[Memory]]:
        """For each number of seats one for each thread."""
        weights = self.view(self.weights)
        return [[learning.new_memory(setup, weights) for _ in range(self.threads)] for setup in self.setups]

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads)

    @property
    def knobs(self) -> Knobs:
        fall = (1 + self.batches / SETTLING_BATCHES) ** 0.5
        random = max(LEAST_RANDOM_ACTIONS, RANDOM_ACTIONS / fall)
        watching = WATCHING_BATCHES if self.game.has_guide else 0
        trust = min(max((self.batches + 1 - watching) / TRUSTING_BATCHES, 0.0), 1.0)
        keep = 1 - (1 - KEEP) * trust
        return Knobs(
            random, self.batches % 2 == 0, TRACE, keep, SHARP * trust, SCORE_WORTH, self.score_mean, self.score_unit
        )

    def play_batch(self) -> None:
        """Play one game per worker, and learn from them."""
        k = self.batches % len(self.setups)
        totals = np.zeros((WORKERS, 7))
        shares = [range(thread, WORKERS, self.threads) for thread in range(self.threads)]
        if self.threads == 1:
            self._play(k, shares[0], self._memories[k][0], totals)
        else:
            jobs = [
                self._pool.submit(self._play, k, share, memory, totals)
                for share, memory in zip(shares, self._memories[k], strict=True)
            ]
            for job in jobs:
                job.result()
        self._descend(totals.sum(0))
        self.batches += 1

    def _play(self, k: int, workers: range, memory: Memory, totals: Array) -> None:
        setup, table = self.setups[k], self._tables[k]
        play, states = self.game.native(learning.learn_from_games), setup.new_states(learning.STATES)
        run, rng = np.array([self.seed], np.uint64), np.zeros(1, np.uint64)
        for worker in workers:
            play(
                setup.constants, states, run, self.games + worker, 1, rng, self.view(self.weights), table,
                self.view(self.gradients[worker]), memory, self.knobs, setup.seats, totals[worker],
            )  # fmt: skip

    def _descend(self, totals: Array) -> None:
        _, positions, _, _, score, squares, scores = totals.tolist()
        step = self.batches + 1
        rate = max(LEAST_RATE, RATE / (1 + self.batches / SETTLING_BATCHES) ** 0.5)
        decay = min(MEAN_DECAY, step / (step + 10))
        self.game.native(learning.descend)(
            self.weights, self.gradients, self.moments, self.squares, self.mean, int(positions), rate, step, decay
        )
        pace = max(0.01, 1 / step)
        mean = score / scores
        deviation = max(squares / scores - mean * mean, 0.01) ** 0.5
        self.score_mean += pace * (mean - self.score_mean)
        self.score_unit += pace * (deviation - self.score_unit)

    # ------------------------------------------------------------------ checkpoints

    def freeze(
        self, flat: Array, scale: tuple[float, float], games: int, minutes: float | None = None
    ) -> TrainedNetwork:
        """Return weights as a network of integers."""
        w, game = self.view(flat), self.game
        arrays = {
            "inner": round_weights(w.inner, WEIGHT_SCALE, np.int16),
            "shift": round_weights(w.shift, INPUT_SCALE * WEIGHT_SCALE, np.int32),
            "outer": round_weights(w.outer, WEIGHT_SCALE, np.int16),
            "rest": round_weights(w.rest, REST_SCALE, np.int64),
            "tokens": round_weights(w.tokens, WEIGHT_SCALE, np.int16),
            "token_rest": round_weights(w.token_rest, REST_SCALE, np.int64),
            "gain": round_weights(w.gain, WEIGHT_SCALE, np.int64),
        }
        if not game.allows_no_winner:
            arrays["outer"][:, game.max_seats] = 0
            arrays["rest"][game.max_seats] = NO_WINNER * REST_SCALE
        command = f"gamut train {game.id} --games {games} --seed {self.seed}"
        made = MadeBy(
            command,
            game.id,
            game.version,
            self.seed,
            games,
            round(self.seconds),
            time.strftime("%Y-%m-%d", time.gmtime()),
        )
        network = TrainedNetwork(self.vocabulary, arrays, round(scale[0], 3), round(scale[1], 3), made)
        network.check()
        return network

    def check_improvement(self) -> Checkpoint:
        """Let the current network play the best so far, each with or without looking ahead; keep it if it is better."""
        setup = self.setups[min(1, len(self.setups) - 1) if self.setups[0].seats == 1 else 0]
        scale = self.score_mean, self.score_unit
        network = self.freeze(self.mean, scale, self.games).open(setup)
        best = self.freeze(self.best, self.best_scale, self.best_games).open(setup) if self.best_games else NO_NETWORK
        opponent = GUIDE if self.game.has_guide else RANDOM
        policy, ahead = (
            duel(setup, DUEL_SEED, (player, opponent), (network, NO_NETWORK), (64,)).share for player in (POLICY, AHEAD)
        )
        player, other = AHEAD if ahead > policy else POLICY, self.best_player if self.best_games else RANDOM
        result = duel(setup, DUEL_SEED + self.games, (player, other), (network, best))
        if result.is_better:
            self.best[:], self.best_scale, self.best_games, self.best_player = self.mean, scale, self.games, player
        checkpoint = Checkpoint(
            self.games,
            round(self.seconds, 1),
            "greedy" if self.game.has_guide else "random",
            round(policy, 3),
            round(ahead, 3),
            round(result.share, 3),
            round(result.error, 3),
            result.is_better,
        )
        self.curve.append(checkpoint)
        return checkpoint

    @property
    def next_checkpoint(self) -> int:
        """The number of games after which the next checkpoint is due."""
        games = float(FIRST_CHECKPOINT)
        while int(games) <= self.games:
            games *= CHECKPOINT_GROWTH
        return int(games)

    # ------------------------------------------------------------------ interrupting and resuming

    def save(self, path: Path) -> None:
        """Write everything that the rest of the run depends on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {
            "game": self.game.id,
            "rules_version": self.game.version,
            "seed": self.seed,
            "batches": self.batches,
            "seconds": self.seconds,
            "score": [self.score_mean, self.score_unit],
            "best_scale": list(self.best_scale),
            "best_games": self.best_games,
            "best_player": self.best_player,
            "curve": [asdict(point) for point in self.curve],
        }
        part = path.with_name(path.name + ".part")
        with part.open("wb") as file:
            np.savez(
                file, state=np.array(json.dumps(state)), weights=self.weights, moments=self.moments,
                squares=self.squares, mean=self.mean, best=self.best,
            )  # fmt: skip
        part.replace(path)

    @classmethod
    def load(cls, game: Game, path: Path, threads: int = 1) -> Run:
        """Return a saved run."""
        try:
            with np.load(path, allow_pickle=False) as saved:
                state: dict[str, Any] = json.loads(str(saved["state"]))
                arrays = {name: saved[name] for name in ("weights", "moments", "squares", "mean", "best")}
        except (OSError, ValueError, KeyError) as e:
            raise CannotTrain(f"there is no run of {game.title} to resume: {path} cannot be read") from e
        if (state["game"], state["rules_version"]) != (game.id, game.version):
            raise CannotTrain(f"{path} is a run of {state['game']} with rules version {state['rules_version']}")
        run = cls(game, state["seed"], threads)
        if any(array.shape != (run.size,) for array in arrays.values()):
            raise CannotTrain(f"{path} is a run with other observations or actions; begin a new one")
        for name, array in arrays.items():
            getattr(run, name)[:] = array
        run.batches, run.seconds, run.best_games = state["batches"], state["seconds"], state["best_games"]
        run.best_player, (run.score_mean, run.score_unit) = state["best_player"], state["score"]
        run.best_scale = tuple(state["best_scale"])
        run.curve = [Checkpoint(**point) for point in state["curve"]]
        return run


def round_weights(array: Array, scale: int, kind: type) -> Array:
    info = np.iinfo(kind)
    return np.clip(np.round(array.astype(np.float64) * scale), info.min, info.max).astype(kind)


def run_file(game: Game) -> Path:
    """Return where the state of a run is kept, so that it can be resumed."""
    return cache_folder().parent / "training" / f"{game.id}.npz"


def train(
    run: Run,
    *,
    minutes: float | None = None,
    games: int | None = None,
    to: Path | None = None,
    keep_in: Path | None = None,
    print_line: PrintLine = print,
    on_games: Callable[[Run], None] | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Path:
    """Continue a run for some time or up to a number of games; write the best network and return its path."""
    path, state = to or run.game.folder / FILE_NAME, keep_in or run_file(run.game)
    begin, before = time.monotonic(), run.seconds
    while not is_stopped() and (games is None or run.games < games):
        due = run.next_checkpoint
        run.play_batch()
        run.seconds = before + time.monotonic() - begin
        if run.games >= due:
            print_line(describe_checkpoint(run.check_improvement(), run.best_games))
            run.save(state)
        if on_games is not None:
            on_games(run)
        if minutes is not None and time.monotonic() - begin >= 60 * minutes:
            break
    run.save(state)
    if not run.curve or run.curve[-1].games < run.games:
        print_line(describe_checkpoint(run.check_improvement(), run.best_games))
    if not run.best_games:
        raise CannotTrain(f"after {run.games} games the network of {run.game.title} is not better than chance yet")
    network = run.freeze(run.best, run.best_scale, run.games)
    content = network.format()
    if len(content) > MAX_FILE_BYTES:
        raise CannotTrain(f"the network has {len(content)} bytes; at most {MAX_FILE_BYTES} are allowed")
    try:
        path.write_text(content, "utf-8")
    except OSError as e:
        raise CannotTrain(f"{path} cannot be written ({e.strerror}); name another file with --to") from e
    return path


def describe_checkpoint(point: Checkpoint, best_games: int) -> str:
    kept = "kept" if point.kept else f"not kept, the best is that of {best_games:,} games"
    return (
        f"{point.games:>9,} games  {point.seconds / 60:6.1f} min   "
        f"against {point.opponent}: policy {point.policy:.0%}, one step ahead {point.ahead:.0%}   "
        f"against the best so far {point.against_best:.0%} ± {1.96 * point.error:.0%}: {kept}"
    )
