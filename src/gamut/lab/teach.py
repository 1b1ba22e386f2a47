"""Teaching Colori's foresight: `python -m gamut.lab.teach` plays, labels, fits and writes foresight.toml anew.

Positions come from games of greedy play with more or less chance in it, so that they are as varied as those a
search looks at. Each is labelled with the stars that greedy play gains from there on average, over fresh deals.
One layer of hidden units is fitted to the labels (Adam on the squared error), then rounded to whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from gamut.bots.playout import take_step
from gamut.engine.chance import seed
from gamut.engine.game import Setup
from gamut.engine.network import ONE
from gamut.engine.play import first_seat, start
from gamut.engine.record import Array
from gamut.engine.verbs import actors, hide, redeal, settled
from gamut.games import find
from gamut.games.colori.foresight import LEARNED, look
from gamut.games.colori.record import INPUTS, LONGEST

U = np.uint64
NOISES = (0, 10, 25, 50, 80)  # % of steps that are drawn by the weights
SPREADS = range(400, 5000, 50)

# ---------------------------------------------------------------------- native: play and label


def wander(
    c: Any, s: Any, run: Any, n: int, noise: int, r: Any, acts: Any, weights: Any, work: Any, found: Any
) -> int:
    """Play `n` games and keep the positions where a round begins, but for the first; returns how many."""
    many = 0
    for g in range(n):
        start(c, s, run, g)
        seed(r, run[0], U(g))
        mask = actors(c[0], s[0])
        while mask != 0:
            if settled(c[0], s[0]) and s[0].round > 1:
                found[many] = s[0]
                many += 1
            take_step(c[0], s[0], first_seat(mask), r, acts, weights, work, 100 - noise)
            mask = actors(c[0], s[0])
    return many


def label(
    c: Any, found: Any, s: Any, times: int, run: Any, r: Any, acts: Any, weights: Any, work: Any, stars: Any
) -> None:
    """Play each position on, greedily and with fresh deals; the stars of each seat at each end."""
    for i in range(len(found)):
        for k in range(times):
            seed(r, run[0], U(i * times + k))
            s[0] = found[i]
            hide(c[0], s[0], -1)
            redeal(c[0], s[0], -1, r)
            mask = actors(c[0], s[0])
            while mask != 0:
                take_step(c[0], s[0], first_seat(mask), r, acts, weights, work, 100)
                mask = actors(c[0], s[0])
            for seat in range(c[0].seats):
                stars[i, k, seat] = s[0].stars[seat]


def inputs(c: Any, found: Any, x: Any) -> None:
    """What the network sees of each position, one row per seat."""
    for i in range(len(found)):
        for seat in range(c[0].seats):
            look(c[0], found[i], seat, x[i, seat])


class Lesson(NamedTuple):
    """Positions with one number of seats: what each seat sees, has and has at the ends, and the rounds left."""

    x: Array  # position, seat, feature
    had: Array  # position, seat
    ends: Array  # position, end, seat
    left: Array  # position


def lesson(setup: Setup, games: int, times: int, number: int) -> Lesson:
    """Play `games` games for every degree of chance, and label what they pass."""
    game, parts = setup.game, []
    r, acts, weights = np.zeros(1, np.uint64), *np.zeros((2, game.most_legal), np.int32)
    for noise in NOISES:
        found = setup.fresh(games * setup.strict_constants.rounds)
        run = np.array([number * 1000 + noise], np.uint64)
        many = game.native(wander)(
            setup.constants, setup.fresh(2), run, games, noise, r, acts, weights, setup.work(), found
        )
        parts.append(found[:many])
    found = np.concatenate(parts)
    ends = np.zeros((len(found), times, setup.seats), np.int16)
    run = np.array([number], np.uint64)
    game.native(label)(setup.constants, found, setup.fresh(), times, run, r, acts, weights, setup.work(), ends)
    x = np.zeros((len(found), setup.seats, INPUTS), np.int64)
    game.native(inputs)(setup.constants, found, x)
    left = np.minimum(setup.strict_constants.rounds - found["round"], LONGEST)
    return Lesson(x, found["stars"][:, : setup.seats], ends, left)


# ---------------------------------------------------------------------- fitting


class Net(NamedTuple):
    """One hidden layer of rectified units."""

    inner: Array
    shift: Array
    outer: Array
    rest: Array

    def __call__(self, x: Array) -> Array:
        """What is still gained, in stars."""
        y: Array = np.maximum(x @ self.inner + self.shift, 0) @ self.outer + self.rest
        return y

    def slopes(self, x: Array, y: Array) -> Net:
        """Of the mean squared error."""
        h = np.maximum(x @ self.inner + self.shift, 0)
        off = 2 * (h @ self.outer + self.rest - y) / len(y)
        back = np.outer(off, self.outer) * (h > 0)
        return Net(x.T @ back, back.sum(0), h.T @ off, off.sum())


def fit(x: Array, y: Array, units: int, epochs: int) -> Iterator[Net]:
    """The network after each epoch; the step shrinks to nothing at the end."""
    rng = np.random.default_rng(1)
    mean, scale = x.mean(0), x.std(0)
    scale[scale == 0] = 1  # an input that never changes
    x = (x - mean) / scale
    net = Net(
        rng.normal(0, (2 / x.shape[1]) ** 0.5, (x.shape[1], units)), np.zeros(units),
        rng.normal(0, units**-0.5, units), y.mean(),
    )  # fmt: skip
    first, second = ([np.zeros_like(w) for w in net] for _ in range(2))
    batches = np.array_split(np.arange(len(y)), max(len(y) // 256, 1))
    done = 0
    for _ in range(epochs):
        order = rng.permutation(len(y))
        for batch in batches:
            done += 1
            pace = 0.002 * (1 - done / (epochs * len(batches)))
            for k, slope in enumerate(net.slopes(x[order[batch]], y[order[batch]])):
                first[k] = 0.9 * first[k] + 0.1 * slope
                second[k] = 0.999 * second[k] + 0.001 * slope**2
                stride = first[k] / (1 - 0.9**done) / (np.sqrt(second[k] / (1 - 0.999**done)) + 1e-8)
                net = net._replace(**{net._fields[k]: net[k] - pace * stride})
        inner = net.inner / scale[:, None]
        yield Net(inner, net.shift - mean @ inner, net.outer, net.rest)


def explained(net: Net, x: Array, y: Array, left: Array) -> list[float]:
    """The part of the labels' variance that the network explains, by rounds left."""
    off = (y - net(x)) ** 2
    return [round(float(1 - off[left == k].mean() / (y[left == k].var() or 1)), 3) for k in range(LONGEST + 1)]


