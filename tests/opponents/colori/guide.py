"""Weights for the legal actions of Colori: bring garments closer, then make them.

Everything is measured by a seat's prospect: how close the garments on display are to its wheel and its fabrics.
"""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, lowest, without_lowest
from gamut.engine.record import Row
from gamut.games.colori import record as rec
from gamut.games.colori.abilities import add_pips, apply_mix, can_make, can_mix
from gamut.games.colori.draft import find_holder
from gamut.games.colori.record import Constants, State, ability_kind, ability_times, decode_action
from tests.opponents.colori.heuristics import garment_worth, is_fabric, makes_garments, measure_effort

# Tuned by tournaments of greedy play. The unit of worth is a third of a thousandth of a star.
FABRIC_EFFORT = 14  # effort of a fabric that is not drawn
URGENT_FABRIC_EFFORT = 6  # added while the seat could make a garment
HALF_WORTH_EFFORT_NOW = 8  # the effort that halves the worth of a garment to be made in this turn
BEST_WEIGHT, SECOND_WEIGHT, THIRD_WEIGHT = 24, 8, 4  # of the three best garments, in eighths
DRAW_WORTH = 200  # of a card drawn
DESTROY_RATIO = 9  # worth of destroying compared with storing, in eighths
KEEP_RATIO, KEEP_FABRIC_RATIO = 4, 40  # worth of a card in the deck per round, in 64ths of what it adds
KEEP_MAKER_WORTH = 47  # of a card that makes garments, in the deck, per round
CLUTTER_COST = 30  # of any card in the deck, per round
LAST_FABRIC_COST = 401  # of giving up the only drawn card of a fabric
END_TURN_WORTH = 15
MAKE_WORTH = 319  # per star, of making a garment in the turn

# ---------------------------------------------------------------------- prospects


def measure_fabric_effort(c: Constants, s: State, seat: int, card: int, has_maker: bool) -> int:
    if s.drawn[seat, card]:
        return 0
    owned = s.deck[seat, card] + s.discard[seat, card]
    return FABRIC_EFFORT // (1 + owned) + (URGENT_FABRIC_EFFORT if has_maker else 0)


def has_drafted_maker(c: Constants, s: State, seat: int) -> bool:
    """Return whether the seat has drafted a card that makes garments."""
    makers = 0
    if s.phase == rec.DRAFTING:
        for h in range(c.seats):
            for i in range(s.dealt[h]):
                if s.taken_at[h, i] > 0 and s.hand[h, i] and makes_garments(c, s.hand[h, i] - 1):
                    makers += 1 if find_holder(c, s, h, s.taken_at[h, i]) == seat else 0
    else:
        for i in range(rec.HAND_SIZE):
            makers += 1 if s.drafted[seat, i] and makes_garments(c, s.drafted[seat, i] - 1) else 0
    return makers > 0


def has_drawn_maker(c: Constants, s: State, seat: int) -> bool:
    """Return whether a card that makes garments is among the drawn cards."""
    cards = s.drawn_kinds[seat]
    while cards != EMPTY_SET:
        if makes_garments(c, lowest(cards)):
            return True
        cards = without_lowest(cards)
    return False


