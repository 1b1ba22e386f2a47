"""What a seat knows, and that redeals respect it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.strict import strict_record
from gamut.engine.verbs import UNSEEN
from gamut.games.prismatic import GAME
from gamut.games.prismatic.record import N_COLOURS
from gamut.testing import Case, clause, same_for
from tests.games.bot_calls import make_redeals
from tests.games.prismatic.builders import committing, do, opened, resolving, started
from tests.games.prismatic.test_rules_end import bidding

RULES = BoundVerbs(GAME)


@clause("1.6", "2.6")
def test_choices_of_the_start_are_redealt_for_seats_that_submitted() -> None:
    table = opened(2)
    offered = [table.setup.parse_action(text) for text in table.legal_texts(1)[:2]]
    do(table, table.legal_texts(1)[0], "choose red", "choose red", "done", seat=1)
    cards, motes = Counter[int](), Counter[int]()
    for copy in make_redeals(table, 0, 400):
        cards[int(copy["kept"][0, 1])] += 1
        assert copy["chosen_motes"][0, 1].sum() == 2
        motes.update(np.flatnonzero(copy["chosen_motes"][0, 1]).tolist())
    assert len(cards) == len(offered) == 2
    assert min(cards.values()) > 150
    assert set(motes) == set(range(N_COLOURS))
    halfway = opened(2)
    do(halfway, halfway.legal_texts(1)[0], seat=1)
    assert all(copy["kept"][0, 1] == 0 for copy in make_redeals(halfway, 0, 5))


@clause("1.6", "4.5")
def test_commits_are_redealt_for_seats_that_submitted() -> None:
    table = started(2)
    do(table, "place a prism on the palette", "done", seat=1)
    placed = Counter(int(copy["placed"][0].sum()) for copy in make_redeals(table, 0, 200))
    assert set(placed) == set(range(7))  # five motes and a prism, or fewer


@clause("1.6", "8.4")
def test_bids_are_redealt_for_seats_that_submitted() -> None:
    table = bidding(3, 3, 0)
    do(table, "bid 2", seat=1)
    assert {int(copy["offer"][0, 1]) for copy in make_redeals(table, 0, 100)} == {1, 2, 3, 4}
    assert all(copy["offer"][0, 2] == 0 for copy in make_redeals(table, 0, 5))
    do(table, "bid 2")
    do(table, "drop out", seat=1)
    assert {int(copy["offer"][0, 1]) for copy in make_redeals(table, 0, 100)} == {1, 4}  # dropped out, or 3


@clause("1.6", "4.1")
def test_states_that_differ_in_secret_choices_are_the_same_to_others() -> None:
    tables = []
    for actions in (["place red on the palette"], ["place white on the palette", "place a prism on the palette"], []):
        table = committing(drawn="RGBWK", bag="RGBRG")
        do(table, *actions, "done")
        tables.append(table)
    for one, other in product(tables, tables):
        for seat in (-1, 1):
            same_for(Case(GAME, 2), seat, one, other)
    assert tables[0].hidden(0).tobytes() != tables[1].hidden(0).tobytes()


def test_secret_actions_are_unseen_and_others_are_seen() -> None:
    table = committing(drawn="RGBWK", bag="RGBRG")
    place = table.setup.parse_action("place red on the palette")
    assert (
        table.visible_action(1, 0, place),
        table.visible_action(0, 0, place),
        table.visible_action(-1, 0, place),
    ) == (
        UNSEEN,
        place,
        UNSEEN,
    )
    table = resolving(palette="RG")
    make = table.setup.parse_action("make yellow light")
    assert table.visible_action(1, 0, make) == make


def test_a_hidden_copy_keeps_everything_open() -> None:
    table = resolving(palette="RG", progress={"Moonbow": "B"}, created={"Fogbow": "W"})
    seen, true = strict_record(table.hidden(1)), strict_record(table.record)
    for name in ("deck", "discard", "progress", "created", "on", "bag", "stock", "supply", "common", "pool"):
        assert np.array_equal(np.array(getattr(seen, name)), np.array(getattr(true, name))), name
