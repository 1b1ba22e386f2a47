"""Bids: hidden hands, a secret phase of one step, turns of one seat, options.

All seats secretly bid a card from their hand. The seat with the highest unique bid may take its value, or leave it for
one point; then all hands are refilled. The most points after some rounds win.

    action 0 … 4: bid that card;  5: take;  6: leave
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, erase_key, random_below, renew_key
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game
from gamut.engine.options import ChoiceOption, ChoiceValue, CountOption, FlagOption, Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.ranking import rank_scores, share_win
from gamut.engine.record import Floats, Row, WordRow, i1, i2, words
from gamut.engine.verbs import UNSEEN, WIN_VALUE, collect_verbs

SEATS, KINDS, COPIES, HAND, MAX_ROUNDS = 3, 5, 4, 3, 4
TAKE, LEAVE = KINDS, KINDS + 1
ACTIONS = KINDS + 2
NAMES = ("one", "two", "three", "four", "five")


class Constants:
    worth = i1(KINDS)
    seats = i1()
    rounds = i1()


class State:
    chance_key = words(3)
    score = i2(SEATS)
    deck = i1(KINDS)
    hand = i1(SEATS, KINDS)  # a card that was bid stays here until all seats have bid
    bid = i1(SEATS)  # card + 1; 0: none yet
    shown = i1(SEATS)  # the bids of the last round, card + 1
    pile = i1(KINDS)
    left = i1()  # cards in the deck
    chosen = i1()  # bit mask of the seats that have bid
    winner = i1()  # seat + 1 of the seat that may take; 0: seats are bidding
    round = i1()
    over = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    if options["pace"] == "long" and options["brief"]:
        raise InvalidOptions("brief = true and pace = long contradict each other; choose one of them")
    c.seats, c.rounds = seats, 2 if options["brief"] else int(options["rounds"])
    for k in range(KINDS):
        c.worth[k] = k + 1 if options["pace"] == "quick" else 2 * k + 2


# ---------------------------------------------------------------------- rules


def deal(c: Constants, s: State) -> None:
    for k in range(KINDS):
        s.deck[k] = COPIES
    s.left = KINDS * COPIES
    fill(c, s)
    s.round = 1


def fill(c: Constants, s: State) -> None:
    for seat in range(c.seats):
        while total(s.hand[seat]) < HAND:
            card = nth(s.deck, chance(s, s.left))
            s.deck[card] -= 1
            s.left -= 1
            s.hand[seat, card] += 1


def total(row: Row) -> int:
    n = 0
    for k in range(KINDS):
        n += row[k]
    return n


def nth(row: Row, n: int) -> int:
    for k in range(KINDS):
        n -= row[k]
        if n < 0:
            return k
    return KINDS - 1


def actors(c: Constants, s: State) -> int:
    if s.over:
        return 0
    if s.winner:
        return 1 << (s.winner - 1)
    return ((1 << c.seats) - 1) & ~s.chosen


def secret_phase(c: Constants, s: State) -> int:
    return 0 if s.over or s.winner else s.round


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if not (actors(c, s) >> seat) & 1:
        return 0
    if s.winner:
        out[0], out[1] = TAKE, LEAVE
        return 2
    n = 0
    for k in range(KINDS):
        if s.hand[seat, k] > 0:
            out[n] = k
            n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a < KINDS:
        s.bid[seat] = a + 1
        s.chosen = s.chosen | (1 << seat)
        if s.chosen == (1 << c.seats) - 1:
            resolve(c, s)
        return
    s.score[seat] += c.worth[s.shown[seat] - 1] if a == TAKE else 1
    next_round(c, s)


def resolve(c: Constants, s: State) -> None:
    best = 0
    for seat in range(c.seats):
        card = s.bid[seat] - 1
        s.hand[seat, card] -= 1
        s.pile[card] += 1
        s.shown[seat] = s.bid[seat]
        shared = 0
        for other in range(c.seats):
            shared += 1 if s.bid[other] == s.bid[seat] else 0
        if shared == 1 and card + 1 > best:
            best, s.winner = card + 1, seat + 1
    for seat in range(c.seats):
        s.bid[seat] = 0
    s.chosen = 0
    if not s.winner:
        next_round(c, s)


def next_round(c: Constants, s: State) -> None:
    s.winner = 0
    if s.round == c.rounds:
        s.over = 1
        return
    s.round += 1
    fill(c, s)


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
    rank_scores(scores, ranks, c.seats)
    return 0


def broken_invariant(c: Constants, s: State) -> int:
    for k in range(KINDS):
        n = s.deck[k] + s.pile[k]
        for seat in range(c.seats):
            if s.hand[seat, k] < 0:
                return 2
            n += s.hand[seat, k]
        if n != COPIES:
            return 1
    if s.left != total(s.deck):
        return 3
    for seat in range(c.seats):
        if s.bid[seat] > 0 and s.hand[seat, s.bid[seat] - 1] == 0:
            return 4
    return 0


# ---------------------------------------------------------------------- hidden information


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0
            for k in range(KINDS):
                s.hand[other, k] = 0
    for k in range(KINDS):
        s.deck[k] = 0


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k]
        if seat >= 0:
            s.deck[k] -= s.hand[seat, k]
    left = total(s.deck)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, random_below(rng, left))
                s.deck[card] -= 1
                left -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = random_kind(s.hand[other], rng) + 1
    renew_key(s, rng)


def random_kind(hand: Row, rng: WordRow) -> int:
    card = random_below(rng, KINDS)
    while hand[card] == 0:
        card = random_below(rng, KINDS)
    return card


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    last = (s.chosen | (1 << mover)) == (1 << c.seats) - 1
    return a if seat == mover or a >= KINDS or last else UNSEEN


# ---------------------------------------------------------------------- for bots


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(KINDS):
        out[k] = s.hand[seat, k] / COPIES
        out[KINDS + k] = s.pile[k] / COPIES


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1 + 3 * actions[k]


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    if s.over:
        share_win(s.score, out, c.seats)
        return
    points = c.seats
    for seat in range(c.seats):
        points += s.score[seat]
    for seat in range(c.seats):
        out[seat] = WIN_VALUE * (1 + s.score[seat]) // points


# ---------------------------------------------------------------------- presentation


def action_text(c: Constants, a: int) -> str:
    return f"bid {NAMES[a]}" if a < KINDS else ("take", "leave")[a - KINDS]


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    return (f"hand:{NAMES[a]}",) if a < KINDS else (f"prize:{action_text(c, a)}",)


def prompt(c: Constants, s: State, seat: int) -> str:
    return "Take or leave" if s.winner else "Bid a card"


def headline(c: Constants, s: State, seat: int) -> str:
    return f"Round {s.round} of {c.rounds}"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry("bid" if a == UNSEEN else action_text(c, a), mover)]


class BidsView(msgspec.Struct, frozen=True):
    hand: list[int]
    pile: list[int]
    score: list[int]
    chosen: int


def view(c: Constants, s: State, seat: int) -> BidsView:
    hand = [s.hand[seat, k] for k in range(KINDS)] if seat >= 0 else []
    pile = [s.pile[k] for k in range(KINDS)]
    return BidsView(hand, pile, [s.score[p] for p in range(c.seats)], s.chosen)


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


BIDS = Game(
    id="bids",
    title="Bids",
    tagline="Bid what no other player bids.",
    goal="Have the most points after the last round.",
    version=1,
    seats=(2, 3),
    minutes=1,
    options=(
        CountOption(name="rounds", label="Rounds", help="The number of rounds.", low=1, high=MAX_ROUNDS,
                    default={2: 4, 3: 3}),
        FlagOption(name="brief", label="Brief game", help="Two rounds."),
        ChoiceOption(name="pace", label="Pace", help="How fast the points grow.", default="quick",
                     values=(ChoiceValue("quick", "Quick"), ChoiceValue("long", "Long"))),
    ),
    quick_options={"rounds": 1},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=ACTIONS,
    max_legal=KINDS,
    max_steps=MAX_ROUNDS * (SEATS + 1),
    feature_count=2 * KINDS,
    reasons=("most points",),
    invariants=(
        "every card is in exactly one place",
        "no hand has a negative number of cards",
        "the size of the deck is correct",
        "a seat that has bid holds the card",
    ),
    levels={"easy": "random", "hard": "search:200it"},
    secret_fields=("bid", "deck", "hand"),
    round_field="round",
    round_resets=("bid", "chosen"),
    folder=Path(__file__).parent,
)  # fmt: skip
