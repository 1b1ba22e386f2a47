"""Mixx on a terminal: everything can be read without colour."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from gamut.bots import make_bot
from gamut.engine.keys import game_key
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games import find
from gamut.games.mixx.draw import LEGEND, WIDE, card_text
from gamut.games.mixx.language import axes


def drawn(table: Table, width: int = 80, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    console = Console(file=file, width=width, no_color=True, force_terminal=False)
    names = [f"Player {seat}" for seat in range(table.seats)]
    console.print(table.knowledge(0).draw(names))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("plain", [True, False])
def test_all_cards_differ_without_colour_and_fit_their_place(plain: bool) -> None:
    texts = {card_text(card, plain).plain for card in range(64)}
    assert len(texts) == 64
    assert {len(text) for text in texts} == {WIDE}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_card_on_the_table_is_drawn_and_no_line_is_too_long(seats: int) -> None:
    table = Table(find("mixx").open(seats), game_key(2, seats))
    bot, crossed = make_bot("random", table.setup), 0
    while table.actors:
        text = drawn(table)
        s = strict(table.record, fixed=True)
        level, _, upright, _ = axes(s)
        for card in [*level, *upright]:
            assert card_text(card, False).plain.rstrip() in text
        assert all(len(line) <= 80 for line in text.splitlines())
        assert f"{s.left} in the deck" in text
        crossed += bool(upright)
        seat = table.actors[0]
        table.play(seat, bot.choose(table.hidden(seat), seat, len(table.history)).action)
    assert crossed > 5


def test_ascii_terminals_get_letters_only() -> None:
    table = Table(find("mixx").open(2), game_key(2, 2))
    assert drawn(table, encoding="ascii").isascii()


def test_a_narrow_terminal_breaks_between_cards() -> None:
    table = Table(find("mixx").open(2, {"stock": 10}), game_key(2, 2))
    for line in drawn(table, width=40).splitlines():
        assert len(line) <= 40


def test_the_legend_names_every_colour() -> None:
    assert "T⊜ turquoise" in LEGEND
    assert "jelly jellyfish" in LEGEND
