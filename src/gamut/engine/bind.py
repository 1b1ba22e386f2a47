"""Binding: turn plain functions into native ones, cached on disk, never stale and never another game's.

A *driver* is a plain function over *slots*: the verbs of any game, or anything else declared with `@slot`. Binding
fills the slots with one game's functions and compiles a copy. Each function keeps its own globals, and the copy's
name contains a digest of everything it reaches (code, modules, constants, arrays), so a cached function is reused
exactly when nothing it depends on has changed.
"""

from __future__ import annotations

import dis
import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from threading import Lock
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeVar, cast, get_type_hints

import numpy as np
import platformdirs

from gamut.engine.strict import strict_argument

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

_binding = Lock()  # binding briefly changes a global setting of Numba

DAY_S = 24 * 3600
MONTH_S = 30 * DAY_S


class Slot:
    """A placeholder in a driver for a function that is known only when the driver is bound."""

    def __init__(self, declared: Function) -> None:
        self.name, self.declared = declared.__name__, declared
        self.__doc__ = declared.__doc__

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"`{self.name}` is a slot: bind the function that calls it to a game first")


@dataclass(frozen=True)
class Compiled:
    """A function that fills a slot as it is, because it is already compiled."""

    function: Any
    name: str


Slots = Mapping[str, Function | Compiled]


def slot(declared: F) -> F:
    """Declare a slot; only its name and signature matter."""
    return cast(F, Slot(declared))


def cache_folder() -> Path:
    """Return the folder for compiled code: the user's cache folder, or GAMUT_CACHE."""
    chosen = os.environ.get("GAMUT_CACHE")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("gamut", appauthor=False)) / "native"


def checks_indices() -> bool:
    """Return whether native code checks every index. The tests set this, so that nothing is compiled twice."""
    return bool(os.environ.get("GAMUT_CHECKED"))


