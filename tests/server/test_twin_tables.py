"""Twin tables over real connections hear the same; and a difference that a seat may know is noticed."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from gamut.server.hub import Hub
from tests.load import twins


@pytest.mark.slow
def test_twins_hear_the_same(tmp_path: Path) -> None:
    found = asyncio.run(twins.run(tmp_path, rounds=3, messages=6))
    for compared in found.values():
        assert compared["returns"] == 3
        assert compared["refused"] + compared["why_not_answer"] > 5
    taken_back = [
        compared.get("own moves taken back", 0) + compared.get("secret moves taken back", 0)
        for compared in found.values()
    ]
    assert sum(n > 0 for n in taken_back) >= 3, "where every move turns something up, nothing is taken back"


@pytest.mark.slow
def test_a_take_back_of_what_was_turned_up_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here moves are made that draw something, which is another thing at the other twin."""
    monkeypatch.setattr(twins, "is_quiet", lambda match, mover, action, own: own)
    with pytest.raises(AssertionError):
        asyncio.run(twins.run(tmp_path, rounds=3, messages=1))


@pytest.mark.slow
def test_what_a_seat_may_know_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here one twin is dealt anew from the eyes of a spectator, so a player's own cards change."""
    deal = twins.deal_anew

    def deal_wrongly(hub: Hub, table: str, seat: int, pick: random.Random) -> None:
        deal(hub, table, -1, pick)
        if seat >= 0:
            match = hub.rooms[table].match
            match.seat_logs[seat].look_again(match.table)

    async def join_spectator_too(hub: Hub, port: int, tables: list[str], seats: int, pick: random.Random) -> None:
        await play(hub, port, tables, seats, pick)
        ears, _ = await twins.come(hub, port, tables, -1)
        await twins.leave(hub, ears)

    play = twins.play_same
    monkeypatch.setattr(twins, "deal_anew", deal_wrongly)
    monkeypatch.setattr(twins, "play_same", join_spectator_too)
    with pytest.raises(AssertionError, match="colori"):
        asyncio.run(twins.run(tmp_path, rounds=6, messages=3))
