"""What is good about a move of Prismatic, shown with a hint: a whole placement, a card, or what an action gains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamut.engine.presentation import format_count, join_words
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.presentation import (
    card_name,
    common_list,
    count_words,
    effect_text,
    list_cards,
    list_items,
)
from gamut.games.prismatic.reasons import missing_items
from gamut.games.prismatic.record import Constants, State, decode_action, placed_spot

MANY_RECIPES = 2  # more are counted instead of named


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    decoded = [decode_action(a) for a in actions]
    kind, number = decoded[0]
    if created := [card for each, card in decoded if each == rec.CREATE_CARD]:
        return advise_cards(c, before, seat, created)
    if spots := [placed_spot(a) for a in actions if decode_action(a)[0] == rec.PLACE_ITEM]:
        return advise_placing(c, before, after, seat, spots)
    if effects := list(list_effects(c, decoded)):
        return advise_effects(c, before, after, seat, effects)
    if kind in (rec.KEEP_CARD, rec.STEAL_CARD):
        return f"Worth {format_count(c.stars[number], 'star')}; costs {count_words(list_items(c.price[number]))}."
    if kind == rec.DISCARD_CARD:
        return advise_discard(before, seat, number)
    if kind == rec.BID and number:
        return "The holder of the starter token goes first and has first choice of the common cards."
    return advise_done(before, seat) if kind == rec.DONE else REASONS[kind]


def list_effects(c: Constants, decoded: Iterable[tuple[int, int]]) -> Iterable[int]:
    """Yield the effects of recipes, abilities and rewards that a move uses."""
    for kind, number in decoded:
        if kind == rec.USE_RECIPE:
            yield c.gives[number]
        elif kind == rec.USE_ABILITY:
            yield c.ability[number]
        elif kind == rec.TAKE_REWARD:
            yield number


def advise_cards(c: Constants, before: State, seat: int, created: Sequence[int]) -> str:
    """`Worth 4 stars; card 3 of 5.`"""
    stars, n = sum(c.stars[card] for card in created), len(list_cards(before.created[seat])) + len(created)
    return f"Worth {format_count(stars, 'star')}; card {n} of {c.goal}."


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


def advise_effects(c: Constants, before: State, after: State, seat: int, effects: Sequence[int]) -> str:
    """Return what effects gain, and for which card."""
    if any(effect < rec.MOTE for effect in effects):
        cards = [*common_list(after), *list_cards(after.progress[seat])]
        helped = describe_helped_card(c, before, after, seat, cards)
        return helped or "You can use the light for another recipe."
    kind = effects[0]
    if kind < rec.ONE_PRISM:
        return f"You'd own {before.motes[seat] + sum(rec.MOTE <= effect < rec.ONE_PRISM for effect in effects)} motes."
    if kind <= rec.THREE_PRISMS:
        return "You keep prisms until you spend them."
    return "You get to choose a new card." if kind == rec.KEEP_ONE else f"You get to {effect_text(kind)}."


# ---------------------------------------------------------------------- placing motes and prisms


def advise_placing(c: Constants, before: State, after: State, seat: int, spots: Sequence[int]) -> str:
    """Return what a whole placement is for: its cards, then the palette."""
    cards = [spot for spot in dict.fromkeys(spots) if spot < rec.PALETTE]
    texts = [describe_filled_card(c, after, seat, card) for card in cards]
    if any(spot >= rec.PALETTE for spot in spots):
        texts.append(describe_palette_use(c, before, after, seat))
    return " ".join(texts)


def describe_filled_card(c: Constants, after: State, seat: int, card: int) -> str:
    if int(after.created[seat]) >> card & 1:
        return (
            f"{card_name(c, card)} can then {effect_text(c.ability[card])}."
            if c.ability[card] >= rec.PULL
            else (f"{card_name(c, card)} can then give {effect_text(c.ability[card])}.")
        )
    return describe_missing(c, after, seat, card)


def describe_missing(c: Constants, s: State, seat: int, card: int) -> str:
    """`You can then create Aurora.` or `Aurora will then need only white and a prism.`"""
    missing = list_missing(c, s, seat, card)
    if not missing:
        return f"You can then create {card_name(c, card)}."
    return f"{card_name(c, card)} will then need only {count_words(missing)}."


def list_missing(c: Constants, s: State, seat: int, card: int) -> list[str]:
    """Return what a card still needs beside what is on it, or for a common card on the palette, and light."""
    is_own = int(s.progress[seat]) >> card & 1
    return missing_items(c, s, seat, c.printed.cards[card].cost, card if is_own else rec.PALETTE + seat)


def describe_palette_use(c: Constants, before: State, after: State, seat: int) -> str:
    """Return what the palette can then pay for: a common card, recipes, or a part of a common card."""
    if ready := [card for card in common_list(after) if not list_missing(c, after, seat, card)]:
        return describe_missing(c, after, seat, max(ready, key=lambda card: c.stars[card]))
    gives = [effect for effect in list_payable(c, after, seat) if effect not in list_payable(c, before, seat)]
    if gives:
        more = f" and {len(gives) - MANY_RECIPES} more" if len(gives) > MANY_RECIPES else ""
        named = ", ".join(gives[:MANY_RECIPES]) if more else join_words(gives, "or")
        return f"The palette can then pay for {named}{more}."
    helped = describe_helped_card(c, before, after, seat, common_list(after))
    return helped or "On the palette they wait for a later round."


def list_payable(c: Constants, s: State, seat: int) -> list[str]:
    """Return what the recipes give that the palette and the light can pay for."""
    recipes = [r for r in c.printed.board if not missing_items(c, s, seat, r.cost, rec.PALETTE + seat)]
    return list(dict.fromkeys(effect_text(recipe.gives) for recipe in recipes))


def describe_helped_card(c: Constants, before: State, after: State, seat: int, cards: Sequence[int]) -> str:
    """Return which card a move brings closest to being paid for; empty: none."""
    then = {card: len(list_missing(c, before, seat, card)) for card in cards}
    now = {card: len(list_missing(c, after, seat, card)) for card in cards}
    helped = [card for card in cards if now[card] < then[card]]
    return describe_missing(c, after, seat, min(helped, key=lambda card: now[card])) if helped else ""
