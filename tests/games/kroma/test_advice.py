"""The advice of Kroma for actions."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS, TARGETS
from gamut.games.kroma.record import LAY
from gamut.games.kroma.rules import colour_of


def test_the_advice_counts_the_blended_triangles() -> None:
    """Whole games: the figures of the advice are the points that the action brings."""
    random, checked = Random(3), 0
    for number in range(2):
        table = Table(GAME.open(2), game_key(4, number))
        c = table.setup.readable_constants
        while not table.over:
            (seat,) = table.actors
            known = table.knowledge(seat)
            action = random.choice(known.legal)
            advice, phase_two = known.advise(action), int(table.record["phase"][0]) == 2
            before = table.record["points"][0].copy()
            table.play(seat, action)
            if action < LAY:
                assert advice.startswith("The board is empty")
            elif not phase_two:
                assert advice.startswith(f"{COLOURS[colour_of(c, action)].capitalize()} can become ")
            else:
                gains = table.record["points"][0] - before
                parts = [f"{n} {target}" for target, n in zip(TARGETS, gains, strict=True) if n]
                assert all(part in advice for part in parts)
                assert ("nothing" in advice) == (not parts)
                checked += len(parts)
    assert checked > 20
