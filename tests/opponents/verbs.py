"""The verbs of version 0.2 that only bots used, as slots."""

from __future__ import annotations

from typing import Any

from gamut.engine.bind import slot


@slot
def guide(c: Any, s: Any, seat: int, actions: Any, n: int, out: Any, scratch: Any) -> None:
    """Write an integer weight of at least 1 for each of the `n` legal actions."""


@slot
def value(c: Any, s: Any, out: Any, scratch: Any) -> None:
    """Write each seat's expected share of the win."""


@slot
def quiescent(c: Any, s: Any) -> bool:  # type: ignore[empty-body]
    """Return whether `value` is reliable here."""
