"""The batch on an NVIDIA card: the same drivers, bound as device functions, one thread per game.

This module is the only one that knows CUDA. It needs the extra `gamut-games[cuda]`, and a card to run; without one
`compile_kernels` still shows that the rules compile.

Neighbouring threads handle neighbouring games, so all arrays lie field by field: `observation[i, f]` is in memory
beside `observation[i + 1, f]`, and word `k` of a small state beside word `k` of the next. A thread takes a small
state into local memory, which the card lays out in the same way, acts, puts it back, and hides the copy it still
has. Of a large state an action touches little, so it stays in one piece in the card's own memory and is copied only
to be hidden.

Records are packed, so Numba would read them byte by byte; but their fields are in the order of their widths and so
lie where an aligned record has them, and as such they are declared here. They are copied word by word for the same
reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from gamut.engine.bind import Binder, Ready
from gamut.engine.errors import BadOptions, GamutError
from gamut.engine.game import Game, Setup
from gamut.engine.record import Array, dtype
from gamut.envs import drivers
from gamut.envs.drivers import ILLEGAL, LENGTH, REASON, SEAT, WRONG
from gamut.envs.environment import Batch, Environment, Totals

SMALL = 512  # bytes of a state that is taken into local memory to be played on
BLOCK = 128  # threads that are started together
REGISTERS = 40  # of a thread, where states are large: more threads at once hide how far away these are
WARP = 0xFFFFFFFF  # all threads that go in step, as a set
HOPPER = (9, 0)  # the kind of card that `compile_kernels` compiles for


class NoCard(GamutError):
    """CUDA is asked for, and something is missing."""


def load_cuda() -> Any:
    """Numba's CUDA, with or without a card."""
    try:
        import_module("numba_cuda")  # Numba's own old CUDA is another one
        return import_module("numba.cuda")
    except ImportError as e:
        raise NoCard(f"device = 'cuda' needs numba-cuda: `pip install 'gamut-games[cuda]'` ({e})") from None


def find_card() -> Any:
    """Numba's CUDA, if there is a card that it can use."""
    cuda = load_cuda()
    if not cuda.is_available():
        raise NoCard(
            "device = 'cuda' needs an NVIDIA card and its driver, and there is none here; use device = 'cpu'"
        )
    return cuda


# ---------------------------------------------------------------------- kernels


@cache
def aligned(declaration: type) -> np.dtype[np.void]:
    """The type of a record, known to be aligned: the same bytes."""
    packed = dtype(declaration)
    names = packed.names or ()
    made = np.dtype([(name, packed[name].base, packed[name].shape) for name in names], align=True)
    assert made.itemsize == packed.itemsize
    assert [made.fields[name][1] for name in names] == [packed.fields[name][1] for name in names]  # type: ignore[index]
    return made


def copy_words(to: Any, t: int, s: Any, g: int) -> None:
    """Copy a state word by word."""
    here, there = to[t : t + 1].view(np.uint64), s[g : g + 1].view(np.uint64)
    for k in range(len(here)):
        here[k] = there[k]


def is_small(game: Game) -> bool:
    """Whether states lie word by word beside each other, not each in one piece."""
    return game.record_bytes <= SMALL


def load_words(to: Any, t: int, words: Any, g: int) -> None:
    """Copy a state that lies word by word into local memory."""
    here = to[t : t + 1].view(np.uint64)
    for k in range(len(here)):
        here[k] = words[k, g]


def store_words(words: Any, g: int, own: Any, t: int) -> None:
    """Copy it back."""
    here = own[t : t + 1].view(np.uint64)
    for k in range(len(here)):
        words[k, g] = here[k]


