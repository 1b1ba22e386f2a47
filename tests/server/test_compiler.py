"""Games are compiled in a child process; tables use interpreted rules until their native code is ready."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numba
import pytest

from gamut import bots, games
from gamut.engine.game import Game
from gamut.engine.table import Table
from gamut.server.storage.database import Storage
from gamut.server.tables import compiler as c
from gamut.server.tables import table_bots
from gamut.server.tables.compiler import Compiler, NotCompiled
from gamut.server.tables.hub import Hub
from gamut.server.tables.match import Match
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    COMPILE_TIMEOUT_S,
    TIMEOUT_S,
    UNLIMITED,
    InProcessServer,
    poll,
    run,
    run_with_server,
    seat_requests,
)

POPEN = subprocess.Popen


class GatedCompiler(Compiler):
    """A compiler that has all native code but reports it only once its gate is opened."""

    def __init__(self) -> None:
        super().__init__(loaded=set())
        self.gate = threading.Event()

    def _make_ready(self, game: Game) -> bool:
        self.gate.wait(TIMEOUT_S)
        return not self._closing

    def close(self) -> None:
        self._closing = True
        self.gate.set()
        super().close()


class UncompiledServer(InProcessServer):
    """A server whose games seem not to be compiled until `compiler.gate` is opened."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.compiler = GatedCompiler()
        hub.compiler.close()
        hub.compiler = self.compiler

    async def open_table(self, *kinds: str, game: str = "mixx", pause_ms: int = 0, **options: Any) -> m.NewTable:
        """Open a table at once; its clients add their parts."""
        return await self.hub.open_table(m.TableRequest(game, seat_requests(kinds), options, pause_ms))


def run_uncompiled(path: Path, test: Any) -> None:
    async def work() -> None:
        for game in games.list_games():  # so that no test waits for the compiler
            await asyncio.to_thread(list, c.call_compiled_functions(game))
        hub = Hub(Storage(f"sqlite:///{path / 'tables.sqlite'}"), UNLIMITED, threads=2)
        try:
            await test(UncompiledServer(hub))
        finally:
            hub.close_rooms()
            await asyncio.to_thread(hub.close)

    run(work())


@pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)
def test_a_table_switches_from_interpreted_to_native_rules_during_the_game(tmp_path: Path, game: Game) -> None:
    async def test(server: UncompiledServer) -> None:
        weakest, *_, strongest = game.levels
        table = await server.open_table("me", weakest, game=game.id)
        me = await server.join(table, 0)
        match = server.room(table).match
        assert not match.native
        for _ in range(4):
            view = await me.play_legal()
            assert not view.full_strength
        hint = await request_hint(me)
        assert not hint.full_strength
        server.compiler.gate.set()
        await me.wait_for_view(lambda v: v.full_strength)
        assert match.native
        assert all(seat_log.knowledge.verbs.native for seat_log in match.seat_logs.values())
        for _ in range(4):
            await me.play_legal()
        assert (await request_hint(me)).full_strength
        for native in (False, True):
            again, problem = Match.replay(match.row, match.entries, native=native)
            assert not problem, "interpreted and native rules lead to the same bytes"
            assert again.table.digest == match.table.digest
        other = await server.open_table("me", strongest, game=game.id)
        assert (await (await server.join(other, 0)).wait_for_view(lambda v: True)).full_strength

    run_uncompiled(tmp_path, test)


async def request_hint(me: Any) -> m.HintAnswer:
    await me.wait_for_view(lambda v: v.legal)
    hint: m.HintAnswer = await me.request(m.Hint(), m.HintAnswer)
    assert hint.best.steps[0].action in me.view.legal
    return hint


def test_a_thinking_bot_restarts_when_native_code_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    native_calls: list[bool] = []
    stuck = threading.Event()

    class Slow(bots.Bot):
        def decide(self, decision: bots.Decision) -> int:
            native_calls.append(self.native)
            while not self.native and not decision.cancel():
                time.sleep(0.005)
            stuck.set()
            return decision.legal[-1]

    def slow(level: str, setup: Any, native: bool) -> bots.Bot:
        bot = Slow(setup)
        bot.native = native
        return bot

    monkeypatch.setattr(bots, "make_quick_bot", lambda level, setup: slow(level, setup, False))
    monkeypatch.setattr(bots, "make_bot", lambda level, setup: slow(level, setup, True))
    monkeypatch.setattr(table_bots, "INTERPRETED_TIMEOUT_S", 60.0)

    async def test(server: UncompiledServer) -> None:
        native_calls.clear()
        stuck.clear()
        table = await server.open_table("me", "hard", first="2")
        me = await server.join(table, 0)
        await poll(lambda: native_calls, "the interpreted bot")
        assert me.view.legal == []
        server.compiler.gate.set()
        await me.wait_for_view(lambda v: v.legal)
        assert native_calls == [False, True]
        assert await asyncio.to_thread(stuck.wait, TIMEOUT_S), "the first bot was cancelled"
        log = server.room(table).match.entries
        assert len([e for e in log if e.kind == "play"]) == 1, "only one decision is stored"

    run_uncompiled(tmp_path, test)


