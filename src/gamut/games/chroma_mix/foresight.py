"""Who will win: what a player's cards are worth, and how far each victory is.

The strength of a player is a sum, in thousandths of a power of e: the odds of two players are as e to the power of
their strengths. A card has a worth in hand and one in play, and the first copy in play has another; each victory
adds the square of how far it has come, so that what is nearly reached counts most. A crowd of cards counts only
while the piles have enough for it, so that four players who hoard go on to something else. `foresight.toml` holds
these numbers; they were fitted to the ends of games between bots, then bettered by duels. Billy has its own, and
all its cards count as in play.

Room for thought, `work`: cards as they are thought now, which need not be as they lie.

    0 … 47            hand and play area by kind
    RANKS + 1 … 4     how many cards of each rank, in hand and play
    SUM               what the cards are worth by themselves
    NUMBER, POINTS    cards in hand and play; points in play
    TUCKED            dots under the player's Mustard
    LEFT              cards in the rank-1 piles
    STRENGTHS …       of the players
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from gamut.engine.numbers import exponential
from gamut.engine.record import Row
from gamut.engine.verbs import WHOLE
from gamut.games.chroma_mix.cards import IDS
from gamut.games.chroma_mix.record import (
    BILLY,
    BURGUNDY,
    CERULEAN,
    EMERALD,
    KINDS,
    MUSTARD,
    NO_SPECIAL,
    OVER,
    PETROL,
    PLAYING,
    RUBY,
    SAPPHIRE,
    SEATS,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.victories import (
    CARDS_GOAL,
    DOTS_GOAL,
    POINTS_GOAL,
    RANK_2_GOAL,
    best_met,
    is_billy,
    standing,
    tucked_dots,
)  # fmt: skip

FITTED = Path(__file__).with_name("foresight.toml")
GOALS = ("points", "cards", "sapphire_held", "sapphire", "ruby", "burgundy", "mustard", "petrol", "turn")
BY_POINTS, BY_CARDS, SAPPHIRE_HELD, BY_SAPPHIRE, BY_RUBY, BY_BURGUNDY, BY_MUSTARD, BY_PETROL, ON_TURN = range(9)

HAND, PLAY = 0, KINDS  # sources of cards
RANKS = 2 * KINDS
SUM, NUMBER, POINTS, TUCKED, LEFT = range(RANKS + 5, RANKS + 10)
STRENGTHS = LEFT + 1
WORK = STRENGTHS + SEATS

BURGUNDYS_CARDS = 10
FINE = 256  # parts of one in odds
SURE = 8000  # strength of a victory that is met
BETTER = 1500  # and how much more the next better kind is worth


# ---------------------------------------------------------------------- cards in thought


def begin(c: Constants, s: State, player: int, work: Row) -> None:
    """Think of a player's cards as they lie."""
    for k in range(STRENGTHS):
        work[k] = 0
    billy = is_billy(c, player)
    for kind in range(KINDS):
        if s.hand[player, kind]:
            move(c, work, 1 if billy else 0, PLAY + kind if billy else HAND + kind, s.hand[player, kind])
        if s.play[player, kind]:
            move(c, work, 0, PLAY + kind, s.play[player, kind])
    if s.play[player, MUSTARD]:
        work[TUCKED] = tucked_dots(c, s)
    for kind in range(CERULEAN):
        work[LEFT] += s.supply[kind]


def move(c: Constants, work: Row, whose: int, source: int, n: int) -> None:
    """Let there be `n` more cards in hand (0 … 23) or in play (24 …); `whose`: 0 a seat's, 1 Billy's."""
    before = work[source]
    kind, after = source % KINDS, before + n
    work[source] = after
    work[NUMBER] += n
    work[RANKS + c.rank[kind]] += n
    if source < PLAY:
        work[SUM] += n * c.in_hand[whose, kind]
        return
    work[SUM] += n * c.in_play[whose, kind]
    work[POINTS] += n * c.points[kind]
    if before <= 0 < after:
        work[SUM] += c.first_in_play[whose, kind]
    elif after <= 0 < before:
        work[SUM] -= c.first_in_play[whose, kind]


def thinks_of(work: Row, kind: int) -> int:
    """How many copies there are in thought, in hand and play."""
    return work[HAND + kind] + work[PLAY + kind]


def special_progress(work: Row, special: int) -> tuple[int, int]:
    """How far the wish of the special card has come, of how much."""
    if special == MUSTARD:
        return min(work[TUCKED], DOTS_GOAL), DOTS_GOAL
    if special == PETROL:
        return min(work[RANKS + 2], RANK_2_GOAL), RANK_2_GOAL
    right = 0
    for rank in range(1, 5):
        have, need = work[RANKS + rank], 5 - rank
        right += min(have, need) - max(have - need, 0)
    return max(right, 0), BURGUNDYS_CARDS


