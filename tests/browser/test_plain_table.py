"""The plain table, for a game of another package without a table of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from gamut.engine.game import Game
from gamut.template import GAME as MODEL
from tests.browser import driver
from tests.browser.axe import violations
from tests.browser.driver import People, Server
from tests.plugins.installing import install_all

EASEL: Game = MODEL  # what `gamut new easel` writes is the same


@pytest.fixture(scope="module")
def package_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the game that `gamut new` writes, and with broken packages."""
    packages = install_all(tmp_path_factory.mktemp("packages"))
    running = Server(tmp_path_factory.mktemp("server"), packages)
    yield running
    running.stop()


def test_the_lobby_shows_it(package_server: Server, people: People) -> None:
    page = people.open(package_server.url)
    driver.choose_game(page, EASEL)
    expect(page.get_by_role("heading", name=EASEL.title, exact=True)).to_be_visible()


@pytest.mark.parametrize("touch", [driver.by_mouse, driver.by_keyboard], ids=["mouse", "keyboard"])
def test_it_is_played_by_the_list_of_moves(package_server: Server, people: People, touch: driver.TouchPiece) -> None:
    page = people.open(package_server.open(EASEL, "me", "bot").seat(0))
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)
    drawn = page.get_by_label("Table as text").locator("pre")
    expect(drawn).to_contain_text("You: 0 points")
    assert driver.play(page, touch)
    expect(page.locator(driver.END_PANEL)).to_be_visible()


@pytest.mark.parametrize("size", [driver.DESK, driver.PHONE], ids=["desk", "phone"])
def test_it_has_no_violations(package_server: Server, people: People, size: dict[str, int]) -> None:
    page = people.open(package_server.open(EASEL, "me", "bot").seat(0), viewport=size, bypass_csp=True)
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)
    assert violations(page) == []
