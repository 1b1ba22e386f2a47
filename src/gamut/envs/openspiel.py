"""All games as registered Python games of OpenSpiel. Needs `gamut-games[openspiel]`.

>>> from gamut.envs import openspiel
>>> import pyspiel
>>> openspiel.register("mixx")
'gamut_mixx'
>>> game = pyspiel.load_game("gamut_mixx(seats=2,deals=100)")
>>> game.num_players()
2

The only chance node, at the start, selects one of `deals` deals of the seed. The key of the deal determines all later
chance, and no seat knows it. So chance is enumerated in full, and a game with few deals can be solved; one with many
deals approximates the game itself.

`resample_from_infostate` returns a redeal, so that searches over information states work: IS-MCTS in Python
(`open_spiel.python.algorithms.ismcts`), and `SearchBot`, our own, compiled one. Searches that clone the state they are
given, such as OpenSpiel's MCTS, see the true state: all hands, and through the key of the deal all chance to come.

A secret phase is played in the order of the seats. The information state of a seat consists of its hidden copies,
whenever they changed, and of its own actions: the string is a digest of them, the tensor contains their numbers, row by
row. Utilities add up to 0: the share of the win minus an equal share, divided by the most that this can be.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from gamut.bots import make_bot
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import game_key
from gamut.engine.game import Game, Setup
from gamut.engine.options import Value
from gamut.engine.ranking import count_winners
from gamut.engine.record import Array, copy_states
from gamut.games import find_game

MAX_DEALS = 1_000_000
CHANCE_KEY_BYTES = 24  # at the start of a record
MAX_TENSOR_SIZE = 1_000_000  # games with larger information states have no tensors


def register(game: str | Game, options: Mapping[str, Value] | None = None, name: str = "") -> str:
    """Register a game with OpenSpiel and return its name there. Its parameters are seats, deals and seed."""
    resolved = find_game(game) if isinstance(game, str) else game
    short = name or f"gamut_{resolved.id}"
    if short in pyspiel.registered_names():
        return short
    option_values = dict(options or {})
    game_type = describe_game(resolved, short)

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game_type, resolved, option_values, dict(params or {}))

    pyspiel.register_game(game_type, Registered)
    guard_compiled_bots()
    return short


def describe_game(game: Game, short: str) -> Any:
    """Return OpenSpiel's description of a game."""
    return pyspiel.GameType(
        short_name=short,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if game.allows_no_winner else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(2, *game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=information_state_size(game) <= MAX_TENSOR_SIZE,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": min(n for n in game.seats if n > 1), "deals": 1000, "seed": 0},
    )


def count_state_numbers(game: Game) -> int:
    """Return the number of bytes of a state without its key; a float holds each of them exactly."""
    return game.state_bytes - CHANCE_KEY_BYTES


def information_state_size(game: Game) -> int:
    """Return the size of an information-state tensor: a row for the deal and for each step."""
    return (game.max_steps + 1) * (count_state_numbers(game) + 1)


@dataclass(frozen=True, eq=False)
class SharedData:
    """What all states of a game share; OpenSpiel's deep copies of states do not copy it."""

    setup: Setup
    verbs: BoundVerbs
    deals: int
    seed: int
    short: str  # its name in OpenSpiel

    def __deepcopy__(self, memo: dict[int, Any]) -> SharedData:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it as its name; the game must be registered where it is loaded."""
        return load_shared_data, (self.short, self.setup.seats, self.deals, self.seed)


def load_shared_data(short: str, seats: int, deals: int, seed: int) -> SharedData:
    """Return the shared data of a registered game."""
    game = pyspiel.load_game(short, {"seats": seats, "deals": deals, "seed": seed})
    assert isinstance(game, SpielGame)
    return game.shared


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A setup as a game of OpenSpiel."""

    def __init__(self, game_type: Any, game: Game, options: dict[str, Value], params: dict[str, Any]) -> None:
        setup = game.open(int(params.get("seats", game_type.parameter_specification["seats"])), options)
        deals, seed = int(params.get("deals", 1000)), int(params.get("seed", 0))
        if not 1 <= deals <= MAX_DEALS:
            raise ValueError(f"deals = {deals} is not allowed; use 1 to {MAX_DEALS}")
        self.shared = SharedData(setup, BoundVerbs(game), deals, seed, game_type.short_name)
        low, high, total = utility_range(setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=setup.action_count, max_chance_outcomes=deals, num_players=setup.seats,
            min_utility=low, max_utility=high, utility_sum=total, max_game_length=game.max_steps,
        )  # fmt: skip
        super().__init__(game_type, info, params)

    def new_initial_state(self) -> SpielState:
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what turns states into tensors and strings."""
        return Observer(self, full=iig_obs_type is not None and iig_obs_type.perfect_recall)


def utility_range(setup: Setup) -> tuple[float, float, float | None]:
    """Return the lowest and highest utility of a seat, and the sum of all; None if it varies."""
    if setup.game.allows_no_winner or setup.seats == 1:
        return 0.0, 1.0, None
    return -1 / (setup.seats - 1), 1.0, 0.0


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, and what each seat has seen so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.shared = game.shared
        self.record: Array | None = None
        self.seen: list[list[tuple[bytes, int]]] = [[] for _ in range(self.setup.seats)]  # hidden copy, own action

    @property
    def setup(self) -> Setup:
        return self.shared.setup

    @property
    def verbs(self) -> BoundVerbs:
        return self.shared.verbs

    # ------------------------------------------------------------------ the interface of OpenSpiel

    def current_player(self) -> int:
        """Return chance at the start, then the lowest seat with a decision."""
        if self.record is None:
            return int(pyspiel.PlayerId.CHANCE)
        mask = self._actors()
        return (mask & -mask).bit_length() - 1 if mask else int(pyspiel.PlayerId.TERMINAL)

    def _actors(self) -> int:
        return int(self.verbs.actors(self.setup.constants, self.record, 0))

    def _legal_actions(self, player: int) -> list[int]:
        out = np.zeros(self.setup.game.max_legal, np.int32)
        n = self.verbs.legal(self.setup.constants, self.record, 0, player, out)
        actions: list[int] = out[:n].tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals, which are equally likely."""
        return [(deal, 1 / self.shared.deals) for deal in range(self.shared.deals)]

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if self.record is None:
            self.record = self.setup.new_states()
            self.record["chance_key"][0, :2] = np.frombuffer(game_key(self.shared.seed, action), "<u8")
            self.verbs.deal(self.setup.constants, self.record, 0)
        else:
            self.record = copy_states(self.record)
            self.verbs.play(self.setup.constants, self.record, 0, player, action)
        self._record_seen(player, action)

    def _record_seen(self, player: int, action: int) -> None:
        """Record for every seat its hidden copy if it has changed, and for the acting seat its action."""
        for seat, rows in enumerate(self.seen):
            hidden = self.hidden(seat).tobytes()
            if seat == player:
                rows.append((hidden, action + 1))
            elif not rows or rows[-1][0] != hidden:
                rows.append((hidden, 0))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.setup.action_texts[action]

    def is_terminal(self) -> bool:
        return self.record is not None and self._actors() == 0

    def returns(self) -> list[float]:
        """Return the utilities, which are 0 before the end."""
        n = self.setup.seats
        if not self.is_terminal():
            return [0.0] * n
        scores, ranks = np.zeros((2, self.setup.game.max_seats), np.int32)
        self.verbs.result(self.setup.constants, self.record, 0, scores, ranks)
        winners = count_winners(ranks, n)
        shares = [1 / winners if rank == 1 else 0.0 for rank in ranks[:n]]
        if utility_range(self.setup)[2] is None:
            return shares
        return [(n * share - 1) / (n - 1) for share in shares]

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))

    # ------------------------------------------------------------------ resampling

    def resample_from_infostate(self, player: int, sample_uniform: Callable[[], float]) -> SpielState:
        """Return a state that could be the true one, as far as the seat knows: a redeal. Searches need this.

        The seat's own information state stays the same. What the other seats saw on the way is not known: theirs
        begin with what they would know now.
        """
        sampled: SpielState = self.clone()
        if self.record is None:
            return sampled
        rng = np.array([1 + int(sample_uniform() * (2**52)), 0], np.uint64)
        sampled.record = self.hidden(player)
        self.verbs.redeal(self.setup.constants, sampled.record, 0, player, rng)
        sampled.seen = [
            list(rows) if seat == player else [(sampled.hidden(seat).tobytes(), 0)]
            for seat, rows in enumerate(self.seen)
        ]
        return sampled

    # ------------------------------------------------------------------ hidden copies

    def hidden(self, seat: int) -> Array:
        """Return a hidden copy: everything the seat cannot know is zero."""
        assert self.record is not None
        copy = copy_states(self.record)
        self.verbs.hide(self.setup.constants, copy, 0, seat)
        return copy


