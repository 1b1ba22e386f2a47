"""`start.py`, without installing anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import start

ROOT = Path(__file__).parents[2]


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, ROOT / "start.py", *args], capture_output=True, text=True)


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help(option: str) -> None:
    assert "python3 start.py test" in run(option).stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chess"], "unknown task 'chess'; the tasks are: play, check, test, types, "),
        (["check", "all"], "the task check takes no arguments: all"),
    ],
)
def test_invalid_arguments(args: list[str], message: str) -> None:
    process = run(*args)
    assert process.returncode == 1
    assert process.stderr.startswith(message)


def test_background_jobs_react_to_ctrl_c() -> None:
    program = """
import signal, subprocess, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does for a background job
import start
start.install = lambda: None
start.play = lambda args: subprocess.call([sys.executable, "-c", args[0]])
sys.argv = ["start.py", "play", "import signal; print(signal.getsignal(signal.SIGINT))"]
start.main()
"""
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert "default_int_handler" in process.stdout, process.stderr


def test_a_command_that_does_not_end_is_killed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = "import time; print('begun', flush=True); time.sleep(1000)"
    monkeypatch.setattr(start, "find_program", lambda command, env: [sys.executable, "-c", program])
    failed: list[str] = []
    start.run("web", ["npm", "test"], dict(os.environ), failed, time.monotonic() + 3, capture=True)
    assert failed == ["web: npm test"]
    assert "begun\n── web did NOT END and was killed" in capsys.readouterr().out


def test_postgresql_is_installed_only_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(subprocess, "call", lambda command, **_: commands.append(command))
    monkeypatch.setattr(start, "can_use_apt", lambda: True)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/initdb")
    start.ensure_postgres()
    assert commands == []
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(start, "POSTGRES_PROGRAMS", "/nowhere/*")
    start.ensure_postgres()
    assert [command[-1].split()[-1] for command in commands] == ["postgresql"]
    monkeypatch.setattr(start, "can_use_apt", lambda: False)
    start.ensure_postgres()
    assert len(commands) == 1


def test_the_summary_says_so_if_postgresql_is_missing(tmp_path: Path) -> None:
    (tmp_path / "without_postgres.py").write_text(
        "import tests.support.postgres\ntests.support.postgres.find_binaries = lambda: None\n"
    )
    test = "tests/server/test_database_faults.py::test_the_session_of_a_failed_connection_ends"
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    env.pop("GAMUT_TEST_DATABASE", None)
    command = [sys.executable, "-m", "pytest", "-p", "without_postgres", "-n", "0", test]
    output = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env).stdout
    assert "1 tests DID NOT RUN on PostgreSQL" in output
    assert "1 passed, 1 skipped" in output
