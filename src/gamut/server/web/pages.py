"""The built web pages as static files."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[2] / "static"
COMPRESSED_SUFFIXES = (".html", ".js", ".css", ".svg", ".json", ".webmanifest")
PAGES_MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gamut</title></head><body>
<h1>Gamut</h1>
<p>The server is running, but this installation does not contain its web pages.</p>
<p>Install the package again without <code>GAMUT_SKIP_FRONTEND</code>, or run <code>npm ci</code> and
<code>npm run build</code> in the folder <code>web</code> of a checkout; then reload this page.</p>
</body></html>
"""


class Build(msgspec.Struct):
    """The content of `build.json`."""

    digest: str = ""  # a digest of the sources: pages of another build reload
    games_with_table: frozenset[str] = frozenset()  # the games whose table the pages can draw


def read_build(folder: Path) -> Build:
    """Return the build in a folder; an empty one if there are no pages."""
    try:
        return msgspec.json.decode((folder / "build.json").read_bytes(), type=Build)
    except (OSError, msgspec.MsgspecError):
        return Build()


class Pages(StaticFiles):
    """Serves the pages. Built files have a hash in their name and never change; pages are revalidated."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.folder = folder

    async def check_config(self) -> None:
        """Check nothing: the pages may be built while the server runs."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or a page that explains how to build the pages."""
        if not (self.folder / "index.html").is_file():
            if path not in (".", "index.html"):
                raise HTTPException(404)
            return HTMLResponse(PAGES_MISSING, 503, {"Cache-Control": "no-store"})
        response = await super().get_response(path, scope)
        built = os.path.normpath(path).startswith("assets" + os.sep) and response.status_code in (200, 304)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if built else "no-cache"
        return compress_response(response, Headers(scope=scope))


def compress_response(response: Response, request: Headers) -> Response:
    """Return a text file compressed, once for all clients that accept that; other responses as they are."""
    if not isinstance(response, FileResponse) or Path(response.path).suffix not in COMPRESSED_SUFFIXES:
        return response
    if "gzip" not in request.get("accept-encoding", "") or "range" in request:
        return response
    content = compress_file(str(response.path), os.stat(response.path).st_mtime_ns)
    kept = {name: response.headers[name] for name in ("etag", "last-modified", "cache-control")}
    headers = {**kept, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(content, response.status_code, headers, response.media_type)


@lru_cache(maxsize=256)
def compress_file(path: str, changed_ns: int) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)
