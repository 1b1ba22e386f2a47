"""Moments of Prismatic: what is worth a pause, with all that is needed to draw it."""

from __future__ import annotations

from typing import Literal

import msgspec

from gamut.engine.bits import count
from gamut.games.prismatic.language import card_id, card_name, in_order, list_cards, list_items, place_id, say_stars
from gamut.games.prismatic.record import COMMITTING, ITEMS, OVER, PALETTE, RESOLVING, Constants, State
from gamut.games.prismatic.scoring import order_from_lead, own_prisms, standing
from gamut.games.prismatic.view import Score, count_score


class Commit(msgspec.Struct, frozen=True):
    """What a seat laid on one place in this round."""

    seat: int
    place: str  # id of a card, or `palette`
    items: list[str]


class PrismaticMoment(msgspec.Struct, frozen=True):
    """All commits are turned up, a card is created, or the game is over."""

    kind: Literal["reveal", "creation", "end"]
    text: str
    commits: list[Commit] = []  # of a reveal, from the starter on
    seat: int = -1  # who created
    card: str = ""  # what
    goal: bool = False  # with that the goal was reached for the first time
    scores: list[Score] = []  # of the end, by seat
    ranking: list[int] = []  # seats, the winner first
    tie_break: str = ""  # what decided between the first two, where both have the same stars


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> PrismaticMoment | None:
    """What happened, if it is worth a pause."""
    if after.phase == OVER:
        return end_moment(c, after)
    if before.phase == COMMITTING and after.phase == RESOLVING:
        commits = [commit for p in in_order(c, after) for commit in list_commits(c, before, after, p)]
        return PrismaticMoment("reveal", "All commits were turned up.", commits)
    if before.phase == RESOLVING and (new := list_cards(after.created[mover] & ~before.created[mover])):
        return creation_moment(c, before, after, mover, new[0])
    return None


def list_commits(c: Constants, before: State, after: State, seat: int) -> list[Commit]:
    """What a seat laid in this round, place by place."""
    found = []
    for spot in [PALETTE + seat, *list_cards(after.progress[seat]), *list_cards(after.created[seat])]:
        items = list_items([after.on[spot, item] - before.on[spot, item] for item in range(ITEMS)])
        if items:
            found.append(Commit(seat, place_id(c, min(spot, PALETTE)), items))
    return found


def creation_moment(c: Constants, before: State, after: State, mover: int, card: int) -> PrismaticMoment:
    """A card came to a creation area."""
    first = bool(after.reached) and not before.reached
    text = f"{{{mover}}} created {card_name(c, card)}: {say_stars(c.stars[card])}."
    if first:
        text += f" That was creation number {count(after.created[mover])}: one more round follows this one."
    return PrismaticMoment("creation", text, seat=mover, card=card_id(c, card), goal=first)


def end_moment(c: Constants, s: State) -> PrismaticMoment:
    """The count of all stars."""
    scores = [count_score(c, s, p) for p in range(c.seats)]
    ranking = sorted(range(c.seats), key=lambda p: -standing(c, s, p, scores[p].total))
    first, second = ranking[:2]
    tied = scores[first].total == scores[second].total
    decided = tie_break(c, s, first, second) if tied else ""
    text = f"{{{first}}} won with {say_stars(scores[first].total)}{f', by {decided}' if tied else ''}."
    return PrismaticMoment("end", text, scores=scores, ranking=ranking, tie_break=decided)


def tie_break(c: Constants, s: State, first: int, second: int) -> str:
    """What decides between two seats with the same stars."""
    for what, one, other in (
        ("more creations", count(s.created[first]), count(s.created[second])),
        ("more motes", s.motes[first], s.motes[second]),
        ("more prisms", own_prisms(s, first), own_prisms(s, second)),
        ("reaching the goal first", s.reached == first + 1, s.reached == second + 1),
    ):
        if one != other:
            return what
    assert order_from_lead(c, s, first) < order_from_lead(c, s, second)
    return "wearing more colours"
