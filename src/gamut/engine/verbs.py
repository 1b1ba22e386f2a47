"""The verbs: the functions that make up the rules of a game. This list is the contract; everything else reads it.

A game defines functions with these names and parameters, plain and in the subset that Numba compiles. `c` is the
read-only record of constants that the options determine, `s` is the state. Drivers import the verbs from here as slots.

A *secret phase* is one in which several seats decide at the same time without seeing each other's choices. Its number
is not 0, and it changes when all seats have submitted and their choices are revealed. During a secret phase

- each seat takes one or more steps and stays an actor until it has submitted;
- the record stores the steps of each seat separately: any order of arrival leads to the same bytes;
- until a seat has submitted, its steps change nothing that the others know; then they know that it has, no more;
- a seat may undo its own steps until the phase ends (the table handles that, not the rules).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from gamut.engine.bind import Function, Slot, slot

F = TypeVar("F", bound=Function)
WIN_VALUE = 10_000  # the value of an unshared win
UNSEEN = -1  # what `visible_action` returns for another seat's secret step
SPECTATOR = -1  # the seat number of a spectator

VERBS: dict[str, Slot] = {}
DEFAULTS: dict[str, Function] = {}  # of the optional verbs


def verb(declared: F) -> F:
    """Add a verb to the list."""
    added = slot(declared)
    assert isinstance(added, Slot)
    VERBS[declared.__name__] = added
    return added


def optional(default: Function) -> Callable[[F], F]:
    """Add a verb that a game may omit."""

    def add(declared: F) -> F:
        DEFAULTS[declared.__name__] = default
        return verb(declared)

    return add


def no_secret_phase(c: Any, s: Any) -> int:
    return 0


def always_quiescent(c: Any, s: Any) -> bool:
    return True


def weigh_equally(c: Any, s: Any, seat: int, actions: Any, n: int, out: Any, scratch: Any) -> None:
    for k in range(n):
        out[k] = 1


def share_equally(c: Any, s: Any, out: Any, scratch: Any) -> None:
    for seat in range(len(out)):
        out[seat] = WIN_VALUE // len(out)


def describe_as_observed(c: Any, s: Any, seat: int, out: Any) -> None:
    observe(c, s, seat, out)


def play_completely(c: Any, s: Any, seat: int, a: int) -> None:
    play(c, s, seat, a)


def nothing_pending(c: Any, s: Any) -> bool:
    return False


# ---------------------------------------------------------------------- the rules


@verb
def deal(c: Any, s: Any) -> None:
    """Set up a new game in a zeroed state; the chance key is already set."""


@verb
def actors(c: Any, s: Any) -> int:
    """Return the bit mask of the seats that have a decision to make; 0 when the game is over."""


@verb
def legal(c: Any, s: Any, seat: int, out: Any) -> int:
    """Write the seat's legal actions in ascending order and return their number; 0 for a seat that is not an actor."""


@verb
def play(c: Any, s: Any, seat: int, a: int) -> None:
    """Apply a legal action. Fast: legality is not checked."""


@optional(play_completely)
def begin_play(c: Any, s: Any, seat: int, a: int) -> None:
    """Apply an action up to the point where something long follows automatically, such as dealing a round.

    At that point there are no actors. `finish_play` does the rest, so that both together equal `play`. A GPU can
    then run the long part for many games at once.
    """


@optional(nothing_pending)
def finish_play(c: Any, s: Any) -> bool:
    """Do what `begin_play` left pending; return False if nothing was pending."""


@verb
def result(c: Any, s: Any, scores: Any, ranks: Any) -> int:
    """At the end of the game: fill in scores and ranks, and return the number of the reason.

    Rank 1 wins; equal ranks share the place. If no seat wins (`Game.allows_no_winner`), the ranks start at 2.
    """


@optional(no_secret_phase)
def secret_phase(c: Any, s: Any) -> int:
    """Return the number of the current secret phase, or 0."""


@verb
def broken_invariant(c: Any, s: Any) -> int:
    """Return the number (from 1) of an invariant that is broken, or 0."""


# ---------------------------------------------------------------------- hidden information


@verb
def hide(c: Any, s: Any, seat: int) -> None:
    """Zero everything the seat cannot know, the chance key included; for SPECTATOR everything that is not public."""


@verb
def redeal(c: Any, s: Any, seat: int, rng: Any) -> None:
    """Fill a hidden copy with a fair sample that is consistent with what the seat knows, under a key of its own.

    Everything that `hide` zeroed is sampled: other hands, and the complete steps of the seats that have submitted.
    """


@verb
def visible_action(c: Any, s: Any, seat: int, mover: int, a: int) -> int:
    """Return an action about to be played as `seat` will see it: `a`, or UNSEEN for another seat's secret step."""


# ---------------------------------------------------------------------- for bots


@verb
def observe(c: Any, s: Any, seat: int, out: Any) -> None:
    """Write the numeric features of a hidden copy."""


@optional(describe_as_observed)
def describe(c: Any, s: Any, seat: int, out: Any) -> None:
    """Write the `Game.input_count` inputs of the network for a hidden copy: by default the observation.

    A game may add what is hard to see in the raw features, such as how many cards could be played.
    """


@optional(weigh_equally)
def guide(c: Any, s: Any, seat: int, actions: Any, n: int, out: Any, scratch: Any) -> None:
    """Write an integer weight of at least 1 for each of the `n` legal actions.

    The weights serve greedy play, informed playouts and the order in which search tries actions. `scratch` holds
    `Game.scratch_size` integers with arbitrary content.
    """


@optional(share_equally)
def value(c: Any, s: Any, out: Any, scratch: Any) -> None:
    """Write each seat's expected share of the win: WIN_VALUE for certain, 0 for lost. `scratch` as for `guide`."""


@optional(always_quiescent)
def quiescent(c: Any, s: Any) -> bool:
    """Return whether `value` is reliable here, so that a playout may stop."""


# ---------------------------------------------------------------------- collecting the verbs of a game


def collect_verbs(*modules: ModuleType) -> Mapping[str, Function]:
    """Collect the verbs that the modules define; a missing, duplicate or malformed verb raises a TypeError."""
    verbs = dict(DEFAULTS)
    for name, declared in VERBS.items():
        defined = [f for m in modules if inspect.isfunction(f := vars(m).get(name)) and f.__module__ == m.__name__]
        if len(defined) > 1:
            raise TypeError(f"`{name}` is defined twice, in {defined[0].__module__} and {defined[1].__module__}")
        if defined:
            check_signature(defined[0], declared.declared)
            verbs[name] = defined[0]
        elif name not in verbs:
            parameters = ", ".join(inspect.signature(declared.declared).parameters)
            raise TypeError(f"none of the modules defines the verb {name}({parameters})")
    return MappingProxyType(verbs)


def check_signature(function: Function, declared: Function) -> None:
    """Raise a TypeError if a verb does not have the declared parameters."""
    takes, given = (list(inspect.signature(f).parameters) for f in (function, declared))
    if takes != given:
        raise TypeError(
            f"{function.__module__}: `{function.__name__}` takes ({', '.join(takes)}), "
            f"but the verb is {declared.__name__}({', '.join(given)})"
        )
