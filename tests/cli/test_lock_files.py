"""The lock files from which `start.py` installs fit pyproject.toml, and every file in them has a hash."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import start

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
INNER_CLASSES = ("numba", "uvicorn", "websockets")  # used by our code


def read_lock(name: str) -> dict[str, list[tuple[Requirement, int]]]:
    """Return the locked requirements by name, each with its number of hashes."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8").replace("\\\n", " ")
    locked: dict[str, list[tuple[Requirement, int]]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            requirement, *hashes = line.split("--hash=")
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", value.strip()) for value in hashes), line
            parsed = Requirement(requirement)
            locked.setdefault(canonicalize_name(parsed.name), []).append((parsed, len(hashes)))
    return locked


def list_required(name: str) -> list[Requirement]:
    """Return what a lock file must contain."""
    extras = PROJECT["project"]["optional-dependencies"]
    texts = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]
    if name == "test":
        texts += [*extras["test"], *extras["docs"], *extras["cuda"]]
    return [Requirement(text) for text in texts if not text.startswith("gamut-games")]


@pytest.mark.parametrize("name", ["play", "test"])
def test_a_lock_file_has_an_exact_version_with_hashes_of_everything(name: str) -> None:
    locked = read_lock(name)
    for requirement, n_hashes in (entry for entries in locked.values() for entry in entries):
        assert n_hashes > 0, requirement
        assert [spec.operator for spec in requirement.specifier] == ["=="], requirement
        assert not requirement.url
    for requirement in list_required(name):
        entries = locked[canonicalize_name(requirement.name)]
        for entry, _ in entries:
            version = next(iter(entry.specifier)).version
            assert requirement.specifier.contains(version), f"{entry} does not fit {requirement}; run tools.lock"


def test_the_tests_run_with_the_versions_that_players_have() -> None:
    tests = read_lock("test")
    for name, entries in read_lock("play").items():
        assert {entry.specifier for entry, _ in entries} <= {entry.specifier for entry, _ in tests[name]}, name


def test_lock_files_name_no_registry() -> None:
    for file in (ROOT / "requirements").iterdir():
        assert not re.search(r"://|--(extra-)?index|--find-links", file.read_text("utf-8")), file


def test_libraries_whose_inner_classes_are_used_have_an_upper_bound() -> None:
    required = {requirement.name: requirement for requirement in list_required("play")}
    for name in INNER_CLASSES:
        assert any(spec.operator == "<" for spec in required[name].specifier), name


def test_start_installs_only_what_is_locked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(start, "VENV", tmp_path)
    monkeypatch.setattr(start, "PYTHON", tmp_path)
    monkeypatch.setattr(subprocess, "call", lambda command, **_: commands.append(command))
    for tests in (False, True):
        start.install(tests)
        start.install(tests)
    assert len(commands) == 4, "once for each task"
    for locked, package in (commands[:2], commands[2:]):
        assert "--require-hashes" in locked
        assert {"--no-deps", "--no-build-isolation"} <= set(package)
    assert [Path(commands[k][-1]).name for k in (0, 2)] == ["play.txt", "test.txt"]
