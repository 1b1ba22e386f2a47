"""Prismatic in memory.

An item is a number 0 … 9: red, green, blue, cyan, magenta, yellow, white and black motes, prismatic motes, and
prisms. The first eight are colours, the first nine motes. A card is a number 0 … 41. A spot is where items are
committed: a card of a progress or creation area (whose owner owns what lies on it), or a palette.

    deck, discard                       sets of cards; a deck has no order, a draw takes any of its cards
    progress[p], created[p]             the cards of both areas, as sets
    offered[p]                          cards turned up for a seat to choose from
    common[0 … 2]                       card + 1 in each place, 0: empty
    supply[item]                        what nobody owns
    bag[p, mote], drawn[p, mote]        motes in the bag, and motes drawn but not committed: five, or one pulled
    stock[p]                            prisms not committed
    on[spot, item]                      what is committed; spot 42 + p is the palette of seat p
    laid[spot, item]                    the same for this round's commits, until all are in
    motes[p], prismatic[p]              motes a seat owns wherever they lie, and how many of them are prismatic
    kept[p], wished[p, colour]          choices of the start: card + 1, and motes
    bid[p], out                         the bids of the auction that were turned up last, and who has forgone
    offer[p]                            a bid not turned up yet, + 1; forgoing is 1
    due                                 the set of seats that are still awaited in a secret phase
    number                              how many secret phases there were

    Of the resolve step under way, for the seat `turn`:
    pool[colour]                        the colour pool
    aside[mote], gained[item]           motes used, and things gained: they come home at the end of the step
    made, used                          the sets of board creations made and of abilities used
    task                                what is asked: PAYING, REWARDS, … or ANYTHING
    wanted, owed[colour]                what is being created, + 1 (a creation of the board, or 21 + card), and the
                                        colours that are not paid yet
    rewards                             the set of rewards of the card just created that may still be taken

    action   0 …  20   make a creation of the board
            21 …  62   create a card
            63 … 104   use the ability of a card
           105 … 534   lay an item on a card or the palette: 105 + 43 · item + spot, the palette is spot 42
           535         put the pulled mote back
           536 … 577   keep a card
           578         lay the drawn card into the common area
           579 … 620   discard a common card for the drawn one
           621 … 662   discard a card
           663 … 704   steal a card
           705 … 747   empty a card or the palette
           748 … 756   take a mote as a reward
           757 … 761   take an action as a reward: pull, empty, draw, discard, steal
           762         decline the other rewards
           763, 764    pay with the pool, with motes
           765 … 772   choose a mote for the start
           773 … 823   bid 0 … 50
           824         forgo
           825         done: the choices of the start, or the commits
           826         end the step
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamut.engine.record import i1, i2, i4, word, words

if TYPE_CHECKING:
    from gamut.games.prismatic.cards import Printed

SEATS = 4
COLOURS = 8
PRISMATIC = 8
MOTES = 9
PRISM = 9
ITEMS = 10
CARDS = 42
PALETTE = CARDS  # PALETTE + seat is a spot
SPOTS = CARDS + SEATS
PLACES = CARDS + 1  # the spots of one seat, as actions number them
BOARD = 21
COMMON = 3
KINDS = 3  # hue, sky, craft
REWARDS_EACH = 3
DRAWS = 5  # motes a round
START_BAG = (2, 2, 2, 0, 0, 0, 1, 1)  # by colour
WISHES = 2  # motes chosen at the start
START_CARDS = 2  # turned up for each seat
EACH_COLOUR, EACH_PRISMATIC, ALL_PRISMS = 25, 5, 50
MOST_ROUNDS = 60
MOST_COST = 8  # items of a price
RANDOM = -1  # the first seat is drawn
NO_CARD = -1

INPUTS, STAGES = 45, 6  # of `foresight`

# Effects of creations, rewards and abilities
POOL = 1  # POOL + colour
MOTE = POOL + COLOURS  # MOTE + mote
ONE_PRISM = MOTE + MOTES
THREE_PRISMS = ONE_PRISM + 1
PULL, EMPTY, DRAW, DISCARD, STEAL = range(THREE_PRISMS + 1, THREE_PRISMS + 6)
KEEP_ONE = STEAL + 1  # draw two cards, keep one
EFFECTS = KEEP_ONE + 1

# Phases
STARTING, COMMITTING, RESOLVING, BIDDING, OVER = range(5)

# Tasks of a resolve step
ANYTHING, PAYING, REWARDS, PULLED, PLACING, KEEPING, DISCARDING, STEALING, EMPTYING = range(9)

MAKE = 0
CREATE = MAKE + BOARD
USE = CREATE + CARDS
LAY = USE + CARDS
PUT_BACK = LAY + ITEMS * PLACES
KEEP = PUT_BACK + 1
TO_COMMON = KEEP + CARDS
REPLACE = TO_COMMON + 1
DISCARD_CARD = REPLACE + CARDS
STEAL_CARD = DISCARD_CARD + CARDS
EMPTY_SPOT = STEAL_CARD + CARDS
TAKE_MOTE = EMPTY_SPOT + PLACES
TAKE_ACTION = TAKE_MOTE + MOTES
DECLINE = TAKE_ACTION + 5
PAY_POOL = DECLINE + 1
PAY_MOTE = PAY_POOL + 1
WISH = PAY_MOTE + 1
BID = WISH + COLOURS
FORGO = BID + ALL_PRISMS + 1
DONE = FORGO + 1
END_STEP = DONE + 1
ACTIONS = END_STEP + 1
MOST_LEGAL = (DRAWS + 1) * PLACES + 1  # five drawn kinds and prisms, each anywhere, or done


class Constants:
    """The cards and the board, and what the options settle."""

    printed: Printed  # what the card file says, for the language

    of_kind = words(KINDS)  # the cards of each type
    able = word()  # cards with an ability
    wants = words(ITEMS)  # cards whose price takes the item; a prismatic mote fits every mote of a price
    uses = words(ITEMS)  # cards whose ability takes the item
    price = i1(CARDS, ITEMS)
    price_motes = i1(CARDS)  # motes of a price
    reward = i1(CARDS, REWARDS_EACH)  # effects; 0: none
    ability = i1(CARDS)  # effect; 0: none
    takes = i1(CARDS)  # the item an ability takes; −1: nothing
    stars = i1(CARDS)
    kind = i1(CARDS)
    recipe = i1(BOARD, ITEMS)
    gives = i1(BOARD)  # effects
    effect_worth = i2(EFFECTS)  # for bots, in thousandths of a star (see `worths`)
    once = i2(CARDS)  # what a card brings beside its stars
    each = i2(CARDS)  # what its ability brings in a round
    board_worth = i2(BOARD)
    weights = i4(STAGES, INPUTS)
    spread = i4(STAGES)
    mixed_by = i1(COLOURS)  # the creation that puts a colour into the pool; −1: none
    seats = i1()
    goal = i1()
    auction = i1()
    first = i1()


class State:
    """A table of Prismatic."""

    key = words(3)
    deck = word()
    discard = word()
    progress = words(SEATS)
    created = words(SEATS)
    offered = words(SEATS)
    used = word()
    made = i4()
    motes = i2(SEATS)
    number = i2()
    on = i1(SPOTS, ITEMS)
    laid = i1(SPOTS, ITEMS)
    bag = i1(SEATS, MOTES)
    drawn = i1(SEATS, MOTES)
    stock = i1(SEATS)
    prismatic = i1(SEATS)
    supply = i1(ITEMS)
    pool = i1(COLOURS)
    aside = i1(MOTES)
    gained = i1(ITEMS)
    owed = i1(COLOURS)
    common = i1(COMMON)
    kept = i1(SEATS)
    wished = i1(SEATS, COLOURS)
    bid = i1(SEATS)
    offer = i1(SEATS)
    out = i1()
    due = i1()
    phase = i1()
    round = i1()
    lead = i1()  # who began the game, and is first in the order of the last tie-break
    starter = i1()
    turn = i1()
    turns = i1()  # resolve steps ended in this round
    task = i1()
    wanted = i1()
    rewards = i1()
    reached = i1()  # seat + 1 of who reached the goal first
    final = i1()  # 1: the last round


def spot_place(spot: int) -> int:
    """A spot as actions number it: all palettes are one place."""
    return min(spot, PALETTE)


def lay_action(item: int, spot: int) -> int:
    """The action that lays an item on a spot."""
    return LAY + item * PLACES + spot_place(spot)


def laid_item(a: int) -> int:
    """What an action lays."""
    return (a - LAY) // PLACES


def laid_place(a: int) -> int:
    """Where an action lays it: a card, or PALETTE."""
    return (a - LAY) % PLACES
