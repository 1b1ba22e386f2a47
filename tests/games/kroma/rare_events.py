"""What games have to meet now and then, so that comparing them means something: how it is seen in the model."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.kroma.model import COLOURS, LARGE, SMALL, TARGETS, Lay, Model


def in_stock(model: Model, pieces: tuple[str, ...]) -> int:
    """How many of these pieces are left."""
    return sum(model.stock[piece, colour] for piece in pieces for colour in COLOURS)


def missed(model: Model, pieces: tuple[str, ...]) -> list[Lay]:
    """Pieces that are out of stock, at all places where they would not overlap others of their layer."""
    layer = model.above if pieces == LARGE else model.below
    kinds = [(piece, colour) for piece in pieces for colour in COLOURS if model.stock[piece, colour] == 0]
    return [
        Lay(colour, place)
        for piece, colour in kinds
        for place in model.board.places[piece]
        if place.cells.isdisjoint(layer)
    ]


def only_trapezoids(model: Model) -> bool:
    """Whether nothing but trapezoids can be laid."""
    return model.phase == "one" and all(isinstance(m, Lay) and m.place.piece == "trapezoid" for m in model.moves)


def kept_strict(model: Model) -> bool:
    """Whether Phase One is over and never needed its exception."""
    small = [move for _, move in model.pieces if move.place.piece in SMALL]
    return model.last_small >= 0 and all(map(model.is_strict, small))


def has_no_support(model: Model) -> bool:
    """Whether a large piece would have a place over gaps alone, where pieces may reach over gaps."""
    wide = model.phase == "two" and model.options.over_gaps
    return wide and any(move.place.cells.isdisjoint(model.below) for move in model.moves_of(LARGE))


def lacks_large(model: Model) -> bool:
    """Whether a large piece is out of stock that could be laid."""
    return model.phase == "two" and any(model.rests(m) and model.stacks(m) for m in missed(model, LARGE))


def decided_by(scoring: str, *numbers: int) -> Callable[[Model], bool]:
    """Whether the game is over and one of these numbers of the merits made the winner; −1: there are several."""
    return lambda m: m.phase == "over" and m.options.scoring == scoring and m.deciding() in numbers


def ended_with(ranks: list[int]) -> Callable[[Model], bool]:
    """Whether the game is over and these are the ranks."""
    return lambda m: m.phase == "over" and sorted(m.ranks()) == ranks


def no_seat_owns(model: Model) -> bool:
    """Whether the game is over and a blend that belongs to no seat is shown."""
    return model.phase == "over" and any(model.cells_of(t) for t in TARGETS if t not in model.targets)


RARE: dict[str, Callable[[Model], bool]] = {
    "orange begins": lambda m: m.first >= 0 and m.targets[m.first] == "orange",
    "no strict place is left": lambda m: m.loose,
    "strict places for pieces out of stock alone": lambda m: m.loose and any(map(m.is_strict, missed(m, SMALL))),
    "Phase One without the exception": kept_strict,
    "trapezoids alone can be laid": only_trapezoids,
    "gaps for small pieces out of stock": lambda m: m.last_small >= 0 and bool(missed(m, SMALL)),
    "all small pieces are laid": lambda m: not in_stock(m, SMALL),
    "no place for any large piece": lambda m: m.phase == "over" and not m.above,
    "a large piece over a gap": lambda m: not m.above.keys() <= m.below.keys(),
    "a place over gaps alone": has_no_support,
    "a colour on itself": lambda m: any(m.below.get(cell) == colour for cell, colour in m.above.items()),
    "a large piece out of stock": lacks_large,
    "all large pieces are laid": lambda m: not in_stock(m, LARGE),
    "the snake has turned twice": lambda m: m.options.phase_two == "snake" and m.turns > 2 * m.seats,
    "backwards all around": lambda m: m.options.phase_two == "reverse" and m.turns > m.seats,
    "a blend of no seat": no_seat_owns,
    "equal points, the largest shape decides": decided_by("points", 1),
    "equal points, the second largest shape decides": decided_by("points", 2),
    "equal points, a smaller shape decides": decided_by("points", 3, 4, 5, 6, 7, 8, 9),
    "equal points and shapes": decided_by("points", -1),
    "equal largest shapes, points decide": decided_by("shape", 1),
    "equal largest shapes and points, the second decides": decided_by("shape", 2),
    "equal largest shapes and points, a smaller one decides": decided_by("shape", 3, 4, 5, 6, 7, 8, 9),
    "equal shapes": decided_by("shape", -1),
    "two of three win": ended_with([1, 1, 3]),
    "three win": ended_with([1, 1, 1]),
    "two are second": ended_with([1, 2, 2]),
}
