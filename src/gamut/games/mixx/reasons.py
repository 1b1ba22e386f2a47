"""Why a card cannot be laid: which cards of the cross it clashes with, and in what."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.bits import has
from gamut.engine.language import Reason
from gamut.games.mixx.language import CARD_NUMBERS, card_id, card_name, level_cards, upright_cards
from gamut.games.mixx.record import COLOURS, MOTIFS, Constants, State, card_colour, card_motif

VOWELS = "aeiou"


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Why a card or a place cannot be touched now; None if it can, or if there is no such thing."""
    if s.over:
        return Reason("The game is over.")
    if seat != s.turn:
        return Reason("Wait for your turn.")
    kind, _, name = touched.partition(":")
    chosen = CARD_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    if kind == "stock" and name in CARD_NUMBERS:
        if chosen >= 0:
            return Reason(f"The {card_name(chosen)} is chosen: touch where it goes.", (card_id(chosen),))
        return why_not_card(c, s, seat, CARD_NUMBERS[name])
    if chosen < 0:
        return Reason("Choose a card of your stock first.")
    if touched == "axis:level":
        return find_clash(chosen, level_cards(s))
    if touched == "axis:upright":
        return why_not_upright(c, s, chosen)
    return why_not_across(c, s, chosen, COLOURS.index(name)) if kind == "cross" and name in COLOURS else None


def why_not_card(c: Constants, s: State, seat: int, card: int) -> Reason | None:
    """Why a card cannot be laid at all."""
    if not has(s.stock[seat], card):
        return why_not_mine(c, s, card)
    on_level = find_clash(card, level_cards(s))
    if on_level is None:
        return None
    if s.centre:
        on_upright = find_clash(card, upright_axis(s))
        if on_upright is None:
            return None
        if on_level == on_upright:
            return Reason(f"{on_level.text[:-1]}, and the centre belongs to both axes.", on_level.pieces)
        text = f"Level: {uncapitalise(on_level.text[:-1])}; upright: {uncapitalise(on_upright.text)}"
        return Reason(text, tuple(dict.fromkeys(on_level.pieces + on_upright.pieces)))
    if s.levels == 1 or c.line:
        return on_level
    return on_level if all(clash(card, other) for other in level_cards(s)) else None


def why_not_mine(c: Constants, s: State, card: int) -> Reason:
    """Why a card that is not in the own stock cannot be laid."""
    if has(s.laid, card):
        return Reason(f"The {card_name(card)} has been laid already.", (card_id(card),))
    if any(has(s.stock[other], card) for other in range(c.seats)):
        return Reason(f"The {card_name(card)} lies in the stock of another player.", (card_id(card),))
    return Reason(f"The {card_name(card)} is not in your stock.")


def why_not_upright(c: Constants, s: State, card: int) -> Reason | None:
    """Why a card cannot be laid on the upright axis."""
    if s.centre:
        return find_clash(card, upright_axis(s))
    if c.line:
        return Reason("Only the line is played: there is no upright axis.")
    return Reason("There is no upright axis before a card of the line is crossed.")


def why_not_across(c: Constants, s: State, card: int, colour: int) -> Reason | None:
    """Why a card cannot be laid across the line's card of a colour."""
    if c.line:
        return Reason("Only the line is played: nothing crosses it.")
    if s.centre:
        centre = s.level[s.centre - 1]
        return Reason(f"The centre is settled: it is the {card_name(centre)}.", (card_id(centre),))
    crossed = [other for other in level_cards(s) if card_colour(other) == colour]
    if not crossed:
        return Reason(f"No {COLOURS[colour]} card lies in the line.")
    if s.levels == 1:
        return Reason("One card alone cannot be crossed: the second card makes the line.", (card_id(crossed[0]),))
    return find_clash(card, crossed)


def upright_axis(s: State) -> list[int]:
    """The cards of the upright axis, the centre first."""
    return [s.level[s.centre - 1], *upright_cards(s)]


def clash(card: int, other: int) -> bool:
    """Whether two cards are alike in colour or motif."""
    return card_colour(card) == card_colour(other) or card_motif(card) == card_motif(other)


def find_clash(card: int, others: list[int]) -> Reason | None:
    """Which cards a card is like: at most one of an axis in colour, and one in motif."""
    alike = [other for other in others if clash(card, other)]
    if not alike:
        return None
    pieces = tuple(card_id(x) for x in (card, *alike))
    mine = card_name(card)
    if len(alike) == 2:
        alike.sort(key=lambda other: card_colour(other) != card_colour(card))
        first, second = map(card_name, alike)
        return Reason(f"The {mine} has the colour of the {first} and the motif of the {second}.", pieces)
    other, motif = alike[0], MOTIFS[card_motif(card)]
    article = "an" if motif[0] in VOWELS else "a"
    same = f"are both {COLOURS[card_colour(card)]}" if card_colour(card) == card_colour(other) else (
        f"both show {article} {motif}"
    )  # fmt: skip
    return Reason(f"The {mine} and the {card_name(other)} {same}.", pieces)


def uncapitalise(text: str) -> str:
    """A sentence as part of another."""
    return text[0].lower() + text[1:]
