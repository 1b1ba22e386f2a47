"""No message contains more than the hidden copy of its seat, in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

from gamut import games
from gamut.engine.game import Game
from gamut.engine.seat_log import SeatLog
from gamut.server.logs import JsonFormatter
from gamut.server.storage.entries import SeatRow, StoredEntry, TableRow
from gamut.server.tables import rendering, seat_secrets
from gamut.server.tables.match import Match
from gamut.server.tables.seat_secrets import Access
from gamut.server.wire import messages as m
from tests.server.in_process_server import InProcessServer, server_test


def each_table() -> Iterator[ParameterSet]:
    """Yield every game with every number of players; larger tables are slow."""
    for game in games.list_games():
        for seats in game.seats:
            marks = [pytest.mark.slow] if seats > game.seats[0] else []
            yield pytest.param(game, seats, id=f"{game.id}-{seats}", marks=marks)


named = pytest.mark.parametrize(("game", "seats"), list(each_table()))


def make_row(game: Game, seats: int, key: bytes) -> TableRow:
    sitting = tuple(SeatRow(seat=k, kind="person", name=f"P{k}", level=None, token_hash=str(k)) for k in range(seats))
    opened = game.open(seats)
    return TableRow(
        id="t", created=0, game=game.id, rules_version=game.version, options=opened.options, files=opened.files,
        key=key, host=0, pause_ms=0, spectator_hash="w", seats=sitting,
    )  # fmt: skip


def play(match: Match, seat: int, action: int) -> None:
    draft = StoredEntry(at=0, kind="play", seat=seat, decision=match.decision(seat), action=action)
    match.commit(match.prepare(draft))


def encode_view(match: Match, seat_log: SeatLog) -> bytes:
    """Return the seat's view with the whole log."""
    view = rendering.make_view(match, seat_log, range(match.setup.seats), None, "")
    return m.encode(msgspec.structs.replace(view, log=seat_log.entries))


def play_randomly(match: Match, pick: random.Random) -> Iterator[tuple[int, int]]:
    """Play at random to the end; yield each action before it is played."""
    while not match.over:
        seat = pick.choice(match.actors)
        action = pick.choice(match.table.legal(seat))
        yield seat, action
        play(match, seat, action)


def redeal(match: Match, seat: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Return a state that the seat cannot distinguish from the true one."""
    copy = match.table.hidden(seat)
    match.table.verbs.redeal(match.setup.constants, copy, 0, seat, np.array([seed], np.uint64))
    return copy


@named
def test_a_message_is_a_function_of_the_hidden_copy(game: Game, seats: int) -> None:
    for number in range(3 if game.max_steps < 100 else 1):
        pick = random.Random(number)
        match = Match(make_row(game, seats, bytes([number + 1]) * 16), range(-1, seats))
        for steps, _ in enumerate(play_randomly(match, pick)):
            if steps > 60 and steps % 5:
                continue
            for seat, seat_log in match.seat_logs.items():
                expected = encode_view(match, seat_log)
                true = match.table.record.copy()
                match.table.record[:] = redeal(match, seat, pick.randrange(1, 2**60))
                again = SeatLog(seat, match.table)
                again.entries, again.since_last_turn = seat_log.entries, seat_log.since_last_turn
                assert encode_view(match, again) == expected
                match.table.record[:] = true


@named
def test_tables_that_differ_only_in_hidden_information_send_equal_messages(game: Game, seats: int) -> None:
    """Play the same actions at a table and at a redealt copy: equal knowledge means equal messages."""
    compared = 0
    for number in range(4):
        for seat in range(-1, seats):
            pick = random.Random(f"{number} {seat}")
            one = Match(make_row(game, seats, bytes([number + 7]) * 16), [seat])
            for _ in zip(range(pick.randrange(12)), play_randomly(one, pick), strict=False):
                pass
            two, problem = Match.replay(one.row, one.entries, [seat])
            assert not problem
            two.table.record[:] = redeal(two, seat, pick.randrange(1, 2**60))
            for mover, action in play_randomly(one, pick):
                if one.table.hidden(seat).tobytes() != two.table.hidden(seat).tobytes():
                    break
                assert encode_view(one, one.seat_logs[seat]) == encode_view(two, two.seat_logs[seat])
                compared += 1
                if action not in two.table.legal(mover):
                    break  # not legal at the other table
                play(two, mover, action)
    assert compared >= 4 * (seats + 1)


@named
def test_the_chance_key_is_sent_only_at_the_end(game: Game, seats: int) -> None:
    key = bytes(range(100, 116))
    match = Match(make_row(game, seats, key), range(-1, seats))
    for steps, _ in enumerate(play_randomly(match, random.Random(5))):
        if steps > 40 and steps % 20:
            continue
        for seat, seat_log in match.seat_logs.items():
            assert key.hex().encode() not in encode_view(match, seat_log)
            assert key.hex() not in m.encode(rendering.make_welcome(match, Access(seat), "", "")).decode()
    for seat_log in match.seat_logs.values():
        assert key.hex().encode() in encode_view(match, seat_log)


@server_test()
async def test_secrets_are_long_hashed_at_rest_and_never_logged(
    server: InProcessServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    table = await server.open_table("me", "here", first="1")
    tokens = [*(s.token for s in table.seats), table.spectator_token]
    assert len(set(tokens)) == 3
    assert all(len(c) >= 32 for c in tokens)
    me, watch = await server.join(table, 0), await server.join(table)
    await me.play_legal()
    await watch.wait_for_view(lambda v: v.log)
    files = b"".join(p.read_bytes() for p in tmp_path.iterdir())
    assert seat_secrets.hash_token(tokens[0]).encode() in files
    logged = "\n".join(map(JsonFormatter().format, caplog.records))
    for token in tokens:
        assert token.encode() not in files
        assert token not in logged
        assert not any(token in text for text in me.raw_messages + watch.raw_messages)
    match = server.room(table).match
    for hidden in (match.table.key.hex(), match.row.server_part, *match.parts):
        assert hidden
        assert hidden not in logged
        assert not any(hidden in text for text in me.raw_messages + watch.raw_messages)
    assert table.table in logged


def test_a_token_grants_access_to_its_own_seat_only() -> None:
    tokens = [seat_secrets.new_token() for _ in range(4)]
    hashes = [seat_secrets.hash_token(c) for c in tokens]
    assert [seat_secrets.find_token(c, hashes) for c in tokens] == [0, 1, 2, 3]
    assert seat_secrets.find_token(tokens[0][:-1], hashes) is None
    assert seat_secrets.find_token("", ["", *hashes]) is None, "no token grants access to a seat without a link"
