"""Feedback of tables: why-not answers, previews, warnings, moments, dragging and focus."""

from __future__ import annotations

import dataclasses
import json
import re

import msgspec
import pytest
from playwright.sync_api import expect

from gamut.server.tables.table_bots import describe_hint
from gamut.server.wire import messages as m
from tests.browser import driver
from tests.browser.mocked import Answers, Tables
from tests.browser.played import Played

NEXT = "[data-touch~='next']"
CHOSEN = "[data-touch~='chosen']"
LIVE_REGION = "[aria-live='polite']"


# ---------------------------------------------------------------------- why not, and what then


def test_a_card_that_cannot_be_placed_explains_why(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(".tray [data-touch='']").first.click()
    why = page.locator("[data-detail]")
    expect(why).to_contain_text("both")
    expect(why, "screen readers announce it").to_be_focused()
    assert page.locator("[data-meant]").count() > 1
    page.locator(f".tray {NEXT}").first.click()
    expect(why).to_have_count(0)


def test_a_garment_that_cannot_be_made_explains_what_is_missing(tables: Tables) -> None:
    page, _ = tables.open("colori", "turn")
    garment = page.locator(".garment-card").first
    garment.click(force=True)
    expect(page.locator("[data-detail]")).to_contain_text((garment.get_attribute("aria-label") or "?").split(":")[0])


BUTTON = "[data-touch-id='button:{}']".format


@pytest.mark.parametrize(
    ("game", "name", "before", "touched", "answer", "shown"),
    [
        ("chroma_mix", "make", "", BUTTON("swap"), "Not now. Gain Sapphire Blue.", 1),
        ("chroma_mix", "make", "", "main [data-touch='']", "Ruby Red needs 2 magenta and 2 yellow.", 3),
        (
            "chroma_mix",
            "turn",
            BUTTON("print"),
            ".tray [data-touch-id^='play:']",
            "You can print only cards from your hand.",
            1,
        ),
        ("kroma", "blocked", f".tray {NEXT}", ".tray [data-touch='']", "No blue trapezoids are left.", 1),
        ("prismatic", "commit", "", "[data-touch-id^='board:']", "You can use the board on your turn", 1),
        (
            "prismatic",
            "commit",
            f".tray {NEXT}",
            "main [data-touch-id^='card:']",
            "Pay for common cards from your palette",
            2,
        ),
        ("prismatic", "resolve", "", "main [data-touch='']", "You need white.", 1),
    ],
)
def test_what_cannot_be_touched_explains_why(
    tables: Tables, game: str, name: str, before: str, touched: str, answer: str, shown: int
) -> None:
    page, answers = tables.open(game, name)
    if before:
        page.locator(before).first.click()
    page.locator(touched).first.click(force=True)
    expect(page.locator("[data-detail] [data-why]")).to_contain_text(answer)
    assert page.locator("[data-meant]").count() == shown
    assert not answers.messages("play_action")


def test_a_place_where_a_piece_does_not_fit_explains_why(tables: Tables) -> None:
    page, answers = tables.open("kroma", "blocked")
    page.locator(f".tray {NEXT}").first.click()
    box = page.locator("[data-board] svg[role]").bounding_box()
    assert box
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.85 * box["height"])
    expect(page.locator(".prompt")).to_contain_text("doesn’t fit here")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("[data-detail]")).to_contain_text("doesn't fit here: there is already a piece on")
    assert not answers.messages("play_action")


@pytest.mark.parametrize(
    ("game", "name", "before", "pointed", "where", "expected"),
    [
        ("chroma_mix", "turn", "", BUTTON("mix"), ".prompt", "Mix: discard two cards from your hand"),
        (
            "chroma_mix",
            "turn",
            BUTTON("print"),
            "[data-touch-id='hand:soft-cyan']",
            ".prompt",
            "Soft Cyan would do nothing: there are no inks left for it to give.",
        ),
        ("colori", "make", "", f".garment-card{NEXT}", "[data-board].wheel", "4 › 0"),
        (
            "colori",
            "mix",
            "[data-touch-id='wheel:red']",
            "[data-touch-id='wheel:yellow']",
            "[data-board].wheel",
            "8 › 7",
        ),
        ("kroma", "two", f".tray {NEXT}", ".tray .lay", "main .strip", " here"),
        ("prismatic", "resolve", "", f".board {NEXT}", ".tray [data-coming]", ""),
    ],
)
def test_pointing_shows_a_preview(
    tables: Tables, game: str, name: str, before: str, pointed: str, where: str, expected: str
) -> None:
    page, answers = tables.open(game, name)
    if before:
        page.locator(before).first.click()
    page.locator(pointed).first.hover()
    expect(page.locator(where).first).to_contain_text(expected)
    assert not answers.messages("play_action")


