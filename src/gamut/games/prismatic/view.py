"""What is drawn of Prismatic: the table as a seat sees it, and what is printed on cards and board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES, TYPES, Card
from gamut.games.prismatic.committing import open_places
from gamut.games.prismatic.language import (
    card_id,
    effect_text,
    list_cards,
    list_items,
    place_id,
)  # fmt: skip
from gamut.games.prismatic.paying import can_pay
from gamut.games.prismatic.record import (
    ANYTHING,
    BIDDING,
    BOARD,
    COLOURS,
    COMMITTING,
    COMMON,
    DISCARD,
    DRAW,
    EMPTY,
    ITEMS,
    KEEP_ONE,
    KINDS,
    MOST_ROUNDS,
    MOTE,
    MOTES,
    ONE_PRISM,
    PALETTE,
    PLACES,
    POOL,
    PRISM,
    PRISMATIC,
    PULL,
    PULLED,
    RESOLVING,
    REWARDS_EACH,
    STARTING,
    STEAL,
    THREE_PRISMS,
    Constants,
    State,
)  # fmt: skip
from gamut.games.prismatic.resolving import can_happen, can_make, can_use, reward_ready
from gamut.games.prismatic.scoring import (
    PRISMS_PER_STAR,
    count_kind,
    created_stars,
    leads,
    leads_kind,
    own_prisms,
)  # fmt: skip

Phase = Literal["start", "commit", "resolve", "auction", "over"]
Task = Literal["anything", "pay", "rewards", "pulled", "place", "keep", "discard", "steal", "empty"]
PHASES: tuple[Phase, ...] = ("start", "commit", "resolve", "auction", "over")
TASKS: tuple[Task, ...] = ("anything", "pay", "rewards", "pulled", "place", "keep", "discard", "steal", "empty")

# ---------------------------------------------------------------------- what is printed

EffectKind = Literal["pool", "mote", "prism", "pull", "empty", "draw", "discard", "steal", "keep_one"]


class Effect(msgspec.Struct, frozen=True):
    """What a creation, a reward or an ability gives."""

    kind: EffectKind
    colour: str  # of a pool colour or a mote; else empty
    count: int  # prisms
    text: str  # `a red mote`


class CardInfo(msgspec.Struct, frozen=True):
    """A play card."""

    id: str
    name: str
    type: str  # hue, sky or craft
    stars: int
    cost: tuple[str, ...]  # an item each
    rewards: tuple[Effect, ...]
    takes: str  # the item its ability takes; empty: nothing
    ability: Effect | None
    text: str


class CreationInfo(msgspec.Struct, frozen=True):
    """A creation of the board."""

    id: str
    cost: tuple[str, ...]
    gives: Effect
    method: int  # 1 or 2
    methods: int


class PrismaticCatalogue(msgspec.Struct, frozen=True):
    """Everything that is printed. Items are in the order in which prices are paid."""

    items: tuple[str, ...]
    types: tuple[str, ...]
    cards: tuple[CardInfo, ...]
    board: tuple[CreationInfo, ...]  # three rows of seven


def effect_info(effect: int) -> Effect:
    """An effect as data."""
    text = effect_text(effect)
    if effect < MOTE:
        return Effect("pool", COLOUR_NAMES[effect - POOL], 0, text)
    if effect < ONE_PRISM:
        return Effect("mote", ITEM_NAMES[effect - MOTE], 0, text)
    if effect <= THREE_PRISMS:
        return Effect("prism", "", 1 if effect == ONE_PRISM else 3, text)
    kinds: dict[int, EffectKind] = {
        PULL: "pull", EMPTY: "empty", DRAW: "draw", DISCARD: "discard", STEAL: "steal", KEEP_ONE: "keep_one",
    }  # fmt: skip
    return Effect(kinds[effect], "", 0, text)


def card_info(card: Card) -> CardInfo:
    """A card as data."""
    return CardInfo(
        id=card.id,
        name=card.name,
        type=TYPES[card.kind],
        stars=card.stars,
        cost=tuple(list_items(card.cost)),
        rewards=tuple(effect_info(effect) for effect in card.rewards),
        takes=ITEM_NAMES[card.takes] if card.takes >= 0 else "",
        ability=effect_info(card.ability) if card.ability else None,
        text=card.text,
    )


def catalogue(c: Constants) -> PrismaticCatalogue:
    """The cards and the board."""
    board = tuple(
        CreationInfo(x.id, tuple(list_items(x.cost)), effect_info(x.gives), x.method, x.methods)
        for x in c.printed.board
    )
    return PrismaticCatalogue(ITEM_NAMES, TYPES, tuple(card_info(card) for card in c.printed.cards), board)


# ---------------------------------------------------------------------- the table

Paid = Literal["there", "fresh", "prismatic", "pool", "missing"]


class Unit(msgspec.Struct, frozen=True):
    """One item of a price, and what would pay it for the viewer.

    `there`: it lies there; `fresh`: it was laid in this round and may still be taken back; `prismatic`: a prismatic
    mote stands for it; `pool`: the pool pays it; `missing`: nothing does.
    """

    item: str
    paid: Paid


WAYS: tuple[Paid, ...] = ("there", "fresh", "prismatic", "pool", "missing")
UNITS = {(item, way): Unit(name, way) for item, name in enumerate(ITEM_NAMES) for way in WAYS}


class Price(msgspec.Struct, frozen=True):
    """A card or a creation of the board: what is there of its price, and whether the viewer may create it now."""

    id: str  # empty: an empty place of the common area
    units: list[Unit]
    ready: bool  # can be created now
    on: list[str] = []  # of a card in progress: what lies on it
    fresh: list[str] = []  # and what the viewer has laid on it in this round
    made: bool = False  # of the board: made in this step by the seat that resolves
    nothing: bool = False  # of the board: it would do nothing now


class Created(msgspec.Struct, frozen=True):
    """A created card: what lies on it for its ability."""

    id: str
    on: list[str]
    fresh: list[str]
    used: bool  # in this step
    ready: bool  # its ability may be used now


class Score(msgspec.Struct, frozen=True):
    """The stars of a seat, as if the game ended now."""

    cards: int
    goal: int
    motes: int
    hue: int
    sky: int
    craft: int
    prisms: int
    prismatic: int
    progress: int  # not above 0
    total: int


class Place(msgspec.Struct, frozen=True):
    """A seat; all of it is open but what it lays or chooses in a secret phase."""

    bag: list[int]  # by mote, in the order of the catalogue's items
    bagged: int
    drawn: list[str]  # not laid (yet)
    palette: list[str]
    fresh: list[str]  # laid on the palette in this round
    stock: int  # prisms not committed
    motes: int  # owned in all
    prismatic: int
    prisms: int
    progress: list[Price]
    created: list[Created]
    kinds: list[int]  # created cards by type
    score: Score
    offered: list[str]  # cards it chooses from
    state: Literal["", "choosing", "in", "resolving", "resolved", "waiting"]
    bid: int  # −1: none turned up in this auction
    out: bool


class Lay(msgspec.Struct, frozen=True):
    """Where the viewer may lay an item."""

    item: str
    places: list[str]  # ids of touches


class PrismaticView(msgspec.Struct, frozen=True):
    """The table as one seat sees it."""

    round: int
    rounds: int  # the most there can be
    goal: int
    final: bool
    phase: Phase
    task: Task  # in the resolve step
    turn: int  # −1: everybody's or nobody's
    starter: int
    order: list[int]  # of the resolve steps, the starter first
    deck: int
    discard: list[str]
    supply: list[int]  # by item
    common: list[Price]
    board: list[Price]
    places: list[Place]
    pool: list[str]  # of the seat that resolves
    aside: list[str]  # motes it used: back in its bag after the step
    gained: list[str]  # what it gained: there after the step
    wanted: str  # id of what is being paid for or has just been created, else empty
    owed: list[str]  # colours not paid yet, the one that is asked first
    rewards: list[Effect]  # that may still be taken
    kept: str  # the viewer's choices at the start
    wished: list[str]
    lays: list[Lay]
    bid: int  # the viewer's own bid, not turned up yet; −1: none
    lowest_bid: int  # what the viewer may bid; −1: nothing
    highest_bid: int


class Lying(NamedTuple):
    """What may pay a price: on a card or a palette, laid there in this round, and in the pool, by item."""

    there: list[int]
    fresh: list[int]
    light: list[int]
    all_used: bool  # on a card in progress: prismatic motes there are used before the pool


def lying(s: State, who: int, spot: int) -> Lying:
    """What lies on a spot; the pool is there for the seat that resolves."""
    items = range(ITEMS)
    light = [s.pool[item] for item in range(COLOURS)] if resolves(s, who) else [0] * COLOURS
    return Lying(
        [s.on[spot, item] for item in items], [s.laid[spot, item] for item in items], light, spot < PALETTE
    )


def units(cost: Sequence[int], paying: Lying) -> list[Unit]:
    """What is there of a price, in order; prismatic motes stand first for what else would be missing."""
    paid: list[Paid] = []
    items: list[int] = []
    for item, many in enumerate(cost):
        if many:
            light = paying.light[item] if item < COLOURS else 0
            ways: list[Paid] = ["there"] * paying.there[item]
            ways.extend(["fresh"] * paying.fresh[item])
            ways.extend(["pool"] * light)
            ways.extend(["missing"] * many)
            paid += ways[:many]
            items += [item] * many
    wild = paying.there[PRISMATIC] + paying.fresh[PRISMATIC]
    for way in ("missing", "pool") if paying.all_used else ("missing",):
        for k, item in enumerate(items):
            if wild and paid[k] == way and item < COLOURS:
                paid[k], wild = "prismatic", wild - 1
    return [UNITS[item, way] for item, way in zip(items, paid, strict=True)]


def missing(cost: Sequence[int]) -> list[Unit]:
    """A price as somebody sees it who only watches."""
    return [UNITS[item, "missing"] for item, many in enumerate(cost) for _ in range(many)]


def resolves(s: State, seat: int) -> bool:
    """Whether a seat is at its resolve step."""
    return s.phase == RESOLVING and s.turn == seat


def may_create(s: State, viewer: int) -> bool:
    """Whether the viewer's step asks for whatever comes next."""
    return resolves(s, viewer) and s.task == ANYTHING


