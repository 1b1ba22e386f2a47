"""A table answers every touch: why not, what then, what has just happened; and touches do no harm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from gamut.server import messages as m
from tests.browser.mocked import Answers, answer_table, serve
from tests.browser.played import find, looks_of

HERE = "[data-touch~='next']"
CHOSEN = "[data-touch~='chosen']"
SAID = "[aria-live='polite']"


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serve() as address:
        yield address


class Tables:
    """Opens tables in the middle of things."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser, self._base = browser, base
        self._open: list[Page] = []

    def open(self, game: str, name: str, **settings: Any) -> tuple[Page, Answers]:
        """A page with the table of a look, and what was said there."""
        settings = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **settings}
        page = self._browser.new_context(**settings).new_page()
        self._open.append(page)
        look = looks_of(game)[name]
        answers = answer_table(page, look, find(game, look))
        page.goto(f"{self._base}#/table/t1/seat0")
        expect(page.locator(".frame [data-board]")).to_be_visible(timeout=15_000)
        return page, answers

    def close(self) -> None:
        """Close all of them."""
        for page in self._open:
            page.context.close()


@pytest.fixture
def tables(browser: Browser, base: str) -> Iterator[Tables]:
    opened = Tables(browser, base)
    yield opened
    opened.close()


def heard(answers: Answers, kind: str) -> list[dict[str, Any]]:
    """What the page has said, of one kind."""
    return [message for message in answers.heard if message["type"] == kind]


# ---------------------------------------------------------------------- why not, and what then


def test_a_card_that_cannot_be_laid_says_why_on_the_pieces(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(".tray [data-touch='']").first.click(force=True)  # said to be disabled, and answers
    why = page.locator(".why")
    expect(why).to_contain_text("both")
    expect(page.locator(SAID)).to_contain_text(why.inner_text())
    assert page.locator("[data-why]").count() > 1
    page.locator(f".tray {HERE}").first.click()
    expect(why).to_have_count(0)


def test_a_garment_that_cannot_be_made_says_what_is_missing(tables: Tables) -> None:
    page, _ = tables.open("colori", "turn")
    garment = page.locator(".gcard").first
    garment.click(force=True)
    expect(page.locator(".why")).to_contain_text(garment.get_attribute("data-title") or "?")


BUTTON = "[data-touch-id='button:{}']".format


@pytest.mark.parametrize(
    ("game", "name", "before", "touched", "answer", "shown"),
    [
        ("chroma_mix", "make", "", BUTTON("swap"), "Now: take Sapphire Blue.", 1),
        ("chroma_mix", "make", "", "main [data-touch='']", "Ruby Red needs 2 magenta and 2 yellow.", 3),
        ("chroma_mix", "turn", BUTTON("print"), ".tray [data-touch-id^='play:']", "Print a card of your hand.", 1),
        ("kroma", "missed", f".tray {HERE}", ".tray [data-touch='']", "No blue trapezoid is left.", 1),
        ("prismatic", "commit", "", "[data-touch-id^='board:']", "Creations are made in the resolve step", 1),
        ("prismatic", "commit", f".tray {HERE}", "main [data-touch-id^='card:']", "Common cards are paid from", 2),
        ("prismatic", "resolve", "", "main [data-touch='']", "Palette and pool miss white.", 1),
    ],
)
def test_what_cannot_be_touched_says_why_on_the_pieces(
    tables: Tables, game: str, name: str, before: str, touched: str, answer: str, shown: int
) -> None:
    page, answers = tables.open(game, name)
    if before:
        page.locator(before).first.click()
    page.locator(touched).first.click(force=True)
    expect(page.locator(".why")).to_contain_text(answer)
    expect(page.locator(SAID)).to_contain_text(answer)
    assert page.locator("[data-why]").count() == shown
    assert not heard(answers, "act")


def test_a_place_where_a_piece_cannot_lie_says_why(tables: Tables) -> None:
    page, answers = tables.open("kroma", "missed")
    page.locator(f".tray {HERE}").first.click()
    box = page.locator("[data-board] svg[role]").bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.85 * box["height"])
    expect(page.locator(".prompt")).to_contain_text("cannot lie here")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".why")).to_contain_text("A piece lies there already.")
    assert not heard(answers, "act")


