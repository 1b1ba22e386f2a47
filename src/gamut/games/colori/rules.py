"""The rules of Colori: rounds, turns, and the verbs. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, lowest, rest
from gamut.engine.ranking import rank
from gamut.engine.record import Row
from gamut.games.colori.abilities import (
    can_make,
    can_mix,
    destroy_card,
    destroy_drawn,
    finish_ability,
    make_garment,
    mix_pair,
    resolve_ability,
    store_card,
)  # fmt: skip
from gamut.games.colori.draft import begin_pick, deal_hands, end_pick, find_hand, first_seat
from gamut.games.colori.piles import cut_trail, discard_all, draw_card, note_event, refill_display
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    DESTROY,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    DRAFTING,
    END_TURN,
    GARMENT,
    GARMENTS,
    HAND,
    KINDS,
    MAKE_GARMENT,
    MIX,
    MIX_PAIR,
    OVER,
    PAIRS,
    ROUND_BEGUN,
    ROUND_PASSED,
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    TURN_ENDED,
    TURN_SKIPPED,
    Constants,
    State,
    ability_verb,
)  # fmt: skip

# ---------------------------------------------------------------------- rounds and turns


def deal(c: Constants, s: State) -> None:
    """Clauses 1.4–1.7: decks, the display, and the first round."""
    for card in range(CARDS):
        if card < KINDS:
            s.draft[card] = c.copies[card] - c.seats * c.start[card]
            s.left += s.draft[card]
        for seat in range(c.seats):
            s.deck[seat, card] = c.start[card]
            s.decked[seat] += c.start[card]
    for g in range(GARMENTS):
        s.garments[g] = c.copies[GARMENT]
        s.garments_left += c.copies[GARMENT]
    for place in range(DISPLAY):
        refill_display(s, place)
    go_on(c, s)
    cut_trail(s, 0)


def go_on(c: Constants, s: State) -> bool:
    """Begin the next round if one is over, and more where rounds pass; false if there was none to begin."""
    begun = False
    while s.phase == DRAFTING and s.pick == 0:
        begin_round(c, s)
        advance(c, s)
        begun = True
    return begun


def advance(c: Constants, s: State) -> None:
    """Go on with the turns until somebody has to decide something, or the round is over."""
    while s.phase == ACTING:
        if s.waiting:
            if not resolve_ability(c, s):
                return
        elif s.drafted[s.turn, 0]:
            return
        else:
            note_event(s, TURN_ENDED if s.abilities else TURN_SKIPPED, s.turn)
            end_turn(c, s)


def begin_round(c: Constants, s: State) -> None:
    """Clauses 2.1–3.2: draw five and deal the draft hands."""
    s.round += 1
    before = s.trail_length
    note_event(s, ROUND_BEGUN, s.round)
    first = first_seat(c, s)
    for k in range(c.seats):
        seat = (first + k) % c.seats
        for _ in range(HAND):
            draw_card(s, seat)
    deal_hands(c, s)
    if s.dealt[first]:
        begin_pick(c, s)
    else:
        cut_trail(s, before)
        pass_round(c, s)


def pass_round(c: Constants, s: State) -> None:
    """Clause 3.7: there is nothing to draft, so nobody can do anything; what was drawn is discarded."""
    note_event(s, ROUND_PASSED, s.round)
    for seat in range(c.seats):
        discard_all(s, seat)
    if s.round == c.rounds:
        s.phase = OVER


def end_turn(c: Constants, s: State) -> None:
    """Clauses 4.4–4.5 and 7.1: clear away, then the next seat, the next round or the end."""
    discard_all(s, s.turn)
    s.abilities = 0
    s.turns += 1
    s.turn = (s.turn + 1) % c.seats
    if s.turns == c.seats:
        s.turn = s.turns = 0
        s.phase = OVER if s.round == c.rounds else DRAFTING


# ---------------------------------------------------------------------- who may do what


def actors(c: Constants, s: State) -> int:
    """All who have to choose a card, or the seat whose turn it is."""
    if s.phase == ACTING:
        return 1 << s.turn
    return s.due


def secret(c: Constants, s: State) -> int:
    """Clause 3.3: each pick is a secret phase of its own."""
    return s.round * (HAND + 1) + s.pick if s.phase == DRAFTING else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """What a seat may do, in ascending order."""
    if s.phase == DRAFTING:
        return offer_hand(s, find_hand(c, s, seat), out) if (s.due >> seat) & 1 else 0
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.waiting == 0:
        return offer_drafted(s, seat, out)
    verb = ability_verb(s.queue[0])
    if verb == STORE:
        return offer_drawn(s, seat, STORE_DRAWN, out)
    if verb == DESTROY:
        return offer_drawn(s, seat, DESTROY_DRAWN, out)
    return offer_mixes(c, s, seat, out) if verb == MIX else offer_garments(c, s, seat, out)


def offer_hand(s: State, h: int, out: Row) -> int:
    """Clause 3.3: each kind of card in the hand."""
    n, before = 0, 0
    for i in range(s.dealt[h]):
        if s.when[h, i] == 0 and s.hand[h, i] != before:
            before = s.hand[h, i]
            out[n] = TAKE_CARD + before - 1
            n += 1
    return n


def offer_drafted(s: State, seat: int, out: Row) -> int:
    """Clause 4.1: destroy a drafted card, or end the turn."""
    n, before = 0, 0
    for i in range(HAND):
        if s.drafted[seat, i] != before and s.drafted[seat, i]:
            before = s.drafted[seat, i]
            out[n] = DESTROY_DRAFTED + before - 1
            n += 1
    out[n] = END_TURN
    return n + 1


def offer_drawn(s: State, seat: int, base: int, out: Row) -> int:
    """Clauses 6.1 and 6.6: each kind of drawn card."""
    n = 0
    cards = s.held[seat]
    while cards != NONE:
        out[n] = base + lowest(cards)
        cards = rest(cards)
        n += 1
    return n


def offer_mixes(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clauses 6.5: each pair whose colours are on the wheel, or to stop."""
    n = 0
    for pair in range(PAIRS):
        if can_mix(c, s, seat, pair):
            out[n] = MIX_PAIR + pair
            n += 1
    out[n] = STOP_MIXING
    return n + 1


