"""Looking one action ahead over redealt copies, then at random."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.bots.playout import finish
from gamut.engine.chance import seed
from gamut.engine.verbs import legal, play, redeal

U = np.uint64


def sample(
    c: Any, root: Any, s: Any, me: int, first: int, n: int, depth: int, r: Any,
    own: Any, acts: Any, work: Any, visits: Any, totals: Any, rewards: Any, standing: Any,
) -> None:  # fmt: skip
    """Samples `first` … `first + n − 1`: the legal actions in turn, each followed by `depth` random steps."""
    many = legal(c[0], root[0], me, own)
    for i in range(first, first + n):
        k = i % many
        seed(r, r[1], U(i // many))  # every action meets the same redeals
        s[0] = root[0]
        redeal(c[0], s[0], me, r)
        play(c[0], s[0], me, own[k])
        finish(c[0], s[0], r, acts, acts, work, -1, depth, rewards, standing)
        visits[k] += 1
        totals[k] += rewards[me]
