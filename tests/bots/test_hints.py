"""Hints: whole moves that stop where they must, in every game, with honest intervals."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from gamut.bots import make_bot
from gamut.bots.bot import Bot, estimate_action
from gamut.bots.hints import Hint, Move, describe_chances, find_hint
from gamut.engine.chance import game_key
from gamut.engine.game import Game
from gamut.engine.table import Table
from gamut.engine.verbs import WIN_VALUE
from gamut.games import list_games
from gamut.testing.indistinguishable import vary_secret_steps
from tests.games.chroma_mix.builders import Position

BOT = "search:120it"
EVERY = 5  # decisions from one hint to the next


def find_at(table: Table, seat: int, bot: Bot) -> Hint:
    return find_hint(bot, table.knowledge(seat), 3)


def check_move(table: Table, seat: int, move: Move) -> int:
    """Play a move on a copy; everything must be as the hint expects. Return the number of its steps."""
    table = table.copy()
    for number, expected in enumerate(move.steps):
        known, last = table.knowledge(seat), number == len(move.steps) - 1
        assert known.decision_digest == expected.knowledge.decision_digest
        assert known.hidden.tobytes() == expected.knowledge.hidden.tobytes()
        phase = table.secret_phase
        step = table.prepare(seat, expected.action)
        assert last or not step.reveals
        table.commit(step)
        submitted = phase != 0 and (seat not in table.actors or table.secret_phase != phase)
        assert expected.submits == submitted
        assert last or not submitted
        assert last or seat in table.actors
        assert last or phase or table.actors == (seat,)
    return len(move.steps)


def check_text(hint: Hint, seats: int) -> None:
    for move in (hint.best, hint.next_best):
        if move is not None:
            text = move.text
            assert text[0].isupper(), text
            assert text[-1] not in ".,:;", text
            assert "  " not in text, text
            assert move.reason == "" or move.reason.endswith("."), move.reason
    assert describe_chances(hint).count("Win chance") == (hint.best.estimate is not None)


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.id)
def test_moves_can_be_played_and_stop_where_they_must(game: Game) -> None:
    random, lengths, submits = Random(5), list[int](), 0
    for seats in game.seats[:3]:
        setup = game.open(seats)
        bot, player = make_bot(BOT, setup), make_bot("greedy", setup)
        table = Table(setup, game_key(4, seats))
        for number in range(120):
            if table.over:
                break
            seat = random.choice(table.actors)
            if number % EVERY == 0:
                hint = find_at(table, seat, bot)
                lengths.append(check_move(table, seat, hint.best))
                submits += hint.best.steps[-1].submits
                check_text(hint, seats)
                if hint.next_best:
                    check_move(table, seat, hint.next_best)
                    assert not hint.next_best.is_same(hint.best)
            table.play(seat, player.choose(table.hidden(seat), seat, number).action)
    assert max(lengths) > 1
    assert (submits > 0) == (game.id in ("colori", "prismatic"))


@pytest.mark.parametrize("game", [g for g in list_games() if g.secret_fields], ids=lambda game: game.id)
def test_indistinguishable_tables_have_the_same_hint(game: Game) -> None:
    random, setup, compared = Random(2), game.open(3), 0
    bot, table = make_bot(BOT, setup), Table(game.open(3), game_key(9, 1))
    for _ in range(40):
        for one, other in vary_secret_steps(table, random):
            for seat in sorted(set(one.table.actors) - {one.mover})[:1]:
                hints = [find_at(steps.table, seat, bot) for steps in (one, other)]
                first, second = [(h.best.text, h.best.reason, describe_chances(h)) for h in hints]
                assert first == second
                compared += 1
        if table.over or compared > 12:
            break
        seat = random.choice(table.actors)
        table.play(seat, random.choice(table.legal(seat)))
    assert compared > 4


# ---------------------------------------------------------------------- sentences


def sentence(pos: Position, *actions: str) -> str:
    return pos.table.knowledge(pos.actor).move_text([pos.table.setup.parse_action(a) for a in actions])


def test_a_mix_names_its_result_also_when_it_was_begun() -> None:
    mix = ("mix Soft Cyan", "add Light Yellow", "gain Jungle")
    pos = Position("Soft Cyan, Light Yellow", "")
    assert sentence(pos, *mix) == "Mix Soft Cyan and Light Yellow into Jungle"
    assert sentence(pos.do(mix[0]), *mix[1:]) == "Mix Soft Cyan and Light Yellow into Jungle"


def test_prints_swaps_and_returned_cards_in_words() -> None:
    pos = Position("Pale Magenta, Soft Cyan", "", plays=("Coral, Lemon",))
    assert sentence(pos, "print Pale Magenta", "gain Soft Cyan") == "Print Pale Magenta, then gain Soft Cyan"
    fuchsia = ("print Fuchsia", "gain Soft Cyan", "keep it")
    assert sentence(Position("Fuchsia", ""), *fuchsia) == "Print Fuchsia, then gain Soft Cyan and keep it"
    assert sentence(pos, "swap Soft Cyan", "gain Light Yellow") == "Swap Soft Cyan for Light Yellow"
    returned = ("refill", "return Coral to hand", "return Lemon to hand", "done")
    assert sentence(pos, *returned) == "Return Coral and Lemon to your hand"


# ---------------------------------------------------------------------- intervals


def test_the_interval_contains_the_true_chance() -> None:
    random, inside = np.random.default_rng(1), 0
    for _ in range(400):
        wins = random.binomial(100, 0.3, 4)
        estimate = estimate_action(0, [100] * 4, [int(n) * WIN_VALUE for n in wins])
        assert estimate.error is not None
        inside += abs(estimate.value - 0.3) <= estimate.error
    assert inside >= 380


def test_trees_that_disagree_widen_the_interval() -> None:
    equal = estimate_action(0, [100] * 4, [50 * WIN_VALUE] * 4)
    split = estimate_action(0, [100] * 4, [n * WIN_VALUE for n in (20, 80, 20, 80)])
    assert equal.value == split.value == 0.5
    assert equal.error is not None
    assert split.error is not None
    assert split.error > 4 * equal.error


def test_few_visits_are_not_certain() -> None:
    estimate = estimate_action(0, [3], [3 * WIN_VALUE])
    assert estimate.value == 1
    assert estimate.error is not None
    assert estimate.error > 0.2
