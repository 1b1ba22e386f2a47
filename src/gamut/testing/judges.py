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
    VERBS,
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
    LEGALITY, INVARIANTS, LENGTH, RESULTS, PLAY, READING, HIDING, REDEALS, PLAYING_ON, KNOWLEDGE, SECRETS,
    ESTIMATES, SEEN_ACTIONS, ARRIVALS, PARTS,
) = range(15)  # fmt: skip
WRITERS = ("deal", "play", "act", "go_on", "hide", "redeal")
READERS = tuple(name for name in VERBS if name not in WRITERS)
MANY_READERS = len(READERS)
(  # their numbers: a new verb that reads has to have one
    ACTORS, LEGAL, RESULT, SECRET, CHECK, SEEN, OBSERVE, GUIDE, VALUE, SETTLED,
) = range(MANY_READERS)  # fmt: skip
VIEWERS = 2  # whose knowledge is redealt at a position
SELDOM = 4  # one in so many positions is looked at, where looking takes long
A_WHILE, TO_THE_END = 6, 16  # so many steps; one in so many goes on to the end
ORDERS = 3  # of arrival that are tried
NOTHING = np.uint64(0)
UNWRITTEN = -(2**31)  # an action that `legal`, or a score that `result`, has not written


def judge(
    which: int, c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any
) -> int:
    """The complaint of one of the judges."""
    if which == LEGALITY:
        return judge_legality(c, s, acts, facts, at)
    if which == INVARIANTS:
        return judge_invariants(c, s, at)
    if which == LENGTH:
        return judge_length(c, s, facts, at)
    if which == RESULTS:
        return judge_results(c, s, acts, more, work, facts, at)
    if which == PLAY:
        return judge_play(c, s, acts, more, work, facts, at)
    if which == READING:
        return judge_reading(c, s, w, r, acts, more, floats, work, facts, at)
    if which == HIDING:
        return judge_hiding(c, s, w, facts, at)
    if which == REDEALS:
        return judge_redeals(c, s, w, r, facts, at)
    if which == PLAYING_ON:
        return judge_playing_on(c, s, r, acts, facts, at)
    if which == KNOWLEDGE:
        return judge_knowledge(c, s, r, acts, more, facts, at)
    if which == SECRETS:
        return count_secrets(c, s, w, r, facts, at)
    if which == ESTIMATES:
        return judge_estimates(c, s, r, acts, more, floats, work, facts, at)
    if which == SEEN_ACTIONS:
        return judge_seen(c, s, w, r, acts, facts, at)
    if which == ARRIVALS:
        return judge_arrivals(c, s, w, r, acts, more, facts, at)
    return judge_parts(c, s, w, r, acts, at)


# ---------------------------------------------------------------------- helpers


def are_same(w: Any, a: int, b: int) -> bool:
    """Whether two states are the same bytes."""
    for k in range(w.shape[1]):
        if w[a, k] != w[b, k]:
            return False
    return True


def has_several(mask: int) -> bool:
    """Whether a mask has more than one seat."""
    return mask & (mask - 1) != 0


def hide_copy(c: Any, s: Any, row: int, seat: int) -> None:
    """The game as a seat knows it, in a row."""
    s[row] = s[GAME]
    hide(c[0], s[row], seat)


def choose_viewer(k: int, facts: Any, at: Any) -> int:
    """One of the seats and the spectator, another one at each step."""
    return (at[NUMBER] + at[STEP] + k) % (facts[SEATS] + 1) - 1  # type: ignore[no-any-return]


# ---------------------------------------------------------------------- playing


def judge_legality(c: Any, s: Any, acts: Any, facts: Any, at: Any) -> int:
    """Legal actions and who acts."""
    mask = actors(c[0], s[GAME])
    if mask < 0 or mask >> facts[SEATS] != 0:
        return 1
    for seat in range(facts[SEATS]):
        for k in range(facts[MOST_LEGAL]):
            acts[k] = UNWRITTEN
        n = legal(c[0], s[GAME], seat, acts)
        at[SEAT], at[DETAIL] = seat, n
        if n < 0 or n > facts[MOST_LEGAL]:
            return 2
        if n > 0 and not (mask >> seat) & 1:
            return 3
        if n == 0 and (mask >> seat) & 1:
            return 4
        for k in range(n):
            at[DETAIL], at[MORE] = k, n
            if acts[k] == UNWRITTEN:
                return 7
            at[DETAIL], at[MORE] = acts[k], acts[max(k - 1, 0)]
            if acts[k] < 0 or acts[k] >= facts[ACTIONS]:
                return 5
            if k > 0 and acts[k] <= acts[k - 1]:
                return 6
    return 0


