"""The verbs: what every game can be asked. This list is the only one; all others are made from it.

A game defines functions of these names and parameters, plain and in the subset that Numba compiles. `c` is the
read-only record of constants that the options settle, `s` the state. Drivers import the verbs from here as slots.

A *secret phase* is one in which several seats decide at the same time and nobody sees what the others do. It has a
number other than 0, which changes when all are in and what they did is turned up. In it

- each seat makes one or several steps, and is awaited until it is in;
- the steps of the seats are kept apart in the record: any order of arrival leads to the same bytes;
- until a seat is in, its steps change nothing in what the others know; then they know that it is in, no more;
- a seat may take back its own steps until the phase ends (that is the table's business, not the rules').
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from gamut.engine.bind import Function, Slot, slot

F = TypeVar("F", bound=Function)
WHOLE = 10_000  # the value of a victory alone
UNSEEN = -1  # what `seen` makes of another seat's secret step
WATCHER = -1  # the seat of whoever only watches

VERBS: dict[str, Slot] = {}
DEFAULTS: dict[str, Function] = {}  # of verbs that a game may leave out


def verb(declared: F) -> F:
    """Add a verb to the list."""
    made = slot(declared)
    assert isinstance(made, Slot)
    VERBS[declared.__name__] = made
    return made


def optional(default: Function) -> Callable[[F], F]:
    """Add a verb that a game may leave out."""

    def add(declared: F) -> F:
        DEFAULTS[declared.__name__] = default
        return verb(declared)

    return add


def nothing_secret(c: Any, s: Any) -> int:
    """No secret phase, ever."""
    return 0


def always_settled(c: Any, s: Any) -> bool:
    """Every position is as good as another to evaluate."""
    return True


def play_at_once(c: Any, s: Any, seat: int, a: int) -> None:
    """An action with all that follows."""
    play(c, s, seat, a)


def nothing_left(c: Any, s: Any) -> bool:
    """Nothing follows any more."""
    return False


# ---------------------------------------------------------------------- the game


@verb
def deal(c: Any, s: Any) -> None:
    """Set up a new game in a zeroed record; the key is already in `s`."""


@verb
def actors(c: Any, s: Any) -> int:
    """The bit mask of the seats whose decision is awaited; 0 when the game is over."""


@verb
def legal(c: Any, s: Any, seat: int, out: Any) -> int:
    """Write the seat's legal actions, ascending; return how many: none unless it is awaited."""


@verb
def play(c: Any, s: Any, seat: int, a: int) -> None:
    """Do a legal action; unchecked, fast."""


@optional(play_at_once)
def act(c: Any, s: Any, seat: int, a: int) -> None:
    """`play` up to where something long follows of itself, such as the deal of a round; there nobody is awaited.

    Together with `go_on` it does what `play` does. On a card, what is long is done for many games at once.
    """


@optional(nothing_left)
def go_on(c: Any, s: Any) -> bool:
    """Do what `act` left to do; false if nothing was left, as after a first time, and when the game is over."""


@verb
def result(c: Any, s: Any, scores: Any, ranks: Any) -> int:
    """At the end: fill scores and ranks; return the reason's number.

    Rank 1 is a victory, and equal ranks share the place. Where nobody wins (`Game.can_be_lost`) ranks begin with 2.
    """


@optional(nothing_secret)
def secret(c: Any, s: Any) -> int:
    """The number of the running secret phase; 0: none."""


@verb
def check(c: Any, s: Any) -> int:
    """0, or the number (from 1) of the invariant that is broken."""


# ---------------------------------------------------------------------- who knows what


@verb
def hide(c: Any, s: Any, seat: int) -> None:
    """Zero all that the seat cannot know, the key included; for WATCHER all that is not open to everybody."""


@verb
def redeal(c: Any, s: Any, seat: int, r: Any) -> None:
    """Fill a hidden copy with a sample that fits what the seat knows, with a key of its own.

    Everything is invented that `hide` zeroed: other hands, and the complete steps of those who are in.
    """


