"""Mixx on a terminal. A card is its colour's letter, its glyph and its motif: `R| jelly`, never colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions
from rich.text import Text

from gamut.games.mixx.language import axes, count_cards, list_cards, say_cards
from gamut.games.mixx.record import COLOURS, MOTIFS, Constants, State, card_colour, card_motif

SIGNS = "○|⊜⌽◫−⊖+"  # the strokes of the parts: ring yellow, upright red, level blue, square white
PAINT = ("#f7c925", "#d2322f", "#2cb9b4", "#f18a2b", "#f3a0bf", "#2c63be", "#1e6b48", "#7748ab")
INK = ("black", "white", "black", "black", "black", "white", "white", "white")
SHORT = ("shell", "star", "fish", "jelly", "prop", "turt", "chest", "anch")
WIDE = 8  # of a card; between two is one space
LEGEND = (
    ", ".join(f"{c[0].upper()}{SIGNS[k]} {c}" for k, c in enumerate(COLOURS)) + "; "
    + ", ".join(f"{short} {m}" for short, m in zip(SHORT, MOTIFS, strict=True) if short != m)
)  # fmt: skip


def card_text(card: int, plain: bool) -> Text:
    """One card."""
    colour = card_colour(card)
    sign = " " if plain else SIGNS[colour]
    said = f"{COLOURS[colour][0].upper()}{sign} {SHORT[card_motif(card)]}"
    return Text(said.ljust(WIDE), style=f"{INK[colour]} on {PAINT[colour]}")


@dataclass(frozen=True)
class Drawing:
    """The table; `plain` terminals, which know only ASCII, get the letters without the glyphs."""

    c: Constants
    s: State
    seat: int
    names: list[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        plain = options.ascii_only
        yield self._state()
        if self.s.levels:
            yield from self._cross(plain)
        order = [(self.seat + k) % self.c.seats for k in range(1, self.c.seats + 1)]
        for p in order if self.seat >= 0 else range(self.c.seats):
            yield from self._stock(p, plain, options.max_width)

    def _state(self) -> Text:
        s = self.s
        laid = s.levels + s.uprights
        on_table = f"{say_cards(laid)} on the table" if laid else "an empty table"
        return Text(f"Round {s.round}: {on_table}, {s.left} in the deck", style="bold")

    def _cross(self, plain: bool) -> Iterator[Text]:
        level, across, upright, down = axes(self.s)
        if not upright:
            yield Text("  ") + Text(" ").join(card_text(c, plain) for c in level)
            return
        for row, card in enumerate(upright):
            if row == down:
                line = [card_text(c, plain) for c in level]
            else:
                line = [Text(" " * WIDE)] * across + [card_text(card, plain)]
            yield Text("  ") + Text(" ").join(line)

    def _head(self, p: int) -> str:
        mark = ">" if p == self.s.turn and not self.s.over else " "
        return f"{mark} {self.names[p]}: {count_cards(self.s.won[p])} won"

    def _stock(self, p: int, plain: bool, width: int) -> Iterator[Text]:
        heads = [self._head(k) for k in range(self.c.seats)]
        names = 2 + max(len(head) for head in heads)
        head = Text(heads[p], style="bold" if p == self.seat else "")
        row = Text(" ").join(card_text(c, plain) for c in list_cards(self.s.stock[p])) or Text("no cards left")
        if names + row.cell_len <= width:
            head.pad_right(names - len(head))
            yield head + row
            return
        yield head
        fit = max(1, (width - 2) // (WIDE + 1)) * (WIDE + 1)
        for start in range(0, row.cell_len, fit):
            yield Text("  ") + row[start : start + fit]


def draw(c: Constants, s: State, seat: int, names: list[str]) -> Drawing:
    """The table for a terminal, the seat's own stock nearest."""
    return Drawing(c, s, seat, names)
