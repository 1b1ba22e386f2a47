"""The pictures of Colori's rules page, drawn from its cards and positions of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import asin, cos, pi, sin

from gamut.engine.look import DARK, LIGHT, format_number, line_path, load_look
from gamut.engine.presentation import format_count
from gamut.engine.table import Table
from gamut.games.colori import GAME
from gamut.games.colori.presentation import name_colours
from gamut.games.colori.view import CardInfo, GarmentInfo, QueuedAbility, SeatView, catalogue
from tests.games.colori.builders import at_turn, view_of
from tools.svg import LINE, MAT, QUIET, STRONG, TABLE, Sheet

LOOK = load_look(GAME.folder)
COLOURS, DRAWINGS = LOOK.colours, LOOK.drawings
PRINTED = catalogue(GAME.open(2).readable_constants)
CARDS = {card.id: card for card in PRINTED.cards}
GARMENTS = {garment.id: garment for garment in PRINTED.garments}
ABILITIES = {"store": "Store", "draw": "Draw", "mix": "Mix", "destroy": "Destroy", "make": "Garment"}
CLOTH, YARN = DRAWINGS["weave"]["cloth"], DRAWINGS["weave"]["yarn"]

# ---------------------------------------------------------------------- signs


def draw_sign(sheet: Sheet, ability: str, x: float, y: float, size: float = 16) -> None:
    """Draw the sign of an ability with its upper left corner at a point."""
    frame = f"translate({format_number(x)} {format_number(y)}) scale({format_number(size / 24)})"
    sheet.draw_path(DRAWINGS["abilities"][ability], transform=frame, fill="none", stroke=STRONG, stroke_width=1.9,
                    stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def draw_stars(sheet: Sheet, n: int, x: float, y: float, size: float = 14) -> None:
    for k in range(n):
        frame = f"translate({format_number(x + k * (size + 1))} {format_number(y)}) scale({format_number(size / 24)})"
        sheet.draw_path(DRAWINGS["star"], transform=frame, fill=STRONG)


def draw_wool(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Draw a piece of woollen cloth."""
    weave = DRAWINGS["fabrics"]["wool"]
    pattern = (
        f'<pattern id="wool" width="{weave["width"]}" height="{weave["height"]}" patternUnits="userSpaceOnUse">'
        f'<path d="{weave["line"]}" fill="none" stroke="{YARN}" stroke-width="{weave["stroke"]}"/></pattern>'
    )
    if pattern not in sheet.parts:
        sheet.parts.append(pattern)
    sheet.draw_box(x, y, width, height, 8, fill=CLOTH)
    sheet.draw_box(x, y, width, height, 8, fill="url(#wool)")


def draw_chips(sheet: Sheet, colours: Sequence[str], x: float, y: float, size: float = 20) -> None:
    """Draw colours in a row, the first around a point."""
    for k, colour in enumerate(colours):
        sheet.draw_chip(COLOURS[colour], x + k * (size + 4), y, size)


def name_ability(ability: str, times: int) -> str:
    """Return `Store 2` or `Garment`, as on a card."""
    return ABILITIES[ability] if ability == "make" else f"{ABILITIES[ability]} {times}"


# ---------------------------------------------------------------------- the wheel


def find_point(radius: float, angle: float) -> tuple[float, float]:
    """Return the point at a radius and an angle, which is 0 at the top and grows clockwise."""
    return radius * sin(angle), -radius * cos(angle)


def wedge_path(i: int, inner: float, outer: float, gap: float) -> str:
    """Return the outline of a wedge between two radii."""
    start, end = (i - 0.5) * pi / 6, (i + 0.5) * pi / 6
    a, b = asin(gap / 2 / inner), asin(gap / 2 / outer)
    corners = [(inner, start + a), (outer, start + b), (outer, end - b), (inner, end - a)]
    p, q, r, s = (" ".join(map(format_number, find_point(*corner))) for corner in corners)
    n, m = format_number(inner), format_number(outer)
    return f"M{p}L{q}A{m} {m} 0 0 1 {r}L{s}A{n} {n} 0 0 0 {p}Z"


