"""Reads the board of Kroma from its texts, as a player who does not see it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gamut.games.kroma.board import Board, number

LAYERS = re.compile(r"(empty)|(?:\w+ \()?(\w+) (?:on|over) (a gap|\w+)\)?|(\w+)")
LAID = re.compile(r"laid a (\w+) (\w+) on ([^:]+)")
RUN = re.compile(r"r(\d+) c(\d+)(?:–(\d+))?")
Layers = tuple[str, str]


def read_layers(text: str) -> Layers:
    """The colours below and above of a triangle: `green (yellow on blue)`."""
    match = LAYERS.fullmatch(text)
    assert match, text
    empty, above, below, single = match.groups()
    return ("", "") if empty else (single, "") if single else ("" if below == "a gap" else below, above)


def read_rows(rows: Iterable[str]) -> list[Layers]:
    """The layers of all triangles: `c1–2 blue, c3 empty`."""
    triangles: list[Layers] = []
    for row in rows:
        for part in row.split(", "):
            columns, _, layers = part.partition(" ")
            first, _, last = columns.removeprefix("c").partition("–")
            triangles += [read_layers(layers)] * (int(last or first) - int(first) + 1)
    return triangles


def read_cells(text: str) -> tuple[int, ...]:
    """The triangles of `r5 c3–4 and r6 c5`."""
    runs = [(int(row), int(first), int(last or first)) for row, first, last in RUN.findall(text)]
    return tuple(number((row - 1, column - 1)) for row, first, last in runs for column in range(first, last + 1))


def read_log(board: Board, entries: Iterable[str]) -> list[Layers]:
    """The layers of all triangles, from the pieces that the log says were laid."""
    pieces = {piece.name: piece for piece in board.pieces}
    layers: list[Layers] = [("", "")] * len(board.spots)
    for entry in entries:
        if not (match := LAID.search(entry)):
            continue
        colour, name, where = match.groups()
        cells = read_cells(where)
        assert cells in [tuple(sorted(place.cells)) for place in pieces[name].places], entry
        for cell in cells:
            below, above = layers[cell]
            layers[cell] = (colour, above) if pieces[name].phase == 1 else (below, colour)
    return layers
