"""Binding: digests, the cache, slots, modules as globals, and errors."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from gamut.engine import bind, bits
from gamut.engine.bind import Binder, Interpreted, Native, global_reads, slot
from gamut.engine.record import i1, new_records
from tests.engine import constants_module as rec
from tests.engine.same_names import outer as game_outer

ROOT = Path(__file__).parents[2]
CONSTANT = 1
TABLE = np.array([1, 2, 3])
DICTIONARY = {"a": 1}


@slot
def verb(x: int) -> int:  # type: ignore[empty-body]
    """Filled by a game."""


@slot
def own_slot(x: int) -> int:  # type: ignore[empty-body]
    """Filled by the caller that binds."""


def helper(x: int) -> int:
    return x + 100 * CONSTANT


def driver(x: int) -> int:
    return helper(x) + verb(x)


def driver_with_own_slot(x: int) -> int:
    return own_slot(x) + 10 * driver(x)


class Cell:
    helper = i1()


def count_zeros(n: int) -> int:
    return len(np.zeros(n))


def read_field_named_like_a_global(s: Any) -> int:
    return int(s[0].helper)


def read_table(x: int) -> int:
    return int(TABLE[x])


def read_dictionary(x: int) -> int:
    return DICTIONARY["a"]


def recursive(x: int) -> int:
    return recursive(x - 1) if x else 0


def ping(x: int) -> int:
    return pong(x)


def pong(x: int) -> int:
    return ping(x)


def increment(x: int) -> int:
    return x + 1


def double(x: int) -> int:
    return x * 2


def use_modules(x: int) -> int:
    return rec.SIZE + rec.scale(x) + bits.count(bits.bit(x)) + int(rec.TABLE[x])


def use_module_as_value(x: int) -> bool:
    return bool(rec)


class Inner(NamedTuple):
    x: int
    y: int


class Outer(NamedTuple):
    inner: Inner
    z: int


def subtract(pair: Outer) -> int:
    return pair.inner.x - pair.inner.y + pair.z


def digest(f: Callable[..., Any], own: dict[str, Callable[..., Any]] | None = None, **verbs: Any) -> str:
    assert isinstance(f, FunctionType)
    return Binder({"verb": increment, **verbs}, lambda copy, is_driver: copy, "").bind(f, own)[1]


def test_digest_is_stable_and_depends_on_the_slots() -> None:
    assert digest(driver) == digest(driver)
    assert digest(driver) != digest(driver, verb=double)


def test_digest_depends_on_constants(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(driver)
    monkeypatch.setattr(sys.modules[__name__], "CONSTANT", 2)
    assert digest(driver) != before


def test_digest_depends_on_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(read_table)
    monkeypatch.setattr(sys.modules[__name__], "TABLE", np.array([1, 2, 4]))
    assert digest(read_table) != before
    monkeypatch.setattr(sys.modules[__name__], "TABLE", np.array([1, 2, 3], np.int8))
    assert digest(read_table) != before


def test_digest_depends_on_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(driver)
    monkeypatch.setattr(sys.modules[__name__], "helper", increment)
    assert digest(driver) != before


def test_digest_depends_on_the_order_of_fields_in_named_tuples(monkeypatch: pytest.MonkeyPatch) -> None:
    class Swapped(NamedTuple):
        y: int
        x: int

    class OuterOfSwapped(NamedTuple):
        inner: Swapped
        z: int

    monkeypatch.setitem(globals(), "Swapped", Swapped)
    before = digest(subtract)
    assert digest(subtract) == before
    OuterOfSwapped.__qualname__ = Outer.__qualname__
    Swapped.__qualname__ = Inner.__qualname__
    monkeypatch.setattr(sys.modules[__name__], "Outer", OuterOfSwapped)
    assert digest(subtract) != before


def test_digest_depends_on_the_names_of_named_tuples(monkeypatch: pytest.MonkeyPatch) -> None:
    class Renamed(NamedTuple):
        inner: Inner
        z: int

    before, name = digest(subtract), Outer.__qualname__
    monkeypatch.setattr(sys.modules[__name__], "Outer", Renamed)
    assert digest(subtract) != before
    Renamed.__qualname__ = name
    assert digest(subtract) == before


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_named_tuples_are_arguments(way: Callable[..., Any]) -> None:
    assert way({})(subtract)(Outer(Inner(7, 2), 10)) == 15


def test_digest_depends_on_the_flags() -> None:
    plain = Binder({"verb": increment}, lambda copy, is_driver: copy, "a")
    other = Binder({"verb": increment}, lambda copy, is_driver: copy, "b")
    assert plain.bind(driver)[1] != other.bind(driver)[1]  # type: ignore[arg-type]


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_own_slots_are_filled_by_the_caller(way: Callable[..., Any]) -> None:
    bound = way({"verb": increment})
    functions = (increment, double, increment)
    assert [bound(driver_with_own_slot, own_slot=f)(3) for f in functions] == [1074, 1076, 1074]
    with pytest.raises(TypeError, match="driver_with_own_slot: no function is given for the slot 'own_slot'"):
        bound(driver_with_own_slot)
    digests = {digest(driver_with_own_slot, {"own_slot": f}) for f in functions}
    assert len(digests) == 2


def test_functions_that_do_not_reach_an_own_slot_are_bound_once() -> None:
    bound: list[str] = []

    def finish(copy: FunctionType, is_driver: bool) -> FunctionType:
        assert is_driver == (copy.__name__ == "driver_with_own_slot")
        bound.append(copy.__name__)
        return copy

    binder = Binder({"verb": increment}, finish, "")
    assert isinstance(driver_with_own_slot, FunctionType)
    for function in (increment, double, increment):
        binder.bind(driver_with_own_slot, {"own_slot": function, "unused": driver})
    assert Counter(bound) == {"driver": 1, "helper": 1, "driver_with_own_slot": 2, "increment": 1, "double": 1}
    assert len(binder.done) == len(bound)


def test_a_field_with_the_name_of_a_global_is_not_a_global() -> None:
    assert isinstance(read_field_named_like_a_global, FunctionType)
    assert global_reads(read_field_named_like_a_global.__code__) == {"int": frozenset()}
    assert digest(read_field_named_like_a_global) == digest(read_field_named_like_a_global, helper=double)
    assert Native({})(read_field_named_like_a_global)(new_records(Cell)) == 0


def test_boundscheck_raises_for_an_index_out_of_range() -> None:
    assert Native({}, boundscheck=True)(read_table)(2) == 3
    with pytest.raises(IndexError):
        Native({}, boundscheck=True)(read_table)(3)


def test_native_code_cannot_allocate() -> None:
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError, match="zeros"):
        Native({})(count_zeros)(3)


def read_table_twice(x: int) -> int:
    return read_table(x) + read_table(x)


def triple_of_table(x: int) -> int:
    return 3 * read_table(x)


def test_a_helper_is_compiled_once_for_all_drivers_and_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    compiled: list[str] = []
    with bind.report_compiling(lambda name, k: compiled.append(name)):
        assert Native({}, boundscheck=True)(read_table_twice)(2) == 6
        other = Native({}, boundscheck=True)  # as in another process: only the cache on disk is shared
        assert other(triple_of_table)(2) == 9
    assert [name for name in compiled if "table" in name] == ["read_table_twice", "read_table", "triple_of_table"]
    with pytest.raises(IndexError):  # raised by a helper from the cache
        other(triple_of_table)(3)


def test_a_helper_may_print(tmp_path: Path) -> None:
    """`print` needs an environment, which each driver sets for its helpers; without it the process crashes."""
    (tmp_path / "printing.py").write_text(
        textwrap.dedent("""
        from gamut.engine.bind import Native

        def show(x):
            print(x)
            return x + 1

        def driver(x):
            return 2 * show(x)

        def other(x):
            return 3 * show(x)

        native = Native({})
        print(native(driver)(3), native(other)(4))
        """)
    )
    env = {**os.environ, "GAMUT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT / "src")}
    for _ in range(2):  # compiled, then from the cache
        process = subprocess.run(
            [sys.executable, "printing.py"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
        )
        assert process.stdout.split() == ["3", "4", "8", "15"], process.stderr


def test_a_helper_has_no_machine_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))  # a cached driver would not need its helper
    native = Native({})
    native(read_table_twice)(1)
    helpers = [f for f, _ in native._binder.done.values() if f.py_func.__name__ == "read_table"]
    (library,) = [overload.library for f in helpers for overload in f.overloads.values()]
    assert library.get_pointer_to_function("read_table") == 0
    assert "read_table" in library.get_llvm_str()


def test_a_helper_can_also_be_a_driver() -> None:
    native = Native({"verb": increment})
    assert isinstance(driver, FunctionType)
    assert native(driver)(1) == 101 + 2
    assert native(helper)(1) == 101


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_helpers_with_the_same_name_are_kept_apart(way: Callable[..., Any]) -> None:
    assert way({"verb": game_outer})(driver)(1) == 101 + 2001


@pytest.mark.parametrize("way", [Interpreted, Native])
@pytest.mark.parametrize(
    ("f", "message"),
    [
        (recursive, "recursive calls itself"),
        (ping, "ping calls itself"),
        (read_dictionary, "read_dictionary: uses `DICTIONARY`, a dict: pass it as an argument"),
        (use_module_as_value, "use_module_as_value: the module 'rec' is used as a value: name what you need of it"),
    ],
)
def test_functions_that_cannot_be_bound_raise(way: Callable[..., Any], f: Callable[..., Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        way({"verb": increment})(f)


def test_a_closure_raises() -> None:
    n = 3

    def inner(x: int) -> int:
        return x + n

    with pytest.raises(TypeError, match="inner has a closure"):
        Native({"verb": increment})(inner)


# ---------------------------------------------------------------------- modules as globals


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_attributes_of_modules_are_bound(way: Callable[..., Any]) -> None:
    assert way({})(use_modules)(2) == 7 + 14 + 1 + 30
    assert global_reads(use_modules.__code__)["rec"] == {"SIZE", "TABLE", "scale"}


@pytest.mark.parametrize(
    ("name", "value"), [("SIZE", 8), ("TABLE", np.array([10, 20, 31])), ("scale", increment), ("NAMES", {})]
)
def test_digest_depends_on_the_attributes_of_modules_that_are_used(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    before = digest(use_modules)
    monkeypatch.setattr(rec, name, value)
    assert (digest(use_modules) != before) == (name != "NAMES")


def test_the_module_itself_is_not_changed() -> None:
    Native({})(use_modules)
    assert isinstance(rec.scale, FunctionType)
    assert rec.scale(2) == 14


# ---------------------------------------------------------------------- the cache


def test_the_cache_folder_of_the_user_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config: Any = numba.config
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "user"))
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path / "gamut"))
    assert Native({"verb": double})(driver)(5) == 105 + 10
    after = config.CACHE_DIR
    assert after == str(tmp_path / "user")
    assert not (tmp_path / "user").exists()
    assert any((tmp_path / "gamut").rglob("*.nbi"))


def test_compiling_is_reported_and_loading_from_the_cache_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    reports: list[tuple[str, int]] = []
    with bind.report_compiling(lambda name, k: reports.append((name, k))):
        Native({"verb": double})(driver)(5)
    assert ("driver", 1) in reports
    assert [k for _, k in reports] == list(range(1, len(reports) + 1))
    compiled = len(reports)
    with bind.report_compiling(lambda name, k: reports.append((name, k))):
        Native({"verb": double})(driver)(5)
    assert len(reports) == compiled


def test_old_files_are_pruned_and_used_ones_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    now = time.time()
    ages = {"old": 31, "used": 20, "new": 0}
    for name, days in ages.items():
        for ending in ("nbi", "1.nbc"):
            path = tmp_path / "sub" / f"rules.f.{name}-12.py311.{ending}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"x")
            os.utime(path, (now - days * bind.DAY_S,) * 2)
    (tmp_path / "sub" / "notes.txt").write_text("not ours")
    monkeypatch.setattr(bind, "_files", None)
    bind.mark_used("used")
    left = {path.name.split(".")[2].partition("-")[0] for path in tmp_path.rglob("*.nb?")}
    assert left == {"used", "new"}
    assert (tmp_path / "sub" / "notes.txt").exists()
    assert all(now - p.stat().st_mtime < bind.DAY_S for p in tmp_path.rglob("*used*"))
    assert bind.prune(bind.cache_files(), now) == 0


TWO_GAMES = """
    import numpy as np
    from gamut.engine.bound_verbs import BoundVerbs
    from tests.toys.bids import BIDS, Constants, State
    from tests.toys.broken import change_game

    def value(c: Constants, s: State, out, scratch) -> None:
        out[0] = {answer}

    game = change_game(BIDS, id="other", value=value)
    setup, out = game.open(2), np.zeros(2, np.int64)
    BoundVerbs(game).value(setup.constants, setup.new_states(), 0, out, setup.new_scratch())
    print(out[0])
"""


@pytest.mark.slow
def test_two_games_with_the_same_layout_are_kept_apart_across_processes(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "GAMUT_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }
    script = tmp_path / "same_name.py"
    answers = []
    for answer in (3, 300, 3):
        script.write_text(textwrap.dedent(TWO_GAMES.format(answer=answer)))
        process = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
        answers.append(int(process.stdout))
    assert answers == [3, 300, 3]


def test_two_games_with_the_same_layout_are_kept_apart_in_one_process() -> None:
    assert [Native({"verb": f})(driver)(7) for f in (increment, double, increment)] == [115, 121, 115]