def spreads(net: Net, lessons: list[Lesson]) -> list[int]:
    """By rounds left: the lead that makes victory e times as likely, as the labels have it."""
    errors = np.zeros((LONGEST + 1, len(SPREADS)))
    for one in lessons:
        best = one.ends.max(2, keepdims=True)
        won = (one.ends == best) / (one.ends == best).sum(2, keepdims=True)
        stars = one.had + np.maximum(net(one.x), 0)
        behind = stars.max(1, keepdims=True) - stars
        for k, spread in enumerate(SPREADS):
            y = behind * 1000 / spread
            odds = 1 / (1 + y + y**2 / 2 + y**3 / 6)  # as `exponential` has it
            off = ((odds / odds.sum(1, keepdims=True) - won.mean(1)) ** 2).sum(1)
            errors[:, k] += np.bincount(one.left, off, LONGEST + 1)
    return [SPREADS[k] for k in errors.argmin(1)]


# ---------------------------------------------------------------------- the command


def written(net: Net, spread: list[int]) -> str:
    """The network in whole numbers, as TOML."""

    def row(numbers: Array) -> str:
        return "[" + ", ".join(str(round(float(n))) for n in numbers) + "]"

    inner = "".join(f"  {row(ONE * weights)},\n" for weights in net.inner)
    return (
        "# Made by `python -m gamut.lab.teach`: a row of `inner` for each input, a column for each hidden unit.\n"
        f"spread = {spread}\nrest = {round(1000 * float(net.rest))}\n"
        f"shift = {row(ONE * net.shift)}\nouter = {row(1000 * ONE * net.outer)}\ninner = [\n{inner}]\n"
    )


def teach(
    games: Annotated[int, typer.Option(min=2, help="Games for every number of seats and degree of chance.")] = 1200,
    times: Annotated[int, typer.Option(min=1, help="How often each position is played on.")] = 8,
    units: Annotated[int, typer.Option(min=1, help="Hidden units.")] = 32,
    epochs: Annotated[int, typer.Option(min=1, help="Times all labels are gone through.")] = 40,
    to: Annotated[Path, typer.Option(help="The file to write.")] = LEARNED,
) -> None:
    """Teach Colori's foresight anew."""
    game = find("colori")
    with ThreadPoolExecutor() as pool:
        jobs = [pool.submit(lesson, game.open(n), games, times, n) for n in reversed(game.seats)]
        lessons = []
        for job in as_completed(jobs):
            lessons.append(job.result())
            typer.echo(f"{len(lessons[-1].left)} positions of {lessons[-1].x.shape[1]} seats")
    lessons.sort(key=lambda one: one.x.shape[1])  # whichever was ready first: the same network again
    x = np.concatenate([one.x.reshape(-1, INPUTS) for one in lessons])
    y = np.concatenate([(one.ends.mean(1) - one.had).reshape(-1) for one in lessons])
    left = np.concatenate([np.repeat(one.left, one.x.shape[1]) for one in lessons])
    test = np.random.default_rng(0).random(len(y)) < 0.1
    for epoch, net in enumerate(fit(x[~test], y[~test], units, epochs), 1):
        if epoch in (1, epochs) or epoch % 10 == 0:
            typer.echo(f"epoch {epoch}: explains {explained(net, x[test], y[test], left[test])}")
    to.write_text(written(net, spreads(net, lessons)), "utf-8")


if __name__ == "__main__":
    typer.run(teach)
