"""The board in the record of constants: sets and lists of numbers."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamut.engine.record import Array
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import Board, Piece


class BoardFields(NamedTuple):
    """The fields of the constants that depend only on the board."""

    covers: Array
    overlaps: Array
    touches: Array
    every: Array
    cells: Array
    near: Array
    before: Array
    places: Array
    size: Array


def make_set(members: list[int]) -> Array:
    bits = np.zeros(64 * rec.PLACE_WORDS, np.uint8)
    bits[members] = 1
    return np.packbits(bits, bitorder="little").view("<u8")


@cache
def make_fields(board: Board) -> BoardFields:
    f = BoardFields(
        np.zeros((2 * rec.CELLS, rec.PLACE_WORDS), np.uint64), np.zeros((rec.PLACES, rec.PLACE_WORDS), np.uint64),
        np.zeros((rec.SMALL_PLACES, rec.PLACE_WORDS), np.uint64), np.zeros((2, rec.PLACE_WORDS), np.uint64),
        np.full((rec.PLACES, rec.LARGEST), -1, np.int16), np.full((rec.CELLS, 3), -1, np.int16),
        *np.zeros((3, rec.PIECES), np.int16),
    )  # fmt: skip
    for cell, near in enumerate(board.near):
        f.near[cell, : len(near)] = near
    for k, piece in enumerate(board.pieces):
        f.before[k], f.places[k], f.size[k] = sum(f.places[:k]), len(piece.places), piece.size
        add_places(f, k, piece)
    for k, piece in enumerate(board.pieces):
        add_conflicts(f, k, piece, board)
    return f


def add_places(f: BoardFields, k: int, piece: Piece) -> None:
    """Fill the cells of each place of a piece, and for each cell the places that cover it."""
    large = piece.phase - 1
    first = 64 * rec.WORD_FROM[k]
    f.every[large] |= make_set(list(range(first, first + len(piece.places))))
    for i, place in enumerate(piece.places):
        f.cells[f.before[k] + i, : piece.size] = place.cells
        for cell in place.cells:
            f.covers[large * rec.CELLS + cell] |= make_set([first + i])


def add_conflicts(f: BoardFields, k: int, piece: Piece, board: Board) -> None:
    """Fill which places each place of a piece overlaps, and for small pieces which it touches."""
    large = piece.phase - 1
    for i, place in enumerate(piece.places):
        rows = [large * rec.CELLS + cell for cell in place.cells]
        f.overlaps[f.before[k] + i] = np.bitwise_or.reduce(f.covers[rows])
        if not large:
            beside = sorted({*place.cells, *(other for cell in place.cells for other in board.near[cell])})
            f.touches[f.before[k] + i] = np.bitwise_or.reduce(f.covers[beside])


def fill_fields(c: Any, board: Board) -> None:
    """Copy the fields of a board into the constants."""
    for name, numbers in make_fields(board)._asdict().items():
        getattr(c, name).array[:] = numbers
    c.side, c.board = board.side, len(board.near)
