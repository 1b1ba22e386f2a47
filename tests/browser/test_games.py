"""Whole games in a browser: by mouse, by keyboard alone, by finger on a phone, around one screen, and apart."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gamut import games
from gamut.engine import replay
from gamut.engine.game import Game
from tests.browser import kit
from tests.browser.kit import People, Server, every_game, some_games, some_or_all

ENDED = re.compile("win|share the victory|lost")
LONG_ENOUGH = 24  # touches of two people; whole games are played against bots


def finished(page: Page) -> None:
    """The end panel tells how it ended, and the focus is in it."""
    panel = page.locator(kit.OVER)
    expect(panel.locator("h1")).to_have_text(ENDED)
    expect(panel.locator("ol li").first).to_be_visible()
    assert page.evaluate(f"document.activeElement.closest('{kit.OVER}') !== null")


@every_game
def test_a_whole_game_by_mouse_from_the_lobby_to_the_next_game(server: Server, people: People, game: Game) -> None:
    page = people.sit(server.url)
    page.get_by_label("Your name").fill("Ada")
    kit.choose_game(page, game)
    if game.levels:
        page.get_by_label("Level of seat 2").select_option(index=0)
    page.get_by_role("button", name="Open the table").click()
    kit.ready(page)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="At once", exact=True).click()
    expect(page.get_by_role("button", name="At once", exact=True)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Close").click()
    assert kit.play(page, kit.by_mouse)
    finished(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Replay").click()
    replay.verify(replay.read(saved.value.path()), games.find)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(kit.OVER)).to_have_count(0)
    assert not kit.play(page, kit.by_mouse, most=2)


@some_or_all
@every_game
def test_a_game_by_keyboard_alone(server: Server, people: People, game: Game, most: int) -> None:
    page = people.sit(server.open(game, "me", "bot").seat(0))
    kit.ready(page)
    kit.play_a_while(page, kit.by_keyboard, most)
    finished(page)


@some_or_all
@every_game
def test_a_game_by_finger_on_a_phone(server: Server, people: People, game: Game, most: int) -> None:
    page = people.sit(server.open(game, "me", "bot").seat(0), viewport=kit.PHONE, has_touch=True, is_mobile=True)
    kit.ready(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= kit.PHONE["width"]
    kit.play_a_while(page, kit.by_finger, most)
    finished(page)


def next_to_move(*pages: Page) -> Page | None:
    """Wait until one of some people is asked something; nobody is when the game is over."""
    for _ in range(1000):
        for page in pages:
            if page.locator(kit.OVER).count():
                return None
            if page.locator(kit.MINE).count():
                return page
        pages[0].wait_for_timeout(20)
    raise AssertionError("nobody is asked anything")


@some_games
def test_two_people_in_two_browsers_and_a_spectator(server: Server, people: People, game: Game) -> None:
    table = server.open(game, "me", "link")
    ada, bo, watcher = people.sit(table.seat(0)), people.sit(table.invitation(1)), people.sit(table.watch)
    kit.sit_down(bo)
    for page in (ada, bo, watcher):
        kit.ready(page)
    ada.get_by_role("button", name="More", exact=True).click()
    ada.get_by_role("button", name="Good luck").click()
    for page in (bo, watcher):
        expect(page.locator(".emote")).to_have_text("Good luck")
    assert watcher.locator("[data-touch~='lit']").count() == 0
    for turn in range(LONG_ENOUGH):
        if mover := next_to_move(ada, bo):
            kit.play(mover, kit.by_mouse, most=1, first=turn)
    if next_to_move(ada, bo):
        kit.resign(bo)
    for page in (ada, bo, watcher):
        expect(page.locator(kit.OVER).locator("h1")).to_have_text(ENDED)


@some_or_all
@every_game
def test_several_people_at_one_screen(server: Server, people: People, game: Game, most: int) -> None:
    bot = ["bot"] if 3 in game.seats else []  # it plays on what two careless people would drag out
    table = server.open(game, "here", "here", *bot)
    page = people.sit(table.seat(0), first=table.at_one_screen)
    if game.secrets:
        expect(page.locator(".pass h1")).to_have_text("Player 1")
        assert page.locator("[data-touch-id]").count() == 0  # nobody's cards, while the device goes round
    over = kit.play(page, kit.by_mouse, most)
    assert over or most < kit.STEPS
    if over:
        expect(page.locator(kit.OVER).locator("h1")).to_have_text(ENDED)


@pytest.mark.parametrize("size", [(480, 320), (740, 360), (360, 560)], ids=str)
def test_the_device_is_passed_in_a_small_room(server: Server, people: People, size: tuple[int, int]) -> None:
    game = next(game for game in kit.GAMES if game.secrets)
    table = server.open(game, "here", "here")
    room = {"width": size[0], "height": size[1]}
    page = people.sit(table.seat(0), first=table.at_one_screen, viewport=room)
    taken = page.locator(".pass button")
    expect(taken).to_be_in_viewport(ratio=1)
    taken.click()
    expect(page.locator(".frame")).to_be_visible()


@some_games
def test_a_game_survives_reloading_and_a_restart_of_the_server(
    people: People, tmp_path_factory: pytest.TempPathFactory, game: Game
) -> None:
    people.forgiven = ["WebSocket connection to"]
    server = Server(tmp_path_factory.mktemp("restarted"))
    try:
        page = people.sit(server.open(game, "me", "bot").seat(0))
        kit.ready(page)
        kit.play(page, kit.by_mouse, most=4)
        kit.my_turn(page)
        page.keyboard.press("Escape")
        log = kit.log_text(page)
        page.reload()
        expect(page.locator(".side .log")).to_have_text(log, use_inner_text=True)
        server.stop()
        expect(page.locator(".notices")).to_contain_text("connection is broken")
        server.start()
        expect(page.locator(".notices")).not_to_contain_text("connection is broken", timeout=30_000)
        expect(page.locator(".side .log")).to_have_text(log, use_inner_text=True)
        kit.play_a_while(page, kit.by_mouse, 4)
        finished(page)
    finally:
        server.stop()
