"""The action texts of version 0.2, for its saved games. They never change."""

from __future__ import annotations

from gamut.engine.game import Setup

COLOURS = ("yellow", "red", "turquoise", "orange", "pink", "blue", "green", "violet")
MOTIFS = ("shell", "starfish", "fish", "jellyfish", "propeller", "turtle", "chest", "anchor")
TARGETS = ("level", "upright", *(f"across {colour}" for colour in COLOURS))


def list_old_texts(setup: Setup) -> list[str]:
    return [f"lay {colour} {motif} {target}" for target in TARGETS for motif in MOTIFS for colour in COLOURS]
