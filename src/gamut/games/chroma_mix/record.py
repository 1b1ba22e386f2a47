"""Chroma Mix in memory.

A card is known by its kind, a number 0 … 23 in the order of `cards.toml`: rank 1 are 0 … 2, rank 2 are 3 … 9,
rank 3 are 10 … 17, rank 4 are 18 … 23. All piles are counts by kind, so no deck has an order to know. A set of
kinds is an int with a bit per kind. A source is a card of a hand or a play area: its kind, + 24 in play. In short
lists a kind or a source stands as its number + 1, and 0 is an empty place.

    hand[p, k], play[p, k]      a player's hand and play area; alone, player 1 is Billy, who has no play area
    supply[k]                   rank 1 and 4: the open pile; rank 2 and 3: the deck
    discard[k], decked[r]       the discard piles of rank 2 and 3; how many cards are left in their decks
    row[r, 0 … 5]               the market, row 0 of rank 2 and row 1 of rank 3, in short lists
    tucked[k]                   cards under the Mustard in play
    deck[k], spent[k]           Billy's deck and discard pile; kind 24 is a MIX card
    met[p]                      the set of victories a player has met: 1 points, 2 Sapphire, 4 Ruby, 8 special

What waits is a stack; its top is what is to be decided now, an empty one means the choice of an action.

    what[i]    below           who[i]     who decides        cause[i]   the card it comes from
    more[i]    how many are left, or the card that is meant

    MIXING          cards of a mix, then what they make; they stay where they are until then
    LAYING          Orange: the card just mixed (more) into play?
    WATCHING        Slate Gray: add a rank-1 card? (more: copies not yet asked)
    REFILLING       cards of the play area, in ascending order; more: how many may still come back
    ADDING          a rank-1 card (more: how many, one by one)
    ADDING_EQUAL    more rank-1 cards of one pile
    ADDING_RANK_2   an open rank-2 card
    OFFERING        Fuchsia: print the card just added (more)?
    PRINTING        Violet: print a card (more: how many are left)
    PARTING         Lavender: what to discard, then two open cards
    ORDERING        Lavender: which of the two to print first
    FOLLOWING       Lavender: the second card (more) is printed when the first is done
    TRADING         Prism: what to discard, then an open rank-2 card
    SWAPPING        the rank-1 card of a swap
    HELPING         Billy's mix (more: MIX cards left)

    chosen[0 … many−1]          sources put forward in a running choice, ascending, a short list
    parts[0 … 1]                Lavender: the open cards chosen so far, a short list
    floor, returned, tucks      of a running refill: where the ascent stands, cards that came back, cards tucked
    trail[0 … trailed−1]        what the last action led to without a choice, for the log: event · 32 + kind or row

How deep the stack gets. What lies under something else is either a PRINTING with one print left, or a FOLLOWING, or
lies at the very bottom (Slate Gray's WATCHING under Orange's LAYING; Billy's HELPING under a WATCHING: depth 2).
- A FOLLOWING has prints above it only while the *first* of Lavender's two cards is at work. For more than a leaf to
  lie there, that card is a Violet or a Lavender. A Violet (rank 3) is parted from Sapphire Blue or Burgundy only, a
  Lavender from Sapphire Blue, a special card, or one of Azure, Key, Slate Gray, Violet. While cards are printed no
  rank-4 card is gained, and rank 3 only from a rank-4 card. So there are at most 3 + 1 partings of a rank-4
  card, and of rank 3 at most the 3 + 1 + 2 + 3 copies held and the 4 gained by those: 17 FOLLOWING.
- A Violet is printed by the turn's own print or by Lavender (never by a Violet, Fuchsia prints rank 1), so
  there are at most 1 + 4 PRINTING.
- On top of them lie at most one FOLLOWING more, whose first card is something else, and two frames of what that
  card does. Together 17 + 5 + 1 + 2 = 25, so DEPTH = 32 is enough.

How long a turn can be. Only one print is the turn's own. Violets then print at most 2 · 5 cards. Lavenders come
from the turn (1), from Violets (10) and from Lavenders (two from each of 3 Sapphire Blue, one from the special card
and from each of 9 cards of rank 3): at most 27, which print 54. Each of these 65 prints may be a Fuchsia with one
print more: 130 prints of at most 6 steps each (choosing it, and Light Yellow: a card, done, three Jungles). Beside
them two mixes of at most 4 cards, result, Orange and two Slate Gray (16), one refill of at most 92 cards (97 with
start, end and Jungles), three Pears and the end of the turn: below 1000 steps. Billy's turn has at most 2 · 5.

    action    0 …  23   print a card                       path: Print, hand
             24 …  41   mix, with this card first                Mix, hand
             42 …  59   mix, with this card in play first        Mix, play
             60         refill                                   Refill
             61 …  84   swap a card                              Swap, hand
             85         swap an empty hand for a Light Yellow    Swap
             86         end the turn                             End
             87 … 104   one more card of a mix                   hand
            105 … 122   one more card of a mix, in play          play
            123 … 146   take an open card                        pile or market
            147 … 170   print for Violet or Lavender             hand
            171 … 194   discard for Lavender or Prism            hand
            195 … 218   the same, in play                        play
            219 … 242   take back into the hand                  play
            243 … 266   tuck                                     Tuck, play
            267         enough taken back                        Done
            268, 269    print it, keep it (Fuchsia, Orange)      Yes, No
            270         add or discard nothing (Slate Gray, Prism)  Pass
            271 … 288   a card of Billy's mix                    Billy's hand
"""

