"""Every field that is sent to clients is read by one of them: by the pages, or by the terminal view of its game.

The check compares names, so a field that shares its name with another one in the same folder may escape it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.server.wire.typescript import WEB, generate_game, generate_protocol

pytestmark = pytest.mark.skipif(not WEB.is_dir(), reason="the front end is not in this checkout")

READ_ELSEWHERE = {
    "Moment.text",  # by the frame, which shows the moment of any game
    "Outcome.winner",  # by the log of Chroma Mix, for the moment at the end
    "Piece.needed_in",  # by texts of Chroma Mix about what a victory needs
}


def list_fields(generated: str) -> Iterator[tuple[str, str]]:
    """Yield each field of the generated interfaces, with the name of its interface."""
    for interface, body in re.findall(r"^export interface (\w+) \{\n(.*?)^\}", generated, re.MULTILINE | re.DOTALL):
        for field in re.findall(r"^  (\w+)\??:", body, re.MULTILINE):
            yield interface, field


def read_sources(folder: Path) -> str:
    """Return the pages' sources in a folder, without tests and generated files."""
    files = [path for suffix in ("ts", "svelte") for path in folder.rglob(f"*.{suffix}")]
    return "\n".join(p.read_text("utf-8") for p in files if not p.name.endswith((".test.ts", ".gen.ts")))


def list_names(source: str) -> set[str]:
    """Return the names that a source reads or sets: `.name`, `{ name }`, `{ name: … }`, `'name'`."""
    return {
        *re.findall(r"\.(\w+)", source),
        *re.findall(r"[{,]\s*(\w+)(?=\s*[,:}=])", source),
        *re.findall(r"'(\w+)'", source),
    }


def find_unused(generated: str, names: set[str]) -> list[str]:
    fields = [f"{interface}.{field}" for interface, field in list_fields(generated) if field not in names]
    return [field for field in fields if field not in READ_ELSEWHERE]


def test_the_pages_read_every_field_of_the_messages() -> None:
    assert find_unused(generate_protocol(), list_names(read_sources(WEB))) == []


@pytest.mark.parametrize(
    "game", [game for game in games.list_games() if (WEB / "games" / game.id).is_dir()], ids=lambda game: game.id
)
def test_a_client_reads_every_field_of_a_view(game: Game) -> None:
    names = list_names(read_sources(WEB / "games" / game.id))
    names |= set(re.findall(r"\.(\w+)", (game.folder / "terminal.py").read_text("utf-8")))
    assert find_unused(generate_game(game), names) == []


def test_an_unused_field_is_found() -> None:
    generated = "export interface View {\n  /** from 1 */\n  round: number\n  deck?: string[]\n  turn: number\n}\n"
    assert find_unused(generated, list_names("const { round } = view; view.deck")) == ["View.turn"]
