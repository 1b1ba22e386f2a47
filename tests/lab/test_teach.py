"""Teaching: labels are ends of whole games, and what is learned is written so that the game can read it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from gamut.engine.network import ONE, fill_network, fill_sums, foretell
from gamut.engine.record import Array, dtype
from gamut.engine.strict import strict
from gamut.games import find
from gamut.games.colori.record import INPUTS, LONGEST, UNITS, Constants
from gamut.games.prismatic import record as prismatic_record
from gamut.lab.teach import (
    CannotTeach,
    Lesson,
    Net,
    explained,
    fit,
    fit_sums,
    lesson,
    part,
    spreads,
    teach,
    written,
)

COLORI, PRISMATIC = find("colori"), find("prismatic")


@pytest.fixture(scope="module")
def two_seats() -> Lesson:
    return lesson(COLORI.open(2), games=4, times=2, number=5)


@pytest.mark.slow
def test_fitting_finds_a_bent_line() -> None:
    rng = np.random.default_rng(3)
    x = rng.integers(0, 9, (4000, 3)).astype(float)
    y = np.maximum(x[:, 0] - 4, 0) - 0.5 * x[:, 1]
    net = fit(x, y, units=8, epochs=200)
    assert np.mean((net(x) - y) ** 2) < 0.02 * y.var()
    assert explained(net, x, y) > 0.98
    assert explained(net, x, rng.permutation(y)) < 0


def test_a_lesson_is_the_same_again_and_labels_are_ends_of_whole_games() -> None:
    first, again = (lesson(COLORI.open(3), games=2, times=2, number=1) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert len(first.left) == 2 * 5 * 7  # games, degrees of chance, rounds but the first
    assert sorted(set(first.left.tolist())) == list(range(LONGEST + 1))
    assert (first.ends >= first.had[:, None]).all()


def foretold(file: Path, x: Array) -> Array:
    """What the game's own sums make of some inputs, from a file."""
    constants = np.zeros(1, dtype(Constants))
    c = strict(constants)
    fill_network(c, file)
    answers = []
    for row in x:
        work = np.zeros(INPUTS + UNITS, np.int64)
        work[:INPUTS] = row
        answers.append(foretell(c.inner, c.shift, c.outer, c.rest, work, INPUTS) / 1000)
    return np.array(answers)


@pytest.mark.slow
def test_what_is_learned_is_written_read_back_and_foretells_better_than_the_mean(tmp_path: Path) -> None:
    said = list[str]()
    file = teach(COLORI, games=5, times=2, epochs=30, to=tmp_path / "learned.toml", tell=said.append)
    other = lesson(COLORI.open(2), games=4, times=4, number=77)  # games it was not taught with
    x, y = other.x.reshape(-1, INPUTS), other.gains
    off = foretold(file, x[::3]) - y[::3]
    assert np.mean(off**2) < 0.9 * y[::3].var()
    assert said[-1].startswith("explains ")
    assert COLORI.taught is not None
    assert file.read_text() != COLORI.taught.file.read_text()


def test_rounding_keeps_what_was_learned(two_seats: Lesson, tmp_path: Path) -> None:
    x = two_seats.x.reshape(-1, INPUTS)
    net = fit(x, two_seats.gains, UNITS, epochs=20)
    file = tmp_path / "learned.toml"
    file.write_text(written(COLORI, net, spreads(net, [two_seats], LONGEST)))
    assert np.abs(foretold(file, x[::9]) - net(x[::9])).max() < 0.1
    data = tomllib.loads(file.read_text())
    assert np.abs(np.array(data["inner"]) / ONE - net.inner).max() <= 0.5 / ONE
    assert all(spread > 0 for spread in data["spread"])


def test_sums_are_fitted_for_each_number_that_is_left() -> None:
    rng = np.random.default_rng(4)
    left, x = rng.integers(0, 3, 3000), rng.integers(0, 9, (3000, 1, 2)).astype(float)
    truth = np.array([[1.0, 0.0], [0.0, -2.0], [3.0, 0.5]])
    y = (x[:, 0] * truth[left]).sum(1)
    sums = fit_sums(part(x, left, 2).reshape(3000, -1), y)
    assert np.abs(sums.weights.reshape(3, 2) - truth).max() < 0.01


@pytest.mark.slow
def test_a_game_without_hidden_units_is_taught_sums_that_it_can_read(tmp_path: Path) -> None:
    said = list[str]()
    file = teach(PRISMATIC, games=6, times=2, epochs=1, to=tmp_path / "learned.toml", tell=said.append)
    c = strict(np.zeros(1, dtype(prismatic_record.Constants)))
    fill_sums(c, file)
    assert said[-1].startswith("explains ")
    assert any(c.weights[1, k] for k in range(prismatic_record.INPUTS))
    assert all(c.spread[left] > 0 for left in range(prismatic_record.STAGES))


def test_a_spread_is_wide_where_leads_mean_little() -> None:
    """Two seats one point apart: where the one behind wins half of the games, a lead says nothing."""
    net = Net(np.zeros((1, 1)), np.zeros(1), np.zeros(1), 0.0)
    had = np.array([[1, 0]] * 200)
    even = np.array([[[2, 1]], [[1, 2]]] * 100)
    clear = np.array([[[2, 1]]] * 200)
    to_come = np.array([0] * 200)
    x = np.zeros((200, 2, 1))
    wide, narrow = (spreads(net, [Lesson(x, had, ends, to_come)], 0)[0] for ends in (even, clear))
    assert wide > 3 * narrow


def test_shipped_weights_fit_the_constants() -> None:
    assert COLORI.taught is not None
    shipped = tomllib.loads(COLORI.taught.file.read_text("utf-8"))
    assert np.shape(shipped["inner"]) == (INPUTS, UNITS)
    assert len(shipped["spread"]) == LONGEST + 1
    assert PRISMATIC.taught is not None
    shipped = tomllib.loads(PRISMATIC.taught.file.read_text("utf-8"))
    assert np.shape(shipped["weights"]) == (prismatic_record.STAGES, prismatic_record.INPUTS)
    assert len(shipped["spread"]) == prismatic_record.STAGES


def test_a_game_without_a_network_is_refused_and_so_is_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotTeach, match="Mixx has no network that could be taught; there are colori, prismatic"):
        teach(find("mixx"), 2, 1, 1)
    for name in list(sys.modules):
        if name.partition(".")[0] == "sklearn":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(CannotTeach, match=r"pip install 'gamut-games\[teach\]'"):
        fit(np.zeros((2, 1)), np.zeros(2), 1, 1)
