"""Pairs of tables over real connections that differ only in what a seat may not know, so that it must receive the same.

    python -m tests.faults.indistinguishable_tables --rounds 20 --messages 60

Uses only the loopback interface. The server runs in this process, so that one of two equal tables can be redealt
without its knowledge. Then the seat sends the same messages to both, valid or not, leaves and rejoins; views, logs,
hints, refusals, reasons and previews must be equal byte by byte, and so must the responses to requests for the tables.
Moves that reveal nothing are played and undone: those of the seat itself, and in secret phases those of others, who may
play differently at the second table.
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
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import SeatRow, TableRow
from gamut.server.tables.hub import Hub
from gamut.server.tables.match import Match
from gamut.server.tables.seat_secrets import hash_token
from gamut.server.web import app
from gamut.server.web.serving import Server
from gamut.server.wire.connection_limiter import ConnectionLimiter
from gamut.server.wire.protocols import LimitedConfig
from tests.faults.fuzz import send_request
from tests.faults.hostile_input import Sender
from tests.server.in_process_server import UNLIMITED

UNDO_ATTEMPTS = 8  # moves that are played and undone
IDS = ("pair-one", "pair-two")
TOKEN = "token-of-seat-{seat}-at-a-pair-of-tables"
SPECTATOR_TOKEN = "token-of-the-spectators-of-both"
OTHERS: list[dict[str, Any]] = [
    {"type": "hint"},
    {"type": "emote", "emote": "oops"},
    {"type": "play_action"},
    {"type": "x"},
]
END_MARKER = {
    "type": "describe_piece",
    "piece": "end marker",
}  # answered after all earlier messages
TIMES = re.compile(r'"(now|stand_in_from|new_link_from)":\d+')  # differ between the tables
ANSWERED_LATER = {
    "hint": ("hint_answer", "refused"),
    "preview": ("preview_answer", "refused"),
}  # by a thread


@asynccontextmanager
async def serve(folder: Path) -> AsyncIterator[tuple[Hub, int]]:
    """Run a server in this process."""
    hub = Hub(Storage(f"sqlite:///{folder / 'tables.sqlite'}"), UNLIMITED, threads=2)
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    config = LimitedConfig(
        app.make_app(hub), ConnectionLimiter(UNLIMITED, hub.budgets), log_config=None, ws_per_message_deflate=False
    )
    server = Server(config, hub, None)
    running = asyncio.create_task(server._serve([listening]))
    async with asyncio.timeout(60):
        while not server.started:
            await asyncio.sleep(0.01)
    try:
        yield hub, port
    finally:
        server.should_exit = True
        await running


def make_row(game: Game, table: str, seats: int, key: bytes) -> TableRow:
    """Return a table of people; both tables of a pair have the same chance key and tokens."""
    setup = game.open(seats)
    sitting = tuple(
        SeatRow(seat=k, kind="person", name=f"P{k}", level=None, token_hash=hash_token(TOKEN.format(seat=k)))
        for k in range(seats)
    )
    return TableRow(
        id=table, created=0, game=game.id, rules_version=game.version, options=setup.options, files=setup.files,
        key=key, host=0, pause_ms=0, spectator_hash=hash_token(SPECTATOR_TOKEN), seats=sitting,
    )  # fmt: skip


class SeatConnection:
    def __init__(self, line: ClientConnection, table: str) -> None:
        self.line, self.table = line, table
        self.view: dict[str, Any] = {}
        self.log: list[Any] = []
        self.received: list[str] = []

    @classmethod
    async def open(cls, port: int, table: str, seat: int) -> SeatConnection:
        line = await connect(f"ws://127.0.0.1:{port}/ws", compression=None, ping_interval=None, max_queue=None)
        token = SPECTATOR_TOKEN if seat < 0 else TOKEN.format(seat=seat)
        await line.send(json.dumps({"type": "join", "table": table, "token": token}))
        return cls(line, table)

    async def send_and_receive(self, message: dict[str, Any], kind: str) -> None:
        """Send a message, and receive until a message of a kind arrives."""
        await self.line.send(json.dumps(message))
        self.received += await self.receive((kind, "refused"))

    async def settle(self) -> None:
        """Receive everything that was sent; a view may follow the first marker, so there are two."""
        self.received += [*await self.receive(), *await self.receive()]

    def take_received(self) -> tuple[list[str], str]:
        """Return the messages since the last call except views, and the latest view with the whole log."""
        texts = sorted(text for text in self.received if json.loads(text)["type"] != "view")
        self.received = []
        view = {**self.view, "log": self.log, "log_from": 0}
        return texts, TIMES.sub(r'"\1":0', json.dumps(view).replace(" ", "").replace(self.table, "this-table"))

    async def receive(self, kinds: tuple[str, ...] = ()) -> list[str]:
        """Return the messages up to the marker, and up to one of these kinds."""
        await self.line.send(json.dumps(END_MARKER))
        texts: list[str] = []
        marker_received = False
        while not marker_received or (kinds and not any(json.loads(x)["type"] in kinds for x in texts)):
            text = str(await asyncio.wait_for(self.line.recv(), 60))
            message = json.loads(text)
            if message["type"] == "piece_description" and message["piece"] == END_MARKER["piece"]:
                marker_received = True
                continue
            if message["type"] == "view":
                self.view = message
                self.log = [*self.log[: message["log_from"]], *message["log"]]
            texts.append(TIMES.sub(r'"\1":0', text.replace(self.table, "this-table")))
        return sorted(texts)


async def compare(hub: Hub, port: int, game: Game, number: int, messages: int) -> Counter[str]:
    """Compare one pair of tables; return how many messages of each kind were compared."""
    pick = random.Random(f"{game.id} {number}")
    seats = pick.choice([n for n in game.seats if n <= 4] or [game.seats[0]])
    key, seat = pick.randbytes(16), pick.randrange(-1, seats)
    tables = [f"{name}-{game.id}-{number:04}" for name in IDS]
    for table in tables:
        await hub.storage.open_table(make_row(game, table, seats, key))
    await play_same(hub, port, tables, seats, pick)
    connections, _ = await join_both(hub, port, tables, seat)  # creates the log of the seat
    await leave(hub, connections)
    redeal(hub, tables[1], seat, pick)
    connections, received = await join_both(hub, port, tables, seat)
    assert received[0] == received[1], (game.id, number, received)
    compared = await send_same(connections, game, seats, messages, pick)
    compared += await undo_same(hub, port, connections, seat, pick)
    connections, received = await join_both(hub, port, tables, seat)
    assert received[0] == received[1], (game.id, number, received)
    await leave(hub, connections)
    for route in ("actions", "replay"):
        request = "GET /api/tables/{}/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        one, two = [(await send_request(port, request.format(t, route).encode(), "127.0.0.1")) for t in tables]
        assert strip_date(one) == strip_date(two)
    compared["returns"] += 1
    return compared


async def join_both(hub: Hub, port: int, tables: list[str], seat: int) -> tuple[list[SeatConnection], list[list[str]]]:
    """Join both tables; return the connections, and what each received."""
    connections = [await SeatConnection.open(port, table, seat) for table in tables]
    return connections, [await connection.receive(("view",)) for connection in connections]


async def leave(hub: Hub, connections: Iterable[SeatConnection]) -> None:
    """Close connections, and wait until the server has noticed."""
    for connection in connections:
        await connection.line.close()
    async with asyncio.timeout(60):
        while not all(room.audience.empty for room in hub.rooms.values()):
            await asyncio.sleep(0.005)


def strip_date(answer: bytes) -> list[bytes]:
    """Return the lines of a response without its date."""
    return [line for line in answer.split(b"\r\n") if not line.lower().startswith(b"date:")]


async def play_same(hub: Hub, port: int, tables: list[str], seats: int, pick: random.Random) -> None:
    """Play the same moves at both tables."""
    lines = {(t, s): await SeatConnection.open(port, t, s) for t in tables for s in range(seats)}
    for connection in lines.values():
        await connection.receive()
    for _ in range(pick.randrange(10)):
        match = hub.rooms[tables[0]].match
        if match.over or len(match.actors) == 0:
            break
        mover = pick.choice(match.actors)
        action = pick.choice(match.table.legal(mover))
        for table in tables:
            connection = lines[table, mover]
            decision = hub.rooms[table].match.decision(mover)
            await connection.line.send(json.dumps({"type": "play_action", "decision": decision, "action": action}))
            await connection.receive(("ack",))
    await leave(hub, lines.values())


def redeal(hub: Hub, table: str, seat: int, pick: random.Random) -> None:
    """Replace everything that the seat cannot know."""
    match = hub.rooms[table].match
    copy = match.table.hidden(seat)
    match.table.verbs.redeal(match.setup.constants, copy, 0, seat, np.array([pick.randrange(1, 2**60)], np.uint64))
    match.table.record[:] = copy
    match.table._snapshots.append((len(match.table.history), copy_states(copy)))  # undo stops here
    match.seat_logs[seat].refresh(match.table)


async def send_same(
    connections: list[SeatConnection], game: Game, seats: int, messages: int, pick: random.Random
) -> Counter[str]:
    """Send the same messages to both tables, but none that continues the game: reveals may differ."""
    setup = game.open(seats)
    touches = sorted({t for path in setup.touch_paths[:500] for t in path if isinstance(t, str)}) or ["x"]
    sender = Sender(
        pick,
        {"table": "this-table", "spectator_token": SPECTATOR_TOKEN},
        touches,
        list(game.levels),
        setup.action_count,
    )
    compared: Counter[str] = Counter()
    for _ in range(messages):
        sender.view = connections[0].view
        message = sender.harmless() if pick.random() < 0.8 else pick.choice(OTHERS)
        if message["type"] == "play_action" and message.get("action") in connections[0].view["legal"]:
            continue
        kinds = ANSWERED_LATER.get(message["type"], ())
        texts = []
        for connection in connections:
            await connection.line.send(json.dumps(message))
            texts.append(await connection.receive(kinds))
        assert texts[0] == texts[1], (game.id, message, texts)
        compared.update(json.loads(text)["type"] for text in texts[0])
        compared["bytes"] += sum(map(len, texts[0]))
    return compared


async def undo_same(
    hub: Hub, port: int, connections: list[SeatConnection], seat: int, pick: random.Random
) -> Counter[str]:
    """Play moves that reveal nothing and undo them; the seat must receive the same. Then close all connections."""
    matches = [hub.rooms[connection.table].match for connection in connections]
    others = [s for s in matches[0].seats if s != seat]
    lookup = {
        (connection.table, s): await SeatConnection.open(port, connection.table, s)
        for connection in connections
        for s in others
    }
    lookup |= {(c.table, seat): c for c in connections}
    compared: Counter[str] = Counter()
    for _ in range(UNDO_ATTEMPTS):
        await compare_state(connections, lookup)
        movers = [mover for mover in matches[0].actors if mover in matches[1].actors]
        mover = pick.choice(movers) if movers else -1
        moves = choose_moves(matches, mover, seat, pick) if movers else None
        if moves is None:
            continue
        for connection, match, action in zip(connections, matches, moves, strict=True):
            act = {"type": "play_action", "decision": match.decision(mover), "action": action}
            await lookup[connection.table, mover].send_and_receive(act, "ack")
        await compare_state(connections, lookup)
        undos = [match.find_undo(mover) for match in matches]
        assert undos[0] == undos[1], undos
        for connection in connections:
            await lookup[connection.table, mover].send_and_receive({"type": "undo"}, "view")
            for other in others if not undos[0].free else ():
                if other != mover:
                    await lookup[connection.table, other].send_and_receive(
                        {"type": "answer_proposal", "yes": True}, "view"
                    )
        await compare_state(connections, lookup)
        compared["own moves undone" if mover == seat else "secret moves undone"] += 1
        compared["undone by consent"] += not undos[0].free
    await leave(hub, lookup.values())
    return compared


def choose_moves(matches: list[Match], mover: int, seat: int, pick: random.Random) -> list[int] | None:
    """Return a move for each table whose visible effects are equal for the seat, if there are such moves."""
    quiet = [
        [action for action in match.table.legal(mover) if is_quiet(match, mover, action, own=mover == seat)]
        for match in matches
    ]
    if mover == seat:
        both = [action for action in quiet[0] if action in quiet[1]]
        return [pick.choice(both)] * 2 if both else None
    last = pick.random() < 0.5  # that a seat has submitted is visible: at both tables or at none
    some = [
        [action for action in actions if is_last(match, mover, action) == last]
        for match, actions in zip(matches, quiet, strict=True)
    ]
    return [pick.choice(actions) for actions in some] if all(some) else None


def is_quiet(match: Match, mover: int, action: int, own: bool) -> bool:
    """Return whether a move reveals nothing; of others that is only a step within a secret phase."""
    step, phase = match.table.prepare(mover, action), match.table.secret_phase
    return not step.reveals and (own or (phase != 0 and step.phase == phase))


def is_last(match: Match, mover: int, action: int) -> bool:
    """Return whether the mover has submitted after the action."""
    copy = match.table.copy()
    copy.play(mover, action)
    return mover not in copy.actors


async def compare_state(connections: list[SeatConnection], lookup: Mapping[tuple[str, int], SeatConnection]) -> None:
    """Receive everything; the seat must have received the same from both tables."""
    for connection in lookup.values():
        await connection.settle()
    (messages_one, view_one), (messages_two, view_two) = [connection.take_received() for connection in connections]
    assert messages_one == messages_two, (messages_one, messages_two)
    start = next((k for k, (x, y) in enumerate(zip(view_one, view_two, strict=False)) if x != y), 0)
    assert view_one == view_two, (view_one[max(0, start - 200) : start + 200], view_two[start : start + 200])


async def run(folder: Path, rounds: int, messages: int) -> dict[str, Any]:
    """Compare pairs of tables of every game; return how many messages of each kind were compared."""
    compared: dict[str, Any] = {}
    # equal hints at both tables: the randomness of a bot is not hidden information
    with patch.object(secrets, "randbits", lambda bits: 7):
        async with serve(folder) as (hub, port):
            for game in games.list_games():
                await asyncio.wrap_future(hub.compiler.request(game))
                total: Counter[str] = Counter()
                for number in range(rounds):
                    total += await compare(hub, port, game, number, messages)
                compared[game.id] = dict(total)
    return compared


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--messages", type=int, default=60)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(run(Path(folder), options.rounds, options.messages)))
    print(f"{time.monotonic() - began:.0f} s")
