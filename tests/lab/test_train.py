"""Training: labels come from the ends of whole games, and the game can read the weights that are written."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from gamut.engine.network import WEIGHT_SCALE, load_network, load_sums, predict
from gamut.engine.record import Array, record_dtype
from gamut.engine.strict import strict_record
from gamut.games import find_game
from gamut.games.colori.record import INPUTS, MAX_ROUNDS_LEFT, UNITS, Constants
from gamut.games.prismatic import record as prismatic_record
from gamut.lab.train import (
    CannotTrain,
    Network,
    Samples,
    explained_variance,
    fit_network,
    fit_spreads,
    fit_sums,
    format_weights,
    make_samples,
    spread_by_left,
    train,
)

COLORI, PRISMATIC = find_game("colori"), find_game("prismatic")


@pytest.fixture(scope="module")
def two_seats() -> Samples:
    return make_samples(COLORI.open(2), games=4, repeats=2, seed=5)


@pytest.mark.slow
def test_a_network_fits_a_bent_line() -> None:
    rng = np.random.default_rng(3)
    x = rng.integers(0, 9, (4000, 3)).astype(float)
    y = np.maximum(x[:, 0] - 4, 0) - 0.5 * x[:, 1]
    net = fit_network(x, y, units=8, epochs=200)
    assert np.mean((net(x) - y) ** 2) < 0.02 * y.var()
    assert explained_variance(net, x, y) > 0.98
    assert explained_variance(net, x, rng.permutation(y)) < 0


def test_samples_are_repeatable_and_labels_come_from_whole_games() -> None:
    first, again = (make_samples(COLORI.open(3), games=2, repeats=2, seed=1) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert len(first.left) == 2 * 5 * 7  # games, noise levels, rounds but the first
    assert sorted(set(first.left.tolist())) == list(range(MAX_ROUNDS_LEFT + 1))
    assert (first.final_scores >= first.scores[:, None]).all()


def predict_from_file(file: Path, x: Array) -> Array:
    """Return the predictions of the game's own integer arithmetic."""
    constants = np.zeros(1, record_dtype(Constants))
    c = strict_record(constants)
    load_network(c, file)
    predictions = []
    for row in x:
        scratch = np.zeros(INPUTS + UNITS, np.int64)
        scratch[:INPUTS] = row
        predictions.append(predict(c.inner, c.shift, c.outer, c.rest, scratch, INPUTS) / 1000)
    return np.array(predictions)


@pytest.mark.slow
def test_written_weights_predict_better_than_the_mean(tmp_path: Path) -> None:
    lines = list[str]()
    file = train(COLORI, games=5, repeats=2, epochs=30, to=tmp_path / "learned.toml", print_line=lines.append)
    other = make_samples(COLORI.open(2), games=4, repeats=4, seed=77)  # games it was not trained on
    x, y = other.x.reshape(-1, INPUTS), other.gains
    errors = predict_from_file(file, x[::3]) - y[::3]
    assert np.mean(errors**2) < 0.9 * y[::3].var()
    assert lines[-1].startswith("explains ")
    assert COLORI.learned is not None
    assert file.read_text() != COLORI.learned.file.read_text()


def test_rounded_weights_predict_the_same(two_seats: Samples, tmp_path: Path) -> None:
    x = two_seats.x.reshape(-1, INPUTS)
    net = fit_network(x, two_seats.gains, UNITS, epochs=20)
    file = tmp_path / "learned.toml"
    file.write_text(format_weights(COLORI, net, fit_spreads(net, [two_seats], MAX_ROUNDS_LEFT)))
    assert np.abs(predict_from_file(file, x[::9]) - net(x[::9])).max() < 0.1
    data = tomllib.loads(file.read_text())
    assert np.abs(np.array(data["inner"]) / WEIGHT_SCALE - net.inner).max() <= 0.5 / WEIGHT_SCALE
    assert all(spread > 0 for spread in data["spread"])


def test_sums_are_fitted_for_each_number_of_remaining_rounds() -> None:
    rng = np.random.default_rng(4)
    left, x = rng.integers(0, 3, 3000), rng.integers(0, 9, (3000, 1, 2)).astype(float)
    truth = np.array([[1.0, 0.0], [0.0, -2.0], [3.0, 0.5]])
    y = (x[:, 0] * truth[left]).sum(1)
    sums = fit_sums(spread_by_left(x, left, 2).reshape(3000, -1), y)
    assert np.abs(sums.weights.reshape(3, 2) - truth).max() < 0.01


@pytest.mark.slow
def test_a_game_without_hidden_units_learns_sums_that_it_can_read(tmp_path: Path) -> None:
    lines = list[str]()
    file = train(PRISMATIC, games=6, repeats=2, epochs=1, to=tmp_path / "learned.toml", print_line=lines.append)
    c = strict_record(np.zeros(1, record_dtype(prismatic_record.Constants)))
    load_sums(c, file)
    assert lines[-1].startswith("explains ")
    assert any(c.weights[1, k] for k in range(prismatic_record.INPUTS))
    assert all(c.spread[left] > 0 for left in range(prismatic_record.STAGES))


def test_a_spread_is_wide_where_a_lead_means_little() -> None:
    """Two seats are one point apart; where the one behind wins half of the games, a lead means nothing."""
    net = Network(np.zeros((1, 1)), np.zeros(1), np.zeros(1), 0.0)
    scores = np.array([[1, 0]] * 200)
    even = np.array([[[2, 1]], [[1, 2]]] * 100)
    clear = np.array([[[2, 1]]] * 200)
    left = np.array([0] * 200)
    x = np.zeros((200, 2, 1))
    wide, narrow = (fit_spreads(net, [Samples(x, scores, ends, left)], 0)[0] for ends in (even, clear))
    assert wide > 3 * narrow


def test_shipped_weights_fit_the_constants() -> None:
    assert COLORI.learned is not None
    shipped = tomllib.loads(COLORI.learned.file.read_text("utf-8"))
    assert np.shape(shipped["inner"]) == (INPUTS, UNITS)
    assert len(shipped["spread"]) == MAX_ROUNDS_LEFT + 1
    assert PRISMATIC.learned is not None
    shipped = tomllib.loads(PRISMATIC.learned.file.read_text("utf-8"))
    assert np.shape(shipped["weights"]) == (prismatic_record.STAGES, prismatic_record.INPUTS)
    assert len(shipped["spread"]) == prismatic_record.STAGES


def test_a_game_without_a_network_and_a_missing_library_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotTrain, match="Mixx has no network to train; the games with one are: colori, prismatic"):
        train(find_game("mixx"), 2, 1, 1)
    for name in list(sys.modules):
        if name.partition(".")[0] == "sklearn":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(CannotTrain, match=r"pip install 'gamut-games\[train\]'"):
        fit_network(np.zeros((2, 1)), np.zeros(2), 1, 1)
