"""Positions of Prismatic for pictures and tests: real games in which pieces were exchanged with supply and deck.

Items are written as letters: R G B C M Y W K for colours, P for a prismatic mote, ^ for a prism.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamut.engine.bits import EMPTY_SET, bit
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.record import (
    ALL_PRISMS,
    CARDS,
    COMMITTING,
    COMMON,
    EACH_COLOUR,
    EACH_PRISMATIC,
    ITEMS,
    MOTES,
    N_COLOURS,
    PALETTE,
    PRISM,
    PRISMATIC,
    RESOLVING,
)

KEY = bytes(range(16))
LETTERS = "RGBCMYWKP^"
BAG = "RRGGBBWKRR"  # ten motes, as after the start


def opened(seats: int = 2, *, file: str = "", **options: Any) -> Table:
    """A table that has just been dealt, seat 1 first, interpreted so that every store is checked.

    `file` is the content of another card file.
    """
    files = {"cards": file} if file else {}
    return Table(GAME.open(seats, {"first": "1", **options}, files), KEY, native=False)


def look(table: Table) -> Any:
    """The true state."""
    return strict_record(table.record)


def sound(table: Table) -> bool:
    """Whether all invariants hold."""
    return int(table.verbs.broken_invariant(table.setup.constants, table.record, 0)) == 0


def card(table: Table, name: str) -> int:
    return next(k for k, x in enumerate(table.setup.printed.cards) if x.name == name)


def do(table: Table, *actions: str, seat: int = 0) -> None:
    """Some actions of a seat."""
    for action in actions:
        table.play(seat, action)


def started(seats: int = 2, **options: Any) -> Table:
    """A table at the first commit; all kept the first card and chose two red motes."""
    table = opened(seats, **options)
    for seat in range(seats):
        table.play(seat, table.legal(seat)[0])
        do(table, "choose red", "choose red", "done", seat=seat)
    assert look(table).phase == COMMITTING
    return table


# ---------------------------------------------------------------------- exchanging pieces


def take_card(table: Table, name: str) -> int:
    """Take a card away from wherever it lies; what lies on it goes to the supply."""
    s, k = look(table), card(table, name)
    rest = ~bit(k)
    s.deck, s.discard = s.deck & rest, s.discard & rest
    for seat in range(table.seats):
        for row in (s.progress, s.created, s.offered):
            row[seat] = row[seat] & rest
    for place in range(COMMON):
        if s.common[place] == k + 1:
            s.common[place] = 0
    for item in range(ITEMS):
        s.on[k, item] = 0
    return k


def fill(row: Any, letters: str) -> None:
    """Write counts."""
    for k in range(len(row)):
        row[k] = letters.count(LETTERS[k])


def settle(table: Table) -> None:
    """Let supply and counts of motes fit what lies on the table."""
    s = look(table)
    for item in range(ITEMS):
        out = sum(s.on[place, item] for place in range(len(s.on))) + s.gained[item]
        if item < MOTES:
            out += s.aside[item] + sum(s.bag[p, item] + s.drawn[p, item] for p in range(table.seats))
        else:
            out += sum(s.stock[p] for p in range(table.seats))
        whole = EACH_COLOUR if item < N_COLOURS else EACH_PRISMATIC if item == PRISMATIC else ALL_PRISMS
        s.supply[item] = whole - out
        assert s.supply[item] >= 0, f"more than all of {LETTERS[item]}"
    for p in range(table.seats):
        spots = [PALETTE + p] + [k for k in range(CARDS) if int(s.progress[p] | s.created[p]) >> k & 1]
        own = [s.bag[p, m] + s.drawn[p, m] + sum(s.on[k, m] for k in spots) for m in range(MOTES)]
        s.motes[p], s.prismatic[p] = sum(own), own[PRISMATIC]
    done = [p for p in range(table.seats) if int(s.created[p]).bit_count() >= table.setup.readable_constants.goal]
    s.reached = done[0] + 1 if done else 0


def arrange(
    table: Table,
    seat: int = 0,
    *,
    bag: str = BAG,
    palette: str = "",
    progress: Mapping[str, str] | None = None,
    created: Mapping[str, str] | None = None,
    stock: int = 1,
    drawn: str = "",
    pool: str = "",
) -> Any:
    """Give a seat exactly these things; cards are named with what lies on them."""
    s = look(table)
    for area, wanted in ((s.progress, progress or {}), (s.created, created or {})):
        for k in range(CARDS):
            if int(area[seat]) >> k & 1:
                take_card(table, table.setup.printed.cards[k].name)
                s.deck = s.deck | bit(k)
        for name, letters in wanted.items():
            k = take_card(table, name)
            area[seat] = area[seat] | bit(k)
            fill(s.on[k], letters)
    fill(s.bag[seat], bag)
    fill(s.drawn[seat], drawn)
    fill(s.on[PALETTE + seat], palette)
    s.stock[seat] = stock
    if pool:
        fill(s.pool, pool)
    settle(table)
    return s


def lay_common(table: Table, *cards: str) -> None:
    """Let these be the common cards, an empty text leaves a place empty; the others go to the deck."""
    s = look(table)
    for place in range(COMMON):
        if s.common[place]:
            s.deck = s.deck | bit(s.common[place] - 1)
            s.common[place] = 0
    for place, name in enumerate(cards):
        if name:
            k = take_card(table, name)
            s.common[place] = k + 1
    settle(table)


def resolving(seats: int = 2, others: Sequence[Mapping[str, Any]] = (), **things: Any) -> Table:
    """A table in seat 1's turn of round 1, with these things; `others` are those of the next seats."""
    options = {name: things.pop(name) for name in ("goal", "auction", "file") if name in things}
    cards = things.pop("common", ("", "", ""))
    table = started(seats, **options)
    for seat in range(seats):
        do(table, "done", seat=seat)
    assert look(table).phase == RESOLVING
    assert table.actors == (0,)
    for k in range(1, seats):
        arrange(table, k, **(others[k - 1] if k <= len(others) else {}))
    arrange(table, 0, **things)
    lay_common(table, *cards)
    assert sound(table)
    return table


