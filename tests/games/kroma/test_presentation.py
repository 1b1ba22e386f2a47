"""The texts of Kroma: actions, touch paths, prompts, the log, moments, the view and reasons."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import msgspec
import pytest
from rich.console import Console

from gamut.engine.chance import game_key
from gamut.engine.presentation import LogEntry, Reason
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS
from gamut.games.kroma.terminal import TERMINAL_SYMBOLS
from gamut.games.kroma.view import catalogue
from tests.games.kroma.builders import LaidOut, cell, laid_by, play_example, shorten

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
        ("lay blue diamond 1 (leaning right) at r5 c3", ("piece:blue-diamond", "orientation:1", "cell:r5c3")),
        ("lay magenta trapezoid 4 (pointing down) at r7 c6", ("piece:magenta-trapezoid", "orientation:4", "cell:r7c6")),
        ("lay yellow hook 6 (open at the bottom) at r10 c17", ("piece:yellow-hook", "orientation:6", "cell:r10c17")),
    ],
)
def test_texts_and_paths(text: str, path: tuple[str, ...]) -> None:
    setup = GAME.open(2)
    action = setup.parse_action(f"  {text.upper()} ")
    assert (setup.action_texts[action], setup.touch_paths[action]) == (text, path)


@pytest.mark.parametrize("options", [{}, {"side": 9}, {"side": 12, "hook": "6"}, {"rhombus": "8", "hook": "4"}])
def test_the_catalogue_describes_every_action(options: dict[str, Any]) -> None:
    setup = GAME.open(3, options)
    info: Any = setup.catalogue
    assert setup.action_count == 3 + sum(3 * len(piece.places) for piece in info.pieces) <= GAME.max_actions
    table = Table(setup, bytes(16))
    for piece in info.pieces:
        for k, colour in enumerate(info.colours):
            for i, place in enumerate(piece.places):
                action = piece.first[k] + i
                row, column = info.cells[place.cells[0]]
                assert (
                    shorten(setup.action_texts[action])
                    == f"lay {colour} {piece.id} {place.orientation + 1} at r{row + 1} c{column + 1}"
                )
                spots = frozenset(info.cells[cell] for cell in place.cells)
                assert laid_by(table, action) == (piece.id, colour, spots)
                shape = [info.cells[cell] for cell in place.cells]
                base = row, column // 2 * 2
                printed = setup.printed.pieces[info.pieces.index(piece)].orientations[place.orientation]
                assert tuple((r - base[0], c - base[1]) for r, c in shape) == printed.cells
    assert [setup.action_texts[k] for k in range(3)] == [f"choose {target}" for target in info.targets]


def test_the_catalogue_contains_the_options_that_the_table_shows() -> None:
    info: Any = GAME.open(2, {"scoring": "shape"}).catalogue
    assert (info.scoring, info.side) == ("shape", 11)


def test_the_catalogue_is_small_enough_to_be_sent() -> None:
    assert len(msgspec.json.encode(GAME.open(3, {"side": 12, "hook": "6"}).catalogue)) < 128 * 1024


# ---------------------------------------------------------------- questions and headlines


def test_questions_and_headlines() -> None:
    layout = LaidOut(3, targets=())
    assert (layout.known().prompt, layout.known().headline) == ("Choose your target", "Targets")
    layout.do("choose green", "choose orange", "choose purple")
    assert layout.known().prompt == "Lay a diamond or trapezoid where it shares no edge with its own colour"
    assert layout.known().headline == "Phase One"
    layout = LaidOut(3, side=9)
    layout.cover("r5c3-4", rest="blue", magenta="r6c4", yellow="r5c5")
    assert layout.known().prompt == "Lay a diamond or trapezoid of any colour where it fits"
    assert layout.known().headline == "Phase One · last gaps"
    layout.lay("blue diamond 1 at r5 c3")
    assert (layout.known().prompt, layout.known().headline) == ("Lay a rhombus or hook on top", "Phase Two")
    prompts = []
    for place in ("r9 c1", "r9 c5", "r9 c9", "r9 c13"):  # the third of them plays twice in a row
        layout.lay(f"blue rhombus 1 at {place}")
        prompts.append(layout.known().prompt)
    again = "Lay another rhombus or hook: play now goes the other way"
    assert prompts == ["Lay a rhombus or hook on top"] * 2 + [again, "Lay a rhombus or hook on top"]
    layout.end()
    assert layout.known(0).headline == "Game over"
    assert layout.known(0).prompt == ""


# ---------------------------------------------------------------- the log


def test_the_log_of_targets() -> None:
    layout = LaidOut(2, targets=())
    assert layout.play_and_log("choose purple") == [LogEntry("chose purple", 0, ("purple",))]
    assert layout.play_and_log("choose orange") == [
        LogEntry("chose orange", 1, ("orange",)),
        LogEntry("Phase One", heading=True),
        LogEntry("takes the first turn", 1),
    ]


def test_the_log_of_phase_one_and_its_end() -> None:
    layout = LaidOut(3)
    assert layout.play_and_log("lay blue diamond 1 at r5 c3") == [
        LogEntry("laid a blue diamond on r5 c3–4", 0, ("blue", "cell:r5c3", "cell:r5c4"))
    ]
    layout = LaidOut(3, side=9)
    layout.cover("r5c3-4 r8c3-4", rest="blue", magenta="r6c4 r9c4 r7c3", yellow="r5c5")
    assert layout.play_and_log("lay yellow diamond 1 at r8 c3") == [
        LogEntry("laid a yellow diamond on r8 c3–4", 0, ("yellow", "cell:r8c3", "cell:r8c4")),
        LogEntry("No small piece fits without sharing an edge with its own colour: from now on, pieces may touch it"),
    ]
    assert layout.play_and_log("lay blue diamond 1 at r5 c3") == [
        LogEntry("laid a blue diamond on r5 c3–4", 1, ("blue", "cell:r5c3", "cell:r5c4")),
        LogEntry("Phase Two", heading=True),
        LogEntry("takes the first turn", 2),
    ]


def test_the_log_of_phase_two_and_the_end() -> None:
    layout = LaidOut(3)
    layout.set_out({"blue": "r5c1-2", "magenta": "r5c3", "yellow": "r5c4 r8c1-4"})
    assert layout.play_and_log("lay yellow rhombus 1 at r5 c1") == [
        LogEntry(
            "laid a yellow rhombus on r5 c1–4: 1 orange and 2 green",
            1,
            ("yellow", "orange", "green", "cell:r5c1", "cell:r5c2", "cell:r5c3", "cell:r5c4"),
        )
    ]
    assert layout.play_and_log("lay yellow rhombus 1 at r8 c1") == [
        LogEntry(
            "laid a yellow rhombus on r8 c1–4: no points",
            2,
            ("yellow", "cell:r8c1", "cell:r8c2", "cell:r8c3", "cell:r8c4"),
        ),
        LogEntry("No piece fits any more"),
    ]


def test_the_log_says_when_the_last_place_of_a_piece_is_gone() -> None:
    layout = LaidOut(3, side=9)
    layout.cover("r5c3-5 r8c3-4")
    entries = [entry.text for entry in layout.play_and_log("lay yellow diamond 1 at r5 c3")]
    assert entries == [
        "laid a yellow diamond on r5 c3–4",
        "No trapezoid fits any more without sharing an edge with its own colour",
    ]
    layout = LaidOut(3)
    layout.set_out({"blue": "r5c1-4 r8c1-4 r10c1-4"})
    for colour in COLOURS:
        layout.run_out("hook", colour)
        if colour != "yellow":
            layout.run_out("rhombus", colour)
    assert len(layout.play_and_log("lay yellow rhombus 1 at r5 c1")) == 1


def test_a_game_that_ends_with_phase_one_says_both() -> None:
    layout = LaidOut(3, side=9)
    for colour in COLOURS:
        layout.run_out("rhombus", colour)
        layout.run_out("hook", colour)
    layout.cover("r5c3-4")
    entries = [entry.text for entry in layout.play_and_log("lay yellow diamond 1 at r5 c3")]
    assert entries == ["laid a yellow diamond on r5 c3–4", "Phase Two", "No piece fits any more"]
    assert layout.view().beginning == "No large piece fits, so there is no Phase Two."


# ---------------------------------------------------------------- moments


def test_the_end_of_phase_one_is_a_moment() -> None:
    layout = LaidOut(3, side=9)
    layout.cover("r1 r5c3-4", rest="blue")
    reveal = layout.moment("lay yellow diamond 1 at r5 c3")
    assert (reveal.kind, reveal.uncovered) == ("phase-two", [0])
    assert reveal.text == (
        "Phase One is over: 1 piece laid, 1 of 81 triangles uncovered. "
        "{0} laid the last small piece: the first turn of Phase Two goes to {1}. "
        "Play goes back and forth: the last player of a round begins the next."
    )
    assert layout.moment("lay yellow rhombus 1 at r8 c1") is None


def test_the_end_of_the_game_is_a_moment_with_points_and_shapes() -> None:
    for number in range(6):
        table = random_game(3, number, scoring="shape" if number % 2 else "points")
        for now in steps(table, number):
            before = now.copy()
        before.rewind(len(table.history) - 1)
        seat, action = table.history[-1]
        ending: Any = table.knowledge(-1).moment(before.knowledge(-1), seat, action)
        assert ending.kind == "end"
        sizes = [[len(shape) for shape in standing.shapes] for standing in ending.standings]
        assert [sum(x) for x in sizes] == [standing.points for standing in ending.standings]
        assert f" {sum(sum(x) for x in sizes)} triangles blended." in ending.text
        if not number % 2:
            assert tuple(standing.points for standing in ending.standings) == table.result.scores
        else:
            assert tuple(max(x, default=0) for x in sizes) == table.result.scores


# ---------------------------------------------------------------- the view


def test_the_view_shows_both_layers_and_the_owners_of_pieces() -> None:
    layout = LaidOut(3)
    layout.lay("blue diamond 1 at r5 c3", "yellow diamond 1 at r5 c5")
    view: Any = layout.known().view
    assert (view.phase, view.turn) == ("one", 2)
    assert (view.loose, view.blending) == (False, False)
    assert [view.below[k] for k in range(18, 22)] == ["blue", "blue", "yellow", "yellow"]
    assert [view.below_piece[k] for k in range(17, 23)] == [-1, 0, 0, 1, 1, -1]
    assert [(p.piece, p.colour, p.seat, p.cells) for p in view.pieces] == [
        ("diamond", "blue", 0, [18, 19]), ("diamond", "yellow", 1, [20, 21]),
    ]  # fmt: skip
    assert view.places == len(layout.legal) == sum(tile.places for tile in view.stock)
    assert {tile.id: tile.left for tile in view.stock}["blue-diamond"] == 15


def test_the_view_of_phase_two_shows_blends_and_shapes() -> None:
    layout = LaidOut(2, ("green", "purple"))
    for text in ("blue diamond 1 at r5 c1", "magenta diamond 1 at r5 c3"):
        layout.lay(text)
    layout.set_out({"blue": "r8 r9"})
    layout.s.smalls = 2
    layout.lay("yellow rhombus 1 at r5 c1")
    view: Any = layout.known().view
    assert (view.phase, view.blending) == ("two", True)
    assert view.above[16:20] == ["yellow"] * 4
    assert view.blends[16:20] == ["green", "green", "orange", "orange"]
    assert view.above_piece[16:20] == [2] * 4
    assert [(x.target, x.points, x.shapes) for x in view.standings] == [
        ("green", 2, [[16, 17]]), ("purple", 0, []), ("orange", 2, [[18, 19]]),
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
        points = [int(now.record["points"][0, k]) for k in range(3)]
        assert [view.blends.count(target) for target in ("orange", "green", "purple")] == points
        assert view.places == (len(now.legal(now.actors[0])) if now.actors and view.phase != "targets" else 0)


def test_a_preview_is_the_view_after_the_action() -> None:
    layout = LaidOut(2)
    layout.set_out({"blue": "r8"})
    known = layout.known()
    action = layout.parse("lay yellow rhombus 1 at r8 c1")
    preview = known.preview(action)
    assert not preview.uncertain
    assert [entry.text for entry in preview.entries] == ["laid a yellow rhombus on r8 c1–4: 4 green"]
    assert preview.view["standings"][0]["points"] == 4


def test_the_view_explains_the_turn_order_of_phase_two() -> None:
    for phase_two, before, after in (
        ("snake",
         "The player after the one who lays the last small piece begins Phase Two. Play goes back and forth: the last "
         "player of a round begins the next.",
         "{1} laid the last small piece: the first turn of Phase Two goes to {2}. Play goes back and forth: the last "
         "player of a round begins the next."),
        ("clockwise", "The player after the one who lays the last small piece begins Phase Two.",
         "{1} laid the last small piece: the first turn of Phase Two goes to {2}."),
        ("reverse", "The turn order of Phase Two is reversed: the first turn goes to {2}, the player before {0}.",
         "The turn order of Phase Two is reversed: the first turn goes to {2}, the player before {0}."),
    ):  # fmt: skip
        layout = LaidOut(3, targets=(), side=9, phase_two=phase_two)
        assert "begins" in layout.view().beginning
        layout.do("choose green", "choose orange", "choose purple")
        assert layout.view().beginning == before
        layout.lay("magenta diamond 1 at r8 c1")
        layout.cover("r5c3-4", magenta="r8c1-2")
        layout.lay("yellow diamond 1 at r5 c3")
        assert layout.view().beginning == after
        layout.lay("yellow rhombus 1 at r8 c1")
        assert layout.view().beginning == after.replace("goes to", "went to")


def test_legal_numbers_and_the_catalogue_say_piece_colour_turn_and_cells_of_every_place() -> None:
    """So a page can show where a piece would lie without asking."""
    layout = play_example(50)
    known, info, view = layout.known(), catalogue(layout.c), layout.view()
    n_places: dict[str, int] = {}
    for action in known.legal:
        piece = next(p for p in info.pieces if p.first[0] <= action < p.first[0] + 3 * len(p.places))
        k, place = divmod(action - piece.first[0], len(piece.places))
        orientation, cells = piece.places[place].orientation, piece.places[place].cells
        assert laid_by(layout.table, action) == (piece.id, info.colours[k], frozenset(info.cells[c] for c in cells))
        assert f"orientation:{orientation + 1}" in layout.table.setup.touch_paths[action]
        n_places[f"{info.colours[k]}-{piece.id}"] = n_places.get(f"{info.colours[k]}-{piece.id}", 0) + 1
    assert n_places == {tile.id: tile.places for tile in view.stock if tile.places}


def test_a_view_is_small_enough_to_be_sent_often() -> None:
    """Most is a word or a number per cell and the pieces: at most 84."""
    for pieces in (0, 43, 61):
        assert len(msgspec.json.encode(play_example(pieces).view())) < 12 * 1024


def test_the_example_is_a_whole_game_of_good_players() -> None:
    layout = play_example()
    assert layout.table.result.scores == (19, 20, 20)
    assert (layout.table.result.ranks, layout.table.result.reason_template) == (
        (3, 1, 2),
        "Tied on triangles – {winner} won with the larger shape.",
    )


# ---------------------------------------------------------------- why not


def why(layout: LaidOut, touched: str, *touches: str, seat: int | None = None) -> Reason | None:
    """Return the reason for the seat to play."""
    return layout.table.knowledge(layout.table.actors[0] if seat is None else seat).why_not(touches, touched)


def test_why_not_a_target() -> None:
    layout = LaidOut(3, targets=("green",))
    assert why(layout, "target:green") == Reason("{0} has chosen green; choose another target.")
    assert why(layout, "target:red") is None
    assert why(layout, "target:orange") is None
    assert why(layout, "piece:blue-diamond") == Reason(
        "Choose your target first.", ("target:orange", "target:green", "target:purple")
    )
    layout.do("choose orange", "choose purple")
    assert why(layout, "target:green") == Reason("Targets can't be changed.")
    assert why(layout, "cell:r5c3", seat=1) == Reason("It's not your turn.")


def test_why_not_a_piece() -> None:
    layout = LaidOut(3)
    assert why(layout, "piece:blue-hook") == Reason("Rhombuses and hooks are laid only in Phase Two.")
    assert why(layout, "piece:green-hook") is None
    assert why(layout, "piece:blue-diamond") is None
    assert why(layout, "piece:blue-diamond", "piece:yellow-trapezoid") == Reason(
        "The yellow trapezoid is selected: turn it, or choose where to lay it."
    )
    layout.run_out("trapezoid", "blue")
    assert why(layout, "piece:blue-trapezoid") == Reason("No blue trapezoids are left.")
    layout = LaidOut(3, side=9)
    layout.cover("r5c3-4 r8c3-4", rest="blue", magenta="r6c4 r9c4 r7c3", yellow="r5c5")
    assert why(layout, "piece:blue-diamond") == Reason(
        "No blue diamond fits without sharing an edge with blue; other pieces still fit.",
        ("piece:yellow-diamond",),
    )
    layout.lay("yellow diamond 1 at r8 c3")
    assert why(layout, "piece:blue-trapezoid") == Reason("No blue trapezoid fits anywhere any more.")
    layout.lay("yellow diamond 1 at r5 c3")
    assert why(layout, "piece:blue-diamond") == Reason("Diamonds and trapezoids are laid only in Phase One.")


def test_why_not_a_turn_or_without_a_piece() -> None:
    layout = LaidOut(3)
    assert why(layout, "orientation:1") == why(layout, "cell:r5c3") == Reason("Choose a piece first.")
    layout.lay("blue diamond 1 at r5 c3")
    assert why(layout, "cell:r5c4") == Reason("There is already a piece on r5 c4.", ("cell:r5c4",))
    layout = LaidOut(3, side=9)
    layout.cover("r5c3-4")
    assert why(layout, "orientation:2", "piece:yellow-diamond") == Reason(
        "The yellow diamond doesn't fit anywhere this way round."
    )
    assert why(layout, "orientation:1", "piece:yellow-diamond") is None
    assert why(layout, "orientation:9", "piece:yellow-diamond") is None
    assert why(layout, "hat:2", "piece:yellow-diamond") is None


def test_why_not_a_place_in_phase_one() -> None:
    layout = LaidOut(3)
    layout.lay("blue diamond 1 at r5 c3")
    blue, level = "piece:blue-diamond", "orientation:1"
    no = "The blue diamond doesn't fit here:"
    taken = Reason(f"{no} there is already a piece on r5 c3.", ("cell:r5c3",))
    assert why(layout, "cell:r5c3", blue, level) == taken
    beside = Reason(f"{no} it would share an edge with blue on r5 c4.", ("cell:r5c4",))
    assert why(layout, "cell:r5c5", blue, level) == beside
    assert why(layout, "cell:r5c5", "piece:yellow-diamond", level) is None
    assert why(layout, "cell:r5c9", blue, level) == Reason(
        f"{no} it would extend beyond the edge of the board.", ("cell:r5c9",)
    )
    assert why(layout, "cell:r6c3", blue, level) == Reason(
        f"{no} it would share an edge with blue on r5 c3.", ("cell:r5c3",)
    )
    assert why(layout, "cell:r6c3", blue) == Reason("Turn the diamond first.")
    assert why(layout, "cell:r5c3", blue) == taken
    assert why(layout, "cell:r6c4", blue, level) == Reason(
        f"{no} it would share an edge with blue on r5 c3.", ("cell:r5c3",)
    )
    assert why(layout, "cell:r5c8", blue, level) is None, "a diamond on r5 c7 covers it"
    assert why(layout, "cell:r12c1", blue, level) is None
    assert why(layout, "cell:r5c99", blue, level) is None


def test_why_not_a_place_in_phase_two() -> None:
    layout = LaidOut(3, stack=False)
    layout.set_out({"blue": "r8c1-8", "magenta": "r8c9-12"})
    rhombus = "piece:yellow-rhombus", "orientation:1"
    no = "The yellow rhombus doesn't fit here:"
    layout.lay("yellow rhombus 1 at r8 c1")
    assert why(layout, "cell:r8c3", *rhombus) == Reason(
        f"{no} there is already a second layer on r8 c3.", ("cell:r8c3",)
    )
    assert why(layout, "cell:r8c11", *rhombus) == Reason(
        f"{no} there is no piece below r8 c13–14.", ("cell:r8c13", "cell:r8c14")
    )
    assert why(layout, "cell:r8c7", "piece:magenta-rhombus", "orientation:1") == Reason(
        "The magenta rhombus doesn't fit here: it would cover magenta, its own colour, on r8 c9–10.",
        ("cell:r8c9", "cell:r8c10"),
    )
    assert why(layout, "cell:r8c5", *rhombus) is None
    layout = LaidOut(3, support="any")
    layout.set_out({"blue": "r8c1-8"})
    assert why(layout, "cell:r8c7", *rhombus) is None
    assert why(layout, "cell:r8c9", *rhombus) == Reason(
        f"{no} there is no piece below r8 c9–12.", ("cell:r8c9", "cell:r8c10", "cell:r8c11", "cell:r8c12")
    )
    layout.end()
    assert layout.known(0).why_not((), "cell:r8c9") == Reason("The game is over.")


def test_every_piece_turn_and_place_that_is_not_lit_says_why_and_nothing_else_does() -> None:
    for seats, number in ((2, 1), (3, 2)):
        table = random_game(seats, number, targets="random")
        for k, now in enumerate(steps(table, number)):
            if k % 12 or now.over:
                continue
            known, paths = now.knowledge(now.actors[0]), now.setup.touch_paths
            lit = {paths[action][:n] for action in now.legal(now.actors[0]) for n in (1, 2, 3)}
            for action in range(3, now.setup.action_count, 17):
                for n in range(3):
                    touches, touched = paths[action][:n], paths[action][n]
                    if n and touches not in lit:
                        break
                    reason = known.why_not(touches, touched)
                    assert (reason is None) == (paths[action][: n + 1] in lit)


# ---------------------------------------------------------------- the terminal


def drawn(layout: LaidOut, **more: Any) -> str:
    """The drawing as plain text."""
    console = Console(file=io.StringIO(), width=90, color_system=None, **more)
    console.print(layout.known(0).terminal_view(NAMES[: layout.table.seats]))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert isinstance(text, str)
    return text


def test_the_terminal_shows_layers_in_letters() -> None:
    layout = LaidOut(3, support="any")
    layout.set_out({"blue": "r5c1-2", "magenta": "r5c3"})
    layout.lay("yellow rhombus 1 at r5 c1")
    lines = drawn(layout).splitlines()
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
        assert name in TERMINAL_SYMBOLS


def test_cells_by_name() -> None:
    assert [cell("r1c1"), cell("r2c1"), cell("r5c3")] == [0, 1, 18]
