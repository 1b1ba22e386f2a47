"""The action texts of version 0.2, for its saved games. They never change."""

from __future__ import annotations

from gamut.engine.game import Setup
from gamut.games.kroma.board import Board

COLOURS = ("blue", "magenta", "yellow")
TARGETS = ("orange", "green", "purple")
PIECES = ("diamond", "trapezoid", "rhombus", "hook")


def list_old_texts(setup: Setup) -> list[str]:
    board: Board = setup.printed
    texts = [f"choose {target}" for target in TARGETS]
    for name, piece in zip(PIECES, board.pieces, strict=True):
        for colour in COLOURS:
            for orientation, cells in piece.places:
                row, column = board.spots[cells[0]]
                texts.append(f"lay {colour} {name} {orientation + 1} at r{row + 1} c{column + 1}")
    return texts
