"""Why something cannot be touched in Prismatic, and what an action would waste."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamut.engine.language import Reason, Touch
from gamut.engine.options import whole
from gamut.games.prismatic.cards import ITEM_NAMES
from gamut.games.prismatic.committing import lies, loose
from gamut.games.prismatic.language import (
    card_name,
    common_list,
    count_words,
    effect_text,
    list_items,
    path,
    say_prisms,
)
from gamut.games.prismatic.paying import can_pay, paying_spot
from gamut.games.prismatic.record import (
    ANYTHING,
    BIDDING,
    BOARD,
    CARDS,
    COLOURS,
    COMMITTING,
    DECLINE,
    DISCARD_CARD,
    DISCARDING,
    EMPTY_SPOT,
    EMPTYING,
    END_STEP,
    KEEP,
    KEEPING,
    MAKE,
    MOST_LEGAL,
    OVER,
    PALETTE,
    PAYING,
    PLACING,
    PRISM,
    PRISMATIC,
    PULLED,
    RESOLVING,
    REWARDS,
    STARTING,
    STEAL_CARD,
    STEALING,
    TAKE_MOTE,
    THREE_PRISMS,
    Constants,
    State,
)  # fmt: skip
from gamut.games.prismatic.resolving import paying_mote
from gamut.games.prismatic.rules import legal

Touches = Sequence[str]


def why_not(c: Constants, s: State, seat: int, touches: Touches, touched: str) -> Reason | None:
    """Why a piece cannot be touched now; nothing for what may be."""
    if touched in next_touches(c, s, seat, touches):
        return None
    text = why_not_now(c, s, seat)
    kind, _, name = touched.partition(":")
    if not text:
        if s.phase == STARTING:
            text = why_not_start(c, s, seat, kind, name)
        elif s.phase == BIDDING:
            text = why_not_bid(s, seat, kind, name)
        elif s.phase == COMMITTING or s.task == PULLED:
            text = why_not_lay(c, s, seat, touches, kind, name)
        elif s.task == ANYTHING:
            text = why_not_step(c, s, seat, kind, name)
        else:
            text = why_not_task(c, s, seat, kind, name)
    return Reason(text or NOT_NOW.get(kind, "That is not on the table."), (*touches, touched))


NOT_NOW = {
    "button": "That is not asked now.",
    "bid": "There is no auction now.",
    "pay": "There is nothing to pay now.",
    "reward": "There is no reward to take now.",
    "supply": "Motes of the supply are gained by creating.",
    "common": "A card goes there when you draw one.",
}


def next_touches(c: Constants, s: State, seat: int, touches: Touches) -> set[Touch]:
    """What may be touched after some touches."""
    out = np.zeros(MOST_LEGAL, np.int32)
    paths = [path(c, int(a)) for a in out[: legal(c, s, seat, out)]]
    many = len(touches)
    return {p[many] for p in paths if p[:many] == tuple(touches) and len(p) > many}


def why_not_now(c: Constants, s: State, seat: int) -> str:
    """Why a seat cannot do anything at all."""
    if s.phase == OVER:
        return "The game is over."
    if s.phase == RESOLVING:
        return "" if s.turn == seat else f"{{{s.turn}}} resolves now; everybody has one step a round."
    if s.due >> seat & 1:
        return ""
    return "You are done: take back to change something, until the others are done too."


def find_card(c: Constants, name: str) -> int:
    """The number of a card by its id; −1: there is none."""
    return next((k for k in range(CARDS) if c.printed.cards[k].id == name), -1)


# ---------------------------------------------------------------------- start and auction


def why_not_start(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    """Choosing a card and two motes."""
    if kind == "card":
        if s.kept[seat]:
            return f"You keep {card_name(c, s.kept[seat] - 1)}: take that back to keep another card."
        return "Only the two cards turned up for you can be kept."
    if kind == "supply":
        if name == ITEM_NAMES[PRISMATIC]:
            return "A prismatic mote cannot be chosen at the start."
        chosen = [s.wished[seat, k] for k in range(COLOURS)]
        return f"You have chosen {count_words(list_items(chosen))}."
    return "First keep a card and choose two motes."


def why_not_bid(s: State, seat: int, kind: str, name: str) -> str:
    """Bidding for the starter token."""
    if kind != "bid" or whole(name) < 0:
        return "First the auction: bid prisms, or none."
    if whole(name) > s.stock[seat]:
        return f"You have only {say_prisms(s.stock[seat])} in stock."
    return f"Bid more than {s.bid[seat]}, or forgo."


# ---------------------------------------------------------------------- laying


def why_not_lay(c: Constants, s: State, seat: int, touches: Touches, kind: str, name: str) -> str:
    """Committing: an item, then a place."""
    pulled = s.phase == RESOLVING
    if not touches:
        if kind == "drawn":
            return f"There is no {name} mote left to lay."
        if kind == "stock":
            only = "Prisms are committed in the commit step only."
            return only if pulled else "There is no prism in your stock."
        if kind == "bag":
            return "Motes that you do not lay go back into the bag when you are done."
        if kind in ("card", "palette"):
            return "Touch a mote or a prism first, then where it goes."
        return "Creations are made in the resolve step, from what lies there then." if kind == "board" else ""
    first, _, colour = touches[0].partition(":")
    item = PRISM if first == "stock" else ITEM_NAMES.index(colour) if colour in ITEM_NAMES else -1
    if item < 0 or not loose(s, seat, item):
        return ""
    card = find_card(c, name) if kind == "card" else -1
    if card < 0:
        return "It goes to your palette or to one of your cards."
    return why_not_on_card(c, s, seat, item, card)


def why_not_on_card(c: Constants, s: State, seat: int, item: int, card: int) -> str:
    """Why a card does not take an item."""
    name, thing = card_name(c, card), ITEM_NAMES[item]
    if card in common_list(s):
        return "Common cards are paid from your palette: lay it there."
    if int(s.created[seat]) >> card & 1:
        if not c.ability[card]:
            return f"{name} has no ability that could use it."
        if c.takes[card] < 0:
            return f"The ability of {name} costs nothing."
        return f"The ability of {name} takes {ITEM_NAMES[c.takes[card]]}, not {thing}."
    if not int(s.progress[seat]) >> card & 1:
        return "Nothing can be laid on the cards of others."
    price = f"its price is {count_words(list_items(c.price[card]))}"
    if item != PRISMATIC and c.price[card, item] == 0:
        return f"{name} does not take {thing}: {price}."
    if item != PRISMATIC and lies(s, card, item) >= c.price[card, item]:
        return f"There is enough {thing} on {name}: {price}."
    return f"All motes for {name} lie there: a prismatic one stands in."


# ---------------------------------------------------------------------- the resolve step


def missing_items(c: Constants, s: State, seat: int, price: Sequence[int], spot: int) -> list[str]:
    """What palette or card and pool lack for a price; prismatic motes stand in first for what comes first."""
    short = [max(price[k] - s.on[spot, k] - s.pool[k], 0) for k in range(COLOURS)]
    lacking = list_items(short)[s.on[spot, PRISMATIC] :]
    return lacking + [ITEM_NAMES[PRISM]] * max(price[PRISM] - s.on[spot, PRISM], 0)


def why_not_step(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    """Creating and using abilities."""
    if kind == "board":
        found = [k for k in range(BOARD) if c.printed.board[k].id == name]
        return why_not_make(c, s, seat, found[0]) if found else ""
    if kind == "card":
        card = find_card(c, name)
        return why_not_card(c, s, seat, card) if card >= 0 else ""
    if kind in ("palette", "bag", "stock", "drawn"):
        return "Committing is over: touch what you want to create or use."
    return ""


def why_not_make(c: Constants, s: State, seat: int, creation: int) -> str:
    """A creation of the board."""
    what = c.printed.board[creation]
    if s.made >> creation & 1:
        return "You have made this in this round; each creation is for once a round."
    if not can_pay(s, c.recipe[creation], PALETTE + seat):
        lacking = missing_items(c, s, seat, what.cost, PALETTE + seat)
        return f"Palette and pool miss {count_words(lacking)}."
    return f"It would do nothing: there is nothing left for {effect_text(what.gives)}."


def why_not_card(c: Constants, s: State, seat: int, card: int) -> str:
    """A card that is to be created or used."""
    name = card_name(c, card)
    if int(s.created[seat]) >> card & 1:
        return why_not_use(c, s, seat, card)
    if card in common_list(s) or int(s.progress[seat]) >> card & 1:
        spot = paying_spot(s, seat, card)
        lacking = missing_items(c, s, seat, c.printed.cards[card].cost, spot)
        if not lacking:
            return f"{name} can be created, but not in the middle of something else."
        where = "Palette and pool miss" if spot >= PALETTE else f"{name} misses"
        return f"{where} {count_words(lacking)}."
    others = [p for p in range(c.seats) if int(s.progress[p] | s.created[p]) >> card & 1]
    return f"{name} belongs to {{{others[0]}}}." if others else f"{name} is not on the table."


def why_not_use(c: Constants, s: State, seat: int, card: int) -> str:
    """The ability of a created card."""
    name = card_name(c, card)
    if not c.ability[card]:
        return f"{name} has no ability."
    if int(s.used) >> card & 1:
        return f"You have used {name} in this round."
    if c.takes[card] >= 0 and paying_mote(c, s, card) < 0:
        return f"{name} needs {ITEM_NAMES[c.takes[card]]} on it; the pool does not pay abilities."
    return f"{name} would do nothing: there is nothing left for {effect_text(c.ability[card])}."


TASK_ASKS = {
    PAYING: "First say how you pay.",
    REWARDS: "First take the rewards, or decline them.",
    PLACING: "Only the card you drew can be kept; it may also go to the common area.",
    KEEPING: "Only one of the two cards you drew can be kept.",
    DISCARDING: "Only cards in your progress area and common cards can be discarded.",
    STEALING: "Only cards in progress of others and common cards can be stolen.",
    EMPTYING: "Choose one of your cards, or your palette, with something on it.",
}


def why_not_task(c: Constants, s: State, seat: int, kind: str, name: str) -> str:
    """The answer to what an effect asks."""
    card = find_card(c, name) if kind == "card" else -1
    owned = card >= 0 and any(int(s.created[p]) >> card & 1 for p in range(c.seats))
    if s.task in (DISCARDING, STEALING) and owned:
        return "Created cards are safe."
    if s.task == STEALING and card >= 0 and int(s.progress[seat]) >> card & 1:
        return f"{card_name(c, card)} is yours already."
    if s.task == PLACING and card in common_list(s):
        return "There is room in the common area: put the card there."
    return TASK_ASKS[s.task]


# ---------------------------------------------------------------------- waste


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """What an action would lose for nothing."""
    if a == END_STEP:
        unused = list_items(s.pool)
        return f"{count_words(unused).capitalize()} in the pool would go out unused" if unused else ""
    if a == DECLINE:
        return "What is left of the rewards would be lost"
    if MAKE <= a < BOARD and c.gives[a] == THREE_PRISMS and s.supply[PRISM] < 3:
        return f"There {'is' if s.supply[PRISM] == 1 else 'are'} only {say_prisms(s.supply[PRISM])} left"
    if DISCARD_CARD <= a < STEAL_CARD and int(s.progress[seat]) >> (a - DISCARD_CARD) & 1:
        return lost_prisms(s, a - DISCARD_CARD)
    if EMPTY_SPOT <= a < TAKE_MOTE:
        place = a - EMPTY_SPOT
        return lost_prisms(s, PALETTE + seat if place == PALETTE else place)
    gets_card = KEEP <= a < KEEP + CARDS or STEAL_CARD <= a < EMPTY_SPOT
    if gets_card and s.phase == RESOLVING and s.final and last_chance(c, s, seat, a):
        return "This is the last round: a card in progress would cost a star"
    return ""


def lost_prisms(s: State, spot: int) -> str:
    """Prisms that would be lost."""
    n = s.on[spot, PRISM]
    return f"{say_prisms(n)} would be lost" if n else ""


def last_chance(c: Constants, s: State, seat: int, a: int) -> bool:
    """Whether the card cannot be created with what is in the pool."""
    card = a - KEEP if a < KEEP + CARDS else a - STEAL_CARD
    return any(c.price[card, k] > s.pool[k] for k in range(COLOURS)) or c.price[card, PRISM] > 0
