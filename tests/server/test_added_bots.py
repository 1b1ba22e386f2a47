"""Bots of other packages can be seated at tables of the games and seats they play."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamut import bots, games
from gamut.bots import UnknownBot
from gamut.engine import plugins
from gamut.engine.errors import InvalidOptions
from gamut.server.tables.game_info import describe_game
from gamut.server.wire import messages as m
from tests.plugins import installing
from tests.server.in_process_server import InProcessServer, server_test

MIXX = games.find_game("mixx")


@pytest.fixture(autouse=True)
def policies(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Install a bot for all games, a broken one, and policies for Mixx with two players and Colori with three."""
    folder_of_packages = tmp_path_factory.mktemp("added")
    site, folder = installing.install_policies(folder_of_packages, MIXX.open(2), games.find_game("colori").open(3))
    shutil.copy(folder / "ada.npz", folder / f"{'long' * 10}.npz")  # its name is too long
    for name in ("careful", "broken"):
        installing.install(installing.HERE / name, site)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("GAMUT_POLICIES", str(folder))
    clear_caches()
    yield folder
    clear_caches()


def clear_caches() -> None:
    for cached in (plugins.find_entry_points, games.list_game_ids, games.find_game, bots.find_plugin_bots):
        cached.cache_clear()


def test_added_bots_are_listed_for_the_games_and_seats_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    added_bots = {bot.name: bot.seats for bot in describe_game(MIXX).added_bots}
    assert added_bots == {"careful": list(MIXX.seats), "network:ada": [2], "network-search:ada": [2]}
    added_bots = {bot.name: bot.seats for bot in describe_game(games.find_game("colori")).added_bots}
    assert added_bots == {"careful": [2, 3, 4, 5], "network:bea": [3], "network-search:bea": [3]}
    assert [bot.name for bot in describe_game(games.find_game("kroma")).added_bots] == ["careful"]


def test_without_packages_there_are_no_added_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    clear_caches()
    assert describe_game(MIXX).added_bots == []


def test_only_levels_and_added_bots_of_the_game_can_be_seated(policies: Path) -> None:
    setup = MIXX.open(2)
    for name in ("easy", "network:ada", "careful"):
        bots.check_selectable(name, setup)
    for name in ("network:bea", "careful:deep", "search:9999it", "random", "wondering", "network:../ada"):
        with pytest.raises(UnknownBot, match=f"unknown level '{name}'; the levels are: easy, .*, network:ada"):
            bots.check_selectable(name, setup)
    with pytest.raises(UnknownBot, match="unknown level 'network:ada'"):
        bots.check_selectable("network:ada", MIXX.open(3))
    (policies / "ada.npz").unlink()
    with pytest.raises(UnknownBot, match="unknown policy 'ada'"):
        bots.check_selectable("network:ada", setup)


@server_test()
async def test_a_policy_plays_whole_games_at_a_table(server: InProcessServer) -> None:
    table = await server.open_table("me", "network:ada", first="2")
    me = await server.join(table, 0)
    assert me.welcome.added_bots == ["careful", "network-search:ada", "network:ada"]
    assert me.view.players[1].level == "network:ada"
    while not (await me.wait_for_view(lambda v: v.legal or v.result)).result:
        await me.play_legal()


@server_test()
async def test_an_added_bot_can_be_a_stand_in(server: InProcessServer) -> None:
    table = await server.open_table("me", "here", first="2")
    me = await server.join(table, 0)
    refused = await me.request(m.SetStandIn(1, "network:bea"), m.Refused)
    assert refused.reason == "not_allowed"
    assert "unknown level 'network:bea'; the levels are: easy" in refused.text
    me.send(m.SetStandIn(1, "network:ada"))
    view = await me.wait_for_view(lambda v: v.legal)
    assert (view.players[1].kind, view.players[1].level) == ("person", "network:ada")


@server_test()
async def test_an_added_bot_that_does_not_fit_the_table_is_refused(server: InProcessServer) -> None:
    with pytest.raises(InvalidOptions, match="seat 2: unknown level 'network:ada'; the levels are: easy"):
        await server.open_table("me", "network:ada", "easy")
