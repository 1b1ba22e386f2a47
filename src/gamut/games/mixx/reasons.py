"""Why a piece of Mixx cannot be touched: for a card, the cards that it is too similar to."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.bits import contains
from gamut.engine.presentation import Reason, add_article
from gamut.games.mixx.presentation import CARD_NUMBERS, card_id, card_name, list_column, list_row
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES, Constants, State, card_colour, card_motif


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Return why a piece cannot be touched now; None if it can, or if there is no such piece."""
    if s.over:
        return Reason("The game is over.")
    if seat != s.turn:
        return Reason("It's not your turn.")
    kind, _, name = touched.partition(":")
    selected = CARD_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    if kind == "stock" and name in CARD_NUMBERS:
        if selected >= 0:
            return Reason(f"The {card_name(selected)} is selected. Choose where to place it.", (card_id(selected),))
        return why_not_card(c, s, seat, CARD_NUMBERS[name])
    if selected < 0:
        return Reason("Choose a card from your stock first.")
    if touched == "axis:row":
        return find_conflict(selected, list_row(s))
    if touched == "axis:column":
        return why_not_column(c, s, selected)
    if kind == "cross" and name in COLOUR_NAMES:
        return why_not_across(c, s, selected, COLOUR_NAMES.index(name))
    return None


def why_not_card(c: Constants, s: State, seat: int, card: int) -> Reason | None:
    """Return why a card cannot be placed anywhere."""
    if not contains(s.stock[seat], card):
        return why_not_owned(c, s, card)
    in_row = find_conflict(card, list_row(s))
    if in_row is None:
        return None
    if s.centre:
        in_column = find_conflict(card, column_with_centre(s))
        if in_column is None:
            return None
        if in_row == in_column:
            return Reason(f"{in_row.text} The centre belongs to both row and column.", in_row.pieces)
        text = f"In the row: {uncapitalise(in_row.text)} In the column: {uncapitalise(in_column.text)}"
        return Reason(text, tuple(dict.fromkeys(in_row.pieces + in_column.pieces)))
    if s.row_length == 1 or c.line:
        return in_row
    return in_row if all(are_similar(card, other) for other in list_row(s)) else None


def why_not_owned(c: Constants, s: State, card: int) -> Reason:
    """Return why a card that is not in the player's stock cannot be placed."""
    if contains(s.placed, card):
        return Reason(f"The {card_name(card)} is already on the table.", (card_id(card),))
    if any(contains(s.stock[other], card) for other in range(c.seats)):
        return Reason(f"The {card_name(card)} is in another player's stock.", (card_id(card),))
    return Reason(f"The {card_name(card)} is not in your stock.")


def why_not_column(c: Constants, s: State, card: int) -> Reason | None:
    if s.centre:
        return find_conflict(card, column_with_centre(s))
    if c.line:
        return Reason("This game has only a line, no column.")
    return Reason("There is no column until the line has been crossed.")


def why_not_across(c: Constants, s: State, card: int, colour: int) -> Reason | None:
    if c.line:
        return Reason("In this game the line can't be crossed.")
    if s.centre:
        centre = s.row[s.centre - 1]
        return Reason(f"The {card_name(centre)} is already the centre.", (card_id(centre),))
    crossed = [other for other in list_row(s) if card_colour(other) == colour]
    if not crossed:
        return Reason(f"There is no {COLOUR_NAMES[colour]} card in the line.")
    if s.row_length == 1:
        return Reason("A single card can't be crossed: the second card must extend the line.", (card_id(crossed[0]),))
    return find_conflict(card, crossed)


def column_with_centre(s: State) -> list[int]:
    return [s.row[s.centre - 1], *list_column(s)]


def are_similar(card: int, other: int) -> bool:
    """Return whether two cards share their colour or their motif."""
    return card_colour(card) == card_colour(other) or card_motif(card) == card_motif(other)


def find_conflict(card: int, others: list[int]) -> Reason | None:
    """Return which cards of a row or column a card is similar to: at most one in colour and one in motif."""
    similar = [other for other in others if are_similar(card, other)]
    if not similar:
        return None
    pieces = tuple(card_id(x) for x in (card, *similar))
    if len(similar) == 2:
        similar.sort(key=lambda other: card_colour(other) != card_colour(card))
        first, second = map(card_name, similar)
        return Reason(f"The {card_name(card)} has the colour of the {first} and the motif of the {second}.", pieces)
    if card_colour(card) == card_colour(similar[0]):
        common = f"are both {COLOUR_NAMES[card_colour(card)]}"
    else:
        common = f"both show {add_article(MOTIF_NAMES[card_motif(card)])}"
    return Reason(f"The {card_name(card)} and the {card_name(similar[0])} {common}.", pieces)


def uncapitalise(text: str) -> str:
    return text[0].lower() + text[1:]
