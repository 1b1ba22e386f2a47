"""The abilities of Colori's cards and the queue in which they wait. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, lowest, rest
from gamut.games.colori.piles import discard_card, draw_card, note_event, refill_display, remove_drawn
from gamut.games.colori.record import (
    ABILITY_LAPSED,
    CARD_DESTROYED,
    CARD_DRAWN,
    CARD_STORED,
    COLOURS,
    DESTROY,
    DISPLAY,
    DRAW,
    GARMENT,
    GARMENT_MADE,
    GARMENT_SHOWN,
    MIX,
    NO_CARD,
    PAIRS,
    STORE,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

NO_GARMENT, SEVERAL_GARMENTS = -1, -2

# ---------------------------------------------------------------------- the queue


def destroy_card(c: Constants, s: State, card: int) -> None:
    """Clauses 4.2 and 5.1: the card leaves play for the destroyed pile, its ability joins the queue."""
    if card == GARMENT:
        return  # clause 6.7: it leaves the game
    s.destroyed[card] += 1
    s.queue[s.waiting] = c.ability[card]
    s.waiting += 1
    s.abilities += 1


def finish_ability(s: State) -> None:
    """The running ability is done: the others move up."""
    s.waiting -= 1
    for i in range(s.waiting):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.waiting] = 0


def count_down(s: State) -> None:
    """One of the running ability's N is done."""
    s.queue[0] -= 1
    if ability_times(s.queue[0]) == 0:
        finish_ability(s)


# ---------------------------------------------------------------------- what abilities do


def store_card(c: Constants, s: State, seat: int, card: int) -> None:
    """Clauses 6.1–6.3: all pips of a drawn card onto the wheel, the card to the discard pile."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += c.pips[card, colour]
    remove_drawn(s, seat, card)
    discard_card(s, seat, card)
    count_down(s)


def destroy_drawn(c: Constants, s: State, seat: int, card: int) -> None:
    """Clauses 5.2 and 6.6: a drawn card is destroyed, and its ability joins the back of the queue."""
    remove_drawn(s, seat, card)
    count_down(s)
    destroy_card(c, s, card)


def mix_pair(c: Constants, s: State, seat: int, pair: int) -> None:
    """Clause 6.5: two colours become the one between them."""
    s.wheel[seat, c.pair[pair, 0]] -= 1
    s.wheel[seat, c.pair[pair, 1]] -= 1
    s.wheel[seat, c.pair[pair, 2]] += 1
    count_down(s)


def can_mix(c: Constants, s: State, seat: int, pair: int) -> bool:
    """Clause 6.5: both colours are on the wheel."""
    return s.wheel[seat, c.pair[pair, 0]] > 0 and s.wheel[seat, c.pair[pair, 1]] > 0


def can_mix_any(c: Constants, s: State, seat: int) -> bool:
    """Whether any pair can be mixed."""
    for pair in range(PAIRS):
        if can_mix(c, s, seat, pair):
            return True
    return False


def can_make(c: Constants, s: State, seat: int, g: int) -> bool:
    """Clause 6.8: the fabric is among the drawn cards and the colours are on the wheel."""
    if g < 0 or s.drawn[seat, c.fabric[g]] == 0:
        return False
    short = 0
    for colour in range(COLOURS):
        short += 1 if s.wheel[seat, colour] < c.cost[g, colour] else 0
    return short == 0


def make_garment(c: Constants, s: State, seat: int, g: int) -> None:
    """Clauses 6.8–6.9: pay fabric and colours, gain the stars, refill the display."""
    remove_drawn(s, seat, c.fabric[g])
    discard_card(s, seat, c.fabric[g])
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= c.cost[g, colour]
    discard_card(s, seat, GARMENT)
    s.made[seat, g] += 1
    s.stars[seat] += c.stars[g]
    place = 0
    while s.display[place] != g + 1:
        place += 1
    refill_display(s, place)
    note_event(s, GARMENT_SHOWN, s.display[place])
    finish_ability(s)


# ---------------------------------------------------------------------- what leaves no choice


def resolve_ability(c: Constants, s: State) -> bool:
    """Clause 5.4: go on with the running ability if it leaves no choice; false when the seat has to choose."""
    seat, verb = s.turn, ability_verb(s.queue[0])
    if verb == DRAW:
        draw_by_ability(s)
        return True
    if verb in (STORE, DESTROY):
        if s.held[seat] != NONE:
            return use_only_kind(c, s, verb)
    elif verb == MIX:
        if can_mix_any(c, s, seat):
            return False
    else:
        g = find_only_garment(c, s, seat)
        if g == SEVERAL_GARMENTS:
            return False
        if g != NO_GARMENT:
            note_event(s, GARMENT_MADE, g)
            make_garment(c, s, seat, g)
            return True
    note_event(s, ABILITY_LAPSED, s.queue[0])
    finish_ability(s)
    return True


def draw_by_ability(s: State) -> None:
    """Clause 6.4: as many cards as the running ability says, while there are any."""
    for _ in range(ability_times(s.queue[0])):
        card = draw_card(s, s.turn)
        if card == NO_CARD:
            note_event(s, ABILITY_LAPSED, s.queue[0])
            break
        note_event(s, CARD_DRAWN, card)
    finish_ability(s)


def use_only_kind(c: Constants, s: State, verb: int) -> bool:
    """Clause 5.4: store or destroy a drawn card if all are of one kind; false if there are several."""
    seat, card = s.turn, lowest(s.held[s.turn])
    if rest(s.held[seat]) != NONE:
        return False
    if verb == STORE:
        note_event(s, CARD_STORED, card)
        store_card(c, s, seat, card)
    else:
        note_event(s, CARD_DESTROYED, card)
        destroy_drawn(c, s, seat, card)
    return True


def find_only_garment(c: Constants, s: State, seat: int) -> int:
    """The kind of garment that a seat can pay for, if there is exactly one."""
    found = NO_GARMENT
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if g != found and can_make(c, s, seat, g):
            if found != NO_GARMENT:
                return SEVERAL_GARMENTS
            found = g
    return found
