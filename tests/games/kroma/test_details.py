"""Details, goals and the legend of Kroma; the board can be reconstructed from them."""

from __future__ import annotations

import pytest

from gamut.engine.presentation import Detail, Effect, LogEntry
from gamut.engine.seat_log import SeatLog
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS
from tests.games.kroma.builders import LaidOut, Tableau, play_example
from tests.games.kroma.reading import read_layers, read_log, read_rows


def detail(layout: Tableau, piece: str, seat: int = 0) -> Detail:
    described = layout.known(seat).detail(piece)
    assert described, piece
    return described


def fact(layout: Tableau, piece: str, label: str) -> str:
    return next(fact.text for fact in detail(layout, piece).facts if fact.label == label)


def effects(layout: Tableau, piece: str) -> dict[str, str]:
    return {effect.when: effect.text for effect in detail(layout, piece).effects}


def log_of(layout: Tableau) -> list[LogEntry]:
    """The log of all steps of a table."""
    replayed = layout.table.copy()
    replayed.rewind(0)
    log = SeatLog(-1, replayed)
    for seat, action in layout.table.history:
        before = replayed.record.copy()
        replayed.play(seat, action)
        log.follow_step(replayed, before)
    return log.entries


@pytest.mark.parametrize("pieces", [0, 20, 46, 52, 84])
def test_the_board_can_be_reconstructed_from_its_texts(pieces: int) -> None:
    layout = play_example(pieces)
    view = layout.view()
    shown = list(zip(view.below, view.above, strict=True))
    assert read_rows(line.text for line in detail(layout, "area:board").facts) == shown
    log = [entry.text for entry in log_of(layout)]
    assert read_log(layout.board, log) == shown
    for k, (row, column) in enumerate(layout.board.spots):
        name = f"cell:r{row + 1}c{column + 1}"
        assert read_layers(fact(layout, name, "Shows")) == (view.below[k], view.above[k])
        laid = [view.pieces[n] for n in (view.below_piece[k], view.above_piece[k]) if n >= 0]
        texts = [line.text for line in detail(layout, name).facts if line.label in ("Piece", "Below", "Above")]
        assert [text.split(" on ")[0] for text in texts] == [
            f"a {piece.colour} {piece.piece}, laid by {{{piece.seat}}}" for piece in laid
        ]


def test_a_triangle_says_what_can_be_laid_there() -> None:
    layout = LaidOut(3)
    layout.lay("blue diamond 1 at r5 c3")
    assert effects(layout, "cell:r5c4") == {}, "what lies there says it"
    assert effects(layout, "cell:r6c4") == {
        "Blue now": "It would share an edge with blue on r5 c3.",
        "Magenta now": "Fits: diamond in 2 places and trapezoid in 5 places.",
        "Yellow now": "Fits: diamond in 2 places and trapezoid in 5 places.",
    }
    assert fact(layout, "cell:r5c3", "Piece") == "a blue diamond, laid by {0} on r5 c3–4"
    assert fact(layout, "cell:r5c3", "Shares edges with") == "r5 c2 empty, r5 c4 blue, r6 c4 empty"
    assert detail(layout, "cell:r6c4").text == "Triangle 4 of row 6. It points down."
    layout = LaidOut(3)
    layout.set_out({"blue": "r5c1-4", "magenta": "r9c1"})
    assert effects(layout, "cell:r5c9") == {}
    assert set(effects(layout, "cell:r9c1").values()) == {"No piece fits over it."}
    layout.lay("yellow rhombus 1 at r5 c1")
    assert fact(layout, "cell:r5c2", "Scores") == "a point for {0}"
    assert effects(layout, "cell:r5c2") == {}, "nothing fits any more: the game is over"


def test_the_places_of_a_triangle_are_legal_ones() -> None:
    for pieces in (12, 50):
        layout = play_example(pieces)
        paths = [layout.table.setup.touch_paths[action] for action in layout.known().legal]
        covering = {place.cells for piece in layout.board.pieces for place in piece.places}
        assert covering
        for tile in layout.view().stock:
            legal = sum(path[0] == f"piece:{tile.id}" for path in paths)
            text = fact(layout, f"piece:{tile.id}", "Fits now")
            assert text == ("nowhere" if not legal else f"in {legal} place{'s' if legal > 1 else ''}")


