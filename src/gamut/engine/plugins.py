"""Plug-ins: games and bots of other packages, found by entry points. A broken plug-in does not harm the others."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from gamut.engine.errors import GamutError, format_error


class BrokenPlugin(GamutError):
    """A plug-in that cannot be used."""


@cache
def find_entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name; of two with the same name the first counts."""
    by_name: dict[str, EntryPoint] = {}
    for entry in entry_points(group=group):
        by_name.setdefault(entry.name, entry)
    return by_name


@contextmanager
def blame_plugin(entry: EntryPoint) -> Iterator[None]:
    """Turn any error inside the `with` block into a BrokenPlugin error that names the plug-in."""
    try:
        yield
    except BrokenPlugin:
        raise
    except (Exception, SystemExit) as e:
        raise plugin_error(entry, format_error(e)) from e


def load_plugin(entry: EntryPoint) -> Any:
    """Load the object that an entry point names."""
    with blame_plugin(entry):
        return entry.load()


def plugin_error(entry: EntryPoint, why: str) -> BrokenPlugin:
    """Return an error that says which package's entry point cannot be used, and why."""
    package = f"the package {entry.dist.name}" if entry.dist else "another package"
    return BrokenPlugin(f"{entry.name} ({entry.value}) of {package} cannot be used: {why}")
