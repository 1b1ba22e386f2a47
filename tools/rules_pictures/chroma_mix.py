"""The pictures of the rules page of Chroma Mix, drawn from its cards and from positions."""

from __future__ import annotations

from gamut.engine.look import DARK, LIGHT, format_number, load_look
from gamut.engine.presentation import fill_names
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.view import CardInfo, Stack, View, catalogue
from tests.games.chroma_mix.builders import Position
from tools.svg import LINE, MAT, QUIET, STRONG, TABLE, Sheet

LOOK = load_look(GAME.folder)
COLOURS = LOOK.colours
INFO = {card.id: card for card in catalogue(GAME.open(2).readable_constants).cards}
PIGMENT_GLYPHS = {"C": "b", "M": "r", "Y": "y"}
NAMES = ["Ada", "Bo"]
CARD_SIZE, SMALL_SIZE = 64, 32

# ---------------------------------------------------------------------- pieces


def draw_sign(sheet: Sheet, effect: str, x: float, y: float, size: float = 20) -> None:
    """Draw the sign of an `instant` or `ongoing` effect, its corner at a point."""
    frame = f"translate({format_number(x)} {format_number(y)}) scale({format_number(size / 24)})"
    if effect == "ongoing":
        sheet.draw_path(LOOK.drawings[effect], transform=frame, fill="none", stroke=STRONG, stroke_width=1.8)
    else:
        sheet.draw_path(LOOK.drawings[effect], transform=frame, fill=STRONG)


def draw_card(sheet: Sheet, id: str, x: float, y: float, size: float = CARD_SIZE, *, name: bool = True) -> None:
    """Draw a card, its corner at a point: colour, glyph, points if there is room, and its name below."""
    card, colour = INFO[id], COLOURS[id]
    sheet.draw_box(x, y, size, size, size * 0.15, fill=colour.value, stroke=colour.edge, stroke_width=1.5)
    sheet.draw_glyph(colour.mix, x + size / 2, y + size * 0.54, size * 0.5, colour.ink)
    if card.points and size > SMALL_SIZE:
        sheet.draw_text(x + size - 6, y + 15, str(card.points), 13, anchor="end", bold=True, fill=colour.ink)
    if name:
        sheet.draw_text(x + size / 2, y + size + 15, card.name, 12, anchor="middle", fill=QUIET)


def draw_dots(sheet: Sheet, rank: int, x: float, y: float) -> None:
    for k in range(rank):
        sheet.draw("circle", cx=x + 9 * k, cy=y, r=3, fill=STRONG)


def draw_pigments(sheet: Sheet, pigments: str, x: float, y: float) -> float:
    """Draw pigments as glyphs in circles; return where the next one would be."""
    for k, pigment in enumerate(pigments):
        sheet.draw("circle", cx=x + 22 * k, cy=y, r=10, fill=LIGHT, stroke=LINE)
        sheet.draw_glyph(PIGMENT_GLYPHS[pigment], x + 22 * k, y, 14)
    return x + 22 * len(pigments)


def draw_cards(sheet: Sheet, ids: list[str], x: float, y: float, step: float = 88) -> float:
    """Draw cards in a row; return where the next one would be."""
    for k, id in enumerate(ids):
        draw_card(sheet, id, x + k * step, y)
    return x + len(ids) * step


def spectator_view(pos: Position) -> View:
    view = pos.table.knowledge(-1).view
    assert isinstance(view, View)
    return view


# ---------------------------------------------------------------------- a card


