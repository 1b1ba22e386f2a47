"""What is worth doing in Colori: know which garments are near, bring them nearer, and make them.

The measure of everything is a seat's prospect: how near the garments on display are to its wheel. A garment's
effort counts the pips still to be stored and the mixes still to be made, going down from tertiary colours to
the primaries they come from.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, lowest, rest
from gamut.engine.record import Row
from gamut.games.colori.abilities import can_make, can_mix
from gamut.games.colori.draft import find_holder
from gamut.games.colori.record import (
    CARDS,
    COLOURS,
    COTTON,
    DESTROY,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    DRAFTING,
    DRAW,
    END_TURN,
    GARMENT,
    HAND,
    MAKE,
    MAKE_GARMENT,
    MIX,
    MIX_PAIR,
    PAIRS,
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    WOOL,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

# Tuned by tournaments of greedy play. Worths are in thousandths of a star, three times over.
PIP, MIXING = 3, 1  # effort of a pip that is missing, and of a mix
CLOTH, KEEN = 14, 6  # effort of a fabric that is not drawn, and more while a garment could be made
NEAR = 41  # effort that halves the worth of a garment
AT_HAND = 8  # the same for a garment to be made in this turn
FIRST, SECOND, THIRD = 24, 8, 4  # weight of the garments that promise most, in eighths
DRAWING = 200  # worth of a card drawn
DESTROYING = 9  # worth of destroying against storing, in eighths
STAYING, STAYING_CLOTH = 4, 40  # worth of a card in the deck each round, in 64ths of what it adds
CLUTTER = 30  # what a card in the deck costs each round
STAYING_MAKE = 47  # worth of a card that makes garments, in the deck, each round
GIVING_CLOTH = 401  # what it costs to give away the only drawn card of a fabric
ENDING = 15  # worth of ending the turn
MAKING = 319  # worth of making, a star, in the turn

# ---------------------------------------------------------------------- how near a garment is


def shortfall(n: int) -> int:
    """How much is missing, where `n` more is needed than there is."""
    return n if n > 0 else 0


def count_missing(need: Row, have: Row) -> tuple[int, int]:
    """Pips to store and mixes to make before a wheel can pay the cost of a garment.

    What is missing of a tertiary has to be mixed from its neighbours, which adds to what is missing of them; of a
    secondary likewise. Written out colour by colour: it is called some hundred times for one decision.
    """
    vermilion, amber = shortfall(need[1] - have[1]), shortfall(need[3] - have[3])
    chartreuse, teal = shortfall(need[5] - have[5]), shortfall(need[7] - have[7])
    indigo, magenta = shortfall(need[9] - have[9]), shortfall(need[11] - have[11])
    orange = shortfall(need[2] - have[2] + vermilion + amber)
    green = shortfall(need[6] - have[6] + chartreuse + teal)
    purple = shortfall(need[10] - have[10] + indigo + magenta)
    red = shortfall(need[0] - have[0] + magenta + vermilion + purple + orange)
    yellow = shortfall(need[4] - have[4] + amber + chartreuse + orange + green)
    blue = shortfall(need[8] - have[8] + teal + indigo + green + purple)
    mixes = vermilion + amber + chartreuse + teal + indigo + magenta + orange + green + purple
    return red + yellow + blue, mixes


def measure_effort(c: Constants, s: State, seat: int, g: int) -> int:
    """What it takes until the wheel can pay a garment."""
    pips, mixes = count_missing(c.cost[g], s.wheel[seat])
    return PIP * pips + MIXING * mixes


def measure_fabric(c: Constants, s: State, seat: int, card: int, keen: bool) -> int:
    """Effort of getting a fabric."""
    if s.drawn[seat, card]:
        return 0
    return CLOTH // (1 + s.deck[seat, card] + s.discard[seat, card]) + (KEEN if keen else 0)


def makes_garment(c: Constants, card: int) -> bool:
    """Whether a card makes garments."""
    return ability_verb(c.ability[card]) == MAKE


def has_drafted_maker(c: Constants, s: State, seat: int) -> bool:
    """Whether the seat has drafted a card that makes garments."""
    found = 0
    if s.phase == DRAFTING:
        for h in range(c.seats):
            for i in range(s.dealt[h]):
                if s.when[h, i] > 0 and s.hand[h, i] and makes_garment(c, s.hand[h, i] - 1):
                    found += 1 if find_holder(c, s, h, s.when[h, i]) == seat else 0
    else:
        for i in range(HAND):
            found += 1 if s.drafted[seat, i] and makes_garment(c, s.drafted[seat, i] - 1) else 0
    return found > 0


def measure_prospect(c: Constants, s: State, seat: int, keen: bool) -> int:
    """The worth of the three garments that promise most."""
    best, second, third = 0, 0, 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            away = measure_effort(c, s, seat, g) + measure_fabric(c, s, seat, c.fabric[g], keen)
            worth = 1000 * c.stars[g] * NEAR // (NEAR + away)
            if worth > best:
                best, second, third = worth, best, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return (FIRST * best + SECOND * second + THIRD * third) // 8


def measure_nearest(c: Constants, s: State, seat: int) -> int:
    """How near the best garment is whose fabric is among the drawn cards."""
    best = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0 and s.drawn[seat, c.fabric[g]]:
            best = max(best, 1000 * c.stars[g] * AT_HAND // (AT_HAND + measure_effort(c, s, seat, g)))
    return best


def prospect_with_card(c: Constants, s: State, seat: int, card: int, keen: bool) -> int:
    """The prospect if a card's pips were stored."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += c.pips[card, colour]
    found = measure_prospect(c, s, seat, keen)
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= c.pips[card, colour]
    return found


