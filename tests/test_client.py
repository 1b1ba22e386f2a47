"""The client of `gamut.client` against a real server, and the protocol's schema."""

from __future__ import annotations

import random
import runpy
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import get_args

import msgspec
import pytest

from gamut.client import RequestRefused, Seat, make_link, open_table, parse_link
from gamut.engine.errors import GamutError
from gamut.server.wire import messages as m
from gamut.server.wire import schema
from tests.support.server_process import Server, free_port

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "websocket_bot.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("client"), free_port())
    running.start()
    yield running
    running.end(signal.SIGTERM)


def address(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def host_link(server: Server, *seats: str) -> tuple[str, m.NewTable]:
    table = open_table(address(server), "mixx", seats, {"stock": 3})
    return make_link(address(server), table.table, table.seats[0].token), table


def test_a_link_is_parsed_and_made() -> None:
    link = make_link("http://127.0.0.1:8000/", "table", "token")
    assert link == "http://127.0.0.1:8000/#/table/table/token"
    assert parse_link(link) == ("http://127.0.0.1:8000", "table", "token")
    for wrong in ("http://127.0.0.1:8000", "ftp://host/#/table/a/b", "table/a/b"):
        with pytest.raises(GamutError, match="is not a link to a seat"):
            parse_link(wrong)


def play(seat: Seat) -> int:
    """Play any actions until the game is over; return how many."""
    actions = 0
    for view in seat.turns():
        seat.play(random.choice(view.legal))
        actions += 1
    return actions


def test_a_game_against_a_bot(server: Server) -> None:
    link, _ = host_link(server, "me", "easy")
    with Seat.join(link) as seat:
        assert seat.number == 0
        assert play(seat) > 0
        assert seat.view
        assert seat.view.result
        assert seat.view.result.reason


def test_an_invitation_is_taken_under_a_name(server: Server) -> None:
    link, table = host_link(server, "me", "link")
    invitation = make_link(address(server), table.table, table.invitations[0].token)
    with Seat.join(link) as host, Seat.join(invitation, "Robin") as guest:
        assert guest.number == 1
        assert guest.link != invitation  # the secret that only this client knows
        other = Thread(target=play, args=(guest,))
        other.start()
        play(host)
        other.join(60)
        assert not other.is_alive()
        assert guest.view
        assert guest.view.players[1].name == "Robin"
        with pytest.raises(RequestRefused) as refused:
            Seat.join(invitation)
        assert refused.value.reason == "used"


def test_a_lost_connection_is_opened_again(server: Server) -> None:
    link, _ = host_link(server, "me", "easy")
    with Seat.join(link) as seat:
        for _ in seat.turns():
            break
        assert seat._socket
        seat._socket.socket.shutdown(2)
        assert play(seat) > 0
        assert seat.view
        assert seat.view.result


def test_refusals_are_errors(server: Server) -> None:
    with pytest.raises(RequestRefused) as refused:
        open_table(address(server), "chess", ["me", "easy"])
    assert refused.value.reason == "unknown_game"
    with pytest.raises(GamutError, match="cannot be reached"):
        open_table("http://127.0.0.1:9", "mixx", ["me"])
    link, _ = host_link(server, "me", "easy")
    with Seat.join(link) as seat:
        next(seat.turns())
        with pytest.raises(RequestRefused):
            seat.play(max(seat.view.legal if seat.view else [0]) + 1)


def test_the_example_plays_a_game(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 40
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), address(server), "mixx"])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert "won the most cards." in capsys.readouterr().out or "share" in capsys.readouterr().out


# ---------------------------------------------------------------------- the schema


def test_the_schema_is_up_to_date() -> None:
    file = ROOT / "docs" / "reference" / "protocol.schema.json"
    command = "python -m gamut.server.wire.schema docs/reference/protocol.schema.json"
    assert file.read_text("utf-8") == schema.format_schema(), f"run `{command}`"


def test_the_schema_describes_all_messages() -> None:
    definitions = schema.generate_schema()["$defs"]
    for union in (m.ClientMessage, m.ServerMessage):
        for struct in get_args(union):
            assert definitions[struct.__name__]["properties"]["type"]["enum"] == [m.snake_case(struct.__name__)]
            assert definitions[struct.__name__]["description"]
    named = {text["$ref"] for text in find_references(definitions)}
    assert all(name.removeprefix("#/$defs/") in definitions for name in named)
    assert definitions["PlayAction"]["required"] == ["type", "decision", "action"]
    assert msgspec.json.decode(schema.format_schema())["title"]


def find_references(part: object) -> Iterator[dict[str, str]]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for item in part:
            yield from find_references(item)
