"""Colori in a terminal. Every colour is named, so that nothing depends on seeing colours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gamut.engine.look import lighten, load_look
from gamut.engine.presentation import format_count, join_words
from gamut.games.colori.record import Constants, State
from gamut.games.colori.view import (
    CardInfo,
    Catalogue,
    Counts,
    DisplaySlot,
    GarmentInfo,
    SeatView,
    View,
    catalogue,
    view,
)

GARMENT_WIDTH = 36
OLD_DECK = " (from the deck that ran out)"
WHEEL_ROWS = ((11, 1), (10, 2), (9, 3), (8, 4), (7, 5))  # colours left and right in the wheel, from top to bottom


STYLES = {colour.id: lighten(colour.value) for colour in load_look(Path(__file__).parent).colours.values()}


@dataclass(frozen=True)
class Renderer:
    """Renders the view of one seat."""

    printed: Catalogue
    v: View
    seat: int
    names: list[str]

    @cached_property
    def cards(self) -> dict[str, CardInfo]:
        return {card.id: card for card in self.printed.cards}

    @cached_property
    def garments(self) -> dict[str, GarmentInfo]:
        return {garment.id: garment for garment in self.printed.garments}

    def render(self) -> RenderableType:
        """Render the whole table, the viewer's own area last."""
        parts: list[RenderableType] = [self.render_heading()]
        parts.append(Columns([self.render_garment(slot) for slot in self.v.display]))
        parts += [self.render_other(seat) for seat in range(len(self.v.seats)) if seat != self.seat]
        if self.seat >= 0:
            parts.append(self.render_own())
        return Group(*parts)

    def render_heading(self) -> Text:
        """Render round, phase, queue and common piles."""
        v = self.v
        if v.phase == "draft":
            status = f"draft, pick {v.pick}, hands pass to the {v.pass_direction}"
        else:
            status = "game over" if v.turn < 0 else f"{self.names[v.turn]} to play"
        queue = ", then ".join(format_ability(queued.ability, queued.left) for queued in v.queue)
        text = Text(f"Round {v.round} of {v.rounds}: {status}" + (f" ({queue})" if queue else ""))
        text.append(f"\nDraft deck {v.draft_deck_size}, garment deck {v.garment_deck_size}", "dim")
        text.append(f"; unseen: {self.list_unseen()}", "dim")
        return text.append(f"\n{self.list_pile('Destroyed', v.destroyed_cards)}", "dim")

    def list_unseen(self) -> str:
        """Return `12 Basic Red, 4 Wool, 60 dyes (no Kermes or Weld)`: there are too many dyes to list."""
        unseen, dyes = self.v.unseen_cards, [card for card in self.printed.cards if card.kind == "dye"]
        parts = [f"{n} {self.cards[card].name}" for card, n in unseen.items() if self.cards[card].kind != "dye"]
        absent = [card.name for card in dyes if card.id not in unseen]
        note = f" (no {join_words(absent, 'or')})" if absent else ""
        return ", ".join([*parts, f"{sum(unseen.get(card.id, 0) for card in dyes)} dyes{note}"])

    def list_pile(self, title: str, pile: Counts) -> str:
        """Return `deck 3: 2 Wool, Madder`."""
        names = ((self.cards[card].name if card in self.cards else "Garment", n) for card, n in pile.items())
        cards = ", ".join(f"{n} {name}" if n > 1 else name for name, n in names)
        return f"{title} {sum(pile.values())}{': ' if cards else ''}{cards}"

    def render_garment(self, slot: DisplaySlot) -> RenderableType:
        """Render a garment of the display and what the viewer needs for it."""
        if not slot.garment:
            return Panel("no garment left", width=GARMENT_WIDTH)
        garment = self.garments[slot.garment]
        text = Text.assemble(f"{format_count(garment.stars, 'star')}, {garment.fabric}, ", count_colours(garment.cost))
        if slot.can_make:
            text.append("\ncan be made", "bold")
        else:
            text.append("\nneeds ").append_text(count_colours(slot.missing))
            text.append(f"{', ' if slot.missing else ''}{garment.fabric}" if not slot.has_fabric else "")
        if slot.ready_after:
            text.append(f"\nready after mixing {join_words(slot.ready_after, 'or')}")
        return Panel(text, title=garment.name, title_align="left", width=GARMENT_WIDTH)

    def render_wheel(self, seat: SeatView) -> Table:
        """Render the wheel like a clock: red at the top, green at the bottom."""
        grid = Table.grid(padding=(0, 1))
        for _ in range(3):
            grid.add_column(justify="center")
        wedges = [render_wedge(name, n) for name, n in zip(self.printed.colours, seat.wheel, strict=True)]
        grid.add_row("", wedges[0], "")
        for left, right in WHEEL_ROWS:
            grid.add_row(wedges[left], "", wedges[right])
        grid.add_row("", wedges[6], "")
        return grid

    def render_card(self, card: str, n: int = 1, note: str = "") -> Text:
        """Render `2 x Madder: 2 red, 1 vermilion; store 2`."""
        count = f"{n} x " if n > 1 else ""
        if card not in self.cards:
            return Text(f"{count}Garment{note}")
        info = self.cards[card]
        text = Text(f"{count}{info.name}{note}: ")
        if info.pips:
            text.append_text(count_colours(info.pips)).append("; ")
        return text.append(format_ability(info.ability, info.times))

    def render_cards(self, title: str, area: str, cards: list[str], old: list[bool] | None = None) -> Panel:
        """Render cards, one kind per line, and mark those of the old deck and those without effect."""
        notes = [OLD_DECK if is_old else "" for is_old in old] if old else [""] * len(cards)
        lines = []
        for (card, note), n in Counter(zip(cards, notes, strict=True)).items():
            line = self.render_card(card, n, note)
            lines.append(line.append(" (no effect now)", "dim") if f"{area}:{card}" in self.v.without_effect else line)
        return Panel(Text("\n").join(lines) if lines else Text("none", "dim"), title=title, title_align="left")

    def format_score(self, seat: SeatView, name: str) -> str:
        """Return `Ada: 5 stars (Kermes Crimson Robe)`."""
        made = f" ({', '.join(self.garments[garment].name for garment in seat.made)})" if seat.made else ""
        return f"{name}: {format_count(seat.stars, 'star')}{made}"

    def render_piles(self, seat: SeatView) -> Text:
        return Text(
            f"{self.list_pile('deck', seat.deck_cards)}\n{self.list_pile('discard', seat.discard_cards)}", "dim"
        )

    def render_other(self, number: int) -> RenderableType:
        """Render an opponent in a few lines."""
        seat = self.v.seats[number]
        stored = [colour for colour, n in zip(self.printed.colours, seat.wheel, strict=True) for _ in range(n)]
        text = Text("wheel: ").append_text(count_colours(stored) if stored else Text("empty", "dim"))
        for title, cards in (("drawn", seat.drawn), ("drafted", seat.drafted)):
            if cards:
                text.append(f"\n{self.list_pile(title, dict(Counter(cards)))}")
        if self.v.phase == "draft":
            text.append("\nhas chosen" if seat.has_chosen else "\nis choosing" if seat.hand_size else "\nempty hand")
        text.append("\n").append_text(self.render_piles(seat))
        return Panel(text, title=self.format_score(seat, self.names[number]), title_align="left")

    def render_own(self) -> RenderableType:
        """Render the viewer's wheel and cards."""
        v, seat = self.v, self.v.seats[self.seat]
        areas: list[RenderableType] = [self.render_cards("Drawn", "drawn", seat.drawn)]
        if v.phase == "draft":
            areas.append(self.render_cards("Draft hand", "hand", v.hand, v.hand_old))
            areas.append(self.render_cards("Picks so far", "picks", v.picks))
            if v.choice:
                areas.append(self.render_cards("Current choice", "choice", [v.choice]))
        else:
            areas.append(self.render_cards("Drafted", "drafted", seat.drafted))
        grid = Table.grid(padding=(0, 2))
        grid.add_row(self.render_wheel(seat), Group(*areas, self.render_piles(seat)))
        return Panel(grid, title=self.format_score(seat, self.names[self.seat]), title_align="left")


def format_ability(ability: str, times: int) -> str:
    return "make a garment" if ability == "make" else f"{ability} {times}"


def count_colours(colours: Iterable[str]) -> Text:
    """Return `3 red, 1 amber`, each in its colour."""
    return Text(", ").join(Text(f"{n} {colour}", STYLES[colour]) for colour, n in Counter(colours).items())


def render_wedge(name: str, n: int) -> Text:
    """Render one colour of a wheel."""
    return Text(f"{name} {n}" if n else f"({name})", f"bold {STYLES[name]}" if n else "dim")


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    return Renderer(catalogue(c), view(c, s, seat), seat, names).render()
