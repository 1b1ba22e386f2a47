"""A board as the rules read it: sets and lists of numbers in the record of constants."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from gamut.engine.record import Array
from gamut.games.kroma.board import Board, Piece
from gamut.games.kroma.record import CELLS, LARGEST, PIECES, PLACE_WORDS, PLACES, SMALL_PLACES, WORD_FROM


class Tables(NamedTuple):
    """The fields of the constants that follow from the board alone."""

    covers: Array
    overlaps: Array
    touches: Array
    every: Array
    cells: Array
    near: Array
    before: Array
    places: Array
    size: Array


def as_set(members: list[int]) -> Array:
    """A set of places."""
    bits = np.zeros(64 * PLACE_WORDS, np.uint8)
    bits[members] = 1
    return np.packbits(bits, bitorder="little").view("<u8")


@cache
def make_tables(board: Board) -> Tables:
    """All tables of a board."""
    t = Tables(
        np.zeros((2 * CELLS, PLACE_WORDS), np.uint64), np.zeros((PLACES, PLACE_WORDS), np.uint64),
        np.zeros((SMALL_PLACES, PLACE_WORDS), np.uint64), np.zeros((2, PLACE_WORDS), np.uint64),
        np.full((PLACES, LARGEST), -1, np.int16), np.full((CELLS, 3), -1, np.int16),
        *np.zeros((3, PIECES), np.int16),
    )  # fmt: skip
    for cell, near in enumerate(board.near):
        t.near[cell, : len(near)] = near
    for k, piece in enumerate(board.pieces):
        t.before[k], t.places[k], t.size[k] = sum(t.places[:k]), len(piece.places), piece.size
        add_places(t, k, piece)
    for k, piece in enumerate(board.pieces):
        add_conflicts(t, k, piece, board)
    return t


def add_places(t: Tables, k: int, piece: Piece) -> None:
    """The cells of every place of a piece, and the way back from the cells."""
    large = piece.phase - 1
    first = 64 * WORD_FROM[k]
    t.every[large] |= as_set(list(range(first, first + len(piece.places))))
    for i, place in enumerate(piece.places):
        t.cells[t.before[k] + i, : piece.size] = place.cells
        for cell in place.cells:
            t.covers[large * CELLS + cell] |= as_set([first + i])


def add_conflicts(t: Tables, k: int, piece: Piece, board: Board) -> None:
    """Which places every place of a piece overlaps, and for small pieces which it touches."""
    large = piece.phase - 1
    for i, place in enumerate(piece.places):
        rows = [large * CELLS + cell for cell in place.cells]
        t.overlaps[t.before[k] + i] = np.bitwise_or.reduce(t.covers[rows])
        if not large:
            beside = sorted({*place.cells, *(other for cell in place.cells for other in board.near[cell])})
            t.touches[t.before[k] + i] = np.bitwise_or.reduce(t.covers[beside])


def fill(c: Any, board: Board) -> None:
    """Copy the tables of a board into the constants."""
    for name, table in make_tables(board)._asdict().items():
        getattr(c, name).array[:] = table
    c.side, c.board = board.side, len(board.near)
