"""What the tests read from positions of Prismatic, and what they do with whole decks and rounds."""

from __future__ import annotations

from typing import Any

from gamut.engine.bits import NONE, bit
from gamut.engine.table import Table
from gamut.games.prismatic.positions import LETTERS, card, do, end_round, look, settle, take_card
from gamut.games.prismatic.record import CARDS, COMMITTING, COMMON, PALETTE, PRISM


def names(table: Table, cards: Any) -> set[str]:
    """The names of a set of cards."""
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
    """What is in a bag."""
    return spell(look(table).bag[seat])


def may(table: Table, action: str, seat: int = 0) -> bool:
    """Whether a seat may do an action now."""
    return table.setup.action(action) in table.legal(seat)


def empty_deck(table: Table, *cards: str) -> None:
    """Leave only these in the deck; all others of deck and discard pile belong to nobody's creations of seat 2."""
    s = look(table)
    kept = NONE
    for name in cards:
        kept = kept | bit(take_card(table, name))
    s.created[1] = s.created[1] | s.deck | s.discard
    s.deck, s.discard = kept, NONE
    settle(table)


def pass_round(table: Table) -> None:
    """A whole round in which nobody does anything."""
    while look(table).phase == COMMITTING:
        do(table, "done", seat=table.actors[0])
    end_round(table)


def total_of(s: Any, item: int) -> int:
    """All of an item, wherever it lies."""
    n = s.supply[item] + s.gained[item] + sum(s.on[k, item] + s.laid[k, item] for k in range(len(s.on)))
    if item == PRISM:
        return int(n + sum(s.stock[p] for p in range(len(s.stock))))
    return int(n + s.aside[item] + sum(s.bag[p, item] + s.drawn[p, item] for p in range(len(s.bag))))
