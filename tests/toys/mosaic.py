"""Mosaic: two thousand legal actions, and touches in any order.

Mix two of eight paints, or one with itself, and colour a free cell with the mix. It scores one point, and one more for
each coloured neighbour that contains one of the paints. The most points after six cells each win.

    action = mix · 56 + cell
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from gamut.engine.chance import erase_key, renew_key
from gamut.engine.game import Game
from gamut.engine.options import Options
from gamut.engine.presentation import LogEntry, Presentation, TouchPath
from gamut.engine.ranking import rank_scores, share_win
from gamut.engine.record import Floats, Row, WordRow, i1, i2, words
from gamut.engine.verbs import WIN_VALUE, collect_verbs

SEATS, TURNS = 2, 12
PAINTS = ("red", "blue", "yellow", "white", "black", "green", "pink", "brown")
ROWS, COLUMNS = 7, 8
CELLS = ROWS * COLUMNS
MIXES = len(PAINTS) * (len(PAINTS) + 1) // 2
PAIRS = tuple((a, b) for a in range(len(PAINTS)) for b in range(a, len(PAINTS)))
FIXTURE = Path(__file__).with_suffix(".json")


class Constants:
    pair = i1(MIXES, 2)


class State:
    chance_key = words(3)
    score = i2(SEATS)
    mix = i1(CELLS)  # + 1; 0: free
    turns = i1()


def setup(c: Any, options: Options, seats: int) -> None:
    for k, pair in enumerate(PAIRS):
        c.pair[k, 0], c.pair[k, 1] = pair


def deal(c: Constants, s: State) -> None:
    s.turns = 0


def actors(c: Constants, s: State) -> int:
    return 0 if s.turns == TURNS else 1 << s.turns % SEATS


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    n = 0
    if (actors(c, s) >> seat) & 1:
        for mix in range(MIXES):
            for cell in range(CELLS):
                if s.mix[cell] == 0:
                    out[n] = mix * CELLS + cell
                    n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    mix, cell = a // CELLS, a % CELLS
    s.score[seat] += 1 + count_matching(c, s, mix, cell)
    s.mix[cell] = mix + 1
    s.turns += 1


def count_matching(c: Constants, s: State, mix: int, cell: int) -> int:
    row, column, n = cell // COLUMNS, cell % COLUMNS, 0
    if row > 0:
        n += shares_paint(c, s.mix[cell - COLUMNS] - 1, mix)
    if row < ROWS - 1:
        n += shares_paint(c, s.mix[cell + COLUMNS] - 1, mix)
    if column > 0:
        n += shares_paint(c, s.mix[cell - 1] - 1, mix)
    if column < COLUMNS - 1:
        n += shares_paint(c, s.mix[cell + 1] - 1, mix)
    return n


def shares_paint(c: Constants, one: int, other: int) -> int:
    if one < 0:
        return 0
    for i in range(2):
        for j in range(2):
            if c.pair[one, i] == c.pair[other, j]:
                return 1
    return 0


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(SEATS):
        scores[seat] = s.score[seat]
    rank_scores(scores, ranks, SEATS)
    return 0


def broken_invariant(c: Constants, s: State) -> int:
    n = 0
    for cell in range(CELLS):
        n += 1 if s.mix[cell] else 0
    return 1 if n != s.turns else 0


def hide(c: Constants, s: State, seat: int) -> None:
    erase_key(s)


def redeal(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)


def visible_action(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def observe(c: Constants, s: State, seat: int, out: Floats) -> None:
    for cell in range(CELLS):
        out[cell] = s.mix[cell] / MIXES


def guide(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 1 + 100 * count_matching(c, s, actions[k] // CELLS, actions[k] % CELLS)


def value(c: Constants, s: State, out: Row, scratch: Row) -> None:
    if s.turns == TURNS:
        share_win(s.score, out, SEATS)
        return
    for seat in range(SEATS):
        out[seat] = WIN_VALUE * (1 + s.score[seat]) // (SEATS + s.score[0] + s.score[1])


# ---------------------------------------------------------------------- presentation


def cell_name(cell: int) -> str:
    return f"{'abcdefgh'[cell % COLUMNS]}{cell // COLUMNS + 1}"


def action_text(c: Constants, a: int) -> str:
    one, other = PAIRS[a // CELLS]
    return f"{PAINTS[one]} and {PAINTS[other]} on {cell_name(a % CELLS)}"


def touch_path(c: Constants, a: int) -> TouchPath:
    one, other = PAIRS[a // CELLS]
    return (f"paint:{PAINTS[one]}", f"paint:{PAINTS[other]}"), f"cell:{cell_name(a % CELLS)}"


def prompt(c: Constants, s: State, seat: int) -> str:
    return "Mix two paints and colour a cell"


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    return [LogEntry(f"{action_text(c, a)} for {after.score[mover] - before.score[mover]}", mover)]


class MosaicView(msgspec.Struct, frozen=True):
    cells: list[int]
    score: list[int]


def view(c: Constants, s: State, seat: int) -> MosaicView:
    return MosaicView([s.mix[k] for k in range(CELLS)], [s.score[p] for p in range(SEATS)])


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> str:
    return "\n".join(" ".join(f"{s.mix[row * COLUMNS + k]:>2}" for k in range(COLUMNS)) for row in range(ROWS))


MOSAIC = Game(
    id="mosaic",
    title="Mosaic",
    tagline="Mix two paints and colour a cell.",
    goal="Colour cells next to others that contain the same paints.",
    version=1,
    seats=(2,),
    minutes=2,
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(sys.modules[__name__]),
    presentation=Presentation.collect(sys.modules[__name__]),
    max_actions=MIXES * CELLS,
    max_legal=MIXES * CELLS,
    max_steps=TURNS,
    feature_count=CELLS,
    reasons=("most points",),
    invariants=("every turn has coloured one cell",),
    levels={"easy": "random", "medium": "greedy"},
    folder=Path(__file__).parent,
)


def fixture() -> str:
    """Return the touch paths of all actions, for tests of the browser; `python -m tests.toys.mosaic` writes them."""
    return json.dumps({"paths": MOSAIC.open(2).touch_paths}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FIXTURE.write_text(fixture(), "utf-8")
