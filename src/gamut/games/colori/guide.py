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
    ACTING, BLEND, BURN, CARDS, COLOURS, DESTROY, DISPLAY, DRAFTING, DRAW, END, GARMENT, HAND, KEEP, KINDS, MAKE,
    MIX, OVER, PAIRS, RUIN, SEW, STOP, STORE, TAKE, State, Tables,
)  # fmt: skip
from gamut.games.colori.rules import can_make, can_mix, taker

PIP, MIXING = 3, 1  # effort of a pip that is missing, and of a mix

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


def cloth(t: Tables, s: State, seat: int, g: int, keen: bool) -> int:
    """Effort of getting the fabric."""
    card = t.fabric[g]
    if s.drawn[seat, card]:
        return 0
    copies = s.deck[seat, card] + s.discard[seat, card]
    return t.tune[0] // (1 + copies) + (t.tune[17] if keen else 0)


def prospect(t: Tables, s: State, seat: int) -> int:
    """The worth of the three garments that promise most."""
    best, second, third = 0, 0, 0
    keen = keeps_make(t, s, seat)
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0:
            away = effort(t, s, seat, g) + cloth(t, s, seat, g, keen)
            worth = 1000 * (t.stars[g] + t.tune[15]) * t.tune[1] // (t.tune[1] + away)
            if worth > best:
                best, second, third = worth, best, second
            elif worth > second:
                second, third = worth, second
            elif worth > third:
                third = worth
    return (t.tune[2] * best + t.tune[3] * second + t.tune[4] * third) // 8


def keeps_make(t: Tables, s: State, seat: int) -> bool:
    """Whether a card that makes garments is among the drafted cards or picks."""
    if s.phase == DRAFTING:
        for h in range(t.seats):
            for i in range(s.dealt[h]):
                at = s.when[h, i]
                if at > 0 and s.hand[h, i] and t.ability[s.hand[h, i] - 1] // 4 == MAKE and taker(t, s, h, at) == seat:
                    return True
        return False
    for i in range(HAND):
        if s.drafted[seat, i] and t.ability[s.drafted[seat, i] - 1] // 4 == MAKE:
            return True
    return False


def makeable(t: Tables, s: State, seat: int) -> int:
    """How near the best garment is whose fabric is among the drawn cards."""
    best = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g >= 0 and s.drawn[seat, t.fabric[g]]:
            away = effort(t, s, seat, g)
            best = max(best, 1000 * t.stars[g] * t.tune[16] // (t.tune[16] + away))
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


# ---------------------------------------------------------------------- what an ability is worth now


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
    """The worth of an ability, given what one store, one mix and a garment are worth now."""
    verb, n = code // 4, code % 4
    if verb == STORE:
        return store * (1 + (n - 1) * t.tune[5] // 8)
    if verb == MIX:
        return mixed * n
    if verb == DRAW:
        return t.tune[6] * n
    if verb == DESTROY:
        if has_make(t, s, seat):
            return max(ready, store * n * t.tune[7] // 8)
        return store * n * t.tune[7] // 8
    return ready


def has_make(t: Tables, s: State, seat: int) -> bool:
    """Whether a card that makes garments is among the drawn cards."""
    cards = s.held[seat]
    while cards != NONE:
        if t.ability[lowest(cards)] // 4 == MAKE:
            return True
        cards = rest(cards)
    return False


def kept(t: Tables, s: State, seat: int, card: int, now: int) -> int:
    """What a card is worth in the own deck for the rest of the game."""
    left = t.rounds - s.round
    if card >= 3 and card < 7:
        s.discard[seat, card] += 1
        gain = prospect(t, s, seat) - now
        s.discard[seat, card] -= 1
        return gain * left * t.tune[14] // 64 - t.tune[9] * left
    worth = (with_card(t, s, seat, card) - now) * left * t.tune[8] // 64 - t.tune[9] * left
    if t.ability[card] // 4 == MAKE:
        worth += t.tune[10] * left
    return worth


# ---------------------------------------------------------------------- the verbs


def guide(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    """Weights: what helps to make a garment first."""
    now = prospect(t, s, seat)
    if s.phase == DRAFTING:
        guide_draft(t, s, seat, acts, n, out, now)
        return
    a = acts[0]
    if n == 1:
        out[0] = 1
    elif a >= SEW and a < END:
        for k in range(n):
            out[k] = 1 + t.stars[acts[k] - SEW] ** 3
    elif s.waiting == 0:
        guide_turn(t, s, seat, acts, n, out, now)
    elif a >= BLEND:
        for k in range(n):
            gain = with_mix(t, s, seat, acts[k] - BLEND) - now if acts[k] < STOP else 0
            out[k] = weight(gain)
    elif a >= RUIN:
        guide_destroy(t, s, seat, acts, n, out, now)
    else:
        for k in range(n):
            out[k] = weight(with_card(t, s, seat, acts[k] - KEEP) - now - fabric_loss(t, s, seat, acts[k] - KEEP))


def weight(gain: int) -> int:
    """A weight from a gain of prospect."""
    gain = max(gain + 20, 0)
    return min(1 + gain * gain // 1000, 1_000_000)


def fabric_loss(t: Tables, s: State, seat: int, card: int) -> int:
    """What it costs to give a fabric away that a garment needs."""
    if card < 3 or card > 6 or s.drawn[seat, card] > 1:
        return 0
    return t.tune[11]


def guide_turn(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Draw, store, mix and only then make; keep what is worth more in the deck."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    ready = best_garment(t, s, seat)
    for k in range(n):
        if acts[k] == END:
            out[k] = weight(t.tune[12])
            continue
        card = acts[k] - BURN
        code = t.ability[card]
        gain = use(t, s, seat, code, store, mixed, 0)
        if code // 4 == MAKE:
            gain = t.tune[19] * ready if ready else -1000
        elif code // 4 == DRAW:
            gain += t.tune[20] if ready == 0 and keeps_make(t, s, seat) else 100
        out[k] = weight(gain - kept(t, s, seat, card, now))


def guide_destroy(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Destroy what does something now and is little worth later."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    ready = best_garment(t, s, seat)
    for k in range(n):
        card = acts[k] - RUIN
        if card == GARMENT:
            out[k] = weight(100)
            continue
        gain = use(t, s, seat, t.ability[card], store, mixed, 500 * ready)
        out[k] = weight(gain - kept(t, s, seat, card, now) - fabric_loss(t, s, seat, card))


def guide_draft(t: Tables, s: State, seat: int, acts: Row, n: int, out: Row, now: int) -> None:
    """Take what helps this turn or the deck."""
    store, mixed = best_store(t, s, seat, now), best_mix(t, s, seat, now)
    for k in range(n):
        card = acts[k] - TAKE
        gain = use(t, s, seat, t.ability[card], store, mixed, now * t.tune[13] // 8 + makeable(t, s, seat) * t.tune[18] // 8)
        out[k] = weight(max(gain, kept(t, s, seat, card, now)))


def value(t: Tables, s: State, seat: int) -> int:
    """Stars first, then prospects."""
    mine = worth(t, s, seat)
    best = 0
    for other in range(t.seats):
        if other != seat:
            best = max(best, worth(t, s, other))
    return min(max(WHOLE // 2 + (mine - best) // 4, 0), WHOLE)


def worth(t: Tables, s: State, seat: int) -> int:
    """Stars, and what the wheel promises while the game lasts."""
    stars = s.stars[seat] * 2000
    if s.phase == OVER:
        return stars
    return stars + prospect(t, s, seat) * (t.rounds - s.round + 1) // (2 * t.rounds)
