"""What a table component of Prismatic draws, and what is printed on the cards and the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES, TYPES, Card
from gamut.games.prismatic.paying import can_pay
from gamut.games.prismatic.presentation import (
    card_id,
    effect_text,
    list_cards,
    list_items,
)
from gamut.games.prismatic.record import Constants, State, wanted_card
from gamut.games.prismatic.resolving import can_happen, can_use, can_use_recipe, reward_ready
from gamut.games.prismatic.scoring import (
    PRISMS_PER_STAR,
    count_kind,
    created_stars,
    leads,
    leads_kind,
    own_prisms,
)

Phase = Literal["start", "commit", "resolve", "auction", "over"]
Task = Literal["anything", "pay", "rewards", "pulled", "place", "keep", "discard", "steal", "empty"]
PHASES: tuple[Phase, ...] = ("start", "commit", "resolve", "auction", "over")
TASKS: tuple[Task, ...] = ("anything", "pay", "rewards", "pulled", "place", "keep", "discard", "steal", "empty")

# ---------------------------------------------------------------------- what is printed on the pieces

EffectKind = Literal["pool", "mote", "prism", "pull", "empty", "draw", "discard", "steal", "keep_one"]


class PrintedEffect(msgspec.Struct, frozen=True):
    """What a recipe, a reward or an ability gives."""

    kind: EffectKind
    colour: str  # of pool light or a mote; else empty
    count: int  # of prisms
    text: str  # `a red mote`


class CardInfo(msgspec.Struct, frozen=True):
    """A play card."""

    id: str
    name: str
    type: str  # hue, sky or craft
    stars: int
    cost: tuple[str, ...]  # one id per item
    rewards: tuple[PrintedEffect, ...]
    takes: str  # the item that its ability takes; empty: none
    ability: PrintedEffect | None


class RecipeInfo(msgspec.Struct, frozen=True):
    """A recipe of the board."""

    id: str
    cost: tuple[str, ...]
    gives: PrintedEffect


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that is printed; items in the order in which prices are paid."""

    items: tuple[str, ...]
    types: tuple[str, ...]
    cards: tuple[CardInfo, ...]
    board: tuple[RecipeInfo, ...]  # three rows of seven


def effect_info(effect: int) -> PrintedEffect:
    text = effect_text(effect)
    if effect < rec.MOTE:
        return PrintedEffect("pool", COLOUR_NAMES[effect - rec.POOL], 0, text)
    if effect < rec.ONE_PRISM:
        return PrintedEffect("mote", ITEM_NAMES[effect - rec.MOTE], 0, text)
    if effect <= rec.THREE_PRISMS:
        return PrintedEffect("prism", "", 1 if effect == rec.ONE_PRISM else 3, text)
    kinds: dict[int, EffectKind] = {
        rec.PULL: "pull", rec.EMPTY: "empty", rec.DRAW: "draw", rec.DISCARD: "discard", rec.STEAL: "steal",
        rec.KEEP_ONE: "keep_one",
    }  # fmt: skip
    return PrintedEffect(kinds[effect], "", 0, text)


def card_info(card: Card) -> CardInfo:
    return CardInfo(
        id=card.id,
        name=card.name,
        type=TYPES[card.kind],
        stars=card.stars,
        cost=tuple(list_items(card.cost)),
        rewards=tuple(effect_info(effect) for effect in card.rewards),
        takes=ITEM_NAMES[card.takes] if card.takes >= 0 else "",
        ability=effect_info(card.ability) if card.ability else None,
    )


def catalogue(c: Constants) -> Catalogue:
    board = tuple(RecipeInfo(x.id, tuple(list_items(x.cost)), effect_info(x.gives)) for x in c.printed.board)
    return Catalogue(ITEM_NAMES, TYPES, tuple(card_info(card) for card in c.printed.cards), board)


# ---------------------------------------------------------------------- what is drawn

Paid = Literal["there", "fresh", "prismatic", "pool", "missing"]


