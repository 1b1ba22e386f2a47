"""What Prismatic says: action texts and paths, questions and the log. What is drawn is in `view`.

Names and ids of cards come from `c.printed`, since a card file may be an operator's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamut.engine.language import LogEntry
from gamut.engine.record import Row, Word
from gamut.games.prismatic.auction import takes_part
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES, Creation
from gamut.games.prismatic.paying import owed_colour
from gamut.games.prismatic.record import (
    BID,
    BIDDING,
    BOARD,
    CARDS,
    COLOURS,
    COMMITTING,
    COMMON,
    CREATE,
    DECLINE,
    DISCARD,
    DISCARD_CARD,
    DONE,
    DRAW,
    EMPTY,
    EMPTY_SPOT,
    END_STEP,
    FORGO,
    ITEMS,
    KEEP,
    KEEP_ONE,
    LAY,
    MAKE,
    MOTE,
    MOTES,
    ONE_PRISM,
    OVER,
    PALETTE,
    PAY_MOTE,
    PAY_POOL,
    PAYING,
    PLACING,
    POOL,
    PRISM,
    PULL,
    PULLED,
    PUT_BACK,
    REPLACE,
    RESOLVING,
    REWARDS,
    REWARDS_EACH,
    STARTING,
    STEAL,
    STEAL_CARD,
    TAKE_ACTION,
    TAKE_MOTE,
    THREE_PRISMS,
    TO_COMMON,
    USE,
    WISH,
    WISHES,
    Constants,
    State,
    laid_item,
    laid_place,
)  # fmt: skip
from gamut.games.prismatic.resolving import pulled_mote, taken_effect
from gamut.games.prismatic.rules import count_wishes

ACTION_NAMES = {PULL: "pull", EMPTY: "empty", DRAW: "draw", DISCARD: "discard", STEAL: "steal"}

# ---------------------------------------------------------------------- names


def card_name(c: Constants, card: int) -> str:
    """`Scheele's Green`."""
    return str(c.printed.cards[card].name)


def card_id(c: Constants, card: int) -> str:
    """`scheeles-green`."""
    return str(c.printed.cards[card].id)


def list_cards(cards: Word) -> list[int]:
    """The members of a set of cards."""
    left, found = int(cards), []
    while left:
        found.append((left & -left).bit_length() - 1)
        left &= left - 1
    return found


def common_list(s: State) -> list[int]:
    """The cards of the common area, in their places."""
    return [s.common[place] - 1 for place in range(COMMON) if s.common[place]]


def list_items(counts: Row | Sequence[int]) -> list[str]:
    """`["red", "red", "prism"]` of a row of counts."""
    return [ITEM_NAMES[item] for item in range(len(counts)) for _ in range(counts[item])]


def join(words: Iterable[str]) -> str:
    """`red, blue and white`, or `nothing`."""
    said = list(words) or ["nothing"]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def count_words(words: Sequence[str]) -> str:
    """`2 red, blue and 2 prisms` for a list with repeats."""
    counts = {word: words.count(word) for word in words}
    prism = ITEM_NAMES[PRISM]
    return join(
        say_prisms(n) if word == prism and n > 1 else f"{n} {word}" if n > 1 else word for word, n in counts.items()
    )


def say_prisms(n: int) -> str:
    """`1 prism`, `2 prisms`."""
    return f"{n} prism" if n == 1 else f"{n} prisms"


def say_stars(n: int) -> str:
    """`1 star`, `2 stars`."""
    return f"{n} star" if n == 1 else f"{n} stars"


def effect_text(effect: int) -> str:
    """`yellow for the pool`, `a red mote`, `1 prism`, `pull`."""
    if effect < MOTE:
        return f"{COLOUR_NAMES[effect - POOL]} for the pool"
    if effect < ONE_PRISM:
        return f"a {ITEM_NAMES[effect - MOTE]} mote"
    if effect <= THREE_PRISMS:
        return say_prisms(1 if effect == ONE_PRISM else 3)
    return "a choice of two cards" if effect == KEEP_ONE else ACTION_NAMES[effect]


def effect_pieces(effect: int) -> tuple[str, ...]:
    """The pieces an effect gives, as a log shows them."""
    if effect < MOTE:
        return (f"pool:{COLOUR_NAMES[effect - POOL]}",)
    if effect < ONE_PRISM:
        return (ITEM_NAMES[effect - MOTE],)
    return (ITEM_NAMES[PRISM],) * (1 if effect == ONE_PRISM else 3) if effect <= THREE_PRISMS else ()


def creation_text(creation: Creation) -> str:
    """`a red mote from magenta and yellow`; where there is one method only, without it."""
    text = "a discard" if creation.gives == DISCARD else effect_text(creation.gives)
    return f"{text} from {count_words(list_items(creation.cost))}" if creation.methods > 1 else text


def place_name(c: Constants, place: int) -> str:
    """A card's name, or the palette."""
    return "the palette" if place == PALETTE else card_name(c, place)