def committing(seats: int = 2, **things: Any) -> Table:
    """A table at the commit of round 1, seat 1 with these things; `drawn` is what it drew."""
    cards = things.pop("common", ("", "", ""))
    table = started(seats)
    arrange(table, 0, **things)
    lay_common(table, *cards)
    assert sound(table)
    return table


def end_round(table: Table) -> None:
    """Let all seats end their turn and commit nothing, until the next commit, auction or end."""
    while look(table).phase == RESOLVING:
        do(table, "end turn", seat=table.actors[0])


# ---------------------------------------------------------------------- for tests only


def names(table: Table, cards: Any) -> set[str]:
    return {table.setup.printed.cards[k].name for k in range(CARDS) if int(cards) >> k & 1}


def common(table: Table) -> list[str]:
    """The names of the common cards in their places; empty places are empty texts."""
    s = look(table)
    return [table.setup.printed.cards[s.common[k] - 1].name if s.common[k] else "" for k in range(COMMON)]


def spell(row: Any) -> str:
    """A row of counts as letters."""
    return "".join(LETTERS[k] * row[k] for k in range(len(row)))


def spot(table: Table, seat: int, place: str) -> int:
    """A card's spot by its name, or the palette's."""
    return PALETTE + seat if place == "palette" else card(table, place)


def on(table: Table, place: str, seat: int = 0) -> str:
    """What is committed to a card or the palette."""
    return spell(look(table).on[spot(table, seat, place)])


def bag(table: Table, seat: int = 0) -> str:
    return spell(look(table).bag[seat])


def may(table: Table, action: str, seat: int = 0) -> bool:
    """Whether a seat may do an action now."""
    return table.setup.parse_action(action) in table.legal(seat)


def empty_deck(table: Table, *cards: str) -> None:
    """Leave only these in the deck; all others of deck and discard pile become created cards of seat 2."""
    s = look(table)
    kept = EMPTY_SET
    for name in cards:
        kept = kept | bit(take_card(table, name))
    s.created[1] = s.created[1] | s.deck | s.discard
    s.deck, s.discard = kept, EMPTY_SET
    settle(table)


def pass_round(table: Table) -> None:
    """Play a round in which no seat does anything."""
    while look(table).phase == COMMITTING:
        do(table, "done", seat=table.actors[0])
    end_round(table)


def total_of(s: Any, item: int) -> int:
    """All of an item, wherever it lies."""
    n = s.supply[item] + s.gained[item] + sum(s.on[k, item] + s.placed[k, item] for k in range(len(s.on)))
    if item == PRISM:
        return int(n + sum(s.stock[p] for p in range(len(s.stock))))
    return int(n + s.aside[item] + sum(s.bag[p, item] + s.drawn[p, item] for p in range(len(s.bag))))
