"""What only Kroma's table has: a ghost that snaps, is turned and laid in many ways, and a picture to keep."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from gamut import games
from tests.browser import kit
from tests.browser.kit import People, Server, some_or_all
from tests.browser.mocked import answer_table, serve
from tests.browser.played import Look, Played, find, looks_of

KROMA = games.find("kroma")
GHOST = "[data-ghost-ring]"
BOARD = "[data-board] svg[role]"
TILE = ".tray [data-touch-id^='piece:'][data-touch~='lit']"
CHOSEN = ".tray [data-touch~='chosen']"
LAY = ".tray .lay"
AT_A_PLACE = "() => document.activeElement.closest('[data-board] [data-action]')"
Pixels = npt.NDArray[np.int16]


# ---------------------------------------------------------------------- whole games


def point_at(page: Page, turn: int) -> tuple[float, float]:
    """Somewhere on the board, another place each time."""
    box = page.locator(BOARD).bounding_box()
    assert box
    down = 0.25 + 0.65 * ((turn * 0.37) % 1)
    across = 0.5 + (down - 0.1) * 0.9 * ((turn * 0.61) % 1 - 0.5)
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def choose_tile(page: Page, turn: int, how: Callable[[Locator], None]) -> bool:
    """Choose a piece, unless one is chosen already; false where it was a target, which has no ghost to lay."""
    tiles = page.locator(TILE)
    if not tiles.count():
        targets = page.locator(".tray [data-touch~='next']")
        how(targets.nth(turn % targets.count()))
        return False
    if not page.locator(CHOSEN).count():
        how(tiles.nth(turn % tiles.count()))
    expect(page.locator(f"{GHOST}, .missed")).to_have_count(1)
    return True


def by_pointing(page: Page, turn: int) -> None:
    """Choose, turn by the wheel, point at the board, and click; where nothing is near, at the button."""
    if not choose_tile(page, turn, lambda tile: tile.click()):
        return
    page.mouse.move(*point_at(page, turn))
    if turn % 3 == 0:
        page.mouse.wheel(0, 120)
    ghost = page.locator(GHOST)
    if ghost.count():
        page.mouse.click(*point_at(page, turn))
    else:
        page.mouse.move(0, 0)  # the ghost rests at the nearest place
        page.locator(LAY).click()


def by_keys(page: Page, turn: int) -> None:
    """Choose by Tab and arrows, turn, go to another place by arrows, and lay: all by keys."""
    kit.by_keyboard(page, turn)
    if not page.locator(GHOST).count():
        return
    page.wait_for_function(AT_A_PLACE)
    page.keyboard.press("e")
    page.keyboard.press(("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp")[turn % 4])
    page.wait_for_function(AT_A_PLACE)
    page.keyboard.press("Enter")


def by_thumb(page: Page, turn: int) -> None:
    """Choose, touch the board, step on, turn, and lay by the button."""
    if not choose_tile(page, turn, lambda tile: tile.tap()):
        return
    page.touchscreen.tap(*point_at(page, turn))
    if not page.locator(CHOSEN).count():
        return  # the ghost lay there already, and a touch at it lays the piece
    page.get_by_role("button", name="Next place").tap()
    if turn % 2:
        page.get_by_role("button", name="Turn right").tap()
    page.locator(LAY).tap()
    expect(page.locator(CHOSEN)).to_have_count(0)


@some_or_all
@pytest.mark.parametrize(
    ("touch", "phone"), [(by_pointing, False), (by_keys, False), (by_thumb, True)], ids=["mouse", "keys", "thumb"]
)
def test_a_game_with_the_ghost(server: Server, people: People, touch: kit.Touch, phone: bool, most: int) -> None:
    settings: dict[str, Any] = {"viewport": kit.PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    page = people.sit(server.open(KROMA, "me", "bot").seat(0), **settings)
    kit.ready(page)
    kit.play_a_while(page, touch, most)
    expect(page.locator(kit.OVER).locator("h1")).to_be_visible()


# ---------------------------------------------------------------------- the ghost


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serve() as address:
        yield address


def open_look(browser: Browser, base: str, look: Look, played: Played, touch: bool = False) -> Page:
    """A page with a table in the middle of things."""
    width, height = (kit.PHONE if touch else kit.DESK).values()
    size: ViewportSize = {"width": width, "height": height}
    page = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=touch, is_mobile=touch).new_page()
    answer_table(page, look, played)
    page.goto(f"{base}#/table/t1/seat0")
    expect(page.locator(".frame [data-board]")).to_be_visible(timeout=30_000)
    return page


def ghost_cells(page: Page) -> str | None:
    """Where the ghost is."""
    return page.locator(GHOST).get_attribute("d")


@pytest.fixture
def table(browser: Browser, base: str) -> Iterator[Page]:
    """The middle of Phase One with a desk's window."""
    look = looks_of("kroma")["one"]
    page = open_look(browser, base, look, find("kroma", look))
    yield page
    page.context.close()


