"""What is worth doing in Colori: know which garments are near, bring them nearer, and make them.

The measure of everything is a seat's prospect: how near the garments on display are to its wheel. A garment's
effort counts the pips still to be stored and the mixes still to be made, going down from tertiary colours to
the primaries they come from.
"""

from __future__ import annotations

from gamut.engine.bits import NONE, lowest, rest
from gamut.engine.game import WHOLE
from gamut.engine.record import Row
from gamut.games.colori.record import (
    BLEND,
    BURN,
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


def prospect(t: Tables, s: State, seat: int) -> int:
    """The worth of the three garments that promise most."""
    best, second, third = 0, 0, 0
    keen = keeps_make(t, s, seat)
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


def with_card(t: Tables, s: State, seat: int, card: int) -> int:
    """The prospect if a card's pips were stored."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += t.pips[card, colour]
    found = prospect(t, s, seat)
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= t.pips[card, colour]
    return found


def with_mix(t: Tables, s: State, seat: int, pair: int) -> int:
    """The prospect after a mix."""
    a, b, c = t.pair[pair, 0], t.pair[pair, 1], t.pair[pair, 2]
    s.wheel[seat, a] -= 1
    s.wheel[seat, b] -= 1
    s.wheel[seat, c] += 1
    found = prospect(t, s, seat)
    s.wheel[seat, a] += 1
    s.wheel[seat, b] += 1
    s.wheel[seat, c] -= 1
    return found


# ---------------------------------------------------------------------- what cards are worth


def best_store(t: Tables, s: State, seat: int, now: int) -> int:
    """What storing the best drawn card would add."""
    best = 0
    cards = s.held[seat]
    while cards != NONE:
        best = max(best, with_card(t, s, seat, lowest(cards)) - now)
        cards = rest(cards)
    return best


def best_mix(t: Tables, s: State, seat: int, now: int) -> int:
    """What the best mix would add."""
    best = 0
    for pair in range(PAIRS):
        if can_mix(t, s, seat, pair):
            best = max(best, with_mix(t, s, seat, pair) - now)
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


def kept(t: Tables, s: State, seat: int, card: int, now: int) -> int:
    """What a card is worth in the own deck for the rest of the game."""
    left = t.rounds - s.round
    if WOOL <= card <= COTTON:
        s.discard[seat, card] += 1
        gain = (prospect(t, s, seat) - now) * STAYING_CLOTH // 64
        s.discard[seat, card] -= 1
        return (gain - CLUTTER) * left
    gain = (with_card(t, s, seat, card) - now) * left * STAYING // 64
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
    a, now = acts[0], prospect(t, s, seat)
    if s.phase == DRAFTING:
        guide_draft(t, s, seat, acts, n, out, now)
    elif s.waiting == 0:
        guide_turn(t, s, seat, acts, n, out, now)
    elif a >= SEW:
        for k in range(n):
            out[k] = 1 + t.stars[acts[k] - SEW] ** 3
    elif a >= BLEND:
        for k in range(n):
            out[k] = weight(with_mix(t, s, seat, acts[k] - BLEND) - now if acts[k] < STOP else 0)
    elif a >= RUIN:
        guide_destroy(t, s, seat, acts, n, out, now)
    else:
        for k in range(n):
            card = acts[k] - KEEP
            out[k] = weight(with_card(t, s, seat, card) - now - given(s, seat, card))


def guide_draft(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Take what helps in this turn or in the deck; cards that make garments always, others want them too."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    making = now * 10 // 8 + at_hand(t, s, seat) // 4
    for k in range(n):
        card = acts[k] - TAKE
        worth = use(t, s, seat, t.ability[card], store, mixed, making)
        out[k] = weight(max(worth, kept(t, s, seat, card, now)))


def guide_turn(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Draw, store, mix and only then make; keep what is worth more in the deck."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
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
        out[k] = weight(worth - kept(t, s, seat, card, now))


def guide_destroy(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Destroy what does something now and is little worth later."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    ready = 500 * best_garment(t, s, seat)
    for k in range(n):
        card = acts[k] - RUIN
        worth = 100
        if card != GARMENT:
            worth = use(t, s, seat, t.ability[card], store, mixed, ready)
            worth -= kept(t, s, seat, card, now) + given(s, seat, card)
        out[k] = weight(worth)


VALUE_STAR = 2000  # worth of a star in the value
VALUE_SPAN = 8000  # who is so much behind the first has lost


def value(t: Tables, s: State, seat: int) -> int:
    """The share of the victory: the squares of how far each seat is from having lost."""
    best = 0
    for other in range(t.seats):
        best = max(best, standing(t, s, other))
    total, mine = 0, 0
    for other in range(t.seats):
        x = max(standing(t, s, other) - best + VALUE_SPAN, 0)
        if s.phase == OVER and x < VALUE_SPAN:
            x = 0
        total += x * x // 64
        if other == seat:
            mine = x * x // 64
    return WHOLE * mine // total


def standing(t: Tables, s: State, seat: int) -> int:
    """Stars, and what wheel, waiting abilities and drafted cards promise while the game lasts."""
    stars = s.stars[seat] * VALUE_STAR
    if s.phase == OVER:
        return stars
    now = prospect(t, s, seat)
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    hope = now
    if s.phase == DRAFTING:
        making = now // 4 + at_hand(t, s, seat) // 4
        if s.choice[seat]:
            hope += promise(t, s, seat, s.choice[seat] - 1, store, mixed, making, now)
        for h in range(t.seats):
            for i in range(s.dealt[h]):
                if s.when[h, i] > 0 and s.hand[h, i] and taker(t, s, h, s.when[h, i]) == seat:
                    hope += promise(t, s, seat, s.hand[h, i] - 1, store, mixed, making, now)
    else:
        making = at_hand(t, s, seat) // 4
        for i in range(HAND):
            if s.drafted[seat, i]:
                hope += promise(t, s, seat, s.drafted[seat, i] - 1, store, mixed, making, now)
        if s.turn == seat:
            for i in range(s.waiting):
                hope += use(t, s, seat, s.queue[i], store, mixed, 0)
    return stars + hope * (t.rounds - s.round + 1) // (2 * t.rounds)


def promise(t: Tables, s: State, seat: int, card: int, store: int, mixed: int, making: int, now: int) -> int:
    """A drafted card: to be used, or to be kept."""
    return max(use(t, s, seat, t.ability[card], store, mixed, making), kept(t, s, seat, card, now), 0)
