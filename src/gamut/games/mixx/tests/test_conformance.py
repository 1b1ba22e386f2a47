"""Mixx keeps the contract of games, plays as it always did, and every line of its rules was run interpreted."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.engine.bits import NONE, bit, lowest
from gamut.engine.game import Rules
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.mixx import GAME, guide, hidden, invariants, rules
from gamut.games.mixx.positions import Tableau, card
from gamut.testing import Trial, cases, conform, golden, lines


@pytest.mark.slow
@pytest.mark.parametrize("trial", cases(GAME, games=20_000), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"line": True}, {"motifs": 5, "stock": 3}, {"line": True, "motifs": 4, "stock": 4}]
)
def test_conformance_with_options(options: dict[str, Any]) -> None:
    only = ["legal-actions", "invariants", "length", "redealing", "estimates", "interpreted-equals-native"]
    assert conform(GAME, games=300, seats=[2], options=options, only=only) == len(only)


def crossed() -> Table:
    """A table with a centre and two more cards on each axis."""
    at = Tableau("yellow shell, turquoise fish, pink turtle", "red starfish, violet propeller, blue chest",
                 deck="green anchor")  # fmt: skip
    at.lay("yellow shell level", "red starfish level", "turquoise fish across yellow", "violet propeller upright")
    return at.table


def damaged(broken: int, how: int = 0) -> Table:
    """A table that breaks one invariant."""
    table = Table(GAME.open(2, {"first": "1"}), bytes(16), native=False) if broken != 4 else crossed()
    if broken == 5:
        table.play(0, table.legal(0)[0])
    s = strict(table.record)
    if broken == 1:
        s.won[0] = bit(lowest(s.deck))
    elif broken == 2:
        s.left += 1
    elif broken == 3:
        moved = bit(lowest(s.stock[1]))
        s.stock[1] = s.stock[1] ^ moved
        s.deck, s.left = s.deck | moved, s.left + 1
    elif broken == 4:
        for seat in range(2):  # all that is not laid: in the first stock, so that no card is missing
            s.won[seat] = s.stock[seat] = NONE
        s.deck, s.left = NONE, 0
        s.stock[0] = table.setup.strict_constants.cards & ~s.laid
        row, place, name = [(s.level, 1, "red shell"), (s.upright, 0, "yellow fish"), (s.upright, 1, "pink fish")][
            how
        ]
        row[place] = card(name)
    elif broken == 5:
        s.levels -= 1
    else:
        s.reach = NONE
    return table


@pytest.mark.parametrize(("broken", "how"), [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (5, 0), (6, 0)])
def test_check_names_the_broken_invariant(broken: int, how: int) -> None:
    table = damaged(broken, how)
    for native in (True, False):
        assert Rules(GAME, native).check(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 6


ONLY = ["legal-actions", "invariants", "results", "estimates", "redealing", "seen-actions"]


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        conform(GAME, games=2, native=False, seats=[2, 3], only=ONLY)
        conform(GAME, games=1, native=False, seats=[2], options={"line": True}, only=ONLY)
        for broken, how in [(1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2), (5, 0), (6, 0)]:
            table = damaged(broken, how)
            assert table.rules.check(table.setup.constants, table.record, 0) == broken

    assert lines.unexecuted([rules, hidden, guide, invariants], exercise) == []
