"""The rules of Colori. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, has, lowest, rest
from gamut.engine.chance import chance
from gamut.engine.ranking import rank
from gamut.engine.record import Row
from gamut.games.colori.record import (
    ACTING,
    BLEND,
    BURN,
    CARDS,
    COLOURS,
    DESTROY,
    DISPLAY,
    DRAFTING,
    DRAW,
    END,
    GARMENT,
    GARMENTS,
    HAND,
    KEEP,
    KINDS,
    MIX,
    MOST_ABILITIES,
    OVER,
    PAIRS,
    QUEUE,
    RUIN,
    SEW,
    STOP,
    STORE,
    TAKE,
    State,
    Tables,
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


def deal(t: Tables, s: State) -> None:
    """Clauses 1.4–1.7: decks, the display, and the first round."""
    for card in range(CARDS):
        if card < KINDS:
            s.draft[card] = t.copies[card] - t.seats * t.start[card]
            s.left += s.draft[card]
        for seat in range(t.seats):
            s.deck[seat, card] = t.start[card]
            s.decked[seat] += t.start[card]
    for g in range(GARMENTS):
        s.garments[g] = t.copies[GARMENT]
        s.garments_left += t.copies[GARMENT]
    for place in range(DISPLAY):
        refill(s, place)
    advance(t, s)


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


def first(t: Tables, s: State) -> int:
    """Clause 2.3: who is dealt to and acts first in this round."""
    return (s.round - 1) % t.seats if t.rotate else 0


def deal_hands(t: Tables, s: State) -> None:
    """Clauses 3.1–3.2: five cards each, one by one; destroyed cards are shuffled in when the deck is empty."""
    for k in range(HAND * t.seats):
        if s.left == 0 and not shuffle_destroyed(t, s):
            return
        seat = (first(t, s) + k) % t.seats
        put_in_hand(s, seat, drawn_from(s.draft, chance(s, s.left)) + 1)
        s.left -= 1


def shuffle_destroyed(t: Tables, s: State) -> bool:
    """Make a new draft deck of the destroyed cards; what was dealt so far came from the old one."""
    for card in range(KINDS):
        s.draft[card] = s.destroyed[card]
        s.left += s.destroyed[card]
        s.destroyed[card] = 0
    if s.left:
        for h in range(t.seats):
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


def held_hand(t: Tables, s: State, seat: int) -> int:
    """Clause 3.5: the hand a seat holds now. Hands go to the next seat in odd rounds, back in even ones."""
    passed = s.pick - 1 if s.round % 2 else 1 - s.pick
    return (seat - passed) % t.seats


def taker(t: Tables, s: State, h: int, at: int) -> int:
    """The seat that holds a hand at a pick."""
    return (h + (at - 1 if s.round % 2 else 1 - at)) % t.seats


def holds(t: Tables, s: State, seat: int) -> int:
    """How many cards the hand has that a seat holds now: every hand loses one card a pick."""
    n = s.dealt[held_hand(t, s, seat)] - s.pick + 1
    return n if n > 0 else 0


def begin_pick(t: Tables, s: State) -> None:
    """Clauses 3.3 and 3.6: all who hold cards choose; last cards are taken without asking, then the reveal."""
    s.pick += 1
    most = 0
    for seat in range(t.seats):
        n = holds(t, s, seat)
        most = max(most, n)
        if n:
            s.due |= 1 << seat
    if most > 1:
        return
    s.due = 0
    for h in range(t.seats):
        for i in range(s.dealt[h]):
            if s.when[h, i] == 0:
                s.when[h, i] = s.pick
    reveal(t, s)


def take(s: State, h: int, card: int) -> None:
    """Mark a card of a hand as taken at this pick."""
    i = 0
    while s.hand[h, i] != card or s.when[h, i]:
        i += 1
    s.when[h, i] = s.pick


def end_pick(t: Tables, s: State) -> None:
    """Clauses 3.4–3.5: all have chosen; their cards leave the hands, which are passed on."""
    for seat in range(t.seats):
        if s.choice[seat]:
            take(s, held_hand(t, s, seat), s.choice[seat])
            s.choice[seat] = 0
    begin_pick(t, s)


def reveal(t: Tables, s: State) -> None:
    """Clause 3.8: all drafted cards are turned up, and the turns begin."""
    for h in range(t.seats):
        for i in range(s.dealt[h]):
            add_drafted(s, taker(t, s, h, s.when[h, i]), s.hand[h, i])
            s.hand[h, i] = s.when[h, i] = s.old[h, i] = 0
        s.dealt[h] = 0
    s.pick = 0
    s.phase = ACTING
    s.turn = first(t, s)


def add_drafted(s: State, seat: int, card: int) -> None:
    """Keep drafted cards in order."""
    i = HAND - 1
    while i > 0 and (s.drafted[seat, i - 1] == 0 or s.drafted[seat, i - 1] > card):
        s.drafted[seat, i] = s.drafted[seat, i - 1]
        i -= 1
    s.drafted[seat, i] = card


# ---------------------------------------------------------------------- turns


def advance(t: Tables, s: State) -> None:
    """Go on until somebody has to decide something, or the game is over."""
    while s.phase != OVER:
        if s.phase == DRAFTING:
            if s.pick:
                return
            begin_round(t, s)
        elif s.waiting:
            if not resolved(t, s):
                return
        elif s.drafted[s.turn, 0]:
            return
        else:
            end_turn(t, s)


def begin_round(t: Tables, s: State) -> None:
    """Clauses 2.1–3.2: draw five, deal the draft hands; without any card the draft is skipped."""
    s.round += 1
    for k in range(t.seats):
        draw(s, (first(t, s) + k) % t.seats, HAND)
    deal_hands(t, s)
    begin_pick(t, s)


def end_turn(t: Tables, s: State) -> None:
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
    s.turn = (seat + 1) % t.seats
    if s.turns == t.seats:
        s.turn = s.turns = 0
        s.phase = OVER if s.round == t.rounds else DRAFTING


def destroy(t: Tables, s: State, card: int) -> None:
    """Clauses 4.2 and 5.1: the card leaves play for the destroyed pile, its ability joins the queue."""
    if card == GARMENT:
        return  # clause 6.7: it leaves the game
    s.destroyed[card] += 1
    s.queue[s.waiting] = t.ability[card]
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
    if s.queue[0] % 4 == 0:
        next_ability(s)


def resolved(t: Tables, s: State) -> bool:
    """Clause 5.4: do the running ability if nothing is to be chosen; false when the seat has to choose."""
    verb = s.queue[0] // 4
    if verb == DRAW:
        draw(s, s.turn, s.queue[0] % 4)
    elif verb in (STORE, DESTROY):
        if s.held[s.turn] != NONE:
            return False
    elif verb == MIX:
        for pair in range(PAIRS):
            if can_mix(t, s, s.turn, pair):
                return False
    else:
        for place in range(DISPLAY):
            if can_make(t, s, s.turn, s.display[place] - 1):
                return False
    next_ability(s)
    return True


def can_mix(t: Tables, s: State, seat: int, pair: int) -> bool:
    """Clause 6.5: both colours are on the wheel."""
    return s.wheel[seat, t.pair[pair, 0]] > 0 and s.wheel[seat, t.pair[pair, 1]] > 0


def can_make(t: Tables, s: State, seat: int, g: int) -> bool:
    """Clause 6.8: the fabric is among the drawn cards and the colours are on the wheel."""
    if g < 0 or s.drawn[seat, t.fabric[g]] == 0:
        return False
    short = 0
    for colour in range(COLOURS):
        short += 1 if s.wheel[seat, colour] < t.cost[g, colour] else 0
    return short == 0


def make(t: Tables, s: State, seat: int, g: int) -> None:
    """Clauses 6.8–6.9: pay fabric and colours, gain the stars, refill the display."""
    lose(s, seat, t.fabric[g])
    put_off(s, seat, t.fabric[g])
    for colour in range(COLOURS):
        s.wheel[seat, colour] -= t.cost[g, colour]
    put_off(s, seat, GARMENT)
    s.made[seat, g] += 1
    s.stars[seat] += t.stars[g]
    place = 0
    while s.display[place] != g + 1:
        place += 1
    refill(s, place)
    next_ability(s)


# ---------------------------------------------------------------------- verbs


def actors(t: Tables, s: State) -> int:
    """All who have to choose a card, or the seat whose turn it is."""
    if s.phase == ACTING:
        return 1 << s.turn
    return s.due


def legal(t: Tables, s: State, seat: int, out: Row) -> int:
    """What a seat may do, in ascending order."""
    if s.phase == DRAFTING:
        return offer_hand(s, held_hand(t, s, seat), out)
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.waiting == 0:
        return offer_drafted(s, seat, out)
    verb = s.queue[0] // 4
    if verb == STORE:
        return offer_drawn(s, seat, KEEP, out)
    if verb == DESTROY:
        return offer_drawn(s, seat, RUIN, out)
    return offer_mixes(t, s, seat, out) if verb == MIX else offer_garments(t, s, seat, out)


def offer_hand(s: State, h: int, out: Row) -> int:
    """Clause 3.3: each kind of card in the hand; also after choosing, until the others have chosen."""
    n, before = 0, 0
    for i in range(s.dealt[h]):
        if s.when[h, i] == 0 and s.hand[h, i] != before:
            before = s.hand[h, i]
            out[n] = TAKE + before - 1
            n += 1
    return n


def offer_drafted(s: State, seat: int, out: Row) -> int:
    """Clause 4.1: destroy a drafted card, or end the turn."""
    n, before = 0, 0
    for i in range(HAND):
        if s.drafted[seat, i] != before and s.drafted[seat, i]:
            before = s.drafted[seat, i]
            out[n] = BURN + before - 1
            n += 1
    out[n] = END
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


def offer_mixes(t: Tables, s: State, seat: int, out: Row) -> int:
    """Clauses 6.5: each pair whose colours are on the wheel, or to stop."""
    n = 0
    for pair in range(PAIRS):
        if can_mix(t, s, seat, pair):
            out[n] = BLEND + pair
            n += 1
    out[n] = STOP
    return n + 1


def offer_garments(t: Tables, s: State, seat: int, out: Row) -> int:
    """Clause 6.8: each kind of garment on display that can be paid."""
    n = 0
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if can_make(t, s, seat, g):
            i = n
            while i > 0 and out[i - 1] > SEW + g:
                i -= 1
            if i == 0 or out[i - 1] != SEW + g:
                for k in range(n, i, -1):
                    out[k] = out[k - 1]
                out[i] = SEW + g
                n += 1
    return n


def play(t: Tables, s: State, seat: int, a: int) -> None:
    """Do an action, and all that follows without a choice."""
    if a < BURN:
        s.choice[seat] = a - TAKE + 1
        s.due &= ~(1 << seat)
        if s.due:
            return
        end_pick(t, s)
    elif a < KEEP:
        remove_drafted(s, seat, a - BURN + 1)
        destroy(t, s, a - BURN)
    elif a < RUIN:
        store(t, s, seat, a - KEEP)
    elif a < BLEND:
        lose(s, seat, a - RUIN)
        done_once(s)
        destroy(t, s, a - RUIN)
    elif a < STOP:
        mix(t, s, seat, a - BLEND)
    elif a == STOP:
        next_ability(s)
    elif a < END:
        make(t, s, seat, a - SEW)
    else:
        end_turn(t, s)
    advance(t, s)


def remove_drafted(s: State, seat: int, card: int) -> None:
    """Take one of the drafted cards away; the rest move up."""
    i = 0
    while s.drafted[seat, i] != card:
        i += 1
    for k in range(i, HAND - 1):
        s.drafted[seat, k] = s.drafted[seat, k + 1]
    s.drafted[seat, HAND - 1] = 0


def store(t: Tables, s: State, seat: int, card: int) -> None:
    """Clauses 6.1–6.3: all pips of a drawn card onto the wheel, the card to the discard pile."""
    for colour in range(COLOURS):
        s.wheel[seat, colour] += t.pips[card, colour]
    lose(s, seat, card)
    put_off(s, seat, card)
    done_once(s)


def mix(t: Tables, s: State, seat: int, pair: int) -> None:
    """Clause 6.5: two colours become the one between them."""
    s.wheel[seat, t.pair[pair, 0]] -= 1
    s.wheel[seat, t.pair[pair, 1]] -= 1
    s.wheel[seat, t.pair[pair, 2]] += 1
    done_once(s)


def result(t: Tables, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 7.2–7.3."""
    for seat in range(t.seats):
        scores[seat] = s.stars[seat]
    rank(scores, ranks, t.seats)
    return 0


