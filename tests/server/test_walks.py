"""No order of joining, leaving, filling, resigning and taking back tells a seat what it may not know.

Two servers have the same table, and everybody does the same at both. The tables differ only in what one seat may
not know: other hands were dealt to the others, and in secret phases the others make other steps. Every byte that
the seat hears must be the same. Nothing waits or draws lots here: the storage is a list, and bots move when they
are told to.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gamut.engine.table import Table
from gamut.server import hub as hubs
from gamut.server import match as matches
from gamut.server import messages as m
from gamut.server import proposals, rendering, room, seating, secret
from gamut.server.hub import NOBODY, Hub
from gamut.server.match import Change, Match
from gamut.server.room import Room
from gamut.server.storage import SEATING, Entry, Storage, TableRow
from gamut.server.table_bots import TableBots
from tests.server.kit import FAST, Browser
from tests.server.motes import COLOURS, DONE, GAME

pytestmark = pytest.mark.usefixtures("motes")
SEATS = range(3)
AWAY_MS = 60_000
seats = st.sampled_from(SEATS)
Script = Callable[["Twin"], object]


async def read_at_once(hub: Hub, payer: str, table: str, work: Callable[[], Any]) -> Any:
    """What threads would read."""
    return work()


class InMemory:
    """What a storage does, without a disk."""

    def __init__(self) -> None:
        self.rows: dict[str, TableRow] = {}
        self.logs: dict[str, list[Entry]] = {}

    async def open_table(self, table: TableRow) -> None:
        self.rows[table.id], self.logs[table.id] = table, []

    async def append(self, table_id: str, entry: Entry) -> None:
        self.logs[table_id].append(entry)

    def read_table(self, table_id: str) -> TableRow | None:
        return self.rows.get(table_id)

    def read_log(self, table_id: str) -> list[Entry]:
        return list(self.logs[table_id])

    def read_seating(self, table_id: str) -> list[Entry]:
        return [entry for entry in self.logs[table_id] if entry.kind in SEATING]

    def read(self, what: Callable[[Any], Any]) -> int:
        """How many tables there are."""
        return len(self.rows)

    def close(self) -> None:
        pass


class World:
    """What both servers have in common: a clock, names that are drawn, and who is told which key."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.step = self.drawn = 0
        self.key = bytes(16)  # of the twin that is at work

    def read_clock(self) -> int:
        return self.now

    def draw(self, *_: Any) -> str:
        self.drawn += 1
        return f"{self.step:031x}{self.drawn % 16:x}"

    def make_key(self, *_: Any) -> bytes:
        return self.key


async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
    """In the place of a thread."""
    return work(*arguments)


