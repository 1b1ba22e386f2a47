"""What a card, garment, colour, pile or player of Colori is: details and goals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gamut.engine.presentation import Detail, Effect, Fact, Goal, PieceCount, format_count, join_words
from gamut.engine.record import Row
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.cards import (
    CARD_IDS,
    CARD_KINDS,
    CARD_NAMES,
    COLOUR_NAMES,
    GARMENT_IDS,
    GARMENT_NAMES,
    ability_kind_name,
)
from gamut.games.colori.draft import count_hand, find_hand, find_holder, pass_step
from gamut.games.colori.heuristics import is_fabric, makes_garments
from gamut.games.colori.places import locate_card, locate_garment
from gamut.games.colori.presentation import (
    ABILITIES,
    list_colours,
    list_display,
    list_drafted,
    list_drawn,
    list_missing,
    name_cards,
    name_colours,
    name_mix,
)
from gamut.games.colori.reasons import CARD_NUMBERS, COLOUR_NUMBERS, GARMENT_NUMBERS, explain_no_effect
from gamut.games.colori.record import Constants, State, ability_kind, ability_times
from gamut.games.colori.waste import warn_end

CARD_AREAS = ("card", "hand", "pick", "drawn", "drafted")
KINDS = {"basic": "basic dye", "dye": "dye", "fabric": "fabric"}
NOT_NEEDED = "no garment on display"
MANY_CARDS = 8  # more kinds of cards are counted instead of named
MAKE_EFFECT = (
    "You pay with a drawn card of its fabric and with its colours from your wheel. The stars are yours. The garment "
    "goes to your discard pile, and the next one is put on display."
)
STARS = "The player with the most stars wins; players with the same number share the win."


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Return what a piece is. A card is named alone (`card:wool`) or with its place (`drawn:wool`)."""
    kind, _, name = piece.rpartition(":")
    if kind in CARD_AREAS and name in CARD_NUMBERS:
        return describe_card(c, s, seat, kind, CARD_NUMBERS[name])
    if kind == "garment" and name in GARMENT_NUMBERS:
        return describe_garment(c, s, seat, GARMENT_NUMBERS[name])
    if kind in ("", "wheel", "colour") and name in COLOUR_NUMBERS:
        return describe_colour(c, s, seat, COLOUR_NUMBERS[name])
    if kind == "seat":
        return next((describe_seat(c, s, k) for k in range(c.seats) if name == str(k)), None)
    if kind == "ability":
        return next((describe_ability(c, k + 1) for k, ability in enumerate(ABILITIES) if ability == name), None)
    if kind == "button":
        return describe_button(c, s, seat, name)
    return describe_place(c, s, seat, piece)


# ---------------------------------------------------------------------- cards


def describe_card(c: Constants, s: State, seat: int, area: str, card: int) -> Detail:
    picture, where = f"card:{CARD_IDS[card]}", Fact("Where", locate_card(c, s, seat, card) or "not in play yet")
    if card == rec.GARMENT:
        text = (
            "A garment that was made joins its maker's deck, where it only takes the place of another card: it has no "
            "ability and no pips, and all of them are identical. Its stars stay with its maker."
        )
        made = [GARMENT_NAMES[g] for g, n in enumerate(row_to_list(s.made[seat])) if n] if seat >= 0 else []
        mine = (Fact("Made by you", ", ".join(made)),) if made else ()
        return Detail("Garment", text, picture, (*mine, where))
    effects = [Effect("When you destroy it", explain_ability(c.ability[card]), f"ability:{ability_name(c, card)}")]
    if is_fabric(card):
        text = f"As a drawn card, it pays for a garment made of {CARD_NAMES[card].lower()}. It adds no colours."
        effects.append(Effect("When you make a garment", text, "ability:make"))
    else:
        text = f"As a drawn card, it adds {name_colours(list_colours(c.pips[card]))} to your wheel."
        effects.append(Effect("When you store it", text, "ability:store"))
    if area in ("hand", "pick", "drafted"):
        text = "When your turn ends, it goes to your discard pile, and from there into your deck."
        effects.append(Effect("If you keep it", text))
    if now := explain_now(c, s, seat, area, card):
        effects.append(Effect("Now", now))
    kind = KINDS[CARD_KINDS[card]]
    facts = (Fact("Kind", kind), Fact("Needed for", list_uses(c, s, seat, card) or NOT_NEEDED), where)
    return Detail(CARD_NAMES[card], "", picture, facts, tuple(effects), gain=count_colours(c.pips[card]))


