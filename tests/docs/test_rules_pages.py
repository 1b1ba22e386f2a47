"""Rules pages begin with a summary that fits on a screen, and contain no numbers of rulings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gamut.template
from gamut import games

TEMPLATE = Path(gamut.template.__file__).parent / "RULES.md"
PAGES = {**{game.id: game.rules_page for game in games.list_games()}, "template": TEMPLATE.read_text("utf-8")}
SECTION = re.compile(r"^## (.*)$", re.MULTILINE)
NO_WORDS = re.compile(r"!\[[^]]*\]\([^)]*\)|^\*\(our ruling\)\*.*", re.MULTILINE)  # pictures, and what the mark means
MAX_WORDS = 120
every_page = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


@every_page
def test_the_first_section_is_a_short_summary(page: str) -> None:
    _, title, summary, *_ = SECTION.split(page)
    assert title == "In short"
    assert 20 <= len(NO_WORDS.sub("", summary).split()) <= MAX_WORDS


@every_page
def test_rulings_have_no_numbers(page: str) -> None:
    assert re.findall(r"\b[A-Z]{2}-[A-Z]\d+", page) == []


@every_page
def test_rulings_are_marked_in_one_way(page: str) -> None:
    assert page.count("(our ruling)") == page.count(" *(our ruling)*") + page.count("\n*(our ruling)*")
