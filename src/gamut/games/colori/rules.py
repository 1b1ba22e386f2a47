"""The rules of Colori. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, lowest, rest
from gamut.engine.chance import chance
from gamut.engine.ranking import rank
from gamut.engine.record import Row
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    COLOURS,
    DESTROY,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    DRAFTING,
    DRAW,
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
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

# ---------------------------------------------------------------------- decks


def drawn_from(counts: Row, r: int) -> int:
    """Take the card of rank `r` out of a deck of counts: a draw when `r` is random."""
    card = 0
    while r >= counts[card]:
        r -= counts[card]
        card += 1
    counts[card] -= 1
    return card


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
        refill(s, place)
    advance(c, s)


def refill(s: State, place: int) -> None:
    """Clauses 1.6 and 6.9: a garment for an empty place of the display, while there are any."""
    s.display[place] = 0
    if s.garments_left:
        s.display[place] = drawn_from(s.garments, chance(s, s.garments_left)) + 1
        s.garments_left -= 1


def draw(s: State, seat: int, n: int) -> None:
    """Clauses 2.1 and 6.4: own cards, the discard pile shuffled in when a card is needed and the deck is empty."""
    for _ in range(n):
        if s.decked[seat] == 0:
            if s.discarded[seat] == 0:
                return
            for card in range(CARDS):
                s.deck[seat, card] = s.discard[seat, card]
                s.discard[seat, card] = 0
            s.decked[seat] = s.discarded[seat]
            s.discarded[seat] = 0
        card = drawn_from(s.deck[seat], chance(s, s.decked[seat]))
        s.decked[seat] -= 1
        s.drawn[seat, card] += 1
        s.held[seat] = s.held[seat] | bit(card)


def lose(s: State, seat: int, card: int) -> None:
    """A card leaves the drawn cards."""
    s.drawn[seat, card] -= 1
    if s.drawn[seat, card] == 0:
        s.held[seat] = s.held[seat] ^ bit(card)


def put_off(s: State, seat: int, card: int) -> None:
    """A card goes to its owner's discard pile."""
    s.discard[seat, card] += 1
    s.discarded[seat] += 1


# ---------------------------------------------------------------------- the draft


def first(c: Constants, s: State) -> int:
    """Clause 2.3: who is dealt to and acts first in this round."""
    return (s.round - 1) % c.seats if c.rotate else 0


def deal_hands(c: Constants, s: State) -> None:
    """Clauses 3.1–3.2: five cards each, one by one; destroyed cards are shuffled in when the deck is empty."""
    for k in range(HAND * c.seats):
        if s.left == 0 and not shuffle_destroyed(c, s):
            return
        seat = (first(c, s) + k) % c.seats
        put_in_hand(s, seat, drawn_from(s.draft, chance(s, s.left)) + 1)
        s.left -= 1


def shuffle_destroyed(c: Constants, s: State) -> bool:
    """Make a new draft deck of the destroyed cards; what was dealt so far came from the old one."""
    for card in range(KINDS):
        s.draft[card] = s.destroyed[card]
        s.left += s.destroyed[card]
        s.destroyed[card] = 0
    if s.left:
        for h in range(c.seats):
            for i in range(s.dealt[h]):
                s.old[h, i] = 1
    return s.left > 0


def put_in_hand(s: State, h: int, card: int) -> None:
    """Add a newly dealt card where it belongs in the order; of equal cards the newer ones come first."""
    i = s.dealt[h]
    while i > 0 and (s.hand[h, i - 1] > card or (s.hand[h, i - 1] == card and s.old[h, i - 1])):
        s.hand[h, i] = s.hand[h, i - 1]
        s.old[h, i] = s.old[h, i - 1]
        i -= 1
    s.hand[h, i] = card
    s.old[h, i] = 0
    s.dealt[h] += 1


def held_hand(c: Constants, s: State, seat: int) -> int:
    """Clause 3.5: the hand a seat holds now. Hands go to the next seat in odd rounds, back in even ones."""
    passed = s.pick - 1 if s.round % 2 else 1 - s.pick
    return (seat - passed) % c.seats


