"""Names, action texts, touch paths and prompts of Prismatic.

Names and ids of cards come from `c.printed`, since an operator can provide other cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import format_count, join_words
from gamut.engine.record import Row, Word
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES, Recipe
from gamut.games.prismatic.paying import owed_colour
from gamut.games.prismatic.record import (
    Constants,
    State,
    decode_action,
    placed_item,
    placed_spot,
    wanted_card,
    wanted_recipe,
)
from gamut.games.prismatic.resolving import pulled_mote
from gamut.games.prismatic.rules import count_chosen_motes

ACTION_NAMES = {rec.PULL: "pull", rec.EMPTY: "empty", rec.DRAW: "draw", rec.DISCARD: "discard", rec.STEAL: "steal"}
ACTION_TEXTS = {
    rec.PULL: "pull a mote",
    rec.EMPTY: "empty a card or the palette",
    rec.DRAW: "draw a card",
    rec.DISCARD: "discard a card",
    rec.STEAL: "steal a card",
    rec.KEEP_ONE: "draw two cards and keep one",
}

NOUNS = {ITEM_NAMES[rec.PRISMATIC]: "prismatic mote", ITEM_NAMES[rec.PRISM]: "prism"}  # colours need none

# ---------------------------------------------------------------------- names


def card_name(c: Constants, card: int) -> str:
    """`Scheele's Green`."""
    return str(c.printed.cards[card].name)


def card_id(c: Constants, card: int) -> str:
    """`scheeles-green`."""
    return str(c.printed.cards[card].id)


def list_cards(cards: Word) -> list[int]:
    """Return the members of a set of cards."""
    bits = int(cards)
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def common_list(s: State) -> list[int]:
    """Return the cards of the common area in order."""
    return [s.common[place] - 1 for place in range(rec.COMMON) if s.common[place]]


def list_items(counts: Row | Sequence[int]) -> list[str]:
    """`["red", "red", "prism"]` for a row of counts."""
    return [ITEM_NAMES[item] for item in range(len(counts)) for _ in range(counts[item])]


def count_words(items: Sequence[str]) -> str:
    """`2 red, blue and a prism` for a list with repeats."""
    counts = {item: items.count(item) for item in items}
    return join_words(name_item(item, n) for item, n in counts.items()) or "nothing"


def name_item(item: str, n: int) -> str:
    """`red`, `2 red`, `a prism`, `2 prismatic motes`."""
    noun = NOUNS.get(item)
    if noun:
        return f"a {noun}" if n == 1 else f"{n} {noun}s"
    return item if n == 1 else f"{n} {item}"


def effect_text(effect: int) -> str:
    """`yellow light`, `a red mote`, `1 prism`, `pull a mote`."""
    if effect < rec.MOTE:
        return f"{COLOUR_NAMES[effect - rec.POOL]} light"
    if effect < rec.ONE_PRISM:
        return f"a {ITEM_NAMES[effect - rec.MOTE]} mote"
    if effect <= rec.THREE_PRISMS:
        return format_count(1 if effect == rec.ONE_PRISM else 3, "prism")
    return ACTION_TEXTS[effect]


def effect_pieces(effect: int) -> tuple[str, ...]:
    """Return the pieces that an effect gives, for the log."""
    if effect < rec.MOTE:
        return (f"pool:{COLOUR_NAMES[effect - rec.POOL]}",)
    if effect < rec.ONE_PRISM:
        return (ITEM_NAMES[effect - rec.MOTE],)
    n_prisms = {rec.ONE_PRISM: 1, rec.THREE_PRISMS: 3}.get(effect, 0)
    return (ITEM_NAMES[rec.PRISM],) * n_prisms


def recipe_text(recipe: Recipe) -> str:
    """`a red mote from magenta and yellow`; what it costs only where there are two recipes."""
    text = effect_text(recipe.gives)
    return f"{text} from {count_words(list_items(recipe.cost))}" if recipe.count > 1 else text


def spot_name(c: Constants, spot: int) -> str:
    """Return the name of a card, or `the palette`."""
    return "the palette" if spot >= rec.PALETTE else card_name(c, spot)


def spot_id(c: Constants, spot: int) -> str:
    """Return the touch id of a card, or `palette`."""
    return "palette" if spot >= rec.PALETTE else f"card:{card_id(c, spot)}"


# ---------------------------------------------------------------------- actions

NAMED = {
    rec.RETURN_MOTE: ("return it to the bag", "bag"),
    rec.TO_COMMON: ("put it in the common area", "common"),
    rec.SKIP_REWARDS: ("skip the rewards", "button:skip"),
    rec.PAY_LIGHT: ("pay with light", "pay:light"),
    rec.PAY_MOTES: ("pay with motes", "pay:motes"),
    rec.DROP_OUT: ("drop out", "button:drop-out"),
    rec.DONE: ("done", "button:done"),
    rec.END_TURN: ("end turn", "button:end"),
}
ON_CARD = {
    rec.CREATE_CARD: "create",
    rec.USE_ABILITY: "use",
    rec.KEEP_CARD: "keep",
    rec.REPLACE_CARD: "replace",
    rec.DISCARD_CARD: "discard",
    rec.STEAL_CARD: "steal",
}


def action_text(c: Constants, a: int) -> str:
    """`make a red mote from …`, `create Aurora`, `place red on the palette`, `bid 2`, `end turn`, …."""
    kind, number = decode_action(a)
    if kind in NAMED:
        return NAMED[kind][0]
    if kind in ON_CARD:
        return f"{ON_CARD[kind]} {card_name(c, number)}"
    if kind == rec.USE_RECIPE:
        recipe = c.printed.board[number]
        return f"{'make' if recipe.gives < rec.PULL else 'use the board to'} {recipe_text(recipe)}"
    if kind == rec.PLACE_ITEM:
        return f"place {name_item(ITEM_NAMES[placed_item(a)], 1)} on {spot_name(c, placed_spot(a))}"
    if kind == rec.EMPTY_SPOT:
        return f"empty {spot_name(c, number)}"
    if kind == rec.TAKE_REWARD:
        return f"{'take ' if number < rec.PULL else ''}{effect_text(number)}"
    return f"choose {COLOUR_NAMES[number]}" if kind == rec.CHOOSE_MOTE else f"bid {number}"


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    """Return the recipe or the card, or an item and then its spot."""
    kind, number = decode_action(a)
    if kind in NAMED:
        return (NAMED[kind][1],)
    if kind in ON_CARD:
        return (f"card:{card_id(c, number)}",)
    if kind == rec.USE_RECIPE:
        return (f"board:{c.printed.board[number].id}",)
    if kind == rec.PLACE_ITEM:
        item = placed_item(a)
        return "stock" if item == rec.PRISM else f"drawn:{ITEM_NAMES[item]}", spot_id(c, placed_spot(a))
    if kind == rec.EMPTY_SPOT:
        return (spot_id(c, number),)
    if kind == rec.TAKE_REWARD:
        return (f"reward:{ITEM_NAMES[number - rec.MOTE] if number < rec.PULL else ACTION_NAMES[number]}",)
    return (f"supply:{COLOUR_NAMES[number]}",) if kind == rec.CHOOSE_MOTE else (f"bid:{number}",)


# ---------------------------------------------------------------------- headline and prompt


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 7 · first to 5 cards`."""
    if s.phase == rec.OVER:
        return "Game over"
    if s.final and s.phase == rec.BIDDING:
        return "Auction before the last round"
    if s.final:
        return name_round(s)
    return f"{'Setup' if s.phase == rec.STARTING else name_round(s)} · first to {c.goal} cards"


