"""Why something cannot be touched now in Kroma: a sentence, and the cells or pieces that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gamut.engine.bits import row_contains
from gamut.engine.presentation import Reason
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import COLOURS, TARGETS, Place, is_inside, number
from gamut.games.kroma.presentation import cell_id, name_cells
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.rules import colour_at
from gamut.games.kroma.view import list_stock, printed

CELL = re.compile(r"cell:r([1-9]\d?)c([1-9]\d?)")
ORIENTATION = re.compile(r"orientation:([1-9]\d?)")
Tile = tuple[int, int]  # piece and colour


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    if s.phase == rec.OVER:
        return Reason("The game is over.")
    if seat != s.turn:
        return Reason("It's not your turn.")
    if touched.startswith("target:"):
        return why_not_target(c, s, touched.removeprefix("target:"))
    if s.phase == rec.CHOOSING:
        return Reason("Choose your target first.", tuple(f"target:{target}" for target in TARGETS))
    chosen = next((tile for id in touches if (tile := find_tile(c, id)) is not None), None)
    if touched.startswith("piece:"):
        return why_not_piece(c, s, touched, chosen)
    if chosen is None:
        return find_own_fault(c, s, cell_of(c, touched)) or Reason("Choose a piece first.")
    orientation = next((int(match[1]) - 1 for id in touches if (match := ORIENTATION.fullmatch(id))), -1)
    if match := ORIENTATION.fullmatch(touched):
        return why_not_orientation(c, s, *chosen, int(match[1]) - 1)
    cell = cell_of(c, touched)
    return why_not_place(c, s, *chosen, orientation, cell) if cell >= 0 else None


def cell_of(c: Constants, id: str) -> int:
    """Return the cell of `cell:r5c3`; −1: none."""
    match = CELL.fullmatch(id)
    spot = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
    return number(spot) if is_inside(spot, c.side) else -1


def find_tile(c: Constants, id: str) -> Tile | None:
    """Return the piece and the colour of `piece:blue-hook`."""
    names = [piece.name for piece in printed(c).pieces]
    colour, _, piece = id.removeprefix("piece:").partition("-")
    return (names.index(piece), COLOURS.index(colour)) if piece in names and colour in COLOURS else None


def why_not_target(c: Constants, s: State, target: str) -> Reason | None:
    if target not in TARGETS:
        return None
    if s.phase != rec.CHOOSING:
        return Reason("Targets can't be changed.")
    for seat in range(c.seats):
        if s.target[seat] == TARGETS.index(target) + 1:
            return Reason(f"{{{seat}}} has chosen {target}; choose another target.")
    return None


def why_not_piece(c: Constants, s: State, id: str, chosen: Tile | None) -> Reason | None:
    """Return why a piece cannot be laid at all, or not while another one is selected."""
    tile = find_tile(c, id)
    if tile is None:
        return None
    piece, colour = tile
    if (piece >= rec.RHOMBUS) != (s.phase == rec.TWO):
        phase = "Phase Two" if s.phase == rec.ONE else "Phase One"
        kind = "Rhombuses and hooks" if piece >= rec.RHOMBUS else "Diamonds and trapezoids"
        return Reason(f"{kind} are laid only in {phase}.")
    if s.stock[piece, colour] == 0:
        return Reason(f"No {name_tile(c, tile)}{'es' if piece == rec.RHOMBUS else 's'} are left.")
    if any(find_fault(c, s, colour, place) is None for place in printed(c).pieces[piece].places):
        if chosen is None:
            return None
        return Reason(f"The {name_tile(c, chosen)} is selected: turn it, or choose where to lay it.")
    if s.phase == rec.ONE and not s.loose:
        strict = tuple(f"piece:{other.id}" for other in list_stock(c, s) if other.places)
        text = f"No {name_tile(c, tile)} fits without sharing an edge with {COLOURS[colour]}; other pieces still fit."
        return Reason(text, strict)
    return Reason(f"No {name_tile(c, tile)} fits anywhere any more.")


def why_not_orientation(c: Constants, s: State, piece: int, colour: int, orientation: int) -> Reason | None:
    """Return why a piece cannot be laid in an orientation."""
    info = printed(c).pieces[piece]
    if not 0 <= orientation < len(info.orientations):
        return None
    if any(find_fault(c, s, colour, place) is None for place in info.places if place.orientation == orientation):
        return None
    return Reason(f"The {name_tile(c, (piece, colour))} doesn't fit anywhere this way round.")


def why_not_place(c: Constants, s: State, piece: int, colour: int, orientation: int, cell: int) -> Reason | None:
    """Return why a piece cannot be laid on a cell: first because of the cell itself, then with its anchor there, then
    anywhere over it; without an orientation, in any."""
    info = printed(c).pieces[piece]
    places = [place for place in info.places if cell in place.cells and orientation in (-1, place.orientation)]
    anchored = [find_fault(c, s, colour, place) for place in places if place.cells[0] == cell]
    if None in anchored:
        return Reason(f"Turn the {info.name} first.") if orientation < 0 else None
    faults = [find_fault(c, s, colour, place) for place in places]
    if None in faults and not anchored:
        return None
    edge = Reason("It would extend beyond the edge of the board.", (cell_id(printed(c), cell),))
    own = None if c.any_support and s.phase == rec.TWO else find_fault(c, s, colour, Place(0, (cell,)))
    fault = own or next((fault for fault in [*anchored, *faults] if fault), edge)
    text = f"The {name_tile(c, (piece, colour))} doesn't fit here: {fault.text[0].lower()}{fault.text[1:]}"
    return Reason(text, fault.pieces)


def name_tile(c: Constants, tile: Tile) -> str:
    """`blue hook`."""
    piece, colour = tile
    return f"{COLOURS[colour]} {printed(c).pieces[piece].name}"


def find_fault(c: Constants, s: State, colour: int, place: Place) -> Reason | None:
    """Return what is wrong with laying a colour at a place in this phase; None: nothing."""
    hue, cells = COLOURS[colour], place.cells
    if s.phase == rec.ONE:
        if taken := [cell for cell in cells if colour_at(s.below, cell) >= 0]:
            return make_reason(c, "There is already a piece on", taken)
        beside = sorted({other for cell in cells for other in printed(c).near[cell]})
        if not s.loose and (alike := [cell for cell in beside if row_contains(s.below[colour], cell)]):
            return make_reason(c, f"It would share an edge with {hue} on", alike)
        return None
    if taken := [cell for cell in cells if colour_at(s.above, cell) >= 0]:
        return make_reason(c, "There is already a second layer on", taken)
    gaps = [cell for cell in cells if colour_at(s.below, cell) < 0]
    if gaps and (not c.any_support or len(gaps) == len(cells)):
        return make_reason(c, "There is no piece below", gaps)
    if c.no_stack and (alike := [cell for cell in cells if row_contains(s.below[colour], cell)]):
        return make_reason(c, f"It would cover {hue}, its own colour, on", alike)
    return None


def find_own_fault(c: Constants, s: State, cell: int) -> Reason | None:
    """Return why nothing can be laid on a cell, because of what lies there; None: something can, or no cell."""
    if cell < 0 or s.phase not in (rec.ONE, rec.TWO):
        return None
    taken = colour_at(s.below if s.phase == rec.ONE else s.above, cell) >= 0
    gap = s.phase == rec.TWO and not c.any_support and colour_at(s.below, cell) < 0
    return find_fault(c, s, 0, Place(0, (cell,))) if taken or gap else None


def make_reason(c: Constants, text: str, cells: Iterable[int]) -> Reason:
    """`There is already a piece on r5 c3–4.`"""
    cells, board = list(cells), printed(c)
    return Reason(f"{text} {name_cells(board, cells)}.", tuple(cell_id(board, cell) for cell in cells))
