"""The pictures of Mixx's rules page, drawn from positions of the game."""

from __future__ import annotations

from gamut.engine.look import DARK, LIGHT, format_number, load_look
from gamut.engine.presentation import fill_names
from gamut.games.mixx import FOLDER
from gamut.games.mixx.presentation import CARD_NUMBERS
from gamut.games.mixx.reasons import why_not_card
from gamut.games.mixx.view import CrossView, Moment
from tests.games.mixx.builders import Position
from tools.svg import LINE, MAT, QUIET, STRONG, TABLE, Sheet

LOOK = load_look(FOLDER)
COLOURS, MOTIFS = LOOK.colours, LOOK.drawings
CARD, GAP = 68, 8
STEP = CARD + GAP
NAMES = ["Ada", "Bo", "Cy"]

# ---------------------------------------------------------------------- pieces


def draw_motif(sheet: Sheet, motif: str, x: float, y: float, size: float, tone: str, ground: str) -> None:
    paths = []
    for shape in MOTIFS[motif]:
        ink = tone if shape["as"] in ("solid", "line") else ground
        fill = ink if shape["as"] in ("solid", "hole") else "none"
        edge = f' stroke="{ink}" stroke-width="{shape["width"]}"' if "width" in shape else ""
        turn = f' transform="rotate({shape["turn"]} 32 33)"' if "turn" in shape else ""
        paths.append(f'<path d="{shape["d"]}" fill="{fill}"{edge}{turn}/>')
    frame = f"translate({format_number(x)} {format_number(y)}) scale({format_number(size / 64)})"
    sheet.parts.append(f'<g transform="{frame}" stroke-linecap="round" stroke-linejoin="round">{"".join(paths)}</g>')


def draw_card(sheet: Sheet, card: str, x: float, y: float) -> None:
    """Draw a card with its upper left corner at a point."""
    name, _, motif = card.partition("-")
    colour = COLOURS[name]
    sheet.draw_box(x, y, CARD, CARD, CARD * 0.15, fill=colour.value, stroke=colour.edge, stroke_width=1.5)
    draw_motif(sheet, motif, x + CARD * 0.3, y + CARD * 0.3, CARD * 0.64, colour.tone, colour.value)
    sheet.draw_glyph(colour.mix, x + CARD * 0.2, y + CARD * 0.2, CARD * 0.27, colour.ink)


def draw_ghost(sheet: Sheet, card: str, x: float, y: float) -> None:
    """Draw the outline of a card that could be placed."""
    name, _, motif = card.partition("-")
    sheet.draw_box(x, y, CARD, CARD, CARD * 0.15, fill=LIGHT, stroke=STRONG, stroke_width=2.5)
    draw_motif(sheet, motif, x + CARD * 0.3, y + CARD * 0.3, CARD * 0.64, STRONG, LIGHT)
    sheet.draw_glyph(COLOURS[name].mix, x + CARD * 0.2, y + CARD * 0.2, CARD * 0.27)


class Cross:
    """A cross on a sheet with its upper left cell at a point."""

    def __init__(self, sheet: Sheet, x: float, y: float, cross: CrossView) -> None:
        self.sheet, self.x, self.y, self.cross = sheet, x, y, cross
        self.cells = {card: self.cell(k, max(cross.centre_y, 0)) for k, card in enumerate(cross.row)}
        for k, card in enumerate(cross.column):
            self.cells[card] = self.cell(cross.centre_x, k)

    def cell(self, col: int, row: int) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return self.x + col * STEP, self.y + row * STEP

    def draw(self, ghost: str = "") -> None:
        """Draw the mats and the cards; a ghost is a card that could be placed, drawn as an outline."""
        cross, (x, y) = self.cross, self.cell(max(self.cross.centre_x, 0), max(self.cross.centre_y, 0))
        self.sheet.draw_box(self.x - GAP, y - GAP, len(cross.row) * STEP + GAP, STEP + GAP, 14, fill=MAT)
        if cross.column:
            self.sheet.draw_box(x - GAP, self.y - GAP, STEP + GAP, len(cross.column) * STEP + GAP, 14, fill=MAT)
        for card, corner in self.cells.items():
            (draw_ghost if card == ghost else draw_card)(self.sheet, card, *corner)

    def number(self, *cards: str) -> None:
        """Number cards in the order in which they were placed."""
        for k, card in enumerate(cards, 1):
            x, y = self.cells[card]
            self.sheet.draw("circle", cx=x + CARD - 10, cy=y + 10, r=10, fill=LIGHT, stroke=DARK)
            self.sheet.draw_text(x + CARD - 10, y + 14.5, str(k), 12.5, anchor="middle", bold=True)


