"""The checked door: named errors that change nothing, taking back, copies, saved bytes."""

from __future__ import annotations

import msgspec
import pytest

from gamut.engine.errors import (
    BadOptions,
    BadPosition,
    CannotTakeBack,
    GameOver,
    GamutError,
    IllegalAction,
    NotYourTurn,
    UnknownAction,
)
from gamut.engine.game import UNSEEN
from gamut.engine.table import Saved, Table
from gamut.games.mixx import GAME as MIXX
from tests.toys.bids import BIDS, TAKE

KEY = bytes(range(16))


@pytest.fixture
def bids() -> Table:
    return Table(BIDS.open(2), KEY, native=False)


@pytest.fixture
def mixx() -> Table:
    return Table(MIXX.open(2, {"first": "1"}), KEY, native=False)


def finish(table: Table) -> Table:
    while not table.over:
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    return table


def test_a_key_makes_a_deal() -> None:
    first, second = (Table(BIDS.open(2), KEY, native=False) for _ in range(2))
    assert first.digest == second.digest
    assert first.key_hash == second.key_hash
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
        (7, legal[0], NotYourTurn, "seat 8 has nothing to decide"),
        (-1, legal[0], NotYourTurn, "has nothing to decide"),
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


def test_after_the_end(mixx: Table) -> None:
    finish(mixx)
    before = mixx.record.tobytes()
    with pytest.raises(GameOver, match="the game is over: nobody can 'lay yellow shell level' any more"):
        mixx.play(0, 0)
    assert mixx.record.tobytes() == before
    assert min(mixx.result.ranks) == 1
    assert all(mixx.result.ranks[seat] == 1 for seat in mixx.result.winners)


def test_a_wrong_number_of_seats() -> None:
    with pytest.raises(BadOptions, match="Bids is for 2, 3 players, not 4"):
        BIDS.open(4)


def test_texts_are_read_generously(bids: Table) -> None:
    assert bids.setup.action("  BID   Two ") == 1


# ---------------------------------------------------------------- taking back


def test_nothing_to_take_back(bids: Table) -> None:
    assert not bids.can_take_back(0)
    with pytest.raises(CannotTakeBack, match="nothing has been played yet"):
        bids.take_back(0)


def test_a_secret_choice_is_taken_back_until_another_moves(bids: Table) -> None:
    start = bids.record.tobytes()
    bids.play(0, bids.legal(0)[0])
    assert bids.can_take_back(0)
    assert not bids.can_take_back(1)
    bids.take_back(0)
    assert bids.record.tobytes() == start
    assert bids.history == []
    bids.play(0, bids.legal(0)[0])
    bids.play(0, bids.legal(0)[-1])  # a change of mind, taken back too
    bids.take_back(0)
    bids.take_back(0)
    assert bids.record.tobytes() == start


def test_another_moved_since() -> None:
    table = Table(BIDS.open(3), KEY, native=False)
    table.play(0, table.legal(0)[0])
    table.play(1, table.legal(1)[0])
    with pytest.raises(CannotTakeBack, match="seat 2 has moved since"):
        table.take_back(0)
    table.take_back(1)
    assert not table.can_take_back(0)
    assert table.history[-1][0] == 0


def test_the_last_secret_choice_reveals(bids: Table) -> None:
    bids.play(0, bids.legal(0)[0])
    assert not bids.reveals(0, bids.legal(0)[0])
    assert bids.reveals(1, bids.legal(1)[0])
    bids.play(1, bids.legal(1)[0])
    with pytest.raises(CannotTakeBack, match="revealed something: it stays"):
        bids.take_back(1)


def test_a_draw_reveals(mixx: Table) -> None:
    mixx.play(0, mixx.legal(0)[0])
    assert not mixx.can_take_back(0)
    with pytest.raises(CannotTakeBack, match="revealed something: it stays"):
        mixx.take_back(0)


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


# ---------------------------------------------------------------- seeing


def test_secret_choices_are_seen_by_their_seat_only(bids: Table) -> None:
    a = bids.legal(0)[0]
    assert [bids.seen(seat, 0, a) for seat in (-1, 0, 1)] == [UNSEEN, a, UNSEEN]
    before = bids.hidden(1)
    bids.play(0, a)
    assert bids.tell(1, before, 0, UNSEEN)[0].text == "bid"
    assert bids.actors == (1,)
    assert bids.legal(0)  # may still change
    assert bids.ask(1) == "Bid a card"
    assert bids.seen(1, 0, TAKE) == TAKE


# ---------------------------------------------------------------- copies and bytes


def test_copies_are_independent(bids: Table) -> None:
    bids.play(0, bids.legal(0)[0])
    copy, digest = bids.copy(), bids.digest
    copy.take_back(0)
    assert (bids.digest, len(bids.history), bids.can_take_back(0)) == (digest, 1, True)
    bids.play(1, bids.legal(1)[0])
    assert copy.history == []
    assert copy.legal(0)


@pytest.mark.parametrize("native", [True, False])
def test_bytes_round_trip(native: bool) -> None:
    table = Table(BIDS.open(3, {"rounds": 2}), KEY, native=native)
    for _ in range(4):
        table.play(table.actors[0], table.legal(table.actors[0])[0])
    loaded = Table.from_bytes(BIDS, table.to_bytes(), native=not native)
    assert (loaded.digest, loaded.history, loaded.setup.options) == (
        table.digest,
        table.history,
        table.setup.options,
    )
    assert loaded.to_bytes() == table.to_bytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess"}, "this is a table of chess, not of bids"),
        ({"version": 9}, "saved with rules version 9 of bids, this is 1"),
        ({"seats": 7}, "cannot be played: Bids is for 2, 3 players, not 7"),
        ({"options": {"rounds": 77}}, "cannot be played: rounds = 77 is not possible"),
        ({"key": b"short"}, "a key has 16 bytes, not 5"),
        ({"key": bytes(16)}, "cannot be played: 'bid one' is not possible now"),
        ({"history": [(0, 6)]}, "cannot be played: 'leave' is not possible now"),
        ({"history": [(0, 700)]}, "cannot be played: action 700 is not one of 0 to 6"),
        ({"history": []}, "the saved actions do not lead to the saved state"),
        ({"record": b""}, "the saved actions do not lead to the saved state"),
    ],
)
def test_damaged_bytes(bids: Table, change: dict[str, object], message: str) -> None:
    bids.play(0, bids.legal(0)[0])
    saved = msgspec.msgpack.decode(bids.to_bytes(), type=Saved)
    data = msgspec.msgpack.encode(msgspec.structs.replace(saved, **change))
    with pytest.raises(BadPosition, match=message):
        Table.from_bytes(BIDS, data, native=False)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\x93\x01\x02\x03", b"\x91" * 100_000])
def test_foreign_bytes(data: bytes) -> None:
    with pytest.raises(BadPosition, match="these bytes are no saved table"):
        Table.from_bytes(BIDS, data, native=False)


def test_a_seat_that_does_not_exist_may_do_nothing_and_sees_what_a_spectator_sees() -> None:
    table = Table(MIXX.open(2), bytes(16))
    assert table.legal(2) == table.legal(-1) == table.legal(99) == []
    assert table.hidden(99).tobytes() == table.hidden(-1).tobytes()
