"""How seats play when the rules are compared with the model: from careless to bent on creating cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from gamut.games.prismatic.tests.model import PALETTE, Model, Player

DRAW = "a choice of two cards"  # a creation of the board
WASTEFUL = ("done", "end step", "decline", "put it back", "forgo", "bid 0")


@dataclass
class Style:
    """One seat's way to play; all shares are from 0 to 1."""

    rng: Random
    careless: float  # of all decisions are thrown
    hasty: float  # of those that are thrown may waste something
    busy: float  # of what the board and abilities offer is used
    patient: bool  # creates cards last
    hoards: bool  # draws cards and keeps them

    @classmethod
    def draw(cls, rng: Random, careless: float, hoards: bool) -> Style:
        """A style by chance, up to so careless."""
        hasty, busy = rng.choice((0.02, 0.1, 0.3)), rng.choice((0.3, 0.8, 1))
        return cls(rng, careless * rng.random() ** 2, hasty, busy, rng.random() < 0.5, hoards)

    def choose(self, model: Model, seat: int) -> str:
        """One of the moves that the seat may do."""
        moves, player = model.awaited[seat], model.players[seat]
        if self.rng.random() < self.careless:
            return self.throw(moves)
        match model.phase:
            case "start":
                return self.begin(model, moves)
            case "commit":
                return self.commit(model, player, moves)
            case "resolve" if model.task == "anything":
                return self.resolve(moves)
            case "resolve" if model.task == "pulled":
                return self.commit(model, player, moves)
            case "resolve" if self.hoards and model.task == "place":
                return moves[0]
            case "auction":
                return self.rng.choice(moves[:3] + moves[-1:])
        return self.throw(moves)

    def throw(self, moves: list[str]) -> str:
        """Anything, though seldom what wastes something."""
        useful = [move for move in moves if move not in WASTEFUL]
        return self.rng.choice(useful if useful and self.rng.random() > self.hasty else moves)

    def begin(self, model: Model, moves: list[str]) -> str:
        """Keep the cheaper card, and wish for its colours."""
        keeps = [move for move in moves if move.startswith("keep ")]
        if keeps:
            return min(keeps, key=lambda move: model.cards[move.removeprefix("keep ")].price.total())
        return self.throw(moves)

    def commit(self, model: Model, player: Player, moves: list[str]) -> str:
        """Lay something on a created card, or what the nearest cards still need; then be done."""
        if self.hoards and (model.deck or model.discarded):
            needed = model.board[DRAW].price - player.palette - player.fresh.get(PALETTE, Counter())
            return next((wish for item in needed if (wish := f"lay {item} on {PALETTE}") in moves), moves[-1])
        for_abilities = [move for move in moves if move.partition(" on ")[2] in player.created]
        if for_abilities and self.rng.random() < self.busy / 2:
            return self.rng.choice(for_abilities)
        wishes = [wish for _, wish in sorted(self.list_wishes(model, player), key=lambda pair: pair[0])]
        return next((wish for wish in wishes if wish in moves), moves[-1])

    def list_wishes(self, model: Model, player: Player) -> Iterator[tuple[int, str]]:
        """What cards and some creations of the board need, with how much each of them still needs."""
        prices = [(name, model.cards[name].price) for name in player.progress]
        prices += [(PALETTE, model.cards[name].price) for name in model.common if name]
        prices += [(PALETTE, one.price) for one in model.board.values() if self.rng.random() < self.busy / 8]
        for place, price in prices:
            needed = price - player.places[place] - player.fresh.get(place, Counter())
            yield from ((needed.total(), f"lay {item} on {place}") for item in ("prismatic", *needed))

    def resolve(self, moves: list[str]) -> str:
        """Create cards, use and make what is liked; then end the step."""
        if self.hoards and f"make {DRAW}" in moves:
            return f"make {DRAW}"
        wishes = ((("create ",), 1.0), (("use ", "make "), self.busy))
        for verbs, share in wishes[::-1] if self.patient else wishes:
            found = [move for move in moves if move.startswith(verbs)]
            if found and self.rng.random() < share:
                return self.rng.choice(found)
        return "end step"
