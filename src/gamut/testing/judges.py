"""Judges: each looks at one position and returns the number of its complaint, or 0.

All take the same arguments: tables, states (row 0 is the game, the others are free), the same states as
words, a generator, two rows of integers, a row of floats, the facts of the game, and where we are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gamut.engine.chance import pick
from gamut.engine.game import UNSEEN, WHOLE
from gamut.testing.drivers import (
    ACTIONS,
    DETAIL,
    LONGEST,
    MOST_LEGAL,
    REASONS,
    SEAT,
    SEATS,
    STEP,
    TALLY,
)

SLOTS = (
    "actors", "legal", "play", "result", "hide", "redeal", "seen", "observe", "guide", "value", "check",
    "settled",
)  # fmt: skip
if TYPE_CHECKING:
    from gamut.engine.slots import (
        actors,
        check,
        guide,
        hide,
        legal,
        observe,
        play,
        redeal,
        result,
        seen,
        settled,
        value,
    )

GAME, KEPT, TRIAL, OTHER = 0, 2, 3, 4  # rows of states; row 1 is the driver's blank
REDEALS = 3
ORDERS = 3
NOTHING = np.uint64(0)


def same(w: Any, a: int, b: int) -> bool:
    """Whether two states are the same bytes."""
    for k in range(w.shape[1]):
        if w[a, k] != w[b, k]:
            return False
    return True


def alone(mask: int) -> bool:
    """Whether a mask has at most one seat."""
    return mask & (mask - 1) == 0


def hidden(t: Any, s: Any, row: int, seat: int) -> None:
    """The game as a seat knows it, in a row."""
    s[row] = s[GAME]
    hide(t[0], s[row], seat)


def lawful(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Legal actions and who acts."""
    mask = actors(t[0], s[GAME])
    if mask < 0 or mask >> facts[SEATS] != 0:
        return 1
    for seat in range(facts[SEATS]):
        n = legal(t[0], s[GAME], seat, acts)
        at[SEAT], at[DETAIL] = seat, n
        if n < 0 or n > facts[MOST_LEGAL]:
            return 2
        if n > 0 and mask == 0:
            return 3
        if n == 0 and (mask >> seat) & 1:
            return 4
        for k in range(n):
            at[DETAIL] = acts[k]
            if acts[k] < 0 or acts[k] >= facts[ACTIONS]:
                return 5
            if k > 0 and acts[k] <= acts[k - 1]:
                return 6
    return 0


