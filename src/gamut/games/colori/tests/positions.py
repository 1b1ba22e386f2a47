"""What the tests read from positions of Colori, and deals that they need."""

from __future__ import annotations

from typing import Any

from gamut.engine.table import Table
from gamut.games.colori.cards import CARD_NAMES, COLOUR_NAMES
from gamut.games.colori.positions import begin, card, do, look, opened
from gamut.games.colori.record import HAND, KINDS


def sound(table: Table) -> bool:
    """Whether all invariants hold."""
    return int(table.rules.check(table.setup.constants, table.record, 0)) == 0


def stored(table: Table, seat: int = 0) -> dict[str, int]:
    """The colours on a wheel."""
    s = look(table)
    return {name: s.wheel[seat, c] for c, name in enumerate(COLOUR_NAMES) if s.wheel[seat, c]}


def held(table: Table, seat: int = 0) -> list[str]:
    """The drawn cards."""
    s = look(table)
    return [name for c, name in enumerate(CARD_NAMES) for _ in range(s.drawn[seat, c])]


def discarded(table: Table, seat: int = 0) -> list[str]:
    """The discard pile."""
    s = look(table)
    return [name for c, name in enumerate(CARD_NAMES) for _ in range(s.discard[seat, c])]


def last_deal(table: Table, deck: list[str], destroyed: list[str]) -> Any:
    """At the last turn of round 1: what the next deal will find. All other draft cards are the seats' own."""
    s = look(table)
    for c in range(KINDS):
        n = s.draft[c] + s.destroyed[c] - (deck + destroyed).count(CARD_NAMES[c])
        assert n >= 0, f"{CARD_NAMES[c]} is somewhere else"
        s.discard[c % table.seats, c] += n
        s.discarded[c % table.seats] += n
        s.draft[c], s.destroyed[c] = deck.count(CARD_NAMES[c]), destroyed.count(CARD_NAMES[c])
    s.left = len(deck)
    assert sound(table)
    return s


def at_last_turn(seats: int, *, rounds: int = 8, rotate_first: bool = False) -> Table:
    """A table where one more turn ends round 1; nobody keeps more cards than a counter holds."""
    table = opened(seats, rounds=rounds, rotate_first=rotate_first)
    begin(table)
    for seat in range(seats - 1):
        do(table, "end turn", seat=seat)
    return table


def set_hands(table: Table, hands: list[list[str]], draft: list[str], newer: dict[int, str] | None = None) -> Any:
    """Deal these hands and leave this draft deck; everything else of the draft is destroyed.

    With `newer` the deck ran out in the deal: only the last copy of that card in that hand came after it.
    """
    s = look(table)
    for h in range(table.seats):
        for i in range(HAND):
            s.destroyed[s.hand[h, i] - 1] += 1
            s.hand[h, i] = 0
    for c in range(KINDS):
        s.destroyed[c] += s.draft[c]
        s.draft[c] = draft.count(CARD_NAMES[c])
        s.destroyed[c] -= s.draft[c] + sum(hand.count(CARD_NAMES[c]) for hand in hands)
    s.left = len(draft)
    for h, hand in enumerate(hands):
        for i, c in enumerate(sorted(card(name) for name in hand)):
            s.hand[h, i] = c + 1
            first = i == 0 or s.hand[h, i - 1] != c + 1
            s.old[h, i] = newer is not None and not (newer.get(h) == CARD_NAMES[c] and first)
        s.dealt[h] = len(hand)
    assert sound(table)
    return s
