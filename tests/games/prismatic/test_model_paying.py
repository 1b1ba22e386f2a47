"""Prices are paid in every way that is open, with the rules and with the bills of the model, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from gamut.engine.table import Table
from gamut.games.prismatic import GAME
from tests.games.prismatic.builders import do, look, may, resolving
from tests.games.prismatic.model import COLOURS, Bill, Items

LETTERS = dict(zip((*COLOURS, "prismatic"), "RGBCMYWKP", strict=True))
POOL, MOTES = "pay with light", "pay with motes"


class Paid(NamedTuple):
    """A way to pay: the answers, and what is left of motes and pool."""

    answers: tuple[str, ...]
    motes: Items
    pool: Items


def draw_bill(rng: Random) -> Bill:
    """A bill of few colours, with about as much as it needs."""
    colours = rng.sample(COLOURS, rng.randint(1, 3))
    owed = Counter(rng.choice(colours) for _ in range(rng.randint(1, 5)))
    pool = Counter(rng.choice(colours) for _ in range(rng.randint(0, 4)))
    motes = Counter(rng.choice((*colours, "prismatic")) for _ in range(rng.randint(0, 5)))
    whole = rng.random() < 0.5
    if whole:  # a card in progress takes no more than its price
        plain = motes & owed
        room = owed.total() - plain.total()
        motes = plain + Counter({"prismatic": min(room, rng.randint(0, 3))})
    return Bill(owed, motes, pool, whole)


def make_table(bill: Bill) -> Table:
    """A table at which Madder Root has this price and can be paid with these things."""
    price = 'cost = "red red white"\nrewards = ["mote red"]'
    content = GAME.open(2).files["cards"]
    assert price in content
    file = content.replace(price, f'cost = "{" ".join(bill.owed.elements())}"')
    letters = "".join(LETTERS[mote] for mote in bill.motes.elements())
    if bill.whole:
        table = resolving(progress={"Madder Root": letters}, file=file)
    else:
        table = resolving(palette=letters, common=("Madder Root", "", ""), file=file)
    for k, colour in enumerate(COLOURS):
        look(table).pool[k] = bill.pool[colour]
    return table


def list_by_model(bill: Bill, answers: tuple[str, ...] = ()) -> Iterator[Paid]:
    """Every way to pay a bill by the model."""
    colour = next((colour for colour in COLOURS if bill.owed[colour]), "")
    if not colour:
        yield Paid(answers, +bill.motes, +bill.pool)
        return
    ways = {POOL: bill.pay_one_by_pool(colour), MOTES: bill.pay_all_by_motes(colour)}
    is_asked = all(ways.values())
    for answer, after in ways.items():
        if after:
            yield from list_by_model(after, (*answers, answer) if is_asked else answers)


def list_by_rules(table: Table, answers: tuple[str, ...] = ()) -> Iterator[Paid]:
    """Every way to go on paying by the rules."""
    view: Any = table.knowledge(-1).view
    if view.task != "pay":
        yield Paid(answers, Counter(view.seats[0].palette), Counter(view.pool))
        return
    assert table.legal_texts(0) == [POOL, MOTES]
    for answer in (POOL, MOTES):
        after = table.copy()
        do(after, answer)
        yield from list_by_rules(after, (*answers, answer))


def compare_payments(bill: Bill) -> list[Paid]:
    """Pay a bill in every way with the rules and with the model; return the ways."""
    table = make_table(bill)
    assert may(table, "create Madder Root") == bill.is_payable(), bill
    if not bill.is_payable():
        return []
    do(table, "create Madder Root")
    ways = list(list_by_model(bill))
    assert list(list_by_rules(table)) == ways, bill
    return ways


def compare_many(count: int) -> Counter[tuple[bool, int]]:
    """Many bills; return how often there were how many ways to pay, for cards in progress and for the palette."""
    counts: Counter[tuple[bool, int]] = Counter()
    for number in range(count):
        bill = draw_bill(Random(number))
        counts[bill.whole, len(compare_payments(bill))] += 1
    return counts


def test_some_prices_are_paid_as_in_the_model() -> None:
    counts = compare_many(40)
    assert min(counts[False, 0], counts[False, 1], counts[False, 2], counts[True, 0], counts[True, 1]) > 0


@pytest.mark.long
def test_many_prices_are_paid_as_in_the_model() -> None:
    counts = compare_many(2000)
    print(sorted(counts.items()))
    assert min(counts[whole, ways] for whole in (False, True) for ways in (0, 1, 2)) > 0
