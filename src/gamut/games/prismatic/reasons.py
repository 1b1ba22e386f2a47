"""Why a piece of Prismatic cannot be touched now, and warnings about actions that would waste something."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamut.engine.options import parse_digits
from gamut.engine.presentation import PathElement, Reason, format_count
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import ITEM_NAMES
from gamut.games.prismatic.committing import count_committed, count_uncommitted
from gamut.games.prismatic.paying import can_pay, paying_spot
from gamut.games.prismatic.presentation import (
    NOUNS,
    card_name,
    common_list,
    count_words,
    effect_text,
    list_cards,
    list_items,
    name_item,
    touch_path,
)
from gamut.games.prismatic.record import Constants, State, decode_action, seat_spot
from gamut.games.prismatic.resolving import can_create, can_happen, can_use, can_use_recipe, paying_mote
from gamut.games.prismatic.rules import legal

Touches = Sequence[str]
FINISH_FIRST = "Finish the current action first."


def why_not(c: Constants, s: State, seat: int, touches: Touches, touched: str) -> Reason | None:
    if touched in next_touches(c, s, seat, touches):
        return None
    text = why_not_now(c, s, seat)
    kind, _, name = touched.partition(":")
    if not text:
        if s.phase == rec.STARTING:
            text = why_not_start(c, s, seat, kind, name)
        elif s.phase == rec.BIDDING:
            text = why_not_bid(s, seat, kind, name)
        elif s.phase == rec.COMMITTING or s.task == rec.PULLED:
            text = why_not_place(c, s, seat, touches, kind, name)
        elif s.task == rec.ANYTHING:
            text = why_not_create(c, s, seat, kind, name)
        else:
            text = why_not_task(c, s, seat, kind, name)
    return Reason(text or NOT_NOW.get(kind, "That is not on the table."), (*touches, touched))


NOT_NOW = {
    "button": "You can't do that now.",
    "bid": "There is no auction now.",
    "pay": "There is nothing to pay now.",
    "reward": "There is no reward to take now.",
    "supply": "You get motes by making them on the board.",
    "common": "You can put a card there when you draw one.",
}


def next_touches(c: Constants, s: State, seat: int, touches: Touches) -> set[PathElement]:
    """Return what can be touched after some touches."""
    actions = np.zeros(rec.MAX_LEGAL, np.int32)
    paths = [touch_path(c, int(a)) for a in actions[: legal(c, s, seat, actions)]]
    n = len(touches)
    return {path[n] for path in paths if path[:n] == tuple(touches) and len(path) > n}


def why_not_now(c: Constants, s: State, seat: int) -> str:
    """Return why a seat cannot do anything at all; empty: it can."""
    if s.phase == rec.OVER:
        return "The game is over."
    if s.phase == rec.RESOLVING:
        return "" if s.turn == seat else f"It's {{{s.turn}}}'s turn."
    if s.due >> seat & 1:
        return ""
    if s.phase == rec.COMMITTING:
        return "You've committed. You can still undo while others are choosing."
    return "You've chosen. You can still undo while others are choosing."


def find_card(c: Constants, name: str) -> int:
    """Return the number of the card with this id; −1: none."""
    return next((k for k in range(rec.CARDS) if c.printed.cards[k].id == name), -1)


# ---------------------------------------------------------------------- start and auction


def why_not_start(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    if kind == "card":
        if s.kept[seat]:
            return f"You have chosen {card_name(c, s.kept[seat] - 1)}. Undo to choose another card."
        return "You can keep only one of the two cards that you were dealt."
    if kind == "supply":
        if name == ITEM_NAMES[rec.PRISMATIC]:
            return "You can't choose a prismatic mote."
        return f"You have already chosen {count_words(list_items(s.chosen_motes[seat]))}."
    return "Keep a card and choose two motes first."


def why_not_bid(s: State, seat: int, kind: str, name: str) -> str:
    if kind != "bid" or parse_digits(name) < 0:
        return "Bid for the starter token first. You may bid nothing."
    if parse_digits(name) > s.stock[seat]:
        return f"You have only {format_count(s.stock[seat], 'prism')} in stock."
    return f"Bid more than {s.bid[seat]}, or drop out."


# ---------------------------------------------------------------------- placing motes and prisms


def why_not_place(c: Constants, s: State, seat: int, touches: Touches, kind: str, name: str) -> str:
    """Return why an item, or after an item its spot, cannot be chosen."""
    pulled = s.phase == rec.RESOLVING
    if not touches:
        if kind == "drawn":
            return f"You have no {name} mote left to place."
        if kind == "stock":
            return "Prisms can be placed only before you commit." if pulled else "You have no prisms in stock."
        if kind == "bag":
            return "Motes that you don't place return to your bag."
        if kind in ("card", "palette"):
            return "Choose a mote or a prism first, then its place."
        return "You can use the board on your turn, once all players have committed." if kind == "board" else ""
    first, _, colour = touches[0].partition(":")
    item = rec.PRISM if first == "stock" else ITEM_NAMES.index(colour) if colour in ITEM_NAMES else -1
    if item < 0 or not count_uncommitted(s, seat, item):
        return ""
    card = find_card(c, name) if kind == "card" else -1
    if card < 0:
        return "Place it on your palette or on one of your cards."
    return why_not_on_card(c, s, seat, item, card)


def why_not_on_card(c: Constants, s: State, seat: int, item: int, card: int) -> str:
    """Return why an item cannot be placed on a card."""
    name, item_name = card_name(c, card), f"{NOUNS[ITEM_NAMES[item]]}s" if item >= rec.PRISMATIC else ITEM_NAMES[item]
    if card in common_list(s):
        return "Pay for common cards from your palette – place it there."
    if int(s.created[seat]) >> card & 1:
        if not c.ability[card]:
            return f"{name} has no ability to pay for."
        if c.takes[card] < 0:
            return f"The ability of {name} is free."
        return f"The ability of {name} takes {name_item(ITEM_NAMES[c.takes[card]], 1)}, not {item_name}."
    if not int(s.progress[seat]) >> card & 1:
        return "You can't place anything on other players' cards."
    price = f"its price is {count_words(list_items(c.price[card]))}"
    if item != rec.PRISMATIC and c.price[card, item] == 0:
        return f"{name} doesn't take {item_name}: {price}."
    if item != rec.PRISMATIC and count_committed(s, card, item) >= c.price[card, item]:
        return f"{name} has enough {item_name}: {price}."
    return f"{name} already has all its motes."


# ---------------------------------------------------------------------- creating


def missing_items(c: Constants, s: State, seat: int, price: Sequence[int], spot: int) -> list[str]:
    """Return what a price still needs beside what is on a spot and the light; prismatic motes pay the first colours."""
    there = [count_committed(s, spot, item) for item in range(rec.ITEMS)]
    short = [max(price[k] - there[k] - s.pool[k], 0) for k in range(rec.N_COLOURS)]
    missing = list_items(short)[there[rec.PRISMATIC] :]
    return missing + [ITEM_NAMES[rec.PRISM]] * max(price[rec.PRISM] - there[rec.PRISM], 0)


def why_not_create(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    if kind == "board":
        numbers = [k for k in range(rec.RECIPES) if c.printed.board[k].id == name]
        return why_not_recipe(c, s, seat, numbers[0]) if numbers else ""
    if kind == "card":
        card = find_card(c, name)
        return why_not_card(c, s, seat, card) if card >= 0 else ""
    if kind in ("palette", "bag", "stock", "drawn"):
        return "You can't place motes now. Choose what to create or use."
    return ""


def why_not_recipe(c: Constants, s: State, seat: int, recipe: int) -> str:
    """Return why a recipe cannot be used."""
    printed = c.printed.board[recipe]
    if s.made >> recipe & 1:
        return "Already used – each recipe works once per round."
    if not can_pay(s, c.recipe_price[recipe], rec.PALETTE + seat):
        return f"You need {count_words(missing_items(c, s, seat, printed.cost, rec.PALETTE + seat))}."
    return why_no_effect(c, s, seat, printed.gives)


def why_no_effect(c: Constants, s: State, seat: int, effect: int) -> str:
    """Return why an effect would do nothing now."""
    if effect != rec.EMPTY and can_happen(c, s, seat, effect, 0):
        return FINISH_FIRST
    if rec.MOTE <= effect <= rec.THREE_PRISMS:
        item = "prisms" if effect >= rec.ONE_PRISM else f"{ITEM_NAMES[effect - rec.MOTE]} motes"
        return f"There are no {item} left."
    return NO_TARGET[effect]


NO_TARGET = {
    rec.PULL: "Your bag is empty.",
    rec.EMPTY: "There is nothing to empty.",
    rec.DRAW: "There are no cards left to draw.",
    rec.DISCARD: "There is no card to discard.",
    rec.STEAL: "There is no card to steal.",
    rec.KEEP_ONE: "There are no cards left to draw.",
}


def why_not_card(c: Constants, s: State, seat: int, card: int) -> str:
    """Return why a card cannot be created or used."""
    name = card_name(c, card)
    if int(s.created[seat]) >> card & 1:
        return why_not_use(c, s, seat, card)
    if card in common_list(s) or int(s.progress[seat]) >> card & 1:
        spot = paying_spot(s, seat, card)
        missing = missing_items(c, s, seat, c.printed.cards[card].cost, spot)
        if not missing:
            return FINISH_FIRST
        if spot >= rec.PALETTE:
            return f"You need {count_words(missing)}."
        return f"{name} still needs {count_words(missing)}."
    owners = [p for p in range(c.seats) if int(s.progress[p] | s.created[p]) >> card & 1]
    return f"{name} belongs to {{{owners[0]}}}." if owners else f"{name} is not on the table."


def why_not_use(c: Constants, s: State, seat: int, card: int) -> str:
    """Return why the ability of a created card cannot be used."""
    name = card_name(c, card)
    if not c.ability[card]:
        return f"{name} has no ability."
    if int(s.used) >> card & 1:
        return f"Already used – {name} works once per round."
    if c.takes[card] >= 0 and paying_mote(c, s, card) < 0:
        return f"{name} needs {name_item(ITEM_NAMES[c.takes[card]], 1)} on it; light can't pay for abilities."
    return why_no_effect(c, s, seat, c.ability[card])


TASK_FIRST = {
    rec.PAYING: "Choose how to pay first.",
    rec.REWARDS: "Take the rewards first, or skip them.",
    rec.PLACING: "First keep the card that you drew, or put it in the common area.",
    rec.KEEPING: "You can keep only one of the two cards that you drew.",
    rec.DISCARDING: "You can discard only common cards and your cards in progress.",
    rec.STEALING: "You can steal only common cards and other players' cards in progress.",
    rec.EMPTYING: "Choose one of your cards, or your palette, with something on it.",
}


def why_not_task(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    card = find_card(c, name) if kind == "card" else -1
    is_created = card >= 0 and any(int(s.created[p]) >> card & 1 for p in range(c.seats))
    if s.task in (rec.DISCARDING, rec.STEALING) and is_created:
        return "Created cards are safe."
    if s.task == rec.STEALING and card >= 0 and int(s.progress[seat]) >> card & 1:
        return f"{card_name(c, card)} is already yours."
    if s.task == rec.PLACING and card in common_list(s):
        return "The common area has an empty place: put the card there."
    return TASK_FIRST[s.task]


# ---------------------------------------------------------------------- warnings


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    kind, number = decode_action(a)
    if kind == rec.END_TURN:
        return warn_end(c, s, seat)
    if kind == rec.DONE and s.phase == rec.COMMITTING:
        return warn_empty_commit(c, s, seat)
    if kind == rec.SKIP_REWARDS:
        return "You'd lose the remaining rewards."
    if kind == rec.USE_RECIPE and c.gives[number] == rec.THREE_PRISMS:
        prisms = s.supply[rec.PRISM] + c.recipe_price[number, rec.PRISM]
        return f"Only {format_count(prisms, 'prism')} left." if prisms < 3 else ""
    if kind == rec.DISCARD_CARD and int(s.progress[seat]) >> number & 1:
        return warn_lost_prisms(s, number)
    if kind == rec.EMPTY_SPOT:
        return warn_lost_prisms(s, seat_spot(seat, number))
    gets_card = kind in (rec.KEEP_CARD, rec.STEAL_CARD)
    if gets_card and s.phase == rec.RESOLVING and s.final and is_out_of_reach(c, s, number):
        return "Last round: an unfinished card costs a star."
    return ""


def warn_empty_commit(c: Constants, s: State, seat: int) -> str:
    n = len(list_items(s.drawn[seat]))
    if not n or has_placed(c, s, seat):
        return ""
    return f"Commit nothing? Your {'mote returns' if n == 1 else f'{n} motes return'} to your bag."


def warn_end(c: Constants, s: State, seat: int) -> str:
    """Return what ending the turn would leave: cards that can be created, gains of abilities, and light."""
    if (card := find_ready(c, s, seat)) >= 0:
        return f"You can still create {card_name(c, card)} ({format_count(c.stars[card], 'star')})."
    if (card := find_gain(c, s, seat)) >= 0:
        price = "" if c.takes[card] >= 0 else " for free"
        return f"You can still use {card_name(c, card)}: {effect_text(c.ability[card])}{price}."
    unused = list_items(s.pool)
    return f"You'd lose your unused light: {count_words(unused)}." if unused and can_use_light(c, s, seat) else ""


def can_use_light(c: Constants, s: State, seat: int) -> bool:
    """Return whether light could pay for a recipe; if a card could be created, the warning is about the card."""
    prices = [c.recipe_price[recipe] for recipe in range(rec.RECIPES) if can_use_recipe(c, s, seat, recipe)]
    return any(s.pool[colour] and price[colour] for price in prices for colour in range(rec.N_COLOURS))


def find_ready(c: Constants, s: State, seat: int) -> int:
    """Return the card with the most stars that can be created now; NO_CARD: none."""
    ready = [card for card in (*list_cards(s.progress[seat]), *common_list(s)) if can_create(c, s, seat, card)]
    return max(ready, key=lambda card: c.stars[card], default=rec.NO_CARD)


def find_gain(c: Constants, s: State, seat: int) -> int:
    """Return a card whose ability is free or paid and gives something to keep; NO_CARD: none."""
    for card in list_cards(s.created[seat] & ~s.used):
        if rec.MOTE <= c.ability[card] < rec.PULL and can_use(c, s, seat, card):
            return card
    return rec.NO_CARD


def instead(c: Constants, s: State, seat: int, a: int) -> int:
    """Return the action that creates the card or uses the ability that ending the turn would leave."""
    if a != rec.END_TURN:
        return -1
    if (card := find_ready(c, s, seat)) >= 0:
        return rec.CREATE_CARD + card
    return rec.USE_ABILITY + card if (card := find_gain(c, s, seat)) >= 0 else -1


def has_placed(c: Constants, s: State, seat: int) -> bool:
    """Return whether a seat has placed anything in this round."""
    spots = [rec.PALETTE + seat, *list_cards(s.progress[seat] | s.created[seat])]
    return any(s.placed[spot, item] for spot in spots for item in range(rec.ITEMS))


def warn_lost_prisms(s: State, spot: int) -> str:
    n = s.on[spot, rec.PRISM]
    return f"You'd lose {format_count(n, 'prism')}." if n else ""


def is_out_of_reach(c: Constants, s: State, card: int) -> bool:
    """Return whether the light cannot pay for a card."""
    return any(c.price[card, k] > s.pool[k] for k in range(rec.N_COLOURS)) or c.price[card, rec.PRISM] > 0
