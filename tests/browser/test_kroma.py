"""The table of Kroma: a ghost that snaps to places and is turned and placed, and the picture to save."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from gamut import games
from gamut.server.wire import messages as m
from tests.browser import driver
from tests.browser.driver import People, Server, some_or_all
from tests.browser.mocked import Tables, answer_table
from tests.browser.played import Played, TablePosition, find, positions_of
from tests.games.kroma.reading import read_layers, read_log, read_rows

KROMA = games.find_game("kroma")
GHOST = "[data-ghost-ring]"
BOARD = "[data-board] svg[role]"
TILE = ".tray [data-touch-id^='piece:'][data-touch~='lit']"
CHOSEN = ".tray [data-touch~='chosen']"
LAY = ".tray .lay"
AT_A_PLACE = "() => document.activeElement.closest('[data-board] [data-action]')"
Pixels = npt.NDArray[np.int16]


# ---------------------------------------------------------------------- whole games


def point_at(page: Page, turn: int) -> tuple[float, float]:
    """A point on the board, another one for each turn."""
    box = page.locator(BOARD).bounding_box()
    assert box
    down = 0.25 + 0.65 * ((turn * 0.37) % 1)
    across = 0.5 + (down - 0.1) * 0.9 * ((turn * 0.61) % 1 - 0.5)
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def choose_tile(page: Page, turn: int, how: Callable[[Locator], None]) -> bool:
    """Choose a piece unless one is chosen; false if it was a target, which has no ghost."""
    tiles = page.locator(TILE)
    if not tiles.count():
        targets = page.locator(".tray [data-touch~='next']")
        how(targets.nth(turn % targets.count()))
        return False
    if not page.locator(CHOSEN).count():
        how(tiles.nth(turn % tiles.count()))
    expect(page.locator(f"{GHOST}, .blocked")).to_have_count(1)
    return True


def insist(page: Page) -> None:
    """Answer the question whether to lay a piece that helps only others."""
    if page.locator(".question").count():
        page.locator(".question[data-ready] button").last.click()


def by_pointing(page: Page, turn: int) -> None:
    """Choose, turn by the wheel, and click on the board, or on the button if no place is near."""
    if not choose_tile(page, turn, lambda tile: tile.click()):
        return
    page.mouse.move(*point_at(page, turn))
    if turn % 3 == 0:
        page.mouse.wheel(0, 120)
    ghost = page.locator(GHOST)
    if ghost.count():
        page.mouse.click(*point_at(page, turn))
    else:
        page.mouse.move(0, 0)  # the ghost rests where it was last
        page.locator(LAY).click()
    insist(page)


def by_keys(page: Page, turn: int) -> None:
    """Choose, turn, move and place by keyboard."""
    driver.by_keyboard(page, turn)
    if not page.locator(GHOST).count():
        return
    page.wait_for_function(AT_A_PLACE)
    page.keyboard.press("e")
    page.keyboard.press(("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp")[turn % 4])
    page.wait_for_function(AT_A_PLACE)
    page.keyboard.press("Enter")
    insist(page)


def by_thumb(page: Page, turn: int) -> None:
    """Choose, tap a place, step to the next place, turn, and place by the button."""
    if not choose_tile(page, turn, lambda tile: tile.tap()):
        return
    places = page.locator(".marker:not(.current)")
    if places.count():
        box = places.nth(turn % places.count()).bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if not page.locator(CHOSEN).count():
        return  # the ghost lay there already, and a touch at it lays the piece
    page.get_by_role("button", name="Next place").tap()
    if turn % 2:
        page.get_by_role("button", name="Turn right").tap()
    page.locator(LAY).tap()
    insist(page)
    expect(page.locator(CHOSEN)).to_have_count(0)


@some_or_all
@pytest.mark.parametrize(
    ("touch", "phone"), [(by_pointing, False), (by_keys, False), (by_thumb, True)], ids=["mouse", "keys", "thumb"]
)
def test_a_game_with_the_ghost(
    server: Server, people: People, touch: driver.TouchPiece, phone: bool, most: int
) -> None:
    settings: dict[str, Any] = {"viewport": driver.PHONE, "has_touch": True, "is_mobile": True} if phone else {}
    page = people.open(server.open(KROMA, "me", "bot").seat(0), **settings)
    driver.wait_for_table(page)
    driver.play_a_while(page, touch, most)
    expect(page.locator(driver.END_PANEL).locator("h1")).to_be_visible()


# ---------------------------------------------------------------------- without sight

TEXTS = """() => [
  [...document.querySelectorAll('[aria-label="The board in words"] ol li')].map((e) => e.textContent),
  [...document.querySelectorAll('.side .log li')].map((e) => e.textContent),
]"""


def check_texts(page: Page) -> None:
    """The rows in words agree with the pieces that the log says were laid, once both are up to date."""
    board = KROMA.open(2, KROMA.quick_options).printed
    for _ in range(20):
        rows, log = page.evaluate(TEXTS)
        texts = [row.partition(": ")[2] for row in rows]
        if read_rows(texts) == read_log(board, (" ".join(entry.split()) for entry in log)):
            return
        page.wait_for_timeout(250)
    raise AssertionError(f"the texts differ: {rows} {log}")


@some_or_all
def test_a_game_from_the_texts_alone(server: Server, people: People, most: int) -> None:
    page = people.open(server.open(KROMA, "me", "bot").seat(0))
    driver.wait_for_table(page)

    def by_reading(page: Page, turn: int) -> None:
        if turn % 4 == 1:
            check_texts(page)
        by_keys(page, turn)

    driver.play_a_while(page, by_reading, most)
    check_texts(page)


# ---------------------------------------------------------------------- the ghost


def open_position(browser: Browser, base: str, position: TablePosition, played: Played, touch: bool = False) -> Page:
    """A page with a mocked table."""
    size = driver.PHONE if touch else driver.DESK
    page = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=touch, is_mobile=touch).new_page()
    answer_table(page, position, played)
    page.goto(f"{base}#/table/t1/seat0")
    expect(page.locator(".frame [data-board]")).to_be_visible(timeout=30_000)
    return page


def ghost_cells(page: Page) -> str | None:
    """The outline of the ghost."""
    return page.locator(GHOST).get_attribute("d")


@pytest.fixture
def table(browser: Browser, base: str) -> Iterator[Page]:
    """A table in Phase One in a desktop window."""
    position = positions_of("kroma")["one"]
    page = open_position(browser, base, position, find("kroma", position))
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
        here = table.locator(".marker.current").count()
        assert here + table.locator(".blocked").count() == 1
        assert table.locator(GHOST).count() == here
        seen.add(here)
    assert seen == {0, 1}


def test_wheel_keys_and_buttons_turn_it(table: Page) -> None:
    table.locator(TILE).first.click()
    ghosts = [ghost_cells(table)]
    table.locator(BOARD).hover(position={"x": 200, "y": 500})
    table.mouse.wheel(0, 120)
    ghosts.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    table.keyboard.press("e")
    ghosts.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    table.get_by_role("button", name="Turn right").click()
    ghosts.append(table.locator(f"{CHOSEN} path").first.get_attribute("d"))
    assert len(set(ghosts)) == len(ghosts)


def test_flipping_does_nothing_for_a_piece_that_can_only_be_turned(table: Page) -> None:
    table.locator(TILE).first.click()
    expect(table.get_by_role("button", name="Flip")).to_be_disabled()
    before = ghost_cells(table)
    table.keyboard.press("f")
    assert ghost_cells(table) == before
    expect(table.locator(".prompt .sentence")).to_have_text(re.compile("^Flipping the .* gives nothing"))
    table.keyboard.press("e")
    assert ghost_cells(table) != before


def test_a_hint_numbers_the_piece_and_the_button_that_lays_it(tables: Tables) -> None:
    page, answers = tables.open("kroma", "choose")
    known = answers.played.match.table.knowledge(answers.played.viewer)
    steps = [m.HintStep(a, known.decision_digest, submits=False) for a in (known.legal[0], known.legal[-1])]
    move = m.HintMove(known.move_text([step.action for step in steps]), steps, 0.5, 0.02)
    answers.send(m.HintAnswer(move, None, equally_good=False, reason="", full_strength=True))
    page.get_by_role("button", name="Show me").click()
    tiles = [known.setup.touch_paths[step.action][0] for step in steps]
    numbers = [page.locator(f"[data-touch-id='{tile}']").get_attribute("data-hint-number") for tile in tiles]
    assert numbers == ["1", "3"]
    page.locator(f"[data-touch-id='{tiles[0]}']").click()
    expect(page.locator(LAY)).to_have_attribute("data-hint-number", "2")


def test_what_it_would_score_comes_from_the_server(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["two"]
    played = find("kroma", position)
    page = open_position(browser, base, position, played)
    page.locator(TILE).first.click()
    gains = page.locator(".strip strong")
    expect(gains).to_have_count(3)
    text = page.locator(".marker.current").get_attribute("data-action")
    after = played.preview(int(text or "")).view
    points_before = {s.target: s.points for s in played.view.standings}
    expect(page.locator(".strip [role=status]").first).to_have_text(re.compile(r"^Here: "))
    expect(gains).to_have_text([f"+{s['points'] - points_before[s['target']]} here" for s in after["standings"]])
    page.context.close()


def test_a_place_where_it_does_not_fit_explains_why(table: Page) -> None:
    table.locator(TILE).first.click()
    box = table.locator(BOARD).bounding_box()
    assert box
    table.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.6 * box["height"])
    expect(table.locator(".blocked")).to_have_count(1)
    table.mouse.down()
    table.mouse.up()
    expect(table.locator("[data-detail]")).to_be_visible()
    assert table.locator(".cell[data-meant]").count() > 0


def test_turning_back_returns_the_piece(table: Page) -> None:
    """The player's place stays the wanted one until the player moves, so turns do not drift."""
    table.locator(TILE).nth(3).focus()
    table.keyboard.press("Enter")
    table.wait_for_function(AT_A_PLACE)
    table.keyboard.press("ArrowDown")
    table.wait_for_function(AT_A_PLACE)
    before = ghost_cells(table)
    for key in "eeeqqq":
        table.keyboard.press(key)
        table.wait_for_function(AT_A_PLACE)
    assert ghost_cells(table) == before
    label = table.locator(":focus").get_attribute("aria-label") or ""
    assert re.match(r"Place \d+ of \d+, covers r\d+ c\d+.*: lay the \w+ \w+ here$", label), label


