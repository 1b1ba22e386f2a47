"""What a table component of Mixx draws: stocks, and the cross with its cards in position."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from gamut.games.mixx.presentation import card_id, list_cards, list_column, list_row
from gamut.games.mixx.record import ACROSS, ROW, Constants, State, decode_action
from gamut.games.mixx.rules import line_card

# ---------------------------------------------------------------------- the cross


@dataclass(frozen=True)
class Cross:
    """The cards in position: the row from left to right, the column from top to bottom with the centre in it."""

    row: list[int]
    centre_x: int  # the centre's index in the row; −1: there is no centre
    column: list[int]
    centre_y: int  # the centre's index in the column


def next_index(line: list[int], centre: int) -> int:
    """Clause 3.2: return the index at which the next card of a row or column is inserted.

    It extends the shorter arm around the centre; with equal arms, or without a centre, it is appended.
    """
    return 0 if 0 <= centre < len(line) - 1 - centre else len(line)


def extend_line(line: list[int], centre: int, cards: list[int]) -> tuple[list[int], int]:
    """Return a line around a centre after further cards, and the centre's new index."""
    line = list(line)
    for card in cards:
        index = next_index(line, centre)
        line.insert(index, card)
        centre += 1 if index == 0 else 0
    return line, centre


def arrange_cross(row: list[int], column: list[int], centre: int, crossed_length: int) -> Cross:
    """Return the cross from its cards in the order placed; `centre` and `crossed_length` as in the state."""
    if not centre:
        return Cross(row, -1, [], -1)
    full_row, x = extend_line(row[:crossed_length], centre - 1, row[crossed_length:])
    full_column, y = extend_line([row[centre - 1]], 0, column)
    return Cross(full_row, x, full_column, y)


def cross_of(s: State) -> Cross:
    return arrange_cross(list_row(s), list_column(s), s.centre, s.crossed_length)


def cross_after(s: State, a: int) -> Cross:
    card, target = decode_action(a)
    row, column, centre, crossed_length = list_row(s), list_column(s), s.centre, s.crossed_length
    (row if target == ROW else column).append(card)
    if target >= ACROSS:
        centre, crossed_length = 1 + row.index(line_card(s, target - ACROSS)), len(row)
    return arrange_cross(row, column, centre, crossed_length)


# ---------------------------------------------------------------------- views


class CrossView(msgspec.Struct, frozen=True):
    """The cards on the table; a line is a row without a centre."""

    row: list[str]  # from left to right
    column: list[str]  # from top to bottom, with the centre; empty while there is none
    centre_x: int  # the centre's index in the row; −1: there is no centre
    centre_y: int  # the centre's index in the column


class View(msgspec.Struct, frozen=True):
    """The table; all seats see the same."""

    round: int
    deck_size: int
    stocks: list[list[str]]
    won: list[int]
    cross: CrossView
    next_x: int  # the index at which the next card of the row is inserted: 0 or the end
    next_y: int  # the same for the column


class Moment(msgspec.Struct, frozen=True):
    """The end of a round: the whole cross with its last card."""

    text: str
    last_card: str
    cross: CrossView


def view_cross(cross: Cross) -> CrossView:
    return CrossView(list_ids(cross.row), list_ids(cross.column), cross.centre_x, cross.centre_y)


def list_ids(cards: list[int]) -> list[str]:
    return [card_id(card) for card in cards]


def view(c: Constants, s: State, seat: int) -> View:
    cross = cross_of(s)
    return View(
        round=s.round,
        deck_size=s.deck_size,
        stocks=[list_ids(list_cards(s.stock[other])) for other in range(c.seats)],
        won=[int(s.won[other]).bit_count() for other in range(c.seats)],
        cross=view_cross(cross),
        next_x=next_index(cross.row, cross.centre_x),
        next_y=next_index(cross.column, cross.centre_y),
    )
