"""The rules of Mixx. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import NONE, bit, count, lowest, member, rest
from gamut.engine.chance import chance
from gamut.engine.ranking import rank
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import (
    ACROSS,
    AXIS,
    LEVEL,
    UPRIGHT,
    Constants,
    State,
    card_colour,
    cards_of_colour,
    laid_card,
    laid_place,
    lay_action,
)  # fmt: skip


def deal(c: Constants, s: State) -> None:
    """Clauses 1.1–1.3: deal open stocks, choose who begins."""
    s.deck = c.cards
    s.left = count(c.cards)
    for seat in range(c.seats):
        for _ in range(c.stock):
            draw_card(s, seat)
    s.turn = c.first if c.first >= 0 else chance(s, c.seats)
    s.round = 1
    s.reach = c.cards


def draw_card(s: State, seat: int) -> None:
    """One card from the deck to the seat's stock."""
    card = bit(member(s.deck, chance(s, s.left)))
    s.deck = s.deck ^ card
    s.left -= 1
    s.stock[seat] = s.stock[seat] | card


def actors(c: Constants, s: State) -> int:
    """Clause 4.1: one seat at a time."""
    return 0 if s.over else 1 << s.turn


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clauses 2.1–3.1 and 7.4, in ascending order."""
    if s.over or seat != s.turn:
        return 0
    mine = s.stock[seat]
    if s.levels == 0:
        return offer_lays(mine, LEVEL, out, 0)
    n = offer_lays(mine & s.level_open, LEVEL, out, 0)
    if s.centre:
        return offer_lays(mine & s.upright_open, UPRIGHT, out, n)
    if s.levels > 1 and not c.line:
        for colour in range(AXIS):
            if s.laid & cards_of_colour(colour) != NONE:
                n = offer_lays(mine & c.differs[line_card(s, colour)], ACROSS + colour, out, n)
    return n


def line_card(s: State, colour: int) -> int:
    """The card of a colour in a line that has one."""
    return lowest(s.laid & cards_of_colour(colour))


def offer_lays(cards: Word, place: int, out: Row, n: int) -> int:
    """Write the actions that lay one of the cards at a place."""
    while cards != NONE:
        out[n] = lay_action(lowest(cards), place)
        cards = rest(cards)
        n += 1
    return n


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Clause 4.2: lay a card, draw one, pass the turn."""
    card = laid_card(a)
    lay_card(c, s, card, laid_place(a))
    s.laid = s.laid | bit(card)
    s.stock[seat] = s.stock[seat] ^ bit(card)
    if s.left:
        draw_card(s, seat)
    if not pass_turn(c, s, seat):
        end_round(c, s, seat)


def lay_card(c: Constants, s: State, card: int, place: int) -> None:
    """Put the card down and renew what may follow it."""
    differs = c.differs[card]
    if place == LEVEL:
        s.level_open = differs if s.levels == 0 else s.level_open & differs
        s.level[s.levels] = card
        s.levels += 1
        if not s.centre:
            s.corner_open = s.corner_open | differs
    else:
        if place != UPRIGHT:
            fix_centre(c, s, place - ACROSS)
        s.upright_open = s.upright_open & differs
        s.upright[s.uprights] = card
        s.uprights += 1
    s.reach = s.level_open
    if s.centre:
        s.reach = s.reach | s.upright_open
    elif s.levels > 1 and not c.line:
        s.reach = s.reach | s.corner_open


def fix_centre(c: Constants, s: State, colour: int) -> None:
    """Clause 2.4: the line's card of a colour becomes the centre."""
    k = 0
    while card_colour(s.level[k]) != colour:
        k += 1
    s.centre = k + 1
    s.fixed_at = s.levels
    s.corner_open = NONE
    s.upright_open = c.differs[s.level[k]]


def pass_turn(c: Constants, s: State, seat: int) -> bool:
    """Clauses 4.1, 4.3 and 4.4: the next seat that can lay, or the same one alone; false when the round is over."""
    if not s.alone:
        for k in range(1, c.seats):
            other = (seat + k) % c.seats
            if s.stock[other] & s.reach != NONE:
                s.turn = other
                return True
        s.alone = 1
    return bool(s.stock[seat] & s.reach)


def end_round(c: Constants, s: State, seat: int) -> None:
    """Clauses 5.1–5.3 and 6.1: the seat that laid last wins the cards; a new round, or the end."""
    s.won[seat] = s.won[seat] | s.laid
    if s.left == 0:
        s.over = 1
        return
    s.turn = 1 - seat if c.seats == 2 else seat
    s.round += 1
    clear_table(c, s)


def clear_table(c: Constants, s: State) -> None:
    """An empty table."""
    for k in range(AXIS):
        s.level[k] = 0
        s.upright[k] = 0
    s.laid = s.level_open = s.upright_open = s.corner_open = NONE
    s.reach = c.cards
    s.levels = s.uprights = s.centre = s.fixed_at = s.alone = 0


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 6.2–6.3."""
    for seat in range(c.seats):
        scores[seat] = count(s.won[seat])
    rank(scores, ranks, c.seats)
    return 0
