"""`python -m gamut.testing conform mixx`, `python -m gamut.testing golden mixx`."""

from __future__ import annotations

import argparse
import sys

from gamut import games
from gamut.engine.errors import GamutError
from gamut.testing import ConformanceError, cases, golden


def main(arguments: list[str] | None = None) -> int:
    """Check a game or write its golden playthrough."""
    parser = argparse.ArgumentParser(prog="python -m gamut.testing", description=__doc__)
    parser.add_argument("what", choices=("conform", "golden"))
    parser.add_argument("game", help="the id of a game")
    parser.add_argument("--games", type=int, default=1000, help="how many games each check plays")
    chosen = parser.parse_args(arguments)
    try:
        game = games.find(chosen.game)
        if chosen.what == "golden":
            print(golden.write(game))
            return 0
        for trial in cases(game, games=chosen.games):
            print(f"{trial} …", end=" ", flush=True)
            trial()
            print("good")
    except (GamutError, ConformanceError) as e:
        print(e, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
