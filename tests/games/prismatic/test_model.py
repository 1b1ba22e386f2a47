"""Games are played move by move with the rules and with a slow model of the rulebook, and compared after each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from gamut.engine.options import Value
from gamut.engine.table import Table
from gamut.games import find_game
from tests.games.prismatic.model import ITEMS, MOTES, Chance, Items, Model, Player, read_printed
from tests.games.prismatic.play_styles import PlayStyle
from tests.games.prismatic.random_card_files import write_radiant_cards, write_random_cards

GAMES = 500  # at each number of seats, with and without the auction, in the long test
GOALS = (2, 3, 4, 5, 5, 5, 6, 7, 8, 9)
OTHERS_LOOK = 0.15  # share of the moves after which one more view is compared

Facts = dict[str, Any]


# ---------------------------------------------------------------------- words


def make_id(name: str) -> str:
    """The id of a card or a recipe of the board, by its name."""
    return re.sub("[^a-z0-9]", "-", name.lower().replace("'", ""))


def count_items(names: Iterable[str], counts: Iterable[int]) -> Items:
    """Items by their numbers."""
    return +Counter(dict(zip(names, counts, strict=True)))


# ---------------------------------------------------------------------- from the model


def list_facts(model: Model, viewer: int) -> Facts:
    """The facts of the model's state, as a seat sees them; −1 watches."""
    facts: Facts = {
        "phase": model.phase,
        "task": model.task,
        "round": model.round,
        "final": model.final,
        "goal": model.goal,
        "turn": model.turn,
        "starter": model.starter,
        "order": model.order,
        "deck_size": len(model.deck),
        "discard": {make_id(name) for name in model.discarded},
        "supply": +model.supply,
        "common": [make_id(name) for name in model.common],
        "pool": +model.pool,
        "aside": +model.aside,
        "gained": +model.gained,
        "rewards": Counter(model.rewards),
        "owed": +model.owed,
    }
    if viewer < 0:
        facts["made"] = {make_id(name) for name in model.made}
    else:
        player = model.players[viewer]
        facts |= {"kept": make_id(player.kept), "chosen motes": Counter(player.chosen), "bid": player.secret_bid}
    stars = model.count_stars()
    for player in model.players:
        place = place_text(model, player, own=player.seat == viewer) | {"score": stars[player.seat]}
        facts |= {f"{player.seat}: {name}": fact for name, fact in place.items()}
    return facts


def place_text(model: Model, player: Player, own: bool) -> Facts:
    """What lies before a player; what was placed but not revealed has moved only for that player."""
    placed = player.placed if own else Counter[str]()
    owned = model.owned(player)
    facts: Facts = {
        "bag": +player.bag,
        "drawn": player.drawn - placed,
        "stock": player.stock - placed["prism"],
        "palette": +player.palette,
        "motes": sum(owned[mote] for mote in MOTES),
        "prismatic": owned["prismatic"],
        "prisms": owned["prism"],
        "progress": {make_id(name): +on for name, on in player.progress.items()},
        "created": {make_id(name): (+on, name in player.used) for name, on in player.created.items()},
        "offered": {make_id(name) for name in player.offered},
    }
    if own:
        facts["fresh"] = {make_id(place): items for place, items in player.fresh.items()}
    return facts


# ---------------------------------------------------------------------- from a view


def read_facts(view: Any, hidden: Any, viewer: int) -> Facts:
    """The same facts from the view and the hidden copy."""
    same = ("phase", "task", "round", "goal", "turn", "starter", "deck_size")
    facts: Facts = {
        **{name: getattr(view, name) for name in same},
        "final": bool(hidden["final"][0]),
        "order": list(view.order),
        "discard": set(view.discard),
        "supply": count_items(ITEMS, hidden["supply"][0].tolist()),
        "common": [card.id for card in view.common],
        "pool": Counter(view.pool),
        "aside": Counter(view.aside),
        "gained": Counter(view.gained),
        "rewards": Counter(f"{rng.kind} {rng.colour}".strip() for rng in view.rewards if view.task == "rewards"),
        "owed": Counter(view.owed),
    }
    if viewer < 0:
        facts["made"] = {recipe.id for recipe in view.board if recipe.made}
    else:
        bid = int(hidden["offer"][0, viewer]) - 1
        facts |= {"kept": view.kept, "chosen motes": Counter(view.chosen_motes), "bid": bid}
    for seat, place in enumerate(view.seats):
        facts |= {f"{seat}: {name}": fact for name, fact in read_place(place, own=seat == viewer).items()}
        facts[f"{seat}: prismatic"] = int(hidden["prismatic"][0, seat])
    return facts