class Kernels:
    """The kernels of one game; compiled when they are first started."""

    def __init__(self, game: Game) -> None:
        self._cuda, self._game = load_cuda(), game
        self._binder = Binder(game.verbs, lambda copy, is_driver: self._cuda.jit(device=True)(copy), "cuda")
        self._record = import_module("numba").from_dtype(aligned(game.state))
        self._small = is_small(game)

    def _bound(self, driver: Any, **own: Any) -> Any:
        return self._binder.bind(driver, {"copy_state": copy_words, "is_any_in_step": self._any_in_warp, **own})[0]

    @cached_property
    def _any_in_warp(self) -> Ready:
        """Games of a warp are played in step."""
        cuda = self._cuda

        def is_any_in_warp(group: int, so: bool) -> bool:
            return bool(cuda.any_sync(group, so))

        return Ready(cuda.jit(device=True)(is_any_in_warp), "is_any_in_warp")

    def _kernel(self, function: Any) -> Any:
        return self._cuda.jit(function, **({} if self._small else {"max_registers": REGISTERS}))

    @cached_property
    def _load(self) -> Any:
        """Copies a state into local memory."""
        return self._cuda.jit(load_words if self._small else copy_words, device=True)

    @cached_property
    def _store(self) -> Any:
        """Copies a small state back."""
        return self._cuda.jit(store_words, device=True)

    @cached_property
    def begin(self) -> Any:
        """Deal and show all games."""
        cuda, record, small, load, store = self._cuda, self._record, self._small, self._load, self._store
        begin_game, show_game = self._bound(drivers.begin_game), self._bound(drivers.show_game)

        def begin(c, states, blank, run, number, r, observation, mask, acts, facts, rewards, ended):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(number):
                own = cuda.local.array(1, record)
                if small:
                    begin_game(c, own, 0, i, blank, run, number, r, facts, rewards, ended)
                    store(states, i, own, 0)
                else:
                    begin_game(c, states, i, i, blank, run, number, r, facts, rewards, ended)
                    load(own, 0, states, i)
                show_game(c, own, 0, i, observation, mask, acts, facts)

        return self._kernel(begin)

    @cached_property
    def step(self) -> Any:
        """Do an action in every game and show where it led."""
        cuda, record, small, load, store = self._cuda, self._record, self._small, self._load, self._store
        act_game, show_game = self._bound(drivers.act_game), self._bound(drivers.show_game)

        def step(  # type: ignore[no-untyped-def]
            c, states, blank, run, number, actions, observation, mask, acts, facts, rewards, ended, scores, ranks
        ):
            i = cuda.grid(1)
            if i < len(number):
                own = cuda.local.array(1, record)
                if small:
                    load(own, 0, states, i)
                    s, g = own, 0
                else:
                    s, g = states, i
                if act_game(c, s, g, i, blank, run, number, actions, mask, facts, rewards, ended, scores, ranks):
                    if small:
                        store(states, i, own, 0)
                    else:
                        load(own, 0, states, i)
                    show_game(c, own, 0, i, observation, mask, acts, facts)

        return self._kernel(step)

    @cached_property
    def show(self) -> Any:
        """Show all games as they are."""
        cuda, record, load, show_game = self._cuda, self._record, self._load, self._bound(drivers.show_game)

        def show(c, states, observation, mask, acts, facts):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(mask):
                own = cuda.local.array(1, record)
                load(own, 0, states, i)
                show_game(c, own, 0, i, observation, mask, acts, facts)

        return self._kernel(show)

    def choose(self, guided: bool) -> Any:
        """An action for every game."""
        return self._choose_guided if guided else self._choose_randomly

    @cached_property
    def _choose_randomly(self) -> Any:
        return self._choose_kernel(False)

    @cached_property
    def _choose_guided(self) -> Any:
        return self._choose_kernel(True)

    def _choose_kernel(self, guided: bool) -> Any:
        cuda, record, load = self._cuda, self._record, self._load
        decide = drivers.decide_guided if guided else drivers.decide_randomly
        choose_one = self._bound(drivers.choose_one, decide=decide)
        most, room = self._game.most_legal, max(1, self._game.work)

        def choose(c, states, r, acts, facts, how, chosen):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(chosen):
                own = cuda.local.array(1, record)
                weights, work = cuda.local.array(most, np.int32), cuda.local.array(room, np.int64)
                if guided:
                    load(own, 0, states, i)
                choose_one(c, own, 0, i, r, acts, facts, how, weights, work, chosen)

        return cuda.jit(choose)

    def play(self, guided: bool) -> Any:
        """Many steps of every game in one start."""
        return self._play_guided if guided else self._play_randomly

    @cached_property
    def _play_randomly(self) -> Any:
        return self._play_kernel(False)

    @cached_property
    def _play_guided(self) -> Any:
        return self._play_kernel(True)

    def _play_kernel(self, guided: bool) -> Any:
        cuda, record, game, small = self._cuda, self._record, self._game, self._small
        load, store = self._load, self._store
        decide = drivers.decide_guided if guided else drivers.decide_randomly
        play_on = self._bound(drivers.play_on, decide=decide)
        most, room, seats = game.most_legal, max(1, game.work), game.most_seats
        heavy = most if guided else 1

        def play(c, states, blank, run, number, r, facts, hows, steps, totals):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            group = cuda.ballot_sync(WARP, i < len(number))
            if i < len(number):
                copy = cuda.local.array(1, record)
                acts, weights = cuda.local.array(most, np.int32), cuda.local.array(heavy, np.int32)
                work = cuda.local.array(room, np.int64)
                scores, ranks = cuda.local.array(seats, np.int32), cuda.local.array(seats, np.int32)
                shares, own_r = cuda.local.array(seats, np.float32), cuda.local.array(1, np.uint64)
                if small:
                    own, g = cuda.local.array(1, record), 0
                    load(own, 0, states, i)
                else:
                    own, g = states, i
                own_r[0] = r[i, 0]
                play_on(
                    c, own, g, copy, 0, i, group, blank, run, number, own_r, acts, weights, work, facts, hows,
                    steps, scores, ranks, shares[: len(hows)], totals,
                )  # fmt: skip
                r[i, 0] = own_r[0]
                if small:
                    store(states, i, own, 0)

        return cuda.jit(play)


