"""Positions of Easel for tests. They are interpreted, so that a wrong index or an overflow raises an error."""

from __future__ import annotations

from typing import Any

from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.template import GAME
from gamut.template.record import COLOURS, COPIES, TARGETS


def open_table(seats: int = 2, **options: int) -> Table:
    return Table(GAME.open(seats, options), bytes(16), native=False)


def state_of(table: Table) -> Any:
    """Return the state, to read and to change. After an action the table has another: call this again."""
    return strict_record(table.record)


def set_hands(table: Table, target: str, *hands: str) -> Any:
    """Set the target colour and the hands, as in `red red blue`; all other cards are in the deck."""
    s = state_of(table)
    s.target = TARGETS.index(target)
    for k, colour in enumerate(COLOURS):
        s.deck[k] = COPIES - s.discard[k] - sum(hand.split().count(colour) for hand in hands)
        for seat, hand in enumerate(hands):
            s.hand[seat, k] = hand.split().count(colour)
    return s


def hand_sizes(table: Table) -> list[int]:
    return table.record["hand"][0].sum(axis=1).tolist()  # type: ignore[no-any-return]
