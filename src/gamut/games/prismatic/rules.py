"""The verbs of Prismatic, the start and the rounds. Clause numbers are those of RULES.md.

Each part of a round has its own module: `committing`, `resolving` with `paying`, and `auction`; then comes `scoring`.
`pieces` moves motes and cards.
"""

from __future__ import annotations

from gamut.engine.bits import bit
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.auction import begin_auction, offer_bids, settle_bids
from gamut.games.prismatic.committing import count_uncommitted, offer_placing, place_item, reveal_commits
from gamut.games.prismatic.paying import pay_motes, pay_unit
from gamut.games.prismatic.pieces import (
    clear_spot,
    common_place,
    draw_card,
    draw_motes,
    fill_common,
    recall_motes,
    recall_prisms,
    return_drawn_motes,
)
from gamut.games.prismatic.record import Constants, State, decode_action, placed_item, placed_spot, seat_spot
from gamut.games.prismatic.resolving import (
    clear_turn,
    continue_payment,
    discard_card,
    finish_task,
    keep,
    offer_set,
    offer_task,
    pay_for,
    place_in_common,
    steal_card,
    take_reward,
    use_ability,
)

# ---------------------------------------------------------------------- the start


def deal(c: Constants, s: State) -> None:
    """Clauses 2.1–2.5: set up supply, deck and common cards, deal two cards to each seat, and choose the starter."""
    for colour in range(rec.N_COLOURS):
        s.supply[colour] = rec.EACH_COLOUR
    s.supply[rec.PRISMATIC] = rec.EACH_PRISMATIC
    s.supply[rec.PRISM] = rec.ALL_PRISMS
    s.deck = bit(rec.CARDS) - bit(0)
    fill_common(s)
    for seat in range(c.seats):
        for _ in range(rec.START_CARDS):
            s.offered[seat] = s.offered[seat] | bit(draw_card(s))
        for colour in range(rec.N_COLOURS):
            give_motes(s, seat, colour, rec.START_BAG[colour])
        s.stock[seat] = 1
        s.supply[rec.PRISM] -= 1
    s.lead = c.first if c.first >= 0 else chance(s, c.seats)
    s.starter = s.lead
    begin_secret_phase(c, s, rec.STARTING)


def give_motes(s: State, seat: int, mote: int, n: int) -> None:
    """Move motes from the supply to a bag."""
    s.supply[mote] -= n
    s.bag[seat, mote] += n
    s.motes[seat] += n


def begin_secret_phase(c: Constants, s: State, phase: int) -> None:
    s.phase = phase
    s.due = (1 << c.seats) - 1
    s.number += 1


def count_chosen_motes(s: State, seat: int) -> int:
    n = 0
    for colour in range(rec.N_COLOURS):
        n += s.chosen_motes[seat, colour]
    return n


def offer_start(s: State, seat: int, out: Row) -> int:
    """Clause 2.6: keep one of two cards and choose two motes, in any order."""
    n = 0
    if s.kept[seat] == 0:
        n = offer_set(s.offered[seat], rec.KEEP_CARD, out, n)
    if count_chosen_motes(s, seat) < rec.START_MOTES:
        for colour in range(rec.N_COLOURS):
            out[n + colour] = rec.CHOOSE_MOTE + colour
        n += rec.N_COLOURS
    if n == 0:
        out[0] = rec.DONE
        n = 1
    return n


def reveal_start(c: Constants, s: State) -> None:
    """Clause 2.7: reveal the kept cards and the chosen motes."""
    for seat in range(c.seats):
        keep(s, seat, s.kept[seat] - 1)
        s.kept[seat] = 0
        for colour in range(rec.N_COLOURS):
            give_motes(s, seat, colour, s.chosen_motes[seat, colour])
            s.chosen_motes[seat, colour] = 0


# ---------------------------------------------------------------------- rounds


def begin_round(c: Constants, s: State) -> None:
    """Clause 3.1: draw motes for all seats; then all commit."""
    s.round += 1
    for seat in range(c.seats):
        draw_motes(s, seat)
    begin_secret_phase(c, s, rec.COMMITTING)


def begin_resolving(c: Constants, s: State) -> None:
    """Clause 3.4: the starter takes the first turn."""
    reveal_commits(c, s)
    s.phase = rec.RESOLVING
    s.turn = s.starter


def end_turn(c: Constants, s: State) -> None:
    """Begin the turn of the next seat; after the last one end the round."""
    clear_turn(s)
    s.turns += 1
    s.turn = (s.turn + 1) % c.seats
    if s.turns == c.seats:
        s.turn = s.turns = 0
        end_round(c, s)


