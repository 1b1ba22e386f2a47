"""The state of Prismatic.

An item is a number 0 … 9: red, green, blue, cyan, magenta, yellow, white and black motes, prismatic motes, and
prisms. The first eight are colours, the first nine motes. A recipe of the board is a number 0 … 20, a card a number
0 … 41. A spot is where items are committed: a card of a progress or creation area (whose owner owns the items on it),
or PALETTE + seat. Actions and sets of spots are about one seat, whose palette is PALETTE.

    deck, discard                       sets of cards; a deck has no order, a draw takes any of its cards
    progress[p], created[p]             the cards of both areas, as sets
    offered[p]                          cards that a seat chooses from
    common[0 … 2]                       card + 1 in each place, 0: empty
    supply[item]                        items that no seat owns
    bag[p, mote], drawn[p, mote]        motes in the bag, and motes drawn but not committed: five, or one pulled
    stock[p]                            prisms not committed
    on[spot, item]                      committed items
    placed[spot, item]                  items committed in this round and not revealed yet
    motes[p], prismatic[p]              motes a seat owns wherever they are, and how many of them are prismatic
    kept[p], chosen_motes[p, colour]    choices at the start: card + 1, and motes
    bid[p], out                         the last revealed bids, and the set of seats that dropped out
    offer[p]                            a bid not revealed yet, + 1; dropping out is 1
    due                                 the set of seats that have not submitted in a secret phase
    number                              the number of secret phases so far

    Of the current turn, for the seat `turn`:
    pool[colour]                        the light
    aside[mote], gained[item]           motes used and items gained: they reach bag and stock at the end of the turn
    made, used                          the sets of recipes and of abilities that were used
    task                                the current decision: PAYING, REWARDS, … or ANYTHING
    wanted, owed[colour]                what is being paid for, + 1 (a recipe, or RECIPES + card), and the colours that
                                        are not paid yet
    rewards                             the set of rewards of the created card that are not taken yet

    action   0 …  20   use a recipe of the board
            21 …  62   create a card
            63 … 104   use the ability of a card
           105 … 534   place an item on a spot: 105 + 43 · item + spot
           535         return the pulled mote to the bag
           536 … 577   keep a card
           578         put the drawn card in the common area
           579 … 620   replace a common card with the drawn one
           621 … 662   discard a card
           663 … 704   steal a card
           705 … 747   empty a spot
           748 … 761   take a reward: a mote, or an action (pull, empty, draw, discard, steal)
           762         skip the rewards
           763, 764    pay with light, with motes
           765 … 772   choose a mote for the start
           773 … 823   bid 0 … 50
           824         drop out
           825         submit the choices of the start, or the commits
           826         end the turn
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamut.engine.record import i1, i2, i4, word, words

if TYPE_CHECKING:
    from gamut.games.prismatic.cards import Printed

MAX_SEATS = 4
N_COLOURS = 8
PRISMATIC = 8
MOTES = 9
PRISM = 9
ITEMS = 10
CARDS = 42
PALETTE = CARDS  # PALETTE + seat is a spot
SPOTS = CARDS + MAX_SEATS
SEAT_SPOTS = CARDS + 1  # the cards and PALETTE
RECIPES = 21
COMMON = 3
KINDS = 3  # hue, sky, craft
REWARDS_EACH = 3
DRAWS = 5  # motes a round
START_BAG = (2, 2, 2, 0, 0, 0, 1, 1)  # by colour
START_MOTES = 2  # motes chosen at the start
START_CARDS = 2  # dealt to each seat
EACH_COLOUR, EACH_PRISMATIC, ALL_PRISMS = 25, 5, 50
MAX_ROUNDS = 60
MAX_COST = 8  # items of a price
RANDOM = -1  # the first seat is drawn
NO_CARD = -1

INPUTS, STAGES = 45, 6  # of `value`

# Effects of recipes, rewards and abilities
POOL = 1  # POOL + colour
MOTE = POOL + N_COLOURS  # MOTE + mote
ONE_PRISM = MOTE + MOTES
THREE_PRISMS = ONE_PRISM + 1
PULL, EMPTY, DRAW, DISCARD, STEAL = range(THREE_PRISMS + 1, THREE_PRISMS + 6)
REWARD_ACTIONS = 5  # PULL … STEAL
KEEP_ONE = STEAL + 1  # draw two cards, keep one
EFFECTS = KEEP_ONE + 1

# Phases
STARTING, COMMITTING, RESOLVING, BIDDING, OVER = range(5)

# Tasks of a turn
ANYTHING, PAYING, REWARDS, PULLED, PLACING, KEEPING, DISCARDING, STEALING, EMPTYING = range(9)

# The first action of each kind.
USE_RECIPE = 0
CREATE_CARD = USE_RECIPE + RECIPES
USE_ABILITY = CREATE_CARD + CARDS
PLACE_ITEM = USE_ABILITY + CARDS
RETURN_MOTE = PLACE_ITEM + ITEMS * SEAT_SPOTS
KEEP_CARD = RETURN_MOTE + 1
TO_COMMON = KEEP_CARD + CARDS
REPLACE_CARD = TO_COMMON + 1
DISCARD_CARD = REPLACE_CARD + CARDS
STEAL_CARD = DISCARD_CARD + CARDS
EMPTY_SPOT = STEAL_CARD + CARDS
TAKE_REWARD = EMPTY_SPOT + SEAT_SPOTS
SKIP_REWARDS = TAKE_REWARD + MOTES + REWARD_ACTIONS
PAY_LIGHT = SKIP_REWARDS + 1
PAY_MOTES = PAY_LIGHT + 1
CHOOSE_MOTE = PAY_MOTES + 1
BID = CHOOSE_MOTE + N_COLOURS
DROP_OUT = BID + ALL_PRISMS + 1
DONE = DROP_OUT + 1
END_TURN = DONE + 1
ACTIONS = END_TURN + 1
MAX_LEGAL = (DRAWS + 1) * SEAT_SPOTS + 1  # five drawn kinds and prisms, each anywhere, or done


def decode_action(a: int) -> tuple[int, int]:
    """Return the kind of an action (USE_RECIPE, …) and its recipe, card, spot, effect, mote or bid.

    `placed_item` and `placed_spot` decode PLACE_ITEM.
    """
    if a < CREATE_CARD:
        return USE_RECIPE, a - USE_RECIPE
    if a < USE_ABILITY:
        return CREATE_CARD, a - CREATE_CARD
    if a < PLACE_ITEM:
        return USE_ABILITY, a - USE_ABILITY
    if a < RETURN_MOTE:
        return PLACE_ITEM, a - PLACE_ITEM
    if a < KEEP_CARD:
        return RETURN_MOTE, 0
    if a < TO_COMMON:
        return KEEP_CARD, a - KEEP_CARD
    if a < REPLACE_CARD:
        return TO_COMMON, 0
    if a < DISCARD_CARD:
        return REPLACE_CARD, a - REPLACE_CARD
    if a < STEAL_CARD:
        return DISCARD_CARD, a - DISCARD_CARD
    if a < EMPTY_SPOT:
        return STEAL_CARD, a - STEAL_CARD
    if a < TAKE_REWARD:
        return EMPTY_SPOT, a - EMPTY_SPOT
    if a < SKIP_REWARDS:
        return TAKE_REWARD, decode_reward(a - TAKE_REWARD)
    if a < CHOOSE_MOTE:
        return a, 0  # SKIP_REWARDS, PAY_LIGHT, PAY_MOTES
    if a < BID:
        return CHOOSE_MOTE, a - CHOOSE_MOTE
    return (BID, a - BID) if a < DROP_OUT else (a, 0)  # DROP_OUT, DONE, END_TURN


def encode_reward(effect: int) -> int:
    """Return the number of a reward that a seat takes: a mote, or an action."""
    return effect - MOTE if effect < ONE_PRISM else MOTES + effect - PULL


def decode_reward(number: int) -> int:
    return MOTE + number if number < MOTES else PULL + number - MOTES


def placed_item(a: int) -> int:
    return (a - PLACE_ITEM) // SEAT_SPOTS


def placed_spot(a: int) -> int:
    """Return where an action places it: a card, or PALETTE."""
    return (a - PLACE_ITEM) % SEAT_SPOTS


def seat_spot(seat: int, spot: int) -> int:
    """Return the spot that an action of a seat is about: its palette for PALETTE."""
    return spot + seat if spot == PALETTE else spot


class Constants:
    """The cards, the board and the options."""

    printed: Printed  # the content of the card file, for the presentation

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
    recipe_price = i1(RECIPES, ITEMS)
    gives = i1(RECIPES)  # effects
    effect_worth = i2(EFFECTS)  # for bots, in thousandths of a star (see `heuristics`)
    once = i2(CARDS)  # what a card is worth beside its stars
    each = i2(CARDS)  # what its ability is worth per round
    board_worth = i2(RECIPES)
    weights = i4(STAGES, INPUTS)
    spread = i4(STAGES)
    mixed_by = i1(N_COLOURS)  # the recipe that makes light of a colour; −1: none
    seats = i1()
    goal = i1()
    auction = i1()
    first = i1()


class State:
    chance_key = words(3)
    deck = word()
    discard = word()
    progress = words(MAX_SEATS)
    created = words(MAX_SEATS)
    offered = words(MAX_SEATS)
    used = word()
    made = i4()
    motes = i2(MAX_SEATS)
    number = i2()
    on = i1(SPOTS, ITEMS)
    placed = i1(SPOTS, ITEMS)
    bag = i1(MAX_SEATS, MOTES)
    drawn = i1(MAX_SEATS, MOTES)
    stock = i1(MAX_SEATS)
    prismatic = i1(MAX_SEATS)
    supply = i1(ITEMS)
    pool = i1(N_COLOURS)
    aside = i1(MOTES)
    gained = i1(ITEMS)
    owed = i1(N_COLOURS)
    common = i1(COMMON)
    kept = i1(MAX_SEATS)
    chosen_motes = i1(MAX_SEATS, N_COLOURS)
    bid = i1(MAX_SEATS)
    offer = i1(MAX_SEATS)
    out = i1()
    due = i1()
    phase = i1()
    round = i1()
    lead = i1()  # the starter of the first round, first in the last tie-break
    starter = i1()
    turn = i1()
    turns = i1()  # turns ended in this round
    task = i1()
    wanted = i1()
    rewards = i1()
    reached = i1()  # seat + 1 that reached the goal first
    final = i1()  # 1: the last round


def wanted_recipe(s: State) -> int:
    """Return the recipe that is being paid for; RECIPES or more: it is a card; negative: nothing."""
    return s.wanted - 1


def wanted_card(s: State) -> int:
    """Return the card that is being paid for or was just created; negative: none."""
    return s.wanted - 1 - RECIPES
