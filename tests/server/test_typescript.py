"""The TypeScript types are those of the structs."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamut import games
from gamut.server.typescript import generate

COMMITTED = Path(__file__).parent.parent.parent / "web" / "src" / "messages.gen.ts"


def test_every_message_and_every_game_has_a_type() -> None:
    text = generate()
    for line in ("export interface View {", "  type: 'take_back'", "  default: boolean | number | string | null"):
        assert line in text
    for game in games.ids():
        assert f"  {game}: " in text
    assert "pause_ms?: number | null" in text, "what the browser may leave out"
    assert text.count("export interface View {") == 1


@pytest.mark.skipif(not COMMITTED.exists(), reason="the front end is not in this checkout")
def test_the_committed_file_is_up_to_date() -> None:
    assert COMMITTED.read_text("utf-8") == generate(), "run: python -m gamut.server.typescript > " + str(COMMITTED)
