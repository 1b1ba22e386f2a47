"""What happens to one game of a batch, as plain functions over the verbs: the same on a processor and on a card.

Every array has a row (`facts`: a column) per game, and `i` is the place of a game in the batch. The state itself
may lie elsewhere, so its place is given apart: `s[g]`, or `copy[h]` for a copy that will be hidden. `c` and `blank`
have one element: the constants, and a zeroed state. Nothing is allocated here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gamut.bots.playout import heaviest, weighted
from gamut.engine.bind import slot
from gamut.engine.chance import key_from, pick, seed
from gamut.engine.play import first_seat
from gamut.engine.verbs import act, actors, deal, go_on, guide, hide, legal, observe, play, redeal, result

U = np.uint64
RANDOM, WEIGHTED, GREEDY = (
    0,
    1,
    2,
)  # how a seat plays: any action, drawn by the guide's weights, what it weighs most
SEAT, MANY, AGE, LENGTH, REASON, WRONG = range(6)  # rows of `facts`
FACTS = 6
WAIT = -1  # instead of an action: leave this game as it is
ILLEGAL, STUCK = 1, 2  # what can be WRONG with a game: it was given an illegal action, its seat has no legal one


@slot
def copy_state(to: Any, t: int, s: Any, g: int) -> None:
    """Copy a state."""


def copy_record(to: Any, t: int, s: Any, g: int) -> None:
    """As the processor does it best."""
    to[t] = s[g]


@slot
def is_any_in_step(group: int, so: bool) -> bool:  # type: ignore[empty-body]  # as all slots
    """Whether something is so in one of the games that are played in step; all of them have to ask."""


def is_alone(group: int, so: bool) -> bool:
    """On a processor no game is in step with another."""
    return so


# ---------------------------------------------------------------------- one game


def deal_game(c: Any, s: Any, g: int, blank: Any, run: Any, number: int) -> None:
    """Deal a game of a run, by its number."""
    copy_state(s, g, blank, 0)
    key_from(s[g], run[0], U(number))
    deal(c[0], s[g])


def show_game(c: Any, copy: Any, h: int, i: int, observation: Any, mask: Any, acts: Any, facts: Any) -> None:
    """What the seat to act can know and may do, both read from a copy that is hidden first."""
    for k in range(facts[MANY, i]):
        mask[i, acts[i, k]] = False
    seat = first_seat(actors(c[0], copy[h]))
    hide(c[0], copy[h], seat)
    observe(c[0], copy[h], seat, observation[i])
    n = legal(c[0], copy[h], seat, acts[i])
    for k in range(n):
        mask[i, acts[i, k]] = True
    facts[SEAT, i] = seat
    facts[MANY, i] = n
    if n == 0:
        facts[WRONG, i] = STUCK


def share_game(c: Any, s: Any, g: int, scores: Any, ranks: Any, rewards: Any) -> int:
    """The result of a game that is over, and every seat's share of the victory; returns the reason's number."""
    reason = result(c[0], s[g], scores, ranks)
    winners = 0
    for seat in range(len(rewards)):
        winners += 1 if ranks[seat] == 1 else 0
    for seat in range(len(rewards)):
        rewards[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
    return reason


def begin_game(
    c: Any, s: Any, g: int, i: int, blank: Any, run: Any, number: Any, r: Any, facts: Any, rewards: Any, ended: Any
) -> None:
    """Deal the first game of a place, and start the generator of its policies."""
    number[i] = i
    seed(r[i], run[0], U(i))
    ended[i] = False
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0.0
    facts[AGE, i] = facts[LENGTH, i] = facts[REASON, i] = facts[WRONG, i] = 0
    deal_game(c, s, g, blank, run, i)


def act_game(
    c: Any, s: Any, g: int, i: int, blank: Any, run: Any, number: Any, actions: Any, mask: Any, facts: Any,
    rewards: Any, ended: Any, scores: Any, ranks: Any,
) -> bool:  # fmt: skip
    """Do an action, and deal the next game if it was the last one; false where nothing is done."""
    if ended[i]:
        ended[i] = False
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0.0
    if not is_legal(mask, i, actions[i]):
        facts[WRONG, i] = ILLEGAL
    if facts[WRONG, i] != 0 or actions[i] == WAIT:
        return False
    play(c[0], s[g], facts[SEAT, i], actions[i])
    facts[AGE, i] += 1
    if actors(c[0], s[g]) == 0:
        facts[REASON, i] = share_game(c, s, g, scores[i], ranks[i], rewards[i])
        facts[LENGTH, i] = facts[AGE, i]
        facts[AGE, i] = 0
        ended[i] = True
        number[i] += len(number)
        deal_game(c, s, g, blank, run, number[i])
    return True


def is_legal(mask: Any, i: int, action: int) -> bool:
    """Whether the seat to act may do that, or the game is to wait."""
    return action == WAIT or (0 <= action < mask.shape[1] and mask[i, action])


@slot
def decide(  # type: ignore[empty-body]
    c: Any, copy: Any, h: int, seat: int, how: int, r: Any, acts: Any, n: int, weights: Any, work: Any
) -> int:
    """The place of an action among `n` legal ones, in one of the simple ways to play; the copy is hidden first."""


def decide_randomly(
    c: Any, copy: Any, h: int, seat: int, how: int, r: Any, acts: Any, n: int, weights: Any, work: Any
) -> int:
    """Any action, whatever way is asked for: without the guide the code is small, which counts on a card."""
    return pick(r, n)


def decide_guided(
    c: Any, copy: Any, h: int, seat: int, how: int, r: Any, acts: Any, n: int, weights: Any, work: Any
) -> int:
    """The way that is asked for."""
    if how == RANDOM or n < 2:
        return pick(r, n)
    hide(c[0], copy[h], seat)
    guide(c[0], copy[h], seat, acts, n, weights, work)
    return heaviest(r, weights, n) if how == GREEDY else weighted(r, weights, n)


def choose_one(
    c: Any, copy: Any, h: int, i: int, r: Any, acts: Any, facts: Any, how: int, weights: Any, work: Any, chosen: Any
) -> None:
    """An action for the seat to act."""
    k = decide(c, copy, h, facts[SEAT, i], how, r[i], acts[i], facts[MANY, i], weights, work)
    chosen[i] = acts[i, k]


def play_on(
    c: Any, s: Any, g: int, copy: Any, h: int, i: int, group: int, blank: Any, run: Any, number: Any, r: Any,
    acts: Any, weights: Any, work: Any, facts: Any, hows: Any, steps: int, scores: Any, ranks: Any, rewards: Any,
    totals: Any,
) -> None:  # fmt: skip
    """Play some steps without showing them, each seat in its own way; add up games and shares of the victory.

    `r`, `acts`, `scores`, `ranks` and `rewards` are single rows here; `totals` has a row per game. What changes
    with every step is kept at hand, for on a card the way to the batch's own arrays is long. Dealing a game or a
    round takes as long as many steps, and all games in step would wait for it; so all do it at the same time.
    """
    age, left, awaited = facts[AGE, i], steps, actors(c[0], s[g])
    while is_any_in_step(group, left > 0 or awaited == 0):
        if left > 0 and awaited != 0:
            seat = first_seat(awaited)
            n = legal(c[0], s[g], seat, acts)
            if n == 0:
                facts[WRONG, i] = STUCK
                left = 0
            else:
                if hows[seat] != RANDOM:
                    copy_state(copy, h, s, g)
                k = decide(c, copy, h, seat, hows[seat], r, acts, n, weights, work)
                act(c[0], s[g], seat, acts[k])
                age, left, awaited = age + 1, left - 1, actors(c[0], s[g])
        played = is_any_in_step(group, left > 0 and awaited != 0)
        if awaited == 0 and not played:
            if not go_on(c[0], s[g]):
                add_result(c, s, g, scores, ranks, rewards, totals[i])
                number[i] += len(number)
                deal_game(c, s, g, blank, run, number[i])
                age = 0
            awaited = actors(c[0], s[g])
    facts[AGE, i] = age


def add_result(c: Any, s: Any, g: int, scores: Any, ranks: Any, rewards: Any, total: Any) -> None:
    """Add a game that is over to a row of totals."""
    share_game(c, s, g, scores, ranks, rewards)
    seats = len(rewards)
    for seat in range(seats):
        total[seat] += rewards[seat]
    total[seats] += 1


# ---------------------------------------------------------------------- games `first` … `last − 1`, on a processor


def begin_games(
    first: int, last: int, h: int, c: Any, s: Any, hidden: Any, blank: Any, run: Any, number: Any, r: Any,
    observation: Any, mask: Any, acts: Any, facts: Any, rewards: Any, ended: Any,
) -> None:  # fmt: skip
    """Deal and show them; room `h` is this thread's own, here and below."""
    for i in range(first, last):
        begin_game(c, s, i, i, blank, run, number, r, facts, rewards, ended)
        copy_state(hidden, h, s, i)
        show_game(c, hidden, h, i, observation, mask, acts, facts)