def judge_invariants(c: Any, s: Any, at: Any) -> int:
    """The game's own invariants."""
    at[DETAIL] = check(c[0], s[GAME])
    return 0 if at[DETAIL] == 0 else 1


def judge_length(c: Any, s: Any, facts: Any, at: Any) -> int:
    """No game is longer than declared."""
    return 1 if at[STEP] >= facts[LONGEST] and actors(c[0], s[GAME]) != 0 else 0


def judge_results(c: Any, s: Any, acts: Any, more: Any, work: Any, facts: Any, at: Any) -> int:
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


def judge_play(c: Any, s: Any, acts: Any, more: Any, work: Any, facts: Any, at: Any) -> int:
    """The four above, in one go."""
    if judge_legality(c, s, acts, facts, at) != 0:
        return 1
    if judge_invariants(c, s, at) != 0:
        return 2
    if judge_length(c, s, facts, at) != 0:
        return 3
    return 4 if judge_results(c, s, acts, more, work, facts, at) != 0 else 0


def judge_reading(
    c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any
) -> int:
    """Verbs that read leave the state as it is: the true one (−1), or one seat's hidden copy per step."""
    if pick(r, SELDOM) != 0:
        return 0
    seat = choose_viewer(0, facts, at)
    at[SEAT] = seat
    s[KEPT] = s[GAME]
    if seat >= 0:
        hide(c[0], s[KEPT], seat)
    for reader in range(MANY_READERS):
        s[OTHER] = s[KEPT]
        s[TRIAL] = s[KEPT]
        n = legal(c[0], s[OTHER], max(seat, 0), acts)
        over = actors(c[0], s[OTHER]) == 0
        ask_reader(reader, c, s, max(seat, 0), acts, n, over, more, floats, work)
        if not are_same(w, TRIAL, KEPT):
            return reader + 1
    return 0


def ask_reader(
    reader: int, c: Any, s: Any, seat: int, acts: Any, n: int, over: bool, more: Any, floats: Any, work: Any
) -> None:
    """Ask a verb that reads about the trial; the seat has `n` legal actions there."""
    if reader == ACTORS:
        actors(c[0], s[TRIAL])
    elif reader == LEGAL:
        legal(c[0], s[TRIAL], seat, acts)
    elif reader == RESULT and over:
        result(c[0], s[TRIAL], acts, more)
    elif reader == SECRET:
        secret(c[0], s[TRIAL])
    elif reader == CHECK:
        check(c[0], s[TRIAL])
    elif reader == SEEN and n > 0:
        seen(c[0], s[TRIAL], 0, seat, acts[0])
    elif reader == OBSERVE:
        observe(c[0], s[TRIAL], seat, floats)
    elif reader == GUIDE and n > 0:
        guide(c[0], s[TRIAL], seat, acts, n, more, work)
    elif reader == VALUE:
        value(c[0], s[TRIAL], more, work)
    elif reader == SETTLED:
        settled(c[0], s[TRIAL])


def judge_parts(c: Any, s: Any, w: Any, r: Any, acts: Any, at: Any) -> int:
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
        if not are_same(w, TRIAL, OTHER):
            return 2
        return 1 if go_on(c[0], s[OTHER]) else 0
    went = go_on(c[0], s[OTHER])
    if not are_same(w, TRIAL, OTHER):
        return 2
    if not went and actors(c[0], s[OTHER]) != 0:
        return 3
    return 4 if go_on(c[0], s[OTHER]) else 0


def judge_estimates(
    c: Any, s: Any, r: Any, acts: Any, more: Any, floats: Any, work: Any, facts: Any, at: Any
) -> int:
    """Weights, values and features are in range; one seat per step."""
    if pick(r, SELDOM) != 0:
        return 0
    seat = at[STEP] % facts[SEATS]
    at[SEAT] = seat
    hide_copy(c, s, TRIAL, seat)
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


def judge_hiding(c: Any, s: Any, w: Any, facts: Any, at: Any) -> int:
    """Hiding takes the key, hides all at once, and leaves a spectator the least."""
    hide_copy(c, s, OTHER, -1)
    for seat in range(-1, facts[SEATS]):
        at[SEAT] = seat
        hide_copy(c, s, TRIAL, seat)
        for k in range(3):
            if s[TRIAL].key[k] != NOTHING:
                return 1
        s[KEPT] = s[TRIAL]
        hide(c[0], s[TRIAL], seat)
        if not are_same(w, TRIAL, KEPT):
            return 2
        hide(c[0], s[TRIAL], -1)
        if not are_same(w, TRIAL, OTHER):
            return 3
    return 0


