"""Chroma Mix keeps the contract of games, plays as it did, and every line of its rules was run interpreted."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from typing import Any

import numpy as np
import pytest

from gamut.engine.game import Rules
from gamut.engine.record import Row
from gamut.engine.table import Table
from gamut.games.chroma_mix import (
    GAME,
    billy,
    effects,
    foresight,
    guide,
    hidden,
    invariants,
    mixing,
    offers,
    pending,
    rules,
    supply,
    turns,
    victories,
)  # fmt: skip
from gamut.games.chroma_mix.positions import Scene
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ALSO_PRINT,
    BILLY,
    EMERALD,
    MIX,
    MIX_HAND,
    OVER,
    PEAR,
    PLAYING,
    REFILL,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.tests import test_rulebook, test_rules
from gamut.testing import Trial, cases, clauses, conform, golden, lines

FEW_ROUNDS = {"rounds": 6}  # what goes through Python at every step would take long with 300
NATIVE = ["legal-actions", "invariants", "length", "results", "hiding", "seen-actions", "redealing", "estimates"]


@pytest.mark.slow
@pytest.mark.parametrize("trial", cases(GAME, games=400, options=FEW_ROUNDS), ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, GAME.folder / "tests")


@pytest.mark.slow
@pytest.mark.parametrize("special", ["none", "burgundy", "mustard", "petrol"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_conformance_of_whole_games(seats: int, special: str) -> None:
    assert conform(GAME, games=20, seats=[seats], options={"special": special}, only=NATIVE) == len(NATIVE)


@pytest.mark.slow
@pytest.mark.parametrize("difficulty", ["normal", "easy", "medium", "hard"])
def test_conformance_alone(difficulty: str) -> None:
    options = {"difficulty": difficulty, "rounds": 60}
    assert conform(GAME, games=60, seats=[1], options=options, only=NATIVE) == len(NATIVE)


# ---------------------------------------------------------------------- whoever mixes gets somewhere


def mix_first(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Mix whenever it can be done; all else is equal."""
    for k in range(n):
        out[k] = 10_000 if MIX_HAND <= acts[k] < REFILL or ADD_HAND <= acts[k] < ALSO_PRINT else 1


MIXER = replace(GAME, verbs={**GAME.verbs, "guide": mix_first})


@pytest.mark.long  # a game of its own to the compiler
@pytest.mark.parametrize("seats", GAME.seats)
def test_conformance_of_games_in_which_everybody_mixes(seats: int) -> None:
    only = ["legal-actions", "invariants", "length", "results"]
    assert conform(MIXER, games=60, seats=[seats], only=only) == len(only)


# ---------------------------------------------------------------------- invariants


def damaged(broken: int, how: int) -> Table:
    """A table that breaks one invariant."""
    alone = (broken, how) in ((1, 1), (8, 3), (8, 4))
    at = (
        Scene("3 Light Yellow", "Key", plays=("Emerald Green, Coral",)) if not alone else Scene("Key", billy="Pear")
    )
    s = at.s
    if broken == 1:
        if how == 0:
            s.hand[0, 0] += 1
        else:
            s.deck[MIX] -= 1
    elif broken == 2:
        damage_counts(s, how)
    elif broken == 3:
        damage_market(s, how)
    elif broken == 4:
        damage_stack(s, how)
    elif broken == 5:
        s.play[0, EMERALD] += 1
        s.supply[EMERALD] -= 1
    elif broken == 6:
        s.tucked[0] += 1
        s.supply[0] -= 1
    elif broken == 7:
        if how == 0:
            s.many = 1
        elif how == 1:
            s.returned = 1
        elif how == 2:
            s.parts[0] = 1
        else:
            s.chosen[0], s.chosen[1], s.many = 2, 1, 2
    else:
        damage_turn(s, how)
    return at.table


def damage_counts(s: Any, how: int) -> None:
    """Break a count without losing a card."""
    if how == 0:
        s.supply[0], s.spent[0] = -1, s.supply[0] + 1
    elif how == 1:
        s.hand[1, 0], s.supply[0] = -1, s.supply[0] + 1
    elif how == 2:
        s.discard[0], s.supply[0] = 1, s.supply[0] - 1
    else:
        s.decked[0] += 1


def damage_market(s: Any, how: int) -> None:
    """A gap, or a card in the wrong row."""
    if how == 0:
        s.discard[s.row[0, 0] - 1] += 1
        s.row[0, 0] = 0
    else:
        s.row[0, 0], s.row[1, 0] = s.row[1, 0], s.row[0, 0]


def damage_stack(s: Any, how: int) -> None:
    """Something waits after the end, for nobody, or is left over; or the trail has a hole."""
    if how == 0:
        s.depth = -1
    elif how == 1:
        s.trail[3] = 40
    elif how == 2:
        s.what[0], s.who[0], s.depth = 1, 2, 1
    else:
        s.more[5] = 1


def damage_turn(s: Any, how: int) -> None:
    """An impossible turn, end, place or play area."""
    if how == 0:
        s.round = 0
    elif how == 1:
        s.stage, s.done = OVER, 1
    elif how == 2:
        s.hand[3, 0], s.supply[0] = 1, s.supply[0] - 1
    elif how == 3:
        s.play[BILLY, PEAR], s.hand[BILLY, PEAR] = 1, 0
    else:
        s.turn, s.stage = BILLY, PLAYING


