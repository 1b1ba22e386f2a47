"""Install packages of games and bots for tests: fast, and without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from gamut.cli.new import write_package
from gamut.engine.game import Setup
from tests.envs.policies import EXAMPLES, write_policy

HERE = Path(__file__).parent


def install(package: Path, to: Path) -> None:
    """Copy a package's sources and write its metadata: name, dependencies and entry points."""
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    if (package / "src").is_dir():
        shutil.copytree(package / "src", to, dirs_exist_ok=True)
    else:
        for file in package.glob("*.py"):
            shutil.copy(file, to)
    info = to / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    dependencies = "".join(f"Requires-Dist: {dependency}\n" for dependency in project["dependencies"])
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n{dependencies}"
    )
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install_all(folder: Path) -> Path:
    """Install the template game, a bot and a broken package; return the folder for PYTHONPATH."""
    site = folder / "site"
    site.mkdir()
    install(write_package("easel", folder), site)
    for name in ("careful", "broken"):
        install(HERE / name, site)
    return site


def install_policies(folder: Path, *setups: Setup) -> tuple[Path, Path]:
    """Install the learning examples and write a policy `ada`, `bea`, … for each setup; return both folders."""
    site, policies = folder / "site", folder / "policies"
    for new_folder in (site, policies):
        new_folder.mkdir()
    install(EXAMPLES, site)
    for name, setup in zip(("ada", "bea", "cleo"), setups, strict=False):
        write_policy(setup, policies / f"{name}.npz", "grid" if setup.game.id == "mixx" else "plain")
    return site, policies


def environment(site: Path) -> dict[str, str]:
    """Return the environment of a process that imports from `site`."""
    paths = filter(None, (str(site), os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "COLUMNS": "100"}


def gamut(site: Path, *words: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process that imports from `site`."""
    command = [sys.executable, "-m", "gamut", *words]
    return subprocess.run(
        command, env=environment(site), cwd=folder, input=typed, capture_output=True, text=True, timeout=300
    )
