"""The pictures of Prismatic's rules page, drawn from its cards and from positions of the game."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from gamut.engine.look import LIGHT, blend, format_number, line_path, load_look
from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from gamut.games.prismatic.presentation import count_words
from gamut.games.prismatic.view import CardInfo, Catalogue, Price, PrintedEffect, RecipeInfo, Unit, View
from tests.games.prismatic.builders import committing, do, end_round, look, resolving, settle
from tools.svg import LINE, QUIET, STRONG, TABLE, Sheet

LOOK = load_look(GAME.folder)
COLOURS = LOOK.colours
SPECTRUM = ("red", "yellow", "green", "cyan", "blue", "magenta")
NIGHT, FAINT = "#131313", "#b4b4b4"
INFO = GAME.open(2).catalogue
assert isinstance(INFO, Catalogue)
CARDS = {card.name: card for card in INFO.cards}
BOARD = INFO.board
NAMES = ["Ada", "Bo", "Cy"]

# ---------------------------------------------------------------------- lights


def place_sign(sheet: Sheet, d: str, x: float, y: float, size: float, **attributes: str | float) -> None:
    """Draw a path of a box of 24 with its upper left corner at a point."""
    frame = f"translate({format_number(x)} {format_number(y)}) scale({format_number(size / 24)})"
    sheet.draw_path(d, transform=frame, **attributes)


def draw_sign(sheet: Sheet, sign: str, x: float, y: float, size: float = 18, ink: str = STRONG) -> None:
    """Draw the icon of a type or an action with its upper left corner at a point."""
    place_sign(sheet, LOOK.drawings[sign], x, y, size, fill="none", stroke=ink, stroke_width=1.8,
               stroke_linecap="round", stroke_linejoin="round")  # fmt: skip


def draw_prism(sheet: Sheet, x: float, y: float, size: float, ink: str = "#ffffff") -> None:
    """Draw a clear triangle around a point."""
    place_sign(sheet, "M12 2.5 22.500 20.500H1.500Z", x - size / 2, y - size / 2, size, fill=ink, fill_opacity=0.22,
               stroke=ink, stroke_width=1.7, stroke_linejoin="round")  # fmt: skip


def draw_spectrum(sheet: Sheet, x: float, y: float, r: float) -> None:
    """Draw a prismatic mote: a ring of six colours around its glyph."""
    for k, name in enumerate(SPECTRUM):
        a, b = k * pi / 3, (k + 1) * pi / 3
        start, end = (
            f"{format_number(x + r * sin(a))} {format_number(y - r * cos(a))}",
            (x + r * sin(b), y - r * cos(b)),
        )
        d = f"M{format_number(x)} {format_number(y)}L{start}A{format_number(r)} {format_number(r)} 0 0 1 "
        sheet.draw_path(f"{d}{format_number(end[0])} {format_number(end[1])}Z", fill=COLOURS[name].value)
    sheet.draw("circle", cx=x, cy=y, r=r * 0.7, fill=LIGHT)
    sheet.draw_glyph("p", x, y, r * 1.05)


def draw_item(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """Draw a mote or a prism around a point."""
    if item == "prism":
        draw_prism(sheet, x, y, size)
    elif item == "prismatic":
        draw_spectrum(sheet, x, y, size / 2)
    else:
        colour = COLOURS[item]
        black = item == "black"  # an eclipse: a dark disc with a bright edge
        sheet.draw("circle", cx=x, cy=y, r=size / 2, fill=colour.value, stroke=LIGHT, stroke_width=2 if black else 1.2)
        sheet.draw_glyph(colour.mix, x, y, size * 0.62, LIGHT if black else colour.ink)


def draw_light(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """Draw light: a sign that glows, with rays and without a disc."""
    colour = COLOURS[item]
    ink = blend(colour.value, LIGHT, 0.2)
    for share, glow in ((0.64, 0.16), (0.44, 0.22)):
        sheet.draw("circle", cx=x, cy=y, r=size * share, fill=colour.value, fill_opacity=glow)
    near, far = size * 0.48, size * 0.62
    for k in range(12):
        dx, dy = sin(k * pi / 6), cos(k * pi / 6)
        ray = line_path(x + near * dx, y - near * dy, x + far * dx, y - far * dy)
        sheet.draw_path(ray, stroke=ink, stroke_width=size * 0.07, stroke_linecap="round")
    sheet.draw_glyph(colour.mix, x, y, size * 0.6, ink)


def draw_missing(sheet: Sheet, item: str, x: float, y: float, size: float = 24) -> None:
    """Draw an item that a price still needs: its sign in a hollow ring."""
    if item == "prism":
        draw_prism(sheet, x, y, size * 0.8, FAINT)
    else:
        ink = FAINT if item == "black" else blend(COLOURS[item].value, LIGHT, 0.38)
        sheet.draw("circle", cx=x, cy=y, r=size / 2, fill="none", stroke=ink, stroke_width=1.4)
        sheet.draw_glyph(COLOURS[item].mix, x, y, size * 0.6, ink)


def draw_unit(sheet: Sheet, unit: Unit, x: float, y: float, size: float = 24) -> None:
    """Draw an item of a price by what pays it."""
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
    """Draw items in a row; return where the next one would be."""
    for item in items:
        draw_item(sheet, item, x, y, size)
        x += size + 7
    return x


def draw_bed(sheet: Sheet, x: float, y: float, width: float, height: float = 44) -> None:
    """Draw the dark background of lights."""
    sheet.draw_box(x, y, width, height, 10, fill=NIGHT)


def draw_zone(sheet: Sheet, name: str, items: Sequence[str], x: float, y: float, width: float, pool: bool) -> None:
    """Draw a named place with lights."""
    sheet.draw_text(x, y - 7, name, 12.5, fill=QUIET)
    draw_bed(sheet, x, y, width)
    for k, item in enumerate(items):
        (draw_light if pool else draw_item)(sheet, item, x + 24 + k * (36 if pool else 31), y + 22)


# ---------------------------------------------------------------------- cards and recipes


def draw_effect(sheet: Sheet, effect: PrintedEffect, x: float, y: float, size: float = 20) -> float:
    """Draw an effect to the right of a point; return where it ends."""
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


def effect_width(effect: PrintedEffect, size: float) -> float:
    if effect.kind == "pool":
        return size * 1.6
    return size * (0.4 + 0.62 * effect.count) + 6 if effect.kind == "prism" else size + 6


def draw_footer(sheet: Sheet, card: CardInfo, x: float, y: float) -> None:
    """Draw the rewards and the ability of a card."""
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
            sheet.draw_path(line_path(at, y, at + 12, y) + "m-5 -4l5 4l-5 4", fill="none", stroke=LIGHT,
                            stroke_width=1.5)  # fmt: skip
            at += 20
        for effect in effects:
            at = draw_effect(sheet, effect, at, y, 18)
        x += width + 10
    if not card.rewards and not card.ability:
        sheet.draw_text(x, y + 5, "no effect", 11.5, fill=QUIET)


def draw_card(sheet: Sheet, card: CardInfo, x: float, y: float, units: Sequence[Unit] = (), width: float = 246) -> None:
    """Draw a play card: type, name and stars; its price; its effects."""
    sheet.draw_box(x, y, width, 118, 14, fill=LIGHT, stroke=LINE)
    draw_sign(sheet, card.type, x + 10, y + 8)
    sheet.draw_text(x + 34, y + 22, card.name, 14, bold=True)
    for k in range(card.stars):
        place_sign(sheet, LOOK.drawings["star"], x + width - 24 - 15 * k, y + 10, 14, fill=STRONG)
    draw_bed(sheet, x + 9, y + 34, width - 18, 42)
    for k, unit in enumerate(units or [Unit(item, "there") for item in card.cost]):
        draw_unit(sheet, unit, x + 30 + k * 33, y + 55)
    draw_footer(sheet, card, x + 12, y + 97)


RECIPE_WIDTH, RECIPE_HEIGHT = 92, 52


def draw_recipe(sheet: Sheet, recipe: RecipeInfo, x: float, y: float, units: Sequence[Unit] = ()) -> None:
    """Draw a recipe of the board: what it costs, an arrow, and what it gives."""
    sheet.draw_box(x, y, RECIPE_WIDTH, RECIPE_HEIGHT, 12, fill="#1f1f1f")
    cost = units or [Unit(item, "there") for item in recipe.cost]
    middle = y + RECIPE_HEIGHT / 2
    columns = 2 if len(cost) > 1 else 1
    for k, unit in enumerate(cost):
        row, column = divmod(k, columns)
        alone = k == len(cost) - 1 and column == 0
        left = x + (24 if alone else 15)
        top = middle - 9 * ((len(cost) + 1) // columns - 1) if len(cost) > 2 else middle
        draw_unit(sheet, unit, left + 18 * column, top + 18 * row, 15)
    arrow = line_path(x + 45, middle, x + 53, middle) + "m-3.500 -3l3.500 3l-3.500 3"
    sheet.draw_path(arrow, fill="none", stroke=FAINT, stroke_width=1.3)
    several = recipe.gives.kind == "prism" and recipe.gives.count > 1
    size = 14 if several else 22
    wide = effect_width(recipe.gives, size)
    draw_effect(sheet, recipe.gives, x + 74 - wide / 2 + (2 if several else 3), middle, size)


def find_creation(id: str) -> RecipeInfo:
    return next(recipe for recipe in BOARD if recipe.id == id)


# ---------------------------------------------------------------------- the table


def view_of(table: Table, seat: int = 0) -> View:
    view = table.knowledge(seat).view
    assert isinstance(view, View)
    return view


def find_price(view: View, id: str) -> Price:
    """Return the price of a card in progress of seat 1, or of a recipe of the board."""
    return next(x for x in (*view.seats[0].progress, *view.board) if x.id == id)


def play_and_log(table: Table, *actions: str, seat: int = 0) -> list[str]:
    """Play actions of a seat; return the log entries that seat 1 sees."""
    texts = []
    for action in actions:
        before, number = table.knowledge(0), table.setup.parse_action(action)
        number = table.visible_action(0, seat, number)
        table.play(seat, action)
        for entry in table.knowledge(0).log_entries(before, seat, number):
            name = "" if entry.seat < 0 else "You " if entry.seat == 0 else f"{NAMES[entry.seat]} "
            texts.append(name + entry.text)
    return texts


def draw_number(sheet: Sheet, k: int, y: float) -> None:
    """Draw the number of a row."""
    sheet.draw("circle", cx=36, cy=y, r=13, fill=STRONG)
    sheet.draw_text(36, y + 5, str(k), anchor="middle", bold=True, fill=LIGHT)


def draw_caption(sheet: Sheet, x: float, y: float, head: str, text: str, wide: int = 42) -> None:
    """Draw a bold line, and a text below it."""
    sheet.draw_text(x, y, head, bold=True)
    sheet.draw_lines(x, y + 19, text, wide, size=12.5, fill=QUIET)


# ---------------------------------------------------------------------- pictures


def draw_card_picture() -> str:
    card = CARDS["Verdigris"]
    sheet = Sheet(620, 196, "A play card: Verdigris is a hue card with 2 stars. It costs two green motes, a cyan and "
                  "a white one. It gives a cyan mote once, and each round a green mote on it pays for "
                  "a pull.")  # fmt: skip
    draw_card(sheet, card, 187, 40)
    draw_caption(sheet, 20, 44, "Type and name", "Hue, sky or craft.", 22)
    draw_caption(sheet, 20, 104, "Price", "What it takes to create it.", 20)
    draw_caption(sheet, 462, 44, "Stars", "What it scores.", 20)
    draw_caption(sheet, 462, 104, "Each round", "Its ability: a green mote on it pays for a pull.", 20)
    sheet.draw_text(199, 182, "Once: a cyan mote, when it is created.", 12.5, fill=QUIET)
    return sheet.finish()


def draw_round_picture() -> str:
    """Draw one round of a player: draw, commit, resolve, and the end of the round."""
    table = committing(drawn="RGBWK", bag="RK", progress={"Aurora": "GM"}, palette="B")
    start = view_of(table)
    do(table, "place white on Aurora", "place green on the palette")
    placed = view_of(table)
    do(table, "done")
    do(table, "done", seat=1)
    before = view_of(table)
    texts = play_and_log(table, "make cyan light")
    lit = view_of(table)
    assert find_price(lit, "aurora").ready
    texts += play_and_log(table, "create Aurora")
    do(table, "skip the rewards", "end turn")
    sheet = Sheet(620, 566, "One round. You draw red, green, blue, white and black. You commit white to Aurora and "
                  "green to your palette; the others return to your bag. On your turn you make cyan light from "
                  "green and blue on your palette, and the light pays what Aurora still needs. At the end all "
                  "used motes are back in your bag.")  # fmt: skip
    draw_number(sheet, 1, 44)
    draw_caption(sheet, 62, 34, "Draw", "Five motes from your bag, visible to all.", 22)
    draw_zone(sheet, "Drawn", start.seats[0].drawn, 240, 32, 170, False)
    draw_number(sheet, 2, 134)
    draw_caption(sheet, 62, 124, "Commit", "In secret, on cards or your palette. The rest returns.", 22)
    draw_card(sheet, CARDS["Aurora"], 240, 104, find_price(placed, "aurora").units)
    draw_zone(sheet, "Palette", placed.seats[0].palette, 500, 126, 84, False)
    draw_unit(sheet, Unit(placed.seats[0].fresh[0], "fresh"), 556, 148)
    draw_number(sheet, 3, 272)
    draw_caption(sheet, 62, 262, "Create", "In turn order, players create cards and use abilities.", 22)
    draw_recipe(sheet, find_creation("pool-cyan"), 240, 262, find_price(before, "pool-cyan").units)
    sheet.draw_arrow(340, 289, 368, 289)
    draw_zone(sheet, "Light, this turn only", lit.pool, 376, 267, 110, True)
    draw_card(sheet, CARDS["Aurora"], 240, 340, find_price(lit, "aurora").units)
    sheet.draw_lines(500, 374, f"{texts[0]}. {texts[1]}.", 16, size=12.5, fill=QUIET)
    draw_number(sheet, 4, 500)
    draw_caption(sheet, 62, 490, "Round end", "Used motes return, and the token moves on.", 24)
    draw_zone(sheet, "Your bag", bag_items(view_of(table)), 240, 490, 326, False)
    return sheet.finish()


def bag_items(view: View) -> list[str]:
    """Return the motes in the bag of seat 1."""
    assert isinstance(INFO, Catalogue)
    return [item for item, n in zip(INFO.items, view.seats[0].bag, strict=False) for _ in range(n)]


def draw_recipe_picture() -> str:
    """Draw three recipes: light adds, pigment subtracts, a prism splits."""
    table = resolving(palette="RGMW^", bag="BBBBBB")
    rows = []
    for own, action, words in (
        ("pool-yellow", "make yellow light", "Light adds: red and green light make yellow. You can use it "
         "until the end of your turn."),
        ("mote-red-1", "make a red mote from magenta and yellow", "Pigment subtracts: magenta removes green, "
         "yellow removes blue, and red is left. The yellow light pays."),
        ("mote-red-2", "make a red mote from white and a prism", "A prism splits white light into colours, such as "
         "red. The prism returns to the supply."),
    ):  # fmt: skip
        view = view_of(table)
        assert find_price(view, own).ready
        rows.append((own, find_price(view, own).units, words, play_and_log(table, action)[-1]))
    gained = view_of(table).gained
    assert gained == ["red", "red"]
    sheet = Sheet(620, 366, "Three recipes of the board: yellow light from red and green; a red mote from magenta and "
                  "the yellow light; a second red mote from white and a prism.")  # fmt: skip
    for k, (own, units, words, caption) in enumerate(rows):
        y = 22 + k * 104
        draw_number(sheet, k + 1, y + 26)
        draw_recipe(sheet, find_creation(own), 66, y, units)
        sheet.draw_text(180, y + 18, f"{caption}.", bold=True)
        sheet.draw_lines(180, y + 40, words, 58, size=12.5, fill=QUIET)
    sheet.draw_text(66, 350, "Both red motes are added to your bag at the end of your turn.", 13, fill=QUIET)
    return sheet.finish()


def draw_transformation_picture() -> str:
    """Draw an ability that turns a mote into light, which completes a card."""
    table = resolving(created={"First Light": "R"}, progress={"Sun Dog": "WW"}, bag="RGBRGBWK")
    before = find_price(view_of(table), "sun-dog").units
    used = play_and_log(table, "use First Light")
    after = find_price(view_of(table), "sun-dog")
    assert after.ready
    created = play_and_log(table, "create Sun Dog")
    sheet = Sheet(620, 330, "An ability: a red mote on First Light becomes yellow light. With it and the two white "
                  "motes on it, Sun Dog can be created.")  # fmt: skip
    draw_number(sheet, 1, 83)
    draw_card(sheet, CARDS["First Light"], 66, 24)
    draw_caption(sheet, 340, 48, f"{used[0]}.", "The red mote on it pays. Light cannot pay for abilities.", 36)
    draw_bed(sheet, 340, 96, 128)
    draw_item(sheet, "red", 364, 118)
    sheet.draw_path(line_path(388, 118, 412, 118) + "m-7 -5l7 5l-7 5", fill="none", stroke=LIGHT, stroke_width=1.6)
    draw_light(sheet, "yellow", 440, 118)
    draw_number(sheet, 2, 241)
    draw_card(sheet, CARDS["Sun Dog"], 66, 182, after.units)
    assert [unit.paid for unit in before] == ["missing", "there", "there"]
    draw_caption(sheet, 340, 206, f"{created[0]}.", "The two white motes on it and the yellow light pay. You "
                 "get its reward, a prism, automatically.", 36)  # fmt: skip
    return sheet.finish()


def draw_auction_picture() -> str:
    """Draw an auction with a tie for the highest bid."""
    table = resolving(3, auction=True)
    for seat, prisms in enumerate((4, 3, 5)):
        look(table).stock[seat] = prisms
    settle(table)
    end_round(table)
    for seat, action in ((0, "bid 2"), (1, "bid 1")):
        do(table, action, seat=seat)
    first = play_and_log(table, "bid 2", seat=2)
    do(table, "bid 3")
    second = play_and_log(table, "drop out", seat=2)
    result = [text for text in second if "Round" not in text and " drew " not in text]
    sheet = Sheet(620, 250, f"An auction. First: {', '.join(first)}. Then, between the two highest bidders: "
                  f"{', '.join(result)}.")  # fmt: skip
    sheet.draw_text(28, 34, "All players bid in secret", bold=True)
    sheet.draw_text(330, 34, "The highest bidders bid again", bold=True)
    for seat, prisms in enumerate((2, 1, 2)):
        draw_bid(sheet, NAMES[seat] if seat else "You", prisms, 28, 50 + 56 * seat, prisms == 2)
    draw_bid(sheet, "You", 3, 330, 50, True)
    draw_bid(sheet, "Cy", 0, 330, 162, False)
    sheet.draw_text(330 + 62, 162 + 26, "drops out", 13, fill=QUIET)
    sheet.draw_arrow(266, 72, 316, 72)
    sheet.draw_arrow(266, 184, 316, 184)
    draw_sign(sheet, "token", 514, 56, 30)
    sheet.draw_text(310, 236, f"{result[-1]}.", anchor="middle", bold=True)
    return sheet.finish()


def draw_bid(sheet: Sheet, name: str, prisms: int, x: float, y: float, strong: bool) -> None:
    """Draw the bid of a player."""
    sheet.draw_box(x, y, 226, 44, 12, fill=LIGHT if strong else TABLE, stroke=STRONG if strong else LINE)
    sheet.draw_text(x + 14, y + 27, name, bold=strong)
    if prisms:
        draw_bed(sheet, x + 62, y + 7, 14 + 30 * prisms, 30)
        draw_row(sheet, ["prism"] * prisms, x + 82, y + 22, 20)


# The places of the recipes on the board, in the order of the catalogue: columns and rows
BOARD_PLACES = (
    (0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1),
    (0, 2), (1, 2), (2, 2), (3, 2), (4, 2), (5, 0), (5, 2),
    (0, 3), (1, 3), (2, 3), (3, 3), (4, 3), (5, 1), (5, 3),
)  # fmt: skip


def draw_board_picture() -> str:
    """Draw all recipes of the board, grouped by what they give."""
    words = "; ".join(f"{x.gives.text} for {count_words(x.cost)}" for x in BOARD)
    sheet = Sheet(620, 268, f"The board with its 21 recipes: {words}.")
    draw_bed(sheet, 8, 8, 604, 252)
    for recipe, (column, row) in zip(BOARD, BOARD_PLACES, strict=True):
        draw_recipe(sheet, recipe, 20 + column * 98, 20 + row * 60)
    for text, column, row in (("Light for your turn:", 3, 0), ("Motes", 4, 1)):
        sheet.draw_text(24 + column * 98, 42 + row * 60, text, 12.5, bold=True, fill=LIGHT)
    sheet.draw_text(24 + 3 * 98, 59, "it vanishes when the turn ends", 12, fill=FAINT)
    sheet.draw_text(24 + 4 * 98, 119, "to keep", 12, fill=FAINT)
    return sheet.finish()


def draw_pictures() -> dict[str, str]:
    """Return all pictures by name."""
    return {
        "card": draw_card_picture(),
        "round": draw_round_picture(),
        "recipe": draw_recipe_picture(),
        "transformation": draw_transformation_picture(),
        "auction": draw_auction_picture(),
        "board": draw_board_picture(),
    }
