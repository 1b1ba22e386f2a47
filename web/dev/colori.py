"""Positions of Colori worth a picture, found by playing."""

import functools
from collections.abc import Callable
from typing import Any

from played import Played, actions, find

from gamut.games.colori import GAME

ACTIONS = actions(GAME, 4)  # the same for any number of seats


def running(p: Played, verb: str, left: int = 1) -> bool:
    v = p.view
    return (
        v.phase == "act"
        and v.turn == p.viewer
        and bool(v.queue)
        and (v.queue[0].verb, v.queue[0].left) == (verb, left)
    )


def my_turn(p: Played) -> bool:
    v = p.view
    return v.phase == "act" and v.turn == p.viewer and not v.queue


def draft(p: Played) -> bool:
    v = p.view
    return (
        v.phase == "draft"
        and v.round >= 4
        and v.pick == 2
        and not v.choice
        and any(x.chosen for x in v.places)
        and len(set(v.hand)) == 4
    )


def mixing(p: Played) -> bool:
    return running(p, "mix", 2) and len(p.view.mixes) >= 4 and len(p.view.queue) >= 2 and p.view.round > 2


def storing(p: Played) -> bool:
    return running(p, "store", 2) and len(p.view.places[0].drawn) >= 4 and p.view.round > 3


def making(p: Played) -> bool:
    return running(p, "make") and p.view.round > 3


def crowded(p: Played) -> bool:
    v = p.view
    here = v.places[0]
    return (
        my_turn(p)
        and len(set(here.drawn)) + len(here.drafted) >= 11
        and sum(n > 0 for n in here.wheel) >= 6
        and all(sum(n > 0 for n in x.wheel) >= 3 for x in v.places)
    )


def one(*liked: Any) -> Callable[[], list[dict[str, Any]]]:
    return functools.cache(lambda: [find(GAME, *liked).message()])


def then(seats: int, liked: Callable[[Played], bool], move: Callable[[Played], None], first: int = 0) -> Any:
    """A position and the one after a move."""

    @functools.cache
    def both() -> list[dict[str, Any]]:
        p = find(GAME, seats, liked, first=first)
        before = p.message()
        move(p)
        return [before, p.message(2)]

    return both


def choose(p: Played) -> None:
    p.go(0, p.table.legal(0)[0])


def mix(p: Played) -> None:
    first, second, _ = p.view.mixes[0]
    p.go(0, f"mix {first} and {second}")


def chosen(p: Played) -> bool:
    v = p.view
    waits = v.phase == "draft" and bool(v.choice) and not all(x.chosen for x in v.places)
    return waits and v.round > 2 and v.pick == 3


VIEWS: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "draft": one(4, draft),
    "chosen": one(4, chosen),
    "mix": one(4, mixing, 0, 40),
    "mixed": then(4, mixing, mix, 40),
    "store": one(4, storing),
    "stored": then(4, storing, choose),
    "make": one(3, making),
    "made": then(3, making, choose),
    "turn": one(2, lambda p: my_turn(p) and p.view.round > 3 and len(p.view.places[0].drafted) > 3),
    "burnt": then(2, lambda p: my_turn(p) and p.view.round > 3 and len(p.view.places[0].drafted) > 3, choose),
    "five": one(5, crowded, 0, 3),
    "crowd": one(5, lambda p: my_turn(p) and len(p.view.places[0].drawn) >= 12, 0, 183),
    "fivemix": one(5, lambda p: running(p, "mix") and p.view.round > 6 and len(p.view.mixes) > 2),
    "fivedraft": one(5, lambda p: draft(p) and p.view.round > 6),
    "other": one(4, lambda p: p.view.turn == 2 and p.view.round > 4 and len(p.view.queue) > 1),
    "watch": one(3, lambda p: p.view.turn == 1 and p.view.round > 4 and len(p.view.queue) > 0, -1),
    "over": one(4, lambda p: p.table.over),
}