@dataclass(frozen=True)
class Wheel:
    """A wheel of a certain size."""

    outer: float
    inner: float
    gap: float
    glyph: float

    def draw(self, sheet: Sheet, x: float, y: float, stored: Sequence[int]) -> None:
        """Draw a wheel around a point; a colour that is not stored is an empty wedge with its glyph."""
        sheet.parts.append(f'<g transform="translate({format_number(x)} {format_number(y)})">')
        middle = (self.outer + self.inner) / 2
        for i, (colour, n) in enumerate(zip(COLOURS.values(), stored, strict=True)):
            fill, ink, edge = (colour.value, colour.ink, colour.edge) if n else (MAT, QUIET, MAT)
            sheet.draw_path(wedge_path(i, self.inner, self.outer, self.gap), fill=fill, stroke=edge, stroke_width=1.2)
            centre = find_point(middle + (self.glyph * 0.52 if n > 1 else 0), i * pi / 6)
            sheet.draw_glyph(colour.mix, *centre, self.glyph, ink)
            if n > 1:
                tx, ty = find_point(middle - self.glyph * 0.62, i * pi / 6)
                sheet.draw_text(
                    tx, ty + self.glyph * 0.32, str(n), self.glyph * 0.85, anchor="middle", bold=True, fill=ink
                )
        sheet.parts.append("</g>")


LARGE, SMALL = Wheel(138, 84, 6, 25), Wheel(62, 26, 3, 16)


