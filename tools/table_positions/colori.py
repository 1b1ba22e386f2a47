"""Positions of Colori for screenshots and browser tests, found by playing."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Played, TablePosition

LIT = "[data-touch~='lit']"
NEXT_WEDGE = ".wedge[data-touch~='next']"

# ---------------------------------------------------------------------- positions


def uses_ability(p: Played, ability: str, left: int = 1) -> bool:
    """Return whether the viewer's current ability is this one."""
    if not p.acting:
        return False
    v = p.view
    return v.phase == "act" and bool(v.queue) and (v.queue[0].ability, v.queue[0].left) == (ability, left)


def in_turn(p: Played) -> bool:
    """Return whether the viewer may destroy a drafted card."""
    return p.acting and p.view.phase == "act" and not p.view.queue


def drafting(p: Played) -> bool:
    v = p.view
    return p.acting and v.phase == "draft" and v.round >= 4 and v.pick == 2 and len(set(v.hand)) == 4


def has_chosen(p: Played) -> bool:
    v = p.view
    return v.phase == "draft" and bool(v.choice) and v.round > 2 and v.pick == 3


def mixing(p: Played) -> bool:
    return uses_ability(p, "mix", 2) and len(p.view.mixes) >= 4 and len(p.view.queue) >= 2 and p.view.round > 2


def storing(p: Played) -> bool:
    return uses_ability(p, "store", 2) and len(p.view.seats[0].drawn) >= 4 and p.view.round > 3


def crowded(p: Played) -> bool:
    """Find a turn with many cards and many colours."""
    seat = p.view.seats[0]
    return in_turn(p) and len(set(seat.drawn)) + len(seat.drafted) >= 10 and sum(n > 0 for n in seat.wheel) >= 5


def wasteful(p: Played) -> bool:
    """Find a turn in which destroying the first drafted card would waste its ability."""
    return in_turn(p) and bool(warnings := p.message().warnings) and min(p.message().legal) in warnings


def unused(p: Played) -> bool:
    """Find a turn in which nothing has been used yet, so that ending it is warned about."""
    return in_turn(p) and max(p.message().legal) in p.message().warnings


def other_turn(p: Played, queue_length: int) -> bool:
    return p.view.turn == 1 and p.view.round > 4 and len(p.view.queue) >= queue_length


# ---------------------------------------------------------------------- what is done with them


def play_first(p: Played) -> None:
    p.go(p.viewer, p.legal[0])


def choose_card(page: Page) -> None:
    page.locator(".draft-hand .card").first.click()


def point_at_mix(page: Page) -> None:
    """Choose a colour and point at one to mix it with."""
    page.locator(NEXT_WEDGE).first.click(force=True)
    page.locator(NEXT_WEDGE).first.hover(force=True)


def mix(page: Page) -> None:
    """Mix two colours and wait for the middle of the animation."""
    point_at_mix(page)
    page.locator(NEXT_WEDGE).first.click(force=True)
    page.wait_for_timeout(190)


def point(selector: str) -> Callable[[Page], None]:
    return lambda page: page.locator(selector).first.hover()


def press(selector: str, wait_ms: int = 190, force: bool = False) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        page.locator(selector).first.click(force=force)
        page.wait_for_timeout(wait_ms)

    return prepare


POSITIONS = {
    "draft": TablePosition(4, drafting, prepare_page=choose_card, asked=True),
    "chosen": TablePosition(4, has_chosen, measured=True, asked=True),
    "mix": TablePosition(4, mixing, first=82, prepare_page=point_at_mix, measured=True, asked=True),
    "mixed": TablePosition(4, mixing, first=82, move=play_first, prepare_page=mix, motion=True),
    "store": TablePosition(4, storing, prepare_page=point(f".tray {LIT}")),
    "stored": TablePosition(4, storing, move=play_first, prepare_page=press(f".tray {LIT}"), motion=True),
    "make": TablePosition(
        3,
        lambda p: uses_ability(p, "make") and p.view.round > 3,
        prepare_page=point(f".garment-card{LIT}"),
        measured=True,
    ),
    "turn": TablePosition(2, lambda p: in_turn(p) and p.view.round > 3 and len(p.view.seats[0].drafted) > 3),
    "waste": TablePosition(2, wasteful, move=play_first),
    "end": TablePosition(2, unused, prepare_page=point(".actions .btn")),
    "five": TablePosition(5, crowded, measured=True),
    "five-draft": TablePosition(5, lambda p: drafting(p) and p.view.round > 6, prepare_page=choose_card, measured=True),
    "other": TablePosition(4, lambda p: other_turn(p, queue_length=2)),
    "seat": TablePosition(5, crowded, prepare_page=press("[data-seat] button", 300), asked=True),
    "garment": TablePosition(4, mixing, first=82, prepare_page=press(".garment-card", 300, force=True)),
    "watch": TablePosition(3, lambda p: other_turn(p, queue_length=1), viewer=-1, measured=True, asked=True),
    "over": TablePosition(4, lambda p: p.over),
    "after": TablePosition(4, lambda p: p.over, prepare_page=press("text=Show table", 300), asked=True),
}
PICTURE = "mix"
