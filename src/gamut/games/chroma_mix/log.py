"""The log of Chroma Mix, and its moments."""

from __future__ import annotations

from collections.abc import Iterator

from gamut.engine.presentation import LogEntry, add_article, format_count
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_billy
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.presentation import chosen_kinds, list_drawn, name_billy_cards, name_cards
from gamut.games.chroma_mix.progress import describe_victory, list_progress, name_player, read_holding
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.view import Moment, view_outcome
from gamut.games.chroma_mix.winning import best_victory, tucked_dots


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """Return the entries of an action, with the heading of the round that it begins or that begins with it."""
    billy_begins = is_billy(c, after.first) and (
        after.round > before.round or before.billy_head_start > after.billy_head_start == 0
    )
    split = find_last_billy_turn(after) if billy_begins else after.n_events
    entries = [*log_action(c, before, after, mover, a), *log_events(after, mover, 0, split)]
    later = [*log_events(after, mover, split, after.n_events), *log_victories(c, before, after)]
    heading = LogEntry(f"Round {after.round}", heading=True)
    if begins_round_1(c, before):
        entries.insert(0, LogEntry("Round 1", heading=True))
    if billy_begins:
        return [*entries, heading, *later]
    return [*entries, *later, *([heading] if after.round > before.round else [])]


def begins_round_1(c: Constants, s: State) -> bool:
    """Return whether the first action after the deal is the first of round 1."""
    if is_billy(c, s.first):  # if the deal included his turn of round 1: later actions never include all those turns
        return len(list_drawn(s)) == 2 * (c.billy_head_start + 1)
    return s.round == 1 and s.stage == rec.PLAYING and s.turn == s.first and s.actions_done == 0 and s.depth == 0


def find_last_billy_turn(s: State) -> int:
    """Return the index of the first event of Billy's last turn: it begins with two draws, perhaps with a shuffle."""
    types = [rec.event_type(s.events[i]) for i in range(s.n_events)]
    index = [i for i, event in enumerate(types) if event == rec.BILLY_DREW][-2]
    return index - 1 if types[index - 1 : index] == [rec.BILLY_RESHUFFLED] else index


def log_victories(c: Constants, before: State, after: State) -> Iterator[LogEntry]:
    for player in new_victors(c, before, after):
        text = describe_victory(after, player)
        yield LogEntry(text, player) if player < c.seats else LogEntry(f"Billy {text}")


def new_victors(c: Constants, before: State, after: State) -> list[int]:
    return [player for player in range(c.players) if after.victories[player] & ~before.victories[player]]


def make_entry(text: str, mover: int, *kinds: int) -> LogEntry:
    return LogEntry(text, mover, tuple(IDS[k] for k in kinds))


# ---------------------------------------------------------------------- actions


def log_action(c: Constants, before: State, after: State, mover: int, a: int) -> Iterator[LogEntry]:
    """Yield the entry of an action; a mix and a split have one when they are finished."""
    group, kind = rec.action_group(a), rec.action_kind(a)
    if group in (rec.PRINT, rec.ALSO_PRINT):
        yield make_entry(f"printed {NAMES[kind]}", mover, kind)
    elif group == rec.TAKE:
        if rec.current_decision(before) != rec.LAVENDER_SPLIT or before.split_into[0]:
            yield log_take(before, mover, kind)
    elif group == rec.RETURN:
        yield make_entry(f"returned {NAMES[kind]} to hand", mover, kind)
    elif group == rec.TUCK:
        dots = format_count(tucked_dots(c, after), "dot")
        yield make_entry(f"tucked {NAMES[kind]} under Mustard ({dots} in all)", mover, kind)
    elif group in (rec.PRINT_IT, rec.KEEP_IT, rec.PASS):
        yield log_answer(before, mover, group)
    elif group == rec.TAKE_FREE_INK:
        yield make_entry("had no cards and gained a Light Yellow", mover, rec.LIGHT_YELLOW)
    elif group == rec.END_TURN:
        yield make_entry("ended the turn", mover)
    elif ends_empty_refill(before, after, group):
        yield make_entry("refilled without returning any cards", mover)


def ends_empty_refill(before: State, after: State, group: int) -> bool:
    if group == rec.REFILL:
        return rec.current_decision(after) != rec.REFILLING
    return group == rec.DONE and before.refill_returned + before.refill_tucked == 0


