"""The batch on an NVIDIA GPU: the same drivers, bound as device functions, with one thread per game.

This is the only module that uses CUDA. It needs the extra `gamut-games[cuda]`, and a GPU to run; without a GPU,
`compile_kernels` still shows that the rules compile.

Neighbouring threads handle neighbouring games, so all arrays are stored field by field: `observation[i, f]` is next to
`observation[i + 1, f]`, and word `k` of a small state next to word `k` of the next state. A thread copies a small state
to local memory, which has the same layout, plays, copies it back, and hides its own copy. An action changes little of a
large state, so a large state stays in one piece in global memory and is copied only to be hidden.

Records are packed, so Numba would read them byte by byte. But their fields are sorted by width and therefore aligned,
and they are declared as such here. For the same reason they are copied word by word.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from gamut.engine.bind import Binder, Compiled
from gamut.engine.errors import GamutError, InvalidOptions
from gamut.engine.game import Game, Setup
from gamut.engine.record import Array, record_dtype
from gamut.envs import drivers
from gamut.envs.drivers import ERROR, ILLEGAL, LENGTH, REASON, SEAT, GameArrays, ThreadMemory
from gamut.envs.environment import Batch, Environment, Totals

SMALL_STATE_BYTES = 512  # a state up to this size is copied to local memory
BLOCK_THREADS = 128
MAX_REGISTERS = 40  # per thread with large states: more threads at once hide the latency of global memory
FULL_WARP = 0xFFFFFFFF  # all threads that run in lockstep, as a bit mask
HOPPER = (9, 0)  # the default compute capability of `compile_kernels`


class CudaUnavailable(GamutError):
    """A package, the driver or the GPU is missing."""


def load_cuda() -> Any:
    """Return Numba's CUDA module, with or without a GPU."""
    try:
        import_module("numba_cuda")  # otherwise Numba's own, outdated CUDA target would be used
        return import_module("numba.cuda")
    except ImportError as e:
        raise CudaUnavailable(f"device = 'cuda' needs numba-cuda: `pip install 'gamut-games[cuda]'` ({e})") from None


def require_gpu() -> Any:
    """Return Numba's CUDA module; raise CudaUnavailable if it cannot use a GPU."""
    cuda = load_cuda()
    if not cuda.is_available():
        raise CudaUnavailable("device = 'cuda' needs an NVIDIA GPU and its driver, none was found; use device = 'cpu'")
    return cuda


# ---------------------------------------------------------------------- kernels


@cache
def aligned_dtype(declaration: type) -> np.dtype[np.void]:
    """Return the type of a record as an aligned one, with the same bytes."""
    packed = record_dtype(declaration)
    names = packed.names or ()
    aligned = np.dtype([(name, packed[name].base, packed[name].shape) for name in names], align=True)
    assert aligned.itemsize == packed.itemsize
    assert [aligned.fields[name][1] for name in names] == [packed.fields[name][1] for name in names]  # type: ignore[index]
    return aligned


def is_small(game: Game) -> bool:
    """Return whether states are stored word by word, instead of in one piece."""
    return game.state_bytes <= SMALL_STATE_BYTES


def copy_words(to: Any, t: int, s: Any, g: int) -> None:
    target, source = to[t : t + 1].view(np.uint64), s[g : g + 1].view(np.uint64)
    for k in range(len(target)):
        target[k] = source[k]


def load_words(to: Any, t: int, words: Any, g: int) -> None:
    target = to[t : t + 1].view(np.uint64)
    for k in range(len(target)):
        target[k] = words[k, g]


def store_words(words: Any, g: int, s: Any, t: int) -> None:
    """Copy a small state back from local memory."""
    source = s[t : t + 1].view(np.uint64)
    for k in range(len(source)):
        words[k, g] = source[k]