# ---------------------------------------------------------------------- actions

NAMED = {
    PUT_BACK: ("put it back", "bag"),
    TO_COMMON: ("put it into the common area", "common"),
    DECLINE: ("decline", "button:decline"),
    PAY_POOL: ("pay with the pool", "pay:pool"),
    PAY_MOTE: ("pay with motes", "pay:motes"),
    FORGO: ("forgo", "button:forgo"),
    DONE: ("done", "button:done"),
    END_STEP: ("end step", "button:end"),
}
ON_CARD = ((CREATE, "create"), (USE, "use"), (KEEP, "keep"), (REPLACE, "replace"), (DISCARD_CARD, "discard"),
           (STEAL_CARD, "steal"))  # fmt: skip


def action(c: Constants, a: int) -> str:
    """`make a red mote from …`, `create Aurora`, `lay red on the palette`, `bid 2`, `end step`, …."""
    if a in NAMED:
        return NAMED[a][0]
    for base, verb in ON_CARD:
        if base <= a < base + CARDS:
            return f"{verb} {card_name(c, a - base)}"
    if a < CREATE:
        return f"make {creation_text(c.printed.board[a - MAKE])}"
    if a < PUT_BACK:
        return f"lay {ITEM_NAMES[laid_item(a)]} on {place_name(c, laid_place(a))}"
    if a < TAKE_MOTE:
        return f"empty {place_name(c, a - EMPTY_SPOT)}"
    if a < DECLINE:
        return f"take {'' if a < TAKE_ACTION else 'the '}{effect_text(taken_effect(a))}"
    return f"choose {COLOUR_NAMES[a - WISH]}" if a < BID else f"bid {a - BID}"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """What is touched: a creation, a card, or an item and then its place."""
    if a in NAMED:
        return (NAMED[a][1],)
    for base, _ in ON_CARD:
        if base <= a < base + CARDS:
            return (f"card:{card_id(c, a - base)}",)
    if a < CREATE:
        return (f"board:{c.printed.board[a - MAKE].id}",)
    if a < PUT_BACK:
        item = laid_item(a)
        return "stock" if item == PRISM else f"drawn:{ITEM_NAMES[item]}", place_id(c, laid_place(a))
    if a < TAKE_MOTE:
        return (place_id(c, a - EMPTY_SPOT),)
    if a < DECLINE:
        effect = taken_effect(a)
        return (f"reward:{ITEM_NAMES[effect - MOTE] if a < TAKE_ACTION else ACTION_NAMES[effect]}",)
    return (f"supply:{COLOUR_NAMES[a - WISH]}",) if a < BID else (f"bid:{a - BID}",)


def place_id(c: Constants, place: int) -> str:
    """The id of a card or of the own palette."""
    return "palette" if place == PALETTE else f"card:{card_id(c, place)}"


