"""Accessibility: no axe violations on any page in either theme, and pieces that differ without colour."""

from __future__ import annotations

import io
import itertools
import re

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from gamut import games
from gamut.engine.game import Game
from tests.browser import driver
from tests.browser.axe import Act, overlays_have_none, violations
from tests.browser.driver import People, Server, every_game

SECRET = [game for game in driver.GAMES if game.secret_fields]
Grey = npt.NDArray[np.int16]


def show_hint(page: Page) -> None:
    """Request a hint."""
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Hint")).to_be_visible()


PAGES: dict[str, str] = {
    "lobby": "",
    "signs": "#/signs",
    "history": "#/history",
    **{f"rules of {game.id}": f"#/rules/{game.id}" for game in driver.GAMES},
}
DESK_OVERLAYS: dict[str, Act] = {
    "list": lambda page: page.keyboard.press("l"),
    "legend": lambda page: page.locator(".tools").get_by_role("button", name="Legend").click(),
    "menu": lambda page: page.get_by_role("button", name="More", exact=True).click(),
    "rules": lambda page: page.get_by_role("button", name="Rules").click(),
}
PHONE_OVERLAYS: dict[str, Act] = {
    "log": lambda page: page.locator(".dock").get_by_role("button", name="Log").tap(),
    "goals": lambda page: page.locator(".dock").get_by_role("button", name="Goals").tap(),
    "hint": show_hint,
    "menu": lambda page: page.get_by_role("button", name="More", exact=True).tap(),
}


def mostly(usual: str) -> pytest.MarkDecorator:
    """Always in one theme, in the long tests also in the other."""
    other = "dark" if usual == "light" else "light"
    return pytest.mark.parametrize("theme", [usual, pytest.param(other, marks=pytest.mark.long)])


