"""Takes the README's pictures of the running product: the same deal, the same bots, the same moves each time.

Usage: pictures.py FOLDER [all]; `all` takes every page in both themes, on a desk and on a phone, to look at.
"""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.browser import kit

# a server without secrets: only for pictures
KNOWN_DEALS = """
import random, secrets, sys
known = random.Random({seed})
secrets.randbits, secrets.choice = known.getrandbits, known.choice
secrets.token_bytes = lambda n=None: known.randbytes(n or 32)
sys.argv += ["--bot-threads", "1"]  # bots think one after the other
from gamut.cli import main
main()
"""
SEED = 7
MOVES = 8


def follow_hints(page: Page, moves: int) -> None:
    """Play sensibly: do what the hint says, and stop when it is our turn again."""
    for _ in range(moves):
        if not kit.my_turn(page):
            return
        page.keyboard.press("h")
        page.wait_for_selector("[data-touch~=hinted], dialog.endbox")
        made = kit.moves_made(page)
        while kit.moves_made(page) == made and page.locator("[data-touch~='hinted'][data-touch~='next']").count():
            page.locator("[data-touch~='hinted'][data-touch~='next']").first.click()
            page.wait_for_timeout(150)
        page.wait_for_function(kit.MOVED, arg=made)
    kit.my_turn(page)


MIXABLE = ".heart [data-touch~='next'][data-touch-id^='wheel:']"
LIKED = ("store 3", "store 2", "mix 2", "mix", "store", "draw", "destroy", "garment")  # of abilities, to draft
FIRST = ("draw", "store", "destroy", "garment", "mix")  # to use: mixing comes last, when there is something to mix


def gather_colours(page: Page, wanted: int = 4, first_round: int = 4) -> None:
    """Play Colori until several colours can be mixed, and others have come somewhere too."""
    for turn in range(kit.STEPS):
        if not kit.my_turn(page):
            return
        late = re.search(rf"Round [{first_round}-9]", page.locator(".bar__home").text_content() or "")
        if late and page.locator(MIXABLE).count() >= wanted:
            return
        pieces = kit.touches(page)
        names = [(p.get_attribute("aria-label") or "").lower() for p in pieces.all()]
        steps = page.locator(".step--now").all_text_contents()
        kinds = LIKED if page.locator(".heart--draft").count() else () if steps else FIRST
        made = kit.moves_made(page)
        pieces.nth(best(names, kinds, turn % len(names))).click()
        page.wait_for_function(kit.MOVED, arg=made)


def best(names: list[str], kinds: tuple[str, ...], first: int) -> int:
    """Which piece to touch: no early end, colours before cloth, then the kind that comes first."""

    def rank(name: str) -> tuple[bool, bool, int]:
        kind = next((i for i, word in enumerate(kinds) if f": {word}" in name), len(kinds))
        return name.startswith(("end turn", "stop")), not kinds and "fabric" in name, kind

    return names.index(min(names[first:] + names[:first], key=rank))


def table(people: kit.People, server: kit.Server, game: str, moves: int = 0, **settings) -> Page:
    """A table in the middle of a game."""
    opened = server.open(game, "me", "easy", "medium", options={})
    named = "localStorage.setItem('gamut.name', '\"Ada\"')"
    page = people.sit(opened.seat(0), first=named, **settings)
    kit.ready(page)
    if game == "colori" and not moves:
        gather_colours(page)
    else:
        follow_hints(page, moves or MOVES)
    return page


def lobby(people: kit.People, server: kit.Server, **settings) -> Page:
    page = people.sit(server.url, first="localStorage.setItem('gamut.name', '\"Ada\"')", **settings)
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    page.wait_for_load_state("networkidle")
    return page


def touch_first(page: Page) -> None:
    """Show where a card can go."""
    page.locator(f".tray {kit.NEXT}").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(200)


def take(people: kit.People, server: kit.Server, folder: Path) -> None:
    """The four pictures of the README."""
    phone = {"viewport": kit.PHONE, "has_touch": True, "device_scale_factor": 2}
    lobby(people, server).screenshot(path=folder / "lobby.png")
    mixx = table(people, server, "mixx")
    touch_first(mixx)
    mixx.screenshot(path=folder / "mixx.png")
    colori = table(people, server, "colori")
    colori.locator(MIXABLE).first.click()
    colori.locator(MIXABLE).first.hover()
    colori.wait_for_timeout(200)
    colori.screenshot(path=folder / "colori.png")
    table(people, server, "colori", color_scheme="dark", **phone).screenshot(path=folder / "phone.png")


def take_all(people: kit.People, server: kit.Server, folder: Path) -> None:
    """Everything there is to look at."""
    sizes = {"desk": {"viewport": kit.DESK}, "phone": {"viewport": kit.PHONE, "has_touch": True}}
    for size, look in sizes.items():
        pages = {"lobby": lobby(people, server, **look)}
        for game in kit.SHORT:
            pages[game] = table(people, server, game, **look)
            hinted = table(people, server, game, moves=3, **look)
            hinted.keyboard.press("h")
            hinted.wait_for_selector("[data-touch~=hinted]")
            pages[f"{game}-hint"] = hinted
            ended = people.sit(server.open(game, "me", "easy").seat(0), **look)
            kit.ready(ended)
            kit.play(ended, kit.by_mouse)
            pages[f"{game}-end"] = ended
        shared = server.open("colori", "here", "here")
        pages["pass"] = people.sit(shared.seat(0), first=shared.at_one_screen, **look)
        kit.ready(pages["pass"])
        for name, page in pages.items():
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(300)
                page.screenshot(path=folder / f"{name}-{size}-{theme}.png")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        server = kit.Server(Path(made), "-c", KNOWN_DEALS.format(seed=SEED))
        people = kit.People(kit.launch(playwright))
        try:
            (take_all if "all" in sys.argv[2:] else take)(people, server, folder)
        finally:
            people.leave()
            server.stop()
        print(*people.complaints, sep="\n")


if __name__ == "__main__":
    main()
