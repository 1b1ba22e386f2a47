"""Why a piece of Colori cannot be touched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gamut.engine.bits import EMPTY_SET, bit, contains
from gamut.engine.presentation import Reason, join_words
from gamut.engine.record import Row
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.abilities import apply_mix, can_make, can_mix, can_mix_any, has_colours
from gamut.games.colori.cards import CARD_IDS, CARD_NAMES, COLOUR_NAMES, GARMENT_IDS, GARMENT_NAMES
from gamut.games.colori.heuristics import makes_garments
from gamut.games.colori.presentation import list_display, list_drafted, list_hand, list_missing, name_ability
from gamut.games.colori.record import Constants, State, ability_kind

CARD_NUMBERS = {name: card for card, name in enumerate(CARD_IDS)}
COLOUR_NUMBERS = {name: colour for colour, name in enumerate(COLOUR_NAMES)}
GARMENT_NUMBERS = {name: garment for garment, name in enumerate(GARMENT_IDS)}
TOUCHABLE = ("hand", "drafted", "drawn", "garment", "wheel", "button")
NOT_MIXING = "You can mix colours only with a Mix ability."

# ---------------------------------------------------------------------- what an ability would do


def explain_no_effect(c: Constants, s: State, seat: int, card: int, drawn: bool) -> str:
    """Return why the ability of a card would do nothing if the card were destroyed now; empty if it has an effect.

    A drawn card leaves the drawn cards first. What abilities in the queue would change is not considered.
    """
    kind, kinds = ability_kind(c.ability[card]), s.drawn_kinds[seat]
    if drawn and s.drawn[seat, card] == 1:
        kinds = kinds & ~bit(card)
    if kind == rec.STORE and not any(contains(kinds, k) and has_pips(c, k) for k in range(rec.CARDS)):
        return "your drawn cards have no colours to store" if kinds != EMPTY_SET else "you have no drawn cards to store"
    if kind == rec.DRAW and s.deck_size[seat] + s.discard_size[seat] == 0:
        return "your deck and discard pile are empty"
    if kind == rec.MIX and not can_mix_any(c, s, seat):
        return "no two colours on your wheel can be mixed"
    if kind == rec.DESTROY and kinds == EMPTY_SET:
        return "you have no drawn cards to destroy"
    if kind == rec.MAKE and not list_affordable(c, s, seat, without=card if drawn else rec.NO_CARD):
        return "you can't afford any garment on display"
    return ""


def has_pips(c: Constants, card: int) -> bool:
    return any(row_to_list(c.pips[card]))


def list_affordable(
    c: Constants, s: State, seat: int, wheel: Row | None = None, without: int = rec.NO_CARD
) -> list[int]:
    """Return the garments that a seat can pay for; with another wheel, or after losing one drawn card."""
    wheel = row_to_list(s.wheel[seat]) if wheel is None else wheel
    return [
        garment
        for garment in list_display(s)
        if has_colours(c, wheel, garment) and s.drawn[seat, c.fabric[garment]] > (c.fabric[garment] == without)
    ]


def list_without_effect(c: Constants, s: State, seat: int) -> Iterator[str]:
    """Yield the touch ids of the cards that would do nothing if the seat whose turn it is destroyed them."""
    if s.phase != rec.ACTING or seat != s.turn:
        return
    for card in dict.fromkeys(list_drafted(s, seat)):
        if explain_no_effect(c, s, seat, card, drawn=False):
            yield f"drafted:{CARD_IDS[card]}"
    for card, n in enumerate(row_to_list(s.drawn[seat])):
        if n and (card == rec.GARMENT or explain_no_effect(c, s, seat, card, drawn=True)):
            yield f"drawn:{CARD_IDS[card]}"


def current_ability(s: State) -> int:
    """Return the kind of the current ability, or 0."""
    return ability_kind(s.queue[0])


def is_mixing(s: State, seat: int) -> bool:
    return s.phase == rec.ACTING and s.turn == seat and current_ability(s) == rec.MIX


def can_make_after(c: Constants, s: State, seat: int, garment: int, mix: int) -> bool:
    """Return whether a garment could be made after a mix that is possible now."""
    return can_mix(c, s, seat, mix) and garment in list_affordable(c, s, seat, wheel_after_mix(c, s, seat, mix))


def wheel_after_mix(c: Constants, s: State, seat: int, mix: int) -> list[int]:
    wheel = row_to_list(s.wheel[seat])
    apply_mix(c, wheel, mix, 1)
    return wheel


# ---------------------------------------------------------------------- why not


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Return why a piece cannot be touched now; None if it can, or if there is no such piece."""
    kind, _, name = touched.partition(":")
    if kind not in TOUCHABLE:
        return None
    if s.phase == rec.OVER:
        return Reason("The game is over.")
    if s.phase == rec.DRAFTING:
        return why_not_drafting(c, s, seat, touches, kind, name)
    if kind == "hand" or touched == "button:take":
        return Reason("You can take cards only during the draft.")
    if seat != s.turn:
        return Reason("It's not your turn.")
    if kind == "button":
        return why_not_button(s, name, touches)
    if kind == "drafted":
        return why_not_drafted(s, seat, CARD_NUMBERS.get(name, -1))
    if kind == "drawn":
        return why_not_drawn(s, seat, CARD_NUMBERS.get(name, -1))
    if kind == "garment":
        return why_not_garment(c, s, seat, GARMENT_NUMBERS.get(name, -1))
    return why_not_wheel(c, s, seat, touches, COLOUR_NUMBERS.get(name, -1)) if kind == "wheel" else None


