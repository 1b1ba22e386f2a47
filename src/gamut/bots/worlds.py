"""Looking ahead: states that could be the true one, which a bot plays on, searches and evaluates.

def decide(decision: Decision) -> int:
    def chance(action: int) -> float:
        ends = [world.play(action).play_on("greedy") for world in decision.worlds(10)]
        return sum(end.win_shares()[decision.seat] for end in ends)

    return max(decision.legal, key=chance)
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.bots.playouts import RANDOM_PLAY, PlayoutBuffers, new_playout_buffers, play_policy_step
from gamut.engine import verbs
from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.chance import seed_rng
from gamut.engine.errors import GameOver, IllegalAction, NotYourTurn, format_list
from gamut.engine.game import Setup
from gamut.engine.random_play import first_seat
from gamut.engine.ranking import count_winners
from gamut.engine.record import Array, copy_states
from gamut.engine.verbs import WIN_VALUE

if TYPE_CHECKING:
    from gamut.bots import Bot, BotLike, Choice

NATIVE_POLICIES = {"random": RANDOM_PLAY, "weighted": 0, "greedy": 100}  # the sharpness of each


def play_steps(c: Any, s: Any, rng: Any, buffers: PlayoutBuffers, sharpness: int, steps: int) -> None:
    """Play up to `steps` actions in `s[0]`, each chosen as `run_playout` says."""
    left, mask = steps, verbs.actors(c[0], s[0])
    while mask != 0 and left > 0:
        play_policy_step(c[0], s[0], first_seat(mask), rng, buffers, sharpness)
        mask = verbs.actors(c[0], s[0])
        left -= 1


class Simulator:
    """What all worlds of a bot share: the setup, its verbs, and memory."""

    def __init__(self, setup: Setup, bound: BoundVerbs) -> None:
        self.setup, self.verbs = setup, bound
        self.bots: dict[str, Bot] = {}

    @cached_property
    def buffers(self) -> PlayoutBuffers:
        return new_playout_buffers(self.setup)

    @cached_property
    def play_steps(self) -> Any:
        return self.verbs.bind(play_steps)

    def make_bot(self, bot: BotLike) -> Bot:
        """Return a bot, made once if it is named."""
        from gamut.bots import make_bot

        if not isinstance(bot, str):
            return make_bot(bot, self.setup, native=self.verbs.native)
        if bot not in self.bots:
            self.bots[bot] = make_bot(bot, self.setup, native=self.verbs.native)
        return self.bots[bot]


class World:
    """A state that could be the true one, or follows from one that could. It never changes: playing makes another."""

    def __init__(self, simulator: Simulator, state: Array, seed: int) -> None:
        self.state = state  # a NumPy record
        self._simulator, self._seed = simulator, seed
        self._setup, self._verbs = simulator.setup, simulator.verbs

    @cached_property
    def actors(self) -> tuple[int, ...]:
        """The seats that have a decision to make."""
        mask = int(self._verbs.actors(self._setup.constants, self.state, 0))
        return tuple(seat for seat in range(self._setup.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.actors

    def legal(self, seat: int | None = None) -> list[int]:
        """Return the legal actions of a seat, by default of the first one that has a decision to make."""
        out = np.zeros(self._setup.game.max_legal, np.int32)
        n = self._verbs.legal(self._setup.constants, self.state, 0, self._choose_seat(seat), out)
        actions: list[int] = out[:n].tolist()
        return actions

    def _choose_seat(self, seat: int | None) -> int:
        if seat is None:
            if self.over:
                raise GameOver("the game is over in this world: no seat has a decision to make")
            return self.actors[0]
        if seat not in range(self._setup.seats):
            raise NotYourTurn(f"seat number {seat} does not exist: seats are 0 to {self._setup.seats - 1}")
        return seat

    def play(self, action: int | str, seat: int | None = None) -> World:
        """Return the world after an action of a seat, by default of the first one that has a decision to make."""
        mover, number = self._choose_seat(seat), self._setup.parse_action(action)
        if number not in (legal := self.legal(mover)):
            texts = self._setup.action_texts
            allowed = format_list(repr(texts[a]) for a in legal) or "nothing"
            raise IllegalAction(f"{texts[number]!r} is not legal in this world; seat {mover + 1} may {allowed}")
        state = copy_states(self.state)
        self._verbs.play(self._setup.constants, state, 0, mover, number)
        return World(self._simulator, state, self._seed + 1)

    def play_on(self, policy: BotLike = "weighted", steps: int | None = None) -> World:
        """Return the world at the end of the game, or `steps` actions later.

        `policy` chooses for all seats: `random`, `weighted` (draws by the guide) and `greedy` are native and fast; any
        other bot is asked for each action, and gets a hidden copy, as at a table.
        """
        limit = self._setup.game.max_steps if steps is None else steps
        if isinstance(policy, str) and policy in NATIVE_POLICIES:
            state, rng = copy_states(self.state), np.zeros(1, np.uint64)
            with np.errstate(over="ignore"):
                seed_rng(rng, np.uint64(self._seed % 2**64), np.uint64(limit))
            buffers, sharpness = self._simulator.buffers, NATIVE_POLICIES[policy]
            self._simulator.play_steps(self._setup.constants, state, rng, buffers, sharpness, limit)
            return World(self._simulator, state, self._seed + limit)
        bot, world = self._simulator.make_bot(policy), self
        while limit > 0 and not world.over:
            seat = world.actors[0]
            world = world.play(bot.choose(world.hidden(seat), seat, world._seed).action, seat)
            limit -= 1
        return world

    def win_shares(self) -> list[float]:
        """Return every seat's share of the win: the true one at the end, before it estimated by the game's `value`."""
        c, seats = self._setup.constants, self._setup.seats
        if self.over:
            scores, ranks = np.zeros((2, self._setup.game.max_seats), np.int32)
            self._verbs.result(c, self.state, 0, scores, ranks)
            winners = count_winners(ranks, seats)
            return [1 / winners if rank == 1 else 0.0 for rank in ranks[:seats]]
        out = np.zeros(seats, np.int64)
        self._verbs.value(c, self.state, 0, out, self._setup.new_scratch())
        return [float(share) / WIN_VALUE for share in out]

    def search(self, budget: str = "200it", seat: int | None = None) -> Choice:
        """Return what the built-in search chooses for a seat within a budget such as `200it` or `50ms`.

        It knows what the seat would know here, and estimates the legal actions.
        """
        mover = self._choose_seat(seat)
        return self._simulator.make_bot(f"search:{budget}").choose(self.hidden(mover), mover, self._seed)

    def hidden(self, seat: int) -> Array:
        """Return the hidden copy of a seat in this world."""
        state = copy_states(self.state)
        self._verbs.hide(self._setup.constants, state, 0, seat)
        return state
