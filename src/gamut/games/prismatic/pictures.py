"""The pictures of Prismatic's rules page, drawn from its cards and from positions of the game."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from gamut.drawing import LIGHT, LINE, QUIET, STRONG, TABLE, Colour, Sheet, draw_line, say_number
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.positions import committing, do, end_round, look, resolving, settle
from gamut.games.prismatic.view import (
    CardInfo,
    CreationInfo,
    Effect,
    Price,
    PrismaticCatalogue,
    PrismaticView,
    Unit,
)

COLOURS = {
    colour.id: colour
    for colour in (
        Colour("red", "#ff4b40", "r"),
        Colour("green", "#35d560", "g"),
        Colour("blue", "#2f62f2", "b"),
        Colour("cyan", "#38d9ec", "gb"),
        Colour("magenta", "#f259dc", "rb"),
        Colour("yellow", "#ffe441", "rg"),
        Colour("white", "#ffffff", "w"),
        Colour("black", "#141416", "k"),
        Colour("prismatic", "#e9e9e9", "p"),
    )
}
SPECTRUM = ("red", "yellow", "green", "cyan", "blue", "magenta")
NIGHT, DIM, FAINT = "#131313", "#6e6e6e", "#b4b4b4"
SIGNS = {  # as the pages draw them, in a box of 24
    "hue": "M12 3.500c3.800 4.300 6 7.200 6 10a6 6 0 0 1-12 0c0-2.800 2.200-5.700 6-10Z",
    "sky": "M3 18.500h18M5.500 18.500a6.500 6.500 0 0 1 13 0M12 4.500v3M4.600 8.600l2 2M19.400 8.600l-2 2",
    "craft": "M7 4.500h10l4 5-9 10.500L3 9.500ZM3 9.500h18M9 9.500l3 10.500 3-10.500",
    "pull": "M12 14V4M7.500 8.500 12 4l4.500 4.500M5 14.500v5h14v-5",
    "empty": "M5 5.500v14h14v-14M9 12h6",
    "draw": "M8.5 7H19v13H8.5ZM5 16.5V4h10.5",
    "discard": "M7 3.500h10v10M7 3.500v13h6M14 16l5 5M19 16l-5 5",
    "steal": "M13.500 4.500h7v11h-7M10.500 8 5 12.500l5.500 4.500M5 12.500h9.500",
    "token": "M12 3 21 18.500H3ZM12 10l3.500 6h-7Z",
}
STAR = "M12 2.6l2.9 6 6.6.9-4.8 4.6 1.2 6.5-5.9-3.1-5.9 3.1 1.2-6.5L2.5 9.5l6.6-.9Z"
INFO = GAME.open(2).catalogue
assert isinstance(INFO, PrismaticCatalogue)
CARDS = {card.name: card for card in INFO.cards}
BOARD = INFO.board
NAMES = ["Ada", "Bo", "Cy"]

# ---------------------------------------------------------------------- lights


def place_sign(sheet: Sheet, d: str, x: float, y: float, size: float, **look: str | float) -> None:
    """A path of a box of 24, its corner at a point."""
    frame = f"translate({say_number(x)} {say_number(y)}) scale({say_number(size / 24)})"
    sheet.draw_path(d, transform=frame, **look)


def draw_sign(sheet: Sheet, sign: str, x: float, y: float, size: float = 18, ink: str = STRONG) -> None:
    """A sign of a type or an action."""
    place_sign(sheet, SIGNS[sign], x, y, size, fill="none", stroke=ink, stroke_width=1.8,
               stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def draw_prism(sheet: Sheet, x: float, y: float, size: float, ink: str = "#ffffff") -> None:
    """A clear triangle around a point."""
    place_sign(sheet, "M12 2.5 22.500 20.500H1.500Z", x - size / 2, y - size / 2, size, fill=ink, fill_opacity=0.22,
               stroke=ink, stroke_width=1.7, stroke_linejoin="round")  # fmt: skip


def draw_spectrum(sheet: Sheet, x: float, y: float, r: float) -> None:
    """A prismatic mote: a ring of six colours around its sign."""
    for k, name in enumerate(SPECTRUM):
        a, b = k * pi / 3, (k + 1) * pi / 3
        start, end = f"{say_number(x + r * sin(a))} {say_number(y - r * cos(a))}", (x + r * sin(b), y - r * cos(b))
        d = f"M{say_number(x)} {say_number(y)}L{start}A{say_number(r)} {say_number(r)} 0 0 1 "
        sheet.draw_path(f"{d}{say_number(end[0])} {say_number(end[1])}Z", fill=COLOURS[name].value)
    sheet.draw("circle", cx=x, cy=y, r=r * 0.7, fill=LIGHT)
    sheet.draw_glyph("p", x, y, r * 1.05)


def draw_item(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """A mote with a hard edge, or a prism, around a point."""
    if item == "prism":
        draw_prism(sheet, x, y, size)
    elif item == "prismatic":
        draw_spectrum(sheet, x, y, size / 2)
    else:
        colour = COLOURS[item]
        edge = DIM if item == "black" else LIGHT
        sheet.draw("circle", cx=x, cy=y, r=size / 2, fill=colour.value, stroke=edge, stroke_width=1.2)
        sheet.draw_glyph(colour.mix, x, y, size * 0.62, colour.ink if item != "black" else LIGHT)


def draw_light(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """A colour of the pool: a soft edge and a wide glow."""
    colour = COLOURS[item]
    for share, glow in ((0.78, 0.2), (0.64, 0.35), (0.5, 1)):
        sheet.draw("circle", cx=x, cy=y, r=size * share, fill=colour.value, fill_opacity=glow)
    sheet.draw_glyph(colour.mix, x, y, size * 0.56, colour.ink)


def draw_missing(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """What a price still needs: its glyph in a grey ring."""
    sheet.draw("circle", cx=x, cy=y, r=size / 2, fill="none", stroke=DIM, stroke_width=1.4)
    if item == "prism":
        draw_prism(sheet, x, y, size * 0.6, FAINT)
    else:
        sheet.draw_glyph(COLOURS[item].mix, x, y, size * 0.6, FAINT)


def draw_unit(sheet: Sheet, unit: Unit, x: float, y: float, size: float = 24) -> None:
    """One item of a price, as what pays it."""
    if unit.paid == "missing":
        draw_missing(sheet, unit.item, x, y, size)
    elif unit.paid == "pool":
        draw_light(sheet, unit.item, x, y, size)
    else:
        draw_item(sheet, unit.item if unit.paid != "prismatic" else "prismatic", x, y, size)
    if unit.paid == "fresh":
        sheet.draw("circle", cx=x, cy=y, r=size / 2 + 3.5, fill="none", stroke=LIGHT, stroke_width=1.4,
                   stroke_dasharray="3 3")  # fmt: skip


def draw_row(sheet: Sheet, items: Sequence[str], x: float, y: float, size: float = 24) -> float:
    """Items in a row; return where the next one would be."""
    for item in items:
        draw_item(sheet, item, x, y, size)
        x += size + 7
    return x


def draw_bed(sheet: Sheet, x: float, y: float, width: float, height: float = 44) -> None:
    """The dark ground that lights lie on."""
    sheet.draw_box(x, y, width, height, 10, fill=NIGHT)


def draw_zone(sheet: Sheet, name: str, items: Sequence[str], x: float, y: float, width: float, pool: bool) -> None:
    """A named place with lights."""
    sheet.draw_text(x, y - 7, name, 12.5, fill=QUIET)
    draw_bed(sheet, x, y, width)
    for k, item in enumerate(items):
        (draw_light if pool else draw_item)(sheet, item, x + 24 + k * (36 if pool else 31), y + 22)


# ---------------------------------------------------------------------- cards and recipes


def draw_effect(sheet: Sheet, effect: Effect, x: float, y: float, size: float = 20) -> float:
    """What is given, around a point from the left; return where it ends."""
    if effect.kind == "pool":
        draw_light(sheet, effect.colour, x + size * 0.7, y, size)
        return x + size * 1.6
    if effect.kind == "mote":
        draw_item(sheet, effect.colour, x + size / 2, y, size)
        return x + size + 6
    if effect.kind == "prism":
        for k in range(effect.count):
            draw_prism(sheet, x + size / 2 + k * size * 0.62, y, size)
        return x + size * (0.4 + 0.62 * effect.count) + 6
    draw_sign(sheet, "draw" if effect.kind == "keep_one" else effect.kind, x, y - size / 2, size, LIGHT)
    return x + size + 6


def effect_width(effect: Effect, size: float) -> float:
    """How wide an effect is drawn."""
    if effect.kind == "pool":
        return size * 1.6
    return size * (0.4 + 0.62 * effect.count) + 6 if effect.kind == "prism" else size + 6


def draw_footer(sheet: Sheet, card: CardInfo, x: float, y: float) -> None:
    """`once` and `each round`, as pictures on a dark bed."""
    for word, takes, effects in (
        ("once", "", card.rewards),
        ("each round", card.takes, (card.ability,) if card.ability else ()),
    ):
        if not effects:
            continue
        sheet.draw_text(x, y + 5, word, 11.5, fill=QUIET)
        x += len(word) * 6 + 10
        width = 10 + (44 if takes else 0) + sum(effect_width(effect, 18) for effect in effects)
        draw_bed(sheet, x, y - 13, width, 27)
        at = x + 6
        if takes:
            draw_item(sheet, takes, at + 9, y, 18)
            at += 22
            sheet.draw_path(draw_line(at, y, at + 12, y) + "m-5 -4l5 4l-5 4", fill="none", stroke=LIGHT,
                            stroke_width=1.5)  # fmt: skip
            at += 20
        for effect in effects:
            at = draw_effect(sheet, effect, at, y, 18)
        x += width + 10
    if not card.rewards and not card.ability:
        sheet.draw_text(x, y + 5, "stars only", 11.5, fill=QUIET)


def draw_card(
    sheet: Sheet, card: CardInfo, x: float, y: float, units: Sequence[Unit] = (), width: float = 246
) -> None:
    """A play card: type, name, stars; the price; what it gives."""
    sheet.draw_box(x, y, width, 118, 14, fill=LIGHT, stroke=LINE)
    draw_sign(sheet, card.type, x + 10, y + 8)
    sheet.draw_text(x + 34, y + 22, card.name, 14, bold=True)
    for k in range(card.stars):
        place_sign(sheet, STAR, x + width - 24 - 15 * k, y + 10, 14, fill=STRONG)
    draw_bed(sheet, x + 9, y + 34, width - 18, 42)
    for k, unit in enumerate(units or [Unit(item, "there") for item in card.cost]):
        draw_unit(sheet, unit, x + 30 + k * 33, y + 55)
    draw_footer(sheet, card, x + 12, y + 97)


def draw_recipe(sheet: Sheet, creation: CreationInfo, x: float, y: float, units: Sequence[Unit] = ()) -> None:
    """A creation of the board: what it gives, large, over what it costs, small."""
    sheet.draw_box(x, y, 78, 74, 12, fill="#1f1f1f")
    wide = effect_width(creation.gives, 28)
    draw_effect(sheet, creation.gives, x + 39 - wide / 2 + 2, y + 24, 28)
    cost = units or [Unit(item, "there") for item in creation.cost]
    left = x + 39 - (len(cost) - 1) * 9
    for k, unit in enumerate(cost):
        draw_unit(sheet, unit, left + k * 18, y + 58, 15)


def find_creation(own: str) -> CreationInfo:
    """A creation of the board by its id."""
    return next(creation for creation in BOARD if creation.id == own)


# ---------------------------------------------------------------------- the table


def seen(table: Table, seat: int = 0) -> PrismaticView:
    """The view of a seat."""
    found = table.knowledge(seat).view
    assert isinstance(found, PrismaticView)
    return found


def price(view: PrismaticView, own: str) -> Price:
    """A card in progress of seat 1, or a creation of the board."""
    return next(x for x in (*view.places[0].progress, *view.board) if x.id == own)


def tell(table: Table, *actions: str, seat: int = 0) -> list[str]:
    """Do actions of a seat; return what the seat reads in the log."""
    said = []
    for action in actions:
        before, number = table.knowledge(0), table.setup.action(action)
        number = table.seen(0, seat, number)
        table.play(seat, action)
        for entry in table.knowledge(0).tell(before, seat, number):
            name = "" if entry.seat < 0 else "You " if entry.seat == 0 else f"{NAMES[entry.seat]} "
            said.append(name + entry.text)
    return said


def draw_number(sheet: Sheet, k: int, y: float) -> None:
    """The number of a row."""
    sheet.draw("circle", cx=36, cy=y, r=13, fill=STRONG)
    sheet.draw_text(36, y + 5, str(k), anchor="middle", bold=True, fill=LIGHT)


def draw_caption(sheet: Sheet, x: float, y: float, head: str, text: str, wide: int = 42) -> None:
    """A bold line and a few quiet ones."""
    sheet.draw_text(x, y, head, bold=True)
    sheet.draw_lines(x, y + 19, text, wide, size=12.5, fill=QUIET)


# ---------------------------------------------------------------------- pictures


def draw_card_picture() -> str:
    """A card explained."""
    card = CARDS["Verdigris"]
    sheet = Sheet(620, 196, "A play card, explained: Verdigris is a hue card with 2 stars. Its price is two green "
                  "motes, a cyan and a white one. It gives a cyan mote once; and in each round a green mote on it "
                  "lets you pull.")  # fmt: skip
    draw_card(sheet, card, 187, 40)
    draw_caption(sheet, 20, 44, "Type and name", "Hue, sky or craft.", 22)
    draw_caption(sheet, 20, 104, "Price", "What it takes to create it.", 20)
    draw_caption(sheet, 462, 44, "Stars", "What it counts.", 20)
    draw_caption(sheet, 462, 104, "Each round", "Its ability: a green mote on it pays for a pull.", 20)
    sheet.draw_text(199, 182, "Once: a cyan mote, when it is created.", 12.5, fill=QUIET)
    return sheet.finish()


def draw_round_picture() -> str:
    """One round of one seat: draw, commit, resolve, and the end of the round."""
    table = committing(drawn="RGBWK", bag="RK", progress={"Aurora": "GM"}, palette="B")
    start = seen(table)
    do(table, "lay white on Aurora", "lay green on the palette")
    laid = seen(table)
    do(table, "done")
    do(table, "done", seat=1)
    before = seen(table)
    told = tell(table, "make cyan for the pool")
    lit = seen(table)
    assert price(lit, "aurora").ready
    told += tell(table, "create Aurora")
    do(table, "decline", "end step")
    sheet = Sheet(620, 566, "One round. You draw red, green, blue, white and black. You commit white to Aurora and "
                  "green to your palette; the others go back to the bag. In your step you make cyan for the pool "
                  "from green and blue on the palette, and the pool pays what Aurora still missed. At the end all "
                  "motes that paid are in your bag again.")  # fmt: skip
    draw_number(sheet, 1, 44)
    draw_caption(sheet, 62, 34, "Draw", "Five motes from your bag, open to all.", 22)
    draw_zone(sheet, "Drawn", start.places[0].drawn, 240, 32, 170, False)
    draw_number(sheet, 2, 134)
    draw_caption(sheet, 62, 124, "Commit", "In secret: on cards, or on the palette. The rest goes back.", 22)
    draw_card(sheet, CARDS["Aurora"], 240, 104, price(laid, "aurora").units)
    draw_zone(sheet, "Palette", laid.places[0].palette, 500, 126, 84, False)
    draw_unit(sheet, Unit(laid.places[0].fresh[0], "fresh"), 556, 148)
    draw_number(sheet, 3, 272)
    draw_caption(sheet, 62, 262, "Resolve", "One after the other, everybody creates and uses abilities.", 22)
    draw_recipe(sheet, find_creation("pool-cyan"), 240, 252, price(before, "pool-cyan").units)
    sheet.draw_arrow(330, 289, 362, 289)
    draw_zone(sheet, "Pool, in this step", lit.pool, 376, 267, 110, True)
    draw_card(sheet, CARDS["Aurora"], 240, 340, price(lit, "aurora").units)
    sheet.draw_lines(500, 374, f"{told[0]}. {told[1]}.", 16, size=12.5, fill=QUIET)
    draw_number(sheet, 4, 500)
    draw_caption(sheet, 62, 490, "Round end", "Motes that paid come back, the token goes on.", 24)
    draw_zone(sheet, "Your bag", bag_items(seen(table)), 240, 490, 326, False)
    return sheet.finish()


def bag_items(view: PrismaticView) -> list[str]:
    """What is in the bag of seat 1."""
    assert isinstance(INFO, PrismaticCatalogue)
    return [item for item, n in zip(INFO.items, view.places[0].bag, strict=False) for _ in range(n)]


def draw_recipe_picture() -> str:
    """Light adds, pigment subtracts, a prism splits."""
    table = resolving(palette="RGMW^", bag="BBBBBB")
    rows = []
    for own, action, words in (
        ("pool-yellow", "make yellow for the pool", "Light adds: red and green light are yellow. It stays in the "
         "pool until the end of your step."),
        ("mote-red-1", "make a red mote from magenta and yellow", "Pigment subtracts: magenta takes green away, "
         "yellow takes blue, and red is left. The pool pays the yellow."),
        ("mote-red-2", "make a red mote from white and prism", "A prism splits white light: red comes out. The "
         "prism goes to the supply."),
    ):  # fmt: skip
        view = seen(table)
        assert price(view, own).ready
        rows.append((own, price(view, own).units, words, tell(table, action)[-1]))
    gained = seen(table).gained
    assert gained == ["red", "red"]
    sheet = Sheet(620, 366, "Three recipes of the board, one after the other: yellow for the pool from red and "
                  "green; a red mote from magenta and the yellow of the pool; a second red mote from white and a "
                  "prism.")  # fmt: skip
    for k, (own, units, words, told) in enumerate(rows):
        y = 22 + k * 104
        draw_number(sheet, k + 1, y + 37)
        draw_recipe(sheet, find_creation(own), 66, y, units)
        sheet.draw_text(166, y + 18, f"{told}.", bold=True)
        sheet.draw_lines(166, y + 40, words, 60, size=12.5, fill=QUIET)
    sheet.draw_text(66, 350, "Both red motes reach your bag at the end of your step.", 13, fill=QUIET)
    return sheet.finish()


def draw_transformation_picture() -> str:
    """A mote becomes light, and the light finishes a card."""
    table = resolving(created={"First Light": "R"}, progress={"Sun Dog": "WW"}, bag="RGBRGBWK")
    before = price(seen(table), "sun-dog").units
    used = tell(table, "use First Light")
    after = price(seen(table), "sun-dog")
    assert after.ready
    made = tell(table, "create Sun Dog")
    sheet = Sheet(620, 330, "A transformation: a red mote on First Light becomes yellow for the pool. With it "
                  "Sun Dog, on which two white motes lie, can be created.")  # fmt: skip
    draw_number(sheet, 1, 83)
    draw_card(sheet, CARDS["First Light"], 66, 24)
    draw_caption(sheet, 340, 48, f"{used[0]}.", "The red mote on it pays. The pool cannot pay for abilities.", 36)
    draw_bed(sheet, 340, 96, 128)
    draw_item(sheet, "red", 364, 118)
    sheet.draw_path(draw_line(388, 118, 412, 118) + "m-7 -5l7 5l-7 5", fill="none", stroke=LIGHT, stroke_width=1.6)
    draw_light(sheet, "yellow", 440, 118)
    draw_number(sheet, 2, 241)
    draw_card(sheet, CARDS["Sun Dog"], 66, 182, after.units)
    assert [unit.paid for unit in before] == ["missing", "there", "there"]
    draw_caption(sheet, 340, 206, f"{made[0]}.", "Two white motes lie on it, the pool pays the yellow. Its "
                 "reward, a prism, comes by itself.", 36)  # fmt: skip
    return sheet.finish()


def draw_auction_picture() -> str:
    """Two share the highest bid; one raises."""
    table = resolving(3, auction=True)
    for seat, prisms in enumerate((4, 3, 5)):
        look(table).stock[seat] = prisms
    settle(table)
    end_round(table)
    for seat, action in ((0, "bid 2"), (1, "bid 1")):
        do(table, action, seat=seat)
    first = tell(table, "bid 2", seat=2)
    do(table, "bid 3")
    second = tell(table, "forgo", seat=2)
    said = [text for text in second if "Round" not in text and " drew " not in text]
    sheet = Sheet(620, 250, f"An auction. First: {', '.join(first)}. Then, between the two who share the highest "
                  f"bid: {', '.join(said)}.")  # fmt: skip
    sheet.draw_text(28, 34, "All bid, in secret", bold=True)
    sheet.draw_text(330, 34, "Who shares the highest bids again", bold=True)
    for seat, prisms in enumerate((2, 1, 2)):
        draw_bid(sheet, NAMES[seat] if seat else "You", prisms, 28, 50 + 56 * seat, prisms == 2)
    draw_bid(sheet, "You", 3, 330, 50, True)
    draw_bid(sheet, "Cy", 0, 330, 162, False)
    sheet.draw_text(330 + 62, 162 + 26, "forgoes", 13, fill=QUIET)
    sheet.draw_arrow(266, 72, 316, 72)
    sheet.draw_arrow(266, 184, 316, 184)
    draw_sign(sheet, "token", 514, 56, 30)
    assert said[-1] == "You took the starter token for 3 prisms"
    sheet.draw_text(310, 236, f"{said[-1]}.", anchor="middle", bold=True)
    return sheet.finish()


def draw_bid(sheet: Sheet, name: str, prisms: int, x: float, y: float, strong: bool) -> None:
    """A name and its prisms."""
    sheet.draw_box(x, y, 226, 44, 12, fill=LIGHT if strong else TABLE, stroke=STRONG if strong else LINE)
    sheet.draw_text(x + 14, y + 27, name, bold=strong)
    if prisms:
        draw_bed(sheet, x + 62, y + 7, 14 + 30 * prisms, 30)
        draw_row(sheet, ["prism"] * prisms, x + 82, y + 22, 20)


def draw_board_picture() -> str:
    """All creations of the board, three rows of seven."""
    words = "; ".join(f"{x.gives.text} for {' and '.join(x.cost)}" for x in BOARD)
    sheet = Sheet(620, 268, f"The board with its 21 creations: {words}.")
    draw_bed(sheet, 8, 8, 604, 252)
    for k, creation in enumerate(BOARD):
        draw_recipe(sheet, creation, 18 + k % 7 * 84.5, 18 + k // 7 * 80)
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    """All pictures by name."""
    return {
        "card": draw_card_picture(),
        "round": draw_round_picture(),
        "recipe": draw_recipe_picture(),
        "transformation": draw_transformation_picture(),
        "auction": draw_auction_picture(),
        "board": draw_board_picture(),
    }