from __future__ import annotations

from gamut.engine.record import i1, i2, i4, words

SEATS = 4
KINDS = 24
PAYABLE = 18  # kinds of rank 1 to 3: more pigments than four never fit, so no rank-4 card is ever mixed
MIX = 24  # Billy's MIX card, as a card of its deck
BILLY = 1  # the player beside the human of a solo game
PLACES = 6  # of a row
SUMS = 27  # of pigments: cyan + 3 · magenta + 9 · yellow, since no card has more than two of a pigment
MOST_PAID = 4  # cards of a mix
DEPTH = 32
MOST_ROUNDS = 300
MOST_STEPS = 1000  # of a turn
INPUTS, UNITS = 72, 32  # of the networks of `foresight`
SEATS_NET, BILLYS_NET, NETS = 0, 1, 2

(
    SOFT_CYAN, PALE_MAGENTA, LIGHT_YELLOW,
    CERULEAN, CORAL, FUCHSIA, JUNGLE, LAVENDER, LEMON, PRISM,
    AZURE, KEY, ORANGE, PEAR, RASPBERRY, SLATE_GRAY, TURQUOISE, VIOLET,
    RUBY, EMERALD, SAPPHIRE, BURGUNDY, MUSTARD, PETROL,
) = range(KINDS)  # fmt: skip
FIRST_OF_RANK = (0, SOFT_CYAN, CERULEAN, AZURE, RUBY, KINDS)  # the last is where rank 4 ends

(
    MIXING, LAYING, WATCHING, REFILLING, ADDING, ADDING_EQUAL, ADDING_RANK_2, OFFERING,
    PRINTING, PARTING, ORDERING, FOLLOWING, TRADING, SWAPPING, HELPING,
) = range(1, 16)  # fmt: skip
PLAYING, ENDING, OVER = 0, 1, 2  # stages of a turn, and the end of the game
PRINTED, MIXED, REFILLED, SWAPPED = 1, 2, 4, 8  # actions done in a turn
POINTS_MET, SAPPHIRE_MET, RUBY_MET, SPECIAL_MET = 1, 2, 4, 8  # victories, the better the higher
RANDOM, NO_SPECIAL = -1, 0

(
    CARD_SHOWN,  # it came into the market
    ROW_SHUFFLED,  # the discard pile of a row became its deck
    CARD_PRINTED,  # Lavender's card, or the second of them
    CARD_MISSED,  # Lavender's second card was not in hand any more
    CARD_ADDED,  # Coral's Pale Magenta
    EFFECT_LAPSED,  # of a card: it found nothing
    BILLY_DREW,
    BILLY_SHUFFLED,  # its discard pile became its deck
    MIX_LAPSED,  # Billy had nothing to mix
) = range(1, 10)  # events
# An action fills at most 12 places and shuffles 2 decks. Then every FOLLOWING that waits (18) is printed or missed,
# Coral adds a card, what it begins may lapse; every PRINTING (5) and the frame on top may lapse, last the Pears.
# Or Billy has up to six turns of two cards, a shuffle and two MIX cards. Never both, so this is enough:
TRAIL = 12 + 2 + 18 * 3 + 5 + 1 + 1


