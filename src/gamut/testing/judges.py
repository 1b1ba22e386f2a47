"""Judges: each looks at one position and returns the number of its complaint, or 0.

They share their arguments: constants `c`, states `s` (row 0 is the game, the others are free), the same states as
whole numbers `w`, a generator `r`, two rows of integers `acts` and `more`, a row of floats, room for `guide` and
`value`, the `facts` of the game, and where we are (`at`), which is also where a judge leaves what it found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.engine.chance import pick
from gamut.engine.play import first_seat
from gamut.engine.verbs import (
    UNSEEN,
    WHOLE,
    act,
    actors,
    check,
    go_on,
    guide,
    hide,
    legal,
    observe,
    play,
    redeal,
    result,
    secret,
    seen,
    settled,
    value,
)

NUMBER, STEP, SEAT, DETAIL, MORE, TALLY = range(6)  # of `at`
SEATS, ACTIONS, MOST_LEGAL, LONGEST, REASONS, CAN_BE_LOST = range(6)  # of `facts`
GAME, KEPT, TRIAL, OTHER, HIDDEN, USED = 0, 2, 3, 4, 5, 6  # rows of states; row 1 is the driver's blank
(
    LAWFUL, SOUND, ENDS, RANKED, PLAYABLE, READING, KEYLESS, REDEALT, PLAYED_ON, KNOWN, SECRETIVE, ESTIMATED,
    DISCREET, ORDERLESS, PARTED,
) = range(15)  # fmt: skip
VIEWERS = 2  # whose knowledge is redealt at a position
SELDOM = 4  # one in so many positions is looked at, where looking takes long
A_WHILE, TO_THE_END = 6, 16  # so many steps; one in so many goes on to the end
ORDERS = 3  # of arrival that are tried
NOTHING = np.uint64(0)
UNWRITTEN = -(2**31)  # a score that `result` has not written


def judge(
    which: int, c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any
) -> int:
    """The complaint of one of the judges."""
    if which == LAWFUL:
        return lawful(c, s, acts, facts, at)
    if which == SOUND:
        return sound(c, s, at)
    if which == ENDS:
        return ends(c, s, facts, at)
    if which == RANKED:
        return ranked(c, s, acts, more, work, facts, at)
    if which == PLAYABLE:
        return playable(c, s, acts, more, work, facts, at)
    if which == READING:
        return reading(c, s, w, r, acts, more, floats, work, facts, at)
    if which == KEYLESS:
        return keyless(c, s, w, facts, at)
    if which == REDEALT:
        return redealt(c, s, w, r, facts, at)
    if which == PLAYED_ON:
        return played_on(c, s, r, acts, facts, at)
    if which == KNOWN:
        return known(c, s, r, acts, more, facts, at)
    if which == SECRETIVE:
        return secretive(c, s, w, r, facts, at)
    if which == ESTIMATED:
        return estimated(c, s, r, acts, more, floats, work, facts, at)
    if which == DISCREET:
        return discreet(c, s, w, r, acts, facts, at)
    if which == ORDERLESS:
        return orderless(c, s, w, r, acts, more, facts, at)
    return parted(c, s, w, r, acts, at)


# ---------------------------------------------------------------------- helpers


def same(w: Any, a: int, b: int) -> bool:
    """Whether two states are the same bytes."""
    for k in range(w.shape[1]):
        if w[a, k] != w[b, k]:
            return False
    return True


def alone(mask: int) -> bool:
    """Whether a mask has at most one seat."""
    return mask & (mask - 1) == 0


def hidden(c: Any, s: Any, row: int, seat: int) -> None:
    """The game as a seat knows it, in a row."""
    s[row] = s[GAME]
    hide(c[0], s[row], seat)


def viewer(k: int, facts: Any, at: Any) -> int:
    """One of the seats and the spectator, another one at each step."""
    return (at[NUMBER] + at[STEP] + k) % (facts[SEATS] + 1) - 1  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- playing


def lawful(c: Any, s: Any, acts: Any, facts: Any, at: Any) -> int:
    """Legal actions and who acts."""
    mask = actors(c[0], s[GAME])
    if mask < 0 or mask >> facts[SEATS] != 0:
        return 1
    for seat in range(facts[SEATS]):
        n = legal(c[0], s[GAME], seat, acts)
        at[SEAT], at[DETAIL] = seat, n
        if n < 0 or n > facts[MOST_LEGAL]:
            return 2
        if n > 0 and not (mask >> seat) & 1:
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


def sound(c: Any, s: Any, at: Any) -> int:
    """The game's own invariants."""
    at[DETAIL] = check(c[0], s[GAME])
    return 0 if at[DETAIL] == 0 else 1


