"""Easel fulfils the contract of all games, and its rules have not changed by accident."""

from __future__ import annotations

from gamut.engine.table import Table
from gamut.template import GAME
from gamut.template.tests.builders import open_table, state_of
from gamut.testing import GameTests


def extra_card() -> Table:
    table = open_table()
    state_of(table).deck[0] += 1
    return table


def negative_hand() -> Table:
    table = open_table()
    s = state_of(table)
    s.deck[0] += s.hand[0, 0] + 1
    s.hand[0, 0] = -1
    return table


def small_hand() -> Table:
    table = open_table()
    s, card = state_of(table), table.legal(0)[0]
    s.hand[0, card] -= 1
    s.deck[card] += 1
    return table


def submitted_without_card() -> Table:
    table = open_table()
    state_of(table).submitted = 1
    return table


class TestGame(GameTests):
    game = GAME
    games = 200
    broken_states = [(1, extra_card), (2, negative_hand), (3, small_hand), (4, submitted_without_card)]
