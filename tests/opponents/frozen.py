"""What version 0.2 knew about each game, over today's records: guide, value, search settings and levels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gamut.engine.bind import Function, Native, checks_indices
from gamut.engine.game import Game, Setup
from gamut.engine.options import Options
from gamut.engine.record import Field
from gamut.games import find_game
from tests.opponents.chroma_mix import guide as chroma_mix_guide
from tests.opponents.chroma_mix import value as chroma_mix_value
from tests.opponents.chroma_mix import weights as chroma_mix_weights
from tests.opponents.colori import guide as colori_guide
from tests.opponents.colori import value as colori_value
from tests.opponents.colori import weights as colori_weights
from tests.opponents.kroma import guide as kroma_guide
from tests.opponents.kroma import heuristics as kroma_heuristics
from tests.opponents.kroma import value as kroma_value
from tests.opponents.mixx import guide as mixx_guide
from tests.opponents.mixx import value as mixx_value
from tests.opponents.network import load_network, load_sums
from tests.opponents.prismatic import guide as prismatic_guide
from tests.opponents.prismatic import heuristics as prismatic_heuristics
from tests.opponents.prismatic import value as prismatic_value
from tests.opponents.prismatic import weights as prismatic_weights
from tests.opponents.tree import SearchSettings

DEFAULT_LEVELS = {"easy": "flat:100it", "medium": "greedy", "hard": "search:1000it"}
DEFAULT_SETTINGS = SearchSettings()


def always_quiescent(c: Any, s: Any) -> bool:
    return True


def nothing(c: Any) -> None:
    """Fill no further constants."""


@dataclass(frozen=True)
class Knowledge:
    """What the bots of version 0.2 knew about a game."""

    guide: Function
    value: Function
    scratch_size: int
    quiescent: Function = always_quiescent
    settings: SearchSettings = DEFAULT_SETTINGS
    levels: Mapping[str, str] = field(default_factory=DEFAULT_LEVELS.copy)
    constants: type | None = None  # further fields
    fill: Callable[[Any], None] = nothing


def fill_prismatic(c: Any) -> None:
    prismatic_heuristics.fill_worths(c)
    load_sums(c, prismatic_value.WEIGHTS_FILE)


KNOWLEDGE = {
    "mixx": Knowledge(
        mixx_guide.guide, mixx_value.value, mixx_value.SCRATCH_SIZE,
        levels={"easy": "flat:30it", "medium": "greedy", "hard": "search:20000it"},
    ),
    "colori": Knowledge(
        colori_guide.guide, colori_value.value, colori_value.SCRATCH_SIZE, colori_value.quiescent,
        SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
        {"easy": "flat:1000it", "medium": "greedy", "hard": "search:4000it"},
        colori_weights.Weights, lambda c: load_network(c, colori_value.WEIGHTS_FILE),
    ),
    "chroma_mix": Knowledge(
        chroma_mix_guide.guide, chroma_mix_value.value, chroma_mix_value.SCRATCH_SIZE, chroma_mix_value.quiescent,
        SearchSettings(exploration=100, trust=500, sharp=100, depth=3, rivals=4),
        {"easy": "weighted:10", "medium": "greedy", "hard": "search:2000it"},
        chroma_mix_weights.Weights, chroma_mix_value.fill_weights,
    ),
    "kroma": Knowledge(
        kroma_guide.guide, kroma_value.value, kroma_heuristics.SCRATCH_SIZE, kroma_value.quiescent,
        SearchSettings(exploration=200, trust=2000, sharp=70, depth=4),
    ),
    "prismatic": Knowledge(
        prismatic_guide.guide, prismatic_value.value, prismatic_value.SCRATCH_SIZE, prismatic_value.quiescent,
        SearchSettings(exploration=50, trust=1500, sharp=100, depth=1, rivals=8),
        constants=prismatic_weights.Weights, fill=fill_prismatic,
    ),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class FrozenGame:
    """A game with the knowledge of version 0.2."""

    game: Game  # its constants have further fields
    knowledge: Knowledge
    native: Native

    def open(self, setup: Setup) -> Setup:
        """Open the game with the options of another setup of it."""
        return self.game.open(setup.seats, setup.options, setup.files)


@cache
def freeze(game_id: str) -> FrozenGame:
    """Return a game with the knowledge of version 0.2."""
    game, known = find_game(game_id), KNOWLEDGE[game_id]

    def fill(c: Any, options: Options, seats: int) -> Any:
        printed = game.setup(c, options, seats)
        known.fill(c)
        return printed

    fields = {**vars(known.constants), **vars(game.constants)} if known.constants else vars(game.constants)
    constants = type("Constants", (), {name: v for name, v in fields.items() if isinstance(v, Field)})
    slots = {**game.verbs, "guide": known.guide, "value": known.value, "quiescent": known.quiescent}
    return FrozenGame(
        replace(game, constants=constants, setup=fill), known, Native(slots, boundscheck=checks_indices())
    )
