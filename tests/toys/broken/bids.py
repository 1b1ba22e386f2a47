"""Bids with one fault each."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from random import randrange
from typing import Any

import numpy as np

from gamut.engine.bits import EMPTY_SET, bit
from gamut.engine.chance import erase_key, random_below, renew_key
from gamut.engine.errors import InvalidOptions
from gamut.engine.game import FeatureBlock
from gamut.engine.options import CountOption, Options
from gamut.engine.presentation import Detail, Goal, LegendEntry, LegendSection, PieceCount
from gamut.engine.ranking import rank_scores
from gamut.engine.record import Floats, Row, Word, WordRow, i1
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from tests.toys.bids import (
    BIDS,
    COPIES,
    HAND,
    KINDS,
    LEAVE,
    MAX_ROUNDS,
    TAKE,
    BidsView,
    Constants,
    State,
    nth,
    random_kind,
    total,
)
from tests.toys.bids import action_text as good_action
from tests.toys.bids import actors as good_actors
from tests.toys.bids import guide as good_guide
from tests.toys.bids import hide as good_hide
from tests.toys.bids import legal as good_legal
from tests.toys.bids import play as good_play
from tests.toys.bids import redeal as good_redeal
from tests.toys.bids import result as good_result
from tests.toys.bids import setup as good_setup
from tests.toys.bids import touch_path as good_path
from tests.toys.bids import value as good_value
from tests.toys.broken import change_game, fault_adder

fault = fault_adder(BIDS, seats=3)
ROUNDS, *REST = BIDS.options
RULES_WITH_OTHER_DEFAULT = Path(__file__).parent / "other_default"
assert isinstance(ROUNDS, CountOption)

# ---------------------------------------------------------------- facts

fault("no levels", "facts", "`levels` is empty: a game needs at least one level", levels={})
fault("a level without a bot", "facts", "the level 'hard' is 'clever': ", levels={"hard": "clever"})
fault("a feature layout that is too small", "facts", "the blocks of `feature_layout` have 1 features",
      feature_layout=(FeatureBlock("one", (1,), "one of them"),))  # fmt: skip
fault("no rules page", "facts", "there is no RULES.md in broken/", folder=Path(__file__).parent)
fault("no goal", "facts", "`goal` is '': it must be one line of text", goal="")
fault("an empty reason", "facts", "`reasons` is ('most points', '')", reasons=("most points", ""))
fault("no invariants", "facts", "`invariants` is ()", invariants=())
fault("version 0", "facts", "`version` is 0: it must be an integer of at least 1", version=0)
fault("seats in the wrong order", "facts", "`seats` is (3, 2): it must be numbers of players in ascending order",
      seats=(3, 2))  # fmt: skip
fault("unknown quick options", "facts", "`quick_options` names 'pieces', which is not an option",
      quick_options={"pieces": 1})  # fmt: skip
fault("invalid quick options", "facts", "with 3 players `quick_options` cannot be opened: brief = true and pace",
      quick_options={"brief": True, "pace": "long"})  # fmt: skip
fault("unknown options of a first game", "facts", "`first_game_options` names 'pieces', which is not an option",
      first_game_options={"pieces": 1})  # fmt: skip
fault("a default out of range", "facts", "rounds = 9, its default, is not allowed; allowed: 1 to 4",
      options=(replace(ROUNDS, default=9), *REST))  # fmt: skip
fault("a verb with other parameters", "facts", "but the verb is quiescent(c, s)", quiescent=good_value)


class StateWithoutKey:
    hand = i1(3)


fault("a state without a key", "facts", "the state has no `chance_key = words(3)`", state=StateWithoutKey)

# ---------------------------------------------------------------- the subset


def play_with_a_list(c: Constants, s: State, seat: int, a: int) -> None:
    arguments = [seat, a]
    good_play(c, s, arguments[0], arguments[1])


def value_with_an_array(c: Constants, s: State, out: Row, scratch: Row) -> None:
    scores = np.zeros(c.seats)
    good_value(c, s, out, scratch)
    out[0] += int(scores[0])


def play_with_a_slice(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.shown[0:1] = s.shown[0:1]  # type: ignore[index]


def play_that_raises(c: Constants, s: State, seat: int, a: int) -> None:
    if a > LEAVE:
        raise ValueError
    good_play(c, s, seat, a)


def play_that_copies(c: Constants, s: State, seat: int, a: int) -> None:
    s.shown.copy()  # type: ignore[attr-defined]
    good_play(c, s, seat, a)


def countdown(n: int) -> int:
    return countdown(n - 1) if n else 0


def guide_that_recurses(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    good_guide(c, s, seat, actions, n, out, scratch)
    out[0] += countdown(n)


def combine_word_and_integer(s: State) -> Word:
    cards = bit(3)
    return cards & 7


def invariant_with_word_and_integer(c: Constants, s: State) -> int:
    return 1 if combine_word_and_integer(s) != EMPTY_SET else 0


def play_with_an_unknown_name(c: Constants, s: State, seat: int, a: int) -> None:
    good_pley(c, s, seat, a)  # type: ignore[name-defined]  # noqa: F821


def play_with_random(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.shown[0] = random.randrange(3)


def play_with_randrange(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.shown[0] = randrange(3)


def play_with_numpy_random(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.shown[0] = np.random.randint(3)


def play_with_a_typo(c: Constants, s: State, seat: int, a: int) -> None:
    if s.round > MAX_ROUNDS:  # never true
        s.rund = 1  # type: ignore[attr-defined]
    good_play(c, s, seat, a)


PRICES = {"one": 1}


def play_with_a_dictionary(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.score[seat] += PRICES["one"]


fault("an unknown field", "subset", "in play_with_a_typo: State has no field 'rund'; did you mean `round`?",
      play=play_with_a_typo)  # fmt: skip
fault("an unknown name", "subset", "in play_with_an_unknown_name: unknown name `good_pley`; did you mean `good_play`?",
      play=play_with_an_unknown_name)  # fmt: skip
fault("the module random", "subset", "in play_with_random: rules may not use `random.randrange`: use `chance(s, n)`",
      play=play_with_random)  # fmt: skip
fault("a function of the module random", "subset", "rules may not use `randrange`: use `chance(s, n)`",
      play=play_with_randrange)  # fmt: skip
fault("the generators of NumPy", "subset", "rules may not use `np.random`: use `chance(s, n)`",
      play=play_with_numpy_random)  # fmt: skip
fault("a list in a rule", "subset", "in play_with_a_list: creates a list, which allocates memory",
      play=play_with_a_list)  # fmt: skip
fault("an array in a rule", "subset", "in value_with_an_array: calls np.zeros, which allocates memory",
      value=value_with_an_array)  # fmt: skip
fault("a slice in a rule", "subset", "in play_with_a_slice: slices an array", play=play_with_a_slice)
fault("an exception in a rule", "subset", "in play_that_raises: raises an exception", play=play_that_raises)
fault("a copy in a rule", "subset", "in play_that_copies: calls the method .copy()", play=play_that_copies)
fault("a rule that calls itself", "subset", "in countdown: calls itself: rules may not recurse",
      guide=guide_that_recurses)  # fmt: skip
fault("a word and an integer", "subset", "in combine_word_and_integer: `cards & 7` combines a word with the integer",
      broken_invariant=invariant_with_word_and_integer)  # fmt: skip
fault("a dictionary in a rule", "subset", "in play_with_a_dictionary: uses `PRICES`, a dict",
      play=play_with_a_dictionary)  # fmt: skip

# ---------------------------------------------------------------- an action in two parts


def begin_play_with_a_point(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.score[seat] += 1


def finish_play_always(c: Constants, s: State) -> bool:
    return True


def begin_play_and_stop(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if not s.over:
        s.over = 2


def finish_play_unreported(c: Constants, s: State) -> bool:
    if s.over == 2:
        s.over = 0
    return False


def finish_play_after_the_end(c: Constants, s: State) -> bool:
    return good_actors(c, s) == 0


fault("parts that add a point", "play-in-parts", "do not give the same state as `play`: score[",
      begin_play=begin_play_with_a_point)  # fmt: skip
fault("a second part that is always pending", "play-in-parts", "there are actors, but `finish_play` returns True",
      finish_play=finish_play_always)  # fmt: skip
fault("a second part that is not reported", "play-in-parts", "`finish_play` continues after 'bid ",
      begin_play=begin_play_and_stop, finish_play=finish_play_unreported)  # fmt: skip
fault("a second part after the end", "play-in-parts", "`finish_play` returns True again",
      finish_play=finish_play_after_the_end)  # fmt: skip

# ---------------------------------------------------------------- errors of strict records


def play_overflowing(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == TAKE:
        s.shown[seat] = 40 * a


def play_outside(c: Constants, s: State, seat: int, a: int) -> None:
    if a == TAKE:
        s.pile[a] += 1
    good_play(c, s, seat, a)


def play_piling(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == TAKE:
        s.pile[0] += 200


def play_halves(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == LEAVE:
        s.score[seat] += 1 / 2  # type: ignore[assignment]


def guide_one_more(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    good_guide(c, s, seat, actions, n, out, scratch)
    out[n] = 1


def guide_with_scratch(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    good_guide(c, s, seat, actions, n, out, scratch)
    scratch[1] = 1


def legal_without_return(c: Constants, s: State, seat: int, out: Row) -> int:  # type: ignore[return]
    good_legal(c, s, seat, out)


def redeal_forgetting_bids(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0


def play_for_another_seat(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.shown[2] = 1


location = f"bids.py:{legal_without_return.__code__.co_firstlineno}"
fault("an overflow", "interpreted-games", "in play_overflowing: 200 does not fit into shown[",
      play=play_overflowing)  # fmt: skip
fault("an index out of range", "interpreted-games", "in play_outside: pile[5] is out of range for the shape 5",
      play=play_outside)  # fmt: skip
fault("a place of a seat that is not at the table", "unused-places", "shown[2] is not 0, although no such seat is at "
      "the table", play=play_for_another_seat, players=2)  # fmt: skip
fault("a field that is not reset", "round-resets", "a round begins, but shown[", round_resets=("bid", "shown"))
fault("an unknown field to reset", "facts", "names 'market', which is not a field of the state",
      round_resets=("market",))  # fmt: skip
fault("resets without rounds", "facts", "`round_field` does not say which field numbers the rounds", round_field="")
fault("a default unlike the rules page", "facts", "clause 1.2 of RULES.md states the default of the option rounds as "
      "'7'; it is ", folder=RULES_WITH_OTHER_DEFAULT)  # fmt: skip
fault("a pile too high", "interpreted-games", "does not fit into pile[0] (-128 … 127)", play=play_piling)
fault("a fraction of a point", "interpreted-games", "] takes integers, not ", play=play_halves)
fault("too few features", "interpreted-games", "in observe: out[9] is out of range for the shape 9  "
      "[out[KINDS + k] = s.pile[k] / COPIES] (`feature_count` is 9)", feature_count=9)  # fmt: skip
fault("too few legal actions", "interpreted-games", "in legal: out[2] is out of range for the shape 2  "
      "[out[n] = k] (`max_legal` is 2: does `legal` write too many actions?", max_legal=2)  # fmt: skip
fault("a weight too many", "interpreted-games", "  [out[n] = 1]", guide=guide_one_more)
fault("no scratch memory", "interpreted-games", "scratch[1] is out of range for the shape 1  [scratch[1] = 1] "
      "(`scratch_size` is 0)", guide=guide_with_scratch)  # fmt: skip
fault("legal without a return value", "interpreted-games", f"{location}, in legal_without_return: it returns "
      "None, not an integer", legal=legal_without_return)  # fmt: skip
fault("a redeal that forgets bids", "interpreted-games", ", -1] is out of range for the shape 3×5",
      redeal=redeal_forgetting_bids)  # fmt: skip


def play_beyond_64_bits(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    big = 3 + s.score[seat]
    for _ in range(6):
        big = big * big
    if s.over:
        s.shown[seat] = big % 5


def play_with_two_types(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    both = (a, seat) if a > LEAVE else a + 1
    if not both:
        s.shown[0] = 0


def play_endlessly(c: Constants, s: State, seat: int, a: int) -> None:
    left = 1
    while left > 0:
        left += 0
    good_play(c, s, seat, a)


ENDLESS_LOOP = change_game(BIDS, id="endless_loop", play=play_endlessly)
TWO_TYPES = change_game(BIDS, id="two_types", play=play_with_two_types)  # found only by compiling
BEYOND_64_BITS = change_game(BIDS, id="beyond_64_bits", play=play_beyond_64_bits)  # found only by comparing native code

# ---------------------------------------------------------------- hidden information


def hide_but_a_hand(c: Constants, s: State, seat: int) -> None:
    one, two, three = s.hand[0, 0], s.hand[0, 1], s.hand[0, 2]
    good_hide(c, s, seat)
    s.hand[0, 0], s.hand[0, 1], s.hand[0, 2] = one, two, three


def hide_but_bids(c: Constants, s: State, seat: int) -> None:
    bid = s.bid[0]
    good_hide(c, s, seat)
    s.bid[0] = bid


def hide_but_the_key(c: Constants, s: State, seat: int) -> None:
    counter = s.chance_key[2]
    good_hide(c, s, seat)
    s.chance_key[2] = counter


def hide_by_halves(c: Constants, s: State, seat: int) -> None:
    deck = s.deck[0]
    good_hide(c, s, seat)
    s.deck[0] = deck // 2


def hide_nothing(c: Constants, s: State, seat: int) -> None:
    erase_key(s)


def redeal_nothing(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    renew_key(s, rng)


def visible_to_all(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def visible_to_none(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return -1


def visible_as_another(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else 0


def legal_by_the_neighbour(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n > 1 and s.hand[(seat + 1) % c.seats, 4] > 0:
        n -= 1
    return n


def hide_but_hands(c: Constants, s: State, seat: int) -> None:
    for k in range(3):
        s.chance_key[k] = EMPTY_SET
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0
    for k in range(KINDS):
        s.deck[k] = 0


def redeal_but_hands(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Sample what was hidden: hands that `hide` forgot stay as they are, so that nothing looks wrong."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k]
        for other in range(c.seats):
            s.deck[k] -= s.hand[other, k]
    for other in range(c.seats):
        if other != seat and (s.chosen >> other) & 1:
            s.bid[other] = random_kind(s.hand[other], rng) + 1
    renew_key(s, rng)


def no_secret_phase(c: Constants, s: State) -> int:
    return 0


fault("a counter that is not hidden", "hiding", "`hide` leaves the chance key", hide=hide_but_the_key)
fault("hiding by halves", "hiding", "differs from hiding once: deck[0]", hide=hide_by_halves)
fault("legal actions that depend on secrets", "legal-when-hidden", "has other legal actions",
      legal=legal_by_the_neighbour)  # fmt: skip
fault("nothing hidden", "visible-actions", " changes what a spectator knows: bid[0]", hide=hide_nothing,
      redeal=redeal_nothing)  # fmt: skip
fault("undeclared secrets", "secret-fields", "`hide` changes bid, which is not in `secret_fields`", secret_fields=())
fault("hands that all can see", "secret-fields", "hand is in `secret_fields`, but `hide` never changes it",
      hide=hide_but_hands, redeal=redeal_but_hands)  # fmt: skip
fault("an unknown secret field", "secret-fields", "`secret_fields` names 'cards', which is not a field of the state",
      secret_fields=("bid", "cards", "deck", "hand"))  # fmt: skip
fault("a bid that is not hidden", "visible-actions", "changes what", hide=hide_but_bids)
fault("a secret action shown", "visible-actions", "keeps secret", visible_action=visible_to_all)
fault("an action hidden from its mover", "visible-actions", "which plays it", visible_action=visible_to_none)
fault("an action shown as another", "visible-actions", "another action instead of", visible_action=visible_as_another)
fault("a secret phase without a number", "visible-actions", "`secret_phase` returns 0", secret_phase=no_secret_phase)

# ---------------------------------------------------------------- redeals


def redeal_losing_a_card(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    other = (seat + 1) % c.seats
    s.hand[other, nth(s.hand[other], 0)] -= 1


def redeal_own_hand(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    if seat >= 0 and s.chosen == 0:  # give a card back and take another
        old, new = nth(s.hand[seat], 0), nth(s.deck, 0)
        s.hand[seat, old] -= 1
        s.deck[old] += 1
        s.hand[seat, new] += 1
        s.deck[new] -= 1


def redeal_without_key(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    erase_key(s)


def redeal_one_key(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    s.chance_key[0] = s.chance_key[1] = bit(7)


def redeal_neighbours(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Deal every card with the right probability, but cards that are dealt together are equal."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k] - (s.hand[seat, k] if seat >= 0 else 0)
    left = total(s.deck)
    index = random_below(rng, left)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, index % left)
                s.deck[card] -= 1
                left -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = random_kind(s.hand[other], rng) + 1
    renew_key(s, rng)


def hide_the_round(c: Constants, s: State, seat: int) -> None:
    good_hide(c, s, seat)
    s.round = 0


def redeal_the_first_round(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    good_redeal(c, s, seat, rng)
    s.round = 1


def redeal_low_cards(c: Constants, s: State, seat: int, rng: WordRow) -> None:
    """Deal the lower of two cards each time."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k] - (s.hand[seat, k] if seat >= 0 else 0)
    left = total(s.deck)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, min(random_below(rng, left), random_below(rng, left)))
                s.deck[card] -= 1
                left -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = random_kind(s.hand[other], rng) + 1
    renew_key(s, rng)


