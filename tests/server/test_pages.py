"""Built assets are cached, pages are not, and nothing outside the folder is served."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import zlib
from pathlib import Path
from typing import cast

import pytest
from rich.style import Style

from gamut import games
from gamut.engine.game import Game
from gamut.server.tables.rendering import make_span
from gamut.server.tables.rules_html import render_rules
from gamut.server.web.app import make_app
from gamut.server.web.pages import Build, Pages, read_build
from gamut.server.wire import messages as m
from gamut.server.wire.request_guard import SECURITY_HEADERS
from tests.server import in_process_server
from tests.server.in_process_server import InProcessServer, async_test, open_server, server_test


def get(pages: Pages, path: str) -> tuple[int, dict[str, str], bytes]:
    return asyncio.run(in_process_server.get(pages, path))


def test_assets_are_cached_and_pages_are_not(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Gamut</title>")
    (tmp_path / "assets" / "app-1234.js").write_text("1")
    pages = Pages(tmp_path)
    status, headers, body = get(pages, "/")
    assert (status, headers["cache-control"]) == (200, "no-cache")
    assert b"Gamut" in body
    status, headers, _ = get(pages, "/assets/app-1234.js")
    assert status == 200
    assert "immutable" in headers["cache-control"]
    for path in ("/assets/gone.js", "/../secret", "/assets/../../secret", "/nowhere"):
        (tmp_path.parent / "secret").write_text("secret")
        status, headers, body = get(pages, path)
        assert status == 404
        assert b"secret" not in body


@server_test()
async def test_large_responses_are_compressed_once(
    server: InProcessServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "index.html").write_text("<!doctype html><title>Gamut</title>" * 100)
    server.hub.static = tmp_path / "pages"
    table = await server.open_table("easy", "easy", stock=3, motifs=4)
    watch = await server.join(table)
    await watch.wait_for_view(lambda v: v.result)
    app, paths = make_app(server.hub), ["/", *(f"/api/tables/{table.table}/{name}" for name in ("actions", "replay"))]
    plain = [(await in_process_server.get(app, path))[2] for path in paths]
    compressed = [(await in_process_server.get(app, path, accept_encoding="gzip"))[2] for path in paths]
    assert [gzip.decompress(content) for content in compressed] == plain
    monkeypatch.setattr(gzip, "compress", None)
    monkeypatch.setattr(zlib, "compressobj", None)
    for path, content in zip(paths, compressed, strict=True):
        status, headers, again = await in_process_server.get(app, path, accept_encoding="gzip")
        assert (status, again, headers["content-encoding"]) == (200, content, "gzip")
    status, headers, _ = await in_process_server.get(app, "/", accept_encoding="gzip", range="bytes=0-9")
    assert (status, "content-encoding" in headers) == (206, False)


def test_missing_pages_are_reported(tmp_path: Path) -> None:
    status, _, body = get(Pages(tmp_path / "none"), "/")
    assert status == 503
    assert b"does not contain its web pages" in body


@async_test
async def test_pages_built_while_the_server_runs_are_served(tmp_path: Path) -> None:
    static = tmp_path / "static"
    async with open_server(tmp_path, static=static) as server:
        app = make_app(server.hub)
        status, headers, body = await in_process_server.get(app, "/")
        assert status == 503
        assert b"does not contain its web pages" in body
        table = await server.open_table("me", "here")
        assert (await server.join(table, 0)).welcome.build == ""
        static.mkdir()
        (static / "index.html").write_text("<!doctype html><title>Gamut</title>")
        (static / "build.json").write_text(json.dumps({"digest": "5f0c"}))
        status, headers, body = await in_process_server.get(app, "/")
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert b"<title>Gamut</title>" in body
        assert all(headers[name.lower()] == value for name, value in SECURITY_HEADERS.items())
        late = await server.join(table, 1)
        assert late.welcome.build == "5f0c"
        server.hub.close_rooms()
        await late.wait_until(lambda: isinstance(late.received[-1], m.Goodbye))


def test_the_build_file_is_read_each_time(tmp_path: Path) -> None:
    assert read_build(tmp_path) == Build()
    for content, build in (
        ('{"digest": "5f0c"}', Build("5f0c")),
        ('{"digest": "77aa", "games_with_table": ["mixx"]}', Build("77aa", frozenset({"mixx"}))),
        ("{", Build()),
        ("[]", Build()),
    ):
        (tmp_path / "build.json").write_text(content)
        assert read_build(tmp_path) == build


def test_text_keeps_its_styles() -> None:
    bright = Style(color="#102030", bgcolor="red", bold=True)
    assert make_span("x", bright) == m.TextSpan("x", "#102030", "#800000", True)
    assert make_span("x", Style(reverse=True, color="#102030")) == m.TextSpan("x", "#000000", "#102030")
    assert make_span("x", Style(dim=True)) == m.TextSpan("x", dim=True)
    assert make_span("x", None) == m.TextSpan("x")


@async_test
async def test_a_text_view_is_sent_unless_the_pages_can_draw_the_game(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()
    async with open_server(tmp_path, static=static) as server:
        client = await server.join(await server.open_table("me", "easy"), 0)
        text = (await client.wait_for_view(lambda v: v.legal)).text_view
        assert text[0][0].text.startswith("Round 1: ")
        assert not any("\x1b" in span.text for line in text for span in line)
        (static / "build.json").write_text(json.dumps({"digest": "5f0c", "games_with_table": ["mixx"]}))
        client = await server.join(await server.open_table("me", "easy"), 0)
        assert (await client.wait_for_view(lambda v: v.legal)).text_view == []


def html_of(page: m.RulesPage) -> str:
    return page.intro + "".join(section.html for section in page.sections)


class Fake:
    id = "fake"
    title = "Fake"

    def __init__(self, rules_page: str) -> None:
        self.rules_page = rules_page


def render(rules_page: str) -> m.RulesPage:
    page = render_rules(cast(Game, Fake(rules_page)))
    assert page
    return page


def test_html_in_rules_is_escaped() -> None:
    html = html_of(render("# Rules\n\n<script>alert(1)</script>\n\n## 1 <b>\n\n[x](javascript:alert(1)) **bold**\n"))
    assert "<script" not in html
    assert "javascript:" not in html.replace("[x](javascript:alert(1))", "")
    assert "<strong>bold</strong>" in html


def test_rules_are_split_into_sections() -> None:
    page = render("# Rules\n\nBy me.\n\n## In short\n\nMix.\n\n### Not\n\n## 2. Your *turn*\n\nEnd.\n")
    assert page.intro == "<p>By me.</p>\n"
    assert [(s.id, s.title) for s in page.sections] == [("in-short", "In short"), ("your-turn", "2. Your turn")]
    assert [s.html for s in page.sections] == ["<p>Mix.</p>\n<h3>Not</h3>\n", "<p>End.</p>\n"]
    assert not page.has_rulings


def test_rules_without_sections_are_an_introduction() -> None:
    page = render("Mix.\n")
    assert (page.intro, page.sections) == ("<p>Mix.</p>\n", [])


def test_own_rulings_are_marked() -> None:
    page = render("## 1 Turn\n\nYou may stop early.\n*(our ruling)* It says *(our ruling)*-free.\n")
    html = page.sections[0].html
    assert page.has_rulings
    assert html.count('aria-label="our ruling"') == 2
    assert "early.<span" in html
    assert "(our ruling)" not in html


def test_the_page_explains_the_mark_itself() -> None:
    page = render("## 1 Turn\n\n![Turn](a.svg)\n\n*(our ruling)* marks\nours.\n\nStop. *(our ruling)*\n")
    html = page.sections[0].html
    assert "marks" not in html
    assert "<p>Stop.<span" in html
    assert html.count("<p>") == 2


def test_cells_of_tables_name_their_columns() -> None:
    html = html_of(render("| card | stars |\n|---|---|\n| Kermes | 5 |\n| Weld | 2 |\n"))
    assert html.count('data-label="card"') == html.count('data-label="stars"') == 2
    assert html.count('role="row"') == 3
    assert html.count('role="cell"') == 4
    assert '<td role="cell" data-label="stars">5</td>' in html


def test_numbers_of_clauses_are_marked() -> None:
    html = html_of(render("**1.1** Mix.\n\n- **1.2** Twice, with **2** cards.\n"))
    assert html.count('<strong class="clause">') == 2
    assert "<strong>2</strong>" in html


@pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)
@server_test()
async def test_the_pictures_of_rules_are_served(server: InProcessServer, game: Game) -> None:
    page = render_rules(game)
    assert page
    html = html_of(page)
    shown = re.findall(r'<img src="\./([^"]+)" alt="[^"]{20,}" loading="lazy"', html)
    assert shown
    assert len(shown) == html.count("<img")
    app = make_app(server.hub)
    for address in shown:
        status, headers, body = await in_process_server.get(app, f"/{address}")
        assert (status, headers["content-type"]) == (200, "image/svg+xml")
        assert body.startswith(b"<svg")
    for name in ("none.svg", "..%2FRULES.md", "../RULES.md", "%2e%2e/RULES.md"):
        assert (await in_process_server.get(app, f"/api/games/{game.id}/pictures/{name}"))[0] == 404
