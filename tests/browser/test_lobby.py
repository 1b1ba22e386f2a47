"""The lobby: starting games, options, history, all sizes, and the installed app."""

from __future__ import annotations

import io
import json
import re
import time
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from gamut.engine.game import Game
from tests.browser import driver
from tests.browser.axe import violations_in_both_themes
from tests.browser.driver import People, Server, every_game
from tests.browser.pages import ROOMS, faults_of

NOW = int(time.time() * 1000)
GAME = driver.GAMES[0]


def kept_table(table: str, *, mine: bool) -> dict[str, Any]:
    """An unfinished table as stored by the browser."""
    seat = {"seat": 0, "token": "mine", "at": "screen", "name": "Ada"}
    return {"table": table, "game": GAME.id, "title": GAME.title, "seats": [seat], "watch": "",
            "with": f"Mira at {table}", "yourTurn": mine, "over": False, "touched": NOW}  # fmt: skip


def played_game(table: str, game: Game, rank: int) -> dict[str, Any]:
    """A finished game as stored by the browser."""
    ranks = [{"seat": 0, "name": "Ada", "rank": rank, "score": 25}, {"seat": 1, "name": "A person with a long name", "rank": 3 - rank, "score": 13}]  # fmt: skip # noqa: E501
    return {"table": table, "game": game.id, "title": game.title, "token": "mine", "mine": [0], "ranks": ranks,
            "reason": "The deck is empty.", "ended": NOW}  # fmt: skip


def keep(**values: Any) -> str:
    """A script that fills the storage of the browser."""
    texts = {f"gamut.{key}": json.dumps(value) for key, value in values.items()}
    return f"for (const [k, v] of Object.entries({json.dumps(texts)})) localStorage.setItem(k, v)"


VISITED = keep(
    name="Ada with a rather long na",
    tables=[kept_table("later", mine=False), kept_table("now", mine=True), kept_table("third", mine=False)],
    history=[played_game(f"t{k}", game, 1 + k % 2) for k, game in enumerate([*driver.GAMES, *driver.GAMES])],
)


def featured(page: Page) -> Locator:
    return page.locator("form.featured")


# ---------------------------------------------------------------------- playing


def test_a_first_visit_plays_in_one_click_against_an_easy_bot(server: Server, people: People) -> None:
    page = people.open(server.url)
    expect(featured(page)).to_contain_text("You and Umber")
    expect(featured(page)).to_contain_text("an easy bot")
    page.get_by_role("button", name="Play now").click()
    driver.wait_for_table(page)
    expect(page.locator("[data-seat='1']")).to_contain_text("Umber")
    expect(page.locator("[data-seat='1']")).to_contain_text(re.compile("easy|weaker for now"))


@every_game
def test_every_game_can_be_chosen_and_started_by_keyboard(server: Server, people: People, game: Game) -> None:
    page = people.open(server.url)
    expect(featured(page)).to_be_visible()
    press_on(page, f"li button:has-text('{game.title}')")
    expect(featured(page).get_by_role("heading")).to_have_text(game.title)
    press_on(page, "form.featured button:has-text('Play now')")
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)


def press_on(page: Page, selector: str) -> None:
    """Tab to an element and press Enter."""
    for _ in range(60):
        if page.evaluate("q => document.activeElement === q", page.query_selector(selector)):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def test_changed_options_are_played_and_kept(server: Server, people: People) -> None:
    page = people.open(server.url)
    driver.choose_game(page, GAME)
    seats = page.get_by_role("radiogroup", name="Number of players")
    seats.get_by_role("radio").last.check(force=True)
    expect(featured(page)).to_contain_text("changed rule")
    page.get_by_role("button", name="Start game").click()
    driver.wait_for_table(page)
    expect(page.locator("[data-seat]")).to_have_count(max(GAME.seats))
    page.goto(server.url)
    page.reload()
    expect(featured(page)).to_contain_text("changed rule")
    page.get_by_role("button", name="Options").click()
    expect(seats.get_by_role("radio").last).to_be_checked()
    page.get_by_role("button", name="Reset rules").click()
    expect(featured(page)).not_to_contain_text("changed rule")


