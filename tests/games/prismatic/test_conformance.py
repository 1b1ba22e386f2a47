"""Prismatic fulfils the contract of all games, and its rules have not changed by accident."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamut.engine.bits import EMPTY_SET, bit, lowest
from gamut.engine.chance import game_key
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.prismatic import (
    GAME,
    auction,
    committing,
    guide,
    heuristics,
    hidden,
    invariants,
    paying,
    pieces,
    resolving,
    rules,
    scoring,
    value,
)
from gamut.games.prismatic.record import ANYTHING, ITEMS, MOTES, N_COLOURS, PAYING, PRISM, RESOLVING
from gamut.testing import CHECKS, GameTests, Trial, cases, conform
from tests.games.bot_calls import call_bot_verbs
from tests.games.prismatic.builders import do, empty_deck, look, opened, started
from tests.games.prismatic.builders import resolving as resolved
from tests.games.prismatic.test_rules_end import bid, bidding, counted

# Random games of Prismatic are long, and so are their texts. The checks that read all texts of all steps play only one
# short game each, at different numbers of seats; `python -m gamut.testing conform prismatic` runs them in full.
TEXT_CHECKS = {"interpreted-games": 2, "presentation": 3, "secret-steps": 4, "interpreted-equals-native": 3}
OTHER_CHECKS = [name for name in CHECKS if name not in TEXT_CHECKS]
SHORT_GAME = {"goal": 2, "auction": True}
TRIALS = cases(GAME, games=200, only=OTHER_CHECKS) + [
    trial
    for name, seats in TEXT_CHECKS.items()
    for trial in cases(GAME, games=1, seats=[seats], options=SHORT_GAME, only=[name])
]


ONLY = ["legal-actions", "invariants", "length", "redealing", "hiding", "estimates", "visible-actions", "results"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("goal", [2, 3, 4, 6, 7, 8, 9])
def test_conformance_with_options(seats: int, goal: int) -> None:
    options = {"goal": goal, "auction": goal % 2 == 0, "first": str(1 + goal % seats)}
    assert conform(GAME, games=20, seats=[seats], options=options, only=ONLY) == len(ONLY)


def test_a_record_is_small() -> None:
    assert GAME.state_bytes <= 1280


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
        rng = table.record[0]
        for item in range(ITEMS):
            there = int(rng["supply"][item]) + int(rng["gained"][item])
            there += int(rng["on"][:, item].sum() + rng["placed"][:, item].sum())
            there += int(rng["stock"].sum()) if item == PRISM else int(rng["aside"][item])
            there += 0 if item == PRISM else int(rng["bag"][:, item].sum() + rng["drawn"][:, item].sum())
            assert there == (25 if item < N_COLOURS else 5 if item < MOTES else 50)
        now = rng["motes"][:seats].tolist()
        assert all(new >= old for new, old in zip(now, before, strict=True))
        before = now


@settings(max_examples=25, deadline=None, derandomize=True)
@given(number=st.integers(0, 10_000), random=st.randoms(use_true_random=False))
def test_a_seat_that_chooses_how_to_pay_can_pay_either_way(number: int, random: Any) -> None:
    """With both answers the price is paid, with different light left; what was offered can always be paid."""
    table = Table(GAME.open(2, {"goal": 3}), game_key(4, number))
    for _ in range(400):
        if table.over:
            return
        seat = random.choice(table.actors)
        s = strict_record(table.record)
        if s.phase == RESOLVING and s.task == PAYING:
            outcomes = set()
            for answer in (0, 1):
                copy = table.copy()
                copy.play(seat, copy.legal(seat)[answer])
                while strict_record(copy.record).task == PAYING:
                    copy.play(seat, copy.legal(seat)[1])
                assert sum(copy.record["owed"][0]) == 0
                outcomes.add((copy.record["pool"].tobytes(), copy.record["on"].tobytes()))
            assert len(outcomes) == 2
        legal = table.legal(seat)
        makes = [a for a in legal if a < 63]
        table.play(seat, random.choice(makes or legal))


# ---------------------------------------------------------------------- invariants


@cache
def undamaged() -> Table:
    """A sound table in a turn."""
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


MODULES = [
    auction, committing, value, guide, hidden, invariants, paying, pieces, heuristics, resolving, rules, scoring,
]  # fmt: skip


def play_all(table: Table, *actions: str) -> None:
    """Do actions, and ask everything in between."""
    for action in actions:
        call_bot_verbs(table)
        do(table, action)
    call_bot_verbs(table)


def exercise_turns() -> None:
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
        table, "use Lead White", "return it to the bag", "use Vermilion", "empty Fogbow", "use Neon Sign",
        "steal Pixel",
        "use Magic Lantern", "put it in the common area", "use Scheele's Green", "discard Aurora",
        "use Crucial Experiment", "use Cyanotype", "use Minus Green", "use Morpho Wing",
        "create Four-Colour Press", "take a cyan mote", "discard a card", "discard Pixel", "create Spectroscope",
        "create Red Sprite", "steal a card", "steal Moonbow", "make 3 prisms",
    )  # fmt: skip
    while strict_record(table.record).task != ANYTHING:
        play_all(table, table.legal_texts(0)[0])
    while not table.over and len(table.history) < 60:
        seat = table.actors[0]
        play_seat = table.legal(seat)
        call_bot_verbs(table)
        table.play(seat, play_seat[0])
    drawn = resolved(created={"Magic Lantern": "K"}, common=("Aurora", "Moonbow", "Glory"), goal=9)
    look(drawn).final = 1
    play_all(drawn, "use Magic Lantern", "replace Aurora", "end turn")
    auctioned = bidding(4, 4, 4)
    call_bot_verbs(auctioned)
    bid(auctioned, one=2, two=2)
    call_bot_verbs(auctioned)
    bid(auctioned, three=1)
    bid(auctioned, one=3)
    call_bot_verbs(auctioned)
    bid(auctioned, two=-1)
    call_bot_verbs(auctioned)
    shared = bidding(2, 2, 1)
    bid(shared, one=2, two=2, three=1)
    tied = bidding(2, 2)
    bid(tied, one=2, two=2)
    common = resolved(palette="RGB", common=("First Light", "", ""), created={"Pixel": ""}, goal=2)
    play_all(common, "create First Light")
    placed = started(2)
    placed.play(0, placed.legal(0)[0])
    call_bot_verbs(placed)
    do(placed, "done")
    call_bot_verbs(placed)
    assert look(placed).progress[0] != EMPTY_SET


def exercise_cards() -> None:
    """Rewards that are alike or declined, a deck that runs out, and an ability that has only itself to empty."""
    file = GAME.open(2).files["cards"].replace('rewards = ["mote red"]', 'rewards = ["pull", "mote red", "pull"]')
    table = resolved(
        palette="RKRK", progress={"Madder Root": "RRW"}, created={"Vermilion": "R", "Darkroom": "R"}, file=file,
        common=("Aurora", "Moonbow", "Glory"),
    )  # fmt: skip
    do(table, "create Madder Root", "pull a mote")
    play_all(table, table.legal_texts(0)[-2], "skip the rewards", "use Darkroom", "return it to the bag")
    s = look(table)
    s.discard, s.deck = s.deck | s.discard, EMPTY_SET
    play_all(table, "use the board to draw two cards and keep one")
    play_all(table, table.legal_texts(0)[0])
    paid = resolved(palette="RGRGW^^", pool="RG")
    play_all(paid, "make a prismatic mote", "make yellow light", "pay with motes", "pay with light")
    alone = resolved(palette="RK", created={"Vermilion": "R"}, common=("Aurora", "Moonbow", "Glory"))
    empty_deck(alone, "Rainbow")
    play_all(alone, "use the board to draw two cards and keep one")
    bare = resolved(created={"Vermilion": "R"}, bag="", palette="", progress={"Pixel": "RRGGBB", "Glory": "RGB"})
    call_bot_verbs(bare)
    empty_deck(bare)
    do(bare, "end turn")
    do(bare, "end turn", seat=1)


def exercise_start_and_end() -> None:
    """From the first choice to the last star."""
    table = opened(2, goal=2)
    for _ in range(4):
        call_bot_verbs(table)
        table.play(0, table.legal(0)[0])
    call_bot_verbs(table)
    while not table.over:
        seat = table.actors[0]
        if look(table).round >= 2:
            look(table).final = 1
        action = table.legal(seat)[-1]
        table.visible_action(1 - seat, seat, action)
        table.play(seat, action)
    call_bot_verbs(table)
    ended = counted({}, {"created": {"Rainbow": ""}})
    call_bot_verbs(ended)
    assert ended.result.ranks == (2, 1)


class TestGame(GameTests):
    game = GAME
    trials = TRIALS
    broken_states = [(broken, partial(damaged, broken, how)) for broken, how in DAMAGES]

    @pytest.mark.slow
    def test_conformance(self, trial: Trial) -> None:
        trial()

    def exercise(self) -> None:
        exercise_turns()
        exercise_cards()
        exercise_start_and_end()

    @pytest.mark.long
    def test_every_line_of_the_rules_is_run_interpreted(self) -> None:
        self.verify_line_coverage(*MODULES)
