"""Every table fits every room: at all sizes nothing is too small to touch, cut, outside, or over something else.

A game is covered by the looks in its folder among the pages that it wants to have measured (its fullest tables).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from gamut import games
from tests.browser.boxes import faults_of
from tests.browser.mocked import answer_table, serve
from tests.browser.played import find, looks_of

PHONES = [(320, 568), (360, 640), (375, 553), (375, 667), (390, 664), (412, 915), (430, 932)]
SIDEWAYS = [(480, 320), (640, 360), (667, 375), (844, 390), (932, 430)]
TABLETS = [(600, 960), (768, 1024), (1024, 768), (1194, 834), (1366, 1024)]
WINDOWS = [(700, 700), (900, 700), (960, 600), (1180, 620), (1280, 720), (1440, 900), (1920, 1080), (2560, 1080)]
FEW = {
    "touch": [(320, 480), (390, 844), (568, 320), (834, 1194)],
    "mouse": [(720, 450), (1024, 768), (1366, 768), (2560, 1440)],
}
MORE = {"touch": [*PHONES, *SIDEWAYS, *TABLETS], "mouse": WINDOWS}
LOOKS = [(game, name) for game in games.ids() for name, look in looks_of(game).items() if look.measured]
MEASURED = [  # with one pointer each, in turns; with the other and at more sizes in the long run
    pytest.param(
        game, name, pointer, rooms[pointer], id=f"{game}-{name}-{pointer}-{len(rooms[pointer])}",
        marks=[] if rooms is FEW and pointer == list(FEW)[k % len(FEW)] else pytest.mark.long,
    )
    for k, (game, name) in enumerate(LOOKS) for pointer in FEW for rooms in (FEW, MORE)
]  # fmt: skip


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serve() as address:
        yield address


def open_table(browser: Browser, base: str, game: str, name: str, pointer: str) -> Page:
    """A page with the table of a look on it."""
    look = looks_of(game)[name]
    touch = pointer == "touch"
    context = browser.new_context(
        viewport={"width": 1280, "height": 1280}, reduced_motion="reduce", has_touch=touch, is_mobile=touch
    )
    page = context.new_page()
    answer_table(page, look, find(game, look))
    page.goto(f"{base}#/table/t1/{'watch' if look.viewer < 0 else f'seat{look.viewer}'}")
    expect(page.locator(".frame [data-board]")).to_be_visible(timeout=15_000)
    if look.act:
        look.act(page)
    return page


@pytest.mark.parametrize(("game", "name", "pointer", "rooms"), MEASURED)
def test_nothing_is_small_cut_or_covered(
    browser: Browser, base: str, game: str, name: str, pointer: str, rooms: list[tuple[int, int]]
) -> None:
    page = open_table(browser, base, game, name, pointer)
    faults = {}
    for width, height in rooms:
        page.set_viewport_size({"width": width, "height": height})
        faults[f"{width}x{height}"] = faults_of(page)
    page.context.close()
    assert {size: found for size, found in faults.items() if found} == {}
