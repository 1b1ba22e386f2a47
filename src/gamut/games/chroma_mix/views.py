"""What a table of Chroma Mix shows: everything that is drawn, and what is printed on the cards.

Ids of cards are those of `cards.toml`. Players are counted like seats; alone, Billy is player 1.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from gamut.games.chroma_mix.billy import billys_aims, held_by_billy
from gamut.games.chroma_mix.cards import CARDS, IDS, pigments_of
from gamut.games.chroma_mix.effects import can_print
from gamut.games.chroma_mix.language import list_counts, list_kinds, name_cards
from gamut.games.chroma_mix.mixing import can_complete, can_mix, chosen_sums, left, results
from gamut.games.chroma_mix.offers import decider
from gamut.games.chroma_mix.progress import (
    Place,
    Progress,
    read_holding,
    say_distance,
    say_player,
    say_victory,
    show_progress,
)  # fmt: skip
from gamut.games.chroma_mix.record import (
    AZURE,
    BILLY,
    BILLY_DREW,
    CERULEAN,
    HELPING,
    JUNGLE,
    KEY,
    KINDS,
    LAYING,
    LEMON,
    LIGHT_YELLOW,
    MIXED,
    MIXING,
    OFFERING,
    OVER,
    PARTING,
    PAYABLE,
    PEAR,
    PRINTED,
    REFILLED,
    REFILLING,
    RUBY,
    SAPPHIRE,
    SOFT_CYAN,
    SUMS,
    SWAPPED,
    SWAPPING,
    TRADING,
    WATCHING,
    Constants,
    State,
    chosen_kind,
    chosen_source,
    event_detail,
    event_of,
    lies_in_play,
    source_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import open_cards, open_paints
from gamut.games.chroma_mix.turns import has_key, may_mix, may_print, may_refill
from gamut.games.chroma_mix.victories import (
    CARDS_GOAL,
    DOTS_GOAL,
    POINTS_GOAL,
    RANK_2_GOAL,
    is_billy,
    standing,
)  # fmt: skip
from gamut.games.chroma_mix.waiting import Waiting, show_waiting

Action = Literal["print", "mix", "refill", "swap"]
BITS: dict[Action, int] = {"print": PRINTED, "mix": MIXED, "refill": REFILLED, "swap": SWAPPED}

# ---------------------------------------------------------------------- what is printed on the cards


class CardInfo(msgspec.Struct, frozen=True):
    """A card; effects in short words and in full, empty where there is none."""

    id: str
    name: str
    rank: int
    pigments: str  # `CCM`; `**`: any two that are alike
    points: int
    copies: int
    once: str
    once_text: str
    lasting: str
    lasting_text: str


class Goals(msgspec.Struct, frozen=True):
    """How much the victories want."""

    points: int
    cards: int
    dots: int
    rank_2: int


class ChromaMixCatalogue(msgspec.Struct, frozen=True):
    """Everything that is printed, in the order in which cards are sorted."""

    cards: list[CardInfo]
    goals: Goals


def catalogue(c: Constants) -> ChromaMixCatalogue:
    """The cards."""
    cards = [
        CardInfo(
            card["id"], card["name"], card["rank"], card["pigments"], card["points"], card["copies"],
            *card.get("once", ("", "")), *card.get("lasting", ("", "")),
        )
        for card in CARDS
    ]  # fmt: skip
    return ChromaMixCatalogue(cards, Goals(POINTS_GOAL, CARDS_GOAL, DOTS_GOAL, RANK_2_GOAL))


# ---------------------------------------------------------------------- what is drawn


class Stack(msgspec.Struct, frozen=True):
    """Equal cards that lie together."""

    id: str
    count: int


class MarketRow(msgspec.Struct, frozen=True):
    """A row of the market with its deck."""

    rank: int
    cards: list[str]  # six places; empty: no card
    deck: int
    discard: int
    discarded: list[Stack]


class Player(msgspec.Struct, frozen=True):
    """A seat, or Billy."""

    hand: list[Stack]
    play: list[Stack]
    cards: int  # in hand and play
    points: int
    dots: int  # in hand and play
    in_force: list[str]  # cards in play whose lasting effect holds now
    tucked: list[Stack]  # under the player's Mustard
    tucked_dots: int
    progress: list[Progress]
    order: int  # place in the round, from 0
    left: int  # the left neighbour, who plays next; alone, Billy


class Chosen(msgspec.Struct, frozen=True):
    """A card put forward."""

    id: str
    place: Place


class Mix(msgspec.Struct, frozen=True):
    """A mix that is being chosen, or Billy's."""

    cards: list[Chosen]
    sums: list[str]  # pigments together, `CCM`; several with a Prism
    makes: list[str]  # open cards that these cards make, to be taken now
    reaches: list[str]  # open cards that they can become with more cards
    number: int  # the first or second mix of the turn
    of: int  # 2 with Lemon in play
    billys: bool