def thinks_won(work: Row, special: int) -> bool:
    """Whether the cards as they are thought now meet a victory; Billy has no special card in play."""
    if work[POINTS] >= POINTS_GOAL or (work[NUMBER] >= CARDS_GOAL and work[PLAY + SAPPHIRE] > 0):
        return True
    if work[PLAY + RUBY] > 0 and thinks_of(work, EMERALD) > 0 and thinks_of(work, SAPPHIRE) > 0:
        return True
    if special == NO_SPECIAL or work[PLAY + special] <= 0:
        return False
    have, need = special_progress(work, special)
    return have >= need


def strength(c: Constants, work: Row, whose: int, special: int) -> int:
    """What the cards as they are thought now are worth."""
    points, cards = min(work[POINTS], POINTS_GOAL), min(work[NUMBER], CARDS_GOAL)
    total = work[SUM] + c.goals[whose, BY_POINTS] * points * points // (POINTS_GOAL * POINTS_GOAL)
    if work[NUMBER] + work[LEFT] >= CARDS_GOAL:
        worth = c.goals[whose, BY_CARDS]
        if work[PLAY + SAPPHIRE] > 0:
            worth += c.goals[whose, BY_SAPPHIRE]
        elif work[HAND + SAPPHIRE] > 0:
            worth += c.goals[whose, SAPPHIRE_HELD]
        total += worth * cards * cards // (CARDS_GOAL * CARDS_GOAL)
    jewels = 0
    for kind in range(RUBY, SAPPHIRE + 1):
        jewels += 1 if thinks_of(work, kind) > 0 else 0
    total += c.goals[whose, BY_RUBY] * jewels * jewels // 9
    if special != NO_SPECIAL and thinks_of(work, special) > 0:
        have, need = special_progress(work, special)
        total += c.goals[whose, BY_BURGUNDY + special - BURGUNDY] * have * have // (need * need)
    return total


# ---------------------------------------------------------------------- the verbs


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    """The shares of the victory by the strengths of all players; Billy's share is nobody's."""
    best = -1_000_000_000
    for player in range(c.players):
        work[STRENGTHS + player] = strength_of(c, s, player, work)
        best = max(best, work[STRENGTHS + player])
    whole = 0
    for player in range(c.players):
        work[STRENGTHS + player] = odds(best - work[STRENGTHS + player])
        whole += work[STRENGTHS + player]
    for seat in range(c.seats):
        out[seat] = WHOLE * work[STRENGTHS + seat] // whole


def strength_of(c: Constants, s: State, player: int, work: Row) -> int:
    """A player's strength: at the end who stands first, before that met victories or the cards."""
    if s.stage == OVER:
        lost = c.players > c.seats and player != BILLY and s.met[player] == 0  # alone, whatever Billy has
        return -1_000_000 if lost else 1_000_000 * standing(c, s, player)
    best = best_met(s, player)
    if best:
        kinds = 0
        while best > 1:
            best >>= 1
            kinds += 1
        return SURE + BETTER * kinds
    begin(c, s, player, work)
    billy = 1 if is_billy(c, player) else 0
    return strength(c, work, billy, s.special) + (c.goals[billy, ON_TURN] if s.turn == player else 0)


def odds(behind: int) -> int:
    """e to the power of a strength that is so much behind the best, in parts of FINE ** 2."""
    part = exponential(min(behind, 16_000) * FINE // 4000, FINE)  # a fourth of the way
    part = part * part // FINE  # half of it
    return FINE * FINE * FINE // (part * part // FINE)


def settled(c: Constants, s: State) -> bool:
    """Where a turn begins nothing is half done."""
    return s.stage == OVER or (s.stage == PLAYING and s.depth == 0 and s.done == 0)


# ---------------------------------------------------------------------- what was fitted


def fill_worths(c: Any) -> None:
    """Write what was fitted into the constants."""
    fitted = tomllib.loads(FITTED.read_text("utf-8"))
    for whose, name in enumerate(("seat", "billy")):
        for kind, id in enumerate(IDS):
            worths = fitted[name]["cards"][id]
            c.in_hand[whose, kind], c.in_play[whose, kind], c.first_in_play[whose, kind] = worths
        for k, goal in enumerate(GOALS):
            c.goals[whose, k] = fitted[name]["goals"][goal]
