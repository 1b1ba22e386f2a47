"""The built front end as files, and the headers that keep pages safe."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent.parent / "static"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
        "object-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Gamut</title></head><body>
<h1>Gamut</h1>
<p>The server runs, but its pages have not been built into this installation.</p>
<p>Install the package again without <code>GAMUT_SKIP_FRONTEND</code>, or run <code>npm ci</code> and
<code>npm run build</code> in the folder <code>web</code> of a checkout, then load this page again.</p>
</body></html>
"""


class Build(msgspec.Struct):
    """What `build.json` says."""

    build: str = ""  # a digest of the sources: a page of another build loads itself anew
    tables: frozenset[str] = frozenset()  # the games that have a table of their own


def read_build(folder: Path) -> Build:
    """What the pages say about themselves; nothing if they are not there."""
    try:
        return msgspec.json.decode((folder / "build.json").read_bytes(), type=Build)
    except (OSError, msgspec.MsgspecError):
        return Build()


class Pages(StaticFiles):
    """The front end. Built files have their content's hash in the name and never change; pages are asked anew."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self.folder = folder

    async def check_config(self) -> None:
        """Nothing to check: a missing front end gets a page of its own, and may be built while we run."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or a clear page when there are no files at all."""
        if not (self.folder / "index.html").is_file():
            if path not in (".", "index.html"):
                raise HTTPException(404)
            return HTMLResponse(MISSING, 503, {"Cache-Control": "no-store"})
        response = await super().get_response(path, scope)
        built = os.path.normpath(path).startswith("assets" + os.sep) and response.status_code in (200, 304)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if built else "no-cache"
        return response
