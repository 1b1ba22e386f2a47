"""Replays of finished games are cached, up to a size."""

from __future__ import annotations

from typing import Any

import pytest

from gamut.server.tables.replays import Replays
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    InProcessServer,
    run,
    server_test,
)


@server_test()
async def test_a_replay_is_cached(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await server.open_table("easy", "easy", stock=3, motifs=4)
    with pytest.raises(m.RefusedError, match="once it is over"):
        await server.hub.replays.find(table.table, "a")
    watch = await server.join(table)
    with pytest.raises(m.RefusedError, match="once it is over"):
        await server.hub.replays.find(table.table, "a")
    await watch.wait_for_view(lambda v: v.result)
    replay_bytes = await server.hub.replays.find(table.table, "a")
    await watch.close()
    server.hub.drop_room(server.room(table))
    monkeypatch.setattr(server.hub.storage, "read_log", lambda _: pytest.fail("the log is read again"))
    assert all([await server.hub.replays.find(table.table, "a") is replay_bytes for _ in range(100)])


def test_the_replay_cache_evicts_the_oldest() -> None:
    class Finished:
        over = False

    async def work() -> None:
        requested = list[str]()

        async def find_match(table: str, payer: str) -> Any:
            requested.append(table)
            return Finished

        async def count_entries(table: str) -> int:
            return 0

        kept = Replays(find_match, count_entries, max_bytes=1000)
        for table in [*"abcdef", "f", "a"]:
            with pytest.raises(m.RefusedError):
                await kept.find(table, "")
        assert "".join(requested) == "abcdefa", "the oldest is forgotten first"
        assert kept._bytes <= 1000

    run(work())
