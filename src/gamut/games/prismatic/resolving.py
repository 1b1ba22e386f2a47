"""The turns of a round: recipes, cards, abilities, rewards and their effects. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, count, lowest, without_lowest
from gamut.engine.record import Row, Word
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.committing import offer_placing
from gamut.games.prismatic.paying import begin_payment, can_pay, pay_forced, paying_spot
from gamut.games.prismatic.pieces import (
    common_place,
    count_motes,
    draw_card,
    draw_mote,
    gain,
    remove_card,
)
from gamut.games.prismatic.record import Constants, State, encode_reward, wanted_card, wanted_recipe

# ---------------------------------------------------------------------- conditions


def common_cards(s: State) -> Word:
    """Return the cards of the common area as a set."""
    cards = EMPTY_SET
    for place in range(rec.COMMON):
        if s.common[place]:
            cards = cards | bit(s.common[place] - 1)
    return cards


def discardable_cards(s: State, seat: int) -> Word:
    """Clause 6.5: return the seat's cards in progress and the common cards."""
    return s.progress[seat] | common_cards(s)


def stealable_cards(c: Constants, s: State, seat: int) -> Word:
    """Clause 6.6: return the common cards and the other seats' cards in progress."""
    cards = common_cards(s)
    for other in range(c.seats):
        if other != seat:
            cards = cards | s.progress[other]
    return cards


def count_items(s: State, spot: int) -> int:
    """Return how many motes and prisms are on a spot."""
    return count_motes(s.on[spot]) + s.on[spot, rec.PRISM]


def spots_to_empty(s: State, seat: int) -> Word:
    """Clause 6.3: return the cards of a seat, and PALETTE, that have something on them."""
    spots = bit(rec.PALETTE) if count_items(s, rec.PALETTE + seat) else EMPTY_SET
    cards = s.progress[seat] | s.created[seat]
    while cards != EMPTY_SET:
        if count_items(s, lowest(cards)):
            spots = spots | bit(lowest(cards))
        cards = without_lowest(cards)
    return spots


def can_happen(c: Constants, s: State, seat: int, effect: int, spent: int) -> bool:
    """Clause 5.9: return whether an effect does anything once `spent` prisms have gone to the supply."""
    if effect < rec.MOTE:
        return True
    if effect < rec.ONE_PRISM:
        return s.supply[effect - rec.MOTE] > 0
    if effect <= rec.THREE_PRISMS:
        return s.supply[rec.PRISM] + spent > 0
    if effect == rec.PULL:
        return count_motes(s.bag[seat]) > 0
    if effect == rec.EMPTY:
        return bool(spots_to_empty(s, seat) != EMPTY_SET)
    if effect == rec.DISCARD:
        return bool(discardable_cards(s, seat) != EMPTY_SET)
    if effect == rec.STEAL:
        return bool(stealable_cards(c, s, seat) != EMPTY_SET)
    return bool((s.deck | s.discard) != EMPTY_SET)  # DRAW, KEEP_ONE


def can_use_recipe(c: Constants, s: State, seat: int, recipe: int) -> bool:
    """Clauses 5.2–5.4, 5.9 and 5.12: return whether a recipe can be used."""
    if (s.made >> recipe) & 1 or not can_pay(s, c.recipe_price[recipe], rec.PALETTE + seat):
        return False
    return can_happen(c, s, seat, c.gives[recipe], c.recipe_price[recipe, rec.PRISM])


def can_create(c: Constants, s: State, seat: int, card: int) -> bool:
    """Clauses 5.2–5.4: return whether a card of the progress area or the common area can be created."""
    return can_pay(s, c.price[card], paying_spot(s, seat, card))


def paying_mote(c: Constants, s: State, card: int) -> int:
    """Clause 5.8: return the item on a card that pays for its ability; −1: none, or the ability is free."""
    item = c.takes[card]
    if item < 0 or s.on[card, item]:
        return item
    return rec.PRISMATIC if item != rec.PRISM and s.on[card, rec.PRISMATIC] else -1


def can_use(c: Constants, s: State, seat: int, card: int) -> bool:
    """Clauses 5.8–5.9: return whether an ability not yet used can be paid and does something."""
    item = paying_mote(c, s, card)
    if item < 0 and c.takes[card] >= 0:
        return False
    if c.ability[card] == rec.EMPTY and spots_to_empty(s, seat) == bit(card):
        return count_items(s, card) > 1  # the mote that pays is gone before the card is emptied
    return can_happen(c, s, seat, c.ability[card], 0)


# ---------------------------------------------------------------------- legal actions


def offer_set(cards: Word, base: int, out: Row, n: int) -> int:
    """Append an action for each member of a set to the first `n` actions; return their number."""
    while cards != EMPTY_SET:
        out[n] = base + lowest(cards)
        n += 1
        cards = without_lowest(cards)
    return n


