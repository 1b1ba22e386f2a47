"""Estimates that the guide and the value of Prismatic share, in thousandths of a star.

The prospect of a seat sums up the cards that it may still create; a near card counts more than a distant one. The
distance of a card adds up what is missing: little for a colour that is drawn or in the bag, more for one that has to
be made first. All constants were tuned by tournaments of greedy play.
"""

from __future__ import annotations

from typing import Any

from gamut.engine.bits import EMPTY_SET, count, lowest, without_lowest
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.record import Constants, State

STAR = 1000
WEIGHT_SCALE = 64
QUARTERS_PER_CREATION = 7  # of a round

# Worths
PRISM_WORTH = 252
MOTE_WORTH = 90
PRISMATIC_WORTH = 1761
LIGHT_WORTH = 184
ACTION_WORTHS = {
    rec.ONE_PRISM: PRISM_WORTH, rec.THREE_PRISMS: 3 * PRISM_WORTH, rec.PULL: 84, rec.EMPTY: 0, rec.DRAW: 110,
    rec.DISCARD: 43, rec.STEAL: 111, rec.KEEP_ONE: 106,
}  # fmt: skip
TYPE_WORTH = 223  # of a card, for being of a type
LIGHT_ABILITY, PAID_LIGHT_ABILITY = 1421, 122  # per round
PAID_ABILITY = 44  # of its effect, in parts of WEIGHT_SCALE, per round

# Distances, in sixteenths of a mote
DRAWN, IN_BAG, TO_MAKE = 11, 21, 67
MIXING = 10  # of a colour whose parts are all on the palette
NEXT_ROUND = 12  # of what was already made in this round
PRISM_READY, PRISM_AWAY = 5, 33
HALF_AT_END, HALF_PER_ROUND, MAX_HALF = 6, 15, 13  # the distance that halves a worth

# Weights, in parts of WEIGHT_SCALE
PROGRESS_READY, PROGRESS_NEAR = 50, 64  # of a card in progress that can be created, and of another one
COMMON_READY, COMMON_NEAR = 30, 32
SECOND, THIRD = 26, 22  # of the second and third best card
BOARD_BEST, BOARD_SECOND = 17, 14

# Layout of `scratch`
MIX = 0  # the distance of mixing each colour
LIGHT = MIX + rec.N_COLOURS  # the pool, or what abilities will add to it
SAVED = LIGHT + rec.N_COLOURS  # what a trial of the guide has to restore
SCRATCH_SIZE = SAVED + rec.ITEMS + rec.N_COLOURS


def rounds_left(c: Constants, s: State) -> int:
    """Return how many rounds may follow this one."""
    if s.final:
        return 0
    most_created = 0
    for seat in range(c.seats):
        most_created = max(most_created, count(s.created[seat]))
    return 1 + max(c.goal - most_created, 0) * QUARTERS_PER_CREATION // 4


def card_worth(c: Constants, card: int, rounds: int) -> int:
    """Return what a card is worth once it is created, with the rounds in which its ability can be used."""
    return STAR * c.stars[card] + c.once[card] + c.each[card] * rounds


# ---------------------------------------------------------------------- worths


def fill_worths(c: Any) -> None:
    """Write the worths of effects, cards and recipes of the board into the constants."""
    for effect in range(rec.EFFECTS):
        c.effect_worth[effect] = effect_worth(effect)
    for card in range(rec.CARDS):
        rewards = sum(effect_worth(c.reward[card, k]) for k in range(rec.REWARDS_EACH))
        c.once[card] = TYPE_WORTH + rewards
        c.each[card] = round_worth(c.ability[card], c.takes[card] >= 0)
    for colour in range(rec.N_COLOURS):
        c.mixed_by[colour] = -1
    for recipe in range(rec.RECIPES):
        gives = c.gives[recipe]
        if gives < rec.MOTE:
            c.mixed_by[gives - rec.POOL] = recipe
            c.board_worth[recipe] = 0
        else:
            c.board_worth[recipe] = effect_worth(gives) - PRISM_WORTH * c.recipe_price[recipe, rec.PRISM]


