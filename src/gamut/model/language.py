"""What Easel says: action texts and paths, questions, the log, and what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.text import Text

from gamut.engine.language import LogEntry, Reason
from gamut.engine.verbs import UNSEEN
from gamut.model.record import COLOURS, COPIES, WANTED, Constants, State
from gamut.model.rules import beaten, total

SIGNS = ("|", "○", "−")  # upright red, ring yellow, level blue: never colour alone
PAINT = ("white on #d2322f", "black on #f7c925", "white on #2c63be")
LEGEND = ", ".join(f"{name[0].upper()}{sign} {name}" for name, sign in zip(COLOURS, SIGNS, strict=True))


def action(c: Constants, a: int) -> str:
    """`lay blue`."""
    return f"lay {COLOURS[a]}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """One touch: a card of the hand."""
    return (f"hand:{COLOURS[a]}",)


def ask(c: Constants, s: State, seat: int) -> str:
    """What is wanted of the seat."""
    return f"Lay a card for {WANTED[s.wanted]}"


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 2 of 8`."""
    return f"Round {s.round} of {c.rounds}"


def roles(c: Constants, s: State) -> dict[str, int]:
    """The colours by what they are in the wanted one."""
    return {"base": c.base[s.wanted], "tint": c.tint[s.wanted], "mud": c.mud[s.wanted]}


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Why a card cannot be laid."""
    place, _, colour = touched.partition(":")
    if place != "hand" or colour not in COLOURS:
        return None
    if s.laid[seat]:
        return Reason("You have laid a card already; you may take it back.", (f"hand:{COLOURS[s.laid[seat] - 1]}",))
    return Reason(f"You have no {colour} card.") if not s.hand[seat, COLOURS.index(colour)] else None


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """A card that can beat nothing, because the seat knows where all cards of that colour are."""
    beats, _ = beaten(c, s.wanted, a)
    unseen = COPIES - s.pile[beats] - s.hand[seat, beats]
    return f"{COLOURS[a]} beats {COLOURS[beats]}, and nobody else can have one." if unseen == 0 else ""


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """The own card at once; everybody's when they are turned up."""
    if after.round == before.round and not after.over:
        return [] if a == UNSEEN else [LogEntry(f"laid {COLOURS[a]} face down", mover)]
    entries = []
    for p in range(c.seats):
        card, won = after.shown[p] - 1, after.score[p] - before.score[p]
        entries.append(LogEntry(f"got {say_points(won)} for {COLOURS[card]}", p, (COLOURS[card],)))
    if not after.over:
        entries.append(LogEntry(f"Round {after.round}: {WANTED[after.wanted]} is wanted", heading=True))
    return entries


def say_points(n: int) -> str:
    """`1 point`, `2 points`."""
    return f"{n} point{'s' if n != 1 else ''}"


class EaselView(msgspec.Struct, frozen=True):
    """The table as a seat sees it."""

    round: int
    rounds: int
    wanted: str
    roles: dict[str, str]  # base, tint and mud: which colour it is
    hand: list[str]
    laid: str  # the own card, face down; empty: none yet
    ready: list[bool]  # who has laid a card
    shown: list[str]  # the cards of the round before
    pile: dict[str, int]
    scores: list[int]


def view(c: Constants, s: State, seat: int) -> EaselView:
    """What a table component draws."""
    return EaselView(
        round=s.round,
        rounds=c.rounds,
        wanted=WANTED[s.wanted],
        roles={role: COLOURS[k] for role, k in roles(c, s).items()},
        hand=[COLOURS[k] for k in cards(s, seat)],
        laid=COLOURS[s.laid[seat] - 1] if seat >= 0 and s.laid[seat] else "",
        ready=[bool((s.chosen >> p) & 1) for p in range(c.seats)],
        shown=[COLOURS[s.shown[p] - 1] for p in range(c.seats) if s.shown[p]],
        pile={name: s.pile[k] for k, name in enumerate(COLOURS)},
        scores=[s.score[p] for p in range(c.seats)],
    )


def cards(s: State, seat: int) -> list[int]:
    """The hand, card by card; whoever only watches sees none."""
    return [k for k in range(len(COLOURS)) for _ in range(s.hand[seat, k])] if seat >= 0 else []


def draw(c: Constants, s: State, seat: int, names: list[str]) -> Text:
    """The table for a terminal."""
    drawn = Text(f"{WANTED[s.wanted]} is wanted:" if not s.over else "The game is over:", "bold")
    for role, k in roles(c, s).items():
        drawn += Text(f"  {role} ") + card_text(k)
    drawn += Text(f"\nPile: {', '.join(f'{s.pile[k]} {name}' for k, name in enumerate(COLOURS))}")
    for p in range(c.seats):
        last = Text("  laid ") + card_text(s.shown[p] - 1) if s.shown[p] else Text()
        ready = "  is ready" if (s.chosen >> p) & 1 else ""
        drawn += Text(f"\n{names[p]}: {say_points(s.score[p])}") + last + Text(ready)
    if seat >= 0 and total(s.hand[seat]):
        drawn += Text("\nYour hand: ") + Text(" ").join(card_text(k) for k in cards(s, seat))
    return drawn


def card_text(k: int) -> Text:
    """One card: the letter, the sign and the paint of its colour."""
    return Text(f" {COLOURS[k][0].upper()}{SIGNS[k]} ", PAINT[k])
