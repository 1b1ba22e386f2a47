"""Nonsense: fuzzed and mutated messages from many connections while games go on.

    python -m tests.load.fuzz --messages 100000 --tables 50

No sockets, so that nothing but the server's own code is between the nonsense and the tables. It ends by itself and
raises where an exception escaped, a secret was told, or a game could not go on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from gamut.server import messages as m
from gamut.server.match import Match
from tests.load.kit import WEAKEST
from tests.server.kit import Browser, House, house

ODD: list[Any] = [
    0, -1, 1, 2**31, 2**63, 2**64, -(2**63), 1e308, -0.0, 0.5, True, None, "", "0", "x" * 300, [], {}, [[]],
    "\u0000", "\ud800", "é", "\u202e", {"a": {"b": []}}, "1e5", "__proto__", "'; DROP TABLE log; --",
]  # fmt: skip
RAW = [
    "", " ", "null", "[]", "{}", "{", '{"type"', '{"type": "act"}',
    '{"type": "act", "decision": 1e400, "action": 0}', "[" * 3000,
    '{"type":' * 400, "\x00", "NaN", '"' + "a" * 3000 + '"', '{"type": "view"}', '{"type": 5}',
    '{"type": "act", "type": "resign"}', "x" * 5000, "é" * 4000,
]  # fmt: skip


class Escaped(logging.Handler):
    """Counts what the server logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}")


def good(pick: random.Random, browser: Browser, table: m.NewTable) -> dict[str, Any]:
    """A well-formed message, mostly a possible one; never one that ends the game."""
    view = browser.view
    legal = view.legal if view and view.legal else [pick.randrange(640)]
    decision = view.decision if view else 0
    choices: list[dict[str, Any]] = [
        {"type": "act", "decision": decision + pick.choice([0, 0, 0, -1, 1, 5]), "action": pick.choice(legal)},
        {"type": "act", "decision": max(0, decision - 1), "action": pick.randrange(700)},
        {"type": "join", "table": table.table, "token": table.watch},
        {"type": "take_back"}, {"type": "answer", "yes": pick.random() < 0.5}, {"type": "rematch"},
        {"type": "add_part", "part": f"{pick.getrandbits(128):032x}"},
        {"type": "answer", "yes": True, "part": f"{pick.getrandbits(128):032x}"},
        {"type": "emote", "emote": "oops"}, {"type": "rename", "name": "N" * pick.randrange(30)},
        {"type": "fill", "seat": pick.randrange(5), "level": pick.choice([WEAKEST, None, "x"])},
        {"type": "pause", "ms": pick.choice([0, 1, -5, 10**9])},
        {"type": "why_not", "touches": pick.choice([[], ["stock:red-fish"], ["x"] * 20]), "touched": "axis:level"},
        {"type": "preview", "decision": decision, "action": pick.choice(legal)},
        {"type": "hasten"}, {"type": "hand_over"}, {"type": "invite", "seat": pick.randrange(5)},
        {"type": "sit", "table": table.table, "token": table.watch, "secret": "s" * 40, "name": "Mira"},
    ]  # fmt: skip
    return pick.choice(choices)


def mutated(pick: random.Random, message: dict[str, Any]) -> str | bytes:
    """The message with some fields or bytes changed."""
    how = pick.randrange(8)
    if how < 3:
        return json.dumps(message)
    if how == 3:
        message[pick.choice([*message, "type", "extra"])] = pick.choice(ODD)
        return json.dumps(message)
    if how == 4:
        message.pop(pick.choice(list(message)))
        return json.dumps(message)
    text = json.dumps(message)
    at = pick.randrange(len(text))
    if how == 5:
        return text[:at] + chr(pick.randrange(1, 0x3000)) + text[at + pick.randrange(3) :]
    if how == 6:
        return text[:at].encode() + pick.randbytes(pick.randrange(1, 20)) + text[at:].encode()
    return pick.choice(RAW)


async def torment(browser: Browser, table: m.NewTable, count: int, pick: random.Random) -> None:
    """Send nonsense, in step with the answers so that the game moves on in between."""
    for _ in range(count):
        browser.send(mutated(pick, good(pick, browser, table)))
        heard = len(browser.heard)
        if pick.random() < 0.3:
            await asyncio.sleep(0)
        elif pick.random() < 0.1:
            await browser.until(lambda n=heard: len(browser.heard) > n or browser.queue_empty)  # type: ignore[misc]
    await browser.until(lambda: browser.queue_empty)


async def fuzz(folder: Path, messages: int, tables: int, pick: random.Random) -> dict[str, Any]:
    """Send so many messages; what was found."""
    escaped = Escaped()
    logging.getLogger("gamut.server").addHandler(escaped)
    answers: Counter[str] = Counter()
    try:
        async with house(folder) as h:
            opened = [
                await h.open(*pick.choice([("me", WEAKEST), ("me", "here"), ("me", "here", WEAKEST)]))
                for _ in range(tables)
            ]
            connections = [(await h.join(c, seat), c) for c in opened for seat in (0, -1)]
            share, rest = divmod(messages, len(connections))
            await asyncio.gather(
                *(
                    torment(browser, table, share + (k < rest), random.Random(pick.random()))
                    for k, (browser, table) in enumerate(connections)
                )
            )
            finished = 0
            for browser, table in connections:
                check(h, browser, table)
                answers.update(x.reason for x in browser.heard if isinstance(x, m.Refused))
            for table in opened:
                finished += await play_out(h, table)
    finally:
        logging.getLogger("gamut.server").removeHandler(escaped)
    assert not escaped.seen, escaped.seen[:5]
    return {"sent": messages, "tables": tables, "games finished": finished, "answers": dict(answers)}


def check(h: House, browser: Browser, table: m.NewTable) -> None:
    """The connection is open, and it heard no secret."""
    assert browser.closed is None
    assert not browser.task.done()
    match = h.hub.rooms[table.table].match
    for text in browser.raw:
        assert table.watch not in text or '"moved"' in text
        assert not any(s.token in text for s in table.seats if '"moved"' not in text)
        assert match.over or match.table.key.hex() not in text
        assert match.over or match.row.server_part not in text


async def play_out(h: House, table: m.NewTable) -> bool:
    """The game goes on to its end, and its log leads there."""
    room = h.hub.rooms[table.table]
    people = {s.seat: await h.join(table, s.seat) for s in table.seats}
    watch = await h.join(table)
    for seat, sitter in enumerate(room.match.sitters):
        if sitter.kind == "open":  # a bot that had to make room for somebody who never came
            people[0].send(m.Fill(seat, WEAKEST))
    while not room.match.over:
        serial = room.match.serial(-1)
        for seat, browser in people.items():
            if seat in room.match.awaited:
                await browser.act()
        await watch.sees(lambda v, s=serial: v.serial > s or v.result)  # type: ignore[misc]
    row = h.hub.storage.read_table(table.table)
    assert row
    match, problem = Match.replay(row, h.hub.storage.read_log(table.table))
    assert not problem
    assert match.table.digest == room.match.table.digest
    return match.over


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.2f}")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        print(asyncio.run(fuzz(Path(place), asked.messages, asked.tables, random.Random(asked.seed))))
    print(f"{time.monotonic() - began:.0f} s")