DAMAGES = [
    (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3), (3, 0), (3, 1), (4, 0), (4, 1), (4, 2), (4, 3), (5, 0), (6, 0),
    (7, 0), (7, 1), (7, 2), (7, 3), (8, 0), (8, 1), (8, 2), (8, 3), (8, 4),
]  # fmt: skip


@pytest.mark.parametrize(("broken", "how"), DAMAGES)
def test_check_names_the_broken_invariant(broken: int, how: int) -> None:
    table = damaged(broken, how)
    for native in (False, True):
        assert Rules(GAME, native).check(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 8


# ---------------------------------------------------------------------- every line


def ask_everything(table: Table) -> None:
    """Everything a bot asks, interpreted."""
    asked, c, work = Rules(GAME, native=False), table.setup.constants, table.setup.work()
    weights, features = np.zeros(GAME.most_legal, np.int32), np.zeros(GAME.features, np.float32)
    shares = np.zeros(GAME.most_seats, np.int64)
    for seat in range(table.seats):
        copy = table.hidden(seat)
        acts = np.array(table.legal(seat) or [0], np.int32)
        if table.legal(seat):
            asked.guide(c, copy, 0, seat, acts, len(acts), weights, work)
            assert (weights[: len(acts)] >= 1).all()
        asked.value(c, copy, 0, shares, work)
        asked.settled(c, copy, 0)
        asked.observe(c, copy, 0, seat, features)
        assert asked.seen(c, copy, 0, seat, 0, 1) == 1
        assert copy.tobytes() == table.hidden(seat).tobytes()
        asked.redeal(c, copy, 0, seat, np.array([1], np.uint64))


MIXERS = ("Coral, Raspberry, Orange, Lemon, Emerald Green", "Slate Gray")
PLAYED: tuple[tuple[dict[str, Any], tuple[str, ...]], ...] = (  # scenes, and steps from there
    ({"hands": ("Violet, Azure", "")}, ("print Violet", "also print Azure", "take Lemon")),
    ({"hands": ("Fuchsia", "")}, ("print Fuchsia", "take Light Yellow", "print it", "done")),
    ({"hands": ("Cerulean, Coral", "")}, ("print Cerulean", "take Soft Cyan")),
    ({"hands": ("Prism, Light Yellow", "")}, ("print Prism", "discard Light Yellow", "take Lemon")),
    ({"hands": ("Lavender", ""), "plays": ("Sapphire Blue",)},
     ("print Lavender", "discard Sapphire Blue in play", "take Cerulean", "take Fuchsia", "also print Cerulean")),
    ({"hands": ("Soft Cyan, Light Yellow", "Key"), "plays": MIXERS},
     ("mix Soft Cyan", "with Light Yellow", "take Jungle", "print it", "pass")),
    ({"hands": ("Light Yellow", "Key"), "special": "mustard", "tucked": "2 Cerulean",
      "plays": ("Mustard, Emerald Green, Jungle, Pear",)},
     ("print Light Yellow", "return Light Yellow", "take Soft Cyan", "take Soft Cyan")),
    ({"hands": ("Soft Cyan", ""), "special": "mustard", "plays": ("Mustard, 2 Light Yellow",)},
     ("refill", "return Light Yellow", "tuck Light Yellow", "done")),
    ({"hands": ("Ruby Red, Emerald Green, Sapphire Blue", "Pear")}, ("print Ruby Red", "print Pear")),
    ({"hands": ("", "Key"), "special": "burgundy", "plays": ("Burgundy",)}, ("swap nothing",)),
    ({"hands": ("Key", ""), "special": "petrol", "plays": ("Petrol",)}, ("print Key", "refill", "done")),
    ({"hands": ("Key", ""), "rounds": 1}, ("swap Key", "take Soft Cyan", "refill")),
    ({"hands": ("Light Yellow",), "billy": "2 Soft Cyan, 2 Light Yellow", "billys_deck": "3 MIX",
      "plays": ("Slate Gray",)},
     ("print Light Yellow", "done", "Billy pays Soft Cyan", "Billy pays Light Yellow", "take Jungle", "pass")),
    ({"hands": ("Coral",), "billy": "", "billys_deck": "3 MIX", "rounds": 1}, ("print Coral",)),
)  # fmt: skip
MODULES = [
    billy, effects, foresight, guide, hidden, invariants, mixing, offers, pending, rules, supply, turns, victories,
]  # fmt: skip


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        foresight.read_networks.cache_clear()
        for test in (*vars(test_rules).values(), *vars(test_rulebook).values()):
            if getattr(test, "__name__", "").startswith("test_") and not signature(test).parameters:
                test()  # scenes are interpreted
        for broken, how in DAMAGES:
            table = damaged(broken, how)
            assert table.rules.check(table.setup.constants, table.record, 0) == broken
        for place, steps in PLAYED:
            chosen = dict(place)
            at = Scene(*chosen.pop("hands"), **chosen)
            for step in steps:
                ask_everything(at.table)
                at.do(step)
            ask_everything(at.table)

    missed = lines.unexecuted(MODULES, exercise)
    assert not missed, ", ".join(missed)


def test_a_record_is_small() -> None:
    assert GAME.record_bytes <= 1024