def end_round(c: Constants, s: State) -> None:
    """Clauses 3.5–3.8: fill the common area, check for the end, pass the starter token or auction it."""
    fill_common(s)
    if s.final or s.round == rec.MAX_ROUNDS:
        end_game(c, s)
        return
    if s.reached:
        s.final = 1
    if c.auction:
        begin_auction(c, s)
    else:
        s.starter = (s.starter + 1) % c.seats
    if s.due == 0:
        begin_round(c, s)


def end_game(c: Constants, s: State) -> None:
    """Clause 7.1: return everything that is committed."""
    s.phase = rec.OVER
    for seat in range(c.seats):
        recall_motes(s, seat)
        recall_prisms(s, seat)


# ---------------------------------------------------------------------- verbs


def actors(c: Constants, s: State) -> int:
    """Return the seats that have not submitted in a secret phase, or the seat whose turn it is."""
    return 1 << s.turn if s.phase == rec.RESOLVING else s.due


def secret_phase(c: Constants, s: State) -> int:
    """Clause 1.6: start, commits and bids are secret phases."""
    return 0 if s.phase == rec.RESOLVING or s.phase == rec.OVER else s.number


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.phase == rec.RESOLVING:
        return offer_task(c, s, seat, out) if seat == s.turn else 0
    if not (s.due >> seat) & 1:
        return 0
    if s.phase == rec.COMMITTING:
        n = 0
        for item in range(rec.ITEMS):
            if count_uncommitted(s, seat, item):
                n = offer_placing(c, s, seat, item, out, n)
        out[n] = rec.DONE
        return n + 1
    return offer_start(s, seat, out) if s.phase == rec.STARTING else offer_bids(s, seat, out)


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if s.phase == rec.RESOLVING:
        play_turn(c, s, seat, a)
    else:
        play_secret(c, s, seat, a)


def play_secret(c: Constants, s: State, seat: int, a: int) -> None:
    kind, number = decode_action(a)
    if kind == rec.PLACE_ITEM:
        place_item(s, seat, placed_item(a), seat_spot(seat, placed_spot(a)))
    elif kind == rec.KEEP_CARD:
        s.kept[seat] = number + 1
    elif kind == rec.CHOOSE_MOTE:
        s.chosen_motes[seat, number] += 1
    else:
        if kind != rec.DONE:
            s.offer[seat] = number + 1 if kind == rec.BID else 1
        s.due &= ~(1 << seat)
        if s.due == 0:
            end_secret_phase(c, s)


def end_secret_phase(c: Constants, s: State) -> None:
    """Reveal what all seats have chosen and continue the round."""
    if s.phase == rec.COMMITTING:
        begin_resolving(c, s)
    elif s.phase == rec.STARTING:
        reveal_start(c, s)
        begin_round(c, s)
    elif settle_bids(c, s):
        begin_round(c, s)


def play_turn(c: Constants, s: State, seat: int, a: int) -> None:
    kind, number = decode_action(a)
    if kind == rec.USE_RECIPE:
        pay_for(c, s, number)
    elif kind == rec.CREATE_CARD:
        pay_for(c, s, rec.RECIPES + number)
    elif kind == rec.USE_ABILITY:
        use_ability(c, s, number)
    elif kind == rec.END_TURN:
        end_turn(c, s)
    elif kind == rec.PAY_LIGHT:
        pay_unit(s)
        continue_payment(c, s)
    elif kind == rec.PAY_MOTES:
        pay_motes(s)
        continue_payment(c, s)
    elif kind == rec.TAKE_REWARD:
        take_reward(c, s, number)
    else:
        play_choice(s, seat, a)
        finish_task(c, s)


def play_choice(s: State, seat: int, a: int) -> None:
    """Play the choice that an effect asks for."""
    kind, number = decode_action(a)
    if kind == rec.PLACE_ITEM:
        place_item(s, seat, placed_item(a), seat_spot(seat, placed_spot(a)))
    elif kind == rec.RETURN_MOTE:
        return_drawn_motes(s, seat)
    elif kind == rec.KEEP_CARD:
        keep(s, seat, number)
    elif kind == rec.TO_COMMON:
        place_in_common(s, seat, common_place(s, rec.NO_CARD))
    elif kind == rec.REPLACE_CARD:
        place = common_place(s, number)
        discard_card(s, number)
        place_in_common(s, seat, place)
    elif kind == rec.DISCARD_CARD:
        discard_card(s, number)
    elif kind == rec.STEAL_CARD:
        steal_card(s, seat, number)
    elif kind == rec.EMPTY_SPOT:
        clear_spot(s, seat, seat_spot(seat, number))
    else:  # SKIP_REWARDS
        s.rewards = 0
