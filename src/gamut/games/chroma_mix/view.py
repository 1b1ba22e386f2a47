"""What a table component of Chroma Mix draws, and what is printed on the cards.

Cards are named by their ids in `cards.toml`. Players are numbered like seats; in a solo game Billy is player 1.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gamut.engine.presentation import Goal, format_count
from gamut.engine.strict import row_to_list
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_hand, billy_results, billy_targets, is_solo
from gamut.games.chroma_mix.cards import CARDS, IDS, decode_sum
from gamut.games.chroma_mix.decision_queue import PendingDecision, list_decisions
from gamut.games.chroma_mix.details import list_goals
from gamut.games.chroma_mix.market import available_cards, first_of_row, is_in_game, pile_size
from gamut.games.chroma_mix.mixing import can_complete_mix, chosen_sums, count_mixable, mix_results
from gamut.games.chroma_mix.presentation import is_last_round, list_drawn, list_kinds, name_cards
from gamut.games.chroma_mix.progress import (
    UNITS,
    Place,
    Progress,
    describe_needs,
    find_nearest,
    list_progress,
    name_player,
    read_holding,
    victory_title,
)
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import count_dots, rank_key

Action = Literal["print", "mix", "refill", "swap"]
ACTION_BITS: dict[Action, int] = {
    "print": rec.PRINTED, "mix": rec.MIXED, "refill": rec.REFILLED, "swap": rec.SWAPPED,
}  # fmt: skip
NextCard = Literal["mix", "colour", ""]
NEXT_CARDS: dict[int, NextCard] = {rec.NO_BACK: "", rec.COLOUR_BACK: "colour", rec.MIX_BACK: "mix"}

# ---------------------------------------------------------------------- what is printed on the cards


class CardInfo(msgspec.Struct, frozen=True):
    """A card; its effects as a label and in full, empty where there is none."""

    id: str
    name: str
    rank: int
    pigments: str  # `CCM`; `**`: any pair of one pigment
    points: int
    instant: str
    instant_text: str
    ongoing: str
    ongoing_text: str


class Catalogue(msgspec.Struct, frozen=True):
    """All cards in their order."""

    cards: list[CardInfo]


def catalogue(c: Constants) -> Catalogue:
    return Catalogue([
        CardInfo(
            card["id"], card["name"], card["rank"], card["pigments"], card["points"],
            *card.get("instant", ("", "")), *card.get("ongoing", ("", "")),
        )
        for card in CARDS
    ])  # fmt: skip


# ---------------------------------------------------------------------- the table


class Stack(msgspec.Struct, frozen=True):
    """Equal cards."""

    id: str
    count: int


class MarketRow(msgspec.Struct, frozen=True):
    """A row of the market with its deck."""

    rank: int
    cards: list[str]  # six places; empty: no card
    deck_size: int
    discard_size: int
    discarded: list[Stack]


class Player(msgspec.Struct, frozen=True):
    """A seat, or Billy."""

    hand: list[Stack]
    play: list[Stack]
    cards: int  # in hand and play
    points: int
    active: list[str]  # cards in play whose ongoing effect applies now
    tucked: list[Stack]  # under the player's Mustard
    tucked_dots: int
    progress: list[Progress]


class Chosen(msgspec.Struct, frozen=True):
    """A card chosen for a mix."""

    id: str
    place: Place


class Mix(msgspec.Struct, frozen=True):
    """The running mix of a player or of Billy."""

    cards: list[Chosen]
    sums: list[str]  # total pigments, `CCM`; several with a Prism
    makes: list[str]  # cards on offer that the chosen cards make
    can_become: list[str]  # cards on offer that they make with more cards
    number: int  # the first or second mix of the turn
    total: int  # 2 with Lemon in play
    for_billy: bool


class Turn(msgspec.Struct, frozen=True):
    """What the player whose turn it is does and has done."""

    player: int  # −1: the game is over
    running: Action | Literal["billy", ""]  # the action in progress
    used: list[Action]
    card: str  # offered by Fuchsia or Orange, or discarded for Lavender, Prism or a swap; empty: none


class Billy(msgspec.Struct, frozen=True):
    """Billy's own piles; his hand is that of player 1."""

    deck_size: int
    discard_size: int
    drawn: list[str]  # since the last action, in order; the id `mix` is a MIX card
    mixes: int  # MIX cards left to resolve
    next: NextCard  # the visible back of the next card; empty: the deck is empty
    head_start: int  # turns left before the player's first turn
    why: str  # what he has to make now, and why; empty: he is not mixing
    goals: tuple[Goal, ...]


