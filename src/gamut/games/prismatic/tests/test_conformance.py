"""Prismatic keeps the contract of games and plays as it always did; every line of its rules was run interpreted."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine.bits import NONE, bit, lowest
from gamut.engine.game import Rules
from gamut.engine.keys import game_key
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.prismatic import (
    GAME,
    auction,
    committing,
    foresight,
    guide,
    hidden,
    invariants,
    paying,
    pieces,
    prospects,
    resolving,
    rules,
    scoring,
)
from gamut.games.prismatic.positions import do, look, opened, started
from gamut.games.prismatic.positions import resolving as resolved
from gamut.games.prismatic.record import ANYTHING, COLOURS, ITEMS, MOTES, PAYING, PRISM, RESOLVING
from gamut.games.prismatic.tests.positions import empty_deck
from gamut.games.prismatic.tests.test_end import bid, bidding, counted
from gamut.testing import CHECKS, Trial, cases, clauses, conform, golden, lines

# Random games of Prismatic are long, and its tables have much to say: checks that read every word of every step do
# so in one short game each, at different numbers of players. All of them at all numbers, in more and longer games:
# `python -m gamut.testing conform prismatic`.
WORDY = {"interpreted-games": 2, "words": 3, "secret-twins": 4, "interpreted-equals-native": 3}
OTHERS = [name for name in CHECKS if name not in WORDY]
SHORT = {"goal": 2, "auction": True}
TRIALS = cases(GAME, games=200, only=OTHERS) + [
    trial
    for name, seats in WORDY.items()
    for trial in cases(GAME, games=1, seats=[seats], options=SHORT, only=[name])
]


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS, ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, GAME.folder / "tests")


ONLY = ["legal-actions", "invariants", "length", "redealing", "hiding", "estimates", "seen-actions", "results"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("goal", [2, 3, 4, 6, 7, 8, 9])
def test_conformance_with_options(seats: int, goal: int) -> None:
    options = {"goal": goal, "auction": goal % 2 == 0, "first": str(1 + goal % seats)}
    assert conform(GAME, games=20, seats=[seats], options=options, only=ONLY) == len(ONLY)


def test_a_record_is_small() -> None:
    assert GAME.record_bytes <= 1280


# ---------------------------------------------------------------------- properties of whole games


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    seats=st.sampled_from(GAME.seats),
    number=st.integers(0, 10_000),
    auction_on=st.booleans(),
    random=st.randoms(use_true_random=False),
)
def test_motes_and_prisms_are_conserved_and_stay_with_their_owners(
    seats: int, number: int, auction_on: bool, random: Any
) -> None:
    """After every step the box is whole, and no seat owns fewer motes than before."""
    table = Table(GAME.open(seats, {"goal": 2, "auction": auction_on}), game_key(3, number))
    before = [0] * seats
    for _ in range(250):
        if table.over:
            break
        seat = random.choice(table.actors)
        table.play(seat, random.choice(table.legal(seat)))
        r = table.record[0]
        for item in range(ITEMS):
            there = int(r["supply"][item]) + int(r["gained"][item])
            there += int(r["on"][:, item].sum() + r["laid"][:, item].sum())
            there += int(r["stock"].sum()) if item == PRISM else int(r["aside"][item])
            there += 0 if item == PRISM else int(r["bag"][:, item].sum() + r["drawn"][:, item].sum())
            assert there == (25 if item < COLOURS else 5 if item < MOTES else 50)
        now = r["motes"][:seats].tolist()
        assert all(new >= old for new, old in zip(now, before, strict=True))
        before = now


@settings(max_examples=25, deadline=None, derandomize=True)
@given(number=st.integers(0, 10_000), random=st.randoms(use_true_random=False))
def test_whoever_is_asked_how_to_pay_can_pay_either_way(number: int, random: Any) -> None:
    """Both answers lead to a creation, with different pools; a creation that was offered is never stuck."""
    table = Table(GAME.open(2, {"goal": 3}), game_key(4, number))
    for _ in range(400):
        if table.over:
            return
        seat = random.choice(table.actors)
        s = strict(table.record)
        if s.phase == RESOLVING and s.task == PAYING:
            found = set()
            for answer in (0, 1):
                copy = table.copy()
                copy.play(seat, copy.legal(seat)[answer])
                while strict(copy.record).task == PAYING:
                    copy.play(seat, copy.legal(seat)[1])
                assert sum(copy.record["owed"][0]) == 0
                found.add((copy.record["pool"].tobytes(), copy.record["on"].tobytes()))
            assert len(found) == 2
        legal = table.legal(seat)
        makes = [a for a in legal if a < 63]
        table.play(seat, random.choice(makes or legal))


# ---------------------------------------------------------------------- invariants


@cache
def undamaged() -> Table:
    """A sound table in a resolve step."""
    return resolved(palette="RG", progress={"Pixel": "R"}, created={"First Light": "R"})


def damaged(broken: int, how: int) -> Table:
    """A table that breaks one invariant."""
    table = undamaged().copy()
    s = look(table)
    if broken == 1:
        s.discard = s.discard | (bit(lowest(s.deck)) if how else s.progress[0])
    elif broken == 2:
        damage_items(s, how)
    elif broken == 3:
        if how == 0:
            s.motes[0] += 1
        elif how == 1:
            s.prismatic[0] += 1
        else:
            for k in range(MOTES):
                s.supply[k] += s.bag[0, k]
                s.motes[0] -= s.bag[0, k]
                s.bag[0, k] = 0
    elif broken == 4:
        damage_spots(table, how)
    elif broken == 5:
        damage_phase(s, how)
    elif broken == 6:
        damage_task(s, how)
    else:
        table = damage_goal(how)
    return table


def damage_items(s: Any, how: int) -> None:
    """Something too much, or less than nothing."""
    if how == 0:
        s.supply[0] += 1
    elif how == 1:
        s.supply[PRISM] -= 1
    elif how == 2:
        s.stock[0], s.supply[PRISM] = -1, s.supply[PRISM] + 2
    else:
        s.bag[0, 3], s.supply[3] = -1, s.supply[3] + 1


def move_to(s: Any, spot: int, item: int) -> None:
    """A mote goes from the bag of seat 1 to a spot."""
    s.bag[0, item] -= 1
    s.on[spot, item] += 1


def damage_spots(table: Table, how: int) -> None:
    """Something lies where it may not."""
    s = look(table)
    pixel, light = (
        next(k for k, x in enumerate(table.setup.printed.cards) if x.name == n) for n in ("Pixel", "First Light")
    )
    if how == 0:
        move_to(s, pixel, 6)
    elif how == 1:
        move_to(s, light, 1)
    elif how == 2:
        s.supply[0] -= 1
        s.on[45, 0] += 1  # the palette of a seat that is not there
    else:
        s.supply[0] -= 1
        s.on[lowest(s.deck), 0] += 1


def damage_phase(s: Any, how: int) -> None:
    """Something that belongs to another phase."""
    if how == 0:
        s.kept[0] = 1
    elif how == 1:
        s.offer[0] = 1
    elif how == 2:
        s.bag[0, 0] -= 1
        s.drawn[0, 0] += 1
    elif how == 3:
        s.offered[0] = bit(lowest(s.deck))
        s.deck = s.deck ^ s.offered[0]
    else:
        s.due = 1


def damage_task(s: Any, how: int) -> None:
    """Something that does not belong to the step."""
    if how == 0:
        s.owed[0] = 1
    elif how == 1:
        s.pool[0] = -1
    elif how == 2:
        s.wanted = 3
    else:
        s.phase, s.due, s.made = 4, 0, 1


def damage_goal(how: int) -> Table:
    """A goal that was not reached, or bids without prisms."""
    if how < 2:
        table = resolved(goal=2, created={"Pixel": "", "Aurora": ""} if how else {})
        look(table).reached = 0 if how else 1
        return table
    table = bidding(2, 2)
    if how == 2:
        look(table).bid[0] = 3
    else:
        look(table).out = 1
    return table


DAMAGES = [(1, 0), (1, 1), *((2, k) for k in range(4)), *((3, k) for k in range(3)), *((4, k) for k in range(4)),
           *((5, k) for k in range(5)), *((6, k) for k in range(4)), *((7, k) for k in range(4))]  # fmt: skip


@pytest.mark.parametrize(("broken", "how"), DAMAGES)
def test_check_names_the_broken_invariant(broken: int, how: int) -> None:
    table = damaged(broken, how)
    for native in (False, True):
        assert Rules(GAME, native).check(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 7


# ---------------------------------------------------------------------- every line

MODULES = [
    auction, committing, foresight, guide, hidden, invariants, paying, pieces, prospects, resolving, rules, scoring,
]  # fmt: skip


def ask_everything(table: Table) -> None:
    """Everything a bot asks, interpreted."""
    rules, c, work = Rules(GAME, native=False), table.setup.constants, table.setup.work()
    weights, features = np.zeros(GAME.most_legal, np.int32), np.zeros(GAME.features, np.float32)
    shares = np.zeros(GAME.most_seats, np.int64)
    for seat in range(table.seats):
        copy = table.hidden(seat)
        acts = np.array(table.legal(seat) or [0], np.int32)
        if table.legal(seat):
            rules.guide(c, copy, 0, seat, acts, len(acts), weights, work)
            assert (weights[: len(acts)] >= 1).all()
        rules.value(c, copy, 0, shares, work)
        rules.settled(c, copy, 0)
        rules.observe(c, copy, 0, seat, features)
        assert copy.tobytes() == table.hidden(seat).tobytes()
        rules.redeal(c, copy, 0, seat, np.array([seat + 1], np.uint64))
        assert rules.check(c, copy, 0) == 0


def play_all(table: Table, *actions: str) -> None:
    """Do actions, and ask everything in between."""
    for action in actions:
        ask_everything(table)
        do(table, action)
    ask_everything(table)


def exercise() -> None:
    """Every line of the rules at least once."""
    for broken, how in DAMAGES:
        table = damaged(broken, how)
        assert table.rules.check(table.setup.constants, table.record, 0) == broken
    full: dict[str, Any] = {
        "palette": "RRGGBBWKYKP^", "pool": "RY", "common": ("Aurora", "Moonbow", ""),
        "progress": {"Four-Colour Press": "CCMYWK", "Spectroscope": "RBYW^", "Red Sprite": "RRMMK", "Glory": "P"},
        "created": {"Lead White": "W", "Vermilion": "RP", "Neon Sign": "R", "Magic Lantern": "K", "Fogbow": "WW",
                    "Scheele's Green": "G", "Crucial Experiment": "", "Cyanotype": "", "Minus Green": "",
                    "Morpho Wing": "^"},
        "others": [{"progress": {"Pixel": "R"}, "palette": "RGB"}], "goal": 9,
    }  # fmt: skip
    table = resolved(**full)
    play_all(
        table, "use Lead White", "put it back", "use Vermilion", "empty Fogbow", "use Neon Sign", "steal Pixel",
        "use Magic Lantern", "put it into the common area", "use Scheele's Green", "discard Aurora",
        "use Crucial Experiment", "use Cyanotype", "use Minus Green", "use Morpho Wing",
        "create Four-Colour Press", "take a cyan mote", "take the discard", "discard Pixel", "create Spectroscope",
        "create Red Sprite", "take the steal", "steal Moonbow", "make 3 prisms",
    )  # fmt: skip
    while strict(table.record).task != ANYTHING:
        play_all(table, table.legal_texts(0)[0])
    while not table.over and len(table.history) < 60:
        seat = table.actors[0]
        play_seat = table.legal(seat)
        ask_everything(table)
        table.play(seat, play_seat[0])
    drawn = resolved(created={"Magic Lantern": "K"}, common=("Aurora", "Moonbow", "Glory"), goal=9)
    look(drawn).final = 1
    play_all(drawn, "use Magic Lantern", "replace Aurora", "end step")
    auctioned = bidding(4, 4, 4)
    ask_everything(auctioned)
    bid(auctioned, one=2, two=2)
    ask_everything(auctioned)
    bid(auctioned, three=1)
    bid(auctioned, one=3)
    ask_everything(auctioned)
    bid(auctioned, two=-1)
    ask_everything(auctioned)
    shared = bidding(2, 2, 1)
    bid(shared, one=2, two=2, three=1)
    nobody = bidding(2, 2)
    bid(nobody, one=2, two=2)
    common = resolved(palette="RGB", common=("First Light", "", ""), created={"Pixel": ""}, goal=2)
    play_all(common, "create First Light")
    exercise_cards()
    exercise_start_and_end()
    laid = started(2)
    laid.play(0, laid.legal(0)[0])
    ask_everything(laid)
    do(laid, "done")
    ask_everything(laid)
    assert look(laid).progress[0] != NONE


def exercise_cards() -> None:
    """Rewards that are alike or declined, a deck that runs out, and an ability that has only itself to empty."""
    file = GAME.open(2).files["cards"].replace('rewards = ["mote red"]', 'rewards = ["pull", "mote red", "pull"]')
    table = resolved(
        palette="RKRK", progress={"Madder Root": "RRW"}, created={"Vermilion": "R", "Darkroom": "R"}, file=file,
        common=("Aurora", "Moonbow", "Glory"),
    )  # fmt: skip
    do(table, "create Madder Root", "take the pull")
    play_all(table, table.legal_texts(0)[-2], "decline", "use Darkroom", "put it back")
    s = look(table)
    s.discard, s.deck = s.deck | s.discard, NONE
    play_all(table, "make a choice of two cards")
    play_all(table, table.legal_texts(0)[0])
    paid = resolved(palette="RGRGW^^", pool="RG")
    play_all(paid, "make a prismatic mote", "make yellow for the pool", "pay with motes", "pay with the pool")
    alone = resolved(palette="RK", created={"Vermilion": "R"}, common=("Aurora", "Moonbow", "Glory"))
    empty_deck(alone, "Rainbow")
    play_all(alone, "make a choice of two cards")
    bare = resolved(created={"Vermilion": "R"}, bag="", palette="", progress={"Pixel": "RRGGBB", "Glory": "RGB"})
    ask_everything(bare)
    empty_deck(bare)
    do(bare, "end step")
    do(bare, "end step", seat=1)


def exercise_start_and_end() -> None:
    """From the first choice to the last star."""
    table = opened(2, goal=2)
    for _ in range(4):
        ask_everything(table)
        table.play(0, table.legal(0)[0])
    ask_everything(table)
    while not table.over:
        seat = table.actors[0]
        if look(table).round >= 2:
            look(table).final = 1
        action = table.legal(seat)[-1]
        table.seen(1 - seat, seat, action)
        table.play(seat, action)
    ask_everything(table)
    ended = counted({}, {"created": {"Rainbow": ""}})
    ask_everything(ended)
    assert ended.result.ranks == (2, 1)


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    missed = lines.unexecuted(MODULES, exercise)
    assert not missed, ", ".join(missed)
