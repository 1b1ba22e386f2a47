"""What time it is: for what is stored, and for what is told to browsers."""

from __future__ import annotations

import time


def read_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
