"""The log of Colori, and the moments that are worth a pause.

What happened by itself, or by chance, is read from the trail that the rules leave in the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.strict import list_numbers
from gamut.engine.verbs import UNSEEN
from gamut.games.colori.cards import CARD_IDS, CARD_NAMES, GARMENT_IDS, GARMENT_NAMES
from gamut.games.colori.draft import first_seat
from gamut.games.colori.language import (
    join_words,
    list_colours,
    name_ability,
    name_cards,
    name_pair,
    say_stars,
)  # fmt: skip
from gamut.games.colori.record import (
    ABILITY_LAPSED,
    CARD_DESTROYED,
    CARD_DRAWN,
    CARD_STORED,
    CARDS_TURNED_UP,
    DESTROY,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DESTROYED_SHUFFLED,
    DRAFTING,
    DRAW,
    END_TURN,
    GARMENT_MADE,
    GARMENT_SHOWN,
    MAKE,
    MAKE_GARMENT,
    MIX,
    MIX_PAIR,
    OVER,
    PILE_SHUFFLED,
    ROUND_BEGUN,
    ROUND_PASSED,
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    TURN_ENDED,
    TURN_SKIPPED,
    Constants,
    State,
    ability_verb,
    event_detail,
    event_kind,
)  # fmt: skip

LAPSES = {
    STORE: "had no drawn card to store",
    DRAW: "had no card to draw",
    MIX: "had no two colours that mix",
    DESTROY: "had no drawn card to destroy",
    MAKE: "could not pay for any garment",
}
ONLY = ", the only choice"
SHUFFLED = "shuffled the discard pile into a new deck"
Event: TypeAlias = tuple[int, int]  # what happened, and to what


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What was chosen, and all that came of it."""
    entries = [] if a == UNSEEN else [tell_action(c, mover, a)]
    if not goes_on_choosing(before, after):
        entries += tell_trail(c, after, mover)
    return entries


def goes_on_choosing(before: State, after: State) -> bool:
    """Whether a pick was made and others are awaited still: then the trail is that of an earlier action."""
    same_round = before.phase == after.phase == DRAFTING and before.round == after.round
    return same_round and before.pick == after.pick


# ---------------------------------------------------------------------- what was chosen


def tell_action(c: Constants, mover: int, a: int) -> LogEntry:
    """One action."""
    if a < DESTROY_DRAFTED:
        return LogEntry(f"took {CARD_NAMES[a - TAKE_CARD]}", mover, list_colours(c.pips[a - TAKE_CARD]))
    if a < STORE_DRAWN:
        return tell_destroyed(c, mover, a - DESTROY_DRAFTED, CARD_NAMES[a - DESTROY_DRAFTED])
    if a < DESTROY_DRAWN:
        return tell_stored(c, mover, a - STORE_DRAWN)
    if a < MIX_PAIR:
        return tell_destroyed(c, mover, a - DESTROY_DRAWN, f"drawn {CARD_NAMES[a - DESTROY_DRAWN]}")
    if a < STOP_MIXING:
        first, second, made = name_pair(c, a - MIX_PAIR)
        return LogEntry(f"mixed {first} and {second} into {made}", mover, (made, first, second))
    if a == STOP_MIXING:
        return LogEntry("stopped mixing", mover)
    return tell_made(c, mover, a - MAKE_GARMENT) if a < END_TURN else LogEntry("ended the turn", mover)


def tell_stored(c: Constants, mover: int, card: int, why: str = "") -> LogEntry:
    """`stored Madder`."""
    return LogEntry(f"stored {CARD_NAMES[card]}{why}", mover, list_colours(c.pips[card]))


def tell_destroyed(c: Constants, mover: int, card: int, said: str) -> LogEntry:
    """`destroyed Madder: store 2`."""
    what = f": {name_ability(c.ability[card])}" if c.ability[card] else ""
    return LogEntry(f"destroyed {said}{what}", mover, list_colours(c.pips[card]))


def tell_made(c: Constants, mover: int, g: int, why: str = "") -> LogEntry:
    """`made Brazilwood Rose Cloak of wool for 2 stars`."""
    text = f"made {GARMENT_NAMES[g]} of {CARD_NAMES[c.fabric[g]].lower()} for {say_stars(c.stars[g])}{why}"
    return LogEntry(text, mover, list_colours(c.cost[g]))


# ---------------------------------------------------------------------- what came of it


def list_events(s: State) -> list[Event]:
    """What happened, in order."""
    return [(event_kind(s.trail[k]), event_detail(s.trail[k])) for k in range(s.trail_length)]


def tell_trail(c: Constants, after: State, mover: int) -> Iterator[LogEntry]:
    """What happened in the last action beside what was chosen."""
    events = list_events(after)
    begun = next((k for k, (kind, _) in enumerate(events) if kind == ROUND_BEGUN), len(events))
    yield from tell_events(c, after, mover, events[:begun])
    if begun < len(events):
        yield from tell_round(c, after, mover, events[begun:])


def tell_events(c: Constants, after: State, mover: int, events: list[Event]) -> Iterator[LogEntry]:
    """Events in their order; cards drawn together are told together."""
    for kind, same in groupby(events, key=lambda event: event[0]):
        details = [which for _, which in same]
        if kind == CARD_DRAWN:
            yield LogEntry(f"drew {name_cards(details)}", mover)
        else:
            for which in details:
                yield from tell_event(c, after, mover, kind, which)


