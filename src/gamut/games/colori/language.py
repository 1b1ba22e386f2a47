"""What Colori says: action texts and paths, questions, the log, the cards, and what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from gamut.engine.language import LogEntry
from gamut.engine.record import Row
from gamut.engine.verbs import UNSEEN
from gamut.games.colori.cards import (
    CARD_IDS,
    CARD_LIST,
    CARD_NAMES,
    COLOUR_NAMES,
    DATA,
    GARMENT_IDS,
    GARMENT_LIST,
    GARMENT_NAMES,
    Verb,
    ability,
    verb_name,
)  # fmt: skip
from gamut.games.colori.record import (
    ACTING,
    CARDS,
    COLOURS,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    DRAFTING,
    END_TURN,
    GARMENTS,
    HAND,
    MAKE,
    MAKE_GARMENT,
    MIX,
    MIX_PAIR,
    OVER,
    PAIRS,
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip
from gamut.games.colori.rules import can_make, can_mix, held_hand, holds, taker

Phase = Literal["draft", "act", "over"]
Kind = Literal["basic", "fabric", "dye"]
PHASES: tuple[Phase, ...] = ("draft", "act", "over")


def pair(c: Constants, k: int) -> tuple[str, str, str]:
    """Two colours and what they make."""
    return COLOUR_NAMES[c.pair[k, 0]], COLOUR_NAMES[c.pair[k, 1]], COLOUR_NAMES[c.pair[k, 2]]


def action(c: Constants, a: int) -> str:
    """`take Madder`, `destroy Madder`, `store Madder`, `mix red and yellow`, `make Kermes Crimson Robe`, …."""
    if a < DESTROY_DRAFTED:
        return f"take {CARD_NAMES[a - TAKE_CARD]}"
    if a < STORE_DRAWN:
        return f"destroy {CARD_NAMES[a - DESTROY_DRAFTED]}"
    if a < DESTROY_DRAWN:
        return f"store {CARD_NAMES[a - STORE_DRAWN]}"
    if a < MIX_PAIR:
        return f"destroy drawn {CARD_NAMES[a - DESTROY_DRAWN]}"
    if a < STOP_MIXING:
        return "mix {} and {}".format(*pair(c, a - MIX_PAIR))
    if a == STOP_MIXING:
        return "stop mixing"
    return f"make {GARMENT_NAMES[a - MAKE_GARMENT]}" if a < END_TURN else "end turn"


def path(c: Constants, a: int) -> tuple[str, ...]:
    """The card, the garment, or two colours. A pick is said twice, as the last one in cannot be changed."""
    if a < DESTROY_DRAFTED:
        return f"hand:{CARD_IDS[a - TAKE_CARD]}", "button:take"
    if a < STORE_DRAWN:
        return (f"drafted:{CARD_IDS[a - DESTROY_DRAFTED]}",)
    if a < MIX_PAIR:  # cards are stored or destroyed, never both at once
        return (f"drawn:{CARD_IDS[a - (STORE_DRAWN if a < DESTROY_DRAWN else DESTROY_DRAWN)]}",)
    if a < STOP_MIXING:
        primary, partner, _ = pair(c, a - MIX_PAIR)
        return f"wheel:{primary}", f"wheel:{partner}"
    if a == STOP_MIXING:
        return ("button:stop",)
    return (f"garment:{GARMENT_IDS[a - MAKE_GARMENT]}",) if a < END_TURN else ("button:end",)


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.phase == DRAFTING:
        return "Choose one card to keep"
    if s.phase == OVER:
        return "The game is over"
    if s.waiting == 0:
        return "Destroy a drafted card, or end your turn"
    verb, n = ability_verb(s.queue[0]), ability_times(s.queue[0])
    if verb == MIX:
        return f"Mix two colours, up to {times(n)}"
    if verb == MAKE:
        return "Choose the garment to make"
    cards = f"{min(n, drawn_count(s, s.turn))} of your drawn cards"
    return f"Choose {cards} to store" if verb == STORE else f"Choose {cards} to destroy"


def times(n: int) -> str:
    """`once`, `twice`, `3 times`."""
    return ("", "once", "twice")[n] if n < 3 else f"{n} times"


def drawn_count(s: State, seat: int) -> int:
    """How many drawn cards a seat has."""
    return sum(s.drawn[seat, c] for c in range(CARDS))


# ---------------------------------------------------------------------- the log


def tell(c: Constants, before: State, after: State, seat: int, mover: int, a: int) -> list[LogEntry]:
    """What was done, what came of it, and what begins."""
    lines = [] if a == UNSEEN else [tell_action(c, mover, a)]
    if before.phase == DRAFTING:
        if after.phase != DRAFTING or after.round > before.round:
            seats = [p for p in range(c.seats) if drafted(after, p)]
            lines += [LogEntry(f"drafted {name_cards(drafted(after, p))}", p) for p in seats]
    elif after.phase == ACTING and after.turn == mover and after.round == before.round:
        lines += tell_consequences(c, before, after, mover, a)
    if after.round > before.round:
        lines.append(LogEntry(f"Round {after.round}", heading=True))
    return lines


def tell_action(c: Constants, mover: int, a: int) -> LogEntry:
    """One action."""
    if a < DESTROY_DRAFTED:
        return LogEntry(f"took {CARD_NAMES[a - TAKE_CARD]}", mover, colours_of(c.pips[a - TAKE_CARD]))
    if a < STORE_DRAWN:
        return destroyed(c, mover, a - DESTROY_DRAFTED)
    if a < DESTROY_DRAWN:
        return LogEntry(f"stored {CARD_NAMES[a - STORE_DRAWN]}", mover, colours_of(c.pips[a - STORE_DRAWN]))
    if a < MIX_PAIR:
        return destroyed(c, mover, a - DESTROY_DRAWN)
    if a < STOP_MIXING:
        first, second, made = pair(c, a - MIX_PAIR)
        return LogEntry(f"mixed {first} and {second} into {made}", mover, (made, first, second))
    if a == STOP_MIXING:
        return LogEntry("stopped mixing", mover)
    if a < END_TURN:
        stars = c.stars[a - MAKE_GARMENT]
        text = f"made {GARMENT_NAMES[a - MAKE_GARMENT]}, {stars} star{'s' if stars > 1 else ''}"
        return LogEntry(text, mover, colours_of(c.cost[a - MAKE_GARMENT]))
    return LogEntry("ended the turn", mover)


def destroyed(c: Constants, mover: int, card: int) -> LogEntry:
    """`destroyed Madder: store 2`."""
    what = f": {ability_text(c.ability[card])}" if c.ability[card] else ""
    return LogEntry(f"destroyed {CARD_NAMES[card]}{what}", mover, colours_of(c.pips[card]))


def tell_consequences(c: Constants, before: State, after: State, mover: int, a: int) -> list[LogEntry]:
    """Cards drawn by an ability, and abilities without effect."""
    gone = (a - STORE_DRAWN) % CARDS if STORE_DRAWN <= a < MIX_PAIR else -1  # stored or destroyed
    drew: list[int] = []
    for card in range(CARDS):
        drew += [card] * (after.drawn[mover, card] - before.drawn[mover, card] + (1 if card == gone else 0))
    if drew:
        return [LogEntry(f"drew {name_cards(drew)}", mover)]
    if DESTROY_DRAFTED <= a < STORE_DRAWN and after.waiting == 0:
        return [LogEntry("nothing came of it", mover)]
    return []


def ability_text(code: int) -> str:
    """`mix 2`, `make a garment`."""
    verb = ability_verb(code)
    return "make a garment" if verb == MAKE else f"{verb_name(verb)} {ability_times(code)}"


def name_cards(cards: Iterable[int]) -> str:
    """`Wool, Silk and Madder`."""
    said = [CARD_NAMES[c] for c in cards]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"


def colours_of(pips: Row) -> tuple[str, ...]:
    """A colour id a pip."""
    return tuple(COLOUR_NAMES[c] for c in range(COLOURS) for _ in range(pips[c]))


# ---------------------------------------------------------------------- what is printed on the cards


class CardInfo(msgspec.Struct, frozen=True):
    """A card of the draft deck; `verb` and `times` are its ability."""

    id: str
    name: str
    kind: Kind
    pips: tuple[str, ...]  # a colour id a pip
    verb: Verb
    times: int


class GarmentInfo(msgspec.Struct, frozen=True):
    """A garment."""

    id: str
    name: str
    fabric: str  # card id
    cost: tuple[str, ...]  # a colour id a pip
    stars: int


class ColoriCatalogue(msgspec.Struct, frozen=True):
    """Everything that is printed."""

    colours: tuple[str, ...]  # around the wheel
    mixes: tuple[tuple[str, str, str], ...]  # a primary, its partner, what they make
    cards: tuple[CardInfo, ...]
    garments: tuple[GarmentInfo, ...]


def catalogue(c: Constants) -> ColoriCatalogue:
    """The cards, garments and mixes."""
    kinds = [kind for kind in get_args(Kind) for _ in DATA[kind]]
    cards = [
        CardInfo(CARD_IDS[k], CARD_NAMES[k], kinds[k], colours_of(c.pips[k]), verb_name(verb), n)
        for k, (verb, n) in enumerate(ability(card["ability"]) for card in CARD_LIST)
    ]
    garments = [
        GarmentInfo(GARMENT_IDS[g], GARMENT_NAMES[g], CARD_IDS[c.fabric[g]], colours_of(c.cost[g]), c.stars[g])
        for g in range(len(GARMENT_LIST))
    ]
    return ColoriCatalogue(COLOUR_NAMES, tuple(pair(c, k) for k in range(PAIRS)), tuple(cards), tuple(garments))


# ---------------------------------------------------------------------- what is drawn


class Waiting(msgspec.Struct, frozen=True):
    """An ability of the queue, and how many of its N are left."""

    verb: Verb
    left: int


class Shown(msgspec.Struct, frozen=True):
    """A place of the display, and what the viewer misses for its garment."""

    id: str  # empty: no garment is left
    lacks: list[str]  # a colour id a pip
    fabric: bool  # whether its fabric is among the viewer's drawn cards
    ready: bool


class Place(msgspec.Struct, frozen=True):
    """A seat."""

    wheel: list[int]
    stars: int
    made: list[str]
    drawn: list[str]
    drafted: list[str]
    deck: int
    discard: int
    holding: int  # cards of the draft hand
    chosen: bool  # has chosen for the pick under way


class ColoriView(msgspec.Struct, frozen=True):
    """The table as one seat sees it; the viewer's own hand, picks and choice stand apart."""

    round: int
    rounds: int
    phase: Phase
    turn: int  # −1: nobody's or everybody's
    pick: int  # 1 … 5 while drafting
    passing: Literal["left", "right"]  # left: to the next seat; right: to the one before
    places: list[Place]
    hand: list[str]
    hand_old: list[bool]  # dealt before the draft deck was shuffled anew in this deal
    picks: list[str]
    choice: str  # empty: not yet
    queue: list[Waiting]  # the running ability first
    display: list[Shown]
    mixes: list[tuple[str, str, str]]  # that the viewer's wheel allows
    draft_deck: int
    destroyed: int
    garment_deck: int


