"""Positions of Colori for pictures and tests: real games in which some cards were exchanged with the draft deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamut.engine.bits import NONE, bit
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES, COLOUR_NAMES, GARMENT_NAMES
from gamut.games.colori.record import ACTING, CARDS, GARMENT, HAND
from gamut.games.colori.views import ColoriView

KEY = bytes(range(16))


def card(name: str) -> int:
    """The number of a card."""
    return CARD_NAMES.index(name)


class TrueState:
    """The true state of a table, also after further actions."""

    def __init__(self, table: Table) -> None:
        self.__dict__["table"] = table

    def __getattr__(self, name: str) -> Any:
        return getattr(strict(self.table.record), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(strict(self.table.record), name, value)


def look(table: Table) -> Any:
    """The true state."""
    return TrueState(table)


def seen(table: Table, seat: int) -> ColoriView:
    """The view of a seat."""
    found = table.knowledge(seat).view
    assert isinstance(found, ColoriView)
    return found


def opened(seats: int = 2, *, rounds: int = 8, rotate_first: bool = False) -> Table:
    """A table that has just been dealt, interpreted so that every store is checked."""
    return Table(GAME.open(seats, {"rounds": rounds, "rotate_first": rotate_first}), KEY, native=False)


def pick_all(table: Table) -> None:
    """Everybody picks the first card offered, until the turns begin."""
    s = look(table)
    while s.phase != ACTING and not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])


def begin(table: Table) -> None:
    """Go to the first turn of the round."""
    pick_all(table)
    assert table.actors == (0,)


def give(s: Any, name: str, row: Any) -> None:
    """Move a card from the draft deck."""
    c = card(name)
    if c != GARMENT:
        s.draft[c] -= 1
        s.left -= 1
    row[c] += 1


def clear(s: Any, row: Any) -> None:
    """Move all cards of a pile into the draft deck; garments vanish."""
    for c in range(CARDS):
        if c != GARMENT:
            s.draft[c] += row[c]
            s.left += row[c]
        row[c] = 0


def arrange(
    table: Table,
    seat: int = 0,
    *,
    drafted: Sequence[str] | None = None,
    drawn: Sequence[str] | None = None,
    deck: Sequence[str] | None = None,
    discard: Sequence[str] | None = None,
    wheel: Mapping[str, int] | None = None,
    display: Sequence[str] | None = None,
) -> Any:
    """Exchange what is named; the rest stays as it was dealt."""
    s = look(table)
    if drafted is not None:
        for i in range(HAND):
            if s.drafted[seat, i]:
                s.draft[s.drafted[seat, i] - 1] += 1
                s.left += 1
            s.drafted[seat, i] = 0
        for i, c in enumerate(sorted(card(name) for name in drafted)):
            s.draft[c] -= 1
            s.left -= 1
            s.drafted[seat, i] = c + 1
    if drawn is not None:
        clear(s, s.drawn[seat])
        s.held[seat] = NONE
        for name in drawn:
            give(s, name, s.drawn[seat])
            s.held[seat] = s.held[seat] | bit(card(name))
    for row, size, names in ((s.deck[seat], s.decked, deck), (s.discard[seat], s.discarded, discard)):
        if names is not None:
            clear(s, row)
            for name in names:
                give(s, name, row)
            size[seat] = len(names)
    for name, n in (wheel or {}).items():
        s.wheel[seat, COLOUR_NAMES.index(name)] = n
    for place, name in enumerate(display or ()):
        if s.display[place]:
            s.garments[s.display[place] - 1] += 1
            s.garments_left += 1
        s.display[place] = GARMENT_NAMES.index(name) + 1
        s.garments[s.display[place] - 1] -= 1
        s.garments_left -= 1
    return s


def acting(seats: int = 2, *, rounds: int = 8, **things: Any) -> Table:
    """A table at seat 1's first turn, with some things exchanged."""
    table = opened(seats, rounds=rounds)
    begin(table)
    arrange(table, **things)
    return table


def do(table: Table, *actions: str, seat: int = 0) -> None:
    """Some actions of a seat."""
    for action in actions:
        table.play(seat, action)
