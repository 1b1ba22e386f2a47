"""`gamut simulate`: let bots play many games against each other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from gamut.cli.common_options import GameId, Json, OptionTexts, Seats, Seed, open_setup
from gamut.cli.interruptible import run_interruptible
from gamut.cli.output import out, print_json, show_compiling, show_progress
from gamut.engine.presentation import format_count

if TYPE_CHECKING:
    from gamut.lab.simulate import Report, Wins

NO_TRACKER_WARNINGS = "ignore:resource_tracker:UserWarning"  # after Ctrl+C in worker processes
MAX_GAMES = 10_000_000  # all results are in memory until the report


def simulate(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=MAX_GAMES, help="The number of games.")] = 1000,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="One bot for all seats, or one for each seat: greedy,random.")
    ] = "random",
    seed: Seed = 1,
    option: OptionTexts = None,
    json: Json = False,
) -> None:
    """Let bots play many games and report wins, scores and speed.

    Different bots rotate through all seats. A win shared by k players counts as 1/k. Intervals have 95% confidence.
    """
    from gamut.lab.simulate import simulate as run

    setup = open_setup(game, seats, option)
    specs = [name.strip() for name in bots.split(",")]
    os.environ.setdefault("PYTHONWARNINGS", NO_TRACKER_WARNINGS)
    with show_compiling(setup.game.title), show_progress(games, f"Playing {setup.game.title}") as advance:
        report = run_interruptible(lambda: run(setup, specs, games, seed, advance))
    if json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: Report) -> None:
    players = format_count(report.seats, "player")
    out.print(
        f"{report.games:,} games of {report.game} with {players} in {report.seconds:.1f} s: "
        f"{report.steps_per_second:,.0f} steps/s, {report.games_per_second:,.0f} games/s, "
        f"{report.mean_steps:.1f} steps per game, {report.shared_wins:.1%} shared wins"
    )
    table = Table("", "wins", "95%", "mean score", "ms per move", box=None, padding=(0, 3, 0, 0))
    means, ms = report.mean_scores, report.ms_per_move
    several = len(report.wins.bots) > 1  # a bot that plays all seats gets all wins: that row would say nothing
    for bot, wins in report.wins.bots.items() if several else ():
        table.add_row(bot, *_format_wins(wins), f"{means.bots[bot]:.2f}", f"{ms[bot]:.3g}")
    for seat, wins in enumerate(report.wins.seats):
        ms_per_move = "" if several else f"{ms[report.bots[0]]:.3g}"
        table.add_row(f"seat {seat + 1}", *_format_wins(wins), f"{means.seats[seat]:.2f}", ms_per_move)
    if report.no_winner:
        table.add_row("no winner", *_format_wins(report.no_winner))
    out.print(table)


def _format_wins(wins: Wins) -> tuple[str, str]:
    low, high = wins.interval
    return f"{wins.share:.1%}", f"{low:.1%} – {high:.1%}"
