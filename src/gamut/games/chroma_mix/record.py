"""The record of Chroma Mix: constants, state and action numbers.

A card is identified by its kind, a number from 0 to 23 in the order of `cards.toml`: rank 1 (the inks) are 0 … 2,
rank 2 are 3 … 9, rank 3 are 10 … 17, rank 4 are 18 … 23. Hands, play areas, piles and decks are counts by kind, so no
deck has an order that could be known. A set of kinds is an int with one bit per kind. A source is a card in a hand or
play area: its kind, + 24 in play. Lists hold a kind or a source as its number + 1; 0 is an empty entry.

    hand[p, k], play[p, k]          hand and play area of a player; in a solo game player 1 is Billy, who plays nothing
    ink_pile[k]                     the piles of rank 1
    rank_4_pile[k − RUBY]           the piles of rank 4
    deck[k − CERULEAN]              the decks of rank 2 and 3; deck_size[row] counts their cards
    discard[k]                      the discard piles of rank 2 and 3
    market[row, 0 … 5]              the market as lists; row 0 is rank 2, row 1 is rank 3
    tucked[k]                       cards under the Mustard in play
    billy_deck[k], billy_discard[k] Billy's own piles; kind 24 is a MIX card
    billy_next                      the visible back of the next card of Billy's deck
    victories[p]                    the set of victories that a player has achieved

Pending decisions form a stack. Its top is the current decision; an empty stack means that the player whose turn it is
chooses an action.

    decision[i]   see below       decider[i]   the seat that decides      cause[i]   the card that causes it
    detail[i]     a number of times (`times_left`) or a card (`offered_card`), by decision

    MIXING            the cards of a mix, then the result; the cards stay where they are until then
    ORANGE_PRINT      Orange: put the card just mixed (detail) straight into play?
    SLATE_GRAY_INK    Slate Gray: gain an ink? (detail: times)
    REFILLING         cards to return or tuck, in any order (detail: how many more may be returned)
    GAIN_INK          an ink (detail: times)
    GAIN_SAME_INKS    several inks of one pile (detail: how many)
    GAIN_RANK_2       a rank-2 card of the market
    FUCHSIA_PRINT     Fuchsia: print the ink just gained (detail)?
    VIOLET_PRINT      Violet: a card to print (detail: times)
    LAVENDER_SPLIT    Lavender: a card to discard, then two available cards
    LAVENDER_ORDER    Lavender: which of the two is printed first
    LAVENDER_SECOND   Lavender: the second card (detail) is printed once the first is finished; never a choice
    PRISM_TRADE       Prism: a card to discard, then a rank-2 card of the market
    SWAPPING          the ink that a swap takes
    BILLY_MIX         a mix for Billy (detail: MIX cards left)

    chosen[0 … n_chosen − 1]        sources chosen so far for the current decision, ascending, as a list
    split_into[0 … 1]               the cards chosen so far for Lavender, as a list
    refill_returned, refill_tucked  cards returned and tucked by the current refill
    events[0 … n_events − 1]        what the last action caused without a choice, for the log

Depth of the stack. An entry below another one is a VIOLET_PRINT with one print left, a LAVENDER_SECOND, or the bottom
entry (SLATE_GRAY_INK below ORANGE_PRINT; BILLY_MIX below SLATE_GRAY_INK: depth 2).
- Prints happen above a LAVENDER_SECOND only while the first of Lavender's two cards has its effect. For more than one
  entry to be there, that card is a Violet or a Lavender. Only Sapphire Blue and Burgundy split into a Violet (rank 3);
  only Sapphire Blue, a special card, Azure, Key, Slate Gray and Violet split into a Lavender. No rank-4 card is gained
  while cards are printed, and rank 3 only by splitting rank 4. So at most 3 + 1 rank-4 cards are split, and at most
  3 + 1 + 2 + 3 rank-3 cards that were held and 4 gained by those: 17 LAVENDER_SECOND.
- A Violet is printed by the turn's own print or by Lavender (never by Violet; Fuchsia prints rank 1): at most 1 + 4
  VIOLET_PRINT.
- On top there is at most one more LAVENDER_SECOND, whose first card is another card, and two entries of that card's
  effect. The total is 17 + 5 + 1 + 2 = 25, so DEPTH = 32 is enough.

Length of a turn. Only one print is the turn's own. Violets then print at most 2 · 5 cards. Lavenders come from the
turn (1), from Violets (10) and from Lavenders (two from each of 3 Sapphire Blue, one from the special card and from
each of 9 rank-3 cards): at most 27, which print 54. Each of these 65 prints may be a Fuchsia with one more print: 130
prints of at most 6 steps each (choosing it, and Light Yellow: a card, done, three Jungles). In addition two mixes of
at most 4 cards, result, Orange and two Slate Grays (16), one refill of at most 92 cards (97 with start, end and
Jungles), three Pears and the end of the turn: less than 1000 steps. Billy's turn has at most 2 · 5.

    action    0 …  23   print a card                              touch path: Print, hand
             24 …  41   start a mix with a card                               Mix, hand
             42 …  59   start a mix with a card in play                       Mix, play
             60         refill                                                Refill
             61 …  84   swap a card                                           Swap, hand
             85         swap with an empty hand: take a Light Yellow          Swap
             86         end the turn                                          End
             87 … 104   add a card to the mix                                 hand
            105 … 122   add a card in play to the mix                         play
            123 … 146   take an available card                                pile or market
            147 … 170   print for Violet or Lavender                          hand
            171 … 194   discard for Lavender or Prism                         hand
            195 … 218   the same, in play                                     play
            219 … 242   return a card to the hand                             play
            243 … 266   tuck a card                                           Tuck, play
            267         finish the refill                                     Done
            268, 269    print it, keep it (Fuchsia, Orange)                   Yes, No
            270         gain or discard nothing (Slate Gray, Prism)           Pass
            271 … 288   choose a card for Billy's mix                         Billy's hand
"""

