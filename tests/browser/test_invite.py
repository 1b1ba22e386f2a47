"""Invitations: sharing, claiming and using links, transferring seats, and rematches."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gamut.engine.game import Game
from gamut.server.wire import messages as m
from tests.browser import driver
from tests.browser.axe import violations_in_both_themes
from tests.browser.driver import People, Server, some_games
from tests.browser.mocked import Tables
from tests.browser.pages import ROOMS, faults_of
from tests.browser.test_games import ENDED
from tests.browser.test_lobby import press_on

GAME = driver.GAMES[0]
ONLY_HERE = "This address works only on this computer."


def invite(page: Page, game: Game) -> None:
    """Open a table of a short game for a friend, by the lobby."""
    page.get_by_label("Your name").fill("Ada")
    driver.choose_game(page, game)
    page.get_by_role("button", name="Play with friends").click()


def link_of(page: Page, seat: str = "Player 2") -> str:
    """The link shown to the host."""
    return page.get_by_role("textbox", name=f"Link for {seat}").input_value()


def kept_secret(page: Page) -> str:
    """The secret of the browser's own seat at its latest table."""
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.tables')"))
    return str(next(seat["token"] for seat in kept[0]["seats"] if seat["at"] == "screen"))


def start(server: Server, people: People, game: Game = GAME) -> tuple[Page, Page, str]:
    """Two browsers at one table, and the link by which the second one came."""
    ada = people.open(server.url)
    invite(ada, game)
    expect(ada.get_by_role("heading", name="Invite a friend")).to_be_visible()
    link = link_of(ada)
    bo = people.open(link)
    driver.join_game(bo, "Bo")
    for page in (ada, bo):
        driver.wait_for_table(page)
    return ada, bo, link


# ---------------------------------------------------------------------- joining


@some_games
def test_two_browsers_from_the_invitation_to_the_rematch(server: Server, people: People, game: Game) -> None:
    ada = people.open(server.url)
    invite(ada, game)
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    expect(ada.get_by_role("status").first).to_contain_text("1 of 2 ready")
    link = link_of(ada)
    bo = people.open(link)
    expect(bo.get_by_role("heading", name=f"Ada invites you to play {game.title}")).to_be_visible()
    assert ada.locator(".frame").count() == 0  # nothing is dealt before everyone has joined
    driver.join_game(bo, "Bo")
    for page in (ada, bo):
        driver.wait_for_table(page)
    expect(ada.locator("[data-seat='1']")).to_contain_text("Bo")
    assert link.split("/")[-1] not in bo.url  # the used link is gone from the address
    for _ in range(4):
        for page in (ada, bo):
            if page.locator(driver.MY_TURN).count():
                driver.play(page, driver.by_mouse, most=1)
    bo.reload()
    driver.wait_for_table(bo)
    bo.goto(server.url)
    bo.get_by_role("link", name=game.title).first.click()
    driver.wait_for_table(bo)
    driver.resign(bo)
    for page in (ada, bo):
        expect(page.locator(driver.END_PANEL).locator("h1")).to_have_text(ENDED)
    before = ada.url
    ada.get_by_role("button", name="Play again").click()
    bo.locator(driver.END_PANEL).get_by_role("button", name="Agree").click()
    for page in (ada, bo):
        expect(page.locator(driver.END_PANEL)).to_have_count(0)
        driver.wait_for_table(page)
    assert ada.url != before
    expect(ada.locator("[data-seat='0']")).to_contain_text("Bo")  # who had the second seat now begins
    for page in (ada, bo):
        page.reload()
        driver.wait_for_table(page)


def test_a_friend_is_invited_and_joins_by_keyboard(server: Server, people: People) -> None:
    ada = people.open(server.url)
    expect(ada.locator("form.featured")).to_be_visible()
    press_on(ada, "form.featured button:has-text('Play with friends')")
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    bo = people.open(link_of(ada))
    bo.get_by_label("Your name").focus()
    bo.keyboard.type("Bo")
    bo.keyboard.press("Enter")
    driver.wait_for_table(bo)
    driver.wait_for_table(ada)


def test_a_bot_can_take_the_seat(server: Server, people: People) -> None:
    ada = people.open(server.url)
    invite(ada, GAME)
    late = people.open(link_of(ada))
    expect(late.get_by_role("button", name="Join game")).to_be_visible()
    ada.get_by_role("combobox", name="Bot level").first.select_option(index=0)
    ada.get_by_role("button", name="Use a bot").first.click()
    driver.wait_for_table(ada)
    expect(ada.locator("[data-seat='1']")).to_contain_text(
        re.compile(f"{next(iter(GAME.levels))}|ready|weaker for now")
    )
    expect(late.get_by_role("heading", name="This link has been used")).to_be_visible()