def event_code(event: int, which: int) -> int:
    """An event as the trail has it."""
    return event * 32 + which


def event_of(code: int) -> int:
    """What happened: CARD_SHOWN, EFFECT_LAPSED, …."""
    return code // 32


def event_detail(code: int) -> int:
    """To which card or row it happened."""
    return code % 32


PRINT = 0
MIX_HAND = PRINT + KINDS
MIX_PLAY = MIX_HAND + PAYABLE
REFILL = MIX_PLAY + PAYABLE
SWAP = REFILL + 1
SWAP_NOTHING = SWAP + KINDS
END_TURN = SWAP_NOTHING + 1
ADD_HAND = END_TURN + 1
ADD_PLAY = ADD_HAND + PAYABLE
TAKE = ADD_PLAY + PAYABLE
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
ACTIONS = BILLY_PAYS + PAYABLE
MOST_LEGAL = (
    2 * KINDS + 2 * PAYABLE + 2
)  # the choice of an action: print, mix from hand and play, refill, swap, end


class Constants:
    """The cards, and what the options settle."""

    inner = i4(NETS, INPUTS, UNITS)  # what `foresight` has learned
    shift = i4(NETS, UNITS)
    outer = i4(NETS, UNITS)
    rest = i4(NETS)
    makes = i4(SUMS)  # the set of kinds that a sum of pigments makes
    fits = i4(SUMS)  # the set of sums to which this one can be added
    pair = i4(PAYABLE, PAYABLE)  # the set of kinds that two kinds make
    mates = i4(KINDS, PAYABLE)  # mates[k, a]: the set of kinds that make k together with a
    rank = i1(KINDS)
    once = i1(KINDS)  # what waits when the card is printed; 0: nothing
    times = i1(KINDS)  # how often
    points = i1(KINDS)
    copies = i1(KINDS + 1)
    billys = i1(KINDS + 1)  # copies in Billy's deck at the start
    sum = i1(KINDS)  # of pigments; of a Prism the first of its three
    rounds = i2()
    seats = i1()
    players = i1()  # seats, and Billy
    first = i1()  # player, or RANDOM
    special = i1()  # kind, NO_SPECIAL or RANDOM
    ahead = i1()  # turns that Billy takes before round 1 begins


class State:
    """A table of Chroma Mix."""

    key = words(3)
    round = i2()
    trail = i2(TRAIL)
    hand = i1(SEATS, KINDS)
    play = i1(SEATS, KINDS)
    supply = i1(KINDS)
    discard = i1(KINDS)
    row = i1(2, PLACES)
    decked = i1(2)
    tucked = i1(KINDS)
    deck = i1(KINDS + 1)
    spent = i1(KINDS + 1)
    what = i1(DEPTH)
    who = i1(DEPTH)
    cause = i1(DEPTH)
    more = i1(DEPTH)
    depth = i1()
    chosen = i1(MOST_PAID)
    many = i1()
    trailed = i1()
    parts = i1(2)
    floor = i1()
    returned = i1()
    tucks = i1()
    met = i1(SEATS)
    special = i1()  # the special card of this game, or NO_SPECIAL
    turn = i1()
    first = i1()  # who begins each round
    ahead = i1()  # turns that Billy still takes before round 1 begins
    stage = i1()
    done = i1()  # the set of actions done in this turn
    mixes = i1()  # in this turn
    prints = i1()  # 1: something was printed in this turn
    key_waits = i1()  # 1: Orange put Key down in this turn


def source_kind(source: int) -> int:
    """The card that comes from a source, wherever it lies."""
    return source % KINDS


def lies_in_play(source: int) -> bool:
    """Whether a source is a card of the play area, not of the hand."""
    return source >= KINDS


def chosen_source(s: State, i: int) -> int:
    """Where card number `i` of those put forward comes from."""
    return s.chosen[i] - 1


def chosen_kind(s: State, i: int) -> int:
    """Card number `i` of those put forward."""
    return source_kind(chosen_source(s, i))
