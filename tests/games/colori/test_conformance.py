"""Colori passes the conformance suite, plays as before, and every line of its rules is run interpreted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gamut.engine.bound_verbs import BoundVerbs
from gamut.engine.table import Table
from gamut.games.colori import GAME, abilities, draft, guide, heuristics, hidden, invariants, piles, rules, value
from gamut.games.colori.record import DRAFTING, GARMENT
from gamut.testing import CHECKS, Trial, cases, clauses, conform, golden, line_coverage
from tests.games.bot_calls import call_bot_verbs
from tests.games.colori.builders import (
    at_last_turn,
    at_turn,
    finish_draft,
    is_consistent,
    new_table,
    play,
    set_hands,
    set_next_deal,
    state_of,
)

# What goes through Python at every step is done at one number of players each, in short games. All of it at all
# numbers, in whole games: `python -m gamut.testing conform colori`.
WORDY = {"interpreted-games": 4, "presentation": 5, "secret-steps": 3, "interpreted-equals-native": 2}
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
    golden.verify(GAME, Path(__file__).with_name("golden.txt"), native=native)


def test_every_clause_is_tested() -> None:
    clauses.verify(GAME.rules_page, Path(__file__).parent)


ONLY = ["legal-actions", "invariants", "length", "redealing", "hiding", "estimates", "visible-actions", "results"]


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("options", [{"rounds": 12}, {"rounds": 12, "rotate_first": True}, {"rounds": 1}])
def test_conformance_with_options(seats: int, options: dict[str, Any]) -> None:
    assert conform(GAME, games=60, seats=[seats], options=options, only=ONLY) == len(ONLY)


def test_a_state_is_small() -> None:
    assert GAME.state_bytes <= 2048


# ---------------------------------------------------------------------- invariants


def break_invariant(number: int, variant: int) -> Table:
    """Return a table that breaks one invariant."""
    table = at_turn() if number in (3, 4, 7) and variant else new_table(2)
    s = state_of(table)
    if number == 1:
        s.draft_deck[0] -= 1
    elif number == 2:
        if variant == 0:
            s.draft_deck_size += 1
        elif variant == 1:
            s.deck_size[0] += 1
        else:
            s.drawn_kinds[0] = np.uint64(0)
    elif number == 3:
        if variant == 0:
            s.garment_deck[0] += 1
        elif variant == 1:
            s.stars[0] = 3
        elif variant == 2:
            s.discard[0, GARMENT] += 1
            s.discard_size[0] += 1
        else:
            s.garment_deck_size += 1
    elif number == 4:
        if variant == 0:
            s.queue_length = 1
        else:
            s.abilities_used = 22
    elif number == 5:
        s.wheel[1, 3] = -1
    elif number == 6:
        break_hand(s, variant)
    elif number == 7:
        if variant == 0:
            s.choosing = 0
        else:
            for i in range(5):
                s.draft_deck[s.drafted[0, i] - 1] += 1
                s.draft_deck_size += 1
                s.drafted[0, i] = 0
    elif number == 8:
        s.unseen_old[4] = 1
    elif variant == 0:
        s.n_events += 1
    else:
        s.events[s.n_events] = 64
    return table


def break_hand(s: Any, variant: int) -> None:
    """Break a hand: a card missing, out of order, or taken out of order."""
    if variant == 0:
        s.dealt[0] -= 1
    elif variant == 1:
        s.taken_at[0, 0] = 1
    elif variant == 2:
        s.hand[0, 0], s.hand[0, 4] = s.hand[0, 4], s.hand[0, 0]
    else:
        replaced = s.hand[0, 1]  # two equal cards, the second taken first
        s.draft_deck[replaced - 1] += 1
        s.draft_deck[s.hand[0, 0] - 1] -= 1
        s.hand[0, 1] = s.hand[0, 0]
        s.taken_at[0, 1] = 1


BROKEN_INVARIANTS = [
    (1, 0), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 2), (3, 3), (4, 0), (4, 1), (5, 0),
    (6, 0), (6, 1), (6, 2), (6, 3), (7, 0), (7, 1), (8, 0), (9, 0), (9, 1),
]  # fmt: skip


@pytest.mark.parametrize(("number", "variant"), BROKEN_INVARIANTS)
def test_a_broken_invariant_is_found(number: int, variant: int) -> None:
    table = break_invariant(number, variant)
    for native in (False, True):
        assert BoundVerbs(GAME, native).broken_invariant(table.setup.constants, table.record, 0) == number
    assert len(GAME.invariants) == 9


# ---------------------------------------------------------------------- every line


def before_garment() -> Table:
    """Return a table where seat 1 can make two garments, and draw, store, mix and destroy."""
    return at_turn(
        drafted=["Kermes", "Weld", "Iron Black", "Lac", "Madder"],
        drawn=["Wool", "Silk", "Garment", "Tyrian Purple", "Linen"],
        wheel={"red": 6, "yellow": 5, "blue": 3, "orange": 1, "magenta": 2},
        display=["Kermes Crimson Robe", "Brazilwood Rose Cloak", "Safflower Pink Veil"],
    )


def redeal_small_draft(seats: int, deck: int, destroyed: int) -> None:
    """Begin round 2 with few cards in the draft deck, and redeal for every seat throughout the draft."""
    table = at_last_turn(seats)
    s = set_next_deal(table, ["Basic Red"] * deck, ["Basic Red"] * destroyed)
    play(table, "end turn", seat=seats - 1)
    while s.phase == DRAFTING:
        for viewer in range(-1, seats):
            redeal(table, viewer)
        table.play(table.actors[0], table.legal(table.actors[0])[0])


def redeal(table: Table, seat: int, times: int = 1) -> None:
    """Redeal a hidden copy and check its invariants."""
    for k in range(times):
        copy = table.hidden(seat)
        table.verbs.redeal(table.setup.constants, copy, 0, seat, np.array([k + 1], np.uint64))
        assert table.verbs.broken_invariant(table.setup.constants, copy, 0) == 0


MODULES = [piles, draft, abilities, rules, hidden, guide, heuristics, value, invariants]


@pytest.mark.long
def test_every_line_of_the_rules_is_run_interpreted() -> None:
    def exercise() -> None:
        conform(GAME, games=1, native=False, seats=[3], options={"rounds": 1, "rotate_first": True}, only=ONLY)
        for number, variant in BROKEN_INVARIANTS:
            assert not is_consistent(break_invariant(number, variant))
        for actions in (
            ["destroy Kermes", "make Safflower Pink Veil", "destroy Weld", "destroy Madder", "store Garment"],
            ["destroy Iron Black", "destroy a drawn Tyrian Purple", "destroy a drawn Garment"],
            ["destroy Lac", "mix red and yellow", "destroy Madder", "store Silk", "store Wool"],
        ):
            table = before_garment()
            for action in actions:
                call_bot_verbs(table)
                play(table, action)
            call_bot_verbs(table)
        table = new_table(2)
        call_bot_verbs(table)
        gap = new_table(2)
        gap.record["display"][0, -1] = 0  # the garment deck has run out
        call_bot_verbs(gap)
        for _ in range(2):
            table.play(0, table.legal(0)[0])
            table.play(1, table.legal(1)[0])
            call_bot_verbs(table)
        redeal_small_draft(2, deck=5, destroyed=6)
        redeal_small_draft(2, deck=3, destroyed=0)
        conflict = new_table(3)
        hands = [["Kermes", "Lac", "Lac"], ["Woad", "Weld", "Weld"], ["Woad", "Henna", "Henna"]]
        set_hands(conflict, hands, [], newer={2: "Woad"})
        for seat, name in enumerate(["Kermes", "Weld", "Henna"]):
            conflict.play(seat, f"take {name}")
        redeal(conflict, 0, times=10)
        call_bot_verbs(conflict)
        only_choice = at_turn(drafted=["Saffron", "Smalt", "Weld"], drawn=[], deck=["Silk"], discard=[])
        play(only_choice, "destroy Saffron", "destroy Smalt")  # one card drawn instead of three, and destroyed
        skipped = at_last_turn(2, rounds=3)
        set_next_deal(skipped, [], [])
        play(skipped, "end turn", seat=1)
        assert skipped.over
        stopped = before_garment()
        play(stopped, "destroy Lac", "stop mixing")
        ended = new_table(2, rounds=1)
        finish_draft(ended)
        state_of(ended).stars[0] = 3
        for seat in range(2):
            play(ended, "end turn", seat=seat)
        call_bot_verbs(ended)
        assert ended.result.winners == (0,)
        assert value.score(ended.setup.readable_constants, state_of(ended), 0) == 3

    missed = line_coverage.unexecuted(MODULES, exercise)
    assert not missed, ", ".join(missed)
