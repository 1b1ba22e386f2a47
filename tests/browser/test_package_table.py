"""A game of another package with a table of its own, and 2,016 legal actions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gamut.server.web.pages import STATIC, read_build
from tests.browser import driver
from tests.browser.driver import People, Server
from tests.browser.package_table import serve_mosaic
from tests.toys.mosaic import CELLS, MOSAIC, PAINTS

pytestmark = pytest.mark.xdist_group("package_table")  # one process, so that the pages are built once


@pytest.fixture(scope="module")
def mosaic(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """A server with the game, and the folder of its pages."""
    with serve_mosaic(tmp_path_factory.mktemp("mosaic")) as running:
        yield running


def test_its_folder_changes_the_build_and_adds_a_table(mosaic: tuple[Server, Path]) -> None:
    ours, theirs = read_build(STATIC), read_build(mosaic[1])
    assert theirs.games_with_table == ours.games_with_table | {"mosaic"}
    assert theirs.digest
    assert theirs.digest != ours.digest


def test_its_colours_are_on_the_first_page_and_its_table_is_a_chunk(mosaic: tuple[Server, Path]) -> None:
    pages = mosaic[1]
    entry_script = re.search(r'src="\./assets/(index-[^"]+\.js)"', (pages / "index.html").read_text("utf-8"))
    assert entry_script
    holding = {
        text: {file.name for file in (pages / "assets").glob("*.js") if text in file.read_text("utf-8")}
        for text in ("#7a4a2a", "can be coloured")
    }
    entry = (pages / "assets" / entry_script[1]).read_text("utf-8")
    first_page = {entry_script[1], *re.findall(r'(?:from|import)"\./([^"]+\.js)"', entry)}
    assert holding["#7a4a2a"] & first_page
    assert len(holding["can be coloured"]) == 1
    assert not holding["can be coloured"] & first_page


def lit(page: Page, kind: str) -> int:
    """How many pieces of a kind may be touched next."""
    return page.locator(f"{driver.NEXT}[data-touch-id^='{kind}:']").count()


def touch(page: Page, piece: str) -> None:
    page.locator(f"[data-touch-id='{piece}']").click()


@pytest.mark.parametrize(
    ("first", "second", "text"), [("red", "blue", "red and blue"), ("blue", "red", "red and blue")]
)
def test_two_paints_are_touched_in_any_order(
    mosaic: tuple[Server, Path], people: People, first: str, second: str, text: str
) -> None:
    page = people.open(mosaic[0].open(MOSAIC, "me", "bot").seat(0))
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)
    assert (lit(page, "paint"), lit(page, "cell")) == (len(PAINTS), 0)
    touch(page, f"paint:{first}")
    assert (lit(page, "paint"), lit(page, "cell")) == (len(PAINTS), 0)  # the same once more as well
    touch(page, f"paint:{second}")
    assert (lit(page, "paint"), lit(page, "cell")) == (0, CELLS)
    touch(page, "cell:c3")
    expect(page.locator(".side .log")).to_contain_text(f"{text} on c3 for 1")
    assert driver.wait_for_turn(page)
    assert lit(page, "paint") == len(PAINTS)


def test_a_whole_game_is_played_at_it(mosaic: tuple[Server, Path], people: People) -> None:
    page = people.open(mosaic[0].open(MOSAIC, "me", "bot").seat(0))
    driver.wait_for_table(page)
    assert driver.play(page, driver.by_mouse)
    expect(page.locator(driver.END_PANEL)).to_be_visible()
