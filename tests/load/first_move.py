"""How long it takes from the README's first command to a first move in the browser.

    python -m tests.load.first_move CHECKOUT [--game Colori]

A clone of the checkout is made with an empty compile cache; `python3 start.py` is run there as a newcomer would, a
browser opens what it prints, the game's own button is pressed, and whatever can be touched is touched until a move
is made. Then the same again, warm: installed and compiled. Needs the packages' registry; about two minutes.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

PATIENCE = 300.0  # seconds
NEXT = "[data-touch~='next']:visible, [data-touch~='lit']:visible"
PLAY = re.compile("Play now|Open the table")  # the button of today's lobby, and that of 0.1


def main() -> None:
    """Measure a checkout, cold and warm."""
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--game", default="Mixx", help="as the lobby names it")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        clone = Path(folder) / "gamut"
        subprocess.check_call(["git", "clone", "--quiet", str(asked.checkout), str(clone)])
        chromium = next((p for p in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(p).exists()), None)
        browser = playwright.chromium.launch(executable_path=chromium)
        for what in ("cold", "warm"):
            print(f"{what}: {measure(clone, Path(folder), browser, asked.game)}", flush=True)


def measure(clone: Path, home: Path, browser: Browser, game: str) -> str:
    """Seconds to the lobby, to a table that can be played, and to a move made."""
    env = {
        **os.environ,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "GAMUT_CACHE": str(home / "cache"),
    }
    began = time.monotonic()
    command = [sys.executable, "start.py", "play", "--no-browser"]
    program = subprocess.Popen(
        command, cwd=clone, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(read_address(program))
        play = find_play(page, game)
        lobby = time.monotonic() - began
        play.click()
        page.locator(NEXT).first.wait_for(timeout=PATIENCE * 1000)
        table = time.monotonic() - began
        make_move(page)
        return (
            f"lobby {lobby:.1f} s, table {table - lobby:.1f} s later, first move {time.monotonic() - began:.1f} s"
        )
    finally:
        os.killpg(program.pid, signal.SIGTERM)  # the server that it has started too
        program.wait(30)


def read_address(program: subprocess.Popen[str]) -> str:
    """The address that the program prints when it is there."""
    assert program.stdout
    for line in program.stdout:
        if found := re.search(r"http://[^\s]+", line):
            return found[0]
    raise SystemExit("the program ended without an address")


def find_play(page: Page, game: str) -> Locator:
    """The button that opens a table of the game."""
    page.get_by_text(game, exact=True).first.click(timeout=PATIENCE * 1000)
    return page.get_by_role("button", name=PLAY).first


def make_move(page: Page) -> None:
    """Touch what can be touched until nothing is asked, or something else."""
    asked = page.locator(".prompt").inner_text()
    for _ in range(4):
        page.locator("[data-touch~='next']:visible").first.dispatch_event("click")  # 0.1 lets bars lie above pieces
        page.wait_for_timeout(100)
        if page.locator(".prompt").inner_text() != asked and not page.locator("[data-touch~='chosen']").count():
            return


if __name__ == "__main__":
    main()