def ends(c: Any, s: Any, facts: Any, at: Any) -> int:
    """No game is longer than declared."""
    return 1 if at[STEP] >= facts[LONGEST] and actors(c[0], s[GAME]) != 0 else 0


def ranked(c: Any, s: Any, acts: Any, more: Any, work: Any, facts: Any, at: Any) -> int:
    """A result with consistent ranks, and a value that is the same share of the victory."""
    if actors(c[0], s[GAME]) != 0:
        return 0
    for seat in range(facts[SEATS]):
        acts[seat], more[seat] = UNWRITTEN, 0
    at[DETAIL] = result(c[0], s[GAME], acts, more)
    if at[DETAIL] < 0 or at[DETAIL] >= facts[REASONS]:
        return 1
    winners, first = 0, 1
    for seat in range(facts[SEATS]):
        winners += 1 if more[seat] == 1 else 0
    if winners == 0 and facts[CAN_BE_LOST]:
        first = 2
    for seat in range(facts[SEATS]):
        better = 0
        for other in range(facts[SEATS]):
            if more[other] < more[seat]:
                better += 1
        at[SEAT], at[DETAIL] = seat, more[seat]
        if more[seat] != first + better:
            return 2
        if acts[seat] == UNWRITTEN:
            return 4
    value(c[0], s[GAME], acts, work)
    for seat in range(facts[SEATS]):
        share = WHOLE // winners if more[seat] == 1 else 0
        at[SEAT], at[DETAIL], at[MORE] = seat, acts[seat], share
        if abs(acts[seat] - share) > 1:
            return 3
    return 0


def playable(c: Any, s: Any, acts: Any, more: Any, work: Any, facts: Any, at: Any) -> int:
    """The four above, in one go."""
    if lawful(c, s, acts, facts, at) != 0:
        return 1
    if sound(c, s, at) != 0:
        return 2
    if ends(c, s, facts, at) != 0:
        return 3
    return 4 if ranked(c, s, acts, more, work, facts, at) != 0 else 0


