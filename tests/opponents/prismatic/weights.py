"""The weights of `value` and the worths of `heuristics`, as fields of the constants."""

from __future__ import annotations

from gamut.engine.record import i1, i2, i4
from gamut.games.prismatic.record import CARDS, EFFECTS, N_COLOURS, RECIPES

INPUTS, STAGES = 45, 6


class Weights:
    effect_worth = i2(EFFECTS)  # in thousandths of a star
    once = i2(CARDS)  # what a card is worth beside its stars
    each = i2(CARDS)  # what its ability is worth per round
    board_worth = i2(RECIPES)
    weights = i4(STAGES, INPUTS)
    spread = i4(STAGES)
    mixed_by = i1(N_COLOURS)  # the creation that makes light of a colour; −1: none