@verb
def seen(c: Any, s: Any, seat: int, mover: int, a: int) -> int:
    """An action about to be played, as a seat will see it: `a`, or UNSEEN for another's secret step."""


# ---------------------------------------------------------------------- for bots


@verb
def observe(c: Any, s: Any, seat: int, out: Any) -> None:
    """Numeric features of a hidden copy."""


@verb
def guide(c: Any, s: Any, seat: int, acts: Any, n: int, out: Any, work: Any) -> None:
    """Whole weights, at least 1, of the `n` legal actions: for greedy play, informed playouts, widening.

    `work` is room for `Game.work` whole numbers, whatever was in it before.
    """


@verb
def value(c: Any, s: Any, out: Any, work: Any) -> None:
    """Every seat's expected share of the victory: WHOLE won alone, 0 lost. `work` as for `guide`."""


@optional(always_settled)
def settled(c: Any, s: Any) -> bool:
    """Whether `value` can be trusted here, so that playouts may be broken off."""


# ---------------------------------------------------------------------- a game's own


def gather(*modules: ModuleType) -> Mapping[str, Function]:
    """The verbs that some modules define; what is missing, double or of another form is named."""
    found = dict(DEFAULTS)
    for name, declared in VERBS.items():
        made = [f for m in modules if inspect.isfunction(f := vars(m).get(name)) and f.__module__ == m.__name__]
        if len(made) > 1:
            raise TypeError(f"`{name}` is defined twice, in {made[0].__module__} and {made[1].__module__}")
        if made:
            check_form(made[0], declared.declared)
            found[name] = made[0]
        elif name not in found:
            form = ", ".join(inspect.signature(declared.declared).parameters)
            raise TypeError(f"the verb {name}({form}) is defined in none of the modules")
    return MappingProxyType(found)


def check_form(made: Function, declared: Function) -> None:
    """Refuse a verb that does not take what it is given."""
    takes, given = (list(inspect.signature(f).parameters) for f in (made, declared))
    if takes != given:
        raise TypeError(
            f"{made.__module__}: `{made.__name__}` takes ({', '.join(takes)}), "
            f"but the verb is {declared.__name__}({', '.join(given)})"
        )


# ---------------------------------------------------------------------- called from Python


@slot
def asked(c: Any, s: Any, *more: Any) -> Any:
    """The verb that is called."""


def call_0(c: Any, s: Any, i: int) -> Any:
    """A verb on state `i`."""
    return asked(c[0], s[i])


def call_1(c: Any, s: Any, i: int, x: Any) -> Any:
    """A verb on state `i`, with one more argument."""
    return asked(c[0], s[i], x)


def call_2(c: Any, s: Any, i: int, x: Any, y: Any) -> Any:
    """A verb on state `i`, with two more arguments."""
    return asked(c[0], s[i], x, y)


def call_3(c: Any, s: Any, i: int, x: Any, y: Any, z: Any) -> Any:
    """A verb on state `i`, with three more arguments."""
    return asked(c[0], s[i], x, y, z)


def call_4(c: Any, s: Any, i: int, x: Any, y: Any, z: Any, u: Any) -> Any:
    """A verb on state `i`, with four more arguments."""
    return asked(c[0], s[i], x, y, z, u)


def call_5(c: Any, s: Any, i: int, x: Any, y: Any, z: Any, u: Any, v: Any) -> Any:
    """A verb on state `i`, with five more arguments."""
    return asked(c[0], s[i], x, y, z, u, v)


CALLS = (call_0, call_1, call_2, call_3, call_4, call_5)


def call_of(name: str) -> Function:
    """The driver that calls a verb on an element of an array of states: `legal(c, s, i, seat, out)`."""
    return CALLS[len(inspect.signature(VERBS[name].declared).parameters) - 2]
