"""Measure the time from the README's first command to a first move in the browser.

    python -m tests.benchmarks.first_move CHECKOUT [--game Colori]

Clones the checkout, runs `python3 start.py` there with an empty compile cache, opens the printed address in a browser,
clicks the button of the game, and selects highlighted pieces until a move is made. Then the same again, installed and
compiled. Needs access to the package registries; takes about two minutes.
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

TIMEOUT_S = 300.0
NEXT_TOUCH = "[data-touch~='next']:visible, [data-touch~='lit']:visible"
PLAY_BUTTON = re.compile("Play now|Open the table")  # in this version and in 0.1


def main() -> None:
    """Measure a checkout, cold and warm."""
    parser = argparse.ArgumentParser()
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--game", default="Mixx", help="as the lobby names it")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        clone = Path(folder) / "gamut"
        subprocess.check_call(["git", "clone", "--quiet", str(arguments.checkout), str(clone)])
        chromium = next((p for p in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(p).exists()), None)
        browser = playwright.chromium.launch(executable_path=chromium)
        for state in ("cold", "warm"):
            print(f"{state}: {measure(clone, Path(folder), browser, arguments.game)}", flush=True)


def measure(clone: Path, home: Path, browser: Browser, game: str) -> str:
    """Return the seconds to the lobby, to a playable table, and to the first move."""
    env = {
        **os.environ,
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "GAMUT_CACHE": str(home / "cache"),
    }
    began = time.monotonic()
    command = [sys.executable, "start.py", "play", "--no-browser"]
    program = subprocess.Popen(command, cwd=clone, env=env, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(read_address(program))
        play = find_play(page, game)
        lobby = time.monotonic() - began
        play.click()
        page.locator(NEXT_TOUCH).first.wait_for(timeout=TIMEOUT_S * 1000)
        table = time.monotonic() - began
        make_move(page)
        return f"lobby {lobby:.1f} s, table {table - lobby:.1f} s later, first move {time.monotonic() - began:.1f} s"
    finally:
        os.killpg(program.pid, signal.SIGTERM)  # the server that it has started too
        program.wait(30)


def read_address(program: subprocess.Popen[str]) -> str:
    """The address that the program prints when it is there."""
    assert program.stdout
    for line in program.stdout:
        if match := re.search(r"http://[^\s]+", line):
            return match[0]
    raise SystemExit("the program ended without an address")


def find_play(page: Page, game: str) -> Locator:
    """The button that opens a table of the game."""
    page.get_by_text(game, exact=True).first.click(timeout=TIMEOUT_S * 1000)
    return page.get_by_role("button", name=PLAY_BUTTON).first


def make_move(page: Page) -> None:
    """Touch what can be touched until nothing is arguments, or something else."""
    arguments = page.locator(".prompt").inner_text()
    for _ in range(4):
        page.locator("[data-touch~='next']:visible").first.dispatch_event("click")  # 0.1 lets bars lie above pieces
        page.wait_for_timeout(100)
        if page.locator(".prompt").inner_text() != arguments and not page.locator("[data-touch~='chosen']").count():
            return


if __name__ == "__main__":
    main()
