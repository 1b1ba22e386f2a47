"""Tournaments between bots: every deal is played once in each rotation of the seats."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from gamut.bots import Bot, make
from gamut.engine.errors import GamutError, listed
from gamut.engine.game import Setup
from gamut.engine.keys import game_key
from gamut.lab.match import play_game
from gamut.lab.statistics import interval


class BadTournament(GamutError):
    """A tournament that cannot be played."""


@dataclass(frozen=True)
class Standing:
    """One bot's part of a tournament."""

    spec: str
    games: int
    wins: float  # a victory shared by k counts 1/k
    interval: tuple[float, float]  # of the share of victories, 95 %
    ms_per_move: float

    @property
    def share(self) -> float:
        """The share of victories."""
        return self.wins / self.games

    def __str__(self) -> str:
        low, high = self.interval
        figures = f"{self.share:6.1%} [{low:.1%}, {high:.1%}] of {self.games} games"
        return f"{self.spec:16} {figures}, {self.ms_per_move:.2f} ms a move"


def tournament(setup: Setup, specs: Sequence[str], games: int, seed: int = 0, threads: int = 1) -> list[Standing]:
    """Play `games` games between one bot a seat; the same for any number of threads (but for times)."""
    n = setup.seats
    if len(specs) != n or games < 1:
        raise BadTournament(f"{n} seats take {n} bots and at least one game, not {listed(specs)} and {games}")
    local = threading.local()

    def one(game: int) -> list[tuple[float, float]]:
        if not hasattr(local, "bots"):  # a bot is used from one thread at a time
            local.bots = [make(spec, setup) for spec in specs]
        bots: list[Bot] = local.bots
        seated = [(seat + game) % n for seat in range(n)]  # who sits there
        key = game_key(seed, game // n)
        result, _, ms = play_game(setup, [bots[k] for k in seated], key, seed + (game << 20))
        shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(n)]
        return [(shares[seat], ms[seat]) for seat in (seated.index(k) for k in range(n))]

    with ThreadPoolExecutor(threads) as pool:
        played = list(pool.map(one, range(games)))
    return [_standing(spec, [row[k] for row in played]) for k, spec in enumerate(specs)]


def _standing(spec: str, rows: list[tuple[float, float]]) -> Standing:
    wins = sum(row[0] for row in rows)
    return Standing(
        spec, len(rows), wins, interval(wins / len(rows), len(rows)), sum(row[1] for row in rows) / len(rows)
    )
