"""Whole games in browsers: by mouse, keyboard and finger, at one screen and online."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gamut import games
from gamut.engine import replay
from gamut.engine.game import Game
from tests.browser import driver
from tests.browser.driver import People, Server, every_game, quick_games, some_games, some_or_all

ENDED = re.compile("win|share the win|lose")
LONG_ENOUGH = 24  # touches of two people; whole games are played against bots


def finished(page: Page) -> None:
    """Check that the end panel shows the result and has the focus."""
    panel = page.locator(driver.END_PANEL)
    expect(panel.locator("h1")).to_have_text(ENDED)
    expect(panel.locator("ol li").first).to_be_visible()
    assert page.evaluate(f"document.activeElement.closest('{driver.END_PANEL}') !== null")


@quick_games
def test_a_whole_game_by_mouse_from_the_lobby_to_the_next_game(server: Server, people: People, game: Game) -> None:
    page = people.open(server.url)
    page.get_by_label("Your name").fill("Ada")
    driver.choose_game(page, game)
    if game.levels:
        page.get_by_label("Bot level for seat 2").select_option(index=0)
    page.get_by_role("button", name="Start game").click()
    driver.wait_for_table(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Instant", exact=True).click()
    expect(page.get_by_role("button", name="Instant", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Close").click()
    assert driver.play(page, driver.by_mouse)
    finished(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save game file").click()
    replay.verify_replay(replay.read_replay(saved.value.path()), games.find_game)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(driver.END_PANEL)).to_have_count(0)
    assert not driver.play(page, driver.by_mouse, most=2)


@some_or_all
@every_game
def test_a_game_by_keyboard_alone(server: Server, people: People, game: Game, most: int) -> None:
    page = people.open(server.open(game, "me", "bot").seat(0))
    driver.wait_for_table(page)
    driver.play_a_while(page, driver.by_keyboard, most)
    finished(page)


@some_or_all
@every_game
def test_a_game_by_finger_on_a_phone(server: Server, people: People, game: Game, most: int) -> None:
    page = people.open(server.open(game, "me", "bot").seat(0), viewport=driver.PHONE, has_touch=True, is_mobile=True)
    driver.wait_for_table(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= driver.PHONE["width"]
    driver.play_a_while(page, driver.by_finger, most)
    finished(page)


def next_to_move(*pages: Page) -> Page | None:
    """Wait for the page whose turn it is; None when the game is over."""
    for _ in range(1000):
        for page in pages:
            if page.locator(driver.END_PANEL).count():
                return None
            if page.locator(driver.MY_TURN).count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("no player is to act")


@some_games
def test_two_people_in_two_browsers_and_a_spectator(server: Server, people: People, game: Game) -> None:
    table = server.open(game, "me", "link")
    ada, bo, watcher = people.open(table.seat(0)), people.open(table.invitation(1)), people.open(table.watch)
    driver.join_game(bo)
    for page in (ada, bo, watcher):
        driver.wait_for_table(page)
    ada.get_by_role("button", name="More", exact=True).click()
    ada.get_by_role("button", name="Good luck").click()
    for page in (bo, watcher):
        expect(page.locator(".emote")).to_have_text("Good luck")
    assert watcher.locator("[data-touch~='lit']").count() == 0
    for turn in range(LONG_ENOUGH):
        if mover := next_to_move(ada, bo):
            driver.play(mover, driver.by_mouse, most=1, first=turn)
    if next_to_move(ada, bo):
        driver.resign(bo)
    for page in (ada, bo, watcher):
        expect(page.locator(driver.END_PANEL).locator("h1")).to_have_text(ENDED)


@some_or_all
@every_game
def test_several_people_at_one_screen(server: Server, people: People, game: Game, most: int) -> None:
    bot = ["bot"] if 3 in game.seats else []  # keeps the game short
    table = server.open(game, "here", "here", *bot)
    page = people.open(table.seat(0), first=table.at_one_screen)
    if game.secret_fields:
        expect(page.locator(".pass h1")).to_have_text("Player 1")
        assert page.locator("[data-touch-id]").count() == 0  # no pieces while the device is passed
    over = driver.play(page, driver.by_mouse, most)
    assert over or most < driver.MAX_TOUCHES
    if over:
        expect(page.locator(driver.END_PANEL).locator("h1")).to_have_text(ENDED)


@pytest.mark.parametrize("size", [(480, 320), (740, 360), (360, 560)], ids=str)
def test_the_device_can_be_passed_in_a_small_window(server: Server, people: People, size: tuple[int, int]) -> None:
    game = next(game for game in driver.GAMES if game.secret_fields)
    table = server.open(game, "here", "here")
    window = {"width": size[0], "height": size[1]}
    page = people.open(table.seat(0), first=table.at_one_screen, viewport=window)
    taken = page.locator(".pass button")
    expect(taken).to_be_in_viewport(ratio=1)
    taken.click()
    expect(page.locator(".frame")).to_be_visible()


@some_games
def test_a_game_survives_reloading_and_a_restart_of_the_server(
    people: People, tmp_path_factory: pytest.TempPathFactory, game: Game
) -> None:
    people.ignored = ["WebSocket connection to"]
    server = Server(tmp_path_factory.mktemp("restarted"))
    try:
        page = people.open(server.open(game, "me", "bot").seat(0))
        driver.wait_for_table(page)
        driver.play(page, driver.by_mouse, most=4)
        driver.wait_for_turn(page)
        page.keyboard.press("Escape")
        log = driver.log_text(page)
        page.reload()
        expect(page.locator(".side .log")).to_have_text(log, use_inner_text=True)
        server.stop()
        expect(page.locator(".notices")).to_contain_text("econnecting…")
        server.start()
        expect(page.locator(".notices")).not_to_contain_text("econnecting…", timeout=30_000)
        expect(page.locator(".side .log")).to_have_text(log, use_inner_text=True)
        driver.play_a_while(page, driver.by_mouse, 4)
        finished(page)
    finally:
        server.stop()
