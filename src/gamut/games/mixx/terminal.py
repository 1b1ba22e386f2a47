"""Mixx in a terminal. A card is the letter and the glyph of its colour and its motif: `R| jelly`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console, ConsoleOptions
from rich.text import Text

from gamut.engine.look import load_look
from gamut.engine.presentation import format_count
from gamut.games.mixx.presentation import list_cards
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES, Constants, State, card_colour, card_motif
from gamut.games.mixx.view import cross_of

LOOK = load_look(Path(__file__).parent).colours
GLYPHS = {"y": "○", "r": "|", "bby": "⊜", "ry": "⌽", "rw": "◫", "b": "−", "by": "⊖", "rb": "+"}  # by mix
SHORT_MOTIFS = ("shell", "star", "fish", "jelly", "prop", "turt", "chest", "anch")
CARD_WIDTH = 8  # without the space between two cards
TERMINAL_SYMBOLS = (
    ", ".join(f"{colour[0].upper()}{GLYPHS[LOOK[colour].mix]} {colour}" for colour in COLOUR_NAMES) + "; "
    + ", ".join(f"{short} {motif}" for short, motif in zip(SHORT_MOTIFS, MOTIF_NAMES, strict=True) if short != motif)
)  # fmt: skip


def render_card(card: int, ascii_only: bool) -> Text:
    colour = LOOK[COLOUR_NAMES[card_colour(card)]]
    glyph = " " if ascii_only else GLYPHS[colour.mix]
    text = f"{colour.id[0].upper()}{glyph} {SHORT_MOTIFS[card_motif(card)]}"
    return Text(text.ljust(CARD_WIDTH), style=f"{colour.ink} on {colour.value}")


@dataclass(frozen=True)
class Renderer:
    """Renders the table; a terminal that only knows ASCII gets no glyphs."""

    c: Constants
    s: State
    seat: int
    names: list[str]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield self._heading()
        if self.s.row_length:
            yield from self._cross(options.ascii_only)
        order = [(self.seat + k) % self.c.seats for k in range(1, self.c.seats + 1)]
        for seat in order if self.seat >= 0 else range(self.c.seats):
            yield from self._stock(seat, options.ascii_only, options.max_width)

    def _heading(self) -> Text:
        s = self.s
        placed = s.row_length + s.column_length
        on_table = f"{format_count(placed, 'card')} on the table" if placed else "an empty table"
        return Text(f"Round {s.round}: {on_table}, {s.deck_size} in the deck", style="bold")

    def _cross(self, ascii_only: bool) -> Iterator[Text]:
        cross = cross_of(self.s)
        row = [render_card(card, ascii_only) for card in cross.row]
        for y, card in enumerate(cross.column or [0]):
            if y == max(cross.centre_y, 0):
                cells = row
            else:
                cells = [Text(" " * CARD_WIDTH)] * cross.centre_x + [render_card(card, ascii_only)]
            yield Text("  ") + Text(" ").join(cells)

    def _label(self, seat: int) -> str:
        mark = ">" if seat == self.s.turn and not self.s.over else " "
        return f"{mark} {self.names[seat]}: {int(self.s.won[seat]).bit_count()} won"

    def _stock(self, seat: int, ascii_only: bool, width: int) -> Iterator[Text]:
        labels = [self._label(other) for other in range(self.c.seats)]
        label_width = 2 + max(len(label) for label in labels)
        label = Text(labels[seat], style="bold" if seat == self.seat else "")
        cards = [render_card(card, ascii_only) for card in list_cards(self.s.stock[seat])]
        row = Text(" ").join(cards) or Text("no cards left")
        if label_width + row.cell_len <= width:
            label.pad_right(label_width - len(label))
            yield label + row
            return
        yield label
        line_width = max(1, (width - 2) // (CARD_WIDTH + 1)) * (CARD_WIDTH + 1)
        for start in range(0, row.cell_len, line_width):
            yield Text("  ") + row[start : start + line_width]


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> Renderer:
    """Render the table, the seat's own stock last."""
    return Renderer(c, s, seat, names)
