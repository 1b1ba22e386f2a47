"""The checked door: named errors that change nothing, trying and doing, taking back, copies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gamut.engine import table as module
from gamut.engine.errors import (
    BadOptions,
    BadPosition,
    CannotTakeBack,
    GameOver,
    GamutError,
    IllegalAction,
    NotYourTurn,
    UnknownAction,
    UnknownSeat,
)
from gamut.engine.game import Rules
from gamut.engine.record import Row
from gamut.engine.table import KEPT_EVERY, Table, TakeBack
from gamut.engine.verbs import UNSEEN
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS, TAKE
from tests.toys.broken import changed
from tests.toys.lantern import LANTERN, WAIT
from tests.toys.mosaic import CELLS, MOSAIC, SEATS, TURNS, Constants, State
from tests.toys.pledges import DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))


@pytest.fixture
def bids() -> Table:
    return Table(BIDS.open(2), KEY, native=False)


@pytest.fixture
def mixx() -> Table:
    return Table(MIXX.open(2, {"first": "1"}), KEY, native=False)


@pytest.fixture
def pledges() -> Table:
    return Table(PLEDGES.open(3), KEY, native=False)


def finish(table: Table) -> Table:
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    return table


def test_a_key_makes_a_deal() -> None:
    first, second = (Table(BIDS.open(2), KEY, native=False) for _ in range(2))
    assert first.digest == second.digest
    assert first.digest != Table(BIDS.open(2), bytes(16), native=False).digest
    assert Table(BIDS.open(2), native=False).digest != Table(BIDS.open(2), native=False).digest
    with pytest.raises(BadPosition, match="a key has 16 bytes, not 3"):
        Table(BIDS.open(2), b"abc", native=False)


@pytest.mark.parametrize("native", [True, False])
def test_every_error_is_named_and_changes_nothing(native: bool) -> None:
    table = Table(MIXX.open(2, {"first": "1"}), KEY, native=native)
    legal = table.legal_texts(0)
    foreign = next(text for text in table.setup.texts if text not in legal)
    before, history = table.record.tobytes(), list(table.history)
    wrong: list[tuple[int, int | str, type[GamutError], str]] = [
        (0, "dance", UnknownAction, "'dance' is no action of Mixx"),
        (0, -1, UnknownAction, "action -1 is not one of 0 to 639"),
        (0, 640, UnknownAction, "action 640 is not one of 0 to 639"),
        (1, legal[0], NotYourTurn, "seat 2 has nothing to decide; it is the turn of seat 1"),
        (7, legal[0], UnknownSeat, "there is no seat number 7: Python counts 0 to 1, and −1 watches"),
        (-1, legal[0], NotYourTurn, "whoever watches has nothing to decide"),
        (0, foreign, IllegalAction, f"'{foreign}' is not possible now; seat 1 may '{legal[0]}'"),
    ]
    for seat, what, error, message in wrong:
        with pytest.raises(error) as caught:
            table.play(seat, what)
        assert message in str(caught.value)
        assert table.record.tobytes() == before
        assert table.history == history
    with pytest.raises(IllegalAction, match="the game is not over yet"):
        _ = table.result


def test_a_number_of_no_seat_is_refused(mixx: Table) -> None:
    for ask in (mixx.legal, mixx.hidden, mixx.knowledge):
        for seat in (2, 9, -2):
            with pytest.raises(UnknownSeat, match=f"there is no seat number {seat}"):
                ask(seat)
    assert mixx.legal(-1) == mixx.knowledge(-1).legal == []


def test_errors_that_count_from_1_tell_the_number() -> None:
    table = Table(MIXX.open(2, {"first": "1"}), KEY)
    with pytest.raises(NotYourTurn) as caught:
        table.play(1, 0)
    assert caught.value.__notes__ == ["Words count seats from 1, Python from 0: seat 2 is number 1."]


@pytest.mark.parametrize("seats", ["2", 2.0, None])
def test_seats_are_a_whole_number(seats: Any) -> None:
    with pytest.raises(BadOptions, match=f"Mixx is for 2, 3, 4 players; {seats!r} is no whole number"):
        MIXX.open(seats)


def test_after_the_end(mixx: Table) -> None:
    finish(mixx)
    before = mixx.record.tobytes()
    with pytest.raises(GameOver, match="the game is over: nobody can 'lay yellow shell level' any more"):
        mixx.play(0, 0)
    assert mixx.record.tobytes() == before
    assert min(mixx.result.ranks) == 1
    assert all(mixx.result.ranks[seat] == 1 for seat in mixx.result.winners)
    assert not mixx.result.lost


def test_a_game_can_be_lost_alone_and_together() -> None:
    for seats in (1, 2):
        table = Table(LANTERN.open(seats), KEY, native=False)
        while not table.over:
            table.play(table.actors[0], WAIT)
        assert (table.result.ranks, table.result.winners, table.result.lost) == ((2,) * seats, (), True)
        assert table.result.reason == "the oil is gone"


def test_a_wrong_number_of_seats() -> None:
    with pytest.raises(BadOptions, match="Bids is for 2, 3 players, not 4"):
        BIDS.open(4)


def test_texts_are_read_generously(bids: Table) -> None:
    assert bids.setup.action("  BID   Two ") == 1


def test_an_action_that_these_options_do_not_have_is_unknown() -> None:
    short, long = (Table(TRAIL.open(2, {"length": length}), KEY, native=False) for length in ("short", "long"))
    assert long.play(0, "take summit") == 11
    with pytest.raises(UnknownAction, match="'take summit' is no action of Trail"):
        short.play(0, "take summit")
    with pytest.raises(UnknownAction, match="action 11 is not one of 0 to 5"):
        short.play(0, 11)


# ---------------------------------------------------------------- trying and doing


def test_what_is_prepared_is_played_once_and_changes_nothing_before_it_is_done(bids: Table) -> None:
    before = bids.record.tobytes()
    step = bids.prepare(0, bids.legal(0)[0])
    assert (bids.record.tobytes(), bids.history, bids.actors) == (before, [], (0, 1))
    bids.commit(step)
    assert (bids.digest, bids.history, bids.actors) == (step.digest, [(0, step.action)], (1,))
    assert bids.record is step.after


def test_a_stale_step_is_refused(bids: Table) -> None:
    first, second = bids.prepare(0, bids.legal(0)[0]), bids.prepare(1, bids.legal(1)[0])
    bids.commit(first)
    after = bids.digest
    for stale in (first, second):
        with pytest.raises(IllegalAction, match="something else has happened since this was prepared"):
            bids.commit(stale)
    assert (bids.digest, len(bids.history)) == (after, 1)


def test_a_step_of_a_table_that_went_back_is_stale_as_well(bids: Table) -> None:
    step = bids.prepare(0, bids.legal(0)[0])
    bids.play(1, bids.legal(1)[0])
    bids.take_back(0)
    with pytest.raises(IllegalAction, match="something else has happened"):
        bids.commit(step)


def test_a_step_knows_what_it_turns_up(bids: Table, mixx: Table, pledges: Table) -> None:
    assert mixx.prepare(0, mixx.legal(0)[0]).reveals  # a card is drawn
    assert not bids.prepare(0, bids.legal(0)[0]).reveals
    bids.play(0, bids.legal(0)[0])
    assert bids.prepare(1, bids.legal(1)[0]).reveals  # the last bid
    for seat in range(2):
        pledges.play(seat, DONE)
    assert not pledges.prepare(2, 0).reveals
    assert pledges.prepare(2, DONE).reveals


# ---------------------------------------------------------------- taking back: what is allowed


def test_nothing_to_take_back(bids: Table) -> None:
    assert bids.find_take_back(0, [0, 1]) == TakeBack(-1, why="You have not done anything yet.")
    assert not bids.find_take_back(0, [0, 1]).possible
    with pytest.raises(CannotTakeBack, match="there are 0 actions; 0 is not one of them"):
        bids.take_back(0)


def test_in_a_secret_phase_each_seat_takes_its_own_steps_back_and_the_others_stay(pledges: Table) -> None:
    for seat, action in ((0, 2), (1, 0), (0, 1), (2, DONE), (1, 1)):
        pledges.play(seat, action)
    everybody = range(3)
    assert [pledges.find_take_back(seat, everybody) for seat in everybody] == [
        TakeBack(2, free=True), TakeBack(4, free=True), TakeBack(3, free=True),
    ]  # fmt: skip
    pledges.take_back(2)
    assert pledges.history == [(0, 2), (1, 0), (2, DONE), (1, 1)]
    assert pledges.record["placed"][0].tolist() == [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
    assert pledges.chosen == (2,)
    pledges.take_back(2)  # the third seat is no longer done
    assert (pledges.history, pledges.actors) == ([(0, 2), (1, 0), (1, 1)], (0, 1, 2))
    assert not pledges.chosen
    pledges.take_back(0)
    assert pledges.record["placed"][0].tolist() == [[0, 0, 0], [1, 1, 0], [0, 0, 0]]


def test_what_was_turned_up_stays_and_a_new_phase_begins(pledges: Table) -> None:
    for seat in range(3):
        pledges.play(seat, DONE)  # nobody is ahead: once more
    assert (pledges.secret_phase, pledges.chosen) == (2, ())
    assert pledges.find_take_back(0, range(3)) == TakeBack(-1, why="Something was turned up since: it stays.")
    pledges.play(1, 0)
    assert pledges.find_take_back(1, range(3)) == TakeBack(3, free=True)
    assert pledges.find_take_back(0, range(3)).why == "Something was turned up since: it stays."
    pledges.take_back(3)
    assert (len(pledges.history), pledges.secret_phase) == (3, 2)


def test_alone_everything_can_be_taken_back(mixx: Table) -> None:
    mixx.play(0, mixx.legal(0)[0])
    mixx.play(mixx.actors[0], mixx.legal(mixx.actors[0])[0])
    assert mixx.find_take_back(0, [0]) == TakeBack(0, free=True)
    assert mixx.find_take_back(0, [0, 1]) == TakeBack(-1, why="Something was turned up since: it stays.")
    start = Table(mixx.setup, KEY, native=False).digest
    mixx.take_back(0)
    assert (mixx.digest, mixx.history) == (start, [])


def test_what_the_others_have_seen_needs_their_agreement() -> None:
    table = Table(MOSAIC.open(2), KEY)
    table.play(0, 0)
    assert table.find_take_back(0, [0, 1]) == TakeBack(0, free=False, why="The others have to agree.")
    table.play(1, 1)
    assert table.find_take_back(0, [0, 1]) == TakeBack(0, free=False, why="The others have to agree.")
    assert table.find_take_back(1, [0, 1]) == TakeBack(1, free=False, why="The others have to agree.")
    table.take_back(0)
    assert table.history == []


def actors_in_pairs(c: Constants, s: State) -> int:
    """Each seat colours two cells in a row."""
    return 0 if s.turns == TURNS else 1 << s.turns // 2 % SEATS


def legal_in_pairs(c: Constants, s: State, seat: int, out: Row) -> int:
    n = 0
    for cell in range(CELLS):
        if (actors_in_pairs(c, s) >> seat) & 1 and s.mix[cell] == 0:
            out[n] = cell
            n += 1
    return n


def test_in_ones_own_turn_nobody_has_to_agree() -> None:
    game = changed(MOSAIC, id="pairs", actors=actors_in_pairs, legal=legal_in_pairs)
    table = Table(game.open(2), KEY, native=False)
    table.play(0, 3)
    assert table.find_take_back(0, [0, 1]) == TakeBack(0, free=True)  # it is still its turn
    table.play(0, 4)
    assert table.find_take_back(0, [0, 1]) == TakeBack(1, free=False, why="The others have to agree.")
    table.play(1, 5)
    assert table.find_take_back(0, [0, 1]) == TakeBack(1, free=False, why="The others have to agree.")
    assert table.find_take_back(1, [0, 1]) == TakeBack(2, free=True)


# ---------------------------------------------------------------- going back: how


def test_rewind(bids: Table) -> None:
    digests = [bids.digest]
    while not bids.over:
        bids.play(bids.actors[0], bids.legal(bids.actors[0])[0])
        digests.append(bids.digest)
    history = list(bids.history)
    for steps in (len(history), 3, 0):
        bids.rewind(steps)
        assert (bids.digest, bids.history) == (digests[steps], history[:steps])
    for steps in (-1, 1):
        with pytest.raises(CannotTakeBack, match=f"there are 0 actions; {steps} is not one of 0 to that"):
            bids.rewind(steps)


def test_a_rewound_table_knows_its_phase_again(pledges: Table) -> None:
    for seat in range(3):
        pledges.play(seat, DONE)
    pledges.play(0, 1)
    pledges.rewind(1)
    assert (pledges.secret_phase, pledges.chosen, pledges.actors) == (1, (0,), (1, 2))
    assert pledges.find_take_back(0, range(3)) == TakeBack(0, free=True)
    pledges.play(1, DONE)
    pledges.play(2, DONE)
    assert pledges.secret_phase == 2
    assert not pledges.find_take_back(1, range(3)).possible


class Counting(Rules):
    """Rules that count how often they are asked to play."""

    plays: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        made = super().__getattr__(name)

        def call(*arguments: Any) -> Any:
            Counting.plays[name] += 1
            return made(*arguments)

        if name == "play":
            self.__dict__[name] = call
        return self.__dict__[name]


def test_going_back_costs_no_more_than_the_steps_between_two_kept_states(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "Rules", Counting)
    table = Table(MIXX.open(2), KEY)
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    steps = len(table.history)
    assert Counting.plays["play"] == steps > 2 * KEPT_EVERY  # every action is played once
    for back in (1, 2, KEPT_EVERY - 1, KEPT_EVERY, KEPT_EVERY + 1, steps):
        copy = table.copy()
        Counting.plays.clear()
        copy.rewind(steps - back)
        assert Counting.plays["play"] < KEPT_EVERY
        assert len(copy.history) == steps - back
    Counting.plays.clear()
    for k in range(steps - 1, -1, -1):  # one by one, back to the start
        table.rewind(k)
    assert Counting.plays["play"] < steps * KEPT_EVERY // 2 + KEPT_EVERY


# ---------------------------------------------------------------- seeing


def test_secret_choices_are_seen_by_their_seat_only(bids: Table) -> None:
    a = bids.legal(0)[0]
    assert [bids.seen(seat, 0, a) for seat in (-1, 0, 1)] == [UNSEEN, a, UNSEEN]
    before = bids.knowledge(1)
    bids.play(0, a)
    assert bids.knowledge(1).tell(before, 0, UNSEEN)[0].text == "bid"
    assert (bids.actors, bids.chosen, bids.legal(0)) == ((1,), (0,), [])
    assert (bids.knowledge(1).ask, bids.knowledge(0).ask) == ("Bid a card", "")
    assert bids.seen(1, 0, TAKE) == TAKE


# ---------------------------------------------------------------- copies


def test_copies_are_independent(bids: Table) -> None:
    bids.play(0, bids.legal(0)[0])
    copy, digest = bids.copy(), bids.digest
    copy.take_back(0)
    assert (bids.digest, len(bids.history), bids.find_take_back(0, [0, 1]).free) == (digest, 1, True)
    bids.play(1, bids.legal(1)[0])
    assert copy.history == []
    assert copy.legal(0)