def ability_name(c: Constants, card: int) -> str:
    return ability_kind_name(c.ability[card])


def explain_ability(code: int) -> str:
    """Return what an ability does in a full sentence."""
    kind, n = ability_kind(code), ability_times(code)
    if kind == rec.STORE and n == 1:
        return "Choose one of your drawn cards. Its pips are added to your wheel, and the card is discarded."
    if kind == rec.STORE:
        return f"Choose {n} of your drawn cards. Their pips are added to your wheel, and the cards are discarded."
    if kind == rec.DRAW:
        return f"Draw {'a card' if n == 1 else f'{n} cards'} from your own deck."
    if kind == rec.MIX:
        times = ("once", "up to twice")[n - 1] if n < 3 else f"up to {n} times"
        return f"Mix {times}: two colours on your wheel are replaced with the colour they make."
    if kind == rec.DESTROY:
        cards, abilities = ("one", "its ability") if n == 1 else (n, "their abilities")
        return f"Destroy {cards} of your drawn cards and use {abilities}."
    return "Make a garment on display that you can afford. If you can't afford any, nothing happens."


def explain_now(c: Constants, s: State, seat: int, area: str, card: int) -> str:
    """Return why the ability of a card of the seat would do nothing, or less, in this turn; empty if neither."""
    if s.phase != rec.ACTING or seat != s.turn or area not in ("drawn", "drafted"):
        return ""
    mine = list_drawn(s, seat) if area == "drawn" else list_drafted(s, seat)
    if card not in mine:
        return ""
    if why := explain_no_effect(c, s, seat, card, area == "drawn"):
        return f"Its ability would do nothing: {why}."
    left = s.deck_size[seat] + s.discard_size[seat]
    draws = ability_times(c.ability[card]) if ability_kind(c.ability[card]) == rec.DRAW else 0
    return f"Only {format_count(left, 'card')} can be drawn: no more are left." if left < draws else ""


def list_uses(c: Constants, s: State, seat: int, card: int) -> str:
    """Name the garments on display that need the fabric, or a colour of it that the wheel lacks."""
    wheel, pips = read_wheel(s, seat), list_colours(c.pips[card])
    uses = [g for g in list_display(s) if c.fabric[g] == card or set(pips) & set(list_missing(c, wheel, g))]
    return ", ".join(dict.fromkeys(GARMENT_NAMES[garment] for garment in uses))


def read_wheel(s: State, seat: int) -> list[int]:
    return row_to_list(s.wheel[seat]) if seat >= 0 else [0] * rec.N_COLOURS


def count_colours(pips: Row) -> tuple[PieceCount, ...]:
    return tuple(PieceCount(f"colour:{name}", name, n) for name, n in Counter(list_colours(pips)).items())


# ---------------------------------------------------------------------- garments


def describe_garment(c: Constants, s: State, seat: int, garment: int) -> Detail:
    fabric = c.fabric[garment]
    makers = join_words(list_cards(c, rec.MAKE), "or")
    how = Effect(f"When you destroy {makers}", MAKE_EFFECT, "ability:make")
    facts = [Fact("Where", locate_garment(c, s, seat, garment))]
    if seat >= 0 and garment in list_display(s):
        facts.insert(0, Fact("Still needed", name_needs(c, s, seat, garment) or "nothing"))
    return Detail(
        GARMENT_NAMES[garment],
        f"It is made of {CARD_NAMES[fabric].lower()} and worth {format_count(c.stars[garment], 'star')}.",
        f"garment:{GARMENT_IDS[garment]}",
        tuple(facts),
        (how,),
        (
            PieceCount(f"card:{CARD_IDS[fabric]}", f"drawn {CARD_NAMES[fabric].lower()}"),
            *count_colours(c.cost[garment]),
        ),
        (PieceCount("star", "star" if c.stars[garment] == 1 else "stars", c.stars[garment]),),
    )


