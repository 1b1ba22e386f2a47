"""What may be done: no step is offered that cannot be completed. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.chroma_mix.billy import billys_aims, has_helper
from gamut.games.chroma_mix.effects import addable, can_print, may_return, may_tuck
from gamut.games.chroma_mix.mixing import (
    can_complete,
    can_part,
    chosen_copies,
    has_coral,
    parts_with,
    results,
)  # fmt: skip
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ADD_PLAY,
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    ALSO_PRINT,
    BILLY,
    BILLY_PAYS,
    CERULEAN,
    DISCARD_HAND,
    DISCARD_PLAY,
    DONE,
    END_TURN,
    HELPING,
    KEEP_IT,
    KINDS,
    LIGHT_YELLOW,
    MIX_HAND,
    MIX_PLAY,
    MIXING,
    ORDERING,
    OVER,
    PARTING,
    PASS,
    PAYABLE,
    PRINT,
    PRINT_IT,
    PRINTING,
    REFILL,
    REFILLING,
    RETURN,
    SWAP,
    SWAP_NOTHING,
    SWAPPING,
    TAKE,
    TRADING,
    TUCK,
    VIOLET,
    WATCHING,
    Constants,
    State,
    chosen_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import open_cards, open_paints, open_rank_2
from gamut.games.chroma_mix.turns import may_mix, may_print, may_refill


def decider(s: State) -> int:
    """Whoever decides what is on top of the stack, or whose turn it is."""
    return s.who[s.depth - 1] if s.depth else s.turn


def actors(c: Constants, s: State) -> int:
    """One player at a time."""
    return 0 if s.stage == OVER else 1 << decider(s)


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """What a seat may do, in ascending order."""
    if s.stage == OVER or seat != decider(s):
        return 0
    if s.depth == 0:
        return offer_actions(c, s, seat, out)
    what = s.what[s.depth - 1]
    if what == MIXING:
        return offer_mix(c, s, seat, out)
    if what in (ADDING, ADDING_EQUAL, ADDING_RANK_2, SWAPPING, WATCHING):
        return offer_additions(s, what, out)
    if what == REFILLING:
        return offer_refill(s, seat, out)
    if what == PRINTING:
        return offer_more_prints(s, seat, out)
    if what == PARTING:
        return offer_parting(c, s, seat, out)
    if what == ORDERING:
        return offer_set(1 << s.parts[0] - 1 | 1 << s.parts[1] - 1, ALSO_PRINT, out, 0)
    if what == TRADING:
        return offer_trade(s, seat, out)
    if what == HELPING:
        return offer_billys_mix(c, s, out)
    out[0], out[1] = PRINT_IT, KEEP_IT  # Orange and Fuchsia ask
    return 2


def offer_set(kinds: int, base: int, out: Row, n: int) -> int:
    """Write an action for every kind of a set; return how many there are then."""
    kind = 0
    while kinds:
        if kinds & 1:
            out[n] = base + kind
            n += 1
        kinds >>= 1
        kind += 1
    return n


def cards_in(row: Row) -> int:
    """The set of kinds in a hand or a play area."""
    found = 0
    for kind in range(KINDS):
        if row[kind]:
            found |= 1 << kind
    return found


# ---------------------------------------------------------------------- the choice of an action


def offer_actions(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clauses 2.2 and 6.1: what the turn still allows; once something was done it may be ended."""
    n = 0
    if may_print(s):
        for kind in range(KINDS):
            if can_print(s, seat, kind):
                out[n] = PRINT + kind
                n += 1
    if may_mix(s):
        n = offer_first_card(c, s, seat, out, n)
    if may_refill(s):
        out[n] = REFILL
        n += 1
    if s.done == 0:
        return offer_swap(s, seat, out, n)
    out[n] = END_TURN
    return n + 1


def offer_first_card(c: Constants, s: State, seat: int, out: Row, n: int) -> int:
    """Clauses 4.1 and 4.2: the cards that are part of some mix."""
    able, open, coral = 0, open_cards(s), has_coral(s, seat)
    for kind in range(PAYABLE):
        mine = s.hand[seat, kind] > 0 or (coral and s.play[seat, kind] > 0)
        if mine and can_complete(c, s, seat, kind, open):
            able |= 1 << kind
    n = offer_set(able & cards_in(s.hand[seat]), MIX_HAND, out, n)
    return offer_set(able & cards_in(s.play[seat]), MIX_PLAY, out, n) if coral else n