@pytest.mark.parametrize(("game", "name"), [("colori", "waste"), ("chroma_mix", "waste"), ("prismatic", "resolve")])
def test_a_wasteful_action_is_asked_about(tables: Tables, game: str, name: str) -> None:
    page, answers = tables.open(game, name)
    action, warning = next(iter(answers.played.message().warnings.items()))
    *before, last = answers.played.match.setup.touch_paths[action]
    for touch in before:
        page.locator(f"[data-touch-id='{touch}']").first.click()
    wasteful = page.locator(f"[data-touch-id='{last}']").first
    wasteful.click()
    expect(page.locator("[data-touch~='warned']")).to_have_count(1)
    expect(page.get_by_role("complementary", name="Question")).to_contain_text(warning.text)
    assert not answers.messages("play_action")
    page.wait_for_timeout(450)
    wasteful.click()  # a second quick tap does not confirm
    assert not answers.messages("play_action")
    page.wait_for_timeout(450)
    wasteful.click()
    assert answers.messages("play_action")[0]["action"] == action


def test_every_place_where_a_card_can_cross_the_line_is_shown(tables: Tables) -> None:
    page, answers = tables.open("mixx", "line")
    page.locator(f".tray {NEXT}").first.click()
    crossed, ghosts = page.locator(f".cross {NEXT}[data-touch-id^='cross:']"), page.locator(".cross .ghost")
    expect(page.locator(".prompt")).to_contain_text("a ringed card")
    expect(ghosts).not_to_have_count(0)
    expect(ghosts).to_have_count(crossed.count())
    crossed.first.hover()
    expect(page.locator(".cross .ghost:not([data-pale])")).to_have_count(1)
    ghosts.last.click()
    assert len(answers.messages("play_action")) == 1, "the place answers too"


def test_the_list_of_moves_names_the_line_or_the_row(tables: Tables) -> None:
    for position, name in (("line", "in the line"), ("mid", "in the row")):
        page, _ = tables.open("mixx", position)
        page.keyboard.press("l")
        moves = page.locator(".actions li", has_text=name)
        expect(moves).not_to_have_count(0)
        expect(page.locator(".actions li", has_text="line or row")).to_have_count(0)


def test_a_preview_is_requested_once(tables: Tables) -> None:
    page, answers = tables.open("mixx", "round")
    page.locator(f".tray {NEXT}").first.click()
    page.locator(f".cross {NEXT}").first.hover()
    expect(page.locator(".prompt")).to_contain_text("Outcome: ")
    page.mouse.move(0, 0)
    page.locator(f".cross {NEXT}").first.hover()
    expect(page.locator(".prompt")).to_contain_text("Outcome: ")
    assert len(answers.messages("preview")) == 1


def test_holding_a_piece_shows_its_name(tables: Tables) -> None:
    page, answers = tables.open("colori", "draft")
    card = page.locator(".draft-hand .card").nth(1)
    card.hover()
    page.mouse.down()
    expect(page.locator("[data-detail]")).to_contain_text("When you destroy it")
    page.mouse.up()
    expect(card).not_to_have_attribute("data-touch", "lit next chosen")
    assert not answers.messages("play_action")


# ---------------------------------------------------------------------- moments


def test_the_end_of_a_round_is_shown_before_the_next_view(tables: Tables) -> None:
    page, answers = tables.open("mixx", "round")
    before = page.locator(".cross [data-piece]").count()
    page.locator(f".tray {NEXT}").first.click()
    page.locator(f".cross {NEXT}").first.click()
    moment = page.locator("[data-moment]")
    expect(moment).to_contain_text("You won")
    assert page.locator(".cross [data-piece]").count() == before + 1
    expect(page.locator(".cross [data-last]")).to_have_count(1)
    expect(moment).to_have_count(0)
    expect(page.locator(LIVE_REGION)).to_contain_text("You won")
    announced = page.locator(LIVE_REGION).inner_text()
    assert announced.count("You won") == 1
    assert announced.index("You placed") < announced.index("You won"), "first the move, then what follows from it"
    assert len(answers.messages("play_action")) == 1


