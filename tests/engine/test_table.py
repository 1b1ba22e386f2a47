"""Tables: named errors that change nothing, prepared steps, undo, copies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from gamut.engine import table as module
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.errors import (
    CannotUndo,
    GameOver,
    GamutError,
    IllegalAction,
    InvalidOptions,
    InvalidPosition,
    NotYourTurn,
    UnknownAction,
    UnknownSeat,
)
from gamut.engine.game import Game
from gamut.engine.record import Row
from gamut.engine.table import SNAPSHOT_INTERVAL, Result, Table, Undo, describe_result
from gamut.engine.verbs import UNSEEN
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS, TAKE
from tests.toys.broken import change_game
from tests.toys.lantern import LANTERN, WAIT
from tests.toys.mosaic import CELLS, MOSAIC, SEATS, TURNS, Constants, State
from tests.toys.pledges import DONE, PLEDGES
from tests.toys.trail import TRAIL

KEY = bytes(range(16))
REVEALED = "You can't undo this: new information was revealed."


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


def test_the_key_determines_the_deal() -> None:
    first, second = (Table(BIDS.open(2), KEY, native=False) for _ in range(2))
    assert first.digest == second.digest
    assert first.digest != Table(BIDS.open(2), bytes(16), native=False).digest
    assert Table(BIDS.open(2), native=False).digest != Table(BIDS.open(2), native=False).digest
    with pytest.raises(InvalidPosition, match="a chance key has 16 bytes, not 3"):
        Table(BIDS.open(2), b"abc", native=False)


@pytest.mark.parametrize("native", [True, False])
def test_every_error_is_named_and_changes_nothing(native: bool) -> None:
    table = Table(MIXX.open(2, {"first": "1"}), KEY, native=native)
    legal = table.legal_texts(0)
    illegal = next(text for text in table.setup.action_texts if text not in legal)
    before, history = table.record.tobytes(), list(table.history)
    wrong: list[tuple[int, int | str, type[GamutError], str]] = [
        (0, "dance", UnknownAction, "'dance' is not an action of Mixx"),
        (0, -1, UnknownAction, "action -1 does not exist; actions are 0 to 639"),
        (0, 640, UnknownAction, "action 640 does not exist; actions are 0 to 639"),
        (1, legal[0], NotYourTurn, "seat 2 has no decision to make; it is the turn of seat 1"),
        (7, legal[0], UnknownSeat, "seat number 7 does not exist: seats are 0 to 1, and −1 is a spectator"),
        (-1, legal[0], NotYourTurn, "a spectator has no decision to make"),
        (0, illegal, IllegalAction, f"'{illegal}' is not legal now; seat 1 may '{legal[0]}'"),
    ]
    for seat, action, error, message in wrong:
        with pytest.raises(error) as caught:
            table.play(seat, action)
        assert message in str(caught.value)
        assert table.record.tobytes() == before
        assert table.history == history
    with pytest.raises(IllegalAction, match="the game is not over yet"):
        _ = table.result


def test_an_unknown_seat_raises(mixx: Table) -> None:
    for method in (mixx.legal, mixx.hidden, mixx.knowledge):
        for seat in (2, 9, -2):
            with pytest.raises(UnknownSeat, match=f"seat number {seat} does not exist"):
                method(seat)
    assert mixx.legal(-1) == mixx.knowledge(-1).legal == []


def test_errors_have_a_note_about_how_seats_are_counted() -> None:
    table = Table(MIXX.open(2, {"first": "1"}), KEY)
    with pytest.raises(NotYourTurn) as caught:
        table.play(1, 0)
    assert caught.value.__notes__ == ["Messages count seats from 1, Python from 0: seat 2 is number 1."]


@pytest.mark.parametrize("seats", ["2", 2.0, None])
def test_the_number_of_seats_must_be_an_integer(seats: Any) -> None:
    with pytest.raises(InvalidOptions, match="Mixx is for 2 to 4 players; seats must be an integer"):
        MIXX.open(seats)


def test_playing_after_the_end_raises(mixx: Table) -> None:
    finish(mixx)
    before = mixx.record.tobytes()
    with pytest.raises(GameOver, match=f"the game is over: {mixx.setup.action_texts[0]!r} is no longer possible"):
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
        assert table.result.reason == "Nobody wins: the oil is gone."


def test_a_reason_contains_the_names_of_the_winners() -> None:
    won, shared = Result((3, 5), (2, 1), "{winner} won."), Result((5, 5), (1, 1), "Tied – {winner} share the win.")
    assert [won.reason, shared.reason] == ["Seat 2 won.", "Tied – Seat 1 and Seat 2 share the win."]
    assert describe_result(shared.reason_template, ["Ada", "Bo"]) == "Tied – Ada and Bo share the win."
    assert Result((1, 2), (2, 1), "most points").reason == "Seat 2 wins: most points."


def test_a_wrong_number_of_seats_raises() -> None:
    with pytest.raises(InvalidOptions, match="Bids is for 2 to 3 players, not 4"):
        BIDS.open(4)


def test_action_texts_are_parsed_without_regard_to_case_and_spaces(bids: Table) -> None:
    assert bids.setup.parse_action("  BID   Two ") == 1


def test_an_action_that_does_not_exist_with_these_options_raises() -> None:
    short, long = (Table(TRAIL.open(2, {"length": length}), KEY, native=False) for length in ("short", "long"))
    assert long.play(0, "take summit") == 11
    with pytest.raises(UnknownAction, match="'take summit' is not an action of Trail"):
        short.play(0, "take summit")
    with pytest.raises(UnknownAction, match="action 11 does not exist; actions are 0 to 5"):
        short.play(0, 11)


# ---------------------------------------------------------------- prepare and commit


def test_a_prepared_step_changes_nothing_until_it_is_committed(bids: Table) -> None:
    before = bids.record.tobytes()
    step = bids.prepare(0, bids.legal(0)[0])
    assert (bids.record.tobytes(), bids.history, bids.actors) == (before, [], (0, 1))
    bids.commit(step)
    assert (bids.digest, bids.history, bids.actors) == (step.digest, [(0, step.action)], (1,))
    assert bids.record is step.after


def test_committing_a_stale_step_raises(bids: Table) -> None:
    first, second = bids.prepare(0, bids.legal(0)[0]), bids.prepare(1, bids.legal(1)[0])
    bids.commit(first)
    after = bids.digest
    for stale in (first, second):
        with pytest.raises(IllegalAction, match="the table has changed since this step was prepared"):
            bids.commit(stale)
    assert (bids.digest, len(bids.history)) == (after, 1)


def test_committing_a_step_after_an_undo_raises(bids: Table) -> None:
    step = bids.prepare(0, bids.legal(0)[0])
    bids.play(1, bids.legal(1)[0])
    bids.undo(0)
    with pytest.raises(IllegalAction, match="the table has changed"):
        bids.commit(step)


def test_a_step_knows_whether_it_reveals_something(bids: Table, mixx: Table, pledges: Table) -> None:
    assert mixx.prepare(0, mixx.legal(0)[0]).reveals  # a card is drawn
    assert not bids.prepare(0, bids.legal(0)[0]).reveals
    bids.play(0, bids.legal(0)[0])
    assert bids.prepare(1, bids.legal(1)[0]).reveals  # the last bid
    for seat in range(2):
        pledges.play(seat, DONE)
    assert not pledges.prepare(2, 0).reveals
    assert pledges.prepare(2, DONE).reveals


# ---------------------------------------------------------------- undo: what is allowed


def test_undo_without_a_step_is_not_possible(bids: Table) -> None:
    assert bids.find_undo(0, [0, 1]) == Undo(-1, why="You haven't made a move yet.")
    assert not bids.find_undo(0, [0, 1]).possible
    with pytest.raises(CannotUndo, match="step 0 does not exist; there are 0 steps"):
        bids.undo(0)


def test_in_a_secret_phase_each_seat_undoes_only_its_own_steps(pledges: Table) -> None:
    for seat, action in ((0, 2), (1, 0), (0, 1), (2, DONE), (1, 1)):
        pledges.play(seat, action)
    seats = range(3)
    assert [pledges.find_undo(seat, seats) for seat in seats] == [
        Undo(2, free=True), Undo(4, free=True), Undo(3, free=True),
    ]  # fmt: skip
    pledges.undo(2)
    assert pledges.history == [(0, 2), (1, 0), (2, DONE), (1, 1)]
    assert pledges.record["placed"][0].tolist() == [[0, 0, 1], [1, 1, 0], [0, 0, 0]]
    assert pledges.submitted == (2,)
    pledges.undo(2)  # the third seat is no longer done
    assert (pledges.history, pledges.actors) == ([(0, 2), (1, 0), (1, 1)], (0, 1, 2))
    assert not pledges.submitted
    pledges.undo(0)
    assert pledges.record["placed"][0].tolist() == [[0, 0, 0], [1, 1, 0], [0, 0, 0]]


def test_undo_is_refused_after_a_reveal(pledges: Table) -> None:
    for seat in range(3):
        pledges.play(seat, DONE)  # a tie: another phase
    assert (pledges.secret_phase, pledges.submitted) == (2, ())
    assert pledges.find_undo(0, range(3)) == Undo(-1, why=REVEALED)
    pledges.play(1, 0)
    assert pledges.find_undo(1, range(3)) == Undo(3, free=True)
    assert pledges.find_undo(0, range(3)).why == REVEALED
    pledges.undo(3)
    assert (len(pledges.history), pledges.secret_phase) == (3, 2)


def test_a_person_alone_can_undo_everything(mixx: Table) -> None:
    mixx.play(0, mixx.legal(0)[0])
    mixx.play(mixx.actors[0], mixx.legal(mixx.actors[0])[0])
    assert mixx.find_undo(0, [0]) == Undo(0, free=True)
    assert mixx.find_undo(0, [0, 1]) == Undo(-1, why=REVEALED)
    start = Table(mixx.setup, KEY, native=False).digest
    mixx.undo(0)
    assert (mixx.digest, mixx.history) == (start, [])


def test_undo_of_a_step_that_others_have_seen_needs_their_agreement() -> None:
    table = Table(MOSAIC.open(2), KEY)
    table.play(0, 0)
    assert table.find_undo(0, [0, 1]) == Undo(0, free=False, why="The other players must agree.")
    table.play(1, 1)
    assert table.find_undo(0, [0, 1]) == Undo(0, free=False, why="The other players must agree.")
    assert table.find_undo(1, [0, 1]) == Undo(1, free=False, why="The other players must agree.")
    table.undo(0)
    assert table.history == []


def actors_in_pairs(c: Constants, s: State) -> int:
    """Let each seat colour two cells in a row."""
    return 0 if s.turns == TURNS else 1 << s.turns // 2 % SEATS


def actors_in_triples(c: Constants, s: State) -> int:
    """Let each seat colour three cells in a row."""
    return 0 if s.turns == TURNS else 1 << s.turns // 3 % SEATS


def legal_in_triples(c: Constants, s: State, seat: int, out: Row) -> int:
    n = 0
    for cell in range(CELLS):
        if (actors_in_triples(c, s) >> seat) & 1 and s.mix[cell] == 0:
            out[n] = cell
            n += 1
    return n


def legal_in_pairs(c: Constants, s: State, seat: int, out: Row) -> int:
    n = 0
    for cell in range(CELLS):
        if (actors_in_pairs(c, s) >> seat) & 1 and s.mix[cell] == 0:
            out[n] = cell
            n += 1
    return n


def test_undo_within_a_turn_needs_no_agreement() -> None:
    game = change_game(MOSAIC, id="pairs", actors=actors_in_pairs, legal=legal_in_pairs)
    table = Table(game.open(2), KEY, native=False)
    table.play(0, 3)
    assert table.find_undo(0, [0, 1]) == Undo(0, free=True)  # it is still its turn
    table.play(0, 4)
    assert table.find_undo(0, [0, 1]) == Undo(1, free=False, why="The other players must agree.")
    table.play(1, 5)
    assert table.find_undo(0, [0, 1]) == Undo(1, free=False, why="The other players must agree.")
    assert table.find_undo(1, [0, 1]) == Undo(2, free=True)


def test_several_steps_are_undone_as_one_move() -> None:
    game = change_game(MOSAIC, id="triples", actors=actors_in_triples, legal=legal_in_triples)
    table = Table(game.open(2), KEY, native=False)
    for cell in (3, 4):
        table.play(0, cell)
    assert table.find_undo(0, [0, 1], steps=2) == Undo(0, free=True)  # it is still its turn
    assert not table.find_undo(0, [0, 1], steps=3).possible
    table.play(0, 5)
    assert table.find_undo(0, [0, 1], steps=2) == Undo(1, free=False, why="The other players must agree.")
    table.play(1, 6)
    assert table.find_undo(0, [0, 1], steps=2) == Undo(1, free=False, why="The other players must agree.")
    assert table.find_undo(0, [0], steps=3) == Undo(0, free=True)


# ---------------------------------------------------------------- undo: how it is done


def test_rewind_restores_earlier_states(bids: Table) -> None:
    digests = [bids.digest]
    while not bids.over:
        bids.play(bids.actors[0], bids.legal(bids.actors[0])[0])
        digests.append(bids.digest)
    history = list(bids.history)
    for steps in (len(history), 3, 0):
        bids.rewind(steps)
        assert (bids.digest, bids.history) == (digests[steps], history[:steps])
    for steps in (-1, 1):
        with pytest.raises(CannotUndo, match=f"cannot rewind to step {steps}; there are 0 steps"):
            bids.rewind(steps)


def test_rewind_restores_the_secret_phase(pledges: Table) -> None:
    for seat in range(3):
        pledges.play(seat, DONE)
    pledges.play(0, 1)
    pledges.rewind(1)
    assert (pledges.secret_phase, pledges.submitted, pledges.actors) == (1, (0,), (1, 2))
    assert pledges.find_undo(0, range(3)) == Undo(0, free=True)
    pledges.play(1, DONE)
    pledges.play(2, DONE)
    assert pledges.secret_phase == 2
    assert not pledges.find_undo(1, range(3)).possible


class CountingVerbs(BoundVerbs):
    """Verbs that count the calls of `play`."""

    plays: Counter[str] = Counter()

    def __init__(self, game: Game, native: bool = True) -> None:
        super().__init__(game, native)
        play = self.play

        def call(*arguments: Any) -> None:
            CountingVerbs.plays["play"] += 1
            play(*arguments)

        self.__dict__["play"] = call


def test_rewind_replays_only_the_steps_since_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BoundVerbs", CountingVerbs)
    table = Table(MIXX.open(2), KEY)
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    steps = len(table.history)
    assert CountingVerbs.plays["play"] == steps > 2 * SNAPSHOT_INTERVAL  # every action is played once
    for back in (1, 2, SNAPSHOT_INTERVAL - 1, SNAPSHOT_INTERVAL, SNAPSHOT_INTERVAL + 1, steps):
        copy = table.copy()
        CountingVerbs.plays.clear()
        copy.rewind(steps - back)
        assert CountingVerbs.plays["play"] < SNAPSHOT_INTERVAL
        assert len(copy.history) == steps - back
    CountingVerbs.plays.clear()
    for k in range(steps - 1, -1, -1):  # step by step to the start
        table.rewind(k)
    assert CountingVerbs.plays["play"] < steps * SNAPSHOT_INTERVAL // 2 + SNAPSHOT_INTERVAL


# ---------------------------------------------------------------- hidden information


def test_a_secret_step_is_visible_to_its_seat_only(bids: Table) -> None:
    a = bids.legal(0)[0]
    assert [bids.visible_action(seat, 0, a) for seat in (-1, 0, 1)] == [UNSEEN, a, UNSEEN]
    before = bids.knowledge(1)
    bids.play(0, a)
    assert bids.knowledge(1).log_entries(before, 0, UNSEEN)[0].text == "bid"
    assert (bids.actors, bids.submitted, bids.legal(0)) == ((1,), (0,), [])
    assert (bids.knowledge(1).prompt, bids.knowledge(0).prompt) == ("Bid a card", "")
    assert bids.visible_action(1, 0, TAKE) == TAKE


# ---------------------------------------------------------------- copies


def test_copies_are_independent(bids: Table) -> None:
    bids.play(0, bids.legal(0)[0])
    copy, digest = bids.copy(), bids.digest
    copy.undo(0)
    assert (bids.digest, len(bids.history), bids.find_undo(0, [0, 1]).free) == (digest, 1, True)
    bids.play(1, bids.legal(1)[0])
    assert copy.history == []
    assert copy.legal(0)