def name_round(s: State) -> str:
    return f"Round {s.round} (last)" if s.final else f"Round {s.round}"


def prompt(c: Constants, s: State, seat: int) -> str:
    if s.phase == rec.STARTING:
        return prompt_start(s, seat)
    if s.phase == rec.COMMITTING:
        return "Place motes and prisms, then commit"
    if s.phase == rec.BIDDING:
        return f"Bid more than {s.bid[seat]}, or drop out" if s.bid[seat] else "Bid prisms to go first"
    if s.phase == rec.OVER:
        return "Game over"
    return prompt_turn(c, s, seat)


def prompt_start(s: State, seat: int) -> str:
    left = rec.START_MOTES - count_chosen_motes(s, seat)
    motes = f"choose {'two motes' if left > 1 else 'one more mote'}"
    if s.kept[seat] == 0:
        return f"Keep one card and {motes}" if left else "Keep one card"
    return motes.capitalize() if left else "Choose Done, or undo"


def prompt_turn(c: Constants, s: State, seat: int) -> str:
    if s.task == rec.PAYING:
        wanted = wanted_text(c, s)
        return f"{wanted[0].upper()}{wanted[1:]}: pay {COLOUR_NAMES[owed_colour(s)]} with light or motes?"
    if s.task == rec.REWARDS:
        if s.rewards.bit_count() == 1:
            return f"Take the reward of {card_name(c, wanted_card(s))}, or skip it"
        return f"Take a reward from {card_name(c, wanted_card(s))}, or skip the rest"
    if s.task == rec.PULLED:
        return f"Place the {ITEM_NAMES[pulled_mote(s, seat)]} mote you pulled, or return it to your bag"
    if s.task == rec.PLACING:
        name = card_name(c, list_cards(s.offered[seat])[0])
        if len(common_list(s)) == rec.COMMON:
            return f"Keep {name}, or choose a common card for it to replace"
        return f"Keep {name}, or put it in the common area"
    return TASK_PROMPTS[s.task]


TASK_PROMPTS = {
    rec.ANYTHING: "Use recipes, create cards, or end turn",
    rec.KEEPING: "Keep one of the two cards",
    rec.DISCARDING: "Choose a card to discard",
    rec.STEALING: "Choose a card to steal",
    rec.EMPTYING: "Choose a card or your palette to empty",
}


def wanted_text(c: Constants, s: State) -> str:
    """Return what is being paid for."""
    card = wanted_card(s)
    return effect_text(c.gives[wanted_recipe(s)]) if card < 0 else card_name(c, card)