def why_not_drafting(c: Constants, s: State, seat: int, touches: Sequence[str], kind: str, name: str) -> Reason | None:
    """Explain that only cards of the draft hand can be touched during the draft."""
    if not s.choosing >> seat & 1:
        if s.choice[seat]:
            return Reason(f"You've chosen {CARD_NAMES[s.choice[seat] - 1]}. Undo to choose another card.")
        return Reason("Your hand is empty. Wait for the other players.")
    if kind == "button" and name == "take":
        return None if touches else Reason("Choose a card from your hand first.")
    if kind == "hand":
        return why_not_hand(c, s, seat, touches, CARD_NUMBERS.get(name, -1))
    return Reason("This is the draft: choose a card from your hand.")


def why_not_hand(c: Constants, s: State, seat: int, touches: Sequence[str], card: int) -> Reason | None:
    if card not in (held for held, _ in list_hand(c, s, seat)):
        return Reason(f"You have no {CARD_NAMES[card]} in your hand.") if card >= 0 else None
    selected = CARD_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    if selected < 0:
        return None
    return Reason(f"{CARD_NAMES[selected]} is selected. Take it, or deselect it first.", tuple(touches))


def finish_first(s: State) -> Reason:
    """Explain that the current ability has to be finished first."""
    kind = current_ability(s)
    if kind == rec.MAKE:
        return Reason("Make a garment first: choose one on display.")
    task = "choose two colours, or stop" if kind == rec.MIX else "choose a drawn card"
    return Reason(f"Finish {name_ability(s.queue[0]).capitalize()} first: {task}.")


def why_not_button(s: State, name: str, touches: Sequence[str]) -> Reason | None:
    if name == "end" and s.queue_length:
        return finish_first(s)
    if name == "stop" and current_ability(s) != rec.MIX:
        return Reason(NOT_MIXING)
    if name == "stop" and touches:
        return Reason("A colour is selected. Choose one to mix it with, or deselect it first.", tuple(touches))
    return None


def why_not_drafted(s: State, seat: int, card: int) -> Reason | None:
    if card < 0:
        return None
    if card not in list_drafted(s, seat):
        return Reason(f"You have no {CARD_NAMES[card]} among your drafted cards.")
    return finish_first(s) if s.queue_length else None


def why_not_drawn(s: State, seat: int, card: int) -> Reason | None:
    if card < 0:
        return None
    if not s.drawn[seat, card]:
        return Reason(f"You have no {CARD_NAMES[card]} among your drawn cards.")
    if not s.queue_length:
        return Reason("To use your drawn cards, destroy a drafted card that has Store or Destroy.")
    return None if current_ability(s) in (rec.STORE, rec.DESTROY) else finish_first(s)


