"""Bots are called like no piece: "Indigo took indigo" would be read twice."""

from __future__ import annotations

import re
from pathlib import Path

from gamut.server.hub import BOTS

PALETTES = Path(__file__).parents[2] / "web" / "src" / "games"
COLOUR = re.compile(r"colour\('[\w-]+', '([^']+)'")


def test_no_bot_is_called_like_a_colour() -> None:
    names = {name for file in PALETTES.glob("*/palette.ts") for name in COLOUR.findall(file.read_text("utf-8"))}
    words = {word.casefold() for name in names for word in name.split()}
    assert len(words) > 20
    assert [bot for bot in BOTS if bot.casefold() in words] == []
