"""Why something cannot be touched in Colori, and what an action would waste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamut.engine.bits import NONE, bit, has
from gamut.engine.language import Reason
from gamut.engine.strict import list_numbers
from gamut.games.colori.abilities import can_make, can_mix, can_mix_any
from gamut.games.colori.cards import CARD_IDS, CARD_NAMES, COLOUR_NAMES, GARMENT_IDS, GARMENT_NAMES
from gamut.games.colori.draft import find_hand
from gamut.games.colori.language import join_words, list_lacks, name_ability, name_colours
from gamut.games.colori.log import list_drafted
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    DESTROY,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    DRAFTING,
    DRAW,
    END_TURN,
    GARMENT,
    MAKE,
    MIX,
    MIX_PAIR,
    OVER,
    PAIRS,
    STORE,
    STORE_DRAWN,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

CARD_NUMBERS = {name: card for card, name in enumerate(CARD_IDS)}
COLOUR_NUMBERS = {name: colour for colour, name in enumerate(COLOUR_NAMES)}
GARMENT_NUMBERS = {name: g for g, name in enumerate(GARMENT_IDS)}
BUTTONS = ("take", "stop", "end")

# ---------------------------------------------------------------------- what an ability would do


def find_idleness(c: Constants, s: State, seat: int, card: int, drawn: bool) -> str:
    """Why the ability of a card would do nothing if the card were destroyed now; empty if it would do something.

    A drawn card leaves the drawn cards first. What abilities that wait would change is not foreseen.
    """
    verb = ability_verb(c.ability[card])
    held = s.held[seat]
    if drawn and s.drawn[seat, card] == 1:
        held = held & ~bit(card)
    if verb == STORE and not any(has(held, k) and has_pips(c, k) for k in range(CARDS)):
        return "none of your drawn cards has a colour to store" if held != NONE else "you have no card to store"
    if verb == DRAW and s.decked[seat] + s.discarded[seat] == 0:
        return "your deck and your discard pile are empty"
    if verb == MIX and not can_mix_any(c, s, seat):
        return "no two colours on your wheel mix"
    if verb == DESTROY and held == NONE:
        return "you have no drawn card to destroy"
    if verb == MAKE and not can_make_any(c, s, seat, card if drawn else -1):
        return "you can pay for no garment on display"
    return ""


def has_pips(c: Constants, card: int) -> bool:
    """Whether a card has a colour to store."""
    return any(list_numbers(c.pips[card]))


def can_make_any(c: Constants, s: State, seat: int, without: int) -> bool:
    """Whether a seat can pay for a garment; one drawn card may be taken away."""
    for place in range(DISPLAY):
        g = s.display[place] - 1
        if can_make(c, s, seat, g) and (c.fabric[g] != without or s.drawn[seat, without] > 1):
            return True
    return False


def find_idle(c: Constants, s: State, seat: int) -> Iterator[str]:
    """The cards of the seat whose turn it is that would do nothing if they were destroyed, as touch ids."""
    if s.phase != ACTING or seat != s.turn:
        return
    for card in dict.fromkeys(list_drafted(s, seat)):
        if find_idleness(c, s, seat, card, drawn=False):
            yield f"drafted:{CARD_IDS[card]}"
    for card, n in enumerate(list_numbers(s.drawn[seat])):
        if n and (card == GARMENT or find_idleness(c, s, seat, card, drawn=True)):
            yield f"drawn:{CARD_IDS[card]}"


def is_mixing(c: Constants, s: State, seat: int) -> bool:
    """Whether a mix is asked of the seat."""
    return s.phase == ACTING and s.turn == seat and s.waiting > 0 and ability_verb(s.queue[0]) == MIX


def can_make_after(c: Constants, s: State, seat: int, g: int, pair: int) -> bool:
    """Whether a garment could be paid after a mix that is possible now."""
    if not can_mix(c, s, seat, pair) or s.drawn[seat, c.fabric[g]] == 0:
        return False
    wheel = list_numbers(s.wheel[seat])
    for k, change in enumerate((-1, -1, 1)):
        wheel[c.pair[pair, k]] += change
    return all(have >= cost for have, cost in zip(wheel, list_numbers(c.cost[g]), strict=True))


# ---------------------------------------------------------------------- warnings


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """What would be wasted: an ability that does nothing, a store without a colour, cards left unused."""
    if DESTROY_DRAFTED <= a < STORE_DRAWN:
        return say_idle(c, s, seat, a - DESTROY_DRAFTED, drawn=False)
    if STORE_DRAWN <= a < DESTROY_DRAWN:
        return warn_of_store(c, s, seat, a - STORE_DRAWN)
    if DESTROY_DRAWN <= a < MIX_PAIR and a - DESTROY_DRAWN != GARMENT:
        runs_next = s.waiting == 1 and ability_times(s.queue[0]) == 1
        return say_idle(c, s, seat, a - DESTROY_DRAWN, drawn=True) if runs_next else ""
    return warn_of_end(c, s, seat) if a == END_TURN else ""


def say_idle(c: Constants, s: State, seat: int, card: int, drawn: bool) -> str:
    """`Lac would do nothing: no two colours on your wheel mix.`"""
    why = find_idleness(c, s, seat, card, drawn)
    return f"{CARD_NAMES[card]} would do nothing: {why}." if why else ""


def warn_of_store(c: Constants, s: State, seat: int, card: int) -> str:
    """A card without pips, while there are enough that have some."""
    if has_pips(c, card):
        return ""
    colourful = sum(n for k, n in enumerate(list_numbers(s.drawn[seat])) if n and has_pips(c, k))
    enough = colourful >= ability_times(s.queue[0])
    return f"{CARD_NAMES[card]} stores no colour, and other drawn cards would." if enough else ""


def warn_of_end(c: Constants, s: State, seat: int) -> str:
    """Drafted cards that would still do something."""
    cards = dict.fromkeys(list_drafted(s, seat))
    useful = [card for card in cards if not find_idleness(c, s, seat, card, drawn=False)]
    if not useful:
        return ""
    said = join_words(f"{CARD_NAMES[card]} ({name_ability(c.ability[card])})" for card in useful)
    return f"You would discard {said} unused."


# ---------------------------------------------------------------------- why not


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Why something cannot be touched now; None if it can, or if there is no such thing."""
    kind, _, name = touched.partition(":")
    if s.phase == OVER:
        return Reason("The game is over.")
    if s.phase == DRAFTING:
        return why_not_drafting(c, s, seat, touches, kind, name)
    if kind == "hand" or touched == "button:take":
        return Reason("Cards are taken in the draft, when the next round begins.")
    if seat != s.turn:
        return Reason("Wait for your turn.")
    if kind == "button":
        return why_not_button(s, name, touches)
    if kind == "drafted":
        return why_not_drafted(s, seat, CARD_NUMBERS.get(name, -1))
    if kind == "drawn":
        return why_not_drawn(s, seat, CARD_NUMBERS.get(name, -1))
    if kind == "garment":
        return why_not_garment(c, s, seat, GARMENT_NUMBERS.get(name, -1))
    return why_not_wheel(c, s, seat, touches, COLOUR_NUMBERS.get(name, -1)) if kind == "wheel" else None


