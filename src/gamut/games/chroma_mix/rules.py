"""The rules of Chroma Mix: the deal, and doing what `offers` offers. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.chance import chance
from gamut.games.chroma_mix.effects import (
    add_equal,
    add_paint,
    choose_part,
    discard_chosen,
    end_refill,
    finish_billys_mix,
    finish_mix,
    lay_mixed,
    print_card,
    print_parts,
    return_card,
    trade,
    tuck_card,
)  # fmt: skip
from gamut.games.chroma_mix.mixing import put_forward
from gamut.games.chroma_mix.pending import NO_CARD, forget_trail, one_less, pop, push
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ADD_PLAY,
    ADDING,
    ADDING_EQUAL,
    ALSO_PRINT,
    BILLY_PAYS,
    BURGUNDY,
    CERULEAN,
    DISCARD_HAND,
    DONE,
    END_TURN,
    HELPING,
    KEEP_IT,
    KINDS,
    LAYING,
    LIGHT_YELLOW,
    MIX,
    MIX_HAND,
    MIX_PLAY,
    MIXED,
    MIXING,
    ORDERING,
    PARTING,
    PASS,
    PRINT,
    PRINTED,
    RANDOM,
    REFILL,
    REFILLED,
    REFILLING,
    RETURN,
    RUBY,
    SAPPHIRE,
    SOFT_CYAN,
    SWAP,
    SWAP_NOTHING,
    SWAPPED,
    SWAPPING,
    TAKE,
    TRADING,
    TUCK,
    WATCHING,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.supply import fill_rows, row_of, take
from gamut.games.chroma_mix.turns import advance, begin_turn, end_turn

ALL = 100  # cards: more than there are


def deal(c: Constants, s: State) -> None:
    """Clauses 1.3 to 1.10: piles, decks and market, one card of each paint for everybody."""
    s.special = c.special if c.special != RANDOM else BURGUNDY + chance(s, 3)
    for kind in range(KINDS):
        if kind <= SAPPHIRE or kind == s.special:
            s.supply[kind] = c.copies[kind]
        if CERULEAN <= kind < RUBY:
            s.decked[row_of(kind)] += c.copies[kind]
    for kind in range(SOFT_CYAN, CERULEAN):
        for seat in range(c.seats):
            take(s, seat, kind)
    if c.players > c.seats:
        deal_to_billy(c, s)
    fill_rows(c, s)
    forget_trail(s)
    s.round = 1
    s.turn = s.first = c.first if c.first != RANDOM else chance(s, c.players)
    begin_turn(c, s)
    advance(c, s)


def deal_to_billy(c: Constants, s: State) -> None:
    """Clause 9.1: three MIX cards and two of each paint are Billy's deck."""
    s.ahead = c.ahead
    s.deck[MIX] = c.billys[MIX]
    for kind in range(SOFT_CYAN, CERULEAN):
        s.deck[kind] = c.billys[kind]
        s.supply[kind] -= c.billys[kind]


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Do an action, and all that follows without a choice."""
    forget_trail(s)
    if a < ADD_HAND:
        choose_action(c, s, seat, a)
    elif a < TAKE:
        put_forward(s, a - ADD_HAND if a < ADD_PLAY else a - ADD_PLAY + KINDS)
    elif a < ALSO_PRINT:
        take_open(c, s, seat, a - TAKE)
    elif a < DISCARD_HAND:
        print_for_effect(c, s, seat, a - ALSO_PRINT)
    elif a < RETURN:
        put_forward(s, a - DISCARD_HAND)  # cards in play are numbered on behind those in hand
    elif a < TUCK:
        return_card(c, s, seat, a - RETURN)
    elif a < DONE:
        tuck_card(s, seat, a - TUCK)
    elif a < BILLY_PAYS:
        answer(c, s, seat, a)
    else:
        put_forward(s, a - BILLY_PAYS)
    advance(c, s)


def choose_action(c: Constants, s: State, seat: int, a: int) -> None:
    """Clause 2.2: one of the four actions, or the end of the turn."""
    if a < MIX_HAND:
        s.done |= PRINTED
        print_card(c, s, seat, a - PRINT)
    elif a < REFILL:
        s.done |= MIXED
        push(s, MIXING, seat, NO_CARD, 0)
        put_forward(s, a - MIX_HAND if a < MIX_PLAY else a - MIX_PLAY + KINDS)
    elif a == REFILL:
        s.done |= REFILLED
        push(s, REFILLING, seat, NO_CARD, ALL)
    elif a == END_TURN:
        end_turn(s)
    else:
        s.done |= SWAPPED
        if a == SWAP_NOTHING:
            take(s, seat, LIGHT_YELLOW)
        else:
            put_forward(s, a - SWAP)
            push(s, SWAPPING, seat, NO_CARD, 0)


def take_open(c: Constants, s: State, seat: int, kind: int) -> None:
    """An open card is what was wanted: by a mix, an effect or a swap."""
    what = s.what[s.depth - 1]
    if what == MIXING:
        finish_mix(c, s, seat, kind)
    elif what == HELPING:
        finish_billys_mix(c, s, kind)
    elif what in (ADDING, WATCHING):
        add_paint(s, seat, kind)
    elif what == ADDING_EQUAL:
        add_equal(s, seat, kind)
    elif what == PARTING:
        choose_part(c, s, seat, kind)
    elif what == TRADING:
        trade(c, s, seat, kind)
    elif what == SWAPPING:
        swap(c, s, seat, kind)
    else:
        take(s, seat, kind)
        pop(s)
        fill_rows(c, s)


def swap(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clause 2.4: the card is put away, then a rank-1 card is taken."""
    discard_chosen(s, seat)
    take(s, seat, kind)
    pop(s)
    fill_rows(c, s)


def print_for_effect(c: Constants, s: State, seat: int, kind: int) -> None:
    """A print that Violet or Lavender asks for."""
    if s.what[s.depth - 1] == ORDERING:
        print_parts(c, s, seat, kind)
    else:
        one_less(s)
        print_card(c, s, seat, kind)


def answer(c: Constants, s: State, seat: int, a: int) -> None:
    """The end of a refill, or the answer to an effect that may be used."""
    kind = s.more[s.depth - 1]
    if a == DONE:
        end_refill(s, seat)
    elif a == PASS:
        if s.what[s.depth - 1] == WATCHING:
            one_less(s)
        else:
            pop(s)
    elif a == KEEP_IT:
        pop(s)
    elif s.what[s.depth - 1] == LAYING:
        lay_mixed(s, seat)
    else:
        pop(s)
        print_card(c, s, seat, kind)
