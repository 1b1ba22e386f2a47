"""Chroma Mix passes the conformance suite, plays as before, and every line of its rules is run interpreted."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.record import Row
from gamut.engine.table import Table
from gamut.games.chroma_mix import (
    GAME,
    billy,
    decisions,
    effects,
    guide,
    heuristics,
    hidden,
    invariants,
    legal,
    market,
    mixing,
    rules,
    turns,
    value,
    winning,
)
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.record import Constants, State
from gamut.testing import Trial, cases, clauses, conform, golden, line_coverage
from tests.games.bot_calls import call_bot_verbs
from tests.games.chroma_mix import test_rulebook, test_rules
from tests.games.chroma_mix.builders import Position

FEW_ROUNDS = {"rounds": 6}  # checks that run Python at every step would take long with 100
NATIVE = ["legal-actions", "invariants", "length", "results", "hiding", "visible-actions", "redealing", "estimates"]


@pytest.mark.slow
@pytest.mark.parametrize("trial", cases(GAME, games=400, options=FEW_ROUNDS), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, Path(__file__).with_name("golden.txt"), native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, Path(__file__).parent)


@pytest.mark.slow
@pytest.mark.parametrize("special", ["none", "burgundy", "mustard", "petrol"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_conformance_of_whole_games(seats: int, special: str) -> None:
    assert conform(GAME, games=20, seats=[seats], options={"special": special}, only=NATIVE) == len(NATIVE)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", ["beginner", "easy", "medium", "hard"])
def test_conformance_of_solo_games(difficulty: str) -> None:
    options = {"difficulty": difficulty, "rounds": 60}
    assert conform(GAME, games=60, seats=[1], options=options, only=NATIVE) == len(NATIVE)


# ---------------------------------------------------------------------- games with many mixes


def mix_first(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    """Prefer mixes to all other actions."""
    for k in range(n):
        group = rec.action_group(actions[k])
        out[k] = 10_000 if group in MIX_GROUPS else 1


MIX_GROUPS = (rec.MIX_HAND, rec.MIX_PLAY, rec.ADD_HAND, rec.ADD_PLAY, rec.TAKE)
MIXING_GAME = replace(GAME, verbs={**GAME.verbs, "guide": mix_first})


@pytest.mark.long  # it has to be compiled separately
@pytest.mark.parametrize("seats", GAME.seats)
def test_conformance_of_games_with_many_mixes(seats: int) -> None:
    only = ["legal-actions", "invariants", "length", "results"]
    assert conform(MIXING_GAME, games=60, seats=[seats], only=only) == len(only)


# ---------------------------------------------------------------------- invariants


def damage(broken: int, case: int) -> Table:
    """Return a table that breaks one invariant."""
    solo = (broken, case) in ((1, 1), (2, 5), (8, 3), (8, 4))
    if solo:
        pos = Position("Key", billy="Pear")
    else:
        pos = Position("3 Light Yellow", "Key", plays=("Emerald Green, Coral",))
    s = pos.s
    if broken == 1:
        if case == 0:
            s.hand[0, 0] += 1
        else:
            s.billy_deck[rec.MIX] -= 1
    elif broken == 2:
        damage_counts(s, case)
    elif broken == 3:
        damage_market(s, case)
    elif broken == 4:
        damage_stack(s, case)
    elif broken == 5:
        s.play[0, rec.EMERALD] += 1
        s.rank_4_pile[rec.EMERALD - rec.RUBY] -= 1
    elif broken == 6:
        s.tucked[0] += 1
        s.ink_pile[0] -= 1
    elif broken == 7:
        damage_choice(s, case)
    else:
        damage_turn(s, case)
    return pos.table


def damage_counts(s: Any, case: int) -> None:
    """Break a count without losing a card."""
    if case == 0:
        s.ink_pile[0], s.billy_discard[0] = -1, s.ink_pile[0] + 1
    elif case == 1:
        s.hand[1, 0], s.ink_pile[0] = -1, s.ink_pile[0] + 1
    elif case == 2:
        s.discard[0], s.ink_pile[0] = 1, s.ink_pile[0] - 1
    elif case == 3:
        s.deck_size[0] += 1
    elif case == 4:
        s.billy_deck[0], s.ink_pile[0] = -1, s.ink_pile[0] + 1
    else:
        s.billy_next = rec.NO_BACK


def damage_market(s: Any, case: int) -> None:
    """Make a gap, or put a card into the wrong row."""
    if case == 0:
        s.discard[s.market[0, 0] - 1] += 1
        s.market[0, 0] = 0
    else:
        s.market[0, 0], s.market[1, 0] = s.market[1, 0], s.market[0, 0]


def damage_stack(s: Any, case: int) -> None:
    """Break the depth, the events, the decider or an unused entry."""
    if case == 0:
        s.depth = -1
    elif case == 1:
        s.events[3] = 40
    elif case == 2:
        s.decision[0], s.decider[0], s.depth = 1, 2, 1
    else:
        s.detail[5] = 1


def damage_choice(s: Any, case: int) -> None:
    """Leave something of a finished decision, or break the order of the chosen cards."""
    if case == 0:
        s.n_chosen = 1
    elif case == 1:
        s.refill_returned = 1
    elif case == 2:
        s.split_into[0] = 1
    else:
        s.chosen[0], s.chosen[1], s.n_chosen = 2, 1, 2


def damage_turn(s: Any, case: int) -> None:
    """Make an impossible round, end, hand, play area or turn."""
    if case == 0:
        s.round = 0
    elif case == 1:
        s.stage, s.actions_done = rec.OVER, 1
    elif case == 2:
        s.hand[3, 0], s.ink_pile[0] = 1, s.ink_pile[0] - 1
    elif case == 3:
        s.play[rec.BILLY, rec.PEAR], s.hand[rec.BILLY, rec.PEAR] = 1, 0
    else:
        s.turn, s.stage = rec.BILLY, rec.PLAYING


DAMAGES = [
    (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 0), (3, 1), (4, 0), (4, 1), (4, 2), (4, 3),
    (5, 0), (6, 0), (7, 0), (7, 1), (7, 2), (7, 3), (8, 0), (8, 1), (8, 2), (8, 3), (8, 4),
]  # fmt: skip


@pytest.mark.parametrize(("broken", "case"), DAMAGES)
def test_broken_invariants_are_reported(broken: int, case: int) -> None:
    table = damage(broken, case)
    for native in (False, True):
        assert BoundVerbs(GAME, native).broken_invariant(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 8


# ---------------------------------------------------------------------- every line


MIX_HELPERS = ("Coral, Raspberry, Orange, Lemon, Emerald Green", "Slate Gray")
PLAYED: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (  # positions, and actions from there
    ({"hands": ("Violet, Azure", "")}, ("print Violet", "also print Azure", "gain Lemon")),
    ({"hands": ("Fuchsia", "")}, ("print Fuchsia", "gain Light Yellow", "print it", "done")),
    ({"hands": ("Cerulean, Coral", "")}, ("print Cerulean", "gain Soft Cyan")),
    ({"hands": ("Prism, Light Yellow", "")}, ("print Prism", "discard Light Yellow", "gain Lemon")),
    ({"hands": ("Lavender", ""), "plays": ("Sapphire Blue",)},
     ("print Lavender", "discard Sapphire Blue from play", "gain Cerulean", "gain Fuchsia", "also print Cerulean")),
    ({"hands": ("Soft Cyan, Light Yellow", "Key"), "plays": MIX_HELPERS},
     ("mix Soft Cyan", "add Light Yellow", "gain Jungle", "print it", "pass")),
    ({"hands": ("Light Yellow", "Key"), "special": "mustard", "tucked": "2 Cerulean",
      "plays": ("Mustard, Emerald Green, Jungle, Pear",)},
     ("print Light Yellow", "return Light Yellow to hand", "gain Soft Cyan", "gain Soft Cyan")),
    ({"hands": ("Soft Cyan", ""), "special": "mustard", "plays": ("Mustard, 2 Light Yellow",)},
     ("refill", "return Light Yellow to hand", "tuck Light Yellow", "done")),
    ({"hands": ("Ruby Red, Emerald Green, Sapphire Blue", "Pear")}, ("print Ruby Red", "print Pear")),
    ({"hands": ("", "Key"), "special": "burgundy", "plays": ("Burgundy",)}, ("gain a free Light Yellow",)),
    ({"hands": ("Key", ""), "special": "petrol", "plays": ("Petrol",)}, ("print Key", "refill", "done")),
    ({"hands": ("Key", ""), "rounds": 1}, ("swap Key", "gain Soft Cyan", "refill")),
    ({"hands": ("Light Yellow",), "billy": "2 Soft Cyan, 2 Light Yellow", "billy_deck": "3 MIX",
      "plays": ("Slate Gray",)},
     ("print Light Yellow", "done", "mix Soft Cyan for Billy", "mix Light Yellow for Billy", "gain Jungle", "pass")),
    ({"hands": ("Coral",), "billy": "", "billy_deck": "3 MIX", "rounds": 1}, ("print Coral",)),
    ({"hands": ("Light Yellow", "Coral"), "plays": ("Ruby Red, Emerald Green, Sapphire Blue",)},
     ("swap Light Yellow", "gain Soft Cyan", "swap Coral", "gain Soft Cyan")),
)  # fmt: skip
MODULES = [
    billy, decisions, effects, guide, heuristics, hidden, invariants, legal, market, mixing, rules, turns, value,
    winning,
]  # fmt: skip


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        value.read_weights.cache_clear()
        for test in (*vars(test_rules).values(), *vars(test_rulebook).values()):
            if getattr(test, "__name__", "").startswith("test_") and not signature(test).parameters:
                test()  # positions are interpreted
        for broken, case in DAMAGES:
            table = damage(broken, case)
            assert table.verbs.broken_invariant(table.setup.constants, table.record, 0) == broken
        for arguments, actions in PLAYED:
            options = dict(arguments)
            pos = Position(*options.pop("hands"), **options)
            for action in actions:
                call_bot_verbs(pos.table)
                pos.do(action)
            call_bot_verbs(pos.table)

    missed = line_coverage.unexecuted(MODULES, exercise)
    assert not missed, ", ".join(missed)


def test_a_record_is_small() -> None:
    assert GAME.state_bytes <= 1024