def test_pieces_and_colours_say_what_they_blend() -> None:
    layout = LaidOut(2)
    assert detail(layout, "piece:blue-hook").text == (
        "Five of the six triangles around a point. You may turn it; flipping it gives nothing new. Each of its "
        "triangles must lie on a piece of Phase One. It may touch its own colour and cover it."
    )
    assert "You may turn or flip it. " in detail(layout, "piece:blue-rhombus").text
    assert "must not share an edge with its own colour" in detail(layout, "piece:blue-diamond").text
    assert fact(layout, "piece:blue-hook", "Left") == "5 of 5"
    assert effects(layout, "piece:blue-hook") == {
        "Over or under magenta": "It shows purple: no player scores it.",
        "Over or under yellow": "It shows green: a point for {0}.",
        "Over or under blue": "It shows a stronger blue and scores nothing.",
    }
    choosing = LaidOut(2, targets=())
    assert (
        effects(choosing, "piece:blue-hook")["Over or under yellow"] == "It shows green: no player has this target yet."
    )
    assert detail(layout, "blue-2").name == "Blue on blue"
    assert Effect("Hook", "Open at the top.") in detail(layout, "orientation:3").effects
    assert Effect("Trapezoid 1", "Pointing up.") in detail(layout, "shape:trapezoid-3").effects
    assert layout.known().detail("orientation:13") is None


def test_targets_and_seats_count_points_and_shapes() -> None:
    layout = LaidOut(3)
    layout.set_out({"blue": "r5c1-4 r8c1-4", "magenta": "r10c1"}, {"yellow": "r5c1-3"})
    assert fact(layout, "target:green", "Target of") == "{0}"
    assert fact(layout, "score:green", "Largest shape") == "3 triangles: r5 c1–3"
    assert fact(layout, "green", "Can still turn green") == "5 blue triangles"
    assert fact(layout, "purple", "Can still turn purple") == "5 blue and 1 magenta triangles"
    assert detail(layout, "green").text.endswith(
        "Each green triangle is one point for {0}; in a tie, the largest shape of connected ones decides, then the "
        "second largest, and so on."
    )
    points, largest = layout.known().goals(0)
    assert (points.have, points.text) == (
        3, "3 green triangles, the most; 5 blue triangles can still turn green"
    )  # fmt: skip
    assert (largest.have, largest.text) == (3, "3 connected green triangles")
    assert not points.achieved
    texts = [goal.text for goal in layout.known().goals(1)]
    assert texts == ["No orange triangles yet; 1 magenta triangle can still turn orange", "None yet"]
    layout.end()
    points, _ = detail(layout, "seat:0").goals
    assert points.achieved
    assert [(x.piece, x.name, x.count) for x in points.pieces] == [("colour:green", "green triangles", 3)]
    assert layout.known(0).goals(1)[0].text == "No orange triangles"
    assert not any(goal.achieved for goal in layout.known(0).goals(1))


def test_a_tie_that_the_largest_shape_breaks_is_marked() -> None:
    layout = LaidOut(2, ("green", "orange"))
    below = {"blue": "r5c1-2 r8c1 r9c7", "magenta": "r10c1 r10c3 r11c7 r11c9"}
    layout.set_out(below, {"yellow": "r5c1-2 r8c1 r10c1 r10c3 r11c7"})
    layout.end()
    marks = [[goal.achieved for goal in layout.known(0).goals(seat)] for seat in (0, 1)]
    assert marks == [[True, True], [False, False]]
    assert layout.known(0).goals(0)[1].text == "2 connected green triangles; decides the tie"


def test_goals_follow_the_scoring() -> None:
    layout = LaidOut(2, targets=(), scoring="shape")
    assert [goal.text for goal in layout.known().goals(0)] == ["Not chosen yet"]
    layout.do("choose green", "choose orange")
    layout.set_out({"blue": "r5c1-4"}, {"yellow": "r5c1 r5c3-4"})
    largest, points = layout.known().goals(0)
    assert (largest.name, largest.have, points.have) == ("Largest shape", 2, 3)


def test_the_legend_follows_the_options() -> None:
    entries = GAME.open(2, {"rhombus": "8", "scoring": "shape"}).legend_entries
    assert entries["shape:rhombus-8"].text.startswith("Eight triangles, in two rows of four; laid in Phase Two")
    assert "largest shape" in entries["area:scores"].text
    assert entries["2"].text.startswith(
        "Lay a large piece on top. At least one of its triangles must lie on a piece of Phase One."
    )
    strict = GAME.open(2, {"stack": False}).legend_entries["2"].text
    assert strict.startswith(
        "Lay a large piece on top. Each of its triangles must lie on a piece of Phase One. "
        "It may touch its own colour but must"
    )
    assert "the one who laid the last small piece begins" in strict
    assert all(f"colour:{colour}-2" in entries for colour in COLOURS)


def test_the_picture_of_a_triangle_points_as_it_does() -> None:
    layout = LaidOut(3)
    layout.lay("blue diamond 1 at r5 c3")
    assert [detail(layout, f"cell:r5c{n}").picture for n in (2, 3, 4)] == ["", "colour:blue", "down:blue"]
