"""The key of a numbered game of a run, as bytes: the same deal in bulk play and at a table."""

from __future__ import annotations

import numpy as np

from gamut.engine.chance import key_from


class _Holder:
    def __init__(self) -> None:
        self.key = [np.uint64(0)] * 3


def game_key(seed: int, number: int) -> bytes:
    """What `key_from` puts into the record, for `Table(setup, key)`."""
    holder = _Holder()
    with np.errstate(over="ignore"):
        key_from(holder, np.uint64(seed), np.uint64(number))
    return b"".join(int(word).to_bytes(8, "little") for word in holder.key[:2])
