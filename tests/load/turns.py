"""`gamut serve` with a clock in its loop: how much processor time it spends before others have their turn.

    python -m tests.load.turns FILE [options of gamut serve]

A busy machine makes every time longer, but not the processor time of a turn: what is long here is the server's own
doing. A line of the file holds a moment and the processor time of the main thread since the clock was last looked
at, in seconds; it is looked at every few milliseconds, and only what took long is noted.
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
from gamut.server import serving

LOOK_SECONDS = 0.002
NOTED_SECONDS = 0.005


async def watch(file: Path) -> None:
    """Look at the clock again and again."""
    with file.open("w") as notes:
        last = time.thread_time()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            now = time.thread_time()
            if now - last > NOTED_SECONDS:
                notes.write(f"{time.monotonic():.3f} {now - last:.4f}\n")
                notes.flush()
            last = time.thread_time()


def longest_turn(file: Path, begin: float) -> float:
    """The longest turn since a moment, in milliseconds."""
    rows = [line.split() for line in file.read_text().splitlines()]
    return 1000 * max((float(took) for at, took in rows if float(at) > begin), default=NOTED_SECONDS)


def main() -> None:
    """Serve, and watch."""
    file, start_up = Path(sys.argv.pop(1)), serving.Server.startup
    watching: list[asyncio.Task[None]] = []

    async def start_and_watch(self: serving.Server, sockets: Any = None) -> None:
        await start_up(self, sockets)
        watching.append(asyncio.create_task(watch(file)))

    with patch.object(serving.Server, "startup", start_and_watch):
        typer.run(serve)


if __name__ == "__main__":
    main()
