"""Take the README's pictures: the lobby, a position of each game, one on a phone, and an animated game of Kroma.

Usage: python -m tools.readme_pictures FOLDER.
"""

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from gamut import games
from tests.browser import driver
from tests.browser.mocked import answer_table, serve
from tests.browser.played import TablePosition, find, pictured_position, positions_of
from tools import screenshots

FRAME_SIZE = (560, 470)
FRAME_MS, LAST_FRAME_MS = 220, 3000
SETTLE_MS = 60


def animate(browser: Browser, base: str, path: Path) -> None:
    """Write a whole game of Kroma as an animated WebP: the board after every action."""
    position = TablePosition(3, lambda p: p.view.phase == "one", viewer=-1)
    played = find("kroma", position)
    page = browser.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900}).new_page()
    screenshots.answer_lobby(page)
    answers = answer_table(page, position, played)
    page.goto(base + "#/table/t1/watch")
    screenshots.wait_until_drawn(page)
    board, frames = page.locator("[data-board] svg[role]"), list[Image.Image]()
    while True:
        page.wait_for_timeout(SETTLE_MS)
        frame = Image.open(BytesIO(board.screenshot())).convert("RGB")
        frame.thumbnail(FRAME_SIZE)
        frames.append(frame)
        if played.over:
            break
        seat = played.match.actors[0]
        played.go(seat, played.guess(seat))
        answers.send(played.message())
    page.context.close()
    durations = [FRAME_MS] * (len(frames) - 1) + [LAST_FRAME_MS]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, quality=80, method=6)


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    chosen = {game: pictured_position(game) for game in games.list_game_ids() if positions_of(game)}
    phone = "colori"
    shots = {"lobby": "lobby"} | {game: f"{game}/{name}" for game, name in chosen.items()}
    shots["phone"] = f"{phone}/{chosen[phone]}:phone:dark"
    with sync_playwright() as playwright, serve() as base:
        browser = driver.launch(playwright)
        for name, shot in shots.items():
            screenshots.take(browser, base, shot, folder)
            (folder / f"{shot.replace('/', '-').replace(':', '-')}.png").rename(folder / f"{name}.png")
        animate(browser, base, folder / "kroma-game.webp")
        browser.close()


if __name__ == "__main__":
    main()