def common_price(c: Constants, s: State, viewer: int, card: int, palette: Lying | None) -> Price:
    """A card of the common area, paid from the viewer's palette."""
    if card < 0:
        return Price("", [], False)
    own, cost = card_id(c, card), c.printed.cards[card].cost
    if palette is None:
        return Price(own, missing(cost), False)
    ready = may_create(s, viewer) and bool(can_pay(s, c.price[card], PALETTE + viewer))
    return Price(own, units(cost, palette), ready)


def progress_price(c: Constants, s: State, viewer: int, owner: int, card: int) -> Price:
    """A card in progress, paid from what lies on it."""
    paying = lying(s, owner, card)
    ready = owner == viewer and may_create(s, viewer) and bool(can_pay(s, c.price[card], card))
    there = units(c.printed.cards[card].cost, paying)
    return Price(card_id(c, card), there, ready, list_items(paying.there), list_items(paying.fresh))


def board_price(c: Constants, s: State, viewer: int, creation: int, palette: Lying | None) -> Price:
    """A creation of the board."""
    printed = c.printed.board[creation]
    made = bool(s.made >> creation & 1)
    if palette is None:
        return Price(printed.id, missing(printed.cost), False, made=made)
    return Price(
        id=printed.id,
        units=units(printed.cost, palette),
        ready=may_create(s, viewer) and bool(can_make(c, s, viewer, creation)),
        made=made,
        nothing=not can_happen(c, s, viewer, printed.gives, printed.cost[PRISM]),
    )


