"""A bot in a package of its own: one action ahead, over some redealt copies."""

from __future__ import annotations

import gamut
from gamut.bots import UnknownBot

DEPTHS = {"": 4, "deep": 12}


class Careful(gamut.Bot):
    """Takes what leaves the best share of the victory; `careful:deep` looks at more copies."""

    def __init__(self, setup: gamut.Setup, argument: str = "") -> None:
        super().__init__(setup, argument)
        if argument not in DEPTHS:
            raise UnknownBot(f"'careful:{argument}' is no bot; it may be careful or careful:deep")
        self.copies = DEPTHS[argument]

    def decide(self, asked: gamut.Decision) -> int:
        """The best on average."""

        def worth(action: int) -> float:
            return sum(asked.shares(asked.after(action, k))[asked.seat] for k in range(self.copies))

        return max(asked.legal, key=worth)
