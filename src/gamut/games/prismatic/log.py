"""The log of Prismatic, and moments that are worth a pause."""

from __future__ import annotations

from gamut.engine.bits import count
from gamut.engine.presentation import LogEntry, format_count, join_words
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.auction import takes_part
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES
from gamut.games.prismatic.paying import owed_colour
from gamut.games.prismatic.presentation import (
    card_id,
    card_name,
    count_words,
    effect_pieces,
    effect_text,
    list_cards,
    list_items,
    name_round,
    spot_id,
    spot_name,
)
from gamut.games.prismatic.record import (
    Constants,
    State,
    decode_action,
    placed_item,
    placed_spot,
    seat_spot,
    wanted_recipe,
)
from gamut.games.prismatic.resolving import pulled_mote
from gamut.games.prismatic.scoring import own_prisms, standing
from gamut.games.prismatic.view import Commit, Moment, count_score

SUBMITTED = {rec.STARTING: "finished choosing", rec.COMMITTING: "committed", rec.BIDDING: "placed a bid"}


def log_entries(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """Return what was done and what followed. Secret steps are logged once, when all seats have submitted theirs."""
    if before.phase == rec.RESOLVING:
        entries = log_turn(c, before, after, mover, a)
    elif after.number == before.number and after.phase == before.phase:
        return [] if after.due >> mover & 1 else [LogEntry(SUBMITTED[before.phase], mover)]
    elif before.phase == rec.STARTING:
        entries = log_start(c, before, after)
    elif before.phase == rec.COMMITTING:
        return [log_commits(c, before, after, p) for p in in_order(c, after)]
    else:
        entries = log_bids(c, before, after)
    return entries + log_round(c, before, after)


def in_order(c: Constants, s: State) -> list[int]:
    """Return the seats from the starter on."""
    return [(s.starter + k) % c.seats for k in range(c.seats)]


# ---------------------------------------------------------------------- secret phases


def log_start(c: Constants, before: State, after: State) -> list[LogEntry]:
    entries = []
    for p in range(c.seats):
        card = list_cards(after.progress[p])[0]
        motes = [after.bag[p, k] + after.drawn[p, k] - before.bag[p, k] for k in range(rec.N_COLOURS)]
        text = f"kept {card_name(c, card)} and chose {count_words(list_items(motes))}"
        entries.append(LogEntry(text, p, (card_id(c, card), *list_items(motes))))
    return entries


def log_commits(c: Constants, before: State, after: State, seat: int) -> LogEntry:
    """`placed red and white on Aurora; blue on the palette`."""
    parts: list[str] = []
    pieces: list[str] = []
    spots = [*list_cards(after.progress[seat]), *list_cards(after.created[seat]), rec.PALETTE + seat]
    for spot in spots:
        items = list_items([after.on[spot, item] - before.on[spot, item] for item in range(rec.ITEMS)])
        if items:
            parts.append(f"{count_words(items)} on {spot_name(c, spot)}")
            pieces += items
    return LogEntry(f"placed {'; '.join(parts) or 'nothing'}", seat, tuple(pieces))


def log_bids(c: Constants, before: State, after: State) -> list[LogEntry]:
    """Return the revealed bids, who dropped out, and who has the token."""
    entries = []
    for p in range(c.seats):
        is_out = after.out >> p & 1 and not before.out >> p & 1
        raised = after.bid[p] != before.bid[p]
        if takes_part(c, before, p) and (raised or before.bid[p] == 0):
            bid = format_count(after.bid[p], "prism") if after.bid[p] else "nothing"
            entries.append(LogEntry(f"bid {bid}", p, (ITEM_NAMES[rec.PRISM],) * after.bid[p]))
        if is_out:
            entries.append(LogEntry("could not bid more" if raised else "dropped out", p))
    if after.phase != rec.BIDDING:
        p = after.starter
        won = after.bid[p] and not after.out >> p & 1
        text = f"won the starter token for {format_count(after.bid[p], 'prism')}" if won else "kept the starter token"
        entries.append(LogEntry(text, p))
    return entries


# ---------------------------------------------------------------------- turns


def log_turn(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    kind, number = decode_action(a)
    if kind == rec.USE_RECIPE:
        entries = log_paid(c, before, after, mover, number)
    elif kind == rec.CREATE_CARD:
        entries = log_paid(c, before, after, mover, rec.RECIPES + number)
    elif kind == rec.USE_ABILITY:
        entries = log_use(c, before, after, mover, number)
    elif kind in (rec.PAY_LIGHT, rec.PAY_MOTES):
        colour = COLOUR_NAMES[owed_colour(before)]
        text = f"paid {colour} with {'light' if kind == rec.PAY_LIGHT else 'motes'}"
        entries = [LogEntry(text, mover, (colour,)), *log_paid(c, before, after, mover, wanted_recipe(before))]
    elif kind == rec.TAKE_REWARD:
        entries = log_effect(c, before, after, mover, number)
    elif kind == rec.SKIP_REWARDS:
        entries = [LogEntry("skipped the remaining rewards", mover)]
    elif kind == rec.END_TURN:
        entries = [LogEntry("ended the turn", mover)]
    else:
        entries = log_choice(c, before, after, mover, a)
    if after.reached and not before.reached:
        entries.append(LogEntry("reached the goal first", mover))
    return entries


def log_paid(c: Constants, before: State, after: State, mover: int, wanted: int) -> list[LogEntry]:
    """Return what a recipe, or RECIPES + card, gave, once it is paid for."""
    if after.task == rec.PAYING:
        return []
    if wanted < rec.RECIPES:
        return log_recipe(c, before, after, mover, c.gives[wanted])
    return log_created(c, before, after, mover, wanted - rec.RECIPES)


def log_created(c: Constants, before: State, after: State, mover: int, card: int) -> list[LogEntry]:
    prisms = after.gained[rec.PRISM] - before.gained[rec.PRISM]
    entries = [
        LogEntry(f"created {card_name(c, card)} ({format_count(c.stars[card], 'star')})", mover, (card_id(c, card),))
    ]
    if prisms:
        entries.append(LogEntry(f"gained {format_count(prisms, 'prism')}", mover, (ITEM_NAMES[rec.PRISM],) * prisms))
    rewards = [c.reward[card, k] for k in range(rec.REWARDS_EACH)]
    lights = [effect for effect in rewards if 0 < effect < rec.MOTE]
    return entries + [entry for effect in lights for entry in log_effect(c, before, after, mover, effect)]


def log_recipe(c: Constants, before: State, after: State, mover: int, effect: int) -> list[LogEntry]:
    if effect >= rec.PULL:
        entries = [LogEntry(f"used the board to {effect_text(effect)}", mover)]
        return entries + log_effect(c, before, after, mover, effect)
    prisms = after.gained[rec.PRISM] - before.gained[rec.PRISM]
    pieces = (ITEM_NAMES[rec.PRISM],) * prisms or effect_pieces(effect)
    return [LogEntry(f"made {format_count(prisms, 'prism') if prisms else effect_text(effect)}", mover, pieces)]


def log_use(c: Constants, before: State, after: State, mover: int, card: int) -> list[LogEntry]:
    entry = LogEntry(f"used {card_name(c, card)}", mover, (card_id(c, card),))
    return [entry, *log_effect(c, before, after, mover, c.ability[card])]


def log_effect(c: Constants, before: State, after: State, mover: int, effect: int) -> list[LogEntry]:
    """Return what an effect gave without a choice."""
    if effect == rec.PULL:
        mote = ITEM_NAMES[pulled_mote(after, mover)]
        return [LogEntry(f"pulled a {mote} mote", mover, (mote,))]
    if effect in (rec.DRAW, rec.KEEP_ONE):
        drawn = list_cards(after.offered[mover] | (after.progress[mover] & ~before.progress[mover]))
        verb = "drew" if int(after.offered[mover]) else "drew and kept"
        names, ids = join_words(card_name(c, card) for card in drawn), tuple(card_id(c, card) for card in drawn)
        return [LogEntry(f"{verb} {names}", mover, ids)]
    if effect < rec.PULL:
        return [LogEntry(f"gained {effect_text(effect)}", mover, effect_pieces(effect))]
    return []


def log_choice(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """Return what was done with a pulled mote or a drawn card, or the target of an action."""
    kind, number = decode_action(a)
    if kind == rec.PLACE_ITEM:
        mote = ITEM_NAMES[placed_item(a)]
        return [LogEntry(f"placed the {mote} mote on {spot_name(c, placed_spot(a))}", mover, (mote,))]
    if kind == rec.RETURN_MOTE:
        return [LogEntry(f"returned the {ITEM_NAMES[pulled_mote(before, mover)]} mote to the bag", mover)]
    if kind == rec.KEEP_CARD:
        return [
            LogEntry(f"{'kept' if card == number else 'discarded'} {card_name(c, card)}", mover, (card_id(c, card),))
            for card in list_cards(before.offered[mover])
        ]
    if kind in (rec.TO_COMMON, rec.REPLACE_CARD):
        card = list_cards(before.offered[mover])[0]
        name, pieces = card_name(c, card), (card_id(c, card),)
        if kind == rec.TO_COMMON:
            return [LogEntry(f"put {name} in the common area", mover, pieces)]
        return [LogEntry(f"replaced {card_name(c, number)} with {name}", mover, pieces)]
    if kind == rec.DISCARD_CARD:
        name = card_name(c, number)
        return [LogEntry(f"discarded {name}{describe_returned(before, number)}", mover, (card_id(c, number),))]
    if kind == rec.STEAL_CARD:
        return log_theft(c, before, mover, number)
    spot = seat_spot(mover, number)  # EMPTY_SPOT
    return [LogEntry(f"emptied {spot_name(c, spot)}{describe_returned(before, spot)}", mover)]


def log_theft(c: Constants, before: State, mover: int, card: int) -> list[LogEntry]:
    """Return that a card was stolen, and who lost it."""
    name, pieces = card_name(c, card), (card_id(c, card),)
    owners = [p for p in range(c.seats) if int(before.progress[p]) >> card & 1]
    origin = "" if owners else " from the common area"
    entries = [LogEntry(f"stole {name}{origin}", mover, pieces)]
    return entries + [LogEntry(f"lost {name}{describe_returned(before, card)}", p, pieces) for p in owners]


def describe_returned(before: State, spot: int) -> str:
    """`: red and white returned to the bag, 1 prism lost`, or nothing."""
    motes = list_items([before.on[spot, mote] for mote in range(rec.MOTES)])
    prisms = before.on[spot, rec.PRISM]
    parts = [f"{count_words(motes)} returned to the bag"] if motes else []
    parts += [f"{format_count(prisms, 'prism')} lost"] if prisms else []
    return f": {', '.join(parts)}" if parts else ""


# ---------------------------------------------------------------------- the end of a round


def log_round(c: Constants, before: State, after: State) -> list[LogEntry]:
    """Return new common cards, the starter token, and what was drawn for a new round."""
    # Nothing but a shuffle takes cards from the discard pile.
    shuffled = int(before.discard) & ~int(after.discard)
    entries = [LogEntry("The discard pile was shuffled into a new deck")] if shuffled else []
    if before.phase == rec.RESOLVING and after.phase != rec.RESOLVING:
        for place in range(rec.COMMON):
            card = after.common[place] - 1
            if before.common[place] == 0 and card >= 0:
                entries.append(LogEntry(f"{card_name(c, card)} entered the common area", -1, (card_id(c, card),)))
        if after.round > before.round:
            verb = "took" if after.starter != before.starter else "kept"
            entries.append(LogEntry(f"{verb} the starter token", after.starter))
    if after.phase == rec.OVER:
        return [*entries, LogEntry("The game is over", heading=True)]
    if after.round > before.round:
        entries.append(LogEntry(name_round(after), heading=True))
        for p in in_order(c, after):
            if had_empty_bag(before, after, p):
                entries.append(LogEntry("had an empty bag and returned all committed motes to it", p))
            drawn = list_items(after.drawn[p])
            entries.append(LogEntry(f"drew {count_words(drawn)}", p, ("bag", *drawn)))
    return entries


def had_empty_bag(before: State, after: State, seat: int) -> bool:
    """Return whether the committed motes of a seat returned to its bag before it drew."""
    spots = [rec.PALETTE + seat, *list_cards(after.progress[seat]), *list_cards(after.created[seat])]
    return any(after.on[spot, mote] < before.on[spot, mote] for spot in spots for mote in range(rec.MOTES))


# ---------------------------------------------------------------------- moments

ORDINALS = ("", "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")


def moment(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> Moment | None:
    if after.phase == rec.OVER:
        return end_moment(c, after)
    if before.phase == rec.COMMITTING and after.phase == rec.RESOLVING:
        commits = [commit for p in in_order(c, after) for commit in list_commits(c, before, after, p)]
        return Moment("reveal", "Everyone reveals!", commits)
    if before.phase == rec.RESOLVING and (created := list_cards(after.created[mover] & ~before.created[mover])):
        return created_moment(c, before, after, mover, created[0])
    return turn_moment(c, before, mover) if a == rec.END_TURN and mover != seat else None


def list_commits(c: Constants, before: State, after: State, seat: int) -> list[Commit]:
    """Return what a seat placed in this round, by place."""
    commits = []
    for spot in [rec.PALETTE + seat, *list_cards(after.progress[seat]), *list_cards(after.created[seat])]:
        items = list_items([after.on[spot, item] - before.on[spot, item] for item in range(rec.ITEMS)])
        if items:
            commits.append(Commit(seat, spot_id(c, spot), items))
    return commits


def created_moment(c: Constants, before: State, after: State, mover: int, card: int) -> Moment:
    reached = bool(after.reached) and not before.reached
    text = f"{{{mover}}} created {card_name(c, card)}: {format_count(c.stars[card], 'star')}."
    if reached:
        text += f" {ORDINALS[count(after.created[mover])]} card! One last round."
    return Moment("created", text, card=card_id(c, card), goal=reached)


def turn_moment(c: Constants, s: State, mover: int) -> Moment | None:
    """Return what another player did in a turn, if it was more than one thing; created cards had their own moments."""
    recipes = [recipe for recipe in range(rec.RECIPES) if s.made >> recipe & 1]
    used = list_cards(s.used)
    if len(recipes) + len(used) < 2:
        return None
    made = [effect_text(c.gives[k]) for k in recipes if c.gives[k] < rec.PULL]
    parts = [f"made {join_words(made)}"] if made else []
    parts += [f"used the board to {effect_text(c.gives[k])}" for k in recipes if c.gives[k] >= rec.PULL]
    parts += [f"used {join_words(card_name(c, card) for card in used)}"] if used else []
    return Moment("turn", f"{{{mover}}} {'; '.join(parts)}.", recipes=[c.printed.board[k].id for k in recipes])


def end_moment(c: Constants, s: State) -> Moment:
    stars = [count_score(c, s, p).total for p in range(c.seats)]
    first, second = sorted(range(c.seats), key=lambda p: -standing(c, s, p, stars[p]))[:2]
    tie = f"; {tie_breaker(s, first, second)} broke the tie" if stars[first] == stars[second] else ""
    return Moment("end", f"{{{first}}} won with {format_count(stars[first], 'star')}{tie}.")


def tie_breaker(s: State, first: int, second: int) -> str:
    """Return what decides between two seats with the same stars."""
    for name, ahead, behind in (
        ("more created cards", count(s.created[first]), count(s.created[second])),
        ("more motes", s.motes[first], s.motes[second]),
        ("more prisms", own_prisms(s, first), own_prisms(s, second)),
        ("reaching the goal first", s.reached == first + 1, s.reached == second + 1),
    ):
        if ahead != behind:
            return name
    return "turn order"
