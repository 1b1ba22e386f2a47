"""Lantern with one fault each: what can go wrong where nobody need win."""

from __future__ import annotations

from gamut.engine.chance import rekey
from gamut.engine.record import Row, WordRow
from gamut.engine.table import Table
from gamut.engine.verbs import WHOLE
from tests.toys.broken import faults
from tests.toys.lantern import BURNING, LANTERN, Constants, State
from tests.toys.lantern import hide as good_hide
from tests.toys.lantern import result as good_result

fault = faults(LANTERN, seats=2)


def result_of_the_best(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Somebody is always first."""
    reason = good_result(c, s, scores, ranks)
    for seat in range(c.seats):
        ranks[seat] = 1
    return reason


def result_of_thirds(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    reason = good_result(c, s, scores, ranks)
    for seat in range(c.seats):
        ranks[seat] = 1 if ranks[seat] == 1 else 3
    return reason


def result_of_one_winner(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Who poured last wins, the other one is third."""
    reason = good_result(c, s, scores, ranks)
    if ranks[0] == 1:
        ranks[s.throws % c.seats] = 3
    return reason


def hide_behind_a_sign(c: Constants, s: State, seat: int) -> None:
    good_hide(c, s, seat)
    s.die = -abs(s.die)


def redeal_by_the_sign(c: Constants, s: State, seat: int, r: WordRow) -> None:
    rekey(s, r)
    s.die = abs(s.die)


class TooFar(Table):
    """A table that goes back one step more than it is told."""

    def rewind(self, steps: int) -> None:
        super().rewind(max(0, steps - 1))


def value_of_a_winner(c: Constants, s: State, out: Row, work: Row) -> None:
    for seat in range(c.seats):
        out[seat] = WHOLE // c.seats if s.end != BURNING else 0


fault("a winner in a lost game", "results", "by its rank its share of the victory is 5000",
      result=result_of_the_best)  # fmt: skip
fault("all third", "results", "rank 3 of seat 1 does not fit the number of better ones", result=result_of_thirds)
fault("first and third", "results", "does not fit the number of better ones", result=result_of_one_winner, games=40)
fault("a loss not declared", "results", "rank 2 of seat 1 does not fit", can_be_lost=False)
fault("a value that hopes", "results", "at the end `value` says 5000 for seat 1, but by", value=value_of_a_winner)
fault("alone and never lost", "results", "its share of the victory is 10000", players=1, result=result_of_the_best)
fault("going back too far", "going-back", "leads to another state", table=TooFar)
fault("secrets that are none", "secrets-as-declared", "oil is among `secrets`, but", secrets=("oil",))
fault("a secret that can be read back", "secrets-as-declared", "every redeal is the true state",
      hide=hide_behind_a_sign, redeal=redeal_by_the_sign, secrets=("die",))  # fmt: skip
