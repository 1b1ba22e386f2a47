"""Binding: plain functions become native ones, cached on disk, never stale and never another game's.

A driver is a plain function over *slots*: the verbs of any game, or whatever else is declared with `@slot`.
Binding fills the slots with one game's functions and compiles a copy. Each function keeps its own globals,
and the copy's name holds a digest of everything it reaches (code, modules, constants, arrays), so a cached
function is found again exactly when nothing it depends on has changed.
"""

from __future__ import annotations

import dis
import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

import numpy as np
import platformdirs

from gamut.engine.strict import strict_argument

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

_binding = Lock()  # binding changes a global of Numba for a moment

MONTH = 30 * 24 * 3600
DAY = 24 * 3600


class Slot:
    """A place in a driver for a function that is known only when the driver is bound."""

    def __init__(self, declared: Function) -> None:
        self.name, self.declared = declared.__name__, declared
        self.__doc__ = declared.__doc__

    def __call__(self, *arguments: Any) -> Any:
        """Nothing: a driver has to be bound to a game first."""
        raise TypeError(f"`{self.name}` is a slot: bind the function that calls it to a game first")


@dataclass(frozen=True)
class Ready:
    """What fills a slot as it is, since it is compiled already."""

    made: Any
    name: str


Slots = Mapping[str, Function | Ready]


def slot(declared: F) -> F:
    """Declare a slot: only the name and the signature count."""
    return cast(F, Slot(declared))


