"""The rules of Mixx: the deal, legal actions, and playing them. Clause numbers are those of RULES.md."""

from __future__ import annotations

from gamut.engine.bits import EMPTY_SET, bit, count, lowest, nth_member, without_lowest
from gamut.engine.chance import chance
from gamut.engine.ranking import rank_scores
from gamut.engine.record import Row, Word
from gamut.games.mixx.record import (
    ACROSS,
    COLUMN,
    MAX_LINE,
    N_COLOURS,
    ROW,
    Constants,
    State,
    card_colour,
    cards_of_colour,
    decode_action,
    encode_action,
)


def deal(c: Constants, s: State) -> None:
    """Clauses 1.1–1.3: deal the stocks and choose the first player."""
    s.deck = c.cards
    s.deck_size = count(c.cards)
    for seat in range(c.seats):
        for _ in range(c.stock):
            draw_card(s, seat)
    s.turn = c.first if c.first >= 0 else chance(s, c.seats)
    s.round = 1
    s.playable = c.cards


def draw_card(s: State, seat: int) -> None:
    card = bit(nth_member(s.deck, chance(s, s.deck_size)))
    s.deck = s.deck ^ card
    s.deck_size -= 1
    s.stock[seat] = s.stock[seat] | card


def actors(c: Constants, s: State) -> int:
    """Clause 4.1: one seat at a time."""
    return 0 if s.over else 1 << s.turn


# ---------------------------------------------------------------------- where cards fit


def legal(c: Constants, s: State, seat: int, out: Row) -> int:
    """Clauses 2.1–3.1 and 7.4."""
    if s.over or seat != s.turn:
        return 0
    stock = s.stock[seat]
    if s.row_length == 0:
        return write_actions(stock, ROW, out, 0)
    n = write_actions(stock & s.row_fits, ROW, out, 0)
    if s.centre:
        return write_actions(stock & s.column_fits, COLUMN, out, n)
    if s.row_length > 1 and not c.line:
        for colour in range(N_COLOURS):
            if s.placed & cards_of_colour(colour) != EMPTY_SET:
                n = write_actions(stock & c.differs[line_card(s, colour)], ACROSS + colour, out, n)
    return n


def write_actions(cards: Word, target: int, out: Row, n: int) -> int:
    """Write the actions that place one of the cards at a target; return the new number of actions."""
    while cards != EMPTY_SET:
        out[n] = encode_action(lowest(cards), target)
        cards = without_lowest(cards)
        n += 1
    return n


def line_card(s: State, colour: int) -> int:
    """Return the card of a colour in the line, which must have one."""
    return lowest(s.placed & cards_of_colour(colour))


def fits_after(c: Constants, s: State, card: int, target: int) -> tuple[Word, Word, Word]:
    """Return `row_fits`, `column_fits` and `crossing_fits` after a card is placed."""
    differs = c.differs[card]
    if target == ROW:
        row_fits = differs if s.row_length == 0 else s.row_fits & differs
        return row_fits, s.column_fits, s.crossing_fits if s.centre else s.crossing_fits | differs
    if target == COLUMN:
        return s.row_fits, s.column_fits & differs, s.crossing_fits
    return s.row_fits, c.differs[line_card(s, target - ACROSS)] & differs, EMPTY_SET


def playable_after(c: Constants, s: State, card: int, target: int) -> Word:
    """Return `playable` after a card is placed."""
    row_fits, column_fits, crossing_fits = fits_after(c, s, card, target)
    if s.centre or target != ROW:
        return row_fits | column_fits
    return row_fits | crossing_fits if s.row_length > 0 and not c.line else row_fits


# ---------------------------------------------------------------------- playing


def play(c: Constants, s: State, seat: int, a: int) -> None:
    """Clause 4.2: place a card, draw one, and pass the turn."""
    card, target = decode_action(a)
    place_card(c, s, card, target)
    s.stock[seat] = s.stock[seat] ^ bit(card)
    if s.deck_size:
        draw_card(s, seat)
    if not pass_turn(c, s, seat):
        end_round(c, s, seat)


def place_card(c: Constants, s: State, card: int, target: int) -> None:
    s.playable = playable_after(c, s, card, target)
    s.row_fits, s.column_fits, s.crossing_fits = fits_after(c, s, card, target)
    s.placed = s.placed | bit(card)
    if target == ROW:
        s.row[s.row_length] = card
        s.row_length += 1
        return
    if target != COLUMN:
        set_centre(s, target - ACROSS)
    s.column[s.column_length] = card
    s.column_length += 1


def set_centre(s: State, colour: int) -> None:
    """Clause 2.4: make the card of a colour in the line the centre."""
    k = 0
    while card_colour(s.row[k]) != colour:
        k += 1
    s.centre = k + 1
    s.crossed_length = s.row_length


def pass_turn(c: Constants, s: State, seat: int) -> bool:
    """Clauses 4.1, 4.3 and 4.4: find the next seat that can place a card; return False if the round is over."""
    if not s.alone:
        for k in range(1, c.seats):
            other = (seat + k) % c.seats
            if s.stock[other] & s.playable != EMPTY_SET:
                s.turn = other
                return True
        s.alone = 1
    return bool(s.stock[seat] & s.playable)


def end_round(c: Constants, s: State, seat: int) -> None:
    """Clauses 5.1–5.3 and 6.1: the seat that placed the last card wins the cross; begin a new round or end the game."""
    s.won[seat] = s.won[seat] | s.placed
    if s.deck_size == 0:
        s.over = 1
        return
    s.turn = 1 - seat if c.seats == 2 else seat
    s.round += 1
    clear_table(c, s)


def clear_table(c: Constants, s: State) -> None:
    for k in range(MAX_LINE):
        s.row[k] = 0
        s.column[k] = 0
    s.placed = s.row_fits = s.column_fits = s.crossing_fits = EMPTY_SET
    s.playable = c.cards
    s.row_length = s.column_length = s.centre = s.crossed_length = s.alone = 0


def result(c: Constants, s: State, scores: Row, ranks: Row) -> int:
    """Clauses 6.2–6.3: rank by cards won."""
    for seat in range(c.seats):
        scores[seat] = count(s.won[seat])
    rank_scores(scores, ranks, c.seats)
    return 0