def name_needs(c: Constants, s: State, seat: int, garment: int) -> str:
    """Return `2 red, 1 amber and wool among your drawn cards`."""
    missing, fabric = list_missing(c, row_to_list(s.wheel[seat]), garment), c.fabric[garment]
    needs = [f"{n} {colour}" for colour, n in Counter(missing).items()]
    needs += [] if s.drawn[seat, fabric] else [f"{CARD_NAMES[fabric].lower()} among your drawn cards"]
    return join_words(needs) if needs else ""


def list_cards(c: Constants, kind: int) -> list[str]:
    """Name the cards with an ability of this kind."""
    return [CARD_NAMES[card] for card in range(rec.KINDS) if ability_kind(c.ability[card]) == kind]


# ---------------------------------------------------------------------- colours and abilities


def describe_colour(c: Constants, s: State, seat: int, colour: int) -> Detail:
    name, effects = COLOUR_NAMES[colour], []
    for mix in range(rec.MIXES):
        first, second, result = name_mix(c, mix)
        if name == result:
            effects.append(Effect("How to mix it", f"{first.capitalize()} and {second} make {name}."))
        elif name in (first, second):
            other = second if name == first else first
            effects.append(
                Effect(f"With {other}", f"{name.capitalize()} and {other} make {result}.", f"colour:{result}")
            )
    facts = [
        Fact("Cards", summarize(CARD_NAMES[card] for card in range(rec.KINDS) if c.pips[card, colour])),
        Fact("Needed for", summarize(GARMENT_NAMES[g] for g in list_display(s) if c.cost[g, colour]) or NOT_NEEDED),
    ]
    if seat >= 0:
        facts.insert(0, Fact("On your wheel", str(s.wheel[seat, colour])))
    return Detail(name.capitalize(), name_group(c, colour), f"colour:{name}", tuple(facts), tuple(effects))


def name_group(c: Constants, colour: int) -> str:
    if c.parents[colour, 0] < 0:
        return "A primary colour: it can't be mixed from others."
    used = any(colour in (c.mix[k, 0], c.mix[k, 1]) for k in range(rec.MIXES))
    return "A secondary colour." if used else "A tertiary colour: it mixes with no other colour."


def summarize(names: Iterable[str]) -> str:
    """Return the names, or their number if there are many."""
    unique = list(dict.fromkeys(names))
    return f"{len(unique)} kinds" if len(unique) > MANY_CARDS else ", ".join(unique)


def describe_ability(c: Constants, kind: int) -> Detail:
    name = list(ABILITIES)[kind - 1]
    facts = (Fact("Cards", summarize(list_cards(c, kind))),)
    return Detail(name.capitalize(), ABILITIES[name], f"ability:{name}", facts)


# ---------------------------------------------------------------------- buttons and piles


def describe_button(c: Constants, s: State, seat: int, name: str) -> Detail | None:
    if name == "take":
        text = (
            "You take the selected card. The others see it only after the draft; until all have chosen, you can undo."
        )
        return Detail("Take the card", text)
    if name == "stop":
        return Detail("Stop mixing", "The ability ends, and your colours stay as they are.")
    if name != "end":
        return None
    warning = warn_end(c, s, seat) if s.phase == rec.ACTING and seat == s.turn else ""
    text = "Your remaining drafted and drawn cards go to your discard pile, and your turn is over."
    return Detail("End turn", text, effects=(Effect("Now", warning),) if warning else ())


