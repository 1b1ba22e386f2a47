"""Motes, a toy for the server's tests: secret phases of several steps, an open decision, a game that can be lost.

In every round all seats put up to three motes into colours, in secret and one by one, until they say that they are
done. Then all is turned up: who alone has the most in a colour scores its motes. One seat then keeps or spends a
point, openly, and the next round begins. Each seat has a tint that nobody else knows.

    action 0 … 2: put a mote into that colour;  3: done;  4: keep;  5: spend
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, forget_key, pick, rekey
from gamut.engine.game import Game
from gamut.engine.language import Language, LogEntry
from gamut.engine.options import Count, File, Options
from gamut.engine.record import Floats, Grid, Row, WordRow, i1, i2, words
from gamut.engine.verbs import UNSEEN, WHOLE, gather

SEATS, COLOURS, MOST, MOST_ROUNDS = 3, 3, 3, 3
DONE, KEEP, SPEND = COLOURS, COLOURS + 1, COLOURS + 2
ACTIONS = COLOURS + 3


class Constants:
    seats = i1()
    rounds = i1()
    target = i1()


class State:
    key = words(3)
    score = i2(SEATS)
    put = i1(SEATS, COLOURS)  # in this round
    shown = i1(SEATS, COLOURS)  # in the last one
    tint = i1(SEATS)  # colour + 1
    done = i1()  # bit mask
    round = i1()
    open = i1()  # whether a point is to be kept or spent
    over = i1()


def deal(c: Constants, s: State) -> None:
    for seat in range(c.seats):
        s.tint[seat] = 1 + chance(s, COLOURS)
    s.round = 1


def decider(c: Constants, s: State) -> int:
    return (s.round - 1) % c.seats


def actors(c: Constants, s: State) -> int:
    if s.over:
        return 0
    if s.open:
        return 1 << decider(c, s)
    return ((1 << c.seats) - 1) & ~s.done


def motes(s: State, seat: int) -> int:
    n = 0
    for k in range(COLOURS):
        n += s.put[seat, k]
    return n


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    if (actors(c, s) >> seat) & 1 == 0:
        return 0
    if s.open:
        out[0], out[1] = KEEP, SPEND
        return 2
    n = 0
    if motes(s, seat) < MOST:
        for k in range(COLOURS):
            out[n] = k
            n += 1
    out[n] = DONE
    return n + 1


def secret(c: Constants, s: State) -> int:
    return 0 if s.over or s.open else s.round


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a < COLOURS:
        s.put[seat, a] += 1
    elif a == DONE:
        s.done = s.done | (1 << seat)
        if s.done == (1 << c.seats) - 1:
            turn_up(c, s)
    else:
        if a == SPEND and s.score[seat] > 0:
            s.score[seat] -= 1
        s.open = 0
        s.round += 1
        if s.round > c.rounds:
            s.over = 1


def turn_up(c: Constants, s: State) -> None:
    for k in range(COLOURS):
        best, many = 0, 0
        for seat in range(c.seats):
            if s.put[seat, k] > best:
                best, many = s.put[seat, k], 1
            elif s.put[seat, k] == best:
                many += 1
        for seat in range(c.seats):
            if many == 1 and s.put[seat, k] == best:
                s.score[seat] += best
    for seat in range(c.seats):
        for k in range(COLOURS):
            s.shown[seat, k] = s.put[seat, k]
            s.put[seat, k] = 0
    s.done = 0
    s.open = 1


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    best = 0
    for seat in range(c.seats):
        scores[seat] = s.score[seat]
        best = max(best, s.score[seat])
    for seat in range(c.seats):
        better = 0
        for other in range(c.seats):
            better += 1 if s.score[other] > s.score[seat] else 0
        ranks[seat] = better + (1 if best >= c.target else 2)
    return 0 if best >= c.target else 1


def hide(c: Constants, s: State, seat: int) -> None:
    forget_key(s)
    for other in range(c.seats):
        if other != seat:
            s.tint[other] = 0
            for k in range(COLOURS):
                s.put[other, k] = 0


def redeal(c: Constants, s: State, seat: int, r: WordRow) -> None:
    rekey(s, r)
    for other in range(c.seats):
        if other != seat:
            s.tint[other] = 1 + pick(r, COLOURS)
            if (s.done >> other) & 1:
                for _ in range(pick(r, MOST + 1)):
                    s.put[other, pick(r, COLOURS)] += 1


def seen(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover or s.open else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(COLOURS):
        out[k] = s.put[seat, k] / MOST


def guide(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 1


def value(c: Constants, s: State, out: Row, work: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WHOLE // c.seats


def check(c: Constants, s: State) -> int:
    for seat in range(c.seats):
        if motes(s, seat) > MOST:
            return 1
    return 0


# ---------------------------------------------------------------------- language


class Palette(msgspec.Struct, frozen=True):
    target: int
    colours: list[str]


def setup(c: Any, options: Options, seats: int) -> Palette:
    palette = msgspec.convert(tomllib.loads(str(options["palette"])), Palette)
    c.seats, c.rounds, c.target = seats, int(options["rounds"]), palette.target
    return palette


def action(c: Any, a: int) -> str:
    return f"put {c.printed.colours[a]}" if a < COLOURS else ("done", "keep", "spend")[a - DONE]


def path(c: Any, a: int) -> tuple[str | tuple[str, ...], ...]:
    return (("pool", f"colour:{a}"),) if a < COLOURS else (f"button:{action(c, a)}",)


def ask(c: Any, s: State, seat: int) -> str:
    return "Keep or spend a point" if s.open else "Put a mote, or be done"


def headline(c: Any, s: State, seat: int) -> str:
    return f"Round {min(s.round, c.rounds)}"


def tell(c: Any, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    entries = [LogEntry("is in" if a == UNSEEN else action(c, a), mover)]
    if after.open and not before.open:
        entries += [LogEntry(f"had put {row(after.shown, p)}", p) for p in range(c.seats)]
    return entries


def row(grid: Grid, seat: int) -> list[int]:
    return [grid[seat, k] for k in range(COLOURS)]


class View(msgspec.Struct, frozen=True):
    tint: int
    put: list[int]
    shown: list[list[int]]
    score: list[int]


def view(c: Any, s: State, seat: int) -> View:
    return View(
        s.tint[seat] if seat >= 0 else 0,
        row(s.put, seat) if seat >= 0 else [],
        [row(s.shown, p) for p in range(c.seats)],
        [s.score[p] for p in range(c.seats)],
    )


class TurnedUp(msgspec.Struct, frozen=True):
    shown: list[list[int]]


def moment(c: Any, before: State, after: State, seat: int, mover: int, a: int) -> TurnedUp | None:
    turned_up = after.open and not before.open
    return TurnedUp([row(after.shown, p) for p in range(c.seats)]) if turned_up else None


def catalogue(c: Any) -> Palette:
    found: Palette = c.printed
    return found


def draw(c: Any, s: State, seat: int, names: list[str]) -> Any:
    return str(view(c, s, seat))


GAME = Game(
    id="motes",
    title="Motes",
    tagline="Put motes where nobody else does.",
    goal="Have the most points, and as many as the palette asks for.",
    version=1,
    seats=(1, 2, 3),
    minutes=1,
    options=(
        Count(name="rounds", label="Rounds", help="How many.", low=1, high=MOST_ROUNDS, default=2),
        File(name="palette", label="Palette", help="Colours and target.", folder=Path(__file__).parent / "palette",
             default="plain"),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(sys.modules[__name__]),
    language=Language.gather(sys.modules[__name__]),
    most_actions=ACTIONS,
    most_legal=COLOURS + 1,
    longest=MOST_ROUNDS * (SEATS * (MOST + 1) + 1),
    features=COLOURS,
    reasons=("most points", "nobody reached the target"),
    invariants=("nobody puts too many",),
    levels={"only": "random"},
    secrets=("put", "tint"),
    can_be_lost=True,
    folder=Path(__file__).parent,
)  # fmt: skip