class SearchBot(pyspiel.Bot):  # type: ignore[misc]
    """Any bot of Gamut as a bot of OpenSpiel, such as its own information-set search: compiled, and many times as fast.

    It sees only the hidden copy of its seat, never the true state.
    """

    def __init__(self, game: SpielGame, player: int, bot: str = "search:1000it", seed: int = 0) -> None:
        super().__init__()
        self._bot, self._player, self._seed = make_bot(bot, game.shared.setup), player, seed

    def step(self, state: SpielState) -> int:
        """Return the action for the bot's player."""
        seed = self._seed + state.move_number()
        return self._bot.choose(state.hidden(self._player), self._player, seed).action

    def restart_at(self, state: SpielState) -> None:
        """Do nothing: the bot remembers nothing."""


COMPILED_BOTS = ("ISMCTSBot", "MCTSBot")
STEPS = ("get_policy", "step", "step_verbose", "step_with_policy")


def guard_compiled_bots() -> None:
    """Let OpenSpiel's searches in C++ raise a TypeError for our games; for games in Python they crash the process."""
    for bot in (getattr(pyspiel, name) for name in COMPILED_BOTS):
        for name in STEPS:
            step = getattr(bot, name, None)
            if step is not None and not hasattr(step, "guarded"):
                setattr(bot, name, guard_step(step, bot.__name__))


