"""A toy with many moves and secrets: both seats name a number at the same time; nearer to the target wins.

Each seat also holds a secret card, which moves its own target by some places.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.bits import NONE
from gamut.engine.chance import chance, pick, rekey
from gamut.engine.game import UNSEEN, WHOLE, Game, Verbs, Words
from gamut.engine.options import Options
from gamut.engine.ranking import rank
from gamut.engine.record import Floats, Row, i2, words
from gamut.engine.record import Words as WordRow

MANY = 1400
CARDS = 10
CHOSEN = -1  # by somebody else: what is not known


class Constants:
    seats = i2()


class State:
    key = words(3)
    card = i2(2)  # from 1
    named = i2(2)  # from 1; 0: not yet
    target = i2()


def setup(c: Any, options: Options, seats: int) -> None:
    c.seats = seats


def deal(c: Constants, s: State) -> None:
    s.target = 100 + chance(s, MANY - 200)
    for p in range(2):
        s.card[p] = 1 + chance(s, CARDS)


def actors(c: Constants, s: State) -> int:
    return (1 if s.named[0] == 0 else 0) + (2 if s.named[1] == 0 else 0)


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.named[0] != 0 and s.named[1] != 0:
        return 0
    for a in range(MANY):
        out[a] = a
    return MANY


def play(c: Constants, s: State, seat: int, a: int) -> None:
    s.named[seat] = 1 + a


def distance(s: State, seat: int, a: int) -> int:
    return abs(a - (s.target + s.card[seat]))


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for p in range(2):
        scores[p] = -distance(s, p, s.named[p] - 1)
    rank(scores, ranks, 2)
    return 0


def hide(c: Constants, s: State, seat: int) -> None:
    over = s.named[0] != 0 and s.named[1] != 0
    for p in range(2):
        if p != seat and not over:
            s.card[p] = 0
            s.named[p] = CHOSEN if s.named[p] != 0 else 0
    for k in range(3):
        s.key[k] = NONE


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    for p in range(2):
        if s.card[p] == 0:
            s.card[p] = 1 + pick(r, CARDS)
        if s.named[p] == CHOSEN:
            s.named[p] = 1 + pick(r, MANY)
    rekey(s, r)


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    out[0] = s.target / MANY


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    for k in range(n):
        out[k] = 1 + 1000 // (1 + abs(acts[k] - s.target) // 20)


def value(c: Constants, s: State, seat: int) -> int:
    return WHOLE // 2


def check(c: Constants, s: State) -> int:
    return 0


class Nothing(msgspec.Struct):
    pass


GAME = Game(
    id="toy",
    title="Toy",
    tagline="Name a number.",
    version=1,
    seats=(2,),
    minutes=1,
    options=(),
    state=State,
    tables=Constants,
    setup=setup,
    verbs=Verbs(deal, actors, legal, play, result, hide, redeal, seen, observe, guide, value, check),
    words=Words(
        action=lambda c, a: f"name {a}",
        path=lambda c, a: (f"number:{a}",),
        ask=lambda c, s, seat: "Name a number",
        tell=lambda c, before, after, seat, mover, a: [],
        view=lambda c, s, seat: Nothing(),
        draw=lambda c, s, seat, names: f"target {s.target}, my card {s.card[seat] if seat >= 0 else '?'}",
    ),
    actions=MANY,
    most_legal=MANY,
    longest=2,
    features=1,
    reasons=("nearest",),
    invariants=(),
    levels={"easy": "random", "medium": "greedy", "hard": "search:400it"},
    secrets=True,
    folder=Path(__file__).parent,
)
