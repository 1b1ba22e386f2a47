"""The pictures of Chroma Mix's rules page, drawn from its cards and from positions of the game."""

from __future__ import annotations

from gamut.drawing import DARK, LIGHT, LINE, MAT, QUIET, STRONG, TABLE, Colour, Sheet, say_number
from gamut.engine.language import fill_names
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.positions import Scene
from gamut.games.chroma_mix.progress import Progress
from gamut.games.chroma_mix.views import CardInfo, ChromaMixView, Stack, catalogue

COLOURS = {
    colour.id: colour
    for colour in (
        Colour("soft-cyan", "#8ed7ef", "b"),
        Colour("pale-magenta", "#f3a1c6", "r"),
        Colour("light-yellow", "#fdf0a0", "y"),
        Colour("cerulean", "#27a0da", "bb"),
        Colour("coral", "#ff8367", "ry"),
        Colour("fuchsia", "#d81b82", "rr"),
        Colour("jungle", "#33a968", "by"),
        Colour("lavender", "#ad9be0", "rb"),
        Colour("lemon", "#ffe224", "yy"),
        Colour("prism", "#eeeeee", "pp"),
        Colour("azure", "#2a6fd6", "bbr"),
        Colour("key", "#17181a", "rybk"),
        Colour("orange", "#f7942a", "ryy"),
        Colour("pear", "#bdd24c", "byy"),
        Colour("raspberry", "#cc2450", "rry"),
        Colour("slate-gray", "#66737d", "ryb"),
        Colour("turquoise", "#25baad", "bby"),
        Colour("violet", "#8640bd", "rrb"),
        Colour("ruby", "#a9142c", "rryy"),
        Colour("emerald", "#0a7d4c", "bbyy"),
        Colour("sapphire", "#1a44a6", "bbrr"),
        Colour("burgundy", "#6c1a31", "brry"),
        Colour("mustard", "#c99c22", "bryy"),
        Colour("petrol", "#105a6a", "bbry"),
    )
}
INFO = {card.id: card for card in catalogue(GAME.open(2).strict_constants).cards}
STROKES = {"C": "b", "M": "r", "Y": "y"}  # the glyph of a pigment
NAMES = ["Ada", "Bo"]
BOLT = "M9.5 1.5 3.5 9h4l-1 5.5 6-7.5h-4Z"  # in a box of 16
EIGHT = (
    "M8 8C6.5 5.6 5.3 4.8 4 4.8a3.2 3.2 0 1 0 0 6.4c1.3 0 2.5-.8 4-3.2s2.7-3.2 4-3.2"
    "a3.2 3.2 0 1 1 0 6.4c-1.3 0-2.5-.8-4-3.2Z"
)
SIZE, SMALL = 64, 32

# ---------------------------------------------------------------------- pieces


def draw_sign(sheet: Sheet, lasting: bool, x: float, y: float, size: float = 15) -> None:
    """The bolt of what happens once, or the lying eight of what lasts; its corner at a point."""
    frame = f"translate({say_number(x)} {say_number(y)}) scale({say_number(size / 16)})"
    if lasting:
        sheet.draw_path(EIGHT, transform=frame, fill="none", stroke=STRONG, stroke_width=1.7)
    else:
        sheet.draw_path(BOLT, transform=frame, fill=STRONG)


def draw_card(sheet: Sheet, id: str, x: float, y: float, size: float = SIZE, *, name: bool = True) -> None:
    """A card as a printed swatch, its corner at a point: glyph, points where there is room, and its name below."""
    card, colour = INFO[id], COLOURS[id]
    sheet.draw_box(x, y, size, size, size * 0.15, fill=colour.value, stroke=colour.edge, stroke_width=1.5)
    sheet.draw_glyph(colour.mix, x + size / 2, y + size * 0.54, size * 0.5, colour.ink)
    if card.points and size > SMALL:
        sheet.draw_text(x + size - 6, y + 15, str(card.points), 13, anchor="end", bold=True, fill=colour.ink)
    if name:
        sheet.draw_text(x + size / 2, y + size + 15, card.name, 12, anchor="middle", fill=QUIET)


def draw_dots(sheet: Sheet, rank: int, x: float, y: float) -> None:
    """The dots of a rank."""
    for k in range(rank):
        sheet.draw("circle", cx=x + 9 * k, cy=y, r=3, fill=STRONG)


def draw_pigments(sheet: Sheet, pigments: str, x: float, y: float) -> float:
    """The single strokes of a sum, each in its circle; return where the next would be."""
    for k, pigment in enumerate(pigments):
        sheet.draw("circle", cx=x + 22 * k, cy=y, r=10, fill=LIGHT, stroke=LINE)
        sheet.draw_glyph(STROKES[pigment], x + 22 * k, y, 14)
    return x + 22 * len(pigments)


