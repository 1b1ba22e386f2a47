"""Names at a table are unique, and no bot is named after a colour."""

from __future__ import annotations

import pytest

from gamut import games
from gamut.engine.look import load_look
from gamut.server.tables.hub import BOT_NAMES
from gamut.server.tables.names import clean_name, make_name_unique
from gamut.server.wire import messages as m
from tests.server.in_process_server import InProcessServer, server_test

pytestmark = pytest.mark.usefixtures("toy_game")


def test_no_bot_has_the_name_of_a_colour() -> None:
    names = {colour.name for game in games.list_games() for colour in load_look(game.folder).colours.values()}
    words = {word.casefold() for name in names for word in name.split()}
    assert len(words) > 20
    assert [bot for bot in BOT_NAMES if bot.casefold() in words] == []


@pytest.mark.parametrize(
    ("name", "others", "unique"),
    [
        ("Mira", [], "Mira"),
        ("Mira", ["Ada"], "Mira"),
        ("Mira", ["mira", "Mira 2"], "Mira 3"),
        ("Ｍｉｒａ", ["Mira"], "Ｍｉｒａ 2"),  # full-width letters look the same
        ("M" * 24, ["M" * 24], "M" * 21 + " 2"),
        ("Міrа", ["Mira"], "Міrа 2"),  # Cyrillic letters
        ("Μira", ["Mira"], "Μira 2"),  # a Greek letter
        ("Mıra", ["MIRA"], "Mıra 2"),  # without its dot
        ("Mïra", ["Mira"], "Mïra 2"),
        ("lan", ["Ian"], "lan 2"),
        ("M1la", ["Mlla"], "M1la 2"),
        ("B0", ["Bo"], "B0 2"),
        ("Kal", ["Kai"], "Kal"),
        ("Мария", ["Марина"], "Мария"),
        ("", ["Mira"], ""),
    ],
)
def test_a_name_that_looks_like_another_gets_a_number(name: str, others: list[str], unique: str) -> None:
    assert make_name_unique(name, others) == unique


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("  Mi\tra ", "Mi ra"),
        ("Mira\u3164", "Mira"),  # Hangul filler, which is invisible
        ("\u3164\u2800", ""),
        ("\u0301\u0300", ""),  # accents alone
        ("Mira\u202e", "Mira"),  # would reverse what follows
        ("M" * 23 + " x", "M" * 23),
        ("☕", "☕"),
    ],
)
def test_a_name_is_cleaned(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@server_test()
async def test_names_at_a_new_table_are_unique_including_bots(server: InProcessServer) -> None:
    seats = [m.SeatRequest("me", "Sage"), m.SeatRequest("here", "SAGE "), m.SeatRequest("bot", "", "only")]
    table = await server.hub.open_table(m.TableRequest("toy_game", seats))
    me = await server.join(table, 0)
    names = [p.name for p in me.view.players]
    assert names[:2] == ["Sage", "SAGE 2"]
    assert len({name.casefold() for name in names}) == 3


@server_test()
async def test_names_of_guests_are_made_unique(server: InProcessServer) -> None:
    table = await server.open_table("me", "link", "link")
    me = await server.join(table, 0)
    guests = [await server.claim_seat(table, seat, "p0") for seat in (1, 2)]
    view = await me.wait_for_view(lambda v: not v.not_ready)
    assert [p.name for p in view.players] == ["P0", "p0 2", "p0 3"]
    guests[0].send(m.Rename("P0"))
    assert (await me.wait_for_view(lambda v: v.players[1].name == "P0 2")).players[2].name == "p0 3"
