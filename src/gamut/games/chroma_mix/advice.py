"""What is good about a move of Chroma Mix: the victory that it helps, or what it brings."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import format_count
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.cards import CARDS, NAMES
from gamut.games.chroma_mix.presentation import name_cards
from gamut.games.chroma_mix.progress import (
    Holding,
    Progress,
    describe_needs,
    find_nearest,
    list_progress,
    piece_name,
    read_holding,
)
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import POINTS_NEEDED


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    if rec.current_decision(before) == rec.BILLY_MIX:
        return "This helps Billy least."
    then, now = read_holding(c, before, seat), read_holding(c, after, seat)
    return advise_victory(then, now, before.special) or advise_cards(before, then, now, actions)


# ---------------------------------------------------------------------- victories


def advise_victory(then: Holding, now: Holding, special: int) -> str:
    """Return which victory the move completes or needs, or how many points it brings; empty: none."""
    pairs = list(zip(list_progress(then, special), list_progress(now, special), strict=True))
    for earlier, later in pairs:
        if later.met and not earlier.met:
            return f"It meets all conditions of {name_victory(later)}."
    for earlier, later in pairs:
        for old, new in zip(earlier.pieces, later.pieces, strict=True):
            if (new.ready and not old.ready) or (new.place and not old.place):
                return f"You need {piece_name(new)} for {name_victory(later)}."
    if now.points > then.points:
        return f"It brings you to {now.points} of {POINTS_NEEDED} points in play."
    return ""


def name_victory(progress: Progress) -> str:
    return "a victory on points" if progress.victory == "points" else f"the {progress.title} victory"


# ---------------------------------------------------------------------- cards


def advise_cards(s: State, then: Holding, now: Holding, actions: Sequence[int]) -> str:
    """Return which effects or cards the move brings, or what is still missing for a victory."""
    played = [kind for kind in range(rec.KINDS) if now.play[kind] > then.play[kind]]
    taken = [kind for kind in range(rec.CERULEAN, rec.KINDS) if now.hand[kind] > then.hand[kind]]
    returned = [k for k in range(rec.KINDS) if now.play[k] < then.play[k] and now.hand[k] > then.hand[k]]
    group = rec.action_group(actions[0])
    for kind in played:
        if "ongoing" in CARDS[kind]:
            return describe_effect(kind, "ongoing")
    for kind in taken:
        if kind not in returned:
            return describe_effect(kind, "instant" if "instant" in CARDS[kind] else "ongoing")
    if now.cards > then.cards:
        return f"It brings you to {format_count(now.cards, 'card')} in hand and play."
    if returned and group != rec.PRINT:
        return f"You can print or mix {name_cards(returned)} again."
    if played:
        return advise_print(s, played[0])
    return advise_action(now, group, s.special)


def describe_effect(kind: int, effect: str) -> str:
    """`Cerulean, when printed: gain two of the same ink.` or `Jungle, while in play: …`."""
    when, text = "when printed" if effect == "instant" else "while in play", CARDS[kind][effect][1]
    return f"{NAMES[kind]}, {when}: {text[0].lower()}{text[1:]}"


def advise_print(s: State, kind: int) -> str:
    """Return the instant effect of a card; Orange cancels it."""
    if rec.current_decision(s) == rec.ORANGE_PRINT:
        return "It goes into play now, but without its ⚡ effect."
    return str(CARDS[kind]["instant"][1])


def advise_action(now: Holding, group: int, special: int) -> str:
    """Return what is good about an action that has not changed the cards yet, or has changed them for others."""
    if group == rec.REFILL:
        return "Back in your hand, your cards can be printed or mixed again."
    if group == rec.SWAP:
        return "The ink is more useful to you now."
    nearest = find_nearest(now, special)
    if nearest.met:
        return "You have everything you need for a victory."
    goal = "to win on points" if nearest.victory == "points" else f"for the {nearest.title} victory"
    return f"You need {describe_needs(nearest)} {goal}."