def code_key(code: CodeType) -> tuple[object, ...]:
    """Return what determines the behaviour of a code object, without its file and lines."""
    consts = tuple(code_key(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts


@cache
def global_reads(code: CodeType) -> Mapping[str, frozenset[str]]:
    """Return the globals that the code reads, each with the attributes that are read directly from it."""
    reads: dict[str, set[str]] = {}
    for this, following in pairwise([*dis.get_instructions(code), None]):
        if this is not None and this.opname == "LOAD_GLOBAL":
            attributes = reads.setdefault(str(this.argval), set())
            if following is not None and following.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                attributes.add(str(following.argval))
    return {name: frozenset(attributes) for name, attributes in reads.items()}


def is_bindable_module(v: object) -> bool:
    """Return whether a global is a module whose attributes are bound one by one. Numba knows NumPy itself."""
    return isinstance(v, ModuleType) and v is not np


def describe_unbindable(name: str, v: object) -> str:
    """Return why rules may not use a global."""
    origin = v if isinstance(v, ModuleType) else getattr(v, "__self__", None) or v
    module = origin.__name__ if isinstance(origin, ModuleType) else type(origin).__module__
    if module.partition(".")[0] in ("random", "secrets") or module == "numpy.random":
        return (
            f"rules may not use `{name}`: use `chance(s, n)` for what is drawn in a game, and "
            "`random_below(rng, n)` in `redeal`"
        )
    return f"uses `{name}`, a {type(v).__name__}: pass it as an argument"


def read_globals(f: FunctionType) -> Iterator[Any]:
    """Yield the values of the globals that a function reads, those of modules too."""
    for name, attributes in global_reads(f.__code__).items():
        v = f.__globals__.get(name)
        if is_bindable_module(v):
            yield from (getattr(v, attribute) for attribute in attributes)
        else:
            yield v


def tuple_layouts(f: FunctionType) -> Iterator[str]:
    """Yield the layouts of the NamedTuples among the annotated parameters.

    Native code reads a field by its index, and Numba's cache does not notice that the order of the fields has changed.
    It also fails to read a file that mentions a class which has been renamed or moved.
    """
    for annotation in f.__annotations__.values():
        declared = find_global(f, annotation) if isinstance(annotation, str) else annotation
        if is_named_tuple(declared):
            yield format_layout(declared)


def find_global(f: FunctionType, path: str) -> Any:
    """Return what a dotted name means in a function; None if it has no such global."""
    first, *rest = path.split(".")
    return reduce(lambda v, name: getattr(v, name, None), rest, f.__globals__.get(first))


def is_named_tuple(v: object) -> bool:
    return isinstance(v, type) and issubclass(v, tuple) and hasattr(v, "_fields")


def format_layout(named_tuple: type) -> str:
    """Return the class, the names of its fields, and the layouts of the NamedTuples among them."""
    hints = get_type_hints(named_tuple)
    fields = ",".join(f"{name}:{format_layout(v)}" if is_named_tuple(v) else name for name, v in hints.items())
    return f"{named_tuple.__module__}.{named_tuple.__qualname__}({fields})"


class Binder:
    """Binds functions to one game's verbs.

    `finish` turns each copy into a callable. Its second argument says whether the copy is the driver, which Python
    calls, or a helper, which only other bound functions call.
    """

    def __init__(self, slots: Slots, finish: Callable[[FunctionType, bool], Any], flags: str) -> None:
        self.slots, self.finish, self.flags = slots, finish, flags
        self.done: dict[tuple[FunctionType, bool, frozenset[tuple[str, Function | Compiled]]], tuple[Any, str]] = {}
        self._reached: dict[FunctionType, frozenset[str]] = {}

    def bind(self, f: FunctionType, own: Slots | None = None, trail: tuple[FunctionType, ...] = ()) -> tuple[Any, str]:
        """Return the finished copy of `f` and the digest of all it reaches; `own` fills slots that are not verbs."""
        if f in trail:
            raise TypeError(f"{f.__name__} calls itself: rules may not recurse")
        if f.__closure__:
            raise TypeError(f"{f.__name__} has a closure: pass what it needs as arguments")
        is_driver, trail = not trail, (*trail, f)
        reached = self._reach(f, trail)
        own = {name: function for name, function in (own or {}).items() if name in reached}
        cache_key = f, is_driver, frozenset(own.items())
        if cache_key in self.done:
            return self.done[cache_key]
        space = dict(f.__globals__)
        digest = hashlib.sha256(repr((code_key(f.__code__), f.__defaults__, self.flags, is_driver)).encode())
        for name, attributes in sorted(global_reads(f.__code__).items()):
            if name in space:
                space[name], key = self._global(f, name, attributes, own, trail)
                digest.update(f"{name}={key};".encode())
        for layout in tuple_layouts(f):
            digest.update(layout.encode())
        digest.update(f.__module__.encode())  # a cached function imports the modules of all it was made from
        key = digest.hexdigest()[:20]
        copy = FunctionType(f.__code__, space, f.__name__, f.__defaults__)
        copy.__module__, copy.__qualname__ = f.__module__, f"{f.__name__}.{key}"
        self.done[cache_key] = self.finish(copy, is_driver), key
        return self.done[cache_key]

    def _reach(self, f: FunctionType, trail: tuple[FunctionType, ...]) -> frozenset[str]:
        """Return the names of the slots that a function reaches, directly or through its helpers."""
        if f not in self._reached:
            names: set[str] = set()
            for v in read_globals(f):
                if isinstance(v, Slot):
                    names.add(v.name)
                elif isinstance(v, FunctionType):
                    if v in trail:
                        raise TypeError(f"{v.__name__} calls itself: rules may not recurse")
                    names |= self._reach(v, (*trail, v))
            self._reached[f] = frozenset(names)
        return self._reached[f]

    def _global(
        self, f: FunctionType, name: str, attributes: frozenset[str], own: Slots, trail: tuple[FunctionType, ...]
    ) -> tuple[Any, str]:
        """Return a global as the copy sees it, and its part of the digest."""
        v = f.__globals__[name]
        if not is_bindable_module(v):
            return self._value(f, name, v, own, trail)
        if not attributes:
            raise TypeError(f"{f.__name__}: the module {name!r} is used as a value: name what you need of it")
        module, keys = ModuleType(v.__name__), []
        for attribute in sorted(attributes):
            bound, key = self._value(f, f"{name}.{attribute}", getattr(v, attribute), own, trail)
            setattr(module, attribute, bound)
            keys.append(f"{attribute}={key}")
        return module, ",".join(keys)

    def _value(
        self, f: FunctionType, name: str, v: Any, own: Slots, trail: tuple[FunctionType, ...]
    ) -> tuple[Any, str]:
        if isinstance(v, Slot):
            filled = own.get(v.name) or self.slots.get(v.name)
            if isinstance(filled, Compiled):
                return filled.function, filled.name
            if not isinstance(filled, FunctionType):
                raise TypeError(f"{f.__name__}: no function is given for the slot {v.name!r}")
            v = filled
        if isinstance(v, FunctionType):
            return self.bind(v, own, trail)
        if isinstance(v, np.ndarray):
            return v, f"{v.dtype.descr}{v.shape}{hashlib.sha256(v.tobytes()).hexdigest()}"
        if isinstance(v, int | float | tuple | np.generic):
            return v, repr(v)
        if v is np or (isinstance(v, type) and issubclass(v, np.generic)):
            return v, v.__name__
        raise TypeError(f"{f.__name__}: {describe_unbindable(name, v)}")


class Native:
    """One game's drivers as native code, compiled at the first call and cached on disk.

    Native code cannot allocate, so reference counting is off: where many arrays are passed on and little is done
    with them, counting takes longer than the work. Only drivers can be called from Python.
    """

    def __init__(self, slots: Slots, *, boundscheck: bool = False) -> None:
        self._binder = Binder(slots, self._compile, f"nogil numpy plain helpers boundscheck={boundscheck}")
        self._boundscheck = boundscheck

    def __call__(self, driver: Function, **own: Function) -> Function:
        """Return the native copy of a driver, which takes arrays and numbers; `own` fills slots that are not verbs."""
        assert isinstance(driver, FunctionType)
        with _binding:
            function: Function = self._binder.bind(driver, own)[0]
        return function

    def _compile(self, copy: FunctionType, is_driver: bool) -> Any:
        import numba

        from gamut.engine.numba_linking import compile_driver, compile_helper

        options: dict[str, Any] = {
            "nogil": True, "error_model": "numpy", "boundscheck": self._boundscheck, "_nrt": False,
            "no_cfunc_wrapper": True,
        }  # fmt: skip
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder())  # the user's own Numba code keeps its folder
        try:
            compiled = compile_driver(copy, options) if is_driver else compile_helper(copy, options)
        finally:
            config.CACHE_DIR = before
        mark_used(copy.__qualname__.rpartition(".")[2])
        return compiled


class Interpreted:
    """One game's drivers as plain Python on strict records: slow and exact, and every overflow is an error."""

    def __init__(self, slots: Slots) -> None:
        self._binder = Binder(slots, lambda copy, is_driver: copy, "interpreted")

    def __call__(self, driver: Function, **own: Function) -> Function:
        """Return the interpreted copy of a driver, which takes the same arguments as the native one."""
        assert isinstance(driver, FunctionType)
        copy = self._binder.bind(driver, own)[0]

        def call(*arguments: Any) -> Any:
            with np.errstate(over="ignore"):  # only words overflow, and intentionally
                return copy(*[strict_argument(a) for a in arguments])

        return call


@contextmanager
def report_compiling(report: Callable[[str, int], None]) -> Iterator[None]:
    """Call `report(name, count so far)` for each function that has to be compiled inside the `with` block."""
    from numba.core import event

    class Listener(event.Listener):
        compiled = 0

        def on_start(self, e: Any) -> None:
            self.compiled += 1
            report(e.data["dispatcher"].py_func.__name__, self.compiled)

        def on_end(self, e: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


_files: dict[str, list[Path]] | None = None


def cache_files() -> dict[str, list[Path]]:
    """Return the files of the cache by the digest in their name."""
    files: dict[str, list[Path]] = {}
    for path in cache_folder().rglob("*.nb?"):
        files.setdefault(path.name.partition("-")[0].rpartition(".")[2], []).append(path)
    return files


def mark_used(digest: str) -> None:
    """Protect a digest's files from pruning; the first call of a process prunes what was unused for a month."""
    global _files
    now = time.time()
    if _files is None:
        _files = cache_files()
        prune(_files, now)
    for path in _files.pop(digest, ()):
        try:
            if now - path.stat().st_mtime > DAY_S:
                os.utime(path)
        except OSError:  # another process pruned it; it will be compiled again
            continue


def prune(files: Mapping[str, list[Path]], now: float) -> int:
    """Remove files that were not used for a month; return how many."""
    removed = 0
    for path in [p for paths in files.values() for p in paths]:
        try:
            if now - path.stat().st_mtime > MONTH_S:
                path.unlink()
                removed += 1
        except OSError:
            continue
    return removed
