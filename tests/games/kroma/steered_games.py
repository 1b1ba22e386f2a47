"""Games to be played, and ways to play them that lead to rules which play at random hardly ever meets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.games.kroma.model import COLOURS, LARGE, SMALL, TARGETS, Lay, Model, Move

Wish = Callable[[Model], Callable[[Lay], float]]  # for a state: the move with the lowest number is wished

VALUES: dict[str, tuple[Any, ...]] = {
    "rhombus": ("4", "8"),
    "hook": ("5", "4", "6"),
    "support": ("all", "any"),
    "phase_two": ("clockwise", "snake", "reverse"),
    "stack": (True, False),
    "scoring": ("points", "shape"),
    "targets": ("chosen", "random"),
}  # the default first

# A first layer on side 9 that leaves no place for any large piece; pairs and triples of cells, by colour.
STARVED = {
    "blue": ((8, 14), (42, 56), (17, 18, 19), (25, 26, 27), (71, 72, 73)),
    "magenta": ((6, 12), (36, 50), (40, 54), (44, 58), (46, 60), (29, 30, 31), (67, 68, 69), (75, 76, 77)),
    "yellow": ((4, 10), (38, 52), (48, 62), (64, 65), (79, 80), (1, 2, 3), (21, 22, 23), (33, 34, 35)),
}


# ---------------------------------------------------------------------- wishes for both phases


def anything(model: Model) -> Callable[[Lay], float]:
    """Play at random."""
    return lambda move: 0


def use_up_colours(model: Model) -> Callable[[Lay], float]:
    """The colour of which the fewest pieces are left: it runs out."""
    pieces = SMALL if model.phase == "one" else LARGE
    left = {colour: sum(model.stock[piece, colour] for piece in pieces) for colour in COLOURS}
    return lambda move: left[move.colour]


def use_up_kinds(model: Model) -> Callable[[Lay], float]:
    """The piece and colour of which the fewest are left: it runs out."""
    return lambda move: model.stock[move.place.piece, move.colour]


def pack(model: Model) -> Callable[[Lay], float]:
    """Close to other pieces and to the edge, from the apex on: gaps are left at the bottom only."""
    layer = model.below if model.phase == "one" else model.above
    return lambda move: 1000 * len(move.place.border - layer.keys()) + max(move.place.cells)


def pack_diamonds(model: Model) -> Callable[[Lay], float]:
    """The same, and trapezoids only when there is no diamond left to lay."""
    close = pack(model)
    return lambda move: close(move) + (1e6 if move.place.piece == "trapezoid" else 0)


# ---------------------------------------------------------------------- for Phase One


def leave_gaps(model: Model) -> Callable[[Lay], float]:
    """Where single cells remain that nothing can fill."""

    def gaps(move: Lay) -> int:
        covered = model.below.keys() | move.place.cells
        return sum(model.board.near[cell] <= covered for cell in move.place.border - covered)

    return lambda move: -gaps(move)


def starve(model: Model) -> Callable[[Lay], float]:
    """The layer that leaves no place for any large piece."""
    return lambda move: tuple(sorted(move.place.cells)) not in STARVED[move.colour]


# ---------------------------------------------------------------------- for Phase Two


def gains(model: Model, move: Lay) -> dict[str, int]:
    """How many cells of each player's target a large piece would blend."""
    layers = [{model.below.get(cell, ""), move.colour} for cell in move.place.cells]
    return {target: layers.count(TARGETS[target]) for target in model.targets}


def keep_equal(model: Model) -> Callable[[Lay], float]:
    """Whatever brings the points of the players closest together."""
    points = {target: len(model.cells_of(target)) for target in model.targets}

    def spread(move: Lay) -> int:
        after = [points[target] + gain for target, gain in gains(model, move).items()]
        return max(after) - min(after)

    return spread


def keep_equal_and_low(model: Model) -> Callable[[Lay], float]:
    """The same with few points, so that shapes are often equal too."""
    spread = keep_equal(model)
    return lambda move: 100 * spread(move) + sum(gains(model, move).values())


# ---------------------------------------------------------------------- games

WISHES_ONE = (anything, use_up_colours, use_up_kinds, pack, pack_diamonds, leave_gaps)
WISHES_TWO = (anything, use_up_colours, use_up_kinds, pack, keep_equal, keep_equal_and_low)


@dataclass(frozen=True)
class Plan:
    """A game to be played: with which options, and how."""

    number: int
    seats: int
    options: dict[str, Any]
    wishes: tuple[Wish, Wish]  # in Phase One and Phase Two

    def choose_move(self, model: Model, random: Random) -> Move:
        """The move that is wished most; chance decides between equal ones, and about targets."""
        wish = self.wishes[model.phase == "two"](model)
        numbers = [wish(move) if isinstance(move, Lay) else 0 for move in model.moves]
        best = min(numbers)
        return random.choice([move for move, number in zip(model.moves, numbers, strict=True) if number == best])


def plan_game(number: int, side: int) -> Plan:
    """The game of that number: every fourth is a standard one but for the side, every second has two players."""
    random = Random(f"kroma {side} {number}")
    options: dict[str, Any] = {"side": side}
    if number % 4:
        options |= {name: random.choice(values) for name, values in VALUES.items()}
        if options["rhombus"] == "8":
            del options["support"]  # the default is then any, and all is not allowed
    return Plan(number, 2 + number // 2 % 2, options, (random.choice(WISHES_ONE), random.choice(WISHES_TWO)))
