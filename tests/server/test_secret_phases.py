"""Secret phases of several steps: until a seat has submitted, nothing that others receive depends on its steps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamut import bots
from gamut.engine.knowledge import Knowledge
from gamut.server.storage.entries import StoredEntry
from gamut.server.tables import match as match_module
from gamut.server.tables import table_bots
from gamut.server.web.app import make_app
from gamut.server.wire import messages as m
from tests.server.in_process_server import (
    UNLIMITED,
    Client,
    InProcessServer,
    async_test,
    get,
    open_server,
    poll,
    run,
    run_with_server,
    server_test,
)
from tests.server.toy_game import DONE, KEEP, MAX_CHIPS, SPEND, View

pytestmark = pytest.mark.usefixtures("toy_game")
AMBER, BLUE, CORAL = range(3)
Script = Callable[[Client], Awaitable[None]]


@pytest.fixture(autouse=True)
def same_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "combine_parts", lambda *_: b"k" * 16)


async def settle() -> None:
    """Let the server send everything that follows from the messages so far."""
    for _ in range(50):
        await asyncio.sleep(0.001)


async def open_and_join(server: InProcessServer, *kinds: str, **options: Any) -> list[Client]:
    """Return clients at all seats of people, and a spectator."""
    table = await server.open_table(*kinds, game="toy_game", **options)
    seats = [s.seat for s in table.seats]
    clients = [await server.join(table, seat) for seat in [*seats, -1]]
    await settle()
    return clients


def game_view(client: Client) -> View:
    return msgspec.convert(client.view.game_view, View)


def log_texts(client: Client) -> list[str]:
    return [entry.text for entry in client.log]


# ---------------------------------------------------------------------- what others receive


async def place_nothing(me: Client) -> None:
    pass


async def place_chips(me: Client) -> None:
    for action in (AMBER, AMBER, CORAL):
        await me.play(action)


async def place_and_undo(me: Client) -> None:
    await me.play(BLUE)
    await me.play(CORAL)
    await me.undo()
    await me.undo()
    await me.request(m.Hint(), m.HintAnswer)
    assert (await me.request(m.PlayAction(0, KEEP), m.Refused)).reason == "stale"


async def record_others(path: Path, steps: Script) -> dict[str, list[str]]:
    """Return what two other players and a spectator receive after the secret steps of the first seat."""
    received: dict[str, list[str]] = {}

    async with open_server(path) as server:
        me, other, third, watch = await open_and_join(server, "me", "here", "here")
        others = {"other": other, "third": third, "watch": watch}
        joined = {name: len(b.raw_messages) for name, b in others.items()}
        await steps(me)
        await settle()
        for name, client in others.items():
            assert len(client.raw_messages) == joined[name], "a secret step was sent"
        await other.play(CORAL)
        await settle()
        assert (len(third.raw_messages), len(watch.raw_messages)) == (joined["third"], joined["watch"])
        await other.play(DONE)
        await settle()
        await me.play(DONE)
        await settle()
        late = await server.rejoin(watch)
        received["late"] = late.raw_messages[1:]  # without the welcome, which contains the table id
        for name, client in others.items():
            received[name] = client.raw_messages[joined[name] :]
    return received


@pytest.mark.parametrize("steps", [place_chips, place_and_undo])
def test_secret_steps_change_nothing_that_others_receive(tmp_path: Path, steps: Script) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    still = run(record_others(tmp_path / "one", place_nothing))
    busy = run(record_others(tmp_path / "two", steps))
    assert busy == still
    views = [json.loads(text) for text in busy["third"]]
    assert [v["serial"] for v in views if v["type"] == "view"] == [views[0]["serial"], views[0]["serial"] + 1]
    assert [p["submitted"] for p in views[-1]["players"]] == [True, True, False]


def test_undone_secret_steps_are_never_revealed(tmp_path: Path) -> None:
    async def directly(me: Client) -> None:
        await me.play(AMBER)
        await me.play(BLUE)

    async def after_changes(me: Client) -> None:
        for action in (CORAL, BLUE, AMBER):
            await me.play(action)
        await me.play(DONE)
        for _ in range(4):
            await me.undo()
        await me.play(BLUE)
        await me.play(AMBER)

    async def play_game(path: Path, steps: Script) -> list[list[str]]:
        path.mkdir()
        async with open_server(path) as server:
            me, other, watch = await open_and_join(server, "me", "here", rounds=1)
            await steps(me)
            await settle()
            start = [len(other.raw_messages), len(watch.raw_messages)]
            await me.play(DONE)
            await other.play(CORAL)
            await other.play(DONE)
            await me.wait_for_view(lambda v: v.actors == [0])
            await me.play(KEEP)
            await watch.wait_for_view(lambda v: v.result)
            await settle()
            return [comparable(b.raw_messages[n:]) for b, n in zip((other, watch), start, strict=True)]

    def comparable(raw: list[str]) -> list[str]:
        # the serial counts that the seat had submitted before; the proof contains the table id
        messages = [{**json.loads(text), "serial": 0} for text in raw]
        for message in messages:
            if message.get("result"):
                del message["result"]["proof"]
        return [json.dumps(message) for message in messages]

    assert run(play_game(tmp_path / "a", directly)) == run(play_game(tmp_path / "b", after_changes))


# ---------------------------------------------------------------------- undo


@server_test()
async def test_a_seat_undoes_only_its_own_secret_steps(server: InProcessServer) -> None:
    me, other, watch = await open_and_join(server, "me", "here")
    await other.play(CORAL)
    await me.play(AMBER)
    await other.play(BLUE)
    await me.play(DONE)
    view = await other.wait_for_view(lambda v: v.players[0].submitted)
    assert log_texts(other) == ["put coral", "put blue", "submitted"]
    assert log_texts(me) == ["put amber", "done"]
    decision, serial = view.decision, view.serial
    refused = await me.request(m.PlayAction(2, BLUE), m.Refused)
    assert (refused.reason, refused.text) == ("illegal", "It's not your turn.")
    assert me.view.undo == m.UndoState(True, True, "")
    steps = await me.undo()
    assert (steps.decision, steps.legal) == (3, [AMBER, BLUE, CORAL, DONE])
    view = await other.wait_for_view(lambda v: not v.players[0].submitted)
    assert (view.decision, view.serial) == (decision, serial + 1)
    assert log_texts(other) == ["put coral", "put blue"], "what was messages of the step is gone, their own stays"
    assert log_texts(me) == ["put amber"]
    await me.undo()
    await settle()
    assert other.view.serial == serial + 1, "not submitted before and after: nothing visible changed"
    assert game_view(me).put == [0, 0, 0]
    assert game_view(other).put == [0, 1, 1]
    assert (await other.play(DONE)).decision == decision + 1, "decision numbers of others are unchanged"
    await me.play(DONE)
    view = await watch.wait_for_view(lambda v: v.actors == [0])
    assert game_view(watch).shown == [[0, 0, 0], [0, 1, 1]]
    assert (await me.request(m.Undo(), m.Refused)).text.startswith("You can't undo this")


@server_test()
async def test_secret_steps_are_undone_together_without_those_of_others(server: InProcessServer) -> None:
    me, other, _ = await open_and_join(server, "me", "here")
    await me.play(AMBER)
    await other.play(CORAL)
    await me.play(BLUE)
    me.send(m.Undo(2))
    view = await me.wait_for_view(lambda v: v.decision == 4)
    assert (view.undo.possible, log_texts(me), log_texts(other)) == (False, [], ["put coral"])
    assert game_view(other).put == [0, 0, 1]
    assert (await me.request(m.Undo(2), m.Refused)).reason == "not_allowed"


@server_test()
async def test_hints_and_bots_keep_thinking_when_another_seat_acts_in_secret(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    me, other, _ = await open_and_join(server, "me", "here", "only", pause_ms=5000)
    room = server.hub.rooms[me.welcome.table]
    bot = room.bots._playing[2].task
    release = asyncio.Event()
    think = room.bots._think

    async def wait_and_think(*arguments: Any) -> Any:
        await release.wait()
        return await think(*arguments)

    monkeypatch.setattr(room.bots, "_think", wait_and_think)
    other.send(m.Hint())
    await settle()
    await me.play(AMBER)
    await me.play(DONE)
    await me.undo()
    await me.undo()
    assert room.bots._playing[2].task is bot
    release.set()
    await other.wait_until(lambda: other.messages(m.HintAnswer))


def test_secret_steps_of_bots_are_not_visible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class PutsAll:
        def choose(self, hidden: Any, seat: int, *_: Any) -> bots.Choice:
            return bots.Choice(AMBER if hidden["put"][0, seat].sum() < MAX_CHIPS else DONE)

    monkeypatch.setattr("gamut.server.tables.table_bots.bots.make_bot", lambda *_: PutsAll())

    async def test(server: InProcessServer) -> None:
        me, _ = await open_and_join(server, "me", "only", "only")
        view = await me.wait_for_view(lambda v: [p.submitted for p in v.players] == [False, True, True])
        await settle()
        log = server.hub.rooms[me.welcome.table].match.entries
        acts = [e for e in log if e.kind == "play"]
        assert len(acts) == 2 * (MAX_CHIPS + 1)
        assert view.serial == len(log) - len(acts) + 2
        assert log_texts(me) == ["submitted", "submitted"]

    run_with_server(tmp_path, test, replace(UNLIMITED, secret_turn_seconds=2))


@server_test()
async def test_undoing_an_open_move_undoes_later_secret_steps_too(server: InProcessServer) -> None:
    me, other, watch = await open_and_join(server, "me", "here")
    for client in (me, other):
        await client.play(DONE)
    await me.wait_for_view(lambda v: v.actors == [0])
    await me.play(SPEND)
    await other.wait_for_view(lambda v: v.actors == [0, 1])
    me.send(m.Undo())
    view = await watch.wait_for_view(lambda v: v.proposal)
    received = len(watch.raw_messages), len(me.raw_messages)
    await other.play(CORAL)
    await settle()
    assert (len(watch.raw_messages), len(me.raw_messages)) == received, (
        "the proposal stays; otherwise it would reveal the step"
    )
    other.send(m.AnswerProposal(True))
    await watch.wait_for_view(lambda v: v.actors == [0] and not v.proposal)
    await other.wait_for_view(lambda v: v.actors == [0])
    assert game_view(other).put == [0, 0, 0]
    assert log_texts(other)[-1] == "undid a move"
    assert "put coral" not in log_texts(other)
    assert view.decision == 0


@async_test
async def test_a_restart_keeps_serials_and_decision_numbers(tmp_path: Path) -> None:
    async with open_server(tmp_path) as first:
        table = await first.open_table("me", "here", game="toy_game")
        clients = [await first.join(table, seat) for seat in (0, 1, -1)]
        me, other, _ = clients
        await me.play(AMBER)
        await me.play(BLUE)
        await me.undo()
        await other.play(DONE)
        await settle()
        before = [(b.view, list(b.log)) for b in clients]
    async with open_server(tmp_path) as second:
        again = [await second.join(table, seat) for seat in (0, 1, -1)]
        await settle()
        for client, (view, log) in zip(again, before, strict=True):
            assert view
            assert (client.view.serial, client.view.decision) == (view.serial, view.decision)
            assert client.log == log
            assert client.view.game_view == view.game_view
        assert [b.view.serial for b in again] == [6, 3, 3], "both parts of the deal were received by all"


# ---------------------------------------------------------------------- results


@server_test()
async def test_a_game_can_end_without_a_winner(server: InProcessServer) -> None:
    me, other, _ = await open_and_join(server, "me", "here", rounds=1)
    for client in (me, other):
        await client.play(DONE)
    await me.wait_for_view(lambda v: v.actors == [0])
    view = await me.play(KEEP)
    assert view.result
    assert (view.result.winners, view.result.lost) == ([], True)
    assert view.result.reason == "Nobody wins: the target was not reached."
    assert [r.rank for r in view.result.ranks] == [2, 2]
    alone, _ = await open_and_join(server, "me", rounds=1)
    await alone.play(AMBER)
    await alone.play(AMBER)
    await alone.play(DONE)
    view = await alone.play(KEEP)
    assert view.result
    assert (view.result.winners, view.result.lost) == ([0], False)
    assert view.result.reason == "P0 wins: most points."


@server_test()
async def test_resigning_a_solo_game_loses_it(server: InProcessServer) -> None:
    me, watch = await open_and_join(server, "me")
    me.send(m.Resign())
    view = await watch.wait_for_view(lambda v: v.result)
    assert view.result
    assert (view.result.winners, view.result.lost, view.result.reason) == ([], True, "{0} resigned.")
    assert [(r.seat, r.rank) for r in view.result.ranks] == [(0, 2)]
    assert view.players[0].level == "only", "the middle one of a single level"


# ---------------------------------------------------------------------- moments and option files


@server_test()
async def test_a_moment_is_sent_before_its_view(server: InProcessServer) -> None:
    me, other, watch = await open_and_join(server, "me", "here")
    await me.play(CORAL)
    for client in (other, me):
        await client.play(DONE)
    view = await watch.wait_for_view(lambda v: v.actors == [0])
    assert view.headline == "Round 1"
    for client in (me, other, watch):
        await client.wait_for_view(lambda v: v.actors == [0])
        moments = client.messages(m.Moment)
        assert len(moments) == 1
        assert (moments[0].serial, moments[0].seat) == (client.view.serial, 0)
        assert moments[0].picture == {"shown": [[0, 0, 1], [0, 0, 0]]}
        assert client.received.index(moments[0]) < client.received.index(client.view)
    late = await server.rejoin(watch)
    assert not late.messages(m.Moment), "a moment is sent only when it happens"


def test_a_table_keeps_the_content_of_its_option_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "files" / "toy_game" / "palette"
    folder.mkdir(parents=True)
    monkeypatch.setenv("GAMUT_FILES", str(tmp_path / "files"))
    (folder / "steps.toml").write_text('target = 1\ncolours = ["red", "green", "blue"]\n')

    async def work() -> None:
        async with open_server(tmp_path) as first:
            table = await first.open_table("me", "here", game="toy_game", palette="steps")
            me = await first.join(table, 0)
            assert str(me.welcome.options["palette"]).startswith("steps@")
            await me.play(AMBER)
        (folder / "steps.toml").unlink()
        async with open_server(tmp_path) as second:
            again = await second.join(table, 0)
            assert again.welcome.read_only == ""
            assert log_texts(again) == ["put red"]
            _, _, body = await get(make_app(second.hub), f"/api/tables/{table.table}/actions")
            actions = json.loads(body)
            assert actions["texts"][:4] == ["put red", "put green", "put blue", "done"]
            assert actions["paths"][0] == [["pool", "colour:0"]], "touches in any order"
            assert actions["catalogue"] == {"target": 1, "colours": ["red", "green", "blue"]}

    run(work())


# ---------------------------------------------------------------------- time


class ScriptedBots:
    """Bots that play a script of secret steps each, and the times at which they submit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, scripts: dict[int, list[int]]) -> None:
        self.scripts, self.due = scripts, list[float]()
        self.may_submit = asyncio.Event()
        monkeypatch.setattr(table_bots.TableBots, "_think", self.think)
        monkeypatch.setattr(table_bots, "sleep_until", self.sleep_until)

    async def think(self, knowledge: Knowledge, *_: object) -> bots.Choice:
        return bots.Choice(self.scripts[knowledge.seat].pop(0))

    async def sleep_until(self, due: float) -> None:
        self.due.append(due)
        await self.may_submit.wait()


