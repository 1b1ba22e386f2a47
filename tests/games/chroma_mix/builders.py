"""Positions of Chroma Mix, built from the names of cards, for tests and pictures."""

from __future__ import annotations

from typing import Any

from gamut.engine.options import Value
from gamut.engine.presentation import LogEntry
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.cards import BILLY_MIX_CARDS, NAMES
from gamut.games.chroma_mix.market import change_pile, count_undrawn, first_of_row, has_pile, is_in_game, row_of

ROWS = (
    "Cerulean, Coral, Fuchsia, Jungle, Lavender, Lemon",
    "Azure, Orange, Pear, Raspberry, Slate Gray, Violet",
)
BILLY_DECK = "3 MIX, 2 Soft Cyan, 2 Pale Magenta, 2 Light Yellow"


def parse_cards(text: str) -> list[int]:
    """Return the kinds of `2 Soft Cyan, Coral`, ascending; MIX is Billy's card."""
    kinds: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        count, _, rest = part.partition(" ")
        n, name = (int(count), rest) if count.isdigit() else (1, part)
        kinds += [rec.MIX if name == "MIX" else NAMES.index(name)] * n
    return sorted(kinds)


def format_cards(counts: Any) -> str:
    """Return counts by kind as `2 Soft Cyan, Coral`."""
    names = (*NAMES, "MIX")
    return ", ".join(f"{counts[k]} {names[k]}" if counts[k] > 1 else names[k] for k in range(len(counts)) if counts[k])


def list_drawn(s: Any) -> list[str]:
    """Return the cards that Billy has drawn since the player's last action, in order."""
    codes = [s.events[i] for i in range(s.n_events)]
    return [(*NAMES, "MIX")[rec.event_detail(code)] for code in codes if rec.event_type(code) == rec.BILLY_DREW]