class Turn(msgspec.Struct, frozen=True):
    """What the player whose turn it is has done and may do."""

    player: int  # −1: the game is over
    decider: int  # the seat that is awaited; −1: none
    running: Action | Literal["billy", ""]  # the action that is under way
    used: list[Action]
    possible: list[Action]  # to be begun now
    may_end: bool
    key: bool  # Key lets the turn hold print, mix and refill
    mixes: int  # done in this turn
    returned: int  # in the running refill
    tucks: int
    card: str  # that Fuchsia or Orange may print, or Lavender and Prism discard; empty: none


class Billy(msgspec.Struct, frozen=True):
    """What is Billy's own; its hand is that of player 1."""

    deck: int
    discard: int
    discarded: list[Stack]  # id `mix` is a MIX card
    drawn: list[str]  # since the last action, in order
    mixes: int  # MIX cards still to be carried out
    starting_turns: int  # still to come before the first turn of the player
    must: list[str]  # the cards one of which is to be mixed now; empty: no mix runs
    why: str


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    winner: int  # player; −1: nobody, alone at the end of time
    order: list[int]  # players, the best first
    distances: list[str]  # by player: what was missing for the nearest victory; empty: met
    text: str  # `{0}` is a player


class ChromaMixView(msgspec.Struct, frozen=True):
    """The table; nothing but the decks' order is hidden, so all seats see the same."""

    round: int
    rounds: int
    last_round: bool  # a victory has been met, or it is the last one
    special: str  # id; empty: none
    piles: list[Stack]  # of rank 4, then rank 1
    rows: list[MarketRow]  # rank 3, then rank 2
    players: list[Player]
    turn: Turn
    mix: Mix | None
    parts: list[str]  # that Lavender has chosen so far
    waiting: list[Waiting]
    billy: Billy | None
    outcome: Outcome | None


def stacks(counts: list[int], ids: tuple[str, ...] = IDS) -> list[Stack]:
    """Counts by kind as stacks."""
    return [Stack(ids[k], n) for k, n in enumerate(counts) if n]


def show_row(s: State, rank: int) -> MarketRow:
    """A row of the market."""
    r, kinds = rank - 2, range(CERULEAN, AZURE) if rank == 2 else range(AZURE, RUBY)
    counts = list_counts(s.discard)
    discarded = [Stack(IDS[k], counts[k]) for k in kinds if counts[k]]
    cards = [IDS[k - 1] if k else "" for k in list_counts(s.row[r])]
    return MarketRow(rank, cards, s.decked[r], sum(stack.count for stack in discarded), discarded)