def draw_card_picture() -> str:
    card = INFO["slate-gray"]
    sheet = Sheet(
        620, 244, f"The card {card.name}: its pigments as a glyph, its rank as dots, its points, its instant effect "
        "and its ongoing effect.",
    )  # fmt: skip
    draw_card(sheet, card.id, 36, 34, 116, name=False)
    sheet.draw_text(94, 174, card.name, 15, anchor="middle", bold=True)
    draw_dots(sheet, card.rank, 85, 190)
    rows = [
        ("Points", f"{card.points}, while the card is in your play area."),
        ("Pigments", "One stroke each: cyan is level, magenta upright, yellow a ring."),
        ("Rank", "One dot for each pigment."),
        ("Instant", card.instant_text),
        ("Ongoing", card.ongoing_text),
    ]
    y = 46
    for head, text in rows:
        if head in ("Instant", "Ongoing"):
            draw_sign(sheet, head.lower(), 180, y - 15)
        sheet.draw_text(206, y, head, 13, bold=True)
        y += 10 + 19 * sheet.draw_lines(282, y, text, 42, size=13, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- a mix


def draw_mix(sheet: Sheet, hand: str, actions: tuple[str, ...], y: float, note: str) -> None:
    """Draw two cards, their pigments, and what they make."""
    mix = spectator_view(Position(hand, "").do(*actions)).mix
    assert mix is not None
    assert mix.makes
    x = draw_cards(sheet, [card.id for card in mix.cards], 28, y)
    sheet.draw_arrow(x - 14, y + 32, x + 16, y + 32)
    end = draw_pigments(sheet, mix.sums[0], x + 36, y + 32)
    sheet.draw_arrow(end + 2, y + 32, end + 32, y + 32)
    end = draw_cards(sheet, mix.makes, end + 48, y)
    sheet.draw_lines(end + 4, y + 26, note, 22, size=13, fill=QUIET)


def draw_mix_picture() -> str:
    """Draw two mixes, and one that is not possible."""
    sheet = Sheet(
        620, 312, "Soft Cyan and Light Yellow together have the strokes of Jungle. Cerulean and Fuchsia make "
        "Sapphire Blue. Violet and Cerulean have one cyan too many for it.",
    )  # fmt: skip
    draw_mix(sheet, "Soft Cyan, Light Yellow", ("mix Soft Cyan", "add Light Yellow"), 24,
             "Look for the card that has both strokes.")  # fmt: skip
    draw_mix(sheet, "Cerulean, Fuchsia", ("mix Cerulean", "add Fuchsia"), 120, "Two and two: rank 4.")
    assert not Position("Violet, Cerulean", "").can("mix Violet")
    x = draw_cards(sheet, ["violet", "cerulean"], 28, 216)
    sheet.draw_arrow(x - 14, 248, x + 16, 248)
    end = draw_pigments(sheet, "CCCMM", x + 36, 248)
    sheet.draw_lines(end + 12, 242, "One cyan too many for Sapphire Blue: not possible.", 26, size=13, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- a chain of prints


CHAIN = {
    "print Violet": "violet",
    "also print Cerulean": "cerulean",
    "gain Light Yellow": "light-yellow",
    "also print Light Yellow": "light-yellow",
}


def draw_chain_picture() -> str:
    """Draw the decisions that are pending while Violet prints."""
    pos = Position("Violet, Cerulean, Soft Cyan", "", plays=("Pear",))
    sheet = Sheet(
        620, 16 + 84 * len(CHAIN), "Violet prints two more cards: first Cerulean with its effect, then a Light "
        "Yellow gained from it. Pending decisions are listed beside each step; Pear comes last.",
    )  # fmt: skip
    for row, (action, card) in enumerate(CHAIN.items()):
        pos.do(action)
        y = 20 + 84 * row
        draw_card(sheet, card, 24, y, 54, name=False)
        sheet.draw_text(92, y + 22, action[0].upper() + action[1:], 13, bold=True)
        sheet.draw_text(92, y + 42, f"Hand: {pos.hand()}", 12, fill=QUIET)
        for k, pending in enumerate(spectator_view(pos).pending):
            top = y - 4 + 25 * k
            sheet.draw_box(286, top, 322, 21, 10, fill=LIGHT if pending.current else TABLE, stroke=LINE)
            sheet.draw_chip(COLOURS[pending.card], 298, top + 10.5, 15)
            sheet.draw_text(312, top + 14.5, fill_names(pending.text, NAMES), 10.5, bold=pending.current)
    return sheet.finish()


# ---------------------------------------------------------------------- the victories


VICTORIES = (  # victory, special card, hand and play area
    ("points", "none", "", "Emerald Green, Turquoise, Pear, Coral, Jungle, Light Yellow"),
    ("ruby", "none", "Emerald Green, Sapphire Blue", "Ruby Red"),
    ("sapphire", "none", "6 Soft Cyan, 5 Pale Magenta, 3 Light Yellow", "Sapphire Blue, Cerulean, Azure"),
    ("burgundy", "burgundy", "4 Soft Cyan, 2 Lemon", "Burgundy, Key, Pear, Coral"),
    ("mustard", "mustard", "", "Mustard"),
    ("petrol", "petrol", "2 Cerulean, 2 Lemon", "Petrol, Fuchsia, Coral"),
)


def draw_stacks(sheet: Sheet, label: str, stacks: list[Stack], x: float, y: float) -> None:
    """Draw small cards in a row, equal ones as one with a count."""
    sheet.draw_text(x + 14, y + 20, label, 11, fill=QUIET)
    for k, stack in enumerate(stacks):
        draw_card(sheet, stack.id, x + 62 + 36 * k, y, SMALL_SIZE, name=False)
        if stack.count > 1:
            sheet.draw("circle", cx=x + 92 + 36 * k, cy=y + 30, r=8, fill=LIGHT, stroke=DARK)
            sheet.draw_text(x + 92 + 36 * k, y + 34, str(stack.count), 10.5, anchor="middle", bold=True)


def draw_victory(sheet: Sheet, victory: str, special: str, hand: str, play: str, x: float, y: float) -> None:
    """Draw a panel with the cards that achieve a victory, and its count."""
    tucked = "2 Pear, Lemon" if victory == "mustard" else ""
    me = spectator_view(Position(hand, "", plays=(play,), special=special, tucked=tucked)).players[0]
    progress = next(one for one in me.progress if one.victory == victory)
    assert progress.met
    sheet.draw_box(x, y, 282, 132, 14, fill=MAT)
    sheet.draw_text(x + 14, y + 24, progress.title, bold=True)
    sheet.draw_text(x + 268, y + 24, progress.text, 13, anchor="end", bold=True)
    draw_stacks(sheet, "in play", me.play, x, y + 36)
    if victory == "points":
        for k, stack in enumerate(me.play):
            points = str(INFO[stack.id].points)
            sheet.draw_text(x + 78 + 36 * k, y + 90, points, 13, anchor="middle", bold=True)
    elif tucked:
        draw_stacks(sheet, "tucked", me.tucked, x, y + 82)
    else:
        draw_stacks(sheet, "in hand", me.hand, x, y + 82)


def draw_victories_picture() -> str:
    """Draw six players who have won, each with another victory."""
    sheet = Sheet(
        620, 464, "The six victories: 17 points in play; Ruby Red in play with Emerald Green and Sapphire Blue; "
        "Sapphire Blue in play and 17 cards; Burgundy with 2, 3 and 4 cards of rank 3, 2 and 1; Mustard with 8 "
        "dots tucked under it; Petrol with six cards of rank 2.",
    )  # fmt: skip
    for k, (victory, special, hand, play) in enumerate(VICTORIES):
        draw_victory(sheet, victory, special, hand, play, 20 + 298 * (k % 2), 20 + 146 * (k // 2))
    return sheet.finish()


# ---------------------------------------------------------------------- all cards


def draw_cards_picture() -> str:
    """Draw every card by rank."""
    sheet = Sheet(620, 20 + 5 * 92, "All 24 cards by rank, with their glyphs and points. Rank 3 takes two rows.")
    rows: list[list[CardInfo]] = [[card for card in INFO.values() if card.rank == rank] for rank in (4, 3, 2, 1)]
    rows[1:2] = [rows[1][:4], rows[1][4:]]
    y = 20
    for row in rows:
        draw_dots(sheet, row[0].rank, 20, y + 32)
        for k, card in enumerate(row):
            draw_card(sheet, card.id, 74 + (78 if len(row) > 6 else 90) * k, y, 56)
        y += 92
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    return {
        "card": draw_card_picture(),
        "mix": draw_mix_picture(),
        "chain": draw_chain_picture(),
        "victories": draw_victories_picture(),
        "cards": draw_cards_picture(),
    }
