"""Positions of Kroma for screenshots and browser tests, found by playing."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Played, TablePosition


def is_turn(p: Played, phase: str, covered: int) -> bool:
    """Return whether it is the viewer's turn in a phase, and its pieces cover a number of triangles."""
    v = p.view
    cells = v.below_piece if phase == "one" else v.above_piece
    return p.acting and v.phase == phase and sum(cell >= 0 for cell in cells) >= covered


def choose_tile(page: Page) -> None:
    """Choose the first tile that can be laid, and wait for its preview."""
    page.locator(".tray [data-touch~='next']").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(450)


def show_table(page: Page) -> None:
    """Close the end panel."""
    page.get_by_text("Show table").click()


def point_at(x: float, y: float) -> Callable[[Page], None]:
    """Return a function that chooses a tile and points at a position on the board."""

    def prepare(page: Page) -> None:
        choose_tile(page)
        box = page.locator("[data-board] svg[role]").bounding_box()
        assert box
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        page.wait_for_timeout(450)

    return prepare


POSITIONS = {
    "targets": TablePosition(3, lambda p: p.acting and p.view.phase == "targets", measured=True, asked=True),
    "begin": TablePosition(3, lambda p: p.acting and p.view.phase == "one", prepare_page=choose_tile, measured=True),
    "one": TablePosition(2, lambda p: is_turn(p, "one", 45), prepare_page=point_at(0.5, 0.6), measured=True),
    "two": TablePosition(3, lambda p: is_turn(p, "two", 35), prepare_page=choose_tile, measured=True),
    "ground": TablePosition(2, lambda p: is_turn(p, "one", 45), asked=True),
    "choose": TablePosition(3, lambda p: is_turn(p, "two", 35), asked=True),
    "wait": TablePosition(3, lambda p: not p.acting and p.view.phase == "two"),
    "large": TablePosition(
        3, lambda p: is_turn(p, "two", 20), options={"side": 12, "hook": "6"}, prepare_page=choose_tile, measured=True
    ),
    "blocked": TablePosition(3, lambda p: is_turn(p, "one", 70), prepare_page=point_at(0.5, 0.85)),
    "watch": TablePosition(3, lambda p: p.view.phase == "two" and p.view.pieces[-1].seat == 1, viewer=-1, asked=True),
    "over": TablePosition(3, lambda p: p.over),
    "after": TablePosition(3, lambda p: p.over, prepare_page=show_table, asked=True),
}
PICTURE = "two"
