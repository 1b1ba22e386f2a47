"""Indistinguishable states: what a seat cannot know changes neither what it is shown nor what its bot chooses."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamut.bots import make_bot
from gamut.engine.game import Game
from gamut.engine.record import Array
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.testing import Case, ConformanceError, same_choice, same_for
from gamut.testing.indistinguishable import vary_secret_steps
from tests.toys.bids import BIDS, KINDS, TAKE
from tests.toys.broken import change_game
from tests.toys.broken.bids import hide_but_a_hand
from tests.toys.broken.pledges import LeakingTable
from tests.toys.numbers import NUMBERS
from tests.toys.pledges import DONE, PLEDGES

KEY = bytes(range(16))
CASE = Case(BIDS, 3, games=3, native=False)


def choose_lowest(s: Array, seat: int, seed: int) -> int:
    """A fair bot for Bids: it bids its lowest card and takes every prize."""
    return TAKE if s["winner"][0] else next(k for k in range(KINDS) if s["hand"][0, seat, k])


# ---------------------------------------------------------------------- pairs given by a game's tests


def deal_swapped(first: int, second: int, game: Game = BIDS) -> tuple[Table, Table]:
    """Return two deals of Bids in which two seats have swapped hands; one of the hands contains a five."""
    for number in range(100):
        one, other = (Table(game.open(3), number.to_bytes(16, "little"), native=False) for _ in range(2))
        hands = one.record["hand"][0].copy()
        if hands[first, KINDS - 1] and not hands[second, KINDS - 1]:
            break
    hands[[first, second]] = hands[[second, first]]
    other.record["hand"][0] = hands
    return one, other


def test_deals_that_differ_only_in_other_hands_are_the_same_for_a_seat() -> None:
    one, other = deal_swapped(1, 2)
    same_for(CASE, 0, one, other, choose_lowest)
    same_for(CASE, -1, one, other)
    for table in (one, other):
        table.play(0, table.legal(0)[0])
        table.play(1, table.legal(1)[0])  # a different card, which no other seat sees
    same_for(CASE, 0, one, other, choose_lowest)


def test_the_first_difference_is_named() -> None:
    one, other = deal_swapped(1, 2)
    with pytest.raises(ConformanceError, match=r"same-for: .* seat 2 can tell two states apart by its legal actions: "):
        same_for(CASE, 1, one, other)


def test_a_hand_that_is_not_hidden_is_named() -> None:
    one, other = deal_swapped(0, 1, change_game(BIDS, id="leaking", hide=hide_but_a_hand))
    with pytest.raises(ConformanceError, match=r"seat 3 can tell two states apart by its hidden copy, hand: "):
        same_for(CASE, 2, one, other)


def test_a_bot_that_looks_at_the_true_state_is_found() -> None:
    one, other = deal_swapped(1, 2)
    tables = iter((one, other))

    def peek(s: Array, seat: int, seed: int) -> int:
        strongest = int(strict_record(next(tables).record).hand[1, 4] > 0)
        held = [k for k in range(KINDS) if s["hand"][0, seat, k]]
        return held[-strongest]

    assert one.record["hand"][0, 1, 4] != other.record["hand"][0, 1, 4]
    with pytest.raises(ConformanceError, match="seat 1 can tell two states apart by the choice of its bot: bid"):
        same_for(CASE, 0, one, other, peek)


# ---------------------------------------------------------------------- pairs made from secret steps


def test_pairs_with_different_secret_steps_are_the_same_for_all_other_seats() -> None:
    table = Table(PLEDGES.open(3), KEY, native=False)
    unfinished = submitted = 0
    for number in range(40):
        for one, other in vary_secret_steps(table, Random(number)):
            assert one.mover == other.mover
            assert one.table.history[0][0] == one.mover
            if one.table.record.tobytes() == other.table.record.tobytes():
                continue
            if one.submitted and other.submitted:
                submitted += 1
            else:
                unfinished += 1
                assert other.table.history == []
            for seat in set(range(-1, 3)) - {one.mover}:
                same_for(Case(PLEDGES, 3), seat, one.table, other.table)
                assert one.log_of(seat) == other.log_of(seat)
    assert min(unfinished, submitted) > 10


def test_the_last_step_of_a_phase_is_not_taken() -> None:
    table = Table(PLEDGES.open(2), KEY, native=False)
    table.play(0, DONE)
    phases = [one.table.secret_phase for n in range(20) for one, _ in vary_secret_steps(table, Random(n))]
    assert set(phases) == {1}


# ---------------------------------------------------------------------- bots


def test_a_fair_bot_passes() -> None:
    assert same_choice(CASE, choose_lowest) > 40


@pytest.mark.parametrize("game", [BIDS, PLEDGES, NUMBERS], ids=lambda game: game.id)
@pytest.mark.parametrize("spec", ["random", "greedy", "flat:40it", "search:40it"])
def test_built_in_bots_choose_by_what_their_seat_knows(game: Game, spec: str) -> None:
    case = Case(game, 2, games=3)
    bot = make_bot(spec, case.setup)
    assert same_choice(case, lambda s, seat, seed: bot.choose(s, seat, seed).action) > 5


def test_a_bot_whose_copy_is_not_hidden_is_found() -> None:
    case = Case(PLEDGES, 2, games=20, native=False, table=LeakingTable)

    def imitate(s: Array, seat: int, seed: int) -> int:
        own, theirs = s["placed"][0, seat], s["placed"][0, 1 - seat]
        behind = [k for k in range(3) if theirs[k] >= own[k] and own.sum() < s["stones"][0, seat]]
        return behind[0] if theirs.any() and behind else DONE

    with pytest.raises(ConformanceError, match=r"same-choice: .* the bot chooses '.*', and '.*' with the same"):
        same_choice(case, imitate)
    assert same_choice(Case(PLEDGES, 2, games=20, native=False), imitate) > 20


def test_an_illegal_choice_is_found() -> None:
    with pytest.raises(ConformanceError, match=r"same-choice: .*the bot chooses 6, which is not legal"):
        same_choice(CASE, lambda s, seat, seed: 6)


def test_a_bot_that_is_not_deterministic_is_found() -> None:
    calls = iter(range(10**6))

    def alternate(s: Array, seat: int, seed: int) -> int:
        held = [k for k in range(KINDS) if s["hand"][0, seat, k]]
        return TAKE if s["winner"][0] else held[-(next(calls) % 2)]

    with pytest.raises(ConformanceError, match="with the same knowledge"):
        same_choice(CASE, alternate)


def test_a_bot_that_changes_its_copy_is_found() -> None:
    def write(s: Any, seat: int, seed: int) -> int:
        s["round"] = 99
        return 0

    with pytest.raises(ConformanceError, match="the bot changes the state it is given"):
        same_choice(CASE, write)
