"""The auction of the starter token. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.record import Row
from gamut.games.prismatic.record import BID, BIDDING, FORGO, PRISM, SEATS, Constants, State


def begin_auction(c: Constants, s: State) -> None:
    """Clause 8.2: whoever has prisms bids."""
    s.out = 0
    for seat in range(SEATS):
        s.bid[seat] = 0
    for seat in range(c.seats):
        if s.stock[seat]:
            s.due |= 1 << seat
    begin_bids(s)


def begin_bids(s: State) -> None:
    """Bids are awaited, in a secret phase of their own."""
    if s.due:
        s.phase = BIDDING
        s.number += 1


def offer_bids(s: State, seat: int, out: Row) -> int:
    """Clauses 8.2 and 8.4: any bid; among those who shared the highest only a higher one, or to forgo."""
    n, lowest = 0, s.bid[seat] + 1 if s.bid[seat] else 0
    for prisms in range(lowest, s.stock[seat] + 1):
        out[n] = BID + prisms
        n += 1
    if lowest:
        out[n] = FORGO
        n += 1
    return n


def open_bids(c: Constants, s: State) -> None:
    """All are in: the bids are turned up."""
    for seat in range(c.seats):
        if s.offer[seat] > 1:
            s.bid[seat] = s.offer[seat] - 1
        elif s.offer[seat] == 1 and s.bid[seat]:
            s.out |= 1 << seat
        s.offer[seat] = 0


def highest_bid(c: Constants, s: State) -> int:
    """The highest bid of those who are still in."""
    highest = 0
    for seat in range(c.seats):
        if not (s.out >> seat) & 1:
            highest = max(highest, s.bid[seat])
    return highest


def takes_part(c: Constants, s: State, seat: int) -> bool:
    """Whether a seat bids in the running secret phase: at first all who can, then those who share the highest."""
    highest = highest_bid(c, s)
    if highest == 0:
        return s.stock[seat] > 0
    return s.bid[seat] == highest and not (s.out >> seat) & 1


def settle_bids(c: Constants, s: State) -> bool:
    """Clauses 8.3–8.4: the highest bid takes the token; false when those who share it choose again."""
    open_bids(c, s)
    highest = highest_bid(c, s)
    while highest:
        sharing, winner = 0, 0
        for seat in range(c.seats):
            if s.bid[seat] == highest and not (s.out >> seat) & 1:
                sharing += 1
                winner = seat
        if sharing == 1:
            s.stock[winner] -= highest
            s.supply[PRISM] += highest
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
