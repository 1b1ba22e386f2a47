"""Easel in memory.

A card is only a colour: 0 red, 1 yellow, 2 blue. Hands, pile and deck are counts by colour, so there is no order
that anybody could know. In `laid` and `shown` a card is its colour + 1, and 0 is an empty place.

    deck[k], pile[k]        cards not yet drawn; cards of earlier rounds, which lie open
    hand[p, k]              what a seat holds
    laid[p], chosen         the card laid in this round, still face down; the set of seats that have laid one
    shown[p]                the cards of the round before
    wanted                  the colour that is wanted: which of its parts is which stands in the constants

    action k: lay a card of colour k
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, words

SEATS = 4
COLOURS = ("red", "yellow", "blue")
COPIES = 16  # cards of each colour
WANTED = ("vermilion", "purple", "amber", "lime", "indigo", "teal")
BASES, TINTS = (0, 0, 1, 1, 2, 2), (1, 2, 0, 2, 0, 1)  # of the wanted colours
MOST_ROUNDS, MOST_HAND = 8, 6


class Constants:
    """What the options settle, and what is printed."""

    base = i1(len(WANTED))
    tint = i1(len(WANTED))
    mud = i1(len(WANTED))
    seats = i1()
    rounds = i1()
    hand = i1()  # cards in a hand


class State:
    """A table of Easel."""

    key = words(3)
    score = i2(SEATS)
    deck = i1(len(COLOURS))
    pile = i1(len(COLOURS))
    hand = i1(SEATS, len(COLOURS))
    laid = i1(SEATS)
    shown = i1(SEATS)
    chosen = i1()
    wanted = i1()
    round = i1()
    over = i1()
