"""Positions of Prismatic for screenshots and browser tests, found by playing."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

from tests.browser.played import Played, TablePosition

NEXT = "[data-touch~='next']"
AUCTION = {"auction": True}


def own_seat(p: Played) -> Any:
    """Return what the viewer has."""
    return p.view.seats[p.viewer]


def has_task(p: Played, task: str) -> bool:
    """Return whether the viewer has a task while resolving."""
    return p.acting and p.view.phase == "resolve" and p.view.task == task


def is_committing(p: Played, kinds: int = 4, cards: int = 2) -> bool:
    """Return whether the viewer has several kinds of motes to place, and several places for them."""
    v = p.view
    return (
        p.acting
        and v.phase == "commit"
        and len(set(own_seat(p).drawn)) >= kinds
        and len(own_seat(p).progress) + len(own_seat(p).created) >= cards
    )


def is_resolving(p: Played) -> bool:
    """Return whether several recipes can be used, and there is light in the pool."""
    ready = sum(price.ready for price in p.view.board)
    return has_task(p, "anything") and ready >= 3 and len(p.view.pool) >= 1 and len(own_seat(p).created) >= 1


def has_many_items(p: Played) -> bool:
    """Return whether the viewer has many created cards and a full palette."""
    return has_task(p, "anything") and len(own_seat(p).created) >= 4 and len(own_seat(p).palette) >= 4


def can_create(p: Played) -> bool:
    """Return whether the viewer can create another card."""
    return (
        has_task(p, "anything") and any(text.startswith("create ") for text in p.legal) and len(own_seat(p).created) > 0
    )


def commits_last(p: Played) -> bool:
    """Return whether all others have committed, and the viewer has placed several items."""
    placed = own_seat(p).fresh + [item for price in own_seat(p).progress for item in price.fresh]
    others = [other.state for seat, other in enumerate(p.view.seats) if seat != p.viewer]
    return (
        p.acting and p.view.phase == "commit" and p.view.round > 3 and len(placed) > 3 and set(others) == {"submitted"}
    )


def can_bid(p: Played) -> bool:
    """Return whether the viewer can bid several prisms."""
    return p.acting and p.view.phase == "auction" and p.view.highest_bid >= 2


def choose_mote(page: Page) -> None:
    """Choose the first mote that can be placed."""
    page.locator(f".tray [data-touch-id^='drawn:']{NEXT}").first.click()


def click(selector: str, wait_ms: int = 250) -> Callable[[Page], None]:
    """Return a function that clicks an element and waits."""

    def prepare(page: Page) -> None:
        page.locator(selector).first.click(force=True)
        page.wait_for_timeout(wait_ms)

    return prepare


def point(selector: str) -> Callable[[Page], None]:
    """Return a function that points at an element and waits for the preview."""

    def prepare(page: Page) -> None:
        page.locator(selector).first.hover()
        page.wait_for_timeout(400)

    return prepare


def see_table(page: Page) -> None:
    """Close the panel of the end."""
    page.get_by_role("button", name="Show table").click()


def create_card(p: Played) -> None:
    p.go(p.viewer, next(text for text in p.legal if text.startswith("create ")))


def play_first_action(p: Played) -> None:
    p.go(p.viewer, p.legal[0])


POSITIONS = {
    "start": TablePosition(3, lambda p: p.acting and p.view.phase == "start", measured=True, asked=True),
    "commit": TablePosition(4, lambda p: is_committing(p), measured=True, asked=True),
    "chosen": TablePosition(3, lambda p: is_committing(p), prepare_page=choose_mote, measured=True),
    "resolve": TablePosition(3, is_resolving, measured=True, asked=True),
    "point": TablePosition(3, is_resolving, prepare_page=point(f".board {NEXT}")),
    "recipe": TablePosition(3, is_resolving, prepare_page=click("[data-touch-id^='board:'][data-touch='']", 600)),
    "card": TablePosition(3, is_resolving, prepare_page=click("[data-touch-id^='card:'][data-touch='']", 600)),
    "light": TablePosition(3, is_resolving, prepare_page=click("[data-touch-id='light']", 600)),
    "make": TablePosition(
        3, is_resolving, move=play_first_action, prepare_page=click(f".board {NEXT}", 190), motion=True
    ),
    "create": TablePosition(
        3, can_create, move=create_card, prepare_page=click(f"[data-touch-id^='card:']{NEXT}", 500)
    ),
    "last": TablePosition(4, commits_last, measured=True),
    "reveal": TablePosition(
        3, commits_last, move=lambda p: p.go(p.viewer, "done"), prepare_page=click("[data-touch-id='button:done']", 500)
    ),
    "full": TablePosition(4, has_many_items, options={"goal": 7}, measured=True),
    "pay": TablePosition(2, lambda p: has_task(p, "pay"), first=43, measured=True, asked=True),
    "rewards": TablePosition(2, lambda p: has_task(p, "rewards"), measured=True, asked=True),
    "keep": TablePosition(2, lambda p: has_task(p, "keep"), first=108, measured=True),
    "place": TablePosition(2, lambda p: has_task(p, "place"), first=18),
    "pulled": TablePosition(2, lambda p: has_task(p, "pulled"), asked=True),
    "discard": TablePosition(3, lambda p: has_task(p, "discard") and len(p.legal) >= 4, first=121, measured=True),
    "steal": TablePosition(
        4, lambda p: has_task(p, "steal") and len(p.legal) >= 4, first=9, options={"goal": 7}, asked=True
    ),
    "auction": TablePosition(3, can_bid, options=AUCTION, measured=True, asked=True),
    "raise": TablePosition(
        3, lambda p: p.acting and p.view.phase == "auction" and p.view.lowest_bid > 0, first=5, options=AUCTION
    ),
    "other": TablePosition(4, lambda p: p.view.phase == "resolve" and p.view.turn == 1 and len(p.view.pool) > 0),
    "watch": TablePosition(
        3, lambda p: p.view.phase == "resolve" and p.view.round > 5, viewer=-1, measured=True, asked=True
    ),
    "seat": TablePosition(
        4, has_many_items, options={"goal": 7}, prepare_page=click("[data-seat] button", 300), asked=True
    ),
    "over": TablePosition(3, lambda p: p.over),
    "after": TablePosition(3, lambda p: p.over, prepare_page=see_table, asked=True),
}
PICTURE = "resolve"
