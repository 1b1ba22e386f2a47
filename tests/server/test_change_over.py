"""A table opens on interpreted rules and changes over to native code while it is played."""

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
from gamut.server import compiler as c
from gamut.server import messages as m
from gamut.server import table_bots
from gamut.server.compiler import Compiler, NotCompiled
from gamut.server.hub import Hub
from gamut.server.match import Match
from gamut.server.storage import Storage
from tests.server.kit import FAST, PATIENCE, House, in_house, run

POPEN = subprocess.Popen
FOR_EVER = 3_600_000  # milliseconds that no test waits


class Gate(Compiler):
    """A compiler that has everything, and pretends not to until the gate is opened."""

    def __init__(self) -> None:
        super().__init__(loaded=set())
        self.gate = threading.Event()

    def _make_ready(self, game: Game) -> bool:
        self.gate.wait(PATIENCE)
        return not self._closing

    def close(self) -> None:
        self._closing = True
        self.gate.set()
        super().close()


class ColdHouse(House):
    """A server on a computer that has compiled nothing."""

    def __init__(self, hub: Hub) -> None:
        super().__init__(hub)
        self.gate = Gate()
        hub.compiler.close()
        hub.compiler = self.gate

    async def open(self, *kinds: str, game: str = "mixx", pause_ms: int = 0, **options: Any) -> m.NewTable:
        """A table, without waiting for anything."""
        seats = [
            m.SeatRequest(kind, f"P{k}") if kind in ("me", "here") else m.SeatRequest("bot", f"P{k}", kind)  # type: ignore[arg-type]
            for k, kind in enumerate(kinds)
        ]
        return await self.hub.open_table(m.TableRequest(game, seats, options, pause_ms))


def in_cold_house(path: Path, test: Any) -> None:
    async def work() -> None:
        for game in games.every():  # what the gate pretends not to have
            await asyncio.to_thread(list, c.call_everything(game))
        hub = Hub(Storage(f"sqlite:///{path / 'tables.sqlite'}"), FAST, threads=2)
        try:
            await test(ColdHouse(hub))
        finally:
            hub.say_goodbye()
            await asyncio.to_thread(hub.close)

    run(work())


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_a_table_is_played_before_anything_is_compiled_and_goes_on_after(tmp_path: Path, game: Game) -> None:
    async def test(house: ColdHouse) -> None:
        weakest, *_, strongest = game.levels
        table = await house.open("me", weakest, game=game.id)
        me = await house.join(table, 0)
        match = house.hub.rooms[table.table].match
        assert not match.native
        for _ in range(4):
            view = await me.act()
            assert not view.full_strength
        hint = await asked_for_hint(me)
        assert not hint.full_strength
        house.gate.gate.set()
        await me.sees(lambda v: v.full_strength)
        assert match.native
        assert all(log.knowledge.rules.native for log in match.seat_logs.values())
        for _ in range(4):
            await me.act()
        assert (await asked_for_hint(me)).full_strength
        for native in (False, True):
            again, problem = Match.replay(match.row, match.log, native=native)
            assert not problem, "both kinds of rules lead to the same bytes"
            assert again.table.digest == match.table.digest
        other = await house.open("me", strongest, game=game.id)
        assert (await (await house.join(other, 0)).sees(lambda v: True)).full_strength

    in_cold_house(tmp_path, test)


async def asked_for_hint(me: Any) -> m.Hinted:
    await me.sees(lambda v: v.legal)
    hint: m.Hinted = await me.ask(m.Hint(), m.Hinted)
    assert hint.best in me.view.legal
    return hint


def test_a_bot_that_thinks_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    stuck = threading.Event()

    class Slow(bots.Bot):
        def decide(self, asked_for: bots.Decision) -> int:
            asked.append(self.native)
            while not self.native and not asked_for.cancel():
                time.sleep(0.005)
            stuck.set()
            return asked_for.legal[-1]

    def slow(level: str, setup: Any, native: bool) -> bots.Bot:
        bot = Slow(setup)
        bot.native = native
        return bot

    monkeypatch.setattr(bots, "make_quick_bot", lambda level, setup: slow(level, setup, False))
    monkeypatch.setattr(bots, "make_bot", lambda level, setup: slow(level, setup, True))
    monkeypatch.setattr(table_bots, "INTERPRETED_SECONDS", 60.0)

    async def test(house: ColdHouse) -> None:
        asked.clear()
        stuck.clear()
        table = await house.open("me", "hard", first="2")
        me = await house.join(table, 0)
        async with asyncio.timeout(PATIENCE):
            while not asked:
                await asyncio.sleep(0.005)
        assert me.view
        assert me.view.legal == []
        house.gate.gate.set()
        await me.sees(lambda v: v.legal)
        assert asked == [False, True]
        assert await asyncio.to_thread(stuck.wait, PATIENCE), "the first thought was ended"
        log = house.hub.rooms[table.table].match.log
        assert len([e for e in log if e.kind == "act"]) == 1, "only one of its answers counted"

    in_cold_house(tmp_path, test)


