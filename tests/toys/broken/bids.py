"""Bids with one fault each."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from gamut.engine.bits import NONE, bit
from gamut.engine.chance import forget_key, pick, rekey
from gamut.engine.errors import BadOptions
from gamut.engine.game import FeatureBlock
from gamut.engine.options import Count, Options
from gamut.engine.ranking import rank
from gamut.engine.record import Floats, Row, Word, WordRow, i1
from gamut.engine.table import Table
from gamut.engine.verbs import WHOLE
from tests.toys.bids import (
    BIDS,
    COPIES,
    HAND,
    KINDS,
    LEAVE,
    MOST_ROUNDS,
    TAKE,
    BidsView,
    Constants,
    State,
    nth,
    some_kind,
    total,
)
from tests.toys.bids import action as good_action
from tests.toys.bids import actors as good_actors
from tests.toys.bids import guide as good_guide
from tests.toys.bids import hide as good_hide
from tests.toys.bids import legal as good_legal
from tests.toys.bids import path as good_path
from tests.toys.bids import play as good_play
from tests.toys.bids import redeal as good_redeal
from tests.toys.bids import result as good_result
from tests.toys.bids import setup as good_setup
from tests.toys.bids import value as good_value
from tests.toys.broken import changed, faults

fault = faults(BIDS, seats=3)
ROUNDS, *REST = BIDS.options
assert isinstance(ROUNDS, Count)

# ---------------------------------------------------------------- what it declares

fault("no levels", "facts", "`levels` is empty: a game needs at least one level", levels={})
fault(
    "a level without a bot", "facts", "the level 'hard' is 'clever': 'clever' is no bot", levels={"hard": "clever"}
)
fault("a layout of fewer features", "facts", "the blocks of `layout` have 1 features together",
      layout=(FeatureBlock("one", (1,), "one of them"),))  # fmt: skip
fault("no rules page", "facts", "there is no RULES.md in broken/", folder=Path(__file__).parent)
fault("no goal", "facts", "`goal` is '': it must be one line of text", goal="")
fault("a reason without words", "facts", "`reasons` is ('most points', '')", reasons=("most points", ""))
fault("no invariants", "facts", "`invariants` is ()", invariants=())
fault("version 0", "facts", "`version` is 0: it must be a whole number, at least 1", version=0)
fault("seats in disorder", "facts", "`seats` is (3, 2): it must be numbers of players, ascending", seats=(3, 2))
fault("a short game of nothing", "facts", "`short` names 'pieces', which is no option", short={"pieces": 1})
fault("a short game that is refused", "facts", "with 3 players `short` cannot be opened: brief = true and pace",
      short={"brief": True, "pace": "long"})  # fmt: skip
fault("a default out of range", "facts", "rounds = 9, its default, is not allowed; it may be 1 to 4",
      options=(replace(ROUNDS, default=9), *REST))  # fmt: skip
fault("a verb of another form", "facts", "but the verb is settled(c, s)", settled=good_value)


class Keyless:
    hand = i1(3)


fault("a state without a key", "facts", "the state has no `key = words(3)`", state=Keyless)

# ---------------------------------------------------------------- the subset


def play_with_a_list(c: Constants, s: State, seat: int, a: int) -> None:
    places = [seat, a]
    good_play(c, s, places[0], places[1])


def value_with_an_array(c: Constants, s: State, out: Row, work: Row) -> None:
    scores = np.zeros(c.seats)
    good_value(c, s, out, work)
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


def guide_that_recurses(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    good_guide(c, s, seat, acts, n, out, work)
    out[0] += countdown(n)


def mixed_up(s: State) -> Word:
    cards = bit(3)
    return cards & 7


def check_with_a_number_among_words(c: Constants, s: State) -> int:
    return 1 if mixed_up(s) != NONE else 0


def play_with_a_typo(c: Constants, s: State, seat: int, a: int) -> None:
    if s.round > MOST_ROUNDS:  # never in a test
        s.rund = 1  # type: ignore[attr-defined]
    good_play(c, s, seat, a)


PRICES = {"one": 1}


def play_with_a_dictionary(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.score[seat] += PRICES["one"]


fault(
    "a field that is not there", "subset", "in play_with_a_typo: State has no field 'rund'", play=play_with_a_typo
)
fault(
    "a list in a rule", "subset", "in play_with_a_list: makes a list, which asks for memory", play=play_with_a_list
)
fault("an array in a rule", "subset", "in value_with_an_array: calls np.zeros, which asks for memory",
      value=value_with_an_array)  # fmt: skip
fault("a slice in a rule", "subset", "in play_with_a_slice: cuts a slice", play=play_with_a_slice)
fault("an exception in a rule", "subset", "in play_that_raises: raises an exception", play=play_that_raises)
fault("a copy in a rule", "subset", "in play_that_copies: calls a method, .copy()", play=play_that_copies)
fault("a rule that calls itself", "subset", "in countdown: calls itself: rules may not recurse",
      guide=guide_that_recurses)  # fmt: skip
fault("a number among words", "subset", "in mixed_up: a word meets the number `7` in `cards & 7`",
      check=check_with_a_number_among_words)  # fmt: skip
fault("a dictionary in a rule", "subset", "in play_with_a_dictionary: uses `PRICES`, a dict",
      play=play_with_a_dictionary)  # fmt: skip

# ---------------------------------------------------------------- an action in two parts


def act_for_a_point(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.score[seat] += 1


def go_on_for_ever(c: Constants, s: State) -> bool:
    return True


def act_and_stop(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if not s.over:
        s.over = 2


def go_on_in_silence(c: Constants, s: State) -> bool:
    if s.over == 2:
        s.over = 0
    return False


def go_on_beyond_the_end(c: Constants, s: State) -> bool:
    return good_actors(c, s) == 0


fault("a point for acting", "play-in-parts", "`go_on` do not lead to where `play` does, in score[",
      act=act_for_a_point)  # fmt: skip
fault("no end of going on", "play-in-parts", "somebody is awaited, and `go_on` has something to do",
      go_on=go_on_for_ever)  # fmt: skip
fault("going on in silence", "play-in-parts", "`go_on` goes on, but says that nothing was left",
      act=act_and_stop, go_on=go_on_in_silence)  # fmt: skip
fault("going on beyond the end", "play-in-parts", "`go_on` can be asked without an end",
      go_on=go_on_beyond_the_end)  # fmt: skip

# ---------------------------------------------------------------- what a strict record notices


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


def guide_one_more(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    good_guide(c, s, seat, acts, n, out, work)
    out[n] = 1


def guide_with_work(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    good_guide(c, s, seat, acts, n, out, work)
    work[1] = 1


def legal_in_silence(c: Constants, s: State, seat: int, out: Row) -> int:  # type: ignore[return]
    good_legal(c, s, seat, out)


def redeal_forgetting_bids(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0


silence = f"bids.py:{legal_in_silence.__code__.co_firstlineno}"
fault("an overflow", "interpreted-games", "in play_overflowing: 200 does not fit into shown[",
      play=play_overflowing)  # fmt: skip
fault(
    "an index outside", "interpreted-games", "in play_outside: pile[5] is outside its 5 places", play=play_outside
)
fault("a pile too high", "interpreted-games", "does not fit into pile[0] (-128 … 127)", play=play_piling)
fault("a fraction of a point", "interpreted-games", "] takes whole numbers, not ", play=play_halves)
fault("too few features", "interpreted-games", "in observe: out[9] is outside its 9 places  [out[KINDS + k] = "
      "s.pile[k] / COPIES] (`features` is 9)", features=9)  # fmt: skip
fault("too few legal", "interpreted-games", "in legal: out[2] is outside its 2 places", most_legal=2)
fault("a weight too many", "interpreted-games", " places  [out[n] = 1]", guide=guide_one_more)
fault("no work", "interpreted-games", "work[1] is outside its 1 places  [work[1] = 1] (`work` is 0)",
      guide=guide_with_work)  # fmt: skip
fault("legal without an answer", "interpreted-games", f"{silence}, in legal_in_silence: it returns "
      "None, not a whole number", legal=legal_in_silence)  # fmt: skip
fault("a redeal that forgets bids", "interpreted-games", ", -1] is outside its 3×5 places",
      redeal=redeal_forgetting_bids)  # fmt: skip


def play_beyond_words(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    big = 3 + s.score[seat]
    for _ in range(6):
        big = big * big
    if s.over:
        s.shown[seat] = big % 5


def play_of_two_kinds(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    both = (a, seat) if a > LEAVE else a + 1
    if not both:
        s.shown[0] = 0


def play_without_end(c: Constants, s: State, seat: int, a: int) -> None:
    left = 1
    while left > 0:
        left += 0
    good_play(c, s, seat, a)


WITHOUT_END = changed(BIDS, id="without_end", play=play_without_end)
OF_TWO_KINDS = changed(BIDS, id="of_two_kinds", play=play_of_two_kinds)  # found only where native code is made
BEYOND_WORDS = changed(BIDS, id="beyond_words", play=play_beyond_words)  # found only where native code is compared

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
    counter = s.key[2]
    good_hide(c, s, seat)
    s.key[2] = counter


def hide_by_halves(c: Constants, s: State, seat: int) -> None:
    deck = s.deck[0]
    good_hide(c, s, seat)
    s.deck[0] = deck // 2


def hide_nothing(c: Constants, s: State, seat: int) -> None:
    forget_key(s)


def redeal_nothing(c: Constants, s: State, seat: int, r: WordRow) -> None:
    rekey(s, r)


def seen_by_all(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a


def seen_by_none(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return -1


def seen_as_another(c: Constants, s: State, seat: int, mover: int, a: int) -> int:
    return a if seat == mover else 0


def legal_by_the_neighbour(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n > 1 and s.hand[(seat + 1) % c.seats, 4] > 0:
        n -= 1
    return n


def hide_but_hands(c: Constants, s: State, seat: int) -> None:
    for k in range(3):
        s.key[k] = NONE
    for other in range(c.seats):
        if other != seat:
            s.bid[other] = 0
    for k in range(KINDS):
        s.deck[k] = 0


def redeal_but_hands(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Fills what is empty: hands that `hide` forgot stay as they are, and nothing looks wrong."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k]
        for other in range(c.seats):
            s.deck[k] -= s.hand[other, k]
    for other in range(c.seats):
        if other != seat and (s.chosen >> other) & 1:
            s.bid[other] = some_kind(s.hand[other], r) + 1
    rekey(s, r)


def no_secret_phase(c: Constants, s: State) -> int:
    return 0


fault("a counter that is not hidden", "hiding", "`hide` leaves the key", hide=hide_but_the_key)
fault("hiding by halves", "hiding", "is not the same as hiding once, in deck[0]", hide=hide_by_halves)
fault("legality by what is hidden", "legal-when-hidden", "other actions than", legal=legal_by_the_neighbour)
fault("nothing hidden", "seen-actions", " shows in what a spectator knows: bid[0]", hide=hide_nothing,
      redeal=redeal_nothing)  # fmt: skip
fault("secrets not declared", "secrets-as-declared", "`hide` changes bid, which is not among `secrets`", secrets=())
fault("hands that all can see", "secrets-as-declared", "hand is among `secrets`, but `hide` leaves it to everybody",
      hide=hide_but_hands, redeal=redeal_but_hands)  # fmt: skip
fault("a secret of no field", "secrets-as-declared", "`secrets` names 'cards', which is no field of the state",
      secrets=("bid", "cards", "deck", "hand"))  # fmt: skip
fault("a bid that is not hidden", "seen-actions", "shows in what", hide=hide_but_bids)
fault("a secret told by seen", "seen-actions", "keeps secret", seen=seen_by_all)
fault("an action unseen by its mover", "seen-actions", "who does it", seen=seen_by_none)
fault("an action seen as another", "seen-actions", "into another", seen=seen_as_another)
fault("a secret phase without a number", "seen-actions", "`secret` names no secret phase", secret=no_secret_phase)

# ---------------------------------------------------------------- redeals


def redeal_too_few(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    other = (seat + 1) % c.seats
    s.hand[other, nth(s.hand[other], 0)] -= 1


def redeal_my_own(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    if seat >= 0 and s.chosen == 0:  # give a card back and take another
        mine, other = nth(s.hand[seat], 0), nth(s.deck, 0)
        s.hand[seat, mine] -= 1
        s.deck[mine] += 1
        s.hand[seat, other] += 1
        s.deck[other] -= 1


def redeal_keyless(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    forget_key(s)


def redeal_one_key(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    s.key[0] = s.key[1] = bit(7)


def redeal_neighbours(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """Every card is as likely as it should be, but cards that are dealt together are alike."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k] - (s.hand[seat, k] if seat >= 0 else 0)
    many = total(s.deck)
    at = pick(r, many)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, at % many)
                s.deck[card] -= 1
                many -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = some_kind(s.hand[other], r) + 1
    rekey(s, r)


