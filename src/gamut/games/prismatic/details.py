"""What a card, recipe, mote, place, button or player of Prismatic is. Texts follow from what the card file prints."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.options import parse_digits
from gamut.engine.presentation import Detail, Effect, Fact, Goal, PieceCount, format_count, join_words
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import COLOUR_NAMES, EFFECT_NAMES, ITEM_NAMES, TYPES, Card
from gamut.games.prismatic.presentation import (
    ACTION_NAMES,
    card_id,
    card_name,
    common_list,
    count_words,
    effect_pieces,
    effect_text,
    list_cards,
    list_items,
)
from gamut.games.prismatic.reasons import find_card
from gamut.games.prismatic.record import Constants, State
from gamut.games.prismatic.scoring import own_prisms, standing
from gamut.games.prismatic.view import (
    Funds,
    Score,
    board_price,
    common_price,
    count_score,
    find_funds,
    progress_price,
    view_created_card,
)

PRISM_NAME = ITEM_NAMES[rec.PRISM]
ACTIONS = {name: effect for effect, name in ACTION_NAMES.items()}


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Return what a piece is: by its touch id, its id in the log, or the id of a drawing."""
    kind, _, name = piece.rpartition(":")
    if kind in ("", "drawn", "supply", "reward") and name in ITEM_NAMES:
        return describe_item(c, s, seat, ITEM_NAMES.index(name))
    if kind == "reward" and name in ACTIONS:
        return Detail(effect_title(ACTIONS[name]), describe_effect(ACTIONS[name]), effect_icon(ACTIONS[name]))
    if kind == "pool" and name in COLOUR_NAMES:
        return describe_light(c, s, COLOUR_NAMES.index(name))
    if kind == "board":
        return next((describe_recipe(c, s, seat, k) for k, x in enumerate(c.printed.board) if x.id == name), None)
    if kind == "seat":
        return next((describe_seat(c, s, k) for k in range(c.seats) if name == str(k)), None)
    if kind in ("button", "pay", "bid"):
        return describe_button(s, kind, name)
    if piece in SEAT_SPOTS:
        return SEAT_SPOTS[piece](c, s, seat)
    card = find_card(c, name) if kind in ("", "card") else -1
    return describe_card(c, s, seat, card) if card >= 0 else None


def count_pieces(items: Sequence[str]) -> tuple[PieceCount, ...]:
    """Return the pictures of some items; `pool:red` is red light."""
    return tuple(
        PieceCount(item, name_piece(item, items.count(item)), items.count(item)) for item in dict.fromkeys(items)
    )


def name_piece(piece: str, n: int = 1) -> str:
    """`yellow light`, `red mote`, `prisms`."""
    kind, _, name = piece.rpartition(":")
    if kind == "pool":
        return f"{name} light"
    return f"{name if name == PRISM_NAME else f'{name} mote'}{'s' if n > 1 else ''}"


# ---------------------------------------------------------------------- effects

ACTION_SENTENCES = {
    rec.PULL: "Draw a mote from your bag. Place it on your palette or on a card, for use this turn, or return it.",
    rec.EMPTY: "Choose one of your cards or your palette. Its motes return to your bag; its prisms are lost.",
    rec.DRAW: "Draw a card. Put it in your progress area or in the common area.",
    rec.DISCARD: "Discard a common card or a card from your progress area.",
    rec.STEAL: "Take a common card, or a card from another player's progress area, into your own. The motes on it "
    "return to their owner's bag, and its prisms are lost.",
    rec.KEEP_ONE: "Draw two cards. Keep one in your progress area, and discard the other.",
}