def test_a_click_ends_a_moment(tables: Tables) -> None:
    page, _ = tables.open("mixx", "round")
    page.locator(f".tray {NEXT}").first.click()
    page.locator(f".cross {NEXT}").first.click()
    expect(page.locator("[data-moment]")).to_be_visible()
    page.wait_for_timeout(200)
    page.locator("header.bar").click()
    assert page.locator("[data-moment]").count() == 0


def test_a_rematch_is_proposed_in_the_end_panel(tables: Tables) -> None:
    page, answers = tables.open("mixx", "over")
    panel = page.locator("dialog.end-panel")
    expect(panel).to_be_visible()
    question = m.Proposal(kind="rematch", seat=1, name="Mira", unanswered=[0], deal_hash="ab" * 32)
    answers.send(answers.played.message(question))
    expect(panel).to_contain_text("Mira asks to play again.")
    panel.get_by_role("button", name="Agree").click()
    kept = json.loads(page.evaluate("localStorage.getItem('gamut.parts')"))
    assert [added["hash"] for added in kept] == ["ab" * 32]
    assert answers.messages("answer_proposal") == [{"type": "answer_proposal", "yes": True, "part": kept[0]["part"]}]
    panel.get_by_role("button", name="Show table").click()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name="Result").click()
    expect(panel).to_be_visible()


# ---------------------------------------------------------------------- touches


def test_a_click_elsewhere_deselects(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(f".tray {NEXT}").first.click()
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.locator(".board-background").click(position={"x": 5, "y": 60}, force=True)
    expect(page.locator(CHOSEN)).to_have_count(0)


def test_a_double_click_selects(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    page.locator(f".tray {NEXT}").first.dblclick()
    expect(page.locator(CHOSEN)).to_have_count(1)
    assert not answers.messages("play_action")


def test_a_card_is_dragged_to_its_place(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    card = page.locator(f".tray {NEXT}").first
    card.hover()
    page.mouse.down()
    page.mouse.move(640, 600, steps=4)
    expect(page.locator(CHOSEN)).to_have_count(1)
    page.locator(f".cross {NEXT}").first.hover(force=True)
    page.mouse.up()
    assert len(answers.messages("play_action")) == 1


def test_a_card_dropped_elsewhere_stays(tables: Tables) -> None:
    page, answers = tables.open("mixx", "mid")
    page.locator(f".tray {NEXT}").first.hover()
    page.mouse.down()
    page.mouse.move(640, 20, steps=4)
    page.mouse.up()
    expect(page.locator(CHOSEN)).to_have_count(0)
    assert not answers.messages("play_action")


def test_pauses_of_bots_can_be_skipped(tables: Tables) -> None:
    page, answers = tables.open("mixx", "other")
    page.get_by_role("button", name="Skip ahead").click()
    assert answers.messages("skip_pauses") == [{"type": "skip_pauses"}]


def test_the_focus_stays_near(tables: Tables) -> None:
    page, _ = tables.open("mixx", "laid")
    page.locator(f".tray {NEXT}").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(f".cross {NEXT}").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(CHOSEN)).to_have_count(0)
    page.wait_for_function("() => document.activeElement.closest('.board [data-touch-id]')")


def test_a_hint_shows_its_reason_and_strength(tables: Tables) -> None:
    page, answers = tables.open("mixx", "laid")
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text(re.compile(r"you could place|no other player can place"))
    expect(hint).not_to_contain_text("quick guess")
    view = answers.played.message()
    answers.send(msgspec.structs.replace(view, full_strength=False, serial=view.serial + 1))
    expect(page.locator("[data-seat]").get_by_text("bot, weaker for now").first).to_be_attached()
    answer = describe_hint(answers.played.find_hint(), full_strength=False)
    answers.send(answer)
    expect(hint).to_contain_text("A quick guess")


def test_own_moves_and_hints_are_announced_once(tables: Tables) -> None:
    page, _ = tables.open("mixx", "laid")
    page.keyboard.press("h")
    expect(page.locator(LIVE_REGION)).to_contain_text("Hint: ")
    page.locator(f".tray {NEXT}").first.click()
    page.locator(f".cross {NEXT}").first.click()
    expect(page.locator(LIVE_REGION)).to_contain_text("You placed")
    assert page.locator(LIVE_REGION).inner_text().count("You placed") == 1


def test_a_hint_is_marked_after_another_card_was_chosen(tables: Tables) -> None:
    page, _ = tables.open("mixx", "mid")
    page.locator(f".tray {NEXT}").last.click()
    page.keyboard.press("h")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-touch~='hinted'][data-hint-number='1']").first).to_be_visible()


def play_as_asked(answers: Answers) -> None:
    """Let the mocked server play every action that it receives."""
    position, received_before = answers.position, len(answers.messages("play_action"))

    def play(played: Played) -> None:
        played.go(played.viewer, answers.messages("play_action")[-1]["action"])

    answers.position = dataclasses.replace(position, move=play)
    assert received_before == 0


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_hint_plays_its_move_up_to_the_commit(tables: Tables, size: str) -> None:
    viewport = driver.PHONE if size == "phone" else driver.DESK
    page, answers = tables.open("prismatic", "commit", viewport=viewport, has_touch=size == "phone")
    play_as_asked(answers)
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="Hint")
    expect(hint).to_contain_text(re.compile(r"Place .*, then press Commit\."))
    expect(hint).to_contain_text(re.compile(r"Win chance\s*\d+%"))
    steps = answers.played.find_hint().best.steps
    assert len(steps) > 1
    hint.get_by_role("button", name="Do it").click()
    expect(page.locator(f"{BUTTON('done')}[data-hint-number='1']")).to_be_visible()  # only that is left
    expect(page.locator("[data-hint-number]")).to_have_count(1)
    if size == "phone":
        expect(page.locator(".prompt")).to_contain_text("Now press Commit")
    played = [message["action"] for message in answers.messages("play_action")]
    assert played == [step.action for step in steps[:-1]]  # the player commits
    page.locator(BUTTON("done")).click()
    page.wait_for_timeout(500)
    assert len(answers.messages("play_action")) >= len(steps)


