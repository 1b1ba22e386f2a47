"""Twins: what a seat cannot know changes nothing that it is shown, told or advised by a bot."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamut.bots import make_bot
from gamut.engine.game import Game
from gamut.engine.record import Array
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.testing import Case, ConformanceError, same_choice, same_for
from gamut.testing.twins import secret_twins
from tests.toys.bids import BIDS, KINDS, TAKE
from tests.toys.broken import changed
from tests.toys.broken.bids import hide_but_a_hand
from tests.toys.broken.pledges import Peeping
from tests.toys.numbers import NUMBERS
from tests.toys.pledges import DONE, PLEDGES

KEY = bytes(range(16))
CASE = Case(BIDS, 3, games=3, native=False)


def lowest(s: Array, seat: int, seed: int) -> int:
    """A fair bot of Bids: the lowest card, and every prize."""
    return TAKE if s["winner"][0] else next(k for k in range(KINDS) if s["hand"][0, seat, k])


# ---------------------------------------------------------------------- handed in by a game's tests


def swapped(first: int, second: int, game: Game = BIDS) -> tuple[Table, Table]:
    """Two deals of Bids in which two seats have each other's hands; one of them has a five."""
    for number in range(100):
        one, other = (Table(game.open(3), number.to_bytes(16, "little"), native=False) for _ in range(2))
        hands = one.record["hand"][0].copy()
        if hands[first, KINDS - 1] and not hands[second, KINDS - 1]:
            break
    hands[[first, second]] = hands[[second, first]]
    other.record["hand"][0] = hands
    return one, other


def test_two_deals_that_a_seat_cannot_tell_apart() -> None:
    one, other = swapped(1, 2)
    same_for(CASE, 0, one, other, lowest)
    same_for(CASE, -1, one, other)
    for table in (one, other):
        table.play(0, table.legal(0)[0])
        table.play(1, table.legal(1)[0])  # another card, and nobody sees it
    same_for(CASE, 0, one, other, lowest)


def test_two_deals_that_a_seat_can_tell_apart_name_what_differs() -> None:
    one, other = swapped(1, 2)
    with pytest.raises(ConformanceError, match=r"same-for: .* seat 2 can tell apart .*, by what it may do: "):
        same_for(CASE, 1, one, other)


def test_a_hand_that_hide_leaves_is_noticed_without_asking_for_a_redeal() -> None:
    one, other = swapped(0, 1, changed(BIDS, id="leaking", hide=hide_but_a_hand))
    with pytest.raises(ConformanceError, match=r"seat 3 can tell apart .*, by its hidden copy, hand: "):
        same_for(CASE, 2, one, other)


def test_a_bot_that_peeks_is_noticed() -> None:
    one, other = swapped(1, 2)
    tables = iter((one, other))

    def peek(s: Array, seat: int, seed: int) -> int:
        strongest = int(strict(next(tables).record).hand[1, 4] > 0)
        held = [k for k in range(KINDS) if s["hand"][0, seat, k]]
        return held[-strongest]

    assert one.record["hand"][0, 1, 4] != other.record["hand"][0, 1, 4]
    with pytest.raises(
        ConformanceError, match="seat 1 can tell apart what it must not, by what its bot chooses: bid"
    ):
        same_for(CASE, 0, one, other, peek)


# ---------------------------------------------------------------------- made from secret steps


def test_twins_are_different_states_that_nobody_else_can_tell_apart() -> None:
    table = Table(PLEDGES.open(3), KEY, native=False)
    halfway = complete = 0
    for number in range(40):
        for one, other in secret_twins(table, Random(number)):
            assert one.mover == other.mover
            assert one.table.history[0][0] == one.mover
            if one.table.record.tobytes() == other.table.record.tobytes():
                continue
            if one.is_in and other.is_in:
                complete += 1
            else:
                halfway += 1
                assert other.table.history == []
            for seat in set(range(-1, 3)) - {one.mover}:
                same_for(Case(PLEDGES, 3), seat, one.table, other.table)
                assert one.told(seat) == other.told(seat)
    assert min(halfway, complete) > 10


def test_the_last_step_of_a_phase_is_not_made() -> None:
    table = Table(PLEDGES.open(2), KEY, native=False)
    table.play(0, DONE)
    seen = [one.table.secret_phase for n in range(20) for one, _ in secret_twins(table, Random(n))]
    assert set(seen) == {1}


# ---------------------------------------------------------------------- bots


def test_a_fair_bot() -> None:
    assert same_choice(CASE, lowest) > 40


@pytest.mark.parametrize("game", [BIDS, PLEDGES, NUMBERS], ids=lambda game: game.id)
@pytest.mark.parametrize("spec", ["random", "greedy", "flat:40it", "search:40it"])
def test_every_bot_chooses_by_what_its_seat_knows(game: Game, spec: str) -> None:
    case = Case(game, 2, games=3)
    bot = make_bot(spec, case.setup)
    assert same_choice(case, lambda s, seat, seed: bot.choose(s, seat, seed).action) > 5


def test_a_bot_that_is_shown_the_true_state_is_noticed() -> None:
    """Peeping tables hand out the stones of others; greedy play would not care, this bot does."""
    case = Case(PLEDGES, 2, games=20, native=False, table=Peeping)

    def mirror(s: Array, seat: int, seed: int) -> int:
        mine, theirs = s["placed"][0, seat], s["placed"][0, 1 - seat]
        behind = [k for k in range(3) if theirs[k] >= mine[k] and mine.sum() < s["stones"][0, seat]]
        return behind[0] if theirs.any() and behind else DONE

    with pytest.raises(ConformanceError, match=r"same-choice: .* the bot chooses '.*', and '.*' for the same"):
        same_choice(case, mirror)
    assert same_choice(Case(PLEDGES, 2, games=20, native=False), mirror) > 20


def test_a_bot_that_guesses() -> None:
    with pytest.raises(ConformanceError, match=r"same-choice: .*the bot chooses 6, which is not legal"):
        same_choice(CASE, lambda s, seat, seed: 6)


def test_a_bot_that_is_moody() -> None:
    calls = iter(range(10**6))

    def mood(s: Array, seat: int, seed: int) -> int:
        held = [k for k in range(KINDS) if s["hand"][0, seat, k]]
        return TAKE if s["winner"][0] else held[-(next(calls) % 2)]

    with pytest.raises(ConformanceError, match="for the same knowledge"):
        same_choice(CASE, mood)


def test_a_bot_that_scribbles() -> None:
    def scribble(s: Any, seat: int, seed: int) -> int:
        s["round"] = 99
        return 0

    with pytest.raises(ConformanceError, match="the bot changes the state it is given"):
        same_choice(CASE, scribble)