def taker(c: Constants, s: State, h: int, at: int) -> int:
    """The seat that holds a hand at a pick."""
    return (h + (at - 1 if s.round % 2 else 1 - at)) % c.seats


def holds(c: Constants, s: State, seat: int) -> int:
    """How many cards the hand has that a seat holds now: every hand loses one card a pick."""
    n = s.dealt[held_hand(c, s, seat)] - s.pick + 1
    return n if n > 0 else 0


def begin_pick(c: Constants, s: State) -> None:
    """Clauses 3.3 and 3.6: all who hold cards choose; last cards are taken without asking, then the reveal."""
    s.pick += 1
    most = 0
    for seat in range(c.seats):
        n = holds(c, s, seat)
        most = max(most, n)
        if n:
            s.due |= 1 << seat
    if most > 1:
        return
    s.due = 0
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == 0:
                s.when[h, i] = s.pick
    reveal(c, s)


def take(s: State, h: int, card: int) -> None:
    """Mark a card of a hand as taken at this pick."""
    i = 0
    while s.hand[h, i] != card or s.when[h, i]:
        i += 1
    s.when[h, i] = s.pick


def end_pick(c: Constants, s: State) -> None:
    """Clauses 3.4–3.5: all have chosen; their cards leave the hands, which are passed on."""
    for seat in range(c.seats):
        if s.choice[seat]:
            take(s, held_hand(c, s, seat), s.choice[seat])
            s.choice[seat] = 0
    begin_pick(c, s)


def reveal(c: Constants, s: State) -> None:
    """Clause 3.8: all drafted cards are turned up, and the turns begin."""
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            add_drafted(s, taker(c, s, h, s.when[h, i]), s.hand[h, i])
            s.hand[h, i] = s.when[h, i] = s.old[h, i] = 0
        s.dealt[h] = 0
    s.pick = 0
    s.phase = ACTING
    s.turn = first(c, s)


def add_drafted(s: State, seat: int, card: int) -> None:
    """Keep drafted cards in order."""
    i = HAND - 1
    while i > 0 and (s.drafted[seat, i - 1] == 0 or s.drafted[seat, i - 1] > card):
        s.drafted[seat, i] = s.drafted[seat, i - 1]
        i -= 1
    s.drafted[seat, i] = card


# ---------------------------------------------------------------------- turns


def advance(c: Constants, s: State) -> None:
    """Go on until somebody has to decide something, or the game is over."""
    while s.phase != OVER:
        if s.phase == DRAFTING:
            if s.pick:
                return
            begin_round(c, s)
        elif s.waiting:
            if not resolved(c, s):
                return
        elif s.drafted[s.turn, 0]:
            return
        else:
            end_turn(c, s)


def begin_round(c: Constants, s: State) -> None:
    """Clauses 2.1–3.2: draw five, deal the draft hands; without any card the draft is skipped."""
    s.round += 1
    for k in range(c.seats):
        draw(s, (first(c, s) + k) % c.seats, HAND)
    deal_hands(c, s)
    begin_pick(c, s)


def end_turn(c: Constants, s: State) -> None:
    """Clauses 4.4–4.5 and 7.1: clear away, then the next seat, the next round or the end."""
    seat = s.turn
    for i in range(HAND):
        if s.drafted[seat, i]:
            put_off(s, seat, s.drafted[seat, i] - 1)
            s.drafted[seat, i] = 0
    cards = s.held[seat]
    while cards != NONE:
        card = lowest(cards)
        s.discard[seat, card] += s.drawn[seat, card]
        s.discarded[seat] += s.drawn[seat, card]
        s.drawn[seat, card] = 0
        cards = rest(cards)
    s.held[seat] = NONE
    s.abilities = 0
    s.turns += 1
    s.turn = (seat + 1) % c.seats
    if s.turns == c.seats:
        s.turn = s.turns = 0
        s.phase = OVER if s.round == c.rounds else DRAFTING


def destroy(c: Constants, s: State, card: int) -> None:
    """Clauses 4.2 and 5.1: the card leaves play for the destroyed pile, its ability joins the queue."""
    if card == GARMENT:
        return  # clause 6.7: it leaves the game
    s.destroyed[card] += 1
    s.queue[s.waiting] = c.ability[card]
    s.waiting += 1
    s.abilities += 1