class Measure(msgspec.Struct, frozen=True):
    """What decided a player's rank: `18`, `cards · Sapphire`."""

    number: int
    unit: str


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: int  # player; −1: none, the game ended at the round limit
    order: list[int]  # players, the best first
    text: str  # `{0}` is a player
    measures: list[Measure]  # of every player: what decided their rank


class View(msgspec.Struct, frozen=True):
    """The table. Only the order of the decks is hidden, so all seats see the same."""

    round: int
    last_round: bool  # a victory has been achieved, or it is the last possible round
    piles: list[Stack]  # of rank 4, then rank 1
    rows: list[MarketRow]  # rank 3, then rank 2
    players: list[Player]
    turn: Turn
    mix: Mix | None
    split_into: list[str]  # cards chosen so far for Lavender
    pending: list[PendingDecision]
    billy: Billy | None
    outcome: Outcome | None


def view(c: Constants, s: State, seat: int) -> View:
    piles = [kind for kind in (*range(rec.RUBY, rec.KINDS), *range(rec.INKS)) if is_in_game(s, kind)]
    return View(
        round=s.round,
        last_round=is_last_round(c, s),
        piles=[Stack(IDS[kind], pile_size(s, kind)) for kind in piles],
        rows=[view_row(s, 3), view_row(s, 2)],
        players=[view_player(c, s, player) for player in range(c.players)],
        turn=view_turn(s),
        mix=view_mix(c, s),
        split_into=[IDS[s.split_into[i] - 1] for i in range(2) if s.split_into[i]],
        pending=list_decisions(c, s),
        billy=view_billy(c, s),
        outcome=view_outcome(c, s),
    )


def make_stacks(counts: list[int]) -> list[Stack]:
    return [Stack(IDS[k], n) for k, n in enumerate(counts) if n]


def view_row(s: State, rank: int) -> MarketRow:
    row = rank - 2
    counts = row_to_list(s.discard)
    discarded = [Stack(IDS[k], counts[k]) for k in range(first_of_row(row), first_of_row(row + 1)) if counts[k]]
    cards = [IDS[entry - 1] if entry else "" for entry in row_to_list(s.market[row])]
    return MarketRow(rank, cards, s.deck_size[row], sum(stack.count for stack in discarded), discarded)


def view_player(c: Constants, s: State, player: int) -> Player:
    holding = read_holding(c, s, player)
    ongoing = [kind for kind, n in enumerate(holding.play) if n and "ongoing" in CARDS[kind]]
    return Player(
        hand=make_stacks(holding.hand),
        play=make_stacks(holding.play),
        cards=holding.cards,
        points=holding.points,
        active=[IDS[kind] for kind in ongoing if not (kind == rec.KEY and s.key_inactive)],
        tucked=make_stacks(holding.tucked),
        tucked_dots=holding.tucked_dots,
        progress=list_progress(holding, s.special),
    )


# ---------------------------------------------------------------------- the turn


def view_turn(s: State) -> Turn:
    decision, card = rec.current_decision(s), ""
    if decision in (rec.ORANGE_PRINT, rec.FUCHSIA_PRINT):
        card = IDS[rec.offered_card(s)]
    elif decision in (rec.LAVENDER_SPLIT, rec.PRISM_TRADE, rec.SWAPPING) and s.n_chosen:
        card = IDS[rec.chosen_kind(s, 0)]
    return Turn(
        player=-1 if s.stage == rec.OVER else s.turn,
        running=running_action(s),
        used=[action for action, bit in ACTION_BITS.items() if s.actions_done & bit],
        card=card,
    )


def running_action(s: State) -> Action | Literal["billy", ""]:
    """Return the action in progress, which the bottom of the stack belongs to."""
    if s.depth == 0:
        return ""
    bottom, cause = s.decision[0], s.cause[0]
    if bottom == rec.BILLY_MIX:
        return "billy"
    if bottom in (rec.MIXING, rec.ORANGE_PRINT, rec.SLATE_GRAY_INK):
        return "mix"
    if bottom == rec.SWAPPING:
        return "swap"
    if (bottom == rec.REFILLING and cause == rec.NO_CARD) or cause == rec.JUNGLE:
        return "refill"
    return "" if cause == rec.PEAR else "print"


