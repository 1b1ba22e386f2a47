"""Real tables in the middle of things: games are played until somebody likes the position.

What is sent is what the server itself would send: it makes the messages.
"""

import importlib.machinery
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from playwright.sync_api import Page

from gamut import games
from gamut.engine.game import Game
from gamut.engine.options import Value
from gamut.server import messages as m
from gamut.server.match import Match
from gamut.server.rendering import make_view, make_welcome
from gamut.server.seat_secrets import Door
from gamut.server.storage import Entry, SeatRow, TableRow

WEB = Path(__file__).parents[2] / "web"
NAMES = ["Ada", "Mira", "Sage", "Jonas", "Bartholomew"]
BOT = 2  # the seat that a bot plays, where there are so many
TRIES = 300


@dataclass(frozen=True)
class Look:
    """A position worth a picture: how to find it, and what to do with the page."""

    seats: int
    liked: Callable[["Played"], bool]
    viewer: int = 0  # −1: somebody watches
    first: int = 0  # the seed to begin with
    options: Mapping[str, Value] = field(default_factory=dict)
    move: Callable[["Played"], None] | None = None  # what is done once the page acts; its view is then sent
    act: Callable[[Page], None] | None = None  # what the person at the page does
    motion: bool = False  # caught while pieces travel
    measured: bool = False  # so full that its boxes are measured at every size


def looks_of(game: str) -> Mapping[str, Look]:
    """The positions that a game names in its folder among the pages; none for a game that has no folder."""
    looks: Mapping[str, Look] = getattr(positions_of(game), "LOOKS", {})
    return looks


def positions_of(game: str) -> Any:
    """The module of a game's positions; None if it has none."""
    path = WEB / "src" / "games" / game / "positions.py"
    if not path.exists():
        return None
    loader = importlib.machinery.SourceFileLoader(f"positions_{game}", str(path))
    module = ModuleType(loader.name)
    loader.exec_module(module)
    return module


def row_of(game: Game, seats: int, options: Mapping[str, Value], key: bytes) -> TableRow:
    """A table of that many people, one bot among them."""
    level = next(iter(game.levels), None)
    return TableRow(
        id="t1",
        made=0,
        game=game.id,
        rules=game.version,
        options=dict(game.open(seats, options).options),
        files={},
        key=key,
        host=0,
        pause_ms=700,
        watch_hash="",
        seats=tuple(
            SeatRow(seat=seat, kind="bot", name=NAMES[seat], level=level, token_hash="x")
            if seat == BOT
            else SeatRow(seat=seat, kind="person", name=NAMES[seat], level=None, token_hash="x")
            for seat in range(seats)
        ),
    )


class Played:
    """A table as one seat follows it."""

    def __init__(self, game: Game, look: Look, seed: int) -> None:
        self.random = random.Random(seed)
        self.viewer = look.viewer
        self.moment: Any = None  # the viewer's picture of what happened last, if it was worth one
        self.match = Match(row_of(game, look.seats, look.options, self.random.randbytes(16)), [look.viewer])

    @property
    def view(self) -> Any:
        """What the viewer's table component draws."""
        return self.match.seat_logs[self.viewer].knowledge.view

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.match.over

    @property
    def acting(self) -> bool:
        """Whether the viewer is awaited."""
        return self.viewer in self.match.awaited

    @property
    def legal(self) -> list[str]:
        """What the viewer may do, in words."""
        return [self.match.setup.texts[a] for a in self.match.table.knowledge(self.viewer).legal]

    def go(self, seat: int, what: int | str) -> None:
        """Let a seat act."""
        action = self.match.setup.action(what)
        draft = Entry(at=0, kind="act", seat=seat, decision=self.match.decision(seat), action=action)
        self.moment = self.match.commit(self.match.prepare(draft)).moments.get(self.viewer)

    def guess(self, seat: int) -> int:
        """An action by the guide's weights."""
        setup, knowledge = self.match.setup, self.match.table.knowledge(seat)
        acts = knowledge.legal
        weights = np.zeros(len(acts), np.int32)
        arguments = (setup.constants, knowledge.hidden, 0, seat, np.array(acts, np.int32), len(acts), weights)
        knowledge.rules.guide(*arguments, setup.work())
        return self.random.choices(acts, weights=weights.tolist())[0]

    def until(self, liked: Callable[["Played"], bool]) -> bool:
        """Play on until somebody likes it; false when the game ended first."""
        while not liked(self):
            if self.over:
                return False
            seat = self.random.choice(self.match.awaited)
            self.go(seat, self.guess(seat))
        return True

    def welcome(self, seat: int) -> m.Welcome:
        """What the server says first."""
        return make_welcome(self.match, Door(seat), "", "")

    def message(self, proposal: m.Proposal | None = None) -> m.View:
        """What the server says of the table, with the whole log."""
        log = self.match.seat_logs[self.viewer]
        view = make_view(self.match, log, range(self.match.setup.seats), proposal, "")
        view.log = list(log.entries)
        return view

    def preview(self, action: int) -> m.Previewed:
        """What the server says of an action that was pointed at."""
        found = self.match.seat_logs[self.viewer].knowledge.preview(action)
        return m.Previewed(self.match.decision(self.viewer), action, found.entries, found.view, found.depends)

    def actions(self) -> m.Actions:
        """The paths and texts of all actions."""
        setup = self.match.setup
        return m.Actions(list(setup.paths), list(setup.texts), setup.catalogue)


def find(game: str, look: Look) -> Played:
    """The first table that comes to such a position, stopped there."""
    for seed in range(look.first, look.first + TRIES):
        played = Played(games.find(game), look, seed)
        if played.until(look.liked):
            return played
    raise LookupError(f"no table of {game} came to such a position")
