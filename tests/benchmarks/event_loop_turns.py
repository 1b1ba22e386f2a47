"""Run `gamut serve` and record how much CPU time single turns of its event loop take.

    python -m tests.benchmarks.event_loop_turns FILE [options of gamut serve]

A busy machine makes every duration longer, but not the CPU time of a turn: what is long here is caused by the server.
A line of the file holds a time and the CPU time of the main thread since the previous check, in seconds; the thread
checks every few milliseconds and records only long turns.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import typer

from gamut.cli.serve import serve
from gamut.server.web import serving

CHECK_INTERVAL_S = 0.002
MIN_RECORDED_S = 0.005


async def record_turns(file: Path) -> None:
    """Record long turns until cancelled."""
    with file.open("w") as lines:
        last = time.thread_time()
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            now = time.thread_time()
            if now - last > MIN_RECORDED_S:
                lines.write(f"{time.monotonic():.3f} {now - last:.4f}\n")
                lines.flush()
            last = time.thread_time()


def longest_turn(file: Path, begin: float) -> float:
    """Return the longest turn since a time, in milliseconds."""
    rows = [line.split() for line in file.read_text().splitlines()]
    return 1000 * max((float(seconds) for time_, seconds in rows if float(time_) > begin), default=MIN_RECORDED_S)


def main() -> None:
    """Serve, and record_turns."""
    file, start_up = Path(sys.argv.pop(1)), serving.Server.startup
    recording: list[asyncio.Task[None]] = []

    async def start_and_record(self: serving.Server, sockets: Any = None) -> None:
        await start_up(self, sockets)
        recording.append(asyncio.create_task(record_turns(file)))

    with patch.object(serving.Server, "startup", start_and_record):
        typer.run(serve)


if __name__ == "__main__":
    main()
