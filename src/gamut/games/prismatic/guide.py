"""Weights for the legal actions of Prismatic: what each would add to the prospect of the seat.

Items may be placed in any order, with the same result. So that a search does not visit every order, the guide weighs
only one: items in ascending order, each placed where it gains most, or left for the bag.
"""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, count
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.heuristics import SAVED, STAR, card_worth, prospect, rounds_left
from gamut.games.prismatic.paying import paying_spot
from gamut.games.prismatic.record import Constants, State, decode_action, placed_item, placed_spot, seat_spot

# In thousandths of a star, tuned by tournaments:
PLACE_MOTE_COST, PLACE_PRISM_COST = 1, 11  # what placing an item has to gain
CROWD_COST = 370  # of a new card, per card in progress
KEEP_COST = 685  # of a card in progress
USE_BONUS, CREATE_BONUS, REWARD_BONUS = 17, 141, 21
DISCARD_OWN_BONUS, DISCARD_COMMON_BONUS = 778, 123
END_GAIN = 107  # of ending the turn, returning a mote, paying with motes and skipping rewards
TO_COMMON_GAIN, REPLACE_GAIN = 63, 43
EMPTY_GAIN = 20
POOL_GAIN = 241  # of paying with the pool

# Weights
BID_WEIGHTS = (40, 12, 5, 2)  # by prisms
GAIN_DIVISOR, MAX_WEIGHT = 8, 10_000_000
COMMIT_WEIGHT = 100_000  # when nothing is worth placing
NEEDED_MOTE, OTHER_MOTE = 60, 2  # motes chosen at the start
RARE_MOTE = 10  # more for a colour of which the bag has only one mote


