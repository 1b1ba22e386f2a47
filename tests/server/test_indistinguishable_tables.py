"""Indistinguishable tables send the same messages over real connections; a real difference is detected."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from gamut.server.tables.hub import Hub
from tests.faults import indistinguishable_tables as pair


@pytest.mark.slow
def test_indistinguishable_tables_send_the_same_messages(tmp_path: Path) -> None:
    report = asyncio.run(pair.run(tmp_path, rounds=3, messages=6))
    for compared in report.values():
        assert compared["returns"] == 3
        assert compared["refused"] + compared["piece_description"] > 5
    undone = [
        compared.get("own moves undone", 0) + compared.get("secret moves undone", 0) for compared in report.values()
    ]
    assert sum(n > 0 for n in undone) >= 3, "in games where every move reveals something, nothing is undone"


@pytest.mark.slow
def test_an_undo_after_a_reveal_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # moves are played that draw something, which differs between the tables
    monkeypatch.setattr(pair, "is_quiet", lambda match, mover, action, own: own)
    with pytest.raises(AssertionError):
        asyncio.run(pair.run(tmp_path, rounds=3, messages=1))


@pytest.mark.slow
def test_a_difference_in_what_a_seat_may_know_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # one table is redealt for a spectator, so that the player's own cards change
    deal = pair.redeal

    def redeal_wrongly(hub: Hub, table: str, seat: int, pick: random.Random) -> None:
        deal(hub, table, -1, pick)
        if seat >= 0:
            match = hub.rooms[table].match
            match.seat_logs[seat].refresh(match.table)

    async def join_spectator_too(hub: Hub, port: int, tables: list[str], seats: int, pick: random.Random) -> None:
        await play(hub, port, tables, seats, pick)
        connections, _ = await pair.join_both(hub, port, tables, -1)
        await pair.leave(hub, connections)

    play = pair.play_same
    monkeypatch.setattr(pair, "redeal", redeal_wrongly)
    monkeypatch.setattr(pair, "play_same", join_spectator_too)
    with pytest.raises(AssertionError, match="colori"):
        asyncio.run(pair.run(tmp_path, rounds=6, messages=3))