def drafted(s: State, seat: int) -> list[int]:
    """The drafted cards of a seat."""
    return [s.drafted[seat, i] - 1 for i in range(HAND) if s.drafted[seat, i]]


def drawn(s: State, seat: int) -> list[int]:
    """The drawn cards of a seat."""
    return [c for c in range(CARDS) for _ in range(s.drawn[seat, c])]


def made(s: State, seat: int) -> list[int]:
    """The garments a seat has made."""
    return [g for g in range(GARMENTS) for _ in range(s.made[seat, g])]


def hand(c: Constants, s: State, seat: int) -> list[tuple[int, bool]]:
    """The draft hand a seat holds, each card with whether it came from the deck that ran out."""
    if s.phase != DRAFTING or seat < 0:
        return []
    h = held_hand(c, s, seat)
    return [(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h]) if s.when[h, i] == 0]


def picks(c: Constants, s: State, seat: int) -> list[int]:
    """What a seat has picked so far, in order; in a hidden copy only the viewer's own are told."""
    found = []
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            at = s.when[h, i]
            if at > 0 and s.hand[h, i] and taker(c, s, h, at) == seat:
                found.append((at, s.hand[h, i] - 1))
    return [card for _, card in sorted(found)]


def lacks(c: Constants, s: State, seat: int, g: int) -> list[str]:
    """The colours a seat's wheel misses for a garment."""
    return [
        COLOUR_NAMES[colour]
        for colour in range(COLOURS)
        for _ in range(c.cost[g, colour] - (s.wheel[seat, colour] if seat >= 0 else 0))
    ]