def test_the_first_person_takes_the_seat_and_uses_the_link(server: Server, people: People) -> None:
    ada = people.open(server.url)
    invite(ada, GAME)
    link = link_of(ada)
    bo, cy = people.open(link), people.open(link)
    expect(cy.get_by_role("button", name="Join game")).to_be_visible()
    driver.join_game(bo, "Bo")
    driver.wait_for_table(bo)
    for page in (cy, people.open(link)):
        expect(page.get_by_role("heading", name="This link has been used")).to_be_visible()
        page.get_by_role("link", name="Back to the lobby").last.click()
        expect(page.locator("form.featured")).to_be_visible()
    bo.goto(server.url)
    bo.goto(link)  # the link still leads its player to the seat
    driver.wait_for_table(bo)


def test_only_the_guest_knows_the_secret(server: Server, people: People) -> None:
    ada, bo, link = start(server, people)
    invitation, secret = link.split("/")[-1], kept_secret(bo)
    assert secret != invitation
    for page in (ada, bo):
        assert invitation not in page.url
    assert secret not in json.dumps(ada.evaluate("({...localStorage})"))


def test_a_claim_is_repeated_if_its_answer_is_lost(server: Server, people: People) -> None:
    people.ignored = ["WebSocket connection to"]
    table = server.open(GAME, "me", "link")
    ada = people.open(table.seat(0))
    bo = people.open(table.invitation(1))
    expect(bo.get_by_role("button", name="Join game")).to_be_visible()
    bo.context.set_offline(True)
    # the claim is lost
    bo.evaluate("document.querySelector('form button').click()")
    expect(bo.get_by_role("button", name="Joining")).to_be_visible()
    bo.context.set_offline(False)
    bo.reload()
    driver.wait_for_table(bo)
    driver.wait_for_table(ada)


def test_links_of_seats_lead_to_their_seats(server: Server, people: People) -> None:
    table = server.open(GAME, "here", "here")
    for page in [people.open(table.seat(seat)) for seat in (0, 1)]:
        driver.wait_for_table(page)


# ---------------------------------------------------------------------- watching, another device


def test_spectators_are_shown_as_watching_before_and_after_the_deal(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "link")
    watcher = people.open(table.watch)
    expect(watcher.get_by_role("heading", name="You’re watching")).to_be_visible()
    people.open(table.seat(0))
    driver.join_game(people.open(table.invitation(1)))
    driver.wait_for_table(watcher)
    expect(watcher.locator("header.bar")).to_contain_text("Watching")


def test_a_guest_gets_a_private_way_back(server: Server, people: People) -> None:
    ada, bo, _ = start(server, people)
    expect(ada.locator(".notices")).not_to_contain_text("Keep your link")
    bo.get_by_role("button", name="Show link").click()
    expect(bo.get_by_role("img", name="QR code of your private link")).to_be_visible()
    link = bo.get_by_role("textbox", name="Your private link").input_value()
    bo.keyboard.press("Escape")
    expect(bo.locator(".notices")).not_to_contain_text("Keep your link")
    bo.context.close()  # the browser is lost
    people.contexts.remove(bo.context)
    elsewhere = people.open(link, viewport=driver.PHONE, has_touch=True)
    driver.wait_for_table(elsewhere)
    expect(elsewhere.locator("[data-seat='1']")).to_have_attribute("aria-label", "Bo, you")


def test_a_seat_continues_on_another_device(server: Server, people: People) -> None:
    ada, bo, _ = start(server, people)
    bo.get_by_role("button", name="More", exact=True).click()
    bo.get_by_role("button", name="Continue on another device").click()
    bo.get_by_role("button", name="Create link").click()
    expect(bo.get_by_role("img", name="QR code")).to_be_visible()
    phone = people.open(link_of_mine(bo), viewport=driver.PHONE, has_touch=True)
    expect(phone.get_by_role("heading", name="Continue your game")).to_be_visible()
    phone.get_by_role("button", name="Continue here").tap()
    driver.wait_for_table(phone)
    expect(bo.get_by_role("heading", name="You continued on another device")).to_be_visible()
    bo.get_by_role("link", name="Back to the lobby").last.click()
    expect(bo.get_by_role("region", name="Continue playing")).to_have_count(0)
    expect(ada.locator("[data-seat='1']")).to_contain_text("Bo")
    phone.reload()
    driver.wait_for_table(phone)


def link_of_mine(page: Page) -> str:
    """The link that transfers a seat."""
    return page.get_by_role("textbox", name="Link to your seat").input_value()


def test_a_friend_can_join_over_plain_http(server: Server, people: People) -> None:
    people.ignored = ["Cross-Origin-Opener-Policy"]  # the browser complains about missing https
    ada = people.open(f"http://gamut.test:{server.port}/")
    assert not ada.evaluate("isSecureContext")
    invite(ada, GAME)
    expect(ada.locator("main")).not_to_contain_text(ONLY_HERE)
    ada.get_by_role("button", name="Copy link").click()
    expect(ada.get_by_role("button", name="Copied")).to_be_visible()
    bo = people.open(link_of(ada))
    driver.join_game(bo, "Bo")
    driver.wait_for_table(bo)
    driver.wait_for_table(ada)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_link_that_works_only_on_this_computer_says_so(server: Server, people: People, host: str) -> None:
    page = people.open(f"http://{host}:{server.port}/")
    invite(page, GAME)
    expect(page.locator("main")).to_contain_text(ONLY_HERE)


