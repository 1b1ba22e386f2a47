"""Takes the README's pictures: the lobby, each game's own position of choice, and one on a phone.

Usage: pictures.py FOLDER.
"""

import sys
from pathlib import Path

import look
from playwright.sync_api import sync_playwright

from gamut import games
from tests.browser import kit
from tests.browser.mocked import serve
from tests.browser.played import positions_of


def main() -> None:
    """Take them all."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chosen = {game: positions.PICTURE for game in games.ids() if (positions := positions_of(game))}
    phone = "colori"
    wishes = {"lobby": "lobby"} | {game: f"{game}/{name}" for game, name in chosen.items()}
    wishes["phone"] = f"{phone}/{chosen[phone]}:phone:dark"
    with sync_playwright() as playwright, serve() as base:
        browser = kit.launch(playwright)
        for name, wish in wishes.items():
            look.take(browser, base, wish, folder)
            (folder / f"{wish.replace('/', '-').replace(':', '-')}.png").rename(folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