def read_place(place: Any, own: bool) -> Facts:
    """What lies before a player, by a view."""
    same = ("stock", "motes", "prisms")
    facts: Facts = {
        **{name: getattr(place, name) for name in same},
        "bag": count_items(MOTES, place.bag),
        "drawn": Counter(place.drawn),
        "palette": Counter(place.palette),
        "progress": {card.id: Counter(card.on) for card in place.progress},
        "created": {card.id: (Counter(card.on), card.used) for card in place.created},
        "score": {name: getattr(place.score, name) for name in place.score.__struct_fields__},
        "offered": set(place.offered),
    }
    if own:
        placed = {"the-palette": place.fresh, **{card.id: card.fresh for card in (*place.progress, *place.created)}}
        facts["fresh"] = {name: Counter(items) for name, items in placed.items() if items}
    return facts


# ---------------------------------------------------------------------- playing


class Way(NamedTuple):
    """How a table plays: how careless a seat may be, the share of seats that follow the game's guide."""

    careless: float
    guided: float
    hoards: bool = False  # those that do not follow it


PURPOSEFUL = Way(0.2, 1)
WAYS = (Way(0.1, 1), PURPOSEFUL, Way(0.3, 0.8), Way(1, 0.7), Way(0.2, 0), Way(1, 0), Way(0.2, 0.1, hoards=True))


class ComparedGame:
    """A game that is played on a table and in the model at once."""

    def __init__(self, seats: int, options: dict[str, Value], seed: str, content: str = "") -> None:
        self.description = f"{seats} seats, {options}, seed {seed}"
        self.rng = Random(f"{seats} {options} {seed}")
        self.moves: list[str] = []
        setup = find_game("prismatic").open(seats, options, {"cards": content} if content else None)
        self.table = Table(setup, self.rng.randbytes(16))
        printed = read_printed(setup.files["cards"])
        self.names = {make_id(name): name for name in printed.cards} | {"": ""}
        chance = self.read_chance(self.look(-1))
        if options.get("first", "random") != "random":
            assert chance.starter == int(options["first"]) - 1
        self.model = Model(printed, seats, int(options.get("goal", 5)), bool(options.get("auction", False)), chance)
        self.compare_moves()
        for viewer in range(-1, seats):
            self.compare_facts(viewer)

    def look(self, viewer: int) -> Any:
        """What a seat sees; −1 watches."""
        return self.table.knowledge(viewer).view

    def read_chance(self, view: Any) -> Chance:
        """Return the results of chance, which are public."""
        return Chance(
            starter=view.starter,
            common=[self.names[card.id] for card in view.common],
            offered=[[self.names[card] for card in place.offered] for place in view.seats],
            drawn=[Counter(place.drawn) for place in view.seats],
            progress=[[self.names[card.id] for card in place.progress] for place in view.seats],
        )

    def play(self, way: Way) -> set[str]:
        """The whole game; return what was met in it."""
        styles = [PlayStyle.draw(self.rng, way.careless, way.hoards) for _ in self.model.players]
        by_guide = [self.rng.random() < way.guided for _ in styles]
        while self.model.awaited:
            seat = self.rng.choice(list(self.model.awaited))
            asks = by_guide[seat] and self.rng.random() > styles[seat].careless
            self.step(seat, self.ask_guide(seat) if asks else styles[seat].choose(self.model, seat))
        self.compare_result()
        return self.model.met

    def ask_guide(self, seat: int) -> str:
        """What the game's guide likes best."""
        setup, legal = self.table.setup, self.table.legal(seat)
        actions, weights = np.array(legal, np.int32), np.zeros(len(legal), np.int64)
        self.table.verbs.guide(
            setup.constants, self.table.record, 0, seat, actions, len(actions), weights, setup.new_scratch()
        )
        return str(setup.action_texts[legal[int(np.argmax(weights))]])

    def step(self, seat: int, move: str) -> None:
        """Do a move on both sides. The mover sees most; now and then another seat looks too."""
        self.moves.append(f"{seat}: {move}")
        try:
            self.table.play(seat, move)
            viewer = seat if self.table.secret_phase else -1
            view = self.look(viewer)
            self.model.step(seat, move, self.read_chance(view))
            self.compare_moves()
            self.compare_facts(viewer)
            if self.rng.random() < OTHERS_LOOK:
                self.compare_facts(self.rng.randrange(-1, self.table.seats))
        except BaseException as error:
            error.add_note(f"in {self.description}, after {len(self.moves)} moves, the last of them {self.moves[-12:]}")
            raise

    def compare_moves(self) -> None:
        """Compare what each seat may do."""
        for seat in range(self.table.seats):
            legal, moves = self.table.legal_texts(seat), self.model.awaited.get(seat, [])
            assert sorted(legal) == sorted(moves), f"seat {seat} may move otherwise"

    def compare_facts(self, viewer: int) -> None:
        """Compare what a seat sees."""
        knowledge = self.table.knowledge(viewer)
        expected, read = list_facts(self.model, viewer), read_facts(knowledge.view, knowledge.hidden, viewer)
        wrong = [name for name in expected | read if expected.get(name) != read.get(name)]
        assert not wrong, "\n".join(f"{n}: model {expected.get(n)}, rules {read.get(n)}" for n in wrong)

    def compare_result(self) -> None:
        """Compare how the game ended."""
        result, model = self.table.result, self.model
        assert result.scores == tuple(stars["total"] for stars in model.count_stars())
        assert result.ranks == model.list_ranks()
        assert result.reason_template == model.find_reason()


