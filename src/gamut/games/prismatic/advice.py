"""What speaks for an action in Prismatic, said with a hint."""

from __future__ import annotations

from gamut.games.prismatic.cards import ITEM_NAMES
from gamut.games.prismatic.language import (
    card_name,
    common_list,
    count_words,
    effect_text,
    list_cards,
    list_items,
    say_stars,
)
from gamut.games.prismatic.paying import paying_spot
from gamut.games.prismatic.reasons import missing_items
from gamut.games.prismatic.record import (
    BID,
    CARDS,
    CREATE,
    DONE,
    END_STEP,
    KEEP,
    KEEP_ONE,
    LAY,
    MOTE,
    ONE_PRISM,
    PALETTE,
    POOL,
    PUT_BACK,
    STARTING,
    STEAL_CARD,
    THREE_PRISMS,
    USE,
    Constants,
    State,
    laid_item,
    laid_place,
)  # fmt: skip


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    """`With it Rainbow can be created.`"""
    if CREATE <= a < CREATE + CARDS:
        many = len(list_cards(s.created[seat])) + 1
        return f"It is worth {say_stars(c.stars[a - CREATE])}, and is card {many} of {c.goal}."
    for base in (KEEP, STEAL_CARD):
        if base <= a < base + CARDS:
            return f"It is worth {say_stars(c.stars[a - base])}, for {count_words(list_items(c.price[a - base]))}."
    if a < CREATE:
        return advise_effect(c, s, seat, c.gives[a])
    if a < LAY:
        return advise_effect(c, s, seat, c.ability[a - USE])
    if a < PUT_BACK:
        return advise_laying(c, s, seat, laid_item(a), laid_place(a))
    if a == DONE:
        return "All is chosen." if s.phase == STARTING else "What is not laid goes back to your bag."
    if a == END_STEP:
        return "What lies there is worth more in a later round."
    if a >= BID:
        return "Whoever has the token resolves first, before others take cards."
    return "It keeps the most for what you are collecting."


def advise_effect(c: Constants, s: State, seat: int, effect: int) -> str:
    """What is gained, and for which card."""
    if effect < MOTE:
        cards = [*common_list(s), *list_cards(s.progress[seat])]
        return say_nearer(c, s, seat, ITEM_NAMES[effect - POOL], cards) or "It is light for what you make next."
    if effect < ONE_PRISM:
        return f"You would own {s.motes[seat] + 1} motes to draw from."
    if effect <= THREE_PRISMS:
        return "Prisms stay with you until they are spent."
    return (
        "It brings you a card, and the choice of it." if effect == KEEP_ONE else f"You would {effect_text(effect)}."
    )


def advise_laying(c: Constants, s: State, seat: int, item: int, place: int) -> str:
    """Where an item is of use."""
    if place != PALETTE and int(s.created[seat]) >> place & 1:
        return f"It pays for the ability of {card_name(c, place)}: {effect_text(c.ability[place])}."
    cards = common_list(s) if place == PALETTE else [place]
    return say_nearer(c, s, seat, ITEM_NAMES[item], cards) or "There it can pay for what the board offers."


def say_nearer(c: Constants, s: State, seat: int, item: str, cards: list[int]) -> str:
    """The card that an item brings nearest to its price; empty: none."""
    missing = {k: missing_items(c, s, seat, c.printed.cards[k].cost, paying_spot(s, seat, k)) for k in cards}
    helped = [card for card in cards if item in missing[card]]
    if not helped:
        return ""
    card = min(helped, key=lambda one: len(missing[one]))
    left = list(missing[card])
    left.remove(item)
    if not left:
        return f"With it {card_name(c, card)} can be created."
    return f"It brings {card_name(c, card)} nearer: then it misses {count_words(left)}."
