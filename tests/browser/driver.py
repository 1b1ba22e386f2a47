"""A real server and real browsers, and functions that play any game by touching what is lit."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from gamut import games
from gamut.engine.game import Game
from gamut.engine.options import ChoiceOption, CountOption, FlagOption, Value
from tests.support.server_process import GENEROUS

ROOT = Path(__file__).parents[2]
GAMES = games.list_games()
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MAX_TOUCHES = 400  # more than any short game needs
FEW_TOUCHES = 10  # before resigning; the long tests play whole games
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
some_games = pytest.mark.parametrize(  # an open game and one with secrets; the others are long tests
    "game",
    [pytest.param(game, marks=[] if game.id in ("mixx", "colori") else pytest.mark.long) for game in GAMES],
    ids=lambda game: game.id,
)
quick_games = pytest.mark.parametrize(  # a whole game of Prismatic takes longer than those of all others together
    "game",
    [pytest.param(game, marks=pytest.mark.long if game.id == "prismatic" else []) for game in GAMES],
    ids=lambda game: game.id,
)
some_or_all = pytest.mark.parametrize(
    "most", [FEW_TOUCHES, pytest.param(MAX_TOUCHES, id="all", marks=pytest.mark.long)]
)
COMPILE_TIMEOUT_MS = 240_000  # a game is compiled once per computer
BROWSER_FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--host-resolver-rules=MAP gamut.test 127.0.0.1",
    "--default-tile-width=512",  # a glow is redrawn for each tile
    "--default-tile-height=512",
]


# ---------------------------------------------------------------------- server and browser


class Server:
    """A server process with its own database; `packages` is a folder of installed packages."""

    def __init__(self, folder: Path, packages: Path | None = None, options: Sequence[str] = ()) -> None:
        self._packages, self._options = packages, options
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self._database = f"sqlite:///{folder / 'tables.sqlite'}"
        self._log = folder / "log.txt"  # a pipe that is not read would block the server
        self.start()

    def start(self) -> None:
        """Start the server and wait until it listens."""
        command = [sys.executable, "-m", "gamut", "serve", "--port", str(self.port)]
        command += ["--database", self._database, "--name", "gamut.test", *GENEROUS, *self._options]
        with self._log.open("w") as log:
            self.process = subprocess.Popen(command, cwd=ROOT, stderr=log, env=environment(self._packages))
        while "is running at" not in self._log.read_text():
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start: {self._log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Shut the server down."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def open(self, game: Game, *kinds: str, options: Mapping[str, Value] | None = None) -> OpenedTable:
        """A new table of a short game for `me`, `link`, `here` and `bot`; bots are weak and do not pause.

        If the game needs more players, bots are added.
        """
        seats = min(n for n in game.seats if n >= len(kinds))
        all_kinds = [*kinds, *["bot"] * (seats - len(kinds))]
        wanted = {
            "game": game.id,
            "seats": [seat_of(game, kind, f"Player {k + 1}") for k, kind in enumerate(all_kinds)],
            "options": dict(game.quick_options if options is None else options),
            "pause_ms": 0,
        }
        body = json.dumps(wanted).encode()
        request = urllib.request.Request(f"{self.url}api/tables", body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return OpenedTable(self.url, game.id, json.load(answer))


def seat_of(game: Game, kind: str, name: str) -> dict[str, str | None]:
    """A seat of a new table."""
    return {"kind": "bot", "level": next(iter(game.levels), None)} if kind == "bot" else {"kind": kind, "name": name}


class OpenedTable:
    """A table's links."""

    def __init__(self, url: str, game: str, made: dict[str, Any]) -> None:
        self.id, self.game, self._url = made["table"], game, url
        self.tokens = {s["seat"]: s["token"] for s in made["seats"]}
        self._invitations = {s["seat"]: s["token"] for s in made["invitations"]}
        self._watch = made["spectator_token"]

    def seat(self, seat: int) -> str:
        """The link of a seat."""
        return f"{self._url}#/table/{self.id}/{self.tokens[seat]}"

    def invitation(self, seat: int) -> str:
        return f"{self._url}#/table/{self.id}/{self._invitations[seat]}"

    @property
    def watch(self) -> str:
        """The link of the spectators."""
        return f"{self._url}#/table/{self.id}/{self._watch}"

    @property
    def at_one_screen(self) -> str:
        """A script that stores the table with all seats at this screen."""
        seats = [
            {"seat": seat, "token": token, "at": "screen", "name": f"Player {seat + 1}"}
            for seat, token in self.tokens.items()
        ]
        kept = {"table": self.id, "game": self.game, "title": self.game, "seats": seats, "watch": self._watch,
                "with": "", "yourTurn": False, "over": False, "touched": 0}  # fmt: skip
        return f"localStorage.setItem('gamut.tables', {json.dumps(json.dumps([kept]))})"


