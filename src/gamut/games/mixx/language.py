"""What Mixx says: action texts and paths, questions, the log, and what is drawn. Why not is in `reasons`."""

from __future__ import annotations

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.record import Word
from gamut.games.mixx.record import (
    ACROSS,
    CARDS,
    COLOURS,
    LEVEL,
    MOTIFS,
    Constants,
    State,
    card_colour,
    card_motif,
    laid_card,
    laid_place,
)  # fmt: skip
from gamut.games.mixx.rules import line_card

BY_COLOUR = [card_colour(c) * len(MOTIFS) + card_motif(c) for c in range(CARDS)]  # a card's place among all, sorted
AXIS_NAMES = ("level", "upright")  # by place


def card_id(card: int) -> str:
    """`yellow-anchor`."""
    return f"{COLOURS[card_colour(card)]}-{MOTIFS[card_motif(card)]}"


def card_name(card: int) -> str:
    """`yellow anchor`."""
    return card_id(card).replace("-", " ")


CARD_NUMBERS = {card_id(card): card for card in range(CARDS)}


def list_cards(x: Word) -> list[int]:
    """The cards of a set by colour, then motif, as a person sorts them."""
    members, found = int(x), []
    while members:
        lowest = members & -members
        found.append(lowest.bit_length() - 1)
        members ^= lowest
    return sorted(found, key=BY_COLOUR.__getitem__)


def count_cards(x: Word) -> int:
    """The size of a set."""
    return int(x).bit_count()


def say_cards(n: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} card" if n == 1 else f"{n} cards"


def action(c: Constants, a: int) -> str:
    """`lay red fish level`, `lay red fish upright`, `lay red fish across yellow`."""
    place = laid_place(a)
    where = AXIS_NAMES[place] if place < ACROSS else f"across {COLOURS[place - ACROSS]}"
    return f"lay {card_name(laid_card(a))} {where}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """The card, then its place: an axis, or the card of the line that is crossed, by its colour."""
    place = laid_place(a)
    where = f"axis:{AXIS_NAMES[place]}" if place < ACROSS else f"cross:{COLOURS[place - ACROSS]}"
    return f"stock:{card_id(laid_card(a))}", where


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 2, 21 cards in the deck`."""
    if s.over:
        return "The game is over"
    return f"Round {s.round}, {say_cards(s.left)} in the deck"


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


# ---------------------------------------------------------------------- the log


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What a lay was and what came of it."""
    entries = [LogEntry(tell_lay(before, a), mover, (card_id(laid_card(a)),))]
    drawn = list_cards(after.stock[mover] & before.deck)
    entries += [LogEntry(f"drew {card_name(x)}", mover, (card_id(x),)) for x in drawn]
    entries += [LogEntry("could not lay", other) for other in list_missed(c, before, after, mover)]
    if ends_round(before, after):
        entries.append(LogEntry(f"laid last and won {say_cards(count_prize(before))}", mover))
        if not after.over:
            entries.append(LogEntry(f"Round {after.round}", heading=True))
    return entries


def tell_lay(before: State, a: int) -> str:
    """`laid red fish, level`."""
    card, place = laid_card(a), laid_place(a)
    if before.levels == 0:
        return f"began with {card_name(card)}"
    if place >= ACROSS:
        centre = card_name(line_card(before, place - ACROSS))
        return f"laid {card_name(card)} across {centre}, which became the centre"
    return f"laid {card_name(card)}" + (f", {AXIS_NAMES[place]}" if before.centre else "")


def ends_round(before: State, after: State) -> bool:
    """Whether a lay was the last one of its round."""
    return bool(after.over) or after.round > before.round


def count_prize(before: State) -> int:
    """The cards of the cross after one more lay."""
    return before.levels + before.uprights + 1


def list_missed(c: Constants, before: State, after: State, mover: int) -> list[int]:
    """The seats that missed their turn after a lay, in order; who goes on alone makes nobody miss again."""
    if before.alone:
        return []
    everybody = ends_round(before, after) or after.alone
    until = c.seats if everybody else (after.turn - mover) % c.seats
    return [(mover + k) % c.seats for k in range(1, until)]


# ---------------------------------------------------------------------- what is drawn


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
    level_next: int  # where the next card of an axis would lie: 0, before all others, or behind the last one
    upright_next: int
    prize: int  # the cards of the cross
    line_only: bool
    motifs: int
    alone: bool


class Stuck(msgspec.Struct, frozen=True):
    """A seat that could not lay when a round ended."""

    seat: int
    cards: list[str]  # its stock
    fits_now: bool  # a card would fit by now, but the seat had missed and the last one went on alone


class MixxMoment(msgspec.Struct, frozen=True):
    """The end of a round: the whole cross as it lay, with the last card in it."""

    text: str
    round: int
    winner: int
    prize: int  # cards
    last: str  # the card laid last
    level: list[str]
    upright: list[str]
    centre: str
    centre_level: int
    centre_upright: int
    stuck: list[Stuck]
    over: bool  # the game is over too


class Cross(msgspec.Struct, frozen=True):
    """Both axes as they lie: left to right, top to bottom, and the centre's place on each (−1: none)."""

    level: list[int]
    centre_level: int
    upright: list[int]
    centre_upright: int

    @property
    def centre(self) -> str:
        """The id of the centre card; empty while there is none."""
        return card_id(self.level[self.centre_level]) if self.centre_level >= 0 else ""