def test_a_bot_that_takes_too_long_on_interpreted_rules_plays_something(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(bots.Bot):
        native = False

        def decide(self, asked: bots.Decision) -> int:
            while not asked.cancel():
                time.sleep(0.005)
            return asked.legal[0]

    monkeypatch.setattr(bots, "make_quick_bot", lambda level, setup: Endless(setup))
    monkeypatch.setattr(table_bots, "INTERPRETED_SECONDS", 0.05)

    async def test(house: ColdHouse) -> None:
        me = await house.join(await house.open("me", "hard", first="2"), 0)
        await me.sees(lambda v: v.legal)

    in_cold_house(tmp_path, test)


@pytest.mark.parametrize("game", games.every(), ids=lambda game: game.id)
def test_quick_bots_ask_the_guide_only(game: Game) -> None:
    setup = game.open(game.seats[0])
    weakest, *_, strongest = game.levels
    for level, kind in ((weakest, "Weighted"), (strongest, "Greedy")):
        bot = bots.make_quick_bot(level, setup)
        assert type(bot).__name__ == kind
        assert not bot.native


# ---------------------------------------------------------------------- the compiler


class Scripted(Compiler):
    """A compiler whose cache holds what a list says, and whose children end when they are told to."""

    def __init__(self, cached: set[str], may_end: Path) -> None:
        super().__init__(loaded=set())
        self.cached, self.order, self.may_end = cached, list[str](), may_end

    def _load(self, game: Game, compile_too: bool) -> bool:
        self.order.append(f"{'compile' if compile_too else 'load'} {game.id}")
        if game.id not in self.cached and not compile_too:
            raise NotCompiled
        return True

    def _compile(self, game: Game) -> bool:
        self.order.append(f"child {game.id}")
        command = ["/bin/sh", "-c", f"while [ ! -e {self.may_end} ]; do sleep 0.02; done"]
        with patch.object(subprocess, "Popen", lambda _, **more: POPEN(command, **more)):
            return super()._compile(game)


def wait_for(good: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not good():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def two_games() -> tuple[Game, Game]:
    one, two = sorted(games.every(), key=lambda game: game.minutes)[:2]
    return one, two


def test_what_the_cache_holds_needs_no_child(tmp_path: Path) -> None:
    game, _ = two_games()
    made = Scripted({game.id}, tmp_path / "end")
    made.want(game).result(PATIENCE)
    made.want(game).result(PATIENCE)
    assert made.order == [f"load {game.id}"]
    assert made.is_ready(game)
    made.close()


def test_the_game_that_is_played_comes_first_and_the_other_goes_on_later(tmp_path: Path) -> None:
    ahead, played = two_games()
    made = Scripted(set(), tmp_path / "end")
    waiting = made.want(ahead, played=False)
    wait_for(lambda: made._child)
    first = made.want(played)
    wait_for(lambda: made.order[-1] == f"child {played.id}")  # the child of the other game was ended
    assert not waiting.done()
    made.may_end.touch()
    first.result(PATIENCE)
    waiting.result(PATIENCE)
    assert made.order.index(f"compile {played.id}") < made.order.index(f"compile {ahead.id}")
    made.close()


def test_a_game_that_did_not_compile_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()
    made, broken = Compiler(loaded=set()), [True]

    def call(wanted: Game) -> Iterator[None]:
        if broken:
            raise OSError("no room on the disk")
        yield

    monkeypatch.setattr(c, "call_everything", call)
    with pytest.raises(OSError, match="no room"):
        made.want(game).result(PATIENCE)
    assert not made.is_ready(game)
    broken.clear()
    made.want(game).result(PATIENCE)
    assert made.is_ready(game)
    made.close()


def test_loading_notices_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()

    def call(wanted: Game) -> Iterator[None]:
        numba.njit(lambda x: x + 1)(1)
        yield

    monkeypatch.setattr(c, "call_everything", call)
    made = Compiler(loaded=set())
    with pytest.raises(NotCompiled):
        made._load(game, compile_too=False)
    assert made._load(game, compile_too=True), "and the compiler is none the worse for it"


def test_what_is_not_compiled_is_no_fault_of_a_bot() -> None:
    def ask_for_more(asked: bots.Decision) -> int:
        raise NotCompiled

    table = Table(games.find("mixx").open(2), bytes(16))
    seat = table.actors[0]
    with pytest.raises(NotCompiled):
        bots.make_bot(ask_for_more, table.setup).choose(table.hidden(seat), seat, 1)


def test_a_child_that_fails_leaves_the_work_to_us(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()
    made, loads = Compiler(loaded=set()), list[bool]()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        loads.append(compile_too)
        if not compile_too:
            raise NotCompiled
        return True

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    made.want(game).result(PATIENCE)
    assert loads == [False, True]
    made.close()


def test_a_child_that_is_killed_is_not_tried_here(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()
    made, loads = Compiler(loaded=set()), list[bool]()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        loads.append(compile_too)
        raise NotCompiled

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(subprocess, "Popen", lambda _, **more: POPEN(["/bin/sh", "-c", "kill -9 $$"], **more))
    with pytest.raises(OSError, match="killed by signal 9"):
        made.want(game).result(PATIENCE)
    assert loads == [False], "what needs too much memory there would need it here"
    made.close()


def test_closing_ends_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()

    def load(self: Compiler, wanted: Game, compile_too: bool) -> bool:
        raise NotCompiled

    monkeypatch.setattr(Compiler, "_load", load)
    monkeypatch.setattr(subprocess, "Popen", lambda _, **more: POPEN(["/bin/sleep", "60"], **more))
    made = Compiler(loaded=set())
    made.want(game)
    wait_for(lambda: made._child)
    child = made._child
    assert child
    assert os.getsid(child.pid) != os.getsid(0), "what is typed in the terminal is not for it"
    made.close()
    assert child.returncode == -signal.SIGTERM


def test_closing_stops_between_two_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = two_games()
    made, pieces = Compiler(loaded=set()), list[int]()

    def call(wanted: Game) -> Iterator[None]:
        for piece in range(2):
            pieces.append(piece)
            made._closing = True
            yield

    monkeypatch.setattr(c, "call_everything", call)
    made.want(game)
    wait_for(lambda: pieces)
    made.close()
    assert pieces == [0]
    assert not made.is_ready(game)


@pytest.fixture
def sleepy(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A bot of another package that thinks for ever; set once it does."""
    began, gate, others = threading.Event(), threading.Event(), bots.make_bot

    class Sleepy:
        def choose(self, *_: Any) -> None:
            began.set()
            gate.wait(600)

    monkeypatch.setattr(bots, "added", lambda game: {"sleepy": game.seats})
    monkeypatch.setattr(bots, "make_bot", lambda name, *more: Sleepy() if name == "sleepy" else others(name, *more))
    yield began
    gate.set()


def test_a_bot_that_never_decides_does_not_hold_up_the_end(sleepy: threading.Event) -> None:
    game, _ = two_games()
    made = Compiler(loaded=set())
    made.want(game)
    assert sleepy.wait(120)
    made.close()
    assert made._thread
    assert not made._thread.is_alive()
    assert not made.is_ready(game)


def test_a_bot_that_never_decides_does_not_hold_up_its_game(
    sleepy: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(c, "FIRST_THOUGHT", 0.1)
    game, _ = two_games()
    made = Compiler(loaded=set())
    made.want(game).result(120)
    assert sleepy.is_set()
    made.close()


@pytest.mark.slow
def test_a_child_fills_an_empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMUT_CACHE", str(tmp_path))
    game = min(games.every(), key=lambda game: game.record_bytes)
    subprocess.run([sys.executable, "-m", "gamut.server.compiler", game.id], check=True)
    check = f"""
from gamut import games
from gamut.server.compiler import Compiler
made = Compiler(loaded=set())
assert made._load(games.find({game.id!r}), compile_too=False)
"""
    subprocess.run([sys.executable, "-c", check], check=True)


def test_all_games_are_made_ready_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[tuple[str, bool]] = []

    async def test(house: House) -> None:
        monkeypatch.setattr(Compiler, "want", lambda self, game, played=True: wanted.append((game.id, played)))
        house.hub.compile_games()
        quickest = sorted(games.every(), key=lambda game: game.minutes)
        assert wanted == [(game.id, False) for game in quickest]

    in_house(tmp_path, test)


# ---------------------------------------------------------------------- hurrying


def test_bots_are_hurried_until_it_is_a_persons_turn(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("me", "easy", "easy", "easy", first="2", pause_ms=5000)
        me, watch = await house.join(table, 0), await house.join(table)
        house.hub.rooms[table.table].match.pause_ms = FOR_EVER
        assert (await watch.ask(m.Hurry(), m.Refused)).reason == "not_allowed"
        me.send(m.Hurry())
        assert (await me.sees(lambda v: v.hurried)).legal == []
        view = await me.sees(lambda v: v.legal or v.result)
        assert not view.hurried, "it is over with a person's turn"
        assert view.pause_ms == FOR_EVER, "the next time they pause again"
        me.send(m.Hurry())
        await me.ask(m.WhyNot([], ""), m.WhyNotAnswer)
        assert me.view
        assert not me.view.hurried, "there is nobody to hurry"

    in_house(tmp_path, test)


def test_who_hosts_bots_alone_hurries_them(tmp_path: Path) -> None:
    async def test(house: House) -> None:
        table = await house.open("easy", "easy", stock=3, pause_ms=5000)
        watch = await house.join(table)
        house.hub.rooms[table.table].match.pause_ms = FOR_EVER
        watch.send(m.Hurry())
        view = await watch.sees(lambda v: v.result)
        assert not view.hurried

    in_house(tmp_path, test)