def effect_worth(effect: int) -> int:
    if effect == 0:
        return 0
    if effect < rec.MOTE:
        return LIGHT_WORTH
    if effect < rec.ONE_PRISM:
        return PRISMATIC_WORTH if effect == rec.MOTE + rec.PRISMATIC else MOTE_WORTH
    return ACTION_WORTHS[effect]


def round_worth(effect: int, paid: bool) -> int:
    """Return what an ability is worth per round."""
    if 0 < effect < rec.MOTE:
        return PAID_LIGHT_ABILITY if paid else LIGHT_ABILITY
    return effect_worth(effect) * PAID_ABILITY // WEIGHT_SCALE if paid else effect_worth(effect)


# ---------------------------------------------------------------------- distances


def discount(worth: int, distance: int, rounds: int) -> int:
    """Return a worth, reduced by its distance."""
    half = min(HALF_AT_END + HALF_PER_ROUND * rounds, MAX_HALF)
    return worth * half // (half + distance)


def count_in_bag(s: State, seat: int, colour: int) -> int:
    """Return how many motes of a colour are in the bag, or will be at the end of the turn."""
    return s.bag[seat, colour] + (s.aside[colour] + s.gained[colour] if s.turn == seat else 0)


def reach(s: State, seat: int, colour: int, short: int, mix: int) -> int:
    """Return the distance of `short` motes of a colour: drawn, in the bag, to be mixed or to be made."""
    far = 0
    if mix < DRAWN:
        far += mix
        short -= 1
    n = min(short, s.drawn[seat, colour])
    far += n * DRAWN
    short -= n
    n = min(short, count_in_bag(s, seat, colour))
    far += n * IN_BAG
    short -= n
    if short and mix >= DRAWN:
        far += min(mix, TO_MAKE)
        short -= 1
    return far + short * TO_MAKE


def measure_mixes(c: Constants, s: State, seat: int, scratch: Row) -> None:
    """Store the distance of mixing each colour on the palette."""
    palette = rec.PALETTE + seat
    for colour in range(rec.N_COLOURS):
        recipe, far = c.mixed_by[colour], TO_MAKE
        if recipe >= 0:
            far = MIXING + (NEXT_ROUND if (s.made >> recipe) & 1 else 0)
            for part in range(rec.N_COLOURS):
                short = c.recipe_price[recipe, part] - s.on[palette, part] - s.placed[palette, part]
                if short > 0:
                    far += reach(s, seat, part, short, TO_MAKE)
        scratch[MIX + colour] = far


def expect_light(c: Constants, s: State, seat: int, scratch: Row) -> None:
    """Store the pool; before the turn, what abilities that are free or already paid will add to it."""
    for colour in range(rec.N_COLOURS):
        scratch[LIGHT + colour] = s.pool[colour]
    if s.phase == rec.RESOLVING:
        return
    cards = s.created[seat] & c.able
    while cards != EMPTY_SET:
        card = lowest(cards)
        if c.ability[card] < rec.MOTE and is_paid(c, s, card):
            scratch[LIGHT + c.ability[card] - rec.POOL] += 1
        cards = without_lowest(cards)


def is_paid(c: Constants, s: State, card: int) -> bool:
    """Return whether an ability is free or its price is on the card."""
    item = c.takes[card]
    if item < 0 or s.on[card, item] + s.placed[card, item] > 0:
        return True
    return item != rec.PRISM and s.on[card, rec.PRISMATIC] + s.placed[card, rec.PRISMATIC] > 0


def mix_for_price(c: Constants, s: State, seat: int, price: Row, colour: int, mix: int) -> int:
    """Return the distance of mixing a colour on a palette that has to pay a price as well."""
    recipe, spot = c.mixed_by[colour], rec.PALETTE + seat
    for part in range(rec.N_COLOURS):
        if c.recipe_price[recipe, part] and price[part]:
            short = c.recipe_price[recipe, part] + price[part] - s.on[spot, part] - s.placed[spot, part]
            if short > 0:
                mix += min(short, c.recipe_price[recipe, part]) * IN_BAG
    return mix


