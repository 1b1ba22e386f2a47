"""Prismatic in a terminal. Each colour also has a letter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from gamut.engine.look import lighten, load_look
from gamut.engine.presentation import format_count
from gamut.games.prismatic.record import Constants, State
from gamut.games.prismatic.view import (
    CardInfo,
    CreatedCard,
    Price,
    PrintedEffect,
    RecipeInfo,
    SeatView,
    Unit,
    View,
    catalogue,
    view,
)

STYLES = {
    **{colour.id: lighten(colour.value) for colour in load_look(Path(__file__).parent).colours.values()},
    "prismatic": "bold italic",
    "prism": "bold",
}
LETTERS = {
    "red": "R", "green": "G", "blue": "B", "cyan": "C", "magenta": "M", "yellow": "Y", "white": "W", "black": "K",
    "prismatic": "P", "prism": "^",
}  # fmt: skip
TERMINAL_SYMBOLS = (
    "R G B C M Y W K red, green, blue, cyan, magenta, yellow, white, black; P prismatic mote; ^ prism; ~Y yellow "
    "light. In a price: Y is there, (Y) was placed this round, ~Y light pays, P*Y a prismatic mote pays, -Y is "
    "missing. ! can be created or used now; x was used this round; * star"
)
PHASE_NAMES = {
    "start": "Setup",
    "commit": "Commit",
    "resolve": "Create",
    "auction": "Auction",
    "over": "The game is over",
}
STATE_NAMES = {
    "choosing": "choosing", "submitted": "ready", "resolving": "creating", "resolved": "done", "waiting": "waiting",
}  # fmt: skip


def letter(item: str, before: str = "", after: str = "") -> Text:
    """Return the letter of an item in its colour."""
    return Text(f"{before}{LETTERS[item]}{after}", STYLES[item])


def spell(items: Iterable[str], before: str = "", after: str = "") -> Text:
    """`R R W`."""
    return Text(" ").join(letter(item, before, after) for item in items) or Text("none", "dim")


def unit_text(unit: Unit) -> Text:
    """Return an item of a price and what pays it."""
    if unit.paid == "fresh":
        return letter(unit.item, "(", ")")
    return letter(unit.item, {"there": "", "pool": "~", "prismatic": "P*", "missing": "-"}[unit.paid])


def effect_sign(effect: PrintedEffect) -> Text:
    """`~Y`, `R`, `^^^`, `pull`."""
    if effect.kind == "pool":
        return letter(effect.colour, "~")
    if effect.kind == "mote":
        return letter(effect.colour, "", " mote")
    if effect.kind == "prism":
        return Text("^" * effect.count)
    return Text("draw 2, keep 1" if effect.kind == "keep_one" else effect.kind)


def ability_text(card: CardInfo) -> Text:
    """Return what a card gives once and in each round."""
    parts = []
    if card.rewards:
        parts.append(Text("once ") + Text(", ").join(effect_sign(effect) for effect in card.rewards))
    if card.ability:
        before = letter(card.takes) + Text(" > ") if card.takes else Text("")
        parts.append(Text("each round ") + before + effect_sign(card.ability))
    return Text("; ").join(parts) if parts else Text("no effect", "dim")


def card_text(card: CardInfo, price: Price) -> Text:
    mark = "! " if price.ready else ""
    units = Text(" ").join(unit_text(unit) for unit in price.units)
    return Text.assemble(f"{mark}{card.name} ({card.type}, {'*' * card.stars}): ", units, " | ", ability_text(card))


def created_text(card: CardInfo, made: CreatedCard) -> Text:
    mark = "! " if made.ready else "x " if made.used else ""
    text = Text.assemble(f"{mark}{card.name} ({card.type}, {'*' * card.stars}): ", ability_text(card))
    if made.on or made.fresh:
        text += Text(" | on it ") + spell([*made.on, *made.fresh])
    return text


def board_cell(recipe: RecipeInfo, price: Price) -> Text:
    """Return a recipe of the board: what it gives and what it costs."""
    mark = "x " if price.made else "! " if price.ready else ""
    return Text(mark) + effect_sign(recipe.gives) + Text(": ") + Text(" ").join(map(unit_text, price.units))


def seat_lines(cards: dict[str, CardInfo], place: SeatView) -> list[Text]:
    bag = Text(" ").join(Text(f"{n}") + letter(item) for item, n in counted(place.bag)) or Text("empty", "dim")
    fresh = Text(" and now ") + spell(place.fresh, "(", ")") if place.fresh else Text("")
    lines = [Text.assemble("bag ", bag, "; palette ", spell(place.palette), fresh, f"; prisms in stock {place.stock}")]
    if place.drawn:
        lines.append(Text("drawn ") + spell(place.drawn))
    lines += [Text("in progress: ") + card_text(cards[price.id], price) for price in place.progress]
    lines += [Text("created: ") + created_text(cards[made.id], made) for made in place.created]
    if place.offered:
        lines.append(Text("to choose from:"))
        lines += [Text("  ") + card_text(cards[card], full_price(cards[card])) for card in place.offered]
    return lines


def full_price(card: CardInfo) -> Price:
    """Return a price as it is printed."""
    return Price(card.id, [Unit(item, "there") for item in card.cost], False)


def counted(bag: Sequence[int]) -> list[tuple[str, int]]:
    """Return the motes of a bag with their counts."""
    return [(item, n) for item, n in zip(LETTERS, bag, strict=False) if n]


def title(place: SeatView, name: str, goal: int, starter: bool) -> str:
    """`Ada, starter: 7 stars, 3 of 5 cards (hue 1, sky 1, craft 1), 14 motes, 3 prisms; ready`."""
    types = ", ".join(f"{kind} {n}" for kind, n in zip(("hue", "sky", "craft"), place.kinds, strict=True))
    state = f"; {STATE_NAMES[place.state]}" if place.state else ""
    token = ", starter" if starter else ""
    return (
        f"{name}{token}: {format_count(place.score.total, 'star')}, {sum(place.kinds)} of {goal} cards ({types}), "
        f"{place.motes} motes, {format_count(place.prisms, 'prism')}{state}"
    )


def heading(v: View, names: list[str]) -> Text:
    """Return the phase, the turn order and the piles."""
    order = ", ".join(names[p] for p in v.order)
    return Text(f"{PHASE_NAMES[v.phase]}. Turn order: {order}. Deck {v.deck_size}, discard pile {len(v.discard)}.")


def turn_line(v: View) -> Text:
    """Return the light, and what goes to the bag when the turn ends."""
    text = Text("light ") + spell(v.pool, "~")
    if v.aside or v.gained:
        text += Text("; used ") + spell(v.aside) + Text(", gained ") + spell(v.gained)
    if v.owed:
        text += Text("; still to pay ") + spell(v.owed)
    return text


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Return everything on the table, the viewer last."""
    info, v = catalogue(c), view(c, s, seat)
    cards = {card.id: card for card in info.cards}
    board = [board_cell(recipe, price) for recipe, price in zip(info.board, v.board, strict=True)]
    common = [card_text(cards[price.id], price) if price.id else Text("empty", "dim") for price in v.common]
    parts: list[RenderableType] = [
        heading(v, names),
        Panel(Columns(board, equal=True), title="Board", title_align="left"),
        Panel(Text("\n").join(common), title="Common cards", title_align="left"),
    ]
    order = [p for p in range(len(v.seats)) if p != seat] + ([seat] if seat >= 0 else [])
    for p in order:
        lines = seat_lines(cards, v.seats[p])
        if v.turn == p:
            lines.append(turn_line(v))
        if p == seat and (v.kept or v.chosen_motes):
            kept = cards[v.kept].name if v.kept else "nothing yet"
            lines.append(Text(f"you keep {kept} and choose ") + spell(v.chosen_motes))
        name = title(v.seats[p], names[p], v.goal, v.starter == p)
        parts.append(Panel(Text("\n").join(lines), title=name, title_align="left"))
    return Group(*parts)
