"""The rules against the model: games are played move by move on both sides, and everything is compared."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from gamut.engine.options import Value
from gamut.engine.table import Table
from gamut.games import find
from gamut.games.chroma_mix.tests.model.cards import NAMES
from gamut.games.chroma_mix.tests.model.effects import Question
from gamut.games.chroma_mix.tests.model.facts import name_of, read_facts, read_told, tell_facts
from gamut.games.chroma_mix.tests.model.game import Model
from gamut.games.chroma_mix.tests.model.styles import GOALS, Style
from gamut.games.chroma_mix.tests.model.table import KINDS, STARTING_TURNS, Deal

SPECIAL_VALUES = ("random", "none", "burgundy", "mustard", "petrol")
QUICK_GAMES, LONG_GAMES = 10, 500  # at each number of seats
ROUNDS = (1, 5, 20, 40, 40, 60, 60, 80, 80, 120, 120, 300)  # of long games; careless play seldom ends by itself

# what a test of full length has to reach, beside what every game shows
REACHED_ALONE = (
    "Billy drew two MIX cards", "Billy had nothing to mix", "Billy must mix a card it does not hold",
    "Billy may mix a card it holds", "Billy's deck made anew",
    "Billy met points", "Billy met ruby", "Billy met sapphire",
    "Slate Gray: take after Billy", "Slate Gray: pass after Billy",
    "end: Billy reached 17 points", "end: Billy won by Ruby", "end: Billy won by Sapphire",
    "end: Sapphire victory", "end: no victory in time", "the player beat a Billy that had met a victory",
)  # fmt: skip
REACHED_BY_SEVERAL = (
    *(f"printed {name}" for name in NAMES), "three things wait",
    *(f"{name} added a card" for name in ("Soft Cyan", "Pale Magenta", "Raspberry", "Slate Gray")),
    "Jungle added a card", "Pear added a card", "no rank-1 card to add", "fewer equal cards than wanted",
    "Coral found no Pale Magenta",
    "return", "return by Light Yellow", "Light Yellow took itself back",
    "Jungle after the refill of a Light Yellow", "several Jungles at once", "several Pears at once",
    "Pear after a print by Orange alone",
    "Fuchsia: print it", "Fuchsia: keep it", "Prism: discard", "Prism: pass", "Prism discarded itself",
    "Violet found no card with 2 prints left", "Violet found no card with 1 prints left",
    "Violet could not print an Emerald Green",
    "Lavender split itself", "Lavender split a Prism", "Lavender took Prism", "Lavender took Violet",
    "Lavender took Lavender", "Lavender took two of one name", "Lavender found nothing to split",
    "Lavender's second card was gone",
    "mixed 1 cards", "mixed 2 cards", "mixed 3 cards", "mixed 4 cards", "mixed with a card in play",
    "Prism paid", "two Prisms paid", "mixed a Prism",
    *(f"the last {name} in play paid" for name in ("Coral", "Raspberry", "Orange", "Lemon")),
    "second mix", "second mix after another action", "second mix by a Lemon just laid",
    "Orange: print it", "Orange: keep it", "Orange laid Key", "a second Emerald Green not laid",
    "second action by Key", "second action by a Key just printed", "turn ended before all was done",
    "Slate Gray: take", "Slate Gray: pass", "two Slate Grays watched", "swapped nothing",
    "tuck", "tuck by Light Yellow", "two tucked at once", "Mustard left play with cards under it",
    "last card of a pile of rank 1 taken", "last card of a pile of rank 4 taken",
    "deck of rank 2 made anew", "deck of rank 3 made anew", "row of rank 2 with a gap", "row of rank 3 with a gap",
    *(f"player met {victory}" for victory in KINDS),
    *(f"decided by {by}" for by in ("a victory", "the kind of victory", "points", "place", "dots", "place alone")),
)  # fmt: skip


class Match:
    """A game that is played on a table and in the model at once."""

    def __init__(self, seats: int, options: dict[str, Value], seed: int) -> None:
        self.told = f"{seats} seats, {options}, seed {seed}"
        self.moves: list[str] = []
        self.rng = Random(f"{seats} {seed}")
        self.table = Table(find("chroma_mix").open(seats, options), self.rng.randbytes(16))
        view = self.look()
        self.model = Model(read_deal(seats, options, view), read_told(view))
        self.flow = self.model.play()
        self.question: Question | None = next(self.flow)
        self.compare(view)

    def look(self) -> Any:
        """The view of somebody who watches."""
        return self.table.knowledge(-1).view

    def draw_styles(self) -> list[Style]:
        """A style for each seat; at some tables all have one goal, at some all are patient."""
        rng, special = self.rng, self.model.deal.special
        goals = [*GOALS, *[special] * 3] if special else GOALS
        shared, patient = rng.choice(goals) if rng.random() < 0.4 else "", rng.random() < 0.4
        return [Style.draw(rng, shared or rng.choice(goals), patient) for _ in range(self.table.seats)]

    def play(self, guided: float) -> Model:
        """The whole game; the model tells what was reached. A share of the seats plays by the game's guide."""
        styles = self.draw_styles()
        guides = [self.rng.random() < guided for _ in styles]
        while question := self.question:
            style = styles[question.seat]
            by_guide = guides[question.seat] and self.rng.random() > style.careless / 4
            move = self.ask_guide(question, style) if by_guide else style.choose(self.model, question)
            self.step(question.seat, move)
        self.compare_result()
        return self.model

    def ask_guide(self, question: Question, style: Style) -> str:
        """What the guide likes best, if it is not to be held back."""
        setup = self.table.setup
        legal, record = self.table.legal(question.seat), self.table.record
        acts, weights = np.array(legal, np.int32), np.zeros(len(legal), np.int64)
        self.table.rules.guide(setup.constants, record, 0, question.seat, acts, len(acts), weights, setup.work())
        moves: list[str] = [setup.texts[legal[k]] for k in np.argsort(-weights, kind="stable")]
        held = [move for move in moves if style.holds_back(self.model, move.removeprefix("print "))]
        return next((move for move in moves if move not in held), moves[0])

    def step(self, seat: int, move: str) -> None:
        """Do a move on both sides."""
        self.moves.append(f"{seat}: {move}")
        self.table.play(seat, move)
        view = self.look()
        self.model.told = read_told(view)
        try:
            self.question = self.flow.send(move)
        except StopIteration:
            self.question = None
        except AssertionError as error:
            error.add_note(self.tell_place())
            raise
        self.compare(view)

    def compare(self, view: Any) -> None:
        """Compare the state, and what each seat may do."""
        assert not self.model.told.drawn, f"Billy drew more than the model: {self.tell_place()}"
        decider = self.question.seat if self.question else -1
        told, read = tell_facts(self.model, decider), read_facts(view)
        if told != read:
            names = [name for name in told | read if told.get(name) != read.get(name)]
            facts = [f"{name}: model {told.get(name)}, rules {read.get(name)}" for name in names]
            pytest.fail("\n".join([*facts, self.tell_place()]))
        for seat in range(self.table.seats):
            moves = self.question.moves if self.question and seat == decider else []
            legal = self.table.legal_texts(seat)
            assert sorted(moves) == sorted(legal), f"seat {seat} may move otherwise: {self.tell_place()}"

    def compare_result(self) -> None:
        """Compare how the game ended."""
        result, model = self.table.result, self.model
        points = tuple(model.count_points(p) for p in range(self.table.seats))
        told = (points, model.list_ranks(), model.find_reason())
        assert told == (result.scores, result.ranks, result.reason), f"other result: {self.tell_place()}"

    def tell_place(self) -> str:
        """Where a match stands."""
        return f"in {self.told}, after {len(self.moves)} moves, the last of them {self.moves[-12:]}"