def test_the_ghost_is_always_at_a_legal_place(table: Page) -> None:
    table.locator(TILE).first.click()
    box = table.locator(BOARD).bounding_box()
    assert box
    seen = set()
    for k in range(60):
        x, y = 0.1 + 0.8 * ((k * 0.31) % 1), 0.1 + 0.85 * ((k * 0.17) % 1)
        table.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        here = table.locator(".at.here").count()
        assert here + table.locator(".missed").count() == 1
        assert table.locator(GHOST).count() == here
        seen.add(here)
    assert seen == {0, 1}


def test_wheel_keys_and_buttons_turn_it(table: Page) -> None:
    table.locator(TILE).first.click()
    looks = [ghost_cells(table)]
    table.locator(BOARD).hover(position={"x": 200, "y": 500})
    table.mouse.wheel(0, 120)
    looks.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    table.keyboard.press("e")
    looks.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    table.get_by_role("button", name="Turn right").click()
    looks.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    assert len(set(looks)) == len(looks)


def test_what_it_would_score_comes_from_the_server(browser: Browser, base: str) -> None:
    look = looks_of("kroma")["two"]
    played = find("kroma", look)
    page = open_look(browser, base, look, played)
    page.locator(TILE).first.click()
    gains = page.locator(".strip strong")
    expect(gains).to_have_count(3)
    text = page.locator(".at.here").get_attribute("data-action")
    after = played.preview(int(text or "")).view
    told = {s.target: s.points for s in played.view.standings}
    expect(gains).to_have_text([f"+{s['points'] - told[s['target']]} here" for s in after["standings"]])
    page.context.close()


def test_a_place_where_it_cannot_lie_says_why(table: Page) -> None:
    table.locator(TILE).first.click()
    box = table.locator(BOARD).bounding_box()
    assert box
    table.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.6 * box["height"])
    expect(table.locator(".missed")).to_have_count(1)
    table.mouse.down()
    table.mouse.up()
    expect(table.locator(".why")).to_be_visible()
    assert table.locator(".cell[data-why]").count() > 0


def test_escape_puts_the_piece_away(table: Page) -> None:
    table.locator(TILE).first.click()
    expect(table.locator(GHOST)).to_have_count(1)
    table.keyboard.press("Escape")
    expect(table.locator(GHOST)).to_have_count(0)
    expect(table.locator(CHOSEN)).to_have_count(0)