def find_illegal(first: int, last: int, mask: Any, actions: Any) -> int:
    """The first game that is given an illegal action; −1: none."""
    for i in range(first, last):
        if not is_legal(mask, i, actions[i]):
            return i
    return -1


def step_games(
    first: int, last: int, h: int, c: Any, s: Any, hidden: Any, blank: Any, run: Any, number: Any, actions: Any,
    observation: Any, mask: Any, acts: Any, facts: Any, rewards: Any, ended: Any, scores: Any, ranks: Any,
) -> None:  # fmt: skip
    """One step of each."""
    for i in range(first, last):
        if act_game(c, s, i, i, blank, run, number, actions, mask, facts, rewards, ended, scores, ranks):
            copy_state(hidden, h, s, i)
            show_game(c, hidden, h, i, observation, mask, acts, facts)


def show_games(
    first: int, last: int, h: int, c: Any, s: Any, hidden: Any, observation: Any, mask: Any, acts: Any, facts: Any
) -> None:
    """Show them as they are."""
    for i in range(first, last):
        copy_state(hidden, h, s, i)
        show_game(c, hidden, h, i, observation, mask, acts, facts)


def choose_actions(
    first: int, last: int, h: int, c: Any, s: Any, hidden: Any, r: Any, acts: Any, facts: Any, how: int,
    weights: Any, work: Any, chosen: Any,
) -> None:  # fmt: skip
    """An action for each, in one of the simple ways to play."""
    for i in range(first, last):
        if how != RANDOM:
            copy_state(hidden, h, s, i)
        choose_one(c, hidden, h, i, r, acts, facts, how, weights[h], work[h], chosen)


