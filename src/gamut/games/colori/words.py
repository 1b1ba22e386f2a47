"""What Colori says: action texts and paths, questions, the log, the cards, and what is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from gamut.engine.game import UNSEEN, Line
from gamut.engine.record import Row
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
    verb_of,
)  # fmt: skip
from gamut.games.colori.record import (
    ACTING,
    BLEND,
    BURN,
    CARDS,
    COLOURS,
    DISPLAY,
    DRAFTING,
    END,
    GARMENTS,
    HAND,
    KEEP,
    MAKE,
    MIX,
    OVER,
    PAIRS,
    RUIN,
    SEW,
    STOP,
    STORE,
    TAKE,
    State,
    Tables,
)  # fmt: skip
from gamut.games.colori.rules import can_make, can_mix, held_hand, holds, taker

Phase = Literal["draft", "act", "over"]
Kind = Literal["basic", "fabric", "dye"]
PHASES: tuple[Phase, ...] = ("draft", "act", "over")


def pair(t: Tables, k: int) -> tuple[str, str, str]:
    """Two colours and what they make."""
    return COLOUR_NAMES[t.pair[k, 0]], COLOUR_NAMES[t.pair[k, 1]], COLOUR_NAMES[t.pair[k, 2]]


def action(t: Tables, a: int) -> str:
    """`take Madder`, `destroy Madder`, `store Madder`, `mix red and yellow`, `make Kermes Crimson Robe`, …."""
    if a < BURN:
        return f"take {CARD_NAMES[a - TAKE]}"
    if a < KEEP:
        return f"destroy {CARD_NAMES[a - BURN]}"
    if a < RUIN:
        return f"store {CARD_NAMES[a - KEEP]}"
    if a < BLEND:
        return f"destroy drawn {CARD_NAMES[a - RUIN]}"
    if a < STOP:
        return "mix {} and {}".format(*pair(t, a - BLEND))
    if a == STOP:
        return "stop mixing"
    return f"make {GARMENT_NAMES[a - SEW]}" if a < END else "end turn"


def path(t: Tables, a: int) -> tuple[str, ...]:
    """The card, the garment, or two colours. A pick is said twice, as the last one in cannot be changed."""
    if a < BURN:
        return f"hand:{CARD_IDS[a - TAKE]}", "button:take"
    if a < KEEP:
        return (f"drafted:{CARD_IDS[a - BURN]}",)
    if a < BLEND:  # cards are stored or destroyed, never both at once
        return (f"drawn:{CARD_IDS[a - (KEEP if a < RUIN else RUIN)]}",)
    if a < STOP:
        primary, partner, _ = pair(t, a - BLEND)
        return f"wheel:{primary}", f"wheel:{partner}"
    if a == STOP:
        return ("button:stop",)
    return (f"garment:{GARMENT_IDS[a - SEW]}",) if a < END else ("button:end",)


def ask(t: Tables, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.phase == DRAFTING:
        if seat >= 0 and s.choice[seat]:
            return "You have chosen; touch another card to change your mind"
        return "Choose one card to keep"
    if s.phase == OVER:
        return "The game is over"
    if s.waiting == 0:
        return "Destroy a drafted card, or end your turn"
    verb, n = s.queue[0] // 4, s.queue[0] % 4
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


def tell(t: Tables, before: State, after: State, seat: int, mover: int, a: int) -> list[Line]:
    """What was done, what came of it, and what begins."""
    lines = [said(t, before, mover, a)]
    if before.phase == DRAFTING:
        if after.phase != DRAFTING or after.round > before.round:
            lines += [Line(f"drafted {names(drafted(after, p))}", p) for p in range(t.seats) if drafted(after, p)]
    elif after.phase == ACTING and after.turn == mover and after.round == before.round:
        lines += came(t, before, after, mover, a)
    if after.round > before.round:
        lines.append(Line(f"Round {after.round}", heading=True))
    return lines


def said(t: Tables, before: State, mover: int, a: int) -> Line:
    """One action."""
    if a == UNSEEN:
        return Line("has chosen" if before.due >> mover & 1 else "has chosen again", mover)
    if a < BURN:
        return Line(f"took {CARD_NAMES[a - TAKE]}", mover, colours_of(t.pips[a - TAKE]))
    if a < KEEP:
        return destroyed(t, mover, a - BURN)
    if a < RUIN:
        return Line(f"stored {CARD_NAMES[a - KEEP]}", mover, colours_of(t.pips[a - KEEP]))
    if a < BLEND:
        return destroyed(t, mover, a - RUIN)
    if a < STOP:
        first, second, made = pair(t, a - BLEND)
        return Line(f"mixed {first} and {second} into {made}", mover, (made, first, second))
    if a == STOP:
        return Line("stopped mixing", mover)
    if a < END:
        stars = t.stars[a - SEW]
        text = f"made {GARMENT_NAMES[a - SEW]}, {stars} star{'s' if stars > 1 else ''}"
        return Line(text, mover, colours_of(t.cost[a - SEW]))
    return Line("ended the turn", mover)


def destroyed(t: Tables, mover: int, card: int) -> Line:
    """`destroyed Madder: store 2`."""
    what = f": {ability_text(t.ability[card])}" if t.ability[card] else ""
    return Line(f"destroyed {CARD_NAMES[card]}{what}", mover, colours_of(t.pips[card]))


def came(t: Tables, before: State, after: State, mover: int, a: int) -> list[Line]:
    """Cards drawn by an ability, and abilities without effect."""
    gone = a - KEEP if KEEP <= a < RUIN else a - RUIN if RUIN <= a < BLEND else -1
    drew: list[int] = []
    for c in range(CARDS):
        drew += [c] * (after.drawn[mover, c] - before.drawn[mover, c] + (1 if c == gone else 0))
    if drew:
        return [Line(f"drew {names(drew)}", mover)]
    if BURN <= a < KEEP and after.waiting == 0:
        return [Line("nothing came of it", mover)]
    return []


def ability_text(code: int) -> str:
    """`mix 2`, `make a garment`."""
    return "make a garment" if code // 4 == MAKE else f"{verb_of(code // 4)} {code % 4}"


def names(cards: Iterable[int]) -> str:
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


def catalogue(t: Tables) -> ColoriCatalogue:
    """The cards, garments and mixes."""
    kinds = [kind for kind in get_args(Kind) for _ in DATA[kind]]
    cards = [
        CardInfo(CARD_IDS[c], CARD_NAMES[c], kinds[c], colours_of(t.pips[c]), verb_of(verb), n)
        for c, (verb, n) in enumerate(ability(card["ability"]) for card in CARD_LIST)
    ]
    garments = [
        GarmentInfo(GARMENT_IDS[g], GARMENT_NAMES[g], CARD_IDS[t.fabric[g]], colours_of(t.cost[g]), t.stars[g])
        for g in range(len(GARMENT_LIST))
    ]
    return ColoriCatalogue(COLOUR_NAMES, tuple(pair(t, k) for k in range(PAIRS)), tuple(cards), tuple(garments))


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


def hand(t: Tables, s: State, seat: int) -> list[tuple[int, bool]]:
    """The draft hand a seat holds, each card with whether it came from the deck that ran out."""
    if s.phase != DRAFTING or seat < 0:
        return []
    h = held_hand(t, s, seat)
    return [(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h]) if s.when[h, i] == 0]


def picks(t: Tables, s: State, seat: int) -> list[int]:
    """What a seat has picked so far, in order; in a hidden copy only the viewer's own are told."""
    found = []
    for h in range(t.seats):
        for i in range(s.dealt[h]):
            at = s.when[h, i]
            if at > 0 and s.hand[h, i] and taker(t, s, h, at) == seat:
                found.append((at, s.hand[h, i] - 1))
    return [card for _, card in sorted(found)]


