"""Golden playthroughs: one readable game and pinned counts in a text file beside the tests of a game.

A change in the rules shows as a difference in `tests/golden.txt`. If it was meant, raise the game's
`version` and write the file anew with `python -m gamut.testing golden GAME`.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path

from gamut.engine.game import Game, Setup
from gamut.engine.keys import game_key
from gamut.engine.language import LogEntry
from gamut.engine.perft import count_sequences
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.engine.verbs import WATCHER
from gamut.testing.suite import Case

ENOUGH = 20_000  # perft goes deeper until it has counted so many sequences
DEEPEST = 6
MOST = 600  # lines of a game; a longer one is told only where it begins and where it ends
FIRST, LAST = 300, 100


def counts(setup: Setup) -> list[int]:
    """Perft of game 0 to depth 1, 2, … until there is enough of it."""
    found: list[int] = []
    start = Table(setup, game_key(1, 0)).record
    while len(found) < DEEPEST and (not found or found[-1] < ENOUGH):
        found.append(count_sequences(setup, start, len(found) + 1))
    return found


def playthrough(game: Game, *, native: bool = True) -> str:
    """The golden text of a game; `native` is about the game played, the counts are always native."""
    lines = [f"{game.title}, rules version {game.version}", ""]
    for seats in game.seats:
        pinned = " ".join(str(n) for n in counts(game.open(seats)))
        lines.append(f"action sequences of length 1, 2, … with {seats} seats: {pinned}")
    case = Case(game, game.seats[len(game.seats) // 2], native=native)
    settled = ", ".join(f"{name} {value}" for name, value in case.setup.options.items())
    lines += ["", f"A random game of {case.seats} seats; {settled}", ""]
    told: list[str] = []
    start = case.deal(0)
    log, before, may = SeatLog(WATCHER, start), start.record, dict[int, int]()
    for table in case.walk(0):
        if table.history:
            seat, action = table.history[-1]
            log.follow_step(table, before)
            head = f"{len(table.history):>3}  seat {seat + 1}, 1 of {may[seat]}: {table.setup.texts[action]}"
            told.append(f"{head}  [{table.digest[:8]}]")
            told += [f"       {_tell_entry(entry)}" for entry in log.entries_since(len(table.history) - 1)]
        before = table.record
        may = {seat: len(table.legal(seat)) for seat in table.actors}
    return "\n".join([*lines, *shorten(told), "", _ending(table), ""])


def shorten(told: list[str]) -> list[str]:
    """The lines of a game; of a long one its middle is only pinned by a digest."""
    if len(told) <= MOST:
        return told
    middle = told[FIRST:-LAST]
    digest = blake2b("\n".join(middle).encode(), digest_size=4).hexdigest()
    return [*told[:FIRST], f"  …  {len(middle)} more lines  [{digest}]", *told[-LAST:]]


def _tell_entry(entry: LogEntry) -> str:
    if entry.heading:
        return f"== {entry.text} =="
    return f"seat {entry.seat + 1} {entry.text}" if entry.seat >= 0 else entry.text


def _ending(table: Table) -> str:
    if not table.over:
        return "The game is not over."
    end = table.result
    return f"Scores {list(end.scores)}, ranks {list(end.ranks)}: {end.reason}"


def place(game: Game) -> Path:
    """Where the golden text of a game is kept."""
    return game.folder / "tests" / "golden.txt"


def verify(game: Game, *, native: bool = True) -> None:
    """Refuse a playthrough that is not the golden one."""
    command = f"python -m gamut.testing golden {game.id}"
    path = place(game)
    if not path.exists():
        raise AssertionError(f"{game.id} has no golden playthrough: write it with `{command}`")
    now, then = playthrough(game, native=native).splitlines(), path.read_text("utf-8").splitlines()
    for number, (ours, theirs) in enumerate(zip_longest(now, then), 1):
        if ours != theirs:
            raise AssertionError(
                f"the playthrough of {game.id} has changed at line {number}:\n  was {theirs}\n  is  {ours}\n"
                f"If the rules were meant to change, bump the rules version ({game.version}) and run `{command}`"
            )


def write(game: Game) -> Path:
    """Write the golden text anew."""
    path = place(game)
    path.parent.mkdir(exist_ok=True)
    path.write_text(playthrough(game), "utf-8")
    return path