@mostly("dark")
@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_violations(server: Server, people: People, theme: str, name: str) -> None:
    page = people.open(server.url + PAGES[name], color_scheme=theme, bypass_csp=True)
    expect(page.locator("main :is(h1, h2)").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@mostly("light")
@every_game
def test_tables_have_no_violations(server: Server, people: People, theme: str, game: Game) -> None:
    page = people.open(server.open(game, "me", "bot").seat(0), color_scheme=theme, bypass_csp=True)
    driver.wait_for_table(page)
    driver.play(page, driver.by_mouse, most=3)
    assert driver.wait_for_turn(page)
    assert violations(page) == []
    overlays_have_none(page, DESK_OVERLAYS)
    driver.resign(page)
    assert violations(page) == [], "end"


@mostly("dark")
@every_game
def test_phones_have_no_violations(server: Server, people: People, theme: str, game: Game) -> None:
    page = people.open(
        server.open(game, "me", "bot").seat(0),
        viewport=driver.PHONE, has_touch=True, color_scheme=theme, bypass_csp=True,
    )  # fmt: skip
    driver.wait_for_table(page)
    driver.play(page, driver.by_finger, most=2)
    page.keyboard.press("Escape")
    assert driver.wait_for_turn(page)
    assert violations(page) == []
    overlays_have_none(page, PHONE_OVERLAYS)
    driver.resign(page)
    assert violations(page) == [], "end"


@mostly("light")
@pytest.mark.parametrize("size", [driver.DESK, driver.PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.id)
def test_passing_the_device_has_no_violations(
    server: Server, people: People, theme: str, size: dict[str, int], game: Game
) -> None:
    table = server.open(game, "here", "here")
    page = people.open(table.seat(0), first=table.at_one_screen, viewport=size, color_scheme=theme, bypass_csp=True)
    expect(page.locator(".pass h1")).to_be_visible(timeout=driver.COMPILE_TIMEOUT_MS)
    assert violations(page) == []


# ---------------------------------------------------------------------- without colour


def grey(piece: Locator) -> Grey:
    """A greyscale picture of a piece relative to its median level, so that only shapes count."""
    picture = Image.open(io.BytesIO(piece.screenshot(animations="disabled"))).convert("L").resize((48, 48))
    levels = np.asarray(picture, np.int16)
    return (levels - np.int16(np.median(levels))).astype(np.int16)


def are_distinct(one: Grey, other: Grey) -> bool:
    """Whether at least as many pixels differ clearly as a stroke has."""
    return bool((np.abs(one - other) > 48).sum() >= 12)


def test_signs_differ_in_greyscale(server: Server, people: People) -> None:
    page = people.open(f"{server.url}#/signs", device_scale_factor=2)
    signs = page.locator(".pair > [data-c]")
    expect(signs.first).to_be_visible()
    seen: dict[str, dict[str, Grey]] = {}
    for sign in signs.all():
        game, colour = (sign.get_attribute("data-c") or "").split("-", 1)
        seen.setdefault(game, {})[colour] = grey(sign)
    assert {game.id for game in driver.GAMES} & set(seen)
    assert pairs_alike(seen) == []


def pairs_alike(seen: dict[str, dict[str, Grey]]) -> list[tuple[str, str, str]]:
    """The indistinguishable pairs of each game."""
    return [
        (game, a, b)
        for game, pieces in seen.items()
        for (a, x), (b, y) in itertools.combinations(pieces.items(), 2)
        if not are_distinct(x, y)
    ]


def kind(piece: str) -> str:
    """The kind of a piece, such as `basic-blue` for `drawn:basic-blue:1`."""
    return next(word for word in reversed(re.split("[: ]", piece)) if not word.isdigit())


def look_at_pieces(page: Page, seen: dict[str, Grey]) -> None:
    """Add the kinds of pieces on the table and in my hand; cells are places."""
    for piece in page.locator(":is([data-board], .tray) [data-piece]:not([data-cell]):visible").all():
        which = kind(piece.get_attribute("data-piece") or "")
        if which not in seen:
            seen[which] = grey(piece)


@every_game
def test_pieces_on_the_table_differ_in_greyscale(server: Server, people: People, game: Game) -> None:
    seen: dict[str, Grey] = {}
    for _ in range(2):
        page = people.open(server.open(game, "me", "bot", options={}).seat(0), device_scale_factor=2)
        driver.wait_for_table(page)
        assert driver.wait_for_turn(page)
        if not page.locator(driver.NEXT).count():
            pytest.skip(f"{game.title} is played by its list: it has no pieces")
        look_at_pieces(page, seen)
        driver.play(page, driver.by_mouse, most=1)
        page.mouse.move(0, 0)
        if driver.wait_for_turn(page):
            look_at_pieces(page, seen)
    assert pairs_alike({game.id: seen}) == []
    assert len(seen) > 3


def test_a_colour_that_is_there_and_one_that_is_missing_differ_in_greyscale(server: Server, people: People) -> None:
    page = people.open(server.open(games.find_game("colori"), "me", "bot").seat(0), device_scale_factor=2)
    driver.wait_for_table(page)
    pip = page.locator(".pips .chip[data-hollow]").first
    missing = grey(pip)
    # the same sign on the palest colour, as if it were there
    pip.evaluate("pip => { pip.removeAttribute('data-hollow'); pip.dataset.c = 'colori-yellow' }")
    assert are_distinct(grey(pip), missing)


# ---------------------------------------------------------------------- forced colours


@every_game
def test_edges_and_turns_are_visible_in_forced_colours(server: Server, people: People, game: Game) -> None:
    page = people.open(server.open(game, "me", "bot").seat(0), forced_colors="active")
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)
    edge = "e => parseFloat(getComputedStyle(e).borderTopWidth)"
    mine, others = page.locator("[data-seat='0']"), page.locator("[data-seat='1']")
    assert page.locator(".tools .btn").first.evaluate(edge) > 0
    assert mine.evaluate(edge) > others.evaluate(edge) > 0
    if page.locator(driver.NEXT).count():
        assert page.locator(driver.NEXT).first.evaluate("e => getComputedStyle(e).outlineStyle") != "none"