def cache_folder() -> Path:
    """Where compiled code is kept: the user's cache folder, or GAMUT_CACHE."""
    chosen = os.environ.get("GAMUT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("gamut", appauthor=False)) / "native"


def checks_indices() -> bool:
    """Whether all native code checks every index, as in tests, which then compile nothing twice."""
    return bool(os.environ.get("GAMUT_CHECKED"))


def code_key(code: CodeType) -> tuple[object, ...]:
    """What a code object does, without where it stands."""
    consts = tuple(code_key(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts


@cache
def global_names(code: CodeType) -> frozenset[str]:
    """The globals that some code reads; a field of the same name is none."""
    return frozenset(str(i.argval) for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL")


class Binder:
    """Binds functions to one game's verbs.

    `finish` turns each finished copy into what is called, and is told whether that is the driver, which Python
    calls, or a helper, which only other bound functions call.
    """

    def __init__(self, slots: Slots, finish: Callable[[FunctionType, bool], Any], flags: str) -> None:
        self.slots, self.finish, self.flags = slots, finish, flags
        self.done: dict[tuple[FunctionType, bool, frozenset[tuple[str, Function | Ready]]], tuple[Any, str]] = {}
        self._reached: dict[FunctionType, frozenset[str]] = {}

    def bind(
        self, f: FunctionType, own: Slots | None = None, trail: tuple[FunctionType, ...] = ()
    ) -> tuple[Any, str]:
        """The finished copy of `f` and the digest of all it reaches; `own` fills slots that are no verbs."""
        if f in trail:
            raise TypeError(f"{f.__name__} calls itself: rules may not recurse")
        if f.__closure__:
            raise TypeError(f"{f.__name__} has a closure: pass what it needs as arguments")
        is_driver, trail = not trail, (*trail, f)
        reached = self._reach(f, trail)
        own = {name: function for name, function in (own or {}).items() if name in reached}
        place = f, is_driver, frozenset(own.items())
        if place in self.done:
            return self.done[place]
        space = dict(f.__globals__)
        digest = hashlib.sha256(repr((code_key(f.__code__), f.__defaults__, self.flags, is_driver)).encode())
        for name in sorted(global_names(f.__code__) & set(space)):
            space[name], key = self._global(f, name, space[name], own, trail)
            digest.update(f"{name}={key};".encode())
        digest.update(f.__module__.encode())  # a cached function imports the modules of all it was made from
        key = digest.hexdigest()[:20]
        copy = FunctionType(f.__code__, space, f.__name__, f.__defaults__)
        copy.__module__, copy.__qualname__ = f.__module__, f"{f.__name__}.{key}"
        self.done[place] = self.finish(copy, is_driver), key
        return self.done[place]

    def _reach(self, f: FunctionType, trail: tuple[FunctionType, ...]) -> frozenset[str]:
        """The names of the slots that a function reaches, itself or through its helpers."""
        if f not in self._reached:
            found: set[str] = set()
            for name in global_names(f.__code__):
                v = f.__globals__.get(name)
                if isinstance(v, Slot):
                    found.add(v.name)
                elif isinstance(v, FunctionType):
                    if v in trail:
                        raise TypeError(f"{v.__name__} calls itself: rules may not recurse")
                    found |= self._reach(v, (*trail, v))
            self._reached[f] = frozenset(found)
        return self._reached[f]

    def _global(
        self, f: FunctionType, name: str, v: Any, own: Slots, trail: tuple[FunctionType, ...]
    ) -> tuple[Any, str]:
        """A global as the copy sees it, and its part of the digest."""
        if isinstance(v, Slot):
            filled = own.get(v.name) or self.slots.get(v.name)
            if isinstance(filled, Ready):
                return filled.made, filled.name
            if not isinstance(filled, FunctionType):
                raise TypeError(f"{f.__name__}: nothing is given for the slot {v.name!r}")
            v = filled
        if isinstance(v, FunctionType):
            return self.bind(v, own, trail)
        if isinstance(v, np.ndarray):
            return v, f"{v.dtype.descr}{v.shape}{hashlib.sha256(v.tobytes()).hexdigest()}"
        if isinstance(v, int | float | tuple | np.generic):
            return v, repr(v)
        if v is np or (isinstance(v, type) and issubclass(v, np.generic)):
            return v, v.__name__
        raise TypeError(f"{f.__name__}: global {name!r} is a {type(v).__name__}: pass it as an argument")


class Native:
    """One game's drivers as native code, compiled at the first call and cached on disk.

    Nothing can be allocated there, so nobody counts who holds an array: where many arrays are handed on and little
    is done with them, counting takes longer than the work. Only drivers can be called from Python.
    """

    def __init__(self, slots: Slots, *, boundscheck: bool = False) -> None:
        self._binder = Binder(slots, self._compile, f"nogil numpy plain helpers boundscheck={boundscheck}")
        self._boundscheck = boundscheck

    def __call__(self, driver: Function, **own: Function) -> Function:
        """The native copy of a driver. Its arguments are arrays and numbers; slots that are no verbs by name."""
        assert isinstance(driver, FunctionType)
        with _binding:
            function: Function = self._binder.bind(driver, own)[0]
        return function

    def _compile(self, copy: FunctionType, is_driver: bool) -> Any:
        import numba

        from gamut.engine.helpers import compile_driver, compile_helper

        options: dict[str, Any] = {
            "nogil": True, "error_model": "numpy", "boundscheck": self._boundscheck, "_nrt": False,
            "no_cfunc_wrapper": True,
        }  # fmt: skip
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder())  # the place is chosen here; the user's own code keeps its
        try:
            made = compile_driver(copy, options) if is_driver else compile_helper(copy, options)
        finally:
            config.CACHE_DIR = before
        mark_used(copy.__qualname__.rpartition(".")[2])
        return made


class Interpreted:
    """One game's drivers as plain Python on strict records: slow, exact, and it notices every overflow."""

    def __init__(self, slots: Slots) -> None:
        self._binder = Binder(slots, lambda copy, is_driver: copy, "interpreted")

    def __call__(self, driver: Function, **own: Function) -> Function:
        """The interpreted copy of a driver; takes the same arguments as the native one."""
        assert isinstance(driver, FunctionType)
        copy = self._binder.bind(driver, own)[0]

        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # only words overflow, and they mean to
                return copy(*[strict_argument(a) for a in arguments])

        return call


@contextmanager
def compiling(tell: Callable[[str, int], None]) -> Iterator[None]:
    """While open, `tell(name, how many so far)` is called for each function that has to be compiled."""
    from numba.core import event

    class Listener(event.Listener):
        compiled = 0

        def on_start(self, e: Any) -> None:
            self.compiled += 1
            tell(e.data["dispatcher"].py_func.__name__, self.compiled)

        def on_end(self, e: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


_files: dict[str, list[Path]] | None = None


def cache_files() -> dict[str, list[Path]]:
    """The files of the cache by the digest in their name."""
    found: dict[str, list[Path]] = {}
    for path in cache_folder().rglob("*.nb?"):
        found.setdefault(path.name.partition("-")[0].rpartition(".")[2], []).append(path)
    return found


def mark_used(digest: str) -> None:
    """Keep a digest's files from pruning; the first call of a process prunes what was unused for a month."""
    global _files
    now = time.time()
    if _files is None:
        _files = cache_files()
        prune(_files, now)
    for path in _files.pop(digest, ()):
        try:
            if now - path.stat().st_mtime > DAY:
                os.utime(path)
        except OSError:  # another process pruned it: it will be compiled again
            continue


def prune(files: Mapping[str, list[Path]], now: float) -> int:
    """Remove what was not used for a month; return how many files."""
    removed = 0
    for path in [p for paths in files.values() for p in paths]:
        try:
            if now - path.stat().st_mtime > MONTH:
                path.unlink()
                removed += 1
        except OSError:
            continue
    return removed