def describe_effect(effect: int) -> str:
    """Return in full sentences what an effect does."""
    if effect < rec.MOTE:
        return f"You get {effect_text(effect)}. It pays once for {COLOUR_NAMES[effect - rec.POOL]} this turn."
    if effect < rec.ONE_PRISM:
        return f"You gain {effect_text(effect)}. It goes to your bag at the end of your turn."
    if effect <= rec.THREE_PRISMS:
        what, they = ("a prism", "It goes") if effect == rec.ONE_PRISM else ("three prisms", "They go")
        return f"You gain {what}. {they} to your stock at the end of your turn."
    return ACTION_SENTENCES[effect]


def effect_title(effect: int) -> str:
    """`Yellow light`, `Red mote`, `1 prism`, `Pull a mote`."""
    return effect_text(effect).removeprefix("a ").capitalize()


def effect_icon(effect: int) -> str:
    """Return the id of the drawing of an effect."""
    return effect_pieces(effect)[0] if effect < rec.PULL else EFFECT_NAMES[effect].replace(" ", "-")


def list_recipes(c: Constants, effect: int) -> str:
    """`magenta and yellow, or white and a prism`."""
    costs = [count_words(list_items(x.cost)) for x in c.printed.board if x.gives == effect]
    return ", or ".join(costs)


# ---------------------------------------------------------------------- cards


def describe_card(c: Constants, s: State, seat: int, card: int) -> Detail:
    printed: Card = c.printed.cards[card]
    stars = (PieceCount("star", "stars" if printed.stars != 1 else "star", printed.stars),) if printed.stars else ()
    gained = [piece for effect in printed.rewards for piece in picture_effect(effect)]
    facts = (Fact("Type", TYPES[printed.kind]), Fact("Stars", str(printed.stars)))
    return Detail(
        name=printed.name,
        text=f"{locate_card(c, s, seat, card)} {describe_payment(c, s, seat, card)}".strip(),
        picture=f"card:{printed.id}",
        facts=(*facts, *list_contents(c, s, card)),
        effects=list_effects(printed),
        cost=count_pieces(list_items(printed.cost)),
        gain=(*stars, *count_effects(gained)),
    )


def picture_effect(effect: int) -> tuple[str, ...]:
    """Return the pieces of an effect, or the sign of an action."""
    return effect_pieces(effect) if effect < rec.PULL else (effect_icon(effect),)


def count_effects(pieces: Sequence[str]) -> tuple[PieceCount, ...]:
    """Return the pictures of what effects give."""
    return tuple(
        PieceCount(piece, ACTION_WORDS.get(piece) or name_piece(piece, pieces.count(piece)), pieces.count(piece))
        for piece in dict.fromkeys(pieces)
    )


ACTION_WORDS = {effect_icon(effect): effect_text(effect) for effect in ACTION_SENTENCES}


def list_effects(printed: Card) -> tuple[Effect, ...]:
    """Return the rewards and the ability of a card, and the line about it."""
    effects = [
        Effect("Once, when you create it", describe_effect(effect), effect_icon(effect)) for effect in printed.rewards
    ]
    if printed.ability:
        effects.append(
            Effect("Once per round, after it is created", describe_ability(printed), effect_icon(printed.ability))
        )
    if not effects:
        effects.append(Effect("No reward, no ability", "It counts for its stars and its type."))
    if printed.text:
        effects.append(Effect("About it", printed.text if printed.text[-1] in ".!?" else f"{printed.text}."))
    return tuple(effects)


def describe_ability(printed: Card) -> str:
    if printed.takes < 0:
        return f"It costs nothing. {describe_effect(printed.ability)}"
    name = ITEM_NAMES[printed.takes]
    item = f"a {name}" if printed.takes == rec.PRISM else f"a {name} mote"
    return f"Pay with {item} on this card; light can't pay for abilities. {describe_effect(printed.ability)}"


def find_progress(c: Constants, s: State, card: int) -> int:
    """Return the seat whose progress area a card is in; −1: none."""
    return next((p for p in range(c.seats) if int(s.progress[p]) >> card & 1), -1)


def find_creator(c: Constants, s: State, card: int) -> int:
    """Return the seat that created a card; −1: none."""
    return next((p for p in range(c.seats) if int(s.created[p]) >> card & 1), -1)


