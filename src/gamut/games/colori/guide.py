"""What is worth doing in Colori: know which garments are near, bring them nearer, and make them.

The measure of everything is a seat's prospect: how near the garments on display are to its wheel. A garment's
effort counts the pips still to be stored and the mixes still to be made, going down from tertiary colours to
the primaries they come from.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.bits import NONE, lowest, rest
from gamut.engine.game import WHOLE
from gamut.engine.record import Row
from gamut.games.colori.record import (
    BLEND,
    BURN,
    CARDS,
    COLOURS,
    COTTON,
    DESTROY,
    DISPLAY,
    DRAFTING,
    DRAW,
    END,
    GARMENT,
    HAND,
    KEEP,
    MAKE,
    MIX,
    OVER,
    PAIRS,
    RUIN,
    SEW,
    STOP,
    STORE,
    TAKE,
    WOOL,
    State,
    Tables,
)  # fmt: skip
from gamut.games.colori.rules import can_make, can_mix, taker

# Tuned by tournaments of greedy play. Worths are in thousandths of a star, three times over.
PIP, MIXING = 3, 1  # effort of a pip that is missing, and of a mix
CLOTH, KEEN = 14, 6  # effort of a fabric that is not drawn, and more while a garment could be made
NEAR = 41  # effort that halves the worth of a garment
AT_HAND = 8  # the same for a garment to be made in this turn
FIRST, SECOND, THIRD = 24, 8, 4  # weight of the garments that promise most, in eighths
DRAWING = 200  # worth of a card drawn
RUINING = 9  # worth of destroying against storing, in eighths
STAYING, STAYING_CLOTH = 4, 40  # worth of a card in the deck each round, in 64ths of what it adds
CLUTTER = 30  # what a card in the deck costs each round
STAYING_MAKE = 47  # worth of a card that makes garments, in the deck, each round
GIVING_CLOTH = 401  # what it costs to give away the only drawn card of a fabric
ENDING = 15  # worth of ending the turn
MAKING = 319  # worth of making, a star, in the turn

# ---------------------------------------------------------------------- how near a garment is


def lacking(t: Tables, s: State, seat: int, g: int, colour: int) -> int:
    """How much of a tertiary colour is missing for a garment."""
    n = t.cost[g, colour] - s.wheel[seat, colour]
    return n if n > 0 else 0


def lacking_secondary(t: Tables, s: State, seat: int, g: int, colour: int) -> int:
    """How much of a secondary is missing, what its neighbours must be mixed from included."""
    n = t.cost[g, colour] - s.wheel[seat, colour]
    n += lacking(t, s, seat, g, colour - 1) + lacking(t, s, seat, g, (colour + 1) % COLOURS)
    return n if n > 0 else 0


def effort(t: Tables, s: State, seat: int, g: int) -> int:
    """Pips to store and mixes to make before the wheel can pay a garment."""
    total = 0
    for tertiary in range(1, COLOURS, 2):
        total += MIXING * lacking(t, s, seat, g, tertiary)
    for secondary in range(2, COLOURS, 4):
        total += MIXING * lacking_secondary(t, s, seat, g, secondary)
    for primary in range(0, COLOURS, 4):
        n = t.cost[g, primary] - s.wheel[seat, primary]
        n += lacking(t, s, seat, g, (primary + 11) % COLOURS) + lacking(t, s, seat, g, primary + 1)
        n += lacking_secondary(t, s, seat, g, (primary + 10) % COLOURS)
        n += lacking_secondary(t, s, seat, g, primary + 2)
        total += PIP * n if n > 0 else 0
    return total


def cloth(t: Tables, s: State, seat: int, card: int, keen: bool) -> int:
    """Effort of getting a fabric."""
    if s.drawn[seat, card]:
        return 0
    return CLOTH // (1 + s.deck[seat, card] + s.discard[seat, card]) + (KEEN if keen else 0)


def makes(t: Tables, card: int) -> bool:
    """Whether a card makes garments."""
    return t.ability[card] // 4 == MAKE


def keeps_make(t: Tables, s: State, seat: int) -> bool:
    """Whether the seat has drafted a card that makes garments."""
    found = 0
    if s.phase == DRAFTING:
        for h in range(t.seats):
            for i in range(s.dealt[h]):
                if s.when[h, i] > 0 and s.hand[h, i] and makes(t, s.hand[h, i] - 1):
                    found += 1 if taker(t, s, h, s.when[h, i]) == seat else 0
    else:
        for i in range(HAND):
            found += 1 if s.drafted[seat, i] and makes(t, s.drafted[seat, i] - 1) else 0
    return found > 0


def prospect(t: Tables, s: State, seat: int, keen: bool) -> int:
    """The worth of the three garments that promise most."""
    best, second, third = 0, 0, 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            away = effort(t, s, seat, g) + cloth(t, s, seat, t.fabric[g], keen)
            worth = 1000 * t.stars[g] * NEAR // (NEAR + away)
            if worth > best:
                best, second, third = worth, best, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return (FIRST * best + SECOND * second + THIRD * third) // 8


def at_hand(t: Tables, s: State, seat: int) -> int:
    """How near the best garment is whose fabric is among the drawn cards."""
    best = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0 and s.drawn[seat, t.fabric[g]]:
            best = max(best, 1000 * t.stars[g] * AT_HAND // (AT_HAND + effort(t, s, seat, g)))
    return best


def with_card(t: Tables, s: State, seat: int, card: int, keen: bool) -> int:
    """The prospect if a card's pips were stored."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += t.pips[card, colour]
    found = prospect(t, s, seat, keen)
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= t.pips[card, colour]
    return found