class Kernels:
    """The kernels of one game, compiled when they are first launched."""

    def __init__(self, game: Game) -> None:
        self._cuda, self._game = load_cuda(), game
        self._binder = Binder(game.verbs, lambda copy, is_driver: self._cuda.jit(device=True)(copy), "cuda")
        self._record = import_module("numba").from_dtype(aligned_dtype(game.state))
        self._small = is_small(game)

    def _bind(self, driver: Any, **own: Any) -> Any:
        return self._binder.bind(driver, {"copy_state": copy_words, "any_in_group": self._any_in_warp, **own})[0]

    @cached_property
    def _any_in_warp(self) -> Compiled:
        """The games of a warp are played in lockstep."""
        cuda = self._cuda

        def any_in_warp(group: int, condition: bool) -> bool:
            return bool(cuda.any_sync(group, condition))

        return Compiled(cuda.jit(device=True)(any_in_warp), "any_in_warp")

    def _kernel(self, function: Any) -> Any:
        return self._cuda.jit(function, **({} if self._small else {"max_registers": MAX_REGISTERS}))

    @cached_property
    def _load(self) -> Any:
        """Copies a state to local memory."""
        return self._cuda.jit(load_words if self._small else copy_words, device=True)

    @cached_property
    def _store(self) -> Any:
        """Copies a small state back."""
        return self._cuda.jit(store_words, device=True)

    @cached_property
    def begin(self) -> Any:
        """Deal and observe all games."""
        cuda, record, small, load, store = self._cuda, self._record, self._small, self._load, self._store
        begin_game, observe_game = self._bind(drivers.begin_game), self._bind(drivers.observe_game)

        def begin(c, states, arrays):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(arrays.number):
                local = cuda.local.array(1, record)
                if small:
                    begin_game(c, local, 0, i, arrays)
                    store(states, i, local, 0)
                else:
                    begin_game(c, states, i, i, arrays)
                    load(local, 0, states, i)
                observe_game(c, local, i, arrays)

        return self._kernel(begin)

    @cached_property
    def step(self) -> Any:
        """Play one action in every game and observe it."""
        cuda, record, small, load, store = self._cuda, self._record, self._small, self._load, self._store
        step_game, observe_game = self._bind(drivers.step_game), self._bind(drivers.observe_game)

        def step(c, states, actions, arrays):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(arrays.number):
                local = cuda.local.array(1, record)
                if small:
                    load(local, 0, states, i)
                    s, g = local, 0
                else:
                    s, g = states, i
                if step_game(c, s, g, i, actions, arrays):
                    if small:
                        store(states, i, local, 0)
                    else:
                        load(local, 0, states, i)
                    observe_game(c, local, i, arrays)

        return self._kernel(step)

    @cached_property
    def observe(self) -> Any:
        cuda, record, load, observe_game = self._cuda, self._record, self._load, self._bind(drivers.observe_game)

        def observe(c, states, arrays):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(arrays.number):
                local = cuda.local.array(1, record)
                load(local, 0, states, i)
                observe_game(c, local, i, arrays)

        return self._kernel(observe)

    def choose(self, guided: bool) -> Any:
        return self._choose_by_policy if guided else self._choose_randomly

    @cached_property
    def _choose_randomly(self) -> Any:
        return self._choose_kernel(False)

    @cached_property
    def _choose_by_policy(self) -> Any:
        return self._choose_kernel(True)

    def _choose_kernel(self, guided: bool) -> Any:
        cuda, record, load = self._cuda, self._record, self._load
        choose_index = drivers.choose_by_policy if guided else drivers.choose_randomly
        choose_action = self._bind(drivers.choose_action, choose_index=choose_index)
        max_legal, scratch_size = self._game.max_legal, max(1, self._game.scratch_size)

        def choose(c, states, policy, chosen, arrays):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            if i < len(chosen):
                local = cuda.local.array(1, record)
                weights, scratch = cuda.local.array(max_legal, np.int32), cuda.local.array(scratch_size, np.int64)
                if guided:
                    load(local, 0, states, i)
                choose_action(c, local, i, policy, chosen, weights, scratch, arrays)

        return cuda.jit(choose)

    def play(self, guided: bool) -> Any:
        """Play many steps of every game in one launch."""
        return self._play_by_policy if guided else self._play_randomly

    @cached_property
    def _play_randomly(self) -> Any:
        return self._play_kernel(False)

    @cached_property
    def _play_by_policy(self) -> Any:
        return self._play_kernel(True)

    def _play_kernel(self, guided: bool) -> Any:
        cuda, record, game, small = self._cuda, self._record, self._game, self._small
        load, store = self._load, self._store
        choose_index = drivers.choose_by_policy if guided else drivers.choose_randomly
        play_steps = self._bind(drivers.play_steps, choose_index=choose_index)
        max_legal, scratch_size, max_seats = game.max_legal, max(1, game.scratch_size), game.max_seats
        n_weights = max_legal if guided else 1

        def play(c, states, policies, steps, totals, arrays):  # type: ignore[no-untyped-def]
            i = cuda.grid(1)
            group = cuda.ballot_sync(FULL_WARP, i < len(arrays.number))
            if i < len(arrays.number):
                rewards, rng = cuda.local.array(max_seats, np.float32), cuda.local.array(1, np.uint64)
                memory = ThreadMemory(
                    cuda.local.array(1, record), cuda.local.array(max_legal, np.int32),
                    cuda.local.array(n_weights, np.int32), cuda.local.array(scratch_size, np.int64),
                    cuda.local.array(max_seats, np.int32), cuda.local.array(max_seats, np.int32),
                    rewards[: len(policies)],
                )  # fmt: skip
                if small:
                    s, g = cuda.local.array(1, record), 0
                    load(s, 0, states, i)
                else:
                    s, g = states, i
                rng[0] = arrays.rng[i, 0]
                play_steps(c, s, g, i, group, policies, steps, rng, totals, arrays, memory)
                arrays.rng[i, 0] = rng[0]
                if small:
                    store(states, i, s, 0)

        return cuda.jit(play)


