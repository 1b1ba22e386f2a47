"""What other packages add by entry points. One that is broken says so in one line and does the others no harm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from gamut.engine.errors import GamutError, say_error


class BrokenPlugin(GamutError):
    """Something of another package that cannot be used."""


@cache
def entries(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name; of two with the same name the first counts."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        found.setdefault(entry.name, entry)
    return found


@contextmanager
def telling(entry: EntryPoint) -> Iterator[None]:
    """Whatever goes wrong in here is told in one line, as the entry's fault."""
    try:
        yield
    except BrokenPlugin:
        raise
    except (Exception, SystemExit) as e:
        raise broken(entry, say_error(e)) from e


def load(entry: EntryPoint) -> Any:
    """What an entry point names."""
    with telling(entry):
        return entry.load()


def broken(entry: EntryPoint, why: str) -> BrokenPlugin:
    """The error that says whose entry cannot be used, and why."""
    package = f"the package {entry.dist.name}" if entry.dist else "another package"
    return BrokenPlugin(f"{entry.name} ({entry.value}) of {package} cannot be used: {why}")
