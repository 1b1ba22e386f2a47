"""Mixx in memory.

A card is a number 0 … 63: motif · 8 + colour, so that leaving out the last motifs leaves out the highest
numbers, and any set of cards is one word.

    stock[p], won[p], deck, laid     sets of cards; every card in play is in exactly one of them
    level[0 … levels−1]              cards of the line, later of the level axis, in the order laid
    upright[0 … uprights−1]          cards of the upright axis without the centre, in the order laid
    centre                           place of the centre card in `level`, counted from 1; 0 while open
    level_open, upright_open         cards that differ in both from every card of that axis
    corner_open                      while there is no centre: cards that differ in both from some card of the line
    reach                            cards that may be laid now, by whoever has them

    action = place · 64 + card;  place 0: line or level axis, 1: upright axis, 2 + k: across the card of colour k

No colour comes twice in a line, so a colour names the card that is crossed.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word, i1, word, words

SEATS = 4
COLOURS = ("yellow", "red", "turquoise", "orange", "pink", "blue", "green", "violet")
MOTIFS = ("shell", "starfish", "fish", "jellyfish", "propeller", "turtle", "chest", "anchor")
CARDS = 64
AXIS = 8
LEVEL, UPRIGHT, ACROSS = 0, 1, 2
PLACES = ACROSS + AXIS
ACTIONS = PLACES * CARDS
MOST_STOCK = 10
RANDOM = -1
EVERY_MOTIF = np.uint64(0x0101010101010101)  # the cards of colour 0


def card_number(colour: int, motif: int) -> int:
    """The card of a colour and a motif."""
    return motif * 8 + colour


def card_colour(card: int) -> int:
    """The colour of a card."""
    return card % 8


def card_motif(card: int) -> int:
    """The motif of a card."""
    return card // 8


def cards_of_colour(colour: int) -> Word:
    """The set of the cards of a colour."""
    return EVERY_MOTIF << np.uint64(colour)


def lay_action(card: int, place: int) -> int:
    """The action that lays a card at a place."""
    return place * CARDS + card


def laid_card(action: int) -> int:
    """The card that an action lays."""
    return action % CARDS


def laid_place(action: int) -> int:
    """Where an action lays its card: LEVEL, UPRIGHT, or ACROSS + the colour of the card that is crossed."""
    return action // CARDS


class Constants:
    """What the options settle."""

    differs = words(CARDS)  # differs[c]: the cards that share neither colour nor motif with c
    cards = word()  # the cards in play
    seats = i1()
    stock = i1()
    first = i1()  # seat, or RANDOM
    line = i1()  # 1: no cross


class State:
    """A table of Mixx."""

    key = words(3)
    deck = word()
    laid = word()
    level_open = word()
    upright_open = word()
    corner_open = word()
    reach = word()
    stock = words(SEATS)
    won = words(SEATS)
    level = i1(AXIS)
    upright = i1(AXIS)
    levels = i1()
    uprights = i1()
    centre = i1()
    fixed_at = i1()  # how long the line was when the centre was fixed
    left = i1()  # cards in the deck
    turn = i1()
    alone = i1()  # 1: all others have missed, the turn stays until stuck
    round = i1()
    over = i1()
