"""No message tells a seat more than its hidden copy holds, in any game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.server import messages as m
from gamut.server import rendering, secret
from gamut.server.logs import JsonLines
from gamut.server.match import Match
from gamut.server.storage import Entry, SeatRow, TableRow
from gamut.server.story import Story
from tests.server.kit import House, in_house

EVERYWHERE = [(game, seats) for game in games.every() for seats in game.seats]
named = pytest.mark.parametrize(("game", "seats"), EVERYWHERE, ids=[f"{g.id}-{n}" for g, n in EVERYWHERE])


def row(game: Game, seats: int, key: bytes) -> TableRow:
    sitting = tuple(
        SeatRow(seat=k, kind="person", name=f"P{k}", level=None, token_hash=str(k)) for k in range(seats)
    )
    return TableRow(
        id="t", made=0, game=game.id, rules=game.version, options=game.open(seats).options, key=key, host=0,
        pause_ms=0, watch_hash="w", seats=sitting,
    )  # fmt: skip


def viewers(seats: int) -> list[Story]:
    return [Story(seat) for seat in range(-1, seats)]


def entry(match: Match, seat: int, action: int) -> Entry:
    draft = Entry(
        n=len(match.log), at=0, kind="act", seat=seat, decision=match.decision(seat), action=action, digest=""
    )
    return msgspec.structs.replace(draft, digest=match.digest_after(draft))


def told(match: Match, story: Story) -> bytes:
    """All that the seat is told: the view with the whole log."""
    view = rendering.view(match, story, range(match.setup.seats))
    return m.encode(msgspec.structs.replace(view, log=story.lines))


def whole_game(match: Match, pick: random.Random) -> Iterator[tuple[int, int]]:
    """Play at random to the end; yields each action before it is done."""
    while not match.over:
        seat = pick.choice(match.awaited)
        action = pick.choice(match.table.legal(seat))
        yield seat, action
        match.apply(entry(match, seat, action))


def redealt(match: Match, seat: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """Another state that the seat could not tell from the true one."""
    copy = match.table.hidden(seat)
    match.rules.redeal(match.setup.constants, copy, 0, seat, np.array([seed], np.uint64))
    return copy


@named
def test_a_message_is_a_function_of_the_hidden_copy(game: Game, seats: int) -> None:
    """At every step of whole games, a seat is told the same when the true state is another that fits."""
    for number in range(3 if game.longest < 100 else 1):
        pick = random.Random(number)
        match = Match(row(game, seats, bytes([number + 1]) * 16), viewers(seats))
        for _ in whole_game(match, pick):
            for story in match.stories:
                said = told(match, story)
                true = match.table.record.copy()
                match.table.record[:] = redealt(match, story.seat, pick.randrange(1, 2**60))
                again = Story(story.seat)
                again.lines, again.since = story.lines, story.since
                assert told(match, again) == said
                match.table.record[:] = true


@named
def test_two_tables_that_differ_only_in_secrets_say_the_same(game: Game, seats: int) -> None:
    """The same actions at a table and at its redealt twin: equal messages as long as equal knowledge."""
    compared = 0
    for number in range(4):
        for seat in range(-1, seats):
            pick = random.Random(f"{number} {seat}")
            one = Match(row(game, seats, bytes([number + 7]) * 16), [Story(seat)])
            for _ in zip(range(pick.randrange(12)), whole_game(one, pick), strict=False):
                pass
            two = Match(one.row, [Story(seat)])
            for e in one.log:
                two.apply(e)
            two.table.record[:] = redealt(two, seat, pick.randrange(1, 2**60))
            for mover, action in whole_game(one, pick):
                if one.table.hidden(seat).tobytes() != two.table.hidden(seat).tobytes():
                    break
                assert told(one, one.stories[0]) == told(two, two.stories[0])
                compared += 1
                if not two.may(mover, action):
                    break  # the twin's mover does not have that choice
                two.apply(entry(two, mover, action))
    assert compared >= 4 * (seats + 1)


@named
def test_the_key_is_told_only_at_the_end(game: Game, seats: int) -> None:
    key = bytes(range(100, 116))
    match = Match(row(game, seats, key), viewers(seats))
    for _ in whole_game(match, random.Random(5)):
        for story in match.stories:
            assert key.hex().encode() not in told(match, story)
            assert key.hex() not in m.encode(rendering.welcome(match, story.seat, "")).decode()
    for story in match.stories:
        assert key.hex().encode() in told(match, story)


def test_secrets_are_long_hashed_at_rest_and_never_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")

    async def test(house: House) -> None:
        table = await house.open("me", "link", first="1")
        tokens = [*(s.token for s in table.seats), table.watch]
        assert len(set(tokens)) == 3
        assert all(len(c) >= 32 for c in tokens)
        me, watch = await house.join(table, 0), await house.join(table)
        await me.act()
        await watch.sees(lambda v: v.step == 1)
        files = b"".join(p.read_bytes() for p in tmp_path.iterdir())
        assert secret.hashed(tokens[0]).encode() in files
        logged = "\n".join(map(JsonLines().format, caplog.records))
        for token in tokens:
            assert token.encode() not in files
            assert token not in logged
            assert not any(token in text for text in me.raw + watch.raw)
        assert house.hub.rooms[table.table].match.row.key.hex() not in logged
        assert table.table in logged

    in_house(tmp_path, test)


def test_a_token_opens_its_own_seat_only() -> None:
    tokens = [secret.new_token() for _ in range(4)]
    hashes = [secret.hashed(c) for c in tokens]
    assert [secret.find(c, hashes) for c in tokens] == [0, 1, 2, 3]
    assert secret.find(tokens[0][:-1], hashes) is None
    assert secret.find("", ["", *hashes]) is None, "a seat without a link is opened by nothing"
