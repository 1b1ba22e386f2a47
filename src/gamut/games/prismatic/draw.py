"""Prismatic in a terminal. Every colour has its letter: nothing is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from gamut.games.prismatic.language import say_prisms, say_stars
from gamut.games.prismatic.record import Constants, State
from gamut.games.prismatic.view import (
    CardInfo,
    Created,
    CreationInfo,
    Effect,
    Place,
    Price,
    PrismaticView,
    Unit,
    catalogue,
    view,
)  # fmt: skip

INKS = {
    "red": "#ff5a4e", "green": "#3fd15c", "blue": "#5b8cff", "cyan": "#35d6ea", "magenta": "#f25ad8",
    "yellow": "#ffe23d", "white": "bold", "black": "dim", "prismatic": "bold italic", "prism": "bold",
}  # fmt: skip
LETTERS = {
    "red": "R", "green": "G", "blue": "B", "cyan": "C", "magenta": "M", "yellow": "Y", "white": "W", "black": "K",
    "prismatic": "P", "prism": "^",
}  # fmt: skip
LEGEND = (
    "R G B C M Y W K red, green, blue, cyan, magenta, yellow, white, black; P prismatic mote; ^ prism; ~Y yellow "
    "in the pool; of a price: Y is there, (Y) laid in this round, ~Y the pool pays, P*Y a prismatic mote pays, -Y "
    "is missing; ! can be created or used now; x done in this round; * stars"
)


def letter(item: str, before: str = "", after: str = "") -> Text:
    """An item's letter in its colour."""
    return Text(f"{before}{LETTERS[item]}{after}", INKS[item])


def spell(items: Iterable[str], before: str = "", after: str = "") -> Text:
    """`R R W`."""
    found = Text(" ").join(letter(item, before, after) for item in items)
    return found if found else Text("none", "dim")


def unit_text(unit: Unit) -> Text:
    """One item of a price and what pays it."""
    if unit.paid == "fresh":
        return letter(unit.item, "(", ")")
    return letter(unit.item, {"there": "", "pool": "~", "prismatic": "P*", "missing": "-"}[unit.paid])


def effect_sign(effect: Effect) -> Text:
    """`~Y`, `R`, `^^^`, `pull`."""
    if effect.kind == "pool":
        return letter(effect.colour, "~")
    if effect.kind == "mote":
        return letter(effect.colour, "", " mote")
    if effect.kind == "prism":
        return Text("^" * effect.count)
    return Text("draw 2, keep 1" if effect.kind == "keep_one" else effect.kind)


def ability_text(card: CardInfo) -> Text:
    """What a card gives once and in each round."""
    parts = []
    if card.rewards:
        parts.append(Text("once ") + Text(", ").join(effect_sign(effect) for effect in card.rewards))
    if card.ability:
        before = letter(card.takes) + Text(" > ") if card.takes else Text("")
        parts.append(Text("each round ") + before + effect_sign(card.ability))
    return Text("; ").join(parts) if parts else Text("stars only", "dim")


def card_text(card: CardInfo, price: Price) -> Text:
    """A card with what is there of its price."""
    mark = "! " if price.ready else ""
    units = Text(" ").join(unit_text(unit) for unit in price.units)
    return Text.assemble(f"{mark}{card.name} ({card.type}, {'*' * card.stars}): ", units, " | ", ability_text(card))


def created_text(card: CardInfo, made: Created) -> Text:
    """A created card with what lies on it."""
    mark = "! " if made.ready else "x " if made.used else ""
    text = Text.assemble(f"{mark}{card.name} ({card.type}, {'*' * card.stars}): ", ability_text(card))
    if made.on or made.fresh:
        text += Text(" | on it ") + spell([*made.on, *made.fresh])
    return text


def board_cell(creation: CreationInfo, price: Price) -> Text:
    """A creation of the board: what it gives over what it costs."""
    mark = "x " if price.made else "! " if price.ready else ""
    return Text(mark) + effect_sign(creation.gives) + Text(": ") + Text(" ").join(map(unit_text, price.units))


