"""What is good about an action of Chroma Mix: the victory that it helps, or what the card does."""

from __future__ import annotations

from gamut.engine.presentation import format_count
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.cards import CARDS, IDS
from gamut.games.chroma_mix.progress import Holding, Place, describe_needs, find_nearest, list_progress, read_holding
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import POINTS_NEEDED


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    holding = read_holding(c, s, seat)
    group, kind = rec.action_group(a), rec.action_kind(a)
    if rec.current_decision(s) == rec.BILLY_MIX:
        return "This helps Billy least."
    if group in (rec.PRINT, rec.ALSO_PRINT):
        return advise_print(c, s, holding, kind)
    if group == rec.PRINT_IT:
        has_effect = rec.current_decision(s) != rec.ORANGE_PRINT
        return advise_print(c, s, holding, rec.offered_card(s), has_effect)
    if group == rec.TAKE:
        return find_need(s, holding, kind, "") or describe_effect(kind)
    if group in (rec.REFILL, rec.RETURN):
        cards = "your cards" if group == rec.REFILL else "it"
        return f"Back in your hand, {cards} can be printed or mixed again."
    if group == rec.SWAP:
        return "An ink of your choice is worth more now."
    if group == rec.TAKE_FREE_INK:
        return "You need a card before you can print or mix."
    nearest = find_nearest(holding, s.special)
    if nearest.met:
        return "You have everything you need for a victory."
    goal = "to win on points" if nearest.victory == "points" else f"for the {nearest.title} victory"
    return f"You need {describe_needs(nearest)} {goal}."


def advise_print(c: Constants, s: State, holding: Holding, kind: int, has_effect: bool = True) -> str:
    """Return what a card does in play: for a victory, in points, or by its effect; Orange cancels an instant one."""
    points = c.points[kind]
    if need := find_need(s, holding, kind, "play"):
        return need
    if points:
        return f"In play it's worth {format_count(points, 'point')}: {holding.points + points} of {POINTS_NEEDED}."
    card = CARDS[kind]
    if has_effect and "instant" in card:
        return str(card["instant"][1])
    return str(card["ongoing"][1]) if "ongoing" in card else "It goes into play now, but without its ⚡ effect."


def find_need(s: State, holding: Holding, kind: int, needed_in: Place) -> str:
    """Return the first victory that still needs a card there; empty: none."""
    for progress in list_progress(holding, s.special):
        for piece in progress.pieces:
            missing = piece.id == IDS[kind] and not piece.ready
            if missing and (needed_in == piece.needed_in or not piece.place):
                return f"You need it for the {progress.title} victory."
    return ""


def describe_effect(kind: int) -> str:
    """Return the effect of a card that is gained: `When printed: …` or `While in play: …`."""
    card = CARDS[kind]
    if "instant" in card:
        return f"When printed: {card['instant'][1]}"
    return f"While in play: {card['ongoing'][1]}"