def created_card(c: Constants, s: State, viewer: int, owner: int, card: int) -> Created:
    """A created card."""
    used = bool(int(s.used) >> card & 1)
    may = viewer == owner and may_create(s, viewer) and c.ability[card] and not used
    ready = bool(may and can_use(c, s, owner, card))
    return Created(card_id(c, card), list_items(s.on[card]), list_items(s.laid[card]), used, ready)


def count_score(c: Constants, s: State, seat: int) -> Score:
    """Where a seat's stars come from."""
    kinds = [int(leads_kind(c, s, seat, kind)) for kind in range(KINDS)]
    parts = {
        "cards": created_stars(c, s, seat),
        "goal": int(s.reached == seat + 1),
        "motes": int(leads(c, s.motes, seat)),
        **dict(zip(TYPES, kinds, strict=True)),
        "prisms": own_prisms(s, seat) // PRISMS_PER_STAR,
        "prismatic": 2 * int(leads(c, s.prismatic, seat)),
        "progress": -len(list_cards(s.progress[seat])),
    }
    return Score(**parts, total=sum(parts.values()))


def seat_state(
    c: Constants, s: State, seat: int
) -> Literal["", "choosing", "in", "resolving", "resolved", "waiting"]:
    """What a seat does now."""
    if s.phase in (STARTING, COMMITTING, BIDDING):
        return "choosing" if s.due >> seat & 1 else "in"
    if s.phase != RESOLVING:
        return ""
    if s.turn == seat:
        return "resolving"
    return "resolved" if (seat - s.starter) % c.seats < s.turns else "waiting"