@contextmanager
def quiet_world(world: World) -> Iterator[None]:
    """Take chance, time, threads and bots out of the server."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (hubs, rendering, room, seating):
            patch.setattr(module, "read_clock", world.read_clock)
        patch.setattr(secret, "new_token", world.draw)
        patch.setattr(proposals, "new_table_id", world.draw)
        patch.setattr(proposals, "new_server_part", world.draw)
        patch.setattr(matches, "make_key", world.make_key)
        patch.setattr(asyncio, "to_thread", at_once)
        patch.setattr(Hub, "read", read_at_once)
        patch.setattr(TableBots, "keep_up", lambda self: None)
        yield


class Twin:
    """One of the two servers, its table, and the browsers there."""

    def __init__(self, world: World, key: bytes, observed: int) -> None:
        self.world, self.key, self.observed = world, key, observed
        self.loop = asyncio.Runner()
        self.hub: Hub = self.run(self._make_hub())
        self.table = m.NewTable("", [], [], "")
        self.at: dict[int, Browser] = {}  # the connection of each seat
        self.opened: list[Browser] = []
        self.watching: list[Browser] = []  # all that the observed seat has ever had, the spectators' too
        self.secrets: dict[int, str] = {}
        self.invitations: dict[int, str] = {}

    async def _make_hub(self) -> Hub:
        hub = Hub(cast(Storage, InMemory()), replace(FAST, away_seconds=AWAY_MS / 1000), threads=1)
        hub.compiler.close()
        hub.compiler = cast(Any, SimpleNamespace(is_ready=lambda _: True, want=lambda _: None, close=lambda: None))
        return hub

    def run(self, work: Any) -> Any:
        """Do something, and let all happen that follows from it."""
        self.world.key, self.world.drawn = self.key, 0

        async def done() -> Any:
            found = await work
            for _ in range(40):
                await asyncio.sleep(0)
            return found

        return self.loop.run(done())

    def open(self, kinds: list[str]) -> None:
        wanted = [m.SeatRequest(cast(m.SeatKind, kind), f"P{k}") for k, kind in enumerate(kinds)]
        self.table = self.run(self.hub.open_table(m.TableRequest("motes", wanted, {"rounds": 3}, 0)))
        self.secrets = {s.seat: s.token for s in self.table.seats}
        self.invitations = {s.seat: s.token for s in self.table.invitations}
        if self.observed < 0:
            self.connect(-1, m.Join(self.table.table, self.table.watch))

    def connect(self, seat: int, message: m.Join | m.Sit) -> Browser:
        async def come() -> Browser:
            browser = Browser(self.hub)
            browser.part = f"{seat + 2:032x}"
            browser.send(message)
            return browser

        browser: Browser = self.run(come())
        self.opened.append(browser)
        if seat >= 0:
            self.at[seat] = browser
        if seat == self.observed:
            self.watching.append(browser)
        return browser

    def say(self, seat: int, message: m.ClientMessage) -> list[Any]:
        """What a seat hears after it has said something."""
        browser = self.at[seat]
        before = len(browser.heard)

        async def speak() -> None:
            browser.send(message)

        self.run(speak())
        return browser.heard[before:]

    def leave(self, seat: int) -> None:
        self.run(self.at.pop(seat).close())

    @property
    def room(self) -> Room | None:
        return self.hub.rooms.get(self.table.table)

    @property
    def match(self) -> Match:
        match: Match = self.run(self.hub.find_match(self.table.table, NOBODY))
        return match

    def play(self, seat: int, action: int) -> None:
        """An action, by whoever plays the seat now."""
        decision = self.match.decision(seat)
        if self.match.sitters[seat].kind == "bot":
            assert self.room
            self.run(self.room._act_for_bot(seat, decision, action))
        else:
            self.say(seat, m.Act(decision, action))

    def placed(self, seat: int) -> list[int]:
        """What the seat has put in this phase."""
        return [int(n) for n in self.match.table.record["put"][0, seat]]

    def told(self) -> list[tuple[int | None, list[str]]]:
        """All that the observed seat has heard; the key of the end is another one."""
        return [(b.closed, [text.replace(self.key.hex(), "key") for text in b.raw]) for b in self.watching]

    def end(self) -> None:
        async def leave_all() -> None:
            for browser in self.opened:
                if not browser.task.done():
                    await browser.close()

        self.run(leave_all())
        self.hub.say_goodbye()
        self.hub.close()
        self.loop.close()


def twin_keys(observed: int) -> tuple[bytes, bytes]:
    """Two deals that the seat cannot tell apart, and that are not the same for the others."""
    tints = {}
    for number in range(200):
        key = number.to_bytes(16, "little")
        tints[key] = [int(t) for t in Table(GAME.open(3), key).record["tint"][0]]
    first, *others = tints
    for other in others:
        same = [a == b for a, b in zip(tints[first], tints[other], strict=True)]
        if same == [seat == observed for seat in SEATS]:
            return first, other
    raise AssertionError("no such deals")


SEEN: Counter[str] = Counter()  # what the walks have come to


class Walk(RuleBasedStateMachine):
    """Everybody comes and goes, at both tables alike."""

    twins: list[Twin]

    @initialize(observed=st.integers(-1, 2), second=st.sampled_from(["link", "here"]),
                third=st.sampled_from(["link", "here", "bot"]))  # fmt: skip
    def open(self, observed: int, second: str, third: str) -> None:
        if observed == 2 and third == "bot":
            observed = 1
        self.world, self.observed = World(), observed
        self._quiet = quiet_world(self.world)
        self._quiet.__enter__()
        self.twins = [Twin(self.world, key, observed) for key in twin_keys(observed)]
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed: set[int] = set()
        self.each(lambda twin: twin.open(["me", second, third]))
        self.each(partial(self.rejoin, 0))

    def teardown(self) -> None:
        if hasattr(self, "twins"):
            for twin in self.twins:
                twin.end()
            self._quiet.__exit__(None, None, None)

    def each(self, script: Script) -> None:
        """Do the same at both tables."""
        self.world.step += 1
        for twin in self.twins:
            script(twin)

    @property
    def one(self) -> Twin:
        return self.twins[0]

    @property
    def match(self) -> Match:
        return self.one.match

    def here(self, seat: int) -> bool:
        return seat in self.one.at

    # ------------------------------------------------------------------ coming and going

    @rule(seat=seats)
    def come(self, seat: int) -> None:
        """Join by the seat's secret, or sit down by an invitation."""
        if self.here(seat):
            return
        if seat in self.one.secrets:
            self.each(partial(self.rejoin, seat))
        elif seat in self.one.invitations:
            self.each(lambda twin: self.sit_down(twin, seat))
        if self.here(seat) and not self.match.sitters[seat].resigned:
            assert self.match.sitters[seat].kind == "person", "the seat is theirs at once"
            SEEN["came"] += 1

    @staticmethod
    def sit_down(twin: Twin, seat: int) -> None:
        own = f"{seat}" * 40
        browser = twin.connect(seat, m.Sit(twin.table.table, twin.invitations[seat], own, "Mira"))
        if any(isinstance(x, m.Welcome) for x in browser.heard):
            twin.secrets[seat] = own
        else:
            twin.leave(seat)

    @rule()
    def gather(self) -> None:
        for seat in SEATS:
            self.come(seat)

    @rule(seat=seats)
    def go(self, seat: int) -> None:
        if self.here(seat):
            self.each(lambda twin: twin.leave(seat))
            self.left[seat] = self.world.now

    @rule()
    def look_again(self) -> None:
        """Another browser with the observed seat's link: it hears the whole log at once."""
        if self.observed < 0:
            self.each(lambda twin: twin.connect(-1, m.Join(twin.table.table, twin.table.watch)))
        elif self.here(self.observed):
            before = [twin.at[self.observed] for twin in self.twins]
            self.each(partial(self.rejoin, self.observed))
            for twin, browser in zip(self.twins, before, strict=True):
                twin.run(twin.at[self.observed].close())
                twin.at[self.observed] = browser

    @rule(seat=seats)
    def change_device(self, seat: int) -> None:
        if self.here(seat):
            self.each(lambda twin: self.hand_over(twin, seat))

    def hand_over(self, twin: Twin, seat: int) -> None:
        link = next((x for x in twin.say(seat, m.HandOver()) if isinstance(x, m.Invited)), None)
        if link:
            own = f"{self.world.step:040d}"
            twin.connect(seat, m.Sit(twin.table.table, link.token, own))
            twin.secrets[seat] = own

    @rule(seconds=st.sampled_from([20, 70]))
    def wait(self, seconds: int) -> None:
        self.world.now += seconds * 1000

    @rule()
    def restart(self) -> None:
        """The table leaves the memory, and all who are there come again."""
        present = sorted(self.one.at)
        self.each(self.drop)
        for seat in present:
            self.each(partial(self.rejoin, seat))
        self.left = dict.fromkeys(SEATS, self.world.now)
        self.agreed.clear()

    @staticmethod
    def rejoin(seat: int, twin: Twin) -> None:
        twin.connect(seat, m.Join(twin.table.table, twin.secrets[seat]))

    @staticmethod
    def drop(twin: Twin) -> None:
        async def close() -> None:
            if room := twin.room:
                twin.hub.drop_room(room)
                room.close("again")

        twin.run(close())
        twin.at.clear()
        if twin.observed < 0:
            twin.connect(-1, m.Join(twin.table.table, twin.table.watch))

    # ------------------------------------------------------------------ the host

    @precondition(lambda self: self.here(0))
    @rule(seat=seats, level=st.sampled_from(["only", None]))
    def fill(self, seat: int, level: str | None) -> None:
        before = self.match.sitters[seat].kind
        self.each(lambda twin: twin.say(0, m.Fill(seat, level)))
        after = self.match.sitters[seat].kind
        if before == "person" and after == "bot":
            SEEN["a bot sat in"] += 1
            assert not self.here(seat)
            assert self.world.now >= self.left[seat] + AWAY_MS, "not before the time that was told"

    @rule(seat=st.sampled_from([1, 2]), seconds=st.sampled_from([20, 59, 60]))
    def be_away(self, seat: int, seconds: int) -> None:
        """Somebody goes, and the host wants a bot in their place."""
        self.go(seat)
        self.wait(seconds)
        if self.here(0):
            self.fill(seat, "only")

    @precondition(lambda self: self.here(0))
    @rule(seat=seats)
    def invite(self, seat: int) -> None:
        self.each(lambda twin: self.make_link(twin, seat))

    @staticmethod
    def make_link(twin: Twin, seat: int) -> None:
        for told in twin.say(0, m.Invite(seat)):
            if isinstance(told, m.Invited):
                twin.invitations[told.seat] = told.token

    # ------------------------------------------------------------------ players

    @rule(seat=seats, what=st.sampled_from([*["emote", "rename", "why", "rematch"] * 3, "resign"]))
    def speak(self, seat: int, what: str) -> None:
        messages: dict[str, m.ClientMessage] = {
            "resign": m.Resign(), "emote": m.Emote("oops"), "rename": m.Rename("Ada"), "rematch": m.Rematch(),
            "why": m.WhyNot([], "colour:1"),
        }  # fmt: skip
        if self.here(seat):
            self.each(lambda twin: twin.say(seat, messages[what]))

    @rule(seat=seats, answers=st.lists(st.booleans(), max_size=3))
    def take_back(self, seat: int, answers: list[bool]) -> None:
        """Whatever others have seen stays until all who have sat here agree."""
        if not self.here(seat) or (seat != self.observed and self.differ(seat)):
            return
        match = self.match
        asked, before = match.undo(seat), match.taken_back
        self.each(lambda twin: twin.say(seat, m.TakeBack()))
        if asked.possible and not asked.free:
            SEEN["asked"] += 1
            self.agreed = {seat}
            self.check_consent(before)
            for other, yes in enumerate(answers):
                self.answer(other, yes)

    @rule(
        answers=st.just([True] * 3) | st.lists(st.booleans(), min_size=3, max_size=3),
        away=st.sampled_from([None, 1, 2]),
    )
    def regret(self, answers: list[bool], away: int | None) -> None:
        """A round is played, perhaps somebody goes, and whoever would have to ask for a take-back does so."""
        self.gather()
        self.play_round(0)
        if away is not None:
            self.be_away(away, 60)
        asking = [seat for seat in SEATS if self.here(seat) and self.match.undo(seat).why.startswith("The others")]
        for seat in asking[:1]:
            self.take_back(seat, answers)

    @rule(seat=seats, yes=st.booleans())
    def answer(self, seat: int, yes: bool) -> None:
        if not self.here(seat):
            return
        before = self.match.taken_back
        self.each(lambda twin: twin.say(seat, m.Answer(yes)))
        if yes:
            self.agreed.add(seat)
        self.check_consent(before)

    def check_consent(self, before: int) -> None:
        match = self.match
        if match.taken_back > before:
            SEEN["taken back"] += 1
            minding = {seat for seat, s in enumerate(match.sitters) if s.sat and not s.resigned}
            assert minding <= self.agreed, "somebody was not asked"

    @rule(seat=seats, choice=st.integers(0, 5))
    def act(self, seat: int, choice: int) -> None:
        """The same action at both tables; before all is turned up the others' steps are made the same."""
        if not self.can_act(seat) or self.differ(seat):
            return
        legal = self.match.table.legal(seat)
        action = legal[choice % len(legal)]
        if self.match.table.secret_phase and action == DONE:
            self.be_done(seat)
        else:
            self.each(lambda twin: twin.play(seat, action))

    @rule(choice=st.integers(0, 5))
    def play_round(self, choice: int) -> None:
        """All are done, all is turned up, and somebody keeps or spends a point, which all see."""
        for _ in range(2):
            for seat in self.match.awaited:
                if not self.can_act(seat):
                    return
                if self.match.table.secret_phase:
                    self.be_done(seat)
                else:
                    self.act(seat, choice)
                    return

    @rule(seat=seats, first=st.integers(0, COLOURS - 1), second=st.integers(0, COLOURS), last=st.booleans())
    def act_in_secret(self, seat: int, first: int, second: int, last: bool) -> None:
        """Another step at each table, or none at the second one; nobody else may notice."""
        if seat == self.observed or not self.can_act(seat) or not self.match.table.secret_phase:
            return
        self.world.step += 1
        for twin, action in zip(self.twins, (first, second), strict=True):
            if action in twin.match.table.legal(seat) and action < COLOURS:
                twin.play(seat, action)
        if last:
            self.be_done(seat)

    def be_done(self, seat: int) -> None:
        """A seat is in; whoever is the last one turns all up, which the twins must agree on by then."""
        if len(self.match.table.actors) == 1 and not self.make_equal():
            return
        self.each(lambda twin: twin.play(seat, DONE))
        SEEN["turned up" if not self.match.table.secret_phase else "is in"] += 1

    def make_equal(self) -> bool:
        """Let all that would be turned up be the same: each seat takes its steps back and makes them again."""
        differing = [seat for seat in SEATS if self.differ(seat)]
        if any(not self.here(seat) or self.match.sitters[seat].kind == "bot" for seat in differing):
            return False
        for seat in differing:
            was_in = seat not in self.match.table.actors
            if was_in:
                self.each(partial(Twin.say, seat=seat, message=m.TakeBack()))
            wanted, other = self.one.placed(seat), self.twins[1]
            self.world.step += 1
            for _ in range(sum(other.placed(seat))):
                other.say(seat, m.TakeBack())
            for colour, count in enumerate(wanted):
                for _ in range(count):
                    other.play(seat, colour)
            if was_in:
                self.each(partial(Twin.play, seat=seat, action=DONE))
            assert not self.differ(seat)
        return True

    def differ(self, seat: int) -> bool:
        """Whether the seat has made other steps at the other table."""
        one, other = (twin.placed(seat) for twin in self.twins)
        return one != other

    def can_act(self, seat: int) -> bool:
        match = self.match
        plays = match.sitters[seat].kind == "bot" and self.one.room is not None
        return seat in match.awaited and (plays or self.here(seat))

    # ------------------------------------------------------------------ what must be so

    @invariant()
    def the_seat_hears_the_same(self) -> None:
        if not hasattr(self, "twins"):
            return
        one, other = (twin.told() for twin in self.twins)
        assert one == other
        begun = self.match.begun
        SEEN["compared"] += begun
        SEEN["compared while steps differ"] += begun and any(self.differ(seat) for seat in SEATS)
        SEEN["over"] += self.match.over