REFUSALS = {  # the title, and what is said below it: our own help, or what the server says
    "used": (
        "This link has been used",
        "Each link works for one person only. If it was meant for you, ask for a new one.",
    ),
    "unreadable": ("This link doesn’t work", "from the server"),
}


@pytest.mark.parametrize("reason", REFUSALS)
def test_a_refused_link_says_each_thing_once(tables: Tables, reason: Any) -> None:
    page, answers = tables.open("mixx", "begin")
    answers.send(m.Refused(reason, "from the server"))
    title, help = REFUSALS[reason]
    expect(page.get_by_role("heading")).to_have_text(title)
    expect(page.locator("main p")).to_have_text([help])


def test_the_link_is_shared_by_the_device(server: Server, people: People) -> None:
    page = people.open(server.url)
    page.add_init_script("window.sent = []; navigator.share = async (what) => { window.sent.push(what) }")
    page.reload()
    invite(page, GAME)
    page.get_by_role("button", name="Send link").click()
    [sent] = page.evaluate("window.sent")
    assert sent["url"] == link_of(page)
    assert GAME.title in sent["title"]


# ---------------------------------------------------------------------- sizes and accessibility


def show(people: People, server: Server, state: str, **settings: Any) -> Page:
    """One of the pages around an invitation."""
    table = server.open(GAME, "me", "link")
    if state == "host":
        page = people.open(server.url, **settings)
        invite(page, GAME)
        expect(page.get_by_role("img", name="QR code")).to_be_visible()
    elif state == "guest":
        people.open(table.seat(0))
        page = people.open(table.invitation(1), **settings)
        expect(page.get_by_role("button", name="Join game")).to_be_visible()
    elif state == "host without the link":
        page = people.open(table.seat(0), **settings)
        expect(page.get_by_role("button", name="Create a new link")).to_be_visible()
    elif state == "watcher":
        page = people.open(table.watch, **settings)
        expect(page.get_by_role("heading", name="You’re watching")).to_be_visible()
    else:
        page = people.open(table.seat(0)[:-3] + "xyz", **settings)
        expect(page.get_by_role("heading", name="Invalid link")).to_be_visible()
    return page


STATES = ("host", "guest", "host without the link", "watcher", "wrong link")


@pytest.mark.parametrize("pointer", ROOMS)
@pytest.mark.parametrize("state", STATES)
def test_nothing_is_small_cut_or_covered(server: Server, people: People, state: str, pointer: str) -> None:
    touch = pointer == "touch"
    page = show(people, server, state, has_touch=touch, is_mobile=touch)
    assert faults_of(page, pointer) == {}


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440)], ids=str)
def test_the_invitation_stands_between_seats_and_log(server: Server, people: People, size: tuple[int, int]) -> None:
    page = show(people, server, "host", viewport={"width": size[0], "height": size[1]})
    parts = [
        page.locator(part).bounding_box() for part in (".invite > .players", ".stage", ".side", ".code", ".message")
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


def test_a_new_link_replaces_the_old(server: Server, people: People) -> None:
    table = server.open(GAME, "me", "link")
    ada = people.open(table.seat(0))
    ada.get_by_role("button", name="Create a new link").click()
    expect(ada.get_by_role("img", name="QR code")).to_be_visible()
    bo = people.open(table.invitation(1))
    expect(bo.get_by_role("heading", name="This link has been used")).to_be_visible()
    cy = people.open(link_of(ada))
    driver.join_game(cy, "Cy")
    driver.wait_for_table(cy)


# ---------------------------------------------------------------------- a rematch without the guest


@pytest.mark.parametrize("way", ["bot", "new link", "the guest"])
def test_a_rematch_without_the_guest_is_no_dead_end(server: Server, people: People, way: str) -> None:
    ada, bo, _ = start(server, people)
    driver.resign(bo)
    address, finished = bo.url, ada.url
    bo.close()
    ada.get_by_role("button", name="Play again").click()
    expect(ada.get_by_text(re.compile(r"Bo is away\. A bot can take over in \d+ s\."))).to_be_visible()
    assert ada.url != finished
    ada.reload()
    expect(ada.get_by_text(re.compile(r"You can offer a new link in \d+ s\."))).to_be_visible()
    if way == "the guest":
        page = people.contexts[-1].new_page()
        page.goto(address)
        driver.wait_for_table(page)
    elif way == "bot":
        ada.get_by_role("button", name="Use a bot").click(timeout=30_000)
    else:
        ada.get_by_role("button", name="Offer a new link").click(timeout=30_000)
        expect(ada.get_by_role("img", name="QR code of the new link for Bo")).to_be_visible()
        ada.reload()
        cy = people.open(ada.get_by_role("textbox", name="New link for Bo").input_value())
        driver.join_game(cy, "Cy")
        driver.wait_for_table(cy)
    driver.wait_for_table(ada)
    expect(ada.locator("[data-seat='0']")).to_contain_text("Cy" if way == "new link" else "Bo")
