"""Tables in chosen positions, found by playing games.

What is sent is what the server itself would send: it makes the messages.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Page

from gamut import games
from gamut.bots import best_level, make_bot
from gamut.bots.hints import Hint, find_hint
from gamut.engine.game import Game
from gamut.engine.options import Value
from gamut.server.storage.entries import SeatRow, StoredEntry, TableRow
from gamut.server.tables.match import Match
from gamut.server.tables.rendering import make_view, make_welcome
from gamut.server.tables.seat_secrets import Access
from gamut.server.wire import messages as m

WEB = Path(__file__).parents[2] / "web"
NAMES = ["Ada", "Mira", "Sage", "Jonas", "Bartholomew"]
BOT = 2  # the seat that a bot plays, if there are enough seats
TRIES = 300


@dataclass(frozen=True)
class TablePosition:
    """How to find a position of a table, and what to do with its page."""

    seats: int
    condition: Callable[["Played"], bool]
    viewer: int = 0  # −1: a spectator
    first: int = 0  # the seed to begin with
    options: Mapping[str, Value] = field(default_factory=dict)
    move: Callable[["Played"], None] | None = None  # what is done once the page acts; its view is then sent
    prepare_page: Callable[[Page], None] | None = None  # what the player does on the page
    motion: bool = False  # caught while pieces travel
    measured: bool = False  # so full that its boxes are measured at every size
    asked: bool = False  # every piece is asked what it is

    @property
    def address(self) -> str:
        """The address of the table in the page."""
        return f"#/table/t1/{'watch' if self.viewer < 0 else f'seat{self.viewer}'}"


def positions_of(game: str) -> Mapping[str, TablePosition]:
    """The positions of a game in `tools/table_positions`; empty if it has none."""
    name = f"tools.table_positions.{game}"
    return import_module(name).POSITIONS if find_spec(name) else {}


def pictured_position(game: str) -> str:
    """The name of the position that stands for a game in pictures."""
    name: str = import_module(f"tools.table_positions.{game}").PICTURE
    return name


def row_of(game: Game, seats: int, options: Mapping[str, Value], key: bytes) -> TableRow:
    """The row of a table with one bot."""
    level = next(iter(game.levels), None)
    return TableRow(
        id="t1",
        created=0,
        game=game.id,
        rules_version=game.version,
        options=dict(game.open(seats, options).options),
        files={},
        key=key,
        host=0,
        pause_ms=700,
        spectator_hash="",
        seats=tuple(
            SeatRow(seat=seat, kind="bot", name=NAMES[seat], level=level, token_hash="x")
            if seat == BOT
            else SeatRow(seat=seat, kind="person", name=NAMES[seat], level=None, token_hash="x")
            for seat in range(seats)
        ),
    )


class Played:
    """A table as one seat sees it."""

    def __init__(self, game: Game, position: TablePosition, seed: int) -> None:
        self.random = random.Random(seed)
        self.viewer = position.viewer
        self.moment: Any = None  # the viewer's picture of what happened last, if it was worth one
        self.match = Match(row_of(game, position.seats, position.options, self.random.randbytes(16)), [position.viewer])

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
        """Whether the viewer is to act."""
        return self.viewer in self.match.actors

    @property
    def legal(self) -> list[str]:
        """The texts of the viewer's legal actions."""
        return [self.match.setup.action_texts[a] for a in self.match.table.knowledge(self.viewer).legal]

    def go(self, seat: int, what: int | str) -> None:
        """Play an action of a seat."""
        action = self.match.setup.parse_action(what)
        draft = StoredEntry(at=0, kind="play", seat=seat, decision=self.match.decision(seat), action=action)
        self.moment = self.match.commit(self.match.prepare(draft)).moments.get(self.viewer)

    def guess(self, seat: int) -> int:
        """An action by the guide's weights."""
        setup, knowledge = self.match.setup, self.match.table.knowledge(seat)
        acts = knowledge.legal
        weights = np.zeros(len(acts), np.int32)
        arguments = (setup.constants, knowledge.hidden, 0, seat, np.array(acts, np.int32), len(acts), weights)
        knowledge.verbs.guide(*arguments, setup.new_scratch())
        return self.random.choices(acts, weights=weights.tolist())[0]

    def until(self, condition: Callable[["Played"], bool]) -> bool:
        """Play until a condition holds; false if the game ends first."""
        while not condition(self):
            if self.over:
                return False
            seat = self.random.choice(self.match.actors)
            self.go(seat, self.guess(seat))
        return True

    def welcome(self, seat: int) -> m.Welcome:
        return make_welcome(self.match, Access(seat), "", "")

    def message(self, proposal: m.Proposal | None = None) -> m.View:
        """The view for the viewer, with the whole log."""
        seat_log = self.match.seat_logs[self.viewer]
        view = make_view(self.match, seat_log, range(self.match.setup.seats), proposal, "")
        view.log = list(seat_log.entries)
        return view

    def find_hint(self) -> Hint:
        """What the strongest bot suggests to the viewer."""
        setup = self.match.setup
        return find_hint(make_bot(best_level(setup.game), setup), self.match.table.knowledge(self.viewer), seed=1)

    def preview(self, action: int) -> m.PreviewAnswer:
        shown = self.match.seat_logs[self.viewer].knowledge.preview(action)
        return m.PreviewAnswer(self.match.decision(self.viewer), action, shown.entries, shown.view)

    def actions(self) -> m.Actions:
        """The paths and texts of all actions."""
        setup = self.match.setup
        return m.Actions(list(setup.touch_paths), list(setup.action_texts), setup.catalogue, list(setup.legend))


def find(game: str, position: TablePosition) -> Played:
    """Play games until one reaches the position."""
    for seed in range(position.first, position.first + TRIES):
        played = Played(games.find_game(game), position, seed)
        if played.until(position.condition):
            return played
    raise LookupError(f"no table of {game} came to such a position")