def offer_garments(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 6.8: each kind of garment on display that can be paid."""
    n = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if can_make(c, s, seat, g):
            i = n
            while i > 0 and out[i - 1] > MAKE_GARMENT + g:
                i -= 1
            if i == 0 or out[i - 1] != MAKE_GARMENT + g:
                for k in range(n, i, -1):
                    out[k] = out[k - 1]
                out[i] = MAKE_GARMENT + g
                n += 1
    return n


# ---------------------------------------------------------------------- doing it


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Do an action, and all that follows without a choice."""
    act(c, s, seat, a)
    go_on(c, s)


def act(c: Constants, s: State, seat: int, a: int) -> None:
    """Do an action, and what follows in the same round."""
    if a < DESTROY_DRAFTED:
        s.choice[seat] = a - TAKE_CARD + 1
        s.due &= ~(1 << seat)
        if s.due:
            return
    cut_trail(s, 0)
    if a < DESTROY_DRAFTED:
        end_pick(c, s)
    elif a < STORE_DRAWN:
        remove_drafted(s, seat, a - DESTROY_DRAFTED + 1)
        destroy_card(c, s, a - DESTROY_DRAFTED)
    elif a < DESTROY_DRAWN:
        store_card(c, s, seat, a - STORE_DRAWN)
    elif a < MIX_PAIR:
        destroy_drawn(c, s, seat, a - DESTROY_DRAWN)
    elif a < STOP_MIXING:
        mix_pair(c, s, seat, a - MIX_PAIR)
    elif a == STOP_MIXING:
        finish_ability(s)
    elif a < END_TURN:
        make_garment(c, s, seat, a - MAKE_GARMENT)
    else:
        end_turn(c, s)
    advance(c, s)


def remove_drafted(s: State, seat: int, card: int) -> None:
    """Take one of the drafted cards away; the rest move up."""
    i = 0
    while s.drafted[seat, i] != card:
        i += 1
    for k in range(i, HAND - 1):
        s.drafted[seat, k] = s.drafted[seat, k + 1]
    s.drafted[seat, HAND - 1] = 0


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 7.2–7.3."""
    for seat in range(c.seats):
        scores[seat] = s.stars[seat]
    rank(scores, ranks, c.seats)
    return 0