def view_mix(c: Constants, s: State) -> Mix | None:
    decision = rec.current_decision(s)
    if decision not in (rec.MIXING, rec.BILLY_MIX):
        return None
    for_billy, seat, available = decision == rec.BILLY_MIX, s.decider[s.depth - 1], available_cards(s)
    chosen = [rec.chosen_source(s, i) for i in range(s.n_chosen)]
    if for_billy:
        targets = billy_targets(c, s, available)
        makes = list_kinds(billy_results(c, s, targets))
        can_become = [kind for kind in list_kinds(targets) if billy_can_reach(c, s, chosen, kind)]
    else:
        makes = list_kinds(mix_results(c, s, seat, available))
        mixable = [kind for kind in range(rec.MIXABLE) if count_mixable(s, seat, kind) > 0]
        can_become = [
            kind for kind in list_kinds(available) if any(can_complete_mix(c, s, seat, k, 1 << kind) for k in mixable)
        ]
    return Mix(
        cards=[Chosen(IDS[rec.source_kind(k)], "play" if rec.is_in_play(k) else "hand") for k in chosen],
        sums=[decode_sum(n) for n in range(rec.PIGMENT_SUMS) if chosen and chosen_sums(c, s) >> n & 1],
        makes=[IDS[kind] for kind in makes],
        can_become=[IDS[kind] for kind in can_become],
        number=1 if for_billy else s.mixes_done + 1,
        total=2 if not for_billy and (s.mixes_done or s.play[seat, rec.LEMON]) else 1,
        for_billy=for_billy,
    )


# ---------------------------------------------------------------------- Billy


def billy_can_reach(c: Constants, s: State, chosen: list[int], kind: int) -> bool:
    """Return whether the cards chosen for Billy make a card together with more cards of his hand."""
    if len(chosen) == 2:
        return False
    spare = [s.hand[rec.BILLY, k] - chosen.count(k) for k in range(rec.MIXABLE)]
    firsts = chosen or [k for k in range(rec.MIXABLE) if spare[k]]
    return any(
        c.pair_makes[a, b] >> kind & 1 and spare[b] > (a == b and not chosen)
        for a in firsts
        for b in range(rec.MIXABLE)
    )


def view_billy(c: Constants, s: State) -> Billy | None:
    if not is_solo(c):
        return None
    ids = (*IDS, "mix")
    return Billy(
        deck_size=sum(row_to_list(s.billy_deck)),
        discard_size=sum(row_to_list(s.billy_discard)),
        drawn=[ids[kind] for kind in list_drawn(s)],
        mixes=sum(s.detail[i] for i in range(s.depth) if s.decision[i] == rec.BILLY_MIX),
        next=NEXT_CARDS[s.billy_next],
        head_start=s.billy_head_start,
        why=explain_targets(c, s),
        goals=list_goals(c, s, rec.BILLY),
    )


def explain_targets(c: Constants, s: State) -> str:
    """Return what Billy has to make now, and why; empty: he is not mixing."""
    if rec.current_decision(s) != rec.BILLY_MIX:
        return ""
    allowed = billy_targets(c, s, available_cards(s))
    names = name_cards([kind for kind in list_kinds(allowed) if billy_can_reach(c, s, [], kind)], "or")
    if allowed & billy_hand(s):
        return f"Billy can make only a card he already has: {names}."
    return f"Billy has to make a card he doesn't have yet: {names}."


# ---------------------------------------------------------------------- the end


def view_outcome(c: Constants, s: State) -> Outcome | None:
    if s.stage != rec.OVER:
        return None
    order = sorted(range(c.players), key=lambda player: -rank_key(c, s, player))
    nearest = [find_nearest(read_holding(c, s, player), s.special) for player in range(c.players)]
    best = order[0]
    winner, text = best, f"{name_player(c, best)} won with {victory_title(s, best)}."
    if not s.victories[best]:
        winner, text = -1, f"No victory in {format_count(c.max_rounds, 'round')}: no player wins."
    for player in order[:2]:
        if not s.victories[player]:
            text += f" {name_player(c, player)} {describe_miss(nearest[player])}."
    return Outcome(winner, order, text, [measure_rank(c, s, player) for player in range(c.players)])


def measure_rank(c: Constants, s: State, player: int) -> Measure:
    """Return how far a player's best victory is fulfilled; without one, the rank dots that rank the others."""
    if not s.victories[player]:
        return Measure(count_dots(c, s, player), "rank dots")
    title = victory_title(s, player)
    progress = next(
        p for p in list_progress(read_holding(c, s, player), s.special) if title in (p.title, f"{p.need} points")
    )
    unit = UNITS.get(progress.victory, "card")
    return Measure(progress.have, "points" if unit == "point" else f"{unit}s · {title}")


def describe_miss(progress: Progress) -> str:
    """Return `fell 2 points short`, `still needed Sapphire Blue in play and 5 more cards for the Sapphire victory`."""
    if progress.victory == "points":
        return f"fell {format_count(progress.need - progress.have, 'point')} short"
    return f"still needed {describe_needs(progress)} for the {progress.title} victory"


# ---------------------------------------------------------------------- moments


class Moment(msgspec.Struct, frozen=True):
    """A victory that has just been achieved, or the end of the game."""

    text: str  # `{0}` is a seat
    cards: list[str]  # that achieved it
