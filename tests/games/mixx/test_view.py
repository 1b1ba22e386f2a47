"""Views of the table."""

from __future__ import annotations

from gamut.games.mixx.view import CrossView
from tests.games.mixx.builders import Position


def test_a_view_of_a_line() -> None:
    pos = Position("yellow shell, red fish", "blue chest", deck="pink turtle")
    view = pos.view(0)
    assert (view.round, view.deck_size, view.won) == (1, 1, [0, 0])
    assert view.stocks == [["yellow-shell", "red-fish"], ["blue-chest"]]
    assert (view.cross, view.next_x) == (CrossView([], [], -1, -1), 0)
    pos.place("yellow shell in the line or row")
    view = pos.view(-1)
    assert (view.cross, view.next_x) == (CrossView(["yellow-shell"], [], -1, -1), 1)


def test_a_view_after_the_game() -> None:
    pos = Position("yellow shell", "")
    pos.place("yellow shell in the line or row")
    assert pos.view().won == [1, 0]
