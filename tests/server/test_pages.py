"""Built files are cached for ever, pages are not, and nothing outside the folder is served."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from gamut.server.catalogue import rules
from gamut.server.pages import Pages


def get(pages: Pages, path: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[Any] = []

    async def receive() -> Any:
        return await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": b"", "headers": [],
    }  # fmt: skip

    async def work() -> None:
        from starlette.exceptions import HTTPException

        try:
            await pages(scope, receive, send)
        except HTTPException as e:
            sent.append({"status": e.status_code, "headers": []})

    asyncio.run(work())
    headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], headers, b"".join(x.get("body", b"") for x in sent)


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


def test_rules_cannot_smuggle_html(tmp_path: Path) -> None:
    class Fake:
        title = "Fake"
        rules_page = (
            "# Rules\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) **bold**\n\n| a |\n|---|\n| b |\n"
        )

    page = rules(Fake())
    assert page
    assert "<script" not in page.html
    assert "javascript:" not in page.html.replace("[x](javascript:alert(1))", "")
    assert "<strong>bold</strong>" in page.html
    assert "<table>" in page.html
