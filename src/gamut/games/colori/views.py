"""What is drawn of Colori, and what is printed on its pieces."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from gamut.engine.record import Row
from gamut.engine.strict import list_numbers
from gamut.games.colori.abilities import can_make, can_mix
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
from gamut.games.colori.draft import count_hand, find_hand, find_holder, passes_left
from gamut.games.colori.language import list_colours, list_lacks, name_pair
from gamut.games.colori.log import list_drafted
from gamut.games.colori.reasons import can_make_after, find_idle, is_mixing
from gamut.games.colori.record import (
    ACTING,
    DISPLAY,
    DRAFTING,
    PAIRS,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

Phase = Literal["draft", "act", "over"]
Kind = Literal["basic", "fabric", "dye"]
PHASES: tuple[Phase, ...] = ("draft", "act", "over")

# ---------------------------------------------------------------------- what is printed on the cards


class CardInfo(msgspec.Struct, frozen=True):
    """A card of the draft deck; `verb` and `times` are its ability."""

    id: str
    name: str
    kind: Kind
    pips: tuple[str, ...]  # one colour id per pip
    verb: Verb
    times: int


class GarmentInfo(msgspec.Struct, frozen=True):
    """A garment."""

    id: str
    name: str
    fabric: str  # card id
    cost: tuple[str, ...]  # one colour id per pip
    stars: int


class ColoriCatalogue(msgspec.Struct, frozen=True):
    """Everything that is printed."""

    colours: tuple[str, ...]  # around the wheel
    mixes: tuple[tuple[str, str, str], ...]  # two colours and what they make
    cards: tuple[CardInfo, ...]
    garments: tuple[GarmentInfo, ...]


def catalogue(c: Constants) -> ColoriCatalogue:
    """The cards, garments and mixes."""
    kinds = [kind for kind in get_args(Kind) for _ in DATA[kind]]
    cards = [
        CardInfo(CARD_IDS[k], CARD_NAMES[k], kinds[k], list_colours(c.pips[k]), verb_name(verb), n)
        for k, (verb, n) in enumerate(ability(card["ability"]) for card in CARD_LIST)
    ]
    garments = [
        GarmentInfo(GARMENT_IDS[g], GARMENT_NAMES[g], CARD_IDS[c.fabric[g]], list_colours(c.cost[g]), c.stars[g])
        for g in range(len(GARMENT_LIST))
    ]
    mixes = tuple(name_pair(c, k) for k in range(PAIRS))
    return ColoriCatalogue(COLOUR_NAMES, mixes, tuple(cards), tuple(garments))


# ---------------------------------------------------------------------- what is drawn

Counts = dict[str, int]  # how many, by id; what is not there is left out


class Waiting(msgspec.Struct, frozen=True):
    """An ability of the queue, and how many of its N are left."""

    verb: Verb
    left: int


class Shown(msgspec.Struct, frozen=True):
    """A place of the display, and what the viewer misses for its garment."""

    id: str  # empty: no garment is left
    lacks: list[str]  # one colour id per pip
    fabric: bool  # whether its fabric is among the viewer's drawn cards
    ready: bool
    ready_after: list[str]  # while the viewer mixes: the colours whose mixing would leave it ready


class Place(msgspec.Struct, frozen=True):
    """A seat."""

    wheel: list[int]
    stars: int
    made: list[str]
    drawn: list[str]
    drafted: list[str]
    deck: int
    discard: int
    deck_cards: Counts  # without an order, for who counts
    discard_cards: Counts
    holding: int  # cards of the draft hand
    passes_to: int  # the seat that gets its draft hand after the pick
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
    hand_old: list[bool]  # for each card of the hand: dealt before the draft deck was shuffled anew in this deal
    picks: list[str]
    choice: str  # empty: not yet
    queue: list[Waiting]  # the running ability first
    display: list[Shown]
    mixes: list[tuple[str, str, str]]  # that the viewer's wheel allows: two colours and what they make
    idle: list[str]  # in the viewer's turn: touch ids of its cards whose ability would do nothing now
    draft_deck: int
    destroyed: int
    garment_deck: int
    unseen_cards: Counts  # in the draft deck and in hands the viewer has not seen
    destroyed_cards: Counts
    garment_cards: Counts  # in the garment deck


def view(c: Constants, s: State, seat: int) -> ColoriView:
    """What a table component draws."""
    hand = list_hand(c, s, seat)
    return ColoriView(
        round=s.round,
        rounds=c.rounds,
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == ACTING else -1,
        pick=s.pick,
        passing="left" if passes_left(s) else "right",
        places=[show_seat(c, s, p) for p in range(c.seats)],
        hand=[CARD_IDS[card] for card, _ in hand],
        hand_old=[old for _, old in hand],
        picks=[CARD_IDS[card] for card in list_picks(c, s, seat)],
        choice=CARD_IDS[s.choice[seat] - 1] if seat >= 0 and s.choice[seat] else "",
        queue=[Waiting(verb_name(ability_verb(s.queue[i])), ability_times(s.queue[i])) for i in range(s.waiting)],
        display=[show_garment(c, s, seat, s.display[place] - 1) for place in range(DISPLAY)],
        mixes=[name_pair(c, k) for k in range(PAIRS) if seat >= 0 and can_mix(c, s, seat, k)],
        idle=list(find_idle(c, s, seat)),
        draft_deck=s.left,
        destroyed=sum(list_numbers(s.destroyed)),
        garment_deck=s.garments_left,
        unseen_cards=count_unseen(s),
        destroyed_cards=count_pile(s.destroyed),
        garment_cards={GARMENT_IDS[g]: n for g, n in enumerate(list_numbers(s.garments)) if n},
    )


def count_pile(pile: Row) -> Counts:
    """The cards of a pile."""
    return {CARD_IDS[card]: n for card, n in enumerate(list_numbers(pile)) if n}


def count_unseen(s: State) -> Counts:
    """The draft deck as its counter knows it: together with the hands that the viewer has not seen."""
    both = zip(list_numbers(s.draft), list_numbers(s.spent), strict=True)
    return {CARD_IDS[card]: n + m for card, (n, m) in enumerate(both) if n + m}


def show_seat(c: Constants, s: State, seat: int) -> Place:
    """One seat."""
    holding = count_hand(c, s, seat) if s.phase == DRAFTING else 0
    drawn = count_pile(s.drawn[seat])
    return Place(
        wheel=list_numbers(s.wheel[seat]),
        stars=s.stars[seat],
        made=[GARMENT_IDS[g] for g, n in enumerate(list_numbers(s.made[seat])) for _ in range(n)],
        drawn=[card for card, n in drawn.items() for _ in range(n)],
        drafted=[CARD_IDS[card] for card in list_drafted(s, seat)],
        deck=s.decked[seat],
        discard=s.discarded[seat],
        deck_cards=count_pile(s.deck[seat]),
        discard_cards=count_pile(s.discard[seat]),
        holding=holding,
        passes_to=find_holder(c, s, find_hand(c, s, seat), s.pick + 1),
        chosen=holding > 0 and not s.due >> seat & 1,
    )


def show_garment(c: Constants, s: State, seat: int, g: int) -> Shown:
    """One place of the display."""
    if g < 0:
        return Shown("", [], False, False, [])
    return Shown(
        GARMENT_IDS[g],
        list_lacks(c, s, seat, g),
        fabric=seat >= 0 and s.drawn[seat, c.fabric[g]] > 0,
        ready=seat >= 0 and can_make(c, s, seat, g),
        ready_after=[name_pair(c, k)[2] for k in range(PAIRS) if can_make_after(c, s, seat, g, k)]
        if is_mixing(c, s, seat)
        else [],
    )


def list_hand(c: Constants, s: State, seat: int) -> list[tuple[int, bool]]:
    """The draft hand a seat holds, each card with whether it came from the deck that ran out."""
    if s.phase != DRAFTING or seat < 0:
        return []
    h = find_hand(c, s, seat)
    return [(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h]) if s.when[h, i] == 0]


def list_picks(c: Constants, s: State, seat: int) -> list[int]:
    """What a seat has picked so far, in order; in a hidden copy only the viewer's own are told."""
    found = []
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            at = s.when[h, i]
            if at > 0 and s.hand[h, i] and find_holder(c, s, h, at) == seat:
                found.append((at, s.hand[h, i] - 1))
    return [card for _, card in sorted(found)]
