"""Pictures of rules pages: up to date, readable, and in the colours and glyphs of the game."""

from __future__ import annotations

import re
import shutil
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.engine.look import PARTS, Colour, all_mixes, contrast, format_number, make_glyph
from gamut.games import mixx
from tools import rules_pictures as pictures
from tools.svg import Sheet, break_lines

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = [
    (game, file.name) for game in games.list_games() for file in sorted((game.folder / "pictures").glob("*.svg"))
]
IDS = [f"{game.id}-{name}" for game, name in PICTURES]
for_games_with_pictures = pytest.mark.parametrize("game", list(dict(PICTURES)), ids=lambda game: game.id)


def colours_of(game: Game) -> list[Colour]:
    return list(import_module(f"tools.rules_pictures.{game.id}").COLOURS.values())


def test_pictures_are_up_to_date() -> None:
    for game in games.list_games():
        assert pictures.find_stale(game) == [], "run `python -m tools.rules_pictures`"


@for_games_with_pictures
def test_every_picture_is_on_the_rules_page_with_a_description(game: Game) -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(pictures/([^)]+)\)", game.rules_page)
    assert sorted(name for _, name in shown) == sorted(pictures.draw(game))
    assert all(len(description) > 20 for description, _ in shown)


def test_changed_pictures_are_found_and_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(mixx.GAME.folder / "look.toml", tmp_path)
    monkeypatch.setitem(mixx.GAME.__dict__, "folder", tmp_path)
    assert pictures.find_stale(mixx.GAME) == sorted(pictures.draw(mixx.GAME))
    assert sorted(pictures.write(mixx.GAME)) == sorted(pictures.draw(mixx.GAME))
    assert pictures.find_stale(mixx.GAME) == []
    (tmp_path / "pictures" / "line.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "pictures" / "old.svg").write_text("<svg/>", "utf-8")
    assert pictures.find_stale(mixx.GAME) == ["line.svg", "old.svg"]
    pictures.write(mixx.GAME)
    assert pictures.find_stale(mixx.GAME) == []


@pytest.mark.parametrize(("game", "name"), PICTURES, ids=IDS)
def test_a_picture_has_a_title_and_all_texts_fit(game: Game, name: str) -> None:
    root = ElementTree.fromstring((game.folder / "pictures" / name).read_text("utf-8"))
    assert root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert len(title.text or "") > 40
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for text in root.findall(f"{SVG}text"):
        size, x, y = (float(str(text.get(key))) for key in ("font-size", "x", "y"))
        text_width = len(text.text or "") * size * (0.62 if text.get("font-weight") else 0.57)  # of a wide font
        left = x - {"start": 0.0, "middle": text_width / 2, "end": text_width}[str(text.get("text-anchor"))]
        assert left >= 0, text.text
        assert left + text_width <= width, text.text
        assert size <= y <= height - 4, text.text


def test_glyphs_use_every_part_and_differ() -> None:
    glyphs = [make_glyph(mix) for mix in all_mixes()]
    assert {part for mix in all_mixes() for part in mix} == set(PARTS)
    assert len(set(glyphs)) == len(glyphs)


# ---------------------------------------------------------------------- the tools


@for_games_with_pictures
def test_inks_and_edges_have_enough_contrast(game: Game) -> None:
    for colour in colours_of(game):
        assert contrast(colour.value, colour.ink) >= 4.5
        assert contrast(colour.edge, "#fafafa") >= 3
        assert contrast(colour.value, colour.tone) >= 3


def test_numbers_are_formatted_and_lines_are_broken() -> None:
    assert [format_number(x) for x in (1, 1.5, -0.001, 2.345, 10.0)] == ["1", "1.5", "0", "2.35", "10"]
    assert break_lines("one two three four", 9) == ["one two", "three", "four"]
    assert break_lines("immeasurable", 3) == ["immeasurable"]


def test_a_sheet_has_a_title_and_escapes_texts() -> None:
    sheet = Sheet(100, 50, "A & B")
    sheet.draw_text(10, 20, "a < b")
    sheet.draw_arrow(0, 0, 10, 0)
    sheet.draw_glyph("k", 5, 5, 16)
    root = ElementTree.fromstring(sheet.finish())
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}text")) == ("A & B", "a < b")
