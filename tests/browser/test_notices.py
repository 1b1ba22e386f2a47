"""Notices, requests, emotes and announcements at a table, and the focus after an overlay."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from gamut.server.wire import messages as m
from tests.browser.driver import CONFIRM_DELAY_MS
from tests.browser.mocked import Answers, Tables
from tests.browser.test_feedback import LIVE_REGION, NEXT

SIZES = [(320, 480), (320, 568), (390, 844), (844, 390), (768, 1024), (1280, 800)]
REQUEST = m.Proposal(kind="undo", seat=1, name="Mira", unanswered=[0])
OVERLAP = """([above, below]) => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((e) => e.getBoundingClientRect())
        .filter((b) => b.width && b.height)
    return boxes(above).some((a) => boxes(below).some((b) =>
        a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1))
}"""


def show(answers: Answers, **change: object) -> m.View:
    """Send a changed view."""
    view = replace(answers.played.message(), serial=answers.played.message().serial + 1, **change)
    answers.send(view)
    return view


def away(view: m.View, seat: int) -> list[m.Player]:
    """The players while one is away for whom the game waits."""
    return [
        replace(p, connected=p.seat != seat, acting=p.seat == seat, stand_in_from=0 if p.seat == seat else None)
        for p in view.players
    ]


def test_neither_a_double_click_nor_a_held_key_resigns(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    resign = page.get_by_role("button", name="Resign")
    page.get_by_role("button", name="More", exact=True).click()
    resign.dblclick()
    expect(resign).to_have_text("Resign? Press again to confirm")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).click()
    resign.focus()
    for _ in range(3):
        page.keyboard.down("Enter")  # repeats after the first
        page.wait_for_timeout(CONFIRM_DELAY_MS)
    page.keyboard.up("Enter")
    expect(resign).to_have_text("Resign? Press again to confirm")
    assert not answers.messages("resign")
    page.keyboard.press("Enter")
    expect(resign).to_have_count(0)
    assert len(answers.messages("resign")) == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_notices_cover_neither_board_nor_hand(tables: Tables, size: tuple[int, int]) -> None:
    touch = min(size) < 700
    page, answers = tables.open(
        "kroma", "two", viewport={"width": size[0], "height": size[1]}, has_touch=touch, is_mobile=touch
    )
    show(answers, proposal=REQUEST)
    answers.send(m.Refused("not_allowed", "You can offer a new link in 4:30 min."))
    page.locator(".notice").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    for covered in (".board", ".tray", ".market", "main > .actions button", ".tools button"):
        assert not page.evaluate(OVERLAP, [".notice", covered]), covered
    page.get_by_role("button", name="Agree").click()
    assert answers.messages("answer_proposal") == [{"type": "answer_proposal", "yes": True, "part": None}]


def test_a_request_can_be_withdrawn(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    show(answers, proposal=replace(REQUEST, seat=0, name="Ada", unanswered=[1]))
    expect(page.locator(".notices")).to_contain_text("You asked to undo the last move. Waiting for Mira.")
    page.get_by_role("button", name="Withdraw").click()
    assert answers.messages("answer_proposal") == [{"type": "answer_proposal", "yes": False, "part": None}]


def test_an_offered_seat_is_noticed_by_all_but_the_host(tables: Tables) -> None:
    watch, answers = tables.open("mixx", "watch")
    view = answers.played.message()
    offered = [replace(p, connected=p.seat != 1, has_open_invitation=p.seat == 1) for p in view.players]
    show(answers, players=offered)
    text = "Mira stayed away. The host has offered the seat to another player, with a new link."
    expect(watch.locator(".notices")).to_contain_text(text)
    watch.get_by_role("button", name="Close").click()
    expect(watch.locator(".notice")).to_have_count(0)
    show(answers, players=view.players)
    show(answers, players=offered)  # once more
    expect(watch.locator(".notices")).to_contain_text(text)
    host, answers = tables.open("mixx", "mid")
    show(answers, players=offered, log=[])
    expect(host.locator(".seat[data-seat='1']")).to_contain_text("away")
    expect(host.locator(".notice")).to_have_count(0)


def test_one_notice_says_that_the_server_restarts(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    answers.send(m.Goodbye("The server is restarting. Reconnecting…"))
    answers.close()
    expect(page.locator(".notice")).to_have_text("The server is restarting. Reconnecting…")


def test_what_others_do_is_announced(tables: Tables) -> None:
    page, answers = tables.open("mixx", "other")
    live = page.locator(LIVE_REGION)
    answers.send(m.EmoteShown(1, "thanks"))
    expect(live).to_contain_text("Mira: Thanks.")
    view = answers.played.message()
    note = replace(view.log[-1], seat=1, text="undid a move", heading=False)
    show(answers, log=[note], log_from=len(view.log) - 1)
    expect(live).to_contain_text("Mira undid a move.")
    show(answers, proposal=REQUEST)
    expect(live).to_contain_text("Mira asks to undo the last move. Agree or decline")
    show(answers, players=away(view, 1))
    expect(live).to_contain_text("Mira is away.")
    show(answers, players=view.players)
    expect(live).to_contain_text("Mira is back.")
    assert live.inner_text().count("asks to undo") == 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_emote_leaves_the_name_readable(tables: Tables, size: tuple[int, int]) -> None:
    page, answers = tables.open("mixx", "crowd", viewport={"width": size[0], "height": size[1]})
    answers.send(m.EmoteShown(1, "thinking"))
    expect(page.locator("[data-seat='1'] .emote")).to_be_visible()
    assert not page.evaluate(OVERLAP, [".emote", "[data-seat='1'] .name > span:first-child"])


def open_by_key(page: Page) -> None:
    page.keyboard.press("l")


def open_by_menu(page: Page) -> None:
    page.get_by_role("button", name="More", exact=True).press("Enter")
    page.get_by_role("button", name="Seats and links").press("Enter")


@pytest.mark.parametrize("way", [open_by_key, open_by_menu])
def test_the_focus_returns_after_an_overlay(tables: Tables, way: object) -> None:
    page, _ = tables.open("mixx", "line")
    piece = page.locator(f".tray {NEXT}").first
    piece.focus()
    way(page)  # type: ignore[operator]
    expect(page.locator("dialog")).to_be_visible()
    page.wait_for_function("document.activeElement.closest('dialog')")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(piece if way is open_by_key else page.get_by_role("button", name="More", exact=True)).to_be_focused()


def test_a_search_counts_the_moves_it_finds(tables: Tables) -> None:
    page, _ = tables.open("kroma", "two")
    page.keyboard.press("l")
    sheet = page.locator("dialog")
    total = sheet.get_by_role("status").inner_text()
    sheet.get_by_label("Search moves").fill("r3 c1")
    expect(sheet.get_by_role("status")).to_contain_text(f"of {total}")


def test_the_result_of_four_players_leaves_its_button_free(tables: Tables) -> None:
    for width, height in SIZES:
        page, answers = tables.open("mixx", "crowd", viewport={"width": width, "height": height})
        names = ["Bartholomew", "Wilhelmina", "Maximiliana", "Ferdinanda"]
        result = m.Result(
            winners=[0, 1, 2], lost=False, reason="Ferdinanda resigned.",
            undone=0, used_chance=True, key="", proof=None,
            ranks=[m.Rank(seat, name, 1 + 3 * (seat == 3), None) for seat, name in enumerate(names)],
        )  # fmt: skip
        show(answers, result=result, legal=[], actors=[])
        title = page.locator("#end-title")
        expect(title).to_contain_text("share the win")
        crossed = page.evaluate("""() => {
            const range = document.createRange()
            range.selectNodeContents(document.querySelector('#end-title'))
            const b = document.querySelector('.end-panel .close').getBoundingClientRect()
            return [...range.getClientRects()].some((a) => a.right > b.left && a.bottom > b.top && a.top < b.bottom)
        }""")
        assert not crossed, (width, height)
