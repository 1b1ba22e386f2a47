"""The abilities of Colori's cards and the queue in which they wait. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, lowest, without_lowest
from gamut.engine.record import Row
from gamut.games.colori import record as rec
from gamut.games.colori.piles import add_event, discard_card, draw_card, refill_display, remove_drawn
from gamut.games.colori.record import Constants, State, ability_kind, ability_times

NO_GARMENT, SEVERAL_GARMENTS = -1, -2

# ---------------------------------------------------------------------- the queue


def destroy_card(c: Constants, s: State, card: int) -> None:
    """Clauses 4.2 and 5.1: destroy a card and add its ability to the queue."""
    if card == rec.GARMENT:
        return  # clause 6.7: it leaves the game
    s.destroyed[card] += 1
    s.queue[s.queue_length] = c.ability[card]
    s.queue_length += 1
    s.abilities_used += 1


def finish_ability(s: State) -> None:
    """Remove the current ability from the queue."""
    s.queue_length -= 1
    for i in range(s.queue_length):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.queue_length] = 0


def count_down(s: State) -> None:
    """Count one use of the current ability."""
    s.queue[0] -= 1
    if ability_times(s.queue[0]) == 0:
        finish_ability(s)


# ---------------------------------------------------------------------- the wheel


def add_pips(c: Constants, wheel: Row, card: int, times: int) -> None:
    """Clause 6.2: add all pips of a card to a wheel; a negative number of times undoes it."""
    for colour in range(rec.N_COLOURS):
        wheel[colour] += times * c.pips[card, colour]


def apply_mix(c: Constants, wheel: Row, mix: int, times: int) -> None:
    """Clause 6.5: replace two colours of a wheel with the colour they make; a negative number of times undoes it."""
    wheel[c.mix[mix, 0]] -= times
    wheel[c.mix[mix, 1]] -= times
    wheel[c.mix[mix, 2]] += times


def can_mix(c: Constants, s: State, seat: int, mix: int) -> bool:
    """Clause 6.5: return whether both colours are on the wheel."""
    return s.wheel[seat, c.mix[mix, 0]] > 0 and s.wheel[seat, c.mix[mix, 1]] > 0


def can_mix_any(c: Constants, s: State, seat: int) -> bool:
    for mix in range(rec.MIXES):
        if can_mix(c, s, seat, mix):
            return True
    return False


def has_colours(c: Constants, wheel: Row, garment: int) -> bool:
    """Return whether a wheel holds all the colours that a garment costs."""
    missing = 0
    for colour in range(rec.N_COLOURS):
        missing += 1 if wheel[colour] < c.cost[garment, colour] else 0
    return missing == 0


def can_make(c: Constants, s: State, seat: int, garment: int) -> bool:
    """Clause 6.8: return whether the fabric is among the drawn cards and the colours are on the wheel."""
    return garment >= 0 and s.drawn[seat, c.fabric[garment]] > 0 and has_colours(c, s.wheel[seat], garment)


# ---------------------------------------------------------------------- using an ability


def store_card(c: Constants, s: State, seat: int, card: int) -> None:
    """Clauses 6.1–6.3: store the pips of a drawn card on the wheel and discard the card."""
    add_pips(c, s.wheel[seat], card, 1)
    remove_drawn(s, seat, card)
    discard_card(s, seat, card)
    count_down(s)


def destroy_drawn(c: Constants, s: State, seat: int, card: int) -> None:
    """Clauses 5.2 and 6.6: destroy a drawn card; its ability joins the back of the queue."""
    remove_drawn(s, seat, card)
    count_down(s)
    destroy_card(c, s, card)


def mix_colours(c: Constants, s: State, seat: int, mix: int) -> None:
    apply_mix(c, s.wheel[seat], mix, 1)
    count_down(s)


def make_garment(c: Constants, s: State, seat: int, garment: int) -> None:
    """Clauses 6.8–6.9: pay fabric and colours, gain the stars, and refill the display."""
    remove_drawn(s, seat, c.fabric[garment])
    discard_card(s, seat, c.fabric[garment])
    for colour in range(rec.N_COLOURS):
        s.wheel[seat, colour] -= c.cost[garment, colour]
    discard_card(s, seat, rec.GARMENT)
    s.made[seat, garment] += 1
    s.stars[seat] += c.stars[garment]
    slot = 0
    while s.display[slot] != garment + 1:
        slot += 1
    refill_display(s, slot)
    add_event(s, rec.GARMENT_ADDED, s.display[slot])
    finish_ability(s)


# ---------------------------------------------------------------------- what leaves no choice


def resolve_ability(c: Constants, s: State) -> bool:
    """Clause 5.4: continue the current ability if it leaves no choice; return False when the seat has to choose."""
    seat, kind = s.turn, ability_kind(s.queue[0])
    if kind == rec.DRAW:
        draw_by_ability(s)
        return True
    if kind in (rec.STORE, rec.DESTROY):
        if s.drawn_kinds[seat] != EMPTY_SET:
            return use_only_kind(c, s, kind)
    elif kind == rec.MIX:
        if can_mix_any(c, s, seat):
            return False
    else:
        garment = find_only_garment(c, s, seat)
        if garment == SEVERAL_GARMENTS:
            return False
        if garment != NO_GARMENT:
            add_event(s, rec.GARMENT_MADE, garment)
            make_garment(c, s, seat, garment)
            return True
    add_event(s, rec.ABILITY_LAPSED, s.queue[0])
    finish_ability(s)
    return True


def draw_by_ability(s: State) -> None:
    """Clause 6.4: draw as many cards as the current ability says, while there are any."""
    for _ in range(ability_times(s.queue[0])):
        card = draw_card(s, s.turn)
        if card == rec.NO_CARD:
            add_event(s, rec.ABILITY_LAPSED, s.queue[0])
            break
        add_event(s, rec.CARD_DRAWN, card)
    finish_ability(s)


def use_only_kind(c: Constants, s: State, kind: int) -> bool:
    """Clause 5.4: store or destroy a drawn card if all are of one kind; return False if there are several kinds."""
    seat, card = s.turn, lowest(s.drawn_kinds[s.turn])
    if without_lowest(s.drawn_kinds[seat]) != EMPTY_SET:
        return False
    if kind == rec.STORE:
        add_event(s, rec.CARD_STORED, card)
        store_card(c, s, seat, card)
    else:
        add_event(s, rec.CARD_DESTROYED, card)
        destroy_drawn(c, s, seat, card)
    return True


def find_only_garment(c: Constants, s: State, seat: int) -> int:
    """Return the kind of garment that a seat can make, NO_GARMENT or SEVERAL_GARMENTS."""
    only = NO_GARMENT
    for slot in range(rec.DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if garment != only and can_make(c, s, seat, garment):
            if only != NO_GARMENT:
                return SEVERAL_GARMENTS
            only = garment
    return only