@cache
def kernels_of(game: Game) -> Kernels:
    """The kernels of a game, made once."""
    return Kernels(game)


# ---------------------------------------------------------------------- arrays


class CardArray:
    """An array on the card that others read without a copy: by CUDA's array interface, or by DLPack."""

    def __init__(self, array: Any, stream: Any) -> None:
        self.array, self.shape, self.dtype, self._stream = array, array.shape, array.dtype, stream

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    @cached_property
    def _exporter(self) -> Any:
        """The same memory as an array of a library that speaks DLPack."""
        try:
            return import_module("torch").as_tensor(self, device="cuda")
        except ImportError:
            try:
                return import_module("cupy").asarray(self)
            except ImportError:
                raise NoCard("DLPack on a card needs PyTorch or CuPy beside numba-cuda") from None

    def __dlpack__(self, **how: Any) -> Any:
        return self._exporter.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        place: tuple[int, int] = self._exporter.__dlpack_device__()
        return place

    def copy_to_host(self) -> Array:
        """A copy for the processor, when the card is done."""
        found: Array = self.array.copy_to_host(stream=self._stream)
        self._stream.synchronize()
        return found


def host_arrays(setup: Setup, games: int) -> dict[str, Array]:
    """All arrays of a batch, zeroed and laid out as on the card: neighbouring games are neighbours in memory."""
    game, n = setup.game, games
    small = is_small(game)
    states = np.zeros((game.record_bytes // 8, n), np.uint64) if small else setup.fresh(n).view(aligned(game.state))

    def rows(width: int, kind: Any) -> Array:
        return np.zeros((n, width), kind, order="F")

    return {
        "c": setup.constants.copy().view(aligned(game.constants)), "blank": setup.fresh().view(aligned(game.state)),
        "states": states, "run": np.zeros(1, np.uint64),
        "number": np.zeros(n, np.int64), "r": rows(1, np.uint64), "actions": np.zeros(n, np.int64),
        "chosen": np.zeros(n, np.int64), "observation": rows(game.features, np.float32),
        "mask": rows(setup.actions, np.bool_), "acts": rows(game.most_legal, np.int32),
        "facts": np.zeros((drivers.FACTS, n), np.int32), "rewards": rows(setup.seats, np.float32),
        "ended": np.zeros(n, np.bool_), "scores": rows(game.most_seats, np.int32),
        "ranks": rows(game.most_seats, np.int32), "hows": np.zeros(setup.seats, np.int64),
        "totals": rows(setup.seats + 1, np.float64),
    }  # fmt: skip


BEGIN = ("c", "states", "blank", "run", "number", "r", "observation", "mask", "acts", "facts", "rewards", "ended")
STEP = (
    "c", "states", "blank", "run", "number", "actions", "observation", "mask", "acts", "facts", "rewards", "ended",
    "scores", "ranks",
)  # fmt: skip
SHOW = ("c", "states", "observation", "mask", "acts", "facts")
CHOOSE = ("c", "states", "r", "acts", "facts", "how", "chosen")
PLAY = ("c", "states", "blank", "run", "number", "r", "facts", "hows", "steps", "totals")


def compile_kernels(setup: Setup, kind: tuple[int, int] = HOPPER) -> dict[str, str]:
    """The kernels of a game as PTX, by name: needs no card."""
    cuda, numba = load_cuda(), import_module("numba")
    kernels, arrays = Kernels(setup.game), host_arrays(setup, 2)
    made = {}
    for name, kernel, takes in (
        ("begin", kernels.begin, BEGIN), ("step", kernels.step, STEP), ("show", kernels.show, SHOW),
        ("choose randomly", kernels.choose(False), CHOOSE), ("choose guided", kernels.choose(True), CHOOSE),
        ("play randomly", kernels.play(False), PLAY), ("play guided", kernels.play(True), PLAY),
    ):  # fmt: skip
        types = tuple(numba.typeof(arrays[x]) if x in arrays else numba.int64 for x in takes)
        with imagined_card(kind):
            made[name] = cuda.compile_ptx(kernel.py_func, types, cc=kind)[0]
    return made


@contextmanager
def imagined_card(kind: tuple[int, int]) -> Iterator[None]:
    """While open, device functions are compiled for that kind of card, even if there is none."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=kind)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


# ---------------------------------------------------------------------- the environment


class CardEnvironment(Environment):
    """Games on a card.

    All work is queued on one stream and nothing waits for it: `stream` is the number of the framework's own (in
    PyTorch `torch.cuda.current_stream().cuda_stream`), so that policy and games follow each other. An illegal
    action stops its game; `check` says so, and is asked by `reset`, `play` and `states`.
    """

    device = "cuda"

    def __init__(self, setup: Setup, games: int, *, stream: int = 0, block: int = BLOCK) -> None:
        super().__init__(setup, games)
        self._cuda = find_card()
        self._kernels = kernels_of(setup.game)
        self._stream = self._cuda.external_stream(stream) if stream else self._cuda.default_stream()
        self._grid = (-(-games // block), block, self._stream)
        self._on_card = {
            name: self._cuda.to_device(array, stream=self._stream)
            for name, array in host_arrays(setup, games).items()
        }
        facts, seats = self._on_card["facts"], slice(None, setup.seats)
        shown = (
            self._on_card["observation"], self._on_card["mask"], facts[SEAT], self._on_card["rewards"],
            self._on_card["ended"], self._on_card["scores"][:, seats], self._on_card["ranks"][:, seats],
            facts[LENGTH], facts[REASON], self._on_card["number"],
        )  # fmt: skip
        self.batch = Batch(*(CardArray(array, self._stream) for array in shown))
        self._own_actions = self._on_card["actions"]

    def states(self) -> Array:
        """A copy of the true states."""
        self.check()
        found: Array = self._on_card["states"].copy_to_host(stream=self._stream)
        self._stream.synchronize()
        if is_small(self.game):
            found = np.ascontiguousarray(found.T)
        return found.view(dtype(self.game.state)).reshape(self.games)

    def check(self) -> None:
        """Wait for the card, and raise what went wrong in a game."""
        wrong = self._on_card["facts"][WRONG].copy_to_host(stream=self._stream)
        self._stream.synchronize()
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            if wrong[i] == ILLEGAL:
                action = int(self._on_card["actions"].copy_to_host()[i])
                seat = int(self._on_card["facts"][SEAT].copy_to_host()[i])
                self._refuse(i, action, seat, np.flatnonzero(self._on_card["mask"].copy_to_host()[i]).tolist())
            raise GamutError(f"{self.game.title}: game {i} of the batch awaits a seat that has no legal action")

    def _start(self, kernel: Any, takes: tuple[str, ...], **numbers: int) -> None:
        kernel[self._grid](*(numbers[x] if x in numbers else self._on_card[x] for x in takes))

    def _begin(self, seed: int) -> None:
        self._on_card["run"].copy_to_device(np.array([seed], np.uint64), stream=self._stream)
        self._start(self._kernels.begin, BEGIN)
        self.check()

    def _step(self, actions: Any) -> None:
        self._on_card["actions"] = self._taken(actions)
        self._start(self._kernels.step, STEP)

    def _taken(self, actions: Any) -> Any:
        """Actions where the card can read them, without a copy if they are there already."""
        if isinstance(actions, CardArray):
            return actions.array
        if hasattr(actions, "__cuda_array_interface__"):
            found = self._cuda.as_cuda_array(actions, sync=False)
            if found.dtype != np.int64 or found.shape != (self.games,) or not found.is_c_contiguous():
                raise BadOptions(f"actions on the card are int64 [{self.games}], not {found.dtype} {found.shape}")
            return found
        self._own_actions.copy_to_device(np.ascontiguousarray(actions, np.int64), stream=self._stream)
        return self._own_actions

    def _choose(self, way: int) -> CardArray:
        self._start(self._kernels.choose(way != drivers.RANDOM), CHOOSE, how=way)
        return self._chosen

    @cached_property
    def _chosen(self) -> CardArray:
        return CardArray(self._on_card["chosen"], self._stream)

    def _play(self, steps: int, ways: list[int]) -> Totals:
        totals = self._on_card["totals"]
        totals.copy_to_device(np.zeros(totals.shape, order="F"), stream=self._stream)
        self._on_card["hows"].copy_to_device(np.array(ways, np.int64), stream=self._stream)
        self._start(self._kernels.play(any(ways)), PLAY, steps=steps)
        self._start(self._kernels.show, SHOW)
        self._on_card["ended"].copy_to_device(np.zeros(self.games, np.bool_), stream=self._stream)
        self._on_card["rewards"].copy_to_device(
            np.zeros((self.games, self.seats), np.float32, order="F"), stream=self._stream
        )
        found = totals.copy_to_host(stream=self._stream)
        self.check()
        return Totals(int(found[:, -1].sum()), tuple(found[:, :-1].sum(0).tolist()))
