"""Colori in a terminal. Colours have their names beside them: nothing is told by colour alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gamut.games.colori.language import join_words, say_stars
from gamut.games.colori.record import Constants, State
from gamut.games.colori.views import (
    CardInfo,
    ColoriCatalogue,
    ColoriView,
    Counts,
    GarmentInfo,
    Place,
    Shown,
    catalogue,
    view,
)  # fmt: skip

INKS = {
    "red": "#c9252f", "vermilion": "#e8552f", "orange": "#f18427", "amber": "#f6a928", "yellow": "#f9d534",
    "chartreuse": "#aecb3f", "green": "#46a155", "teal": "#22969a", "blue": "#4d84d4", "indigo": "#6d6dcc",
    "purple": "#9a63c0", "magenta": "#cf4a98",
}  # fmt: skip
OLD = " (from the deck that ran out)"  # marks cards of the draft hand
CLOCK = ((11, 1), (10, 2), (9, 3), (8, 4), (7, 5))  # left and right of the wheel, from top to bottom


@dataclass(frozen=True)
class Drawing:
    """The view of one seat, and what is printed on the pieces in it."""

    info: ColoriCatalogue
    v: ColoriView
    seat: int
    names: list[str]

    @cached_property
    def cards(self) -> dict[str, CardInfo]:
        """What is printed on cards, by id."""
        return {card.id: card for card in self.info.cards}

    @cached_property
    def garments(self) -> dict[str, GarmentInfo]:
        """What is printed on garments, by id."""
        return {g.id: g for g in self.info.garments}

    def draw_all(self) -> RenderableType:
        """Everything on the table, the viewer's own things last."""
        parts: list[RenderableType] = [self.draw_heading()]
        parts.append(Columns([self.draw_garment(g) for g in self.v.display]))
        parts += [self.draw_other(p) for p in range(len(self.v.places)) if p != self.seat]
        if self.seat >= 0:
            parts.append(self.draw_own())
        return Group(*parts)

    def draw_heading(self) -> Text:
        """Round, phase, queue and piles."""
        v = self.v
        if v.phase == "draft":
            now = f"draft, pick {v.pick}, hands pass to the {v.passing}"
        else:
            now = "game over" if v.turn < 0 else f"turn of {self.names[v.turn]}"
        queue = ", then ".join(f"{w.verb} {w.left}" for w in v.queue)
        text = Text(f"Round {v.round} of {v.rounds}: {now}" + (f"; now {queue}" if queue else ""))
        text.append(f"\nDraft deck {v.draft_deck}, garment deck {v.garment_deck}", "dim")
        text.append(f"; not seen yet: {self.say_unseen()}", "dim")
        return text.append(f"\nDestroyed {v.destroyed}{self.say_pile(v.destroyed_cards)}", "dim")

    def say_unseen(self) -> str:
        """`12 Basic Red, 4 Wool, 60 dyes (none of Kermes and Weld)`: dyes are too many to be listed."""
        unseen, dyes = self.v.unseen_cards, [card for card in self.info.cards if card.kind == "dye"]
        parts = [f"{n} {self.cards[card].name}" for card, n in unseen.items() if self.cards[card].kind != "dye"]
        gone = [card.name for card in dyes if card.id not in unseen]
        missing = f" (none of {join_words(gone)})" if gone else ""
        return ", ".join([*parts, f"{sum(unseen.get(card.id, 0) for card in dyes)} dyes{missing}"])

    def say_pile(self, pile: Counts) -> str:
        """`: 2 Wool, Madder`; nothing for an empty pile."""
        said = [f"{n} {self.name_card(card)}" if n > 1 else self.name_card(card) for card, n in pile.items()]
        return f": {', '.join(said)}" if said else ""

    def name_card(self, card: str) -> str:
        """The name of a card."""
        return self.cards[card].name if card in self.cards else "Garment"

    def draw_garment(self, shown: Shown) -> RenderableType:
        """A garment of the display, and what the viewer misses."""
        if not shown.id:
            return Panel("no garment left", width=36)
        g = self.garments[shown.id]
        text = Text.assemble(f"{say_stars(g.stars)}, {g.fabric}, ", draw_chips(g.cost), "\n")
        if shown.ready:
            text.append("can be made", "bold")
        else:
            text.append("misses ")
            text.append_text(draw_chips(shown.lacks))
            text.append(f"{', ' if shown.lacks else ''}{g.fabric}" if not shown.fabric else "")
        if shown.ready_after:
            text.append(f"\nready after mixing {join_words(shown.ready_after, 'or')}")
        return Panel(text, title=g.name, title_align="left", width=36)

    def draw_wheel(self, place: Place) -> Table:
        """The wheel as a clock: red on top, green below."""
        grid = Table.grid(padding=(0, 1))
        for _ in range(3):
            grid.add_column(justify="center")
        wedges = [draw_wedge(name, n) for name, n in zip(self.info.colours, place.wheel, strict=True)]
        grid.add_row("", wedges[0], "")
        for left, right in CLOCK:
            grid.add_row(wedges[left], "", wedges[right])
        grid.add_row("", wedges[6], "")
        return grid

    def draw_card(self, card: str, n: int = 1, mark: str = "") -> Text:
        """`2 x Madder: 2 red, 1 vermilion; store 2`."""
        many = f"{n} x " if n > 1 else ""
        if card not in self.cards:
            return Text(f"{many}Garment{mark}")
        printed = self.cards[card]
        text = Text(f"{many}{printed.name}{mark}: ")
        if printed.pips:
            text.append_text(draw_chips(printed.pips)).append("; ")
        return text.append(f"{printed.verb} {printed.times}" if printed.verb != "make" else "make a garment")

    def draw_cards(self, title: str, place: str, held: list[str], old: list[bool] | None = None) -> Panel:
        """Some cards, one kind per line, with marks: of the old deck, and without effect now."""
        marked = [OLD if was_old else "" for was_old in old] if old else [""] * len(held)
        lines = []
        for (card, mark), n in Counter(zip(held, marked, strict=True)).items():
            text = self.draw_card(card, n, mark)
            lines.append(text.append(" (nothing now)", "dim") if f"{place}:{card}" in self.v.idle else text)
        return Panel(Text("\n").join(lines) if lines else Text("none", "dim"), title=title, title_align="left")

    def say_score(self, place: Place, name: str) -> str:
        """`Ada: 5 stars (Kermes Crimson Robe)`."""
        made = f" ({', '.join(self.garments[g].name for g in place.made)})" if place.made else ""
        return f"{name}: {say_stars(place.stars)}{made}"

    def draw_piles(self, p: Place) -> Text:
        """Deck and discard pile: what is in them is open to who counts."""
        deck = f"deck {p.deck}{self.say_pile(p.deck_cards)}"
        return Text(f"{deck}\ndiscard {p.discard}{self.say_pile(p.discard_cards)}", "dim")

    def draw_other(self, seat: int) -> RenderableType:
        """An opponent in a few lines."""
        p = self.v.places[seat]
        stored = [c for c, n in zip(self.info.colours, p.wheel, strict=True) for _ in range(n)]
        text = Text("wheel: ").append_text(draw_chips(stored) if stored else Text("empty", "dim"))
        for title, held in (("drawn", p.drawn), ("drafted", p.drafted)):
            if held:
                text.append(f"\n{title}{self.say_pile(dict(Counter(held)))}")
        if self.v.phase == "draft":
            text.append("\nhas chosen" if p.chosen else "\nis choosing" if p.holding else "\nholds no card")
        text.append("\n").append_text(self.draw_piles(p))
        return Panel(text, title=self.say_score(p, self.names[seat]), title_align="left")

    def draw_own(self) -> RenderableType:
        """The viewer's wheel and cards."""
        v, p = self.v, self.v.places[self.seat]
        piles: list[RenderableType] = [self.draw_cards("Drawn", "drawn", p.drawn)]
        if v.phase == "draft":
            piles.append(self.draw_cards("Draft hand", "hand", v.hand, v.hand_old))
            piles.append(self.draw_cards("Picked so far", "picked", v.picks))
            if v.choice:
                piles.append(self.draw_cards("Chosen now", "chosen", [v.choice]))
        else:
            piles.append(self.draw_cards("Drafted", "drafted", p.drafted))
        grid = Table.grid(padding=(0, 2))
        grid.add_row(self.draw_wheel(p), Group(*piles, self.draw_piles(p)))
        return Panel(grid, title=self.say_score(p, self.names[self.seat]), title_align="left")


def draw_chips(colours: tuple[str, ...] | list[str]) -> Text:
    """`3 red, 1 amber`, each in its colour."""
    return Text(", ").join(Text(f"{n} {colour}", INKS[colour]) for colour, n in Counter(colours).items())


def draw_wedge(name: str, n: int) -> Text:
    """One colour of a wheel."""
    return Text(f"{name} {n}" if n else f"({name})", f"bold {INKS[name]}" if n else "dim")


def draw(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Everything on the table for a terminal."""
    return Drawing(catalogue(c), view(c, s, seat), seat, names).draw_all()