def grows_before(low: int, high: int) -> bool:
    """Whether the next card goes to the arm before the centre: to the shorter one, with equal arms behind it."""
    return low < high


def next_place(axis: list[int], centre: int) -> int:
    """Where the next card of an axis would lie among the others; without a centre it lengthens the line."""
    return 0 if centre >= 0 and grows_before(centre, len(axis) - 1 - centre) else len(axis)


def spread_arms(order: list[int], low: int, high: int) -> tuple[list[int], int]:
    """Cards as they lie, from arms of `low` and `high` cards and others laid later, and the centre's place.

    `order` holds the later ones.
    """
    before: list[int] = []
    after: list[int] = []
    for card in order:
        if grows_before(low, high):
            before.insert(0, card)
            low += 1
        else:
            after.append(card)
            high += 1
    return [*before, -1, *after], len(before)


def spread_cross(line: list[int], column: list[int], centre: int, fixed_at: int) -> Cross:
    """The axes as they lie, from their cards in the order laid; `centre` and `fixed_at` as in the record."""
    if not centre:
        return Cross(line, -1, [], -1)
    at, first = centre - 1, line[:fixed_at]
    spread, middle = spread_arms(line[fixed_at:], at, fixed_at - 1 - at)
    upright, up = spread_arms(column, 0, 0)
    upright[up] = line[at]
    return Cross(spread[:middle] + first + spread[middle + 1 :], middle + at, upright, up)


def level_cards(s: State) -> list[int]:
    """The cards of the line or the level axis, in the order laid."""
    return [s.level[k] for k in range(s.levels)]


def upright_cards(s: State) -> list[int]:
    """The cards of the upright axis without the centre, in the order laid."""
    return [s.upright[k] for k in range(s.uprights)]


def axes(s: State) -> tuple[list[int], int, list[int], int]:
    """The level axis left to right with its centre's place (−1: none); the upright axis, top to bottom, alike."""
    cross = spread_cross(level_cards(s), upright_cards(s), s.centre, s.fixed_at)
    return cross.level, cross.centre_level, cross.upright, cross.centre_upright


def last_cross(before: State, a: int) -> Cross:
    """The cross with one more card in it."""
    line, column = level_cards(before), upright_cards(before)
    centre, fixed_at = before.centre, before.fixed_at
    if laid_place(a) == LEVEL:
        line.append(laid_card(a))
    else:
        column.append(laid_card(a))
    if laid_place(a) >= ACROSS:
        centre, fixed_at = 1 + line.index(line_card(before, laid_place(a) - ACROSS)), len(line)
    return spread_cross(line, column, centre, fixed_at)


def name_ids(cards: list[int]) -> list[str]:
    """The ids of some cards."""
    return [card_id(card) for card in cards]


def view(c: Constants, s: State, seat: int) -> MixxView:
    """What a table component draws."""
    cross = spread_cross(level_cards(s), upright_cards(s), s.centre, s.fixed_at)
    return MixxView(
        round=s.round,
        turn=-1 if s.over else s.turn,
        deck=s.left,
        stocks=[name_ids(list_cards(s.stock[p])) for p in range(c.seats)],
        won=[count_cards(s.won[p]) for p in range(c.seats)],
        level=name_ids(cross.level),
        upright=name_ids(cross.upright),
        centre=cross.centre,
        centre_level=cross.centre_level,
        centre_upright=cross.centre_upright,
        level_next=next_place(cross.level, cross.centre_level),
        upright_next=next_place(cross.upright, cross.centre_upright),
        prize=s.levels + s.uprights,
        line_only=bool(c.line),
        motifs=count_cards(c.cards) // len(COLOURS),
        alone=bool(s.alone),
    )


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> MixxMoment | None:
    """The end of a round."""
    if not ends_round(before, after):
        return None
    cross, others = last_cross(before, a), [(mover + k) % c.seats for k in range(1, c.seats)]
    reach = c.cards & reach_of(c, cross)
    who = f"{{{others[0]}}}" if len(others) == 1 else "the others"
    ended = " That was the end of the game." if after.over else ""
    return MixxMoment(
        text=f"{{{mover}}} took {say_cards(count_prize(before))}: {who} could not lay.{ended}",
        round=before.round,
        winner=mover,
        prize=count_prize(before),
        last=card_id(laid_card(a)),
        level=name_ids(cross.level),
        upright=name_ids(cross.upright),
        centre=cross.centre,
        centre_level=cross.centre_level,
        centre_upright=cross.centre_upright,
        stuck=[Stuck(p, name_ids(list_cards(after.stock[p])), bool(after.stock[p] & reach)) for p in others],
        over=bool(after.over),
    )


def reach_of(c: Constants, cross: Cross) -> Word:
    """The cards that could be laid beside or across these."""
    level = upright = c.cards
    crossing = c.cards ^ c.cards
    for card in cross.level:
        level = level & c.differs[card]
        crossing = crossing | c.differs[card]
    if cross.upright:
        for card in cross.upright:
            upright = upright & c.differs[card]
        return level | upright
    return level | crossing if len(cross.level) > 1 and not c.line else level