def place_of(c: Constants, s: State, viewer: int, seat: int) -> Place:
    """One seat."""
    bag = [s.bag[seat, mote] for mote in range(MOTES)]
    return Place(
        bag=bag,
        bagged=sum(bag),
        drawn=list_items(s.drawn[seat]),
        palette=list_items(s.on[PALETTE + seat]),
        fresh=list_items(s.laid[PALETTE + seat]),
        stock=s.stock[seat],
        motes=s.motes[seat],
        prismatic=s.prismatic[seat],
        prisms=own_prisms(s, seat),
        progress=[progress_price(c, s, viewer, seat, card) for card in list_cards(s.progress[seat])],
        created=[created_card(c, s, viewer, seat, card) for card in list_cards(s.created[seat])],
        kinds=[int(count_kind(c, s, seat, kind)) for kind in range(KINDS)],
        score=count_score(c, s, seat),
        offered=[card_id(c, card) for card in list_cards(s.offered[seat])],
        state=seat_state(c, s, seat),
        bid=s.bid[seat] if s.phase == BIDDING and any(s.bid[p] for p in range(c.seats)) else -1,
        out=s.phase == BIDDING and bool(s.out >> seat & 1),
    )


def list_lays(c: Constants, s: State, seat: int) -> list[Lay]:
    """Where the viewer may lay what is drawn or in stock."""
    committing = s.phase == COMMITTING and seat >= 0 and s.due >> seat & 1
    pulled = seat >= 0 and resolves(s, seat) and s.task == PULLED
    if not (committing or pulled):
        return []
    found = []
    for item in range(ITEMS):
        there = s.drawn[seat, item] if item < MOTES else s.stock[seat] if committing else 0
        if there:
            places = int(open_places(c, s, seat, item))
            found.append(
                Lay(ITEM_NAMES[item], [place_id(c, place) for place in range(PLACES) if places >> place & 1])
            )
    return found


def wanted_id(c: Constants, s: State) -> str:
    """The id of what is being created, or was just now."""
    if s.wanted == 0:
        return ""
    card = s.wanted - 1 - BOARD
    return f"card:{card_id(c, card)}" if card >= 0 else f"board:{c.printed.board[s.wanted - 1].id}"


def view(c: Constants, s: State, seat: int) -> PrismaticView:
    """What a table component draws."""
    order = [(s.starter + k) % c.seats for k in range(c.seats)]
    bids = s.phase == BIDDING and seat >= 0 and s.due >> seat & 1
    wanted_card = s.wanted - 1 - BOARD
    rewards = [k for k in range(REWARDS_EACH) if s.rewards >> k & 1 and reward_ready(c, s, k)]
    owed = [COLOUR_NAMES[k] for k in range(COLOURS) for _ in range(s.owed[k])]
    palette = lying(s, seat, PALETTE + seat) if seat >= 0 else None
    return PrismaticView(
        round=s.round,
        rounds=MOST_ROUNDS,
        goal=c.goal,
        final=bool(s.final),
        phase=PHASES[s.phase],
        task=TASKS[s.task],
        turn=s.turn if s.phase == RESOLVING else -1,
        starter=s.starter,
        order=order,
        deck=len(list_cards(s.deck)),
        discard=[card_id(c, card) for card in list_cards(s.discard)],
        supply=[s.supply[item] for item in range(ITEMS)],
        common=[common_price(c, s, seat, s.common[place] - 1, palette) for place in range(COMMON)],
        board=[board_price(c, s, seat, creation, palette) for creation in range(BOARD)],
        places=[place_of(c, s, seat, p) for p in range(c.seats)],
        pool=list_items(s.pool),
        aside=list_items(s.aside),
        gained=list_items(s.gained),
        wanted=wanted_id(c, s),
        owed=owed,
        rewards=[effect_info(c.reward[wanted_card, k]) for k in rewards],
        kept=card_id(c, s.kept[seat] - 1) if seat >= 0 and s.kept[seat] else "",
        wished=list_items(s.wished[seat]) if seat >= 0 else [],
        lays=list_lays(c, s, seat),
        bid=s.offer[seat] - 1 if seat >= 0 else -1,
        lowest_bid=(s.bid[seat] + 1 if s.bid[seat] else 0) if bids else -1,
        highest_bid=s.stock[seat] if bids else -1,
    )
