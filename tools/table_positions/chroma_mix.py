"""Positions of Chroma Mix for `tools/screenshots.py`, found by playing."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.played import Played, TablePosition

NEXT = "[data-touch~='next']"
MUSTARD = {"special": "mustard"}


def can_start(p: Played, action: str) -> bool:
    return p.acting and not p.view.turn.running and any(text.split()[0] == action for text in p.legal)


def count_kinds(p: Played) -> int:
    """Return how many kinds of cards the viewer has in hand and play."""
    me = p.view.players[p.viewer]
    return len(me.hand) + len(me.play)


def wastes_print(p: Played) -> bool:
    """Return whether the effect of a card that the viewer could print would do nothing."""
    return can_start(p, "print") and any(" would do nothing" in w.text for w in p.message().warnings.values())


def decides(p: Played, decision: str) -> bool:
    return p.acting and bool(p.view.pending) and p.view.pending[0].decision == decision


def is_choosing_mix(p: Played) -> bool:
    """Return whether the viewer chooses the cards of a mix, with several possibilities."""
    return decides(p, "mix") and p.view.round > 6 and len(p.legal) > 1 and count_kinds(p) > 8


def is_completing_mix(p: Played) -> bool:
    """Return whether the viewer can take the result of a mix, and another decision follows."""
    return decides(p, "mix") and bool(p.view.mix.makes) and len(p.view.pending) > 1 and count_kinds(p) > 6


def has_nested_effects(p: Played) -> bool:
    return p.acting and sum(not one.expected for one in p.view.pending) > 1 and count_kinds(p) > 5


def has_many_cards(p: Played) -> bool:
    """Return whether all players have many kinds of cards."""
    v = p.view
    return (
        can_start(p, "mix")
        and count_kinds(p) >= 11
        and sum(player.cards for player in v.players) >= 12 * len(v.players)
    )


def is_completing_billy_mix(p: Played) -> bool:
    """Return whether two cards of Billy's mix are chosen, and his hand is full."""
    v = p.view
    return decides(p, "billy-mix") and bool(v.mix.makes) and len(v.players[1].hand) >= 8 and count_kinds(p) >= 8


def follows_billy_draw(p: Played) -> bool:
    """Return whether the viewer has a turn after Billy has drawn."""
    return can_start(p, "mix") and p.view.round > 7 and bool(p.view.billy.drawn) and count_kinds(p) >= 8


def click(selector: str, wait_ms: int = 250) -> Callable[[Page], None]:
    """Return a function that clicks an element, even a disabled one, and waits."""

    def prepare(page: Page) -> None:
        page.locator(selector).first.click(force=True)
        page.wait_for_timeout(wait_ms)

    return prepare


def point_at_next(page: Page) -> None:
    """Point at the first piece that can be touched."""
    page.locator(f".tray {NEXT}, main {NEXT}").first.hover()
    page.wait_for_timeout(500)


def start_mix(page: Page) -> None:
    """Start a mix, and point at its first card."""
    page.locator("[data-touch-id='button:mix']").click()
    point_at_next(page)


def close_end_panel(page: Page) -> None:
    page.locator("dialog.end-panel").get_by_role("button", name="Show table").click()


def play_first_action(p: Played) -> None:
    p.go(p.viewer, p.legal[0])


POSITIONS = {
    "waste": TablePosition(2, wastes_print),
    "begin": TablePosition(2, lambda p: p.acting, options={"special": "none"}),
    "turn": TablePosition(
        3, lambda p: can_start(p, "mix") and p.view.round > 8 and count_kinds(p) > 8, prepare_page=start_mix
    ),
    "mix": TablePosition(3, is_choosing_mix, first=7, prepare_page=point_at_next, measured=True),
    "make": TablePosition(3, is_completing_mix, first=9, measured=True, asked=True),
    "taken": TablePosition(
        3, is_completing_mix, first=9, move=play_first_action, prepare_page=click(f"main {NEXT}", 190), motion=True
    ),
    "deep": TablePosition(4, has_nested_effects, first=20, measured=True, asked=True),
    "offer": TablePosition(3, lambda p: decides(p, "fuchsia-print") and p.view.round > 4, measured=True),
    "refill": TablePosition(
        2, lambda p: decides(p, "refill") and len(p.legal) > 5, options=MUSTARD, measured=True, asked=True
    ),
    "full": TablePosition(4, has_many_cards, first=17, options={"special": "burgundy"}, measured=True),
    "other": TablePosition(3, lambda p: not p.acting and bool(p.view.mix) and p.view.round > 5),
    "why": TablePosition(3, is_completing_mix, first=9, prepare_page=click(".tray [data-touch-id='button:swap']", 400)),
    "seat": TablePosition(
        4,
        has_many_cards,
        first=17,
        options={"special": "burgundy"},
        prepare_page=click("[data-seat] button", 300),
        asked=True,
    ),
    "piles": TablePosition(3, is_completing_mix, first=9, prepare_page=click("main [data-deck]", 300)),
    "watch": TablePosition(4, lambda p: bool(p.view.mix) and p.view.round > 9, viewer=-1, measured=True, asked=True),
    "over": TablePosition(3, lambda p: p.over),
    "ended": TablePosition(3, lambda p: p.over, options=MUSTARD, prepare_page=close_end_panel, asked=True),
    "solo": TablePosition(
        1, is_completing_billy_mix, first=1, options={"difficulty": "medium"}, measured=True, asked=True
    ),
    "solo-turn": TablePosition(
        1, follows_billy_draw, first=2, options={"special": "petrol"}, measured=True, asked=True
    ),
    "solo-over": TablePosition(1, lambda p: p.over),
}
PICTURE = "make"
