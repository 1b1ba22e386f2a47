"""Prismatic once more, slowly, from the rulebook and the rulings alone: what the fast rules are compared with.

Nothing is shared with the rules. The game is one generator: it yields who may do what, and is sent who did what;
what happens in the middle of something else lies on Python's own stack. Chance is set and never drawn: before a
move is sent, `chance` has to contain what it brought, and the model checks that it could.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

COLOURS = ("red", "green", "blue", "cyan", "magenta", "yellow", "white", "black")
MOTES = (*COLOURS, "prismatic")
ITEMS = (*MOTES, "prism")
KINDS = ("hue", "sky", "craft")
ACTIONS = ("pull", "empty", "draw", "discard", "steal")
ACTION_TEXTS = {
    "pull": "pull a mote",
    "empty": "empty a card or the palette",
    "draw": "draw a card",
    "discard": "discard a card",
    "steal": "steal a card",
    "draw 2": "draw two cards and keep one",
}
PALETTE = "the palette"

ALL_ITEMS = {**dict.fromkeys(COLOURS, 25), "prismatic": 5, "prism": 50}
FIRST_BAG = {"red": 2, "green": 2, "blue": 2, "white": 1, "black": 1}
START_MOTES = 2  # that each player chooses
COMMON_CARDS = 3
MOTES_DRAWN = 5
LAST_ROUND = 60

Items: TypeAlias = Counter[str]
Awaited: TypeAlias = dict[int, list[str]]  # what each seat may do that is awaited
Flow: TypeAlias = Generator[Awaited, tuple[int, str], None]
Answer: TypeAlias = Generator[Awaited, tuple[int, str], str]


def placing(item: str, place: str) -> str:
    """`place red on the palette`, `place a prism on Glory`."""
    name = {"prismatic": "a prismatic mote", "prism": "a prism"}.get(item, item)
    return f"place {name} on {place}"


# ---------------------------------------------------------------------- what is printed


@dataclass(frozen=True)
class Card:
    """A play card. `uses` is the item before the arrow of its ability; empty: the ability is free."""

    name: str
    kind: str
    stars: int
    price: Items
    rewards: tuple[str, ...]
    ability: str  # empty: none
    uses: str


@dataclass(frozen=True)
class Recipe:
    """A recipe of the board; `text` is what it gives, in words."""

    name: str
    text: str
    effect: str
    price: Items

    @property
    def move(self) -> str:
        return f"{'use the board to' if self.effect in ACTION_TEXTS else 'make'} {self.text}"


class Printed(NamedTuple):
    """Everything that a card file says, in its order."""

    cards: dict[str, Card]
    board: dict[str, Recipe]  # by the text


def read_printed(content: str) -> Printed:
    """Read a card file."""
    table = tomllib.loads(content)
    cards = [read_card(card) for card in table["card"]]
    board = [recipe for effect, costs in table["board"].items() for recipe in read_recipes(effect, costs)]
    assert (len(cards), len(board)) == (42, 21)
    return Printed({card.name: card for card in cards}, {recipe.text: recipe for recipe in board})


def read_card(table: dict[str, object]) -> Card:
    """One card of a file."""
    uses, _, ability = str(table.get("ability", "")).rpartition(" -> ")
    rewards = table.get("rewards", [])
    assert isinstance(rewards, list)
    return Card(
        name=str(table["name"]),
        kind=str(table["type"]),
        stars=int(str(table["stars"])),
        price=Counter(str(table["cost"]).split()),
        rewards=tuple(map(str, rewards)),
        ability=ability,
        uses=uses,
    )


def read_recipes(effect: str, costs: list[str]) -> Iterator[Recipe]:
    """The recipes of the board that give one thing."""
    text = effect_text(effect)
    for k, cost in enumerate(costs):
        price = Counter(cost.split())
        if len(costs) == 1:
            yield Recipe(effect, text, effect, price)
        else:
            yield Recipe(f"{effect} {k + 1}", f"{text} from {items_text(price)}", effect, price)


def effect_text(effect: str) -> str:
    """What an effect gives, as a move names it."""
    words = effect.split()
    match words[0]:
        case "pool":
            return f"{words[1]} light"
        case "mote":
            return f"a {words[1]} mote"
    return ACTION_TEXTS.get(effect) or {"prism": "1 prism"}.get(effect, effect)


def items_text(items: Items) -> str:
    """Items in words: `2 red, white and 2 prisms`."""
    counts = [
        ("a prism" if name == "prism" else name) if n == 1 else f"{n} {name}" for name in ITEMS if (n := items[name])
    ]
    text = " and ".join([", ".join(counts[:-1]), counts[-1]] if len(counts) > 1 else counts)
    return text + "s" if items["prism"] > 1 else text


# ---------------------------------------------------------------------- paying


@dataclass(frozen=True)
class Bill:
    """Colours that are owed, and what can pay them.

    A bill for a card in progress has to use up all the motes (`whole`).
    """

    owed: Items
    motes: Items
    pool: Items
    whole: bool

    def is_payable(self) -> bool:
        """Whether motes of the colours, the pool, and prismatic motes for the rest are enough."""
        surplus = self.motes - self.owed  # prismatic motes, and colours that are not owed
        lacking = self.owed - self.motes
        if self.whole and (set(surplus) - {"prismatic"} or surplus.total() > lacking.total()):
            return False
        return (lacking - self.pool).total() <= self.motes["prismatic"]

    def pay_one_by_pool(self, colour: str) -> Bill | None:
        """The bill after the pool paid one unit of a colour; None if it cannot, or not with all the rest."""
        unit = Counter([colour])
        if not self.pool[colour]:
            return None
        rest = Bill(self.owed - unit, self.motes, self.pool - unit, self.whole)
        return rest if rest.is_payable() else None

    def pay_all_by_motes(self, colour: str) -> Bill | None:
        """The bill after motes paid all units of a colour that are owed, prismatic ones last; or None."""
        units = self.owed[colour]
        plain = min(units, self.motes[colour])
        paid = Counter({colour: plain, "prismatic": units - plain})
        if not paid <= self.motes:
            return None
        rest = Bill(self.owed - Counter({colour: units}), self.motes - paid, self.pool, self.whole)
        return rest if rest.is_payable() else None


def motes_of(items: Items) -> Items:
    """The motes among some items."""
    return Counter({name: n for name, n in items.items() if n and name != "prism"})


def prisms(count: int) -> Items:
    return Counter({"prism": count})


# ---------------------------------------------------------------------- players


@dataclass
class Player:
    """What lies before a player, and choices that are not revealed yet."""

    seat: int
    bag: Items = field(default_factory=Counter)
    stock: int = 0  # prisms
    drawn: Items = field(default_factory=Counter)
    palette: Items = field(default_factory=Counter)
    progress: dict[str, Items] = field(default_factory=dict)  # what lies on each card
    created: dict[str, Items] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)  # created cards whose ability was used in this step
    bid: int = -1
    out: bool = False  # of the auction

    ready: bool = False  # has said that its secret choices are done
    offered: list[str] = field(default_factory=list)
    kept: str = ""
    chosen: list[str] = field(default_factory=list)
    fresh: dict[str, Items] = field(default_factory=dict)  # placed in this round, by place
    secret_bid: int = -1

    @property
    def places(self) -> dict[str, Items]:
        """All places where something of the player can lie."""
        return {PALETTE: self.palette, **self.progress, **self.created}

    @property
    def placed(self) -> Items:
        """What was placed in this round and is not revealed."""
        return sum(self.fresh.values(), Counter())

    @property
    def committed(self) -> Items:
        """Everything that is revealed."""
        return sum(self.places.values(), Counter())

    def return_motes(self) -> None:
        """Put all committed motes into the bag."""
        for place in self.places.values():
            self.bag += motes_of(place)
            for mote in MOTES:
                del place[mote]


@dataclass(frozen=True)
class Chance:
    """What chance brought, as a table shows it; cards by name, and an empty place of the common area is empty."""

    starter: int
    common: list[str]
    offered: list[list[str]]  # by seat
    drawn: list[Items]  # by seat
    progress: list[list[str]]  # by seat


# ---------------------------------------------------------------------- the game


class Model:
    """A game from its deal to its end."""

    def __init__(self, printed: Printed, seats: int, goal: int, auction: bool, chance: Chance) -> None:
        self.cards, self.board = printed
        self.goal, self.has_auction, self.chance = goal, auction, chance
        self.met: set[str] = set()  # rare things that happened
        self.supply: Items = Counter(ALL_ITEMS)
        self.deck = set(self.cards)  # its order is unknown
        self.discarded: set[str] = set()
        self.common: list[str] = [""] * COMMON_CARDS
        self.players = [Player(seat) for seat in range(seats)]
        self.phase, self.task, self.turn = "start", "anything", -1
        self.round, self.final = 0, False
        self.starter = self.wears_most = -1
        self.first_at_goal = -1
        self.clear_step()
        self.flow = self.play_game()
        self.awaited: Awaited = next(self.flow)

    def step(self, seat: int, move: str, chance: Chance) -> None:
        """Play a move; `chance` contains the results of chance after it."""
        assert move in self.awaited[seat], f"{move!r} is not one of {self.awaited[seat]}"
        self.chance = chance
        self.awaited = self.send(seat, move)

    def send(self, seat: int, move: str) -> Awaited:
        """Continue to the next decision; no seat is awaited when the game is over."""
        try:
            return self.flow.send((seat, move))
        except StopIteration:
            return {}

    def meet(self, what: str, happened: bool = True) -> None:
        """Remember that something rare happened."""
        if happened:
            self.met.add(what)

    # ------------------------------------------------------------------ the course of the game

    def play_game(self) -> Flow:
        self.deal()
        yield from self.choose_beginnings()
        while True:
            self.round += 1
            self.draw_motes()
            yield from self.commit()
            for seat in self.order:
                yield from self.resolve(self.players[seat])
            self.fill_common_area()
            if self.final or self.round == LAST_ROUND:
                break
            self.final = any(len(player.created) >= self.goal for player in self.players)
            yield from self.pass_token()
        self.meet("the last round there is", not self.final)
        self.meet("the goal reached in the last round there is", not self.final and self.first_at_goal >= 0)
        self.meet("no player reached the goal", self.first_at_goal < 0)
        for player in self.players:
            self.return_everything(player)
        self.phase = "over"

    @property
    def order(self) -> list[int]:
        """The seats clockwise from the one that has the starter token."""
        return self.around(self.starter)

    def around(self, first: int) -> list[int]:
        """The seats clockwise from one of them."""
        return [(first + k) % len(self.players) for k in range(len(self.players))]

    def ask_all(self, list_moves: Callable[[Player], list[str]], choose: Callable[[Player, str], None]) -> Flow:
        """Players choose in secret, one step at a time in any order, until no player has a move."""
        while awaited := {player.seat: moves for player in self.players if (moves := list_moves(player))}:
            seat, move = yield awaited
            choose(self.players[seat], move)

    def ask(self, moves: Iterable[str]) -> Answer:
        """Ask the player whose step it is."""
        seat, move = yield {self.turn: list(moves)}
        assert seat == self.turn
        return move

    # ------------------------------------------------------------------ cards

    def draw_cards(self, count: int, names: list[str]) -> None:
        """Draw up to `count` cards, those in `names`; an empty deck is made of the discarded cards."""
        assert len(set(names)) == len(names) == min(count, len(self.deck) + len(self.discarded)), names
        if len(names) > len(self.deck):
            assert self.deck < set(names), "what is left of the deck is drawn first"
            names = [name for name in names if name not in self.deck]
            self.deck, self.discarded = self.discarded, set()
            self.meet("the discard pile became the deck")
        assert self.deck >= set(names), "only cards of the deck are drawn"
        self.deck -= set(names)

    def fill_common_area(self) -> None:
        """Put cards of the deck onto the empty places."""
        for place, name in enumerate(self.common):
            if not name:
                drawn = self.chance.common[place]
                self.draw_cards(1, [drawn] if drawn else [])
                self.meet("no card for the common area", not drawn)
                self.common[place] = drawn

    def take_common(self, name: str) -> None:
        """Take a card from the common area; its place stays empty until the end of the round."""
        self.common[self.common.index(name)] = ""

    def take_card_away(self, name: str) -> None:
        """Take a card from the common area or from its owner; what lies on it leaves it at once."""
        if name in self.common:
            self.take_common(name)
            return
        owner = next(player for player in self.players if name in player.progress)
        self.clear_place(owner, owner.progress.pop(name))

    def clear_place(self, owner: Player, place: Items) -> None:
        """Motes go back to their owner's bag, and prisms to the supply."""
        self.meet("prisms were lost", place["prism"] > 0)
        owner.bag += motes_of(place)
        self.supply += prisms(place["prism"])
        place.clear()

    # ------------------------------------------------------------------ the start

    def deal(self) -> None:
        """The table before the players choose."""
        self.starter = self.wears_most = self.chance.starter
        self.fill_common_area()
        for player, offered in zip(self.players, self.chance.offered, strict=True):
            self.draw_cards(2, offered)
            player.offered = offered
            player.bag.update(FIRST_BAG)
            player.stock = 1
            self.supply -= player.bag + prisms(1)

    def choose_beginnings(self) -> Flow:
        """All players keep a card and choose two motes."""
        yield from self.ask_all(self.list_beginnings, self.choose_beginning)
        for player in self.players:
            player.progress[player.kept] = Counter()
            self.discarded |= set(player.offered) - {player.kept}
            player.bag += Counter(player.chosen)
            self.supply -= Counter(player.chosen)
            player.offered, player.kept, player.chosen, player.ready = [], "", [], False

    def list_beginnings(self, player: Player) -> list[str]:
        """What a player may choose at the start."""
        if player.ready:
            return []
        cards = [] if player.kept else [f"keep {name}" for name in player.offered]
        colours = [f"choose {colour}" for colour in COLOURS] if len(player.chosen) < START_MOTES else []
        return cards + colours or ["done"]

    def choose_beginning(self, player: Player, move: str) -> None:
        """A choice of the start."""
        verb, _, what = move.partition(" ")
        if verb == "keep":
            player.kept = what
        elif verb == "choose":
            player.chosen.append(what)
        else:
            player.ready = True

    # ------------------------------------------------------------------ step 1: draw

    def draw_motes(self) -> None:
        """All players draw five motes, or all there are."""
        self.phase = "commit"
        for player, drawn in zip(self.players, self.chance.drawn, strict=True):
            if not player.bag:
                self.meet("all motes returned to an empty bag")
                player.return_motes()
            assert drawn.total() == min(MOTES_DRAWN, player.bag.total())
            assert drawn <= player.bag
            self.meet("fewer than five motes drawn", drawn.total() < MOTES_DRAWN)
            player.bag -= drawn
            player.drawn = Counter(drawn)

    # ------------------------------------------------------------------ step 2: commit

    def commit(self) -> Flow:
        """All players place motes and prisms in secret; then all is revealed."""
        yield from self.ask_all(self.list_placings, self.place_in_secret)
        for player in self.players:
            for place, items in player.fresh.items():
                player.places[place].update(items)
            player.bag += player.drawn - player.placed
            player.stock -= player.placed["prism"]
            player.drawn, player.fresh, player.ready = Counter(), {}, False

    def list_placings(self, player: Player) -> list[str]:
        """What a player may place, and where."""
        if player.ready:
            return []
        left = player.drawn + prisms(player.stock) - player.placed
        return [placing(item, place) for item in left for place in self.list_places(player, item)] + ["done"]

    def list_places(self, player: Player, item: str) -> list[str]:
        """Where an item can be committed."""
        return [place for place in player.places if self.takes(player, place, item)]

    def takes(self, player: Player, place: str, item: str) -> bool:
        """Whether a place takes one more of an item."""
        if place == PALETTE:
            return True
        card = self.cards[place]
        if place in player.created:
            return card.uses == item or (item == "prismatic" and card.uses in COLOURS)
        there = player.progress[place] + player.fresh.get(place, Counter()) + Counter([item])
        full = motes_of(there).total() > motes_of(card.price).total()
        return not full and all(n <= card.price[one] for one, n in there.items() if one != "prismatic")

    def place_in_secret(self, player: Player, move: str) -> None:
        """Place one item, or be done."""
        if move == "done":
            player.ready = True
            return
        name, place = move.removeprefix("place ").split(" on ", 1)
        item = name.removeprefix("a ").removesuffix(" mote")
        player.fresh.setdefault(place, Counter())[item] += 1

    # ------------------------------------------------------------------ step 3: resolve

    def clear_step(self) -> None:
        """Nothing has happened in a step yet."""
        self.pool: Items = Counter()
        self.aside: Items = Counter()
        self.gained: Items = Counter()
        self.made: set[str] = set()
        self.wanted = ""
        self.owed: Items = Counter()
        self.rewards: list[str] = []

    def resolve(self, player: Player) -> Flow:
        """One player's step."""
        self.phase, self.turn = "resolve", player.seat
        while (move := (yield from self.ask([*self.list_deeds(player), "end turn"]))) != "end turn":
            verb, _, what = move.partition(" ")
            match verb:
                case "make":
                    yield from self.use_recipe(player, self.board[what])
                case "use" if what.startswith("the board to "):
                    yield from self.use_recipe(player, self.board[what.removeprefix("the board to ")])
                case "create":
                    yield from self.create(player, self.cards[what])
                case "use":
                    yield from self.use(player, self.cards[what])
        player.bag += self.aside + motes_of(self.gained)
        player.stock += self.gained["prism"]
        player.used.clear()
        self.clear_step()
        self.turn = -1

    def list_deeds(self, player: Player) -> list[str]:
        """What a player can create and use now."""
        recipes = [recipe.move for recipe in self.board.values() if self.can_use_recipe(player, recipe)]
        cards = [self.cards[name] for name in (*player.progress, *self.common) if name]
        creates = [f"create {card.name}" for card in cards if self.can_pay(player, card)]
        uses = [f"use {name}" for name in player.created if self.can_use(player, self.cards[name])]
        return recipes + creates + uses

    def make_bill(self, player: Player, what: Card | Recipe) -> Bill:
        """What is owed for a recipe or a card, and what can pay it."""
        place = player.progress.get(what.name, player.palette)
        return Bill(motes_of(what.price), motes_of(place), self.pool, whole=place is not player.palette)

    def can_pay(self, player: Player, what: Card | Recipe) -> bool:
        """Whether a recipe or a card can be paid for from where it has to be."""
        place = player.progress.get(what.name, player.palette)
        return what.price["prism"] <= place["prism"] and self.make_bill(player, what).is_payable()

    def can_use_recipe(self, player: Player, recipe: Recipe) -> bool:
        """Whether a recipe is unused, can be paid for, and would do something."""
        if recipe.name in self.made or not self.can_pay(player, recipe):
            return False
        with self.as_if_paid(player.palette, prisms(recipe.price["prism"])):
            does_something = self.can_have(player, recipe.effect)
        self.meet(f"{recipe.effect} would do nothing", not does_something)
        return does_something

    def can_use(self, player: Player, card: Card) -> bool:
        """Whether an ability is open, can be paid, and would do something."""
        if not card.ability or card.name in player.used:
            return False
        place = player.created[card.name]
        paid = self.find_payment(card, place)
        if not paid <= place:
            return False
        with self.as_if_paid(place, paid):
            does_something = self.can_have(player, card.ability)
        self.meet(f"ability {card.ability} would do nothing", not does_something)
        return does_something

    @contextmanager
    def as_if_paid(self, place: Items, paid: Items) -> Iterator[None]:
        """For a look: what was paid has left its place, and its prisms are in the supply."""
        place.subtract(paid)
        self.supply["prism"] += paid["prism"]
        yield
        place.update(paid)
        self.supply["prism"] -= paid["prism"]

    def find_payment(self, card: Card, place: Items) -> Items:
        """What pays an ability: the item of the colour before a prismatic one."""
        if not card.uses:
            return Counter()
        plain = place[card.uses] > 0 or card.uses == "prism"
        return Counter([card.uses if plain else "prismatic"])

    def use_recipe(self, player: Player, recipe: Recipe) -> Flow:
        yield from self.pay(player, recipe)
        self.made.add(recipe.name)
        yield from self.give(player, recipe.effect)

    def create(self, player: Player, card: Card) -> Flow:
        """Create a card: it goes to the creation area and gives its rewards."""
        yield from self.pay(player, card)
        if card.name in player.progress:
            self.clear_place(player, player.progress.pop(card.name))
        else:
            self.take_common(card.name)
        player.created[card.name] = Counter()
        self.meet("a second player at the goal", len(player.created) == self.goal and self.first_at_goal >= 0)
        if len(player.created) == self.goal and self.first_at_goal < 0:
            self.first_at_goal = player.seat
        yield from self.take_rewards(player, card)

    def use(self, player: Player, card: Card) -> Flow:
        place = player.created[card.name]
        paid = self.find_payment(card, place)
        self.meet("a prismatic mote paid an ability", paid["prismatic"] > 0)
        self.set_aside(place, paid)
        player.used.add(card.name)
        yield from self.give(player, card.ability)

    def set_aside(self, place: Items, paid: Items) -> None:
        """Pay with what lies somewhere: motes are set aside, prisms go to the supply."""
        place.subtract(paid)
        self.aside += motes_of(paid)
        self.supply += prisms(paid["prism"])

    # ------------------------------------------------------------------ paying

    def pay(self, player: Player, what: Card | Recipe) -> Flow:
        """Pay for a recipe or a card, colour by colour; the player is asked where the pool or motes could pay."""
        place = player.progress.get(what.name, player.palette)
        self.wanted = what.name
        self.set_aside(place, prisms(what.price["prism"]))
        bill = self.make_bill(player, what)
        if bill.whole:  # motes of the colours pay what they can; only prismatic ones leave a choice
            plain = bill.motes & bill.owed
            self.set_aside(place, plain)
            bill = Bill(bill.owed - plain, bill.motes - plain, bill.pool, whole=True)
        self.owed = bill.owed
        for colour in COLOURS:
            while bill.owed[colour]:
                after = yield from self.pay_colour(bill, colour)
                self.set_aside(place, bill.motes - after.motes)
                bill = after
                self.pool, self.owed = bill.pool, bill.owed
        self.wanted = ""

    def pay_colour(self, bill: Bill, colour: str) -> Generator[Awaited, tuple[int, str], Bill]:
        """The bill after the pool paid one unit of a colour, or motes all of them; asked where both can."""
        by_pool, by_motes = bill.pay_one_by_pool(colour), bill.pay_all_by_motes(colour)
        if not (by_pool and by_motes):
            only = by_pool or by_motes
            assert only, "what was begun can be paid"
            return only
        self.meet(f"asked how to pay {'a card in progress' if bill.whole else 'from the palette'}")
        self.task = "pay"
        chosen = yield from self.ask(["pay with light", "pay with motes"])
        self.task = "anything"
        return by_pool if chosen == "pay with light" else by_motes

    # ------------------------------------------------------------------ rewards and effects

    def take_rewards(self, player: Player, card: Card) -> Flow:
        """Prisms and light are given at once; the rest is taken in any order, or skipped."""
        waiting = list(card.rewards)
        while True:
            self.give_at_once(player, waiting)
            possible = [reward for reward in waiting if self.can_have(player, reward)]
            if not possible:
                self.meet("a reward lapsed", bool(waiting))
                return
            self.meet("a reward has to wait", len(possible) < len(waiting))
            self.task, self.rewards = "rewards", possible
            takes = {self.reward_text(reward): reward for reward in possible}
            chosen = yield from self.ask([*takes, "skip the rewards"])
            self.task, self.rewards = "anything", []
            self.meet("rewards declined", chosen == "skip the rewards")
            if chosen == "skip the rewards":
                return
            waiting.remove(takes[chosen])
            yield from self.give(player, takes[chosen])

    def give_at_once(self, player: Player, waiting: list[str]) -> None:
        """Give and remove the rewards that need no decision and can be had."""
        for reward in list(waiting):
            if reward.startswith(("prism", "pool")) and self.can_have(player, reward):
                waiting.remove(reward)
                self.gain(reward)
            elif reward == "prism":
                self.meet("no prism for a reward")

    def reward_text(self, reward: str) -> str:
        """How the move is written that takes a reward."""
        return effect_text(reward) if reward in ACTIONS else f"take {effect_text(reward)}"

    def can_have(self, player: Player, effect: str) -> bool:
        """Whether an effect would do anything now."""
        match effect.split():
            case ["pool", _]:
                return True
            case ["mote", mote]:
                return self.supply[mote] > 0
            case ["prism"] | ["3", "prisms"]:
                return self.supply["prism"] > 0
            case ["draw"] | ["draw", "2"]:
                return bool(self.deck or self.discarded)
            case ["pull"]:
                return bool(player.bag)
        return bool(self.list_targets(player, effect))

    def list_targets(self, player: Player, action: str) -> list[str]:
        """The cards or places that an action can be about."""
        common = [name for name in self.common if name]
        if action == "empty":
            return [place for place, items in player.places.items() if items.total()]
        if action == "discard":
            return [*player.progress, *common]
        assert action == "steal"
        return [name for other in self.players if other is not player for name in other.progress] + common

    def give(self, player: Player, effect: str) -> Flow:
        """Do what an effect says."""
        match effect:
            case "pull":
                yield from self.pull(player)
            case "draw":
                yield from self.draw_one(player)
            case "draw 2":
                yield from self.draw_two(player)
            case "empty" | "discard" | "steal":
                yield from self.act(player, effect)
            case _:
                self.gain(effect)

    def gain(self, effect: str) -> None:
        """Gain motes, prisms, or a colour for the pool."""
        word, *more = effect.split()
        if word == "pool":
            self.pool = self.pool + Counter(more)
            return
        item, wanted = (more[0], 1) if word == "mote" else ("prism", 3 if word == "3" else 1)
        count = min(wanted, self.supply[item])
        self.meet("fewer prisms than wanted", count < wanted)
        self.gained[item] += count
        self.supply[item] -= count

    # ------------------------------------------------------------------ actions

    def pull(self, player: Player) -> Flow:
        """Draw a mote and place it where it could be committed, or return it."""
        pulled = Counter(self.chance.drawn[player.seat])
        assert pulled.total() == 1
        assert pulled <= player.bag
        player.bag -= pulled
        player.drawn, self.task = pulled, "pulled"
        (mote,) = pulled
        places = {placing(mote, place): place for place in self.list_places(player, mote)}
        chosen = yield from self.ask([*places, "return it to the bag"])
        player.drawn, self.task = Counter(), "anything"
        if chosen == "return it to the bag":
            player.bag += pulled
        else:
            self.meet("a pulled mote on a created card", places[chosen] in player.created)
            player.places[places[chosen]].update(pulled)

    def draw_one(self, player: Player) -> Flow:
        """Draw a card for the progress area or the common area."""
        (card,) = self.offer_cards(player, 1)
        self.task = "place"
        elsewhere = ["put it in the common area"] if "" in self.common else [f"replace {c}" for c in self.common]
        chosen = yield from self.ask([f"keep {card}", *elsewhere])
        player.offered, self.task = [], "anything"
        self.meet(f"drawn card: {chosen.split()[0]}")
        if chosen.startswith("keep "):
            player.progress[card] = Counter()
            return
        if chosen.startswith("replace "):
            place = self.common.index(chosen.removeprefix("replace "))
            self.discarded.add(self.common[place])
        else:
            place = self.common.index("")
        self.common[place] = card

    def draw_two(self, player: Player) -> Flow:
        """Draw two cards and keep one; a single one is kept."""
        if len(self.deck) + len(self.discarded) == 1:
            (card,) = set(self.chance.progress[player.seat]) - set(player.progress)
            self.draw_cards(2, [card])
            self.meet("a choice of one card")
            player.progress[card] = Counter()
            return
        cards = self.offer_cards(player, 2)
        self.task = "keep"
        chosen = yield from self.ask([f"keep {card}" for card in cards])
        player.offered, self.task = [], "anything"
        kept = chosen.removeprefix("keep ")
        player.progress[kept] = Counter()
        self.discarded |= set(cards) - {kept}

    def offer_cards(self, player: Player, count: int) -> list[str]:
        """Turn up cards before a player."""
        cards = self.chance.offered[player.seat]
        self.draw_cards(count, cards)
        player.offered = cards
        return cards

    def act(self, player: Player, action: str) -> Flow:
        """Empty, discard or steal."""
        self.task = action
        chosen = yield from self.ask([f"{action} {target}" for target in self.list_targets(player, action)])
        self.task = "anything"
        target = chosen.removeprefix(f"{action} ")
        if action == "empty":
            self.meet("empty the palette" if target == PALETTE else "empty a card")
            self.clear_place(player, player.places[target])
            return
        self.meet(f"{action} a card {'of the common area' if target in self.common else 'in progress'}")
        self.take_card_away(target)
        if action == "discard":
            self.discarded.add(target)
        else:
            player.progress[target] = Counter()

    # ------------------------------------------------------------------ step 4: the token

    def pass_token(self) -> Flow:
        """The starter token goes to the next player, or to the winner of an auction."""
        if self.has_auction:
            yield from self.hold_auction()
        else:
            self.starter = self.order[1]

    def hold_auction(self) -> Flow:
        """Secret bids; those who share the highest one bid more or drop out, until one bid is the highest."""
        self.phase = "auction"
        yield from self.bid([player for player in self.players if player.stock], lowest=0)
        for player in self.players:
            player.bid = max(player.bid, 0)  # who has no prism is not asked
        while leaders := self.list_leaders():
            if len(leaders) == 1:
                outbid = any(player.bid > leaders[0].bid for player in self.players)
                self.meet("a bid won that was not the highest at first", outbid)
                self.starter = leaders[0].seat
                leaders[0].stock -= leaders[0].bid
                self.supply += prisms(leaders[0].bid)
                break
            self.meet("a shared highest bid")
            highest = leaders[0].bid
            for player in leaders:
                player.out = player.stock == highest
                self.meet("who cannot bid more is out", player.out)
            yield from self.bid([player for player in leaders if not player.out], lowest=highest + 1)
        self.meet("no player took the token", not leaders)
        for player in self.players:
            player.bid, player.out = -1, False

    def list_leaders(self) -> list[Player]:
        """Those still in whose bid is the highest, if it is above zero."""
        inside = [player for player in self.players if not player.out and player.bid > 0]
        highest = max((player.bid for player in inside), default=0)
        return [player for player in inside if player.bid == highest]

    def bid(self, bidders: list[Player], lowest: int) -> Flow:
        """Some players bid in secret; a player who bids again may drop out instead."""

        def list_bids(player: Player) -> list[str]:
            if player not in bidders or player.ready:
                return []
            return [f"bid {n}" for n in range(lowest, player.stock + 1)] + ["drop out"] * (lowest > 0)

        def choose_bid(player: Player, move: str) -> None:
            player.ready = True
            player.secret_bid = 0 if move == "drop out" else int(move.removeprefix("bid "))

        yield from self.ask_all(list_bids, choose_bid)
        for player in bidders:
            player.out = player.secret_bid < lowest
            self.meet("a player drops out", player.out)
            player.bid = player.bid if player.out else player.secret_bid
            player.secret_bid, player.ready = -1, False

    # ------------------------------------------------------------------ the end

    def return_everything(self, player: Player) -> None:
        """After the last round everything committed returns to its owner."""
        player.stock += player.committed["prism"]
        player.return_motes()
        for place in player.places.values():
            place.clear()

    def owned(self, player: Player) -> Items:
        """All motes and prisms of a player, wherever they lie."""
        step = self.aside + self.gained if player.seat == self.turn else Counter()
        return player.bag + player.drawn + player.committed + prisms(player.stock) + step

    def count_stars(self) -> list[dict[str, int]]:
        """Each player's stars, by where they come from."""
        owned = [self.owned(player) for player in self.players]
        motes = find_most([motes_of(items).total() for items in owned])
        prismatic = find_most([items["prismatic"] for items in owned])
        kinds = {kind: find_most([self.count_kind(player, kind) for player in self.players]) for kind in KINDS}
        scores = []
        for seat, player in enumerate(self.players):
            stars = {
                "cards": sum(self.cards[name].stars for name in player.created),
                "goal": int(seat == self.first_at_goal),
                "motes": int(seat == motes),
                **{kind: int(seat == most) for kind, most in kinds.items()},
                "prisms": owned[seat]["prism"] // 4,
                "prismatic": 2 if seat == prismatic else 0,
                "progress": -len(player.progress),
            }
            total = sum(stars.values())
            scores.append({**stars, "earned": total - stars["progress"], "total": total})
        return scores

    def count_kind(self, player: Player, kind: str) -> int:
        """How many created cards of a type a player has."""
        return sum(self.cards[name].kind == kind for name in player.created)

    def list_merits(self, player: Player) -> tuple[int, ...]:
        """What is compared at the end, one after the other."""
        owned = self.owned(player)
        return (
            self.count_stars()[player.seat]["total"],
            len(player.created),
            motes_of(owned).total(),
            owned["prism"],
            int(self.first_at_goal == player.seat),
            -self.around(self.wears_most).index(player.seat),
        )

    def list_ranks(self) -> tuple[int, ...]:
        """1 for the best; no rank is shared."""
        best = sorted(self.players, key=self.list_merits, reverse=True)
        self.meet(f"tie-break {self.find_deciding(best)}")
        return tuple(best.index(player) + 1 for player in self.players)

    def find_deciding(self, best: list[Player]) -> int:
        """Which merit sets the winner before the second: 0 are the stars."""
        pairs = zip(self.list_merits(best[0]), self.list_merits(best[1]), strict=True)
        return next(k for k, (one, other) in enumerate(pairs) if one != other)

    def find_reason(self) -> str:
        """Why the game ended."""
        end = "" if self.final else "Round limit – "
        return f"{end}{{winner}} won with the most stars."


def find_most(counts: list[int]) -> int:
    """The seat that alone has the most of something; −1: several share it."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else -1