def judge_redeals(c: Any, s: Any, w: Any, r: Any, facts: Any, at: Any) -> int:
    """A redeal is a state that may be the true one: hiding it again gives the same hidden copy."""
    mask = actors(c[0], s[GAME])
    for k in range(VIEWERS):
        seat = choose_viewer(k, facts, at)
        at[SEAT] = seat
        hide_copy(c, s, KEPT, seat)
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
        if not are_same(w, TRIAL, KEPT):
            return 4
    return 0


def judge_playing_on(c: Any, s: Any, r: Any, acts: Any, facts: Any, at: Any) -> int:
    """From a redeal the game goes on like any other, now and then to its end."""
    if pick(r, 2 * SELDOM) != 0:
        return 0
    seat = choose_viewer(0, facts, at)
    at[SEAT], at[MORE] = seat, 0
    hide_copy(c, s, TRIAL, seat)
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


def judge_knowledge(c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any) -> int:
    """A seat knows what it may do: the hidden copy and a redeal offer what the true state offers."""
    for seat in range(facts[SEATS]):
        at[SEAT] = seat
        n = legal(c[0], s[GAME], seat, acts)
        hide_copy(c, s, TRIAL, seat)
        if not offers_same(c, s, TRIAL, seat, acts, n, more):
            return 1
        redeal(c[0], s[TRIAL], seat, r)
        if not offers_same(c, s, TRIAL, seat, acts, n, more):
            return 2
    return 0


def offers_same(c: Any, s: Any, row: int, seat: int, acts: Any, n: int, more: Any) -> bool:
    """Whether the seat's legal actions in a row are these."""
    if legal(c[0], s[row], seat, more) != n:
        return False
    for k in range(n):
        if acts[k] != more[k]:
            return False
    return True


def count_secrets(c: Any, s: Any, w: Any, r: Any, facts: Any, at: Any) -> int:
    """Tally the redeals that differ from the truth by more than the key; mark what is used, and what is hidden."""
    seat = at[STEP] % facts[SEATS]
    hide_copy(c, s, TRIAL, seat)
    redeal(c[0], s[TRIAL], seat, r)
    for k in range(3):
        s[TRIAL].key[k] = s[GAME].key[k]
    if not are_same(w, TRIAL, GAME):
        at[TALLY] += 1
    for k in range(w.shape[1]):
        w[USED, k] |= w[GAME, k]
    for seat in range(-1, facts[SEATS]):
        hide_copy(c, s, TRIAL, seat)
        for k in range(w.shape[1]):
            w[HIDDEN, k] |= w[TRIAL, k] ^ w[GAME, k]
    return 0


def judge_seen(c: Any, s: Any, w: Any, r: Any, acts: Any, facts: Any, at: Any) -> int:
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
                hide_copy(c, s, OTHER, seat)
                if not are_same(w, TRIAL, OTHER):
                    return 5
            s[OTHER] = s[GAME]
            play(c[0], s[OTHER], mover, b)
            other_phase = secret(c[0], s[OTHER]) != phase or actors(c[0], s[OTHER]) != actors(c[0], s[KEPT])
            if a == b or (pending and other_phase):
                continue
            truly = not are_same(w, KEPT, OTHER)
            hide(c[0], s[OTHER], seat)
            kept_secret = are_same(w, TRIAL, OTHER)
            if pending and not kept_secret:
                return 3
            if (pending or truly) and kept_secret and told != seen(c[0], s[GAME], seat, mover, b):
                return 4
    if phase == 0 and has_several(mask):
        return 6
    return 0


def judge_arrivals(c: Any, s: Any, w: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any) -> int:
    """A secret phase: any order of the seats' steps leads to one record."""
    phase = secret(c[0], s[GAME])
    if phase == 0:
        return 0
    length = len(more) // facts[SEATS]
    if not finish_phase(c, s, r, acts, more, facts, at, phase, length):
        return 1
    for _ in range(ORDERS):
        if not shuffle_phase(c, s, r, acts, more, facts, at, length):
            return 2
        if not are_same(w, TRIAL, KEPT):
            return 3
    return 4 if secret(c[0], s[KEPT]) == phase else 0


def finish_phase(
    c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any, phase: int, length: int
) -> bool:
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


def shuffle_phase(c: Any, s: Any, r: Any, acts: Any, more: Any, facts: Any, at: Any, length: int) -> bool:
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
        if not offers_action(c, s, TRIAL, seat, acts, at[DETAIL]):
            return False
        play(c[0], s[TRIAL], seat, at[DETAIL])
        more[seat * length + length - 1] = made + 1
        left -= 1
    return True


def offers_action(c: Any, s: Any, row: int, seat: int, acts: Any, a: int) -> bool:
    """Whether an action is legal in a row."""
    for k in range(legal(c[0], s[row], seat, acts)):
        if acts[k] == a:
            return True
    return False