def guard_step(step: Callable[..., Any], bot: str) -> Callable[..., Any]:
    def guarded(self: Any, state: Any) -> Any:
        if isinstance(state, SpielState):
            raise TypeError(
                f"pyspiel.{bot} is written in C++ and cannot search games that are written in Python: use "
                "open_spiel.python.algorithms.ismcts, or gamut.envs.openspiel.SearchBot, which is compiled"
            )
        return step(self, state)

    guarded.guarded = True  # type: ignore[attr-defined]
    return guarded


class Observer:
    """Tensors and strings of what a seat knows now, or of everything it has seen."""

    def __init__(self, game: SpielGame, full: bool) -> None:
        self.setup, self.full = game.shared.setup, full
        size = information_state_size(self.setup.game) if full else self.setup.game.feature_count
        self.tensor = np.zeros(size, np.float32) if size <= MAX_TENSOR_SIZE else None  # None: strings only
        self.dict = {} if self.tensor is None else {"information" if full else "observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill in the tensor."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.record is None:
            return
        if not self.full:
            out = np.zeros(len(self.tensor), np.float32)
            state.verbs.observe(self.setup.constants, state.hidden(player), 0, player, out)
            self.tensor[:] = out
            return
        width = count_state_numbers(self.setup.game) + 1
        for k, (hidden, action) in enumerate(state.seen[player]):
            row = self.tensor[k * width : (k + 1) * width]
            row[:-1], row[-1] = to_numbers(hidden), action

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the same as a string: equal exactly if the knowledge is equal."""
        if state.record is None:
            return f"seat {player + 1}"
        rows = state.seen[player]
        if not self.full:
            return f"seat {player + 1} {rows[-1][0].hex()}"
        digest = hashlib.sha256()
        for hidden, action in rows:
            digest.update(hidden + action.to_bytes(4, "little"))
        return f"seat {player + 1} step {len(rows)} {digest.hexdigest()}"


def to_numbers(hidden: bytes) -> Array:
    """Return the bytes of a hidden copy without its key."""
    return np.frombuffer(hidden, np.int8)[CHANCE_KEY_BYTES:].astype(np.float32)
