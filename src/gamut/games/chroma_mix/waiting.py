"""What waits to be decided, in order, with the card that causes it and who decides; then what is sure to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.mixing import chosen_copies
from gamut.games.chroma_mix.record import (
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    FOLLOWING,
    HELPING,
    JUNGLE,
    KINDS,
    LAYING,
    LEMON,
    MIXING,
    OFFERING,
    ORANGE,
    ORDERING,
    OVER,
    PARTING,
    PEAR,
    PRINTING,
    REFILLING,
    SLATE_GRAY,
    SWAPPING,
    TRADING,
    WATCHING,
    Constants,
    State,
)  # fmt: skip
from gamut.games.chroma_mix.victories import is_billy

What = Literal[
    "mix", "lay", "watch", "refill", "add", "add-equal", "add-rank-2", "offer", "print", "part", "order", "follow",
    "trade", "swap", "billy", "mix-again",
]  # fmt: skip
WHATS: dict[int, What] = {
    MIXING: "mix", LAYING: "lay", WATCHING: "watch", REFILLING: "refill", ADDING: "add", ADDING_EQUAL: "add-equal",
    ADDING_RANK_2: "add-rank-2", OFFERING: "offer", PRINTING: "print", PARTING: "part", ORDERING: "order",
    FOLLOWING: "follow", TRADING: "trade", SWAPPING: "swap", HELPING: "billy",
}  # fmt: skip


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits; `{0}`, `{1}`, … in the text are players."""

    what: What
    card: str  # id of the card it comes from; empty: a player's own action, or Billy's MIX card
    who: int  # the seat that decides
    many: int  # how often it is still to be done
    text: str
    now: bool  # this is to be decided now
    foreseen: bool  # it does not wait yet, but will unless something changes


def say_waiting(s: State, i: int) -> str:
    """What an entry of the stack wants."""
    what, more, who = s.what[i], s.more[i], f"{{{s.who[i]}}}"
    if what in (LAYING, OFFERING):
        return f"{who} may print {NAMES[more]} at once"
    if what == FOLLOWING:
        return f"{NAMES[more]} is printed next"
    if what in (ADDING, ADDING_EQUAL):
        return f"{who} must choose {more} rank-1 cards" if more > 1 else f"{who} must choose a rank-1 card"
    if what == PRINTING:
        return f"{who} must print {'two cards' if more == 2 else 'one more card'}"
    return {
        MIXING: f"{who} must choose what to mix",
        WATCHING: f"{who} may add a rank-1 card" + (f", {more} times" if more > 1 else ""),
        REFILLING: f"{who} may take cards back",
        ADDING_RANK_2: f"{who} must choose a rank-2 card",
        PARTING: f"{who} must choose what to part",
        ORDERING: f"{who} must choose what is printed first",
        TRADING: f"{who} may trade a card for a rank-2 card",
        SWAPPING: f"{who} must take a rank-1 card",
        HELPING: f"{who} must choose what Billy mixes" + (f", {more} times" if more > 1 else ""),
    }[what]


def show_waiting(c: Constants, s: State) -> list[Waiting]:
    """The stack from its top, then what is foreseen."""
    found = []
    for i in range(s.depth - 1, -1, -1):
        card = IDS[s.cause[i]] if s.cause[i] >= 0 else ""
        many = s.more[i] if s.what[i] in (WATCHING, ADDING, PRINTING, HELPING) else 1
        now = i == s.depth - 1
        found.append(Waiting(WHATS[s.what[i]], card, s.who[i], many, say_waiting(s, i), now, False))
    return found + list(foresee(c, s))


def left_in_play(s: State, seat: int, kind: int) -> int:
    """Copies in play that are not put forward."""
    return s.play[seat, kind] - chosen_copies(s, KINDS + kind)


def foresee(c: Constants, s: State) -> Iterator[Waiting]:
    """What the running action and the end of the turn will bring."""
    if s.stage == OVER:
        return
    bottom = s.what[0] if s.depth else 0
    if bottom == MIXING:
        yield from foresee_mix(c, s, s.who[0])
    if bottom == HELPING and s.play[0, SLATE_GRAY]:
        yield foreseen("watch", SLATE_GRAY, 0, s.play[0, SLATE_GRAY], "{0} may add a rank-1 card")
    for i in range(s.depth):
        if s.what[i] == REFILLING and left_in_play(s, s.who[i], JUNGLE):
            n = left_in_play(s, s.who[i], JUNGLE)
            yield foreseen("add", JUNGLE, s.who[i], n, f"{{{s.who[i]}}} must choose {say_paints(n)}")
    if not is_billy(c, s.turn) and s.prints and not ends(s) and s.play[s.turn, PEAR]:
        n = s.play[s.turn, PEAR]
        yield foreseen("add", PEAR, s.turn, n, f"{{{s.turn}}} must choose {say_paints(n)} when the turn ends")


def ends(s: State) -> bool:
    """Whether the turn is at its end, where Pear already answers."""
    return s.depth > 0 and s.what[0] == ADDING and s.cause[0] == PEAR


def foresee_mix(c: Constants, s: State, mixer: int) -> Iterator[Waiting]:
    """Orange, the neighbour's Slate Gray and Lemon answer a mix."""
    if left_in_play(s, mixer, ORANGE):
        yield foreseen("lay", ORANGE, mixer, 1, f"{{{mixer}}} may print what was mixed at once")
    owner = (mixer - 1) % c.players
    if s.play[owner, SLATE_GRAY]:
        yield foreseen("watch", SLATE_GRAY, owner, s.play[owner, SLATE_GRAY], f"{{{owner}}} may add a rank-1 card")
    if s.mixes == 0 and left_in_play(s, mixer, LEMON):
        yield foreseen("mix-again", LEMON, mixer, 1, f"{{{mixer}}} may mix once more")


def foreseen(what: What, kind: int, who: int, many: int, text: str) -> Waiting:
    """An entry that does not wait yet."""
    return Waiting(what, IDS[kind], who, many, text, False, True)


def say_paints(n: int) -> str:
    """`a rank-1 card`, `2 rank-1 cards`."""
    return "a rank-1 card" if n == 1 else f"{n} rank-1 cards"