fault("a hand that is not hidden", "redealing", "breaks invariant 1 (every card is in exactly one place)",
      hide=hide_but_a_hand)  # fmt: skip
fault("a redeal that loses a card", "redealing", "breaks invariant", redeal=redeal_losing_a_card)
fault("a redeal of its own hand", "redealing", "differs from hide(s) for seat 1: hand[0, ",
      redeal=redeal_own_hand)  # fmt: skip
fault("a redeal without a key", "redealing", "has no chance key", redeal=redeal_without_key)
fault("redeals with the same key", "redealing", "have the same chance key: `redeal` must call `renew_key`",
      redeal=redeal_one_key)  # fmt: skip
fault("a redeal of equal cards", "redeal-distribution", " · hand[", games=600, players=2, redeal=redeal_neighbours)
fault("a redeal of the first round", "redeal-plays-on", "is not over after `max_steps` = 16", games=60,
      hide=hide_the_round, redeal=redeal_the_first_round, secret_fields=(*BIDS.secret_fields, "round"))  # fmt: skip
fault("a redeal of low cards", "redeal-distribution", "`redeal` is not a fair sample", games=600, players=2,
      redeal=redeal_low_cards)  # fmt: skip

# ---------------------------------------------------------------- playing


def legal_without_the_card(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n == 0 or s.winner:
        return n
    for k in range(KINDS):
        out[k] = k
    return KINDS


def legal_descending(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n > 1:
        out[0], out[1] = out[1], out[0]
    return n


def legal_one_more(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    return n + 1 if n == 2 else n


def legal_unknown(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    for k in range(n):
        out[k] = LEAVE + 1 if out[k] == LEAVE else out[k]
    return n


def legal_never_leave(c: Constants, s: State, seat: int, out: Row) -> int:
    return 0 if s.winner else good_legal(c, s, seat, out)


def legal_after_the_end(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.over:
        out[0] = 0
        return 1
    return good_legal(c, s, seat, out)


def actors_of_a_larger_table(c: Constants, s: State) -> int:
    return good_actors(c, s) | (8 if s.round == 2 and not s.over else 0)


def play_losing_a_card(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == TAKE and s.pile[s.shown[seat] - 1] > 0:
        s.pile[s.shown[seat] - 1] -= 1


def play_rewarding_the_first(c: Constants, s: State, seat: int, a: int) -> None:
    if a < KINDS and s.chosen == 0:
        s.score[seat] += 1
    good_play(c, s, seat, a)


def play_writing_padding(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.padding[0] = 1  # type: ignore[attr-defined]


def result_all_second(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat], ranks[seat] = 0, 2
    return 0


def result_without_scores(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    rank_scores(s.score, ranks, c.seats)
    return 0


def result_unknown(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    good_result(c, s, scores, ranks)
    return 1


def guide_zero(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = actions[k]
    out[n - 1] = max(out[n - 1], 1)


def guide_nothing(c: Constants, s: State, seat: int, actions: Row, n: int, out: Row, scratch: Row) -> None:
    for k in range(n):
        out[k] = 0


def value_beyond(c: Constants, s: State, out: Row, scratch: Row) -> None:
    good_value(c, s, out, scratch)
    if not s.over:
        out[0] = WIN_VALUE + 1


def value_for_all(c: Constants, s: State, out: Row, scratch: Row) -> None:
    good_value(c, s, out, scratch)
    if not s.over:
        for seat in range(c.seats):
            out[seat] = WIN_VALUE


def value_writing(c: Constants, s: State, out: Row, scratch: Row) -> None:
    good_value(c, s, out, scratch)
    s.shown[0] = 3


def observe_partly(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(KINDS):
        out[k] = 1.0


def observe_partly_as_inputs(c: Constants, s: State, seat: int, out: Floats) -> None:
    observe_partly(c, s, seat, out)


fault("a move without the card", "invariants", "a seat that has bid holds the card", legal=legal_without_the_card)
fault("legal actions in descending order", "legal-actions", "are not in ascending order: 1 follows 4",
      legal=legal_descending)  # fmt: skip
fault("fewer legal actions than returned", "legal-actions", "returns 3 for seat 1, but writes only 2 actions",
      legal=legal_one_more)  # fmt: skip
fault("an unknown legal action", "legal-actions", "has the legal action 7, which does not exist", legal=legal_unknown)
fault("no legal action", "legal-actions", "is an actor, but has no legal action", legal=legal_never_leave)
fault("legal actions after the end", "legal-actions", "is not an actor, but has 1 legal", legal=legal_after_the_end)
fault("an unknown actor", "legal-actions", "a seat that does not exist", actors=actors_of_a_larger_table)
fault("a point for the first bid", "secret-phases", "another order of the steps gives another state (last step: seat 3)"
      ": score[", play=play_rewarding_the_first)  # fmt: skip
fault("a lost card", "invariants", "every card is in exactly one place", play=play_losing_a_card)
fault("a game too long", "length", "the game is not over after `max_steps` = 3", max_steps=HAND)
fault("padding that is written", "saving", "does not lead back", play=play_writing_padding)
fault("no winner", "results", "rank 2 of seat 1 does not match", result=result_all_second)
fault("no score", "results", "`result` writes no score for seat 1", result=result_without_scores)
fault("an unknown reason", "results", "reason 1", result=result_unknown)
fault("a weight of 0", "estimates", "a weight below 1", guide=guide_zero)
fault("all weights 0", "estimates", "a weight below 1", guide=guide_nothing)
fault("a value above WIN_VALUE", "estimates", "`value` is 10001 for seat 1", value=value_beyond)
fault("a win for every seat", "estimates", "add up to 30000, more than WIN_VALUE", value=value_for_all)
fault("an incomplete observation", "estimates", "unwritten", observe=observe_partly)
fault("incomplete inputs", "estimates", "`describe` for seat", describe=observe_partly_as_inputs)
fault("a verb that writes", "reading-changes-nothing", "`value` changes the state: shown[0]", value=value_writing)

# ---------------------------------------------------------------- tables, presentation, options


class Aliasing(Table):
    """A table whose copies share its history."""

    def copy(self) -> Table:
        other = super().copy()
        other.history = self.history
        return other


class UndoingAll(Table):
    """A table that also undoes the secret steps of other seats."""

    def undo(self, step: int) -> None:
        self.rewind(step)


def repeated_text(c: Constants, a: int) -> str:
    return "take" if a == LEAVE else good_action(c, a)


def text_with_space(c: Constants, a: int) -> str:
    return good_action(c, a) + " "


def longer_path(c: Constants, a: int) -> tuple[str, ...]:
    return ("prize:take", "prize:sure") if a == LEAVE else good_path(c, a)


def empty_path(c: Constants, a: int) -> tuple[str, ...]:
    return () if a == LEAVE else good_path(c, a)


def clashing_path(c: Constants, a: int) -> tuple[str, ...]:
    """No fault: bids and prizes are never legal together."""
    return ("hand:one", "prize") if a == TAKE else good_path(c, a)


_view_count = [0]


def changing_view(c: Constants, s: State, seat: int) -> BidsView:
    _view_count[0] += 1
    return BidsView([_view_count[0]], [], [], 0)


def goals_by_hand(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    return (Goal("Cards", "in the hand", sum(s.hand[seat, k] for k in range(KINDS)), 0),)


def empty_prompt(c: Constants, s: State, seat: int) -> str:
    return ""


def detail_of_cards_only(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    return Detail(piece, "A card.") if piece.startswith("hand:") else None


def detail_without_sentence(c: Constants, s: State, seat: int, piece: str) -> Detail:
    return Detail(piece, "a card")


def detail_with_unknown_cost(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    return None if piece == "coin" else Detail(piece, "It costs a coin.", cost=(PieceCount("coin", "coin"),))


def legend_with_repetition(c: Constants) -> tuple[LegendSection, ...]:
    return (LegendSection("Table", (LegendEntry("pile", "Pile", "Cards that were bid."),) * 2),)


def setup_without_message(c: Any, options: Options, seats: int) -> None:
    if options["brief"] and options["pace"] == "long":
        raise InvalidOptions
    good_setup(c, options, seats)


def setup_never_long(c: Any, options: Options, seats: int) -> None:
    if options["pace"] == "long":
        raise InvalidOptions("a long pace is not possible yet")
    good_setup(c, options, seats)


def setup_too_long(c: Any, options: Options, seats: int) -> None:
    good_setup(c, options, seats)
    if options["pace"] == "long" and options["rounds"] == 2:
        c.rounds = 5


fault("an aliasing copy", "copies", "playing on a copy changes its table", table=Aliasing)
fault("undo of steps of other seats", "undo", "undone and repeated, gives another state", table=UndoingAll)
fault("a text used twice", "action-texts", "have the same text 'take'", action_text=repeated_text)
fault("a text with an additional space", "action-texts", "single spaces", action_text=text_with_space)
fault("a path that begins another", "touch-paths", "can be the beginning of the other", touch_path=longer_path)
fault("an empty path", "touch-paths", "the path of 'leave' is ()", touch_path=empty_path)
fault("a view that changes", "presentation", "changes without a step", view=changing_view)
fault("goals of the viewer", "presentation", "the same as spectators", goals=goals_by_hand)
fault("an empty prompt", "presentation", "is an actor without a prompt", prompt=empty_prompt)
fault("a piece without detail", "details", "has no answer for", detail=detail_of_cards_only)
fault("a detail without a sentence", "details", "no full sentence: 'a card'", detail=detail_without_sentence)
fault("a drawing without detail", "details", "has no answer for 'coin'", detail=detail_with_unknown_cost)
fault("a legend with a repetition", "details", "about the same piece", legend=legend_with_repetition)
fault("invalid options without a message", "option-pairs", "raises InvalidOptions without a message",
      setup=setup_without_message)  # fmt: skip
fault("an option that never works", "option-pairs", "does not work in any combination", setup=setup_never_long)
fault("an option that breaks the game", "option-pairs", "the game is not over after", setup=setup_too_long)

CLASHING_PATHS = change_game(BIDS, id="clashing_paths", touch_path=clashing_path)
