"""The pictures of Mixx's rules page, drawn from positions of the game."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from gamut.drawing import DARK, LIGHT, LINE, MAT, QUIET, STRONG, TABLE, Colour, Sheet, say_number
from gamut.engine.language import fill_names
from gamut.games.mixx.language import CARD_NUMBERS, MixxMoment, MixxView
from gamut.games.mixx.positions import Tableau
from gamut.games.mixx.reasons import why_not_card

COLOURS = {
    "yellow": Colour("yellow", "#f7c925", "y"),
    "red": Colour("red", "#d2322f", "r"),
    "turquoise": Colour("turquoise", "#2cb9b4", "bby"),
    "orange": Colour("orange", "#f18a2b", "ry"),
    "pink": Colour("pink", "#f3a0bf", "rw"),
    "blue": Colour("blue", "#2c63be", "b"),
    "green": Colour("green", "#1e6b48", "by"),
    "violet": Colour("violet", "#7748ab", "rb"),
}
MOTIFS: dict[str, list[dict[str, Any]]] = tomllib.loads(Path(__file__).with_name("motifs.toml").read_text("utf-8"))
CARD, GAP = 68, 8
STEP = CARD + GAP
NAMES = ["Ada", "Bo", "Cy"]

# ---------------------------------------------------------------------- pieces


def draw_motif(sheet: Sheet, motif: str, x: float, y: float, size: float, tone: str, ground: str) -> None:
    """A motif in a box."""
    paths = []
    for shape in MOTIFS[motif]:
        ink = tone if shape["as"] in ("solid", "line") else ground
        fill = ink if shape["as"] in ("solid", "hole") else "none"
        edge = f' stroke="{ink}" stroke-width="{shape["width"]}"' if "width" in shape else ""
        turn = f' transform="rotate({shape["turn"]} 32 33)"' if "turn" in shape else ""
        paths.append(f'<path d="{shape["d"]}" fill="{fill}"{edge}{turn}/>')
    frame = f"translate({say_number(x)} {say_number(y)}) scale({say_number(size / 64)})"
    sheet.parts.append(
        f'<g transform="{frame}" stroke-linecap="round" stroke-linejoin="round">{"".join(paths)}</g>'
    )


def draw_card(sheet: Sheet, card: str, x: float, y: float) -> None:
    """A card with its upper left corner at a point."""
    name, _, motif = card.partition("-")
    colour = COLOURS[name]
    sheet.draw_box(x, y, CARD, CARD, CARD * 0.15, fill=colour.value, stroke=colour.edge, stroke_width=1.5)
    draw_motif(sheet, motif, x + CARD * 0.3, y + CARD * 0.3, CARD * 0.64, colour.tone, colour.value)
    sheet.draw_glyph(colour.mix, x + CARD * 0.2, y + CARD * 0.2, CARD * 0.27, colour.ink)


def draw_ghost(sheet: Sheet, card: str, x: float, y: float) -> None:
    """What would lie at a place, in plain ink."""
    name, _, motif = card.partition("-")
    sheet.draw_box(x, y, CARD, CARD, CARD * 0.15, fill=LIGHT, stroke=STRONG, stroke_width=2.5)
    draw_motif(sheet, motif, x + CARD * 0.3, y + CARD * 0.3, CARD * 0.64, STRONG, LIGHT)
    sheet.draw_glyph(COLOURS[name].mix, x + CARD * 0.2, y + CARD * 0.2, CARD * 0.27)


class Cross:
    """A cross on a sheet, its upper left cell at a point."""

    def __init__(self, sheet: Sheet, x: float, y: float, seen: MixxView | MixxMoment) -> None:
        self.sheet, self.x, self.y, self.seen = sheet, x, y, seen
        self.cells = {card: self.cell(k, max(seen.centre_upright, 0)) for k, card in enumerate(seen.level)}
        for k, card in enumerate(seen.upright):
            self.cells[card] = self.cell(seen.centre_level, k)

    def cell(self, col: int, row: int) -> tuple[float, float]:
        """The corner of a cell."""
        return self.x + col * STEP, self.y + row * STEP

    def draw(self, ghost: str = "") -> None:
        """The axes and the cards; a ghost is a card that could be laid, in plain ink."""
        seen, (x, y) = self.seen, self.cell(max(self.seen.centre_level, 0), max(self.seen.centre_upright, 0))
        self.sheet.draw_box(self.x - GAP, y - GAP, len(seen.level) * STEP + GAP, STEP + GAP, 14, fill=MAT)
        if seen.upright:
            self.sheet.draw_box(x - GAP, self.y - GAP, STEP + GAP, len(seen.upright) * STEP + GAP, 14, fill=MAT)
        for card, at in self.cells.items():
            (draw_ghost if card == ghost else draw_card)(self.sheet, card, *at)

    def number(self, *cards: str) -> None:
        """Small figures on some cards, in the order in which they were laid."""
        for k, card in enumerate(cards, 1):
            x, y = self.cells[card]
            self.sheet.draw("circle", cx=x + CARD - 10, cy=y + 10, r=10, fill=LIGHT, stroke=DARK)
            self.sheet.draw_text(x + CARD - 10, y + 14.5, str(k), 12.5, anchor="middle", bold=True)


def draw_note(sheet: Sheet, x: float, y: float, head: str, text: str, wide: int) -> None:
    """A bold line and a few quiet ones."""
    sheet.draw_text(x, y, head, bold=True)
    sheet.draw_lines(x, y + 20, text, wide, size=13, fill=QUIET)


def say_clash(at: Tableau, seat: int, card: str) -> str:
    """Why a seat could not lay a card, in the words of the game."""
    reason = why_not_card(at.table.setup.strict_constants, at.s, seat, CARD_NUMBERS[card])
    assert reason is not None
    return reason.text


# ---------------------------------------------------------------------- pictures


def draw_line_picture() -> str:
    """A line, a card that lengthens it and one that does not."""
    at = Tableau("yellow shell, turquoise fish", "red starfish, violet anchor, pink fish", deck="blue chest")
    at.lay("yellow shell level", "red starfish level", "turquoise fish level")
    reason = at.table.knowledge(1).why_not(("stock:pink-fish",), "axis:level")
    assert reason is not None
    at.lay("violet anchor level")
    sheet = Sheet(
        620, 196, "A line of yellow shell, red starfish and turquoise fish. A violet anchor lengthens it at the "
        "right; a pink fish does not, because a fish lies there already.",
    )  # fmt: skip
    Cross(sheet, 28, 28, at.view()).draw(ghost="violet-anchor")
    draw_note(sheet, 28, 134, "A violet anchor lengthens the line.",
              "It differs in colour and motif from every card of it.", 44)  # fmt: skip
    draw_card(sheet, "pink-fish", 374, 28)
    for width, ink in ((7, LIGHT), (3, STRONG)):
        sheet.draw_path(f"M370 100l{CARD + 8} {-CARD - 8}", stroke=ink, stroke_width=width)
    draw_note(sheet, 374 + CARD + 16, 46, "Not possible", reason.text, 22)
    return sheet.finish()


def draw_crossing_picture() -> str:
    """The same line, crossed."""
    at = Tableau("yellow shell, turquoise fish", "red starfish, red jellyfish", deck="blue chest")
    at.lay("yellow shell level", "red starfish level", "turquoise fish level")
    assert at.places("red jellyfish") == {"across yellow", "across turquoise"}
    sheet = Sheet(
        620, 240, "A red jellyfish crosses the line below the yellow shell, which becomes the centre. It could not "
        "lengthen the line, because a red card lies in it.",
    )  # fmt: skip
    sheet.draw_text(28, 30, "A line", bold=True)
    Cross(sheet, 28, 48, at.view()).draw()
    draw_card(sheet, "red-jellyfish", 28, 148)
    draw_note(sheet, 28 + CARD + 14, 176, "To be laid", "A red card lies in the line.", 30)
    at.lay("red jellyfish across yellow")
    sheet.draw_arrow(276, 48 + CARD / 2, 330, 48 + CARD / 2)
    sheet.draw_text(356, 30, "A cross", bold=True)
    Cross(sheet, 356, 48, at.view()).draw()
    draw_note(sheet, 356 + STEP + 10, 48 + STEP + 24, "The yellow shell",
              "is the centre now. Only from it has the card to differ.", 25)  # fmt: skip
    return sheet.finish()


def draw_cross_picture() -> str:
    """A cross, and where one more card goes."""
    at = Tableau(
        "blue jellyfish, yellow shell, violet turtle, turquoise fish, red propeller",
        "red fish, green anchor, orange starfish, pink chest", deck="pink shell",
    )  # fmt: skip
    at.lay("blue jellyfish level", "red fish level", "yellow shell level", "orange starfish across blue")
    at.lay("violet turtle level", "pink chest upright", "turquoise fish upright", "green anchor level")
    assert at.places("red propeller") == {"upright"}
    at.lay("red propeller upright")
    sheet = Sheet(
        620, 424, "A cross of nine cards. The blue jellyfish in the middle belongs to the level and to the upright "
        "axis. The last card, a red propeller, lies on the upright axis, because a red fish lies on the level one.",
    )  # fmt: skip
    cross = Cross(sheet, 28, 28, at.view())
    cross.draw(ghost="red-propeller")
    beside = cross.cells["blue-jellyfish"][0] + STEP + 12
    draw_note(sheet, beside, cross.cells["red-propeller"][1] + 28, "A red propeller fits here,",
              "at the end of the shorter arm. On the level axis lies a red card already.", 42)  # fmt: skip
    x, y = cross.cells["yellow-shell"]
    draw_note(sheet, x + STEP + 12, y + 28, "Level axis", "Five colours and five motifs.", 18)
    x, y = cross.cells["turquoise-fish"]
    draw_note(sheet, beside, y + 28, "Upright axis", "The centre belongs to both axes.", 40)
    return sheet.finish()


def draw_miss_picture() -> str:
    """A stock of which no card fits."""
    at = Tableau(
        "yellow shell, green turtle", "red starfish, blue anchor", "violet fish, red anchor, violet chest", turn=1
    )
    at.lay("red starfish level", "violet fish level", "yellow shell level", "blue anchor across violet")
    assert at.s.turn == 0  # Cy was passed over
    sheet = Sheet(
        620, 272, "A cross of four cards, and a stock of two that fit neither axis: its owner misses the turn."
    )
    sheet.draw_text(28, 30, "The cross", bold=True)
    Cross(sheet, 28, 48, at.view()).draw()
    sheet.draw_text(292, 30, "Cy’s stock", bold=True)
    for k, card in enumerate(at.view().stocks[2]):
        y = 48 + k * (CARD + 28)
        draw_card(sheet, card, 292, y)
        sheet.draw_lines(292 + CARD + 14, y + 12, say_clash(at, 2, card), 33, size=13, fill=QUIET)
    sheet.draw_text(28, 250, "No card fits: Cy misses this turn and draws nothing.", bold=True)
    return sheet.finish()


def draw_alone_picture() -> str:
    """The others are stuck: one goes on alone and takes the cross."""
    at = Tableau("yellow shell, green fish, orange turtle", "yellow anchor", "yellow chest")
    at.lay("yellow shell level")
    assert at.s.alone
    clashes = {seat: say_clash(at, seat, at.view().stocks[seat][0]) for seat in (1, 2)}
    at.lay("green fish level")
    before, action = at.table.knowledge(0), at.table.setup.action("lay orange turtle across green")
    at.table.play(0, action)
    moment = at.table.knowledge(0).moment(before, 0, action)
    assert isinstance(moment, MixxMoment)
    said = fill_names(moment.text, NAMES).split(". ")[0]
    sheet = Sheet(620, 290, f"After the first card Bo and Cy cannot lay, so Ada lays two more. {said}.")
    sheet.draw_text(28, 30, "Ada lays on and on", bold=True)
    cross = Cross(sheet, 28, 48, moment)
    cross.draw()
    cross.number("yellow-shell", "green-fish", "orange-turtle")
    for k, stuck in enumerate(moment.stuck):
        assert stuck.fits_now
        y = 48 + k * (CARD + 12)
        draw_card(sheet, stuck.cards[0], 250, y)
        draw_note(sheet, 250 + CARD + 14, y + 22, f"{NAMES[stuck.seat]} missed after 1", clashes[stuck.seat], 40)
    sheet.draw_box(28, 214, 564, 36, 18, fill=TABLE, stroke=LINE)
    sheet.draw_text(310, 237, f"{said}.", anchor="middle", bold=True)
    sheet.draw_text(
        310, 272, "Both cards would fit by now, but they come too late.", 13, anchor="middle", fill=QUIET
    )
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    """All pictures by name."""
    return {
        "line": draw_line_picture(),
        "crossing": draw_crossing_picture(),
        "cross": draw_cross_picture(),
        "miss": draw_miss_picture(),
        "alone": draw_alone_picture(),
    }