def test_a_slow_bot_on_interpreted_rules_plays_any_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(bots.Bot):
        native = False

        def decide(self, decision: bots.Decision) -> int:
            while not decision.cancel():
                time.sleep(0.005)
            return decision.legal[0]

    monkeypatch.setattr(bots, "make_quick_bot", lambda level, setup: Endless(setup))
    monkeypatch.setattr(table_bots, "INTERPRETED_TIMEOUT_S", 0.05)

    async def test(server: UncompiledServer) -> None:
        me = await server.join(await server.open_table("me", "hard", first="2"), 0)
        await me.wait_for_view(lambda v: v.legal)

    run_uncompiled(tmp_path, test)


@pytest.mark.parametrize("game", games.list_games(), ids=lambda game: game.id)
def test_bots_on_interpreted_rules_use_only_the_guide(game: Game) -> None:
    setup = game.open(game.seats[0])
    weakest, *_, strongest = game.levels
    for level, kind in ((weakest, "Weighted"), (strongest, "Greedy")):
        bot = bots.make_quick_bot(level, setup)
        assert type(bot).__name__ == kind
        assert not bot.native


# ---------------------------------------------------------------------- the compiler itself


class FakeCompiler(Compiler):
    """A compiler with a fake cache, whose child processes end once a file exists."""

    def __init__(self, cached: set[str], end_file: Path) -> None:
        super().__init__(loaded=set())
        self.cached, self.events, self.end_file = cached, list[str](), end_file

    def _load(self, game: Game, compile_too: bool) -> bool:
        self.events.append(f"{'compile' if compile_too else 'load'} {game.id}")
        if game.id not in self.cached and not compile_too:
            raise NotCompiled
        return True

    def _compile(self, game: Game) -> bool:
        self.events.append(f"child {game.id}")
        command = ["/bin/sh", "-c", f"while [ ! -e {self.end_file} ]; do sleep 0.02; done"]
        with patch.object(subprocess, "Popen", lambda _, **more: POPEN(command, **more)):
            return super()._compile(game)


def wait_for(condition: Callable[[], object], description: str) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline, f"waited {TIMEOUT_S:g} s for {description}"
        time.sleep(0.005)


def pick_two_games() -> tuple[Game, Game]:
    one, two = sorted(games.list_games(), key=lambda game: game.minutes)[:2]
    return one, two


def test_cached_code_needs_no_child_process(tmp_path: Path) -> None:
    game, _ = pick_two_games()
    compiler = FakeCompiler({game.id}, tmp_path / "end")
    compiler.request(game).result(TIMEOUT_S)
    compiler.request(game).result(TIMEOUT_S)
    assert compiler.events == [f"load {game.id}"]
    assert compiler.is_ready(game)
    compiler.close()


def test_a_game_being_played_is_compiled_before_others(tmp_path: Path) -> None:
    ahead, played = pick_two_games()
    compiler = FakeCompiler(set(), tmp_path / "end")
    waiting = compiler.request(ahead, played=False)
    wait_for(lambda: compiler._child, "a child process")
    first = compiler.request(played)
    wait_for(lambda: compiler.events[-1] == f"child {played.id}", "the child process of the game being played")
    assert not waiting.done()
    compiler.end_file.touch()
    first.result(TIMEOUT_S)
    waiting.result(TIMEOUT_S)
    assert compiler.events.index(f"compile {played.id}") < compiler.events.index(f"compile {ahead.id}")
    compiler.close()


def test_a_failed_compilation_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()
    compiler, broken = Compiler(loaded=set()), [True]

    def call(wanted: Game) -> Iterator[None]:
        if broken:
            raise OSError("no room on the disk")
        yield

    monkeypatch.setattr(c, "call_compiled_functions", call)
    with pytest.raises(OSError, match="no room"):
        compiler.request(game).result(TIMEOUT_S)
    assert not compiler.is_ready(game)
    broken.clear()
    compiler.request(game).result(TIMEOUT_S)
    assert compiler.is_ready(game)
    compiler.close()


def test_loading_detects_a_function_missing_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()

    def call(wanted: Game) -> Iterator[None]:
        numba.njit(lambda x: x + 1)(1)
        yield

    monkeypatch.setattr(c, "call_compiled_functions", call)
    compiler = Compiler(loaded=set())
    with pytest.raises(NotCompiled):
        compiler._load(game, compile_too=False)
    assert compiler._load(game, compile_too=True), "the compiler still works"


