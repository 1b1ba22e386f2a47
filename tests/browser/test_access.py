"""Nobody is shut out: no axe violation on any page in either theme, and pieces that differ without colour."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser import kit
from tests.browser.kit import People, Server

AXE = kit.ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
GAMES = sorted(kit.SHORT)
Grey = npt.NDArray[np.int16]
Act = Callable[[Page], object]


def show_hint(page: Page) -> None:
    """Ask for a hint, then for its figures."""
    page.keyboard.press("h")
    page.get_by_role("button", name="Hint: ").tap()


PAGES: dict[str, str] = {"lobby": "", "signs": "#/signs", **{f"rules of {g}": f"#/rules/{g}" for g in GAMES}}
DESK_OVERLAYS: dict[str, Act] = {
    "list": lambda page: page.keyboard.press("l"),
    "menu": lambda page: page.get_by_role("button", name="More").click(),
    "rules": lambda page: page.get_by_role("button", name="Rules").click(),
}
PHONE_OVERLAYS: dict[str, Act] = {
    "log": lambda page: page.locator(".dock").get_by_role("button", name="Log").tap(),
    "hint": show_hint,
    "menu": lambda page: page.get_by_role("button", name="More").tap(),
}


def violations(page: Page) -> list[str]:
    """What axe finds wrong."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found for n in v["nodes"]]


def overlays_have_none(page: Page, overlays: dict[str, Act]) -> None:
    """Open each, and look at it."""
    for name, show in overlays.items():
        show(page)
        expect(page.locator("dialog.sheet")).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], name
        page.get_by_label("Close").click()


@pytest.fixture(params=["light", "dark"])
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("name", PAGES)
def test_pages_have_no_violations(server: Server, people: People, theme: str, name: str) -> None:
    page = people.sit(server.url + PAGES[name], color_scheme=theme, bypass_csp=True)
    expect(page.locator("main :is(h1, h2)").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_tables_have_no_violations(server: Server, people: People, theme: str, game: str) -> None:
    page = people.sit(server.open(game, "me", "easy").seat(0), color_scheme=theme, bypass_csp=True)
    kit.ready(page)
    kit.play(page, kit.by_mouse, most=3)
    assert kit.my_turn(page)
    assert violations(page) == []
    overlays_have_none(page, DESK_OVERLAYS)
    assert kit.play(page, kit.by_mouse)
    assert violations(page) == [], "end"


@pytest.mark.parametrize("game", GAMES)
def test_phones_have_no_violations(server: Server, people: People, theme: str, game: str) -> None:
    page = people.sit(
        server.open(game, "me", "easy").seat(0),
        viewport=kit.PHONE, has_touch=True, color_scheme=theme, bypass_csp=True,
    )  # fmt: skip
    kit.ready(page)
    kit.play(page, kit.by_finger, most=2)
    page.keyboard.press("Escape")
    assert kit.my_turn(page)
    assert violations(page) == []
    overlays_have_none(page, PHONE_OVERLAYS)
    assert kit.play(page, kit.by_finger)
    assert violations(page) == [], "end"


def test_a_place_and_a_garment_looked_at_have_no_violations(server: Server, people: People, theme: str) -> None:
    page = people.sit(server.open("colori", "me", "easy").seat(0), color_scheme=theme, bypass_csp=True)
    kit.ready(page)
    looks: dict[str, Act] = {
        "garment": lambda page: page.locator(".gcard").first.click(),
        "place": lambda page: page.locator(".seat button").first.click(),
    }
    overlays_have_none(page, looks)


@pytest.mark.parametrize("size", [kit.DESK, kit.PHONE], ids=["desk", "phone"])
def test_passing_the_device_has_no_violations(
    server: Server, people: People, theme: str, size: dict[str, int]
) -> None:
    table = server.open("colori", "here", "here")
    page = people.sit(
        table.seat(0), first=table.at_one_screen, viewport=size, color_scheme=theme, bypass_csp=True
    )  # fmt: skip
    expect(page.locator(".pass")).to_contain_text("Round 1")
    assert violations(page) == []


def test_the_seats_and_links_have_no_violations(server: Server, people: People, theme: str) -> None:
    page = people.sit(server.url, color_scheme=theme, bypass_csp=True)
    page.get_by_role("radiogroup", name="Seat 2").get_by_text("Link").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Link for spectators")).to_be_visible(timeout=45_000)
    assert violations(page) == []


# ---------------------------------------------------------------------- without colour


def grey(piece: Locator) -> Grey:
    """A picture of a piece as an eye without colour sees it, its ground made level so that only shapes count."""
    picture = Image.open(io.BytesIO(piece.screenshot(animations="disabled"))).convert("L").resize((48, 48))
    levels = np.asarray(picture, np.int16)
    return (levels - np.int16(np.median(levels))).astype(np.int16)


def told_apart(one: Grey, other: Grey) -> bool:
    """Whether enough points differ clearly: at least as many as a stroke across a sign has."""
    return bool((np.abs(one - other) > 48).sum() >= 12)


@pytest.mark.parametrize("game", ["mixx", "colori", "chroma_mix", "kroma", "prismatic"])
def test_signs_differ_in_greyscale(server: Server, people: People, game: str) -> None:
    page = people.sit(f"{server.url}#/signs", device_scale_factor=2)
    signs = page.locator(f".sw[data-c^='{game}-']")
    expect(signs.first).to_be_visible()
    seen = {sign.get_attribute("data-c"): grey(sign) for sign in signs.all()}
    assert len(seen) >= 6
    alike = [(a, b) for (a, x), (b, y) in itertools.combinations(seen.items(), 2) if not told_apart(x, y)]
    assert alike == []


def kind(piece: str) -> str:
    """`basic-blue`, from `drawn:basic-blue:1`: where it lies and which copy it is make no other piece."""
    return re.sub(r"^\w+:|:\d+$", "", piece)


@pytest.mark.parametrize("game", GAMES)
def test_pieces_on_the_table_differ_in_greyscale(server: Server, people: People, game: str) -> None:
    seen: dict[str, Grey] = {}
    for _ in range(3):
        options = {"stock": 10} if game == "mixx" else {}
        page = people.sit(server.open(game, "me", "easy", options=options).seat(0), device_scale_factor=2)
        kit.ready(page)
        assert kit.my_turn(page)
        for piece in page.locator(".tray [data-piece]:visible").all():
            seen[kind(piece.get_attribute("data-piece") or "")] = grey(piece)
    alike = [(a, b) for (a, x), (b, y) in itertools.combinations(seen.items(), 2) if not told_apart(x, y)]
    assert alike == []
    assert len(seen) > 3
