"""A bot that plays a learned policy: `network:NAME` takes the file `NAME.npz` in the folder GAMUT_POLICIES.

    pip install ./examples
    mkdir -p policies && cp runs/mixx-1/policy.npz policies/mixx.npz
    GAMUT_POLICIES=policies gamut simulate mixx --bots network:mixx,greedy --games 1000

Only names are taken, never paths: whoever may name a bot shall not name a file.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import numpy as np
import torch
from networks import Network, load_policy

from gamut import Bot, Choice, Decision, Setup
from gamut.bots import Figure, UnknownBot

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def find_policy(setup: Setup, name: str) -> Network:
    """The network of a policy, by its name; the game's own name if none is given."""
    chosen = name or setup.game.id
    if not NAME.fullmatch(chosen):
        raise UnknownBot(f"{chosen!r} is no name of a policy: letters, digits, - and _ only")
    folder = Path(os.environ.get("GAMUT_POLICIES", "policies"))
    path = folder / f"{chosen}.npz"
    if not path.is_file():
        raise UnknownBot(f"there is no policy {chosen!r} in the folder {folder}; GAMUT_POLICIES says which folder")
    try:
        return load_policy(setup, path)
    except (KeyError, OSError, RuntimeError, ValueError) as e:
        raise UnknownBot(f"the policy {chosen!r} cannot be used: {e}") from e


class NetworkBot(Bot):
    """Does what a network weighs most."""

    def __init__(self, setup: Setup, argument: str = "") -> None:
        super().__init__(setup, argument, name=f"network:{argument}" if argument else "network")
        self.network = find_policy(setup, argument)

    def decide(self, asked: Decision) -> Choice:
        """The heaviest legal action; the figures say what the network thinks of the others."""
        seen = np.zeros((1, self.game.features), np.float32)
        self.rules.observe(self.setup.constants, asked.hidden, 0, asked.seat, seen[0])
        with torch.inference_mode():
            weights, outcome = self.network(torch.from_numpy(seen))
        chances = weights[0, asked.legal].softmax(0).tolist()
        value = float(outcome[0].softmax(0)[0])
        order = sorted(range(len(chances)), key=lambda k: (-chances[k], k))
        figures = tuple(Figure(asked.legal[k], round(1000 * chances[k]), value) for k in order)
        return Choice(figures[0].action, figures)