def test_a_tap_on_an_impossible_triangle_says_why_and_leaves_the_piece(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["one"]
    page = open_position(browser, base, position, find("kroma", position), touch=True)
    page.locator(TILE).first.tap()
    expect(page.locator(GHOST)).to_have_count(1)
    before = ghost_cells(page)
    below = find("kroma", position).view.below
    centre = page.locator(f".cell >> nth={next(k for k, colour in enumerate(below) if colour)}").bounding_box()
    assert centre
    page.touchscreen.tap(centre["x"] + centre["width"] / 2, centre["y"] + 0.6 * centre["height"])
    expect(page.locator("[data-detail] [data-why]")).to_contain_text("doesn't fit here: there is already a piece on")
    assert ghost_cells(page) == before
    page.context.close()


def test_the_moves_say_what_they_cover_and_give(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["two"]
    page = open_position(browser, base, position, find("kroma", position))
    page.keyboard.press("l")
    search = page.get_by_label("Search moves")
    expect(search).to_be_focused()
    search.fill("for you")
    first = page.locator("dialog .actions button").first
    expect(first).to_contain_text(re.compile(r"covers r\d+ c\d+.*\d \w+ for you"))
    page.context.close()


def test_a_piece_that_helps_only_others_is_asked_about(tables: Tables) -> None:
    page, answers = tables.open("kroma", "two")
    known = answers.played.match.table.knowledge(answers.played.viewer)
    action = next(iter(known.warnings()))
    tile = known.setup.touch_paths[action][0]
    page.locator(f"[data-touch-id='{tile}']").focus()
    page.keyboard.press("Enter")
    marker = page.locator(f".marker[data-action='{action}']")
    for _ in range(len(known.setup.printed.pieces[2].orientations)):
        page.wait_for_function(AT_A_PLACE)
        if not marker.count():
            page.keyboard.press("e")
    marker.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_contain_text("Here it gives")
    assert not answers.messages("play_action")
    insist(page)
    assert [message["action"] for message in answers.messages("play_action")] == [action]


FOCUS = "document.activeElement.dataset.touchId ?? document.activeElement.tagName"


def test_after_a_move_and_its_undo_the_focus_is_on_a_piece(server: Server, people: People) -> None:
    page = people.open(server.open(KROMA, "me", "bot").seat(0))
    driver.wait_for_table(page)
    page.keyboard.press("l")
    for _ in range(2):  # a target, and a piece
        page.locator("dialog .actions button").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.wait_for_function("() => document.querySelector('.frame [data-touch~=next]')")
        page.wait_for_function(f"() => /^(target|piece|cell):/.test({FOCUS})")
        page.keyboard.press("l")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    undone = page.locator("[role=log]").get_by_text(re.compile(r"^Undone: You laid a .* on r\d+"))
    expect(undone).to_have_count(1)
    page.wait_for_function(f"() => /^(target|piece|cell):/.test({FOCUS})")


def test_keys_never_lose_the_focus(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["one"]
    page = open_position(browser, base, position, find("kroma", position))
    page.locator(TILE).nth(1).focus()
    name = page.locator(":focus").get_attribute("data-touch-id")
    page.keyboard.press("Enter")
    page.locator(LAY).focus()
    page.keyboard.press("Escape")
    expect(page.locator(f"[data-touch-id='{name}']")).to_be_focused()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("l")
    expect(page.get_by_label("Search moves")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(":focus")).to_have_attribute("data-touch", re.compile("next"))
    page.context.close()


@pytest.mark.parametrize("name", ["one", "wait", "over"])
def test_every_triangle_is_read(browser: Browser, base: str, name: str) -> None:
    position = replace(positions_of("kroma")[name], prepare_page=None)
    played = find("kroma", position)
    page = open_position(browser, base, position, played)
    shown = list(zip(played.view.below, played.view.above, strict=True))
    rows = page.locator('[aria-label="The board in words"] ol li').all_text_contents()
    assert read_rows(row.partition(": ")[2] for row in rows) == shown
    names = page.locator(".cell").evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
    spots = played.match.setup.printed.spots
    assert [text.partition(", ")[0] for text in names] == [f"r{row + 1} c{column + 1}" for row, column in spots]
    assert [read_layers(text.partition(", ")[2].removesuffix(", new")) for text in names] == shown
    standings = [s for s in played.view.standings if s.target]
    scores = page.locator('[aria-label="The board in words"] ul li').all_text_contents()
    assert [text.partition(",")[0] for text in scores] == [s.target for s in standings]
    assert [f" {s.points} point" in text for s, text in zip(standings, scores, strict=True)] == [True] * len(standings)
    page.context.close()


def test_arrow_keys_read_the_board(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["wait"]
    page = open_position(browser, base, position, find("kroma", position))
    page.locator("[data-piece='cell:r5c3']").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-piece='cell:r5c4']")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-piece='cell:r6c5']")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("[data-piece='cell:r6c1']")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-piece='cell:r6c1']")).to_be_focused()
    expect(page.get_by_text("Nothing further left in this row")).to_have_count(1)
    assert page.locator(":focus").evaluate("e => getComputedStyle(e).outlineStyle") == "none"
    page.context.close()


def test_escape_deselects_the_piece(table: Page) -> None:
    table.locator(TILE).first.click()
    expect(table.locator(GHOST)).to_have_count(1)
    table.keyboard.press("Escape")
    expect(table.locator(GHOST)).to_have_count(0)
    expect(table.locator(CHOSEN)).to_have_count(0)


def test_a_finger_drags_the_ghost_and_only_the_button_places(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["begin"]
    played = find("kroma", position)
    page = open_position(browser, base, position, played, touch=True)
    decision = driver.decision(page)
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
    assert driver.decision(page) == decision
    drawn = ghost_cells(page)
    page.get_by_role("button", name="Next place").tap()  # at once, while the browser might think of scrolling
    expect(page.locator(GHOST)).not_to_have_attribute("d", drawn or "")
    page.locator(LAY).tap()
    expect(page.locator(GHOST)).to_have_count(0)
    page.context.close()


def test_a_tile_is_dragged_to_its_place_by_mouse(browser: Browser, base: str) -> None:
    position = replace(positions_of("kroma")["begin"], move=lambda p: p.go(p.viewer, p.legal[0]))
    page = open_position(browser, base, position, find("kroma", position))
    before = driver.decision(page)
    box = page.locator(BOARD).bounding_box()
    assert box
    page.locator(TILE).first.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.75 * box["height"], steps=5)
    expect(page.locator(GHOST)).to_have_count(1)
    assert driver.decision(page) == before
    page.mouse.up()
    expect(page.locator(".frame")).not_to_have_attribute("data-decision", before or "")
    page.context.close()


# ---------------------------------------------------------------------- the picture


def pixels(data: bytes, size: tuple[int, int]) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB").resize(size), np.int16)


def is_plain(picture: Pixels, around: int = 5) -> npt.NDArray[np.bool_]:
    """Where a picture has a single colour, away from signs and edges."""
    plain = np.ones(picture.shape[:2], bool)
    for axis in (0, 1):
        for by in range(-around, around + 1):
            plain &= np.abs(picture - np.roll(picture, by, axis)).max(axis=2) < 4
    return plain


def test_the_saved_picture_looks_like_the_board(browser: Browser, base: str) -> None:
    position = positions_of("kroma")["over"]
    page = open_position(browser, base, position, find("kroma", position))
    expect(page.locator(driver.END_PANEL)).to_be_visible()
    page.get_by_label("Signs").check()
    files = {}
    for kind in ("SVG", "PNG"):
        with page.expect_download() as saved:
            page.get_by_role("button", name=kind, exact=True).click()
        assert saved.value.suggested_filename == f"kroma.{kind.lower()}"
        files[kind] = saved.value.path().read_bytes()
    page.get_by_role("button", name="Show table").click()
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
        assert plain.mean() > 0.05, kind
        assert (apart[plain] > 40).mean() < 0.01, kind  # blended colours are the same, the grid aside
        assert (apart[inside] > 40).mean() < 0.2, kind  # edges, grid and dots are not in the picture
    between = np.abs(pictures["SVG"] - pictures["PNG"]).max(axis=2)
    assert (between > 40).mean() < 0.02
