"""A link is an invitation: sent, claimed by a secret of the guest, spent, handed over, carried into a rematch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamut.engine.game import Game
from tests.browser import kit
from tests.browser.axe import violations_in_both_themes
from tests.browser.kit import People, Server, some_games
from tests.browser.pages import ROOMS, faults_of
from tests.browser.test_games import ENDED
from tests.browser.test_lobby import press_on

GAME = kit.GAMES[0]


def invite(page: Page, game: Game) -> None:
    """Open a table of a short game for a friend, by the lobby."""
    page.get_by_label("Your name").fill("Ada")
    kit.choose_game(page, game)
    page.get_by_role("button", name="Play with friends").click()


def link_of(page: Page, seat: str = "Player 2") -> str:
    """The link that the host sees."""
    return page.get_by_role("textbox", name=f"Link for {seat}").input_value()


def kept_secret(page: Page) -> str:
    """The secret of the browser's own seat at its latest table."""
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.tables')"))
    return str(next(seat["token"] for seat in kept[0]["seats"] if seat["at"] == "screen"))


def start(server: Server, people: People, game: Game = GAME) -> tuple[Page, Page, str]:
    """Two browsers at one table, and the link by which the second one came."""
    ada = people.sit(server.url)
    invite(ada, game)
    expect(ada.get_by_role("heading", name="A seat for a friend")).to_be_visible()
    link = link_of(ada)
    bo = people.sit(link)
    kit.sit_down(bo, "Bo")
    for page in (ada, bo):
        kit.ready(page)
    return ada, bo, link


# ---------------------------------------------------------------------- sitting down


@some_games
def test_two_browsers_from_the_invitation_to_the_rematch(server: Server, people: People, game: Game) -> None:
    ada = people.sit(server.url)
    invite(ada, game)
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    expect(ada.get_by_role("status").first).to_contain_text("1 of 2 is here")
    link = link_of(ada)
    bo = people.sit(link)
    expect(bo.get_by_role("heading", name=f"Ada asks you to a table of {game.title}")).to_be_visible()
    assert ada.locator(".frame").count() == 0  # nothing is dealt before everybody has sat down
    kit.sit_down(bo, "Bo")
    for page in (ada, bo):
        kit.ready(page)
    expect(ada.locator("[data-seat='1']")).to_contain_text("Bo")
    assert link.split("/")[-1] not in bo.url  # the spent link is gone from the address
    for _ in range(4):
        for page in (ada, bo):
            if page.locator(kit.MINE).count():
                kit.play(page, kit.by_mouse, most=1)
    bo.reload()
    kit.ready(bo)
    bo.goto(server.url)
    bo.get_by_role("link", name=game.title).first.click()
    kit.ready(bo)
    kit.resign(bo)
    for page in (ada, bo):
        expect(page.locator(kit.OVER).locator("h1")).to_have_text(ENDED)
    before = ada.url
    ada.get_by_role("button", name="Play again").click()
    bo.locator(kit.OVER).get_by_role("button", name="Agree").click()
    for page in (ada, bo):
        expect(page.locator(kit.OVER)).to_have_count(0)
        kit.ready(page)
    assert ada.url != before
    expect(ada.locator("[data-seat='1']")).to_contain_text("Bo")
    for page in (ada, bo):
        page.reload()
        kit.ready(page)


def test_by_keyboard_alone(server: Server, people: People) -> None:
    ada = people.sit(server.url)
    expect(ada.locator("form.show")).to_be_visible()
    press_on(ada, "form.show button:has-text('Play with friends')")
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    bo = people.sit(link_of(ada))
    bo.get_by_label("Your name at this table").focus()
    bo.keyboard.type("Bo")
    bo.keyboard.press("Enter")
    kit.ready(bo)
    kit.ready(ada)


