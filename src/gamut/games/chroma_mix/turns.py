"""How a turn goes on and ends, and who comes next. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.games.chroma_mix.billy import begin_billys_turn, can_help
from gamut.games.chroma_mix.effects import (
    addable,
    can_print,
    end_refill,
    may_return,
    may_tuck,
    print_card,
    print_parts,
)  # fmt: skip
from gamut.games.chroma_mix.mixing import can_mix, can_part
from gamut.games.chroma_mix.pending import note, one_less, pop, push
from gamut.games.chroma_mix.record import (
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    CARD_MISSED,
    CARD_PRINTED,
    CERULEAN,
    EFFECT_LAPSED,
    ENDING,
    FOLLOWING,
    HELPING,
    KEY,
    KINDS,
    LEMON,
    MIX,
    MIX_LAPSED,
    ORDERING,
    OVER,
    PARTING,
    PEAR,
    PLAYING,
    PRINTED,
    PRINTING,
    REFILLED,
    REFILLING,
    SWAPPED,
    TRADING,
    VIOLET,
    WATCHING,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.supply import open_cards, open_paints, open_rank_2
from gamut.games.chroma_mix.victories import is_billy, victories


def advance(c: Constants, s: State) -> None:
    """Go on until somebody has to decide something, or the game is over."""
    while s.stage != OVER:
        if s.depth:
            if is_open(c, s):
                return
            settle(c, s)
        elif s.stage == PLAYING:
            if may_go_on(c, s):
                return
            end_turn(s)
        else:
            next_turn(c, s)


# ---------------------------------------------------------------------- what waits


def is_open(c: Constants, s: State) -> bool:
    """Whether what is on top of the stack leaves something to choose."""
    top = s.depth - 1
    what, seat = s.what[top], s.who[top]
    if what == ADDING:
        return open_paints(s) & addable(s.cause[top]) != 0
    if what in (ADDING_EQUAL, WATCHING):
        return open_paints(s) != 0
    if what == REFILLING:
        return s.more[top] > 0 and (s.returned + s.tucks > 0 or can_take_back(s, seat))
    if what == PRINTING:
        return can_print_more(s, seat)
    if what == PARTING:
        return s.many > 0 or can_part_something(c, s, seat)
    if what in (ADDING_RANK_2, TRADING):
        return s.many > 0 or open_rank_2(s) != 0
    if what == ORDERING:
        return s.parts[0] != s.parts[1]
    if what == HELPING:
        return s.many > 0 or can_help(c, s, open_cards(s))
    return what != FOLLOWING


def settle(c: Constants, s: State) -> None:
    """Do what is on top of the stack without asking: it is forced, or nothing can come of it."""
    top = s.depth - 1
    what, seat, kind = s.what[top], s.who[top], s.more[top]
    if what == REFILLING:
        end_refill(s, seat)
    elif what == ORDERING:
        note(s, CARD_PRINTED, s.parts[0] - 1)
        print_parts(c, s, seat, s.parts[0] - 1)
    elif what == FOLLOWING:
        follow(c, s, seat, kind)
    elif what == HELPING:
        note(s, MIX_LAPSED, 0)
        s.spent[MIX] += 1
        one_less(s)
    else:
        note(s, EFFECT_LAPSED, s.cause[top])
        pop(s)


def follow(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clause 7.9: Lavender's second card is printed, if one of its name is still in hand."""
    pop(s)
    if s.hand[seat, kind]:
        note(s, CARD_PRINTED, kind)
        print_card(c, s, seat, kind)
    else:
        note(s, CARD_MISSED, kind)


def can_take_back(s: State, seat: int) -> bool:
    """Whether there is a card to take back."""
    for kind in range(KINDS):
        if may_return(s, seat, kind) or may_tuck(s, seat, kind):
            return True
    return False


def can_print_more(s: State, seat: int) -> bool:
    """Clause 7.7: whether Violet finds a card to print."""
    for kind in range(KINDS):
        if kind != VIOLET and can_print(s, seat, kind):
            return True
    return False


def can_part_something(c: Constants, s: State, seat: int) -> bool:
    """Clause 7.8: whether Lavender finds a card to discard."""
    open = open_cards(s)
    for kind in range(CERULEAN, KINDS):
        if s.hand[seat, kind] + s.play[seat, kind] > 0 and can_part(c, s, kind, open):
            return True
    return False


# ---------------------------------------------------------------------- the turn


def has_key(s: State) -> bool:
    """Clause 6.1: whether Key lets the turn go on."""
    return s.play[s.turn, KEY] > 0 and s.key_waits == 0


def may_print(s: State) -> bool:
    """Whether the turn's own print is still to be had."""
    return s.done == 0 or (has_key(s) and s.done & (PRINTED | SWAPPED) == 0)


def may_mix(s: State) -> bool:
    """Clauses 4.7, 6.1 and 6.4: the first mix like any action, a second one with Lemon in play."""
    if s.mixes:
        return s.mixes == 1 and s.play[s.turn, LEMON] > 0
    return s.done == 0 or (has_key(s) and s.done & SWAPPED == 0)


def may_refill(s: State) -> bool:
    """Whether the turn's own refill is still to be had."""
    return s.done == 0 or (has_key(s) and s.done & (REFILLED | SWAPPED) == 0)


def may_go_on(c: Constants, s: State) -> bool:
    """Clause 6.5: whether the turn leaves anything to do but to end it."""
    if may_refill(s):
        return True
    if may_print(s):
        for kind in range(KINDS):
            if can_print(s, s.turn, kind):
                return True
    return may_mix(s) and can_mix(c, s, s.turn, open_cards(s))


def end_turn(s: State) -> None:
    """Clause 6.6: every Pear in play adds a card after a turn with a print."""
    s.stage = ENDING
    if s.prints and s.play[s.turn, PEAR]:
        push(s, ADDING, s.turn, PEAR, s.play[s.turn, PEAR])


def next_turn(c: Constants, s: State) -> None:
    """Clauses 2.1, 8.1 and 8.2: look at the victories; then the next player, the next round, or the end."""
    won = 0
    for player in range(c.players):
        s.met[player] |= victories(c, s, player)
        won |= s.met[player]
    s.done = s.mixes = s.prints = s.key_waits = 0
    if s.ahead:
        s.ahead -= 1
    else:
        s.turn = (s.turn + 1) % c.players
        if s.turn == s.first:
            if won or s.round == c.rounds:
                s.stage = OVER
                return
            s.round += 1
    begin_turn(c, s)


def begin_turn(c: Constants, s: State) -> None:
    """A player's turn, or Billy's, which ends by itself."""
    s.stage = PLAYING
    if is_billy(c, s.turn):
        s.stage = ENDING
        begin_billys_turn(s)
