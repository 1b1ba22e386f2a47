"""Ctrl+C ends a command at once, whatever native code is at work on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from gamut import cli
from gamut.cli.waiting import wait_for

ENDLESS = """
import sys
import numpy as np
from gamut import cli
from gamut.games import find
from gamut.lab import bench, bulk, perft, simulate

def work_for_ever(*_):
    print("began", file=sys.stderr, flush=True)
    find("mixx").native(bench.spin)(np.ones(1, np.uint64), 10**18)

counted = perft.count_sequences
perft.count_sequences = lambda setup, start, depth: (counted if depth < 2 else work_for_ever)(setup, start, depth)
played = bulk.play_random
simulate.play_random = lambda setup, seed, first, n: (played if first < 2 else work_for_ever)(setup, seed, first, n)
bench.calibration = work_for_ever
shared = simulate._shared

def share(*arguments):
    for batch in shared(*arguments):
        print("began", file=sys.stderr, flush=True)
        yield batch

simulate._shared = share
cli.main()
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["perft", "mixx", "--seed", "1", "--depth", "2"], ["depth  0", "depth  1"]),  # each as it is done
        (["simulate", "mixx", "--games", "100"], []),
        (["simulate", "mixx", "--games", "1000000", "--bots", "greedy"], []),  # in other processes
        (["bench", "mixx"], []),
    ],
    ids=["perft", "simulate", "simulate in processes", "bench"],
)
def test_native_work_is_stopped_at_once(words: list[str], said: list[str]) -> None:
    command = [sys.executable, "-c", ENDLESS, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr
        while "began" not in running.stderr.readline():
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        try:
            out, err = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == cli.INTERRUPTED
    assert "gamut: stopped" in err
    assert "Traceback" not in err
    assert "resource_tracker" not in err
    assert [line[:8] for line in out.splitlines()] == said


def test_what_goes_wrong_is_told_to_whoever_waits() -> None:
    def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        wait_for(fail)
    assert wait_for(os.getpid) == os.getpid()
