"""How commands speak: results on standard output, everything else on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


def print_json(thing: Any) -> None:
    """One object and nothing else."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(thing), indent=2).decode() + "\n")


@contextmanager
def progress(total: int, what: str) -> Iterator[Any]:
    """A bar on standard error; yields the function that moves it on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.advance(task, done)


@contextmanager
def tell_compiling(title: str) -> Iterator[None]:
    """While native code has to be compiled (once on a machine), say so and count."""
    from gamut.engine.bind import compiling

    with err.status("") as status:
        status.stop()

        def tell(name: str, so_far: int) -> None:
            status.update(f"Compiling {title} for this machine, once: {so_far} functions so far ({name})")
            status.start()

        with compiling(tell):
            yield