@pytest.mark.parametrize(
    ("game", "name", "before", "pointed", "where", "told"),
    [
        ("chroma_mix", "turn", "", BUTTON("mix"), ".prompt", "Mix pays two cards for an open one"),
        (
            "chroma_mix",
            "turn",
            BUTTON("print"),
            "[data-touch-id='hand:coral']",
            ".prompt",
            "Then: added Pale Magenta",
        ),
        ("colori", "make", "", f".gcard{HERE}", "[data-board].wheel", "4 › 0"),
        (
            "colori",
            "mix",
            "[data-touch-id='wheel:red']",
            "[data-touch-id='wheel:yellow']",
            "[data-board].wheel",
            "8 › 7",
        ),
        ("kroma", "two", f".tray {HERE}", ".tray .lay", "main .strip", "+2 here"),
        ("prismatic", "resolve", "", f".board {HERE}", ".tray [data-comes]", ""),
    ],
)
def test_pointing_shows_what_would_come_of_it(
    tables: Tables, game: str, name: str, before: str, pointed: str, where: str, told: str
) -> None:
    page, answers = tables.open(game, name)
    if before:
        page.locator(before).first.click()
    page.locator(pointed).first.hover()
    expect(page.locator(where).first).to_contain_text(told)
    assert not heard(answers, "act")


@pytest.mark.parametrize(
    ("game", "name", "before", "touched"),
    [
        ("colori", "waste", "", f".tray {HERE}"),
        ("chroma_mix", "turn", BUTTON("print"), "[data-touch-id='hand:pale-magenta']"),
        ("prismatic", "resolve", "", BUTTON("end")),
    ],
)
def test_waste_is_told_before_it_is_done(tables: Tables, game: str, name: str, before: str, touched: str) -> None:
    page, answers = tables.open(game, name)
    if before:
        page.locator(before).first.click()
    wasteful = page.locator(touched).first
    wasteful.click()
    expect(page.locator("[data-touch~='warned']")).to_have_count(1)
    assert not heard(answers, "act")
    page.wait_for_timeout(400)
    wasteful.click()
    assert len(heard(answers, "act")) == 1


def test_crossing_shows_where_the_card_would_lie(tables: Tables) -> None:
    page, _ = tables.open("mixx", "line")
    page.locator(f".tray {HERE}").first.click()
    crossed = page.locator(f".cross {HERE}[data-touch-id^='cross:']").first
    crossed.hover()
    expect(page.locator(".cross .ghost")).to_be_visible()


def test_pointing_at_a_move_asks_once_what_would_come_of_it(tables: Tables) -> None:
    page, answers = tables.open("mixx", "round")
    page.locator(f".tray {HERE}").first.click()
    page.locator(f".cross {HERE}").first.hover()
    expect(page.locator(".prompt")).to_contain_text("Then: ")
    page.mouse.move(0, 0)
    page.locator(f".cross {HERE}").first.hover()
    expect(page.locator(".prompt")).to_contain_text("Then: ")
    assert len(heard(answers, "preview")) == 1


def test_a_piece_that_is_held_says_what_it_is(tables: Tables) -> None:
    page, answers = tables.open("colori", "draft")
    card = page.locator(".dhand .ccard").nth(1)
    card.hover()
    page.mouse.down()
    expect(page.locator(".why")).to_contain_text("when destroyed")
    page.mouse.up()
    expect(card).not_to_have_attribute("data-touch", "lit next chosen")
    assert not heard(answers, "act")


# ---------------------------------------------------------------------- moments


def test_the_end_of_a_round_is_seen_before_it_is_cleared_away(tables: Tables) -> None:
    page, answers = tables.open("mixx", "round")
    before = page.locator(".cross [data-piece]").count()
    page.locator(f".tray {HERE}").first.click()
    page.locator(f".cross {HERE}").first.click()
    moment = page.locator("[data-moment]")
    expect(moment).to_contain_text("You took")
    expect(page.locator(SAID)).to_contain_text("You took")
    assert page.locator(".cross [data-piece]").count() == before + 1
    expect(page.locator(".cross [data-last]")).to_have_count(1)
    expect(moment).to_have_count(0)
    assert len(heard(answers, "act")) == 1


