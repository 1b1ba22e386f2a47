"""What a seat of Chroma Mix knows: everything but the order of the decks, which nobody has."""

from __future__ import annotations

from gamut.engine.chance import forget_key, rekey
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.games.chroma_mix.record import (
    BURGUNDY,
    KINDS,
    MOST_PAID,
    OVER,
    SEATS,
    Constants,
    State,
    chosen_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import open_cards
from gamut.games.chroma_mix.victories import (
    CARDS_GOAL,
    DOTS_GOAL,
    POINTS_GOAL,
    count_dots,
    count_held,
    count_points,
    tucked_dots,
)

PER_PLAYER = 2 * KINDS + 5
PER_KIND = 7  # supply, discard, market, tucked, Billy's deck and discard pile, put forward
WHATS = 16
WAITING = WHATS + KINDS + 3  # the top of the stack: what, cause, more; whether it is mine; depth
CLOCK = 10
FEATURES = SEATS * PER_PLAYER + KINDS * PER_KIND + WAITING + CLOCK
LAYOUT = (
    FeatureBlock("players", (SEATS, PER_PLAYER), "for each player, own first, then in turn order, alone Billy "
                 "second: hand and play area by kind (24 each, of 4), points, cards and dots of what a victory "
                 "needs, whether a victory is met, whether it is their turn"),
    FeatureBlock("kinds", (KINDS, PER_KIND), "for each kind of card: its pile or deck (of 12), discarded (of "
                 "4), whether it is open, tucked, in Billy's deck and discard pile (of 4 each), put forward"),
    FeatureBlock("decision", (WHATS,), "1 for what is to be decided now; the first: an action of the turn"),
    FeatureBlock("cause", (KINDS,), "1 for the card from which that comes"),
    FeatureBlock("pending", (3,), "how many are left of it (of 24), whether it is the seat's own, what waits "
                 "(of 8)"),
    FeatureBlock("clock", (CLOCK,), "round, place in the order of play, whether the turn has printed, mixed, "
                 "refilled and swapped, mixes (of 2), whether anything was printed, the special card, tucked "
                 "dots of what it needs"),
)  # fmt: skip


def hide(c: Constants, s: State, seat: int) -> None:
    """Hands lie open and decks have no order: only the key is secret."""
    forget_key(s)


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Other draws from the same decks."""
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    """Every action is open."""
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    """Players (own first, alone Billy second), each kind's piles, what waits, the clock."""
    for k in range(FEATURES):
        out[k] = 0.0
    for k in range(c.players):
        observe_player(c, s, (seat + k) % c.players, out, k * PER_PLAYER)
    at = SEATS * PER_PLAYER
    open = open_cards(s)
    for kind in range(KINDS):
        out[at] = s.supply[kind] / 12
        out[at + 1] = s.discard[kind] / 4
        out[at + 2] = 1.0 if (open >> kind) & 1 else 0.0
        out[at + 3] = s.tucked[kind] / 4
        out[at + 4] = s.deck[kind] / 4
        out[at + 5] = s.spent[kind] / 4
        at += PER_KIND
    for i in range(s.many):
        out[SEATS * PER_PLAYER + chosen_kind(s, i) * PER_KIND + 6] += 1 / MOST_PAID
    observe_waiting(s, seat, out, at)
    observe_clock(c, s, seat, out, at + WAITING)


def observe_player(c: Constants, s: State, player: int, out: Floats, at: int) -> None:
    """A player's cards, and how far the victories are."""
    for kind in range(KINDS):
        out[at + kind] = s.hand[player, kind] / 4
        out[at + KINDS + kind] = s.play[player, kind] / 4
    at += 2 * KINDS
    out[at] = count_points(c, s, player) / POINTS_GOAL
    out[at + 1] = count_held(s, player, 0, KINDS) / CARDS_GOAL
    out[at + 2] = count_dots(c, s, player) / 40
    out[at + 3] = 1.0 if s.met[player] else 0.0
    out[at + 4] = 1.0 if s.turn == player and s.stage != OVER else 0.0


def observe_waiting(s: State, seat: int, out: Floats, at: int) -> None:
    """What is to be decided now."""
    if s.depth == 0:
        out[at] = 1.0
        return
    top = s.depth - 1
    out[at + s.what[top]] = 1.0
    if s.cause[top] >= 0:
        out[at + WHATS + s.cause[top]] = 1.0
    out[at + WHATS + KINDS] = s.more[top] / 24
    out[at + WHATS + KINDS + 1] = 1.0 if s.who[top] == seat else 0.0
    out[at + WHATS + KINDS + 2] = s.depth / 8


def observe_clock(c: Constants, s: State, seat: int, out: Floats, at: int) -> None:
    """The round, the turn so far, the special card, what is tucked."""
    out[at] = s.round / c.rounds
    out[at + 1] = (seat - s.first) % c.players / c.players
    for k in range(4):
        out[at + 2 + k] = 1.0 if (s.done >> k) & 1 else 0.0
    out[at + 6] = s.mixes / 2
    out[at + 7] = 1.0 if s.prints else 0.0
    out[at + 8] = (s.special - BURGUNDY + 1) / 3 if s.special else 0.0
    out[at + 9] = tucked_dots(c, s) / DOTS_GOAL
