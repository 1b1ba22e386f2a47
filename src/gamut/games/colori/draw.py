"""Colori in a terminal. Colours have their names beside them: nothing is told by colour alone."""

from __future__ import annotations

from collections import Counter

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gamut.games.colori.language import (
    CardInfo,
    ColoriCatalogue,
    ColoriView,
    GarmentInfo,
    Place,
    Shown,
    catalogue,
    view,
)  # fmt: skip
from gamut.games.colori.record import Constants, State

INKS = {
    "red": "#c9252f", "vermilion": "#e8552f", "orange": "#f18427", "amber": "#f6a928", "yellow": "#f9d534",
    "chartreuse": "#aecb3f", "green": "#46a155", "teal": "#22969a", "blue": "#4d84d4", "indigo": "#6d6dcc",
    "purple": "#9a63c0", "magenta": "#cf4a98",
}  # fmt: skip
CLOCK = ((11, 1), (10, 2), (9, 3), (8, 4), (7, 5))  # left and right of the wheel, from top to bottom


def draw(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Everything on the table, the viewer's own things last."""
    info, v = catalogue(c), view(c, s, seat)
    cards = {card.id: card for card in info.cards}
    garments = {g.id: g for g in info.garments}
    parts: list[RenderableType] = [heading(v, names), Columns([garment(garments, g) for g in v.display])]
    parts += [other(info, v, cards, p, names[p]) for p in range(len(v.places)) if p != seat]
    if seat >= 0:
        parts.append(own(info, v, cards, seat, names[seat]))
    return Group(*parts)


def heading(v: ColoriView, names: list[str]) -> Text:
    """Round, phase, queue and piles."""
    if v.phase == "draft":
        now = f"draft, pick {v.pick}, hands pass to the {v.passing}"
    else:
        now = "game over" if v.turn < 0 else f"turn of {names[v.turn]}"
    queue = ", then ".join(f"{w.verb} {w.left}" for w in v.queue)
    line = f"Round {v.round} of {v.rounds}: {now}" + (f"; now {queue}" if queue else "")
    piles = f"draft deck {v.draft_deck}, destroyed {v.destroyed}, garment deck {v.garment_deck}"
    return Text(f"{line}\n{piles}")


def chips(colours: tuple[str, ...] | list[str]) -> Text:
    """`3 red, 1 amber`, each in its colour."""
    counted = Counter(colours)
    return Text(", ").join(Text(f"{n} {c}", INKS[c]) for c, n in counted.items())


def stars(n: int) -> str:
    """`1 star`, `2 stars`."""
    return f"{n} star" if n == 1 else f"{n} stars"


def garment(garments: dict[str, GarmentInfo], shown: Shown) -> RenderableType:
    """A garment of the display, and what the viewer misses."""
    if not shown.id:
        return Panel("no garment left", width=36)
    g = garments[shown.id]
    text = Text.assemble(f"{stars(g.stars)}, {g.fabric}, ", chips(g.cost), "\n")
    if shown.ready:
        text.append("can be made", "bold")
    else:
        text.append("misses ")
        text.append_text(chips(shown.lacks))
        text.append(f"{', ' if shown.lacks else ''}{g.fabric}" if not shown.fabric else "")
    return Panel(text, title=g.name, title_align="left", width=36)


def wheel(info: ColoriCatalogue, place: Place) -> Table:
    """The wheel as a clock: red on top, green below."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(justify="center")

    def wedge(c: int) -> Text:
        n, name = place.wheel[c], info.colours[c]
        return Text(f"{name} {n}" if n else f"({name})", f"bold {INKS[name]}" if n else "dim")

    grid.add_row("", wedge(0), "")
    for left, right in CLOCK:
        grid.add_row(wedge(left), "", wedge(right))
    grid.add_row("", wedge(6), "")
    return grid


def card_line(cards: dict[str, CardInfo], card: str, n: int = 1) -> Text:
    """`2 x Madder: 2 red, 1 vermilion; destroy it to store 2`."""
    many = f"{n} x " if n > 1 else ""
    if card not in cards:
        return Text(f"{many}Garment")
    c = cards[card]
    text = Text(f"{many}{c.name}: ")
    if c.pips:
        text.append_text(chips(c.pips)).append("; ")
    return text.append(f"{c.verb} {c.times}" if c.verb != "make" else "make a garment")


def pile(cards: dict[str, CardInfo], title: str, held: list[str]) -> Panel:
    """Some cards, one kind a line."""
    lines = [card_line(cards, card, n) for card, n in Counter(held).items()]
    return Panel(Text("\n").join(lines) if lines else Text("none", "dim"), title=title, title_align="left")


def score(place: Place, name: str) -> str:
    """`Ada: 5 stars (kermes-crimson-robe)`."""
    made = f" ({', '.join(m.replace('-', ' ') for m in place.made)})" if place.made else ""
    return f"{name}: {stars(place.stars)}{made}, deck {place.deck}, discard {place.discard}"


def other(info: ColoriCatalogue, v: ColoriView, cards: dict[str, CardInfo], seat: int, name: str) -> RenderableType:
    """An opponent in a few lines."""
    p = v.places[seat]
    stored = [c for c, n in zip(info.colours, p.wheel, strict=True) for _ in range(n)]
    text = Text("wheel: ").append_text(chips(stored) if stored else Text("empty", "dim"))
    for title, held in (("drawn", p.drawn), ("drafted", p.drafted)):
        if held:
            said = [f"{n} x {c}" if n > 1 else c for c, n in Counter(named(cards, held)).items()]
            text.append(f"\n{title}: {', '.join(said)}")
    if v.phase == "draft":
        text.append("\nhas chosen" if p.chosen else "\nis choosing" if p.holding else "\nholds no card")
    return Panel(text, title=score(p, name), title_align="left")


def named(cards: dict[str, CardInfo], held: list[str]) -> list[str]:
    """The names of cards."""
    return [cards[c].name if c in cards else "Garment" for c in held]


def own(info: ColoriCatalogue, v: ColoriView, cards: dict[str, CardInfo], seat: int, name: str) -> RenderableType:
    """The viewer's wheel and cards."""
    p = v.places[seat]
    piles = [pile(cards, "Drawn", p.drawn)]
    if v.phase == "draft":
        piles += [pile(cards, "Draft hand", v.hand), pile(cards, "Picked so far", v.picks)]
        if v.choice:
            piles.append(pile(cards, "Chosen now", [v.choice]))
    else:
        piles.append(pile(cards, "Drafted", p.drafted))
    grid = Table.grid(padding=(0, 2))
    grid.add_row(wheel(info, p), Group(*piles))
    return Panel(grid, title=score(p, name), title_align="left")