def play_games(
    first: int, last: int, h: int, c: Any, s: Any, hidden: Any, blank: Any, run: Any, number: Any, r: Any,
    acts: Any, weights: Any, work: Any, facts: Any, hows: Any, steps: int, scores: Any, ranks: Any, rewards: Any,
    totals: Any,
) -> None:  # fmt: skip
    """Some steps of each, not shown."""
    for i in range(first, last):
        play_on(
            c, s, i, hidden, h, i, 0, blank, run, number, r[i], acts[h],
            weights[h], work[h], facts, hows, steps, scores[h], ranks[h], rewards[h], totals,
        )  # fmt: skip


# ---------------------------------------------------------------------- states of any origin


def redeal_states(c: Any, s: Any, seat: Any, run: Any, number: int, r: Any) -> None:
    """Replace each state by one that its seat could not tell from it."""
    for i in range(len(s)):
        seed(r, run[0], U(number + i))
        hide(c[0], s[i], seat[i])
        redeal(c[0], s[i], seat[i], r)


def look_at(c: Any, s: Any, hidden: Any, seat: Any, observation: Any, mask: Any, acts: Any) -> None:
    """What a seat knows of each state and may do there; a mask that is zero before."""
    for i in range(len(s)):
        hidden[0] = s[i]
        hide(c[0], hidden[0], seat[i])
        observe(c[0], hidden[0], seat[i], observation[i])
        for k in range(legal(c[0], hidden[0], seat[i], acts)):
            mask[i, acts[k]] = True
