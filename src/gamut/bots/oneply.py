"""Looking one action ahead over redealt copies, then at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.bots.playout import finish
from gamut.engine.chance import seed

SLOTS = ("legal", "play", "redeal")
if TYPE_CHECKING:
    from gamut.engine.slots import legal, play, redeal

U = np.uint64


def sample(
    t: Any, root: Any, s: Any, me: int, first: int, n: int, depth: int, r: Any,
    own: Any, acts: Any, visits: Any, totals: Any, rewards: Any, standing: Any,
) -> None:  # fmt: skip
    """Samples `first` … `first + n − 1`: the legal actions in turn, each followed by `depth` random steps."""
    many = legal(t[0], root[0], me, own)
    for i in range(first, first + n):
        k = i % many
        seed(r, r[1], U(i // many))  # every action meets the same redeals
        s[0] = root[0]
        redeal(t[0], s[0], me, r)
        play(t[0], s[0], me, own[k])
        finish(t[0], s[0], r, acts, acts, -1, depth, rewards, standing)
        visits[k] += 1
        totals[k] += rewards[me]