def shown(c: Constants, s: State, seat: int, place: int) -> Shown:
    """One place of the display."""
    g = s.display[place] - 1
    if g < 0:
        return Shown("", [], False, False)
    return Shown(
        GARMENT_IDS[g],
        lacks(c, s, seat, g),
        seat >= 0 and s.drawn[seat, c.fabric[g]] > 0,
        seat >= 0 and can_make(c, s, seat, g),
    )


def place_of(c: Constants, s: State, seat: int) -> Place:
    """One seat."""
    holding = holds(c, s, seat) if s.phase == DRAFTING else 0
    return Place(
        wheel=[s.wheel[seat, colour] for colour in range(COLOURS)],
        stars=s.stars[seat],
        made=[GARMENT_IDS[g] for g in made(s, seat)],
        drawn=[CARD_IDS[card] for card in drawn(s, seat)],
        drafted=[CARD_IDS[card] for card in drafted(s, seat)],
        deck=s.decked[seat],
        discard=s.discarded[seat],
        holding=holding,
        chosen=holding > 0 and not s.due >> seat & 1,
    )


def view(c: Constants, s: State, seat: int) -> ColoriView:
    """What a table component draws."""
    mine = hand(c, s, seat)
    return ColoriView(
        round=s.round,
        rounds=c.rounds,
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == ACTING else -1,
        pick=s.pick,
        passing="left" if s.round % 2 else "right",
        places=[place_of(c, s, p) for p in range(c.seats)],
        hand=[CARD_IDS[card] for card, _ in mine],
        hand_old=[old for _, old in mine],
        picks=[CARD_IDS[card] for card in picks(c, s, seat)],
        choice=CARD_IDS[s.choice[seat] - 1] if seat >= 0 and s.choice[seat] else "",
        queue=[Waiting(verb_name(ability_verb(s.queue[i])), ability_times(s.queue[i])) for i in range(s.waiting)],
        display=[shown(c, s, seat, place) for place in range(DISPLAY)],
        mixes=[pair(c, k) for k in range(PAIRS) if seat >= 0 and can_mix(c, s, seat, k)],
        draft_deck=s.left,
        destroyed=sum(s.destroyed[card] for card in range(len(CARD_LIST))),
        garment_deck=s.garments_left,
    )