def log_take(before: State, mover: int, kind: int) -> LogEntry:
    decision, cause, paid = rec.current_decision(before), before.cause[before.depth - 1], chosen_kinds(before)
    if decision == rec.MIXING:
        return make_entry(f"mixed {name_cards(paid)} into {add_article(NAMES[kind])}", mover, kind, *paid)
    if decision == rec.BILLY_MIX:
        return make_entry(f"Billy mixed {name_cards(paid)} into {add_article(NAMES[kind])}", -1, kind, *paid)
    if decision == rec.SWAPPING:
        return make_entry(f"swapped {NAMES[paid[0]]} for {NAMES[kind]}", mover, kind, *paid)
    if decision == rec.PRISM_TRADE:
        return make_entry(f"used Prism to discard {NAMES[paid[0]]} and gain {NAMES[kind]}", mover, kind, *paid)
    if decision == rec.LAVENDER_SPLIT:
        parts = sorted((before.split_into[0] - 1, kind))
        return make_entry(f"split {NAMES[paid[0]]} into {name_cards(parts)}", mover, paid[0], *parts)
    n = min(rec.times_left(before), before.ink_pile[kind]) if decision == rec.GAIN_SAME_INKS else 1
    return make_entry(f"gained {name_cards([kind] * n)} from {NAMES[cause]}", mover, kind, cause)


def log_answer(before: State, mover: int, group: int) -> LogEntry:
    cause, card = before.cause[before.depth - 1], rec.offered_card(before)
    if group == rec.PASS:
        return make_entry(f"did not use {NAMES[cause]}", mover, cause)
    if group == rec.KEEP_IT:
        return make_entry(f"kept {NAMES[card]} in hand", mover, card)
    if cause == rec.ORANGE:
        return make_entry(f"put {NAMES[card]} straight into play with Orange", mover, card, rec.ORANGE)
    return make_entry(f"printed {NAMES[card]} with {NAMES[cause]}", mover, card, cause)


# ---------------------------------------------------------------------- events


def log_events(s: State, mover: int, i: int, end: int) -> Iterator[LogEntry]:
    """Yield the entries of some of the events that the action caused; Billy's draws and new cards are grouped."""
    while i < end:
        event, details = rec.event_type(s.events[i]), [rec.event_detail(s.events[i])]
        i += 1
        if event in (rec.CARD_REVEALED, rec.BILLY_DREW):
            while i < end and rec.event_type(s.events[i]) == event:
                details.append(rec.event_detail(s.events[i]))
                i += 1
        yield log_event(event, details, mover)


def log_event(event: int, details: list[int], mover: int) -> LogEntry:
    detail = details[0]
    if event == rec.CARD_REVEALED:
        names = name_cards(details)
        return make_entry(f"{names[0].upper()}{names[1:]} entered the market", -1, *details)
    if event == rec.BILLY_DREW:
        return make_entry(f"Billy drew {name_billy_cards(details)}", -1, *(k for k in details if k != rec.MIX))
    if event == rec.CARD_PRINTED:
        return make_entry(f"printed {NAMES[detail]} with Lavender", mover, detail)
    if event == rec.CARD_GONE:
        return make_entry(f"had no {NAMES[detail]} left to print", mover, detail)
    if event == rec.CARD_GAINED:
        return make_entry(f"gained {NAMES[detail]} from Coral", mover, detail)
    if event == rec.NO_EFFECT:
        return make_entry(f"{NAMES[detail]} had no effect", -1, detail)
    if event == rec.DECK_RESHUFFLED:
        return LogEntry(f"The rank-{detail + 2} discard pile was shuffled into a new deck")
    if event == rec.BILLY_RESHUFFLED:
        return LogEntry("Billy shuffled his discard pile into a new deck")
    return LogEntry("Billy could not mix")


# ---------------------------------------------------------------------- moments


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> Moment | None:
    outcome = view_outcome(c, after)
    if outcome:
        won = outcome.winner >= 0 and after.victories[outcome.winner]
        return Moment(outcome.text, list_winning_cards(c, after, outcome.winner) if won else [])
    for player in new_victors(c, before, after):
        text = f"{name_player(c, player)} {describe_victory(after, player)} – last round!"
        return Moment(text, list_winning_cards(c, after, player))
    return None


def list_winning_cards(c: Constants, s: State, player: int) -> list[str]:
    """Return the cards of the best victory that a player has achieved."""
    holding, best = read_holding(c, s, player), best_victory(s, player)
    if best == rec.POINTS_VICTORY:
        cards = holding.hand if holding.billy else holding.play
        return [IDS[kind] for kind in range(rec.KINDS) if cards[kind] and c.points[kind]]
    titles = {rec.SAPPHIRE_VICTORY: "sapphire", rec.RUBY_VICTORY: "ruby"}
    victory = titles.get(best) or IDS[s.special]
    progress = next(p for p in list_progress(holding, s.special) if p.victory == victory)
    return [piece.id for piece in progress.pieces]
