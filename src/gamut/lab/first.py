"""`python -m gamut.lab.first GAME SEATS`: play one game in a new process and print how long it took."""

from __future__ import annotations

import sys
import time

from gamut.games import find
from gamut.lab.bulk import play_random


def main() -> None:
    """Play the first game of a run."""
    setup = find(sys.argv[1]).open(int(sys.argv[2]))
    begin = time.perf_counter()
    play_random(setup, 1, 0, 1)
    print(time.perf_counter() - begin)


if __name__ == "__main__":
    main()