def why_not_drafting(
    c: Constants, s: State, seat: int, touches: Sequence[str], kind: str, name: str
) -> Reason | None:
    """During the draft only cards of the own hand are chosen."""
    if not s.due >> seat & 1:
        if s.choice[seat]:
            chosen = CARD_NAMES[s.choice[seat] - 1]
            return Reason(f"You have chosen {chosen}: take it back if you want another card.")
        return Reason("You hold no card: wait for the others.")
    if kind == "button" and name == "take":
        return None if touches else Reason("Choose a card of your hand first.")
    if kind == "hand":
        return why_not_hand(c, s, seat, touches, CARD_NUMBERS.get(name, -1))
    return Reason("First the draft: choose a card of your hand.")


def why_not_hand(c: Constants, s: State, seat: int, touches: Sequence[str], card: int) -> Reason | None:
    """A card of the draft hand."""
    h = find_hand(c, s, seat)
    if not any(s.hand[h, i] == card + 1 and s.when[h, i] == 0 for i in range(s.dealt[h])):
        return Reason(f"{CARD_NAMES[card]} is not in your hand.") if card >= 0 else None
    chosen = CARD_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    return Reason(f"{CARD_NAMES[chosen]} is chosen: take it, or let it go first.", tuple(touches)) if chosen >= 0 \
        else None  # fmt: skip


def say_running(s: State) -> str:
    """`First mix 2: touch two colours.`"""
    what = {
        STORE: "touch a drawn card",
        DESTROY: "touch a drawn card",
        MIX: "touch two colours, or stop",
        MAKE: "touch a garment",
    }[ability_verb(s.queue[0])]
    return f"First {name_ability(s.queue[0])}: {what}."


def why_not_button(s: State, name: str, touches: Sequence[str]) -> Reason | None:
    """The buttons of a turn."""
    if name == "end" and s.waiting:
        return Reason(say_running(s))
    mixing = s.waiting > 0 and ability_verb(s.queue[0]) == MIX
    if name == "stop" and not mixing:
        return Reason("You have no mix running.")
    if name == "stop" and touches:
        return Reason("A colour is chosen: touch one to mix it with, or let it go first.", tuple(touches))
    return None


