"""Count by which victory games of Chroma Mix between equal bots end, with each special card and without.

python -m tests.benchmarks.chroma_mix_victories --bot search:500it --games 40
"""

from __future__ import annotations

import argparse
from collections import Counter

from gamut import bots
from gamut.engine.chance import game_key
from gamut.engine.options import ChoiceOption
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.chroma_mix import GAME
from gamut.games.chroma_mix.record import POINTS_VICTORY, RUBY_VICTORY, SAPPHIRE_VICTORY, SPECIAL_VICTORY

NAMES = {POINTS_VICTORY: "points", SAPPHIRE_VICTORY: "Sapphire", RUBY_VICTORY: "Ruby", SPECIAL_VICTORY: "special"}


def play(bot: str, seats: int, special: str, number: int) -> str:
    """Play a game; return the name of the best victory that was reached."""
    setup = GAME.open(seats, {"special": special})
    table, player = Table(setup, game_key(31, number)), bots.make_bot(bot, setup)
    while actors := table.actors:
        seat = actors[0]
        table.play(seat, player.choose(table.hidden(seat), seat, len(table.history)).action)
    reached = max(int(strict_record(table.record).victories[seat]) for seat in range(seats))
    return next((name for bit, name in sorted(NAMES.items(), reverse=True) if reached & bit), "none")


def main() -> None:
    """Print one line for each special card."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", default="search:500it")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="with each special card")
    arguments = parser.parse_args()
    special = next(o for o in GAME.options if isinstance(o, ChoiceOption) and o.name == "special")
    for value in special.values:
        ends = Counter(play(arguments.bot, arguments.seats, value.value, k) for k in range(arguments.games))
        print(f"{value.value}: {', '.join(f'{n} {name}' for name, n in ends.most_common())}", flush=True)


if __name__ == "__main__":
    main()