def why_not_garment(c: Constants, s: State, seat: int, garment: int) -> Reason | None:
    if garment < 0:
        return None
    if garment not in list_display(s):
        return Reason(f"{GARMENT_NAMES[garment]} is not on display.")
    making = current_ability(s) == rec.MAKE
    if making and can_make(c, s, seat, garment):
        return None
    if s.queue_length and not making:
        return finish_first(s)
    missing = list_missing(c, row_to_list(s.wheel[seat]), garment)
    needs = [f"{missing.count(colour)} more {colour}" for colour in dict.fromkeys(missing)]
    if not s.drawn[seat, c.fabric[garment]]:
        needs.append(f"{CARD_NAMES[c.fabric[garment]].lower()} among your drawn cards")
    pieces = (f"garment:{GARMENT_IDS[garment]}", *wheel_ids(missing))
    owned = "" if making else describe_owned_maker(c, s, seat, now=not needs)
    if not making and not owned:
        makers = join_words((CARD_NAMES[card] for card in range(rec.CARDS) if makes_garments(c, card)), "or")
        needs.append(f"a card that makes garments ({makers})")
    texts = [f"You need {join_words(needs)}."] if needs else []
    return Reason(" ".join([*texts, owned] if owned else texts), pieces)


def describe_owned_maker(c: Constants, s: State, seat: int, now: bool) -> str:
    """Say how to use the card that makes garments; empty if the seat has none."""
    for card in filter(lambda card: makes_garments(c, card), list_drafted(s, seat)):
        return f"{'First' if now else 'Then'} destroy {CARD_NAMES[card]}, which makes a garment."
    for card in filter(lambda card: makes_garments(c, card), range(rec.KINDS)):
        if s.drawn[seat, card]:
            name = CARD_NAMES[card]
            return f"{name} among your drawn cards makes a garment if you destroy it with a Destroy ability."
    return ""


def why_not_wheel(c: Constants, s: State, seat: int, touches: Sequence[str], colour: int) -> Reason | None:
    """Explain why a colour of the wheel cannot be mixed."""
    if colour < 0:
        return None
    if current_ability(s) != rec.MIX:
        return finish_first(s) if s.queue_length else Reason(NOT_MIXING)
    name, partners = COLOUR_NAMES[colour], list_partners(c, colour)
    if not partners:
        return Reason(f"{name.capitalize()} is a tertiary colour and can't be mixed.", wheel_ids([name]))
    if not s.wheel[seat, colour]:
        return Reason(f"You have no {name} on your wheel.", wheel_ids([name]))
    first = COLOUR_NUMBERS.get(touches[0].partition(":")[2], -1) if touches else -1
    if first < 0:
        if any(s.wheel[seat, COLOUR_NUMBERS[other]] for other in partners):
            return None
        text = f"{name.capitalize()} mixes with {join_words(partners, 'or')}, which you don't have."
        return Reason(text, wheel_ids(partners))
    return None if name in list_partners(c, first) else why_not_mix(c, first, colour)


def why_not_mix(c: Constants, first: int, second: int) -> Reason:
    """Explain why two colours do not mix."""
    name, other, partners = COLOUR_NAMES[first], COLOUR_NAMES[second], list_partners(c, first)
    problem = f"{name.capitalize()} and {other} don't mix" if first != second else f"{name.capitalize()} is selected"
    text = f"{problem}. {name.capitalize()} mixes with {join_words(partners, 'or')}."
    return Reason(text, wheel_ids([name, other, *partners]))


def list_partners(c: Constants, colour: int) -> list[str]:
    """Return the names of the colours that a colour mixes with."""
    pairs = [(c.mix[k, 0], c.mix[k, 1]) for k in range(rec.MIXES)]
    return [COLOUR_NAMES[b if a == colour else a] for a, b in pairs if colour in (a, b)]


def wheel_ids(colours: Sequence[str]) -> tuple[str, ...]:
    """Return the touch ids of colours, each once."""
    return tuple(f"wheel:{colour}" for colour in dict.fromkeys(colours))
