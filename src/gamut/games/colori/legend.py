"""Every area, sign and number on the table of Colori."""

from __future__ import annotations

from gamut.engine.presentation import LegendEntry, LegendSection, format_count, join_words
from gamut.games.colori import record as rec
from gamut.games.colori.cards import CARD_IDS, CARD_NAMES, COLOUR_NAMES
from gamut.games.colori.heuristics import makes_garments
from gamut.games.colori.presentation import ABILITIES, name_mix
from gamut.games.colori.record import Constants

PIP = "A pip is one unit of a colour, on a card or as part of the price of a garment."
FABRICS = range(rec.WOOL, rec.COTTON + 1)
TABLE = (
    LegendEntry("area:garments", "Garments", "The display: any player can make these garments."),
    LegendEntry("area:wheel", "Your wheel", "How many units of each colour you have stored."),
    LegendEntry(
        "sign:threads",
        "Lines in the wheel",
        "Each connects two colours that mix; the colour they make is between them.",
    ),
    LegendEntry("area:draft", "Draft hand", "Choose one card; the rest of the hand is passed on."),
    LegendEntry("area:queue", "Abilities", "The current ability and those that follow it, in order."),
    LegendEntry("area:drawn", "Drawn", "Cards from your own deck: store them, or pay with their fabric."),
    LegendEntry("area:drafted", "Drafted", "Cards from the draft: destroy them on your turn to use their abilities."),
    LegendEntry("area:seats", "Players", "The stars, garments, colours and cards of every player."),
)
PILES = (
    LegendEntry(
        "deck", "Deck", "The cards you draw from. When it is empty, your discard pile is shuffled into a new deck."
    ),
    LegendEntry("discard", "Discard pile", "Your stored and unused cards, which later become your deck again."),
    LegendEntry("draft-deck", "Draft deck", "All draft hands are dealt from this deck."),
    LegendEntry(
        "destroyed", "Destroyed", "All players' destroyed cards; when the draft deck runs out, they become the new one."
    ),
    LegendEntry("garment-deck", "Garment deck", "When a garment is made, the next one of this deck is put on display."),
)
CARD = (
    LegendEntry("card:madder", "Dye", "Its stripes are the pips that it adds to your wheel when you store it."),
    LegendEntry("sign:count", "Number at the corner", "How many identical cards are shown as one."),
    LegendEntry("sign:old", "Old", "This card was dealt before the draft deck ran out and was reshuffled."),
)
GARMENT = (
    LegendEntry("sign:pip", "Full pip", f"{PIP} A full one is on your wheel."),
    LegendEntry("sign:missing", "Hollow pip", "A colour that you still need."),
    LegendEntry(
        "sign:cloth", "Cloth", "The fabric of the garment; with a dashed outline it isn't among your drawn cards."
    ),
    LegendEntry("sign:ready", "Can be made", "You have its fabric and all its colours."),
    LegendEntry("sign:soon", "Ready after this mix", "The mix you are pointing at completes its colours."),
)


def legend(c: Constants) -> tuple[LegendSection, ...]:
    makers = join_words(CARD_NAMES[card] for card in range(rec.KINDS) if makes_garments(c, card))
    texts = ABILITIES | {"make": f"{ABILITIES['make']} Only {makers} have it."}
    abilities = [LegendEntry(f"ability:{name}", name.capitalize(), text) for name, text in texts.items()]
    return (
        LegendSection("The table", TABLE),
        LegendSection("Decks and piles", PILES),
        LegendSection("On a card", (*CARD, *map(describe_weave, FABRICS))),
        LegendSection("On a garment", (describe_star(c), *GARMENT)),
        LegendSection("Abilities", tuple(abilities)),
        LegendSection("Colours and their signs", tuple(describe_colour(c, k) for k in range(rec.N_COLOURS))),
    )


def describe_star(c: Constants) -> LegendEntry:
    rounds = format_count(c.rounds, "round")
    text = f"What a garment is worth. The game ends after {rounds}; the player with the most stars wins."
    return LegendEntry("star", "Star", text)


def describe_weave(card: int) -> LegendEntry:
    name = CARD_NAMES[card]
    return LegendEntry(
        f"card:{CARD_IDS[card]}", name, f"A fabric has no pips. {name} pays for {name.lower()} garments."
    )


def describe_colour(c: Constants, colour: int) -> LegendEntry:
    """Say which colours make a colour."""
    name = COLOUR_NAMES[colour]
    pairs = [name_mix(c, k)[:2] for k in range(rec.MIXES) if c.mix[k, 2] == colour]
    text = f"Made from {join_words(pairs[0])}." if pairs else "A primary colour: it can't be mixed from others."
    return LegendEntry(f"colour:{name}", name.capitalize(), text)
