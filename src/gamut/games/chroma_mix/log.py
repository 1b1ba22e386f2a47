"""What happened at a table of Chroma Mix: the lines of the log, and what is worth a pause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from gamut.engine.language import LogEntry
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.language import action_range, chosen_kinds, name_cards
from gamut.games.chroma_mix.progress import read_holding, say_player, say_victory, show_progress
from gamut.games.chroma_mix.record import (
    ADDING_EQUAL,
    ALSO_PRINT,
    BILLY_DREW,
    BILLY_SHUFFLED,
    CARD_ADDED,
    CARD_MISSED,
    CARD_PRINTED,
    CARD_SHOWN,
    DONE,
    EFFECT_LAPSED,
    END_TURN,
    HELPING,
    KEEP_IT,
    KINDS,
    LAYING,
    LIGHT_YELLOW,
    MIX,
    MIXING,
    ORANGE,
    PARTING,
    PASS,
    PRINT,
    PRINT_IT,
    REFILL,
    REFILLING,
    RETURN,
    ROW_SHUFFLED,
    SWAP_NOTHING,
    SWAPPING,
    TAKE,
    TRADING,
    TUCK,
    Constants,
    State,
    event_detail,
    event_of,
)  # fmt: skip
from gamut.games.chroma_mix.victories import tucked_dots
from gamut.games.chroma_mix.views import Outcome, show_outcome


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What was done, what came of it, and what begins."""
    entries = list(tell_action(c, before, after, mover, a))
    entries += tell_trail(after, mover)
    for player in range(c.players):
        if after.met[player] & ~before.met[player]:
            victory = say_victory(after, player)
            mine = player < c.seats
            entries.append(LogEntry(f"met {victory}" if mine else f"Billy met {victory}", player if mine else -1))
    if after.round > before.round:
        entries.append(LogEntry(f"Round {after.round}", heading=True))
    return entries


def entry(text: str, mover: int, *kinds: int) -> LogEntry:
    """A line about some cards."""
    return LogEntry(text, mover, tuple(IDS[k] for k in kinds))


# ---------------------------------------------------------------------- actions


def tell_action(c: Constants, before: State, after: State, mover: int, a: int) -> Iterator[LogEntry]:
    """The action itself; the cards of a mix are told when it is done."""
    start = action_range(a)[0]
    kind = a - start
    if start in (PRINT, ALSO_PRINT):
        yield entry(f"printed {NAMES[kind]}", mover, kind)
    elif start == TAKE:
        if before.what[before.depth - 1] != PARTING or before.parts[0]:
            yield tell_taking(before, after, mover, kind)
    elif start == RETURN:
        yield entry(f"took {NAMES[kind]} back", mover, kind)
    elif start == TUCK:
        yield entry(f"tucked {NAMES[kind]} under Mustard, {tucked_dots(c, after)} dots in all", mover, kind)
    elif start in (PRINT_IT, KEEP_IT, PASS):
        yield tell_answer(before, mover, start)
    elif start == SWAP_NOTHING:
        yield entry("took a Light Yellow for an empty hand", mover, LIGHT_YELLOW)
    elif start == END_TURN:
        yield entry("ended the turn", mover)
    elif (start == DONE and before.returned + before.tucks == 0) or (start == REFILL and not runs_refill(after)):
        yield entry("refilled and took nothing back", mover)


def runs_refill(s: State) -> bool:
    """Whether a refill waits for cards."""
    return s.depth > 0 and s.what[s.depth - 1] == REFILLING


def tell_taking(before: State, after: State, mover: int, kind: int) -> LogEntry:
    """A card taken, and for what."""
    what, cause, paid = before.what[before.depth - 1], before.cause[before.depth - 1], chosen_kinds(before)
    if what == MIXING:
        return entry(f"mixed {name_cards(paid)} into {NAMES[kind]}", mover, kind, *paid)
    if what == HELPING:
        return entry(f"Billy mixed {name_cards(paid)} into {NAMES[kind]}", -1, kind, *paid)
    if what == SWAPPING:
        return entry(f"swapped {NAMES[paid[0]]} for {NAMES[kind]}", mover, kind, *paid)
    if what == TRADING:
        return entry(f"discarded {NAMES[paid[0]]} and added {NAMES[kind]}, by Prism", mover, kind, *paid)
    if what == PARTING:
        return tell_parting(before, mover, kind, paid[0])
    if what == ADDING_EQUAL:
        many = after.hand[mover, kind] - before.hand[mover, kind]
        return entry(f"added {name_cards([kind] * many)}, by {NAMES[cause]}", mover, kind, cause)
    return entry(f"added {NAMES[kind]}, by {NAMES[cause]}", mover, kind, cause)


def tell_parting(before: State, mover: int, kind: int, whole: int) -> LogEntry:
    """What Lavender made of a card."""
    parts = sorted((before.parts[0] - 1, kind))
    return entry(f"parted {NAMES[whole]} into {name_cards(parts)}", mover, whole, *parts)


