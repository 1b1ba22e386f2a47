"""The rules page shows every picture, in the colours of the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gamut.games import pictures
from gamut.games.prismatic import GAME
from gamut.games.prismatic.pictures import COLOURS

PALETTE = Path(__file__).parents[5] / "web" / "src" / "games" / "prismatic" / "palette.ts"


def test_every_picture_is_on_the_rules_page_with_words() -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(pictures/([^)]+)\)", GAME.rules_page)
    assert sorted(name for _, name in shown) == sorted(pictures.draw(GAME))
    assert all(len(words) > 20 for words, _ in shown)
    assert pictures.find_stale(GAME) == []


@pytest.mark.skipif(not PALETTE.exists(), reason="the pages are not here")
def test_colours_are_those_of_the_pages() -> None:
    found = re.findall(r"colour\('([\w-]+)', '[^']+', '(#\w+)', '(\w+)'\)", PALETTE.read_text("utf-8"))
    assert found == [(colour.id, colour.value, colour.mix) for colour in COLOURS.values()]
