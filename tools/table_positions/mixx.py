"""Positions of Mixx for screenshots and browser tests, found by playing."""

from playwright.sync_api import Page

from tests.browser.played import Played, TablePosition


def count_cards(p: Played) -> int:
    """Return the number of cards in the line or the cross."""
    return len(p.view.cross.row) + max(0, len(p.view.cross.column) - 1)


def has_cross(p: Played) -> bool:
    return bool(p.view.cross.column)


def half_full(p: Played) -> bool:
    """Find a cross that is half full, and several cards that fit."""
    return p.acting and has_cross(p) and count_cards(p) >= 8 and p.view.round > 1 and len(p.legal) > 2


def crossable(p: Played) -> bool:
    """Find a line that may be crossed."""
    return p.acting and len(p.view.cross.row) > 2 and any("across" in text for text in p.legal)


def choose_card(page: Page) -> None:
    """Choose the first card that can be placed."""
    page.locator(".tray [data-touch~='next']").first.click()
    page.mouse.move(0, 0)


def place_card(page: Page) -> None:
    """Place a card and wait for the middle of the animation."""
    choose_card(page)
    page.locator("main [data-touch~='next']").first.click()
    page.wait_for_timeout(190)


def play_first(p: Played) -> None:
    p.go(p.viewer, p.legal[0])


def find_last_action(p: Played) -> int | None:
    """Return an action of the viewer that ends the round; None if there is none."""
    if not p.acting or count_cards(p) < 4:
        return None
    legal = p.message().legal
    return next((a for a in legal if any("won" in entry.text for entry in p.preview(a).entries)), None)


def end_round(p: Played) -> None:
    action = find_last_action(p)
    assert action is not None
    p.go(p.viewer, action)


def place_last_card(page: Page) -> None:
    """Place a card and wait for the end of the round, which is mocked."""
    choose_card(page)
    page.locator("main [data-touch~='next']").first.click()
    page.wait_for_selector("[data-moment]")


def close_end_panel(page: Page) -> None:
    page.locator("dialog.end-panel").get_by_role("button", name="Show table").click()


POSITIONS = {
    "begin": TablePosition(2, lambda p: p.acting, asked=True),
    "line": TablePosition(3, crossable, prepare_page=choose_card, measured=True),
    "mid": TablePosition(3, half_full, prepare_page=choose_card, measured=True, asked=True),
    "laid": TablePosition(3, half_full, move=play_first, prepare_page=place_card, motion=True),
    "full": TablePosition(4, lambda p: count_cards(p) >= 14, first=4, measured=True, asked=True),
    "crowd": TablePosition(4, lambda p: p.acting and len(p.view.cross.row) > 1, options={"stock": 10}, measured=True),
    "round": TablePosition(3, lambda p: find_last_action(p) is not None, move=end_round, prepare_page=place_last_card),
    "other": TablePosition(3, lambda p: 2 in p.match.actors and len(p.view.cross.row) > 2),
    "watch": TablePosition(3, lambda p: has_cross(p) and count_cards(p) > 5, viewer=-1, asked=True),
    "over": TablePosition(3, lambda p: p.over),
    "ended": TablePosition(3, lambda p: p.over, prepare_page=close_end_panel, asked=True),
}
PICTURE = "mid"
