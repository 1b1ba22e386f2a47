"""What a table component of Colori draws, and what is printed on the cards."""

from __future__ import annotations

from typing import Literal

import msgspec

from gamut.engine.record import Row
from gamut.engine.strict import row_to_list
from gamut.games.colori.abilities import can_make, can_mix
from gamut.games.colori.cards import (
    CARD_IDS,
    CARD_KINDS,
    CARD_NAMES,
    COLOUR_NAMES,
    GARMENT_IDS,
    GARMENT_NAMES,
    AbilityKind,
    CardKind,
    ability_kind_name,
)
from gamut.games.colori.draft import count_hand, find_hand, find_holder, pass_step
from gamut.games.colori.places import list_picks
from gamut.games.colori.presentation import list_colours, list_drafted, list_drawn, list_hand, list_missing, name_mix
from gamut.games.colori.reasons import can_make_after, is_mixing, list_without_effect
from gamut.games.colori.record import ACTING, DISPLAY_SIZE, DRAFTING, MIXES, N_COLOURS, Constants, State, ability_times

Phase = Literal["draft", "act", "over"]
PHASES: tuple[Phase, ...] = ("draft", "act", "over")

# ---------------------------------------------------------------------- what is printed on the cards


class CardInfo(msgspec.Struct, frozen=True):
    """A card of the draft deck."""

    id: str
    name: str
    kind: CardKind
    pips: tuple[str, ...]  # one colour id per pip
    ability: AbilityKind
    times: int  # how many times the ability can be used


class GarmentInfo(msgspec.Struct, frozen=True):
    """What is printed on a garment."""

    id: str
    name: str
    fabric: str  # card id
    cost: tuple[str, ...]  # one colour id per pip
    stars: int


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that is printed."""

    colours: tuple[str, ...]  # around the wheel
    mixes: tuple[tuple[str, str, str], ...]  # two colours and what they make
    cards: tuple[CardInfo, ...]
    garments: tuple[GarmentInfo, ...]


def catalogue(c: Constants) -> Catalogue:
    cards = (
        CardInfo(
            CARD_IDS[k], CARD_NAMES[k], kind, list_colours(c.pips[k]), ability_kind_name(c.ability[k]),
            ability_times(c.ability[k]),
        )
        for k, kind in enumerate(CARD_KINDS)
    )  # fmt: skip
    garments = (
        GarmentInfo(GARMENT_IDS[g], name, CARD_IDS[c.fabric[g]], list_colours(c.cost[g]), c.stars[g])
        for g, name in enumerate(GARMENT_NAMES)
    )
    return Catalogue(COLOUR_NAMES, tuple(name_mix(c, k) for k in range(MIXES)), tuple(cards), tuple(garments))


# ---------------------------------------------------------------------- what is drawn

Counts = dict[str, int]  # by id, without zeros


class QueuedAbility(msgspec.Struct, frozen=True):
    """The current ability, or one that follows it."""

    ability: AbilityKind
    left: int  # how many times it can still be used


class DisplaySlot(msgspec.Struct, frozen=True):
    """A slot of the display, and what the viewer needs for its garment."""

    garment: str  # empty: the garment deck has run out
    missing: list[str]  # colours, one id per pip
    has_fabric: bool  # whether the fabric is among the viewer's drawn cards
    can_make: bool
    ready_after: list[str]  # while the viewer mixes: the colours whose mixing would leave enough to make it


class SeatView(msgspec.Struct, frozen=True):
    """What a player has."""

    wheel: list[int]
    stars: int
    made: list[str]
    drawn: list[str]
    drafted: list[str]
    deck_size: int
    discard_size: int
    deck_cards: Counts
    discard_cards: Counts
    hand_size: int  # cards in the draft hand
    passes_to: int  # the seat that gets its draft hand after the pick
    has_chosen: bool  # for the current pick


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it; hand, picks and choice are the viewer's own."""

    round: int
    rounds: int
    phase: Phase
    turn: int  # the seat whose turn it is; −1: none
    pick: int  # 1 … 5 while drafting
    pass_direction: Literal["left", "right"]  # left: to the next seat; right: to the previous one
    seats: list[SeatView]
    hand: list[str]
    hand_old: list[bool]  # for each card of the hand: dealt before the draft deck was reshuffled in this deal
    picks: list[str]
    choice: str  # empty: not yet
    queue: list[QueuedAbility]  # the current ability first
    display: list[DisplaySlot]
    mixes: list[tuple[str, str, str]]  # that the viewer's wheel allows: two colours and what they make
    without_effect: list[str]  # in the viewer's turn: touch ids of cards whose ability would do nothing now
    draft_deck_size: int
    garment_deck_size: int
    unseen_cards: Counts  # in the draft deck and in hands the viewer has not seen
    destroyed_cards: Counts


