"""Real tables in the middle of things: games are played until somebody likes the position."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from gamut.engine.game import Game
from gamut.engine.table import Rules, Table

NAMES = ["Ada", "Mira", "Sage", "Jonas", "Bartholomew"]
KINDS = ["person", "person", "bot", "person", "person"]


class Played:
    """A table with the log as one seat reads it."""

    def __init__(self, game: Game, seats: int, seed: int, viewer: int = 0) -> None:
        self.random = random.Random(seed)
        self.table = Table(game.open(seats), self.random.randbytes(16))
        self.rules = Rules(game)
        self.viewer = viewer
        self.log: list[Any] = []
        self.since = 0
        self.decision = 0

    @property
    def view(self) -> Any:
        return self.table.view(self.viewer)

    def go(self, seat: int, what: int | str) -> None:
        table = self.table
        action = table.setup.action(what)
        before, seen = table.hidden(self.viewer), table.seen(self.viewer, seat, action)
        table.play(seat, action)
        lines = table.tell(self.viewer, before, seat, seen)
        self.log += [{"step": len(table.history), **msgspec.to_builtins(line)} for line in lines]
        if seat == self.viewer:
            self.since = len(self.log)
            self.decision += 1

    def guess(self, seat: int) -> int:
        """An action by the guide's weights."""
        acts = self.table.legal(seat)
        weights = np.zeros(max(len(acts), 1), np.int32)
        hidden = self.table.hidden(seat)
        self.rules.guide(self.table.setup.constants, hidden, 0, seat, np.array(acts, np.int32), len(acts), weights)
        return self.random.choices(acts, weights=weights.tolist())[0]

    def on(self) -> None:
        seat = self.random.choice(self.table.actors)
        self.go(seat, self.guess(seat))

    def until(self, liked: Callable[["Played"], bool]) -> bool:
        while not liked(self):
            if self.table.over:
                return False
            self.on()
        return True

    def message(self, serial: int = 1) -> dict[str, Any]:
        """What the server would send to the viewer."""
        table, me = self.table, self.viewer
        picture = msgspec.to_builtins(self.view)
        actors = list(table.actors)
        legal = table.legal(me) if me >= 0 else []
        result = None
        if table.over:
            r = table.result
            ranks = [
                {"seat": p, "name": NAMES[p], "rank": r.ranks[p], "score": r.scores[p]} for p in range(table.seats)
            ]
            result = {"reason": r.reason, "taken_back": 0, "key": table.key.hex(), "ranks": ranks}
        return {
            "type": "view",
            "serial": serial,
            "decision": self.decision,
            "step": len(table.history),
            "actors": actors,
            "legal": legal,
            "ask": table.ask(me) if legal else "",
            "turn_of": " and ".join(NAMES[p] for p in actors),
            "players": [
                {
                    "seat": p,
                    "name": NAMES[p],
                    "kind": KINDS[p],
                    "level": "medium" if KINDS[p] == "bot" else None,
                    "connected": True,
                    "acting": p in actors,
                    "chosen": p not in actors and bool(table.legal(p)),
                    "score": None if result is None else result["ranks"][p]["score"],
                    "note": "",
                }
                for p in range(table.seats)
            ],
            "view": picture,
            "log": self.log,
            "log_from": 0,
            "since": self.since,
            "take_back": {"possible": me >= 0 and table.can_take_back(me), "free": True, "why": ""},
            "warns": [],
            "result": result,
        }


def actions(game: Game, seats: int) -> dict[str, Any]:
    """What /actions answers."""
    setup = game.open(seats)
    catalogue = game.words.catalogue
    return {
        "paths": setup.paths,
        "texts": setup.texts,
        "catalogue": None if catalogue is None else msgspec.to_builtins(catalogue(setup.strict_constants)),
    }


def find(game: Game, seats: int, liked: Callable[[Played], bool], viewer: int = 0, first: int = 0) -> Played:
    """The first game that comes to a position of that kind, stopped there."""
    for seed in range(first, first + 200):
        played = Played(game, seats, seed, viewer)
        if played.until(liked):
            return played
    raise LookupError("no game came to such a position")