def with_mix(t: Tables, s: State, seat: int, pair: int, keen: bool) -> int:
    """The prospect after a mix."""
    a, b, c = t.pair[pair, 0], t.pair[pair, 1], t.pair[pair, 2]
    s.wheel[seat, a] -= 1
    s.wheel[seat, b] -= 1
    s.wheel[seat, c] += 1
    found = prospect(t, s, seat, keen)
    s.wheel[seat, a] += 1
    s.wheel[seat, b] += 1
    s.wheel[seat, c] -= 1
    return found


# ---------------------------------------------------------------------- what cards are worth


def best_store(t: Tables, s: State, seat: int, now: int, keen: bool) -> int:
    """What storing the best drawn card would add."""
    best = 0
    cards = s.held[seat]
    while cards != NONE:
        best = max(best, with_card(t, s, seat, lowest(cards), keen) - now)
        cards = rest(cards)
    return best


def best_mix(t: Tables, s: State, seat: int, now: int, keen: bool) -> int:
    """What the best mix would add."""
    best = 0
    for pair in range(PAIRS):
        if can_mix(t, s, seat, pair):
            best = max(best, with_mix(t, s, seat, pair, keen) - now)
    return best


def best_garment(t: Tables, s: State, seat: int) -> int:
    """The most stars a garment gives that could be made now."""
    best = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0 and t.stars[g] > best and can_make(t, s, seat, g):
            best = t.stars[g]
    return best


