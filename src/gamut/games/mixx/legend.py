"""Every area, sign and number on the table of Mixx."""

from __future__ import annotations

from gamut.engine.presentation import LegendEntry, LegendSection
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES, Constants

CROSS_TEXT = (
    "The cards of this round; no colour and no motif may occur twice in the row or in the column. You choose row or "
    "column; the end makes no difference and is chosen for you."
)
SIGNS = {
    "yellow": "A ring.",
    "red": "A vertical stroke.",
    "turquoise": "A ring with two horizontal strokes.",
    "orange": "A ring with a vertical stroke.",
    "pink": "A square with a vertical stroke.",
    "blue": "A horizontal stroke.",
    "green": "A ring with a horizontal stroke.",
    "violet": "A vertical and a horizontal stroke, crossed.",
}
PICTURES = {
    "shell": "A scallop with its ribs.",
    "starfish": "A star with five arms.",
    "fish": "A fish with an eye and two stripes.",
    "jellyfish": "An umbrella with four tentacles.",
    "propeller": "A ship's propeller with three blades.",
    "turtle": "A turtle from above.",
    "chest": "A treasure chest with a lock.",
    "anchor": "A ship's anchor.",
}


def legend(c: Constants) -> tuple[LegendSection, ...]:
    table = [
        LegendEntry("area:cross", "Line or cross", CROSS_TEXT),
        LegendEntry("area:stock", "Your stock", "Your cards. All stocks are face up."),
        LegendEntry("area:seats", "Players", "The stocks of the other players, and how many cards each has won."),
        LegendEntry("deck", "Deck", "The number beside it shows how many cards are left to draw."),
        LegendEntry("prize", "Cards on the table", describe_prize(c)),
    ]
    colours = [LegendEntry(f"colour:{name}", name.capitalize(), SIGNS[name]) for name in COLOUR_NAMES]
    motifs = [
        LegendEntry(f"motif:{name}", name.capitalize(), PICTURES[name])
        for name in MOTIF_NAMES[: int(c.cards).bit_count() // len(COLOUR_NAMES)]
    ]
    return (
        LegendSection("The table", tuple(table)),
        LegendSection("Colours and their signs", tuple(colours)),
        LegendSection("Motifs", tuple(motifs)),
    )


def describe_prize(c: Constants) -> str:
    following = "The other player" if c.seats == 2 else "The same player"
    return f"The player who places the last card wins this many. {following} begins the next round."
