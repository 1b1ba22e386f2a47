"""What effects, cards and creations of the board are worth by themselves, in thousandths of a star, for bots.

Worked out once for a card file and written into the constants. Tuned by tournaments of greedy play.
"""

from __future__ import annotations

from typing import Any

from gamut.games.prismatic.record import (
    BOARD,
    CARDS,
    COLOURS,
    DISCARD,
    DRAW,
    EFFECTS,
    EMPTY,
    KEEP_ONE,
    MOTE,
    ONE_PRISM,
    POOL,
    PRISM,
    PRISMATIC,
    PULL,
    REWARDS_EACH,
    STEAL,
    THREE_PRISMS,
)  # fmt: skip

PRISM_WORTH = 252
MOTE_WORTH = 90
WILD_WORTH = 1761  # a prismatic mote
LIGHT_WORTH = 184  # a colour for the pool
PULL_WORTH, DRAW_WORTH, DISCARD_WORTH, STEAL_WORTH, KEEP_WORTH = 84, 110, 43, 111, 106
TYPE_WORTH = 223  # being of a type
LIGHT_EACH, PAID_LIGHT_EACH = 1421, 122  # of an ability, in a round
PAID = 44  # of an ability that is paid for, in 64ths


def fill_worths(c: Any) -> None:
    """Write the worths into the constants."""
    for effect in range(EFFECTS):
        c.effect_worth[effect] = effect_worth(effect)
    for card in range(CARDS):
        rewards = sum(effect_worth(c.reward[card, k]) for k in range(REWARDS_EACH))
        c.once[card] = TYPE_WORTH + rewards
        c.each[card] = round_worth(c.ability[card], c.takes[card] >= 0)
    for colour in range(COLOURS):
        c.mixed_by[colour] = -1
    for creation in range(BOARD):
        gives = c.gives[creation]
        if gives < MOTE:
            c.mixed_by[gives - POOL] = creation
            c.board_worth[creation] = 0
        else:
            c.board_worth[creation] = effect_worth(gives) - PRISM_WORTH * c.recipe[creation, PRISM]


def effect_worth(effect: int) -> int:
    """What an effect is worth once."""
    if effect == 0:
        return 0
    if effect < MOTE:
        return LIGHT_WORTH
    if effect < ONE_PRISM:
        return WILD_WORTH if effect == MOTE + PRISMATIC else MOTE_WORTH
    return {
        ONE_PRISM: PRISM_WORTH, THREE_PRISMS: 3 * PRISM_WORTH, PULL: PULL_WORTH, EMPTY: 0, DRAW: DRAW_WORTH,
        DISCARD: DISCARD_WORTH, STEAL: STEAL_WORTH, KEEP_ONE: KEEP_WORTH,
    }[effect]  # fmt: skip


def round_worth(effect: int, paid: bool) -> int:
    """What an ability is worth in a round."""
    if 0 < effect < MOTE:
        return PAID_LIGHT_EACH if paid else LIGHT_EACH
    return effect_worth(effect) * PAID // 64 if paid else effect_worth(effect)