def offer_anything(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 5.1: use recipes and abilities, create cards, or end the turn."""
    n = 0
    for recipe in range(rec.RECIPES):
        if can_use_recipe(c, s, seat, recipe):
            out[n] = rec.USE_RECIPE + recipe
            n += 1
    cards = s.progress[seat] | common_cards(s)
    while cards != EMPTY_SET:
        if can_create(c, s, seat, lowest(cards)):
            out[n] = rec.CREATE_CARD + lowest(cards)
            n += 1
        cards = without_lowest(cards)
    cards = s.created[seat] & c.able & ~s.used
    while cards != EMPTY_SET:
        if can_use(c, s, seat, lowest(cards)):
            out[n] = rec.USE_ABILITY + lowest(cards)
            n += 1
        cards = without_lowest(cards)
    out[n] = rec.END_TURN
    return n + 1


def reward_ready(c: Constants, s: State, k: int) -> bool:
    """Return whether reward `k` of the card just created can be taken now."""
    return (s.rewards >> k) & 1 == 1 and can_happen(c, s, s.turn, c.reward[wanted_card(s), k], 0)


def offer_rewards(c: Constants, s: State, out: Row) -> int:
    """Clause 5.11: take a reward that is possible, or skip all of them."""
    n, card = 0, wanted_card(s)
    for k in range(rec.REWARDS_EACH):
        if reward_ready(c, s, k):
            a, i = rec.TAKE_REWARD + encode_reward(c.reward[card, k]), n
            while i > 0 and out[i - 1] > a:
                i -= 1
            if i == 0 or out[i - 1] != a:  # two equal rewards are one choice
                for j in range(n, i, -1):
                    out[j] = out[j - 1]
                out[i] = a
                n += 1
    out[n] = rec.SKIP_REWARDS
    return n + 1


def offer_places(s: State, seat: int, out: Row) -> int:
    """Clause 6.4: keep the drawn card, or put it in the common area."""
    n = offer_set(s.offered[seat], rec.KEEP_CARD, out, 0)
    common = common_cards(s)
    if count(common) == rec.COMMON:
        return offer_set(common, rec.REPLACE_CARD, out, n)
    out[n] = rec.TO_COMMON
    return n + 1


def offer_task(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.task == rec.ANYTHING:
        return offer_anything(c, s, seat, out)
    if s.task == rec.PAYING:
        out[0], out[1] = rec.PAY_LIGHT, rec.PAY_MOTES
        return 2
    if s.task == rec.REWARDS:
        return offer_rewards(c, s, out)
    if s.task == rec.PULLED:
        n = offer_placing(c, s, seat, pulled_mote(s, seat), out, 0)
        out[n] = rec.RETURN_MOTE
        return n + 1
    if s.task == rec.PLACING:
        return offer_places(s, seat, out)
    if s.task == rec.KEEPING:
        return offer_set(s.offered[seat], rec.KEEP_CARD, out, 0)
    if s.task == rec.DISCARDING:
        return offer_set(discardable_cards(s, seat), rec.DISCARD_CARD, out, 0)
    if s.task == rec.STEALING:
        return offer_set(stealable_cards(c, s, seat), rec.STEAL_CARD, out, 0)
    return offer_set(spots_to_empty(s, seat), rec.EMPTY_SPOT, out, 0)


def pulled_mote(s: State, seat: int) -> int:
    mote = 0
    while s.drawn[seat, mote] == 0:
        mote += 1
    return mote


# ---------------------------------------------------------------------- effects


def pay_for(c: Constants, s: State, wanted: int) -> None:
    """Pay for a recipe, or for RECIPES + card, and get it unless a decision comes first."""
    begin_payment(c, s, wanted)
    continue_payment(c, s)


def continue_payment(c: Constants, s: State) -> None:
    """Pay what needs no decision; when everything is paid, use the recipe or create the card."""
    if not pay_forced(s):
        s.task = rec.PAYING
        return
    s.task = rec.ANYTHING
    card = wanted_card(s)
    if card >= 0:
        create_card(c, s, card)
        return
    recipe = wanted_recipe(s)
    s.wanted = 0
    s.made |= 1 << recipe
    apply_effect(c, s, c.gives[recipe])


def create_card(c: Constants, s: State, card: int) -> None:
    """Clauses 5.10–5.11: move a card to the creation area and give its rewards."""
    seat, place = s.turn, common_place(s, card)
    if place >= 0:
        s.common[place] = 0
    else:
        s.progress[seat] = s.progress[seat] ^ bit(card)
    s.created[seat] = s.created[seat] | bit(card)
    if s.reached == 0 and count(s.created[seat]) >= c.goal:
        s.reached = seat + 1
    for k in range(rec.REWARDS_EACH):
        if c.reward[card, k]:
            s.rewards |= 1 << k
    continue_rewards(c, s)


def continue_rewards(c: Constants, s: State) -> None:
    """Clause 5.11: give prisms and light; let the seat choose among the other rewards that are possible."""
    s.task = rec.ANYTHING
    for k in range(rec.REWARDS_EACH):
        if reward_ready(c, s, k):
            effect = c.reward[wanted_card(s), k]
            if effect >= rec.PULL or rec.MOTE <= effect < rec.ONE_PRISM:
                s.task = rec.REWARDS
            else:
                s.rewards ^= 1 << k
                apply_effect(c, s, effect)
    if s.task == rec.ANYTHING:
        s.rewards = s.wanted = 0


def take_reward(c: Constants, s: State, effect: int) -> None:
    k = 0
    while (s.rewards >> k) & 1 == 0 or c.reward[wanted_card(s), k] != effect:
        k += 1
    s.rewards ^= 1 << k
    s.task = rec.ANYTHING
    apply_effect(c, s, effect)
    if s.task == rec.ANYTHING:
        finish_task(c, s)


def use_ability(c: Constants, s: State, card: int) -> None:
    """Clause 5.8: set the mote that pays aside, or spend the prism, and apply the effect."""
    item = paying_mote(c, s, card)
    if item >= 0:
        s.on[card, item] -= 1
        if item == rec.PRISM:
            s.supply[rec.PRISM] += 1
        else:
            s.aside[item] += 1
    s.used = s.used | bit(card)
    apply_effect(c, s, c.ability[card])


def apply_effect(c: Constants, s: State, effect: int) -> None:
    """Apply an effect, or begin the decision that it needs."""
    seat = s.turn
    if effect < rec.MOTE:
        s.pool[effect - rec.POOL] += 1
    elif effect < rec.ONE_PRISM:
        gain(s, seat, effect - rec.MOTE, 1)
    elif effect <= rec.THREE_PRISMS:
        gain(s, seat, rec.PRISM, 1 if effect == rec.ONE_PRISM else 3)
    elif effect == rec.PULL:
        draw_mote(s, seat, count_motes(s.bag[seat]))
        s.task = rec.PULLED
    elif effect == rec.EMPTY:
        s.task = rec.EMPTYING
    elif effect == rec.DISCARD:
        s.task = rec.DISCARDING
    elif effect == rec.STEAL:
        s.task = rec.STEALING
    else:
        draw_cards(s, seat, effect)


def draw_cards(s: State, seat: int, effect: int) -> None:
    """Clauses 5.13 and 6.4: draw one card to place, or two of which one is kept."""
    s.offered[seat] = bit(draw_card(s))
    s.task = rec.PLACING
    if effect == rec.KEEP_ONE:
        s.task = rec.KEEPING
        second = draw_card(s)
        if second >= 0:
            s.offered[seat] = s.offered[seat] | bit(second)
        else:
            keep(s, seat, lowest(s.offered[seat]))
            s.task = rec.ANYTHING


def finish_task(c: Constants, s: State) -> None:
    """End a decision; rewards that are left come next."""
    s.task = rec.ANYTHING
    if s.rewards:
        continue_rewards(c, s)
    else:
        s.wanted = 0


def keep(s: State, seat: int, card: int) -> None:
    """Move a card to the progress area and discard the others on offer."""
    s.progress[seat] = s.progress[seat] | bit(card)
    s.discard = s.discard | (s.offered[seat] ^ bit(card))
    s.offered[seat] = EMPTY_SET


def place_in_common(s: State, seat: int, place: int) -> None:
    """Put the drawn card in a place of the common area."""
    s.common[place] = lowest(s.offered[seat]) + 1
    s.offered[seat] = EMPTY_SET


def discard_card(s: State, card: int) -> None:
    remove_card(s, card)
    s.discard = s.discard | bit(card)


def steal_card(s: State, seat: int, card: int) -> None:
    remove_card(s, card)
    s.progress[seat] = s.progress[seat] | bit(card)


def clear_turn(s: State) -> None:
    """Clause 5.14: return used and gained items to bag and stock, and empty the pool."""
    seat = s.turn
    for mote in range(rec.MOTES):
        s.bag[seat, mote] += s.aside[mote] + s.gained[mote]
    s.stock[seat] += s.gained[rec.PRISM]
    for item in range(rec.ITEMS):
        s.gained[item] = 0
    for mote in range(rec.MOTES):
        s.aside[mote] = 0
    for colour in range(rec.N_COLOURS):
        s.pool[colour] = 0
    s.made = 0
    s.used = EMPTY_SET
