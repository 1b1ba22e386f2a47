"""A database that version 0.2 wrote: its games continue, or show what is certain if their rules have changed since."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from gamut.engine import replay
from gamut.engine.deal_proof import check_proof
from gamut.engine.errors import OtherRules
from gamut.games import find_game
from gamut.server.storage.database import Storage
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m
from tests.server.in_process_server import Client, InProcessServer, async_test, open_server

DATA = Path(__file__).parents[1] / "data" / "tables_of_0_2"
TABLES: dict[str, Any] = json.loads((DATA / "tables.json").read_text())  # what 0.2 showed of each table
OTHER_RULES = ["two", "solo", "finished", "resigned"]  # of Chroma Mix, which has a second edition
REASON = "This game was started with version 1 of the rules, but the server now has version 2. It can only be viewed."
HIDDEN_POSITION = f"{REASON} Its table can't be shown. The log lists the moves."


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a folder with the database of 0.2."""
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        connection.executescript((DATA / "tables.sql").read_text())
    connection.close()
    return tmp_path


async def join(server: InProcessServer, name: str, seat: int = -1) -> Client:
    table = TABLES[name]
    token = table["spectator"] if seat < 0 else table["tokens"][seat]
    return await server.join_with(m.Join(table["table"], token))


def played(client: Client) -> list[tuple[int, str]]:
    """Return the actions that the log shows."""
    return [(line.seat, line.text) for line in client.log if line.text.startswith("played")]


def expected(name: str) -> list[tuple[int, str]]:
    texts = find_game("chroma_mix").open(2).action_texts
    return [(seat, f"played “{texts[number]}”") for seat, number, _ in TABLES[name]["actions"]]


@pytest.mark.parametrize("name", OTHER_RULES)
def test_action_numbers_name_the_same_cards_as_in_0_2(name: str) -> None:
    setup = find_game("chroma_mix").open(2)
    for _, number, old in TABLES[name]["actions"]:
        text = setup.action_texts[number]
        assert text.split()[0] == {"with": "add", "Billy": "mix", "take": "gain"}.get(old.split()[0], old.split()[0])
        for card in [word for word in old.split() if word[0].isupper() and word != "Billy"]:
            assert card in text, (old, text)


@async_test
async def test_a_running_game_of_other_rules_shows_its_log_and_no_position(database: Path) -> None:
    async with open_server(database) as server:
        for name, seats in (("two", (0, 1, -1)), ("solo", (0,))):
            for seat in seats:
                client = await join(server, name, seat)
                view = client.view
                assert client.welcome.read_only == HIDDEN_POSITION
                assert (view.game_view, view.actors, view.legal, view.result) == (None, [], [], None)
                assert (view.headline, view.prompt, view.goals, view.private) == ("", "", [], False)
                assert played(client) == expected(name)
        two = await join(server, "two", 1)
        assert (await two.request(m.PlayAction(0, 60), m.Refused)).reason == "read_only"
        piece = await two.request(m.DescribePiece("deck:2", []), m.PieceDescription)
        assert (piece.detail, piece.why_not) == (None, "There is no description of “deck:2”.")
        assert [player.name for player in two.view.players] == ["Mira", "Guest"], "the names are followed"
        assert "undid a move" in [line.text for line in two.log]


