"""Twin tables over real connections: they differ only in what a seat may not know, so that seat must hear the same.

    python -m tests.load.twins --rounds 20 --messages 60

Loopback only; it ends by itself. The server runs in this very process, so that one twin can be dealt anew behind
its back. Then the seat says the same to both, sensible or not, goes and comes again; views, logs, hints, refusals,
why-not and look-ahead must be equal byte by byte, and so must what the requests about the tables answer. Moves that
turn nothing up are made and taken back: the seat's own, and in secret phases those of the others, who may do
something else at the other twin.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

from gamut import games
from gamut.cli.serve import listen
from gamut.engine.game import Game
from gamut.engine.record import copy_states
from gamut.server import app
from gamut.server.doorkeeper import Doorkeeper
from gamut.server.hub import Hub
from gamut.server.match import Match
from gamut.server.protocols import GuardedConfig
from gamut.server.secret import hash_token
from gamut.server.serving import Server
from gamut.server.storage import SeatRow, Storage, TableRow
from tests.load.fuzz import ask
from tests.load.nonsense import Sender
from tests.server.kit import FAST

UNDONE = 8  # moves that are made and taken back
IDS = ("twin-one", "twin-two")
TOKEN = "token-{seat}-of-a-twin-table"
WATCH = "token-of-the-spectators-there"
OTHERS: list[dict[str, Any]] = [
    {"type": "hint"},
    {"type": "emote", "emote": "oops"},
    {"type": "act"},
    {"type": "x"},
]
MARK = {
    "type": "why_not",
    "touches": ["the end"],
    "touched": "of this answer",
}  # answered at once, after all before it
CLOCK = re.compile(r'"(now|bot_from)":\d+')  # what the time is tells nothing
LATE = {"hint": ("hinted", "refused"), "preview": ("previewed", "refused")}  # answered by a thread, later perhaps


@asynccontextmanager
async def serve(folder: Path) -> AsyncIterator[tuple[Hub, int]]:
    """A server in this process."""
    hub = Hub(Storage(f"sqlite:///{folder / 'tables.sqlite'}"), FAST, threads=2)
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    config = GuardedConfig(
        app.make_app(hub), Doorkeeper(FAST, hub.accounts), log_config=None, ws_per_message_deflate=False
    )
    server = Server(config, hub, None)
    running = asyncio.create_task(server._serve([listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield hub, port
    finally:
        server.should_exit = True
        await running


def make_row(game: Game, table: str, seats: int, key: bytes) -> TableRow:
    """A table of people; twins have the same key and the same secrets."""
    setup = game.open(seats)
    sitting = tuple(
        SeatRow(seat=k, kind="person", name=f"P{k}", level=None, token_hash=hash_token(TOKEN.format(seat=k)))
        for k in range(seats)
    )
    return TableRow(
        id=table, made=0, game=game.id, rules=game.version, options=setup.options, files=setup.files, key=key,
        host=0, pause_ms=0, watch_hash=hash_token(WATCH), seats=sitting,
    )  # fmt: skip


class Ear:
    """The connection of one seat to one twin."""

    def __init__(self, line: ClientConnection, table: str) -> None:
        self.line, self.table = line, table
        self.view: dict[str, Any] = {}
        self.log: list[Any] = []
        self.heard: list[str] = []

    @classmethod
    async def open(cls, port: int, table: str, seat: int) -> Ear:
        line = await connect(f"ws://127.0.0.1:{port}/ws", compression=None, ping_interval=None, max_queue=None)
        token = WATCH if seat < 0 else TOKEN.format(seat=seat)
        await line.send(json.dumps({"type": "join", "table": table, "token": token}))
        return cls(line, table)

    async def say_and_hear(self, message: dict[str, Any], kind: str) -> None:
        """Say something, and hear all until something of that kind is said."""
        await self.line.send(json.dumps(message))
        self.heard += await self.hear((kind, "refused"))

    async def settle(self) -> None:
        """Hear all that is on its way: a view follows the answer to the first mark, so there is a second one."""
        self.heard += [*await self.hear(), *await self.hear()]

    def take_heard(self) -> tuple[list[str], str]:
        """What was said since the last time: all but views, and the latest view, whose log is the whole."""
        said = sorted(text for text in self.heard if json.loads(text)["type"] != "view")
        self.heard = []
        view = {**self.view, "log": self.log, "log_from": 0}
        return said, CLOCK.sub(r'"\1":0', json.dumps(view).replace(" ", "").replace(self.table, "this-table"))

    async def hear(self, kinds: tuple[str, ...] = ()) -> list[str]:
        """All that is said until the mark, and until something of these kinds was said."""
        await self.line.send(json.dumps(MARK))
        said: list[str] = []
        marked = False
        while not marked or (kinds and not any(json.loads(x)["type"] in kinds for x in said)):
            text = str(await asyncio.wait_for(self.line.recv(), 60))
            message = json.loads(text)
            if message["type"] == "why_not_answer" and message["touches"] == MARK["touches"]:
                marked = True
                continue
            if message["type"] == "view":
                self.view = message
                self.log = [*self.log[: message["log_from"]], *message["log"]]
            said.append(CLOCK.sub(r'"\1":0', text.replace(self.table, "this-table")))
        return sorted(said)


async def compare(hub: Hub, port: int, game: Game, number: int, messages: int) -> Counter[str]:
    """One pair of twins; how much of what was compared."""
    pick = random.Random(f"{game.id} {number}")
    seats = pick.choice([n for n in game.seats if n <= 4] or [game.seats[0]])
    key, seat = pick.randbytes(16), pick.randrange(-1, seats)
    tables = [f"{name}-{game.id}-{number:04}" for name in IDS]
    for table in tables:
        await hub.storage.open_table(make_row(game, table, seats, key))
    await play_same(hub, port, tables, seats, pick)
    ears, _ = await come(hub, port, tables, seat)  # now there is a log for the seat
    await leave(hub, ears)
    deal_anew(hub, tables[1], seat, pick)
    ears, heard = await come(hub, port, tables, seat)
    assert heard[0] == heard[1], (game.id, number, heard)
    compared = await say_same(ears, game, seats, messages, pick)
    compared += await take_back_same(hub, port, ears, seat, pick)
    ears, heard = await come(hub, port, tables, seat)
    assert heard[0] == heard[1], (game.id, number, heard)
    await leave(hub, ears)
    for route in ("actions", "replay"):
        request = "GET /api/tables/{}/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        one, two = [(await ask(port, request.format(t, route).encode(), "127.0.0.1")) for t in tables]
        assert strip_date(one) == strip_date(two)
    compared["returns"] += 1
    return compared


async def come(hub: Hub, port: int, tables: list[str], seat: int) -> tuple[list[Ear], list[list[str]]]:
    """Join both tables; what is said to whoever comes."""
    ears = [await Ear.open(port, table, seat) for table in tables]
    return ears, [await ear.hear(("view",)) for ear in ears]


async def leave(hub: Hub, ears: Iterable[Ear]) -> None:
    """Leave, and wait until the server knows it."""
    for ear in ears:
        await ear.line.close()
    while not all(room.audience.empty for room in hub.rooms.values()):
        await asyncio.sleep(0.005)


def strip_date(answer: bytes) -> list[bytes]:
    """The answer without the moment of its making."""
    return [line for line in answer.split(b"\r\n") if not line.lower().startswith(b"date:")]


async def play_same(hub: Hub, port: int, tables: list[str], seats: int, pick: random.Random) -> None:
    """Some moves, the same at both tables."""
    lines = {(t, s): await Ear.open(port, t, s) for t in tables for s in range(seats)}
    for ear in lines.values():
        await ear.hear()
    for _ in range(pick.randrange(10)):
        match = hub.rooms[tables[0]].match
        if match.over or len(match.awaited) == 0:
            break
        mover = pick.choice(match.awaited)
        action = pick.choice(match.table.legal(mover))
        for table in tables:
            ear = lines[table, mover]
            decision = hub.rooms[table].match.decision(mover)
            await ear.line.send(json.dumps({"type": "act", "decision": decision, "action": action}))
            await ear.hear(("ack",))
    await leave(hub, lines.values())


def deal_anew(hub: Hub, table: str, seat: int, pick: random.Random) -> None:
    """Change all that the seat cannot know."""
    match = hub.rooms[table].match
    copy = match.table.hidden(seat)
    match.table.rules.redeal(match.setup.constants, copy, 0, seat, np.array([pick.randrange(1, 2**60)], np.uint64))
    match.table.record[:] = copy
    match.table._kept.append((len(match.table.history), copy_states(copy)))  # take-backs lead here and no further
    match.seat_logs[seat].look_again(match.table)


async def say_same(ears: list[Ear], game: Game, seats: int, messages: int, pick: random.Random) -> Counter[str]:
    """The same nonsense at both tables, but nothing that moves the game on: what is turned up may differ."""
    setup = game.open(seats)
    touches = sorted({t for path in setup.paths[:500] for t in path if isinstance(t, str)}) or ["x"]
    sender = Sender(pick, {"table": "this-table", "watch": WATCH}, touches, list(game.levels), setup.actions)
    compared: Counter[str] = Counter()
    for _ in range(messages):
        sender.view = ears[0].view
        message = sender.ask() if pick.random() < 0.8 else pick.choice(OTHERS)
        if message["type"] == "act" and message.get("action") in ears[0].view["legal"]:
            continue
        kinds = LATE.get(message["type"], ())
        said = []
        for ear in ears:
            await ear.line.send(json.dumps(message))
            said.append(await ear.hear(kinds))
        assert said[0] == said[1], (game.id, message, said)
        compared.update(json.loads(text)["type"] for text in said[0])
        compared["bytes"] += sum(map(len, said[0]))
    return compared


async def take_back_same(hub: Hub, port: int, ears: list[Ear], seat: int, pick: random.Random) -> Counter[str]:
    """Moves that turn nothing up, each taken back; the seat hears the same of both. Then everybody leaves."""
    matches = [hub.rooms[ear.table].match for ear in ears]
    others = [s for s in matches[0].seats if s != seat]
    crowd = {(ear.table, s): await Ear.open(port, ear.table, s) for ear in ears for s in others}
    crowd |= {(ear.table, seat): ear for ear in ears}
    compared: Counter[str] = Counter()
    for _ in range(UNDONE):
        await compare_state(ears, crowd)
        movers = [mover for mover in matches[0].awaited if mover in matches[1].awaited]
        mover = pick.choice(movers) if movers else -1
        moves = choose_moves(matches, mover, seat, pick) if movers else None
        if moves is None:
            continue
        for ear, match, action in zip(ears, matches, moves, strict=True):
            act = {"type": "act", "decision": match.decision(mover), "action": action}
            await crowd[ear.table, mover].say_and_hear(act, "ack")
        await compare_state(ears, crowd)
        found = [match.find_take_back(mover) for match in matches]
        assert found[0] == found[1], found
        for ear in ears:
            await crowd[ear.table, mover].say_and_hear({"type": "take_back"}, "view")
            for other in others if not found[0].free else ():
                if other != mover:
                    await crowd[ear.table, other].say_and_hear({"type": "answer", "yes": True}, "view")
        await compare_state(ears, crowd)
        compared["own moves taken back" if mover == seat else "secret moves taken back"] += 1
        compared["taken back by consent"] += not found[0].free
    await leave(hub, crowd.values())
    return compared


def choose_moves(matches: list[Match], mover: int, seat: int, pick: random.Random) -> list[int] | None:
    """A move for each twin of which the seat learns nothing that differs; none if there is no such move."""
    quiet = [
        [action for action in match.table.legal(mover) if is_quiet(match, mover, action, own=mover == seat)]
        for match in matches
    ]
    if mover == seat:
        both = [action for action in quiet[0] if action in quiet[1]]
        return [pick.choice(both)] * 2 if both else None
    last = pick.random() < 0.5  # all see who is in: at both tables or at none
    some = [
        [action for action in actions if is_last(match, mover, action) == last]
        for match, actions in zip(matches, quiet, strict=True)
    ]
    return [pick.choice(actions) for actions in some] if all(some) else None


def is_quiet(match: Match, mover: int, action: int, own: bool) -> bool:
    """Whether a move turns nothing up; of others only a step within a secret phase is such a one."""
    step, phase = match.table.prepare(mover, action), match.table.secret_phase
    return not step.reveals and (own or (phase != 0 and step.phase == phase))


def is_last(match: Match, mover: int, action: int) -> bool:
    """Whether the mover is in after that."""
    copy = match.table.copy()
    copy.play(mover, action)
    return mover not in copy.actors


async def compare_state(ears: list[Ear], crowd: Mapping[tuple[str, int], Ear]) -> None:
    """Let everybody hear all that was said; it is the same to the seat at both tables."""
    for ear in crowd.values():
        await ear.settle()
    (said_here, view_here), (said_there, view_there) = [ear.take_heard() for ear in ears]
    assert said_here == said_there, (said_here, said_there)
    at = next((k for k, (x, y) in enumerate(zip(view_here, view_there, strict=False)) if x != y), 0)
    assert view_here == view_there, (view_here[max(0, at - 200) : at + 200], view_there[at : at + 200])


async def run(folder: Path, rounds: int, messages: int) -> dict[str, Any]:
    """Pairs of twins of every game; what was compared."""
    found: dict[str, Any] = {}
    # the same hint twice: a bot's own chance is no secret
    with patch.object(secrets, "randbits", lambda bits: 7):
        async with serve(folder) as (hub, port):
            for game in games.every():
                await asyncio.wrap_future(hub.compiler.want(game))
                total: Counter[str] = Counter()
                for number in range(rounds):
                    total += await compare(hub, port, game, number, messages)
                found[game.id] = dict(total)
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--messages", type=int, default=60)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        print(asyncio.run(run(Path(place), asked.rounds, asked.messages)))
    print(f"{time.monotonic() - began:.0f} s")
