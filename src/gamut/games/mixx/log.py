"""The log of Mixx, and the moment at the end of a round."""

from __future__ import annotations

from gamut.engine.presentation import LogEntry, format_count
from gamut.games.mixx.presentation import TARGET_NAMES, card_id, card_name, list_cards
from gamut.games.mixx.record import ACROSS, Constants, State, decode_action
from gamut.games.mixx.rules import line_card
from gamut.games.mixx.view import Moment, cross_after, view_cross


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    card, _ = decode_action(a)
    entries = [LogEntry(describe_action(before, a), mover, (card_id(card),))]
    drawn = list_cards(after.stock[mover] & before.deck)
    entries += [LogEntry(f"drew the {card_name(card)}", mover, (card_id(card),)) for card in drawn]
    entries += [LogEntry("could not place a card", other) for other in list_missed(c, before, after, mover)]
    if ends_round(before, after):
        entries.append(LogEntry(f"placed the last card and won {format_count(count_prize(before), 'card')}", mover))
        if not after.over:
            entries.append(LogEntry(f"Round {after.round}", heading=True))
    return entries


def describe_action(before: State, a: int) -> str:
    """Return `placed the red fish in the row`."""
    card, target = decode_action(a)
    if before.row_length == 0:
        return f"began with the {card_name(card)}"
    if target >= ACROSS:
        centre = card_name(line_card(before, target - ACROSS))
        return f"placed the {card_name(card)} across the {centre}, which became the centre"
    return f"placed the {card_name(card)}" + (f" in the {TARGET_NAMES[target]}" if before.centre else "")


def ends_round(before: State, after: State) -> bool:
    return bool(after.over) or after.round > before.round


def count_prize(before: State) -> int:
    """Return the number of cards in the cross after one more."""
    return before.row_length + before.column_length + 1


def list_missed(c: Constants, before: State, after: State, mover: int) -> list[int]:
    """Return the seats that missed their turn after an action, in order; they are listed once when one plays alone."""
    if before.alone:
        return []
    all_missed = ends_round(before, after) or after.alone
    end = c.seats if all_missed else (after.turn - mover) % c.seats
    return [(mover + k) % c.seats for k in range(1, end)]


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> Moment | None:
    if not ends_round(before, after):
        return None
    card, _ = decode_action(a)
    stuck = f"{{{1 - mover}}} could not" if c.seats == 2 else "no one else could"
    won, game_over = format_count(count_prize(before), "card"), " The game is over." if after.over else ""
    return Moment(
        text=f"{{{mover}}} won {won}: {stuck} place a card.{game_over}",
        last_card=card_id(card),
        cross=view_cross(cross_after(before, a)),
    )