def view(c: Constants, s: State, seat: int) -> View:
    hand = list_hand(c, s, seat)
    return View(
        round=s.round,
        rounds=c.rounds,
        phase=PHASES[s.phase],
        turn=s.turn if s.phase == ACTING else -1,
        pick=s.pick,
        pass_direction="left" if pass_step(s) > 0 else "right",
        seats=[view_seat(c, s, other) for other in range(c.seats)],
        hand=[CARD_IDS[card] for card, _ in hand],
        hand_old=[old for _, old in hand],
        picks=[CARD_IDS[card] for card in list_picks(c, s, seat)],
        choice=CARD_IDS[s.choice[seat] - 1] if seat >= 0 and s.choice[seat] else "",
        queue=[QueuedAbility(ability_kind_name(s.queue[i]), ability_times(s.queue[i])) for i in range(s.queue_length)],
        display=[view_slot(c, s, seat, s.display[slot] - 1) for slot in range(DISPLAY_SIZE)],
        mixes=[name_mix(c, k) for k in range(MIXES) if seat >= 0 and can_mix(c, s, seat, k)],
        without_effect=list(list_without_effect(c, s, seat)),
        draft_deck_size=s.draft_deck_size,
        garment_deck_size=s.garment_deck_size,
        unseen_cards=count_unseen(s),
        destroyed_cards=count_pile(s.destroyed),
    )


def count_pile(pile: Row) -> Counts:
    return {CARD_IDS[card]: n for card, n in enumerate(row_to_list(pile)) if n}


def count_unseen(s: State) -> Counts:
    """Count the draft deck together with the hands that the viewer has not seen."""
    both = zip(row_to_list(s.draft_deck), row_to_list(s.unseen_old), strict=True)
    return {CARD_IDS[card]: n + m for card, (n, m) in enumerate(both) if n + m}


def view_seat(c: Constants, s: State, seat: int) -> SeatView:
    hand_size = count_hand(c, s, seat) if s.phase == DRAFTING else 0
    return SeatView(
        wheel=row_to_list(s.wheel[seat]),
        stars=s.stars[seat],
        made=[GARMENT_IDS[g] for g, n in enumerate(row_to_list(s.made[seat])) for _ in range(n)],
        drawn=[CARD_IDS[card] for card in list_drawn(s, seat)],
        drafted=[CARD_IDS[card] for card in list_drafted(s, seat)],
        deck_size=s.deck_size[seat],
        discard_size=s.discard_size[seat],
        deck_cards=count_pile(s.deck[seat]),
        discard_cards=count_pile(s.discard[seat]),
        hand_size=hand_size,
        passes_to=find_holder(c, s, find_hand(c, s, seat), s.pick + 1),
        has_chosen=hand_size > 0 and not s.choosing >> seat & 1,
    )


def view_slot(c: Constants, s: State, seat: int, garment: int) -> DisplaySlot:
    if garment < 0:
        return DisplaySlot("", [], False, False, [])
    if seat < 0:
        return DisplaySlot(GARMENT_IDS[garment], list_missing(c, [0] * N_COLOURS, garment), False, False, [])
    mixes = range(MIXES) if is_mixing(s, seat) else ()
    return DisplaySlot(
        GARMENT_IDS[garment],
        list_missing(c, row_to_list(s.wheel[seat]), garment),
        has_fabric=s.drawn[seat, c.fabric[garment]] > 0,
        can_make=can_make(c, s, seat, garment),
        ready_after=[name_mix(c, mix)[2] for mix in mixes if can_make_after(c, s, seat, garment, mix)],
    )


# ---------------------------------------------------------------------- moments


class Moment(msgspec.Struct, frozen=True):
    """A garment was made, the draft was revealed, or a round ended."""

    text: str
    made: list[str]  # garments
    stars: list[int]  # by seat