def why_not_drafted(s: State, seat: int, card: int) -> Reason | None:
    """A drafted card, to be destroyed."""
    if card < 0:
        return None
    if card not in list_drafted(s, seat):
        return Reason(f"{CARD_NAMES[card]} is not among your drafted cards.")
    return Reason(say_running(s)) if s.waiting else None


def why_not_drawn(s: State, seat: int, card: int) -> Reason | None:
    """A drawn card, to be stored or destroyed."""
    if card < 0:
        return None
    if not s.drawn[seat, card]:
        return Reason(f"{CARD_NAMES[card]} is not among your drawn cards.")
    if not s.waiting:
        return Reason("Drawn cards are used by destroying a drafted card that stores or destroys.")
    return None if ability_verb(s.queue[0]) in (STORE, DESTROY) else Reason(say_running(s))


def why_not_garment(c: Constants, s: State, seat: int, g: int) -> Reason | None:
    """A garment, to be made."""
    if g < 0:
        return None
    if not any(s.display[place] == g + 1 for place in range(DISPLAY)):
        return Reason(f"{GARMENT_NAMES[g]} is not on display.")
    making = s.waiting > 0 and ability_verb(s.queue[0]) == MAKE
    if making and can_make(c, s, seat, g):
        return None
    misses = say_misses(c, s, seat, g)
    if making:
        return Reason(f"{misses.text}.", misses.pieces)
    if s.waiting:
        return Reason(say_running(s))
    if misses.text:
        return Reason(f"You have no ability running that makes a garment, and {misses.text[0].lower()}"
                      f"{misses.text[1:]}.", misses.pieces)  # fmt: skip
    makers = [CARD_NAMES[card] for card in range(CARDS) if ability_verb(c.ability[card]) == MAKE]
    return Reason(f"You have no ability running that makes a garment: {join_words(makers, 'or')} would start one.")


def say_misses(c: Constants, s: State, seat: int, g: int) -> Reason:
    """What a seat lacks for a garment, without a full stop; empty if nothing."""
    lacks, fabric, parts, pieces = list_lacks(c, s, seat, g), c.fabric[g], list[str](), list[str]()
    if lacks:
        parts.append(f"your wheel lacks {name_colours(lacks)}")
        pieces += [f"wheel:{colour}" for colour in dict.fromkeys(lacks)]
    if not s.drawn[seat, fabric]:
        parts.append(f"you have no {CARD_NAMES[fabric].lower()} among your drawn cards")
    text = join_words(parts) if parts else ""
    return Reason(text[:1].upper() + text[1:], (f"garment:{GARMENT_IDS[g]}", *pieces))


def why_not_wheel(c: Constants, s: State, seat: int, touches: Sequence[str], colour: int) -> Reason | None:
    """A colour of the wheel, to be mixed."""
    if colour < 0:
        return None
    if not is_mixing(c, s, seat):
        return Reason(say_running(s) if s.waiting else "You have no mix running.")
    name = COLOUR_NAMES[colour]
    first = COLOUR_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    partners = list_mixing(c, colour)
    if not partners:
        return Reason(f"{name.capitalize()} is a tertiary colour: it does not mix any more.", (f"wheel:{name}",))
    if not s.wheel[seat, colour]:
        return Reason(f"Your wheel has no {name}.", (f"wheel:{name}",))
    if first < 0:
        if any(s.wheel[seat, other] for other in partners):
            return None
        others = join_words((COLOUR_NAMES[other] for other in partners), "or")
        return Reason(
            f"{name.capitalize()} mixes with {others}, and your wheel has none of them.", pieces_of(partners)
        )
    if colour in list_mixing(c, first):
        return None
    return why_not_pair(c, first, colour)


def why_not_pair(c: Constants, first: int, second: int) -> Reason:
    """Two colours that do not mix."""
    one, other = COLOUR_NAMES[first], COLOUR_NAMES[second]
    partners = list_mixing(c, first)
    said = join_words((COLOUR_NAMES[colour] for colour in partners), "or")
    what = (
        f"{one.capitalize()} and {other} do not mix" if first != second else f"{one.capitalize()} is chosen already"
    )
    return Reason(f"{what}: {one} mixes with {said}.", (f"wheel:{one}", f"wheel:{other}", *pieces_of(partners)))


def list_mixing(c: Constants, colour: int) -> list[int]:
    """The colours that a colour mixes with."""
    pairs = [(c.pair[k, 0], c.pair[k, 1]) for k in range(PAIRS)]
    return [b if a == colour else a for a, b in pairs if colour in (a, b)]


def pieces_of(colours: Sequence[int]) -> tuple[str, ...]:
    """The touch ids of colours."""
    return tuple(f"wheel:{COLOUR_NAMES[colour]}" for colour in colours)