# ---------------------------------------------------------------------- tests


def play_game(seats: int, auction: bool, number: int) -> set[str]:
    """One of many games; over them the options and ways to play vary. Return the events that occurred."""
    rng = Random(f"{seats} {auction} {number}")
    options: dict[str, Value] = {
        "auction": auction,
        "goal": rng.choice(GOALS),
        "first": rng.choice(("random", *map(str, range(1, seats + 1)))),
    }
    content = ""
    if number % 4 == 3:  # otherwise the standard cards
        options["cards"] = "strange"
        content = write_radiant_cards(rng) if number % 16 == 15 else write_random_cards(rng)
    game = ComparedGame(seats, options, str(number), content)
    return game.play(rng.choice(WAYS))


@pytest.mark.parametrize("auction", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_some_games_are_the_same_with_the_model(seats: int, auction: bool) -> None:
    ComparedGame(seats, {"auction": auction, "goal": 2}, "some").play(PURPOSEFUL)


MET = (
    "all motes returned to an empty bag", "fewer than five motes drawn", "a prismatic mote paid an ability",
    "asked how to pay from the palette", "a reward has to wait", "a reward lapsed", "rewards declined",
    "no prism for a reward", "fewer prisms than wanted", "mote prismatic would do nothing",
    "prism would do nothing", "draw 2 would do nothing", "discard would do nothing",
    "ability pull would do nothing", "ability empty would do nothing", "ability prism would do nothing",
    "a pulled mote on a created card", "empty a card", "empty the palette", "prisms were lost",
    "drawn card: keep", "drawn card: put", "drawn card: replace",
    "discard a card in progress", "discard a card of the common area",
    "steal a card in progress", "steal a card of the common area",
    "the discard pile became the deck", "a choice of one card", "no card for the common area",
    "a shared highest bid", "who cannot bid more is out", "a player drops out", "no player took the token",
    "a second player at the goal", "no player reached the goal", "the last round there is",
    "tie-break 0", "tie-break 1",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_games_are_the_same_with_the_model_and_meet_every_rule(seats: int) -> None:
    """Alternately with and without the auction; `pytest -s` shows the progress, and how often each event occurred."""
    met: Counter[str] = Counter()
    for number in range(GAMES):
        for auction in (False, True):
            met.update(play_game(seats, auction, number))
        if number % 50 == 49:
            print(f"{seats} seats: {2 * number + 2} games are the same", flush=True)
    print("\n".join(f"{n:4} of {2 * GAMES} games: {what}" for what, n in sorted(met.items())))
    assert [what for what in MET if not met[what]] == []