@pytest.mark.parametrize("pause_ms", [0, 3_600_000])
def test_bots_submit_at_the_same_time_after_any_number_of_secret_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause_ms: int
) -> None:
    async def test(server: InProcessServer) -> None:
        scripted = ScriptedBots(monkeypatch, {1: [DONE], 2: [AMBER, BLUE, CORAL, DONE]})
        (me, _) = await open_and_join(server, "me", "only", "only", pause_ms=pause_ms)
        await poll(lambda: len(scripted.due) == 2, "both bots to be ready to submit")
        interval = table_bots.SUBMIT_INTERVAL_S
        assert max(scripted.due) - min(scripted.due) == pytest.approx(interval), "in the order of the seats"
        assert not any(player.submitted for player in me.view.players)
        me.send(m.SkipPauses())
        await settle()
        assert not any(player.submitted for player in me.view.players), "skipping pauses does not show the time"
        scripted.may_submit.set()
        await me.wait_for_view(lambda v: [p.submitted for p in v.players] == [False, True, True])

    run_with_server(tmp_path, test, replace(UNLIMITED, secret_turn_seconds=60))


def test_a_bot_that_thinks_long_about_secret_steps_submits_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(*_: object) -> bots.Choice:
        await asyncio.Event().wait()
        raise AssertionError

    async def test(server: InProcessServer) -> None:
        monkeypatch.setattr(table_bots.TableBots, "_think", think)
        (me, _) = await open_and_join(server, "me", "only", "only")
        await me.wait_for_view(lambda v: [p.submitted for p in v.players] == [False, True, True])

    run_with_server(tmp_path, test)


