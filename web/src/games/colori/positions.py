"""Positions of Colori worth a picture, found by playing; `web/dev/look.py` takes them."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Look, Played


def running(p: Played, verb: str, left: int = 1) -> bool:
    """Whether an ability of the viewer runs."""
    if not p.acting:
        return False
    v = p.view
    return v.phase == "act" and bool(v.queue) and (v.queue[0].verb, v.queue[0].left) == (verb, left)


def my_turn(p: Played) -> bool:
    """Whether the viewer may destroy a drafted card."""
    return p.acting and p.view.phase == "act" and not p.view.queue


def drafting(p: Played) -> bool:
    """A second pick, with a card of each kind in the hand."""
    v = p.view
    return p.acting and v.phase == "draft" and v.round >= 4 and v.pick == 2 and len(set(v.hand)) == 4


def chosen(p: Played) -> bool:
    """The viewer is in, others still choose."""
    v = p.view
    return v.phase == "draft" and bool(v.choice) and v.round > 2 and v.pick == 3


def mixing(p: Played) -> bool:
    """Several mixes to choose from, and something that waits."""
    return running(p, "mix", 2) and len(p.view.mixes) >= 4 and len(p.view.queue) >= 2 and p.view.round > 2


def storing(p: Played) -> bool:
    """Several cards to store."""
    return running(p, "store", 2) and len(p.view.places[0].drawn) >= 4 and p.view.round > 3


def crowded(p: Played) -> bool:
    """A full table: many cards, many colours."""
    here = p.view.places[0]
    return my_turn(p) and len(set(here.drawn)) + len(here.drafted) >= 10 and sum(n > 0 for n in here.wheel) >= 5


def first_move(p: Played) -> None:
    """The first thing that may be done."""
    p.go(p.viewer, p.legal[0])


def take_card(page: Page) -> None:
    """Choose the first card of the hand."""
    page.locator(".dhand .ccard").first.click()


def mix_first(page: Page) -> None:
    """Choose a colour and point at its partner."""
    page.locator(".wedge[data-touch~='next']").first.click(force=True)
    page.locator(".wedge[data-touch~='next']").first.hover(force=True)


def mix_both(page: Page) -> None:
    """Mix, and catch it in flight."""
    mix_first(page)
    page.locator(".wedge[data-touch~='next']").first.click(force=True)
    page.wait_for_timeout(190)


def point(selector: str) -> Callable[[Page], None]:
    """Points at something."""
    return lambda page: page.locator(selector).first.hover()


def press(selector: str, wait: int = 190, force: bool = False) -> Callable[[Page], None]:
    """Touches something, and waits a little."""

    def do(page: Page) -> None:
        page.locator(selector).first.click(force=force)
        page.wait_for_timeout(wait)

    return do


def wasteful(p: Played) -> bool:
    """Destroying the first drafted card would waste its ability."""
    return my_turn(p) and bool(warned := p.message().warnings) and min(p.message().legal) in warned


LIT = "[data-touch~='lit']"
LOOKS = {
    "draft": Look(4, drafting, act=take_card),
    "chosen": Look(4, chosen, measured=True),
    "mix": Look(4, mixing, first=82, act=mix_first, measured=True),
    "mixed": Look(4, mixing, first=82, move=first_move, act=mix_both, motion=True),
    "store": Look(4, storing, act=point(f".tray {LIT}")),
    "stored": Look(4, storing, move=first_move, act=press(f".tray {LIT}"), motion=True),
    "make": Look(3, lambda p: running(p, "make") and p.view.round > 3, act=point(f".gcard{LIT}"), measured=True),
    "turn": Look(2, lambda p: my_turn(p) and p.view.round > 3 and len(p.view.places[0].drafted) > 3),
    "waste": Look(2, wasteful, move=first_move),
    "five": Look(5, crowded, measured=True),
    "five-draft": Look(5, lambda p: drafting(p) and p.view.round > 6, act=take_card, measured=True),
    "other": Look(4, lambda p: p.view.turn == 1 and p.view.round > 4 and len(p.view.queue) > 1),
    "seat": Look(5, crowded, act=press("[data-seat] button", 300)),
    "garment": Look(4, mixing, first=82, act=press(".gcard", 300, force=True)),
    "watch": Look(
        3, lambda p: p.view.turn == 1 and p.view.round > 4 and bool(p.view.queue), viewer=-1, measured=True
    ),
    "over": Look(4, lambda p: p.over),
}
PICTURE = "mix"
