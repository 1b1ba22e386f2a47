"""What is good about an action of Prismatic, shown with a hint."""

from __future__ import annotations

from gamut.engine.presentation import format_count
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import ITEM_NAMES
from gamut.games.prismatic.paying import paying_spot
from gamut.games.prismatic.presentation import (
    card_name,
    common_list,
    count_words,
    effect_text,
    list_cards,
    list_items,
)
from gamut.games.prismatic.reasons import missing_items
from gamut.games.prismatic.record import Constants, State, decode_action, placed_item, placed_spot


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    kind, number = decode_action(a)
    if kind == rec.USE_RECIPE:
        return advise_effect(c, s, seat, c.gives[number])
    if kind == rec.CREATE_CARD:
        n_created = len(list_cards(s.created[seat])) + 1
        return f"Worth {format_count(c.stars[number], 'star')}; card {n_created} of {c.goal}."
    if kind == rec.USE_ABILITY:
        return advise_effect(c, s, seat, c.ability[number])
    if kind == rec.PLACE_ITEM:
        return advise_placing(c, s, seat, placed_item(a), placed_spot(a))
    if kind in (rec.KEEP_CARD, rec.STEAL_CARD):
        return f"Worth {format_count(c.stars[number], 'star')}; costs {count_words(list_items(c.price[number]))}."
    if kind == rec.DISCARD_CARD:
        return advise_discard(s, seat, number)
    if kind == rec.TAKE_REWARD:
        return advise_effect(c, s, seat, number)
    if kind == rec.BID and number:
        return "The holder of the starter token goes first and has first choice of the common cards."
    if kind == rec.DONE:
        return advise_done(s, seat)
    return REASONS[kind]


REASONS = {
    rec.RETURN_MOTE: "You can draw it again in a later round.",
    rec.TO_COMMON: "You don't need it in your progress area.",
    rec.REPLACE_CARD: "You don't need the new card in your progress area.",
    rec.EMPTY_SPOT: "Its motes return to your bag.",
    rec.SKIP_REWARDS: "The remaining rewards would not help you.",
    rec.PAY_LIGHT: "Your motes can pay for something else.",
    rec.PAY_MOTES: "Your light can pay for something else.",
    rec.CHOOSE_MOTE: "You need this colour most.",
    rec.BID: "You keep your prisms.",
    rec.DROP_OUT: "You keep your prisms.",
    rec.END_TURN: "Your motes are worth more in a later round.",
}


def advise_done(s: State, seat: int) -> str:
    if s.phase == rec.STARTING:
        return "Your choice is complete."
    return "Your other motes return to your bag." if list_items(s.drawn[seat]) else "All your motes are placed."


def advise_discard(s: State, seat: int, card: int) -> str:
    if int(s.progress[seat]) >> card & 1:
        return "An unfinished card costs a star at the end."
    return "A new common card takes its place at the end of the round."


def advise_effect(c: Constants, s: State, seat: int, effect: int) -> str:
    """Return what an effect gains, and for which card."""
    if effect < rec.MOTE:
        cards = [*common_list(s), *list_cards(s.progress[seat])]
        nearer = describe_nearest_card(c, s, seat, ITEM_NAMES[effect - rec.POOL], cards)
        return nearer or "You can use the light for another recipe."
    if effect < rec.ONE_PRISM:
        return f"You'd own {s.motes[seat] + 1} motes."
    if effect <= rec.THREE_PRISMS:
        return "You keep prisms until you spend them."
    return "You get to choose a new card." if effect == rec.KEEP_ONE else f"You get to {effect_text(effect)}."


def advise_placing(c: Constants, s: State, seat: int, item: int, spot: int) -> str:
    """Return what an item is good for on a card or the palette."""
    if spot < rec.PALETTE and int(s.created[seat]) >> spot & 1:
        return f"Pays for the ability of {card_name(c, spot)}: {effect_text(c.ability[spot])}."
    cards = [spot] if spot < rec.PALETTE else common_list(s)
    return describe_nearest_card(c, s, seat, ITEM_NAMES[item], cards) or "You can use it on the board."


def describe_nearest_card(c: Constants, s: State, seat: int, item: str, cards: list[int]) -> str:
    """Return which card an item helps to pay for, the one that needs the least; empty: none."""
    missing = {k: missing_items(c, s, seat, c.printed.cards[k].cost, paying_spot(s, seat, k)) for k in cards}
    helped = [card for card in cards if item in missing[card]]
    if not helped:
        return ""
    card = min(helped, key=lambda card: len(missing[card]))
    others = list(missing[card])
    others.remove(item)
    if not others:
        return f"You can then create {card_name(c, card)}."
    return f"{card_name(c, card)} will then need only {count_words(others)}."
