"""A bot in its own package: it looks one action ahead in some redealt copies."""

from __future__ import annotations

import gamut
from gamut.bots import UnknownBot

COPIES = {"": 4, "deep": 12}


class Careful(gamut.Bot):
    """Chooses the action with the best expected share of the win; `careful:deep` uses more redealt copies."""

    def __init__(self, setup: gamut.Setup, argument: str = "") -> None:
        super().__init__(setup, argument)
        if argument not in COPIES:
            raise UnknownBot(f"unknown bot 'careful:{argument}'; use careful or careful:deep")
        self.copies = COPIES[argument]

    def decide(self, decision: gamut.Decision) -> int:
        def expected_share(action: int) -> float:
            return sum(decision.win_shares(decision.after(action, k))[decision.seat] for k in range(self.copies))

        return max(decision.legal, key=expected_share)
