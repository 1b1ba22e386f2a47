"""Mixx passes the conformance suite, plays as before, and every line of its rules is run interpreted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gamut.engine.bits import EMPTY_SET, bit, lowest
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.mixx import GAME, guide, hidden, invariants, rules, value
from gamut.testing import Trial, cases, conform, golden, line_coverage
from tests.games.mixx.builders import Position, find_card


@pytest.mark.slow
@pytest.mark.parametrize("trial", cases(GAME, games=20_000), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, Path(__file__).with_name("golden.txt"), native=native)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"line": True}, {"motifs": 5, "stock": 3}, {"line": True, "motifs": 4, "stock": 4}]
)
def test_conformance_with_options(options: dict[str, Any]) -> None:
    only = ["legal-actions", "invariants", "length", "redealing", "estimates", "interpreted-equals-native"]
    assert conform(GAME, games=300, seats=[2], options=options, only=only) == len(only)


def with_cross() -> Table:
    """Return a table with a centre and further cards in the row and the column."""
    pos = Position("yellow shell, turquoise fish, pink turtle", "red starfish, violet propeller, blue chest",
                 deck="green anchor")  # fmt: skip
    pos.place(
        "yellow shell in the line or row",
        "red starfish in the line or row",
        "turquoise fish across the yellow card",
        "violet propeller in the column",
    )
    return pos.table


def break_invariant(number: int, variant: int = 0) -> Table:
    """Return a table that breaks one invariant."""
    table = Table(GAME.open(2, {"first": "1"}), bytes(16), native=False) if number != 4 else with_cross()
    if number == 5:
        table.play(0, table.legal(0)[0])
    s = strict_record(table.record)
    if number == 1:
        s.won[0] = bit(lowest(s.deck))
    elif number == 2:
        s.deck_size += 1
    elif number == 3:
        moved = bit(lowest(s.stock[1]))
        s.stock[1] = s.stock[1] ^ moved
        s.deck, s.deck_size = s.deck | moved, s.deck_size + 1
    elif number == 4:
        for seat in range(2):  # all other cards are in the first stock
            s.won[seat] = s.stock[seat] = EMPTY_SET
        s.deck, s.deck_size = EMPTY_SET, 0
        s.stock[0] = table.setup.readable_constants.cards & ~s.placed
        line, k, name = [(s.row, 1, "red shell"), (s.column, 0, "yellow fish"), (s.column, 1, "pink fish")][variant]
        line[k] = find_card(name)
    elif number == 5:
        s.row_length -= 1
    else:
        s.playable = EMPTY_SET
    return table


@pytest.mark.parametrize(("number", "variant"), [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (5, 0), (6, 0)])
def test_a_broken_invariant_is_found(number: int, variant: int) -> None:
    table = break_invariant(number, variant)
    for native in (True, False):
        assert BoundVerbs(GAME, native).broken_invariant(table.setup.constants, table.record, 0) == number
    assert len(GAME.invariants) == 6


ONLY = ["legal-actions", "invariants", "results", "estimates", "redealing", "visible-actions"]


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        conform(GAME, games=2, native=False, seats=[2, 3], only=ONLY)
        conform(GAME, games=1, native=False, seats=[2], options={"line": True}, only=ONLY)
        for number, variant in [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (5, 0), (6, 0)]:
            table = break_invariant(number, variant)
            assert table.verbs.broken_invariant(table.setup.constants, table.record, 0) == number

    assert line_coverage.unexecuted([rules, hidden, guide, value, invariants], exercise) == []
