"""Output of commands: results go to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

MAX_MESSAGE_LENGTH = 2000
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def make_printable(text: str) -> str:
    """Return a message as one line of bounded length that cannot control the terminal: it may quote a file."""
    line = "".join(c if c.isprintable() else " " for c in text)
    return line if len(line) <= MAX_MESSAGE_LENGTH else f"{line[:MAX_MESSAGE_LENGTH]} …"


@contextmanager
def show_progress(total: int, description: str) -> Iterator[Any]:
    """Show a progress bar; yield the function that advances it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(description, total=total)
        yield lambda n: bar.advance(task, n)


@contextmanager
def show_compiling(title: str) -> Iterator[None]:
    """Show a status line while native code is compiled inside the `with` block."""
    from gamut.engine.bind import report_compiling

    with err.status("") as status:
        status.stop()

        def show(function: str, compiled: int) -> None:
            status.update(f"Compiling {title} (only once on this machine): function {compiled} ({function})")
            status.start()

        with report_compiling(show):
            yield
