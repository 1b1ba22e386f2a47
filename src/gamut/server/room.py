"""A table with people around it: hears them one at a time, stores what they do, shows it to all."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import msgspec

from gamut import bots
from gamut.engine.errors import GamutError
from gamut.server import messages as m
from gamut.server import rendering
from gamut.server.connection import Connection
from gamut.server.glimpse import Knowledge
from gamut.server.logs import event, failure
from gamut.server.match import Match
from gamut.server.storage import Entry, EntryKind, StorageFailed
from gamut.server.story import Story

if TYPE_CHECKING:
    from gamut.server.hub import Hub

RESTART = 1012  # the code of a line that should simply be opened again
HINTED = 8  # most figures of a hint


class Refuse(Exception):
    """What was asked is not done; the reason goes to whoever asked."""

    def __init__(self, reason: m.Reason, text: str, decision: int | None = None) -> None:
        super().__init__(text)
        self.message = m.Refused(reason=reason, text=text, decision=decision)


class Viewer:
    """All lines of one seat (−1: the spectators). They see the same."""

    def __init__(self, room: Room, story: Story) -> None:
        self.room, self.story, self.seat = room, story, story.seat
        self.lines: set[Connection] = set()
        self._view: m.View | None = None

    def changed(self) -> None:
        """Something can be seen that was not there before."""
        self._view = None
        kept = self.story.settle()
        for line in self.lines:
            line.told = min(line.told, kept)
            line.show()

    def view_for(self, line: Connection) -> bytes:
        """The latest view, with the lines of the log that the browser does not have."""
        if self._view is None:
            self._view = rendering.view(self.room.match, self.story, self.room.connected, self.room.read_only)
        told, line.told = line.told, len(self.story.lines)
        return m.encode(msgspec.structs.replace(self._view, log=self.story.lines[told:], log_from=told))


@dataclass
class Wish:
    """Something that needs the consent of others."""

    what: Literal["take_back", "rematch"]
    seat: int
    agreed: set[int] = field(default_factory=set)


class Room:
    """One table in memory: a cache of its log, and the lines to those who look at it."""

    def __init__(self, hub: Hub, match: Match, read_only: str) -> None:
        self.hub, self.match, self.read_only = hub, match, read_only
        self.viewers: dict[int, Viewer] = {}
        self.wish: Wish | None = None
        self.left_at = time.monotonic()  # when the last line was closed
        self.closed = False
        self._lock = asyncio.Lock()
        self._thinking: dict[int, asyncio.Task[None]] = {}  # bots by seat
        self._hinting: dict[int, asyncio.Task[None]] = {}  # hints by seat

    @property
    def id(self) -> str:
        """The table's name."""
        return self.match.row.id

    @property
    def connected(self) -> set[int]:
        """The seats with an open line."""
        return {seat for seat in self.viewers if seat >= 0}

    @property
    def idle(self) -> bool:
        """Whether nobody looks and no bot is at work."""
        return not self.viewers and not self._thinking and not self._lock.locked()

    # ------------------------------------------------------------------ coming and going

    async def join(self, line: Connection, seat: int) -> None:
        """A browser has shown the secret of a seat."""
        async with self._lock:
            if self.closed:
                line.close(RESTART)
                raise Refuse("not_allowed", "The table is being opened anew; please try again.")
            if seat not in self.viewers:
                self.viewers[seat] = Viewer(self, await self._story(seat))
            viewer = self.viewers[seat]
            if len(viewer.lines) >= self.hub.limits.watchers:
                raise Refuse("not_allowed", "Too many browsers already look at this seat.")
            line.viewer = viewer
            viewer.lines.add(line)
            line.say(rendering.welcome(self.match, seat, self.read_only))
            if seat >= 0 and not self.read_only:
                await self._sit(seat)
            self._show()
            if self.match.rematch:
                line.say(m.Moved(table=self.match.rematch, token=line.token))
            elif self.wish and self._may_answer(seat):
                line.say(self._asked(self.wish))
            self._drive()

    async def _story(self, seat: int) -> Story:
        """What has been told to the seat so far; long ones are told in a thread."""
        story = Story(seat)
        log = self.match.log
        if log:
            await asyncio.to_thread(Match.replay, self.match.row, log, [story])
        self.match.stories.append(story)
        return story

    async def _sit(self, seat: int) -> None:
        sitter = self.match.sitters[seat]
        if sitter.kind != "person" and not sitter.resigned and sitter.linked:
            self._stop(self._thinking, [seat])
            await self._store("sit", seat)

    def leave(self, line: Connection) -> None:
        """A line is closed."""
        viewer = line.viewer
        if viewer is None:
            return
        viewer.lines.discard(line)
        if not viewer.lines and self.viewers.get(viewer.seat) is viewer:
            del self.viewers[viewer.seat]
            self.match.stories.remove(viewer.story)
            self._stop(self._hinting, [viewer.seat])
            self.left_at = time.monotonic()
            if viewer.seat >= 0:
                self._show()

    def close(self, text: str = "") -> None:
        """Leave the memory; whoever still looks is told to come again."""
        self.closed = True
        self._stop(self._thinking)
        self._stop(self._hinting)
        for viewer in self.viewers.values():
            for line in viewer.lines:
                if text:
                    line.say(m.Bye(text=text))
                line.close(RESTART)

    # ------------------------------------------------------------------ hearing

    async def hear(self, line: Connection, message: m.ClientMessage) -> None:
        """Do what a browser asks, or say why not."""
        viewer = line.viewer
        assert viewer is not None
        seat = viewer.seat
        async with self._lock:
            if self.closed:
                raise Refuse("not_allowed", "The table is being opened anew; please try again.")
            match message:
                case m.Act():
                    await self._act(line, seat, message)
                case m.AskBack():
                    await self._ask_back(self._player(seat))
                case m.Answer():
                    await self._answer(self._person(seat), message.yes)
                case m.Resign():
                    await self._resign(self._player(seat))
                case m.Rematch():
                    await self._ask_rematch(seat)
                case m.Hint():
                    self._hint(line, self._player(seat))
                case m.Emote():
                    self._say_all(m.Emoted(seat=self._person(seat), emote=message.emote))
                case m.Rename():
                    await self._rename(self._person(seat), message.name)
                case m.Fill():
                    await self._fill(seat, message)
                case m.Pace():
                    self._host(seat)
                    await self._store("pause", seat, action=message.ms)
                    self._show()
                case m.Join():
                    raise Refuse("not_allowed", "This line has joined already.")

    def _person(self, seat: int) -> int:
        if seat < 0:
            raise Refuse("not_allowed", "Spectators only watch.")
        if self.read_only:
            raise Refuse("read_only", self.read_only)
        return seat

    def _player(self, seat: int) -> int:
        self._person(seat)
        if self.match.over:
            raise Refuse("over", "The game is over.")
        if self.match.sitters[seat].resigned:
            raise Refuse("not_allowed", "You have resigned.")
        return seat

    def _host(self, seat: int) -> None:
        if seat != self.match.row.host:
            raise Refuse("not_allowed", "Only the host does that.")
        if self.read_only:
            raise Refuse("read_only", self.read_only)

    # ------------------------------------------------------------------ acting

    async def _act(self, line: Connection, seat: int, message: m.Act) -> None:
        decision, action = message.decision, message.action
        self._person(seat)
        made = self.match.made[seat]
        if decision < len(made) and made[decision] == action:
            line.say(m.Ack(decision=decision))  # said again because our answer was lost
            return
        if decision != len(made):
            line.show()
            raise Refuse("stale", "The table has moved on.", decision)
        if self.match.over:
            raise Refuse("over", "The game is over.", decision)
        if self.match.sitters[seat].resigned:
            raise Refuse("not_allowed", "You have resigned.", decision)
        if not self.match.may(seat, action):
            raise Refuse("illegal", self._why_not(seat, action), decision)
        await self._store("act", seat, decision, action)
        line.say(m.Ack(decision=decision))
        self._moved_on(seat)

    def _why_not(self, seat: int, action: int) -> str:
        texts = self.match.setup.texts
        if seat not in self.match.awaited:
            return "It is not your turn."
        return f"You cannot {texts[action]} now." if action < len(texts) else "There is no such action."

    def _moved_on(self, mover: int | None = None) -> None:
        """The state of the game has changed: wishes and hints about the old one lapse.

        Who is still to choose when another seat has chosen in secret keeps the hint that is under way.
        """
        self.wish = None
        kept = [] if mover is None else [seat for seat in self.match.awaited if seat != mover]
        self._stop(self._hinting, [seat for seat in self._hinting if seat not in kept])
        self._show()
        self._drive()
        if self.match.over:
            event("game over", table=self.id, game=self.match.row.game, steps=len(self.match.table.history))

    async def _store(
        self, kind: EntryKind, seat: int, decision: int = 0, action: int = 0, detail: str = ""
    ) -> None:
        """Write an entry, and let it happen once it is safe."""
        draft = Entry(
            n=len(self.match.log), at=time.time_ns() // 1_000_000, kind=kind, seat=seat,
            decision=decision, action=action, detail=detail, digest="",
        )  # fmt: skip
        entry = msgspec.structs.replace(draft, digest=self.match.digest_after(draft))
        try:
            await self.hub.storage.append(self.id, entry)
        except BaseException as e:
            # failed or interrupted: only the database knows what it holds, so the table is read again
            self.hub.forget(self)
            self.close("The table is opened anew.")
            if isinstance(e, StorageFailed):
                raise Refuse("not_allowed", "The server could not store this; please try again.") from None
            raise
        self.match.apply(entry)

    def _show(self) -> None:
        for viewer in self.viewers.values():
            viewer.changed()

    def _say_all(self, message: m.ServerMessage, seats: Iterable[int] | None = None) -> None:
        for seat in list(self.viewers) if seats is None else seats:
            for line in self.viewers[seat].lines if seat in self.viewers else ():
                line.say(message)

    # ------------------------------------------------------------------ taking back

    async def _ask_back(self, seat: int) -> None:
        undo = self.match.undo(seat)
        if not undo.possible:
            raise Refuse("not_allowed", undo.why)
        if undo.free:
            await self._take_back(seat)
        else:
            wish = Wish("take_back", seat, {seat})
            await self._ask(wish, self._voters(wish))

    async def _take_back(self, seat: int) -> None:
        step = self.match.last_step(seat)
        assert step is not None
        self._stop(self._thinking)
        await self._store("take_back", seat, action=step)
        self._moved_on()

    # ------------------------------------------------------------------ wishes

    async def _ask(self, wish: Wish, voters: list[int]) -> None:
        if self.wish and self.wish.what == wish.what:
            self.wish.agreed |= wish.agreed
        else:
            self.wish = wish
            self._say_all(self._asked(wish), [v for v in voters if v != wish.seat])
        await self._count(voters)

    def _asked(self, wish: Wish) -> m.Asked:
        return m.Asked(seat=wish.seat, name=self.match.sitters[wish.seat].name, what=wish.what)

    def _may_answer(self, seat: int) -> bool:
        return self.wish is not None and seat in self._voters(self.wish) and seat not in self.wish.agreed

    def _voters(self, wish: Wish) -> list[int]:
        """To a take-back all who play have to agree, to a rematch all who are there."""
        sitters = self.match.sitters
        if wish.what == "take_back":
            return [seat for seat in self.match.humans if sitters[seat].kind == "person"]
        return [seat for seat in self.connected if sitters[seat].human or sitters[seat].resigned]

    async def _answer(self, seat: int, yes: bool) -> None:
        if self.wish is None or not self._may_answer(seat):
            raise Refuse("not_allowed", "Nothing was asked of you.")
        if yes:
            self.wish.agreed.add(seat)
            await self._count(self._voters(self.wish))
            return
        name = self.match.sitters[seat].name
        self._say_all(m.Refused(reason="not_allowed", text=f"{name} does not agree."), [self.wish.seat])
        self.wish = None

    async def _count(self, voters: list[int]) -> None:
        wish = self.wish
        if wish is None or not wish.agreed.issuperset(voters):
            return
        self.wish = None
        if wish.what == "rematch":
            await self._rematch(wish.seat)
        elif self.match.undo(wish.seat).possible:
            await self._take_back(wish.seat)

    # ------------------------------------------------------------------ resigning, rematch, seats

    async def _resign(self, seat: int) -> None:
        """A bot plays on for the seat; with two seats, or no other person, the game is over."""
        levels = list(self.match.setup.game.levels)
        await self._store("resign", seat, detail=levels[len(levels) // 2])
        self._moved_on()

    async def _ask_rematch(self, seat: int) -> None:
        if seat != self.match.row.host:
            self._person(seat)
        if not self.match.over:
            raise Refuse("not_allowed", "The game is still going on.")
        if self.match.rematch:
            raise Refuse("over", "The rematch has begun already.")
        if seat < 0:
            await self._rematch(seat)
        else:
            wish = Wish("rematch", seat, {seat})
            await self._ask(wish, self._voters(wish))

    async def _rematch(self, seat: int) -> None:
        table = await self.hub.open_again(self.match)
        await self._store("rematch", seat, detail=table)
        self._show()
        for viewer in self.viewers.values():
            for line in viewer.lines:
                line.say(m.Moved(table=table, token=line.token))

    async def _rename(self, seat: int, name: str) -> None:
        clean = clean_name(name)
        if not clean:
            raise Refuse("not_allowed", "A name needs a letter.")
        if clean != self.match.sitters[seat].name:
            await self._store("rename", seat, detail=clean)
            self._show()

    async def _fill(self, seat: int, message: m.Fill) -> None:
        self._host(seat)
        if self.match.over:
            raise Refuse("over", "The game is over.")
        if message.seat not in self.match.seats:
            raise Refuse("not_allowed", "There is no such seat.")
        sitter = self.match.sitters[message.seat]
        if sitter.resigned or (message.level is None and not sitter.linked):
            raise Refuse("not_allowed", "This seat stays with its bot.")
        if message.level is not None and message.level not in self.match.setup.game.levels:
            raise Refuse("not_allowed", "There is no such level.")
        if sitter.human and message.seat in self.connected:
            raise Refuse("not_allowed", f"{sitter.name} sits there.")
        if sitter.level == message.level and sitter.human == (message.level is None):
            return
        self._stop(self._thinking, [message.seat])
        await self._store("fill", message.seat, detail=message.level or "")
        self.wish = None
        self._show()
        self._drive()

    # ------------------------------------------------------------------ bots

    def _stop(self, tasks: dict[int, asyncio.Task[None]], seats: list[int] | None = None) -> None:
        for seat in list(tasks) if seats is None else seats:
            if seat in tasks and tasks[seat] is not asyncio.current_task():
                tasks.pop(seat).cancel()

    def _drive(self) -> None:
        """Let every bot think that is awaited and does not think yet."""
        if self.read_only or self.closed:
            return
        for seat in self.match.awaited:
            if self.match.sitters[seat].kind == "bot" and seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._bot(seat))

    async def _bot(self, seat: int) -> None:
        try:
            began, decision = time.monotonic(), self.match.decision(seat)
            action = await self._choice(seat)
            await asyncio.sleep(max(0.0, self.match.pause_ms / 1000 - (time.monotonic() - began)))
            async with self._lock:
                self._thinking.pop(seat, None)
                current = self.match.decision(seat) == decision and seat in self.match.awaited
                if current and self.match.sitters[seat].kind == "bot" and not self.closed:
                    await self._store("act", seat, decision, action)
                    self._moved_on(seat)
                else:
                    self._drive()
        except Refuse:
            pass  # the table left the memory; whoever opens it again drives the bot
        except Exception:
            failure("a bot could not act", table=self.id, seat=seat)
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]

    async def _choice(self, seat: int) -> int:
        """What the seat's bot chooses; a bot that fails does not hold up the table."""
        setup, glimpse = self.match.setup, Knowledge.of(self.match.table, self.match.rules, seat)
        level, seed = self.match.sitters[seat].level or next(iter(setup.game.levels)), secrets.randbits(63)
        try:
            choice = await self.hub.thinkers.think(
                self.id, lambda cancelled: bots.make(level, setup).choose(glimpse.hidden, seat, seed, cancelled)
            )
            if choice.action in glimpse.legal:
                return choice.action
            raise GamutError("a bot chose what is not legal")
        except Exception:
            failure("a bot failed", table=self.id, seat=seat, level=level)
        return secrets.choice(glimpse.legal)

    def _hint(self, line: Connection, seat: int) -> None:
        if seat not in self.match.awaited:
            raise Refuse("not_allowed", "It is not your turn.")
        if seat in self._hinting:
            raise Refuse("too_often", "The hint is on its way.")
        self._hinting[seat] = asyncio.create_task(self._give_hint(line, seat))

    async def _give_hint(self, line: Connection, seat: int) -> None:
        try:
            setup, glimpse = self.match.setup, Knowledge.of(self.match.table, self.match.rules, seat)
            level, seed = list(setup.game.levels)[-1], secrets.randbits(63)
            choice = await self.hub.thinkers.think(
                self.id, lambda cancelled: bots.make(level, setup).choose(glimpse.hidden, seat, seed, cancelled)
            )
            whole = sum(f.visits for f in choice.figures) or 1
            figures = [m.HintFigure(f.action, f.visits / whole, f.value) for f in choice.figures[:HINTED]]
            line.say(m.Hinted(best=choice.action, figures=figures))
        except Exception:
            failure("a hint failed", table=self.id, seat=seat)
            line.say(m.Refused(reason="not_allowed", text="There is no hint just now."))
        finally:
            if self._hinting.get(seat) is asyncio.current_task():
                del self._hinting[seat]


def clean_name(name: str) -> str:
    """A name without control characters and odd spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())[: m.NAME_LENGTH]
