"""Names, action texts, touch paths and prompts of Mixx."""

from __future__ import annotations

from gamut.engine.presentation import TouchPath, format_count
from gamut.engine.record import Word
from gamut.games.mixx.record import (
    ACROSS,
    CARDS,
    COLOUR_NAMES,
    MOTIF_NAMES,
    ROW,
    Constants,
    State,
    card_colour,
    card_motif,
    decode_action,
)

TARGET_NAMES = ("row", "column")  # of ROW and COLUMN
SORT_KEYS = [card_colour(card) * len(MOTIF_NAMES) + card_motif(card) for card in range(CARDS)]

# ---------------------------------------------------------------------- names


def card_id(card: int) -> str:
    """Return `yellow-anchor`."""
    return f"{COLOUR_NAMES[card_colour(card)]}-{MOTIF_NAMES[card_motif(card)]}"


def card_name(card: int) -> str:
    """Return `yellow anchor`."""
    return card_id(card).replace("-", " ")


CARD_NUMBERS = {card_id(card): card for card in range(CARDS)}


def list_cards(cards: Word) -> list[int]:
    """Return the cards of a set, sorted by colour and motif."""
    return sorted((card for card in range(CARDS) if int(cards) >> card & 1), key=SORT_KEYS.__getitem__)


def list_row(s: State) -> list[int]:
    """Return the cards of the line or the row in the order placed."""
    return [s.row[k] for k in range(s.row_length)]


def list_column(s: State) -> list[int]:
    """Return the cards of the column without the centre in the order placed."""
    return [s.column[k] for k in range(s.column_length)]


# ---------------------------------------------------------------------- actions


def action_text(c: Constants, a: int) -> str:
    card, target = decode_action(a)
    if target >= ACROSS:
        return f"place {card_name(card)} across the {COLOUR_NAMES[target - ACROSS]} card"
    row = "line" if c.line else "line or row"  # with a centre the line becomes the row
    return f"place {card_name(card)} in the {row if target == ROW else TARGET_NAMES[target]}"


def touch_path(c: Constants, a: int) -> TouchPath:
    """Return the card, and then the row, the column, or the card of the line that is crossed, by its colour."""
    card, target = decode_action(a)
    where = f"axis:{TARGET_NAMES[target]}" if target < ACROSS else f"cross:{COLOUR_NAMES[target - ACROSS]}"
    return f"stock:{card_id(card)}", where


# ---------------------------------------------------------------------- prompts


def headline(c: Constants, s: State, seat: int) -> str:
    return "Game over" if s.over else f"Round {s.round}, {format_count(s.deck_size, 'card')} in the deck"


def prompt(c: Constants, s: State, seat: int) -> str:
    if s.row_length == 0:
        return "Begin the round with any card"
    if s.alone:
        opponents = "opponent is" if c.seats == 2 else "opponents are"
        return f"Your {opponents} stuck: keep placing cards"
    if s.centre:
        return "Place a card in the row or the column"
    if s.row_length == 1 or c.line:
        return "Place a card with a new colour and a new motif"
    return "Choose a card to extend the line, or to lay across it"