def walk(examples: int, steps: int = 40, **more: Any) -> None:
    """Walk so many orders."""
    SEEN.clear()
    SEEN["walks"] = examples
    chosen = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck), **more,
    )  # fmt: skip
    run_state_machine_as_test(Walk, settings=chosen)


@pytest.mark.slow
def test_no_order_of_things_tells_a_seat_what_it_may_not_know() -> None:
    walk(examples=150)
    assert SEEN["compared"] > 1000
    for what in ("compared while steps differ", "a bot sat in", "asked", "taken back", "turned up", "over"):
        assert SEEN[what] > 0, what


def everybody_notices(self: Match, entry: Entry, step: Any) -> Change:
    """A step of a secret phase moves everybody's serial number."""
    change = HONEST_ACT(self, entry, step)
    return Change(self.everybody, change.moments)


HONEST_ACT = Match._act
HONEST_HIDDEN = Table.hidden


def too_much(self: Table, seat: int) -> Any:
    """The hands of others are not hidden."""
    hidden = HONEST_HIDDEN(self, seat)
    hidden["tint"] = self.record["tint"].max()
    return hidden


def only_who_is_here(self: proposals.Proposals, proposal: proposals.Proposal) -> list[int]:
    """Consent counts only who is present."""
    voters = [seat for seat in self._match.humans if seat in self._audience.connected]
    return [seat for seat in voters if seat not in proposal.agreed]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("owner", "name", "wrong"),
    [
        (Match, "_act", everybody_notices),
        (Table, "hidden", too_much),
        (proposals.Proposals, "_waiting", only_who_is_here),
    ],
)
def test_a_server_that_tells_too_much_is_found_out(
    monkeypatch: pytest.MonkeyPatch, owner: type, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(AssertionError):
        walk(examples=150, phases=[Phase.generate])
