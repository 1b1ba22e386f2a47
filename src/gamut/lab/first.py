"""`python -m gamut.lab.first GAME SEATS`: play one game in a new process and print how long it took."""

from __future__ import annotations

import time

import typer

from gamut.games import find
from gamut.lab.bulk import play_random


def main(game: str, seats: int) -> None:
    """Play the first game of a run."""
    setup = find(game).open(seats)
    begin = time.perf_counter()
    play_random(setup, 1, 0, 1)
    print(time.perf_counter() - begin)


if __name__ == "__main__":
    typer.run(main)