def reading(
    c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any
) -> int:
    """Verbs that read leave the state as it is: the true one (−1), or one seat's hidden copy a step."""
    if pick(r, SELDOM) != 0:
        return 0
    seat = viewer(0, facts, at)
    at[SEAT] = seat
    s[TRIAL] = s[GAME]
    if seat >= 0:
        hide(c[0], s[TRIAL], seat)
    s[KEPT] = s[TRIAL]
    who = max(seat, 0)
    mask = actors(c[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 1
    n = legal(c[0], s[TRIAL], who, acts)
    if not same(w, TRIAL, KEPT):
        return 2
    if n > 0:
        guide(c[0], s[TRIAL], who, acts, n, more, work)
        if not same(w, TRIAL, KEPT):
            return 3
        seen(c[0], s[TRIAL], 0, who, acts[0])
        if not same(w, TRIAL, KEPT):
            return 4
    value(c[0], s[TRIAL], more, work)
    if not same(w, TRIAL, KEPT):
        return 5
    observe(c[0], s[TRIAL], who, floats)
    if not same(w, TRIAL, KEPT):
        return 6
    check(c[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 7
    if mask == 0:
        result(c[0], s[TRIAL], acts, more)
    if not same(w, TRIAL, KEPT):
        return 8
    settled(c[0], s[TRIAL])
    if not same(w, TRIAL, KEPT):
        return 9
    secret(c[0], s[TRIAL])
    return 0 if same(w, TRIAL, KEPT) else 10


def parted(c: Any, s: Any, w: Any, r: Any, acts: Any, at: Any) -> int:
    """`act` and `go_on` together are `play`."""
    mask = actors(c[0], s[GAME])
    if mask <= 0:
        return 0
    seat = first_seat(mask)
    n = legal(c[0], s[GAME], seat, acts)
    if n == 0:
        return 0
    a = acts[pick(r, n)]
    at[SEAT], at[DETAIL] = seat, a
    s[TRIAL] = s[GAME]
    s[OTHER] = s[GAME]
    play(c[0], s[TRIAL], seat, a)
    act(c[0], s[OTHER], seat, a)
    if actors(c[0], s[OTHER]) != 0:  # here nobody asks `go_on`
        if not same(w, TRIAL, OTHER):
            return 2
        return 1 if go_on(c[0], s[OTHER]) else 0
    went = go_on(c[0], s[OTHER])
    if not same(w, TRIAL, OTHER):
        return 2
    if not went and actors(c[0], s[OTHER]) != 0:
        return 3
    return 4 if go_on(c[0], s[OTHER]) else 0


def estimated(c: Any, s: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any) -> int:
    """Weights, values and features are in range; one seat a step."""
    if pick(r, SELDOM) != 0:
        return 0
    seat = at[STEP] % facts[SEATS]
    at[SEAT] = seat
    hidden(c, s, TRIAL, seat)
    n = legal(c[0], s[TRIAL], seat, acts)
    for k in range(n):
        more[k] = 0
    if n > 0:
        guide(c[0], s[TRIAL], seat, acts, n, more, work)
    for k in range(n):
        at[DETAIL] = acts[k]
        if more[k] < 1:
            return 1
    value(c[0], s[TRIAL], more, work)
    whole = 0
    for other in range(facts[SEATS]):
        at[SEAT], at[DETAIL] = other, more[other]
        whole += more[other]
        if more[other] < 0 or more[other] > WHOLE:
            return 2
    at[SEAT], at[DETAIL] = seat, whole
    if whole > WHOLE:
        return 4
    for k in range(len(floats)):
        floats[k] = np.nan
    observe(c[0], s[TRIAL], seat, floats)
    for k in range(len(floats)):
        at[DETAIL] = k
        if not np.isfinite(floats[k]):
            return 3
    return 0


# ---------------------------------------------------------------------- who knows what


def keyless(c: Any, s: Any, w: Any, facts: Any, at: Any) -> int:
    """Hiding takes the key, hides all at once, and leaves a spectator the least."""
    hidden(c, s, OTHER, -1)
    for seat in range(-1, facts[SEATS]):
        at[SEAT] = seat
        hidden(c, s, TRIAL, seat)
        for k in range(3):
            if s[TRIAL].key[k] != NOTHING:
                return 1
        s[KEPT] = s[TRIAL]
        hide(c[0], s[TRIAL], seat)
        if not same(w, TRIAL, KEPT):
            return 2
        hide(c[0], s[TRIAL], -1)
        if not same(w, TRIAL, OTHER):
            return 3
    return 0


def redealt(c: Any, s: Any, w: Any, r: Any, facts: Any, at: Any) -> int:
    """A redeal is a state that may be the true one: hiding it again gives the same hidden copy."""
    mask = actors(c[0], s[GAME])
    for k in range(VIEWERS):
        seat = viewer(k, facts, at)
        at[SEAT] = seat
        hidden(c, s, KEPT, seat)
        s[TRIAL] = s[KEPT]
        redeal(c[0], s[TRIAL], seat, r)
        at[DETAIL] = check(c[0], s[TRIAL])
        if at[DETAIL] != 0:
            return 1
        if s[TRIAL].key[0] == NOTHING and s[TRIAL].key[1] == NOTHING:
            return 2
        if actors(c[0], s[TRIAL]) != mask:
            return 3
        s[OTHER] = s[KEPT]
        redeal(c[0], s[OTHER], seat, r)
        if s[TRIAL].key[0] == s[OTHER].key[0] and s[TRIAL].key[1] == s[OTHER].key[1]:
            return 5
        hide(c[0], s[TRIAL], seat)
        if not same(w, TRIAL, KEPT):
            return 4
    return 0


def played_on(c: Any, s: Any, r: Any, acts: Any, facts: Any, at: Any) -> int:
    """From a redeal the game goes on like any other, now and then to its end."""
    if pick(r, 2 * SELDOM) != 0:
        return 0
    seat = viewer(0, facts, at)
    at[SEAT], at[MORE] = seat, 0
    hidden(c, s, TRIAL, seat)
    redeal(c[0], s[TRIAL], seat, r)
    left = facts[LONGEST] - at[STEP]
    steps = left if pick(r, TO_THE_END) == 0 else min(left, A_WHILE)
    mask = actors(c[0], s[TRIAL])
    while mask != 0 and at[MORE] < steps:
        mover = first_seat(mask)
        n = legal(c[0], s[TRIAL], mover, acts)
        at[DETAIL] = mover + 1
        if n <= 0:
            return 1
        play(c[0], s[TRIAL], mover, acts[pick(r, n)])
        at[MORE] += 1
        at[DETAIL] = check(c[0], s[TRIAL])
        if at[DETAIL] != 0:
            return 2
        mask = actors(c[0], s[TRIAL])
    return 3 if mask != 0 and steps == left else 0


def known(c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any) -> int:
    """A seat knows what it may do: the hidden copy and a redeal offer what the true state offers."""
    for seat in range(facts[SEATS]):
        at[SEAT] = seat
        n = legal(c[0], s[GAME], seat, acts)
        hidden(c, s, TRIAL, seat)
        if not alike(c, s, TRIAL, seat, acts, n, more):
            return 1
        redeal(c[0], s[TRIAL], seat, r)
        if not alike(c, s, TRIAL, seat, acts, n, more):
            return 2
    return 0


def alike(c: Any, s: Any, row: int, seat: int, acts: Any, n: int, more: Any) -> bool:
    """Whether the seat's legal actions in a row are these."""
    if legal(c[0], s[row], seat, more) != n:
        return False
    for k in range(n):
        if acts[k] != more[k]:
            return False
    return True


def secretive(c: Any, s: Any, w: Any, r: Any, facts: Any, at: Any) -> int:
    """Tally the redeals that differ from the truth by more than the key; mark what is used, and what is hidden."""
    seat = at[STEP] % facts[SEATS]
    hidden(c, s, TRIAL, seat)
    redeal(c[0], s[TRIAL], seat, r)
    for k in range(3):
        s[TRIAL].key[k] = s[GAME].key[k]
    if not same(w, TRIAL, GAME):
        at[TALLY] += 1
    for k in range(w.shape[1]):
        w[USED, k] |= w[GAME, k]
    for seat in range(-1, facts[SEATS]):
        hidden(c, s, TRIAL, seat)
        for k in range(w.shape[1]):
            w[HIDDEN, k] |= w[TRIAL, k] ^ w[GAME, k]
    return 0


def discreet(c: Any, s: Any, w: Any, r: Any, acts: Any, facts: Any, at: Any) -> int:
    """What others see of an action tells no more than their hidden copies do.

    The seat that moves could do `a` or `b`: two true states, which those who cannot see the difference must know
    alike. In a secret phase these are all others.
    """
    mask, phase = actors(c[0], s[GAME]), secret(c[0], s[GAME])
    for mover in range(facts[SEATS]):
        n = legal(c[0], s[GAME], mover, acts)
        if n == 0:
            continue
        a, b = acts[pick(r, n)], acts[pick(r, n)]
        s[KEPT] = s[GAME]
        play(c[0], s[KEPT], mover, a)
        pending = phase != 0 and secret(c[0], s[KEPT]) == phase
        going_on = pending and (actors(c[0], s[KEPT]) >> mover) & 1
        for seat in range(-1, facts[SEATS]):
            at[SEAT], at[DETAIL] = seat, a
            told = seen(c[0], s[GAME], seat, mover, a)
            if seat == mover:
                if told != a:
                    return 1
                continue
            if told != a and told != UNSEEN:
                return 2
            s[TRIAL] = s[KEPT]
            hide(c[0], s[TRIAL], seat)
            if going_on:
                hidden(c, s, OTHER, seat)
                if not same(w, TRIAL, OTHER):
                    return 5
            s[OTHER] = s[GAME]
            play(c[0], s[OTHER], mover, b)
            other_phase = secret(c[0], s[OTHER]) != phase or actors(c[0], s[OTHER]) != actors(c[0], s[KEPT])
            if a == b or (pending and other_phase):
                continue
            truly = not same(w, KEPT, OTHER)
            hide(c[0], s[OTHER], seat)
            kept_secret = same(w, TRIAL, OTHER)
            if pending and not kept_secret:
                return 3
            if (pending or truly) and kept_secret and told != seen(c[0], s[GAME], seat, mover, b):
                return 4
    if phase == 0 and not alone(mask):
        return 6
    return 0


def orderless(c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any) -> int:
    """A secret phase: any order of the seats' steps leads to one record."""
    phase = secret(c[0], s[GAME])
    if phase == 0:
        return 0
    length = len(more) // facts[SEATS]
    if not all_are_in(c, s, r, acts, more, facts, at, phase, length):
        return 1
    for _ in range(ORDERS):
        if not shuffled(c, s, r, acts, more, facts, at, length):
            return 2
        if not same(w, TRIAL, KEPT):
            return 3
    return 4 if secret(c[0], s[KEPT]) == phase else 0


def all_are_in(c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any, phase: int, length: int) -> bool:
    """Finish the phase seat by seat; `more[seat · length …]`: how many steps a seat makes, and which."""
    s[KEPT] = s[GAME]
    for seat in range(facts[SEATS]):
        more[seat * length] = 0
        while (actors(c[0], s[KEPT]) >> seat) & 1 and secret(c[0], s[KEPT]) == phase:
            at[SEAT] = seat
            n = legal(c[0], s[KEPT], seat, acts)
            many = more[seat * length] + 1
            if n == 0 or many >= length - 1:
                return False
            more[seat * length] = many
            more[seat * length + many] = acts[pick(r, n)]
            play(c[0], s[KEPT], seat, more[seat * length + many])
    return True


def shuffled(c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any, length: int) -> bool:
    """Make the same steps in another order of the seats; false when one is not legal there."""
    s[TRIAL] = s[GAME]
    left = 0
    for seat in range(facts[SEATS]):
        more[seat * length + length - 1] = 0  # how many of its steps were made
        left += more[seat * length]
    while left > 0:
        seat = pick(r, facts[SEATS])
        made = more[seat * length + length - 1]
        if made == more[seat * length]:
            continue
        at[SEAT], at[DETAIL] = seat, more[seat * length + made + 1]
        if not offers(c, s, TRIAL, seat, acts, at[DETAIL]):
            return False
        play(c[0], s[TRIAL], seat, at[DETAIL])
        more[seat * length + length - 1] = made + 1
        left -= 1
    return True


def offers(c: Any, s: Any, row: int, seat: int, acts: Any, a: int) -> bool:
    """Whether an action is legal in a row."""
    for k in range(legal(c[0], s[row], seat, acts)):
        if acts[k] == a:
            return True
    return False