def use(t: Tables, s: State, seat: int, code: int, store: int, mixed: int, ready: int) -> int:
    """The worth of an ability, given what one store, one mix and a garment are worth.

    Storing several counts like storing one: the second card is often one that had better stay.
    """
    verb, n = code // 4, code % 4
    if verb == STORE:
        return store
    if verb == MIX:
        return mixed * n
    if verb == DRAW:
        return DRAWING * n
    if verb == DESTROY:
        return max(store * n * RUINING // 8, ready if draws_make(t, s, seat) else 0)
    return ready


def draws_make(t: Tables, s: State, seat: int) -> bool:
    """Whether a card that makes garments is among the drawn cards."""
    cards = s.held[seat]
    while cards != NONE:
        if makes(t, lowest(cards)):
            return True
        cards = rest(cards)
    return False


def kept(t: Tables, s: State, seat: int, card: int, now: int, keen: bool) -> int:
    """What a card is worth in the own deck for the rest of the game."""
    left = t.rounds - s.round
    if WOOL <= card <= COTTON:
        s.discard[seat, card] += 1
        gain = (prospect(t, s, seat, keen) - now) * STAYING_CLOTH // 64
        s.discard[seat, card] -= 1
        return (gain - CLUTTER) * left
    gain = (with_card(t, s, seat, card, keen) - now) * left * STAYING // 64
    return gain - CLUTTER * left + (STAYING_MAKE * left if makes(t, card) else 0)


def given(s: State, seat: int, card: int) -> int:
    """What it costs to give away a drawn card: the last of its fabric may be needed."""
    return GIVING_CLOTH if WOOL <= card <= COTTON and s.drawn[seat, card] == 1 else 0


# ---------------------------------------------------------------------- the verbs


def weight(gain: int) -> int:
    """A weight from a worth."""
    gain = max(gain + 20, 0)
    return min(1 + gain * gain // 1000, 1_000_000)


def guide(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    """Weights: what helps to make a garment first."""
    keen = keeps_make(t, s, seat)
    a, now = acts[0], prospect(t, s, seat, keen)
    if s.phase == DRAFTING:
        guide_draft(t, s, seat, acts, n, out, now, keen)
    elif s.waiting == 0:
        guide_turn(t, s, seat, acts, n, out, now, keen)
    elif a >= SEW:
        for k in range(n):
            out[k] = 1 + t.stars[acts[k] - SEW] ** 3
    elif a >= BLEND:
        for k in range(n):
            out[k] = weight(with_mix(t, s, seat, acts[k] - BLEND, keen) - now if acts[k] < STOP else 0)
    elif a >= RUIN:
        guide_destroy(t, s, seat, acts, n, out, now, keen)
    else:
        for k in range(n):
            card = acts[k] - KEEP
            out[k] = weight(with_card(t, s, seat, card, keen) - now - given(s, seat, card))


def guide_draft(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Take what helps in this turn or in the deck; cards that make garments always, others want them too."""
    store, mixed = best_store(t, s, seat, now, keen), best_mix(t, s, seat, now, keen)
    making = now * 10 // 8 + at_hand(t, s, seat) // 4
    for k in range(n):
        card = acts[k] - TAKE
        worth = use(t, s, seat, t.ability[card], store, mixed, making)
        out[k] = weight(max(worth, kept(t, s, seat, card, now, keen)))


def guide_turn(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Draw, store, mix and only then make; keep what is worth more in the deck."""
    store, mixed = best_store(t, s, seat, now, keen), best_mix(t, s, seat, now, keen)
    ready = best_garment(t, s, seat)
    for k in range(n):
        if acts[k] == END:
            out[k] = weight(ENDING)
            continue
        card = acts[k] - BURN
        worth = use(t, s, seat, t.ability[card], store, mixed, 100 * ready)
        if makes(t, card):
            worth = MAKING * ready if ready else -1000
        elif t.ability[card] // 4 == DRAW:
            worth += 100
        out[k] = weight(worth - kept(t, s, seat, card, now, keen))


def guide_destroy(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int, keen: bool) -> None:
    """Destroy what does something now and is little worth later."""
    store, mixed = best_store(t, s, seat, now, keen), best_mix(t, s, seat, now, keen)
    ready = 500 * best_garment(t, s, seat)
    for k in range(n):
        card = acts[k] - RUIN
        worth = 100
        if card != GARMENT:
            worth = use(t, s, seat, t.ability[card], store, mixed, ready)
            worth -= kept(t, s, seat, card, now, keen) + given(s, seat, card)
        out[k] = weight(worth)


def settled(t: Tables, s: State) -> bool:
    """A round begins: turns are over, and nothing of the draft is known."""
    if s.phase != DRAFTING or s.pick != 1:
        return False
    chosen = 0
    for seat in range(t.seats):
        chosen += s.choice[seat]
    return chosen == 0


# What a seat still gains on average, in thousandths of a star, by the rounds left when a round begins: a rough
# linear fit to 12,000 two-player games of greedy play (it explains 3 to 17 % of the variance; the last row's
# garment entry is that of the row before, for want of cases). By thousandths of the two nearest garments and of
# the nearest of a drawn fabric, by fabric, card, card that makes garments, dye and garment in the deck, by
# stored pips of each rank; and 1.
GAINS = np.array(
    (
        (-291, 58, 740, 47, -10, 67, -35, -141, 7, 5, 26, -615),
        (60, 207, 503, 173, -55, 146, -31, -229, 9, 18, 38, -696),
        (148, 315, 466, 248, -94, 197, 18, -279, 0, 21, 52, -300),
        (203, 416, 341, 249, -118, 207, 90, -418, -10, 32, 34, 616),
        (116, 420, 399, 182, -116, 161, 189, -650, -15, 35, -4, 1593),
        (166, 669, 356, 90, -148, 121, 328, -835, -19, -7, -41, 2336),
        (-52, 874, 688, 63, -167, 76, 457, -835, 29, 113, 207, 2564),
    )
)  # fmt: skip
SPREAD = np.array(
    (1200, 1630, 1870, 2030, 2150, 2200, 2220)
)  # a lead that makes victory e times as likely; set by eye
NEARER, UNDRAWN = 12, 6  # effort that halves a garment's worth here, and that of a fabric that is not drawn
FINE = 64  # parts of one in fixed-point numbers


def value(t: Tables, s: State, seat: int) -> int:
    """The share of the victory: the odds fall with what a seat is expected to be behind at the end."""
    left = min(t.rounds - s.round, len(SPREAD) - 1)
    best = 0
    for other in range(t.seats):
        best = max(best, expected(t, s, other, left))
    mine, whole = 0, 0
    for other in range(t.seats):
        behind = best - expected(t, s, other, left)
        y = behind * FINE // SPREAD[left]
        odds = FINE * FINE * FINE // (FINE + y + y * y // (2 * FINE) + y * y * y // (6 * FINE * FINE))
        if s.phase == OVER:
            odds = 1 if behind == 0 else 0
        whole += odds
        if other == seat:
            mine = odds
    return WHOLE * mine // whole


def expected(t: Tables, s: State, seat: int, left: int) -> int:
    """A seat's stars at the end, in thousandths."""
    stars = 1000 * s.stars[seat]
    if s.phase == OVER:
        return stars
    gains = GAINS[left]
    gain: int = gains[11] + garments_gain(t, s, seat, gains) + cards_gain(t, s, seat, gains)
    return stars + max(gain, 0)


def garments_gain(t: Tables, s: State, seat: int, gains: Row) -> int:
    """What the garments on display and the wheel promise."""
    best, second, drawn = 0, 0, 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            away = NEARER + effort(t, s, seat, g)
            worth = 1000 * t.stars[g] * NEARER // away
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
            undrawn = 0 if s.drawn[seat, t.fabric[g]] else UNDRAWN
            drawn = max(drawn, 1000 * t.stars[g] * NEARER // (away + undrawn))
    total = (gains[0] * best + gains[1] * second + gains[2] * drawn) // 1000
    for colour in range(COLOURS):
        rank = 10 if colour % 2 else 9 if colour % 4 else 8
        total += gains[rank] * s.wheel[seat, colour]
    return total


def cards_gain(t: Tables, s: State, seat: int, gains: Row) -> int:
    """What the own cards promise."""
    total = 0
    for card in range(CARDS):
        n = s.deck[seat, card] + s.discard[seat, card] + s.drawn[seat, card]
        if n:
            worth = gains[4]
            if card == GARMENT:
                worth += gains[7]
            elif makes(t, card):
                worth += gains[5]
            if WOOL <= card <= COTTON:
                worth += gains[3]
            elif COTTON < card < GARMENT:
                worth += gains[6]
            total += n * worth
    return total
