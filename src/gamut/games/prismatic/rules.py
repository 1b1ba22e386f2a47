"""The course of a game of Prismatic. Clause numbers are those of RULES.md.

What belongs to one part of a round is in a module of its own: `committing`, `resolving` with `paying`, `auction`,
and at the end `scoring`; `pieces` moves motes and cards.
"""

from __future__ import annotations

from gamut.engine.bits import bit
from gamut.engine.chance import chance
from gamut.engine.record import Row
from gamut.games.prismatic.auction import begin_auction, offer_bids, settle_bids
from gamut.games.prismatic.committing import lay, loose, offer_lays, reveal_commits
from gamut.games.prismatic.paying import pay_motes, pay_unit
from gamut.games.prismatic.pieces import (
    clear_spot,
    common_place,
    draw_card,
    draw_motes,
    fill_common,
    put_drawn_back,
    recall_motes,
    recall_prisms,
)
from gamut.games.prismatic.record import (
    ALL_PRISMS,
    BID,
    BOARD,
    CARDS,
    COLOURS,
    COMMITTING,
    CREATE,
    DECLINE,
    DISCARD_CARD,
    DONE,
    EACH_COLOUR,
    EACH_PRISMATIC,
    EMPTY_SPOT,
    END_STEP,
    FORGO,
    ITEMS,
    KEEP,
    LAY,
    MAKE,
    MOST_ROUNDS,
    NO_CARD,
    OVER,
    PALETTE,
    PAY_MOTE,
    PAY_POOL,
    PRISM,
    PRISMATIC,
    PUT_BACK,
    REPLACE,
    RESOLVING,
    START_BAG,
    START_CARDS,
    STARTING,
    STEAL_CARD,
    TAKE_MOTE,
    TO_COMMON,
    USE,
    WISH,
    WISHES,
    Constants,
    State,
    laid_item,
    laid_place,
)  # fmt: skip
from gamut.games.prismatic.resolving import (
    begin_creation,
    discard_card,
    end_step,
    finish_task,
    go_on_paying,
    keep,
    offer_set,
    offer_task,
    place_in_common,
    steal_card,
    take_reward,
    taken_effect,
    use_ability,
)

# ---------------------------------------------------------------------- the start


def deal(c: Constants, s: State) -> None:
    """Clauses 2.1–2.5: the supply, the deck, the common cards, two cards each, and who begins."""
    for colour in range(COLOURS):
        s.supply[colour] = EACH_COLOUR
    s.supply[PRISMATIC] = EACH_PRISMATIC
    s.supply[PRISM] = ALL_PRISMS
    s.deck = bit(CARDS) - bit(0)
    fill_common(s)
    for seat in range(c.seats):
        for _ in range(START_CARDS):
            s.offered[seat] = s.offered[seat] | bit(draw_card(s))
        for colour in range(COLOURS):
            give_motes(s, seat, colour, START_BAG[colour])
        s.stock[seat] = 1
        s.supply[PRISM] -= 1
    s.lead = c.first if c.first >= 0 else chance(s, c.seats)
    s.starter = s.lead
    await_all(c, s, STARTING)


def give_motes(s: State, seat: int, mote: int, n: int) -> None:
    """Motes from the supply go into a bag."""
    s.supply[mote] -= n
    s.bag[seat, mote] += n
    s.motes[seat] += n


def await_all(c: Constants, s: State, phase: int) -> None:
    """A secret phase of everybody begins."""
    s.phase = phase
    s.due = (1 << c.seats) - 1
    s.number += 1


def count_wishes(s: State, seat: int) -> int:
    """How many motes a seat has chosen at the start."""
    n = 0
    for colour in range(COLOURS):
        n += s.wished[seat, colour]
    return n


def offer_start(s: State, seat: int, out: Row) -> int:
    """Clause 2.6: one of two cards and two motes, in any order."""
    n = 0
    if s.kept[seat] == 0:
        n = offer_set(s.offered[seat], KEEP, out, n)
    if count_wishes(s, seat) < WISHES:
        for colour in range(COLOURS):
            out[n + colour] = WISH + colour
        n += COLOURS
    if n == 0:
        out[0] = DONE
        n = 1
    return n


def reveal_start(c: Constants, s: State) -> None:
    """Clause 2.7: the cards kept and the motes chosen are turned up."""
    for seat in range(c.seats):
        keep(s, seat, s.kept[seat] - 1)
        s.kept[seat] = 0
        for colour in range(COLOURS):
            give_motes(s, seat, colour, s.wished[seat, colour])
            s.wished[seat, colour] = 0


# ---------------------------------------------------------------------- rounds


