"""A database of version 0.2 is migrated, and its tables continue where they were."""

from __future__ import annotations

import alembic.command
import alembic.config
import msgspec
import pytest
import sqlalchemy as sa

from gamut.server.storage import database
from gamut.server.storage.database import Storage
from gamut.server.storage.entries import EntryKind, StoredEntry, TableRow
from gamut.server.tables.match import Match
from gamut.server.tables.seat_secrets import Claim, hash_token
from tests.server.test_hidden_information import make_row
from tests.server.toy_game import GAME

pytestmark = pytest.mark.usefixtures("toy_game")

COLUMNS_0_2 = {
    "created": "made", "rules_version": "rules", "spectator_hash": "watch_hash", "invitation_hash": "invite_hash",
}  # fmt: skip
KINDS_0_2 = {"play": "act", "undo": "take_back", "undo_secret": "withdraw", "stand_in": "fill", "arrive": "sit"}


def play_match() -> Match:
    """Return a match whose log has an entry of every kind that was renamed."""
    table = msgspec.structs.replace(make_row(GAME, 2, b"k" * 16), files=GAME.open(2).files)
    match = Match(table)

    def add(kind: EntryKind, seat: int, action: int = 0, detail: str = "") -> None:
        decision = match.decision(seat) if kind == "play" else 0
        entry = StoredEntry(at=2**41, kind=kind, seat=seat, decision=decision, action=action, detail=detail)
        match.commit(match.prepare(entry))

    add("arrive", 0)
    add("claim", 1, detail=Claim(hash_token("t" * 32), "", "Mira").format())
    add("play", 0, match.table.legal(0)[0])
    add("play", 0, match.table.legal(0)[0])
    add("undo_secret", 0, action=1)
    add("stand_in", 1, detail="easy")
    add("arrive", 1)
    while len(match.table.history) < 6:
        seat = match.actors[0]
        add("play", seat, match.table.legal(seat)[-1])
    add("undo", match.table.history[-1][0], action=len(match.table.history) - 1)
    add("hand_over", 0, detail=hash_token("link"))
    return match


def write_0_2(url: str, table: TableRow, entries: list[StoredEntry]) -> None:
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        config = alembic.config.Config(attributes={"connection": connection})
        config.set_main_option("script_location", str(database.MIGRATIONS))
        alembic.command.upgrade(config, "4")
        encoded = {
            **msgspec.structs.asdict(table), "options": msgspec.json.encode(table.options).decode(),
            "files": msgspec.json.encode(table.files).decode(), "key": table.key.hex(),
        }  # fmt: skip
        del encoded["seats"]
        insert(connection, "tables", encoded)
        for seat in table.seats:
            insert(connection, "seats", {"table_id": table.id, **msgspec.structs.asdict(seat)})
        for entry in entries:
            old = {**msgspec.structs.asdict(entry), "kind": KINDS_0_2.get(entry.kind, entry.kind)}
            insert(connection, "log", {"table_id": table.id, **old})
    engine.dispose()


def insert(connection: sa.Connection, table: str, values: dict[str, object]) -> None:
    named = {COLUMNS_0_2.get(name, name): value for name, value in values.items()}
    connection.execute(sa.table(table, *map(sa.column, named)).insert(), named)


def test_a_database_of_0_2_is_migrated_and_replays_to_the_same_digests(url: str) -> None:
    match = play_match()
    assert {entry.kind for entry in match.entries} >= set(KINDS_0_2)
    write_0_2(url, match.row, match.entries)
    storage = Storage(url)
    table = storage.read_table(match.row.id)
    assert table == match.row
    entries = storage.read_log(match.row.id)
    storage.close()
    assert entries == match.entries
    replayed, problem = Match.replay(table, entries)
    assert problem == ""
    assert replayed.table.digest == match.table.digest
    assert replayed.table.history == match.table.history