def test_not_compiled_is_not_reported_as_a_bot_failure() -> None:
    def fail(decision: bots.Decision) -> int:
        raise NotCompiled

    table = Table(games.find_game("mixx").open(2), bytes(16))
    seat = table.actors[0]
    with pytest.raises(NotCompiled):
        bots.make_bot(fail, table.setup).choose(table.hidden(seat), seat, 1)


def test_a_failed_child_process_is_followed_by_compiling_here(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()
    compiler, loads = Compiler(loaded=set()), list[bool]()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        loads.append(compile_too)
        if not compile_too:
            raise NotCompiled
        return True

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    compiler.request(game).result(TIMEOUT_S)
    assert loads == [False, True]
    compiler.close()


def test_a_killed_child_process_is_not_followed_by_compiling_here(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()
    compiler, loads = Compiler(loaded=set()), list[bool]()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        loads.append(compile_too)
        raise NotCompiled

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(subprocess, "Popen", lambda _, **more: POPEN(["/bin/sh", "-c", "kill -9 $$"], **more))
    with pytest.raises(OSError, match="killed by signal 9"):
        compiler.request(game).result(TIMEOUT_S)
    assert loads == [False], "what needs too much memory there would need it here, too"
    compiler.close()


def test_close_ends_the_child_process(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        raise NotCompiled

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(subprocess, "Popen", lambda _, **more: POPEN(["/bin/sleep", "60"], **more))
    compiler = Compiler(loaded=set())
    compiler.request(game)
    wait_for(lambda: compiler._child, "a child process")
    child = compiler._child
    assert child
    assert os.getsid(child.pid) != os.getsid(0), "Ctrl+C in the terminal does not reach it"
    compiler.close()
    assert child.returncode == -signal.SIGTERM


def test_close_stops_between_two_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = pick_two_games()
    compiler, pieces = Compiler(loaded=set()), list[int]()

    def call(wanted: Game) -> Iterator[None]:
        for piece in range(2):
            pieces.append(piece)
            compiler._closing = True
            yield

    monkeypatch.setattr(c, "call_compiled_functions", call)
    compiler.request(game)
    wait_for(lambda: pieces, "the first function")
    compiler.close()
    assert pieces == [0]
    assert not compiler.is_ready(game)


@pytest.fixture
def endless_bot(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Add a bot that never decides; the event is set when it is asked."""
    began, gate, make_bot = threading.Event(), threading.Event(), bots.make_bot

    class EndlessBot:
        def choose(self, *_: Any) -> None:
            began.set()
            gate.wait(60)

    monkeypatch.setattr(bots, "find_plugin_bots", lambda game: {"endless": game.seats})
    monkeypatch.setattr(
        bots, "make_bot", lambda name, *more: EndlessBot() if name == "endless" else make_bot(name, *more)
    )
    yield began
    gate.set()


def test_close_does_not_wait_for_a_bot_that_never_decides(endless_bot: threading.Event) -> None:
    game, _ = pick_two_games()
    compiler = Compiler(loaded=set())
    compiler.request(game)
    assert endless_bot.wait(COMPILE_TIMEOUT_S), "the bot was not asked"
    compiler.close()
    assert compiler._thread
    assert not compiler._thread.is_alive()
    assert not compiler.is_ready(game)


def test_a_game_is_ready_despite_a_bot_that_never_decides(
    endless_bot: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c, "FIRST_DECISION_TIMEOUT_S", 0.1)
    game, _ = pick_two_games()
    compiler = Compiler(loaded=set())
    compiler.request(game).result(COMPILE_TIMEOUT_S)
    assert endless_bot.is_set()
    compiler.close()


@pytest.mark.slow
def test_a_child_process_fills_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    game = min(games.list_games(), key=lambda game: game.state_bytes)
    subprocess.run([sys.executable, "-m", "gamut.server.tables.compiler", game.id], check=True)
    check = f"""
from gamut import games
from gamut.server.tables.compiler import Compiler
compiler = Compiler(loaded=set())
assert compiler._load(games.find_game({game.id!r}), compile_too=False)
"""
    subprocess.run([sys.executable, "-c", check], check=True)


def test_all_games_are_compiled_in_advance_shortest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[tuple[str, bool]] = []

    async def test(server: InProcessServer) -> None:
        monkeypatch.setattr(Compiler, "request", lambda self, game, played=True: wanted.append((game.id, played)))
        server.hub.compile_games()
        quickest = sorted(games.list_games(), key=lambda game: game.minutes)
        assert wanted == [(game.id, False) for game in quickest]

    run_with_server(tmp_path, test)
