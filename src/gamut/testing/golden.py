"""Golden playthroughs: one readable game and action counts, in a text file beside the tests of a game.

A change of the rules shows up as a difference in `golden.txt`. If the change is intended, raise the game's `version`
and write the file again with `python -m gamut.testing golden GAME FILE`.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import zip_longest
from pathlib import Path

from gamut.engine.chance import game_key
from gamut.engine.game import Game, Setup
from gamut.engine.perft import count_sequences
from gamut.engine.presentation import LogEntry
from gamut.engine.seat_log import SeatLog
from gamut.engine.table import Table
from gamut.engine.verbs import SPECTATOR
from gamut.engine.watchdog import run_watched
from gamut.testing.suite import Case

ENOUGH_SEQUENCES = 20_000  # counting stops at the depth that has this number
MAX_DEPTH = 6
MAX_LINES = 600  # of a game; of a longer one only the first and last lines are written out
FIRST_LINES, LAST_LINES = 300, 100


def count_all(setup: Setup) -> list[int]:
    """Count the action sequences of length 1, 2, … of game 0."""
    counts: list[int] = []
    start = Table(setup, game_key(1, 0)).record
    while len(counts) < MAX_DEPTH and (not counts or counts[-1] < ENOUGH_SEQUENCES):
        counts.append(count_sequences(setup, start, len(counts) + 1))
    return counts


def playthrough(game: Game, *, native: bool = True) -> str:
    """Return the golden text of a game; `native` concerns the game that is played, counts are always native."""
    lines = [f"{game.title}, rules version {game.version}", ""]
    for seats in game.seats:
        counts = " ".join(str(n) for n in count_all(game.open(seats)))
        lines.append(f"action sequences of length 1, 2, … with {seats} seats: {counts}")
    case = Case(game, game.seats[len(game.seats) // 2], native=native)
    options = ", ".join(f"{name} {value}" for name, value in case.setup.options.items())
    lines += ["", f"A random game of {case.seats} seats; {options}", ""]
    steps: list[str] = []
    start = case.deal(0)
    log, before, n_legal = SeatLog(SPECTATOR, start), start.record, dict[int, int]()
    for table in case.walk(0):
        if table.history:
            log.follow_step(table, before)
            steps += _describe_step(table, log, n_legal)
        before = table.record
        n_legal = {seat: len(table.legal(seat)) for seat in table.actors}
    return "\n".join([*lines, *shorten(steps), "", _format_result(table), ""])


def _describe_step(table: Table, log: SeatLog, n_legal: dict[int, int]) -> list[str]:
    """Return the last step as a line, and its log entries."""
    seat, action = table.history[-1]
    text = table.setup.action_texts[action]
    step = f"{len(table.history):>3}  seat {seat + 1}, 1 of {n_legal[seat]}: {text}  [{table.digest[:8]}]"
    return [step, *(f"       {_format_entry(entry)}" for entry in log.entries_since(len(table.history) - 1))]


def shorten(lines: list[str]) -> list[str]:
    """Return the lines of a game; the middle of a long one is replaced by its digest."""
    if len(lines) <= MAX_LINES:
        return lines
    middle = lines[FIRST_LINES:-LAST_LINES]
    digest = blake2b("\n".join(middle).encode(), digest_size=4).hexdigest()
    return [*lines[:FIRST_LINES], f"  …  {len(middle)} more lines  [{digest}]", *lines[-LAST_LINES:]]


def _format_entry(entry: LogEntry) -> str:
    if entry.heading:
        return f"== {entry.text} =="
    return f"seat {entry.seat + 1} {entry.text}" if entry.seat >= 0 else entry.text


def _format_result(table: Table) -> str:
    if not table.over:
        return "The game is not over."
    end = table.result
    return f"Scores {list(end.scores)}, ranks {list(end.ranks)}: {end.reason}"


def verify(game: Game, path: Path, *, native: bool = True) -> None:
    """Raise an AssertionError if the playthrough differs from the one in the file."""
    relative = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    command = f"python -m gamut.testing golden {game.id} {relative}"
    if not path.exists():
        raise AssertionError(f"{game.id} has no golden playthrough; write it with `{command}`")
    current, expected = play_watched(game, native).splitlines(), path.read_text("utf-8").splitlines()
    for number, (new, old) in enumerate(zip_longest(current, expected), 1):
        if new != old:
            raise AssertionError(
                f"the playthrough of {game.id} has changed at line {number}:\n  was {old}\n  is  {new}\n"
                f"If the change of the rules is intended, raise the rules version ({game.version}) and run `{command}`"
            )


def write(game: Game, path: Path) -> None:
    path.write_text(play_watched(game, True), "utf-8")


def play_watched(game: Game, native: bool) -> str:
    """Return the playthrough; raise EndlessLoop if a rule does not return."""
    case = Case(game, game.seats[len(game.seats) // 2], native=False)

    def repeat() -> None:
        for _ in case.walk(0):
            pass

    return run_watched(lambda: playthrough(game, native=native), game, repeat)