from __future__ import annotations

import numpy as np

from gamut.engine.record import i1, i2, i4, words

MAX_SEATS = 4
KINDS = 24
MIXABLE = 18  # kinds of rank 1 to 3: no card has more than four pigments, so rank-4 cards are never mixed
MIX = 24  # Billy's MIX card, as a kind of his piles
BILLY = 1  # the opponent's player number in a solo game
COLUMNS = 6  # of the market
PIGMENT_SUMS = 27  # cyan + 3 · magenta + 9 · yellow: no card has more than two of a pigment
MAX_MIXED = 4  # cards of a mix
DEPTH = 32
MAX_ROUNDS, DEFAULT_ROUNDS = 300, 100
MAX_TURN_STEPS = 1000
INPUTS, UNITS = 72, 32  # of the networks of `value`
SEAT_NETWORK, BILLY_NETWORK, NETWORKS = 0, 1, 2

(
    SOFT_CYAN, PALE_MAGENTA, LIGHT_YELLOW,
    CERULEAN, CORAL, FUCHSIA, JUNGLE, LAVENDER, LEMON, PRISM,
    AZURE, KEY, ORANGE, PEAR, RASPBERRY, SLATE_GRAY, TURQUOISE, VIOLET,
    RUBY, EMERALD, SAPPHIRE, BURGUNDY, MUSTARD, PETROL,
) = range(KINDS)  # fmt: skip
INKS = CERULEAN  # the number of inks

