"""A toy game for the server's tests: secret phases of several steps, an open decision, and an end without a winner.

In every round all seats place up to three chips on colours, secretly and one by one, until they are done. Then all is
revealed: the only seat with the most chips on a colour scores its chips. One seat then keeps or spends a point, openly,
and the next round begins. Each seat has a tint that only it knows.

    action 0 … 2: place a chip on that colour;  3: done;  4: keep;  5: spend
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import chance, erase_key, random_below, renew_key
from gamut.engine.game import Game
from gamut.engine.options import CountOption, FileOption, Options
from gamut.engine.presentation import LogEntry, Presentation
from gamut.engine.record import Floats, Grid, Row, WordRow, i1, i2, words
from gamut.engine.verbs import UNSEEN, WIN_VALUE, collect_verbs

SEATS, COLOURS, MAX_CHIPS, MAX_ROUNDS = 3, 3, 3, 3
DONE, KEEP, SPEND = COLOURS, COLOURS + 1, COLOURS + 2
ACTIONS = COLOURS + 3


class Constants:
    seats = i1()
    rounds = i1()
    target = i1()


class State:
    chance_key = words(3)
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


def count_chips(s: State, seat: int) -> int:
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
    if count_chips(s, seat) < MAX_CHIPS:
        for k in range(COLOURS):
            out[n] = k
            n += 1
    out[n] = DONE
    return n + 1


def secret_phase(c: Constants, s: State) -> int:
    return 0 if s.over or s.open else s.round


def play(c: Constants, s: State, seat: int, a: int) -> None:
    if a < COLOURS:
        s.put[seat, a] += 1
    elif a == DONE:
        s.done = s.done | (1 << seat)
        if s.done == (1 << c.seats) - 1:
            reveal(c, s)
    else:
        if a == SPEND and s.score[seat] > 0:
            s.score[seat] -= 1
        s.open = 0
        s.round += 1
        if s.round > c.rounds:
            s.over = 1


def reveal(c: Constants, s: State) -> None:
    for k in range(COLOURS):
        best, n_best = 0, 0
        for seat in range(c.seats):
            if s.put[seat, k] > best:
                best, n_best = s.put[seat, k], 1
            elif s.put[seat, k] == best:
                n_best += 1
        for seat in range(c.seats):
            if n_best == 1 and s.put[seat, k] == best:
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
    erase_key(s)
    for other in range(c.seats):
        if other != seat:
            s.tint[other] = 0
            for k in range(COLOURS):
                s.put[other, k] = 0


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)
    for other in range(c.seats):
        if other != seat:
            s.tint[other] = 1 + random_below(rng, COLOURS)
            if (s.done >> other) & 1:
                for _ in range(random_below(rng, MAX_CHIPS + 1)):
                    s.put[other, random_below(rng, COLOURS)] += 1


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover or s.open else UNSEEN


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(COLOURS):
        out[k] = s.put[seat, k] / MAX_CHIPS


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WIN_VALUE // c.seats


def broken_invariant(c: Constants, s: State) -> int:
    for seat in range(c.seats):
        if count_chips(s, seat) > MAX_CHIPS:
            return 1
    return 0


# ---------------------------------------------------------------------- presentation


class Palette(msgspec.Struct, frozen=True):
    target: int
    colours: list[str]


def setup(c: Any, options: Options, seats: int) -> Palette:
    palette = msgspec.convert(tomllib.loads(str(options["palette"])), Palette)
    c.seats, c.rounds, c.target = seats, int(options["rounds"]), palette.target
    return palette


def action_text(c: Any, a: int) -> str:
    return f"put {c.printed.colours[a]}" if a < COLOURS else ("done", "keep", "spend")[a - DONE]


def touch_path(c: Any, a: int) -> tuple[str | tuple[str, ...], ...]:
    return (("pool", f"colour:{a}"),) if a < COLOURS else (f"button:{action_text(c, a)}",)


def prompt(c: Any, s: State, seat: int) -> str:
    return "Keep or spend a point" if s.open else "Place a chip, or be done"


def headline(c: Any, s: State, seat: int) -> str:
    return f"Round {min(s.round, c.rounds)}"


def log_entries(c: Any, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    entries = [LogEntry("submitted" if a == UNSEEN else action_text(c, a), mover)]
    if after.open and not before.open:
        entries += [LogEntry(f"had placed {row(after.shown, p)}", p) for p in range(c.seats)]
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


class Reveal(msgspec.Struct, frozen=True):
    shown: list[list[int]]


def moment(c: Any, before: State, after: State, seat: int, mover: int, a: int) -> Reveal | None:
    revealed = after.open and not before.open
    return Reveal([row(after.shown, p) for p in range(c.seats)]) if revealed else None


def catalogue(c: Any) -> Palette:
    palette: Palette = c.printed
    return palette


def terminal_view(c: Any, s: State, seat: int, names: list[str]) -> Any:
    return str(view(c, s, seat))


GAME = Game(
    id="toy_game",
    title="Toy game",
    tagline="Place chips where no other seat does.",
    goal="Have the most points, and at least the target of the palette.",
    version=1,
    seats=(1, 2, 3),
    minutes=1,
    options=(
        CountOption(name="rounds", label="Rounds", help="How many.", low=1, high=MAX_ROUNDS, default=2),
        FileOption(name="palette", label="Palette", help="Colours and target.",
                   folder=Path(__file__).parent / "palette", default="plain"),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=ACTIONS,
    max_legal=COLOURS + 1,
    max_steps=MAX_ROUNDS * (SEATS * (MAX_CHIPS + 1) + 1),
    feature_count=COLOURS,
    reasons=("most points", "the target was not reached"),
    invariants=("no seat places too many chips",),
    levels={"only": "random"},
    secret_fields=("put", "tint"),
    allows_no_winner=True,
    folder=Path(__file__).parent,
)  # fmt: skip
