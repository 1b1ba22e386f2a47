"""The terminal view: everything can be read without colour."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from gamut.bots import make_bot
from gamut.engine.chance import game_key
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games import find_game
from gamut.games.mixx.terminal import CARD_WIDTH, TERMINAL_SYMBOLS, render_card
from gamut.games.mixx.view import cross_of


def render(table: Table, width: int = 80, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    console = Console(file=file, width=width, no_color=True, force_terminal=False)
    names = [f"Player {seat}" for seat in range(table.seats)]
    console.print(table.knowledge(0).terminal_view(names))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("ascii_only", [True, False])
def test_all_cards_differ_without_colour_and_have_the_same_width(ascii_only: bool) -> None:
    texts = {render_card(card, ascii_only).plain for card in range(64)}
    assert len(texts) == 64
    assert {len(text) for text in texts} == {CARD_WIDTH}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_on_the_table_is_shown_and_no_line_is_too_long(seats: int) -> None:
    table = Table(find_game("mixx").open(seats), game_key(2, seats))
    bot, crossed = make_bot("random", table.setup), 0
    while table.actors:
        text = render(table)
        s = strict_record(table.record, fixed=True)
        cross = cross_of(s)
        for card in [*cross.row, *cross.column]:
            assert render_card(card, False).plain.rstrip() in text
        assert all(len(line) <= 80 for line in text.splitlines())
        assert f"{s.deck_size} in the deck" in text
        crossed += bool(cross.column)
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)
    assert crossed > 5


def test_ascii_terminals_get_no_glyphs() -> None:
    table = Table(find_game("mixx").open(2), game_key(2, 2))
    assert render(table, encoding="ascii").isascii()


def test_a_narrow_terminal_breaks_lines_between_cards() -> None:
    table = Table(find_game("mixx").open(2, {"stock": 10}), game_key(2, 2))
    for line in render(table, width=40).splitlines():
        assert len(line) <= 40


def test_the_legend_names_every_colour() -> None:
    assert "T⊜ turquoise" in TERMINAL_SYMBOLS
    assert "jelly jellyfish" in TERMINAL_SYMBOLS
