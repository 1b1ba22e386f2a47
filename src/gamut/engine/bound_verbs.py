"""The verbs of one game as Python calls them: on element `i` of an array of states.

A verb is bound to the game when it is first used; after that the attribute is the bound driver itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gamut.engine import network, verbs
from gamut.engine.bind import Function

if TYPE_CHECKING:
    from gamut.engine.game import Game

F = TypeVar("F", bound=Function)


def deal(c: Any, s: Any, i: int) -> None:
    verbs.deal(c[0], s[i])


def actors(c: Any, s: Any, i: int) -> int:
    return verbs.actors(c[0], s[i])


def legal(c: Any, s: Any, i: int, seat: int, out: Any) -> int:
    return verbs.legal(c[0], s[i], seat, out)


def play(c: Any, s: Any, i: int, seat: int, a: int) -> None:
    verbs.play(c[0], s[i], seat, a)


def begin_play(c: Any, s: Any, i: int, seat: int, a: int) -> None:
    verbs.begin_play(c[0], s[i], seat, a)


def finish_play(c: Any, s: Any, i: int) -> bool:
    return verbs.finish_play(c[0], s[i])


def result(c: Any, s: Any, i: int, scores: Any, ranks: Any) -> int:
    return verbs.result(c[0], s[i], scores, ranks)


def secret_phase(c: Any, s: Any, i: int) -> int:
    return verbs.secret_phase(c[0], s[i])


def broken_invariant(c: Any, s: Any, i: int) -> int:
    return verbs.broken_invariant(c[0], s[i])


def hide(c: Any, s: Any, i: int, seat: int) -> None:
    verbs.hide(c[0], s[i], seat)


def redeal(c: Any, s: Any, i: int, seat: int, rng: Any) -> None:
    verbs.redeal(c[0], s[i], seat, rng)


def visible_action(c: Any, s: Any, i: int, seat: int, mover: int, a: int) -> int:
    return verbs.visible_action(c[0], s[i], seat, mover, a)


def observe(c: Any, s: Any, i: int, seat: int, out: Any) -> None:
    verbs.observe(c[0], s[i], seat, out)


def describe(c: Any, s: Any, i: int, seat: int, out: Any) -> None:
    verbs.describe(c[0], s[i], seat, out)


def guide(c: Any, s: Any, i: int, seat: int, actions: Any, n: int, out: Any, scratch: Any) -> None:
    verbs.guide(c[0], s[i], seat, actions, n, out, scratch)


def value(c: Any, s: Any, i: int, out: Any, scratch: Any) -> None:
    verbs.value(c[0], s[i], out, scratch)


def quiescent(c: Any, s: Any, i: int) -> bool:
    return verbs.quiescent(c[0], s[i])


def fill_inputs(c: Any, s: Any, i: int, seat: int, max_seats: int, x: Any, shares: Any, scratch: Any) -> None:
    network.fill_inputs(c[0], s[i], seat, max_seats, x, shares, scratch)


class Bound(Generic[F]):
    """An attribute that holds a driver, bound to the game of its `BoundVerbs` when it is first read."""

    def __init__(self, driver: F) -> None:
        self.driver = driver

    def __get__(self, owner: BoundVerbs, _type: type) -> F:
        bound: Any = owner.bind(self.driver)
        owner.__dict__[self.driver.__name__] = bound  # later reads skip this method
        return bound  # type: ignore[no-any-return]


class BoundVerbs:
    """The verbs of one game, native or interpreted."""

    def __init__(self, game: Game, native: bool = True) -> None:
        self.game, self.native = game, native
        self.bind = game.native if native else game.interpreted

    deal = Bound(deal)
    actors = Bound(actors)
    legal = Bound(legal)
    play = Bound(play)
    begin_play = Bound(begin_play)
    finish_play = Bound(finish_play)
    result = Bound(result)
    secret_phase = Bound(secret_phase)
    broken_invariant = Bound(broken_invariant)
    hide = Bound(hide)
    redeal = Bound(redeal)
    visible_action = Bound(visible_action)
    observe = Bound(observe)
    describe = Bound(describe)
    guide = Bound(guide)
    value = Bound(value)
    quiescent = Bound(quiescent)
    fill_inputs = Bound(fill_inputs)
