"""The rules against the independent model: games are played on both sides move by move, and all facts are compared."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from gamut.engine.options import Value
from gamut.engine.table import Table
from gamut.games import find_game
from gamut.games.chroma_mix.cards import IDS
from tests.games.chroma_mix.model.cards import NAMES
from tests.games.chroma_mix.model.effects import Decision
from tests.games.chroma_mix.model.facts import model_facts, name_of, read_draws, view_facts
from tests.games.chroma_mix.model.game import Model
from tests.games.chroma_mix.model.styles import GOALS, Style
from tests.games.chroma_mix.model.table import REASONS, STARTING_TURNS, VICTORY_ORDER, Deal

SPECIAL_VALUES = ("random", "none", "burgundy", "mustard", "petrol")
QUICK_GAMES, LONG_GAMES = 10, 500  # for each number of seats
ROUND_LIMITS = (1, 5, 20, 40, 40, 60, 60, 80, 80, 120, 120, 300)  # of long games; careless play seldom wins

# situations that the long tests have to cover
SOLO_COVERAGE = (
    "Billy drew two MIX cards", "Billy had nothing to mix", "Billy must make a new card",
    "Billy may make a card he has", "Billy's deck reshuffled",
    "Billy achieved points", "Billy achieved ruby", "Billy achieved sapphire",
    "Slate Gray: take after Billy", "Slate Gray: pass after Billy",
    "end: Billy: points", "end: Billy: ruby", "end: Billy: sapphire", "end: sapphire", "end: no victory",
    "the player beat Billy, who had a victory",
)  # fmt: skip
COVERAGE = (
    *(f"printed {name}" for name in NAMES), "three pending decisions",
    *(f"{name} gave an ink" for name in ("Soft Cyan", "Pale Magenta", "Raspberry", "Slate Gray", "Jungle", "Pear")),
    "no ink to gain", "fewer equal inks than wanted", "no Pale Magenta for Coral",
    "return", "return by Light Yellow", "Light Yellow returned itself",
    "Jungle after the refill of a Light Yellow", "several Jungles at once", "several Pears at once",
    "Pear after a print by Orange alone", "an ink from Pear during the turn", "Pear at the end of the turn",
    "Fuchsia: print it", "Fuchsia: keep it", "Prism: discard", "Prism: pass", "Prism discarded itself",
    "nothing to print for Violet with 2 left", "nothing to print for Violet with 1 left",
    "Violet could not print an Emerald Green",
    "Lavender split itself", "Lavender split a Prism", "Lavender took Prism", "Lavender took Violet",
    "Lavender took Lavender", "Lavender took two of one name", "nothing to split for Lavender",
    "Lavender's second card was gone",
    "mixed 1 cards", "mixed 2 cards", "mixed 3 cards", "mixed 4 cards", "mixed with a card in play",
    "Prism paid", "two Prisms paid", "mixed a Prism",
    *(f"the last {name} in play paid" for name in ("Coral", "Raspberry", "Orange", "Lemon")),
    "second mix", "second mix after another action", "second mix by a Lemon from Orange",
    "Orange: print it", "Orange: keep it", "Orange printed Key", "a second Emerald Green not offered",
    "second action by Key", "second action by a Key just printed", "turn ended early",
    "Slate Gray: take", "Slate Gray: pass", "two Slate Grays offered", "free ink",
    "tuck", "tuck by Light Yellow", "two tucked at once", "Mustard left play with cards under it",
    "last card of a rank-1 pile taken", "last card of a rank-4 pile taken",
    "rank-2 deck reshuffled", "rank-3 deck reshuffled", "rank-2 row with a gap", "rank-3 row with a gap",
    *(f"player achieved {victory}" for victory in VICTORY_ORDER),
    "decided by a victory", "decided by the kind of victory", "decided by points", "decided by turn order",
    "decided by dots", "decided by turn order alone", "end: no victory",
)  # fmt: skip


class ComparedGame:
    """A game that is played on a table and in the model at the same time."""

    def __init__(self, seats: int, options: dict[str, Value], seed: int) -> None:
        self.description = f"{seats} seats, {options}, seed {seed}"
        self.moves: list[str] = []
        self.rng = Random(f"{seats} {seed}")
        self.table = Table(find_game("chroma_mix").open(seats, options), self.rng.randbytes(16))
        view = self.view()
        self.model = Model(read_deal(seats, options, self.table.record), read_draws(view))
        self.flow = self.model.play()
        self.decision: Decision | None = next(self.flow)
        self.compare(view)

    def view(self) -> Any:
        """Return the view of a spectator."""
        return self.table.knowledge(-1).view

    def draw_styles(self) -> list[Style]:
        """Return a style for each seat; at some tables all have the same goal, at some all are patient."""
        rng, special = self.rng, self.model.deal.special
        goals = [*GOALS, *[special] * 3] if special else GOALS
        shared, patient = rng.choice(goals) if rng.random() < 0.4 else "", rng.random() < 0.4
        return [Style.draw(rng, shared or rng.choice(goals), patient) for _ in range(self.table.seats)]

    def play_all(self, guided: float) -> Counter[str]:
        """Play the whole game and return its coverage; a share of the seats plays by the game's guide."""
        styles = self.draw_styles()
        guides = [self.rng.random() < guided for _ in styles]
        while decision := self.decision:
            style = styles[decision.seat]
            by_guide = guides[decision.seat] and self.rng.random() > style.careless / 4
            move = self.choose_by_guide(decision, style) if by_guide else style.choose(self.model, decision)
            self.play_move(decision.seat, move)
        self.compare_result()
        return self.model.coverage

    def choose_by_guide(self, decision: Decision, style: Style) -> str:
        """Return what the guide prefers, except for cards that the style holds back."""
        setup = self.table.setup
        legal, record = self.table.legal(decision.seat), self.table.record
        actions, weights = np.array(legal, np.int32), np.zeros(len(legal), np.int64)
        self.table.verbs.guide(
            setup.constants, record, 0, decision.seat, actions, len(actions), weights, setup.new_scratch()
        )
        moves: list[str] = [setup.action_texts[legal[k]] for k in np.argsort(-weights, kind="stable")]
        held_back = [move for move in moves if style.holds_back(self.model, move.removeprefix("print "))]
        return next((move for move in moves if move not in held_back), moves[0])

    def play_move(self, seat: int, move: str) -> None:
        """Play a move on both sides."""
        self.moves.append(f"{seat}: {move}")
        self.table.play(seat, move)
        view = self.view()
        self.model.draws = read_draws(view)
        try:
            self.decision = self.flow.send(move)
        except StopIteration:
            self.decision = None
        except AssertionError as error:
            error.add_note(self.describe())
            raise
        self.compare(view)

    def compare(self, view: Any) -> None:
        """Compare the state and the legal moves of each seat."""
        assert not self.model.draws.drawn, f"Billy drew more than the model: {self.describe()}"
        decider = self.decision.seat if self.decision else -1
        expected, actual = model_facts(self.model), view_facts(view)
        if expected != actual:
            names = [name for name in expected | actual if expected.get(name) != actual.get(name)]
            facts = [f"{name}: model {expected.get(name)}, rules {actual.get(name)}" for name in names]
            pytest.fail("\n".join([*facts, self.describe()]))
        for seat in range(self.table.seats):
            moves = self.decision.moves if self.decision and seat == decider else []
            legal = self.table.legal_texts(seat)
            assert sorted(moves) == sorted(legal), f"other legal moves of seat {seat}: {self.describe()}"

    def compare_result(self) -> None:
        result, model = self.table.result, self.model
        reason = REASONS[self.table.game.reasons.index(result.reason_template)]
        points = tuple(model.count_points(p) for p in range(self.table.seats))
        expected = points, model.list_ranks(), model.find_reason()
        assert expected == (result.scores, result.ranks, reason), f"other result: {self.describe()}"

    def describe(self) -> str:
        return f"in {self.description}, after {len(self.moves)} moves, the last of them {self.moves[-12:]}"