def hide_the_round(c: Constants, s: State, seat: int) -> None:
    good_hide(c, s, seat)
    s.round = 0


def redeal_the_first_round(c: Constants, s: State, seat: int, r: WordRow) -> None:
    good_redeal(c, s, seat, r)
    s.round = 1


def redeal_low_cards(c: Constants, s: State, seat: int, r: WordRow) -> None:
    """As the good one, but of two cards the lower one is dealt."""
    for k in range(KINDS):
        s.deck[k] = COPIES - s.pile[k] - (s.hand[seat, k] if seat >= 0 else 0)
    many = total(s.deck)
    for other in range(c.seats):
        if other != seat:
            for _ in range(HAND - 1 if s.winner or s.over else HAND):
                card = nth(s.deck, min(pick(r, many), pick(r, many)))
                s.deck[card] -= 1
                many -= 1
                s.hand[other, card] += 1
            if (s.chosen >> other) & 1:
                s.bid[other] = some_kind(s.hand[other], r) + 1
    rekey(s, r)


fault("a hand that is not hidden", "redealing", "breaks invariant 1 (every card is in exactly one place)",
      hide=hide_but_a_hand)  # fmt: skip
fault("a redeal that loses a card", "redealing", "breaks invariant", redeal=redeal_too_few)
fault("a redeal of the own hand", "redealing", "is not hide(s) for seat 1, in hand[0, ", redeal=redeal_my_own)
fault("a redeal without a key", "redealing", "has no key", redeal=redeal_keyless)
fault("a redeal with one key for all", "redealing", "have the same key: `redeal` has to end", redeal=redeal_one_key)
fault("a redeal of neighbours", "redeal-distribution", " · hand[", games=600, players=2, redeal=redeal_neighbours)
fault("a redeal of the first round", "redeal-plays-on", "played on without an end", games=60,
      hide=hide_the_round, redeal=redeal_the_first_round, secrets=(*BIDS.secrets, "round"))  # fmt: skip
