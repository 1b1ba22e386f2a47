"""The rules of Colori: rounds, turns, and the verbs. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, lowest, without_lowest
from gamut.engine.ranking import rank_scores
from gamut.engine.record import Row
from gamut.games.colori import abilities
from gamut.games.colori import record as rec
from gamut.games.colori.draft import begin_pick, deal_hands, end_pick, find_hand, first_seat
from gamut.games.colori.piles import add_event, discard_all, draw_card, refill_display, truncate_events
from gamut.games.colori.record import ACTING, DRAFTING, OVER, Constants, State, ability_kind, decode_action

# ---------------------------------------------------------------------- rounds and turns


def deal(c: Constants, s: State) -> None:
    """Clauses 1.4–1.7: set up the decks and the display, and begin the first round."""
    for card in range(rec.CARDS):
        if card < rec.KINDS:
            s.draft_deck[card] = c.copies[card] - c.seats * c.start[card]
            s.draft_deck_size += s.draft_deck[card]
        for seat in range(c.seats):
            s.deck[seat, card] = c.start[card]
            s.deck_size[seat] += c.start[card]
    for garment in range(rec.GARMENTS):
        s.garment_deck[garment] = c.copies[rec.GARMENT]
        s.garment_deck_size += c.copies[rec.GARMENT]
    for slot in range(rec.DISPLAY_SIZE):
        refill_display(s, slot)
    finish_play(c, s)
    truncate_events(s, 0)


def finish_play(c: Constants, s: State) -> bool:
    """Begin the next round if one is over, and further ones if rounds are skipped; return whether any began."""
    begun = False
    while s.phase == DRAFTING and s.pick == 0:
        begin_round(c, s)
        advance(c, s)
        begun = True
    return begun


def advance(c: Constants, s: State) -> None:
    """Continue the turns until a seat has a decision or the round is over."""
    while s.phase == ACTING:
        if s.queue_length:
            if not abilities.resolve_ability(c, s):
                return
        elif s.drafted[s.turn, 0]:
            return
        else:
            add_event(s, rec.TURN_ENDED if s.abilities_used else rec.TURN_SKIPPED, s.turn)
            end_turn(c, s)


def begin_round(c: Constants, s: State) -> None:
    """Clauses 2.1–3.2: draw five cards each and deal the draft hands."""
    s.round += 1
    events_before = s.n_events
    add_event(s, rec.ROUND_BEGUN, s.round)
    first = first_seat(c, s)
    for k in range(c.seats):
        seat = (first + k) % c.seats
        for _ in range(rec.HAND_SIZE):
            draw_card(s, seat)
    deal_hands(c, s)
    if s.dealt[first]:
        begin_pick(c, s)
    else:
        truncate_events(s, events_before)
        skip_round(c, s)


def skip_round(c: Constants, s: State) -> None:
    """Clause 3.7: with no card to draft, discard all drawn cards and end the round."""
    add_event(s, rec.ROUND_SKIPPED, s.round)
    for seat in range(c.seats):
        discard_all(s, seat)
    if s.round == c.rounds:
        s.phase = OVER


def end_turn(c: Constants, s: State) -> None:
    """Clauses 4.4–4.5 and 7.1: discard, then continue with the next seat, the next round or the end."""
    discard_all(s, s.turn)
    s.abilities_used = 0
    s.turns_taken += 1
    s.turn = (s.turn + 1) % c.seats
    if s.turns_taken == c.seats:
        s.turn = s.turns_taken = 0
        s.phase = OVER if s.round == c.rounds else DRAFTING


# ---------------------------------------------------------------------- legal actions


def actors(c: Constants, s: State) -> int:
    """Return the seats that have to choose a card, or the seat whose turn it is."""
    if s.phase == ACTING:
        return 1 << s.turn
    return s.choosing


def secret_phase(c: Constants, s: State) -> int:
    """Clause 3.3: each pick is a secret phase of its own."""
    return s.round * (rec.HAND_SIZE + 1) + s.pick if s.phase == DRAFTING else 0


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.phase == DRAFTING:
        return write_takes(s, find_hand(c, s, seat), out) if (s.choosing >> seat) & 1 else 0
    if s.phase == OVER or seat != s.turn:
        return 0
    if s.queue_length == 0:
        return write_turn_actions(s, seat, out)
    kind = ability_kind(s.queue[0])
    if kind == rec.STORE:
        return write_drawn_actions(s, seat, rec.STORE_DRAWN, out)
    if kind == rec.DESTROY:
        return write_drawn_actions(s, seat, rec.DESTROY_DRAWN, out)
    return write_mixes(c, s, seat, out) if kind == rec.MIX else write_garments(c, s, seat, out)


def write_takes(s: State, h: int, out: Row) -> int:
    """Clause 3.3: take any kind of card in the hand."""
    n, previous = 0, 0
    for i in range(s.dealt[h]):
        if s.taken_at[h, i] == 0 and s.hand[h, i] != previous:
            previous = s.hand[h, i]
            out[n] = rec.TAKE_CARD + previous - 1
            n += 1
    return n


def write_turn_actions(s: State, seat: int, out: Row) -> int:
    """Clause 4.1: destroy a drafted card, or end the turn."""
    n, previous = 0, 0
    for i in range(rec.HAND_SIZE):
        if s.drafted[seat, i] != previous and s.drafted[seat, i]:
            previous = s.drafted[seat, i]
            out[n] = rec.DESTROY_DRAFTED + previous - 1
            n += 1
    out[n] = rec.END_TURN
    return n + 1


def write_drawn_actions(s: State, seat: int, kind: int, out: Row) -> int:
    """Clauses 6.1 and 6.6: store or destroy any kind of drawn card."""
    n = 0
    cards = s.drawn_kinds[seat]
    while cards != EMPTY_SET:
        out[n] = kind + lowest(cards)
        cards = without_lowest(cards)
        n += 1
    return n


def write_mixes(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 6.5: mix two colours of the wheel, or stop."""
    n = 0
    for mix in range(rec.MIXES):
        if abilities.can_mix(c, s, seat, mix):
            out[n] = rec.MIX_COLOURS + mix
            n += 1
    out[n] = rec.STOP_MIXING
    return n + 1


