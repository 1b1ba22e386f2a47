"""What a seat knows, and that redeals respect it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np

from gamut.engine.game import Rules
from gamut.engine.record import Array
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN
from gamut.games.prismatic import GAME
from gamut.games.prismatic.positions import committing, do, opened, resolving, started
from gamut.games.prismatic.record import COLOURS
from gamut.games.prismatic.tests.test_end import bidding
from gamut.testing import Case, clause, same_for

RULES = Rules(GAME)


def redeals(table: Table, seat: int, n: int) -> list[Array]:
    """Samples of what a seat thinks possible; each is sound, and the same to the seat."""
    found = []
    for k in range(n):
        copy = table.hidden(seat)
        RULES.redeal(table.setup.constants, copy, 0, seat, np.array([2 * k + 1], np.uint64))
        assert RULES.check(table.setup.constants, copy, 0) == 0
        again = copy.copy()
        RULES.hide(table.setup.constants, again, 0, seat)
        assert again.tobytes() == table.hidden(seat).tobytes()
        found.append(copy)
    return found


@clause("1.6", "2.6")
def test_choices_of_the_start_are_invented_for_those_who_are_in() -> None:
    table = opened(2)
    offered = [table.setup.action(text) for text in table.legal_texts(1)[:2]]
    do(table, table.legal_texts(1)[0], "choose red", "choose red", "done", seat=1)
    cards, wishes = Counter[int](), Counter[int]()
    for copy in redeals(table, 0, 400):
        cards[int(copy["kept"][0, 1])] += 1
        assert copy["wished"][0, 1].sum() == 2
        wishes.update(np.flatnonzero(copy["wished"][0, 1]).tolist())
    assert len(cards) == len(offered) == 2
    assert min(cards.values()) > 150
    assert set(wishes) == set(range(COLOURS))
    halfway = opened(2)
    do(halfway, halfway.legal_texts(1)[0], seat=1)
    assert all(copy["kept"][0, 1] == 0 for copy in redeals(halfway, 0, 5))


@clause("1.6", "4.5")
def test_commits_are_invented_for_those_who_are_in() -> None:
    table = started(2)
    do(table, "lay prism on the palette", "done", seat=1)
    laid = Counter(int(copy["laid"][0].sum()) for copy in redeals(table, 0, 200))
    assert set(laid) == set(range(7))  # five motes and a prism, or fewer


@clause("1.6", "8.4")
def test_bids_are_invented_for_those_who_are_in() -> None:
    table = bidding(3, 3, 0)
    do(table, "bid 2", seat=1)
    assert {int(copy["offer"][0, 1]) for copy in redeals(table, 0, 100)} == {1, 2, 3, 4}
    assert all(copy["offer"][0, 2] == 0 for copy in redeals(table, 0, 5))
    do(table, "bid 2")
    do(table, "forgo", seat=1)
    assert {int(copy["offer"][0, 1]) for copy in redeals(table, 0, 100)} == {1, 4}  # forgone, or 3


@clause("1.6", "4.1")
def test_states_that_differ_in_secret_choices_are_the_same_to_others() -> None:
    tables = []
    for actions in (["lay red on the palette"], ["lay white on the palette", "lay prism on the palette"], []):
        table = committing(drawn="RGBWK", bag="RGBRG")
        do(table, *actions, "done")
        tables.append(table)
    for one, other in product(tables, tables):
        for seat in (-1, 1):
            same_for(Case(GAME, 2), seat, one, other)
    assert tables[0].hidden(0).tobytes() != tables[1].hidden(0).tobytes()


def test_secret_steps_are_unseen_and_open_ones_are_seen() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG")
    lay = table.setup.action("lay red on the palette")
    assert (table.seen(1, 0, lay), table.seen(0, 0, lay), table.seen(-1, 0, lay)) == (UNSEEN, lay, UNSEEN)
    table = resolving(palette="RG")
    make = table.setup.action("make yellow for the pool")
    assert table.seen(1, 0, make) == make


def test_a_hidden_copy_keeps_all_that_lies_open() -> None:
    table = resolving(palette="RG", progress={"Moonbow": "B"}, created={"Fogbow": "W"})
    seen, true = strict(table.hidden(1)), strict(table.record)
    for name in ("deck", "discard", "progress", "created", "on", "bag", "stock", "supply", "common", "pool"):
        assert np.array_equal(np.array(getattr(seen, name)), np.array(getattr(true, name))), name
