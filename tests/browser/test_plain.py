"""A game of another package, without a folder among the pages and beside broken ones: played at the plain table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from gamut.engine.game import Game
from gamut.model import GAME as MODEL
from tests.browser import kit
from tests.browser.axe import violations
from tests.browser.kit import People, Server
from tests.plugins.kit import install_all

EASEL: Game = MODEL  # what `gamut new easel` writes is the same


@pytest.fixture(scope="module")
def package_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server among whose packages are the game that `gamut new` writes, and broken ones."""
    packages = install_all(tmp_path_factory.mktemp("packages"))
    running = Server(tmp_path_factory.mktemp("server"), packages)
    yield running
    running.stop()


def test_the_lobby_shows_it(package_server: Server, people: People) -> None:
    page = people.sit(package_server.url)
    kit.choose_game(page, EASEL)
    expect(page.get_by_role("heading", name=EASEL.title, exact=True)).to_be_visible()


@pytest.mark.parametrize("touch", [kit.by_mouse, kit.by_keyboard], ids=["mouse", "keyboard"])
def test_it_is_played_by_the_list_of_moves(package_server: Server, people: People, touch: kit.Touch) -> None:
    page = people.sit(package_server.open(EASEL, "me", "bot").seat(0))
    kit.ready(page)
    assert kit.my_turn(page)
    drawn = page.get_by_label("What lies on the table").locator("pre")
    expect(drawn).to_contain_text("Player 1: 0 points")
    assert kit.play(page, touch)
    expect(page.locator(kit.OVER)).to_be_visible()


@pytest.mark.parametrize("size", [kit.DESK, kit.PHONE], ids=["desk", "phone"])
def test_it_has_no_violations(package_server: Server, people: People, size: dict[str, int]) -> None:
    page = people.sit(package_server.open(EASEL, "me", "bot").seat(0), viewport=size, bypass_csp=True)
    kit.ready(page)
    assert kit.my_turn(page)
    assert violations(page) == []