def tell_round(c: Constants, after: State, mover: int, events: list[Event]) -> Iterator[LogEntry]:
    """The beginning of a round. What everybody drew lies open: nobody's turn can be over so soon."""
    yield from tell_events(c, after, mover, events[:1])
    for k in range(c.seats):
        seat = (first_seat(c, after) + k) % c.seats
        if (PILE_SHUFFLED, seat) in events:
            yield LogEntry(SHUFFLED, seat)
        if drawn := list_drawn(after, seat):
            yield LogEntry(f"drew {name_cards(drawn)}", seat)
    yield from tell_events(c, after, mover, [event for event in events[1:] if event[0] != PILE_SHUFFLED])


def tell_event(c: Constants, after: State, who: int, kind: int, which: int) -> Iterator[LogEntry]:
    """One thing that happened by itself."""
    if kind == CARD_STORED:
        yield tell_stored(c, who, which, ONLY)
    elif kind == CARD_DESTROYED:
        yield tell_destroyed(c, who, which, f"drawn {CARD_NAMES[which]}{ONLY}")
    elif kind == GARMENT_MADE:
        yield tell_made(c, who, which, ONLY)
    elif kind == GARMENT_SHOWN:
        yield tell_shown(c, which - 1)
    elif kind == ABILITY_LAPSED:
        yield LogEntry(LAPSES[ability_verb(which)], who)
    elif kind == PILE_SHUFFLED:
        yield LogEntry(SHUFFLED, which)
    elif kind == DESTROYED_SHUFFLED:
        yield LogEntry("The destroyed cards were shuffled into a new draft deck")
    elif kind == CARDS_TURNED_UP:
        drafted = ((p, list_drafted(after, p)) for p in range(c.seats))
        yield from (LogEntry(f"drafted {name_cards(cards)}", p) for p, cards in drafted if cards)
    elif kind == TURN_ENDED:
        yield LogEntry("had no drafted card left and ended the turn", which)
    elif kind == TURN_SKIPPED:
        yield LogEntry("had drafted nothing and missed the turn", which)
    else:
        yield LogEntry(f"Round {which}", heading=True)
        if kind == ROUND_PASSED:
            yield LogEntry("No card was left to draft: what was drawn was discarded")


def tell_shown(c: Constants, g: int) -> LogEntry:
    """The garment that fills the display."""
    if g < 0:
        return LogEntry("The garment deck was empty: a place on display stayed free")
    return LogEntry(f"{GARMENT_NAMES[g]} came to the display", pieces=list_colours(c.cost[g]))


def list_drawn(s: State, seat: int) -> list[int]:
    """The drawn cards of a seat."""
    return [card for card, n in enumerate(list_numbers(s.drawn[seat])) for _ in range(n)]


def list_drafted(s: State, seat: int) -> list[int]:
    """The drafted cards of a seat."""
    return [card - 1 for card in list_numbers(s.drafted[seat]) if card]


# ---------------------------------------------------------------------- moments


class MadeGarment(msgspec.Struct, frozen=True):
    """A garment that was made."""

    seat: int
    garment: str
    fabric: str  # the card it was made of
    cost: tuple[str, ...]  # one colour id per pip
    stars: int


class ColoriMoment(msgspec.Struct, frozen=True):
    """Something worth a pause: garments made, drafted cards turned up, the end of a round."""

    text: str
    made: list[MadeGarment]
    drafted: list[list[str]]  # by seat; empty unless the cards were turned up
    ended: int  # the round that ended; 0: none
    stars: list[int]  # by seat
    over: bool


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> ColoriMoment | None:
    """A garment made, the drafted cards turned up, or the end of a round."""
    if goes_on_choosing(before, after):
        return None
    events = list_events(after)
    garments = [a - MAKE_GARMENT] if MAKE_GARMENT <= a < END_TURN else []
    garments += [g for kind, g in events if kind == GARMENT_MADE]
    turned_up = any(kind == CARDS_TURNED_UP for kind, _ in events)
    passed = any(kind in (ROUND_BEGUN, ROUND_PASSED) for kind, _ in events)
    ended = before.round if passed or after.phase == OVER else 0
    sentences = [f"{{{mover}}} made {GARMENT_NAMES[g]} for {say_stars(c.stars[g])}." for g in garments]
    if ended:
        sentences.append(f"Round {ended} ended. {say_leaders(c, after)}")
    if turned_up:
        sentences.append("The drafted cards were turned up.")
    if not sentences:
        return None
    return ColoriMoment(
        text=" ".join(sentences),
        made=[
            MadeGarment(mover, GARMENT_IDS[g], CARD_IDS[c.fabric[g]], list_colours(c.cost[g]), c.stars[g])
            for g in garments
        ],
        drafted=[[CARD_IDS[card] for card in list_drafted(after, p)] for p in range(c.seats)] if turned_up else [],
        ended=ended,
        stars=list_numbers(after.stars)[: c.seats],
        over=after.phase == OVER,
    )


def say_leaders(c: Constants, s: State) -> str:
    """`{1} led with 7 stars.`"""
    stars = list_numbers(s.stars)[: c.seats]
    if max(stars) == 0:
        return "Nobody had a star."
    leaders = [f"{{{p}}}" for p in range(c.seats) if stars[p] == max(stars)]
    together = " each" if len(leaders) > 1 else ""
    return f"{join_words(leaders)} led with {say_stars(max(stars))}{together}."
