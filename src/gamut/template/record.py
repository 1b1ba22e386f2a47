"""The record of Easel: what the constants and the state contain.

A card is only its colour: 0 red, 1 yellow, 2 blue. Deck, discard pile and hands are numbers of cards by colour, so
there is no order that could leak. In `played` and `revealed` a card is its colour + 1, and 0 means none.

    deck[k], discard[k]    cards by colour in the face-down deck and on the face-up discard pile
    hand[p, k]             cards by colour in the hand of seat p
    played[p]              the card that seat p has played face down in this round
    submitted              bit mask of the seats that have played a card in this round
    revealed[p]            the card that seat p played in the previous round
    target                 the target colour; the constants contain the base, tint and mud of each

    action k: play a card of colour k
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, words

MAX_SEATS = 4
COLOURS = ("red", "yellow", "blue")
N_COLOURS = len(COLOURS)
COPIES = 16  # cards of each colour
TARGETS = ("vermilion", "purple", "amber", "lime", "indigo", "teal")
N_TARGETS = len(TARGETS)
BASES, TINTS = (0, 0, 1, 1, 2, 2), (1, 2, 0, 2, 0, 1)  # colours by target
MAX_ROUNDS, MAX_HAND = 8, 6


class Constants:
    """What does not change during a game: what is printed on the cards, and the options."""

    base = i1(N_TARGETS)
    tint = i1(N_TARGETS)
    mud = i1(N_TARGETS)
    seats = i1()
    rounds = i1()
    hand = i1()  # cards in a hand


class State:
    """Everything that changes during a game."""

    chance_key = words(3)
    score = i2(MAX_SEATS)
    deck = i1(N_COLOURS)
    discard = i1(N_COLOURS)
    hand = i1(MAX_SEATS, N_COLOURS)
    played = i1(MAX_SEATS)
    revealed = i1(MAX_SEATS)
    submitted = i1()
    target = i1()
    round = i1()
    over = i1()
