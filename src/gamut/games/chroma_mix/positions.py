"""Positions of Chroma Mix by the names of cards, for pictures and tests."""

from __future__ import annotations

from typing import Any

from gamut.engine.language import LogEntry
from gamut.engine.options import Value
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.cards import NAMES
from gamut.games.chroma_mix.record import (
    AZURE,
    BILLY_DREW,
    CERULEAN,
    KINDS,
    MIX,
    PLACES,
    RUBY,
    SAPPHIRE,
    event_detail,
    event_of,
)  # fmt: skip
from gamut.games.chroma_mix.supply import row_of

ROWS = (
    "Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon",
    "Azure, Orange, Pear, Raspberry, Slate Gray, Violet",
)
BILLYS_DECK = "3 MIX, 2 Soft Cyan, 2 Pale Magenta, 2 Light Yellow"


def kinds(names: str) -> list[int]:
    """`2 Soft Cyan, Coral` as numbers, ascending; MIX is Billy's card."""
    found: list[int] = []
    for name in filter(None, (part.strip() for part in names.split(","))):
        many, _, rest = name.partition(" ")
        n, name = (int(many), rest) if many.isdigit() else (1, name)
        found += [MIX if name == "MIX" else NAMES.index(name)] * n
    return sorted(found)


def names(counts: Any) -> str:
    """Counts by kind as `2 Soft Cyan, Coral`."""
    said = [(*NAMES, "MIX")[k] for k in range(len(counts))]
    return ", ".join(
        f"{counts[k]} {said[k]}" if counts[k] > 1 else said[k] for k in range(len(counts)) if counts[k]
    )


def list_drawn(s: Any) -> list[str]:
    """What Billy has drawn since the player's last action, in order."""
    codes = [s.trail[i] for i in range(s.trailed)]
    return [(*NAMES, "MIX")[event_detail(code)] for code in codes if event_of(code) == BILLY_DREW]


