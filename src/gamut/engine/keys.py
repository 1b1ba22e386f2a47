"""The key of a numbered game of a run, as bytes: the same deal in bulk play and at a table."""

from __future__ import annotations

import numpy as np

from gamut.engine.chance import key_from
from gamut.engine.record import new, words
from gamut.engine.seeds import check_seed
from gamut.engine.strict import strict


class _OnlyKey:
    key = words(3)


def game_key(seed: int, number: int) -> bytes:
    """What `key_from` puts into the record, for `Table(setup, key)`."""
    check_seed(seed)
    record = new(_OnlyKey)
    with np.errstate(over="ignore"):
        key_from(strict(record), np.uint64(seed), np.uint64(number))
    return record["key"][0, :2].astype("<u8").tobytes()
