"""What happens to one game of a batch, as plain functions over the verbs, for CPU and GPU alike.

`i` is the index of the game in the batch. Its state is `s[g]`, since a GPU thread keeps it elsewhere. Copies to be
hidden are arrays with one element, as are the constants `c`. Nothing is allocated here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from gamut.bots.playouts import draw_weighted, pick_heaviest
from gamut.engine import verbs
from gamut.engine.bind import slot
from gamut.engine.chance import random_below, seed_rng, set_game_key
from gamut.engine.random_play import first_seat
from gamut.engine.ranking import count_winners

U = np.uint64
RANDOM, WEIGHTED, GREEDY = range(3)  # policies: uniform, drawn by the guide's weights, the guide's heaviest
SEAT, N_LEGAL, STEPS, LENGTH, REASON, ERROR, INFO_ROWS = range(7)  # rows of `info`
SKIP = -1  # instead of an action: leave this game as it is
ILLEGAL, STUCK = 1, 2  # values of ERROR: it got an illegal action; its actor has no legal action


class GameArrays(NamedTuple):
    """The arrays of a batch. From `number` on, all have a row per game; `info` has a column per game."""

    blank: Any  # one zeroed state
    seed: Any  # of the run: one word
    number: Any  # int64: of the current game
    rng: Any  # uint64 [games, 1]: of the policies
    observation: Any
    mask: Any
    legal: Any  # int32 [games, max_legal]: the first N_LEGAL are the legal actions
    info: Any  # int32 [INFO_ROWS, games]
    rewards: Any
    ended: Any
    scores: Any
    ranks: Any


class ThreadMemory(NamedTuple):
    """Memory that a thread overwrites with each of its games."""

    copy: Any  # one state
    actions: Any  # int32 [max_legal]
    weights: Any  # int32 [max_legal]
    scratch: Any  # for `guide`
    scores: Any  # int32 [max_seats]
    ranks: Any  # int32 [max_seats]
    rewards: Any  # float32 [seats]


@slot
def copy_state(to: Any, t: int, s: Any, g: int) -> None:
    """Copy `s[g]` to `to[t]`."""


def copy_record(to: Any, t: int, s: Any, g: int) -> None:
    to[t] = s[g]


@slot
def any_in_group(group: int, condition: bool) -> bool:  # type: ignore[empty-body]  # as all slots
    """Return whether the condition holds in any game of a group that is played in lockstep; all of them must call."""


def is_own(group: int, condition: bool) -> bool:
    """Return the condition itself: on the CPU no games are played in lockstep."""
    return condition


# ---------------------------------------------------------------------- one game


def deal_game(c: Any, s: Any, g: int, number: int, arrays: GameArrays) -> None:
    """Deal game `number` of the run."""
    copy_state(s, g, arrays.blank, 0)
    set_game_key(s[g], arrays.seed[0], U(number))
    verbs.deal(c[0], s[g])


def observe_game(c: Any, copy: Any, i: int, arrays: GameArrays) -> None:
    """Write observation, mask and legal actions of the acting seat, all from the copy, which is hidden first."""
    info, mask, actions = arrays.info, arrays.mask, arrays.legal[i]
    for k in range(info[N_LEGAL, i]):
        mask[i, actions[k]] = False
    seat = first_seat(verbs.actors(c[0], copy[0]))
    verbs.hide(c[0], copy[0], seat)
    verbs.observe(c[0], copy[0], seat, arrays.observation[i])
    n = verbs.legal(c[0], copy[0], seat, actions)
    for k in range(n):
        mask[i, actions[k]] = True
    info[SEAT, i] = seat
    info[N_LEGAL, i] = n
    if n == 0:
        info[ERROR, i] = STUCK


def write_win_shares(c: Any, s: Any, g: int, scores: Any, ranks: Any, rewards: Any) -> int:
    """Write the result of a finished game and every seat's share of the win; return the number of the reason."""
    reason = verbs.result(c[0], s[g], scores, ranks)
    winners = count_winners(ranks, len(rewards))
    for seat in range(len(rewards)):
        rewards[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
    return reason


def begin_game(c: Any, s: Any, g: int, i: int, arrays: GameArrays) -> None:
    """Deal the first game of a slot, and seed the generator of its policies."""
    info = arrays.info
    arrays.number[i] = i
    seed_rng(arrays.rng[i], arrays.seed[0], U(i))
    arrays.ended[i] = False
    for seat in range(arrays.rewards.shape[1]):
        arrays.rewards[i, seat] = 0.0
    info[STEPS, i] = info[LENGTH, i] = info[REASON, i] = info[ERROR, i] = 0
    deal_game(c, s, g, i, arrays)


def step_game(c: Any, s: Any, g: int, i: int, actions: Any, arrays: GameArrays) -> bool:
    """Play an action; if the game ends, deal the next one. Return False if nothing was played."""
    info, ended, number = arrays.info, arrays.ended, arrays.number
    if ended[i]:
        ended[i] = False
        for seat in range(arrays.rewards.shape[1]):
            arrays.rewards[i, seat] = 0.0
    if not is_allowed(arrays.mask, i, actions[i]):
        info[ERROR, i] = ILLEGAL
    if info[ERROR, i] != 0 or actions[i] == SKIP:
        return False
    verbs.play(c[0], s[g], info[SEAT, i], actions[i])
    info[STEPS, i] += 1
    if verbs.actors(c[0], s[g]) == 0:
        info[REASON, i] = write_win_shares(c, s, g, arrays.scores[i], arrays.ranks[i], arrays.rewards[i])
        info[LENGTH, i] = info[STEPS, i]
        info[STEPS, i] = 0
        ended[i] = True
        number[i] += len(number)
        deal_game(c, s, g, number[i], arrays)
    return True


def is_allowed(mask: Any, i: int, action: int) -> bool:
    """Return whether an action is legal, or SKIP."""
    return action == SKIP or (0 <= action < mask.shape[1] and mask[i, action])


@slot
def choose_index(  # type: ignore[empty-body]
    c: Any, copy: Any, seat: int, policy: int, rng: Any, actions: Any, n: int, weights: Any, scratch: Any
) -> int:
    """Return the index of an action among the `n` legal ones; the copy is hidden first."""


def choose_randomly(
    c: Any, copy: Any, seat: int, policy: int, rng: Any, actions: Any, n: int, weights: Any, scratch: Any
) -> int:
    """Choose any action, whatever the policy: without the guide the code is small, which matters on a GPU."""
    return random_below(rng, n)


def choose_by_policy(
    c: Any, copy: Any, seat: int, policy: int, rng: Any, actions: Any, n: int, weights: Any, scratch: Any
) -> int:
    if policy == RANDOM or n < 2:
        return random_below(rng, n)
    verbs.hide(c[0], copy[0], seat)
    verbs.guide(c[0], copy[0], seat, actions, n, weights, scratch)
    return pick_heaviest(rng, weights, n) if policy == GREEDY else draw_weighted(rng, weights, n)


def choose_action(
    c: Any, copy: Any, i: int, policy: int, chosen: Any, weights: Any, scratch: Any, arrays: GameArrays
) -> None:
    """Choose an action for the acting seat."""
    info, actions = arrays.info, arrays.legal[i]
    n = info[N_LEGAL, i]
    chosen[i] = actions[choose_index(c, copy, info[SEAT, i], policy, arrays.rng[i], actions, n, weights, scratch)]


def play_steps(
    c: Any, s: Any, g: int, i: int, group: int, policies: Any, steps: int, rng: Any, totals: Any, arrays: GameArrays,
    memory: ThreadMemory,
) -> None:  # fmt: skip
    """Play steps without observing them, each seat by its policy; add finished games and shares of the win to `totals`.

    What changes with every step stays in local variables, since access to the arrays of a batch is slow on a GPU.
    Dealing a game or a round takes as long as many steps, and all games in lockstep would wait for it; so all of them
    deal at the same time.
    """
    number, actions = arrays.number, memory.actions
    played, left, mask = arrays.info[STEPS, i], steps, verbs.actors(c[0], s[g])
    while any_in_group(group, left > 0 or mask == 0):
        if left > 0 and mask != 0:
            seat = first_seat(mask)
            n = verbs.legal(c[0], s[g], seat, actions)
            if n == 0:
                arrays.info[ERROR, i] = STUCK
                left = 0
            else:
                policy = policies[seat]
                if policy != RANDOM:
                    copy_state(memory.copy, 0, s, g)
                k = choose_index(c, memory.copy, seat, policy, rng, actions, n, memory.weights, memory.scratch)
                verbs.begin_play(c[0], s[g], seat, actions[k])
                played, left, mask = played + 1, left - 1, verbs.actors(c[0], s[g])
        some_can_play = any_in_group(group, left > 0 and mask != 0)
        if mask == 0 and not some_can_play:
            if not verbs.finish_play(c[0], s[g]):
                add_result(c, s, g, totals[i], memory)
                number[i] += len(number)
                deal_game(c, s, g, number[i], arrays)
                played = 0
            mask = verbs.actors(c[0], s[g])
    arrays.info[STEPS, i] = played


def add_result(c: Any, s: Any, g: int, totals: Any, memory: ThreadMemory) -> None:
    """Add a finished game to a row of totals."""
    rewards = memory.rewards
    write_win_shares(c, s, g, memory.scores, memory.ranks, rewards)
    seats = len(rewards)
    for seat in range(seats):
        totals[seat] += rewards[seat]
    totals[seats] += 1


# ---------------------------------------------------------------------- on the CPU: games `first` … `last − 1`


def begin_games(first: int, last: int, c: Any, s: Any, copy: Any, arrays: GameArrays) -> None:
    """Deal and observe the games."""
    for i in range(first, last):
        begin_game(c, s, i, i, arrays)
        copy_state(copy, 0, s, i)
        observe_game(c, copy, i, arrays)


def find_illegal(first: int, last: int, mask: Any, actions: Any) -> int:
    """Return the first game with an illegal action; −1 if there is none."""
    for i in range(first, last):
        if not is_allowed(mask, i, actions[i]):
            return i
    return -1


def step_games(first: int, last: int, c: Any, s: Any, copy: Any, actions: Any, arrays: GameArrays) -> None:
    """Play one action in each game, and observe it."""
    for i in range(first, last):
        if step_game(c, s, i, i, actions, arrays):
            copy_state(copy, 0, s, i)
            observe_game(c, copy, i, arrays)


def observe_games(first: int, last: int, c: Any, s: Any, copy: Any, arrays: GameArrays) -> None:
    for i in range(first, last):
        copy_state(copy, 0, s, i)
        observe_game(c, copy, i, arrays)


def choose_random_actions(first: int, last: int, legal: Any, info: Any, rng: Any, chosen: Any) -> None:
    for i in range(first, last):
        chosen[i] = legal[i, random_below(rng[i], info[N_LEGAL, i])]


def choose_actions(
    first: int, last: int, c: Any, s: Any, policy: int, chosen: Any, arrays: GameArrays, memory: ThreadMemory
) -> None:
    for i in range(first, last):
        copy_state(memory.copy, 0, s, i)
        choose_action(c, memory.copy, i, policy, chosen, memory.weights, memory.scratch, arrays)


def play_games(
    first: int, last: int, c: Any, s: Any, policies: Any, steps: int, totals: Any, arrays: GameArrays,
    memory: ThreadMemory,
) -> None:  # fmt: skip
    """Play steps of each game without observing them."""
    for i in range(first, last):
        play_steps(c, s, i, i, 0, policies, steps, arrays.rng[i], totals, arrays, memory)


# ---------------------------------------------------------------------- states of any origin


def redeal_states(c: Any, s: Any, seats: Any, seed: Any, number: int, rng: Any) -> None:
    """Replace each state with one that its seat cannot distinguish from it."""
    for i in range(len(s)):
        seed_rng(rng, seed[0], U(number + i))
        verbs.hide(c[0], s[i], seats[i])
        verbs.redeal(c[0], s[i], seats[i], rng)


def observe_states(c: Any, s: Any, copy: Any, seats: Any, observation: Any, mask: Any, actions: Any) -> None:
    """Write observations and masks of the given seats; the masks are zero before."""
    for i in range(len(s)):
        copy[0] = s[i]
        verbs.hide(c[0], copy[0], seats[i])
        verbs.observe(c[0], copy[0], seats[i], observation[i])
        for k in range(verbs.legal(c[0], copy[0], seats[i], actions)):
            mask[i, actions[k]] = True