def locate_card(c: Constants, s: State, seat: int, card: int) -> str:
    """Return in a sentence where a card is and what that means."""
    if card in common_list(s):
        return "A common card: any player can create it with what is on their palette, and with light."
    owner, creator = find_progress(c, s, card), find_creator(c, s, card)
    if owner >= 0:
        whose = "You are" if owner == seat else f"{{{owner}}} is"
        return (
            f"{whose} collecting for this card. The items on it and light pay for it. Other players can steal it, and "
            "it costs a star if it is unfinished at the end."
        )
    if creator >= 0:
        return f"{'You' if creator == seat else f'{{{creator}}}'} created this card. It is safe."
    chooser = next((p for p in range(c.seats) if int(s.offered[p]) >> card & 1), -1)
    if chooser >= 0:
        return locate_offered(s, seat, chooser)
    return f"It is in the {'discard pile' if int(s.discard) >> card & 1 else 'deck'}."


def locate_offered(s: State, seat: int, chooser: int) -> str:
    """Return in a sentence who chooses a card that was dealt or drawn, and from what."""
    who, verb = ("You", "") if chooser == seat else (f"{{{chooser}}}", "s")
    if s.phase == rec.RESOLVING and s.task == rec.PLACING:
        return f"{who} drew it, and keep{verb} it or put{verb} it in the common area."
    return f"{who} keep{verb} this card or the other one, which goes to the discard pile."


def list_missing(c: Constants, s: State, seat: int, card: int) -> list[str] | None:
    """Return the items that its owner, or the viewer for a common card, still needs; None: no player can pay now."""
    owner = find_progress(c, s, card)
    if owner >= 0:
        units = progress_price(c, s, seat, owner, card).units
    elif card in common_list(s) and seat >= 0:
        units = common_price(c, s, seat, card, viewer_funds(s, seat)).units
    else:
        return None
    return [unit.item for unit in units if unit.paid == "missing"]


def viewer_funds(s: State, seat: int) -> Funds | None:
    return find_funds(s, seat, rec.PALETTE + seat) if seat >= 0 else None


def describe_payment(c: Constants, s: State, seat: int, card: int) -> str:
    """Return in a sentence whether a card can be paid for, or its ability used; empty: it does not matter now."""
    if find_creator(c, s, card) == seat and c.ability[card] and s.phase == rec.RESOLVING:
        created = view_created_card(c, s, seat, seat, card)
        if created.used:
            return "You have already used it this round."
        return "You can use it now." if created.ready else ""
    missing = list_missing(c, s, seat, card)
    if missing is None:
        return ""
    owner = find_progress(c, s, card)
    if missing:
        return f"It still needs {count_words(missing)}." if owner >= 0 else f"You still need {count_words(missing)}."
    if owner not in (-1, seat):
        return "Nothing is missing."
    ready = (
        progress_price(c, s, seat, seat, card) if owner >= 0 else common_price(c, s, seat, card, viewer_funds(s, seat))
    ).ready
    return "You can create it now." if ready else "You have everything that it needs."


def list_contents(c: Constants, s: State, card: int) -> tuple[Fact, ...]:
    """Return what lies on a card of a progress or creation area."""
    if find_progress(c, s, card) < 0 and not (find_creator(c, s, card) >= 0 and c.takes[card] >= 0):
        return ()
    items = list_items([s.on[card, item] + s.placed[card, item] for item in range(rec.ITEMS)])
    return (Fact("On it", count_words(items)),)


# ---------------------------------------------------------------------- recipes, motes, prisms and light


