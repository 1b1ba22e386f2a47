"""No message tells a seat more than its hidden copy holds, in any game."""

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
from gamut.server import messages as m
from gamut.server import rendering, secret
from gamut.server.logs import JsonFormatter
from gamut.server.match import Match
from gamut.server.seat_secrets import Door
from gamut.server.storage import Entry, SeatRow, TableRow
from tests.server.kit import House, in_house


def each_table() -> Iterator[ParameterSet]:
    """Every game with every number of players; the larger tables take longer."""
    for game in games.every():
        for seats in game.seats:
            marks = [pytest.mark.slow] if seats > game.seats[0] else []
            yield pytest.param(game, seats, id=f"{game.id}-{seats}", marks=marks)


named = pytest.mark.parametrize(("game", "seats"), list(each_table()))


def row(game: Game, seats: int, key: bytes) -> TableRow:
    sitting = tuple(
        SeatRow(seat=k, kind="person", name=f"P{k}", level=None, token_hash=str(k)) for k in range(seats)
    )
    opened = game.open(seats)
    return TableRow(
        id="t", made=0, game=game.id, rules=game.version, options=opened.options, files=opened.files,
        key=key, host=0, pause_ms=0, watch_hash="w", seats=sitting,
    )  # fmt: skip


def act(match: Match, seat: int, action: int) -> None:
    draft = Entry(at=0, kind="act", seat=seat, decision=match.decision(seat), action=action)
    match.commit(match.prepare(draft))


def tell(match: Match, log: SeatLog) -> bytes:
    """All that the seat is told: the view with the whole log."""
    view = rendering.make_view(match, log, range(match.setup.seats), None, "")
    return m.encode(msgspec.structs.replace(view, log=log.entries))


def whole_game(match: Match, pick: random.Random) -> Iterator[tuple[int, int]]:
    """Play at random to the end; yields each action before it is done."""
    while not match.over:
        seat = pick.choice(match.awaited)
        action = pick.choice(match.table.legal(seat))
        yield seat, action
        act(match, seat, action)


def redealt(match: Match, seat: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Another state that the seat could not tell from the true one."""
    copy = match.table.hidden(seat)
    match.table.rules.redeal(match.setup.constants, copy, 0, seat, np.array([seed], np.uint64))
    return copy


@named
def test_a_message_is_a_function_of_the_hidden_copy(game: Game, seats: int) -> None:
    """In whole games, a seat is told the same when the true state is another that fits."""
    for number in range(3 if game.longest < 100 else 1):
        pick = random.Random(number)
        match = Match(row(game, seats, bytes([number + 1]) * 16), range(-1, seats))
        for steps, _ in enumerate(whole_game(match, pick)):
            if steps > 60 and steps % 5:
                continue
            for seat, log in match.seat_logs.items():
                said = tell(match, log)
                true = match.table.record.copy()
                match.table.record[:] = redealt(match, seat, pick.randrange(1, 2**60))
                again = SeatLog(seat, match.table)
                again.entries, again.since = log.entries, log.since
                assert tell(match, again) == said
                match.table.record[:] = true


@named
def test_two_tables_that_differ_only_in_secrets_say_the_same(game: Game, seats: int) -> None:
    """The same actions at a table and at its redealt twin: equal messages as long as equal knowledge."""
    compared = 0
    for number in range(4):
        for seat in range(-1, seats):
            pick = random.Random(f"{number} {seat}")
            one = Match(row(game, seats, bytes([number + 7]) * 16), [seat])
            for _ in zip(range(pick.randrange(12)), whole_game(one, pick), strict=False):
                pass
            two, problem = Match.replay(one.row, one.log, [seat])
            assert not problem
            two.table.record[:] = redealt(two, seat, pick.randrange(1, 2**60))
            for mover, action in whole_game(one, pick):
                if one.table.hidden(seat).tobytes() != two.table.hidden(seat).tobytes():
                    break
                assert tell(one, one.seat_logs[seat]) == tell(two, two.seat_logs[seat])
                compared += 1
                if action not in two.table.legal(mover):
                    break  # the twin's mover does not have that choice
                act(two, mover, action)
    assert compared >= 4 * (seats + 1)


@named
def test_the_key_is_told_only_at_the_end(game: Game, seats: int) -> None:
    key = bytes(range(100, 116))
    match = Match(row(game, seats, key), range(-1, seats))
    for steps, _ in enumerate(whole_game(match, random.Random(5))):
        if steps > 40 and steps % 20:
            continue
        for seat, log in match.seat_logs.items():
            assert key.hex().encode() not in tell(match, log)
            assert key.hex() not in m.encode(rendering.make_welcome(match, Door(seat), "", "")).decode()
    for log in match.seat_logs.values():
        assert key.hex().encode() in tell(match, log)


def test_secrets_are_long_hashed_at_rest_and_never_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")

    async def test(house: House) -> None:
        table = await house.open("me", "here", first="1")
        tokens = [*(s.token for s in table.seats), table.watch]
        assert len(set(tokens)) == 3
        assert all(len(c) >= 32 for c in tokens)
        me, watch = await house.join(table, 0), await house.join(table)
        await me.act()
        await watch.sees(lambda v: v.log)
        files = b"".join(p.read_bytes() for p in tmp_path.iterdir())
        assert secret.hash_token(tokens[0]).encode() in files
        logged = "\n".join(map(JsonFormatter().format, caplog.records))
        for token in tokens:
            assert token.encode() not in files
            assert token not in logged
            assert not any(token in text for text in me.raw + watch.raw)
        match = house.hub.rooms[table.table].match
        for hidden in (match.table.key.hex(), match.row.server_part, *match.parts):
            assert hidden
            assert hidden not in logged
            assert not any(hidden in text for text in me.raw + watch.raw)
        assert table.table in logged

    in_house(tmp_path, test)


def test_a_token_opens_its_own_seat_only() -> None:
    tokens = [secret.new_token() for _ in range(4)]
    hashes = [secret.hash_token(c) for c in tokens]
    assert [secret.find_token(c, hashes) for c in tokens] == [0, 1, 2, 3]
    assert secret.find_token(tokens[0][:-1], hashes) is None
    assert secret.find_token("", ["", *hashes]) is None, "a seat without a link is opened by nothing"