def measure_prospect(c: Constants, s: State, seat: int, has_maker: bool) -> int:
    """Return the weighted worth of the three best garments on display."""
    best, second, third = 0, 0, 0
    for slot in range(rec.DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if garment >= 0:
            effort = measure_effort(c, s.wheel[seat], garment)
            effort += measure_fabric_effort(c, s, seat, c.fabric[garment], has_maker)
            worth = garment_worth(c, garment, effort)
            if worth > best:
                best, second, third = worth, best, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return (BEST_WEIGHT * best + SECOND_WEIGHT * second + THIRD_WEIGHT * third) // 8


def prospect_with_card(c: Constants, s: State, seat: int, card: int, has_maker: bool) -> int:
    """Return the prospect if a card's pips were stored."""
    add_pips(c, s.wheel[seat], card, 1)
    prospect = measure_prospect(c, s, seat, has_maker)
    add_pips(c, s.wheel[seat], card, -1)
    return prospect


def prospect_with_mix(c: Constants, s: State, seat: int, mix: int, has_maker: bool) -> int:
    """Return the prospect after a mix."""
    apply_mix(c, s.wheel[seat], mix, 1)
    prospect = measure_prospect(c, s, seat, has_maker)
    apply_mix(c, s.wheel[seat], mix, -1)
    return prospect


def measure_nearest(c: Constants, s: State, seat: int) -> int:
    """Return the worth of the best garment whose fabric is among the drawn cards, if it is to be made now."""
    best = 0
    for slot in range(rec.DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if garment >= 0 and s.drawn[seat, c.fabric[garment]]:
            effort = measure_effort(c, s.wheel[seat], garment)
            worth = 1000 * c.stars[garment] * HALF_WORTH_EFFORT_NOW // (HALF_WORTH_EFFORT_NOW + effort)
            best = max(best, worth)
    return best


def find_best_stars(c: Constants, s: State, seat: int) -> int:
    """Return the most stars of a garment that the seat could make now."""
    best = 0
    for slot in range(rec.DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if garment >= 0 and c.stars[garment] > best and can_make(c, s, seat, garment):
            best = c.stars[garment]
    return best


# ---------------------------------------------------------------------- the worth of cards


def offers_ability(c: Constants, actions: Row, n: int, kind: int) -> bool:
    """Return whether a card in the actions has an ability of this kind."""
    for k in range(n):
        action, card = decode_action(actions[k])
        if action != rec.END_TURN and ability_kind(c.ability[card]) == kind:
            return True
    return False


def best_store_gain(c: Constants, s: State, seat: int, actions: Row, n: int, prospect: int, has_maker: bool) -> int:
    """Return what storing the best drawn card would add; 0 if no card in the actions could store or destroy it."""
    if not offers_ability(c, actions, n, rec.STORE) and not offers_ability(c, actions, n, rec.DESTROY):
        return 0
    best = 0
    cards = s.drawn_kinds[seat]
    while cards != EMPTY_SET:
        best = max(best, prospect_with_card(c, s, seat, lowest(cards), has_maker) - prospect)
        cards = without_lowest(cards)
    return best


def best_mix_gain(c: Constants, s: State, seat: int, actions: Row, n: int, prospect: int, has_maker: bool) -> int:
    """Return what the best mix would add; 0 if no card in the actions mixes."""
    if not offers_ability(c, actions, n, rec.MIX):
        return 0
    best = 0
    for mix in range(rec.MIXES):
        if can_mix(c, s, seat, mix):
            best = max(best, prospect_with_mix(c, s, seat, mix, has_maker) - prospect)
    return best


def ability_worth(c: Constants, s: State, seat: int, code: int, store_gain: int, mix_gain: int, make_worth: int) -> int:
    """Return the worth of an ability, given those of one store, one mix and a garment.

    Storing several cards counts like storing one: the second card is often better kept.
    """
    kind, n = ability_kind(code), ability_times(code)
    if kind == rec.STORE:
        return store_gain
    if kind == rec.MIX:
        return mix_gain * n
    if kind == rec.DRAW:
        return DRAW_WORTH * n
    if kind == rec.DESTROY:
        return max(store_gain * n * DESTROY_RATIO // 8, make_worth if has_drawn_maker(c, s, seat) else 0)
    return make_worth


def keep_worth(c: Constants, s: State, seat: int, card: int, prospect: int, has_maker: bool) -> int:
    """Return what a card in the seat's deck is worth for the rest of the game."""
    rounds_left = c.rounds - s.round
    if rounds_left == 0:
        return 0
    if is_fabric(card):
        s.discard[seat, card] += 1
        gain = (measure_prospect(c, s, seat, has_maker) - prospect) * KEEP_FABRIC_RATIO // 64
        s.discard[seat, card] -= 1
        return (gain - CLUTTER_COST) * rounds_left
    gain = (prospect_with_card(c, s, seat, card, has_maker) - prospect) * rounds_left * KEEP_RATIO // 64
    return gain - CLUTTER_COST * rounds_left + (KEEP_MAKER_WORTH * rounds_left if makes_garments(c, card) else 0)


def give_up_cost(s: State, seat: int, card: int) -> int:
    """Return the cost of giving up a drawn card: the last of its fabric may be needed."""
    return LAST_FABRIC_COST if is_fabric(card) and s.drawn[seat, card] == 1 else 0


# ---------------------------------------------------------------------- weights


def weigh(worth: int) -> int:
    """Return the weight of an action with this worth."""
    worth = max(worth + 20, 0)
    return min(1 + worth * worth // 1000, 1_000_000)


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    has_maker = has_drafted_maker(c, s, seat)
    prospect = measure_prospect(c, s, seat, has_maker)
    kind, _ = decode_action(actions[0])
    if kind == rec.TAKE_CARD:
        weigh_draft(c, s, seat, actions, n, out, prospect, has_maker)
    elif kind in (rec.DESTROY_DRAFTED, rec.END_TURN):
        weigh_turn(c, s, seat, actions, n, out, prospect, has_maker)
    elif kind == rec.STORE_DRAWN:
        for k in range(n):
            _, card = decode_action(actions[k])
            gain = prospect_with_card(c, s, seat, card, has_maker) - prospect
            out[k] = weigh(gain - give_up_cost(s, seat, card))
    elif kind == rec.DESTROY_DRAWN:
        weigh_destroy(c, s, seat, actions, n, out, prospect, has_maker)
    elif kind == rec.MAKE_GARMENT:
        for k in range(n):
            _, garment = decode_action(actions[k])
            out[k] = 1 + c.stars[garment] ** 3
    else:
        for k in range(n):
            kind, mix = decode_action(actions[k])
            gain = prospect_with_mix(c, s, seat, mix, has_maker) - prospect if kind == rec.MIX_COLOURS else 0
            out[k] = weigh(gain)


def weigh_draft(
    c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, prospect: int, has_maker: bool
) -> None:
    """Take what helps in this turn or in the deck, and above all cards that make garments."""
    store_gain = best_store_gain(c, s, seat, actions, n, prospect, has_maker)
    mix_gain = best_mix_gain(c, s, seat, actions, n, prospect, has_maker)
    make_worth = prospect * 10 // 8
    if offers_ability(c, actions, n, rec.DESTROY) or offers_ability(c, actions, n, rec.MAKE):
        make_worth += measure_nearest(c, s, seat) // 4
    for k in range(n):
        _, card = decode_action(actions[k])
        worth = ability_worth(c, s, seat, c.ability[card], store_gain, mix_gain, make_worth)
        out[k] = weigh(max(worth, keep_worth(c, s, seat, card, prospect, has_maker)))


def weigh_turn(
    c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, prospect: int, has_maker: bool
) -> None:
    """Draw, store and mix, and only then make a garment; keep what is worth more in the deck."""
    store_gain = best_store_gain(c, s, seat, actions, n, prospect, has_maker)
    mix_gain = best_mix_gain(c, s, seat, actions, n, prospect, has_maker)
    stars = find_best_stars(c, s, seat)
    for k in range(n):
        kind, card = decode_action(actions[k])
        if kind == rec.END_TURN:
            out[k] = weigh(END_TURN_WORTH)
            continue
        worth = ability_worth(c, s, seat, c.ability[card], store_gain, mix_gain, 100 * stars)
        if makes_garments(c, card):
            worth = MAKE_WORTH * stars if stars else -1000
        elif ability_kind(c.ability[card]) == rec.DRAW:
            worth += 100
        out[k] = weigh(worth - keep_worth(c, s, seat, card, prospect, has_maker))


def weigh_destroy(
    c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, prospect: int, has_maker: bool
) -> None:
    """Destroy what does something now and is worth little later."""
    store_gain = best_store_gain(c, s, seat, actions, n, prospect, has_maker)
    mix_gain = best_mix_gain(c, s, seat, actions, n, prospect, has_maker)
    make_worth = 500 * find_best_stars(c, s, seat)
    for k in range(n):
        _, card = decode_action(actions[k])
        worth = 100
        if card != rec.GARMENT:
            worth = ability_worth(c, s, seat, c.ability[card], store_gain, mix_gain, make_worth)
            worth -= keep_worth(c, s, seat, card, prospect, has_maker) + give_up_cost(s, seat, card)
        out[k] = weigh(worth)