def describe_recipe(c: Constants, s: State, seat: int, recipe: int) -> Detail:
    printed = c.printed.board[recipe]
    cost = list_items(printed.cost)
    return Detail(
        name=effect_title(printed.gives),
        text=f"{describe_effect(printed.gives)} {describe_recipe_use(c, s, seat, recipe)}".strip(),
        picture=f"board:{printed.id}",
        facts=(
            Fact("Paid with", "what is on your palette, and light"),
            Fact("How often", "once per round"),
        ),
        cost=count_pieces(cost),
        gain=count_effects(picture_effect(printed.gives)),
    )


def describe_recipe_use(c: Constants, s: State, seat: int, recipe: int) -> str:
    """Return whether a recipe can be used."""
    if seat < 0:
        return "Each player can use it once per round."
    price = board_price(c, s, seat, recipe, viewer_funds(s, seat))
    missing = [unit.item for unit in price.units if unit.paid == "missing"]
    if price.made and s.turn == seat:
        return "You have already used it this round."
    if missing:
        return f"You still need {count_words(missing)}."
    return "You can use it now." if price.ready else "You have everything that it needs."


ITEM_TEXTS = {
    rec.PRISMATIC: "It pays for any one colour, once per turn, then returns to its owner's bag. At the end, the "
    "player with the most prismatic motes scores two stars.",
    rec.PRISM: "It pays where it was committed, and is then used up. At the end, every four prisms score a star.",
}


def describe_item(c: Constants, s: State, seat: int, item: int) -> Detail:
    name = ITEM_NAMES[item]
    text = ITEM_TEXTS.get(item, f"It pays for {name}, once per turn, then returns to its owner's bag.")
    made = list_recipes(c, rec.ONE_PRISM if item == rec.PRISM else rec.MOTE + item)
    facts = [Fact("Made from", made)] if made else []
    if seat >= 0:
        facts.append(Fact("Yours", locate_items(s, seat, item)))
    facts.append(Fact("In the supply", str(s.supply[item])))
    return Detail(name_piece(name).capitalize(), text, name, tuple(facts))


def locate_items(s: State, seat: int, item: int) -> str:
    """`2 in the bag, 1 drawn, 1 on the palette`."""
    cards = list_cards(s.progress[seat] | s.created[seat])
    places = {
        "in stock": s.stock[seat] if item == rec.PRISM else 0,
        "in the bag": s.bag[seat, item] if item < rec.MOTES else 0,
        "drawn": s.drawn[seat, item] if item < rec.MOTES else 0,
        "on the palette": s.on[rec.PALETTE + seat, item] + s.placed[rec.PALETTE + seat, item],
        "on cards": sum(s.on[card, item] + s.placed[card, item] for card in cards),
        "back at the end of the turn": s.aside[item] if item < rec.MOTES and s.turn == seat else 0,
        "gained this turn": s.gained[item] if s.turn == seat else 0,
    }
    return ", ".join(f"{n} {place}" for place, n in places.items() if n) or "none"


def describe_light(c: Constants, s: State, colour: int) -> Detail:
    name = COLOUR_NAMES[colour]
    text = (
        f"It pays once for {name}: for a recipe, a common card or a card in progress, but not for an ability. "
        "It vanishes at the end of the turn."
    )
    made = list_recipes(c, rec.POOL + colour)
    facts = (Fact("Made from", made),) if made else ()
    return Detail(f"{name.capitalize()} light", text, f"pool:{name}", (*facts, Fact("Now", str(s.pool[colour]))))


# ---------------------------------------------------------------------- places


def describe_palette(c: Constants, s: State, seat: int) -> Detail:
    text = "Motes and prisms on your palette pay for recipes and common cards. They stay until they are used."
    return Detail("Palette", text, facts=list_facts("On it", s, seat, rec.PALETTE + seat))


def list_facts(label: str, s: State, seat: int, spot: int) -> tuple[Fact, ...]:
    """Return what lies on a spot of the viewer."""
    if seat < 0:
        return ()
    return (Fact(label, count_words(list_items([s.on[spot, k] + s.placed[spot, k] for k in range(rec.ITEMS)]))),)


