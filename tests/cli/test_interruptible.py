"""Ctrl+C stops every long command at once, even while native code runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from gamut import cli
from gamut.cli.interruptible import run_interruptible

# runs `gamut`, whose worker thread prints "started" when native code is about to run
PROGRAM = """
import sys
from contextlib import contextmanager
from gamut import cli

def report_start():
    print("started", file=sys.stderr, flush=True)

def run_reporting(work):
    def report_and_work():
        report_start()
        return work()
    return run(report_and_work)

@contextmanager
def show_no_progress(total, description):
    games = []
    def advance(n):
        games.append(n)
        if sum(games) > 2:  # the first two are played before the rest is shared among threads or processes
            report_start()
    yield advance

run = cli.bench.run_interruptible
cli.bench.run_interruptible = cli.perft.run_interruptible = run_reporting
cli.simulate.show_progress = show_no_progress
cli.main()
"""


@pytest.fixture
def default_sigint() -> Iterator[None]:
    """Handle SIGINT as in the foreground: children of a background job inherit that it is ignored."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.mark.usefixtures("default_sigint")
@pytest.mark.parametrize(
    ("args", "n_starts"),
    [
        (["perft", "mixx", "--seed", "1", "--depth", "64"], 10),  # depth 9 takes seconds
        (["simulate", "mixx", "--games", "10000000"], 1),
        (["simulate", "mixx", "--games", "1000000", "--bots", "greedy"], 1),
        (["bench", "mixx"], 1),
    ],
    ids=["perft", "simulate in threads", "simulate in processes", "bench"],
)
def test_ctrl_c_stops_native_code(args: list[str], n_starts: int) -> None:
    command = [sys.executable, "-c", PROGRAM, *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout
        try:
            while n_starts:
                line = process.stdout.readline()
                assert line, "the command ended before it was interrupted"
                n_starts -= line == "started\n"
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == cli.INTERRUPTED
    assert "gamut: interrupted" in output
    assert "Traceback" not in output
    assert "resource_tracker" not in output


def test_result_and_error_of_the_work() -> None:
    def fail() -> None:
        raise ValueError("no")

    assert run_interruptible(os.getpid) == os.getpid()
    with pytest.raises(ValueError, match="no"):
        run_interruptible(fail)