def begin_round(c: Constants, s: State) -> None:
    """Clause 3.1: everybody draws, then everybody commits."""
    s.round += 1
    for seat in range(c.seats):
        draw_motes(s, seat)
    await_all(c, s, COMMITTING)


def begin_resolving(c: Constants, s: State) -> None:
    """Clause 3.4: from the starter on, everybody resolves."""
    reveal_commits(c, s)
    s.phase = RESOLVING
    s.turn = s.starter


def end_turn(c: Constants, s: State) -> None:
    """The next seat resolves; after the last one the round ends."""
    end_step(s)
    s.turns += 1
    s.turn = (s.turn + 1) % c.seats
    if s.turns == c.seats:
        s.turn = s.turns = 0
        end_round(c, s)


def end_round(c: Constants, s: State) -> None:
    """Clauses 3.5–3.8: refill, look for the end, pass the token or bid for it."""
    fill_common(s)
    if s.final or s.round == MOST_ROUNDS:
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
    """Clause 7.1: all that is committed comes back."""
    s.phase = OVER
    for seat in range(c.seats):
        recall_motes(s, seat)
        recall_prisms(s, seat)


# ---------------------------------------------------------------------- verbs


def actors(c: Constants, s: State) -> int:
    """All who have not done with a secret phase, or the seat that resolves."""
    return 1 << s.turn if s.phase == RESOLVING else s.due


def secret(c: Constants, s: State) -> int:
    """Clause 1.6: choices of the start, commits and bids are secret phases."""
    return 0 if s.phase == RESOLVING or s.phase == OVER else s.number


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """What a seat may do, in ascending order."""
    if s.phase == RESOLVING:
        return offer_task(c, s, seat, out) if seat == s.turn else 0
    if not (s.due >> seat) & 1:
        return 0
    if s.phase == COMMITTING:
        n = 0
        for item in range(ITEMS):
            if loose(s, seat, item):
                n = offer_lays(c, s, seat, item, out, n)
        out[n] = DONE
        return n + 1
    return offer_start(s, seat, out) if s.phase == STARTING else offer_bids(s, seat, out)


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Do an action, and all that follows without a choice."""
    if s.phase == RESOLVING:
        play_step(c, s, seat, a)
    elif a < PUT_BACK:
        lay(s, seat, laid_item(a), laid_place(a))
    elif a < TO_COMMON:
        s.kept[seat] = a - KEEP + 1
    elif a < BID:
        s.wished[seat, a - WISH] += 1
    else:
        if a <= FORGO:
            s.offer[seat] = 1 if a == FORGO else a - BID + 1
        s.due &= ~(1 << seat)
        if s.due == 0:
            end_secret(c, s)


def end_secret(c: Constants, s: State) -> None:
    """All are in: what they chose is turned up, and the round goes on."""
    if s.phase == COMMITTING:
        begin_resolving(c, s)
    elif s.phase == STARTING:
        reveal_start(c, s)
        begin_round(c, s)
    elif settle_bids(c, s):
        begin_round(c, s)


def play_step(c: Constants, s: State, seat: int, a: int) -> None:
    """An action of the resolve step."""
    if a < USE:
        begin_creation(c, s, a - MAKE if a < CREATE else BOARD + a - CREATE)
    elif a < LAY:
        use_ability(c, s, a - USE)
    elif a == END_STEP:
        end_turn(c, s)
    elif a in (PAY_POOL, PAY_MOTE):
        if a == PAY_POOL:
            pay_unit(s)
        else:
            pay_motes(s)
        go_on_paying(c, s)
    elif TAKE_MOTE <= a < DECLINE:
        take_reward(c, s, taken_effect(a))
    else:
        play_choice(s, seat, a)
        finish_task(c, s)


def play_choice(s: State, seat: int, a: int) -> None:
    """The answer to what an action or a creation asks."""
    if a < PUT_BACK:
        lay(s, seat, laid_item(a), laid_place(a))
    elif a == PUT_BACK:
        put_drawn_back(s, seat)
    elif a < TO_COMMON:
        keep(s, seat, a - KEEP)
    elif a == TO_COMMON:
        place_in_common(s, seat, common_place(s, NO_CARD))
    elif a < DISCARD_CARD:
        place = common_place(s, a - REPLACE)
        discard_card(s, a - REPLACE)
        place_in_common(s, seat, place)
    elif a < STEAL_CARD:
        discard_card(s, a - DISCARD_CARD)
    elif a < EMPTY_SPOT:
        steal_card(s, seat, a - STEAL_CARD)
    elif a < TAKE_MOTE:
        place = a - EMPTY_SPOT
        clear_spot(s, seat, PALETTE + seat if place == PALETTE else place)
    else:  # DECLINE
        s.rewards = 0