(
    MIXING, ORANGE_PRINT, SLATE_GRAY_INK, REFILLING, GAIN_INK, GAIN_SAME_INKS, GAIN_RANK_2, FUCHSIA_PRINT,
    VIOLET_PRINT, LAVENDER_SPLIT, LAVENDER_ORDER, LAVENDER_SECOND, PRISM_TRADE, SWAPPING, BILLY_MIX,
) = range(1, 16)  # fmt: skip
NO_CARD = -1  # the cause of a decision that no card causes
PLAYING, ENDING, OVER = 0, 1, 2  # stages of a turn, and the end of the game
PRINTED, MIXED, REFILLED, SWAPPED = 1, 2, 4, 8  # the set of actions done in a turn
POINTS_VICTORY, SAPPHIRE_VICTORY, RUBY_VICTORY, SPECIAL_VICTORY = 1, 2, 4, 8  # a higher one beats a lower one
RANDOM, NO_SPECIAL = -1, 0
NO_BACK, COLOUR_BACK, MIX_BACK = 0, 1, 2  # of the next card of Billy's deck; NO_BACK: the deck is empty

(
    CARD_REVEALED,  # it entered the market
    DECK_RESHUFFLED,  # the discard pile of a row became its deck
    CARD_PRINTED,  # one of Lavender's two cards
    CARD_GONE,  # Lavender's second card was no longer in hand
    CARD_GAINED,  # Coral's Pale Magenta
    NO_EFFECT,  # the effect of a card could do nothing
    BILLY_DREW,
    BILLY_RESHUFFLED,
    BILLY_CANNOT_MIX,
) = range(1, 10)
# An action fills at most 12 places of the market and reshuffles 2 decks. Then every pending LAVENDER_SECOND (18) is
# printed or gone, Coral gains a card and the next effect may do nothing; every VIOLET_PRINT (5), the entry on top and
# finally the Pears may do nothing. Or Billy takes up to six turns of two cards, a reshuffle and two MIX cards. Never
# both, so this is enough:
MAX_EVENTS = 12 + 2 + 18 * 3 + 5 + 1 + 1

PRINT = 0
MIX_HAND = PRINT + KINDS
MIX_PLAY = MIX_HAND + MIXABLE
REFILL = MIX_PLAY + MIXABLE
SWAP = REFILL + 1
TAKE_FREE_INK = SWAP + KINDS
END_TURN = TAKE_FREE_INK + 1
ADD_HAND = END_TURN + 1
ADD_PLAY = ADD_HAND + MIXABLE
TAKE = ADD_PLAY + MIXABLE
ALSO_PRINT = TAKE + KINDS
DISCARD_HAND = ALSO_PRINT + KINDS
DISCARD_PLAY = DISCARD_HAND + KINDS
RETURN = DISCARD_PLAY + KINDS
TUCK = RETURN + KINDS
DONE = TUCK + KINDS
PRINT_IT = DONE + 1
KEEP_IT = PRINT_IT + 1
PASS = KEEP_IT + 1
BILLY_PAYS = PASS + 1
ACTIONS = BILLY_PAYS + MIXABLE
ACTION_GROUPS = (
    PRINT, MIX_HAND, MIX_PLAY, REFILL, SWAP, TAKE_FREE_INK, END_TURN, ADD_HAND, ADD_PLAY, TAKE, ALSO_PRINT,
    DISCARD_HAND, DISCARD_PLAY, RETURN, TUCK, DONE, PRINT_IT, KEEP_IT, PASS, BILLY_PAYS,
)  # fmt: skip
GROUP_OF_ACTION = np.array([max(first for first in ACTION_GROUPS if first <= a) for a in range(ACTIONS)])
IN_PLAY_GROUPS = (MIX_PLAY, ADD_PLAY, DISCARD_PLAY, RETURN, TUCK)
MAX_LEGAL = 2 * KINDS + 2 * MIXABLE + 2  # the choice of an action: print, mix from hand and play, refill, swap, end


