"""By which victory games of Chroma Mix end between bots of one strength, with each special card and without.

python -m tests.load.victories --bot search:500it --games 40
"""

from __future__ import annotations

import argparse
from collections import Counter

from gamut import bots
from gamut.engine.keys import game_key
from gamut.engine.options import Choice
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.record import POINTS_MET, RUBY_MET, SAPPHIRE_MET, SPECIAL_MET

NAMES = {POINTS_MET: "points", SAPPHIRE_MET: "Sapphire", RUBY_MET: "Ruby", SPECIAL_MET: "special"}


def play(bot: str, seats: int, special: str, number: int) -> str:
    """The best victory that somebody has met when a game ends."""
    setup = GAME.open(seats, {"special": special})
    table, mind = Table(setup, game_key(31, number)), bots.make_bot(bot, setup)
    while awaited := table.actors:
        seat = awaited[0]
        table.play(seat, mind.choose(table.hidden(seat), seat, len(table.history)).action)
    met = max(int(strict(table.record).met[seat]) for seat in range(seats))
    return next((name for bit, name in sorted(NAMES.items(), reverse=True) if met & bit), "none")


def main() -> None:
    """Print one line for each special card."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", default="search:500it")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="with each special card")
    asked = parser.parse_args()
    special = next(o for o in GAME.options if isinstance(o, Choice) and o.name == "special")
    for value in special.values:
        ends = Counter(play(asked.bot, asked.seats, value.value, k) for k in range(asked.games))
        print(f"{value.value}: {', '.join(f'{n} {name}' for name, n in ends.most_common())}", flush=True)


if __name__ == "__main__":
    main()
