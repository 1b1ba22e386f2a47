"""A seat knows what it was shown, no less and no more: states that agree on it are the same to the seat."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
import pytest

from gamut.engine.keys import game_key
from gamut.engine.knowledge import Knowledge
from gamut.engine.record import Array
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES
from gamut.games.colori.positions import do, look, opened
from gamut.games.colori.record import DRAFTING, END_TURN, KINDS, TAKE_CARD
from gamut.games.colori.tests.positions import at_last_turn, last_deal
from gamut.games.colori.tests.test_reasons import EVERY_ID
from gamut.games.colori.tests.twins import Draft
from gamut.testing import clause

TOUCHES: tuple[tuple[str, ...], ...] = ((), ("hand:madder",))


def walk_drafts(seats: int, random: Random) -> Iterator[Draft]:
    """Every position of every draft of a game in which cards are seldom destroyed, so that the deck runs out."""
    table, draft = Table(GAME.open(seats, {"rounds": 12}), game_key(11, seats)), None
    while not table.over:
        s = strict(table.record)
        if s.phase != DRAFTING:
            seat, draft = table.actors[0], None
            legal = table.legal(seat)
            ends = legal[-1] == END_TURN and random.random() < 0.7
            table.play(seat, END_TURN if ends else random.choice(legal))
            continue
        if draft is None:
            draft = Draft(table)
        yield draft
        seat = random.choice(table.actors)
        action = random.choice(table.legal(seat))
        draft.choose(seat, action - TAKE_CARD)
        table.play(seat, action)
        if s.pick != (after := strict(table.record)).pick and after.phase == DRAFTING:
            draft.pass_on()


def hide(table: Table, state: Array, seat: int) -> Array:
    """What a seat knows of a state."""
    hidden = state.copy()
    table.rules.hide(table.setup.constants, hidden, 0, seat)
    return hidden


def ask_everything(table: Table, hidden: Array, seat: int) -> tuple[object, ...]:
    """All that is shown and said to a seat, and all that a bot reads."""
    known, c, rules = Knowledge(table.setup, table.rules, hidden, seat), table.setup.constants, table.rules
    said = [known.why_not(touches, touched) for touches in TOUCHES for touched in EVERY_ID]
    features, shares = np.zeros(GAME.features, np.float32), np.zeros(GAME.most_seats, np.int64)
    rules.observe(c, hidden, 0, seat, features)
    rules.value(c, hidden, 0, shares, table.setup.work())
    weights = np.zeros(GAME.most_legal, np.int32)
    if known.legal:
        acts = np.array(known.legal, np.int32)
        rules.guide(c, hidden, 0, seat, acts, len(acts), weights, table.setup.work())
    view = msgspec.json.encode(known.view)
    read = (features.tobytes(), shares.tolist(), weights.tolist())
    return (view, known.ask, known.headline, known.legal, said, *read)


@clause("3.9", "3.10")
@pytest.mark.parametrize("seats", GAME.seats)
def test_states_that_agree_on_all_that_was_shown_are_the_same_to_a_seat(seats: int) -> None:
    random, made = Random(seats), 0
    for draft in walk_drafts(seats, random):
        table = draft.table
        for seat in range(seats):
            twin = draft.make_twin(seat, random)
            if twin is None:
                continue
            made += 1
            mine, other = table.hidden(seat), hide(table, twin, seat)
            assert mine.tobytes() == other.tobytes()
            if made % 20 == 0:
                assert ask_everything(table, mine, seat) == ask_everything(table, other, seat)
    assert made > 100


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_pick_of_another_seat_is_told_alike_in_both(seats: int) -> None:
    """The same entries of the log for any card that another seat takes, also when it ends the pick."""
    random, told = Random(seats), 0
    for draft in walk_drafts(seats, random):
        table, seat = draft.table, random.randrange(seats)
        movers = [other for other in table.actors if other != seat]
        twin = draft.make_twin(seat, random)
        if twin is None or not movers or draft.pick > 2:  # later the draft may end, and all is turned up
            continue
        mover, entries = movers[0], []
        for state in (table.record, twin):
            before = Knowledge(table.setup, table.rules, hide(table, state, seat), seat)
            after, out = state.copy(), np.zeros(GAME.most_legal, np.int32)
            n = table.rules.legal(table.setup.constants, after, 0, mover, out)
            action = int(random.choice(out[:n].tolist()))
            seen = table.rules.seen(table.setup.constants, after, 0, seat, mover, action)
            assert seen == UNSEEN
            table.rules.play(table.setup.constants, after, 0, mover, action)
            known = Knowledge(table.setup, table.rules, hide(table, after, seat), seat)
            entries.append((known.tell(before, mover, seen), known.moment(before, mover, seen)))
        assert entries[0] == entries[1]
        told += 1
    assert told > 30


@clause("3.9", "3.10")
@pytest.mark.parametrize("seats", GAME.seats)
def test_states_that_differ_in_something_shown_differ_to_the_seat(seats: int) -> None:
    random, made = Random(seats), 0
    for draft in walk_drafts(seats, random):
        for seat in range(seats):
            stranger = draft.make_stranger(seat, random)
            if stranger is not None:
                made += 1
                assert draft.table.hidden(seat).tobytes() != hide(draft.table, stranger, seat).tobytes()
    assert made > 50


@clause("1.7")
@pytest.mark.parametrize(
    "field", ["wheel", "stars", "discard", "destroyed", "garments", "display", "made", "trail"]
)
def test_a_change_of_what_lies_open_is_seen_by_everybody(field: str) -> None:
    table = opened(3)
    for seat in (-1, 0, 1, 2):
        other = table.record.copy()
        other[field].flat[0] += 1
        assert table.hidden(seat).tobytes() != hide(table, other, seat).tobytes()


# ---------------------------------------------------------------------- the deck that ran out


def count_old(size: int, first: int, seats: int) -> list[int]:
    """How many cards of the old deck each hand holds, by the open size of the deck and the order of dealing."""
    return [sum((first + k) % seats == h for k in range(size)) for h in range(seats)]


@clause("3.10")
@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 4), (4, 11), (5, 1), (5, 24)])
def test_who_never_held_a_hand_knows_how_many_of_its_cards_are_old_and_no_more(seats: int, size: int) -> None:
    table, random = at_last_turn(seats), Random(seats)
    s = look(table)
    there = [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(s.draft[kind] + s.destroyed[kind])]
    random.shuffle(there)
    last_deal(table, there[:size], there[size : 5 * seats + 5])
    do(table, "end turn", seat=seats - 1)
    expected = count_old(size, 0, seats)
    assert [sum(s.old[h, i] for i in range(s.dealt[h])) for h in range(seats)] == expected
    draft = Draft(table)
    for seat in range(-1, seats):
        hidden = strict(table.hidden(seat))
        for h in range(seats):
            if h != seat:
                assert [hidden.hand[h, i] for i in range(5)] == [0] * 5
                assert sum(hidden.old[h, i] for i in range(5)) == expected[h]
                assert sorted(hidden.old[h, i] for i in range(5)) == [hidden.old[h, i] for i in range(5)]
    twins = [draft.make_twin(0, random) for _ in range(30)]
    contents = {twin["hand"].tobytes() + twin["old"].tobytes() for twin in twins if twin is not None}
    assert len(contents) > 5  # many ways to mix old and new cards in the other hands, all the same to seat 1
    assert {hide(table, twin, 0).tobytes() for twin in twins if twin is not None} == {table.hidden(0).tobytes()}
