"""Helper functions with the names of other modules' helpers: binding must keep them apart."""

from __future__ import annotations


def helper(x: int) -> int:
    return x + 2000


def outer(x: int) -> int:
    return helper(x)