def next_ability(s: State) -> None:
    """The running ability is done: the others move up."""
    s.waiting -= 1
    for i in range(s.waiting):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.waiting] = 0


def done_once(s: State) -> None:
    """One of the running ability's N is done."""
    s.queue[0] -= 1
    if ability_times(s.queue[0]) == 0:
        next_ability(s)


def resolved(c: Constants, s: State) -> bool:
    """Clause 5.4: do the running ability if nothing is to be chosen; false when the seat has to choose."""
    verb = ability_verb(s.queue[0])
    if verb == DRAW:
        draw(s, s.turn, ability_times(s.queue[0]))
    elif verb in (STORE, DESTROY):
        if s.held[s.turn] != NONE:
            return False
    elif verb == MIX:
        for pair in range(PAIRS):
            if can_mix(c, s, s.turn, pair):
                return False
    else:
        for place in range(DISPLAY):
            if can_make(c, s, s.turn, s.display[place] - 1):
                return False
    next_ability(s)
    return True


def can_mix(c: Constants, s: State, seat: int, pair: int) -> bool:
    """Clause 6.5: both colours are on the wheel."""
    return s.wheel[seat, c.pair[pair, 0]] > 0 and s.wheel[seat, c.pair[pair, 1]] > 0


def can_make(c: Constants, s: State, seat: int, g: int) -> bool:
    """Clause 6.8: the fabric is among the drawn cards and the colours are on the wheel."""
    if g < 0 or s.drawn[seat, c.fabric[g]] == 0:
        return False
    short = 0
    for colour in range(COLOURS):
        short += 1 if s.wheel[seat, colour] < c.cost[g, colour] else 0
    return short == 0


def make(c: Constants, s: State, seat: int, g: int) -> None:
    """Clauses 6.8–6.9: pay fabric and colours, gain the stars, refill the display."""
    lose(s, seat, c.fabric[g])
    put_off(s, seat, c.fabric[g])
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= c.cost[g, colour]
    put_off(s, seat, GARMENT)
    s.made[seat, g] += 1
    s.stars[seat] += c.stars[g]
    place = 0
    while s.display[place] != g + 1:
        place += 1
    refill(s, place)
    next_ability(s)


# ---------------------------------------------------------------------- verbs


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
        return offer_hand(s, held_hand(c, s, seat), out) if (s.due >> seat) & 1 else 0
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


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Do an action, and all that follows without a choice."""
    if a < DESTROY_DRAFTED:
        s.choice[seat] = a - TAKE_CARD + 1
        s.due &= ~(1 << seat)
        if s.due:
            return
        end_pick(c, s)
    elif a < STORE_DRAWN:
        remove_drafted(s, seat, a - DESTROY_DRAFTED + 1)
        destroy(c, s, a - DESTROY_DRAFTED)
    elif a < DESTROY_DRAWN:
        store(c, s, seat, a - STORE_DRAWN)
    elif a < MIX_PAIR:
        lose(s, seat, a - DESTROY_DRAWN)
        done_once(s)
        destroy(c, s, a - DESTROY_DRAWN)
    elif a < STOP_MIXING:
        mix(c, s, seat, a - MIX_PAIR)
    elif a == STOP_MIXING:
        next_ability(s)
    elif a < END_TURN:
        make(c, s, seat, a - MAKE_GARMENT)
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


def store(c: Constants, s: State, seat: int, card: int) -> None:
    """Clauses 6.1–6.3: all pips of a drawn card onto the wheel, the card to the discard pile."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += c.pips[card, colour]
    lose(s, seat, card)
    put_off(s, seat, card)
    done_once(s)


def mix(c: Constants, s: State, seat: int, pair: int) -> None:
    """Clause 6.5: two colours become the one between them."""
    s.wheel[seat, c.pair[pair, 0]] -= 1
    s.wheel[seat, c.pair[pair, 1]] -= 1
    s.wheel[seat, c.pair[pair, 2]] += 1
    done_once(s)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 7.2–7.3."""
    for seat in range(c.seats):
        scores[seat] = s.stars[seat]
    rank(scores, ranks, c.seats)
    return 0