def test_a_bot_may_sit_down_instead(server: Server, people: People) -> None:
    ada = people.sit(server.url)
    invite(ada, GAME)
    late = people.sit(link_of(ada))
    expect(late.get_by_role("button", name="Sit down")).to_be_visible()
    ada.get_by_role("combobox", name="Level of the bot").first.select_option(index=0)
    ada.get_by_role("button", name="A bot instead").first.click()
    kit.ready(ada)
    expect(ada.locator("[data-seat='1']")).to_contain_text(
        re.compile(f"{next(iter(GAME.levels))}|has chosen|warming up")
    )
    expect(late.get_by_role("heading", name="This link has been used")).to_be_visible()


def test_the_first_one_takes_the_seat_and_the_link_is_spent(server: Server, people: People) -> None:
    ada = people.sit(server.url)
    invite(ada, GAME)
    link = link_of(ada)
    bo, cy = people.sit(link), people.sit(link)
    expect(cy.get_by_role("button", name="Sit down")).to_be_visible()
    kit.sit_down(bo, "Bo")
    kit.ready(bo)
    for page in (cy, people.sit(link)):
        expect(page.get_by_role("heading", name="This link has been used")).to_be_visible()
        page.get_by_role("link", name="To the lobby").last.click()
        expect(page.locator("form.show")).to_be_visible()
    bo.goto(server.url)
    bo.goto(link)  # whoever it was meant for comes to the same seat by it
    kit.ready(bo)


def test_the_secret_is_the_guests_own(server: Server, people: People) -> None:
    ada, bo, link = start(server, people)
    invitation, secret = link.split("/")[-1], kept_secret(bo)
    assert secret != invitation
    for page in (ada, bo):
        assert invitation not in page.url
    assert secret not in json.dumps(ada.evaluate("({...localStorage})"))


def test_a_lost_answer_is_asked_for_again(server: Server, people: People) -> None:
    people.forgiven = ["WebSocket connection to"]
    table = server.open(GAME, "me", "link")
    ada = people.sit(table.seat(0))
    bo = people.sit(table.invitation(1))
    expect(bo.get_by_role("button", name="Sit down")).to_be_visible()
    bo.context.set_offline(True)
    # what is said now goes nowhere, as if the answer had been lost on its way
    bo.evaluate("document.querySelector('form button').click()")
    expect(bo.get_by_role("button", name="Sitting down")).to_be_visible()
    bo.context.set_offline(False)
    bo.reload()
    kit.ready(bo)
    kit.ready(ada)


def test_links_of_seats_lead_to_their_seats(server: Server, people: People) -> None:
    table = server.open(GAME, "here", "here")
    for page in [people.sit(table.seat(seat)) for seat in (0, 1)]:
        kit.ready(page)


# ---------------------------------------------------------------------- watching, another device


def test_who_watches_is_told_so_before_and_after_the_deal(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "link")
    watcher = people.sit(table.watch)
    expect(watcher.get_by_role("heading", name="You are watching")).to_be_visible()
    people.sit(table.seat(0))
    kit.sit_down(people.sit(table.invitation(1)))
    kit.ready(watcher)
    expect(watcher.locator("header.bar")).to_contain_text("watching")


def test_a_seat_goes_on_on_another_device(server: Server, people: People) -> None:
    ada, bo, _ = start(server, people)
    bo.get_by_role("button", name="More", exact=True).click()
    bo.get_by_role("button", name="Go on on another device").click()
    bo.get_by_role("button", name="Make the link").click()
    expect(bo.get_by_role("img", name="QR code")).to_be_visible()
    phone = people.sit(link_of_mine(bo), viewport=kit.PHONE, has_touch=True)
    expect(phone.get_by_role("heading", name="Go on with your game")).to_be_visible()
    phone.get_by_role("button", name="Go on here").tap()
    kit.ready(phone)
    expect(bo.get_by_role("heading", name="You go on on another device")).to_be_visible()
    bo.get_by_role("link", name="To the lobby").last.click()
    expect(bo.get_by_role("region", name="Go on playing")).to_have_count(0)
    expect(ada.locator("[data-seat='1']")).to_contain_text("Bo")
    phone.reload()
    kit.ready(phone)


