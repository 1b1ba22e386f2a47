"""OpenSpiel: every game as a registered Python game. Needs `gamut-games[openspiel]`.

>>> from gamut.envs import openspiel
>>> import pyspiel
>>> openspiel.register("mixx")
'gamut_mixx'
>>> game = pyspiel.load_game("gamut_mixx(seats=2,deals=100)")
>>> game.num_players()
2

The game begins with one chance node: which of `deals` deals of the seed it is. The deal's key settles all later
chance, and no seat knows it. So chance is enumerated in full, and a game with few deals can be solved; with many it
comes near to the game itself.

A secret phase is played in the order of the seats. The information state of a seat is all its hidden copies,
whenever they changed, and its own actions: the string is a digest of them, the tensor holds their numbers, row by
row. Utilities add up to 0: the share of the victory, less what an equal division would give, over the most that can
be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from gamut.engine.game import Game, Rules, Setup
from gamut.engine.keys import game_key
from gamut.engine.options import Value
from gamut.engine.record import Array, copy_states
from gamut.games import find

MOST_DEALS = 1_000_000
KEY = 24  # bytes at the start of a record
MOST_NUMBERS = 1_000_000  # of an information-state tensor; games that need more have none


def register(game: str | Game, options: Mapping[str, Value] | None = None, name: str = "") -> str:
    """Make a game known to OpenSpiel; returns the name it has there. Parameters are seats, deals and seed."""
    found = find(game) if isinstance(game, str) else game
    short = name or f"gamut_{found.id}"
    if short in pyspiel.registered_names():
        return short
    settled = dict(options or {})
    kind = game_type(found, short)

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, found, settled, dict(params or {}))

    pyspiel.register_game(kind, Registered)
    return short


def game_type(game: Game, short: str) -> Any:
    """What OpenSpiel asks of a game in general."""
    return pyspiel.GameType(
        short_name=short,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if game.can_be_lost else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(2, *game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=history_numbers(game) <= MOST_NUMBERS,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": min(n for n in game.seats if n > 1), "deals": 1000, "seed": 0},
    )


def state_numbers(game: Game) -> int:
    """How many numbers a state has, without its key: its bytes, since a float holds each of them exactly."""
    return game.record_bytes - KEY


def history_numbers(game: Game) -> int:
    """How many numbers the information state of a seat has: a row for the deal and for each step."""
    return (game.longest + 1) * (state_numbers(game) + 1)


@dataclass(frozen=True, eq=False)
class Shared:
    """What all states of a game share: OpenSpiel copies states deeply, and this stays one."""

    setup: Setup
    rules: Rules
    deals: int
    seed: int
    short: str  # the name that OpenSpiel knows

    def __deepcopy__(self, memo: dict[int, Any]) -> Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Found again by its name, where the game is registered."""
        return shared_of, (self.short, self.setup.seats, self.deals, self.seed)


