"""What Kroma says: texts and paths, questions, the log, moments, the view, and why something cannot be done."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import msgspec
import pytest
from rich.console import Console

from gamut.engine.keys import game_key
from gamut.engine.language import LogEntry, Reason
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS
from gamut.games.kroma.draw import LEGEND
from gamut.games.kroma.positions import cell, play_example
from gamut.games.kroma.tests.positions import LaidOut, laid_by
from gamut.games.kroma.view import catalogue

NAMES = ["Ada", "Jonas", "Sage"]


def random_game(seats: int, number: int, **options: bool | int | str) -> Table:
    """A table that is played step by step by `steps`."""
    return Table(GAME.open(seats, options), game_key(41, number))


def steps(table: Table, number: int) -> Any:
    """The table after each random action."""
    random = Random(number)
    yield table
    while not table.over:
        seat = table.actors[0]
        table.play(seat, random.choice(table.legal(seat)))
        yield table


# ---------------------------------------------------------------- texts, paths, catalogue


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("choose green", ("target:green",)),
        ("lay blue diamond 1 at r5 c3", ("piece:blue-diamond", "turn:1", "cell:r5c3")),
        ("lay magenta trapezoid 4 at r7 c6", ("piece:magenta-trapezoid", "turn:4", "cell:r7c6")),
        ("lay yellow hook 6 at r10 c17", ("piece:yellow-hook", "turn:6", "cell:r10c17")),
    ],
)
def test_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    action = setup.action(f"  {text.upper()} ")
    assert (setup.texts[action], setup.paths[action]) == (text, path)


@pytest.mark.parametrize("options", [{}, {"side": 9}, {"side": 12, "hook": "6"}, {"rhombus": "8", "hook": "4"}])
def test_the_catalogue_tells_every_action(options: dict[str, Any]) -> None:
    setup = GAME.open(3, options)
    info: Any = setup.catalogue
    assert setup.actions == 3 + sum(3 * len(piece.places) for piece in info.pieces) <= GAME.most_actions
    table = Table(setup, bytes(16))
    for piece in info.pieces:
        for k, colour in enumerate(info.colours):
            for i, place in enumerate(piece.places):
                action = piece.first[k] + i
                row, column = info.cells[place.cells[0]]
                assert (
                    setup.texts[action] == f"lay {colour} {piece.id} {place.turn + 1} at r{row + 1} c{column + 1}"
                )
                spots = frozenset(info.cells[cell] for cell in place.cells)
                assert laid_by(table, action) == (piece.id, colour, spots)
                shape = [info.cells[cell] for cell in place.cells]
                base = row, column // 2 * 2
                assert tuple((r - base[0], c - base[1]) for r, c in shape) == piece.turns[place.turn].cells
    assert [setup.texts[k] for k in range(3)] == [f"choose {target}" for target in info.targets]


def test_the_catalogue_says_the_options_that_are_seen() -> None:
    info: Any = GAME.open(2, {"phase_two": "snake", "support": "any", "stack": False, "scoring": "shape"}).catalogue
    assert (info.phase_two, info.support, info.stack, info.scoring, info.side) == (
        "snake",
        "any",
        False,
        "shape",
        11,
    )


def test_the_catalogue_is_small_enough_to_be_sent() -> None:
    assert len(msgspec.json.encode(GAME.open(3, {"side": 12, "hook": "6"}).catalogue)) < 128 * 1024


# ---------------------------------------------------------------- questions and headlines


def test_questions_and_headlines() -> None:
    at = LaidOut(3, targets=())
    assert (at.known().ask, at.known().headline) == ("Choose the colour that you want to blend", "Targets")
    at.do("choose green", "choose orange", "choose purple")
    assert at.known().ask == "Lay a diamond or a trapezoid; it may not share an edge with its own colour"
    assert at.known().headline == "Phase One"
    at = LaidOut(3, side=9)
    at.cover("r5c3-4", rest="blue", magenta="r6c4", yellow="r5c5")
    assert at.known().ask == "Lay a diamond or a trapezoid of any colour where it fits"
    assert at.known().headline == "Phase One, last gaps"
    at.lay("blue diamond 1 at r5 c3")
    assert (at.known().ask, at.known().headline) == ("Lay a rhombus or a hook on top", "Phase Two")
    at.end()
    assert at.known(0).headline == "The end"
    assert at.known(0).ask == ""


# ---------------------------------------------------------------- the log


def test_the_log_of_targets() -> None:
    at = LaidOut(2, targets=())
    assert at.hear_log("choose purple") == [LogEntry("chose purple", 0, ("purple",))]
    assert at.hear_log("choose orange") == [
        LogEntry("chose orange", 1, ("orange",)),
        LogEntry("Phase One", heading=True),
        LogEntry("began", 1),
    ]


def test_the_log_of_phase_one_and_its_end() -> None:
    at = LaidOut(3)
    assert at.hear_log("lay blue diamond 1 at r5 c3") == [LogEntry("laid a blue diamond at r5 c3", 0, ("blue",))]
    at = LaidOut(3, side=9)
    at.cover("r5c3-4 r8c3-4", rest="blue", magenta="r6c4 r9c4 r7c3", yellow="r5c5")
    assert at.hear_log("lay yellow diamond 1 at r8 c3") == [
        LogEntry("laid a yellow diamond at r8 c3", 0, ("yellow",)),
        LogEntry("No piece can keep off its own colour any more: now any colour goes anywhere"),
    ]
    assert at.hear_log("lay blue diamond 1 at r5 c3") == [
        LogEntry("laid a blue diamond at r5 c3", 1, ("blue",)),
        LogEntry("Phase Two", heading=True),
        LogEntry("began", 2),
    ]


def test_the_log_of_phase_two_and_the_end() -> None:
    at = LaidOut(3)
    at.set_out({"blue": "r5c1-2", "magenta": "r5c3", "yellow": "r5c4 r8c1-4"})
    assert at.hear_log("lay yellow rhombus 1 at r5 c1") == [
        LogEntry("laid a yellow rhombus at r5 c1: 1 orange and 2 green", 1, ("yellow", "orange", "green"))
    ]
    assert at.hear_log("lay yellow rhombus 1 at r8 c1") == [
        LogEntry("laid a yellow rhombus at r8 c1: no blend", 2, ("yellow",)),
        LogEntry("No piece fits any more"),
    ]


def test_a_game_that_ends_with_phase_one_says_both() -> None:
    at = LaidOut(3, side=9)
    for colour in COLOURS:
        at.run_out("rhombus", colour)
        at.run_out("hook", colour)
    at.cover("r5c3-4")
    entries = [entry.text for entry in at.hear_log("lay yellow diamond 1 at r5 c3")]
    assert entries[0] == "laid a yellow diamond at r5 c3"


# ---------------------------------------------------------------- moments


def test_the_end_of_phase_one_is_a_moment() -> None:
    at = LaidOut(3, side=9)
    at.cover("r1 r5c3-4", rest="blue")
    found = at.moment("lay yellow diamond 1 at r5 c3")
    assert (found.kind, found.starter, found.uncovered, found.blended) == ("phase-two", 1, [0], 0)
    assert found.text == (
        "Phase One is over: 1 piece, 1 of 81 triangles stay free. "
        "{0} laid the last small piece, so {1} began Phase Two."
    )
    assert at.moment("lay yellow rhombus 1 at r8 c1") is None


def test_the_end_of_the_game_is_a_moment_with_ranks_and_shapes() -> None:
    for number in range(6):
        table = random_game(3, number, scoring="shape" if number % 2 else "points")
        for now in steps(table, number):
            before = now.copy()
        before.rewind(len(table.history) - 1)
        seat, action = table.history[-1]
        found: Any = table.knowledge(-1).moment(before.knowledge(-1), seat, action)
        assert found.kind == "end"
        assert tuple(standing.rank for standing in found.standings) == table.result.ranks
        sizes = [[len(shape) for shape in standing.shapes] for standing in found.standings]
        assert [sum(x) for x in sizes] == [standing.points for standing in found.standings]
        assert sum(sum(x) for x in sizes) == found.blended
        if not number % 2:
            assert tuple(standing.points for standing in found.standings) == table.result.scores
        else:
            assert tuple(max(x, default=0) for x in sizes) == table.result.scores


# ---------------------------------------------------------------- the view


def test_the_view_shows_both_layers_and_whose_pieces_they_are() -> None:
    at = LaidOut(3)
    at.lay("blue diamond 1 at r5 c3", "yellow diamond 1 at r5 c5")
    view: Any = at.known().view
    assert (view.phase, view.turn, view.first, view.starter) == ("one", 2, 0, -1)
    assert (view.loose, view.blending) == (False, False)
    assert [view.below[k] for k in range(18, 22)] == ["blue", "blue", "yellow", "yellow"]
    assert [view.below_piece[k] for k in range(17, 23)] == [-1, 0, 0, 1, 1, -1]
    assert [(p.piece, p.colour, p.seat, p.cells) for p in view.pieces] == [
        ("diamond", "blue", 0, [18, 19]), ("diamond", "yellow", 1, [20, 21]),
    ]  # fmt: skip
    assert (view.uncovered, view.following) == (117, [2, 0, 1, 2, 0, 1])
    assert view.places == len(at.legal) == sum(tile.places for tile in view.stock)
    assert {tile.id: tile.left for tile in view.stock}["blue-diamond"] == 15


def test_the_view_of_phase_two_shows_blends_and_shapes() -> None:
    at = LaidOut(2, ("green", "purple"), phase_two="snake")
    for text in ("blue diamond 1 at r5 c1", "magenta diamond 1 at r5 c3"):
        at.lay(text)
    at.set_out({"blue": "r8 r9"})
    at.s.smalls = 2
    at.lay("yellow rhombus 1 at r5 c1")
    view: Any = at.known().view
    assert (view.phase, view.blending, view.starter, view.following) == ("two", True, 1, [0, 0, 1, 1])
    assert view.above[16:20] == ["yellow"] * 4
    assert view.blends[16:20] == ["green", "green", "orange", "orange"]
    assert view.above_piece[16:20] == [2] * 4
    assert [(x.target, x.points, x.shapes, x.rank) for x in view.standings] == [
        ("green", 2, [[16, 17]], 1), ("purple", 0, [], 2), ("orange", 2, [[18, 19]], 0),
    ]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"scoring": "shape", "phase_two": "reverse", "support": "any"}])
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_view_agrees_with_the_record_and_the_history(seats: int, options: dict[str, Any]) -> None:
    table = random_game(seats, seats, **options)
    for now in steps(table, 1):
        view: Any = now.knowledge(-1).view
        layed = [(seat, action) for seat, action in now.history if action >= 3]
        assert [(piece.seat, piece.action) for piece in view.pieces] == layed
        assert view.turn == (now.actors[0] if now.actors else -1)
        assert view.following[:1] == list(now.actors)
        points = [int(now.record["points"][0, k]) for k in range(3)]
        assert [view.blends.count(target) for target in ("orange", "green", "purple")] == points
        assert view.places == (len(now.legal(now.actors[0])) if now.actors and view.phase != "targets" else 0)
    assert tuple(standing.rank for standing in view.standings if standing.seat >= 0) == table.result.ranks


def test_the_seats_that_follow_are_those_that_come() -> None:
    for phase_two in ("clockwise", "snake", "reverse"):
        table, foretold = random_game(3, 2, phase_two=phase_two), list[int]()
        for now in steps(table, 2):
            view: Any = now.knowledge(-1).view
            if view.phase == "two" and foretold:
                assert view.following[0] == foretold[1]
            foretold = view.following if view.phase == "two" else []


def test_a_preview_is_the_view_after_the_action() -> None:
    at = LaidOut(2)
    at.set_out({"blue": "r8"})
    known = at.known()
    action = at.table.setup.action("lay yellow rhombus 1 at r8 c1")
    preview = known.preview(action)
    assert not preview.depends
    assert [entry.text for entry in preview.entries] == ["laid a yellow rhombus at r8 c1: 4 green"]
    assert preview.view["standings"][0]["points"] == 4


def test_the_view_says_who_begins_phase_two_and_why() -> None:
    for phase_two, before, after in (
        ("clockwise", "Whoever comes after the last small piece begins Phase Two.",
         "{1} laid the last small piece, so {2} began Phase Two."),
        ("reverse", "Phase Two begins with {2}, who comes before {0}, and turns go backwards.",
         "Phase Two began with {2}, who comes before {0}, and turns go backwards."),
    ):  # fmt: skip
        at = LaidOut(3, targets=(), side=9, phase_two=phase_two)
        assert "begins" in at.view().beginning
        at.do("choose green", "choose orange", "choose purple")
        assert (at.view().beginning, at.view().last_small) == (before, -1)
        at.lay("magenta diamond 1 at r8 c1")
        at.cover("r5c3-4", magenta="r8c1-2")
        at.lay("yellow diamond 1 at r5 c3")
        assert (at.view().beginning, at.view().last_small, at.view().starter) == (after, 1, 2)


def test_legal_numbers_and_the_catalogue_say_piece_colour_turn_and_cells_of_every_place() -> None:
    """So a page can show where a piece would lie without asking."""
    at = play_example(50)
    known, info, view = at.known(), catalogue(at.c), at.view()
    found: dict[str, int] = {}
    for action in known.legal:
        piece = next(p for p in info.pieces if p.first[0] <= action < p.first[0] + 3 * len(p.places))
        k, place = divmod(action - piece.first[0], len(piece.places))
        turn, cells = piece.places[place].turn, piece.places[place].cells
        assert laid_by(at.table, action) == (piece.id, info.colours[k], frozenset(info.cells[c] for c in cells))
        assert f"turn:{turn + 1}" in at.table.setup.paths[action]
        found[f"{info.colours[k]}-{piece.id}"] = found.get(f"{info.colours[k]}-{piece.id}", 0) + 1
    assert found == {tile.id: tile.places for tile in view.stock if tile.places}


def test_a_view_is_small_enough_to_be_sent_often() -> None:
    """Most is a word or a number per cell and the pieces: at most 84."""
    for pieces in (0, 43, 61):
        assert len(msgspec.json.encode(play_example(pieces).view())) < 12 * 1024


def test_the_example_is_a_whole_game_of_good_players() -> None:
    at = play_example()
    assert at.table.result.scores == (19, 20, 20)
    assert (at.table.result.ranks, at.table.result.reason) == ((3, 1, 2), "equal triangles, larger shapes")


# ---------------------------------------------------------------- why not


def why(at: LaidOut, touched: str, *touches: str, seat: int | None = None) -> Reason | None:
    """The reason for whoever is to play."""
    return at.table.knowledge(at.table.actors[0] if seat is None else seat).why_not(touches, touched)


def test_why_not_a_target() -> None:
    at = LaidOut(3, targets=("green",))
    assert why(at, "target:green") == Reason("{0} has chosen green; everybody has another target.")
    assert why(at, "target:red") is None
    assert why(at, "target:orange") is None
    assert why(at, "piece:blue-diamond") == Reason(
        "Choose your target first.", ("target:orange", "target:green", "target:purple")
    )
    at.do("choose orange", "choose purple")
    assert why(at, "target:green") == Reason("The targets are chosen; they stay to the end.")
    assert why(at, "cell:r5c3", seat=1) == Reason("Wait for your turn.")


def test_why_not_a_piece() -> None:
    at = LaidOut(3)
    assert why(at, "piece:blue-hook") == Reason("Rhombuses and hooks are laid after Phase One.")
    assert why(at, "piece:green-hook") is None
    assert why(at, "piece:blue-diamond") is None
    assert why(at, "piece:blue-diamond", "piece:yellow-trapezoid") == Reason(
        "The yellow trapezoid is chosen: turn it, or touch where it goes."
    )
    at.run_out("trapezoid", "blue")
    assert why(at, "piece:blue-trapezoid") == Reason("No blue trapezoid is left.")
    at = LaidOut(3, side=9)
    at.cover("r5c3-4 r8c3-4", rest="blue", magenta="r6c4 r9c4 r7c3", yellow="r5c5")
    assert why(at, "piece:blue-diamond") == Reason(
        "No blue diamond fits without sharing an edge with blue; others go first.",
        ("piece:yellow-diamond",),
    )
    at.lay("yellow diamond 1 at r8 c3")
    assert why(at, "piece:blue-trapezoid") == Reason("No blue trapezoid fits anywhere any more.")
    at.lay("yellow diamond 1 at r5 c3")
    assert why(at, "piece:blue-diamond") == Reason("Diamonds and trapezoids are laid only in Phase One.")


def test_why_not_a_turn_or_without_a_piece() -> None:
    at = LaidOut(3)
    assert why(at, "turn:1") == why(at, "cell:r5c3") == Reason("Choose a piece first.")
    at = LaidOut(3, side=9)
    at.cover("r5c3-4")
    assert why(at, "turn:2", "piece:yellow-diamond") == Reason("The yellow diamond fits nowhere turned like this.")
    assert why(at, "turn:1", "piece:yellow-diamond") is None
    assert why(at, "turn:9", "piece:yellow-diamond") is None
    assert why(at, "hat:2", "piece:yellow-diamond") is None


def test_why_not_a_place_in_phase_one() -> None:
    at = LaidOut(3)
    at.lay("blue diamond 1 at r5 c3")
    blue, level = "piece:blue-diamond", "turn:1"
    assert why(at, "cell:r5c3", blue, level) == Reason("A piece lies there already.", ("cell:r5c3", "cell:r5c4"))
    assert why(at, "cell:r5c5", blue, level) == Reason("It would share an edge with blue.", ("cell:r5c4",))
    assert why(at, "cell:r5c5", "piece:yellow-diamond", level) is None
    assert why(at, "cell:r5c9", blue, level) == Reason(
        "The diamond would reach over the edge of the board.", ("cell:r5c9",)
    )
    assert why(at, "cell:r6c3", blue, level) == Reason("It would share an edge with blue.", ("cell:r5c3",))
    assert why(at, "cell:r6c3", blue) == Reason("Choose first how the diamond is turned.")
    assert why(at, "cell:r5c3", blue) == Reason("A piece lies there already.", ("cell:r5c3", "cell:r5c4"))
    assert why(at, "cell:r6c4", blue, level) == Reason(
        "Turned like this, the diamond begins on a triangle that points up.", ("cell:r6c4",)
    )
    assert why(at, "cell:r12c1", blue, level) is None
    assert why(at, "cell:r5c99", blue, level) is None


def test_why_not_a_place_in_phase_two() -> None:
    at = LaidOut(3, stack=False)
    at.set_out({"blue": "r8c1-8", "magenta": "r8c9-12"})
    rhombus = "piece:yellow-rhombus", "turn:1"
    at.lay("yellow rhombus 1 at r8 c1")
    assert why(at, "cell:r8c3", *rhombus) == Reason(
        "A piece of Phase Two lies there already.", ("cell:r8c3", "cell:r8c4")
    )
    assert why(at, "cell:r8c11", *rhombus) == Reason("Nothing lies below it there.", ("cell:r8c13", "cell:r8c14"))
    assert why(at, "cell:r8c7", "piece:magenta-rhombus", "turn:1") == Reason(
        "It would lie on magenta, its own colour.", ("cell:r8c9", "cell:r8c10")
    )
    assert why(at, "cell:r8c5", *rhombus) is None
    at = LaidOut(3, support="any")
    at.set_out({"blue": "r8c1-8"})
    assert why(at, "cell:r8c7", *rhombus) is None
    assert why(at, "cell:r8c9", *rhombus) == Reason(
        "Nothing lies below it there.", ("cell:r8c9", "cell:r8c10", "cell:r8c11", "cell:r8c12")
    )
    at.end()
    assert at.known(0).why_not((), "cell:r8c9") == Reason("The game is over.")


def test_every_piece_turn_and_place_that_is_not_lit_says_why_and_nothing_else_does() -> None:
    for seats, number in ((2, 1), (3, 2)):
        table = random_game(seats, number, targets="random")
        for k, now in enumerate(steps(table, number)):
            if k % 12 or now.over:
                continue
            known, paths = now.knowledge(now.actors[0]), now.setup.paths
            lit = {paths[action][:n] for action in now.legal(now.actors[0]) for n in (1, 2, 3)}
            for action in range(3, now.setup.actions, 17):
                for n in range(3):
                    touches, touched = paths[action][:n], paths[action][n]
                    if n and touches not in lit:
                        break
                    reason = known.why_not(touches, touched)
                    assert (reason is None) == (paths[action][: n + 1] in lit)


# ---------------------------------------------------------------- the terminal


def drawn(at: LaidOut, **more: Any) -> str:
    """The drawing as plain text."""
    console = Console(file=io.StringIO(), width=90, color_system=None, **more)
    console.print(at.known(0).draw(NAMES[: at.table.seats]))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_the_drawing_tells_layers_in_letters() -> None:
    at = LaidOut(3, support="any")
    at.set_out({"blue": "r5c1-2", "magenta": "r5c3"})
    at.lay("yellow rhombus 1 at r5 c1")
    lines = drawn(at).splitlines()
    row = next(k for k, line in enumerate(lines) if line.startswith("r5"))
    assert "byG 2 myO" in lines[row]
    assert "byG" in lines[row - 1]
    assert "-y" in lines[row - 1]
    assert any("Ada: green, 2 points, shapes 2" in line for line in lines)
    assert any("rhombus b4 m4 y3" in line for line in lines)


@pytest.mark.parametrize("side", [9, 12])
def test_the_drawing_fits_a_terminal_of_80_columns(side: int) -> None:
    assert max(len(line.rstrip()) for line in drawn(LaidOut(3, side=side)).splitlines()) <= 80


def test_the_drawing_shows_how_pieces_are_turned() -> None:
    text = drawn(LaidOut(2))
    assert "diamond" in text
    assert "△▽" in text


def test_the_legend_names_every_letter() -> None:
    for name in ("blue", "magenta", "yellow", "green", "orange", "purple"):
        assert name in LEGEND


def test_cells_by_name() -> None:
    assert [cell("r1c1"), cell("r2c1"), cell("r5c3")] == [0, 1, 18]