# ---------------------------------------------------------------------- invariants


def check(t: Tables, s: State) -> int:
    """The invariants, in the order the game declares them."""
    for card in range(KINDS):
        if in_play(t, s, card) != t.copies[card]:
            return 1
    if not piles_add_up(t, s):
        return 2
    if not garments_add_up(t, s):
        return 3
    if s.waiting > QUEUE or s.abilities > MOST_ABILITIES or (s.waiting and s.phase != ACTING):
        return 4
    for seat in range(t.seats):
        for colour in range(COLOURS):
            if s.wheel[seat, colour] < 0:
                return 5
    if not hands_are_sound(t, s):
        return 6
    if (s.phase == DRAFTING) != (s.due > 0):
        return 7
    if s.phase == ACTING and s.waiting == 0 and s.drafted[s.turn, 0] == 0:
        return 7
    for card in range(KINDS):
        if s.spent[card]:
            return 8
    return 0


def in_play(t: Tables, s: State, card: int) -> int:
    """How many copies of a card there are, wherever they lie."""
    n = s.draft[card] + s.destroyed[card]
    for seat in range(t.seats):
        n += s.deck[seat, card] + s.discard[seat, card] + s.drawn[seat, card]
        for i in range(HAND):
            n += 1 if s.drafted[seat, i] == card + 1 else 0
            n += 1 if s.hand[seat, i] == card + 1 else 0
    return n