def show_player(c: Constants, s: State, player: int) -> Player:
    """A seat or Billy."""
    holding = read_holding(c, s, player)
    in_force = [
        IDS[k] for k, n in enumerate(holding.play) if n and "lasting" in CARDS[k] and not (k == KEY and s.key_waits)
    ]
    return Player(
        hand=stacks(holding.hand),
        play=stacks(holding.play),
        cards=holding.cards,
        points=holding.points,
        dots=holding.dots,
        in_force=in_force,
        tucked=stacks(holding.tucked),
        tucked_dots=holding.tucked_dots,
        progress=show_progress(holding, s.special),
        order=(player - s.first) % c.players,
        left=(player + 1) % c.players,
    )


def is_possible(c: Constants, s: State, action: Action) -> bool:
    """Whether an action can be begun now."""
    if s.stage == OVER or s.depth:
        return False
    if action == "print":
        return may_print(s) and any(can_print(s, s.turn, kind) for kind in range(KINDS))
    if action == "mix":
        return may_mix(s) and can_mix(c, s, s.turn, open_cards(s))
    if action == "refill":
        return may_refill(s)
    hand = any(list_counts(s.hand[s.turn]))
    return s.done == 0 and bool(open_paints(s) if hand else s.supply[LIGHT_YELLOW])


def running(s: State) -> Action | Literal["billy", ""]:
    """The action under way: what lies at the bottom of the stack belongs to it."""
    if s.depth == 0:
        return ""
    bottom = s.what[0]
    if bottom == HELPING:
        return "billy"
    if bottom in (MIXING, LAYING, WATCHING):
        return "mix"
    if bottom == SWAPPING:
        return "swap"
    refill = bottom == REFILLING and s.cause[0] < 0
    return "refill" if refill or s.cause[0] == JUNGLE else "print" if s.cause[0] != PEAR else ""


def show_turn(c: Constants, s: State) -> Turn:
    """Whose turn it is and what it allows."""
    over = s.stage == OVER
    top = s.what[s.depth - 1] if s.depth else 0
    card = IDS[s.more[s.depth - 1]] if top in (LAYING, OFFERING) else ""
    if top in (PARTING, TRADING, SWAPPING) and s.many:
        card = IDS[chosen_kind(s, 0)]
    return Turn(
        player=-1 if over else s.turn,
        decider=-1 if over else decider(s),
        running=running(s),
        used=[action for action, bit in BITS.items() if s.done & bit],
        possible=[action for action in BITS if is_possible(c, s, action)],
        may_end=not over and s.depth == 0 and s.done != 0,
        key=not over and not is_billy(c, s.turn) and has_key(s),
        mixes=s.mixes,
        returned=s.returned,
        tucks=s.tucks,
        card=card,
    )


def show_mix(c: Constants, s: State) -> Mix | None:
    """The mix that is being chosen."""
    top = s.what[s.depth - 1] if s.depth else 0
    if top not in (MIXING, HELPING):
        return None
    billys, seat, open = top == HELPING, s.who[s.depth - 1], open_cards(s)
    chosen = [chosen_source(s, i) for i in range(s.many)]
    aims = billys_aims(c, s, open) if billys else open
    if billys:
        made = c.pair[chosen[0], chosen[1]] & aims if s.many == 2 else 0
        reached = sum(1 << k for k in list_kinds(aims) if billy_reaches(c, s, chosen, k))
    else:
        made = results(c, s, seat, open)
        spare = [k for k in range(PAYABLE) if left(s, seat, k) > 0]
        reached = sum(1 << k for k in list_kinds(open) if any(can_complete(c, s, seat, x, 1 << k) for x in spare))
    return Mix(
        cards=[Chosen(IDS[source_kind(k)], "play" if lies_in_play(k) else "hand") for k in chosen],
        sums=[pigments_of(n) for n in range(SUMS) if s.many and chosen_sums(c, s) >> n & 1],
        makes=[IDS[k] for k in list_kinds(made)],
        reaches=[IDS[k] for k in list_kinds(reached)],
        number=1 if billys else s.mixes + 1,
        of=2 if not billys and (s.mixes or s.play[seat, LEMON]) else 1,
        billys=billys,
    )


