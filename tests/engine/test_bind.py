"""Binding: digests, caches, slots, and what is refused."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from gamut.engine import bind
from gamut.engine.bind import Binder, Interpreted, Native, global_names, slot
from gamut.engine.record import i1, new
from tests.engine.helpers import outer as game_outer

ROOT = Path(__file__).parents[2]
CONSTANT = 1
TABLE = np.array([1, 2, 3])
FOREIGN = {"a": 1}


@slot
def verb(x: int) -> int:  # type: ignore[empty-body]
    """Filled by a game."""


@slot
def judge(x: int) -> int:  # type: ignore[empty-body]
    """Filled by whoever binds."""


def helper(x: int) -> int:
    return x + 100 * CONSTANT


def driver(x: int) -> int:
    return helper(x) + verb(x)


def judging(x: int) -> int:
    return judge(x) + 10 * driver(x)


class Cell:
    helper = i1()


def count_zeros(n: int) -> int:
    return len(np.zeros(n))


def field_like_a_global(s: Any) -> int:
    return int(s[0].helper)


def reading(x: int) -> int:
    return int(TABLE[x])


def foreign(x: int) -> int:
    return FOREIGN["a"]


def recursive(x: int) -> int:
    return recursive(x - 1) if x else 0


def ping(x: int) -> int:
    return pong(x)


def pong(x: int) -> int:
    return ping(x)


def once(x: int) -> int:
    return x + 1


def twice(x: int) -> int:
    return x * 2


def digest(f: Callable[..., Any], own: dict[str, Callable[..., Any]] | None = None, **verbs: Any) -> str:
    assert isinstance(f, FunctionType)
    return Binder({"verb": once, **verbs}, lambda copy, is_driver: copy, "").bind(f, own)[1]


def test_digest_is_stable_and_follows_a_slot() -> None:
    assert digest(driver) == digest(driver)
    assert digest(driver) != digest(driver, verb=twice)


def test_digest_follows_a_constant(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(driver)
    monkeypatch.setattr(sys.modules[__name__], "CONSTANT", 2)
    assert digest(driver) != before


def test_digest_follows_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(reading)
    monkeypatch.setattr(sys.modules[__name__], "TABLE", np.array([1, 2, 4]))
    assert digest(reading) != before
    monkeypatch.setattr(sys.modules[__name__], "TABLE", np.array([1, 2, 3], np.int8))
    assert digest(reading) != before


def test_digest_follows_the_body_of_a_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(driver)
    monkeypatch.setattr(sys.modules[__name__], "helper", once)
    assert digest(driver) != before


def test_digest_follows_the_flags() -> None:
    plain = Binder({"verb": once}, lambda copy, is_driver: copy, "a")
    other = Binder({"verb": once}, lambda copy, is_driver: copy, "b")
    assert plain.bind(driver)[1] != other.bind(driver)[1]  # type: ignore[arg-type]


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_own_slots_are_filled_by_whoever_binds(way: Callable[..., Any]) -> None:
    bound = way({"verb": once})
    assert [bound(judging, judge=f)(3) for f in (once, twice, once)] == [1074, 1076, 1074]
    with pytest.raises(TypeError, match="judging: nothing is given for the slot 'judge'"):
        bound(judging)
    assert digest(judging, {"judge": once}) != digest(judging, {"judge": twice})


def test_what_an_own_slot_does_not_reach_is_bound_once_for_all() -> None:
    made: list[str] = []

    def finish(copy: FunctionType, is_driver: bool) -> FunctionType:
        assert is_driver == (copy.__name__ == "judging")
        made.append(copy.__name__)
        return copy

    binder = Binder({"verb": once}, finish, "")
    assert isinstance(judging, FunctionType)
    for filled in (once, twice, once):
        binder.bind(judging, {"judge": filled, "unused": driver})
    assert sorted(made) == ["driver", "helper", "judging", "judging", "once", "twice"]
    assert len(binder.done) == len(made)


def test_a_field_with_the_name_of_a_global_is_none() -> None:
    assert isinstance(field_like_a_global, FunctionType)
    assert global_names(field_like_a_global.__code__) == {"int"}
    assert digest(field_like_a_global) == digest(field_like_a_global, helper=twice)
    assert Native({})(field_like_a_global)(new(Cell)) == 0


def test_an_index_outside_is_noticed_where_it_is_asked_for() -> None:
    assert Native({}, boundscheck=True)(reading)(2) == 3
    with pytest.raises(IndexError):
        Native({}, boundscheck=True)(reading)(3)


def test_native_code_can_allocate_nothing() -> None:
    from numba.core.errors import NumbaError

    with pytest.raises(NumbaError, match="zeros"):
        Native({})(count_zeros)(3)


def reading_twice(x: int) -> int:
    return reading(x) + reading(x)


def reading_thrice(x: int) -> int:
    return 3 * reading(x)


def test_a_helper_is_compiled_once_for_all_drivers_and_processes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    told: list[str] = []
    with bind.compiling(lambda name, k: told.append(name)):
        assert Native({}, boundscheck=True)(reading_twice)(2) == 6
        other = Native({}, boundscheck=True)  # as in another process: only the disk is shared
        assert other(reading_thrice)(2) == 9
    assert [name for name in told if "reading" in name] == ["reading_twice", "reading", "reading_thrice"]
    with pytest.raises(IndexError):  # noticed in a helper that came from the disk
        other(reading_thrice)(3)


def test_a_helper_may_print(tmp_path: Path) -> None:
    """Numba prints by an environment, which a helper has in every driver of its own; without it nothing goes on."""
    (tmp_path / "talking.py").write_text(
        textwrap.dedent("""
        from gamut.engine.bind import Native

        def tell(x):
            print(x)
            return x + 1

        def driver(x):
            return 2 * tell(x)

        def other(x):
            return 3 * tell(x)

        native = Native({})
        print(native(driver)(3), native(other)(4))
        """)
    )
    env = {**os.environ, "GAMUT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(ROOT / "src")}
    for _ in range(2):  # compiled, and from the disk
        ran = subprocess.run(
            [sys.executable, "talking.py"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
        )
        assert ran.stdout.split() == ["3", "4", "8", "15"], ran.stderr


def test_a_helper_has_no_machine_code_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))  # or the driver comes from there, and needs no helper
    native = Native({})
    native(reading_twice)(1)
    helpers = [f for f, _ in native._binder.done.values() if f.py_func.__name__ == "reading"]
    (made,) = [overload.library for f in helpers for overload in f.overloads.values()]
    assert made.get_pointer_to_function("reading") == 0
    assert "reading" in made.get_llvm_str()


def test_a_helper_can_be_a_driver_as_well() -> None:
    native = Native({"verb": once})
    assert isinstance(driver, FunctionType)
    assert native(driver)(1) == 101 + 2
    assert native(helper)(1) == 101


@pytest.mark.parametrize("way", [Interpreted, Native])
def test_helpers_of_the_same_name_do_not_collide(way: Callable[..., Any]) -> None:
    assert way({"verb": game_outer})(driver)(1) == 101 + 2001


@pytest.mark.parametrize(
    ("f", "message"),
    [
        (recursive, "recursive calls itself"),
        (ping, "ping calls itself"),
        (foreign, "foreign: global 'FOREIGN' is a dict: pass it as an argument"),
    ],
)
def test_refused(f: Callable[..., Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        Native({"verb": once})(f)


def test_a_closure_is_refused() -> None:
    n = 3

    def inside(x: int) -> int:
        return x + n

    with pytest.raises(TypeError, match="inside has a closure"):
        Native({"verb": once})(inside)


def test_the_users_own_cache_folder_is_untouched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config: Any = numba.config
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "mine"))
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path / "gamut"))
    assert Native({"verb": twice})(driver)(5) == 105 + 10
    after = config.CACHE_DIR
    assert after == str(tmp_path / "mine")
    assert not (tmp_path / "mine").exists()
    assert any((tmp_path / "gamut").rglob("*.nbi"))


def test_progress_is_told_only_when_something_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    told: list[tuple[str, int]] = []
    with bind.compiling(lambda name, k: told.append((name, k))):
        Native({"verb": twice})(driver)(5)
    assert ("driver", 1) in told
    assert [k for _, k in told] == list(range(1, len(told) + 1))
    cold = len(told)
    with bind.compiling(lambda name, k: told.append((name, k))):
        Native({"verb": twice})(driver)(5)  # from the cache
    assert len(told) == cold


def test_old_files_are_pruned_and_used_ones_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    now = time.time()
    ages = {"old": 31, "used": 20, "new": 0}
    for name, days in ages.items():
        for ending in ("nbi", "1.nbc"):
            path = tmp_path / "sub" / f"rules.f.{name}-12.py311.{ending}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(b"x")
            os.utime(path, (now - days * bind.DAY,) * 2)
    (tmp_path / "sub" / "notes.txt").write_text("not ours")
    monkeypatch.setattr(bind, "_files", None)
    bind.mark_used("used")
    left = {path.name.split(".")[2].partition("-")[0] for path in tmp_path.rglob("*.nb?")}
    assert left == {"used", "new"}
    assert (tmp_path / "sub" / "notes.txt").exists()
    assert all(now - p.stat().st_mtime < bind.DAY for p in tmp_path.rglob("*used*"))
    assert bind.prune(bind.cache_files(), now) == 0


TWO_GAMES = """
    import numpy as np
    from gamut.engine.game import Rules
    from tests.toys.bids import BIDS, Constants, State
    from tests.toys.broken import changed

    def value(c: Constants, s: State, out, work) -> None:
        out[0] = {answer}

    game = changed(BIDS, id="other", value=value)
    setup, out = game.open(2), np.zeros(2, np.int64)
    Rules(game).value(setup.constants, setup.fresh(), 0, out, setup.work())
    print(out[0])
"""


@pytest.mark.slow
def test_two_games_with_one_record_layout_are_kept_apart_across_processes(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "GAMUT_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}",
    }
    script = tmp_path / "same_name.py"
    answers = []
    for answer in (3, 300, 3):
        script.write_text(textwrap.dedent(TWO_GAMES.format(answer=answer)))
        done = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
        answers.append(int(done.stdout))
    assert answers == [3, 300, 3]


def test_two_games_with_one_record_layout_are_kept_apart_in_one_process() -> None:
    assert [Native({"verb": f})(driver)(7) for f in (once, twice, once)] == [115, 121, 115]