def distance(c: Constants, s: State, seat: int, price: Row, spot: int, scratch: Row) -> int:
    """Return the distance of a price that a spot pays.

    During a turn the pool counts only if everything else can be mixed at once, because it is emptied at its end.
    """
    far = missing = unmixed = unlit = 0
    resolving = s.phase == rec.RESOLVING
    for colour in range(rec.N_COLOURS):
        short = price[colour] - s.on[spot, colour] - s.placed[spot, colour]
        lit = short - scratch[LIGHT + colour]
        if not resolving:
            short = lit
        if short > 0:
            mix = scratch[MIX + colour]
            if spot >= rec.PALETTE and mix < TO_MAKE and c.mixed_by[colour] >= 0:
                mix = mix_for_price(c, s, seat, price, colour, mix)
            missing += short
            far += reach(s, seat, colour, short, mix)
            if lit > 0:
                unlit += lit
                unmixed += lit if mix > MIXING else lit - 1
    wild = s.on[spot, rec.PRISMATIC] + s.placed[spot, rec.PRISMATIC]
    if resolving and unmixed <= wild:
        far = MIXING * max(unlit - wild, 0)
    elif wild:
        far = far * max(missing - wild, 0) // max(missing, 1)
    prisms = price[rec.PRISM] - s.on[spot, rec.PRISM] - s.placed[spot, rec.PRISM]
    if prisms > 0:
        far += prisms * (PRISM_READY if s.stock[seat] >= prisms else PRISM_AWAY)
    return far


# ---------------------------------------------------------------------- prospects


def prospect(c: Constants, s: State, seat: int, rounds: int, without: int, scratch: Row) -> int:
    """Return the prospect of cards in progress, common cards and the board; one card may be left out.

    Cards compete for the same motes, so only the best one counts in full.
    """
    measure_mixes(c, s, seat, scratch)
    expect_light(c, s, seat, scratch)
    total = best = second = third = 0
    cards = s.progress[seat]
    while cards != EMPTY_SET:
        card = lowest(cards)
        if card != without:
            worth, far = card_worth(c, card, rounds) + STAR, distance(c, s, seat, c.price[card], card, scratch)
            if far == 0:
                total += PROGRESS_READY * worth
            else:
                best, second, third = best_three(best, second, third, PROGRESS_NEAR * discount(worth, far, rounds))
        cards = without_lowest(cards)
    for place in range(rec.COMMON):
        card = s.common[place] - 1
        if card >= 0 and card != without:
            far = distance(c, s, seat, c.price[card], rec.PALETTE + seat, scratch)
            weight = COMMON_NEAR if far else COMMON_READY
            promise = weight * discount(card_worth(c, card, rounds), far, rounds)
            best, second, third = best_three(best, second, third, promise)
    total += best + (SECOND * second + THIRD * third) // WEIGHT_SCALE
    return (total + board_prospect(c, s, seat, rounds, scratch)) // WEIGHT_SCALE


def board_prospect(c: Constants, s: State, seat: int, rounds: int, scratch: Row) -> int:
    """Return the prospect of the two best recipes of the board."""
    best = second = third = 0
    for recipe in range(rec.RECIPES):
        if c.board_worth[recipe] > 0:
            far = distance(c, s, seat, c.recipe_price[recipe], rec.PALETTE + seat, scratch)
            far += NEXT_ROUND if (s.made >> recipe) & 1 else 0
            best, second, third = best_three(best, second, third, discount(c.board_worth[recipe], far, rounds))
    return BOARD_BEST * best + BOARD_SECOND * second


def best_three(best: int, second: int, third: int, other: int) -> tuple[int, int, int]:
    """Return the three greatest of four numbers, of which the first three are sorted."""
    if other > best:
        return other, best, second
    if other > second:
        return best, other, second
    return best, second, max(third, other)