def seat_lines(cards: dict[str, CardInfo], place: Place) -> list[Text]:
    """All that lies before a seat."""
    bag = Text(" ").join(Text(f"{n}") + letter(item) for item, n in counted(place.bag)) or Text("empty", "dim")
    fresh = Text(" and now ") + spell(place.fresh, "(", ")") if place.fresh else Text("")
    lines = [
        Text.assemble("bag ", bag, "; palette ", spell(place.palette), fresh, f"; prisms in stock {place.stock}")
    ]
    if place.drawn:
        lines.append(Text("drawn ") + spell(place.drawn))
    lines += [Text("in progress: ") + card_text(cards[price.id], price) for price in place.progress]
    lines += [Text("created: ") + created_text(cards[made.id], made) for made in place.created]
    if place.offered:
        lines.append(Text("to choose from:"))
        lines += [Text("  ") + card_text(cards[card], full_price(cards[card])) for card in place.offered]
    return lines


def full_price(card: CardInfo) -> Price:
    """A price as it is printed."""
    return Price(card.id, [Unit(item, "there") for item in card.cost], False)


def counted(bag: Sequence[int]) -> list[tuple[str, int]]:
    """The motes of a bag with their counts."""
    return [(item, n) for item, n in zip(LETTERS, bag, strict=False) if n]


def title(place: Place, name: str, goal: int, starter: bool) -> str:
    """`Ada, starter: 7 stars, 3 of 5 creations (hue 1, sky 1, craft 1), 14 motes, 3 prisms; has committed`."""
    types = ", ".join(f"{kind} {n}" for kind, n in zip(("hue", "sky", "craft"), place.kinds, strict=True))
    state = f"; {place.state}" if place.state else ""
    token = ", starter" if starter else ""
    return (
        f"{name}{token}: {say_stars(place.score.total)}, {sum(place.kinds)} of {goal} creations ({types}), "
        f"{place.motes} motes, {say_prisms(place.prisms)}{state}"
    )


def heading(v: PrismaticView, names: list[str]) -> Text:
    """The step of the round, the order and the piles."""
    order = ", ".join(names[p] for p in v.order)
    return Text(f"Step: {v.phase}. Order: {order}. Deck {v.deck}, discarded {len(v.discard)}.")


def step_line(v: PrismaticView) -> Text:
    """The pool and what comes home after the step."""
    text = Text("pool ") + spell(v.pool, "~")
    if v.aside or v.gained:
        text += Text("; after the step back ") + spell(v.aside) + Text(", gained ") + spell(v.gained)
    if v.owed:
        text += Text("; still to pay ") + spell(v.owed)
    return text


def draw(c: Constants, s: State, seat: int, names: list[str]) -> RenderableType:
    """Everything on the table, the viewer's own things last."""
    info, v = catalogue(c), view(c, s, seat)
    cards = {card.id: card for card in info.cards}
    board = [board_cell(creation, price) for creation, price in zip(info.board, v.board, strict=True)]
    common = [card_text(cards[price.id], price) if price.id else Text("empty", "dim") for price in v.common]
    parts: list[RenderableType] = [
        heading(v, names),
        Panel(Columns(board, equal=True), title="Board", title_align="left"),
        Panel(Text("\n").join(common), title="Common cards", title_align="left"),
    ]
    order = [p for p in range(len(v.places)) if p != seat] + ([seat] if seat >= 0 else [])
    for p in order:
        lines = seat_lines(cards, v.places[p])
        if v.turn == p:
            lines.append(step_line(v))
        if p == seat and (v.kept or v.wished):
            kept = cards[v.kept].name if v.kept else "nothing yet"
            lines.append(Text(f"you keep {kept}, and choose ") + spell(v.wished))
        name = title(v.places[p], names[p], v.goal, v.starter == p)
        parts.append(Panel(Text("\n").join(lines), title=name, title_align="left"))
    return Group(*parts)
