"""A move of Chroma Mix as a sentence, for hints: a mix with its result, a print with what it brings."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.cards import NAMES
from gamut.games.chroma_mix.presentation import action_text, chosen_kinds, name_cards
from gamut.games.chroma_mix.record import Constants, State

MIXED = (rec.MIX_HAND, rec.MIX_PLAY, rec.ADD_HAND, rec.ADD_PLAY)
DISCARDED = (rec.DISCARD_HAND, rec.DISCARD_PLAY)
CARD_CHOICES = (rec.MIXING, rec.LAVENDER_SPLIT, rec.PRISM_TRADE, rec.SWAPPING, rec.BILLY_MIX)
OTHER_TEXTS = {rec.END_TURN: "end your turn", rec.DONE: "finish the refill", rec.TAKE_FREE_INK: "gain a Light Yellow"}


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`mix Soft Cyan and Light Yellow into Jungle`, `print Pale Magenta, then gain Soft Cyan`."""
    parts, rest = list[str](), list(actions)
    begun = chosen_kinds(s) if rec.current_decision(s) in CARD_CHOICES else []
    while rest:
        offered = parts and rec.action_group(rest[0]) in (rec.PRINT_IT, rec.KEEP_IT)
        text = take_part(c, begun, rest, rec.current_decision(s))
        if offered:  # the card just named
            parts[-1] += f" and {text}"
        else:
            parts.append(text)
        begun = []
    return ", then ".join(parts)


def take_part(c: Constants, begun: list[int], rest: list[int], decision: int) -> str:
    """Remove the actions of one part of a move, and describe it with the cards chosen before."""
    group = rec.action_group(rest[0])
    if group in MIXED or (begun and decision == rec.MIXING):
        cards = begun + take_kinds(rest, MIXED)
        results = take_kinds(rest, (rec.TAKE,), 1)
        return f"mix {name_cards(cards)}" + (f" into {NAMES[results[0]]}" if results else "")
    if group in DISCARDED or (begun and decision in (rec.LAVENDER_SPLIT, rec.PRISM_TRADE)):
        cards = begun + take_kinds(rest, DISCARDED, 1)
        gained = take_kinds(rest, (rec.TAKE,), 2)
        return f"discard {name_cards(cards)}" + (f" for {name_cards(gained)}" if gained else "")
    if group == rec.SWAP or (begun and decision == rec.SWAPPING):
        cards = begun or take_kinds(rest, (rec.SWAP,), 1)
        gained = take_kinds(rest, (rec.TAKE,), 1)
        return f"swap {name_cards(cards)}" + (f" for {name_cards(gained)}" if gained else "")
    if group in (rec.REFILL, rec.RETURN):
        take_kinds(rest, (rec.REFILL,), 1)
        return describe_refill(take_kinds(rest, (rec.RETURN,)), rest)
    if group == rec.BILLY_PAYS or (begun and decision == rec.BILLY_MIX):
        cards, results = take_kinds(rest, (rec.BILLY_PAYS,)), take_kinds(rest, (rec.TAKE,), 1)
        return f"mix {name_cards(begun + cards)}" + (f" into {NAMES[results[0]]}" if results else "") + " for Billy"
    if group in (rec.TAKE, rec.TUCK):
        return f"{'gain' if group == rec.TAKE else 'tuck'} {name_cards(take_kinds(rest, (group,)))}"
    action = rest.pop(0)
    return OTHER_TEXTS.get(group) or action_text(c, action)


def describe_refill(kinds: list[int], rest: list[int]) -> str:
    """Describe a refill; that it is finished goes without saying if cards were returned."""
    if take_kinds(rest, (rec.DONE,), 1) and not kinds:
        return "refill without returning any cards"
    return f"return {name_cards(kinds)} to your hand" if kinds else "refill"


def take_kinds(rest: list[int], groups: Sequence[int], most: int = rec.KINDS) -> list[int]:
    """Remove the actions at the start that belong to some groups, and return the cards that they name."""
    kinds = list[int]()
    while rest and len(kinds) < most and rec.action_group(rest[0]) in groups:
        kinds.append(rec.action_kind(rest.pop(0)))
    return kinds
