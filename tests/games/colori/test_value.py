"""The value network: its inputs, and exact sums."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.engine.value_weights import WEIGHT_SCALE
from gamut.engine.verbs import WIN_VALUE
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.record import INPUTS, MAX_ROUNDS_LEFT
from gamut.games.colori.value import (
    CARDS_OWNED,
    FABRICS,
    MAKERS_LEFT,
    MAKERS_OWNED,
    NEARNESS,
    PLAYERS,
    ROUNDS_LEFT,
    STAR_SCALE,
    WHEEL,
    predict_gain,
)
from tests.games.colori.builders import new_table, state_of


def predict_driver(c: Any, s: Any, seat: int, scratch: Any, out: Any) -> None:
    out[0] = predict_gain(c[0], s[0], seat, scratch)


def run_network(table: Table, seat: int, native: bool = False) -> tuple[np.ndarray[Any, Any], int]:
    """Return the inputs for a seat and the predicted gain."""
    scratch, out = table.setup.new_scratch(), np.zeros(1, np.int64)
    (GAME.native if native else GAME.interpreted)(predict_driver)(
        table.setup.constants, table.record, seat, scratch, out
    )
    return scratch[:INPUTS], int(out[0])


def test_inputs_in_the_first_round() -> None:
    table = new_table(2)
    s = state_of(table)
    for card in range(len(CARD_NAMES) - 1):
        s.draft_deck[card] = 2 if CARD_NAMES[card] == "Kermes" else 0
    for seat in range(2):
        for i in range(5):
            s.hand[seat, i] = CARD_NAMES.index("Henna") + 1
    s.hand[1, 4] = CARD_NAMES.index("Weld") + 1
    s.wheel[0, 4] = 3
    x, _ = run_network(table, 0)
    assert (x[CARDS_OWNED], x[MAKERS_OWNED], x[MAKERS_LEFT], x[ROUNDS_LEFT], x[PLAYERS]) == (8, 0, 3, 6, 2)
    assert x[WHEEL : WHEEL + 12].tolist() == [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    assert x[FABRICS : FABRICS + 4].tolist() == [1, 1, 0, 0]


def test_the_best_garment_is_the_first_input() -> None:
    table = new_table(2)
    s = state_of(table)
    names = ["Kermes Crimson Robe", "Oak Bark Tawny Coif", "Gall Nut Tan Breeches"]
    for slot in range(6):
        s.display[slot] = 0
    for slot, name in enumerate(names):
        s.display[slot] = GARMENT_NAMES.index(name) + 1
    s.wheel[0, 0] = 6
    x, _ = run_network(table, 0)
    drawn = 1 if s.drawn[0, CARD_NAMES.index("Silk")] else 0
    assert x[:5].tolist() == [5, 0, 0, drawn, 1]
    assert x[5] == x[10] == 1
    assert x[15:20].tolist() == [0] * 5
    assert x[NEARNESS + 4] == 5 * STAR_SCALE


@pytest.mark.parametrize("seats", [2, 5])
def test_native_interpreted_and_numpy_predictions_agree(seats: int) -> None:
    table, rng = Table(GAME.open(seats), game_key(8, seats)), np.random.default_rng(8)
    while table.actors:
        seat = table.actors[0]
        table.play(seat, int(rng.choice(table.legal(seat))))
        if len(table.history) % 17 == 0:
            for viewer in range(seats):
                x, gain = run_network(table, viewer)
                native_x, native_gain = run_network(table, viewer, native=True)
                c = table.setup.constants[0]
                units = np.maximum(x @ c["inner"].astype(np.int64) + c["shift"], 0)
                output = int(units @ c["outer"].astype(np.int64)) + int(c["rest"]) * WEIGHT_SCALE**2
                assert x.tolist() == native_x.tolist()
                assert gain == native_gain == max(output // WEIGHT_SCALE**2, 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_values_of_all_seats_add_up_to_one_win(seats: int) -> None:
    table, shares = new_table(seats), np.zeros(GAME.max_seats, np.int64)
    state_of(table).stars[0] = 4
    table.verbs.value(table.setup.constants, table.record, 0, shares, table.setup.new_scratch())
    values = shares[:seats].tolist()
    assert WIN_VALUE - seats <= sum(values) <= WIN_VALUE
    assert values[0] == max(values) > WIN_VALUE // seats


def test_rounds_left_are_limited_to_those_of_the_training() -> None:
    x, _ = run_network(new_table(2, rounds=12), 0)
    assert x[ROUNDS_LEFT] == MAX_ROUNDS_LEFT
