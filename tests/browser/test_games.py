"""Whole games in a browser: by mouse, by keyboard alone, by finger on a phone, around one screen, and apart."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from gamut import games as registry
from gamut.engine import replay
from tests.browser import kit
from tests.browser.kit import People, Server

GAMES = sorted(kit.SHORT)
WON = re.compile("win|share the victory")
games = pytest.mark.parametrize("game", GAMES)


def finished(page: Page) -> None:
    """The end panel tells who won, and the focus is in it."""
    panel = page.locator(kit.OVER)
    expect(panel.locator("h1")).to_have_text(WON)
    expect(panel.locator(".end__ranks li").first).to_contain_text("1")
    assert page.evaluate(f"document.activeElement.closest('{kit.OVER}') !== null")


def shorten(page: Page, game: str) -> None:
    """The options of a short game, by the lobby's form."""
    fewer = {"mixx": {"Cards in a stock": 5, "Motifs in play": 0}, "colori": {"Rounds": 7}}[game]
    for option, clicks in fewer.items():
        steps = page.get_by_role("group", name=option).get_by_role("button", name="Fewer")
        for _ in range(clicks):
            steps.click()
    if game == "mixx":
        page.get_by_role("radiogroup", name="Motifs in play").get_by_text("4", exact=True).click()


@games
def test_a_whole_game_by_mouse_from_the_lobby_to_the_next_game(server: Server, people: People, game: str) -> None:
    page = people.sit(server.url)
    page.get_by_label("Your name").fill("Ada")
    page.locator(f"label.box:has-text('{game.title()}')").click()
    shorten(page, game)
    page.get_by_label("Level of seat 2").select_option("easy")
    page.get_by_role("button", name="Open the table").click()
    kit.ready(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="At once").click()
    expect(page.get_by_role("button", name="At once")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Close").click()
    assert kit.play(page, kit.by_mouse)
    finished(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Replay").click()
    replay.verify(replay.read(saved.value.path()), registry.find)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(kit.OVER)).to_have_count(0)
    assert not kit.play(page, kit.by_mouse, most=2)


@games
def test_a_whole_game_by_keyboard_alone(server: Server, people: People, game: str) -> None:
    page = people.sit(server.open(game, "me", "easy").seat(0))
    kit.ready(page)
    assert kit.play(page, kit.by_keyboard)
    finished(page)


@games
def test_a_whole_game_by_finger_on_a_phone(server: Server, people: People, game: str) -> None:
    page = people.sit(server.open(game, "me", "easy").seat(0), viewport=kit.PHONE, has_touch=True, is_mobile=True)
    kit.ready(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= kit.PHONE["width"]
    assert kit.play(page, kit.by_finger)
    finished(page)


@games
def test_two_people_in_two_browsers_and_a_spectator(server: Server, people: People, game: str) -> None:
    table = server.open(game, "me", "link")
    ada, bo, watcher = people.sit(table.seat(0)), people.sit(table.seat(1)), people.sit(table.watch)
    for page in (ada, bo, watcher):
        kit.ready(page)
    ada.get_by_role("button", name="More").click()
    ada.get_by_role("button", name="Good luck").click()
    for page in (bo, watcher):
        expect(page.locator(".emote")).to_have_text("Good luck")
    assert watcher.locator("[data-touch~='lit']").count() == 0
    for _ in range(kit.STEPS):
        for page in (ada, bo):
            if page.locator(f"{kit.MINE}").count() and not page.locator(kit.OVER).count():
                kit.play(page, kit.by_mouse, most=1)
        if ada.locator(kit.OVER).count() or bo.locator(kit.OVER).count():
            break
    for page in (ada, bo, watcher):
        expect(page.locator(kit.OVER).locator("h1")).to_have_text(WON)


@games
def test_several_people_at_one_screen(server: Server, people: People, game: str) -> None:
    table = server.open(game, "here", "here")
    page = people.sit(table.seat(0), first=table.at_one_screen)
    if game == "colori":
        expect(page.locator(".pass h1")).to_have_text("Player 1")
        assert page.locator("[data-touch-id]").count() == 0  # nobody's cards, while the device goes round
    assert kit.play(page, kit.by_mouse)
    expect(page.locator(kit.OVER).locator("h1")).to_have_text(WON)


@games
def test_a_game_survives_reloading_and_a_restart_of_the_server(
    people: People, tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    people.forgiven = ["WebSocket connection to"]
    server = Server(tmp_path_factory.mktemp("restarted"))
    try:
        page = people.sit(server.open(game, "me", "easy").seat(0))
        kit.ready(page)
        kit.play(page, kit.by_mouse, most=4)
        kit.my_turn(page)
        page.keyboard.press("Escape")
        story = kit.story(page)
        page.reload()
        expect(page.locator(".side .log")).to_have_text(story, use_inner_text=True)
        server.stop()
        expect(page.locator(".notices")).to_contain_text("line is broken")
        server.start()
        expect(page.locator(".notices")).not_to_contain_text("line is broken", timeout=30_000)
        expect(page.locator(".side .log")).to_have_text(story, use_inner_text=True)
        assert kit.play(page, kit.by_mouse)
        finished(page)
    finally:
        server.stop()