class Constants:
    """The cards, and the options."""

    inner = i4(NETWORKS, INPUTS, UNITS)  # the learned weights of `value`
    shift = i4(NETWORKS, UNITS)
    outer = i4(NETWORKS, UNITS)
    rest = i4(NETWORKS)
    kinds_by_sum = i4(PIGMENT_SUMS)  # the set of kinds with this sum of pigments
    compatible_sums = i4(PIGMENT_SUMS)  # the set of sums that can be added to this one
    pair_makes = i4(MIXABLE, MIXABLE)  # the set of kinds that two kinds make
    partners = i4(KINDS, MIXABLE)  # partners[k, a]: the set of kinds that make k together with a
    rank = i1(KINDS)
    instant = i1(KINDS)  # the decision that printing the card causes; 0: none
    instant_count = i1(KINDS)  # its detail
    points = i1(KINDS)
    copies = i1(KINDS + 1)
    billy_copies = i1(KINDS + 1)  # in Billy's deck at the start
    pigment_sum = i1(KINDS)  # of a Prism the first of its three
    max_rounds = i2()
    seats = i1()
    players = i1()  # seats, and Billy
    first = i1()  # player, or RANDOM
    special = i1()  # kind, NO_SPECIAL or RANDOM
    billy_head_start = i1()  # turns that Billy takes before round 1


class State:
    chance_key = words(3)
    round = i2()
    events = i2(MAX_EVENTS)
    hand = i1(MAX_SEATS, KINDS)
    play = i1(MAX_SEATS, KINDS)
    ink_pile = i1(INKS)
    deck = i1(RUBY - CERULEAN)
    rank_4_pile = i1(KINDS - RUBY)
    discard = i1(KINDS)
    market = i1(2, COLUMNS)
    deck_size = i1(2)
    tucked = i1(KINDS)
    billy_deck = i1(KINDS + 1)
    billy_discard = i1(KINDS + 1)
    billy_next = i1()
    decision = i1(DEPTH)
    decider = i1(DEPTH)
    cause = i1(DEPTH)
    detail = i1(DEPTH)
    depth = i1()
    chosen = i1(MAX_MIXED)
    n_chosen = i1()
    n_events = i1()
    split_into = i1(2)
    refill_returned = i1()
    refill_tucked = i1()
    victories = i1(MAX_SEATS)
    special = i1()  # the special card of this game, or NO_SPECIAL
    turn = i1()
    first = i1()  # the first player of each round
    billy_head_start = i1()  # turns that Billy still takes before round 1
    stage = i1()
    actions_done = i1()  # the set of actions done in this turn
    mixes_done = i1()  # in this turn
    has_printed = i1()  # 1: something was printed in this turn, and Pear has not given anything for it yet
    key_inactive = i1()  # 1: Orange put Key into play in this turn


# ---------------------------------------------------------------------- actions


def action_group(a: int) -> int:
    """Return the group of an action by its first number: PRINT, MIX_HAND, …."""
    return int(GROUP_OF_ACTION[a])


def action_kind(a: int) -> int:
    """Return the card that an action names."""
    return a - action_group(a)


def action_source(a: int) -> int:
    """Return the source of the card that an action names."""
    group = action_group(a)
    return a - group + (KINDS if group in IN_PLAY_GROUPS else 0)


# ---------------------------------------------------------------------- events


def encode_event(event: int, detail: int) -> int:
    return event * 32 + detail


def event_type(code: int) -> int:
    return code // 32


def event_detail(code: int) -> int:
    """Return the card or row of an event."""
    return code % 32


# ---------------------------------------------------------------------- sources and the current decision


def source_kind(source: int) -> int:
    return source % KINDS


def is_in_play(source: int) -> bool:
    return source >= KINDS


def chosen_source(s: State, i: int) -> int:
    return s.chosen[i] - 1


def chosen_kind(s: State, i: int) -> int:
    return source_kind(chosen_source(s, i))


def current_decision(s: State) -> int:
    """Return the decision on top of the stack; 0: the choice of an action."""
    return s.decision[s.depth - 1] if s.depth else 0


def times_left(s: State) -> int:
    """Return how often the current decision is still to be made, or how many cards it is about."""
    return s.detail[s.depth - 1]


def offered_card(s: State) -> int:
    """Return the card that the current decision is about."""
    return s.detail[s.depth - 1]