def billy_reaches(c: Constants, s: State, chosen: list[int], kind: int) -> bool:
    """Whether the cards put forward for Billy, with more of its cards, can become one that lies open."""
    if len(chosen) == 2:
        return False
    spare = [s.hand[BILLY, k] - chosen.count(k) for k in range(PAYABLE)]
    firsts = chosen or [k for k in range(PAYABLE) if spare[k]]
    return any(
        c.pair[a, b] >> kind & 1 and spare[b] > (a == b and not chosen) for a in firsts for b in range(PAYABLE)
    )


def show_billy(c: Constants, s: State) -> Billy | None:
    """Billy's piles, what it drew, and what it must mix."""
    if c.players == c.seats:
        return None
    helping = next((i for i in range(s.depth) if s.what[i] == HELPING), -1)
    must, why = [], ""
    if helping >= 0 and helping == s.depth - 1:
        open = open_cards(s)
        aims = billys_aims(c, s, open)
        must = [k for k in list_kinds(aims) if any_mix(c, s, k)]
        fresh = not aims & held_by_billy(s)
        why = (
            f"Billy must mix a card that it does not hold: {name_cards(must, 'or')}."
            if fresh
            else f"Billy holds every card that it can mix: {name_cards(must, 'or')}."
        )
    codes = [s.trail[i] for i in range(s.trailed)]
    ids = (*IDS, "mix")
    return Billy(
        deck=sum(list_counts(s.deck)),
        discard=sum(list_counts(s.spent)),
        discarded=stacks(list_counts(s.spent), ids),
        drawn=[ids[event_detail(code)] for code in codes if event_of(code) == BILLY_DREW],
        mixes=s.more[helping] if helping >= 0 else 0,
        starting_turns=s.ahead,
        must=[IDS[k] for k in must],
        why=why,
    )


def any_mix(c: Constants, s: State, kind: int) -> bool:
    """Whether two cards of Billy's hand make a card."""
    return billy_reaches(c, s, [], kind)


def show_outcome(c: Constants, s: State) -> Outcome | None:
    """How the game ended, and how near the others were."""
    if s.stage != OVER:
        return None
    order = sorted(range(c.players), key=lambda p: -standing(c, s, p))
    distances = ["" if s.met[p] else say_distance(read_holding(c, s, p), s.special) for p in range(c.players)]
    best, second = order[0], order[1]
    if s.met[best]:
        text = f"{say_player(c, best)} won by {say_victory(s, best)}."
    elif c.players > c.seats:
        return Outcome(-1, order, distances, f"Time ran out. {{0}} missed {distances[0]}.")
    else:
        text = f"Time ran out. {say_player(c, best)} won by the most rank dots."
    if distances[second]:
        text += f" {say_player(c, second)} missed {distances[second]}."
    return Outcome(best, order, distances, text)


def view(c: Constants, s: State, seat: int) -> ChromaMixView:
    """What a table component draws."""
    last = s.round == c.rounds or any(s.met[p] for p in range(c.players))
    supply = list_counts(s.supply)
    piles = [k for k in (*range(RUBY, KINDS), *range(SOFT_CYAN, CERULEAN)) if k <= SAPPHIRE or k == s.special]
    return ChromaMixView(
        round=s.round,
        rounds=c.rounds,
        last_round=last,
        special=IDS[s.special] if s.special else "",
        piles=[Stack(IDS[k], supply[k]) for k in piles],
        rows=[show_row(s, 3), show_row(s, 2)],
        players=[show_player(c, s, p) for p in range(c.players)],
        turn=show_turn(c, s),
        mix=show_mix(c, s),
        parts=[IDS[s.parts[i] - 1] for i in range(2) if s.parts[i]],
        waiting=show_waiting(c, s),
        billy=show_billy(c, s),
        outcome=show_outcome(c, s),
    )
