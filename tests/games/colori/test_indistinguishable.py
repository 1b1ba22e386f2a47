"""A seat knows exactly what it was shown: hidden copies are equal if and only if that is equal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import numpy as np
import pytest

from gamut.engine.chance import game_key
from gamut.engine.knowledge import Knowledge
from gamut.engine.record import Array
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.engine.verbs import UNSEEN
from gamut.games.colori import GAME
from gamut.games.colori.cards import CARD_NAMES
from gamut.games.colori.record import DRAFTING, END_TURN, KINDS, TAKE_CARD
from gamut.testing import clause
from tests.games.colori.builders import TOUCH_IDS, at_last_turn, new_table, play, set_next_deal, state_of
from tests.games.colori.indistinguishable import Draft

TOUCHES: tuple[tuple[str, ...], ...] = ((), ("hand:madder",))


def walk_drafts(seats: int, random: Random) -> Iterator[Draft]:
    """Yield every position of every draft of a game in which cards are seldom destroyed, so that the deck runs out."""
    table, draft = Table(GAME.open(seats, {"rounds": 12}), game_key(11, seats)), None
    while not table.over:
        s = strict_record(table.record)
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
        if s.pick != (after := strict_record(table.record)).pick and after.phase == DRAFTING:
            draft.pass_hands()


def hide(table: Table, state: Array, seat: int) -> Array:
    hidden = state.copy()
    table.verbs.hide(table.setup.constants, hidden, 0, seat)
    return hidden


def collect_outputs(table: Table, hidden: Array, seat: int) -> tuple[object, ...]:
    """Return everything that is shown to a seat and everything that a bot reads."""
    known, c, verbs = Knowledge(table.setup, table.verbs, hidden, seat), table.setup.constants, table.verbs
    reasons = [known.why_not(touches, touched) for touches in TOUCHES for touched in TOUCH_IDS]
    features, shares = np.zeros(GAME.feature_count, np.float32), np.zeros(GAME.max_seats, np.int64)
    verbs.observe(c, hidden, 0, seat, features)
    verbs.value(c, hidden, 0, shares, table.setup.new_scratch())
    weights = np.zeros(GAME.max_legal, np.int32)
    if known.legal:
        actions = np.array(known.legal, np.int32)
        verbs.guide(c, hidden, 0, seat, actions, len(actions), weights, table.setup.new_scratch())
    view = msgspec.json.encode(known.view)
    bot_inputs = (features.tobytes(), shares.tolist(), weights.tolist())
    return (view, known.prompt, known.headline, known.legal, reasons, *bot_inputs)


@clause("3.9", "3.10")
@pytest.mark.parametrize("seats", GAME.seats)
def test_states_that_agree_on_everything_shown_have_equal_hidden_copies(seats: int) -> None:
    random, tested = Random(seats), 0
    for draft in walk_drafts(seats, random):
        table = draft.table
        for seat in range(seats):
            state = draft.make_indistinguishable(seat, random)
            if state is None:
                continue
            tested += 1
            hidden, other = table.hidden(seat), hide(table, state, seat)
            assert hidden.tobytes() == other.tobytes()
            if tested % 20 == 0:
                assert collect_outputs(table, hidden, seat) == collect_outputs(table, other, seat)
    assert tested > 100


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_log_does_not_reveal_what_another_seat_picks(seats: int) -> None:
    """Check it also for the choice that ends the pick."""
    random, tested = Random(seats), 0
    for draft in walk_drafts(seats, random):
        table, seat = draft.table, random.randrange(seats)
        movers = [other for other in table.actors if other != seat]
        other_state = draft.make_indistinguishable(seat, random)
        if other_state is None or not movers or draft.pick > 2:  # later the draft may be revealed
            continue
        mover, entries = movers[0], []
        for state in (table.record, other_state):
            before = Knowledge(table.setup, table.verbs, hide(table, state, seat), seat)
            after, out = state.copy(), np.zeros(GAME.max_legal, np.int32)
            n = table.verbs.legal(table.setup.constants, after, 0, mover, out)
            action = int(random.choice(out[:n].tolist()))
            seen = table.verbs.visible_action(table.setup.constants, after, 0, seat, mover, action)
            assert seen == UNSEEN
            table.verbs.play(table.setup.constants, after, 0, mover, action)
            known = Knowledge(table.setup, table.verbs, hide(table, after, seat), seat)
            entries.append((known.log_entries(before, mover, seen), known.moment(before, mover, seen)))
        assert entries[0] == entries[1]
        tested += 1
    assert tested > 30


@clause("3.9", "3.10")
@pytest.mark.parametrize("seats", GAME.seats)
def test_states_that_differ_in_something_shown_have_different_hidden_copies(seats: int) -> None:
    random, tested = Random(seats), 0
    for draft in walk_drafts(seats, random):
        for seat in range(seats):
            state = draft.make_distinguishable(seat, random)
            if state is not None:
                tested += 1
                assert draft.table.hidden(seat).tobytes() != hide(draft.table, state, seat).tobytes()
    assert tested > 50


@clause("1.7")
@pytest.mark.parametrize(
    "field", ["wheel", "stars", "discard", "destroyed", "garment_deck", "display", "made", "events"]
)
def test_every_seat_sees_a_change_of_public_information(field: str) -> None:
    table = new_table(3)
    for seat in (-1, 0, 1, 2):
        other = table.record.copy()
        other[field].flat[0] += 1
        assert table.hidden(seat).tobytes() != hide(table, other, seat).tobytes()


# ---------------------------------------------------------------------- the deck that ran out


def count_old(size: int, first: int, seats: int) -> list[int]:
    """Return how many cards of the old deck each hand holds, by the size of the deck and the order of dealing."""
    return [sum((first + k) % seats == h for k in range(size)) for h in range(seats)]


@clause("3.10")
@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 4), (4, 11), (5, 1), (5, 24)])
def test_a_seat_knows_how_many_cards_of_an_unseen_hand_are_old_and_no_more(seats: int, size: int) -> None:
    table, random = at_last_turn(seats), Random(seats)
    s = state_of(table)
    cards = [CARD_NAMES[kind] for kind in range(KINDS) for _ in range(s.draft_deck[kind] + s.destroyed[kind])]
    random.shuffle(cards)
    set_next_deal(table, cards[:size], cards[size : 5 * seats + 5])
    play(table, "end turn", seat=seats - 1)
    expected = count_old(size, 0, seats)
    assert [sum(s.old[h, i] for i in range(s.dealt[h])) for h in range(seats)] == expected
    draft = Draft(table)
    for seat in range(-1, seats):
        hidden = strict_record(table.hidden(seat))
        for h in range(seats):
            if h != seat:
                assert [hidden.hand[h, i] for i in range(5)] == [0] * 5
                assert sum(hidden.old[h, i] for i in range(5)) == expected[h]
                assert sorted(hidden.old[h, i] for i in range(5)) == [hidden.old[h, i] for i in range(5)]
    states = [state for _ in range(30) if (state := draft.make_indistinguishable(0, random)) is not None]
    assert len({state["hand"].tobytes() + state["old"].tobytes() for state in states}) > 5
    assert {hide(table, state, 0).tobytes() for state in states} == {table.hidden(0).tobytes()}
