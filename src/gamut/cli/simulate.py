"""`gamut simulate`: bots against bots, by the thousand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from gamut.cli.asked import GameId, Given, Json, Seats, Seed, open_setup
from gamut.cli.output import out, print_json, progress, tell_compiling
from gamut.cli.waiting import wait_for

if TYPE_CHECKING:
    from gamut.lab.simulate import Report, Wins

QUIET = "ignore:resource_tracker:UserWarning"  # what Ctrl+C leaves of other processes is cleaned up without a word
MOST_GAMES = 10_000_000  # every result is kept in memory until the report


def simulate(
    game: GameId,
    games: Annotated[int, typer.Option("--games", "-g", max=MOST_GAMES, help="How many games.")] = 1000,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="One bot for all seats, or one for each: `greedy,random`.")
    ] = "random",
    seed: Seed = 1,
    option: Given = None,
    json: Json = False,
) -> None:
    """Play many games and report victories, scores and speed.

    Several bots rotate over all seats. A victory shared by k players counts 1/k. The intervals are 95%.
    """
    from gamut.lab.simulate import simulate as run

    setup = open_setup(game, seats, option)
    specs = [name.strip() for name in bots.split(",")]
    os.environ.setdefault("PYTHONWARNINGS", QUIET)
    with tell_compiling(setup.game.title), progress(games, f"Playing {setup.game.title}") as tell:
        report = wait_for(lambda: run(setup, specs, games, seed, tell))
    if json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: Report) -> None:
    """As a table."""
    out.print(
        f"{report.games:,} games of {report.game} with {_players(report.seats)} in {report.seconds:.1f} s: "
        f"{report.steps_per_second:,.0f} steps/s, {report.games_per_second:,.0f} games/s, "
        f"{report.mean_steps:.1f} steps a game, {report.shared_victories:.1%} shared victories"
    )
    table = Table("", "wins", "95%", "mean score", "ms a move", box=None, padding=(0, 3, 0, 0))
    means, ms = report.mean_scores, report.ms_per_move
    several = len(report.wins.bots) > 1  # one kind of bot wins all it can: only the seats tell something
    for bot, wins in report.wins.bots.items() if several else ():
        table.add_row(bot, *_shares(wins), f"{means.bots[bot]:.2f}", f"{ms[bot]:.3g}")
    for seat, wins in enumerate(report.wins.seats):
        thought = "" if several else f"{ms[report.bots[0]]:.3g}"
        table.add_row(f"seat {seat + 1}", *_shares(wins), f"{means.seats[seat]:.2f}", thought)
    if report.lost:
        table.add_row("lost", *_shares(report.lost))
    out.print(table)


def _shares(wins: Wins) -> tuple[str, str]:
    low, high = wins.interval
    return f"{wins.share:.1%}", f"{low:.1%} – {high:.1%}"


def _players(seats: int) -> str:
    return f"{seats} player{'s' if seats != 1 else ''}"
