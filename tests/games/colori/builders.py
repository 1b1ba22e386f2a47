"""Positions of Colori for tests and pictures: real games in which some cards were exchanged with the draft deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gamut.engine.bits import EMPTY_SET, bit
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_IDS, CARD_NAMES, COLOUR_NAMES, GARMENT_IDS, GARMENT_NAMES
from gamut.games.colori.record import ACTING, CARDS, GARMENT, HAND_SIZE, KINDS
from gamut.games.colori.view import View

KEY = bytes(range(16))
TOUCH_IDS = [
    *(f"{area}:{card}" for area in ("hand", "drafted", "drawn") for card in CARD_IDS[:KINDS]),
    "drawn:garment",
    *(f"button:{name}" for name in ("take", "stop", "end")),
    *(f"wheel:{colour}" for colour in COLOUR_NAMES),
    *(f"garment:{garment}" for garment in GARMENT_IDS),
]


def card_number(name: str) -> int:
    return CARD_NAMES.index(name)


# ---------------------------------------------------------------------- reading a table


class TrueState:
    """The true state of a table; it follows the table when further actions are played."""

    def __init__(self, table: Table) -> None:
        self.__dict__["table"] = table

    def __getattr__(self, name: str) -> Any:
        return getattr(strict_record(self.table.record), name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(strict_record(self.table.record), name, value)


def state_of(table: Table) -> Any:
    return TrueState(table)


def view_of(table: Table, seat: int) -> View:
    view = table.knowledge(seat).view
    assert isinstance(view, View)
    return view


def is_consistent(table: Table) -> bool:
    """Return whether all invariants hold."""
    return int(table.verbs.broken_invariant(table.setup.constants, table.record, 0)) == 0


def wheel_of(table: Table, seat: int = 0) -> dict[str, int]:
    """Return the colours on a wheel, without zeros."""
    s = state_of(table)
    return {name: s.wheel[seat, colour] for colour, name in enumerate(COLOUR_NAMES) if s.wheel[seat, colour]}


def drawn_by(table: Table, seat: int = 0) -> list[str]:
    s = state_of(table)
    return [name for card, name in enumerate(CARD_NAMES) for _ in range(s.drawn[seat, card])]


def discard_of(table: Table, seat: int = 0) -> list[str]:
    s = state_of(table)
    return [name for card, name in enumerate(CARD_NAMES) for _ in range(s.discard[seat, card])]


# ---------------------------------------------------------------------- playing


def new_table(seats: int = 2, *, rounds: int = 8, rotate_first: bool = False) -> Table:
    """Return a table that has just been dealt, interpreted so that every write is checked."""
    return Table(GAME.open(seats, {"rounds": rounds, "rotate_first": rotate_first}), KEY, native=False)


def play(table: Table, *actions: str, seat: int = 0) -> None:
    for action in actions:
        table.play(seat, action)


def finish_draft(table: Table) -> None:
    """Let every seat take the first card offered until the turns begin."""
    s = state_of(table)
    while s.phase != ACTING and not table.over:
        seat = table.actors[0]
        table.play(seat, table.legal(seat)[0])


def at_turn(seats: int = 2, *, rounds: int = 8, **changes: Any) -> Table:
    """Return a table at seat 1's first turn, arranged as `arrange` does it."""
    table = new_table(seats, rounds=rounds)
    finish_draft(table)
    assert table.actors == (0,)
    arrange(table, **changes)
    return table


def at_last_turn(seats: int, *, rounds: int = 8, rotate_first: bool = False) -> Table:
    """Return a table at the last turn of round 1."""
    table = new_table(seats, rounds=rounds, rotate_first=rotate_first)
    finish_draft(table)
    for seat in range(seats - 1):
        play(table, "end turn", seat=seat)
    return table


