"""Count how often each player of Kroma wins, by place in the turn order of Phase Two: its starter first.

python -m tests.benchmarks.kroma_starters --bot greedy --seats 2 --games 1000
"""

from __future__ import annotations

import argparse

from gamut import bots
from gamut.engine.chance import game_key
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.lab.simulate import wilson_interval

SEED = 61


def win_shares(bot: str, seats: int, order: str, number: int) -> list[float]:
    """Play a game; return the share of the win of each player, the starter of Phase Two first."""
    setup = GAME.open(seats, {"phase_two": order})
    table, player = Table(setup, game_key(SEED, number)), bots.make_bot(bot, setup)
    while actors := table.actors:
        seed = (number << 20) + len(table.history)
        table.play(actors[0], player.choose(table.hidden(actors[0]), actors[0], seed).action)
    winners, starter = table.result.winners, int(strict_record(table.record).starter)
    return [((starter + k) % seats in winners) / len(winners) for k in range(seats)]


def main() -> None:
    """Print one line for each turn order, with 95% intervals."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=400, help="with each turn order")
    arguments = parser.parse_args()
    for order in ("snake", "clockwise"):
        games = [win_shares(arguments.bot, arguments.seats, order, k) for k in range(arguments.games)]
        shares = [sum(place) / len(games) for place in zip(*games, strict=True)]
        texts = [f"{share:.1%} ({low:.1%}–{high:.1%})" for share in shares
                 for low, high in [wilson_interval(share, len(games))]]  # fmt: skip
        print(f"{order}: {', '.join(texts)}", flush=True)


if __name__ == "__main__":
    main()
