"""`gamut train`: teach a game's network by self-play."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gamut.cli.common_options import GameId, Seed
from gamut.cli.interruptible import POLL_INTERVAL_S
from gamut.cli.output import err, out, show_compiling

if TYPE_CHECKING:
    from collections.abc import Callable

DEFAULT_MINUTES = 30.0


def train(
    game: GameId,
    minutes: Annotated[
        float | None, typer.Option("--minutes", "-m", min=0.01, help="How long to train; default: 30.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-g", min=4, help="Train up to this number of games instead.")
    ] = None,
    seed: Seed = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads to use; default: all cores.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on where the last run of this game stopped.")] = False,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to write; default: network.toml in the game's folder.")
    ] = None,
) -> None:
    """Train a game's network by self-play from nothing; bots then play by it.

    Ctrl+C stops a run cleanly: the best network so far is written, and --resume goes on. The same seed and number
    of games give the same network on this machine, with any number of threads.
    """
    from gamut.games import find_game
    from gamut.lab.train import Run, run_file
    from gamut.lab.train import train as run_training

    found, n_threads = find_game(game), threads or os.cpu_count() or 1
    run = Run.load(found, run_file(found), n_threads) if resume else Run(found, seed, n_threads)
    if minutes is None and games is None:
        minutes = DEFAULT_MINUTES
    stop = threading.Event()
    with show_compiling(found.title), err.status(f"Training {found.title}: compiling") as status:

        def show_games(current: Run) -> None:
            status.update(f"Training {found.title}: {current.games:,} games, {current.seconds / 60:.1f} minutes")

        def print_line(line: str) -> None:
            err.print(line, markup=False, soft_wrap=True)

        path = run_until_interrupted(
            lambda: run_training(
                run, minutes=minutes, games=games, to=to, print_line=print_line,
                on_games=show_games, is_stopped=stop.is_set,
            ),
            stop,
        )  # fmt: skip
    out.print(f"wrote {path}", markup=False, soft_wrap=True)


def run_until_interrupted(work: Callable[[], Path], stop: threading.Event) -> Path:
    """Return what `work` returns; Ctrl+C asks it to stop soon, and a second one ends the command at once."""
    done: list[Path | BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as e:
            done.append(e)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        try:
            thread.join(POLL_INTERVAL_S)
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
            err.print("stopping after these games; press Ctrl+C again to end at once")
    if isinstance(done[0], BaseException):
        raise done[0]
    return done[0]