def environment(packages: Path | None = None) -> dict[str, str]:
    """The environment with this checkout and the packages of a test on the path."""
    paths = [ROOT / "src", ROOT, packages] if packages else [ROOT / "src"]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}


def launch(playwright: Playwright) -> Browser:
    """Launch Playwright's browser, or an installed one."""
    own = Path(playwright.chromium.executable_path)
    executable = None if own.exists() else installed()
    if not own.exists() and not executable:
        raise RuntimeError("no browser to test with: python3 start.py browser installs one")
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=executable, args=[*BROWSER_FLAGS, *sandbox])


def installed() -> str | None:
    """Find a browser on the path, preferably a headless shell."""
    chromium = ("chromium-headless-shell", "chromium", "chromium-browser")
    names = (*chromium, "google-chrome", "google-chrome-stable", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


class People:
    """Opens pages in separate browser contexts and collects errors of their consoles."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        # patterns of expected errors, such as one of Svelte when a page is left while a message is rendered
        self.ignored: list[str] = [r"svelte\.dev/e/derived_inert"]

    def open(self, address: str, *, first: str = "", **settings: Any) -> Page:
        """Open an address in a new context; `first` runs before the scripts of the page."""
        settings = {"viewport": DESK, "reduced_motion": "reduce", **settings}
        context = self._browser.new_context(**settings)
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        if first:
            context.add_init_script(f"if (!localStorage.getItem('gamut.tables')) {first}")
        page = context.new_page()
        page.on("console", self._collect)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(address)
        return page

    def _collect(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(re.search(p, message.text) for p in self.ignored):
            self.errors.append(message.text)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


# ---------------------------------------------------------------------- playing

END_PANEL = "dialog.end-panel"
MY_TURN = "[data-mine]"
NEXT = "[data-touch~='next']"
WARNED = "[data-touch~='warned']"
LISTED_MOVES = "main ul.actions button"
CONFIRM_DELAY_MS = 600  # earlier touches at the same place are ignored
WASTE_DELAY_MS = 1000  # earlier touches after a warning are ignored
SAME_PLACE = """piece => {
    const { x, y, width, height } = piece.getBoundingClientRect(), before = window.touched
    const at = window.touched = { x: x + width / 2, y: y + height / 2 }
    const near = matchMedia('(pointer: coarse)').matches ? 110 : 60  // for fingers, 100 pixels count as one place
    return before && Math.hypot(at.x - before.x, at.y - before.y) < near
}"""


def wait_for_table(page: Page) -> None:
    """Wait until the table is shown."""
    expect(page.locator(".frame, .pass").first).to_be_visible(timeout=COMPILE_TIMEOUT_MS)


def join_game(page: Page, name: str = "") -> None:
    """Join by an invitation, under a name."""
    if name:
        page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join game").click()


def wait_for_turn(page: Page) -> bool:
    """Wait for the turn of this page; false when the game is over."""
    page.wait_for_function(
        f"""() => document.querySelector("{END_PANEL}") || document.querySelector(".pass")
        || (document.querySelector("{MY_TURN}") && document.querySelector("{NEXT}, {LISTED_MOVES}"))"""
    )
    return not page.locator(END_PANEL).count()


def touches(page: Page) -> Locator:
    """What can be touched next: a warned piece, lit pieces, or the list of moves."""
    warned = page.locator(f"{WARNED}:visible")
    if warned.count():
        return warned
    pieces = page.locator(f"{NEXT}:visible")
    return pieces if pieces.count() else page.locator(LISTED_MOVES)


TouchPiece = Callable[[Page, int], None]


def choose_lit(page: Page, turn: int) -> Locator:
    """A lit piece, another one for each turn; waits if it is near the last one."""
    lit = touches(page)
    piece = lit.nth(turn % lit.count())
    if piece.evaluate(SAME_PLACE):
        page.wait_for_timeout(CONFIRM_DELAY_MS)
    return piece


def by_mouse(page: Page, turn: int) -> None:
    """Click something that is lit."""
    choose_lit(page, turn).click()


def by_finger(page: Page, turn: int) -> None:
    """Tap something that is lit."""
    choose_lit(page, turn).tap()


def by_keyboard(page: Page, turn: int) -> None:
    """Tab to something that is lit, and press Enter."""
    at = f"document.activeElement?.matches(`{NEXT}, {LISTED_MOVES}`)"
    for _ in range(60):
        if page.evaluate(at):
            page.keyboard.press("Enter" if turn % 2 else "Space")
            return
        page.keyboard.press("Tab")
    raise AssertionError("nothing that is lit can be reached by Tab")


HAS_CHANGED = """before =>
    document.querySelector("dialog.end-panel, .pass, [data-touch~='chosen'], [data-touch~='warned']")
    || document.querySelector(".frame")?.dataset.decision !== before"""


def resign(page: Page) -> None:
    """Resign by the menu."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_timeout(CONFIRM_DELAY_MS)
    page.get_by_role("button", name="Press again to confirm").click()
    expect(page.locator(END_PANEL)).to_be_visible()


def play(page: Page, touch: TouchPiece, most: int = MAX_TOUCHES, first: int = 0) -> bool:
    """Touch what is lit until the game is over (true) or for a number of touches, starting with piece `first`."""
    for turn in range(first, first + most):
        if not wait_for_turn(page):
            return True
        show_side(page)
        before = decision(page)
        if page.locator(WARNED).count():
            page.wait_for_timeout(WASTE_DELAY_MS)
        touch(page, turn)
        page.wait_for_function(HAS_CHANGED, arg=before)
    return False


def play_a_while(page: Page, touch: TouchPiece, most: int) -> None:
    """Touch what is lit, then resign. With MAX_TOUCHES, the game must end."""
    over = play(page, touch, most)
    assert over or most < MAX_TOUCHES
    if not over:
        resign(page)


def decision(page: Page) -> str | None:
    """The seat shown and the number of its decision."""
    return page.locator(".frame").get_attribute("data-decision")


def log_text(page: Page) -> str:
    """The log, once it no longer changes."""
    text, before = page.locator(".side .log").inner_text(), ""
    while text != before:
        page.wait_for_timeout(800)
        text, before = page.locator(".side .log").inner_text(), text
    return text


def show_side(page: Page) -> None:
    """Take the device if it is being passed."""
    if page.locator(".pass").count():
        page.locator(".pass button").click()
        expect(page.locator(".frame")).to_be_visible()


# ---------------------------------------------------------------------- the lobby's form


def choose_game(page: Page, game: Game) -> None:
    """Choose a game and the options of a short game in the form."""
    page.get_by_role("list", name="Games").get_by_text(game.title, exact=True).click()
    page.get_by_role("button", name="Options").click()
    expect(page.get_by_role("group", name="Options")).to_be_visible()
    options = {option.name: option for option in game.options}
    for name, value in game.quick_options.items():
        option = options[name]
        if isinstance(option, FlagOption):
            page.get_by_role("switch", name=option.label).set_checked(bool(value))
        elif isinstance(option, ChoiceOption):
            label = next(named.label for named in option.values if named.value == value)
            page.get_by_label(option.label).select_option(label=label)
        elif isinstance(option, CountOption):
            choose_count(page, option.label, int(value))
        else:
            raise TypeError(f"a short game of {game.title} may not choose {option.label!r}, a file")


def choose_count(page: Page, label: str, value: int) -> None:
    """Set a number by segments, a text field or a stepper."""
    few = page.get_by_role("radiogroup", name=label)
    if few.count():
        few.get_by_role("radio", name=str(value), exact=True).check()
        return
    typed = page.get_by_role("spinbutton", name=label)
    if typed.count():
        typed.fill(str(value))
        typed.press("Tab")
        return
    stepper = page.get_by_role("group", name=label)
    while (now := int(stepper.locator("output").inner_text())) != value:
        stepper.get_by_role("button", name="Fewer" if now > value else "More").click()
