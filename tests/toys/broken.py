"""Bids with one fault each, and the checks that must find it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamut.engine.chance import rekey
from gamut.engine.errors import BadOptions
from gamut.engine.game import WHOLE, Game
from gamut.engine.game import Words as GameWords
from gamut.engine.options import Options
from gamut.engine.record import Floats, Row, Words
from gamut.engine.table import Table
from tests.toys.bids import BIDS, HAND, KINDS, LEAVE, TAKE, BidsView, State, Constants, nth
from tests.toys.bids import action as good_action
from tests.toys.bids import actors as good_actors
from tests.toys.bids import hide as good_hide
from tests.toys.bids import legal as good_legal
from tests.toys.bids import path as good_path
from tests.toys.bids import play as good_play
from tests.toys.bids import redeal as good_redeal
from tests.toys.bids import result as good_result
from tests.toys.bids import setup as good_setup


@dataclass(frozen=True)
class Fault:
    game: Game
    check: str  # the check that must find it
    says: str  # part of the message
    table: type[Table] = Table


FAULTS: dict[str, Fault] = {}


def fault(name: str, check: str, says: str, table: type[Table] = Table, **changes: Any) -> None:
    own = {field: changes.pop(field) for field in list(changes) if field in GameWords.__dataclass_fields__}
    verbs = {field: changes.pop(field) for field in list(changes) if field in BIDS.slots}
    parts: dict[str, Any] = {"verbs": replace(BIDS.verbs, **verbs), "words": replace(BIDS.words, **own)}
    game = replace(BIDS, id=name.replace(" ", "_"), **parts, **changes)
    FAULTS[name] = Fault(game, check, says, table)


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
    for k in range(3):
        s.key[k] = s.key[k] ^ s.key[k]


def redeal_nothing(c: Constants, s: State, seat: int, r: Words) -> None:
    rekey(s, r)


def redeal_too_few(c: Constants, s: State, seat: int, r: Words) -> None:
    good_redeal(c, s, seat, r)
    other = (seat + 1) % c.seats
    s.hand[other, nth(s.hand[other], 0)] -= 1


def redeal_my_own(c: Constants, s: State, seat: int, r: Words) -> None:
    good_redeal(c, s, seat, r)
    if seat >= 0 and s.chosen == 0:  # give a card back and take another
        mine = nth(s.hand[seat], 0)
        other = nth(s.deck, 0)
        s.hand[seat, mine] -= 1
        s.deck[mine] += 1
        s.hand[seat, other] += 1
        s.deck[other] -= 1


def redeal_keyless(c: Constants, s: State, seat: int, r: Words) -> None:
    good_redeal(c, s, seat, r)
    for k in range(3):
        s.key[k] = s.key[k] ^ s.key[k]


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


fault("a hand that is not hidden", "redealing", says="breaks invariant 1", hide=hide_but_a_hand)
fault("a bid that is not hidden", "redealing", says="hide(redeal(hide(s)))", hide=hide_but_bids)
fault("a counter that is not hidden", "hiding", says="leaves the key", hide=hide_but_the_key)
fault("hiding by halves", "hiding", says="hiding twice", hide=hide_by_halves)
fault("nothing hidden", "secrets-as-declared", says="hides nothing", hide=hide_nothing,
      redeal=redeal_nothing)  # fmt: skip
fault("secrets not declared", "secrets-as-declared", says="no secrets are declared", secrets=False)
fault("a redeal that loses a card", "redealing", says="breaks invariant", redeal=redeal_too_few)
fault("a redeal of the own hand", "redealing", says="hide(redeal(hide(s)))",
      redeal=redeal_my_own)  # fmt: skip
fault("a redeal without a key", "redealing", says="has no key", redeal=redeal_keyless)
fault("a secret told by seen", "seen-actions", says="keeps secret", seen=seen_by_all)
fault("an action unseen by its mover", "seen-actions", says="who does it", seen=seen_by_none)
fault("an action seen as another", "seen-actions", says="into another", seen=seen_as_another)
fault("legality by what is hidden", "legal-when-hidden", says="offers other actions",
      legal=legal_by_the_neighbour)  # fmt: skip


# ---------------------------------------------------------------- playing


def legal_without_the_card(c: Constants, s: State, seat: int, out: Row) -> int:
    if s.over or s.winner:
        return good_legal(c, s, seat, out)
    for k in range(KINDS):
        out[k] = k
    return KINDS


def legal_downwards(c: Constants, s: State, seat: int, out: Row) -> int:
    n = good_legal(c, s, seat, out)
    if n > 1:
        out[0], out[1] = out[1], out[0]
    return n


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


def legal_once(c: Constants, s: State, seat: int, out: Row) -> int:
    return 0 if (s.chosen >> seat) & 1 else good_legal(c, s, seat, out)


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


def play_overflow(c: Constants, s: State, seat: int, a: int) -> None:
    good_play(c, s, seat, a)
    if a == TAKE:
        s.score[seat] += 20_000


def result_all_second(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    for seat in range(c.seats):
        scores[seat], ranks[seat] = 0, 2
    return 0


def result_unknown(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    good_result(c, s, scores, ranks)
    return 1


def guide_zero(c: Constants, s: State, seat: int, acts: Row, n: int, out: Row) -> None:
    for k in range(n):
        out[k] = acts[k]
    out[n - 1] = max(out[n - 1], 1)


def value_beyond(c: Constants, s: State, seat: int) -> int:
    return WHOLE + 1 if s.over else 0


def value_scribbling(c: Constants, s: State, seat: int) -> int:
    s.shown[0] = 3
    return 0


def observe_a_part(c: Constants, s: State, seat: int, out: Floats) -> None:
    for k in range(KINDS):
        out[k] = 1.0


fault("a move without the card", "invariants", says="who has bid has the card", legal=legal_without_the_card)
fault("a list that descends", "legal-actions", says="do not ascend", legal=legal_downwards)
fault("a foreign action", "legal-actions", says="outside the game's actions", legal=legal_foreign)
fault("nothing to do", "legal-actions", says="has no legal action", legal=legal_never_leave)
fault("moves after the end", "legal-actions", says="the game is over", legal=legal_after_the_end)
fault("too many actions", "legal-actions", says="more than `most_legal`", most_legal=2)
fault("a foreign seat", "legal-actions", says="not at the table", actors=actors_of_a_larger_table)
fault("no change of mind", "simultaneous-choices", says="may not change its choice", legal=legal_once)
fault("first come", "simultaneous-choices", says="another order", play=play_first_come)
fault("a lost card", "invariants", says="every card is in exactly one place", play=play_losing_a_card)
fault("a game too long", "length", says="goes on after", longest=HAND)
fault("a scribble in the spare bytes", "saving", says="does not lead back", play=play_spare)
fault("nobody first", "results", says="rank 2", result=result_all_second)
fault("an unknown reason", "results", says="reason 1", result=result_unknown)
fault("a weight of 0", "estimates", says="a weight below 1", guide=guide_zero)
fault("more than a victory", "estimates", says="outside 0", value=value_beyond)
fault("half an observation", "estimates", says="unwritten", observe=observe_a_part)
fault("a verb that writes", "reading-changes-nothing", says="`value` changes", value=value_scribbling)

OVERFLOW = replace(BIDS, id="overflow", verbs=replace(BIDS.verbs, play=play_overflow))


# ---------------------------------------------------------------- tables, words, options


class Aliasing(Table):
    """A table whose copies share the record."""

    def copy(self) -> Table:
        other = super().copy()
        other.record = self.record
        return other


class Forgetful(Table):
    """A table that is saved without its last action."""

    def to_bytes(self) -> bytes:
        shorter = Table.copy(self)
        if shorter.history:
            shorter.rewind(len(shorter.history) - 1)
        return Table.to_bytes(shorter)


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
    if options["short"] and options["pace"] == "long":
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


fault("an aliasing copy", "copies", says="playing on a copy changes its table", table=Aliasing)
fault("a forgetful table", "saving", says="loaded as another", table=Forgetful)
fault("a text used twice", "action-texts", says="have the same text 'take'", action=action_twice)
fault("a text with a space too many", "action-texts", says="single spaces", action=action_spaced)
fault("a path that begins another", "paths", says="is the beginning of", path=path_begun)
fault("an empty path", "paths", says="is empty", path=path_nowhere)
fault(
    "a view that changes", "words-from-hidden-copies", says="depends on what it cannot know", view=view_of_the_day
)
fault("a silent question", "words-from-hidden-copies", says="nothing is asked", ask=ask_silently)
fault("a curt refusal", "option-pairs", says="without a word", setup=setup_curt)
fault("an option that never works", "option-pairs", says="works in no combination", setup=setup_never)
fault("an option that breaks the game", "option-pairs", says="the game is too long", setup=setup_endless)


ALIKE_BY_PHASE = replace(BIDS, id="alike", words=replace(BIDS.words, path=path_by_phase))
