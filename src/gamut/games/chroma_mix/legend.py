"""Every area, sign and number on the table of Chroma Mix."""

from __future__ import annotations

from gamut.engine.presentation import LegendEntry, LegendSection
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_solo
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.details import BUTTONS, DRAW, LAST_ROUND, WAYS_TO_WIN, name_goal
from gamut.games.chroma_mix.record import Constants

AREAS = (
    LegendEntry(
        "area:seats",
        "Other players",
        "Their points, play area and hand, and how close they are to a victory. Touch a player to see all of it.",
    ),
    LegendEntry("area:rank-4", "Rank-4 piles", "The cards needed for victories."),
    LegendEntry("area:inks", "Inks", "The three rank-1 piles."),
    LegendEntry("area:rank-3", "Market, rank 3", "Six cards on offer, refilled from their deck."),
    LegendEntry("area:rank-2", "Market, rank 2", "Six cards on offer, refilled from their deck."),
    LegendEntry(
        "area:decisions",
        "What happens next",
        "The decisions in order, with the cards that cause them.",
    ),
    LegendEntry("area:actions", "Actions", "On your turn, choose one of these four."),
    LegendEntry("area:goals", "Ways to win", "How close you are to each victory."),
    LegendEntry(
        "area:play", "Your play area", "Printed cards: here their points count and their ongoing effects apply."
    ),
    LegendEntry(
        "area:hand",
        "Your hand",
        "Cards to print, mix or discard in a swap. All hands are open: touch a player to see theirs.",
    ),
)
BILLY = (
    LegendEntry("seat:1", "Billy", "His points and his hand. He plays no cards: they count in his hand."),
    LegendEntry("deck:billy", "Billy's deck", "Its back shows whether his next card is a MIX card or a colour card."),
    LegendEntry("drawn", *DRAW),
    LegendEntry(
        "decision:billy-mix",
        "MIX card",
        "Billy mixes two cards of his hand, if he can; you choose which.",
    ),
)
CARD_SIGNS = (
    LegendEntry("dots", "Rank", "The number of pigments of a card, from 1 to 4."),
    LegendEntry("points", "Points", "The number at the top right; it counts while the card is in a play area."),
    LegendEntry("count", "Copies", "The number at the top left: how many copies are stacked here."),
    LegendEntry("chosen", "Chosen copies", "“2/3”: two of three copies are chosen for the mix."),
    LegendEntry("instant", "Instant effect", "It happens once, when you print the card."),
    LegendEntry("ongoing", "Ongoing effect", "It applies as long as the card is in a play area."),
    LegendEntry("active", "Active", "One of your ongoing effects that applies now."),
    LegendEntry("bar", "Bar below a card", "One of another player's ongoing effects that applies now."),
    LegendEntry("missing", "Grey card", "A card that a victory needs but that is not in the right place."),
    LegendEntry(
        "deck:3", "Deck and discard pile", "How many cards are left to fill the row, and how many were discarded."
    ),
)
PIGMENT_SIGNS = (
    LegendEntry("pigment:cyan", "Cyan", "A horizontal stroke."),
    LegendEntry("pigment:magenta", "Magenta", "A vertical stroke."),
    LegendEntry("pigment:yellow", "Yellow", "A ring."),
    LegendEntry("pigment:any", "Any pigment", "A Prism counts as two of one pigment, whichever you need."),
    LegendEntry("card:fuchsia", "Doubled sign", "Two of the same pigment."),
    LegendEntry("card:key", "Key", "It has all three pigments, like Slate Gray."),
    LegendEntry("sum", "Sum of a mix", "The chosen cards, their pigments, and the sign of the card that they make."),
)
WORDS = (
    LegendEntry("+", "Gain", "Put a card on offer, from a pile or the market, into your hand."),
    LegendEntry(
        "−",
        "Discard",
        "A discarded card of rank 1 or 4 returns to its pile; one of rank 2 or 3 goes to the discard pile of its rank.",
    ),
)


def legend(c: Constants) -> tuple[LegendSection, ...]:
    return (
        LegendSection("The table", (*AREAS, describe_last_round(c), *(BILLY if is_solo(c) else ()))),
        LegendSection("On a card", CARD_SIGNS),
        LegendSection("Pigments", PIGMENT_SIGNS),
        LegendSection("Actions", (*(LegendEntry(f"button:{name}", *BUTTONS[name]) for name in BUTTONS), *WORDS)),
        LegendSection("Ways to win", tuple(list_goals(c))),
    )


def describe_last_round(c: Constants) -> LegendEntry:
    limit = f"Without a victory, the game ends after round {c.max_rounds}, and no player wins."
    return LegendEntry("last-round", "Last round", f"{LAST_ROUND} {limit}")


def list_goals(c: Constants) -> list[LegendEntry]:
    """Return the ways to win of this game; which special card takes part may be left to chance."""
    specials = {rec.NO_SPECIAL: [], rec.RANDOM: [*IDS[rec.BURGUNDY :]]}.get(int(c.special), [IDS[c.special]])
    victories = ["points", "ruby", "sapphire", *specials]
    return [LegendEntry(f"goal:{victory}", name_goal(victory), WAYS_TO_WIN[victory]) for victory in victories]