@server_test()
async def test_no_answer_waits_while_a_secret_step_of_another_seat_is_stored(server: InProcessServer) -> None:
    me, other, _, _ = await open_and_join(server, "me", "here", "here")
    await me.play(AMBER)
    stored, storage = asyncio.Event(), server.hub.storage

    async def append_slowly(table_id: str, entry: StoredEntry) -> None:
        await stored.wait()
        await type(storage).append(storage, table_id, entry)

    storage.append = append_slowly  # type: ignore[method-assign]
    other.send(m.PlayAction(0, BLUE))
    await settle()
    await me.request(m.DescribePiece("seat:1"), m.PieceDescription)
    await me.request(m.PlayAction(0, AMBER), m.Ack)
    assert (await me.request(m.PlayAction(0, BLUE), m.Refused)).reason == "stale"
    await me.request(m.Preview(me.view.decision, me.view.legal[0]), m.PreviewAnswer)
    await me.request(m.Emote("thanks"), m.EmoteShown)
    assert (await me.request(m.Undo(9), m.Refused)).reason == "not_allowed"
    assert not other.messages(m.Ack)
    stored.set()
    await other.wait_for(m.Ack)


@server_test(replace(UNLIMITED, log_entries_per_table=12))
async def test_a_full_log_does_not_betray_the_secret_steps_of_others(server: InProcessServer) -> None:
    me, other, _, _ = await open_and_join(server, "me", "here", "here")
    match = next(iter(server.hub.rooms.values())).match
    while len(match.entries) < 20:
        await other.play(AMBER)
        if (await other.wait_for_view()).undo.possible and len(match.entries) < 12:
            await other.undo()
        elif not other.view.undo.possible or len(other.view.legal) == 1:
            break
    other.send(m.Undo())
    await other.wait_until(lambda: any("is full" in x.text for x in other.messages(m.Refused)))
    me.send(m.Rename("Mira"))
    await me.wait_for_view(lambda v: v.players[0].name == "Mira")