def describe_bag(c: Constants, s: State, seat: int) -> Detail:
    text = (
        "You draw five motes from your bag each round. Motes that you use, gain or don't place go into it. If it "
        "is empty, all your committed motes return to it first."
    )
    if seat < 0:
        return Detail("Bag", text, "bag")
    coming = [s.aside[mote] + s.gained[mote] for mote in range(rec.MOTES)] if s.turn == seat else []
    facts = [Fact("In it", count_words(list_items(s.bag[seat])))]
    facts += [Fact("Back at the end of your turn", count_words(list_items(coming)))] if any(coming) else []
    return Detail("Bag", text, "bag", tuple(facts))


def describe_stock(c: Constants, s: State, seat: int) -> Detail:
    text = (
        "The prisms that you can place when you commit. A prism that pays is used up. At the end, every four prisms "
        "score a star."
    )
    facts = (Fact("In stock", str(s.stock[seat])), Fact("Owned", str(own_prisms(s, seat)))) if seat >= 0 else ()
    return Detail("Prisms", text, PRISM_NAME, facts)


def describe_lights(c: Constants, s: State, seat: int) -> Detail:
    text = (
        "Light of the player whose turn it is. It pays like a mote, once, and vanishes at the end of the turn. "
        "It cannot pay for abilities."
    )
    facts = (Fact("Now", join_words(f"{name} light" for name in list_items(s.pool)) or "none"),)
    return Detail("Light", text, facts=facts)


def describe_common(c: Constants, s: State, seat: int) -> Detail:
    return Detail(
        "Empty place in the common area",
        "It is filled from the deck at the end of the round. A player who draws a card can put it there.",
    )


def describe_deck(c: Constants, s: State, seat: int) -> Detail:
    facts = (Fact("Deck", str(len(list_cards(s.deck)))), Fact("Discard pile", str(len(list_cards(s.discard)))))
    text = "New cards come from the deck. When it is empty, the discard pile is shuffled into a new one."
    return Detail("Deck", text, "draw", facts)


def describe_starter(c: Constants, s: State, seat: int) -> Detail:
    how = (
        "After each round, the players bid prisms in secret for it."
        if c.auction
        else "After each round, it passes to the next player."
    )
    text = f"Its holder takes the first turn of the round; the others follow around the table. {how}"
    return Detail("Starter token", text, "token", (Fact("Holder", f"{{{s.starter}}}"),))


SEAT_SPOTS = {
    "palette": describe_palette,
    "bag": describe_bag,
    "stock": describe_stock,
    "light": describe_lights,
    "common": describe_common,
    "deck": describe_deck,
    "token": describe_starter,
}

# ---------------------------------------------------------------------- buttons

BUTTONS = {
    "button:end": (
        "End turn",
        "Your light vanishes. The motes that you used or gained go to your bag, the prisms that you gained to your "
        "stock.",
    ),
    "button:skip": ("Skip", "You skip the rewards that are left."),
    "button:drop-out": ("Drop out", "You take no further part in this auction, and keep your prisms."),
    "pay:motes": ("Pay with motes", "Motes pay for all that is left of this colour, then return to your bag."),
}


def describe_button(s: State, kind: str, name: str) -> Detail | None:
    id = f"{kind}:{name}"
    if id in BUTTONS:
        return Detail(*BUTTONS[id])
    if id == "pay:light":
        return Detail("Pay with light", "One light pays for one item of this colour, and is gone.")
    if id == "button:done":
        if s.phase == rec.STARTING:
            return Detail("Done", "Submits your card and your motes. You can undo until all players are done.")
        return Detail(
            "Commit",
            "What you placed is revealed when all players have committed. Motes that you did not place return to your "
            "bag.",
        )
    if kind == "bid" and parse_digits(name) >= 0:
        text = "The highest bid wins the starter token. Only the winner pays; the others keep their prisms."
        return Detail(f"Bid {format_count(parse_digits(name), 'prism')}", text)
    return None


