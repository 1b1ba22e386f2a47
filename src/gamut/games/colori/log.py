"""The log of Colori, and its moments. What happened automatically or by chance is read from the events in the state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TypeAlias

from gamut.engine.presentation import LogEntry, format_count, join_words
from gamut.engine.strict import row_to_list
from gamut.engine.verbs import UNSEEN
from gamut.games.colori import record as rec
from gamut.games.colori.cards import CARD_NAMES, GARMENT_IDS, GARMENT_NAMES
from gamut.games.colori.draft import first_seat
from gamut.games.colori.presentation import list_colours, list_drafted, list_drawn, name_ability, name_cards, name_mix
from gamut.games.colori.record import Constants, State, ability_kind, decode_action, decode_event
from gamut.games.colori.view import Moment

LAPSED = {
    rec.STORE: "had no drawn cards to store",
    rec.DRAW: "had no cards left to draw",
    rec.MIX: "had no colours that mix",
    rec.DESTROY: "had no drawn cards to destroy",
    rec.MAKE: "could not afford any garment",
}
ONLY_CHOICE = " (the only choice)"
DISCARD_SHUFFLED = "shuffled the discard pile into a new deck"
Event: TypeAlias = tuple[int, int]  # its kind, and what it concerns


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    entries = [] if a == UNSEEN else [describe_action(c, mover, a)]
    if not is_same_pick(before, after):
        entries += describe_outcome(c, after, mover)
    return entries


def is_same_pick(before: State, after: State) -> bool:
    """Return whether other seats still have to choose: then the events are those of an earlier action."""
    same_round = before.phase == after.phase == rec.DRAFTING and before.round == after.round
    return same_round and before.pick == after.pick


# ---------------------------------------------------------------------- the action


def describe_action(c: Constants, mover: int, a: int) -> LogEntry:
    kind, detail = decode_action(a)
    if kind == rec.TAKE_CARD:
        return LogEntry(f"took {CARD_NAMES[detail]}", mover, list_colours(c.pips[detail]))
    if kind == rec.DESTROY_DRAFTED:
        return describe_destroyed(c, mover, detail, CARD_NAMES[detail])
    if kind == rec.STORE_DRAWN:
        return describe_stored(c, mover, detail)
    if kind == rec.DESTROY_DRAWN:
        return describe_destroyed(c, mover, detail, f"a drawn {CARD_NAMES[detail]}")
    if kind == rec.MIX_COLOURS:
        first, second, result = name_mix(c, detail)
        return LogEntry(f"mixed {first} and {second} into {result}", mover, (result, first, second))
    if kind == rec.MAKE_GARMENT:
        return describe_garment(c, mover, detail)
    return LogEntry("stopped mixing" if kind == rec.STOP_MIXING else "ended the turn", mover)


def describe_stored(c: Constants, mover: int, card: int, note: str = "") -> LogEntry:
    return LogEntry(f"stored {CARD_NAMES[card]}{note}", mover, list_colours(c.pips[card]))


def describe_destroyed(c: Constants, mover: int, card: int, name: str) -> LogEntry:
    ability = f": {name_ability(c.ability[card])}" if c.ability[card] else ""
    return LogEntry(f"destroyed {name}{ability}", mover, list_colours(c.pips[card]))


def describe_garment(c: Constants, mover: int, garment: int, note: str = "") -> LogEntry:
    fabric, stars = CARD_NAMES[c.fabric[garment]].lower(), format_count(c.stars[garment], "star")
    return LogEntry(
        f"made {GARMENT_NAMES[garment]} from {fabric} for {stars}{note}", mover, list_colours(c.cost[garment])
    )


# ---------------------------------------------------------------------- its outcome


def list_events(s: State) -> list[Event]:
    return [decode_event(s.events[k]) for k in range(s.n_events)]


def describe_outcome(c: Constants, after: State, mover: int) -> Iterator[LogEntry]:
    """Describe what happened in the last action besides the choice itself."""
    events = list_events(after)
    start = next((k for k, (kind, _) in enumerate(events) if kind == rec.ROUND_BEGUN), len(events))
    yield from describe_events(c, after, mover, events[:start])
    if start < len(events):
        yield from describe_round(c, after, mover, events[start:])


def describe_events(c: Constants, after: State, mover: int, events: list[Event]) -> Iterator[LogEntry]:
    """Describe events in order; cards that were drawn together share an entry."""
    for kind, group in groupby(events, key=lambda event: event[0]):
        details = [detail for _, detail in group]
        if kind == rec.CARD_DRAWN:
            yield LogEntry(f"drew {name_cards(details)}", mover)
        else:
            for detail in details:
                yield from describe_event(c, after, mover, kind, detail)


def describe_round(c: Constants, after: State, mover: int, events: list[Event]) -> Iterator[LogEntry]:
    """Describe the start of a round. The cards that were drawn are still there: no turn can be over so soon."""
    yield from describe_events(c, after, mover, events[:1])
    for k in range(c.seats):
        seat = (first_seat(c, after) + k) % c.seats
        if (rec.DISCARD_SHUFFLED, seat) in events:
            yield LogEntry(DISCARD_SHUFFLED, seat)
        if drawn := list_drawn(after, seat):
            yield LogEntry(f"drew {name_cards(drawn)}", seat)
    others = [event for event in events[1:] if event[0] != rec.DISCARD_SHUFFLED]
    yield from describe_events(c, after, mover, others)


def describe_event(c: Constants, after: State, mover: int, kind: int, detail: int) -> Iterator[LogEntry]:
    if kind == rec.CARD_STORED:
        yield describe_stored(c, mover, detail, ONLY_CHOICE)
    elif kind == rec.CARD_DESTROYED:
        yield describe_destroyed(c, mover, detail, f"a drawn {CARD_NAMES[detail]}{ONLY_CHOICE}")
    elif kind == rec.GARMENT_MADE:
        yield describe_garment(c, mover, detail, ONLY_CHOICE)
    elif kind == rec.GARMENT_ADDED:
        yield describe_added(c, detail - 1)
    elif kind == rec.ABILITY_LAPSED:
        yield LogEntry(LAPSED[ability_kind(detail)], mover)
    elif kind == rec.DISCARD_SHUFFLED:
        yield LogEntry(DISCARD_SHUFFLED, detail)
    elif kind == rec.DESTROYED_SHUFFLED:
        yield LogEntry("The destroyed cards were shuffled into a new draft deck")
    elif kind == rec.DRAFT_REVEALED:
        drafted = ((seat, list_drafted(after, seat)) for seat in range(c.seats))
        yield from (LogEntry(f"drafted {name_cards(cards)}", seat) for seat, cards in drafted if cards)
    elif kind == rec.TURN_ENDED:
        yield LogEntry("ended the turn: no drafted cards left", detail)
    elif kind == rec.TURN_SKIPPED:
        yield LogEntry("skipped the turn: no drafted cards", detail)
    else:
        yield LogEntry(f"Round {detail}", heading=True)
        if kind == rec.ROUND_SKIPPED:
            yield LogEntry("There were no cards to draft, so all drawn cards were discarded")


def describe_added(c: Constants, garment: int) -> LogEntry:
    """Describe how the display was refilled."""
    if garment < 0:
        return LogEntry("The garment deck is empty, so the display was not refilled")
    return LogEntry(f"{GARMENT_NAMES[garment]} was added to the display", pieces=list_colours(c.cost[garment]))


# ---------------------------------------------------------------------- moments


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> Moment | None:
    if is_same_pick(before, after):
        return None
    events = list_events(after)
    action, detail = decode_action(a)
    garments = [detail] if action == rec.MAKE_GARMENT else []
    garments += [garment for kind, garment in events if kind == rec.GARMENT_MADE]
    kinds = {kind for kind, _ in events}
    sentences = [
        f"{{{mover}}} made {GARMENT_NAMES[garment]} for {format_count(c.stars[garment], 'star')}."
        for garment in garments
    ]
    if after.phase == rec.OVER:
        sentences.append(f"The game is over. {name_leaders(c, after)}")
    elif kinds & {rec.ROUND_BEGUN, rec.ROUND_SKIPPED}:
        sentences.append(f"Round {before.round} is over. {name_leaders(c, after)}")
    if rec.DRAFT_REVEALED in kinds:
        sentences.append("The drafted cards are revealed.")
    if not sentences:
        return None
    stars = row_to_list(after.stars)[: c.seats]
    return Moment(" ".join(sentences), [GARMENT_IDS[garment] for garment in garments], stars)


def name_leaders(c: Constants, s: State) -> str:
    """Return `In the lead with 7 stars: {1}.`, or after the game `{1} won with 7 stars.`"""
    stars = row_to_list(s.stars)[: c.seats]
    if max(stars) == 0:
        return "No player has any stars."
    leaders = [f"{{{seat}}}" for seat in range(c.seats) if stars[seat] == max(stars)]
    names, most = join_words(leaders), format_count(max(stars), "star")
    if s.phase != rec.OVER:
        return f"In the lead with {most}: {names}."
    return f"{names} {'won' if len(leaders) == 1 else 'shared the win'} with {most}."