fault("a redeal of low cards", "redeal-distribution", "`redeal` is no fair sample", games=600, players=2,
      redeal=redeal_low_cards)  # fmt: skip

# ---------------------------------------------------------------- playing


def legal_without_the_card(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n == 0 or s.winner:
        return n
    for k in range(KINDS):
        out[k] = k
    return KINDS


def legal_downwards(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n > 1:
        out[0], out[1] = out[1], out[0]
    return n


def legal_one_more(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    return n + 1 if n == 2 else n


def legal_foreign(c: Constants, s: State, seat: int, out: Row) -> int:
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


def play_first_come(c: Constants, s: State, seat: int, a: int) -> None:
    if a < KINDS and s.chosen == 0:
        s.score[seat] += 1
    good_play(c, s, seat, a)


def play_spare(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    s.spare[0] = 1  # type: ignore[attr-defined]  # rules have no business there


def result_all_second(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat], ranks[seat] = 0, 2
    return 0


def result_without_scores(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    rank(s.score, ranks, c.seats)
    return 0


def result_unknown(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    good_result(c, s, scores, ranks)
    return 1


def guide_zero(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = acts[k]
    out[n - 1] = max(out[n - 1], 1)


def guide_nothing(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row, work: Row) -> None:
    for k in range(n):
        out[k] = 0


def value_beyond(c: Constants, s: State, out: Row, work: Row) -> None:
    good_value(c, s, out, work)
    if not s.over:
        out[0] = WHOLE + 1


def value_for_all(c: Constants, s: State, out: Row, work: Row) -> None:
    good_value(c, s, out, work)
    if not s.over:
        for seat in range(c.seats):
            out[seat] = WHOLE


def value_scribbling(c: Constants, s: State, out: Row, work: Row) -> None:
    good_value(c, s, out, work)
    s.shown[0] = 3


def observe_a_part(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(KINDS):
        out[k] = 1.0


fault("a move without the card", "invariants", "who has bid has the card", legal=legal_without_the_card)
fault("a list that descends", "legal-actions", "do not ascend: 1 comes after 4", legal=legal_downwards)
fault("a list shorter than said", "legal-actions", "returns 3, but writes only 2 actions", legal=legal_one_more)
fault("a foreign action", "legal-actions", "action 7 of seat", legal=legal_foreign)
fault("nothing to do", "legal-actions", "is awaited and has no legal action", legal=legal_never_leave)
fault("moves after the end", "legal-actions", "is not awaited and has 1 legal", legal=legal_after_the_end)
fault("a foreign seat", "legal-actions", "not at the table", actors=actors_of_a_larger_table)
fault("first come", "secret-phases", "another order of arrival gives another record (last: seat 3), in score[",
      play=play_first_come)  # fmt: skip
fault("a lost card", "invariants", "every card is in exactly one place", play=play_losing_a_card)
fault("a game too long", "length", "goes on after", longest=HAND)
fault("a scribble in the spare bytes", "saving", "does not lead back", play=play_spare)
fault("nobody first", "results", "rank 2 of seat 1 does not fit", result=result_all_second)
fault("no score", "results", "`result` writes no score for seat 1", result=result_without_scores)
fault("an unknown reason", "results", "reason 1", result=result_unknown)
fault("a weight of 0", "estimates", "a weight below 1", guide=guide_zero)
fault("no weight at all", "estimates", "a weight below 1", guide=guide_nothing)
fault("more than a victory", "estimates", "outside 0", value=value_beyond)
fault("a victory for each", "estimates", "together are 30000, more than WHOLE", value=value_for_all)
fault("half an observation", "estimates", "unwritten", observe=observe_a_part)
fault(
    "a verb that writes", "reading-changes-nothing", "`value` changes the state: shown[0]", value=value_scribbling
)

# ---------------------------------------------------------------- tables, words, options


class Aliasing(Table):
    """A table whose copies share its history."""

    def copy(self) -> Table:
        other = super().copy()
        other.history = self.history
        return other


class TakingAllBack(Table):
    """A table that takes others' secret steps back as well."""

    def take_back(self, step: int) -> None:
        self.rewind(step)


def action_twice(c: Constants, a: int) -> str:
    return "take" if a == LEAVE else good_action(c, a)


def action_spaced(c: Constants, a: int) -> str:
    return good_action(c, a) + " "


def path_begun(c: Constants, a: int) -> tuple[str, ...]:
    return ("prize:take", "prize:sure") if a == LEAVE else good_path(c, a)


def path_nowhere(c: Constants, a: int) -> tuple[str, ...]:
    return () if a == LEAVE else good_path(c, a)


def path_by_phase(c: Constants, a: int) -> tuple[str, ...]:
    """No fault: bids and prizes are never legal together."""
    return ("hand:one", "prize") if a == TAKE else good_path(c, a)


_looks = [0]


def view_of_the_day(c: Constants, s: State, seat: int) -> BidsView:
    _looks[0] += 1
    return BidsView([_looks[0]], [], [], 0)


def ask_silently(c: Constants, s: State, seat: int) -> str:
    return ""


def setup_curt(c: Any, options: Options, seats: int) -> None:
    if options["brief"] and options["pace"] == "long":
        raise BadOptions
    good_setup(c, options, seats)


def setup_never(c: Any, options: Options, seats: int) -> None:
    if options["pace"] == "long":
        raise BadOptions("a long pace is not possible yet")
    good_setup(c, options, seats)


def setup_endless(c: Any, options: Options, seats: int) -> None:
    good_setup(c, options, seats)
    if options["pace"] == "long" and options["rounds"] == 2:
        c.rounds = 5


fault("an aliasing copy", "copies", "playing on a copy changes its table", table=Aliasing)
fault("taking back what others did", "going-back", "taken back and made again", table=TakingAllBack)
fault("a text used twice", "action-texts", "have the same text 'take'", action=action_twice)
fault("a text with a space too many", "action-texts", "single spaces", action=action_spaced)
fault("a path that begins another", "paths", "one can be the beginning of the other", path=path_begun)
fault("an empty path", "paths", "the path of 'leave' is ()", path=path_nowhere)
fault("a view that changes", "words", "changes although nothing has happened", view=view_of_the_day)
fault("a silent question", "words", "nothing is asked", ask=ask_silently)
fault("a curt refusal", "option-pairs", "without a word", setup=setup_curt)
fault("an option that never works", "option-pairs", "works in no combination", setup=setup_never)
fault("an option that breaks the game", "option-pairs", "the game is too long", setup=setup_endless)

ALIKE_BY_PHASE = changed(BIDS, id="alike", path=path_by_phase)