class Unit(msgspec.Struct, frozen=True):
    """One item of a price, and what would pay it for the viewer.

    `there`: an item that is there; `fresh`: one placed in this round, which can still be undone; `prismatic`: a
    prismatic mote in its place; `pool`: light of the pool; `missing`: nothing.
    """

    item: str
    paid: Paid


PAID: tuple[Paid, ...] = ("there", "fresh", "prismatic", "pool", "missing")
UNITS = {(item, paid): Unit(name, paid) for item, name in enumerate(ITEM_NAMES) for paid in PAID}


class Price(msgspec.Struct, frozen=True):
    """The price of a card or a recipe of the board, and how much of it the viewer can pay."""

    id: str  # empty: an empty place of the common cards
    units: list[Unit]
    ready: bool  # can be created or used now
    on: list[str] = []  # items on a card in progress
    fresh: list[str] = []  # items that the viewer placed on it in this round
    made: bool = False  # a recipe of the board: already used in the current turn
    nothing: bool = False  # a recipe of the board: would do nothing now


class CreatedCard(msgspec.Struct, frozen=True):
    """A created card, and the items on it for its ability."""

    id: str
    on: list[str]
    fresh: list[str]
    used: bool  # in the current turn
    ready: bool  # its ability can be used now


class Score(msgspec.Struct, frozen=True):
    """The stars of a seat if the game ended now."""

    cards: int
    goal: int
    motes: int
    hue: int
    sky: int
    craft: int
    prisms: int
    prismatic: int
    progress: int  # 0 or negative
    earned: int  # without what unfinished cards cost
    total: int


SeatState = Literal["", "choosing", "submitted", "waiting", "resolving", "resolved"]


class SeatView(msgspec.Struct, frozen=True):
    """What a player has; everything is public except what is placed or chosen in a secret phase."""

    bag: list[int]  # by mote, in the order of the catalogue's items
    bag_size: int
    drawn: list[str]  # not placed yet
    palette: list[str]
    fresh: list[str]  # placed on the palette in this round
    stock: int  # prisms in stock
    motes: int  # owned in total
    prisms: int  # owned in total
    progress: list[Price]
    created: list[CreatedCard]
    kinds: list[int]  # created cards by type
    score: Score
    offered: list[str]  # cards to choose from
    state: SeatState


