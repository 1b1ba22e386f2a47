"""Built files are cached for ever, pages are not, and nothing outside the folder is served."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import cast

import pytest

from gamut import games
from gamut.engine.game import Game
from gamut.server import messages as m
from gamut.server.app import make_app
from gamut.server.catalogue import render_rules
from gamut.server.hub import Hub
from gamut.server.pages import HEADERS, Build, Pages, read_build
from gamut.server.storage import Storage
from tests.server import kit


def get(pages: Pages, path: str) -> tuple[int, dict[str, str], bytes]:
    return asyncio.run(kit.get(pages, path))


def test_caching(tmp_path: Path) -> None:
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


def test_a_missing_front_end_is_said_clearly(tmp_path: Path) -> None:
    status, _, body = get(Pages(tmp_path / "none"), "/")
    assert status == 503
    assert b"have not been built" in body


def test_pages_that_are_built_while_the_server_runs_are_served(tmp_path: Path) -> None:
    static = tmp_path / "static"

    async def work() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), kit.FAST, threads=1, static=static)
        app, house = make_app(hub), kit.House(hub)
        status, headers, body = await kit.get(app, "/")
        assert status == 503
        assert b"have not been built" in body
        table = await house.open("me", "here")
        assert (await house.join(table, 0)).welcome.build == ""
        static.mkdir()
        (static / "index.html").write_text("<!doctype html><title>Gamut</title>")
        (static / "build.json").write_text(json.dumps({"build": "5f0c"}))
        status, headers, body = await kit.get(app, "/")
        assert (status, headers["cache-control"]) == (200, "no-cache")
        assert b"<title>Gamut</title>" in body
        assert all(headers[name.lower()] == value for name, value in HEADERS.items())
        late = await house.join(table, 1)
        assert late.welcome.build == "5f0c"
        hub.say_goodbye()
        await late.until(lambda: isinstance(late.heard[-1], m.Bye))
        await asyncio.to_thread(hub.close)

    kit.run(work())


def test_the_build_of_the_pages_is_read_anew_each_time(tmp_path: Path) -> None:
    assert read_build(tmp_path) == Build()
    for content, build in (
        ('{"build": "5f0c"}', Build("5f0c")),
        ('{"build": "77aa", "tables": ["mixx"]}', Build("77aa", frozenset({"mixx"}))),
        ("{", Build()),
        ("[]", Build()),
    ):
        (tmp_path / "build.json").write_text(content)
        assert read_build(tmp_path) == build


def test_a_game_is_drawn_as_text_unless_the_pages_have_a_table_for_it(tmp_path: Path) -> None:
    static = tmp_path / "static"
    static.mkdir()

    async def work() -> None:
        hub = Hub(Storage(f"sqlite:///{tmp_path / 'tables.sqlite'}"), kit.FAST, threads=1, static=static)
        house = kit.House(hub)
        plain = await house.join(await house.open("me", "easy"), 0)
        seen = (await plain.sees(lambda v: v.legal)).drawing
        assert seen.startswith("Round 1: ")
        assert "\x1b" not in seen
        (static / "build.json").write_text(json.dumps({"build": "5f0c", "tables": ["mixx"]}))
        drawn = await house.join(await house.open("me", "easy"), 0)
        assert (await drawn.sees(lambda v: v.legal)).drawing == ""
        await asyncio.to_thread(hub.close)

    kit.run(work())


def test_rules_cannot_smuggle_html(tmp_path: Path) -> None:
    class Fake:
        id = "fake"
        title = "Fake"
        rules_page = (
            "# Rules\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **bold**\n\n| a |\n|---|\n| b |\n"
        )

    page = render_rules(cast(Game, Fake()))
    assert page
    assert "<script" not in page.html
    assert "javascript:" not in page.html.replace("[x](javascript:alert(1))", "")
    assert "<strong>bold</strong>" in page.html
    assert "<table>" in page.html


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_the_pictures_of_rules_are_served(tmp_path: Path, game: Game) -> None:
    page = render_rules(game)
    assert page
    shown = re.findall(r'<img src="\./([^"]+)" alt="[^"]{20,}" loading="lazy"', page.html)
    assert shown
    assert len(shown) == page.html.count("<img")

    async def test(house: kit.House) -> None:
        app = make_app(house.hub)
        for address in shown:
            status, headers, body = await kit.get(app, f"/{address}")
            assert (status, headers["content-type"]) == (200, "image/svg+xml")
            assert body.startswith(b"<svg")
        for name in ("none.svg", "..%2FRULES.md", "../RULES.md", "%2e%2e/RULES.md"):
            assert (await kit.get(app, f"/api/games/{game.id}/pictures/{name}"))[0] == 404

    kit.in_house(tmp_path, test)
