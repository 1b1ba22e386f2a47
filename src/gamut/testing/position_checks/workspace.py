"""What the checks of positions share: their argument, their complaints, and helpers.

A check of positions takes a `Workspace` and returns 0 or the number of a complaint. Complaints are declared beside the
check, each with its message: `TOO_LONG = complaint("…")`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gamut.engine.verbs import hide, legal

GAME_NUMBER, STEP, SEAT, DETAIL, OTHER_DETAIL, TALLY, FIRST_ROW, SECOND_ROW = range(8)  # of a report
GAME, ZERO, REFERENCE, TRIAL, ALTERNATIVE, HIDDEN_BITS, USED_BITS = range(7)  # rows of states
ROWS = 7

MESSAGES: dict[int, str] = {}  # of complaints, by number


class DeclaredLimits(NamedTuple):
    """What the game declares, and its setup."""

    seats: int
    action_count: int
    max_legal: int
    max_steps: int
    reasons: int
    allows_no_winner: bool


class Workspace(NamedTuple):
    """The argument of all checks of positions, a bundle of arrays. The game is in `states[GAME]`."""

    c: Any  # the constants: one record
    states: Any  # ROWS records; all but GAME and ZERO are free
    words: Any  # the same records as 64-bit integers
    unused: Any  # the bits of those integers that no seat of the table uses
    round_bits: Any  # the bits that number the rounds
    reset_bits: Any  # the bits that are 0 whenever a round begins
    rng: Any
    seed: Any  # of the run: one word
    actions: Any  # integers, with room for lists of legal actions that are too long
    numbers: Any  # the same size as `actions`
    features: Any
    inputs: Any  # of the network
    scratch: Any  # for `guide` and `value`
    report: Any  # where the game is, and details of a complaint
    limits: DeclaredLimits


def complaint(message: str) -> int:
    """Declare a complaint and return its number.

    The message may contain {seat}, {detail}, {other_detail}, {action} and {invariant} (the one with the number
    `detail`), {difference} (of the last two rows that were compared), {max_legal}, {max_steps} and {action_count}.
    """
    number = len(MESSAGES) + 1
    MESSAGES[number] = message
    return number


def are_equal(w: Workspace, first: int, second: int) -> bool:
    """Return whether two rows of states are equal; if not, the report names them."""
    for k in range(w.words.shape[1]):
        if w.words[first, k] != w.words[second, k]:
            w.report[FIRST_ROW], w.report[SECOND_ROW] = first, second
            return False
    return True


def hide_copy(w: Workspace, row: int, seat: int) -> None:
    """Copy the game to a row and hide it for a seat."""
    w.states[row] = w.states[GAME]
    hide(w.c[0], w.states[row], seat)


def choose_viewer(w: Workspace, k: int) -> int:
    """Return a seat or the spectator, a different one at each step."""
    return (w.report[GAME_NUMBER] + w.report[STEP] + k) % (w.limits.seats + 1) - 1  # type: ignore[no-any-return]


def is_legal(w: Workspace, row: int, seat: int, action: int) -> bool:
    for k in range(legal(w.c[0], w.states[row], seat, w.actions)):
        if w.actions[k] == action:
            return True
    return False


def has_several(mask: int) -> bool:
    """Return whether a mask contains more than one seat."""
    return mask & (mask - 1) != 0