def read_deal(seats: int, options: dict[str, Value], view: Any) -> Deal:
    """How a game begins: by the options, or what chance brought where they leave it open."""
    special, first = str(options["special"]), options.get("first", "random")
    return Deal(
        seats=seats,
        special=name_of(view.special) if special == "random" else "" if special == "none" else special.title(),
        first=[player.order for player in view.players].index(0) if first == "random" else int(first) - 1,
        difficulty=str(options.get("difficulty", "normal")),
        rounds=int(options["rounds"]),
    )


def pick_options(seats: int, number: int, rounds: int) -> dict[str, Value]:
    """The options of a game; over several games all values take turns."""
    name = "difficulty" if seats == 1 else "first"
    values = tuple(STARTING_TURNS) if seats == 1 else ("random", *map(str, range(1, seats + 1)))
    value = values[(number + number // 20) % len(values)]
    return {"special": SPECIAL_VALUES[number % 5], name: value, "rounds": rounds}


def play_games(seats: int, games: int, guided: float) -> Counter[str]:
    """Many games, and what was reached in them."""
    reached: Counter[str] = Counter()
    for number in range(games):
        rounds = Random(number).choice(ROUNDS)
        reached += Match(seats, pick_options(seats, number, rounds), number).play(guided).reached
    return reached


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_short_games_go_as_in_the_model(seats: int) -> None:
    reached: Counter[str] = Counter()
    for number in range(QUICK_GAMES):
        reached += Match(seats, pick_options(seats, number, rounds=8), -number).play(guided=0).reached
    assert {f"printed {name}" for name in NAMES[:3]} <= set(reached)
    assert reached["mixed 2 cards"] > QUICK_GAMES


@pytest.mark.long
def test_games_alone_go_as_in_the_model_and_reach_every_rule() -> None:
    reached = play_games(1, LONG_GAMES, guided=0.5)
    assert [what for what in REACHED_ALONE if not reached[what]] == []


@pytest.mark.long
def test_games_of_several_go_as_in_the_model_and_reach_every_rule() -> None:
    reached: Counter[str] = Counter()
    for seats in (2, 3, 4):
        reached += play_games(seats, LONG_GAMES, guided=0.25)
    assert [what for what in REACHED_BY_SEVERAL if not reached[what]] == []