def test_a_refusal_is_shown_near_the_button(server: Server, people: People) -> None:
    people.ignored = ["429", "Service Worker registration blocked"]
    page = people.open(server.url, service_workers="block")  # `route` does not see requests through a worker
    refused = {"type": "refused", "reason": "too_often", "text": "Please wait a minute.", "decision": None}
    page.route("**/api/tables", lambda route: route.fulfill(status=429, body=json.dumps(refused)))
    page.get_by_role("button", name="Play now").click()
    expect(featured(page).get_by_role("alert")).to_have_text("Please wait a minute.")


def test_a_lobby_of_an_older_build_offers_to_reload(server: Server, people: People) -> None:
    people.ignored = ["Failed to load resource", "Service Worker registration blocked"]
    page = people.open("about:blank", service_workers="block")  # `route` does not see requests through a worker
    page.route("**/assets/TablePage-*.js", lambda route: route.fulfill(status=404))
    page.goto(server.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Reload")).to_be_visible()
    page.unroute("**/assets/TablePage-*.js")
    page.get_by_role("button", name="Reload").click()
    driver.wait_for_table(page)


# ---------------------------------------------------------------------- unfinished and finished games


def test_my_turn_comes_first_and_removing_is_confirmed_and_undone(server: Server, people: People) -> None:
    page = people.open(server.url, first=VISITED)
    unfinished = page.get_by_role("region", name="Continue playing")
    rows = unfinished.locator("li")
    expect(rows.first).to_contain_text("Your turn")
    rows.first.get_by_role("button", name="Remove this game").click()
    expect(unfinished.get_by_role("button", name="Keep", exact=True)).to_be_focused()
    unfinished.get_by_role("button", name="Keep", exact=True).click()
    expect(rows).to_have_count(3)
    rows.first.get_by_role("button", name="Remove this game").click()
    unfinished.get_by_role("button", name="Remove", exact=True).click()
    expect(unfinished).not_to_contain_text("Mira at now")
    expect(rows).to_have_count(2)
    unfinished.get_by_role("button", name="Undo").click()
    expect(rows.first).to_contain_text("Mira at now")
    page.reload()
    expect(rows).to_have_count(3)


def test_a_finished_game_is_in_the_history_with_its_result(server: Server, people: People) -> None:
    page = people.open(server.open(GAME, "me", "bot").seat(0))
    driver.wait_for_table(page)
    assert driver.play(page, driver.by_mouse)
    title = page.locator(driver.END_PANEL).locator("h1").inner_text()
    page.goto(f"{server.url}#/history")
    games = page.get_by_role("list", name="Finished games").get_by_role("listitem")
    expect(games).to_have_count(1)
    expect(games).to_contain_text("Won" if "You win" in title else "Shared" if "You" in title else "Lost")
    expect(page.get_by_role("list", name="Statistics")).to_contain_text("Played")
    games.get_by_role("link").click()
    expect(page.locator(driver.END_PANEL).locator("h1")).to_have_text(title)
    page.goto(server.url)
    expect(page.get_by_role("region", name="Latest game")).to_contain_text(GAME.title)


def test_the_history_is_removed_with_a_confirmation_and_an_undo(server: Server, people: People) -> None:
    page = people.open(f"{server.url}#/history", first=VISITED)
    games = page.get_by_role("list", name="Finished games").get_by_role("listitem")
    many = 2 * len(driver.GAMES)
    expect(games).to_have_count(many)
    games.first.get_by_role("button", name="Remove this game").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(games).to_have_count(many - 1)
    page.get_by_role("button", name="Undo").click()
    expect(games).to_have_count(many)
    page.get_by_role("button", name="Remove all games").click()
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("button", name="Remove all games").click()
    page.get_by_role("button", name="Remove all", exact=True).click()
    expect(games).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(games).to_have_count(many)


# ---------------------------------------------------------------------- sizes and accessibility

STATES: dict[str, tuple[str, str]] = {  # the address, and what the browser has stored
    "first visit": ("", ""),
    "lobby": ("", VISITED),
    "rules": ("", VISITED),
    "removing": ("", VISITED),
    "history": ("#/history", VISITED),
    "no history": ("#/history", ""),
}


def show(people: People, server: Server, state: str, **settings: Any) -> Page:
    """Open a page in a state."""
    address, kept = STATES[state]
    page = people.open(server.url + address, first=kept, **settings)
    expect(page.locator("main :is(h1, h2)").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    if state == "rules":
        page.get_by_role("button", name="Options").click()
        expect(page.get_by_role("group", name="Options")).to_be_visible()
    if state == "removing":
        page.get_by_role("button", name="Remove this game").first.click()
    return page


@pytest.mark.parametrize("pointer", ROOMS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_small_cut_or_covered(server: Server, people: People, state: str, pointer: str) -> None:
    touch = pointer == "touch"
    page = show(people, server, state, has_touch=touch, is_mobile=touch)
    assert faults_of(page, pointer) == {}


@pytest.mark.parametrize("state", STATES)
def test_pages_have_no_violations(server: Server, people: People, state: str) -> None:
    page = show(people, server, state, bypass_csp=True)
    assert violations_in_both_themes(page) == []


def spread(piece: Locator) -> float:
    """The contrast within a picture: 0 for one even colour."""
    picture = Image.open(io.BytesIO(piece.screenshot(animations="disabled"))).convert("L")
    return float(np.std(np.asarray(picture, np.float64)))


def test_forced_colours_show_what_is_chosen(server: Server, people: People) -> None:
    page = show(people, server, "rules", forced_colors="active")
    switch = page.get_by_role("switch").first
    off = switch.screenshot()
    assert spread(switch) > 10
    switch.check(force=True)
    assert spread(switch) > 10
    assert switch.screenshot() != off
    chosen = page.get_by_role("list", name="Games").locator("li button[aria-pressed=true]")
    assert chosen.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    players = page.get_by_role("radiogroup", name="Number of players").locator("label")
    grounds = players.evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    assert grounds[0] != grounds[1]


# ---------------------------------------------------------------------- the installed app


def test_the_app_can_be_installed(server: Server, people: People) -> None:
    page = people.open(server.url)
    address = page.locator("link[rel=manifest]").evaluate("e => e.href")
    answer = page.request.get(address)
    assert "manifest+json" in answer.headers["content-type"]
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            picture = Image.open(io.BytesIO(page.request.get(server.url + icon["src"]).body()))
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
            sizes.add(icon["sizes"])
    assert sizes >= {"192x192", "512x512"}


def controlled(page: Page) -> None:
    """Wait until the service worker controls the page."""
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_without_a_server_an_offline_page_is_shown(people: People, tmp_path_factory: pytest.TempPathFactory) -> None:
    people.ignored = ["ERR_", "Failed to load"]
    server = Server(tmp_path_factory.mktemp("away"))
    try:
        page = people.open(f"{server.url}#/signs")
        controlled(page)
        server.stop()
        page.reload()
        expect(page.get_by_role("heading")).to_have_text("The server can’t be reached")
        assert page.url.endswith("#/signs")
        server.start()
        page.get_by_role("button", name="Try again").click()
        expect(page.get_by_role("heading").first).to_have_text("Colour signs")
    finally:
        server.stop()


def test_the_service_worker_keeps_only_the_offline_page(server: Server, people: People) -> None:
    page = people.open(server.url)
    controlled(page)
    page.reload()
    kept = page.evaluate(
        """async () => {
            const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
            const requests = await Promise.all(caches_.map((cache) => cache.keys()))
            return [caches_.length, requests.flat().map((r) => new URL(r.url).pathname).sort()]
        }"""
    )
    assert kept == [1, ["/favicon.svg", "/offline.css", "/offline.html", "/offline.js"]]


def test_over_plain_http_everything_else_works(server: Server, people: People) -> None:
    people.ignored = ["Cross-Origin-Opener-Policy"]  # the browser complains about missing https
    page = people.open(f"http://gamut.test:{server.port}/")
    assert not page.evaluate("isSecureContext")
    page.get_by_role("button", name="Play now").click()
    driver.wait_for_table(page)
    assert driver.wait_for_turn(page)