def draw_cards(sheet: Sheet, ids: list[str], x: float, y: float, step: float = 88) -> float:
    """Some cards in a row; return where the next one would be."""
    for k, id in enumerate(ids):
        draw_card(sheet, id, x + k * step, y)
    return x + len(ids) * step


def show(at: Scene) -> ChromaMixView:
    """What everybody sees."""
    seen = at.table.knowledge(-1).view
    assert isinstance(seen, ChromaMixView)
    return seen


# ---------------------------------------------------------------------- a card


def draw_card_picture() -> str:
    """What is printed on a card."""
    card = INFO["slate-gray"]
    sheet = Sheet(
        620, 244, f"The card {card.name}: its pigments as a glyph, its rank as dots, its points, what it does once "
        "and what lasts.",
    )  # fmt: skip
    draw_card(sheet, card.id, 36, 34, 116, name=False)
    sheet.draw_text(94, 174, card.name, 15, anchor="middle", bold=True)
    draw_dots(sheet, card.rank, 85, 190)
    said = [
        ("Points", f"{card.points}, while it lies in your play area."),
        ("Pigments", "A stroke each: cyan lies, magenta stands, yellow is a ring."),
        ("Rank", "A dot for each pigment."),
        ("Once", card.once_text),
        ("Lasts", card.lasting_text),
    ]
    y = 46
    for head, text in said:
        if head in ("Once", "Lasts"):
            draw_sign(sheet, head == "Lasts", 182, y - 13, 16)
        sheet.draw_text(206, y, head, 13, bold=True)
        y += 10 + 19 * sheet.draw_lines(282, y, text, 42, size=13, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- a mix


def draw_mix(sheet: Sheet, hand: str, steps: tuple[str, ...], y: float, note: str) -> None:
    """Two cards, the strokes they have together, and what they make."""
    at = Scene(hand, "").do(*steps)
    mix = show(at).mix
    assert mix is not None
    x = draw_cards(sheet, [card.id for card in mix.cards], 28, y)
    if mix.makes:
        sheet.draw_arrow(x - 14, y + 32, x + 16, y + 32)
        end = draw_pigments(sheet, mix.sums[0], x + 36, y + 32)
        sheet.draw_arrow(end + 2, y + 32, end + 32, y + 32)
        end = draw_cards(sheet, mix.makes, end + 48, y)
    else:
        end = x + 4
    sheet.draw_lines(end + 4, y + 26, note, 22, size=13, fill=QUIET)


def draw_mix_picture() -> str:
    """Two mixes, and one that does not fit."""
    sheet = Sheet(
        620, 312, "Soft Cyan and Light Yellow have the strokes of Jungle together. Cerulean and Fuchsia make "
        "Sapphire Blue. Violet and Cerulean have one cyan too much for it.",
    )  # fmt: skip
    draw_mix(sheet, "Soft Cyan, Light Yellow", ("mix Soft Cyan", "with Light Yellow"), 24,
             "Look for the card that has both strokes.")  # fmt: skip
    draw_mix(sheet, "Cerulean, Fuchsia", ("mix Cerulean", "with Fuchsia"), 120, "Two and two: rank 4.")
    at = Scene("Violet, Cerulean", "")
    assert not at.may("mix Violet")
    x = draw_cards(sheet, ["violet", "cerulean"], 28, 216)
    sheet.draw_arrow(x - 14, 248, x + 16, 248)
    end = draw_pigments(sheet, "CCCMM", x + 36, 248)
    sheet.draw_lines(end + 12, 242, "One cyan too much for Sapphire Blue: not possible.", 26, size=13, fill=QUIET)
    return sheet.finish()


# ---------------------------------------------------------------------- a chain of prints


CHAIN = {
    "print Violet": "violet",
    "also print Cerulean": "cerulean",
    "take Light Yellow": "light-yellow",
    "also print Light Yellow": "light-yellow",
}


def draw_chain_picture() -> str:
    """What waits while Violet prints."""
    at = Scene("Violet, Cerulean, Soft Cyan", "", plays=("Pear",))
    sheet = Sheet(
        620, 16 + 84 * len(CHAIN), "Violet prints two more cards. First Cerulean with all that it does, then a "
        "Light Yellow that Cerulean has just added. What waits is listed beside each step; Pear comes last.",
    )  # fmt: skip
    for row, (step, card) in enumerate(CHAIN.items()):
        at.do(step)
        y = 20 + 84 * row
        draw_card(sheet, card, 24, y, 54, name=False)
        sheet.draw_text(92, y + 22, step[0].upper() + step[1:], 13, bold=True)
        sheet.draw_text(92, y + 42, f"Hand: {at.hand()}", 12, fill=QUIET)
        for k, waits in enumerate(show(at).waiting):
            top = y - 4 + 25 * k
            sheet.draw_box(286, top, 322, 21, 10, fill=LIGHT if waits.now else TABLE, stroke=LINE)
            sheet.draw_chip(COLOURS[waits.card], 298, top + 10.5, 15)
            sheet.draw_text(312, top + 14.5, fill_names(waits.text, NAMES), 10.5, bold=waits.now)
    return sheet.finish()


# ---------------------------------------------------------------------- the victories


def find_progress(at: Scene, victory: str) -> Progress:
    """The progress of the first player to a victory."""
    return next(one for one in show(at).players[0].progress if one.victory == victory)


WON = (
    ("points", "none", "", "Emerald Green, Turquoise, Pear, Coral, Jungle, Light Yellow"),
    ("ruby", "none", "Emerald Green, Sapphire Blue", "Ruby Red"),
    ("sapphire", "none", "6 Soft Cyan, 5 Pale Magenta, 3 Light Yellow", "Sapphire Blue, Cerulean, Azure"),
    ("burgundy", "burgundy", "4 Soft Cyan, 2 Lemon", "Burgundy, Key, Pear, Coral"),
    ("mustard", "mustard", "", "Mustard"),
    ("petrol", "petrol", "2 Cerulean, 2 Lemon", "Petrol, Fuchsia, Coral"),
)


def draw_stacks(sheet: Sheet, label: str, stacks: list[Stack], x: float, y: float) -> None:
    """Small cards in a row, equal ones as one with a count."""
    sheet.draw_text(x + 14, y + 20, label, 11, fill=QUIET)
    for k, stack in enumerate(stacks):
        draw_card(sheet, stack.id, x + 62 + 36 * k, y, SMALL, name=False)
        if stack.count > 1:
            sheet.draw("circle", cx=x + 92 + 36 * k, cy=y + 30, r=8, fill=LIGHT, stroke=DARK)
            sheet.draw_text(x + 92 + 36 * k, y + 34, str(stack.count), 10.5, anchor="middle", bold=True)


def draw_victory(sheet: Sheet, victory: str, special: str, hand: str, play: str, x: float, y: float) -> None:
    """A panel: the cards that meet it, and its count."""
    tucked = "2 Pear, Lemon" if victory == "mustard" else ""
    at = Scene(hand, "", plays=(play,), special=special, tucked=tucked)
    one = find_progress(at, victory)
    assert one.now
    sheet.draw_box(x, y, 282, 132, 14, fill=MAT)
    sheet.draw_text(x + 14, y + 24, one.title, bold=True)
    sheet.draw_text(x + 268, y + 24, f"{one.have} of {one.need}", 13, anchor="end", bold=True)
    me = show(at).players[0]
    draw_stacks(sheet, "in play", me.play, x, y + 36)
    if victory == "points":
        for k, stack in enumerate(me.play):
            worth = str(INFO[stack.id].points)
            sheet.draw_text(x + 78 + 36 * k, y + 90, worth, 13, anchor="middle", bold=True)
    elif tucked:
        draw_stacks(sheet, "tucked", me.tucked, x, y + 82)
    else:
        draw_stacks(sheet, "in hand", me.hand, x, y + 82)


def draw_victories_picture() -> str:
    """Six players who have won, each in another way."""
    sheet = Sheet(
        620, 464, "The six victories: 17 points in play; Ruby Red in play with Emerald Green and Sapphire Blue; "
        "Sapphire Blue in play and 17 cards; Burgundy with 2, 3 and 4 cards of rank 3, 2 and 1; Mustard with 8 "
        "dots tucked under it; Petrol with six cards of rank 2.",
    )  # fmt: skip
    for k, (victory, special, hand, play) in enumerate(WON):
        draw_victory(sheet, victory, special, hand, play, 20 + 298 * (k % 2), 20 + 146 * (k // 2))
    return sheet.finish()


# ---------------------------------------------------------------------- all cards


def draw_cards_picture() -> str:
    """Every card by rank."""
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
    """All pictures by name."""
    return {
        "card": draw_card_picture(),
        "mix": draw_mix_picture(),
        "chain": draw_chain_picture(),
        "victories": draw_victories_picture(),
        "cards": draw_cards_picture(),
    }