def piles_add_up(t: Tables, s: State) -> bool:
    """Whether the sizes of decks and the sets of drawn cards are what they say."""
    left = s.left
    for card in range(KINDS):
        left -= s.draft[card]
    if left:
        return False
    for seat in range(t.seats):
        decked, discarded = s.decked[seat], s.discarded[seat]
        for card in range(CARDS):
            decked -= s.deck[seat, card]
            discarded -= s.discard[seat, card]
            if has(s.held[seat], card) != (s.drawn[seat, card] > 0):
                return False
        if decked or discarded:
            return False
    return True


def garments_add_up(t: Tables, s: State) -> bool:
    """Whether every garment is in one place, and the stars are those of the garments made."""
    left = s.garments_left
    for g in range(GARMENTS):
        left -= s.garments[g]
        n = s.garments[g]
        for place in range(DISPLAY):
            n += 1 if s.display[place] == g + 1 else 0
        for seat in range(t.seats):
            n += s.made[seat, g]
        if n != t.copies[GARMENT]:
            return False
    for seat in range(t.seats):
        stars, cards = s.stars[seat], -s.deck[seat, GARMENT] - s.discard[seat, GARMENT] - s.drawn[seat, GARMENT]
        for g in range(GARMENTS):
            stars -= s.made[seat, g] * t.stars[g]
            cards += s.made[seat, g]
        if stars or cards < 0:
            return False
    return left == 0


def hands_are_sound(t: Tables, s: State) -> bool:
    """Whether every hand lost one card a pick, and equal cards in order."""
    for h in range(t.seats):
        taken = 0
        for i in range(HAND):
            if (s.hand[h, i] > 0) != (i < s.dealt[h]) or s.when[h, i] < 0:
                return False
            taken += 1 if s.when[h, i] else 0
            if i and s.hand[h, i] and s.hand[h, i] < s.hand[h, i - 1]:
                return False
            if i and s.hand[h, i] and s.hand[h, i] == s.hand[h, i - 1]:
                early, late = s.when[h, i - 1], s.when[h, i]
                if s.old[h, i - 1] > s.old[h, i] or (late and (early == 0 or early > late)):
                    return False
        if s.phase == DRAFTING and taken != min(s.pick - 1, s.dealt[h]):
            return False
    return True