# ---------------------------------------------------------------------- questions


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 7, to 5 cards`."""
    if s.phase == OVER:
        return "The game is over"
    if s.phase == STARTING:
        return f"Start, to {c.goal} cards"
    return say_round(s) if s.final else f"{say_round(s)}, to {c.goal} cards"


def say_round(s: State) -> str:
    """`Round 7`, or `Round 9, the last one`."""
    return f"Round {s.round}, the last one" if s.final else f"Round {s.round}"


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.phase == STARTING:
        return ask_start(s, seat)
    if s.phase == COMMITTING:
        return "Lay motes and prisms, or be done"
    if s.phase == BIDDING:
        return f"Bid more than {s.bid[seat]}, or forgo" if s.bid[seat] else "Bid prisms for the starter token"
    if s.phase == OVER:
        return "The game is over"
    return ask_step(c, s, seat)


def ask_start(s: State, seat: int) -> str:
    """What is still to be chosen at the start."""
    more = WISHES - count_wishes(s, seat)
    motes = f"choose {more} mote{'s' if more > 1 else ''}"
    if s.kept[seat] == 0:
        return f"Keep one of two cards, and {motes}" if more else "Keep one of two cards"
    return motes.capitalize() if more else "Say that you are done, or take back"


def ask_step(c: Constants, s: State, seat: int) -> str:
    """What the resolve step asks."""
    if s.task == PAYING:
        return f"Pay {COLOUR_NAMES[owed_colour(s)]} for {wanted_text(c, s)}: with the pool, or with motes"
    if s.task == REWARDS:
        return f"Take a reward of {card_name(c, s.wanted - 1 - BOARD)}, or decline"
    if s.task == PULLED:
        return f"Lay the {ITEM_NAMES[pulled_mote(s, seat)]} mote you pulled, or put it back"
    if s.task == PLACING:
        name = card_name(c, list_cards(s.offered[seat])[0])
        instead = " in place of one there" if len(common_list(s)) == COMMON else ""
        return f"Keep {name}, or put it into the common area{instead}"
    return ASKED[s.task]


ASKED = (
    "Create, use an ability, or end your step",
    "", "", "", "",
    "Keep one of two cards",
    "Choose a card to discard",
    "Choose a card to steal",
    "Choose a card or your palette to empty",
)  # fmt: skip


def wanted_text(c: Constants, s: State) -> str:
    """What is being created."""
    card = s.wanted - 1 - BOARD
    return effect_text(c.gives[s.wanted - 1]) if card < 0 else card_name(c, card)


# ---------------------------------------------------------------------- the log


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What was done, what came of it, and what begins. Secret steps are told when all are in, once."""
    if before.phase == RESOLVING:
        entries = tell_step(c, before, after, mover, a)
    elif after.number == before.number and after.phase == before.phase:
        return tell_secret(before, after, mover)
    elif before.phase == STARTING:
        entries = tell_start(c, before, after)
    elif before.phase == COMMITTING:
        return [tell_commits(c, before, after, p) for p in in_order(c, after)]
    else:
        entries = tell_bids(c, before, after)
    return entries + tell_round(c, before, after)


def in_order(c: Constants, s: State) -> list[int]:
    """The seats from the starter on."""
    return [(s.starter + k) % c.seats for k in range(c.seats)]


def tell_secret(before: State, after: State, mover: int) -> list[LogEntry]:
    """All that is told of a secret step: that its maker is in."""
    if after.due >> mover & 1:
        return []
    done = {STARTING: "finished choosing", COMMITTING: "finished committing", BIDDING: "made a bid"}
    return [LogEntry(done[before.phase], mover)]


def tell_start(c: Constants, before: State, after: State) -> list[LogEntry]:
    """Who kept and chose what."""
    found = []
    for p in range(c.seats):
        card = list_cards(after.progress[p])[0]
        motes = [after.bag[p, k] + after.drawn[p, k] - before.bag[p, k] for k in range(COLOURS)]
        text = f"kept {card_name(c, card)} and chose {count_words(list_items(motes))}"
        found.append(LogEntry(text, p, (card_id(c, card), *list_items(motes))))
    return found


def tell_commits(c: Constants, before: State, after: State, seat: int) -> LogEntry:
    """`committed red and white to Aurora, blue to the palette`."""
    said: list[str] = []
    pieces: list[str] = []
    for spot in [*list_cards(after.progress[seat]), *list_cards(after.created[seat]), PALETTE + seat]:
        laid = list_items([after.on[spot, item] - before.on[spot, item] for item in range(ITEMS)])
        if laid:
            said.append(f"{count_words(laid)} to {place_name(c, min(spot, PALETTE))}")
            pieces += laid
    return LogEntry(f"committed {'; '.join(said) or 'nothing'}", seat, tuple(pieces))


def tell_bids(c: Constants, before: State, after: State) -> list[LogEntry]:
    """Bids that were turned up, who is out, and who has the token."""
    found = []
    for p in range(c.seats):
        gone = after.out >> p & 1 and not before.out >> p & 1
        raised = after.bid[p] != before.bid[p]
        if takes_part(c, before, p) and (raised or before.bid[p] == 0):
            found.append(LogEntry(f"bid {after.bid[p] or 'nothing'}", p, (ITEM_NAMES[PRISM],) * after.bid[p]))
        if gone:
            found.append(LogEntry("could not bid more" if raised else "dropped out of the bidding", p))
    if after.phase != BIDDING:
        p = after.starter
        won = after.bid[p] and not after.out >> p & 1
        text = f"took the starter token for {say_prisms(after.bid[p])}" if won else "kept the starter token"
        found.append(LogEntry(text, p))
    return found


def tell_step(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """An action of the resolve step, and what followed by itself."""
    if a < LAY:
        found = tell_use(c, before, after, mover, a) if a >= USE else tell_creation(c, before, after, mover, a)
    elif a in (PAY_POOL, PAY_MOTE):
        colour = COLOUR_NAMES[owed_colour(before)]
        text = f"paid {colour} with {'the pool' if a == PAY_POOL else 'motes'}"
        found = [LogEntry(text, mover, (colour,)), *tell_creation(c, before, after, mover, before.wanted - 1)]
    elif TAKE_MOTE <= a < DECLINE:
        found = tell_effect(c, before, after, mover, taken_effect(a))
    elif a == DECLINE:
        found = [LogEntry("declined what was left", mover)]
    elif a == END_STEP:
        found = [LogEntry("ended the step", mover)]
    else:
        found = tell_choice(c, before, after, mover, a)
    if after.reached and not before.reached:
        found.append(LogEntry("reached the goal first", mover))
    return found


def tell_creation(c: Constants, before: State, after: State, mover: int, wanted: int) -> list[LogEntry]:
    """What was created, or that it is being paid for; `wanted` counts creations of the board, then cards."""
    card = wanted - BOARD
    if after.task == PAYING:
        if before.task == PAYING:
            return []
        return [LogEntry(f"began to pay for {wanted_text(c, after)}", mover)]
    prisms = after.gained[PRISM] - before.gained[PRISM]
    if card < 0:
        effect = c.gives[wanted]
        made = say_prisms(prisms) if prisms else "a discard" if effect == DISCARD else effect_text(effect)
        entries = [LogEntry(f"made {made}", mover, (ITEM_NAMES[PRISM],) * prisms or effect_pieces(effect))]
        return entries + (tell_effect(c, before, after, mover, effect) if effect == KEEP_ONE else [])
    text = f"created {card_name(c, card)}: {say_stars(c.stars[card])}"
    entries = [LogEntry(text, mover, (card_id(c, card),))]
    if prisms:
        entries.append(LogEntry(f"got {say_prisms(prisms)}", mover, (ITEM_NAMES[PRISM],) * prisms))
    lights = [c.reward[card, k] for k in range(REWARDS_EACH) if 0 < c.reward[card, k] < MOTE]
    return entries + [entry for effect in lights for entry in tell_effect(c, before, after, mover, effect)]


def tell_use(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """`used First Light: red became yellow for the pool`."""
    card = a - USE
    entry = LogEntry(f"used {card_name(c, card)}", mover, (card_id(c, card),))
    return [entry, *tell_effect(c, before, after, mover, c.ability[card])]


def tell_effect(c: Constants, before: State, after: State, mover: int, effect: int) -> list[LogEntry]:
    """What an effect brought that needed no choice."""
    if effect == PULL:
        mote = ITEM_NAMES[pulled_mote(after, mover)]
        return [LogEntry(f"pulled {mote}", mover, (mote,))]
    if effect in (DRAW, KEEP_ONE):
        drawn = list_cards(after.offered[mover] | (after.progress[mover] & ~before.progress[mover]))
        verb = "drew" if int(after.offered[mover]) else "drew and kept"
        names, ids = join(card_name(c, card) for card in drawn), tuple(card_id(c, card) for card in drawn)
        return [LogEntry(f"{verb} {names}", mover, ids)]
    if effect < PULL:
        return [LogEntry(f"got {effect_text(effect)}", mover, effect_pieces(effect))]
    return []


def tell_choice(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """The answer to what an effect asked."""
    if a < PUT_BACK:
        mote = ITEM_NAMES[laid_item(a)]
        return [LogEntry(f"laid {mote} on {place_name(c, laid_place(a))}", mover, (mote,))]
    if a == PUT_BACK:
        return [LogEntry(f"put {ITEM_NAMES[pulled_mote(before, mover)]} back", mover)]
    if a < TO_COMMON:
        found = []
        for card in list_cards(before.offered[mover]):
            verb = "kept" if card == a - KEEP else "discarded"
            found.append(LogEntry(f"{verb} {card_name(c, card)}", mover, (card_id(c, card),)))
        return found
    if a < DISCARD_CARD:
        card = list_cards(before.offered[mover])[0]
        instead = f" in place of {card_name(c, a - REPLACE)}" if a >= REPLACE else ""
        text = f"put {card_name(c, card)} into the common area{instead}"
        return [LogEntry(text, mover, (card_id(c, card),))]
    if a < EMPTY_SPOT:
        return tell_loss(c, before, after, mover, a)
    place = a - EMPTY_SPOT
    spot = PALETTE + mover if place == PALETTE else place
    return [LogEntry(f"emptied {place_name(c, place)}{returned(before, spot)}", mover)]


def tell_loss(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """A card was discarded or stolen; whoever lost it is told apart."""
    stolen = a >= STEAL_CARD
    card = a - (STEAL_CARD if stolen else DISCARD_CARD)
    name, pieces = card_name(c, card), (card_id(c, card),)
    owners = [p for p in range(c.seats) if int(before.progress[p]) >> card & 1]
    back = returned(before, card)
    if stolen:
        where = "" if owners else " from the common area"
        entries = [LogEntry(f"stole {name}{where}", mover, pieces)]
        return entries + [LogEntry(f"lost {name}{back}", p, pieces) for p in owners]
    return [LogEntry(f"discarded {name}{back}", mover, pieces)]


def returned(before: State, spot: int) -> str:
    """`; red and white came back, 1 prism was lost`, as far as it is so."""
    motes = list_items([before.on[spot, mote] for mote in range(MOTES)])
    prisms = before.on[spot, PRISM]
    said = [f"{count_words(motes)} came back"] if motes else []
    said += [f"{say_prisms(prisms)} went to the supply"] if prisms else []
    return f": {', '.join(said)}" if said else ""


def tell_round(c: Constants, before: State, after: State) -> list[LogEntry]:
    """New common cards, the token, and what was drawn when a round begins."""
    found = tell_shuffle(before, after)
    if before.phase == RESOLVING and after.phase != RESOLVING:
        for place in range(COMMON):
            card = after.common[place] - 1
            if before.common[place] == 0 and card >= 0:
                found.append(LogEntry(f"{card_name(c, card)} joined the common cards", -1, (card_id(c, card),)))
        if after.round > before.round:
            verb = "took" if after.starter != before.starter else "kept"
            found.append(LogEntry(f"{verb} the starter token", after.starter))
    if after.phase == OVER:
        return [*found, LogEntry("The end", heading=True)]
    if after.round > before.round:
        found.append(LogEntry(say_round(after), heading=True))
        for p in in_order(c, after):
            if recalled(before, after, p):
                found.append(LogEntry("had an empty bag: all committed motes came back", p))
            drawn = list_items(after.drawn[p])
            found.append(LogEntry(f"drew {count_words(drawn)}", p, tuple(drawn)))
    return found


def tell_shuffle(before: State, after: State) -> list[LogEntry]:
    """Whether the discard pile was shuffled into a new deck: nothing else takes a card from it."""
    shuffled = int(before.discard) & ~int(after.discard)
    return [LogEntry("The discard pile became the deck")] if shuffled else []


def recalled(before: State, after: State, seat: int) -> bool:
    """Whether a seat's committed motes came back for want of others."""
    spots = [PALETTE + seat, *list_cards(after.progress[seat]), *list_cards(after.created[seat])]
    return any(after.on[spot, mote] < before.on[spot, mote] for spot in spots for mote in range(MOTES))