def write_garments(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clause 6.8: make any kind of garment on display that the seat can pay for, in ascending order."""
    n = 0
    for slot in range(rec.DISPLAY_SIZE):
        garment = s.display[slot] - 1
        if abilities.can_make(c, s, seat, garment):
            a = rec.MAKE_GARMENT + garment
            i = n
            while i > 0 and out[i - 1] > a:
                i -= 1
            if i == 0 or out[i - 1] != a:
                for k in range(n, i, -1):
                    out[k] = out[k - 1]
                out[i] = a
                n += 1
    return n


# ---------------------------------------------------------------------- playing


def play(c: Constants, s: State, seat: int, a: int) -> None:
    begin_play(c, s, seat, a)
    finish_play(c, s)


def begin_play(c: Constants, s: State, seat: int, a: int) -> None:
    """Apply an action and what follows from it in the same round."""
    kind, detail = decode_action(a)
    if kind == rec.TAKE_CARD:
        s.choice[seat] = detail + 1
        s.choosing &= ~(1 << seat)
        if s.choosing:
            return
    truncate_events(s, 0)
    if kind == rec.TAKE_CARD:
        end_pick(c, s)
    elif kind == rec.DESTROY_DRAFTED:
        remove_drafted(s, seat, detail + 1)
        abilities.destroy_card(c, s, detail)
    elif kind == rec.STORE_DRAWN:
        abilities.store_card(c, s, seat, detail)
    elif kind == rec.DESTROY_DRAWN:
        abilities.destroy_drawn(c, s, seat, detail)
    elif kind == rec.MIX_COLOURS:
        abilities.mix_colours(c, s, seat, detail)
    elif kind == rec.STOP_MIXING:
        abilities.finish_ability(s)
    elif kind == rec.MAKE_GARMENT:
        abilities.make_garment(c, s, seat, detail)
    else:
        end_turn(c, s)
    advance(c, s)


def remove_drafted(s: State, seat: int, card: int) -> None:
    """Remove one of the drafted cards; the others move up."""
    i = 0
    while s.drafted[seat, i] != card:
        i += 1
    for k in range(i, rec.HAND_SIZE - 1):
        s.drafted[seat, k] = s.drafted[seat, k + 1]
    s.drafted[seat, rec.HAND_SIZE - 1] = 0


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 7.2–7.3: rank by stars."""
    for seat in range(c.seats):
        scores[seat] = s.stars[seat]
    rank_scores(scores, ranks, c.seats)
    winners, stars = 0, 0
    for seat in range(c.seats):
        stars += scores[seat]
        if ranks[seat] == 1:
            winners += 1
    if stars == 0:
        return rec.NO_STARS
    return rec.MOST_STARS if winners == 1 else rec.TIED
