"""Positions of Kroma worth a picture, found by playing; `web/dev/look.py` takes them."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Look, Played


def laid(p: Played, phase: str, pieces: int) -> bool:
    """The viewer's turn in a phase, once so many of its pieces lie on the board."""
    v = p.view
    lie = sum(cell >= 0 for cell in (v.below_piece if phase == "one" else v.above_piece))
    return p.acting and v.phase == phase and lie >= pieces


def one(p: Played) -> bool:
    """Half of Phase One is laid."""
    return laid(p, "one", 45)


def two(p: Played) -> bool:
    """Many triangles are blended."""
    return laid(p, "two", 35)


def choose(page: Page) -> None:
    """Choose the first piece that can be laid, and wait for what it would score."""
    page.locator(".tray [data-touch~='next']").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(450)


def aim(x: float, y: float) -> Callable[[Page], None]:
    """Choose a piece and point at a part of the board."""

    def act(page: Page) -> None:
        choose(page)
        box = page.locator("[data-board] svg[role]").bounding_box()
        assert box
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        page.wait_for_timeout(450)

    return act


def first_move(p: Played) -> None:
    """The first thing that may be done."""
    p.go(p.viewer, p.legal[0])


LOOKS = {
    "targets": Look(3, lambda p: p.acting and p.view.phase == "targets", measured=True),
    "begin": Look(3, lambda p: p.acting and p.view.phase == "one", act=choose, measured=True),
    "one": Look(2, one, act=aim(0.5, 0.6), measured=True),
    "two": Look(3, two, act=choose, measured=True),
    "wait": Look(3, lambda p: not p.acting and p.view.phase == "two"),
    "large": Look(3, lambda p: laid(p, "two", 20), options={"side": 12, "hook": "6"}, act=choose, measured=True),
    "missed": Look(3, lambda p: laid(p, "one", 70), act=aim(0.5, 0.85)),
    "watch": Look(3, lambda p: p.view.phase == "two" and p.view.pieces[-1].seat == 1, viewer=-1),
    "over": Look(3, lambda p: p.over),
}
PICTURE = "two"