def prospect_with_mix(c: Constants, s: State, seat: int, pair: int, keen: bool) -> int:
    """The prospect after a mix."""
    a, b, made = c.pair[pair, 0], c.pair[pair, 1], c.pair[pair, 2]
    s.wheel[seat, a] -= 1
    s.wheel[seat, b] -= 1
    s.wheel[seat, made] += 1
    found = measure_prospect(c, s, seat, keen)
    s.wheel[seat, a] += 1
    s.wheel[seat, b] += 1
    s.wheel[seat, made] -= 1
    return found


# ---------------------------------------------------------------------- what cards are worth


def gain_of_store(c: Constants, s: State, seat: int, now: int, keen: bool) -> int:
    """What storing the best drawn card would add."""
    best = 0
    cards = s.held[seat]
    while cards != NONE:
        best = max(best, prospect_with_card(c, s, seat, lowest(cards), keen) - now)
        cards = rest(cards)
    return best


def gain_of_mix(c: Constants, s: State, seat: int, now: int, keen: bool) -> int:
    """What the best mix would add."""
    best = 0
    for pair in range(PAIRS):
        if can_mix(c, s, seat, pair):
            best = max(best, prospect_with_mix(c, s, seat, pair, keen) - now)
    return best


def find_best_stars(c: Constants, s: State, seat: int) -> int:
    """The most stars a garment gives that could be made now."""
    best = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0 and c.stars[g] > best and can_make(c, s, seat, g):
            best = c.stars[g]
    return best


def offers_ability(c: Constants, acts: Row, n: int, base: int, verb: int) -> bool:
    """Whether a card on offer has an ability of this kind; what no card needs is not worked out."""
    for k in range(n):
        card = acts[k] - base
        if card < CARDS and ability_verb(c.ability[card]) == verb:
            return True
    return False