def test_a_touch_goes_on(tables: Tables) -> None:
    page, _ = tables.open("mixx", "round")
    page.locator(f".tray {HERE}").first.click()
    page.locator(f".cross {HERE}").first.click()
    expect(page.locator("[data-moment]")).to_be_visible()
    page.wait_for_timeout(200)
    page.locator("header.bar").click()
    assert page.locator("[data-moment]").count() == 0


def test_the_question_to_play_again_is_asked_in_the_panel(tables: Tables) -> None:
    page, answers = tables.open("mixx", "over")
    panel = page.locator("dialog.endbox")
    expect(panel).to_be_visible()
    question = m.Proposal(what="rematch", seat=1, name="Mira", waiting=[0], deal_hash="ab" * 32)
    answers.say(answers.played.message(question))
    expect(panel).to_contain_text("Mira would like to play again")
    panel.get_by_role("button", name="Agree").click()
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.parts')"))
    assert [added["hash"] for added in kept] == ["ab" * 32]
    assert heard(answers, "answer") == [{"type": "answer", "yes": True, "part": kept[0]["part"]}]
    panel.get_by_role("button", name="See the table").click()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(panel).to_be_visible()


# ---------------------------------------------------------------------- touches


def test_touching_elsewhere_lets_go(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(f".tray {HERE}").first.click()
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.locator(".felt").click(position={"x": 5, "y": 60}, force=True)
    expect(page.locator(CHOSEN)).to_have_count(0)


def test_a_double_click_chooses(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    page.locator(f".tray {HERE}").first.dblclick()
    expect(page.locator(CHOSEN)).to_have_count(1)
    assert not heard(answers, "act")


def test_a_card_is_drawn_to_its_place(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    card = page.locator(f".tray {HERE}").first
    card.hover()
    page.mouse.down()
    page.mouse.move(640, 600, steps=4)
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.locator(f".cross {HERE}").first.hover(force=True)
    page.mouse.up()
    assert len(heard(answers, "act")) == 1


def test_a_card_that_is_let_go_elsewhere_stays(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    page.locator(f".tray {HERE}").first.hover()
    page.mouse.down()
    page.mouse.move(640, 20, steps=4)
    page.mouse.up()
    expect(page.locator(CHOSEN)).to_have_count(0)
    assert not heard(answers, "act")


def test_bots_are_hurried_in_one_touch(tables: Tables) -> None:
    page, answers = tables.open("mixx", "other")
    page.get_by_role("button", name="Skip ahead").click()
    assert heard(answers, "hurry") == [{"type": "hurry"}]


def test_the_focus_stays_where_the_player_is(tables: Tables) -> None:
    page, _ = tables.open("mixx", "laid")
    page.locator(f".tray {HERE}").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f".cross {HERE}").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(CHOSEN)).to_have_count(0)
    page.wait_for_function("document.activeElement.closest('.tray [data-touch-id]')")


def test_a_hint_says_what_speaks_for_the_move_and_how_strong_it_is(tables: Tables) -> None:
    page, answers = tables.open("mixx", "laid")
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text(re.compile(r"After it you could lay|Nobody else could lay"))
    expect(hint).not_to_contain_text("quick guess")
    view = answers.played.message()
    answers.say(msgspec.structs.replace(view, full_strength=False, serial=view.serial + 1))
    expect(page.locator("[data-seat]").get_by_text("bot, warming up").first).to_be_attached()
    best = view.legal[0]
    answers.say(m.Hinted(best, "", [], full_strength=False))
    expect(hint).to_contain_text("A quick guess")


def test_own_moves_and_hints_are_said_once_each(tables: Tables) -> None:
    page, _ = tables.open("mixx", "laid")
    page.keyboard.press("h")
    expect(page.locator(SAID)).to_contain_text("Hint: ")
    page.locator(f".tray {HERE}").first.click()
    page.locator(f".cross {HERE}").first.click()
    expect(page.locator(SAID)).to_contain_text("You laid")
    assert page.locator(SAID).inner_text().count("You laid") == 1


def test_a_hint_is_marked_also_after_another_card_was_chosen(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(f".tray {HERE}").last.click()
    page.keyboard.press("h")
    expect(page.locator("[data-touch~='hinted']").first).to_be_visible()
