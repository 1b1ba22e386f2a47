"""Foresight: what the network sees is what lies on the table, and its sums are exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine.keys import game_key
from gamut.engine.network import ONE
from gamut.engine.table import Table
from gamut.engine.verbs import WHOLE
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.foresight import (
    FABRICS,
    FINE,
    MAKES,
    MAKES_LEFT,
    NEARNESS,
    OWN,
    PLAYERS,
    ROUNDS,
    WHEEL,
    gain,
)  # fmt: skip
from gamut.games.colori.positions import look as state_of
from gamut.games.colori.positions import opened
from gamut.games.colori.record import INPUTS, LONGEST


def see(c: Any, s: Any, seat: int, work: Any, out: Any) -> None:
    """The inputs and the gain, as a driver."""
    out[0] = gain(c[0], s[0], seat, work)


def seen(table: Table, seat: int, native: bool = False) -> tuple[np.ndarray[Any, Any], int]:
    """What the network sees of a seat, and what it makes of it."""
    work, out = table.setup.work(), np.zeros(1, np.int64)
    (GAME.native if native else GAME.interpreted)(see)(table.setup.constants, table.record, seat, work, out)
    return work[:INPUTS], int(out[0])


def test_the_first_round_as_the_network_sees_it() -> None:
    table = opened(2)
    s = state_of(table)
    for card in range(len(CARD_NAMES) - 1):
        s.draft[card] = 2 if CARD_NAMES[card] == "Kermes" else 0
    for seat in range(2):
        for i in range(5):
            s.hand[seat, i] = CARD_NAMES.index("Henna") + 1
    s.hand[1, 4] = CARD_NAMES.index("Weld") + 1
    s.wheel[0, 4] = 3
    x, _ = seen(table, 0)
    assert (x[OWN], x[MAKES], x[MAKES_LEFT], x[ROUNDS], x[PLAYERS]) == (8, 0, 3, 6, 2)
    assert x[WHEEL : WHEEL + 12].tolist() == [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    assert x[FABRICS : FABRICS + 4].tolist() == [1, 1, 0, 0]


def test_garments_come_in_the_order_of_their_promise() -> None:
    table = opened(2)
    s = state_of(table)
    names = ["Kermes Crimson Robe", "Oak Bark Tawny Coif", "Gall Nut Tan Breeches"]
    for place in range(6):
        s.display[place] = 0
    for place, name in enumerate(names):
        s.display[place] = GARMENT_NAMES.index(name) + 1
    s.wheel[0, 0] = 6
    x, _ = seen(table, 0)
    drawn = 1 if s.drawn[0, CARD_NAMES.index("Silk")] else 0
    assert x[:5].tolist() == [5, 0, 0, drawn, 1]
    assert x[5] == x[10] == 1
    assert x[15:20].tolist() == [0] * 5
    assert x[NEARNESS + 4] == 5 * FINE


@pytest.mark.parametrize("seats", [2, 5])
def test_native_interpreted_and_plain_sums_agree(seats: int) -> None:
    table, rng = Table(GAME.open(seats), game_key(8, seats)), np.random.default_rng(8)
    while table.actors:
        seat = table.actors[0]
        table.play(seat, int(rng.choice(table.legal(seat))))
        if len(table.history) % 17 == 0:
            for p in range(seats):
                (x, found), (y, same) = seen(table, p), seen(table, p, native=True)
                learned = table.setup.constants[0]
                units = np.maximum(x @ learned["inner"].astype(np.int64) + learned["shift"], 0)
                plain = int(units @ learned["outer"].astype(np.int64)) + int(learned["rest"]) * ONE**2
                assert x.tolist() == y.tolist()
                assert found == same == max(plain // ONE**2, 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_values_of_all_seats_are_one_victory(seats: int) -> None:
    table, shares = opened(seats), np.zeros(GAME.most_seats, np.int64)
    state_of(table).stars[0] = 4
    table.rules.value(table.setup.constants, table.record, 0, shares, table.setup.work())
    values = shares[:seats].tolist()
    assert WHOLE - seats <= sum(values) <= WHOLE
    assert values[0] == max(values) > WHOLE // seats


def test_long_games_are_seen_like_the_longest_there_is_experience_of() -> None:
    x, _ = seen(opened(2, rounds=12), 0)
    assert x[ROUNDS] == LONGEST
