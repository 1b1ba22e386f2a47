"""The first game of a new process, for `bench`: it imports no more than that game needs."""

from __future__ import annotations

import time

from gamut.games import find
from gamut.lab.bulk import play_random


def play_first(game_id: str, seats: int) -> None:
    """Play one game at random; print the processor's seconds since the process began, and of the game alone."""
    setup = find(game_id).open(seats)
    begin = time.process_time()
    play_random(setup, 1, 0, 1)
    end = time.process_time()
    print(end, end - begin)
