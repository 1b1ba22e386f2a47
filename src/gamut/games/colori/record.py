"""The record of Colori: constants, state and action numbers.

A card is a number 0 … 46: basic dyes, fabrics, dyes, and last the garment, since all garments are alike in decks and
among drawn cards. Decks are counts by card, so they have no order. Short lists store a card as its number + 1; 0 is an
empty slot.

    draft_deck[card], destroyed[card]       the draft deck and the destroyed cards
    deck[seat, card], discard[seat, card]   a seat's own deck and discard pile
    drawn[seat, card], drawn_kinds[seat]    drawn cards, and the bit set of their kinds
    drafted[seat, 0 … 4]                    drafted cards after the reveal, ascending
    wheel[seat, colour]                     stored colours
    hand[h, 0 … 4]                          the draft hand dealt to seat h, as it was dealt, ascending
    taken_at[h, i]                          the pick at which that card was taken; 0: it is still in the hand
    old[h, i]                               1: dealt before the draft deck was reshuffled during the same deal
    choice[seat], choosing                  the card chosen for the current pick; the bit set of seats still to choose
    display[0 … 5], garment_deck[garment]   garments on display and in the garment deck
    queue[0 … queue_length−1]               abilities, the current one first: kind · 4 + times left
    events[0 … n_events−1]               for the log: what happened in the last action besides the choice itself;
                                            kind · 64 + the card, garment, ability, seat or round; public

    Only in hidden copies: `draft_deck` also counts the unseen cards of the hands, `unseen_old` those of them that were
    dealt before the reshuffle. `taken_at` can be −j (taken after the seat saw the hand at pick j, before it saw the
    hand again) or UNSEEN_CARD (taken before the seat first saw the hand, or in a hand that it never saw).

    action   0 …  45   take a card from the draft hand
            46 …  91   destroy a drafted card
            92 … 138   store a drawn card
           139 … 185   destroy a drawn card
           186 … 194   mix two colours
           195         stop mixing
           196 … 234   make a garment
           235         end the turn
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, i4, words

MAX_SEATS = 5
MAX_ROUNDS = 12
N_COLOURS = 12
KINDS = 46  # kinds of cards in the draft deck
GARMENT = 46  # any garment, as a card of a deck
CARDS = 47  # kinds of cards in a player's deck
WOOL, COTTON = 3, 6  # the first and the last of the four fabrics
GARMENTS = 39
MIXES = 9
HAND_SIZE = 5
DISPLAY_SIZE = 6
QUEUE_SIZE = 5
MAX_ABILITIES = 21  # in one turn

INPUTS, UNITS = 80, 32  # of the network in `value`
MAX_ROUNDS_LEFT = 6  # the most that the network was trained with

STORE, DRAW, MIX, DESTROY, MAKE = 1, 2, 3, 4, 5  # kinds of abilities
DRAFTING, ACTING, OVER = 0, 1, 2  # phases
MOST_STARS, TIED, NO_STARS = 0, 1, 2  # reasons
UNSEEN_CARD = -6
NO_CARD = -1

# The first action of each kind.
TAKE_CARD = 0
DESTROY_DRAFTED = TAKE_CARD + KINDS
STORE_DRAWN = DESTROY_DRAFTED + KINDS
DESTROY_DRAWN = STORE_DRAWN + CARDS
MIX_COLOURS = DESTROY_DRAWN + CARDS
STOP_MIXING = MIX_COLOURS + MIXES
MAKE_GARMENT = STOP_MIXING + 1
END_TURN = MAKE_GARMENT + GARMENTS
ACTIONS = END_TURN + 1

(
    CARD_DRAWN,
    CARD_STORED,
    CARD_DESTROYED,
    GARMENT_MADE,
    GARMENT_ADDED,  # to the display: its number + 1; 0: the garment deck is empty
    ABILITY_LAPSED,  # as in the queue
    TURN_ENDED,  # automatically, by seat
    TURN_SKIPPED,  # of a seat that has drafted nothing
    ROUND_BEGUN,
    ROUND_SKIPPED,  # there was no card to draft
    DISCARD_SHUFFLED,  # the discard pile of a seat became its deck
    DESTROYED_SHUFFLED,  # the destroyed cards became the draft deck
    DRAFT_REVEALED,
) = range(1, 14)  # kinds of events

# An action leads to at most 17 abilities (a drafted card and the 16 that cards can destroy), each with at most four
# events (three cards drawn and a shuffle). Then the turn ends, others are skipped, and a round begins, in which every
# seat and the draft deck may be reshuffled and the draft revealed at once. Or rounds are skipped.
MAX_EVENTS = 4 * (MAX_ABILITIES - HAND_SIZE + 1) + MAX_SEATS + (1 + MAX_SEATS + 1) + MAX_ROUNDS


def decode_action(a: int) -> tuple[int, int]:
    """Return the kind of an action (TAKE_CARD, …) and the card, mix or garment that it concerns."""
    if a < DESTROY_DRAFTED:
        return TAKE_CARD, a - TAKE_CARD
    if a < STORE_DRAWN:
        return DESTROY_DRAFTED, a - DESTROY_DRAFTED
    if a < DESTROY_DRAWN:
        return STORE_DRAWN, a - STORE_DRAWN
    if a < MIX_COLOURS:
        return DESTROY_DRAWN, a - DESTROY_DRAWN
    if a < STOP_MIXING:
        return MIX_COLOURS, a - MIX_COLOURS
    if a < MAKE_GARMENT:
        return STOP_MIXING, 0
    if a < END_TURN:
        return MAKE_GARMENT, a - MAKE_GARMENT
    return END_TURN, 0


def encode_event(kind: int, detail: int) -> int:
    return kind * 64 + detail


def decode_event(code: int) -> tuple[int, int]:
    """Return the kind of an event (CARD_DRAWN, …) and its card, garment, ability, seat or round."""
    return code // 64, code % 64


def encode_ability(kind: int, times: int) -> int:
    """Return an ability as it is stored in the queue and on the cards."""
    return kind * 4 + times


def ability_kind(code: int) -> int:
    return code // 4


def ability_times(code: int) -> int:
    return code % 4


class Constants:
    """The cards and the options."""

    pips = i1(CARDS, N_COLOURS)
    ability = i1(CARDS)  # as in the queue; 0: none
    copies = i1(CARDS)  # in the box
    start = i1(CARDS)  # in a starting deck
    cost = i1(GARMENTS, N_COLOURS)
    fabric = i1(GARMENTS)  # the card it is made from
    stars = i1(GARMENTS)
    mix = i1(MIXES, 3)  # two colours and what they make
    inner = i4(INPUTS, UNITS)  # weights of the network in `value`
    shift = i4(UNITS)
    outer = i4(UNITS)
    rest = i4()
    spread = i4(MAX_ROUNDS_LEFT + 1)  # a lead that makes a win e times as likely, by the rounds that are left
    parents = i1(N_COLOURS, 2)  # the two colours that make a colour; −1 for primaries
    seats = i1()
    rounds = i1()
    rotate = i1()


class State:
    chance_key = words(3)
    drawn_kinds = words(MAX_SEATS)
    wheel = i2(MAX_SEATS, N_COLOURS)
    stars = i2(MAX_SEATS)
    draft_deck_size = i2()
    events = i2(MAX_EVENTS)
    deck = i1(MAX_SEATS, CARDS)
    discard = i1(MAX_SEATS, CARDS)
    drawn = i1(MAX_SEATS, CARDS)
    deck_size = i1(MAX_SEATS)
    discard_size = i1(MAX_SEATS)
    drafted = i1(MAX_SEATS, HAND_SIZE)
    draft_deck = i1(KINDS)
    unseen_old = i1(KINDS)
    destroyed = i1(KINDS)
    hand = i1(MAX_SEATS, HAND_SIZE)
    taken_at = i1(MAX_SEATS, HAND_SIZE)
    old = i1(MAX_SEATS, HAND_SIZE)
    dealt = i1(MAX_SEATS)  # how many cards each hand was dealt
    choice = i1(MAX_SEATS)
    choosing = i1()
    made = i1(MAX_SEATS, GARMENTS)  # garments made
    garment_deck = i1(GARMENTS)
    garment_deck_size = i1()
    display = i1(DISPLAY_SIZE)
    queue = i1(QUEUE_SIZE)
    queue_length = i1()
    n_events = i1()
    abilities_used = i1()  # in this turn, those in the queue included
    phase = i1()
    round = i1()
    pick = i1()  # from 1 while drafting
    turn = i1()  # the seat whose turn it is
    turns_taken = i1()  # in this round
