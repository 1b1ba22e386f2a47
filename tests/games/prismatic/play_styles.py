"""How seats play when the rules are compared with the model: from careless to bent on creating cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.games.prismatic.model import PALETTE, Model, Player, placing

DRAW = "draw two cards and keep one"  # a recipe of the board
WASTEFUL = ("done", "end turn", "skip the rewards", "return it to the bag", "drop out", "bid 0")


@dataclass
class PlayStyle:
    """One seat's way to play; all shares are from 0 to 1."""

    rng: Random
    careless: float  # of all decisions are drawn by chance
    hasty: float  # of those may waste something
    busy: float  # of what the board and abilities offer is used
    patient: bool  # creates cards last
    hoards: bool  # draws cards and keeps them

    @classmethod
    def draw(cls, rng: Random, careless: float, hoards: bool) -> PlayStyle:
        """A style by chance, up to so careless."""
        hasty, busy = rng.choice((0.02, 0.1, 0.3)), rng.choice((0.3, 0.8, 1))
        return cls(rng, careless * rng.random() ** 2, hasty, busy, rng.random() < 0.5, hoards)

    def choose(self, model: Model, seat: int) -> str:
        """One of the moves that the seat may do."""
        moves, player = model.awaited[seat], model.players[seat]
        if self.rng.random() < self.careless:
            return self.choose_any(moves)
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
        return self.choose_any(moves)

    def choose_any(self, moves: list[str]) -> str:
        """Anything, though seldom what wastes something."""
        useful = [move for move in moves if move not in WASTEFUL]
        return self.rng.choice(useful if useful and self.rng.random() > self.hasty else moves)

    def begin(self, model: Model, moves: list[str]) -> str:
        """Keep the cheaper card, and choose its colours."""
        keeps = [move for move in moves if move.startswith("keep ")]
        if keeps:
            return min(keeps, key=lambda move: model.cards[move.removeprefix("keep ")].price.total())
        return self.choose_any(moves)

    def commit(self, model: Model, player: Player, moves: list[str]) -> str:
        """Place something on a created card, or what the nearest cards still need; then be done."""
        if self.hoards and (model.deck or model.discarded):
            needed = model.board[DRAW].price - player.palette - player.fresh.get(PALETTE, Counter())
            return next((move for item in needed if (move := placing(item, PALETTE)) in moves), moves[-1])
        for_abilities = [move for move in moves if move.partition(" on ")[2] in player.created]
        if for_abilities and self.rng.random() < self.busy / 2:
            return self.rng.choice(for_abilities)
        useful = [move for _, move in sorted(self.list_useful(model, player), key=lambda pair: pair[0])]
        return next((move for move in useful if move in moves), moves[-1])

    def list_useful(self, model: Model, player: Player) -> Iterator[tuple[int, str]]:
        """What cards and some recipes of the board need, with how much each of them still needs."""
        prices = [(name, model.cards[name].price) for name in player.progress]
        prices += [(PALETTE, model.cards[name].price) for name in model.common if name]
        prices += [(PALETTE, one.price) for one in model.board.values() if self.rng.random() < self.busy / 8]
        for place, price in prices:
            needed = price - player.places[place] - player.fresh.get(place, Counter())
            yield from ((needed.total(), placing(item, place)) for item in ("prismatic", *needed))

    def resolve(self, moves: list[str]) -> str:
        """Create cards, use and make what is liked; then end the turn."""
        if self.hoards and f"use the board to {DRAW}" in moves:
            return f"use the board to {DRAW}"
        kinds = ((("create ",), 1.0), (("use ", "make "), self.busy))
        for verbs, share in kinds[::-1] if self.patient else kinds:
            preferred = [move for move in moves if move.startswith(verbs)]
            if preferred and self.rng.random() < share:
                return self.rng.choice(preferred)
        return "end turn"
