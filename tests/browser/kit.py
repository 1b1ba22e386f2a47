"""A real server and real browsers, and a person who plays whatever is lit."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, expect

ROOT = Path(__file__).parents[2]
SHORT: dict[str, dict[str, int]] = {"mixx": {"stock": 3, "motifs": 4}, "colori": {"rounds": 1}}
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
STEPS = 400  # more touches than any short game asks for
FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


# ---------------------------------------------------------------------- server and browser


class Server:
    """The server as a process of its own, with its own database."""

    def __init__(self, folder: Path, *program: str) -> None:
        self._program = program or ("-m", "gamut")
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self._database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [sys.executable, *self._program, "serve", "--port", str(self.port)]
        command += ["--database", self._database, "--tables-per-minute", "6000"]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=environment())
        assert self.process.stderr
        for line in self.process.stderr:
            if "serves on" in line:
                break
        else:
            raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """End it in good order."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=30)

    def open(self, game: str, *seats: str, options: dict[str, Any] | None = None) -> Opened:
        """A new table for `me`, `link`, `here`, or a bot by its level; bots do not pause."""
        wish = {
            "game": game,
            "seats": [
                {"kind": s, "name": f"Player {k + 1}"}
                if s in ("me", "link", "here")
                else {"kind": "bot", "level": s}
                for k, s in enumerate(seats)
            ],
            "options": SHORT[game] if options is None else options,
            "pause_ms": 0,
        }
        body = json.dumps(wish).encode()
        request = urllib.request.Request(f"{self.url}api/tables", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Opened(self.url, game, list(seats), json.load(answer))


class Opened:
    """A table's links."""

    def __init__(self, url: str, game: str, kinds: list[str], made: dict[str, Any]) -> None:
        self.id, self.game, self._url = made["table"], game, url
        self.tokens = {s["seat"]: s["token"] for s in made["seats"]}
        self._kinds, self._watch = kinds, made["watch"]

    def seat(self, seat: int) -> str:
        """The link of a seat."""
        return f"{self._url}#/table/{self.id}/{self.tokens[seat]}"

    @property
    def watch(self) -> str:
        """The link of the spectators."""
        return f"{self._url}#/table/{self.id}/{self._watch}"

    @property
    def at_one_screen(self) -> str:
        """What the browser that opened the table keeps: all its people sit at this screen."""
        seats = [
            {"seat": seat, "token": token, "at": "screen", "name": f"Player {seat + 1}"}
            for seat, token in self.tokens.items()
        ]
        kept = {"table": self.id, "game": self.game, "title": self.game, "seats": seats, "watch": self._watch,
                "with": "", "yourTurn": False, "over": False, "touched": 0}  # fmt: skip
        return f"localStorage.setItem('gamut.tables', {json.dumps(json.dumps([kept]))})"


def environment() -> dict[str, str]:
    """Ours, with the sources of this checkout."""
    return {**os.environ, "PYTHONPATH": str(ROOT / "src")}


def launch(playwright: Playwright) -> Browser:
    """Playwright's own browser, or one that is installed here."""
    own = Path(playwright.chromium.executable_path)
    found = None if own.exists() else installed()
    if not own.exists() and not found:
        raise RuntimeError("no browser to test with: python3 start.py browser installs one")
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=found, args=[*FLAGS, *sandbox])


def installed() -> str | None:
    """A browser on the path."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


class People:
    """Persons with browsers of their own; what their consoles complain about is kept."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.forgiven: list[str] = []  # patterns of complaints that a test brings about

    def sit(self, address: str, *, first: str = "", **settings: Any) -> Page:
        """A new person at an address; `first` is run before the page's own scripts."""
        settings = {"viewport": DESK, "reduced_motion": "reduce", **settings}
        context = self._browser.new_context(**settings)
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if first:
            context.add_init_script(f"if (!localStorage.getItem('gamut.tables')) {first}")
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(address)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(re.search(p, message.text) for p in self.forgiven):
            self.complaints.append(message.text)

    def leave(self) -> None:
        """Close all browsers."""
        for context in self.contexts:
            context.close()


# ---------------------------------------------------------------------- playing

OVER = "dialog.endbox"
MINE = ".prompt__who:not(.prompt__who--wait)"
NEXT = "[data-touch~='next']"
LISTED = "main .actions button"


def ready(page: Page) -> None:
    """Wait until the table stands."""
    expect(page.locator(".frame, .pass").first).to_be_visible(timeout=45_000)


def my_turn(page: Page) -> bool:
    """Wait until something is asked of this person; false when the game is over."""
    page.wait_for_function(
        f"""() => document.querySelector("{OVER}") || document.querySelector(".pass")
        || (document.querySelector("{MINE}") && document.querySelector("{NEXT}, {LISTED}"))"""
    )
    return not page.locator(OVER).count()


def touches(page: Page) -> Locator:
    """What can be touched next: pieces, or the list of a game without pieces."""
    pieces = page.locator(f"{NEXT}:visible")
    return pieces if pieces.count() else page.locator(LISTED)


Touch = Callable[[Page, int], None]


def by_mouse(page: Page, turn: int) -> None:
    """Click something that is lit; another one each time."""
    lit = touches(page)
    lit.nth(turn % lit.count()).click()


def by_finger(page: Page, turn: int) -> None:
    """Tap something that is lit."""
    lit = touches(page)
    lit.nth(turn % lit.count()).tap()


def by_keyboard(page: Page, turn: int) -> None:
    """Tab to something that is lit, and press Enter."""
    at = f"document.activeElement?.matches(`{NEXT}, {LISTED}`)"
    for _ in range(60):
        if page.evaluate(at):
            page.keyboard.press("Enter" if turn % 2 else "Space")
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that is lit can be reached by Tab")


MOVED = """made => document.querySelector("dialog.endbox, .pass, [data-touch~='chosen']")
    || parseInt(document.querySelector(".log__head .num")?.textContent) > made"""


def play(page: Page, touch: Touch, most: int = STEPS) -> bool:
    """Touch what is lit, until the game is over (true) or enough was touched."""
    for turn in range(most):
        if not my_turn(page):
            return True
        show_side(page)
        made = moves_made(page)
        touch(page, turn)
        page.wait_for_function(MOVED, arg=made)
    return False


def moves_made(page: Page) -> int:
    """The number of moves that the log's head tells."""
    return int((page.locator(".log__head .num").text_content() or "0").split()[0])


def story(page: Page) -> str:
    """The log, once it has come to rest: others may still choose in secret while it is our turn."""
    told, before = page.locator(".side .log").inner_text(), ""
    while told != before:
        page.wait_for_timeout(800)
        told, before = page.locator(".side .log").inner_text(), told
    return told


def show_side(page: Page) -> None:
    """Take the device, if it is passed to somebody."""
    if page.locator(".pass").count():
        page.locator(".pass button").click()
        expect(page.locator(".frame")).to_be_visible()
