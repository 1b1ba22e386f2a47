"""The pictures of Colori's rules page, drawn from its cards and from positions of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import asin, cos, pi, sin

from gamut.drawing import (
    DARK,
    LIGHT,
    LINE,
    MAT,
    QUIET,
    STRONG,
    TABLE,
    Colour,
    Sheet,
    draw_line,
    say_number,
)  # fmt: skip
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.language import name_colours, say_stars
from gamut.games.colori.positions import acting, seen
from gamut.games.colori.views import CardInfo, GarmentInfo, Place, Waiting, catalogue

COLOURS = {
    colour.id: colour
    for colour in (
        Colour("red", "#c9252f", "r"),
        Colour("vermilion", "#e8552f", "rry"),
        Colour("orange", "#f18427", "ry"),
        Colour("amber", "#f6a928", "ryy"),
        Colour("yellow", "#f9d534", "y"),
        Colour("chartreuse", "#aecb3f", "yyb"),
        Colour("green", "#46a155", "yb"),
        Colour("teal", "#22969a", "ybb"),
        Colour("blue", "#2560b4", "b"),
        Colour("indigo", "#41419f", "rbb"),
        Colour("purple", "#6f3796", "rb"),
        Colour("magenta", "#b22c7b", "rrb"),
    )
}
INFO = catalogue(GAME.open(2).strict_constants)
CARDS = {card.id: card for card in INFO.cards}
GARMENTS = {garment.id: garment for garment in INFO.garments}
WORDS = {"store": "Store", "draw": "Draw", "mix": "Mix", "destroy": "Destroy", "make": "Garment"}
CLOTH, YARN = "#6b6b6b", "#d2d2d2"

# ---------------------------------------------------------------------- signs

SIGNS = {  # as the pages draw them, in a box of 24
    "store": "M12 3.5v9.5M8 9.5l4 4 4-4M4.5 14.5v5h15v-5",
    "draw": "M8.5 7H19v13H8.5ZM5 16.5V4h10.5",
    "mix": "M5 4c0 6.5 7 5 7 11.5M19 4c0 6.5-7 5-7 11.5M12 15.5v5",
    "destroy": "M12 3c1 4 5.8 6 5.8 11.2a5.8 5.8 0 0 1-11.6 0c0-2.6 1.4-4 2.4-5 .3 1.5 1 2.3 2 2.6"
    "C10.3 8.5 10.8 5.5 12 3Z",
    "make": "M12 9V8a2 2 0 1 0-2-2M12 9l8.3 6.2a1.2 1.2 0 0 1-.7 2.2H4.4a1.2 1.2 0 0 1-.7-2.2Z",
}
STAR = "M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z"
CLOAK = "M24 2c5 0 8 3 9 7 8 4 11 23 12 44H3c1-21 4-40 12-44 1-4 4-7 9-7Z"  # in a box of 48 × 56
HERRINGBONE = "M0 9 8 1l8 8M0 14l8-8 8 8M0 4l8-8 8 8"  # wool, 16 × 10


def draw_sign(sheet: Sheet, verb: str, x: float, y: float, size: float = 16, ink: str = STRONG) -> None:
    """The sign of an ability, its corner at a point."""
    frame = f"translate({say_number(x)} {say_number(y)}) scale({say_number(size / 24)})"
    sheet.draw_path(SIGNS[verb], transform=frame, fill="none", stroke=ink, stroke_width=1.9,
                    stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def draw_stars(sheet: Sheet, n: int, x: float, y: float, size: float = 14) -> None:
    """Some stars in a row."""
    for k in range(n):
        frame = f"translate({say_number(x + k * (size + 1))} {say_number(y)}) scale({say_number(size / 24)})"
        sheet.draw_path(STAR, transform=frame, fill=STRONG)


def draw_wool(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """A piece of woollen cloth."""
    pattern = (
        f'<pattern id="wool" width="16" height="10" patternUnits="userSpaceOnUse"><path d="{HERRINGBONE}" '
        f'fill="none" stroke="{YARN}" stroke-width="1.7"/></pattern>'
    )
    if pattern not in sheet.parts:
        sheet.parts.append(pattern)
    sheet.draw_box(x, y, width, height, 8, fill=CLOTH)
    sheet.draw_box(x, y, width, height, 8, fill="url(#wool)")


def draw_chips(sheet: Sheet, colours: Sequence[str], x: float, y: float, size: float = 20) -> float:
    """Some colours in a row, the first around a point; return where the next one would be."""
    for k, colour in enumerate(colours):
        sheet.draw_chip(COLOURS[colour], x + k * (size + 4), y, size)
    return x + len(colours) * (size + 4)


def say_ability(card: CardInfo) -> str:
    """`Store 2`, `Garment`."""
    return WORDS[card.verb] if card.verb == "make" else f"{WORDS[card.verb]} {card.times}"


# ---------------------------------------------------------------------- the wheel


def find_point(radius: float, turn: float) -> tuple[float, float]:
    """A point at a distance from the centre; a turn of 0 is on top, then clockwise."""
    return radius * sin(turn), -radius * cos(turn)


def draw_wedge(i: int, inner: float, outer: float, gap: float) -> str:
    """The outline of a wedge between two radii."""
    start, end = (i - 0.5) * pi / 6, (i + 0.5) * pi / 6
    a, b = asin(gap / 2 / inner), asin(gap / 2 / outer)
    corners = [(inner, start + a), (outer, start + b), (outer, end - b), (inner, end - a)]
    p, q, r, s = (" ".join(map(say_number, find_point(*corner))) for corner in corners)
    n, m = say_number(inner), say_number(outer)
    return f"M{p}L{q}A{m} {m} 0 0 1 {r}L{s}A{n} {n} 0 0 0 {p}Z"


@dataclass(frozen=True)
class Wheel:
    """The size of a wheel."""

    outer: float
    inner: float
    gap: float
    glyph: float

    def draw(self, sheet: Sheet, x: float, y: float, stored: Sequence[int]) -> None:
        """A wheel around a point; what is not stored is an empty wedge with its glyph."""
        sheet.parts.append(f'<g transform="translate({say_number(x)} {say_number(y)})">')
        middle = (self.outer + self.inner) / 2
        for i, (colour, n) in enumerate(zip(COLOURS.values(), stored, strict=True)):
            fill, ink, edge = (colour.value, colour.ink, colour.edge) if n else (MAT, QUIET, MAT)
            sheet.draw_path(
                draw_wedge(i, self.inner, self.outer, self.gap), fill=fill, stroke=edge, stroke_width=1.2
            )
            inside = n > 1
            at = find_point(middle + (self.glyph * 0.52 if inside else 0), i * pi / 6)
            sheet.draw_glyph(colour.mix, *at, self.glyph, ink)
            if inside:
                tx, ty = find_point(middle - self.glyph * 0.62, i * pi / 6)
                sheet.draw_text(
                    tx, ty + self.glyph * 0.32, str(n), self.glyph * 0.85, anchor="middle", bold=True, fill=ink
                )
        sheet.parts.append("</g>")


LARGE, SMALL = Wheel(138, 84, 6, 25), Wheel(62, 26, 3, 16)


def draw_wheel_picture() -> str:
    """The twelve colours and the nine pairs that mix."""
    sheet = Sheet(620, 410, "The colour wheel: " + ", ".join(COLOURS) + ". Threads join the nine pairs that mix: "
                  + "; ".join(f"{a} and {b} make {made}" for a, b, made in INFO.mixes) + ".")  # fmt: skip
    x, y = 206, 208
    LARGE.draw(sheet, x, y, [1] * 12)
    ids = list(COLOURS)
    for i, name in enumerate(ids):
        tx, ty = find_point(153, i * pi / 6)
        anchor = "middle" if i in (0, 6) else "start" if i < 6 else "end"
        primary = i % 4 == 0
        sheet.draw_text(
            x + tx, y + ty + (4 if i not in (0, 6) else 0 if i == 0 else 10), name, 13, anchor=anchor, bold=primary
        )
    for a, b, _ in INFO.mixes:
        one, other = (find_point(77, ids.index(colour) * pi / 6) for colour in (a, b))
        sheet.draw_path(
            draw_line(x + one[0], y + one[1], x + other[0], y + other[1]), stroke=STRONG, stroke_width=1.8
        )
    sheet.draw_text(424, 44, "Nine pairs mix", 15, bold=True)
    for k, (a, b, made) in enumerate(INFO.mixes):
        row = 76 + k * 36
        draw_chips(sheet, (a, b), 436, row, 24)
        sheet.draw_arrow(482, row, 504, row)
        draw_chips(sheet, (made,), 522, row, 24)
        sheet.draw_text(540, row + 4.5, made, 12.5, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- cards


def draw_dye(sheet: Sheet, card: CardInfo, x: float, y: float, width: float, height: float) -> None:
    """A card of the draft deck."""
    sheet.draw_box(x, y, width, height, 12, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    if card.kind == "fabric":
        draw_wool(sheet, x + 8, y + 8, width - 16, height * 0.45)
    stripe = (width - 16) / max(1, len(card.pips))
    for k, pip in enumerate(card.pips):
        colour = COLOURS[pip]
        sheet.draw_box(x + 8 + k * stripe, y + 8, stripe, height * 0.45, 0, fill=colour.value)
        sheet.draw_glyph(colour.mix, x + 8 + (k + 0.5) * stripe, y + 8 + height * 0.225, 26, colour.ink)
    sheet.draw_text(x + 12, y + height * 0.45 + 30, card.name, 15, bold=True)
    draw_sign(sheet, card.verb, x + 11, y + height - 30, 18)
    sheet.draw_text(x + 35, y + height - 16, say_ability(card), 14)


def draw_garment(sheet: Sheet, garment: GarmentInfo, x: float, y: float) -> None:
    """A cloak of one colour with its price."""
    colour = COLOURS[garment.cost[0]]
    sheet.draw_box(x, y, 190, 170, 12, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    sheet.draw_text(x + 12, y + 26, garment.name, 13, bold=True)
    frame = f"translate({say_number(x + 14)} {say_number(y + 40)}) scale(1.25)"
    sheet.draw_path(CLOAK, transform=frame, fill=colour.value, stroke=colour.edge, stroke_width=1.2)
    sheet.draw_glyph(colour.mix, x + 44, y + 84, 22, colour.ink)
    draw_stars(sheet, garment.stars, x + 92, y + 46)
    draw_wool(sheet, x + 92, y + 70, 80, 26)
    draw_chips(sheet, garment.cost, x + 26, y + 146, 22)


def draw_label(sheet: Sheet, at: tuple[float, float], to: tuple[float, float], text: str, wide: int = 20) -> None:
    """A thin line from a point to a text beside it."""
    sheet.draw_path(draw_line(*at, *to), stroke=QUIET, stroke_width=1.2)
    sheet.draw("circle", cx=at[0], cy=at[1], r=2.6, fill=QUIET)
    sheet.draw_lines(to[0] + 6, to[1] + 4, text, wide, size=12.5, fill=QUIET)


def draw_card_picture() -> str:
    """A dye, a fabric and a garment, and what is written on them."""
    madder, wool, cloak = CARDS["madder"], CARDS["wool"], GARMENTS["brazilwood-rose-cloak"]
    said = f"{madder.name} has {name_colours(madder.pips)} as pips and the ability {say_ability(madder).lower()}. "
    said += f"{wool.name} is a fabric with the ability {say_ability(wool).lower()}. {cloak.name} costs wool and "
    said += f"{name_colours(cloak.cost)} and gives {say_stars(cloak.stars)}."
    sheet = Sheet(620, 424, f"Three cards. {said}")
    sheet.draw_text(24, 32, "A dye", bold=True)
    draw_dye(sheet, madder, 24, 44, 150, 140)
    draw_label(sheet, (160, 70), (190, 70), "pips: stored on your wheel when a Store ability takes this card", 22)
    draw_label(sheet, (120, 168), (190, 168), "ability: happens when this card is destroyed", 22)
    sheet.draw_text(372, 32, "A fabric", bold=True)
    draw_dye(sheet, wool, 372, 44, 120, 140)
    draw_label(sheet, (478, 70), (502, 70), "no pips: needed for garments", 13)
    draw_label(sheet, (470, 168), (502, 168), "has an ability too", 13)
    sheet.draw_text(24, 222, "A garment", bold=True)
    draw_garment(sheet, cloak, 24, 234)
    draw_label(sheet, (134, 287), (244, 270), "stars for its maker", 40)
    draw_label(sheet, (200, 318), (244, 318), "the fabric it is made of: one of your drawn cards", 48)
    draw_label(sheet, (136, 380), (244, 380), "the colours it costs, taken off your wheel", 48)
    return sheet.finish()


def draw_cards_picture() -> str:
    """All cards of the draft deck by what they do when they are destroyed."""
    order = list(WORDS)
    cards = sorted(INFO.cards, key=lambda card: (order.index(card.verb), card.times))
    sheet = Sheet(620, 0, "All cards of the draft deck by their ability: "
                  + "; ".join(f"{head}: {', '.join(card.name for card in group)}"
                              for head, group in groupby(cards, key=say_ability)) + ".")  # fmt: skip
    y = 24.0
    for head, group in groupby(cards, key=say_ability):
        members = list(group)
        draw_sign(sheet, members[0].verb, 24, y, 20)
        sheet.draw_text(52, y + 15, "Make a garment" if members[0].verb == "make" else head, 15, bold=True)
        y += 32
        for k, card in enumerate(members):
            x = 24 + k % 3 * 196
            draw_row(sheet, card, x, y + k // 3 * 26)
        y += (len(members) + 2) // 3 * 26 + 16
    sheet.height = y
    return sheet.finish()


def draw_row(sheet: Sheet, card: CardInfo, x: float, y: float) -> None:
    """A card in one line: its pips and its name."""
    if card.kind == "fabric":
        sheet.draw_box(x, y, 56, 16, 4, fill=CLOTH)
        sheet.draw_text(x + 28, y + 12, "fabric", 10.5, anchor="middle", fill=LIGHT)
    else:
        draw_chips(sheet, card.pips, x + 8, y + 8, 16)
    sheet.draw_text(x + 64, y + 12.5, card.name, 12.5)


# ---------------------------------------------------------------------- a turn


def draw_queue(sheet: Sheet, queue: Sequence[Waiting], x: float, y: float) -> None:
    """The abilities that wait, the running one first."""
    for k, waiting in enumerate(queue):
        word, runs, width = f"{WORDS[waiting.verb]} {waiting.left}", k == 0, 116
        sheet.draw_box(x, y, width, 30, 15, fill=LIGHT if runs else TABLE, stroke=STRONG if runs else LINE,
                       stroke_width=2 if runs else 1)  # fmt: skip
        draw_sign(sheet, waiting.verb, x + 10, y + 7, 16)
        sheet.draw_text(x + 32, y + 20, word, 13, bold=runs)
        x += width + 8


def tell(table: Table, action: str) -> list[str]:
    """Do an action of seat 1; return what it reads in the log."""
    before, number = table.knowledge(0), table.setup.action(action)
    table.play(0, number)
    entries = table.knowledge(0).tell(before, 0, number)
    return [f"You {entry.text}" if entry.seat == 0 else entry.text for entry in entries]


def draw_queue_picture() -> str:
    """How abilities wait: cards that Destroy destroys put theirs at the back."""
    table = acting(
        drafted=["Iron Black", "Henna"], drawn=["Logwood", "Silk", "Woad", "Wool"], deck=["Weld", "Lac", "Madder"],
        wheel={"red": 1, "yellow": 1},
    )  # fmt: skip
    rows: list[tuple[str, list[Waiting], str]] = []
    for action in ("destroy Iron Black", "destroy drawn Logwood", "destroy drawn Silk", "stop mixing"):
        last = tell(table, action)[-1]
        rows.append((action[0].upper() + action[1:], seen(table, 0).queue, last))
    said = [
        f"{action}: {', then '.join(f'{w.verb} {w.left}' for w in queue) or last}" for action, queue, last in rows
    ]
    sheet = Sheet(620, 36 + len(rows) * 48, f"A queue of abilities, step by step. {'; '.join(said)}.")
    sheet.draw_text(24, 30, "You choose", bold=True)
    sheet.draw_text(228, 30, "What runs, and what waits", bold=True)
    for k, (action, queue, last) in enumerate(rows):
        y = 46 + k * 46
        sheet.draw_text(24, y + 20, action)
        if queue:
            draw_queue(sheet, queue, 228, y)
        else:
            sheet.draw_text(228, y + 20, f"By itself: {last[0].lower()}{last[1:]}.", 13, fill=QUIET)
    return sheet.finish()


def draw_turn_picture() -> str:
    """One whole turn: what the log says, and the wheel after it."""
    table = acting(
        drafted=["Madder", "Logwood", "Kermes", "Silk"], drawn=["Basic Red", "Alkanet", "Wool", "Basic Yellow"],
        deck=["Weld", "Lac"], wheel={"red": 3, "yellow": 1},
        display=["Brazilwood Rose Cloak", "Saxon Green Emerald Gown"],
    )  # fmt: skip
    steps: list[tuple[list[str], Place]] = []
    for actions in (
        ["destroy Madder"],
        ["store Basic Red", "store Alkanet"],
        ["destroy Logwood", "mix red and yellow", "stop mixing"],
        ["destroy Kermes"],
        ["destroy Silk"],
    ):
        told = [text for action in actions for text in tell(table, action)]
        steps.append((told, seen(table, 0).places[0]))
    said = [f"{', '.join(told)}: then your wheel holds {say_wheel(place.wheel)}." for told, place in steps]
    sheet = Sheet(620, 36 + len(steps) * 140, f"One turn, step by step. {' '.join(said)}")
    sheet.draw_text(536, 30, "Your wheel", anchor="middle", bold=True)
    sheet.draw_text(66, 30, "Your turn", bold=True)
    for k, (told, place) in enumerate(steps):
        draw_step(sheet, k, told, place)
    return sheet.finish()


def draw_step(sheet: Sheet, k: int, told: list[str], place: Place) -> None:
    """One step of a turn."""
    y, line = 40 + k * 140, 0
    if k:
        sheet.draw_path(draw_line(24, y - 4, 596, y - 4), stroke=LINE, stroke_width=1)
    sheet.draw("circle", cx=40, cy=y + 30, r=13, fill=DARK)
    sheet.draw_text(40, y + 35, str(k + 1), anchor="middle", bold=True, fill=LIGHT)
    for text in told:
        line += sheet.draw_lines(66, y + 34 + line * 21, text, 50)
    SMALL.draw(sheet, 536, y + 66, place.wheel)
    for n in range(place.stars):
        draw_stars(sheet, 1, 536 - 8 * place.stars + 16 * n, y + 59, 14)


def say_wheel(wheel: Sequence[int]) -> str:
    """`2 red and 1 amber`."""
    stored = Counter({colour: n for colour, n in zip(COLOURS, wheel, strict=True) if n})
    return name_colours(stored.elements()) if stored else "nothing"


def draw_pictures() -> dict[str, str]:
    """All pictures by name."""
    return {
        "wheel": draw_wheel_picture(),
        "card": draw_card_picture(),
        "turn": draw_turn_picture(),
        "queue": draw_queue_picture(),
        "cards": draw_cards_picture(),
    }