class Scene:
    """A table with chosen cards; every action goes through the checked door and must leave a sound state.

    Cards that are nowhere else lie in their pile or deck; what `piles` and `decks` leave out lies out of reach, in
    Billy's discard pile. With one hand it is a game against Billy.
    """

    def __init__(
        self, *hands: str, plays: tuple[str, ...] = (), row_2: str | None = None, row_3: str | None = None,
        piles: dict[str, int] | None = None, decks: str | None = None, discards: str = "", tucked: str = "",
        turn: int = 0, billy: str = "", billys_deck: str = BILLYS_DECK, **options: Value,
    ) -> None:  # fmt: skip
        seats = len(hands)
        options.setdefault("special", "none")
        if seats > 1:
            options.setdefault("first", "1")
        self.table = Table(GAME.open(seats, options), bytes(16), native=False)
        self._clear()
        s = self.s
        s.turn = turn
        for player, hand in enumerate((*hands, billy) if seats == 1 else hands):
            self._put(s.hand[player], hand)
        for seat, play in enumerate(plays):
            self._put(s.play[seat], play)
        self._put(s.discard, discards)
        self._put(s.tucked, tucked)
        if seats == 1:
            self._put(s.deck, billys_deck)
            s.spent[MIX] = 3 - s.deck[MIX]
        for r, row in enumerate((row_2, row_3)):
            for place, kind in enumerate(self._usual_row(r) if row is None else kinds(row)):
                s.row[r, place] = kind + 1
        self._put_rest(piles or {}, decks)
        assert self.sound

    def _clear(self) -> None:
        """No card anywhere, nothing waits, and a turn begins."""
        self.s: Any = strict(self.table.record)
        kept = ("key", "round", "special", "first")
        for field in self.table.record.dtype.names or ():
            if field not in kept:
                self.table.record[field] = 0

    def _put(self, counts: Any, cards: str) -> None:
        for kind in kinds(cards):
            counts[kind] += 1

    def _usual_row(self, r: int) -> list[int]:
        """One of each usual card that is still to be had, then others, in order."""
        c, usual = self.table.setup.strict_constants, kinds(ROWS[r])
        rank = range(CERULEAN, AZURE) if r == 0 else range(AZURE, RUBY)
        free = {kind: c.copies[kind] - self.count(kind) for kind in rank}
        more = [kind for kind in rank for _ in range(free[kind] - (kind in usual))]
        return sorted(([kind for kind in usual if free[kind]] + more)[:PLACES])

    def _put_rest(self, piles: dict[str, int], decks: str | None) -> None:
        c, s = self.table.setup.strict_constants, self.s
        for kind in range(KINDS):
            if kind > SAPPHIRE and kind != s.special:
                continue
            rest = c.copies[kind] - self.count(kind)
            assert rest >= 0, f"too many of {NAMES[kind]}"
            deck = CERULEAN <= kind < RUBY
            kept = kinds(decks).count(kind) if deck and decks is not None else piles.get(NAMES[kind], rest)
            assert kept <= rest, f"too many of {NAMES[kind]}"
            s.supply[kind] = kept
            s.spent[kind] += rest - kept
            if deck:
                s.decked[row_of(kind)] += kept

    def count(self, kind: int) -> int:
        """Copies of a card that have a place."""
        s = self.s
        n = s.discard[kind] + s.tucked[kind] + s.deck[kind] + s.spent[kind] + s.supply[kind]
        n += sum(s.hand[p, kind] + s.play[p, kind] for p in range(4))
        return int(n + sum(s.row[r, place] == kind + 1 for r in range(2) for place in range(PLACES)))

    # ------------------------------------------------------------------ acting

    def do(self, *texts: str) -> Scene:
        """Play actions, each by whoever is awaited."""
        for text in texts:
            self.table.play(self.table.actors[0], text)
            self.s = strict(self.table.record)
            assert self.sound
        return self

    def idle(self, turns: int = 1) -> Scene:
        """Let whoever is awaited refill nothing."""
        for _ in range(turns):
            self.do("refill")
            if self.actor >= 0 and self.may("done"):
                self.do("done")
        return self

    def tell(self, text: str, seat: int = -1) -> list[LogEntry]:
        """Play an action and hear what a seat is told."""
        mover, action = self.table.actors[0], self.table.setup.action(text)
        before = self.table.knowledge(seat)
        self.do(text)
        return self.table.knowledge(seat).tell(before, mover, action)

    @property
    def sound(self) -> bool:
        """Whether all invariants hold."""
        return bool(self.table.rules.check(self.table.setup.constants, self.table.record, 0) == 0)

    @property
    def actor(self) -> int:
        """Whoever is awaited; −1: the game is over."""
        return self.table.actors[0] if self.table.actors else -1

    @property
    def legal(self) -> list[str]:
        """What whoever is awaited may do."""
        return self.table.legal_texts(self.actor)

    def may(self, *texts: str) -> bool:
        """Whether all of these may be done."""
        return set(texts) <= set(self.legal)

    def options(self, start: str) -> str:
        """The cards of the legal actions that begin with these words: `take` → `Coral, Lemon`."""
        return ", ".join(text.removeprefix(start).strip() for text in self.legal if text.startswith(f"{start} "))

    # ------------------------------------------------------------------ reading

    def hand(self, seat: int = 0) -> str:
        """A hand in words."""
        return names(self.s.hand[seat])

    def play(self, seat: int = 0) -> str:
        """A play area in words."""
        return names(self.s.play[seat])

    @property
    def discard(self) -> str:
        """Both discard piles in words."""
        return names(self.s.discard)

    def market(self, r: int) -> list[str]:
        """The row of a rank, 2 or 3; an empty place is empty words."""
        return [NAMES[self.s.row[r - 2, k] - 1] if self.s.row[r - 2, k] else "" for k in range(PLACES)]

    def pile(self, name: str) -> int:
        """How many cards a pile or deck has of a kind."""
        return int(self.s.supply[NAMES.index(name)])

    @property
    def drawn(self) -> list[str]:
        """What Billy has drawn since the player's last action."""
        return list_drawn(self.s)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.s.turn)