def sound(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """The game's own invariants."""
    at[DETAIL] = check(t[0], s[GAME])
    return 0 if at[DETAIL] == 0 else 1


def ends(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """No game is longer than declared."""
    return 1 if at[STEP] >= facts[LONGEST] and actors(t[0], s[GAME]) != 0 else 0


def ranked(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """A result with consistent ranks."""
    if actors(t[0], s[GAME]) != 0:
        return 0
    for seat in range(facts[SEATS]):
        more[seat] = 0
    at[DETAIL] = result(t[0], s[GAME], acts, more)
    if at[DETAIL] < 0 or at[DETAIL] >= facts[REASONS]:
        return 1
    for seat in range(facts[SEATS]):
        better = 0
        for other in range(facts[SEATS]):
            if more[other] < more[seat]:
                better += 1
        at[SEAT], at[DETAIL] = seat, more[seat]
        if more[seat] != 1 + better:
            return 2
    return 0


def playable(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """The four above, in one go."""
    if lawful(t, s, w, r, acts, more, floats, facts, at) != 0:
        return 1
    if sound(t, s, w, r, acts, more, floats, facts, at) != 0:
        return 2
    if ends(t, s, w, r, acts, more, floats, facts, at) != 0:
        return 3
    return 4 if ranked(t, s, w, r, acts, more, floats, facts, at) != 0 else 0


def reading(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Verbs that read leave the state as it is: the true one (−1), or one seat's hidden copy a step."""
    seat = at[STEP] % (facts[SEATS] + 1) - 1
    at[SEAT] = seat
    s[TRIAL] = s[GAME]
    if seat >= 0:
        hide(t[0], s[TRIAL], seat)
    s[KEPT] = s[TRIAL]
    mask = actors(t[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 1
    who = max(seat, 0)
    n = legal(t[0], s[TRIAL], who, acts)
    if not same(w, TRIAL, KEPT):
        return 2
    if n > 0:
        guide(t[0], s[TRIAL], who, acts, n, more)
        if not same(w, TRIAL, KEPT):
            return 3
        seen(t[0], s[TRIAL], 0, who, acts[0])
        if not same(w, TRIAL, KEPT):
            return 4
    value(t[0], s[TRIAL], who)
    if not same(w, TRIAL, KEPT):
        return 5
    settled(t[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 9
    observe(t[0], s[TRIAL], who, floats)
    if not same(w, TRIAL, KEPT):
        return 6
    check(t[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 7
    if mask == 0:
        result(t[0], s[TRIAL], acts, more)
    return 0 if same(w, TRIAL, KEPT) else 8


def keyless(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Hiding takes the key, hides all at once, and leaves a spectator the least."""
    hidden(t, s, OTHER, -1)
    for seat in range(-1, facts[SEATS]):
        at[SEAT] = seat
        hidden(t, s, TRIAL, seat)
        for k in range(3):
            if s[TRIAL].key[k] != NOTHING:
                return 1
        s[KEPT] = s[TRIAL]
        hide(t[0], s[TRIAL], seat)
        if not same(w, TRIAL, KEPT):
            return 2
        hide(t[0], s[TRIAL], -1)
        if not same(w, TRIAL, OTHER):
            return 3
    return 0


def redealt(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """A redeal is a state that may be the true one: hiding it again gives the same hidden copy."""
    mask = actors(t[0], s[GAME])
    for seat in range(-1, facts[SEATS]):
        at[SEAT] = seat
        hidden(t, s, KEPT, seat)
        for _ in range(REDEALS):
            s[TRIAL] = s[KEPT]
            redeal(t[0], s[TRIAL], seat, r)
            at[DETAIL] = check(t[0], s[TRIAL])
            if at[DETAIL] != 0:
                return 1
            if s[TRIAL].key[0] == NOTHING and s[TRIAL].key[1] == NOTHING:
                return 2
            if actors(t[0], s[TRIAL]) != mask:
                return 3
            hide(t[0], s[TRIAL], seat)
            if not same(w, TRIAL, KEPT):
                return 4
    return 0


def known(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """A seat knows what it may do: the hidden copy and a redeal offer what the true state offers."""
    for seat in range(facts[SEATS]):
        at[SEAT] = seat
        n = legal(t[0], s[GAME], seat, acts)
        hidden(t, s, TRIAL, seat)
        if not alike(t, s, TRIAL, seat, acts, n, more):
            return 1
        redeal(t[0], s[TRIAL], seat, r)
        if not alike(t, s, TRIAL, seat, acts, n, more):
            return 2
    return 0


def alike(t: Any, s: Any, row: int, seat: int, acts: Any, n: int, more: Any) -> bool:
    """Whether the seat's legal actions in a row are these."""
    if legal(t[0], s[row], seat, more) != n:
        return False
    for k in range(n):
        if acts[k] != more[k]:
            return False
    return True


def secretive(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Tally the redeals that differ from the truth by more than the key."""
    for seat in range(facts[SEATS]):
        hidden(t, s, TRIAL, seat)
        redeal(t[0], s[TRIAL], seat, r)
        for k in range(3):
            s[TRIAL].key[k] = s[GAME].key[k]
        if not same(w, TRIAL, GAME):
            at[TALLY] += 1
    return 0


def estimated(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Weights, values and features are in range; one seat a step."""
    seat = at[STEP] % facts[SEATS]
    at[SEAT] = seat
    hidden(t, s, TRIAL, seat)
    n = legal(t[0], s[TRIAL], seat, acts)
    for k in range(n):
        more[k] = 0
    if n > 0:
        guide(t[0], s[TRIAL], seat, acts, n, more)
    for k in range(n):
        at[DETAIL] = acts[k]
        if more[k] < 1:
            return 1
    at[DETAIL] = value(t[0], s[TRIAL], seat)
    if at[DETAIL] < 0 or at[DETAIL] > WHOLE:
        return 2
    for k in range(len(floats)):
        floats[k] = np.nan
    observe(t[0], s[TRIAL], seat, floats)
    for k in range(len(floats)):
        at[DETAIL] = k
        if not np.isfinite(floats[k]):
            return 3
    return 0


def discreet(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """What others see of an action tells no more than their hidden copies do."""
    mask = actors(t[0], s[GAME])
    for mover in range(facts[SEATS]):
        n = legal(t[0], s[GAME], mover, acts)
        if n == 0:
            continue
        a, b = acts[pick(r, n)], acts[pick(r, n)]
        pending = (mask >> mover) & 1 and not alone(mask)
        for seat in range(-1, facts[SEATS]):
            at[SEAT], at[DETAIL] = seat, a
            told = seen(t[0], s[GAME], seat, mover, a)
            if seat == mover:
                if told != a:
                    return 1
                continue
            if told != a and told != UNSEEN:
                return 2
            if a == b:
                continue
            s[TRIAL] = s[OTHER] = s[GAME]
            play(t[0], s[TRIAL], mover, a)
            play(t[0], s[OTHER], mover, b)
            truly = not same(w, TRIAL, OTHER)
            hide(t[0], s[TRIAL], seat)
            hide(t[0], s[OTHER], seat)
            secret = same(w, TRIAL, OTHER)
            if pending and not secret:
                return 3
            if (pending or truly) and secret and told != seen(t[0], s[GAME], seat, mover, b):
                return 4
    return 0


def orderless(t: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, facts: Any, at: Any) -> int:
    """Simultaneous choices: any order of arrival, any change of mind, one record."""
    mask = actors(t[0], s[GAME])
    if mask == 0 or alone(mask):
        return 0
    seats = facts[SEATS]
    last = -1
    for seat in range(seats):  # more[seat]: the choice; more[seats + seat]: another that is given up
        if (mask >> seat) & 1:
            n = legal(t[0], s[GAME], seat, acts)
            more[seat], more[seats + seat] = acts[pick(r, n)], acts[pick(r, n)]
            last = seat
    s[KEPT] = s[GAME]
    for seat in range(seats):
        if (mask >> seat) & 1:
            play(t[0], s[KEPT], seat, more[seat])
    for _ in range(ORDERS):
        turn, way = pick(r, seats), 1 + (seats - 2) * pick(r, 2)  # upwards or downwards from some seat
        s[TRIAL] = s[GAME]
        for k in range(seats):
            seat = (turn + way * k) % seats
            if (mask >> seat) & 1:
                at[SEAT] = seat
                if not offers(t, s, TRIAL, seat, acts, more[seat]):
                    return 1
                play(t[0], s[TRIAL], seat, more[seat])
        if not same(w, TRIAL, KEPT):
            return 2
    s[TRIAL] = s[GAME]
    for seat in range(seats):
        if (mask >> seat) & 1:
            at[SEAT] = seat
            if seat != last:
                play(t[0], s[TRIAL], seat, more[seats + seat])
                if not offers(t, s, TRIAL, seat, acts, more[seat]):
                    return 3
            play(t[0], s[TRIAL], seat, more[seat])
    return 0 if same(w, TRIAL, KEPT) else 4


def offers(t: Any, s: Any, row: int, seat: int, acts: Any, a: int) -> bool:
    """Whether an action is legal in a row."""
    for k in range(legal(t[0], s[row], seat, acts)):
        if acts[k] == a:
            return True
    return False
