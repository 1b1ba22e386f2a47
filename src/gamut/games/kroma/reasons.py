"""Why something on a table of Kroma cannot be touched now: a sentence, and the cells or pieces that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamut.engine.bits import is_in
from gamut.engine.language import Reason
from gamut.games.kroma.board import COLOURS, TARGETS, Place, is_inside, number
from gamut.games.kroma.language import cell_id
from gamut.games.kroma.record import CHOOSING, ONE, OVER, RHOMBUS, TWO, Constants, State
from gamut.games.kroma.rules import colour_at
from gamut.games.kroma.view import printed, stock

CELL = re.compile(r"cell:r([1-9]\d?)c([1-9]\d?)")
TURN = re.compile(r"turn:([1-9]\d?)")
Tile = tuple[int, int]  # piece and colour


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """A sentence for every id of the table that is not lit; None if it is, or if there is no such thing."""
    if s.phase == OVER:
        return Reason("The game is over.")
    if seat != s.turn:
        return Reason("Wait for your turn.")
    if touched.startswith("target:"):
        return no_target(c, s, touched.removeprefix("target:"))
    if s.phase == CHOOSING:
        return Reason("Choose your target first.", tuple(f"target:{target}" for target in TARGETS))
    chosen = next((tile for id in touches if (tile := find_tile(c, id)) is not None), None)
    if touched.startswith("piece:"):
        return no_piece(c, s, touched, chosen)
    if chosen is None:
        return Reason("Choose a piece first.")
    turn = next((int(found[1]) - 1 for id in touches if (found := TURN.fullmatch(id))), -1)
    if found := TURN.fullmatch(touched):
        return no_turn(c, s, *chosen, int(found[1]) - 1)
    if found := CELL.fullmatch(touched):
        spot = int(found[1]) - 1, int(found[2]) - 1
        return no_place(c, s, *chosen, turn, number(spot)) if is_inside(spot, c.side) else None
    return None


def find_tile(c: Constants, id: str) -> Tile | None:
    """The piece and colour of `piece:blue-hook`."""
    names = [piece.name for piece in printed(c).pieces]
    colour, _, piece = id.removeprefix("piece:").partition("-")
    return (names.index(piece), COLOURS.index(colour)) if piece in names and colour in COLOURS else None


def no_target(c: Constants, s: State, target: str) -> Reason | None:
    """Why a target cannot be chosen."""
    if target not in TARGETS:
        return None
    if s.phase != CHOOSING:
        return Reason("The targets are chosen; they stay to the end.")
    for seat in range(c.seats):
        if s.target[seat] == TARGETS.index(target) + 1:
            return Reason(f"{{{seat}}} has chosen {target}; everybody has another target.")
    return None


def no_piece(c: Constants, s: State, id: str, chosen: Tile | None) -> Reason | None:
    """Why a piece cannot be laid at all, or not now that another one is chosen."""
    tile = find_tile(c, id)
    if tile is None:
        return None
    piece, colour = tile
    if (piece >= RHOMBUS) != (s.phase == TWO):
        when = "after Phase One" if s.phase == ONE else "only in Phase One"
        kind = "Rhombuses and hooks" if piece >= RHOMBUS else "Diamonds and trapezoids"
        return Reason(f"{kind} are laid {when}.")
    if s.stock[piece, colour] == 0:
        return Reason(f"No {name_tile(c, tile)} is left.")
    if any(fault(c, s, colour, place) is None for place in printed(c).pieces[piece].places):
        if chosen is None:
            return None
        return Reason(f"The {name_tile(c, chosen)} is chosen: turn it, or touch where it goes.")
    if s.phase == ONE and not s.loose:
        strict = tuple(f"piece:{other.id}" for other in stock(c, s) if other.places)
        text = f"No {name_tile(c, tile)} fits without sharing an edge with {COLOURS[colour]}; others go first."
        return Reason(text, strict)
    return Reason(f"No {name_tile(c, tile)} fits anywhere any more.")


def no_turn(c: Constants, s: State, piece: int, colour: int, turn: int) -> Reason | None:
    """Why a piece cannot be laid turned like this."""
    info = printed(c).pieces[piece]
    if not 0 <= turn < len(info.turns):
        return None
    if any(fault(c, s, colour, place) is None for place in info.places if place.turn == turn):
        return None
    return Reason(f"The {name_tile(c, (piece, colour))} fits nowhere turned like this.")


def no_place(c: Constants, s: State, piece: int, colour: int, turn: int, cell: int) -> Reason | None:
    """Why a piece cannot be laid with its anchor on a cell; without a turn, why its first look cannot."""
    info, here = printed(c).pieces[piece], (cell_id(printed(c), cell),)
    points_up = printed(c).spots[cell][1] % 2 == 0
    looks = [look for k, look in enumerate(info.turns) if turn in (-1, k)]
    if not any((look.cells[0][1] % 2 == 0) == points_up for look in looks):
        way = "down" if points_up else "up"
        return Reason(f"Turned like this, the {info.name} begins on a triangle that points {way}.", here)
    found = [
        fault(c, s, colour, place) for place in info.places if place.cells[0] == cell and turn in (-1, place.turn)
    ]
    if not found:
        return Reason(f"The {info.name} would reach over the edge of the board.", here)
    if None in found:
        return Reason(f"Choose first how the {info.name} is turned.") if turn < 0 else None
    return found[0]


def name_tile(c: Constants, tile: Tile) -> str:
    """`blue hook`."""
    piece, colour = tile
    return f"{COLOURS[colour]} {printed(c).pieces[piece].name}"


def fault(c: Constants, s: State, colour: int, place: Place) -> Reason | None:
    """What is wrong with laying a colour at a place in this phase; None: nothing."""
    hue, cells = COLOURS[colour], place.cells
    if s.phase == ONE:
        if taken := [cell for cell in cells if colour_at(s.below, cell) >= 0]:
            return reason(c, "A piece lies there already.", taken)
        beside = sorted({other for cell in cells for other in printed(c).near[cell]})
        if not s.loose and (alike := [cell for cell in beside if is_in(s.below[colour], cell)]):
            return reason(c, f"It would share an edge with {hue}.", alike)
        return None
    if taken := [cell for cell in cells if colour_at(s.above, cell) >= 0]:
        return reason(c, "A piece of Phase Two lies there already.", taken)
    gaps = [cell for cell in cells if colour_at(s.below, cell) < 0]
    if gaps and (not c.any_support or len(gaps) == len(cells)):
        return reason(c, "Nothing lies below it there.", gaps)
    if c.no_stack and (alike := [cell for cell in cells if is_in(s.below[colour], cell)]):
        return reason(c, f"It would lie on {hue}, its own colour.", alike)
    return None


def reason(c: Constants, text: str, cells: Iterable[int]) -> Reason:
    """A sentence with the cells that show it."""
    return Reason(text, tuple(cell_id(printed(c), cell) for cell in cells))
