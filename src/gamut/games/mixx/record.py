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

    action = place · 64 + card;  place 0: line or level axis, 1: upright axis, 2 + k: across card k of the line
"""

from __future__ import annotations

from gamut.engine.record import i1, word, words

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
