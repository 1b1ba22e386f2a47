"""Bids: hidden hands, a secret choice of all seats at once, a decision of one seat, options.

Everybody bids a card of the hand in secret. The highest bid that nobody shares may take its value or leave
it for one point; then all hands are filled up. Most points after some rounds win.

    action 0 … 4: bid that card;  5: take;  6: leave
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, forget_key, pick, rekey
from gamut.engine.errors import BadOptions
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Choice, Count, Flag, Named, Options
from gamut.engine.ranking import rank, share
from gamut.engine.record import Floats, Row, WordRow, i1, i2, words
from gamut.engine.verbs import UNSEEN, WHOLE, gather

SEATS, KINDS, COPIES, HAND, MOST_ROUNDS = 3, 5, 4, 3, 4
TAKE, LEAVE = KINDS, KINDS + 1
ACTIONS = KINDS + 2
NAMES = ("one", "two", "three", "four", "five")


class Constants:
    worth = i1(KINDS)
    seats = i1()
    rounds = i1()


class State:
    key = words(3)
    score = i2(SEATS)
    deck = i1(KINDS)
    hand = i1(SEATS, KINDS)  # a card that was bid stays here until all bids are in
    bid = i1(SEATS)  # card + 1; 0: none yet
    shown = i1(SEATS)  # the bids of the last round, card + 1
    pile = i1(KINDS)
    left = i1()  # cards in the deck
    chosen = i1()  # bit mask of the seats that have bid
    winner = i1()  # seat + 1 of who may take; 0: bids are awaited
    round = i1()
    over = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    if options["pace"] == "long" and options["brief"]:
        raise BadOptions("brief = true and pace = long contradict each other; choose one of them")
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


def nth(row: Row, r: int) -> int:
    for k in range(KINDS):
        r -= row[k]
        if r < 0:
            return k
    return KINDS - 1


def actors(c: Constants, s: State) -> int:
    if s.over:
        return 0
    if s.winner:
        return 1 << (s.winner - 1)
    return ((1 << c.seats) - 1) & ~s.chosen


def secret(c: Constants, s: State) -> int:
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
    rank(scores, ranks, c.seats)
    return 0


def check(c: Constants, s: State) -> int:
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


# ---------------------------------------------------------------------- who knows what


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0
            for k in range(KINDS):
                s.hand[other, k] = 0
    for k in range(KINDS):
        s.deck[k] = 0


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k]
        if seat >= 0:
            s.deck[k] -= s.hand[seat, k]
    many = total(s.deck)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, pick(r, many))
                s.deck[card] -= 1
                many -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = some_kind(s.hand[other], r) + 1
    rekey(s, r)


def some_kind(hand: Row, r: WordRow) -> int:
    card = pick(r, KINDS)
    while hand[card] == 0:
        card = pick(r, KINDS)
    return card


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    last = (s.chosen | (1 << mover)) == (1 << c.seats) - 1
    return a if seat == mover or a >= KINDS or last else UNSEEN


# ---------------------------------------------------------------------- for bots


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(KINDS):
        out[k] = s.hand[seat, k] / COPIES
        out[KINDS + k] = s.pile[k] / COPIES


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 1 + 3 * acts[k]


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    if s.over:
        share(s.score, out, c.seats)
        return
    whole = c.seats
    for seat in range(c.seats):
        whole += s.score[seat]
    for seat in range(c.seats):
        out[seat] = WHOLE * (1 + s.score[seat]) // whole


# ---------------------------------------------------------------------- language


def action(c: Constants, a: int) -> str:
    return f"bid {NAMES[a]}" if a < KINDS else ("take", "leave")[a - KINDS]


def path(c: Constants, a: int) -> tuple[str, ...]:
    return (f"hand:{NAMES[a]}",) if a < KINDS else (f"prize:{action(c, a)}",)


def ask(c: Constants, s: State, seat: int) -> str:
    return "Take or leave" if s.winner else "Bid a card"


def headline(c: Constants, s: State, seat: int) -> str:
    return f"Round {s.round} of {c.rounds}"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry("bid" if a == UNSEEN else action(c, a), mover)]


class BidsView(msgspec.Struct, frozen=True):
    hand: list[int]
    pile: list[int]
    score: list[int]
    chosen: int


def view(c: Constants, s: State, seat: int) -> BidsView:
    hand = [s.hand[seat, k] for k in range(KINDS)] if seat >= 0 else []
    pile = [s.pile[k] for k in range(KINDS)]
    return BidsView(hand, pile, [s.score[p] for p in range(c.seats)], s.chosen)


def draw(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return f"{', '.join(names)}: {view(c, s, seat)}"


BIDS = Game(
    id="bids",
    title="Bids",
    tagline="Bid what nobody else bids.",
    goal="Have the most points after the last round.",
    version=1,
    seats=(2, 3),
    minutes=1,
    options=(
        Count(name="rounds", label="Rounds", help="How many rounds are played.", low=1, high=MOST_ROUNDS,
              default={2: 4, 3: 3}),
        Flag(name="brief", label="Brief game", help="Two rounds."),
        Choice(name="pace", label="Pace", help="How fast the points grow.", default="quick",
               values=(Named("quick", "Quick"), Named("long", "Long"))),
    ),
    short={"rounds": 1},
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=ACTIONS,
    most_legal=KINDS,
    longest=MOST_ROUNDS * (SEATS + 1),
    features=2 * KINDS,
    reasons=("most points",),
    invariants=(
        "every card is in exactly one place",
        "no hand owes a card",
        "the deck is as large as it says",
        "who has bid has the card",
    ),
    levels={"easy": "random", "hard": "search:200it"},
    secrets=("bid", "deck", "hand"),
    folder=Path(__file__).parent,
)  # fmt: skip