def value_ability(c: Constants, s: State, seat: int, code: int, store: int, mixed: int, ready: int) -> int:
    """The worth of an ability, given what one store, one mix and a garment are worth.

    Storing several counts like storing one: the second card is often one that had better stay.
    """
    verb, n = ability_verb(code), ability_times(code)
    if verb == STORE:
        return store
    if verb == MIX:
        return mixed * n
    if verb == DRAW:
        return DRAWING * n
    if verb == DESTROY:
        return max(store * n * DESTROYING // 8, ready if has_drawn_maker(c, s, seat) else 0)
    return ready


def has_drawn_maker(c: Constants, s: State, seat: int) -> bool:
    """Whether a card that makes garments is among the drawn cards."""
    cards = s.held[seat]
    while cards != NONE:
        if makes_garment(c, lowest(cards)):
            return True
        cards = rest(cards)
    return False


def value_kept(c: Constants, s: State, seat: int, card: int, now: int, keen: bool) -> int:
    """What a card is worth in the own deck for the rest of the game."""
    left = c.rounds - s.round
    if left == 0:
        return 0
    if WOOL <= card <= COTTON:
        s.discard[seat, card] += 1
        gain = (measure_prospect(c, s, seat, keen) - now) * STAYING_CLOTH // 64
        s.discard[seat, card] -= 1
        return (gain - CLUTTER) * left
    gain = (prospect_with_card(c, s, seat, card, keen) - now) * left * STAYING // 64
    return gain - CLUTTER * left + (STAYING_MAKE * left if makes_garment(c, card) else 0)


def cost_of_giving(s: State, seat: int, card: int) -> int:
    """What it costs to give away a drawn card: the last of its fabric may be needed."""
    return GIVING_CLOTH if WOOL <= card <= COTTON and s.drawn[seat, card] == 1 else 0


# ---------------------------------------------------------------------- the verbs


def weigh_gain(gain: int) -> int:
    """A weight from a worth."""
    gain = max(gain + 20, 0)
    return min(1 + gain * gain // 1000, 1_000_000)


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    """Weights: what helps to make a garment first."""
    keen = has_drafted_maker(c, s, seat)
    a, now = acts[0], measure_prospect(c, s, seat, keen)
    if s.phase == DRAFTING:
        guide_draft(c, s, seat, acts, n, out, now, keen)
    elif s.waiting == 0:
        guide_turn(c, s, seat, acts, n, out, now, keen)
    elif a >= MAKE_GARMENT:
        for k in range(n):
            out[k] = 1 + c.stars[acts[k] - MAKE_GARMENT] ** 3
    elif a >= MIX_PAIR:
        for k in range(n):
            out[k] = weigh_gain(
                prospect_with_mix(c, s, seat, acts[k] - MIX_PAIR, keen) - now if acts[k] < STOP_MIXING else 0
            )
    elif a >= DESTROY_DRAWN:
        guide_destroy(c, s, seat, acts, n, out, now, keen)
    else:
        for k in range(n):
            card = acts[k] - STORE_DRAWN
            out[k] = weigh_gain(prospect_with_card(c, s, seat, card, keen) - now - cost_of_giving(s, seat, card))


def guide_draft(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Take what helps in this turn or in the deck; cards that make garments always, others want them too."""
    destroys = offers_ability(c, acts, n, TAKE_CARD, DESTROY)
    store = gain_of_store(c, s, seat, now, keen) if destroys or offers_ability(c, acts, n, TAKE_CARD, STORE) else 0
    mixed = gain_of_mix(c, s, seat, now, keen) if offers_ability(c, acts, n, TAKE_CARD, MIX) else 0
    making = now * 10 // 8
    if destroys or offers_ability(c, acts, n, TAKE_CARD, MAKE):
        making += measure_nearest(c, s, seat) // 4
    for k in range(n):
        card = acts[k] - TAKE_CARD
        worth = value_ability(c, s, seat, c.ability[card], store, mixed, making)
        out[k] = weigh_gain(max(worth, value_kept(c, s, seat, card, now, keen)))


def guide_turn(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Draw, store, mix and only then make; keep what is worth more in the deck."""
    stores = offers_ability(c, acts, n, DESTROY_DRAFTED, DESTROY) or offers_ability(
        c, acts, n, DESTROY_DRAFTED, STORE
    )
    store = gain_of_store(c, s, seat, now, keen) if stores else 0
    mixed = gain_of_mix(c, s, seat, now, keen) if offers_ability(c, acts, n, DESTROY_DRAFTED, MIX) else 0
    ready = find_best_stars(c, s, seat)
    for k in range(n):
        if acts[k] == END_TURN:
            out[k] = weigh_gain(ENDING)
            continue
        card = acts[k] - DESTROY_DRAFTED
        worth = value_ability(c, s, seat, c.ability[card], store, mixed, 100 * ready)
        if makes_garment(c, card):
            worth = MAKING * ready if ready else -1000
        elif ability_verb(c.ability[card]) == DRAW:
            worth += 100
        out[k] = weigh_gain(worth - value_kept(c, s, seat, card, now, keen))


def guide_destroy(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Destroy what does something now and is little worth later."""
    stores = offers_ability(c, acts, n, DESTROY_DRAWN, DESTROY) or offers_ability(c, acts, n, DESTROY_DRAWN, STORE)
    store = gain_of_store(c, s, seat, now, keen) if stores else 0
    mixed = gain_of_mix(c, s, seat, now, keen) if offers_ability(c, acts, n, DESTROY_DRAWN, MIX) else 0
    ready = 500 * find_best_stars(c, s, seat)
    for k in range(n):
        card = acts[k] - DESTROY_DRAWN
        worth = 100
        if card != GARMENT:
            worth = value_ability(c, s, seat, c.ability[card], store, mixed, ready)
            worth -= value_kept(c, s, seat, card, now, keen) + cost_of_giving(s, seat, card)
        out[k] = weigh_gain(worth)
