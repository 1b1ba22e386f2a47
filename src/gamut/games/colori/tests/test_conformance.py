"""Colori keeps the contract of games, plays as it always did, and every line of its rules was run interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamut.engine.game import Rules
from gamut.engine.table import Table
from gamut.games.colori import GAME, abilities, draft, foresight, guide, hidden, invariants, piles, rules
from gamut.games.colori.positions import acting, do, look, opened, pick_all
from gamut.games.colori.record import DRAFTING, GARMENT
from gamut.games.colori.tests.positions import at_last_turn, last_deal, set_hands, sound
from gamut.testing import CHECKS, Trial, cases, clauses, conform, golden, lines

# What goes through Python at every step is done at one number of players each, in short games. All of it at all
# numbers, in whole games: `python -m gamut.testing conform colori`.
WORDY = {"interpreted-games": 4, "words": 5, "secret-twins": 3, "interpreted-equals-native": 2}
TRIALS = cases(GAME, games=1000, only=[name for name in CHECKS if name not in WORDY]) + [
    trial
    for name, seats in WORDY.items()
    for trial in cases(GAME, games=1000, seats=[seats], options={"rounds": 3}, only=[name])
]


@pytest.mark.slow
@pytest.mark.parametrize("trial", TRIALS, ids=str)
def test_conformance(trial: Trial) -> None:
    trial()


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
def test_golden(native: bool) -> None:
    golden.verify(GAME, native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, GAME.folder / "tests")


ONLY = ["legal-actions", "invariants", "length", "redealing", "hiding", "estimates", "seen-actions", "results"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{"rounds": 12}, {"rounds": 12, "rotate_first": True}, {"rounds": 1}])
def test_conformance_with_options(seats: int, options: dict[str, Any]) -> None:
    assert conform(GAME, games=60, seats=[seats], options=options, only=ONLY) == len(ONLY)


def test_a_record_is_small() -> None:
    assert GAME.record_bytes <= 2048


# ---------------------------------------------------------------------- invariants


def damaged(broken: int, how: int) -> Table:
    """A table that breaks one invariant."""
    table = acting() if broken in (3, 4, 7) and how else opened(2)
    s = look(table)
    if broken == 1:
        s.draft[0] -= 1
    elif broken == 2:
        if how == 0:
            s.left += 1
        elif how == 1:
            s.decked[0] += 1
        else:
            s.held[0] = np.uint64(0)
    elif broken == 3:
        if how == 0:
            s.garments[0] += 1
        elif how == 1:
            s.stars[0] = 3
        elif how == 2:
            s.discard[0, GARMENT] += 1
            s.discarded[0] += 1
        else:
            s.garments_left += 1
    elif broken == 4:
        if how == 0:
            s.waiting = 1
        else:
            s.abilities = 22
    elif broken == 5:
        s.wheel[1, 3] = -1
    elif broken == 6:
        damage_hand(s, how)
    elif broken == 7:
        if how == 0:
            s.due = 0
        else:
            for i in range(5):
                s.draft[s.drafted[0, i] - 1] += 1
                s.left += 1
                s.drafted[0, i] = 0
    elif broken == 8:
        s.spent[4] = 1
    elif how == 0:
        s.trail_length += 1
    else:
        s.trail[s.trail_length] = 64
    return table


def damage_hand(s: Any, how: int) -> None:
    """Break a hand: a card missing, out of order, or taken out of order."""
    if how == 0:
        s.dealt[0] -= 1
    elif how == 1:
        s.when[0, 0] = 1
    elif how == 2:
        s.hand[0, 0], s.hand[0, 4] = s.hand[0, 4], s.hand[0, 0]
    else:
        old = s.hand[0, 1]  # two equal cards, the second taken first
        s.draft[old - 1] += 1
        s.draft[s.hand[0, 0] - 1] -= 1
        s.hand[0, 1] = s.hand[0, 0]
        s.when[0, 1] = 1


DAMAGES = [
    (1, 0), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3), (4, 0), (4, 1), (5, 0),
    (6, 0), (6, 1), (6, 2), (6, 3), (7, 0), (7, 1), (8, 0), (9, 0), (9, 1),
]  # fmt: skip


@pytest.mark.parametrize(("broken", "how"), DAMAGES)
def test_check_names_the_broken_invariant(broken: int, how: int) -> None:
    table = damaged(broken, how)
    for native in (False, True):
        assert Rules(GAME, native).check(table.setup.constants, table.record, 0) == broken
    assert len(GAME.invariants) == 9


# ---------------------------------------------------------------------- every line


def garment_turn() -> Table:
    """Seat 1 can make two garments, and has things to draw, store, mix and destroy."""
    return acting(
        drafted=["Kermes", "Weld", "Iron Black", "Lac", "Madder"],
        drawn=["Wool", "Silk", "Garment", "Tyrian Purple", "Linen"],
        wheel={"red": 6, "yellow": 5, "blue": 3, "orange": 1, "magenta": 2},
        display=["Kermes Crimson Robe", "Brazilwood Rose Cloak", "Safflower Pink Veil"],
    )


def ask_everything(table: Table) -> None:
    """Everything a bot asks, interpreted."""
    rules, c, work = Rules(GAME, native=False), table.setup.constants, table.setup.work()
    weights, features = np.zeros(GAME.most_legal, np.int32), np.zeros(GAME.features, np.float32)
    shares = np.zeros(GAME.most_seats, np.int64)
    for seat in range(table.seats):
        copy = table.hidden(seat)
        acts = np.array(table.legal(seat) or [0], np.int32)
        if table.legal(seat):
            rules.guide(c, copy, 0, seat, acts, len(acts), weights, work)
            assert (weights[: len(acts)] >= 1).all()
        rules.value(c, copy, 0, shares, work)
        rules.settled(c, copy, 0)
        rules.observe(c, copy, 0, seat, features)
        assert copy.tobytes() == table.hidden(seat).tobytes()


def shuffled_deal(seats: int, deck: int, destroyed: int) -> None:
    """Round 2 begins with few cards in the draft deck: redeal there, for everybody, and play the draft."""
    table = at_last_turn(seats)
    s = last_deal(table, ["Basic Red"] * deck, ["Basic Red"] * destroyed)
    do(table, "end turn", seat=seats - 1)
    while s.phase == DRAFTING:
        for viewer in range(-1, seats):
            redeal(table, viewer)
        table.play(table.actors[0], table.legal(table.actors[0])[0])


def redeal(table: Table, seat: int, times: int = 1) -> None:
    """Fill a hidden copy; it must be sound."""
    for k in range(times):
        copy = table.hidden(seat)
        table.rules.redeal(table.setup.constants, copy, 0, seat, np.array([k + 1], np.uint64))
        assert table.rules.check(table.setup.constants, copy, 0) == 0


MODULES = [piles, draft, abilities, rules, hidden, guide, foresight, invariants]


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        conform(GAME, games=1, native=False, seats=[3], options={"rounds": 1, "rotate_first": True}, only=ONLY)
        for broken, how in DAMAGES:
            assert not sound(damaged(broken, how))
        for actions in (
            ["destroy Kermes", "make Safflower Pink Veil", "destroy Weld", "destroy Madder", "store Garment"],
            ["destroy Iron Black", "destroy drawn Tyrian Purple", "destroy drawn Garment"],
            ["destroy Lac", "mix red and yellow", "destroy Madder", "store Silk", "store Wool"],
        ):
            table = garment_turn()
            for action in actions:
                ask_everything(table)
                do(table, action)
            ask_everything(table)
        table = opened(2)
        ask_everything(table)
        bare = opened(2)
        bare.record["display"][0, -1] = 0  # no garment is left for this place
        ask_everything(bare)
        for _ in range(2):
            table.play(0, table.legal(0)[0])
            table.play(1, table.legal(1)[0])
            ask_everything(table)
        shuffled_deal(2, deck=5, destroyed=6)
        shuffled_deal(2, deck=3, destroyed=0)
        clash = opened(3)
        hands = [["Kermes", "Lac", "Lac"], ["Woad", "Weld", "Weld"], ["Woad", "Henna", "Henna"]]
        set_hands(clash, hands, [], newer={2: "Woad"})
        for seat, name in enumerate(["Kermes", "Weld", "Henna"]):
            clash.play(seat, f"take {name}")
        redeal(clash, 0, times=10)
        ask_everything(clash)
        alone = acting(drafted=["Saffron", "Smalt", "Weld"], drawn=[], deck=["Silk"], discard=[])
        do(alone, "destroy Saffron", "destroy Smalt")  # one card drawn instead of three, and destroyed unasked
        passed = at_last_turn(2, rounds=3)
        last_deal(passed, [], [])
        do(passed, "end turn", seat=1)
        assert passed.over
        stopped = garment_turn()
        do(stopped, "destroy Lac", "stop mixing")
        ended = opened(2, rounds=1)
        pick_all(ended)
        look(ended).stars[0] = 3
        for seat in range(2):
            do(ended, "end turn", seat=seat)
        ask_everything(ended)
        assert foresight.stars_of(ended.setup.strict_constants, look(ended), 0) == 3

    missed = lines.unexecuted(MODULES, exercise)
    assert not missed, ", ".join(missed)