@async_test
async def test_a_finished_game_of_other_rules_is_over_and_can_be_saved(database: Path, tmp_path: Path) -> None:
    async with open_server(database) as server:
        client = await join(server, "finished", 0)
        result = client.view.result
        assert result
        assert (result.winners, result.ranks, result.lost) == ([], [], False), "version 0.2 did not store them"
        assert result.reason == "This game is over. Its result was not stored."
        assert client.view.game_view is None
        assert client.log[0].heading, "the first move is proved, and described as today"
        assert played(client) == expected("finished")[1:]
        assert result.proof
        check_proof(result.proof, result.key, 2)
        assert result.key == TABLES["finished"]["key"]
        file = tmp_path / "game.json"
        file.write_bytes((await server.hub.replays.find(TABLES["finished"]["table"], "")).plain)
        recorded = replay.read_replay(file)
        assert (recorded.rules, recorded.digest) == (1, TABLES["finished"]["digest"])
        assert [[a.seat - 1, a.number] for a in recorded.actions] == [a[:2] for a in TABLES["finished"]["actions"]]
        with pytest.raises(OtherRules):
            replay.verify_replay(recorded, find_game)
        for name in ("two", "solo"):
            with pytest.raises(m.RefusedError, match="once it is over"):
                await server.hub.replays.find(TABLES[name]["table"], "")


@async_test
async def test_a_resignation_is_a_result_whatever_the_rules(database: Path) -> None:
    async with open_server(database) as server:
        result = (await join(server, "resigned", 0)).view.result
        assert result
        assert (result.winners, result.reason) == ([0], "{1} resigned.")


@async_test
async def test_a_game_of_the_same_rules_continues(database: Path) -> None:
    async with open_server(database) as server:
        clients = [await join(server, "kroma", seat) for seat in range(2)]
        assert clients[0].welcome.read_only == ""
        match = server.hub.rooms[TABLES["kroma"]["table"]].match
        assert match.table.digest == TABLES["kroma"]["digest"]
        mover = next(client for client in clients if client.view.legal)
        await mover.play_legal()


def read_match(database: Path, name: str, **changed: Any) -> tuple[Match, str]:
    """Return a stored table, as if other columns had been stored."""
    storage = Storage(f"sqlite:///{database / 'tables.sqlite'}")
    row, log = storage.read_table(TABLES[name]["table"]), storage.read_log(TABLES[name]["table"])
    storage.close()
    assert row
    return Match.replay(msgspec.structs.replace(row, **changed), log, [0])


def test_a_position_of_other_rules_is_shown_only_if_all_of_it_is_proved(database: Path) -> None:
    match, problem = read_match(database, "kroma", rules_version=0)
    assert problem == REASON.replace("version 1", "version 0").replace("version 2", "version 1")
    assert (match.position_known, len(match.actors)) == (True, 1), "all of it is proved"
    url = f"sqlite:///{database / 'tables.sqlite'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        change = f"UPDATE log SET digest = 'other' WHERE table_id = '{match.row.id}' AND kind = 'play' AND n > "
        connection.exec_driver_sql(change + str(match.entries[-3].n))
    engine.dispose()
    match, problem = read_match(database, "kroma", rules_version=0)
    assert problem.endswith("It can only be viewed. Its table can't be shown. The log lists the moves.")
    assert (match.position_known, match.actors, match.over) == (False, [], False)
    texts = [line.text for line in match.seat_logs[0].entries]
    assert texts[-2:] == ["made a move"] * 2, "the numbers of its actions may have changed"
    assert "made a move" not in texts[:-2], "what is proved has the texts of today"


@async_test
async def test_a_result_is_stored_with_the_end_of_a_game(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server:
        table = await server.open_table("me", "here", game="chroma_mix", first="1", special="none", rounds=1)
        clients = await server.join_all(table, 0, 1)
        while not clients[0].view.result:
            for client in clients:
                if client.view.legal:
                    await client.play(client.view.legal[-1])
            views = [await client.wait_for_view(lambda v: v.legal or v.result or v.actors) for client in clients]
            assert views
        before = clients[0].view.result
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as connection:  # as if another version had played it
        connection.exec_driver_sql("UPDATE tables SET rules_version = 1")
        connection.exec_driver_sql("UPDATE log SET digest = 'other'")
    engine.dispose()
    async with open_server(tmp_path) as server:
        again = await server.join(table, 0)
        assert again.welcome.read_only == HIDDEN_POSITION
        assert again.view.result == before
