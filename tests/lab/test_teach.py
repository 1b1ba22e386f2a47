"""Teaching: the slopes are right, and what is learned is written so that the game can read it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from gamut.games import find
from gamut.games.colori.foresight import FEATURES, LEARNED, LONGEST, ONE
from gamut.lab.teach import Net, explained, fit, lesson, spreads, teach, written

RNG = np.random.default_rng(3)


def some_net(features: int, units: int) -> Net:
    return Net(
        RNG.normal(size=(features, units)), RNG.normal(size=units), RNG.normal(size=units), RNG.normal(size=())
    )


def test_the_slopes_are_those_of_the_squared_error() -> None:
    net, x, y = some_net(5, 3), RNG.normal(size=(20, 5)), RNG.normal(size=20)
    for name, slope in net.slopes(x, y)._asdict().items():
        weights = getattr(net, name)
        for at in np.ndindex(weights.shape):
            errors = []
            for by in (1e-6, -1e-6):
                moved = weights.copy()
                moved[at] += by
                errors.append(np.mean((net._replace(**{name: moved})(x) - y) ** 2))
            assert (errors[0] - errors[1]) / 2e-6 == pytest.approx(np.asarray(slope)[at], rel=1e-4, abs=1e-6)


def test_fitting_finds_a_bent_line() -> None:
    x = RNG.integers(0, 9, (4000, 3)).astype(float)
    y = np.maximum(x[:, 0] - 4, 0) - 0.5 * x[:, 1]
    *_, net = fit(x, y, units=8, epochs=200)
    assert np.mean((net(x) - y) ** 2) < 0.02 * y.var()


def test_a_lesson_is_the_same_again_and_labels_are_ends_of_whole_games() -> None:
    first, again = (lesson(find("colori").open(3), games=2, times=2, number=1) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert len(first.left) == 2 * 5 * 7  # games, degrees of chance, rounds but the first
    assert sorted(set(first.left.tolist())) == list(range(LONGEST + 1))
    assert (first.ends >= first.had[:, None]).all()


def test_what_is_learned_is_read_as_it_was_written(tmp_path: Path) -> None:
    teach(games=2, times=1, units=4, epochs=1, to=tmp_path / "learned.toml")
    data, shipped = (tomllib.loads(path.read_text("utf-8")) for path in (tmp_path / "learned.toml", LEARNED))
    assert np.shape(data["inner"]) == (FEATURES, 4)
    assert len(data["shift"]) == len(data["outer"]) == 4
    assert np.shape(shipped["inner"])[0] == FEATURES
    assert len(data["spread"]) == len(shipped["spread"]) == LONGEST + 1


def test_rounding_keeps_what_was_learned_and_spreads_are_among_those_tried() -> None:
    one = lesson(find("colori").open(2), games=4, times=2, number=5)
    x, y = one.x.reshape(-1, FEATURES), (one.ends.mean(1) - one.had).reshape(-1)
    *_, net = fit(x, y, units=8, epochs=60)
    data = tomllib.loads(written(net, spreads(net, [one])))
    inner, shift, outer = (np.array(data[name]) / ONE for name in ("inner", "shift", "outer"))
    rounded = Net(inner, shift, outer / 1000, np.array(data["rest"] / 1000))
    assert np.abs(rounded(x) - net(x)).max() < 0.1
    assert all(400 <= spread < 5000 for spread in data["spread"])
    left = np.repeat(one.left, 2)
    assert explained(net, x, net(x), left) == [1.0] * (LONGEST + 1)
    assert max(explained(net, x, net(x) + RNG.normal(0, 9, len(x)), left)) < 0.5