class Position:
    """A game with chosen cards. Every action is checked and has to leave a valid state.

    Cards that are not placed are in their pile or deck; those that `piles` and `decks` leave out are on Billy's
    discard pile, out of reach. With one hand it is a solo game, and a MIX card is on top of Billy's deck if it has one
    and `billy_next` does not say otherwise.
    """

    def __init__(
        self, *hands: str, plays: tuple[str, ...] = (), row_2: str | None = None, row_3: str | None = None,
        piles: dict[str, int] | None = None, decks: str | None = None, discards: str = "", tucked: str = "",
        turn: int = 0, billy: str = "", billy_deck: str = BILLY_DECK, billy_next: str = "", **options: Value,
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
            self._place(s.hand[player], hand)
        for seat, play in enumerate(plays):
            self._place(s.play[seat], play)
        self._place(s.discard, discards)
        self._place(s.tucked, tucked)
        if seats == 1:
            self._place(s.billy_deck, billy_deck)
            s.billy_discard[rec.MIX] = BILLY_MIX_CARDS - s.billy_deck[rec.MIX]
            on_top = billy_next or ("MIX" if s.billy_deck[rec.MIX] else "colour" if billy_deck else "")
            s.billy_next = {"": rec.NO_BACK, "colour": rec.COLOUR_BACK, "MIX": rec.MIX_BACK}[on_top]
        for row, cards in enumerate((row_2, row_3)):
            for column, kind in enumerate(self._default_row(row) if cards is None else parse_cards(cards)):
                s.market[row, column] = kind + 1
        self._place_rest(piles or {}, decks)
        assert self.valid

    def _clear(self) -> None:
        """Remove all cards and decisions, and start a turn."""
        self.s: Any = strict_record(self.table.record)
        for field in self.table.record.dtype.names or ():
            if field not in ("chance_key", "round", "special", "first"):
                self.table.record[field] = 0

    def _place(self, counts: Any, cards: str) -> None:
        for kind in parse_cards(cards):
            counts[kind] += 1

    def _default_row(self, row: int) -> list[int]:
        """Return one of each default card that is still free, then others, in order."""
        c, default = self.table.setup.readable_constants, parse_cards(ROWS[row])
        free = {k: c.copies[k] - self.count(k) for k in range(first_of_row(row), first_of_row(row + 1))}
        others = [kind for kind in free for _ in range(free[kind] - (kind in default))]
        return sorted(([kind for kind in default if free[kind]] + others)[: rec.COLUMNS])

    def _place_rest(self, piles: dict[str, int], decks: str | None) -> None:
        c, s = self.table.setup.readable_constants, self.s
        for kind in filter(lambda kind: is_in_game(s, kind), range(rec.KINDS)):
            rest = c.copies[kind] - self.count(kind)
            if has_pile(kind):
                kept = piles.get(NAMES[kind], rest)
                change_pile(s, kind, kept)
            else:
                kept = rest if decks is None else parse_cards(decks).count(kind)
                s.deck[kind - rec.CERULEAN] = kept
                s.deck_size[row_of(kind)] += kept
            assert 0 <= kept <= rest, f"too many of {NAMES[kind]}"
            s.billy_discard[kind] += rest - kept

    def count(self, kind: int) -> int:
        """Return how many copies of a card have been placed."""
        s = self.s
        n = s.discard[kind] + s.tucked[kind] + s.billy_deck[kind] + s.billy_discard[kind] + count_undrawn(s, kind)
        n += sum(s.hand[p, kind] + s.play[p, kind] for p in range(rec.MAX_SEATS))
        return int(n + sum(s.market[r, k] == kind + 1 for r in range(2) for k in range(rec.COLUMNS)))

    # ------------------------------------------------------------------ playing

    def do(self, *texts: str) -> Position:
        """Play actions, each by the seat that has the decision."""
        for text in texts:
            self.table.play(self.table.actors[0], text)
            self.s = strict_record(self.table.record)
            assert self.valid
        return self

    def idle(self, turns: int = 1) -> Position:
        """Play turns that refill nothing."""
        for _ in range(turns):
            self.do("refill")
            if self.actor >= 0 and self.can("done"):
                self.do("done")
        return self

    def log(self, text: str, seat: int = -1) -> list[LogEntry]:
        """Play an action and return its log entries, without the heading that begins every log."""
        mover, action = self.table.actors[0], self.table.setup.parse_action(text)
        before = self.table.knowledge(seat)
        self.do(text)
        entries = self.table.knowledge(seat).log_entries(before, mover, action)
        return [entry for entry in entries if entry.text != "Round 1"]

    # ------------------------------------------------------------------ reading

    @property
    def valid(self) -> bool:
        """Whether all invariants hold."""
        return bool(self.table.verbs.broken_invariant(self.table.setup.constants, self.table.record, 0) == 0)

    @property
    def actor(self) -> int:
        """The seat that has the decision; −1: the game is over."""
        return self.table.actors[0] if self.table.actors else -1

    @property
    def legal(self) -> list[str]:
        return self.table.legal_texts(self.actor)

    def can(self, *texts: str) -> bool:
        """Return whether all of these actions are legal."""
        return set(texts) <= set(self.legal)

    def choices(self, verb: str) -> str:
        """Return the cards of the legal actions that begin with a verb: `take` → `Coral, Lemon`."""
        texts = (text.removesuffix(" to hand").removesuffix(" for Billy") for text in self.legal)
        return ", ".join(text.removeprefix(verb).strip() for text in texts if text.startswith(f"{verb} "))

    def hand(self, seat: int = 0) -> str:
        return format_cards(self.s.hand[seat])

    def play(self, seat: int = 0) -> str:
        return format_cards(self.s.play[seat])

    @property
    def discard(self) -> str:
        """The cards on both discard piles."""
        return format_cards(self.s.discard)

    def market(self, rank: int) -> list[str]:
        """Return the market row of a rank, 2 or 3; an empty place is an empty string."""
        row = [self.s.market[rank - 2, k] for k in range(rec.COLUMNS)]
        return [NAMES[entry - 1] if entry else "" for entry in row]

    def undrawn(self, name: str) -> int:
        """Return how many cards a pile or deck has of a kind."""
        return int(count_undrawn(self.s, NAMES.index(name)))

    @property
    def drawn(self) -> list[str]:
        """The cards that Billy has drawn since the player's last action."""
        return list_drawn(self.s)

    @property
    def reason(self) -> int:
        """The number of the reason why the game ended."""
        return GAME.reasons.index(self.table.result.reason_template)

    @property
    def turn(self) -> int:
        return int(self.s.turn)