def offer_swap(s: State, seat: int, out: Row, n: int) -> int:
    """Clause 2.4: any card for a rank-1 card, an empty hand for a Light Yellow."""
    mine = cards_in(s.hand[seat])
    if mine == 0:
        if s.supply[LIGHT_YELLOW]:
            out[n] = SWAP_NOTHING
            n += 1
        return n
    return offer_set(mine, SWAP, out, n) if open_paints(s) else n


# ---------------------------------------------------------------------- what waits


def offer_mix(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 4.2: more cards that lead to a mix, and what those put forward make."""
    able_hand, able_play, open, coral = 0, 0, open_cards(s), has_coral(s, seat)
    for kind in range(PAYABLE):
        in_hand = s.hand[seat, kind] > chosen_copies(s, kind)
        in_play = coral and s.play[seat, kind] > chosen_copies(s, KINDS + kind)
        if (in_hand or in_play) and can_complete(c, s, seat, kind, open):
            able_hand |= in_hand << kind
            able_play |= in_play << kind
    n = offer_set(able_hand, ADD_HAND, out, 0)
    n = offer_set(able_play, ADD_PLAY, out, n)
    return offer_set(results(c, s, seat, open), TAKE, out, n)


def offer_additions(s: State, what: int, out: Row) -> int:
    """Clauses 7.1 to 7.5 and 4.9: open cards of rank 1 or 2; only Slate Gray may be answered with nothing."""
    cards = open_paints(s)
    if what == ADDING:
        cards &= addable(s.cause[s.depth - 1])
    elif what == ADDING_RANK_2:
        cards = open_rank_2(s)
    n = offer_set(cards, TAKE, out, 0)
    if what == WATCHING:
        out[n] = PASS
        n += 1
    return n


def offer_refill(s: State, seat: int, out: Row) -> int:
    """Clauses 5.1, 5.2 and 5.5: cards of the play area in ascending order, or enough."""
    n = 0
    for kind in range(KINDS):
        if may_return(s, seat, kind):
            out[n] = RETURN + kind
            n += 1
    for kind in range(KINDS):
        if may_tuck(s, seat, kind):
            out[n] = TUCK + kind
            n += 1
    out[n] = DONE
    return n + 1


def offer_more_prints(s: State, seat: int, out: Row) -> int:
    """Clause 7.7: what Violet may print."""
    n = 0
    for kind in range(KINDS):
        if kind != VIOLET and can_print(s, seat, kind):
            out[n] = ALSO_PRINT + kind
            n += 1
    return n


def offer_parting(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 7.8: Lavender's card to discard, then the two it falls into."""
    open, able = open_cards(s), 0
    if s.many == 0:
        for kind in range(CERULEAN, KINDS):
            if s.hand[seat, kind] + s.play[seat, kind] > 0 and can_part(c, s, kind, open):
                able |= 1 << kind
        n = offer_set(able & cards_in(s.hand[seat]), DISCARD_HAND, out, 0)
        return offer_set(able & cards_in(s.play[seat]), DISCARD_PLAY, out, n)
    whole = chosen_kind(s, 0)
    if s.parts[0]:
        able = parts_with(c, s, whole, s.parts[0] - 1, open)
    else:
        for part in range(PAYABLE):
            if (open >> part) & 1 and parts_with(c, s, whole, part, open):
                able |= 1 << part
    return offer_set(able, TAKE, out, 0)


def offer_trade(s: State, seat: int, out: Row) -> int:
    """Clause 7.6: Prism's card to discard or none, then an open rank-2 card."""
    if s.many:
        return offer_set(open_rank_2(s), TAKE, out, 0)
    n = offer_set(cards_in(s.hand[seat]), DISCARD_HAND, out, 0)
    n = offer_set(cards_in(s.play[seat]), DISCARD_PLAY, out, n)
    out[n] = PASS
    return n + 1


def offer_billys_mix(c: Constants, s: State, out: Row) -> int:
    """Clause 9.3: two cards of Billy's hand, then what they make."""
    aims, able = billys_aims(c, s, open_cards(s)), 0
    if s.many == 2:
        return offer_set(c.pair[chosen_kind(s, 0), chosen_kind(s, 1)] & aims, TAKE, out, 0)
    for kind in range(PAYABLE):
        if s.many == 0:
            fits = s.hand[BILLY, kind] > 0 and has_helper(c, s, kind, aims)
        else:
            used = 1 if kind == chosen_kind(s, 0) else 0
            fits = s.hand[BILLY, kind] > used and c.pair[chosen_kind(s, 0), kind] & aims != 0
        able |= fits << kind
    return offer_set(able, BILLY_PAYS, out, 0)
