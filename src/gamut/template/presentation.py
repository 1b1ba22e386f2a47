"""What players read and see of Easel: action texts, touch paths, prompts, the log and views."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.text import Text

from gamut.engine.look import load_look
from gamut.engine.presentation import LogEntry, Reason, format_count
from gamut.engine.verbs import UNSEEN
from gamut.template.record import COLOURS, COPIES, TARGETS, Constants, State
from gamut.template.rules import count_cards, find_beaten

LOOK = load_look(Path(__file__).parent).colours
GLYPHS = ("|", "○", "−")  # upright red, ring yellow, level blue: colours never differ by colour alone
TERMINAL_SYMBOLS = ", ".join(f"{name[0].upper()}{glyph} {name}" for name, glyph in zip(COLOURS, GLYPHS, strict=True))

# ---------------------------------------------------------------------- actions


def action_text(c: Constants, a: int) -> str:
    """Return `play blue`."""
    return f"play {COLOURS[a]}"


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    """Return one touch: a card of the hand."""
    return (f"hand:{COLOURS[a]}",)


def prompt(c: Constants, s: State, seat: int) -> str:
    return f"Play a card for {TARGETS[s.target]}"


def headline(c: Constants, s: State, seat: int) -> str:
    return f"Round {s.round} of {c.rounds}"


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Explain why a card cannot be played."""
    place, _, colour = touched.partition(":")
    if place != "hand" or colour not in COLOURS:
        return None
    if s.played[seat]:
        own = COLOURS[s.played[seat] - 1]
        return Reason("You have already played a card. Undo it to choose another one.", (f"hand:{own}",))
    return Reason(f"You have no {colour} card.") if not s.hand[seat, COLOURS.index(colour)] else None


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """Warn of a card that cannot beat anything, because the seat can see all cards of that colour."""
    beaten, _ = find_beaten(c, s.target, a)
    unseen = COPIES - s.discard[beaten] - s.hand[seat, beaten]
    colour, other = COLOURS[a].capitalize(), COLOURS[beaten]
    return f"{colour} only beats {other}, and no other player can have a {other} card." if unseen == 0 else ""


# ---------------------------------------------------------------------- the log


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """Report a card to the seat that played it; at the end of a round report all cards and their points."""
    if after.round == before.round and not after.over:
        return [] if a == UNSEEN else [LogEntry(f"played {COLOURS[a]} face down", mover)]
    entries = []
    for p in range(c.seats):
        colour, points = COLOURS[after.revealed[p] - 1], after.score[p] - before.score[p]
        entries.append(LogEntry(f"played {colour} and scored {format_count(points, 'point')}", p, (colour,)))
    if not after.over:
        entries.append(LogEntry(f"Round {after.round}: {TARGETS[after.target]}", heading=True))
    return entries


# ---------------------------------------------------------------------- views


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    round: int
    rounds: int
    target: str
    roles: dict[str, str]  # the colours that are base, tint and mud
    hand: list[str]
    played: str  # the seat's own face-down card, or empty
    submitted: list[bool]  # whether each seat has played a card
    revealed: list[str]  # the cards of the previous round
    discard: dict[str, int]  # number of cards by colour
    scores: list[int]


def view(c: Constants, s: State, seat: int) -> View:
    return View(
        round=s.round,
        rounds=c.rounds,
        target=TARGETS[s.target],
        roles={role: COLOURS[k] for role, k in find_roles(c, s).items()},
        hand=[COLOURS[k] for k in list_hand(s, seat)],
        played=COLOURS[s.played[seat] - 1] if seat >= 0 and s.played[seat] else "",
        submitted=[bool((s.submitted >> p) & 1) for p in range(c.seats)],
        revealed=[COLOURS[s.revealed[p] - 1] for p in range(c.seats) if s.revealed[p]],
        discard={name: s.discard[k] for k, name in enumerate(COLOURS)},
        scores=[s.score[p] for p in range(c.seats)],
    )


def find_roles(c: Constants, s: State) -> dict[str, int]:
    """Return the colours that are base, tint and mud of the target."""
    return {"base": c.base[s.target], "tint": c.tint[s.target], "mud": c.mud[s.target]}


def list_hand(s: State, seat: int) -> list[int]:
    """Return the cards in a hand, one by one; a spectator sees none."""
    return [k for k in range(len(COLOURS)) for _ in range(s.hand[seat, k])] if seat >= 0 else []


def terminal_view(c: Constants, s: State, seat: int, names: list[str]) -> Text:
    text = Text("Game over" if s.over else f"Target: {TARGETS[s.target]}", "bold")
    for role, k in find_roles(c, s).items():
        text += Text(f"  {role} ") + format_card(k)
    text += Text(f"\nDiscard pile: {', '.join(f'{s.discard[k]} {name}' for k, name in enumerate(COLOURS))}")
    for p in range(c.seats):
        previous = Text("  last card ") + format_card(s.revealed[p] - 1) if s.revealed[p] else Text()
        submitted = "  has played" if (s.submitted >> p) & 1 else ""
        text += Text(f"\n{names[p]}: {format_count(s.score[p], 'point')}") + previous + Text(submitted)
    if seat >= 0 and count_cards(s.hand[seat]):
        text += Text("\nYour hand: ") + Text(" ").join(format_card(k) for k in list_hand(s, seat))
    return text


def format_card(k: int) -> Text:
    """Return a card as the letter and glyph of its colour, on that colour."""
    colour = LOOK[COLOURS[k]]
    return Text(f" {COLOURS[k][0].upper()}{GLYPHS[k]} ", f"{colour.ink} on {colour.value}")
