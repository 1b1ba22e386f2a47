"""What Mixx says: action texts and paths, questions, the log, and what is drawn."""

from __future__ import annotations

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.record import Word
from gamut.games.mixx.record import ACROSS, CARDS, COLOURS, LEVEL, MOTIFS, Constants, State

BY_COLOUR = [c % 8 * 8 + c // 8 for c in range(CARDS)]  # the place of a card among all, sorted


def card_id(card: int) -> str:
    """`yellow-anchor`."""
    return f"{COLOURS[card % 8]}-{MOTIFS[card // 8]}"


def card_name(card: int) -> str:
    """`yellow anchor`."""
    return card_id(card).replace("-", " ")


def cards(x: Word) -> list[int]:
    """The cards of a set by colour, then motif, as a person sorts them."""
    members, found = int(x), []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return sorted(found, key=BY_COLOUR.__getitem__)


def how_many(x: Word) -> int:
    """The size of a set."""
    return int(x).bit_count()


def action(c: Constants, a: int) -> str:
    """`lay red fish level`, `lay red fish upright`, `lay red fish across 3`."""
    place = a // CARDS
    where = ("level", "upright")[place] if place < ACROSS else f"across {place - ACROSS + 1}"
    return f"lay {card_name(a % CARDS)} {where}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """The card, then its place."""
    place = a // CARDS
    where = ("axis:level", "axis:upright")[place] if place < ACROSS else f"cross:{place - ACROSS}"
    return f"stock:{card_id(a % CARDS)}", where


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.levels == 0:
        return "Begin the round with any card"
    if s.alone:
        return "The others are stuck: lay on as long as you can"
    if s.centre:
        return "Lay a card on one of the two axes"
    if s.levels == 1 or c.line:
        return "Lay a card that differs in colour and motif"
    return "Lengthen the line, or cross it"


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What a lay was and what came of it."""
    card, place = a % CARDS, a // CARDS
    pieces = (card_id(card),)
    if before.levels == 0:
        said = f"began with {card_name(card)}"
    elif place >= ACROSS:
        said = f"laid {card_name(card)} across: {card_name(before.level[place - ACROSS])} is the centre"
    elif not before.centre:
        said = f"laid {card_name(card)}"
    else:
        said = f"laid {card_name(card)}, {'level' if place == LEVEL else 'upright'}"
    lines = [LogEntry(said, mover, pieces)]
    drawn = cards(after.stock[mover] & before.deck)
    lines += [LogEntry(f"drew {card_name(x)}", mover, (card_id(x),)) for x in drawn]
    return lines + _missed(c, before, after, mover) + _ended(c, before, after, mover)


def _missed(c: Constants, before: State, after: State, mover: int) -> list[LogEntry]:
    if before.alone:
        return []
    ended = after.over or after.round > before.round
    until = c.seats if ended or after.alone else (after.turn - mover) % c.seats
    return [LogEntry("could not lay", (mover + k) % c.seats) for k in range(1, until)]


def _ended(c: Constants, before: State, after: State, mover: int) -> list[LogEntry]:
    if not after.over and after.round == before.round:
        return []
    won = how_many(after.won[mover]) - how_many(before.won[mover])
    lines = [LogEntry(f"laid last and won {won} card{'s' if won != 1 else ''}", mover)]
    if not after.over:
        lines.append(LogEntry(f"Round {after.round}", heading=True))
    return lines


class MixxView(msgspec.Struct, frozen=True):
    """The table as everybody sees it: Mixx has no secrets but the deck's order."""

    round: int
    turn: int  # −1: over
    deck: int
    stocks: list[list[str]]
    won: list[int]
    level: list[str]  # left to right
    upright: list[str]  # top to bottom, the centre included; empty while there is none
    centre: str  # empty while there is none
    centre_level: int
    centre_upright: int
    line_only: bool
    motifs: int
    alone: bool


def arms(order: list[int], low: int, high: int) -> tuple[list[int], int]:
    """Cards as they lie, from arms of `low` and `high` cards and others laid later, and the centre's place.

    `order` holds the later ones; each goes to the shorter arm, with equal arms to the right or below.
    """
    before: list[int] = []
    after: list[int] = []
    for card in order:
        if low < high:
            before.insert(0, card)
            low += 1
        else:
            after.append(card)
            high += 1
    return [*before, -1, *after], len(before)


def axes(s: State) -> tuple[list[int], int, list[int], int]:
    """The level axis left to right with its centre's place (−1: none); the upright axis, top to bottom, alike."""
    line = [s.level[k] for k in range(s.levels)]
    if not s.centre:
        return line, -1, [], -1
    at, first = s.centre - 1, line[: s.fixed_at]
    spread, middle = arms(line[s.fixed_at :], at, s.fixed_at - 1 - at)
    level = spread[:middle] + first + spread[middle + 1 :]
    column, up = arms([s.upright[k] for k in range(s.uprights)], 0, 0)
    column[up] = line[at]
    return level, middle + at, column, up


def view(c: Constants, s: State, seat: int) -> MixxView:
    """What a table component draws."""
    level, centre_level, upright, centre_upright = axes(s)
    return MixxView(
        round=s.round,
        turn=-1 if s.over else s.turn,
        deck=s.left,
        stocks=[[card_id(x) for x in cards(s.stock[p])] for p in range(c.seats)],
        won=[how_many(s.won[p]) for p in range(c.seats)],
        level=[card_id(x) for x in level],
        upright=[card_id(x) for x in upright],
        centre=card_id(level[centre_level]) if s.centre else "",
        centre_level=centre_level,
        centre_upright=centre_upright,
        line_only=bool(c.line),
        motifs=how_many(c.cards) // 8,
        alone=bool(s.alone),
    )