def lacks(t: Tables, s: State, seat: int, g: int) -> list[str]:
    """The colours a seat's wheel misses for a garment."""
    return [
        COLOUR_NAMES[c]
        for c in range(COLOURS)
        for _ in range(t.cost[g, c] - (s.wheel[seat, c] if seat >= 0 else 0))
    ]


def shown(t: Tables, s: State, seat: int, place: int) -> Shown:
    """One place of the display."""
    g = s.display[place] - 1
    if g < 0:
        return Shown("", [], False, False)
    return Shown(
        GARMENT_IDS[g],
        lacks(t, s, seat, g),
        seat >= 0 and s.drawn[seat, t.fabric[g]] > 0,
        seat >= 0 and can_make(t, s, seat, g),
    )


def place_of(t: Tables, s: State, seat: int) -> Place:
    """One seat."""
    holding = holds(t, s, seat) if s.phase == DRAFTING else 0
    return Place(
        wheel=[s.wheel[seat, c] for c in range(COLOURS)],
        stars=s.stars[seat],
        made=[GARMENT_IDS[g] for g in made(s, seat)],
        drawn=[CARD_IDS[c] for c in drawn(s, seat)],
        drafted=[CARD_IDS[c] for c in drafted(s, seat)],
        deck=s.decked[seat],
        discard=s.discarded[seat],
        holding=holding,
        chosen=holding > 0 and not s.due >> seat & 1,
    )


def view(t: Tables, s: State, seat: int) -> ColoriView:
    """What a table component draws."""
    mine = hand(t, s, seat)
    return ColoriView(
        round=s.round,
        rounds=t.rounds,
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == ACTING else -1,
        pick=s.pick,
        passing="left" if s.round % 2 else "right",
        places=[place_of(t, s, p) for p in range(t.seats)],
        hand=[CARD_IDS[c] for c, _ in mine],
        hand_old=[old for _, old in mine],
        picks=[CARD_IDS[c] for c in picks(t, s, seat)],
        choice=CARD_IDS[s.choice[seat] - 1] if seat >= 0 and s.choice[seat] else "",
        queue=[Waiting(verb_of(s.queue[i] // 4), s.queue[i] % 4) for i in range(s.waiting)],
        display=[shown(t, s, seat, place) for place in range(DISPLAY)],
        mixes=[pair(t, k) for k in range(PAIRS) if seat >= 0 and can_mix(t, s, seat, k)],
        draft_deck=s.left,
        destroyed=sum(s.destroyed[c] for c in range(len(CARD_LIST))),
        garment_deck=s.garments_left,
    )
