"""Bots of other packages sit at tables: those that play the game, and only they."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamut import bots, games
from gamut.bots import UnknownBot
from gamut.engine import plugins
from gamut.engine.errors import BadOptions
from gamut.server import messages as m
from gamut.server.catalogue import describe_game
from tests.plugins import kit
from tests.server.kit import House, in_house

MIXX = games.find("mixx")


@pytest.fixture(autouse=True)
def policies(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A bot that plays everything, one that fails, and policies for Mixx with two and for Colori with three."""
    where = tmp_path_factory.mktemp("added")
    site, folder = kit.install_policies(where, MIXX.open(2), games.find("colori").open(3))
    shutil.copy(folder / "ada.npz", folder / f"{'long' * 10}.npz")  # its name fits no list
    for name in ("careful", "broken"):
        kit.install(kit.HERE / name, site)
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("GAMUT_POLICIES", str(folder))
    forget()
    yield folder
    forget()


def forget() -> None:
    for cached in (plugins.entries, games.ids, games.find, bots.added):
        cached.cache_clear()


def test_they_are_offered_for_the_games_and_seats_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {bot.name: bot.seats for bot in describe_game(MIXX).added_bots}
    assert told == {"careful": list(MIXX.seats), "network:ada": [2], "network-search:ada": [2]}
    told = {bot.name: bot.seats for bot in describe_game(games.find("colori")).added_bots}
    assert told == {"careful": [2, 3, 4, 5], "network:bea": [3], "network-search:bea": [3]}
    assert [bot.name for bot in describe_game(games.find("kroma")).added_bots] == ["careful"]


def test_without_any_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    forget()
    assert describe_game(MIXX).added_bots == []


def test_people_may_seat_no_other_bots(policies: Path) -> None:
    setup = MIXX.open(2)
    for name in ("easy", "network:ada", "careful"):
        bots.check_seated(name, setup)
    for name in ("network:bea", "careful:deep", "search:9999it", "random", "wondering", "network:../ada"):
        with pytest.raises(UnknownBot, match=f"there is no level '{name}'; there are easy, .*, network:ada"):
            bots.check_seated(name, setup)
    with pytest.raises(UnknownBot, match="there is no level 'network:ada'"):
        bots.check_seated("network:ada", MIXX.open(3))
    (policies / "ada.npz").unlink()
    with pytest.raises(UnknownBot, match="there is no policy 'ada'"):
        bots.check_seated("network:ada", setup)


def test_a_policy_plays_whole_games_at_a_table(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "network:ada", first="2")
        me = await house.join(table, 0)
        assert me.welcome.added_bots == ["careful", "network-search:ada", "network:ada"]
        assert me.view
        assert me.view.players[1].level == "network:ada"
        while not (await me.sees(lambda v: v.legal or v.result)).result:
            await me.act()

    in_house(tmp_path, test)


def test_the_host_may_let_one_play_for_somebody_who_is_away(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "here", first="2")
        me = await house.join(table, 0)
        refused = await me.ask(m.Fill(1, "network:bea"), m.Refused)
        assert refused.reason == "not_allowed"
        assert "there is no level 'network:bea'; there are easy" in refused.text
        me.send(m.Fill(1, "network:ada"))
        view = await me.sees(lambda v: v.legal)
        assert (view.players[1].kind, view.players[1].level) == ("person", "network:ada")

    in_house(tmp_path, test)


def test_a_table_for_which_one_is_not_made_is_refused_with_the_reason(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        with pytest.raises(BadOptions, match="seat 2: there is no level 'network:ada'; there are easy"):
            await house.open("me", "network:ada", "easy")

    in_house(tmp_path, test)
