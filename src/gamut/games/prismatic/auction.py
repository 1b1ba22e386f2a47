"""The auction of the starter token. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.record import Constants, State


def begin_auction(c: Constants, s: State) -> None:
    """Clause 8.2: all players with prisms in stock bid."""
    s.out = 0
    for seat in range(rec.MAX_SEATS):
        s.bid[seat] = 0
    for seat in range(c.seats):
        if s.stock[seat]:
            s.due |= 1 << seat
    begin_bids(s)


def begin_bids(s: State) -> None:
    """Begin a secret phase for the seats in `due`, if there are any."""
    if s.due:
        s.phase = rec.BIDDING
        s.number += 1


def offer_bids(s: State, seat: int, out: Row) -> int:
    """Clauses 8.2 and 8.4: any bid; after a tie a higher one, or dropping out."""
    n, lowest = 0, s.bid[seat] + 1 if s.bid[seat] else 0
    for prisms in range(lowest, s.stock[seat] + 1):
        out[n] = rec.BID + prisms
        n += 1
    if lowest:
        out[n] = rec.DROP_OUT
        n += 1
    return n


def reveal_bids(c: Constants, s: State) -> None:
    for seat in range(c.seats):
        if s.offer[seat] > 1:
            s.bid[seat] = s.offer[seat] - 1
        elif s.offer[seat] == 1 and s.bid[seat]:
            s.out |= 1 << seat
        s.offer[seat] = 0


def highest_bid(c: Constants, s: State) -> int:
    """Return the highest bid of the seats that have not dropped out."""
    highest = 0
    for seat in range(c.seats):
        if not (s.out >> seat) & 1:
            highest = max(highest, s.bid[seat])
    return highest


def takes_part(c: Constants, s: State, seat: int) -> bool:
    """Return whether a seat bids in this secret phase: first all that can, then those that share the highest bid."""
    highest = highest_bid(c, s)
    if highest == 0:
        return s.stock[seat] > 0
    return s.bid[seat] == highest and not (s.out >> seat) & 1


def settle_bids(c: Constants, s: State) -> bool:
    """Clauses 8.3–8.4: give the token to the highest bid; return whether the auction is over."""
    reveal_bids(c, s)
    highest = highest_bid(c, s)
    while highest:
        n_highest, winner = 0, 0
        for seat in range(c.seats):
            if s.bid[seat] == highest and not (s.out >> seat) & 1:
                n_highest += 1
                winner = seat
        if n_highest == 1:
            s.stock[winner] -= highest
            s.supply[rec.PRISM] += highest
            s.starter = winner
            return True
        for seat in range(c.seats):
            if s.bid[seat] == highest and not (s.out >> seat) & 1:
                if s.stock[seat] > highest:
                    s.due |= 1 << seat
                else:
                    s.out |= 1 << seat
        if s.due:
            begin_bids(s)
            return False
        highest = highest_bid(c, s)
    return True