def weigh(gain: int) -> int:
    gain = max(gain, 0)
    return min(1 + gain * gain // GAIN_DIVISOR, MAX_WEIGHT)


# ---------------------------------------------------------------------- trials
# Each trial changes the state, computes the prospect and restores the state.


def try_placing(c: Constants, s: State, seat: int, item: int, spot: int, rounds: int, scratch: Row) -> int:
    """Return the prospect after placing an item on a spot."""
    if item == rec.PRISM:
        s.stock[seat] -= 1
    else:
        s.drawn[seat, item] -= 1
    s.on[spot, item] += 1
    result = prospect(c, s, seat, rounds, -1, scratch)
    if spot < rec.PALETTE and s.created[seat] & bit(spot) != EMPTY_SET:
        result += paid_ability_gain(c, s, seat, spot, rounds)
    s.on[spot, item] -= 1
    if item == rec.PRISM:
        s.stock[seat] += 1
    else:
        s.drawn[seat, item] += 1
    return result


def paid_ability_gain(c: Constants, s: State, seat: int, card: int, rounds: int) -> int:
    """Return what an item placed on a card gains for its ability; only the first one counts."""
    n_items = 0
    for item in range(rec.ITEMS):
        n_items += s.on[card, item] + s.placed[card, item]
    if n_items > 1:
        return 0
    return effect_gain(c, s, seat, c.ability[card], rounds)


def try_leaving(c: Constants, s: State, seat: int, item: int, rounds: int, scratch: Row) -> int:
    """Return the prospect after leaving an item for the bag."""
    if item == rec.PRISM:
        return prospect(c, s, seat, rounds, -1, scratch)
    s.drawn[seat, item] -= 1
    s.bag[seat, item] += 1
    result = prospect(c, s, seat, rounds, -1, scratch)
    s.drawn[seat, item] += 1
    s.bag[seat, item] -= 1
    return result


def effect_gain(c: Constants, s: State, seat: int, effect: int, rounds: int) -> int:
    """Return what an effect gains now; light gains nothing but what it makes possible."""
    worth = c.effect_worth[effect]
    if effect < rec.MOTE:
        return 0
    if effect == rec.THREE_PRISMS:
        return min(worth, s.supply[rec.PRISM] * STAR // 4)
    if effect == rec.DISCARD and rounds == 0 and s.progress[seat] != EMPTY_SET:
        return STAR
    if effect in (rec.DRAW, rec.STEAL, rec.KEEP_ONE):
        return worth - CROWD_COST * count(s.progress[seat]) if rounds else -STAR
    return worth


def spend(c: Constants, s: State, price: Row, spot: int) -> None:
    """Pay a price with the pool first, because it does not last."""
    for colour in range(rec.N_COLOURS):
        owed = price[colour]
        light = min(owed, s.pool[colour])
        own = min(owed - light, s.on[spot, colour])
        s.pool[colour] -= light
        s.on[spot, colour] -= own
        s.on[spot, rec.PRISMATIC] -= owed - light - own
    s.on[spot, rec.PRISM] -= price[rec.PRISM]


def save(s: State, spot: int, scratch: Row) -> None:
    """Store what `spend` and new light change."""
    for item in range(rec.ITEMS):
        scratch[SAVED + item] = s.on[spot, item]
    for colour in range(rec.N_COLOURS):
        scratch[SAVED + rec.ITEMS + colour] = s.pool[colour]


def restore(s: State, spot: int, scratch: Row) -> None:
    for item in range(rec.ITEMS):
        s.on[spot, item] = scratch[SAVED + item]
    for colour in range(rec.N_COLOURS):
        s.pool[colour] = scratch[SAVED + rec.ITEMS + colour]


def try_recipe(c: Constants, s: State, seat: int, recipe: int, rounds: int, scratch: Row) -> int:
    """Return the prospect after using a recipe, with its gain."""
    spot, effect, prisms = rec.PALETTE + seat, c.gives[recipe], c.recipe_price[recipe, rec.PRISM]
    save(s, spot, scratch)
    spend(c, s, c.recipe_price[recipe], spot)
    s.made |= 1 << recipe
    if effect < rec.MOTE:
        s.pool[effect - rec.POOL] += 1
    result = prospect(c, s, seat, rounds, -1, scratch) - c.effect_worth[rec.ONE_PRISM] * prisms
    s.made ^= 1 << recipe
    restore(s, spot, scratch)
    return result + effect_gain(c, s, seat, effect, rounds)


def try_creating(c: Constants, s: State, seat: int, card: int, rounds: int, scratch: Row) -> int:
    """Return the prospect after creating a card, with its worth."""
    spot = paying_spot(s, seat, card)
    save(s, spot, scratch)
    spend(c, s, c.price[card], spot)
    result = prospect(c, s, seat, rounds, card, scratch) - c.effect_worth[rec.ONE_PRISM] * c.price[card, rec.PRISM]
    restore(s, spot, scratch)
    return result + card_worth(c, card, rounds) + (STAR if spot == card else 0)


def try_using(c: Constants, s: State, seat: int, card: int, rounds: int, scratch: Row) -> int:
    """Return the prospect after using an ability, with its gain."""
    effect = c.ability[card]
    if effect < rec.MOTE:
        s.pool[effect - rec.POOL] += 1
        result = prospect(c, s, seat, rounds, -1, scratch)
        s.pool[effect - rec.POOL] -= 1
        return result - (c.effect_worth[rec.ONE_PRISM] if c.takes[card] == rec.PRISM else 0)
    return prospect(c, s, seat, rounds, -1, scratch) + effect_gain(c, s, seat, effect, rounds)


def try_keeping(c: Constants, s: State, seat: int, card: int, rounds: int, scratch: Row) -> int:
    """Return the prospect with another card in progress."""
    s.progress[seat] = s.progress[seat] | bit(card)
    result = prospect(c, s, seat, rounds, -1, scratch)
    s.progress[seat] = s.progress[seat] ^ bit(card)
    return result


# ---------------------------------------------------------------------- the verbs


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    rounds = rounds_left(c, s)
    if s.phase == rec.COMMITTING:
        guide_commit(c, s, seat, actions, n, out, rounds, scratch)
    elif s.phase == rec.STARTING:
        guide_start(c, s, seat, actions, n, out, rounds, scratch)
    elif s.phase == rec.BIDDING:
        for k in range(n):
            _, prisms = decode_action(actions[k])  # 0: drop out
            out[k] = BID_WEIGHTS[prisms] if prisms < len(BID_WEIGHTS) else 1
    else:
        now = prospect(c, s, seat, rounds, -1, scratch)
        for k in range(n):
            out[k] = weigh(turn_gain(c, s, seat, actions[k], now, rounds, scratch))


def guide_commit(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, rounds: int, scratch: Row) -> None:
    """Weigh the first item that is worth placing; if none is, submitting."""
    item, base, is_worth_placing = -1, 0, False
    for k in range(n):
        a = actions[k]
        out[k] = 1
        if a == rec.DONE:
            out[k] = 1 if is_worth_placing else COMMIT_WEIGHT
        elif placed_item(a) == item or not is_worth_placing:
            if placed_item(a) != item:
                item = placed_item(a)
                cost = PLACE_PRISM_COST if item == rec.PRISM else PLACE_MOTE_COST
                base = try_leaving(c, s, seat, item, rounds, scratch) + cost
            gain = try_placing(c, s, seat, item, seat_spot(seat, placed_spot(a)), rounds, scratch) - base
            out[k] = weigh(gain)
            if gain > 0:
                is_worth_placing = True


def guide_start(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, rounds: int, scratch: Row) -> None:
    """Weigh the two cards by their prospect, and motes by whether the kept card needs them."""
    for k in range(n):
        kind, number = decode_action(actions[k])
        out[k] = 1
        if kind == rec.KEEP_CARD:
            out[k] = weigh(try_keeping(c, s, seat, number, rounds, scratch))
        elif kind == rec.CHOOSE_MOTE and s.kept[seat]:
            card = s.kept[seat] - 1
            short = c.price[card, number] - s.bag[seat, number] - s.chosen_motes[seat, number]
            out[k] = NEEDED_MOTE if short > 0 else OTHER_MOTE
            if rec.START_BAG[number] == 1:
                out[k] += RARE_MOTE


def turn_gain(c: Constants, s: State, seat: int, a: int, now: int, rounds: int, scratch: Row) -> int:
    """Return what an action of a turn gains."""
    kind, number = decode_action(a)
    if kind == rec.USE_RECIPE:
        return try_recipe(c, s, seat, number, rounds, scratch) - now
    if kind == rec.CREATE_CARD:
        return try_creating(c, s, seat, number, rounds, scratch) - now + CREATE_BONUS
    if kind == rec.USE_ABILITY:
        return try_using(c, s, seat, number, rounds, scratch) - now + USE_BONUS
    if kind == rec.PLACE_ITEM:
        spot = seat_spot(seat, placed_spot(a))
        return try_placing(c, s, seat, placed_item(a), spot, rounds, scratch) - now
    if kind == rec.KEEP_CARD:
        return try_keeping(c, s, seat, number, rounds, scratch) - now - (STAR if rounds == 0 else KEEP_COST)
    if kind == rec.TO_COMMON:
        return TO_COMMON_GAIN
    if kind == rec.REPLACE_CARD:
        return REPLACE_GAIN
    if kind == rec.DISCARD_CARD:
        bonus = DISCARD_OWN_BONUS if s.progress[seat] & bit(number) != EMPTY_SET else DISCARD_COMMON_BONUS
        return prospect(c, s, seat, rounds, number, scratch) - now + bonus
    if kind == rec.STEAL_CARD:
        return try_keeping(c, s, seat, number, rounds, scratch) - now
    if kind == rec.EMPTY_SPOT:
        return EMPTY_GAIN
    if kind == rec.TAKE_REWARD:
        return effect_gain(c, s, seat, number, rounds) + REWARD_BONUS
    return POOL_GAIN if kind == rec.PAY_LIGHT else END_GAIN