def test_a_finger_draws_the_ghost_and_only_the_button_lays(browser: Browser, base: str) -> None:
    look = looks_of("kroma")["begin"]
    played = find("kroma", look)
    page = open_look(browser, base, look, played, touch=True)
    decision = kit.decision(page)
    page.locator(TILE).first.tap()
    before = ghost_cells(page)
    fingers = page.context.new_cdp_session(page)
    box = page.locator(BOARD).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 0.7 * box["height"]
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for k in range(1, 9):
        at = {"x": x + 6 * k, "y": y + 4 * k}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(GHOST)).not_to_have_attribute("d", before or "")
    expect(page.locator(CHOSEN)).to_have_count(1)
    assert kit.decision(page) == decision
    drawn = ghost_cells(page)
    page.get_by_role("button", name="Next place").tap()  # at once, while the browser might think of scrolling
    expect(page.locator(GHOST)).not_to_have_attribute("d", drawn or "")
    page.locator(LAY).tap()
    expect(page.locator(GHOST)).to_have_count(0)
    page.context.close()


def test_a_tile_is_drawn_to_its_place_by_mouse(browser: Browser, base: str) -> None:
    look = replace(looks_of("kroma")["begin"], move=lambda p: p.go(p.viewer, p.legal[0]))
    page = open_look(browser, base, look, find("kroma", look))
    before = kit.decision(page)
    box = page.locator(BOARD).bounding_box()
    assert box
    page.locator(TILE).first.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.75 * box["height"], steps=5)
    expect(page.locator(GHOST)).to_have_count(1)
    assert kit.decision(page) == before
    page.mouse.up()
    expect(page.locator(".frame")).not_to_have_attribute("data-decision", before or "")
    page.context.close()


# ---------------------------------------------------------------------- the picture


def pixels(data: bytes, size: tuple[int, int]) -> Pixels:
    """A picture as levels of red, green and blue."""
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB").resize(size), np.int16)


def is_plain(picture: Pixels, around: int = 5) -> npt.NDArray[np.bool_]:
    """Where a picture has one colour, away from signs and edges."""
    plain = np.ones(picture.shape[:2], bool)
    for axis in (0, 1):
        for by in range(-around, around + 1):
            plain &= np.abs(picture - np.roll(picture, by, axis)).max(axis=2) < 4
    return plain


def test_the_saved_picture_looks_as_the_board_did(browser: Browser, base: str) -> None:
    look = looks_of("kroma")["over"]
    page = open_look(browser, base, look, find("kroma", look))
    expect(page.locator(kit.OVER)).to_be_visible()
    page.get_by_label("Signs").check()
    files = {}
    for kind in ("SVG", "PNG"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=kind, exact=True).click()
        assert saved.value.suggested_filename == f"kroma.{kind.lower()}"
        files[kind] = saved.value.path().read_bytes()
    page.get_by_role("button", name="See the table").click()
    page.mouse.move(0, 0)
    board = page.locator(BOARD)
    box = board.bounding_box()
    assert box
    size = round(box["width"]), round(box["height"])
    shown = pixels(board.screenshot(), size)

    alone = browser.new_page(viewport={"width": size[0], "height": size[1]})
    alone.set_content(f"<body style='margin:0'>{files['SVG'].decode()}</body>")
    alone.add_style_tag(content="svg { width: 100vw; height: 100vh; display: block }")
    pictures = {"SVG": pixels(alone.screenshot(), size), "PNG": pixels(files["PNG"], size)}
    alone.close()
    page.context.close()
    # inside the plate: around it the board lies on the table and the picture on white
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]]
    inside = np.abs(columns / size[0] - 0.5) < (rows / size[1] - 0.06) * 0.49 - 0.03
    inside &= rows < 0.94 * size[1]
    for kind, picture in pictures.items():
        apart = np.abs(picture - shown).max(axis=2)
        plain = inside & is_plain(picture)
        assert plain.mean() > 0.1, kind
        assert (apart[plain] > 40).mean() < 0.01, kind  # blended colours are the same, the grid aside
        assert (apart[inside] > 40).mean() < 0.2, kind  # edges, grid and dots are not in the picture
    between = np.abs(pictures["SVG"] - pictures["PNG"]).max(axis=2)
    assert (between > 40).mean() < 0.02