@cache
def kernels_of(game: Game) -> Kernels:
    """Return the kernels of a game, which are created once."""
    return Kernels(game)


# ---------------------------------------------------------------------- arrays


class CudaArray:
    """An array on the GPU that other libraries read without a copy, by CUDA's array interface or by DLPack."""

    def __init__(self, array: Any, stream: Any) -> None:
        self.array, self.shape, self.dtype, self._stream = array, array.shape, array.dtype, stream

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    @cached_property
    def _exporter(self) -> Any:
        """The same memory as an array of a library that supports DLPack."""
        try:
            return import_module("torch").as_tensor(self, device="cuda")
        except ImportError:
            try:
                return import_module("cupy").asarray(self)
            except ImportError:
                raise CudaUnavailable("DLPack on a GPU needs PyTorch or CuPy in addition to numba-cuda") from None

    def __dlpack__(self, **options: Any) -> Any:
        return self._exporter.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self._exporter.__dlpack_device__()
        return device

    def copy_to_host(self) -> Array:
        """Wait for the GPU and return a copy for the CPU."""
        copied: Array = self.array.copy_to_host(stream=self._stream)
        self._stream.synchronize()
        return copied


def new_states(setup: Setup, n: int) -> Array:
    """Return zeroed states in the layout of the GPU."""
    game = setup.game
    if is_small(game):
        return np.zeros((game.state_bytes // 8, n), np.uint64)
    return setup.new_states(n).view(aligned_dtype(game.state))


def new_game_arrays(setup: Setup, n: int) -> GameArrays:
    """Return zeroed arrays in the layout of the GPU: neighbouring games are neighbours in memory."""
    game = setup.game

    def rows(width: int, dtype: Any) -> Array:
        return np.zeros((n, width), dtype, order="F")

    return GameArrays(
        blank=setup.new_states().view(aligned_dtype(game.state)), seed=np.zeros(1, np.uint64),
        number=np.zeros(n, np.int64), rng=rows(1, np.uint64), observation=rows(game.feature_count, np.float32),
        mask=rows(setup.action_count, np.bool_), legal=rows(game.max_legal, np.int32),
        info=np.zeros((drivers.INFO_ROWS, n), np.int32), rewards=rows(setup.seats, np.float32),
        ended=np.zeros(n, np.bool_), scores=rows(game.max_seats, np.int32), ranks=rows(game.max_seats, np.int32),
    )  # fmt: skip


def new_constants(setup: Setup) -> Array:
    return setup.constants.copy().view(aligned_dtype(setup.game.constants))


def new_totals(setup: Setup, n: int) -> Array:
    return np.zeros((n, setup.seats + 1), order="F")


def compile_kernels(setup: Setup, capability: tuple[int, int] = HOPPER) -> dict[str, str]:
    """Return the kernels of a game as PTX, by name; needs no GPU."""
    cuda, numba, n = load_cuda(), import_module("numba"), 2
    kernels, arrays, actions = Kernels(setup.game), new_game_arrays(setup, n), np.zeros(n, np.int64)
    c, states, policies = new_constants(setup), new_states(setup, n), np.zeros(setup.seats, np.int64)
    totals, ptx = new_totals(setup, n), {}
    for name, kernel, arguments in (
        ("begin", kernels.begin, (arrays,)),
        ("step", kernels.step, (actions, arrays)),
        ("observe", kernels.observe, (arrays,)),
        ("choose randomly", kernels.choose(False), (0, actions, arrays)),
        ("choose by policy", kernels.choose(True), (0, actions, arrays)),
        ("play randomly", kernels.play(False), (policies, 0, totals, arrays)),
        ("play by policy", kernels.play(True), (policies, 0, totals, arrays)),
    ):
        types = tuple(numba.typeof(argument) for argument in (c, states, *arguments))
        with assume_capability(capability):
            ptx[name] = cuda.compile_ptx(kernel.py_func, types, cc=capability)[0]
    return ptx


@contextmanager
def assume_capability(capability: tuple[int, int]) -> Iterator[None]:
    """Compile device functions for a GPU of this compute capability inside the `with` block, even without a GPU."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    before = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)
    try:
        yield
    finally:
        dispatcher.get_current_device = before


# ---------------------------------------------------------------------- the environment


class CudaEnvironment(Environment):
    """Games on a GPU.

    All work is queued on one stream, and nothing waits for it: `stream` is the number of the framework's stream (in
    PyTorch `torch.cuda.current_stream().cuda_stream`), so that policy and games follow each other. `block` is the
    number of threads per block. An illegal action stops its game; `reset`, `play`, `states` and `check` report it.
    """

    device = "cuda"

    def __init__(self, setup: Setup, games: int, *, stream: int = 0, block: int = BLOCK_THREADS) -> None:
        super().__init__(setup, games)
        self._cuda = require_gpu()
        self._kernels = kernels_of(setup.game)
        self._stream = self._cuda.external_stream(stream) if stream else self._cuda.default_stream()
        self._grid = (-(-games // block), block, self._stream)
        self._states = self._copy_to_gpu(new_constants(setup)), self._copy_to_gpu(new_states(setup, games))
        self._arrays = a = GameArrays(*map(self._copy_to_gpu, new_game_arrays(setup, games)))
        self._own_actions = self._actions = self._copy_to_gpu(np.zeros(games, np.int64))
        self._chosen = CudaArray(self._copy_to_gpu(np.zeros(games, np.int64)), self._stream)
        self._policies = self._copy_to_gpu(np.zeros(setup.seats, np.int64))
        self._totals = self._copy_to_gpu(new_totals(setup, games))
        seats = slice(None, setup.seats)
        shown = (
            a.observation, a.mask, a.info[SEAT], a.rewards, a.ended, a.scores[:, seats], a.ranks[:, seats],
            a.info[LENGTH], a.info[REASON], a.number,
        )  # fmt: skip
        self.batch = Batch(*(CudaArray(array, self._stream) for array in shown))

    def states(self) -> Array:
        """Return a copy of the true states."""
        self.check()
        states = self._copy_to_host(self._states[1])
        if is_small(self.game):
            states = np.ascontiguousarray(states.T)
        return states.view(record_dtype(self.game.state)).reshape(self.games)

    def check(self) -> None:
        """Wait for the GPU, and raise the error of a game if there is one."""
        errors = self._copy_to_host(self._arrays.info[ERROR])
        if errors.any():
            i = int(np.flatnonzero(errors)[0])
            if errors[i] == ILLEGAL:
                action = int(self._copy_to_host(self._actions)[i])
                seat = int(self._copy_to_host(self._arrays.info[SEAT])[i])
                self._raise_illegal(i, action, seat, np.flatnonzero(self._copy_to_host(self._arrays.mask)[i]).tolist())
            raise GamutError(f"{self.game.title}: in game {i} of the batch the actor has no legal action")

    def _copy_to_gpu(self, array: Array) -> Any:
        return self._cuda.to_device(array, stream=self._stream)

    def _copy_to_host(self, array: Any) -> Array:
        return CudaArray(array, self._stream).copy_to_host()

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[self._grid](*self._states, *arguments, self._arrays)

    def _begin(self, seed: int) -> None:
        self._arrays.seed.copy_to_device(np.array([seed], np.uint64), stream=self._stream)
        self._launch(self._kernels.begin)
        self.check()

    def _step(self, actions: Any) -> None:
        self._actions = self._find_on_gpu(actions)
        self._launch(self._kernels.step, self._actions)

    def _find_on_gpu(self, actions: Any) -> Any:
        """Return actions in GPU memory, without a copy if they are already there."""
        if isinstance(actions, CudaArray):
            return actions.array
        if hasattr(actions, "__cuda_array_interface__"):
            array = self._cuda.as_cuda_array(actions, sync=False)
            if array.dtype != np.int64 or array.shape != (self.games,) or not array.is_c_contiguous():
                raise InvalidOptions(f"actions must be int64 [{self.games}], not {array.dtype} {array.shape}")
            return array
        self._own_actions.copy_to_device(np.ascontiguousarray(actions, np.int64), stream=self._stream)
        return self._own_actions

    def _choose(self, policy: int) -> CudaArray:
        self._launch(self._kernels.choose(policy != drivers.RANDOM), policy, self._chosen.array)
        return self._chosen

    def _play(self, steps: int, policies: list[int]) -> Totals:
        arrays, stream = self._arrays, self._stream
        self._totals.copy_to_device(new_totals(self.setup, self.games), stream=stream)
        self._policies.copy_to_device(np.array(policies, np.int64), stream=stream)
        self._launch(self._kernels.play(any(policies)), self._policies, steps, self._totals)
        self._launch(self._kernels.observe)
        arrays.ended.copy_to_device(np.zeros(self.games, np.bool_), stream=stream)
        arrays.rewards.copy_to_device(np.zeros((self.games, self.seats), np.float32, order="F"), stream=stream)
        totals = self._copy_to_host(self._totals)
        self.check()
        return Totals(int(totals[:, -1].sum()), tuple(totals[:, :-1].sum(0).tolist()))