def draw_note(sheet: Sheet, x: float, y: float, title: str, text: str, width: int) -> None:
    """Draw a bold line, and a text below it that is broken at `width` letters."""
    sheet.draw_text(x, y, title, bold=True)
    sheet.draw_lines(x, y + 20, text, width, size=13, fill=QUIET)


def explain_conflict(pos: Position, seat: int, card: str) -> str:
    """Return why a seat cannot place a card."""
    reason = why_not_card(pos.table.setup.readable_constants, pos.s, seat, CARD_NUMBERS[card])
    assert reason is not None
    return reason.text


# ---------------------------------------------------------------------- pictures


def draw_line_picture() -> str:
    """Draw a line, a card that extends it and one that does not."""
    pos = Position("yellow shell, turquoise fish", "red starfish, violet anchor, pink fish", deck="blue chest")
    pos.place("yellow shell in the line or row", "red starfish in the line or row", "turquoise fish in the line or row")
    reason = pos.table.knowledge(1).why_not(("stock:pink-fish",), "axis:row")
    assert reason is not None
    pos.place("violet anchor in the line or row")
    sheet = Sheet(
        620, 196, "A line of yellow shell, red starfish and turquoise fish. A violet anchor extends it on the "
        "right; a pink fish does not fit, because there is already a fish.",
    )  # fmt: skip
    Cross(sheet, 28, 28, pos.view().cross).draw(ghost="violet-anchor")
    draw_note(sheet, 28, 134, "A violet anchor extends the line.",
              "It differs in colour and motif from every card in it.", 44)  # fmt: skip
    draw_card(sheet, "pink-fish", 374, 28)
    for width, ink in ((7, LIGHT), (3, STRONG)):
        sheet.draw_path(f"M370 100l{CARD + 8} {-CARD - 8}", stroke=ink, stroke_width=width)
    draw_note(sheet, 374 + CARD + 16, 46, "Does not fit", reason.text, 22)
    return sheet.finish()


def draw_crossing_picture() -> str:
    """Draw a line before and after it is crossed."""
    pos = Position("yellow shell, turquoise fish", "red starfish, red jellyfish", deck="blue chest")
    pos.place("yellow shell in the line or row", "red starfish in the line or row", "turquoise fish in the line or row")
    assert pos.targets("red jellyfish") == {"across the yellow card", "across the turquoise card"}
    sheet = Sheet(
        620, 240, "A red jellyfish crosses the line below the yellow shell, which becomes the centre. It could not "
        "extend the line, because there is a red card in it.",
    )  # fmt: skip
    sheet.draw_text(28, 30, "A line", bold=True)
    Cross(sheet, 28, 48, pos.view().cross).draw()
    draw_card(sheet, "red-jellyfish", 28, 148)
    draw_note(sheet, 28 + CARD + 14, 176, "The next card", "There is a red card in the line.", 30)
    pos.place("red jellyfish across the yellow card")
    sheet.draw_arrow(276, 48 + CARD / 2, 330, 48 + CARD / 2)
    sheet.draw_text(356, 30, "A cross", bold=True)
    Cross(sheet, 356, 48, pos.view().cross).draw()
    draw_note(sheet, 356 + STEP + 10, 48 + STEP + 24, "The yellow shell",
              "is now the centre. The card has to differ only from it.", 25)  # fmt: skip
    return sheet.finish()


