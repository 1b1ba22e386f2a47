"""Colori in memory.

A card is a number 0 … 46: basic dyes, fabrics, dyes, and last the garment, since in decks and among drawn
cards all garments are alike. Decks are counts by card, so there is no order to know. In short lists a card
is stored as its number + 1, and 0 is an empty place.

    draft[c], destroyed[c]              the draft deck and the destroyed cards
    deck[p, c], discard[p, c]           a seat's own deck and discard pile
    drawn[p, c], held[p]                drawn cards; `held` is the set of their kinds
    drafted[p, 0 … 4]                   drafted cards after the reveal, ascending
    wheel[p, colour]                    stored colours
    hand[h, 0 … 4]                      the draft hand dealt to seat h as it was dealt, ascending
    when[h, i]                          at which pick that card was taken, 0: still there
    old[h, i]                           1: dealt before the draft deck was shuffled anew in the same deal
    choice[p], due                      the card chosen for the pick under way; the set of seats still to choose
    display[0 … 5], garments[g]         garments on display and in the garment deck
    queue[0 … waiting−1]                abilities, the running one first: verb · 4 + how many are left
    trail[0 … trail_length−1]           what happened in the last action beside what was chosen, for the log:
                                        kind · 64 + which card, garment, ability, seat or round; open to everybody

    Only in hidden copies: `draft` counts the unseen cards of the hands too, `spent` those dealt before the
    shuffle, and `when` can be −j (taken after the hand was seen at pick j, before it was seen again) or BEFORE
    (an unseen card: taken before the hand was first seen, or in a hand never seen).

    action   0 …  45   take a card from the draft hand
            46 …  91   destroy a drafted card
            92 … 138   store a drawn card
           139 … 185   destroy a drawn card
           186 … 194   mix a pair
           195         stop mixing
           196 … 234   make a garment
           235         end the turn
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, i4, words

SEATS = 5
COLOURS = 12
KINDS = 46  # cards of the draft deck
GARMENT = 46  # any garment, as a card of a deck
CARDS = 47
WOOL, COTTON = 3, 6  # the first and the last of the four fabrics
GARMENTS = 39
PAIRS = 9
HAND = 5
DISPLAY = 6
QUEUE = 5
MOST_ABILITIES = 21  # in one turn
MOST_ROUNDS = 12

INPUTS, UNITS, LONGEST = 80, 32, 6  # of the network of `foresight`; rounds left of which it has experience

STORE, DRAW, MIX, DESTROY, MAKE = 1, 2, 3, 4, 5
DRAFTING, ACTING, OVER = 0, 1, 2
BEFORE = -6
NO_CARD = -1

TAKE_CARD = 0
DESTROY_DRAFTED = TAKE_CARD + KINDS
STORE_DRAWN = DESTROY_DRAFTED + KINDS
DESTROY_DRAWN = STORE_DRAWN + CARDS
MIX_PAIR = DESTROY_DRAWN + CARDS
STOP_MIXING = MIX_PAIR + PAIRS
MAKE_GARMENT = STOP_MIXING + 1
END_TURN = MAKE_GARMENT + GARMENTS
ACTIONS = END_TURN + 1


(
    CARD_DRAWN,
    CARD_STORED,
    CARD_DESTROYED,
    GARMENT_MADE,
    GARMENT_SHOWN,  # its number + 1; 0: the garment deck is empty
    ABILITY_LAPSED,  # as in the queue
    TURN_ENDED,  # of a seat, by itself
    TURN_SKIPPED,  # of a seat that has drafted nothing
    ROUND_BEGUN,
    ROUND_PASSED,  # without a card to draft
    PILE_SHUFFLED,  # the discard pile of a seat became its deck
    DESTROYED_SHUFFLED,  # the destroyed cards became the draft deck
    CARDS_TURNED_UP,  # the drafted ones
) = range(1, 14)  # kinds of events

# An action leads to at most 17 abilities (a drafted card and the 16 that cards can destroy), each of at most four
# events (three cards drawn and a shuffle). Then the turn ends and others are skipped, and a round begins, for which
# every seat may shuffle, and the destroyed cards are; the drafted cards may be turned up at once. Or rounds pass.
TRAIL = 4 * (MOST_ABILITIES - HAND + 1) + SEATS + (1 + SEATS + 1) + MOST_ROUNDS


def event_code(kind: int, which: int) -> int:
    """An event as the trail has it."""
    return kind * 64 + which


def event_kind(code: int) -> int:
    """What happened: CARD_DRAWN, ABILITY_LAPSED, …."""
    return code // 64


def event_detail(code: int) -> int:
    """To which card, garment, ability, seat or round it happened."""
    return code % 64


def ability_code(verb: int, times: int) -> int:
    """An ability as the queue and the cards have it."""
    return verb * 4 + times


def ability_verb(code: int) -> int:
    """What an ability of the queue does: STORE, DRAW, …."""
    return code // 4


def ability_times(code: int) -> int:
    """How often it is still to be done."""
    return code % 4


class Constants:
    """The cards, and what the options settle."""

    pips = i1(CARDS, COLOURS)
    ability = i1(CARDS)  # as in the queue; 0: none
    copies = i1(CARDS)  # in the box
    start = i1(CARDS)  # in a starting deck
    cost = i1(GARMENTS, COLOURS)
    fabric = i1(GARMENTS)  # the card it is made of
    stars = i1(GARMENTS)
    pair = i1(PAIRS, 3)  # two colours and what they make
    inner = i4(INPUTS, UNITS)  # what `foresight` has learned
    shift = i4(UNITS)
    outer = i4(UNITS)
    rest = i4()
    spread = i4(LONGEST + 1)  # a lead that makes victory e times as likely, by the rounds that are left
    parents = i1(COLOURS, 2)  # the two colours that make it; −1 for primaries
    seats = i1()
    rounds = i1()
    rotate = i1()


class State:
    """A table of Colori."""

    key = words(3)
    held = words(SEATS)
    wheel = i2(SEATS, COLOURS)
    stars = i2(SEATS)
    left = i2()  # cards in the draft deck
    trail = i2(TRAIL)
    deck = i1(SEATS, CARDS)
    discard = i1(SEATS, CARDS)
    drawn = i1(SEATS, CARDS)
    decked = i1(SEATS)
    discarded = i1(SEATS)
    drafted = i1(SEATS, HAND)
    draft = i1(KINDS)
    spent = i1(KINDS)
    destroyed = i1(KINDS)
    hand = i1(SEATS, HAND)
    when = i1(SEATS, HAND)
    old = i1(SEATS, HAND)
    dealt = i1(SEATS)  # cards of each hand
    choice = i1(SEATS)
    due = i1()
    made = i1(SEATS, GARMENTS)
    garments = i1(GARMENTS)
    garments_left = i1()
    display = i1(DISPLAY)
    queue = i1(QUEUE)
    waiting = i1()
    trail_length = i1()
    abilities = i1()  # that came up in this turn
    phase = i1()
    round = i1()
    pick = i1()  # from 1 while drafting
    turn = i1()
    turns = i1()  # taken in this round
