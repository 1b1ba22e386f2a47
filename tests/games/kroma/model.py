"""Kroma once more, slowly, from the rulebook and the rulings alone: what the fast rules are compared with.

Nothing is shared with the rules. A triangle of the board is the set of its three corners, and all geometry follows:
two triangles are neighbours if they share two corners, and a piece is turned by turning its corners. The corner
(i, j) is the j-th of the i-th line, both counted from 0; line 0 is the apex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

Corner = tuple[int, int]
Triangle = frozenset[Corner]
Cells = frozenset[int]

COLOURS = ("blue", "magenta", "yellow")
TARGETS = {
    "green": {"blue", "yellow"},
    "orange": {"yellow", "magenta"},
    "purple": {"blue", "magenta"},
}
SMALL, LARGE = ("diamond", "trapezoid"), ("rhombus", "hook")
COPIES = {"diamond": 16, "trapezoid": 3, "rhombus": 4, "hook": 5}  # of each colour

# One way to lay each piece, as rows and columns of its triangles.
ROW_OF_FOUR = ((0, 0), (0, 1), (0, 2), (0, 3))
OUTLINES = {
    ("diamond", ""): ((0, 0), (0, 1)),
    ("trapezoid", ""): ((0, 0), (0, 1), (0, 2)),
    ("rhombus", "4"): ROW_OF_FOUR,
    ("rhombus", "8"): (*ROW_OF_FOUR, (1, 0), (1, 1), (1, 2), (1, 3)),
    ("hook", "5"): ((0, 0), (0, 1), (0, 2), (1, 3), (1, 2)),  # the five of six around the corner (1, 1)
    ("hook", "4"): ((0, 0), (0, 1), (0, 2), (1, 3)),
    ("hook", "6"): ((0, 0), (0, 1), (0, 2), (1, 3), (1, 2), (2, 3)),
}


# ---------------------------------------------------------------------- options


@dataclass(frozen=True)
class Options:
    """How the game is varied; the defaults are the standard game."""

    side: int = 11
    rhombus: str = "4"
    hook: str = "5"
    support: str = ""  # empty: as the rhombus wants it
    phase_two: str = "snake"
    stack: bool = True
    scoring: str = "points"
    targets: str = "chosen"

    @property
    def over_gaps(self) -> bool:
        """Whether a large piece may reach over gaps, as long as one of its triangles rests on something."""
        return self.support == "any" or self.rhombus == "8"


# ---------------------------------------------------------------------- the board


@dataclass(frozen=True)
class Place:
    """Where a piece can lie: the cells it covers, and those that share an edge with it."""

    piece: str
    cells: Cells
    border: Cells


@dataclass(frozen=True)
class Board:
    """The grid: which cells are neighbours, and all places of every piece."""

    near: dict[int, Cells]
    places: dict[str, list[Place]]


def triangle(row: int, column: int) -> Triangle:
    """The corners of a cell: even columns point up, odd ones down."""
    k = column // 2
    if column % 2 == 0:
        return frozenset({(row, k), (row + 1, k), (row + 1, k + 1)})
    return frozenset({(row, k), (row, k + 1), (row + 1, k + 1)})


def turn(corner: Corner) -> Corner:
    """Turn a sixth around the apex, clockwise: rightwards becomes down-right, which becomes down-left."""
    i, j = corner
    return j, j - i


def flip(corner: Corner) -> Corner:
    """Exchange left and right."""
    i, j = corner
    return i, i - j


def turned_and_flipped(shape: list[Triangle]) -> list[list[Triangle]]:
    """The twelve ways to hold a piece; some may look the same."""
    ways = []
    for _ in range(6):
        shape = [frozenset(map(turn, t)) for t in shape]
        ways += [shape, [frozenset(map(flip, t)) for t in shape]]
    return ways


def moved(shape: list[Triangle], lines: int, along: int) -> list[Triangle]:
    """The same piece somewhere else."""
    return [frozenset((i + lines, j + along) for i, j in t) for t in shape]


@cache
def make_board(side: int, rhombus: str, hook: str) -> Board:
    """Number the cells row by row, and find every place of every piece."""
    cells = {triangle(row, column): row * row + column for row in range(side) for column in range(2 * row + 1)}
    near = {number: frozenset(other for o, other in cells.items() if len(o & t) == 2) for t, number in cells.items()}
    outlines = {"diamond": "", "trapezoid": "", "rhombus": rhombus, "hook": hook}
    places = {
        piece: [make_place(piece, covered, near) for covered in find_places(cells, OUTLINES[piece, name])]
        for piece, name in outlines.items()
    }
    return Board(near, places)


def find_places(cells: dict[Triangle, int], outline: Iterable[tuple[int, int]]) -> list[Cells]:
    """All sets of cells that an outline can cover, turned and flipped."""
    shapes = set()
    corners = set().union(*cells)
    for way in turned_and_flipped([triangle(row, column) for row, column in outline]):
        i, j = min(min(t) for t in way)
        for line, along in corners:
            shape = moved(way, line - i, along - j)
            if all(t in cells for t in shape):
                shapes.add(frozenset(cells[t] for t in shape))
    return sorted(shapes, key=sorted)


def make_place(piece: str, covered: Cells, near: dict[int, Cells]) -> Place:
    return Place(piece, covered, frozenset().union(*(near[cell] for cell in covered)) - covered)


# ---------------------------------------------------------------------- actions


@dataclass(frozen=True)
class Choose:
    target: str


@dataclass(frozen=True)
class Lay:
    colour: str
    place: Place


Move = Choose | Lay


class Laid(NamedTuple):
    """A piece on the board, and who laid it."""

    seat: int
    move: Lay


# ---------------------------------------------------------------------- the game


@dataclass
class Model:
    """A game from its first action to its end. `dealt`: the targets by seat, where chance deals them."""

    options: Options
    seats: int
    dealt: tuple[str, ...] = ()

    phase: str = "targets"  # then one, two, over
    targets: list[str] = field(default_factory=list)  # by seat
    pieces: list[Laid] = field(default_factory=list)
    below: dict[int, str] = field(default_factory=dict)  # the colour of Phase One on a cell
    above: dict[int, str] = field(default_factory=dict)  # the colour of Phase Two on a cell
    stock: Counter[tuple[str, str]] = field(default_factory=Counter)  # by piece and colour
    turns: int = 0  # finished ones of the running phase
    first: int = -1  # who began Phase One
    last_small: int = -1  # who laid the last piece of Phase One, once it is over
    starter: int = -1  # who began Phase Two
    moves: list[Move] = field(default_factory=list)  # that are possible now

    def __post_init__(self) -> None:
        self.board = make_board(self.options.side, self.options.rhombus, self.options.hook)
        self.stock.update({(piece, colour): n for piece, n in COPIES.items() for colour in COLOURS})
        self.targets.extend(self.dealt)
        self.find_next_moves()

    # ------------------------------------------------------------------ turns

    @property
    def turn(self) -> int:
        """The seat to play; −1: the game is over."""
        return -1 if self.phase == "over" else self.seat_at(self.turns)

    @property
    def following(self) -> list[int]:
        """Who plays next if the phase lasts: all who still have to choose, or two rounds."""
        if self.phase == "over":
            return []
        end = self.seats if self.phase == "targets" else self.turns + 2 * self.seats
        return [self.seat_at(turn) for turn in range(self.turns, end)]

    def seat_at(self, turn: int) -> int:
        """Who has a turn of the running phase, counted from 0."""
        if self.phase == "targets":
            return turn
        if self.phase == "one":
            return (self.first + turn) % self.seats
        if self.options.phase_two == "reverse":
            return (self.starter - turn) % self.seats
        lap, step = divmod(turn, self.seats)
        if self.options.phase_two == "snake" and lap % 2 == 1:
            step = self.seats - 1 - step
        return (self.starter + step) % self.seats

    def play(self, move: Move) -> None:
        assert move in self.moves
        if isinstance(move, Choose):
            self.targets.append(move.target)
        else:
            self.lay(move)
        self.turns += 1
        self.find_next_moves()

    def lay(self, move: Lay) -> None:
        """Take a piece from the stock and put it on the board."""
        layer = self.below if self.phase == "one" else self.above
        layer.update(dict.fromkeys(move.place.cells, move.colour))
        self.stock[move.place.piece, move.colour] -= 1
        self.pieces.append(Laid(self.turn, move))

    def find_next_moves(self) -> None:
        """Find the moves; while there are none, begin the next phase."""
        self.moves = self.find_moves()
        while not self.moves and self.phase != "over":
            self.begin_next_phase()
            self.moves = self.find_moves()

    def begin_next_phase(self) -> None:
        """Determine the seat that begins it."""
        if self.phase == "targets":
            leader = "green" if "green" in self.targets else "orange"
            self.phase, self.first = "one", self.targets.index(leader)
        elif self.phase == "one":
            self.last_small = self.pieces[-1].seat
            backwards = self.options.phase_two == "reverse"
            self.phase, self.starter = "two", (self.first - 1 if backwards else self.last_small + 1) % self.seats
        else:
            self.phase = "over"
        self.turns = 0

    # ------------------------------------------------------------------ moves

    @property
    def loose(self) -> bool:
        """Whether any small piece may go anywhere, as there is no strict place left."""
        return self.phase == "one" and not self.strict_moves()

    def find_moves(self) -> list[Move]:
        """All moves of the seat to play."""
        if self.phase == "targets":
            return [Choose(t) for t in TARGETS if t not in self.targets] if len(self.targets) < self.seats else []
        if self.phase == "one":
            return list(self.strict_moves() or self.small_moves())
        if self.phase == "two":
            return [move for move in self.moves_of(LARGE) if self.rests(move) and self.stacks(move)]
        return []

    def moves_of(self, pieces: tuple[str, ...]) -> list[Lay]:
        """What of these pieces is in stock, at all places where no piece of its own layer lies."""
        layer = self.above if pieces == LARGE else self.below
        return [
            Lay(colour, place)
            for piece in pieces
            for place in self.board.places[piece]
            if place.cells.isdisjoint(layer)
            for colour in COLOURS
            if self.stock[piece, colour] > 0
        ]

    def small_moves(self) -> list[Lay]:
        """Every small piece in stock, wherever it fits."""
        return self.moves_of(SMALL)

    def strict_moves(self) -> list[Lay]:
        """Those that share no edge with a piece of their own colour."""
        return [move for move in self.small_moves() if self.is_strict(move)]

    def is_strict(self, move: Lay) -> bool:
        """Whether a small piece would share no edge with a piece of its own colour."""
        return all(self.below.get(cell) != move.colour for cell in move.place.border)

    def rests(self, move: Lay) -> bool:
        """Whether enough of a large piece would lie on pieces of Phase One."""
        resting = [cell in self.below for cell in move.place.cells]
        return any(resting) if self.options.over_gaps else all(resting)

    def stacks(self, move: Lay) -> bool:
        """Whether the colours below a large piece allow it."""
        return self.options.stack or all(self.below.get(cell) != move.colour for cell in move.place.cells)

    # ------------------------------------------------------------------ the end

    def blend(self, cell: int) -> str:
        """The target that a cell shows; empty: none."""
        layers = {self.below.get(cell), self.above.get(cell)}
        return next((target for target, colours in TARGETS.items() if colours == layers), "")

    def cells_of(self, target: str) -> Cells:
        """All cells that show a target."""
        return frozenset(cell for cell in self.above if self.blend(cell) == target)

    def shapes(self, target: str) -> list[Cells]:
        """The cells of a target in groups that are connected by their edges, the largest first."""
        left, groups = set(self.cells_of(target)), []
        while left:
            shape, edge = set[int](), {min(left)}
            while edge:
                shape |= edge
                edge = {n for cell in edge for n in self.board.near[cell] if n in left} - shape
            left -= shape
            groups.append(frozenset(shape))
        return sorted(groups, key=lambda shape: (-len(shape), sorted(shape)))

    def target_of(self, seat: int) -> str:
        """A seat's target; empty: it has not chosen yet."""
        return self.targets[seat] if seat < len(self.targets) else ""

    def merit(self, seat: int) -> list[int]:
        """What is compared of a seat, one number after the other."""
        sizes = [len(shape) for shape in self.shapes(self.target_of(seat))] if self.target_of(seat) else []
        if self.options.scoring == "points":
            return [sum(sizes), *sizes]
        return [max(sizes, default=0), sum(sizes), *sizes[1:]]

    def scores(self) -> list[int]:
        """The first number of each seat's merit: points, or the size of the largest shape."""
        return [self.merit(seat)[0] for seat in range(self.seats)]

    def ranks(self) -> list[int]:
        """1 for the best; who is equal in everything shares a rank."""
        merits = [self.merit(seat) for seat in range(self.seats)]
        return [1 + sum(other > own for other in merits) for own in merits]

    def deciding(self) -> int:
        """Which number of the merits, from 0, set the winner before the next; −1: the victory is shared."""
        best, second, *_ = sorted((self.merit(seat) for seat in range(self.seats)), reverse=True)
        return next((k for k, (a, b) in enumerate(zip(best, second, strict=False)) if a != b), -1)
