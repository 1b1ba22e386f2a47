"""Positions of Prismatic worth a picture, found by playing; `web/dev/look.py` takes them."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Look, Played

NEXT = "[data-touch~='next']"
AUCTION = {"auction": True}


def mine(p: Played):  # type: ignore[no-untyped-def]
    """What lies before the viewer."""
    return p.view.places[p.viewer]


def asks(p: Played, task: str) -> bool:
    """Whether the viewer's own step asks this."""
    return p.acting and p.view.phase == "resolve" and p.view.task == task


def commits(p: Played, kinds: int = 4, cards: int = 2) -> bool:
    """Several kinds of motes to lay, and several places for them."""
    v = p.view
    return (
        p.acting
        and v.phase == "commit"
        and len(set(mine(p).drawn)) >= kinds
        and len(mine(p).progress) + len(mine(p).created) >= cards
    )


def resolves(p: Played) -> bool:
    """Much can be made, and there is light in the pool."""
    ready = sum(price.ready for price in p.view.board)
    return asks(p, "anything") and ready >= 3 and len(p.view.pool) >= 1 and len(mine(p).created) >= 1


def is_full(p: Played) -> bool:
    """Many creations, several cards in progress, a full palette."""
    return asks(p, "anything") and len(mine(p).created) >= 4 and len(mine(p).palette) >= 4


def creates(p: Played) -> bool:
    """A card can be created, and some are already."""
    return asks(p, "anything") and any(text.startswith("create ") for text in p.legal) and len(mine(p).created) > 0


def is_last(p: Played) -> bool:
    """All others have committed, and the viewer has laid something."""
    laid = mine(p).fresh + [item for price in mine(p).progress for item in price.fresh]
    others = [place.state for seat, place in enumerate(p.view.places) if seat != p.viewer]
    return p.acting and p.view.phase == "commit" and p.view.round > 3 and len(laid) > 3 and set(others) == {"in"}


def bids(p: Played) -> bool:
    """The viewer may bid several prisms."""
    return p.acting and p.view.phase == "auction" and p.view.highest_bid >= 2


def choose_mote(page: Page) -> None:
    """Choose the first mote that can be laid."""
    page.locator(f".tray [data-touch-id^='drawn:']{NEXT}").first.click()


def press(selector: str, wait: int = 250) -> Callable[[Page], None]:
    """Touches something, and waits a little."""

    def do(page: Page) -> None:
        page.locator(selector).first.click(force=True)
        page.wait_for_timeout(wait)

    return do


def point(selector: str) -> Callable[[Page], None]:
    """Points at something, and waits for what would come of it."""

    def do(page: Page) -> None:
        page.locator(selector).first.hover()
        page.wait_for_timeout(400)

    return do


def create(p: Played) -> None:
    """Create the first card that can be created."""
    p.go(p.viewer, next(text for text in p.legal if text.startswith("create ")))


def finish(p: Played) -> None:
    """Say that all is laid."""
    p.go(p.viewer, "done")


def first_move(p: Played) -> None:
    """The first thing that may be done."""
    p.go(p.viewer, p.legal[0])


LOOKS = {
    "start": Look(3, lambda p: p.acting and p.view.phase == "start", measured=True),
    "commit": Look(4, lambda p: commits(p), measured=True),
    "lay": Look(3, lambda p: commits(p), act=choose_mote, measured=True),
    "resolve": Look(3, resolves, measured=True),
    "point": Look(3, resolves, act=point(f".board {NEXT}")),
    "make": Look(3, resolves, move=first_move, act=press(f".board {NEXT}", 190), motion=True),
    "create": Look(3, creates, move=create, act=press(f"[data-touch-id^='card:']{NEXT}", 500)),
    "last": Look(4, is_last, measured=True),
    "reveal": Look(
        3, is_last, move=lambda p: p.go(p.viewer, "done"), act=press("[data-touch-id='button:done']", 500)
    ),
    "full": Look(4, is_full, options={"goal": 7}, measured=True),
    "pay": Look(2, lambda p: asks(p, "pay"), first=43, measured=True),
    "rewards": Look(2, lambda p: asks(p, "rewards"), measured=True),
    "keep": Look(2, lambda p: asks(p, "keep"), first=108, measured=True),
    "place": Look(2, lambda p: asks(p, "place"), first=18),
    "pulled": Look(2, lambda p: asks(p, "pulled")),
    "discard": Look(3, lambda p: asks(p, "discard") and len(p.legal) >= 4, first=121, measured=True),
    "steal": Look(4, lambda p: asks(p, "steal") and len(p.legal) >= 4, first=9, options={"goal": 7}),
    "auction": Look(3, bids, options=AUCTION, measured=True),
    "raise": Look(
        3, lambda p: p.acting and p.view.phase == "auction" and p.view.lowest_bid > 0, first=5, options=AUCTION
    ),
    "other": Look(4, lambda p: p.view.phase == "resolve" and p.view.turn == 1 and len(p.view.pool) > 0),
    "watch": Look(3, lambda p: p.view.phase == "resolve" and p.view.round > 5, viewer=-1, measured=True),
    "seat": Look(4, is_full, options={"goal": 7}, act=press("[data-seat] button", 300)),
    "over": Look(3, lambda p: p.over),
}
PICTURE = "resolve"
