"""What a seat of Chroma Mix knows: everything but the order of the decks, which chance decides at each draw."""

from __future__ import annotations

from gamut.engine.chance import erase_key, renew_key
from gamut.engine.game import FeatureBlock
from gamut.engine.record import Floats, WordRow
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.market import available_cards, count_undrawn
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import (
    CARDS_NEEDED,
    DOTS_NEEDED,
    POINTS_NEEDED,
    count_cards,
    count_dots,
    count_points,
    tucked_dots,
)

PLAYER_FEATURES = 2 * rec.KINDS + 5
KIND_FEATURES = 7
DECISIONS = 16
DECISION_FEATURES = DECISIONS + rec.KINDS + 3
CLOCK_FEATURES = 11
FEATURES = rec.MAX_SEATS * PLAYER_FEATURES + rec.KINDS * KIND_FEATURES + DECISION_FEATURES + CLOCK_FEATURES
LAYOUT = (
    FeatureBlock("players", (rec.MAX_SEATS, PLAYER_FEATURES), "for each player, the seat first, then in turn order, "
                 "Billy second in a solo game: hand and play area by kind (24 each, of 4), points and cards of those a "
                 "victory needs, dots (of 40), whether they have achieved a victory, whether it is their turn"),
    FeatureBlock("kinds", (rec.KINDS, KIND_FEATURES), "for each kind of card: cards in its pile or deck (of 12) and "
                 "discard pile (of 4), whether it is available, tucked, in Billy's deck and discard pile (of 4 "
                 "each), chosen for the current decision"),
    FeatureBlock("decision", (DECISIONS,), "1 for the current decision; the first is the choice of an action"),
    FeatureBlock("cause", (rec.KINDS,), "1 for the card that causes it"),
    FeatureBlock("pending", (3,), "detail of the decision (of 24), whether the seat makes it, pending decisions "
                 "(of 8)"),
    FeatureBlock("clock", (CLOCK_FEATURES,), "round, place in turn order, whether the turn has printed, mixed, "
                 "refilled and swapped, mixes (of 2), whether Pear still counts a print of this turn, the special "
                 "card, tucked dots of those it needs, whether Billy's next card is a MIX card"),
)  # fmt: skip


def hide(c: Constants, s: State, seat: int) -> None:
    """Hands are open and decks have no order, but for the back of Billy's next card: only the chance key is secret."""
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(FEATURES):
        out[k] = 0.0
    for k in range(c.players):
        observe_player(c, s, (seat + k) % c.players, out, k * PLAYER_FEATURES)
    start = rec.MAX_SEATS * PLAYER_FEATURES
    observe_kinds(s, out, start)
    start += rec.KINDS * KIND_FEATURES
    observe_decision(s, seat, out, start)
    observe_clock(c, s, seat, out, start + DECISION_FEATURES)


def observe_player(c: Constants, s: State, player: int, out: Floats, start: int) -> None:
    for kind in range(rec.KINDS):
        out[start + kind] = s.hand[player, kind] / 4
        out[start + rec.KINDS + kind] = s.play[player, kind] / 4
    start += 2 * rec.KINDS
    out[start] = count_points(c, s, player) / POINTS_NEEDED
    out[start + 1] = count_cards(s, player) / CARDS_NEEDED
    out[start + 2] = count_dots(c, s, player) / 40
    out[start + 3] = 1.0 if s.victories[player] else 0.0
    out[start + 4] = 1.0 if s.turn == player and s.stage != rec.OVER else 0.0


def observe_kinds(s: State, out: Floats, start: int) -> None:
    available = available_cards(s)
    for kind in range(rec.KINDS):
        k = start + kind * KIND_FEATURES
        out[k] = count_undrawn(s, kind) / 12
        out[k + 1] = s.discard[kind] / 4
        out[k + 2] = 1.0 if (available >> kind) & 1 else 0.0
        out[k + 3] = s.tucked[kind] / 4
        out[k + 4] = s.billy_deck[kind] / 4
        out[k + 5] = s.billy_discard[kind] / 4
    for i in range(s.n_chosen):
        out[start + rec.chosen_kind(s, i) * KIND_FEATURES + 6] += 1 / rec.MAX_MIXED


def observe_decision(s: State, seat: int, out: Floats, start: int) -> None:
    if s.depth == 0:
        out[start] = 1.0
        return
    top = s.depth - 1
    out[start + s.decision[top]] = 1.0
    if s.cause[top] >= 0:
        out[start + DECISIONS + s.cause[top]] = 1.0
    start += DECISIONS + rec.KINDS
    out[start] = s.detail[top] / 24
    out[start + 1] = 1.0 if s.decider[top] == seat else 0.0
    out[start + 2] = s.depth / 8


def observe_clock(c: Constants, s: State, seat: int, out: Floats, start: int) -> None:
    out[start] = s.round / c.max_rounds
    out[start + 1] = (seat - s.first) % c.players / c.players
    for k in range(4):
        out[start + 2 + k] = 1.0 if (s.actions_done >> k) & 1 else 0.0
    out[start + 6] = s.mixes_done / 2
    out[start + 7] = 1.0 if s.has_printed else 0.0
    out[start + 8] = (s.special - rec.BURGUNDY + 1) / 3 if s.special else 0.0
    out[start + 9] = tucked_dots(c, s) / DOTS_NEEDED
    out[start + 10] = 1.0 if s.billy_next == rec.MIX_BACK else 0.0