def draw_wheel_picture() -> str:
    """Draw the twelve colours and the nine pairs that mix."""
    sheet = Sheet(620, 410, "The colour wheel: " + ", ".join(COLOURS) + ". Lines connect the nine pairs that mix: "
                  + "; ".join(f"{a} and {b} make {mixed}" for a, b, mixed in PRINTED.mixes) + ".")  # fmt: skip
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
    for *pair, _ in PRINTED.mixes:
        (x1, y1), (x2, y2) = (find_point(77, ids.index(colour) * pi / 6) for colour in pair)
        sheet.draw_path(line_path(x + x1, y + y1, x + x2, y + y2), stroke=STRONG, stroke_width=1.8)
    sheet.draw_text(424, 44, "Nine pairs mix", 15, bold=True)
    for k, (a, b, mixed) in enumerate(PRINTED.mixes):
        row = 76 + k * 36
        draw_chips(sheet, (a, b), 436, row, 24)
        sheet.draw_arrow(482, row, 504, row)
        draw_chips(sheet, (mixed,), 522, row, 24)
        sheet.draw_text(540, row + 4.5, mixed, 12.5, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- cards


def draw_card(sheet: Sheet, card: CardInfo, x: float, y: float, width: float, height: float) -> None:
    sheet.draw_box(x, y, width, height, 12, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    if card.kind == "fabric":
        draw_wool(sheet, x + 8, y + 8, width - 16, height * 0.45)
    stripe = (width - 16) / max(1, len(card.pips))
    for k, pip in enumerate(card.pips):
        colour = COLOURS[pip]
        sheet.draw_box(x + 8 + k * stripe, y + 8, stripe, height * 0.45, 0, fill=colour.value)
        sheet.draw_glyph(colour.mix, x + 8 + (k + 0.5) * stripe, y + 8 + height * 0.225, 26, colour.ink)
    sheet.draw_text(x + 12, y + height * 0.45 + 30, card.name, 15, bold=True)
    draw_sign(sheet, card.ability, x + 11, y + height - 30, 18)
    sheet.draw_text(x + 35, y + height - 16, name_ability(card.ability, card.times), 14)


def draw_garment(sheet: Sheet, garment: GarmentInfo, x: float, y: float) -> None:
    """Draw a cloak of one colour with its stars, fabric and cost."""
    colour = COLOURS[garment.cost[0]]
    sheet.draw_box(x, y, 190, 170, 12, fill=LIGHT, stroke=LINE, stroke_width=1.2)
    sheet.draw_text(x + 12, y + 26, garment.name, 13, bold=True)
    frame = f"translate({format_number(x + 14)} {format_number(y + 40)}) scale(1.25)"
    sheet.draw_path(
        DRAWINGS["garments"]["cloak"], transform=frame, fill=colour.value, stroke=colour.edge, stroke_width=1.2
    )
    sheet.draw_glyph(colour.mix, x + 44, y + 84, 22, colour.ink)
    draw_stars(sheet, garment.stars, x + 92, y + 46)
    draw_wool(sheet, x + 92, y + 70, 80, 26)
    draw_chips(sheet, garment.cost, x + 26, y + 146, 22)


def draw_label(sheet: Sheet, point: tuple[float, float], end: tuple[float, float], text: str, width: int) -> None:
    """Draw a thin line from a point to a text beside it, broken at `width` letters."""
    sheet.draw_path(line_path(*point, *end), stroke=QUIET, stroke_width=1.2)
    sheet.draw("circle", cx=point[0], cy=point[1], r=2.6, fill=QUIET)
    sheet.draw_lines(end[0] + 6, end[1] + 4, text, width, size=12.5, fill=QUIET)


def draw_card_picture() -> str:
    """Draw a dye, a fabric and a garment, and explain what is printed on them."""
    madder, wool, cloak = CARDS["madder"], CARDS["wool"], GARMENTS["brazilwood-rose-cloak"]
    dye, fabric = (name_ability(card.ability, card.times) for card in (madder, wool))
    sheet = Sheet(620, 424, f"Three cards. {madder.name} has the pips {name_colours(madder.pips)} and the ability "
                  f"{dye}. {wool.name} is a fabric with the ability {fabric}. {cloak.name} costs wool and "
                  f"{name_colours(cloak.cost)}, and is worth {format_count(cloak.stars, 'star')}.")  # fmt: skip
    sheet.draw_text(24, 32, "A dye", bold=True)
    draw_card(sheet, madder, 24, 44, 150, 140)
    draw_label(sheet, (160, 70), (190, 70), "pips: go on your wheel when you store this card", 22)
    draw_label(sheet, (120, 168), (190, 168), "ability: used when you destroy this card", 22)
    sheet.draw_text(372, 32, "A fabric", bold=True)
    draw_card(sheet, wool, 372, 44, 120, 140)
    draw_label(sheet, (478, 70), (502, 70), "no pips: needed for garments", 13)
    draw_label(sheet, (470, 168), (502, 168), "ability, as on a dye", 13)
    sheet.draw_text(24, 222, "A garment", bold=True)
    draw_garment(sheet, cloak, 24, 234)
    draw_label(sheet, (134, 287), (244, 270), "stars: what the garment is worth", 40)
    draw_label(sheet, (200, 318), (244, 318), "fabric: paid from your drawn cards", 48)
    draw_label(sheet, (136, 380), (244, 380), "colours: paid from your wheel", 48)
    return sheet.finish()


def draw_cards_picture() -> str:
    """Draw all cards of the draft deck, grouped by ability."""
    order = list(ABILITIES)
    cards = sorted(PRINTED.cards, key=lambda card: (order.index(card.ability), card.times))
    groups = [(key, list(group)) for key, group in groupby(cards, key=lambda card: (card.ability, card.times))]
    sheet = Sheet(620, 0, "All cards of the draft deck by their ability: "
                  + "; ".join(f"{name_ability(*key)}: {', '.join(card.name for card in group)}"
                              for key, group in groups) + ".")  # fmt: skip
    y = 24.0
    for (ability, times), group in groups:
        draw_sign(sheet, ability, 24, y, 20)
        title = "Make a garment" if ability == "make" else name_ability(ability, times)
        sheet.draw_text(52, y + 15, title, 15, bold=True)
        y += 32
        for k, card in enumerate(group):
            draw_row(sheet, card, 24 + k % 3 * 196, y + k // 3 * 26)
        y += (len(group) + 2) // 3 * 26 + 16
    sheet.height = y
    return sheet.finish()


def draw_row(sheet: Sheet, card: CardInfo, x: float, y: float) -> None:
    """Draw a card in one line: its pips and its name."""
    if card.kind == "fabric":
        sheet.draw_box(x, y, 56, 16, 4, fill=CLOTH)
        sheet.draw_text(x + 28, y + 12, "fabric", 10.5, anchor="middle", fill=LIGHT)
    else:
        draw_chips(sheet, card.pips, x + 8, y + 8, 16)
    sheet.draw_text(x + 64, y + 12.5, card.name, 12.5)


# ---------------------------------------------------------------------- a turn


def draw_queue(sheet: Sheet, queue: Sequence[QueuedAbility], x: float, y: float) -> None:
    """Draw the abilities in the queue, the current one first."""
    for k, queued in enumerate(queue):
        current, width = k == 0, 116
        sheet.draw_box(x, y, width, 30, 15, fill=LIGHT if current else TABLE, stroke=STRONG if current else LINE,
                       stroke_width=2 if current else 1)  # fmt: skip
        draw_sign(sheet, queued.ability, x + 10, y + 7, 16)
        sheet.draw_text(x + 32, y + 20, name_ability(queued.ability, queued.left), 13, bold=current)
        x += width + 8


def play_and_log(table: Table, action: str) -> list[str]:
    """Play an action of seat 1 and return the texts of its log entries."""
    before, number = table.knowledge(0), table.setup.parse_action(action)
    table.play(0, number)
    entries = table.knowledge(0).log_entries(before, 0, number)
    return [f"You {entry.text}" if entry.seat == 0 else entry.text for entry in entries]


def draw_queue_picture() -> str:
    """Draw how the abilities of destroyed cards join the back of the queue."""
    table = at_turn(
        drafted=["Iron Black", "Henna"], drawn=["Logwood", "Silk", "Woad", "Wool"], deck=["Weld", "Lac", "Madder"],
        wheel={"red": 1, "yellow": 1},
    )  # fmt: skip
    rows: list[tuple[str, list[QueuedAbility], str]] = []
    for action in ("destroy Iron Black", "destroy a drawn Logwood", "destroy a drawn Silk", "stop mixing"):
        last = play_and_log(table, action)[-1]
        rows.append((action[0].upper() + action[1:], view_of(table, 0).queue, last))
    steps = [
        f"{action}: {', then '.join(name_ability(queued.ability, queued.left) for queued in queue) or last}"
        for action, queue, last in rows
    ]
    sheet = Sheet(620, 36 + len(rows) * 48, f"A queue of abilities, step by step. {'; '.join(steps)}.")
    sheet.draw_text(24, 30, "You choose", bold=True)
    sheet.draw_text(228, 30, "The queue: current ability first", bold=True)
    for k, (action, queue, last) in enumerate(rows):
        y = 46 + k * 46
        sheet.draw_text(24, y + 20, action)
        if queue:
            draw_queue(sheet, queue, 228, y)
        else:
            sheet.draw_text(228, y + 20, f"Automatically: {last[0].lower()}{last[1:]}.", 13, fill=QUIET)
    return sheet.finish()


def draw_turn_picture() -> str:
    """Draw one turn: the log of each step and the wheel after it."""
    table = at_turn(
        drafted=["Madder", "Logwood", "Kermes", "Silk"], drawn=["Basic Red", "Alkanet", "Wool", "Basic Yellow"],
        deck=["Weld", "Lac"], wheel={"red": 3, "yellow": 1},
        display=["Brazilwood Rose Cloak", "Saxon Green Emerald Gown"],
    )  # fmt: skip
    steps: list[tuple[list[str], SeatView]] = []
    for actions in (
        ["destroy Madder"],
        ["store Basic Red", "store Alkanet"],
        ["destroy Logwood", "mix red and yellow", "stop mixing"],
        ["destroy Kermes"],
        ["destroy Silk"],
    ):
        texts = [text for action in actions for text in play_and_log(table, action)]
        steps.append((texts, view_of(table, 0).seats[0]))
    title = " ".join(f"{', '.join(texts)}: your wheel then holds {name_wheel(seat.wheel)}." for texts, seat in steps)
    sheet = Sheet(620, 36 + len(steps) * 140, f"One turn, step by step. {title}")
    sheet.draw_text(536, 30, "Your wheel", anchor="middle", bold=True)
    sheet.draw_text(66, 30, "Your turn", bold=True)
    for k, (texts, seat) in enumerate(steps):
        draw_step(sheet, k, texts, seat)
    return sheet.finish()


def draw_step(sheet: Sheet, k: int, texts: list[str], seat: SeatView) -> None:
    y, line = 40 + k * 140, 0
    if k:
        sheet.draw_path(line_path(24, y - 4, 596, y - 4), stroke=LINE, stroke_width=1)
    sheet.draw("circle", cx=40, cy=y + 30, r=13, fill=DARK)
    sheet.draw_text(40, y + 35, str(k + 1), anchor="middle", bold=True, fill=LIGHT)
    for text in texts:
        line += sheet.draw_lines(66, y + 34 + line * 21, text, 50)
    SMALL.draw(sheet, 536, y + 66, seat.wheel)
    for n in range(seat.stars):
        draw_stars(sheet, 1, 536 - 8 * seat.stars + 16 * n, y + 59, 14)


def name_wheel(wheel: Sequence[int]) -> str:
    """Return `2 red and 1 amber`."""
    stored = Counter({colour: n for colour, n in zip(COLOURS, wheel, strict=True) if n})
    return name_colours(stored.elements()) if stored else "nothing"


def draw_pictures() -> dict[str, str]:
    return {
        "wheel": draw_wheel_picture(),
        "card": draw_card_picture(),
        "turn": draw_turn_picture(),
        "queue": draw_queue_picture(),
        "cards": draw_cards_picture(),
    }