def test_a_hint_shows_pieces_on_another_tab(tables: Tables) -> None:
    page, answers = tables.open("prismatic", "create", viewport={"width": 390, "height": 844}, has_touch=True)
    known = answers.played.match.table.knowledge(answers.played.viewer)
    own = next(a for a in known.legal if known.setup.action_texts[a].startswith("create "))
    step = m.HintStep(own, known.decision_digest, submits=False)
    move = m.HintMove(known.move_text([own]), [step], 0.5, 0.02)
    piece = page.locator(f"[data-touch-id='{known.setup.touch_paths[own][0]}']")
    expect(piece.first).not_to_be_visible()
    answers.send(m.HintAnswer(move, None, equally_good=False, reason="", full_strength=True))
    page.get_by_role("button", name="Show me").tap()
    expect(page.locator("[data-hint-number='1']")).to_be_visible()


def test_the_question_before_waste_moves_nothing_and_ignores_double_clicks(tables: Tables) -> None:
    page, answers = tables.open("prismatic", "resolve")
    end = page.locator(BUTTON("end"))
    before = end.bounding_box()
    end.dblclick()
    question = page.get_by_role("complementary", name="Question")
    expect(question).to_contain_text("You")
    assert end.bounding_box() == before
    assert end.get_attribute("data-anyway") == "End anyway"
    assert not answers.messages("play_action")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert end.get_attribute("data-anyway") is None


def test_the_question_before_waste_can_be_turned_off(tables: Tables) -> None:
    page, answers = tables.open("prismatic", "resolve")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Ask before wasting: on").click()
    page.keyboard.press("Escape")
    page.locator(BUTTON("end")).click()
    assert len(answers.messages("play_action")) == 1
    page.reload()
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_role("button", name="Ask before wasting: off")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(320, 480), (390, 844), (600, 960), (844, 390)])
def test_a_warning_moves_nothing(tables: Tables, width: int, height: int) -> None:
    """The button of a wasteful action stays under the pointer while the warning is shown."""
    page, _ = tables.open("colori", "end", viewport={"width": width, "height": height})
    button = page.get_by_role("button", name="End turn")
    before = button.bounding_box()
    button.hover()
    expect(page.locator(".prompt .outcome")).to_contain_text("haven't used any drafted card")
    assert button.bounding_box() == before
