"""What Kroma says for an action when a hint is given."""

from __future__ import annotations

from random import Random

from gamut.engine.keys import game_key
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import TARGETS
from gamut.games.kroma.language import lay
from gamut.games.kroma.record import LAY


def test_what_is_said_to_be_blended_is_blended() -> None:
    """Whole games: the figures of the advice are the points that the action brings."""
    random, checked = Random(3), 0
    for number in range(2):
        table = Table(GAME.open(2), game_key(4, number))
        c = table.setup.strict_constants
        while not table.over:
            (seat,) = table.actors
            known = table.knowledge(seat)
            action = random.choice(known.legal)
            said, phase_two = known.advise(action), int(table.record["phase"][0]) == 2
            before = table.record["points"][0].copy()
            table.play(seat, action)
            if action < LAY:
                assert said.startswith("Nothing lies on the board")
            elif not phase_two:
                assert said.startswith(f"Above {lay(c, action)[1]} come ")
            else:
                gains = table.record["points"][0] - before
                told = [f"{n} {target}" for target, n in zip(TARGETS, gains, strict=True) if n]
                assert all(part in said for part in told)
                assert ("nothing" in said) == (not told)
                checked += len(told)
    assert checked > 20
