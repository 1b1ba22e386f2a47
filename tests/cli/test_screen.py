"""Lists of moves that fit on the screen, and the result."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from gamut.cli.screen import MIN_MOVE_LINES, PROMPT_LINES, Screen
from gamut.engine.table import Result

MOVES = [f"place {colour} {shape} {cell}" for colour in ("red", "blue") for shape in "xy" for cell in range(60)]


def list_moves(texts: list[str], lines_used: int, height: int = 24) -> list[str]:
    console = Console(file=io.StringIO(), width=80, height=height)
    Screen(console, []).list_moves(texts, range(len(texts)), lines_used)
    assert isinstance(console.file, io.StringIO)
    return [" ".join(line.split()) for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize(("lines_used", "height"), [(0, 24), (10, 24), (30, 40), (99, 24)])
@pytest.mark.parametrize("n_moves", [1, 20, 100, len(MOVES)])
def test_the_table_stays_on_the_screen(lines_used: int, height: int, n_moves: int) -> None:
    max_lines = max(MIN_MOVE_LINES, height - lines_used - PROMPT_LINES)
    assert len(list_moves(MOVES[:n_moves], lines_used, height)) <= max_lines + 1


def test_few_moves_are_listed_with_numbers() -> None:
    assert list_moves(["pass", "place red"], 10) == ["1 pass 2 place red"]


def test_many_moves_are_grouped_by_their_first_words() -> None:
    lines = list_moves(["pass", *MOVES], 10)
    groups = ["1 pass", *(f"place {start} … (60)" for start in ("red x", "red y", "blue x", "blue y"))]
    assert all(group in " ".join(lines[:-1]) for group in groups)
    assert lines[-1].startswith("241 moves: ")


def test_moves_that_start_in_the_same_way_are_cut_off() -> None:
    assert list_moves(MOVES[:60], 99)[-1].startswith("… and ")


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ((1, 2, 2), "Ann wins: most points."),
        ((2, 1, 2), "You win: most points."),
        ((1, 1, 3), "Ann and You share the win: most points."),
        ((1, 1, 1), "Ann, You and Cleo share the win: most points."),
        ((2, 2, 2), "Nobody wins: most points."),
    ],
)
def test_the_result_names_the_winners(ranks: tuple[int, ...], text: str) -> None:
    console = Console(file=io.StringIO(), width=80)
    Screen(console, ["Ann", "You", "Cleo"]).print_result(Result((1, 2, 3), ranks, "most points"))
    assert isinstance(console.file, io.StringIO)
    assert text in console.file.getvalue()
