"""Every area, sign and number on the table of Prismatic."""

from __future__ import annotations

from gamut.engine.presentation import LegendEntry, LegendSection
from gamut.games.prismatic.cards import COLOUR_NAMES
from gamut.games.prismatic.details import ACTION_SENTENCES, effect_icon, effect_title
from gamut.games.prismatic.record import Constants

SIGNS = {
    "red": "A vertical stroke.",
    "green": "A sprout.",
    "blue": "A horizontal stroke.",
    "cyan": "The sprout of green with the horizontal stroke of blue.",
    "magenta": "The vertical stroke of red with the horizontal stroke of blue.",
    "yellow": "The vertical stroke of red with the sprout of green.",
    "white": "An empty square.",
    "black": "A full square on a dark disc with a bright edge.",
}


def legend(c: Constants) -> tuple[LegendSection, ...]:
    return (
        LegendSection("The table", list_areas(c)),
        LegendSection("Motes, light and prisms", LIGHTS),
        LegendSection(
            "Colours and their signs",
            tuple(LegendEntry(f"colour:{name}", name.capitalize(), SIGNS[name]) for name in COLOUR_NAMES),
        ),
        LegendSection("Cards", CARDS),
        LegendSection(
            "Actions",
            tuple(
                LegendEntry(effect_icon(effect), effect_title(effect), text)
                for effect, text in ACTION_SENTENCES.items()
            ),
        ),
        LegendSection("Round and score", list_round(c)),
    )


def list_areas(c: Constants) -> tuple[LegendEntry, ...]:
    bid = LegendEntry("area:bid", "Bid", "The arrows change your bid, the button places it. Only the winner pays.")
    return (
        LegendEntry("area:seats", "Players", "Their stars, created cards by type, motes and prisms."),
        LegendEntry("area:round", "Commit and create", "All players place motes in secret; then each takes one turn."),
        LegendEntry("area:board", "Board", "21 recipes: pay what is before the arrow, get what is after it."),
        LegendEntry("area:common", "Common cards", "Any player can create them with what is on their palette."),
        *([bid] if c.auction else []),
        LegendEntry("area:supply", "Supply", "At the start, you choose two motes from it for your bag."),
        LegendEntry("area:palette", "Palette", "Your motes and prisms for recipes and common cards."),
        LegendEntry("area:drawn", "Drawn", "The motes that you drew and have not placed."),
        LegendEntry("area:light", "Light", "It pays once for its colour and vanishes at the end of the turn."),
        LegendEntry(
            "area:bag",
            "Bag",
            "How many motes are in your bag; you draw five each round. “+4” come at the end of your turn. "
            "When the bag is empty, all your committed motes return to it before you draw.",
        ),
        LegendEntry("area:stock", "Prisms", "How many prisms you have in stock, to place or to keep."),
        LegendEntry("area:offered", "To choose from", "Cards that you were dealt or have drawn; keep one of them."),
        LegendEntry("area:progress", "In progress", "Your cards that are not finished; others can steal them."),
        LegendEntry(
            "area:created",
            "Created cards",
            "Your finished cards; they are safe. Each ability can be used once per round, at once and in later rounds.",
        ),
    )


LIGHTS = (
    LegendEntry(
        "red",
        "Mote",
        "A filled disc with a dark sign: it stays yours and returns to your bag. Having the most scores a star.",
    ),
    LegendEntry("pool:yellow", "Light", "Rays without a disc: it pays like a mote, once, and only this turn."),
    LegendEntry(
        "prismatic", "Prismatic mote", "It pays for any one colour. The player with the most scores two stars."
    ),
    LegendEntry("prism", "Prism", "It is used up when it pays; every four score a star at the end."),
    LegendEntry("missing:red", "Hollow ring", "This item of a price is still missing."),
    LegendEntry("fresh:red", "Dashed ring", "You placed it this round; you can undo it until all have committed."),
)

CARDS = (
    LegendEntry("hue", "Hue", "What gives things their colour. The player with the most hue cards scores a star."),
    LegendEntry("sky", "Sky", "Light in the sky. The player with the most sky cards scores a star."),
    LegendEntry("craft", "Craft", "What people make. The player with the most craft cards scores a star."),
    LegendEntry("star", "Stars", "What a card scores once it is created; beside a player, the stars so far."),
    LegendEntry("once", "Once", "A reward that you get once, when you create the card."),
    LegendEntry("arrow", "Arrow", "Pay what is before it, get what is after it. You can use each once per round."),
    LegendEntry("tick", "Check mark", "Already used this turn; beside a player: ready."),
)


def describe_scoring(c: Constants) -> str:
    return (
        "Created cards score their stars. One star each: the most motes, the most hue, sky and craft cards, every four "
        f"prisms, and being the first to create {c.goal} cards. Two stars: the most prismatic motes. If players tie "
        "for the most, none of them scores. Each card in progress costs a star. Equal stars: more created cards win, "
        "then more motes, more prisms, reaching the goal first, and the turn order of the first round."
    )


def list_round(c: Constants) -> tuple[LegendEntry, ...]:
    change = (
        "Players bid prisms for it after each round." if c.auction else "It passes to the next player after each round."
    )
    return (
        LegendEntry("★", "Stars at the end", describe_scoring(c)),
        LegendEntry("token", "Starter token", f"Its holder takes the first turn. {change}"),
        LegendEntry(
            str(c.goal),
            f"First to {c.goal} cards",
            "The first player to create this many scores a star. Then one last round follows, and the player with the "
            "most stars wins.",
        ),
        LegendEntry(
            "−1",
            "Unfinished card",
            "Each card in progress costs a star at the end. The stars shown so far do not include this.",
        ),
    )
