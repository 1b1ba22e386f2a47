"""The record of Mixx: constants, state and action numbers.

A card is a number 0 … 63: motif · 8 + colour, so that leaving out the last motifs leaves out the highest numbers, and
any set of cards fits in one word.

    stock[seat], won[seat], deck, placed   sets of cards; every card in play is in exactly one of them
    row[0 … row_length−1]                  cards of the line, later of the row of the cross, in the order placed
    column[0 … column_length−1]            cards of the column without the centre, in the order placed
    centre                                 position of the centre card in `row`, counted from 1; 0: there is none yet
    row_fits, column_fits                  cards that differ in colour and motif from every card of the row or column
    crossing_fits                          the same for at least one card of the line; empty with a centre
    playable                               cards that a player who has them could place now

    action = target · 64 + card;  target 0: row, 1: column, 2 + k: across the card of colour k

No colour occurs twice in a line, so a colour identifies the card that is crossed.
"""

from __future__ import annotations

import numpy as np

from gamut.engine.record import Word, i1, word, words

MAX_SEATS = 4
COLOUR_NAMES = ("yellow", "red", "turquoise", "orange", "pink", "blue", "green", "violet")
MOTIF_NAMES = ("shell", "starfish", "fish", "jellyfish", "propeller", "turtle", "chest", "anchor")
N_COLOURS = len(COLOUR_NAMES)
CARDS = 64
MAX_LINE = N_COLOURS  # no colour occurs twice
ROW, COLUMN, ACROSS = 0, 1, 2  # targets
TARGETS = ACROSS + N_COLOURS
ACTIONS = TARGETS * CARDS
MAX_STOCK = 10
RANDOM = -1
COLOUR_MASK = np.uint64(0x0101010101010101)  # the cards of colour 0


def card_number(colour: int, motif: int) -> int:
    return motif * N_COLOURS + colour


def card_colour(card: int) -> int:
    return card % N_COLOURS


def card_motif(card: int) -> int:
    return card // N_COLOURS


def cards_of_colour(colour: int) -> Word:
    return COLOUR_MASK << np.uint64(colour)


def encode_action(card: int, target: int) -> int:
    return target * CARDS + card


def decode_action(a: int) -> tuple[int, int]:
    """Return the card that an action places, and where: ROW, COLUMN, or ACROSS + the colour of the crossed card."""
    return a % CARDS, a // CARDS


class Constants:
    """What the options determine."""

    differs = words(CARDS)  # differs[card]: the cards that share neither colour nor motif with it
    cards = word()  # the cards in play
    seats = i1()
    stock = i1()
    first = i1()  # seat, or RANDOM
    line = i1()  # 1: no cross


class State:
    chance_key = words(3)
    deck = word()
    placed = word()
    row_fits = word()
    column_fits = word()
    crossing_fits = word()
    playable = word()
    stock = words(MAX_SEATS)
    won = words(MAX_SEATS)
    row = i1(MAX_LINE)
    column = i1(MAX_LINE)
    row_length = i1()
    column_length = i1()
    centre = i1()
    crossed_length = i1()  # the length of the line when it was crossed
    deck_size = i1()
    turn = i1()
    alone = i1()  # 1: all other players have missed; the turn stays until the player is stuck
    round = i1()
    over = i1()