def tell_answer(before: State, mover: int, answer: int) -> LogEntry:
    """A yes or no to a card that may be used."""
    cause, kind = before.cause[before.depth - 1], before.more[before.depth - 1]
    if answer == PASS:
        return entry(f"did not use {NAMES[cause]}", mover, cause)
    if answer == KEEP_IT:
        return entry(f"kept {NAMES[kind]} in hand", mover, kind)
    if before.what[before.depth - 1] == LAYING:
        return entry(f"put {NAMES[kind]} straight into play, by Orange", mover, kind, ORANGE)
    return entry(f"printed {NAMES[kind]}, by {NAMES[cause]}", mover, kind, cause)


# ---------------------------------------------------------------------- what nobody chose


def tell_trail(s: State, mover: int) -> Iterator[LogEntry]:
    """What the action led to; Billy's draws and new cards of the market are told together."""
    codes = [s.trail[i] for i in range(s.trailed)]
    for k, code in enumerate(codes):
        event, which = event_of(code), event_detail(code)
        again = k > 0 and event_of(codes[k - 1]) == event
        if event in (CARD_SHOWN, BILLY_DREW):
            if not again:
                yield tell_group(event, list(follow(codes[k:], event)))
        else:
            yield tell_event(event, which, mover)


def follow(codes: list[int], event: int) -> Iterator[int]:
    """The details of the events of one kind that stand together."""
    for code in codes:
        if event_of(code) != event:
            return
        yield event_detail(code)


def tell_group(event: int, kinds: list[int]) -> LogEntry:
    """Cards that came together; a MIX card is none of the kinds."""
    if event == CARD_SHOWN:
        return entry(f"The market shows {name_cards(kinds)} now", -1, *kinds)
    said = name_drawn(kinds)
    return entry(f"Billy drew {said}", -1, *(k for k in kinds if k < KINDS))


def name_drawn(kinds: Iterable[int]) -> str:
    """`Soft Cyan and MIX`."""
    said = ["MIX" if k == MIX else NAMES[k] for k in kinds]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def tell_event(event: int, which: int, mover: int) -> LogEntry:
    """One thing that happened by itself."""
    if event == CARD_PRINTED:
        return entry(f"printed {NAMES[which]}, by Lavender", mover, which)
    if event == CARD_MISSED:
        return entry(f"had no {NAMES[which]} left to print", mover, which)
    if event == CARD_ADDED:
        return entry(f"added {NAMES[which]}, by Coral", mover, which)
    if event == EFFECT_LAPSED:
        return entry(f"Nothing came of {NAMES[which]}", -1, which)
    if event == ROW_SHUFFLED:
        return LogEntry(f"The discard pile of rank {which + 2} became the deck")
    if event == BILLY_SHUFFLED:
        return LogEntry("Billy's discard pile became its deck")
    return LogEntry("Billy had nothing to mix")


# ---------------------------------------------------------------------- what is worth a pause


WORSE = ("points", "sapphire", "ruby")  # victories that the special one beats, the better the later


class ChromaMixMoment(msgspec.Struct, frozen=True):
    """A victory that has just been met, or the end of the game."""

    text: str  # `{0}` is a seat
    kind: Literal["victory", "end"]
    player: int  # who met it or won; −1: nobody
    victory: str  # as in the player's progress; empty: none
    cards: list[str]  # that made it
    last_turns: list[int]  # players that still have a turn in this round
    outcome: Outcome | None


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> ChromaMixMoment | None:
    """A victory met, or the end."""
    outcome = show_outcome(c, after)
    if outcome:
        won = outcome.winner if outcome.winner >= 0 and after.met[outcome.winner] else -1
        victory, cards = show_cards(c, after, won) if won >= 0 else ("", [])
        return ChromaMixMoment(outcome.text, "end", outcome.winner, victory, cards, [], outcome)
    for player in range(c.players):
        if after.met[player] & ~before.met[player]:
            rest = (after.first - after.turn) % c.players
            last = [(after.turn + k) % c.players for k in range(rest)]
            text = f"{say_player(c, player)} met {say_victory(after, player)}. The round is finished."
            return ChromaMixMoment(text, "victory", player, *show_cards(c, after, player), last, None)
    return None


def show_cards(c: Constants, s: State, player: int) -> tuple[str, list[str]]:
    """The best victory a player has met, and the cards that make it."""
    met = [progress for progress in show_progress(read_holding(c, s, player), s.special) if progress.met]
    best = max(met, key=lambda progress: WORSE.index(progress.victory) if progress.victory in WORSE else len(WORSE))
    if best.victory == "points":
        row = s.hand[player] if player >= c.seats else s.play[player]
        return best.victory, [IDS[k] for k in range(KINDS) if row[k] and c.points[k]]
    return best.victory, [piece.id for piece in best.pieces]