# ---------------------------------------------------------------------- players and goals


def describe_seat(c: Constants, s: State, seat: int) -> Detail:
    kinds = [int(s.created[seat] & c.of_kind[kind]).bit_count() for kind in range(rec.KINDS)]
    facts = [Fact(f"{name.capitalize()} cards", str(n)) for name, n in zip(TYPES, kinds, strict=True)]
    facts += [Fact("Motes", describe_motes(s, seat)), Fact("Prisms", str(own_prisms(s, seat)))]
    progress = [card_name(c, card) for card in list_cards(s.progress[seat])]
    facts.append(Fact("In progress", join_words(progress) or "none"))
    facts.append(Fact("On the palette", list_facts("", s, seat, rec.PALETTE + seat)[0].text))
    text = "Created cards, motes and prisms are open to all players."
    return Detail(f"{{{seat}}}", text, facts=tuple(facts), goals=goals(c, s, seat))


def describe_motes(s: State, seat: int) -> str:
    """`14`, or `14, 2 of them prismatic`."""
    return f"{s.motes[seat]}{f', {s.prismatic[seat]} of them prismatic' if s.prismatic[seat] else ''}"


SCORE_WORDS = {
    "cards": "created cards", "prisms": "prisms", "goal": "reaching the goal first", "motes": "the most motes",
    "prismatic": "the most prismatic motes", "hue": "the most hue cards", "sky": "the most sky cards",
    "craft": "the most craft cards",
}  # fmt: skip


def describe_open_stars(c: Constants, score: Score) -> str:
    """Return which stars a seat does not score so far: `most motes +1, …`."""
    words = {
        "motes": "most motes +1",
        "prismatic": "most prismatic motes +2",
        "hue": "most hue cards +1",
        "sky": "most sky cards +1",
        "craft": "most craft cards +1",
        "goal": f"first to {c.goal} cards +1",
        "prisms": "every four prisms +1",
    }
    return ", ".join(text for field, text in words.items() if field == "prisms" or not getattr(score, field))


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    """Return the stars of a seat so far, and how near it is to the end of the game."""
    created = list_cards(s.created[seat])
    pieces = tuple(PieceCount(f"card:{card_id(c, card)}", card_name(c, card)) for card in created)
    score, over = count_score(c, s, seat), s.phase == rec.OVER
    left = c.goal - len(created)
    end = f"{len(created)} of {c.goal} cards created" if left > 0 else f"{format_count(len(created), 'card')} created"
    if left > 0 and not s.reached:
        end += f"; after {left} more, one last round follows"
    elif s.reached == seat + 1:
        end += f", the first to reach {c.goal}"
    return (
        Goal(
            "Most stars",
            describe_score(score, over) + ("" if over else f". Still to score: {describe_open_stars(c, score)}"),
            score.total if over else score.earned,
            0,
            over and has_won(c, s, seat),
            pieces,
        ),
        Goal("Cards to end the game", end, len(created), c.goal, left <= 0),
    )


def has_won(c: Constants, s: State, seat: int) -> bool:
    """Return whether a seat has the best standing."""
    return seat == max(range(c.seats), key=lambda p: standing(c, s, p, count_score(c, s, p).total))


def describe_score(score: Score, over: bool) -> str:
    """`6 stars so far: 6 for created cards; −1 at the end for unfinished cards`, or the final score."""
    parts = [f"{n} for {words}" for field, words in SCORE_WORDS.items() if (n := getattr(score, field))]
    lost = f"−{-score.progress}"
    if over:
        parts += [f"{lost} for unfinished cards"] if score.progress else []
        return ": ".join([format_count(score.total, "star"), *([", ".join(parts)] if parts else [])])
    text = ": ".join([f"{format_count(score.earned, 'star')} so far", *([", ".join(parts)] if parts else [])])
    return f"{text}; {lost} at the end for unfinished cards" if score.progress else text