class View(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    round: int
    goal: int
    phase: Phase
    task: Task  # of the seat that resolves
    turn: int  # the seat that resolves; −1: none
    starter: int
    order: list[int]  # of resolving, the starter first
    deck_size: int
    discard: list[str]
    common: list[Price]
    board: list[Price]
    seats: list[SeatView]
    pool: list[str]  # of the seat that resolves
    aside: list[str]  # motes it has used: returned to its bag after its turn
    gained: list[str]  # motes it has gained: added to its bag after its turn
    owed: list[str]  # colours still to be paid, the current one first
    rewards: list[PrintedEffect]  # that can still be taken
    kept: str  # the card that the viewer keeps at the start
    chosen_motes: list[str]  # the motes that the viewer chose at the start
    lowest_bid: int  # that the viewer can make; −1: none
    highest_bid: int


class Commit(msgspec.Struct, frozen=True):
    """What a seat placed on one spot in this round."""

    seat: int
    spot: str  # the id of a card, or `palette`
    items: list[str]


class Moment(msgspec.Struct, frozen=True):
    """All commits are revealed, a card is created, another player made several things, or the game is over."""

    kind: Literal["reveal", "created", "turn", "end"]
    text: str
    commits: list[Commit] = []  # of a reveal, from the starter on
    card: str = ""
    recipes: list[str] = []  # of the board that were used in a turn
    goal: bool = False  # whether this reached the goal for the first time


class Funds(NamedTuple):
    """The items that can pay a price, by item."""

    there: list[int]
    fresh: list[int]
    light: list[int]
    prismatic_first: bool  # on a card in progress, prismatic motes are used before the pool


def find_funds(s: State, seat: int, spot: int) -> Funds:
    """Return what a seat could pay with on a spot; the pool belongs to the seat that resolves."""
    items = range(rec.ITEMS)
    light = [s.pool[item] for item in range(rec.N_COLOURS)] if is_resolving(s, seat) else [0] * rec.N_COLOURS
    return Funds(
        [s.on[spot, item] for item in items], [s.placed[spot, item] for item in items], light, spot < rec.PALETTE
    )


def list_units(cost: Sequence[int], funds: Funds) -> list[Unit]:
    """Return the units of a price in order; prismatic motes replace what would be missing."""
    paid: list[Paid] = []
    items: list[int] = []
    for item, n in enumerate(cost):
        if n:
            light = funds.light[item] if item < rec.N_COLOURS else 0
            ways: list[Paid] = ["there"] * funds.there[item]
            ways.extend(["fresh"] * funds.fresh[item])
            ways.extend(["pool"] * light)
            ways.extend(["missing"] * n)
            paid += ways[:n]
            items += [item] * n
    prismatic = funds.there[rec.PRISMATIC] + funds.fresh[rec.PRISMATIC]
    for replaced in ("missing", "pool") if funds.prismatic_first else ("missing",):
        for k, item in enumerate(items):
            if prismatic and paid[k] == replaced and item < rec.N_COLOURS:
                paid[k], prismatic = "prismatic", prismatic - 1
    return [UNITS[item, way] for item, way in zip(items, paid, strict=True)]


def list_missing_units(cost: Sequence[int]) -> list[Unit]:
    """Return the units of a price as a spectator sees them."""
    return [UNITS[item, "missing"] for item, n in enumerate(cost) for _ in range(n)]


def is_resolving(s: State, seat: int) -> bool:
    return s.phase == rec.RESOLVING and s.turn == seat


def may_create(s: State, viewer: int) -> bool:
    return is_resolving(s, viewer) and s.task == rec.ANYTHING


def common_price(c: Constants, s: State, viewer: int, card: int, palette: Funds | None) -> Price:
    """Return the price of a common card, which is paid from the viewer's palette."""
    if card < 0:
        return Price("", [], False)
    id, cost = card_id(c, card), c.printed.cards[card].cost
    if palette is None:
        return Price(id, list_missing_units(cost), False)
    ready = may_create(s, viewer) and bool(can_pay(s, c.price[card], rec.PALETTE + viewer))
    return Price(id, list_units(cost, palette), ready)


def progress_price(c: Constants, s: State, viewer: int, owner: int, card: int) -> Price:
    """Return the price of a card in progress, which is paid from the items on it."""
    funds = find_funds(s, owner, card)
    ready = owner == viewer and may_create(s, viewer) and bool(can_pay(s, c.price[card], card))
    units = list_units(c.printed.cards[card].cost, funds)
    return Price(card_id(c, card), units, ready, list_items(funds.there), list_items(funds.fresh))


def board_price(c: Constants, s: State, viewer: int, recipe: int, palette: Funds | None) -> Price:
    printed = c.printed.board[recipe]
    made = bool(s.made >> recipe & 1)
    if palette is None:
        return Price(printed.id, list_missing_units(printed.cost), False, made=made)
    return Price(
        id=printed.id,
        units=list_units(printed.cost, palette),
        ready=may_create(s, viewer) and bool(can_use_recipe(c, s, viewer, recipe)),
        made=made,
        nothing=not can_happen(c, s, viewer, printed.gives, printed.cost[rec.PRISM]),
    )


def view_created_card(c: Constants, s: State, viewer: int, owner: int, card: int) -> CreatedCard:
    used = bool(int(s.used) >> card & 1)
    usable = viewer == owner and may_create(s, viewer) and c.ability[card] and not used
    ready = bool(usable and can_use(c, s, owner, card))
    return CreatedCard(card_id(c, card), list_items(s.on[card]), list_items(s.placed[card]), used, ready)


def count_score(c: Constants, s: State, seat: int) -> Score:
    """Return the stars of a seat by where they come from."""
    kinds = [int(leads_kind(c, s, seat, kind)) for kind in range(rec.KINDS)]
    parts = {
        "cards": created_stars(c, s, seat),
        "goal": int(s.reached == seat + 1),
        "motes": int(leads(c, s.motes, seat)),
        **dict(zip(TYPES, kinds, strict=True)),
        "prisms": own_prisms(s, seat) // PRISMS_PER_STAR,
        "prismatic": 2 * int(leads(c, s.prismatic, seat)),
        "progress": -len(list_cards(s.progress[seat])),
    }
    total = sum(parts.values())
    return Score(**parts, earned=total - parts["progress"], total=total)


def seat_state(c: Constants, s: State, seat: int) -> SeatState:
    if s.phase in (rec.STARTING, rec.COMMITTING, rec.BIDDING):
        return "choosing" if s.due >> seat & 1 else "submitted"
    if s.phase != rec.RESOLVING:
        return ""
    if s.turn == seat:
        return "resolving"
    return "resolved" if (seat - s.starter) % c.seats < s.turns else "waiting"


def view_seat(c: Constants, s: State, viewer: int, seat: int) -> SeatView:
    bag = [s.bag[seat, mote] for mote in range(rec.MOTES)]
    return SeatView(
        bag=bag,
        bag_size=sum(bag),
        drawn=list_items(s.drawn[seat]),
        palette=list_items(s.on[rec.PALETTE + seat]),
        fresh=list_items(s.placed[rec.PALETTE + seat]),
        stock=s.stock[seat],
        motes=s.motes[seat],
        prisms=own_prisms(s, seat),
        progress=[progress_price(c, s, viewer, seat, card) for card in list_cards(s.progress[seat])],
        created=[view_created_card(c, s, viewer, seat, card) for card in list_cards(s.created[seat])],
        kinds=[int(count_kind(c, s, seat, kind)) for kind in range(rec.KINDS)],
        score=count_score(c, s, seat),
        offered=[card_id(c, card) for card in list_cards(s.offered[seat])],
        state=seat_state(c, s, seat),
    )


def view(c: Constants, s: State, seat: int) -> View:
    bidding = s.phase == rec.BIDDING and seat >= 0 and s.due >> seat & 1
    current_card = wanted_card(s)
    rewards = [k for k in range(rec.REWARDS_EACH) if s.rewards >> k & 1 and reward_ready(c, s, k)]
    palette = find_funds(s, seat, rec.PALETTE + seat) if seat >= 0 else None
    return View(
        round=s.round,
        goal=c.goal,
        phase=PHASES[s.phase],
        task=TASKS[s.task],
        turn=s.turn if s.phase == rec.RESOLVING else -1,
        starter=s.starter,
        order=[(s.starter + k) % c.seats for k in range(c.seats)],
        deck_size=len(list_cards(s.deck)),
        discard=[card_id(c, card) for card in list_cards(s.discard)],
        common=[common_price(c, s, seat, s.common[place] - 1, palette) for place in range(rec.COMMON)],
        board=[board_price(c, s, seat, recipe, palette) for recipe in range(rec.RECIPES)],
        seats=[view_seat(c, s, seat, other) for other in range(c.seats)],
        pool=list_items(s.pool),
        aside=list_items(s.aside),
        gained=list_items(s.gained),
        owed=[COLOUR_NAMES[k] for k in range(rec.N_COLOURS) for _ in range(s.owed[k])],
        rewards=[effect_info(c.reward[current_card, k]) for k in rewards],
        kept=card_id(c, s.kept[seat] - 1) if seat >= 0 and s.kept[seat] else "",
        chosen_motes=list_items(s.chosen_motes[seat]) if seat >= 0 else [],
        lowest_bid=(s.bid[seat] + 1 if s.bid[seat] else 0) if bidding else -1,
        highest_bid=s.stock[seat] if bidding else -1,
    )
