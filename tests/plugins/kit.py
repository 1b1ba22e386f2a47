"""Packages of games and bots, put where Python finds them: as installed, without a network and in no time."""

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
    """Copy a package's sources and write what an installer would: its name, needs and entry points."""
    about = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    if (package / "src").is_dir():
        shutil.copytree(package / "src", to, dirs_exist_ok=True)
    else:
        for file in package.glob("*.py"):
            shutil.copy(file, to)
    info = to / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    needs = "".join(f"Requires-Dist: {need}\n" for need in about["dependencies"])
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n{needs}"
    )
    lines = []
    for group, entries in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


def install_all(where: Path) -> Path:
    """The model game as `gamut new` writes it, a bot, and a broken package; returns the folder for PYTHONPATH."""
    site = where / "site"
    site.mkdir()
    install(write_package("easel", where), site)
    for name in ("careful", "broken"):
        install(HERE / name, site)
    return site


def install_policies(where: Path, *made_for: Setup) -> tuple[Path, Path]:
    """The learning examples and a policy `ada`, `bea`, … for each setup; returns both folders."""
    site, policies = where / "site", where / "policies"
    for folder in (site, policies):
        folder.mkdir()
    install(EXAMPLES, site)
    for name, setup in zip(("ada", "bea", "cleo"), made_for, strict=False):
        write_policy(setup, policies / f"{name}.npz", "grid" if setup.game.id == "mixx" else "plain")
    return site, policies


def environment(site: Path) -> dict[str, str]:
    """The environment of a process that finds what is installed there."""
    return {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "100"}


def gamut(site: Path, *words: str, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line, in a process that finds what is installed there."""
    command = [sys.executable, "-m", "gamut", *words]
    return subprocess.run(
        command, env=environment(site), cwd=folder, input=typed, capture_output=True, text=True, timeout=300
    )
