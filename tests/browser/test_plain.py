"""A game of another package, without a folder among the pages: played at the plain table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import kit
from tests.browser.axe import violations
from tests.browser.kit import People, Server
from tests.toys.bids import BIDS


def install(folder: Path) -> Path:
    """What pip leaves of a package that brings a game: its name, and its entry point."""
    about = folder / "toy_games-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[gamut.games]\n{BIDS.id} = tests.toys.bids:BIDS\n")
    return folder


@pytest.fixture(scope="module")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    packages = install(tmp_path_factory.mktemp("packages"))
    running = Server(tmp_path_factory.mktemp("server"), packages)
    yield running
    running.stop()


def test_the_lobby_shows_it(toy_server: Server, people: People) -> None:
    page = people.sit(toy_server.url)
    kit.choose_game(page, BIDS)
    expect(page.get_by_role("heading", name=f"A table of {BIDS.title}")).to_be_visible()


@pytest.mark.parametrize("touch", [kit.by_mouse, kit.by_keyboard], ids=["mouse", "keyboard"])
def test_it_is_played_by_the_list_of_moves(toy_server: Server, people: People, touch: kit.Touch) -> None:
    page = people.sit(toy_server.open(BIDS, "me", "bot").seat(0))
    kit.ready(page)
    assert kit.my_turn(page)
    expect(page.get_by_label("What lies on the table")).to_be_visible()
    assert kit.play(page, touch)
    expect(page.locator(kit.OVER)).to_be_visible()


@pytest.mark.parametrize("size", [kit.DESK, kit.PHONE], ids=["desk", "phone"])
def test_it_has_no_violations(toy_server: Server, people: People, size: dict[str, int]) -> None:
    page = people.sit(toy_server.open(BIDS, "me", "bot").seat(0), viewport=size, bypass_csp=True)
    kit.ready(page)
    assert kit.my_turn(page)
    assert violations(page) == []