def shared_of(short: str, seats: int, deals: int, seed: int) -> Shared:
    """What the states of a registered game share."""
    game = pyspiel.load_game(short, {"seats": seats, "deals": deals, "seed": seed})
    assert isinstance(game, SpielGame)
    return game.shared


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Gamut with its options settled."""

    def __init__(self, kind: Any, game: Game, options: dict[str, Value], params: dict[str, Any]) -> None:
        setup = game.open(int(params.get("seats", kind.parameter_specification["seats"])), options)
        deals, seed = int(params.get("deals", 1000)), int(params.get("seed", 0))
        if not 1 <= deals <= MOST_DEALS:
            raise ValueError(f"deals = {deals} is not possible; it may be 1 to {MOST_DEALS}")
        self.shared = Shared(setup, Rules(game), deals, seed, kind.short_name)
        low, high, total = utilities(setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=setup.actions, max_chance_outcomes=deals, num_players=setup.seats,
            min_utility=low, max_utility=high, utility_sum=total, max_game_length=game.longest,
        )  # fmt: skip
        super().__init__(kind, info, params)

    def new_initial_state(self) -> SpielState:
        """Before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Who turns states into tensors and strings."""
        return Observer(self, full=iig_obs_type is not None and iig_obs_type.perfect_recall)


def utilities(setup: Setup) -> tuple[float, float, float | None]:
    """The least and the most a seat can get, and what all get together."""
    if setup.game.can_be_lost or setup.seats == 1:
        return 0.0, 1.0, None
    return -1 / (setup.seats - 1), 1.0, 0.0


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, and what each seat has seen on the way to it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.record: Array | None = None
        self.seen: list[list[tuple[bytes, int]]] = [[] for _ in range(self.setup.seats)]  # hidden copy, own action

    @property
    def setup(self) -> Setup:
        """The game with its options settled."""
        return self.shared.setup

    @property
    def rules(self) -> Rules:
        """Its verbs."""
        return self.shared.rules

    # ------------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """Chance first, then the lowest seat that is awaited."""
        if self.record is None:
            return int(pyspiel.PlayerId.CHANCE)
        mask = self._actors()
        return (mask & -mask).bit_length() - 1 if mask else int(pyspiel.PlayerId.TERMINAL)

    def _actors(self) -> int:
        return int(self.rules.actors(self.setup.constants, self.record, 0))

    def _legal_actions(self, player: int) -> list[int]:
        out = np.zeros(self.setup.game.most_legal, np.int32)
        n = self.rules.legal(self.setup.constants, self.record, 0, player, out)
        found: list[int] = out[:n].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is equally likely."""
        return [(deal, 1 / self.shared.deals) for deal in range(self.shared.deals)]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if self.record is None:
            self.record = self.setup.fresh()
            self.record["key"][0, :2] = np.frombuffer(game_key(self.shared.seed, action), "<u8")
            self.rules.deal(self.setup.constants, self.record, 0)
        else:
            self.record = copy_states(self.record)
            self.rules.play(self.setup.constants, self.record, 0, player, action)
        self._notice(player, action)

    def _notice(self, player: int, action: int) -> None:
        """Every seat keeps what has changed for it; who acted keeps its action too."""
        for seat, rows in enumerate(self.seen):
            hidden = self.hidden(seat).tobytes()
            if seat == player:
                rows.append((hidden, action + 1))
            elif not rows or rows[-1][0] != hidden:
                rows.append((hidden, 0))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.setup.texts[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.record is not None and self._actors() == 0

    def returns(self) -> list[float]:
        """The utilities, 0 while the game is on."""
        n = self.setup.seats
        if not self.is_terminal():
            return [0.0] * n
        scores, ranks = np.zeros((2, self.setup.game.most_seats), np.int32)
        self.rules.result(self.setup.constants, self.record, 0, scores, ranks)
        winners = int((ranks[:n] == 1).sum())
        shares = [1 / winners if rank == 1 else 0.0 for rank in ranks[:n]]
        if utilities(self.setup)[2] is None:
            return shares
        return [(n * share - 1) / (n - 1) for share in shares]

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))

    # ------------------------------------------------------------------ what a seat knows

    def hidden(self, seat: int) -> Array:
        """The copy with everything zeroed that the seat cannot know."""
        assert self.record is not None
        copy = copy_states(self.record)
        self.rules.hide(self.setup.constants, copy, 0, seat)
        return copy


class Observer:
    """Tensors and strings of what a seat knows now, or of all it has seen."""

    def __init__(self, game: SpielGame, full: bool) -> None:
        self.setup, self.full = game.shared.setup, full
        size = history_numbers(self.setup.game) if full else self.setup.game.features
        self.tensor = np.zeros(size, np.float32) if size <= MOST_NUMBERS else None  # then there are only strings
        self.dict = {} if self.tensor is None else {"information" if full else "observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.record is None:
            return
        if not self.full:
            out = np.zeros(len(self.tensor), np.float32)
            state.rules.observe(self.setup.constants, state.hidden(player), 0, player, out)
            self.tensor[:] = out
            return
        width = state_numbers(self.setup.game) + 1
        for k, (hidden, action) in enumerate(state.seen[player]):
            row = self.tensor[k * width : (k + 1) * width]
            row[:-1], row[-1] = numbers_of(hidden), action

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text: equal for equal knowledge, different for different."""
        if state.record is None:
            return f"seat {player + 1}"
        rows = state.seen[player]
        if not self.full:
            return f"seat {player + 1} {rows[-1][0].hex()}"
        digest = hashlib.sha256()
        for hidden, action in rows:
            digest.update(hidden + action.to_bytes(4, "little"))
        return f"seat {player + 1} step {len(rows)} {digest.hexdigest()}"


def numbers_of(hidden: bytes) -> Array:
    """The bytes of a hidden copy, without its key."""
    return np.frombuffer(hidden, np.int8)[KEY:].astype(np.float32)
