"""Measure two checkouts alternately, A B A B …, so that other load affects both alike.

    python -m tests.benchmarks.compare_bench BEFORE AFTER --games mixx --games colori --rounds 5

Each checkout needs its own .venv. The best of all rounds counts; a ratio above 1 means that AFTER is faster.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

Figures = dict[str, float]  # by name
SKIPPED = ("game", "seats")


def measured(checkout: Path, game: str, seats: int) -> Figures:
    """One run of `gamut bench` for one game."""
    command = [str(checkout / ".venv" / "bin" / "gamut"), "bench", game, "--seats", str(seats), "--json"]
    output = subprocess.run(command, check=True, capture_output=True, text=True, cwd=checkout).stdout
    report: dict[str, Any] = json.loads(output)
    figures = {name: value for name, value in report["games"][0].items() if name not in SKIPPED}
    return {**figures, "calibration_per_second": report["calibration"]}


def is_rate(name: str) -> bool:
    """Whether more is better; seconds and bytes are better when they are fewer."""
    return name.endswith("per_second")


def better(name: str, one: float, other: float) -> float:
    """The better of two figures."""
    return max(one, other) if is_rate(name) else min(one, other)


def best_of(runs: list[Figures]) -> Figures:
    best = runs[0]
    for run in runs[1:]:
        best = {name: better(name, value, run[name]) for name, value in best.items()}
    return best


def ratio(name: str, before: float, after: float) -> float:
    """How many times as good it is now."""
    first, second = (after, before) if is_rate(name) else (before, after)
    return first / second if second else 1.0


def main(
    before: Path,
    after: Path,
    games: Annotated[list[str], typer.Option(help="Games; may be repeated.")],
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    seats: Annotated[int, typer.Option(min=1)] = 4,
) -> None:
    """Measure two checkouts in turns and print both."""
    console = Console()
    for game in games:
        runs: tuple[list[Figures], list[Figures]] = ([], [])
        for _ in range(rounds):
            for checkout, kept in zip((before, after), runs, strict=True):
                kept.append(measured(checkout, game, seats))
        one, other = best_of(runs[0]), best_of(runs[1])
        table = Table(f"{game}, {seats} seats", "before", "after", "ratio", box=None, padding=(0, 3, 0, 0))
        for name in one:
            figures = (one[name], other.get(name, 0.0))
            table.add_row(name.replace("_", " "), *(f"{value:,}" for value in figures), f"{ratio(name, *figures):.2f}")
        console.print(table)


if __name__ == "__main__":
    typer.run(main)