def describe_place(c: Constants, s: State, seat: int, place: str) -> Detail | None:
    """Describe a pile, with what everyone can count in it; areas and signs are described by the legend."""
    if place == "deck" and seat >= 0:
        text = "You draw five cards from it each round. When it is empty, your discard pile becomes your deck."
        discard = list_pile(s.discard[seat])
        facts = (*count_pile(s.deck[seat]), Fact("Discard pile", name_cards(discard) if discard else "empty"))
        return Detail("Your deck", text, facts=facts)
    if place == "discard" and seat >= 0:
        text = (
            "Your stored and unused cards, and the garments you made. When your deck is empty, they become the new one."
        )
        return Detail("Your discard pile", text, facts=count_pile(s.discard[seat]))
    if place == "area:wheel" and seat >= 0:
        stored = list_colours(s.wheel[seat])
        text = "Stored colours pay for garments. Two of them can be mixed with a Mix ability."
        return Detail("Your wheel", text, facts=(Fact("Stored", name_colours(stored) if stored else "none"),))
    if place == "destroyed":
        text = "The cards that all players have destroyed. When the draft deck runs out, they become the new one."
        return Detail("Destroyed cards", text, facts=count_pile(s.destroyed))
    if place == "draft-deck":
        text = "Each round, every player is dealt five cards from it."
        unseen = [card for card in range(rec.KINDS) if makes_garments(c, card) and s.draft_deck[card]]
        makers = Fact("Cards that make garments", name_cards(unseen) if unseen else "none")
        return Detail("Draft deck", text, facts=(Fact("Cards", str(s.draft_deck_size)), makers))
    if place == "garment-deck":
        text = "When a garment is made, the next one from this deck takes its place on display."
        return Detail("Garment deck", text, facts=(Fact("Garments", str(s.garment_deck_size)),))
    return None


def list_pile(pile: Row) -> list[int]:
    return [card for card, n in enumerate(row_to_list(pile)) for _ in range(n)]


def count_pile(pile: Row) -> tuple[Fact, ...]:
    cards = list_pile(pile)
    return Fact("Cards", str(len(cards))), Fact("Contents", name_cards(cards) if cards else "none")


# ---------------------------------------------------------------------- seats and goals


def describe_seat(c: Constants, s: State, seat: int) -> Detail:
    stored = list_colours(s.wheel[seat])
    facts = [
        Fact("Wheel", name_colours(stored) if stored else "empty"),
        Fact("Drawn", name_cards(list_drawn(s, seat)) if list_drawn(s, seat) else "none"),
        Fact("Deck", format_count(s.deck_size[seat], "card")),
        Fact("Discard pile", format_count(s.discard_size[seat], "card")),
    ]
    if s.phase == rec.DRAFTING:
        facts.insert(0, Fact("Draft", describe_draft(c, s, seat)))
    else:
        facts.insert(2, Fact("Drafted", name_cards(list_drafted(s, seat)) if list_drafted(s, seat) else "none"))
    return Detail(f"{{{seat}}}", STARS, facts=tuple(facts), goals=goals(c, s, seat))


def describe_draft(c: Constants, s: State, seat: int) -> str:
    """Return `choosing from 4 cards; the rest go to {1}, on the left`."""
    n = count_hand(c, s, seat)
    if not n:
        return "no cards in hand"
    choosing = f"choosing from {n} cards" if s.choosing >> seat & 1 else "has chosen"
    to = find_holder(c, s, find_hand(c, s, seat), s.pick + 1)
    return f"{choosing}; the rest go to {{{to}}}, on the {'left' if pass_step(s) > 0 else 'right'}"


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    """Return how near a seat is to the most stars, and the garments that count."""
    stars, made = row_to_list(s.stars)[: c.seats], row_to_list(s.made[seat])
    most, over = max(stars), s.phase == rec.OVER
    garments = sum(made)
    text = f"{format_count(stars[seat], 'star')} from {format_count(garments, 'garment')}"
    text = text if garments else "No garments" if over else "No garments yet"
    if stars[seat] < most:
        text = f"{text}, {format_count(most - stars[seat], 'star')} behind the leader"
    elif most and c.seats > 1:
        text = f"{text}, {'the most' if stars.count(most) == 1 else 'tied for the most'}"
    pieces = tuple(PieceCount(f"garment:{GARMENT_IDS[g]}", name_worth(c, g), n) for g, n in enumerate(made) if n)
    text, won = text if over else f"{text}; {describe_time(c, s)}", bool(over and stars[seat] == most)
    return (Goal("Stars" if over and not won else "Most stars", text, stars[seat], 0, won, pieces),)


def name_worth(c: Constants, garment: int) -> str:
    """Return `Madder Red Doublet, 3 stars`."""
    return f"{GARMENT_NAMES[garment]}, {format_count(c.stars[garment], 'star')}"


def describe_time(c: Constants, s: State) -> str:
    left = c.rounds - s.round
    return f"the game ends after {format_count(left, 'more round')}" if left else "the game ends after this round"
