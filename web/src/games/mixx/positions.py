"""Positions of Mixx worth a picture, found by playing; `web/dev/look.py` takes them."""

from playwright.sync_api import Page

from tests.browser.played import Look, Played


def cards(p: Played) -> int:
    """How many cards lie in the line or the cross."""
    return len(p.view.level) + max(0, len(p.view.upright) - 1)


def mid(p: Played) -> bool:
    """A cross that is half full, and several cards that fit."""
    return p.acting and bool(p.view.centre) and cards(p) >= 8 and p.view.round > 1 and len(p.legal) > 2


def line(p: Played) -> bool:
    """A line that may be crossed."""
    return p.acting and len(p.view.level) > 2 and any("across" in text for text in p.legal)


def choose(page: Page) -> None:
    """Choose the first card that can be laid."""
    page.locator(".tray [data-touch~='next']").first.click()
    page.mouse.move(0, 0)


def lay(page: Page) -> None:
    """Lay it, and catch it in flight."""
    choose(page)
    page.locator("main [data-touch~='next']").first.click()
    page.wait_for_timeout(190)


def first_move(p: Played) -> None:
    """The first thing that may be done."""
    p.go(p.viewer, p.legal[0])


def last_card(p: Played) -> int | None:
    """A move of the viewer that ends the round; None if there is none."""
    if not p.acting or cards(p) < 4:
        return None
    moves = p.message().legal
    return next((a for a in moves if any("won" in entry.text for entry in p.preview(a).entries)), None)


def end_round(p: Played) -> None:
    """Lay the card that ends the round."""
    action = last_card(p)
    assert action is not None
    p.go(p.viewer, action)


def lay_last(page: Page) -> None:
    """Lay a card: whichever it is, the round ends."""
    choose(page)
    page.locator("main [data-touch~='next']").first.click()
    page.wait_for_selector("[data-moment]")


LOOKS = {
    "begin": Look(2, lambda p: p.acting),
    "line": Look(3, line, act=choose, measured=True),
    "mid": Look(3, mid, act=choose, measured=True),
    "laid": Look(3, mid, move=first_move, act=lay, motion=True),
    "full": Look(4, lambda p: cards(p) >= 14, first=4, measured=True),
    "crowd": Look(4, lambda p: p.acting and len(p.view.level) > 1, options={"stock": 10}, measured=True),
    "round": Look(3, lambda p: last_card(p) is not None, move=end_round, act=lay_last),
    "other": Look(3, lambda p: p.view.turn == 2 and len(p.view.level) > 2),
    "watch": Look(3, lambda p: bool(p.view.centre) and cards(p) > 5, viewer=-1),
    "over": Look(3, lambda p: p.over),
}
PICTURE = "mid"