def read_deal(seats: int, options: dict[str, Value], record: Any) -> Deal:
    """Return the start of a game from the options and, where they leave it open, from the record."""
    drawn = IDS[int(record["special"][0])] if record["special"][0] else ""
    special, first = str(options["special"]), options.get("first", "random")
    return Deal(
        seats=seats,
        special=name_of(drawn) if special == "random" else "" if special == "none" else special.title(),
        first=int(record["first"][0]) if first == "random" else int(first) - 1,
        difficulty=str(options.get("difficulty", "beginner")),
        rounds=int(options["rounds"]),
    )


def pick_options(seats: int, number: int, rounds: int) -> dict[str, Value]:
    """Return the options of a game; over several games all values are used."""
    name = "difficulty" if seats == 1 else "first"
    values = tuple(STARTING_TURNS) if seats == 1 else ("random", *map(str, range(1, seats + 1)))
    value = values[(number + number // 20) % len(values)]
    return {"special": SPECIAL_VALUES[number % 5], name: value, "rounds": rounds}


def play_games(seats: int, games: int, guided: float) -> Counter[str]:
    """Play games and return their coverage."""
    coverage: Counter[str] = Counter()
    for number in range(games):
        rounds = Random(number).choice(ROUND_LIMITS)
        coverage += ComparedGame(seats, pick_options(seats, number, rounds), number).play_all(guided)
    return coverage


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_short_games_agree_with_the_model(seats: int) -> None:
    coverage: Counter[str] = Counter()
    for number in range(QUICK_GAMES):
        coverage += ComparedGame(seats, pick_options(seats, number, rounds=8), -number).play_all(guided=0)
    assert {f"printed {name}" for name in NAMES[:3]} <= set(coverage)
    assert coverage["mixed 2 cards"] > QUICK_GAMES


@pytest.mark.long
def test_solo_games_agree_with_the_model_and_cover_every_rule() -> None:
    coverage = play_games(1, LONG_GAMES, guided=0.5)
    assert [situation for situation in SOLO_COVERAGE if not coverage[situation]] == []


@pytest.mark.long
def test_games_of_several_players_agree_with_the_model_and_cover_every_rule() -> None:
    coverage: Counter[str] = Counter()
    for seats in (2, 3, 4):
        coverage += play_games(seats, LONG_GAMES, guided=0.25)
    assert [situation for situation in COVERAGE if not coverage[situation]] == []