def draw_cross_picture() -> str:
    """Draw a cross, and where one more card fits."""
    pos = Position(
        "blue jellyfish, yellow shell, violet turtle, turquoise fish, red propeller",
        "red fish, green anchor, orange starfish, pink chest", deck="pink shell",
    )  # fmt: skip
    pos.place(
        "blue jellyfish in the line or row",
        "red fish in the line or row",
        "yellow shell in the line or row",
        "orange starfish across the blue card",
    )
    pos.place(
        "violet turtle in the line or row",
        "pink chest in the column",
        "turquoise fish in the column",
        "green anchor in the line or row",
    )
    assert pos.targets("red propeller") == {"in the column"}
    pos.place("red propeller in the column")
    sheet = Sheet(
        620, 424, "A cross of nine cards. The blue jellyfish in the centre belongs to the row and to the column. The "
        "last card, a red propeller, is in the column, because there is a red fish in the row.",
    )  # fmt: skip
    cross = Cross(sheet, 28, 28, pos.view().cross)
    cross.draw(ghost="red-propeller")
    beside = cross.cells["blue-jellyfish"][0] + STEP + 12
    draw_note(sheet, beside, cross.cells["red-propeller"][1] + 28, "A red propeller fits here,",
              "at the end of the shorter arm. There is already a red card in the row.", 42)  # fmt: skip
    x, y = cross.cells["yellow-shell"]
    draw_note(sheet, x + STEP + 12, y + 28, "Row", "Five colours and five motifs.", 18)
    x, y = cross.cells["turquoise-fish"]
    draw_note(sheet, beside, y + 28, "Column", "The centre belongs to both row and column.", 44)
    return sheet.finish()


def draw_miss_picture() -> str:
    """Draw a stock of which no card fits."""
    pos = Position(
        "yellow shell, green turtle", "red starfish, blue anchor", "violet fish, red anchor, violet chest", turn=1
    )
    pos.place(
        "red starfish in the line or row",
        "violet fish in the line or row",
        "yellow shell in the line or row",
        "blue anchor across the violet card",
    )
    assert pos.s.turn == 0  # Cy missed the turn
    sheet = Sheet(
        620,
        272,
        "A cross of four cards, and a stock of two that fit neither the row nor the column: Cy misses this turn.",
    )
    sheet.draw_text(28, 30, "The cross", bold=True)
    Cross(sheet, 28, 48, pos.view().cross).draw()
    sheet.draw_text(292, 30, "Cy’s stock", bold=True)
    for k, card in enumerate(pos.view().stocks[2]):
        y = 48 + k * (CARD + 28)
        draw_card(sheet, card, 292, y)
        sheet.draw_lines(292 + CARD + 14, y + 12, explain_conflict(pos, 2, card), 33, size=13, fill=QUIET)
    sheet.draw_text(28, 250, "No card fits: Cy misses this turn and draws nothing.", bold=True)
    return sheet.finish()


def draw_alone_picture() -> str:
    """Draw how a player continues alone and wins the cross."""
    pos = Position("yellow shell, green fish, orange turtle", "yellow anchor", "yellow chest")
    pos.place("yellow shell in the line or row")
    assert pos.s.alone
    cards = {seat: pos.view().stocks[seat][0] for seat in (1, 2)}
    conflicts = {seat: explain_conflict(pos, seat, card) for seat, card in cards.items()}
    pos.place("green fish in the line or row")
    before, action = pos.table.knowledge(0), pos.table.setup.parse_action("place orange turtle across the green card")
    pos.table.play(0, action)
    moment = pos.table.knowledge(0).moment(before, 0, action)
    assert isinstance(moment, Moment)
    result = fill_names(moment.text, NAMES).split(". ")[0]
    sheet = Sheet(620, 290, f"After the first card Bo and Cy are stuck, so Ada places two more. {result}.")
    sheet.draw_text(28, 30, "Ada continues alone", bold=True)
    cross = Cross(sheet, 28, 48, moment.cross)
    cross.draw()
    cross.number("yellow-shell", "green-fish", "orange-turtle")
    for k, (seat, card) in enumerate(cards.items()):
        assert pos.s.stock[seat] & pos.s.playable
        y = 48 + k * (CARD + 12)
        draw_card(sheet, card, 250, y)
        draw_note(sheet, 250 + CARD + 14, y + 22, f"{NAMES[seat]} missed after card 1", conflicts[seat], 40)
    sheet.draw_box(28, 214, 564, 36, 18, fill=TABLE, stroke=LINE)
    sheet.draw_text(310, 237, f"{result}.", anchor="middle", bold=True)
    sheet.draw_text(310, 272, "Both cards would fit now, but it is too late.", 13, anchor="middle", fill=QUIET)
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    return {
        "line": draw_line_picture(),
        "crossing": draw_crossing_picture(),
        "cross": draw_cross_picture(),
        "miss": draw_miss_picture(),
        "alone": draw_alone_picture(),
    }
