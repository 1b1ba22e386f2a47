"""Positions of Chroma Mix worth a picture, found by playing; `web/dev/look.py` takes them."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Look, Played

LIT = "[data-touch~='next']"
MUSTARD = {"special": "mustard"}


def begins(p: Played, action: str) -> bool:
    """Whether the viewer can begin an action."""
    return p.acting and p.view.turn.player == p.viewer and action in p.view.turn.possible


def kinds(p: Played) -> int:
    """How many kinds of cards the viewer has, in hand and play."""
    mine = p.view.players[p.viewer]
    return len(mine.hand) + len(mine.play)


def waits(p: Played, what: str) -> bool:
    """Whether the viewer is asked for something of this kind."""
    return p.acting and bool(p.view.waiting) and p.view.waiting[0].what == what


def mixing(p: Played) -> bool:
    """A mix of which the cards are chosen, with several ways to go on."""
    return waits(p, "mix") and p.view.round > 6 and len(p.legal) > 1 and kinds(p) > 8


def making(p: Played) -> bool:
    """A mix that makes an open card, and something that follows."""
    return waits(p, "mix") and bool(p.view.mix.makes) and len(p.view.waiting) > 1 and kinds(p) > 6


def deep(p: Played) -> bool:
    """Effects within effects."""
    return p.acting and sum(not one.foreseen for one in p.view.waiting) > 1 and kinds(p) > 5


def full(p: Played) -> bool:
    """A full table: many kinds of cards before everybody, and much in force."""
    v = p.view
    return begins(p, "mix") and kinds(p) >= 11 and sum(one.cards for one in v.players) >= 12 * len(v.players)


def helping(p: Played) -> bool:
    """Two cards of Billy's mix are chosen, and its hand is full."""
    v = p.view
    return waits(p, "billy") and bool(v.mix.makes) and len(v.players[1].hand) >= 8 and kinds(p) >= 8


def billy_draws(p: Played) -> bool:
    """My turn after Billy has drawn."""
    return begins(p, "mix") and p.view.round > 7 and bool(p.view.billy.drawn) and kinds(p) >= 8


def press(selector: str, wait: int = 250) -> Callable[[Page], None]:
    """Touches something, and waits a little."""

    def do(page: Page) -> None:
        page.locator(selector).first.click()
        page.wait_for_timeout(wait)

    return do


def point(page: Page) -> None:
    """Points at the first card that can go on."""
    page.locator(f".tray {LIT}, main {LIT}").first.hover()
    page.wait_for_timeout(500)


def choose_mix(page: Page) -> None:
    """Begin a mix, and point at its first card."""
    page.locator("[data-touch-id='button:mix']").click()
    point(page)


def first_move(p: Played) -> None:
    """The first thing that may be done."""
    p.go(p.viewer, p.legal[0])


LOOKS = {
    "begin": Look(2, lambda p: p.acting, options={"special": "none"}),
    "turn": Look(3, lambda p: begins(p, "mix") and p.view.round > 8 and kinds(p) > 8, act=choose_mix),
    "mix": Look(3, mixing, first=7, act=point, measured=True),
    "make": Look(3, making, first=9, measured=True),
    "taken": Look(3, making, first=9, move=first_move, act=press(f"main {LIT}", 190), motion=True),
    "deep": Look(4, deep, first=20, measured=True),
    "offer": Look(3, lambda p: waits(p, "offer") and p.view.round > 4, measured=True),
    "refill": Look(2, lambda p: waits(p, "refill") and len(p.legal) > 5, options=MUSTARD, measured=True),
    "full": Look(4, full, first=17, options={"special": "burgundy"}, measured=True),
    "other": Look(3, lambda p: not p.acting and bool(p.view.mix) and p.view.round > 5),
    "why": Look(3, making, first=9, act=press(".tray [data-touch-id='button:swap']", 400)),
    "seat": Look(4, full, first=17, options={"special": "burgundy"}, act=press("[data-seat] button", 300)),
    "piles": Look(3, making, first=9, act=press("main button[data-deck]", 300)),
    "watch": Look(4, lambda p: bool(p.view.mix) and p.view.round > 9, viewer=-1, measured=True),
    "over": Look(3, lambda p: p.over),
    "solo": Look(1, helping, first=1, options={"difficulty": "medium"}, measured=True),
    "solo-turn": Look(1, billy_draws, first=2, options={"special": "petrol"}, measured=True),
    "solo-over": Look(1, lambda p: p.over),
}
PICTURE = "make"
