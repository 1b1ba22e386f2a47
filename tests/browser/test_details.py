"""Every piece on every table answers what it is, by finger, by mouse and by keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from gamut import games
from tests.browser import driver
from tests.browser.mocked import Answers, Tables
from tests.browser.played import positions_of

ASK_EVERY_PIECE = Path(__file__).with_name("details.js").read_text(encoding="utf-8")
DETAIL = "[data-detail]"
SHEET = "dialog.sheet"
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PIECE_LIT = ".tray [data-touch~='next']"
DEVICES: dict[str, tuple[ViewportSize, bool, list[str]]] = {  # window, whether touched, ways to ask
    "phone": (driver.PHONE, True, ["finger"]),
    "laptop": (LAPTOP, False, ["mouse", "keyboard"]),
    "phone-keyboard": (driver.PHONE, True, ["keyboard"]),
    "laptop-touch": (LAPTOP, True, ["finger"]),
}
ASKED_POSITIONS = [
    (game, name, k)
    for game in games.list_game_ids()
    for k, name in enumerate(name for name, position in positions_of(game).items() if position.asked)
]
ASKED = [  # the first position of a game on a phone and a laptop, the others on one device each; all in the long run
    pytest.param(
        game, name, device, id=f"{game}-{name}-{device}",
        marks=[] if (device in ("phone", "laptop") if k == 0 else device == list(DEVICES)[-k % len(DEVICES)])
        else pytest.mark.long,
    )
    for game, name, k in ASKED_POSITIONS for device in DEVICES
]  # fmt: skip


def open_table(tables: Tables, game: str, name: str, device: str) -> tuple[Page, Answers]:
    """A page that shows a position on a device, and its mocked server."""
    window, touch, _ = DEVICES[device]
    return tables.open(game, name, viewport=window, has_touch=touch, is_mobile=window is driver.PHONE)


@pytest.mark.parametrize(("game", "name", "device"), ASKED)
def test_every_piece_answers_what_it_is(tables: Tables, game: str, name: str, device: str) -> None:
    page, answers = open_table(tables, game, name, device)
    if prepare_page := positions_of(game)[name].prepare_page:
        prepare_page(page)
    page.mouse.move(0, 0)  # the pointer asks too, by hovering
    within = SHEET if page.locator(SHEET).count() else ".frame"
    tabs = page.locator(f"{within} .tabs button")  # of a window that is too small for everything
    faults: dict[str, list[str]] = {}
    in_seats: dict[str, list[str]] = {}
    for k in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(k).click()
        for by in DEVICES[device][2]:
            answer = page.evaluate(ASK_EVERY_PIECE, {"within": within, "by": by})
            assert answer["asked"]
            faults[f"{by} {k}"] = answer["faults"]
            in_seats |= answer["inSeats"]
    for seat, pieces in in_seats.items():
        faults[f"seat {seat}"] = sorted(set(pieces) - pieces_in_sheet(page, seat))
    if within == ".frame":
        faults["legend"] = list_legend_faults(page, answers)
    assert {where: found for where, found in faults.items() if found} == {}
    assert not answers.messages("play_action")


def list_legend_faults(page: Page, answers: Answers) -> list[str]:
    """The areas of the table that the legend does not name, and the other way round."""
    areas = page.locator(".frame [data-area]:visible").evaluate_all("all => all.map(area => area.dataset.area)")
    named = {piece.removeprefix("area:") for piece in answers.played.match.setup.legend_entries}
    page.get_by_role("button", name="Legend", exact=True).first.click()
    sheet = page.locator(SHEET)
    expect(sheet.get_by_text("Marks on pieces")).to_be_visible()
    listed, drawn = (sheet.locator(part).all_text_contents() for part in ("dt > .number", ".plan .number"))
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    numbers = set(listed) ^ set(drawn) if drawn else set()
    return [f"no entry: {area}" for area in set(areas) - named] + [f"not on both: {n}" for n in numbers]


def pieces_in_sheet(page: Page, seat: str) -> set[str]:
    """The pieces that can be asked in the sheet of a seat."""
    page.locator(f"[data-seat='{seat}'] > button").click()
    asked = page.locator(f"{SHEET} [data-piece]").evaluate_all(
        "all => all.filter(node => node.closest('[data-touch-id]')).map(node => node.dataset.piece)"
    )
    page.keyboard.press("Escape")
    expect(page.locator(SHEET)).to_have_count(0)
    return set(asked)


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_held_piece_answers_and_does_not_move(tables: Tables) -> None:
    page, _ = open_table(tables, "mixx", "mid", "phone")
    x, y = middle(page, PIECE_LIT)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    detail = page.locator(DETAIL)
    expect(detail).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    box = detail.bounding_box()
    assert box
    assert not box["y"] < y < box["y"] + box["height"], "the sheet leaves its piece in view"
    expect(page.locator("[data-meant]")).to_have_count(1)
    expect(page.locator("[data-touch~='chosen']")).to_have_count(0)
    page.locator(PIECE_LIT).nth(1).tap()  # the first would be a double tap
    expect(detail).to_have_count(0)
    expect(page.locator("[data-touch~='chosen']")).to_have_count(1)


def test_hovering_answers_until_the_pointer_leaves(tables: Tables) -> None:
    page, _ = open_table(tables, "mixx", "mid", "laptop")
    x, y = middle(page, PIECE_LIT)
    page.mouse.move(x, y)
    detail = page.locator(DETAIL)
    expect(detail).to_be_visible()
    assert page.evaluate("document.activeElement === document.body"), "it takes no focus"
    page.mouse.move(1, 1)
    expect(detail).to_have_count(0)
    page.mouse.click(x, y, button="right")
    page.mouse.move(1, 1)
    expect(detail).to_be_focused()
    page.keyboard.press("Escape")
    expect(detail).to_have_count(0)
    expect(page.locator(PIECE_LIT).first).to_be_focused()


@pytest.mark.parametrize("device", ["phone", "laptop"])
def test_the_legend_and_the_goals_are_one_touch_away(tables: Tables, device: str) -> None:
    page, answers = open_table(tables, "mixx", "mid", device)
    press = Locator.tap if device == "phone" else Locator.click
    press(page.get_by_role("button", name="Legend", exact=True))
    legend = page.get_by_role("dialog")
    for section in answers.played.match.setup.legend:
        for entry in section.entries:
            expect(legend).to_contain_text(entry.text)
    areas = [piece for piece in answers.played.match.setup.legend_entries if piece.startswith("area:")]
    expect(legend.locator(".plan .area")).to_have_count(len(areas))
    page.keyboard.press("Escape")
    press(page.get_by_role("button", name="Goals", exact=True))
    for goals in answers.played.message().goals:
        for goal in goals:
            expect(page.get_by_role("dialog")).to_contain_text(goal.text)


AREAS = """() => [...document.querySelectorAll('.frame :is([data-area], [data-touch-id^="area:"])')]
    .filter(e => e.getClientRects().length).map(e => e.dataset.area ?? e.dataset.touchId.slice('area:'.length))"""


@pytest.mark.parametrize("game", sorted({game for game, _, _ in ASKED_POSITIONS}))
def test_the_legend_has_every_area_of_every_phase(tables: Tables, game: str) -> None:
    """Each area of a table has an entry, and each entry is an area in at least one position."""
    shown: set[str] = set()
    listed: set[str] = set()
    for name in (name for other, name, _ in ASKED_POSITIONS if other == game):
        page, answers = open_table(tables, game, name, "laptop")
        pieces = answers.played.match.setup.legend_entries
        entries = {piece.removeprefix("area:") for piece in pieces if piece.startswith("area:")}
        areas = set(page.evaluate(AREAS))
        assert areas <= entries, name
        shown |= areas
        listed |= entries
        page.context.close()
    assert shown == listed


def test_the_end_shows_what_counted_for_every_player(tables: Tables) -> None:
    page, answers = open_table(tables, "mixx", "over", "phone")
    shown = page.locator("dialog.end-panel")
    for goals in answers.played.message().goals:
        for goal in goals:
            expect(shown).to_contain_text(goal.text)
    drawn = shown.locator(".background-pieces [data-c]").count()
    drawn += sum(len(goal.pieces) for goals in answers.played.message().goals for goal in goals)
    expect(shown.locator("[data-c]")).to_have_count(drawn)


def test_a_line_of_the_log_marks_its_pieces(tables: Tables) -> None:
    page, _ = open_table(tables, "mixx", "mid", "laptop")
    line = page.locator(".log li", has_text="placed").first
    line.hover()
    expect(page.locator("main [data-meant]")).not_to_have_count(0)
    page.mouse.move(1, 1)
    expect(page.locator("[data-meant]")).to_have_count(0)
    line.focus()
    expect(page.locator("main [data-meant]")).not_to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (375, 553), (844, 390), (1366, 768)], ids=str)
def test_the_table_says_once_that_pieces_can_be_read(tables: Tables, size: tuple[int, int]) -> None:
    touch = size != (1366, 768)
    window: ViewportSize = {"width": size[0], "height": size[1]}
    page, _ = tables.open("mixx", "mid", tip=True, viewport=window, has_touch=touch, is_mobile=touch)
    tip = page.get_by_role("complementary", name="Tip")
    expect(tip).to_contain_text("Hold any piece" if touch else "right-click it, or press I")
    box, board = tip.bounding_box(), page.locator("[data-board]").bounding_box()
    assert box
    assert board
    assert box["height"] < 50
    assert box["y"] + box["height"] <= board["y"]
    tip.get_by_role("button", name="Got it").click()
    expect(tip).to_have_count(0)
    assert page.locator("[data-board]").bounding_box() == board, "nothing moves away from the pointer"
    page.reload()
    expect(page.locator(".frame [data-board]")).to_be_visible()
    expect(tip).to_have_count(0)