def link_of_mine(page: Page) -> str:
    """The link of a seat that is handed over."""
    return page.get_by_role("textbox", name="Link to your own seat").input_value()


def test_over_plain_http_a_friend_can_come_too(server: Server, people: People) -> None:
    people.forgiven = ["Cross-Origin-Opener-Policy"]  # the browser says that it wants https for it
    ada = people.sit(f"http://gamut.test:{server.port}/")
    assert not ada.evaluate("isSecureContext")
    invite(ada, GAME)
    ada.get_by_role("button", name="Copy the link").click()
    expect(ada.get_by_role("button", name="Copied")).to_be_visible()
    bo = people.sit(link_of(ada))
    kit.sit_down(bo, "Bo")
    kit.ready(bo)
    kit.ready(ada)


def test_the_link_is_sent_by_the_devices_own_sheet(server: Server, people: People) -> None:
    page = people.sit(server.url)
    page.add_init_script("window.sent = []; navigator.share = async (what) => { window.sent.push(what) }")
    page.reload()
    invite(page, GAME)
    page.get_by_role("button", name="Send").click()
    [sent] = page.evaluate("window.sent")
    assert sent["url"] == link_of(page)
    assert GAME.title in sent["title"]


# ---------------------------------------------------------------------- every size, everybody


def show(people: People, server: Server, state: str, **settings: Any) -> Page:
    """One of the pages around an invitation."""
    table = server.open(GAME, "me", "link")
    if state == "host":
        page = people.sit(server.url, **settings)
        invite(page, GAME)
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
    elif state == "guest":
        people.sit(table.seat(0))
        page = people.sit(table.invitation(1), **settings)
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    elif state == "host without the link":
        page = people.sit(table.seat(0), **settings)
        expect(page.get_by_role("button", name="Make a new link")).to_be_visible()
    elif state == "watcher":
        page = people.sit(table.watch, **settings)
        expect(page.get_by_role("heading", name="You are watching")).to_be_visible()
    else:
        page = people.sit(table.seat(0)[:-3] + "xyz", **settings)
        expect(page.get_by_role("heading", name="This link does not fit")).to_be_visible()
    return page


STATES = ("host", "guest", "host without the link", "watcher", "wrong link")


@pytest.mark.parametrize("pointer", ROOMS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_small_cut_or_covered(server: Server, people: People, state: str, pointer: str) -> None:
    touch = pointer == "touch"
    page = show(people, server, state, has_touch=touch, is_mobile=touch)
    assert faults_of(page, pointer) == {}


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440)], ids=str)
def test_the_invitation_lies_between_seats_and_log(server: Server, people: People, size: tuple[int, int]) -> None:
    page = show(people, server, "host", viewport={"width": size[0], "height": size[1]})
    parts = [
        page.locator(part).bounding_box() for part in (".invite > .players", ".stage", ".side", ".code", ".words")
    ]
    seats, stage, log, code, words = (part for part in parts if part)
    assert seats["y"] == stage["y"] == log["y"]
    assert seats["x"] + seats["width"] < stage["x"] < code["x"] + code["width"] < words["x"]
    assert words["x"] + words["width"] < stage["x"] + stage["width"] < log["x"]
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("state", STATES)
def test_pages_have_no_violations(server: Server, people: People, state: str) -> None:
    page = show(people, server, state, bypass_csp=True)
    assert violations_in_both_themes(page) == []


def test_a_new_link_takes_the_place_of_the_old(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "link")
    ada = people.sit(table.seat(0))
    ada.get_by_role("button", name="Make a new link").click()
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    bo = people.sit(table.invitation(1))
    expect(bo.get_by_role("heading", name="This link has been used")).to_be_visible()
    cy = people.sit(link_of(ada))
    kit.sit_down(cy, "Cy")
    kit.ready(cy)