# ---------------------------------------------------------------------- arranging cards


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
) -> None:
    """Exchange what is given with the draft deck and the garment deck; the rest stays as it is."""
    s = state_of(table)
    if drafted is not None:
        for i in range(HAND_SIZE):
            if s.drafted[seat, i]:
                s.draft_deck[s.drafted[seat, i] - 1] += 1
                s.draft_deck_size += 1
            s.drafted[seat, i] = 0
        for i, card in enumerate(sorted(card_number(name) for name in drafted)):
            s.draft_deck[card] -= 1
            s.draft_deck_size -= 1
            s.drafted[seat, i] = card + 1
    if drawn is not None:
        return_to_draft_deck(s, s.drawn[seat])
        s.drawn_kinds[seat] = EMPTY_SET
        for name in drawn:
            take_from_draft_deck(s, name, s.drawn[seat])
            s.drawn_kinds[seat] = s.drawn_kinds[seat] | bit(card_number(name))
    for pile, size, names in ((s.deck[seat], s.deck_size, deck), (s.discard[seat], s.discard_size, discard)):
        if names is not None:
            return_to_draft_deck(s, pile)
            for name in names:
                take_from_draft_deck(s, name, pile)
            size[seat] = len(names)
    for name, n in (wheel or {}).items():
        s.wheel[seat, COLOUR_NAMES.index(name)] = n
    for slot, name in enumerate(display or ()):
        if s.display[slot]:
            s.garment_deck[s.display[slot] - 1] += 1
            s.garment_deck_size += 1
        s.display[slot] = GARMENT_NAMES.index(name) + 1
        s.garment_deck[s.display[slot] - 1] -= 1
        s.garment_deck_size -= 1


def take_from_draft_deck(s: Any, name: str, pile: Any) -> None:
    card = card_number(name)
    if card != GARMENT:
        s.draft_deck[card] -= 1
        s.draft_deck_size -= 1
    pile[card] += 1


def return_to_draft_deck(s: Any, pile: Any) -> None:
    """Move all cards of a pile into the draft deck; garments vanish."""
    for card in range(CARDS):
        if card != GARMENT:
            s.draft_deck[card] += pile[card]
            s.draft_deck_size += pile[card]
        pile[card] = 0


def set_next_deal(table: Table, deck: list[str], destroyed: list[str]) -> Any:
    """Set the draft deck and the destroyed cards that the next deal finds; all other cards go to discard piles."""
    s = state_of(table)
    for card, name in enumerate(CARD_NAMES[:KINDS]):
        n = s.draft_deck[card] + s.destroyed[card] - (deck + destroyed).count(name)
        assert n >= 0, f"not enough {name}"
        s.discard[card % table.seats, card] += n
        s.discard_size[card % table.seats] += n
        s.draft_deck[card], s.destroyed[card] = deck.count(name), destroyed.count(name)
    s.draft_deck_size = len(deck)
    assert is_consistent(table)
    return s


def set_hands(table: Table, hands: list[list[str]], draft_deck: list[str], newer: dict[int, str] | None = None) -> None:
    """Deal these hands and leave this draft deck; all other cards of the draft are destroyed.

    With `newer` the deck ran out during the deal: only one copy of that card in that hand came after it.
    """
    s = state_of(table)
    for h in range(table.seats):
        for i in range(HAND_SIZE):
            s.destroyed[s.hand[h, i] - 1] += 1
            s.hand[h, i] = 0
    for card, name in enumerate(CARD_NAMES[:KINDS]):
        s.destroyed[card] += s.draft_deck[card]
        s.draft_deck[card] = draft_deck.count(name)
        s.destroyed[card] -= s.draft_deck[card] + sum(hand.count(name) for hand in hands)
    s.draft_deck_size = len(draft_deck)
    for h, hand in enumerate(hands):
        for i, card in enumerate(sorted(card_number(name) for name in hand)):
            s.hand[h, i] = card + 1
            is_first = i == 0 or s.hand[h, i - 1] != card + 1
            s.old[h, i] = newer is not None and not (newer.get(h) == CARD_NAMES[card] and is_first)
        s.dealt[h] = len(hand)
    assert is_consistent(table)
