"""The advice of Kroma for actions."""

from __future__ import annotations

from random import Random

from gamut.engine.chance import game_key
from gamut.engine.table import Table
from gamut.games.kroma import GAME
from gamut.games.kroma.board import COLOURS, TARGETS
from gamut.games.kroma.record import LAY
from gamut.games.kroma.rules import colour_of
from tests.games.kroma.builders import LaidOut


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


def test_a_piece_that_helps_only_others_is_asked_about() -> None:
    layout = LaidOut(3)
    layout.set_out({"blue": "r5c1-4 r8c1-2", "magenta": "r8c3-4 r10c1-4"})
    known = layout.known()
    gift, useful = (layout.parse(f"lay yellow rhombus 1 at {place}") for place in ("r10 c1", "r8 c1"))
    assert known.seat == 1, "orange: magenta and yellow"
    green, best = layout.parse("lay yellow rhombus 1 at r5 c1"), gift
    assert known.warn(green) == "Here it gives {0} 4 and you no points; on r10 c1–4, it would give you 4 points."
    assert known.find_alternative(green) == best
    assert known.warn(useful) == known.warn(gift) == ""
    assert known.warn(layout.parse("lay blue rhombus 1 at r5 c1")) == "", "a colour on itself scores nothing"
    assert known.warn(layout.parse("lay blue rhombus 1 at r10 c1")) == "", "no place of it helps this player"
    assert set(known.warnings()) >= {green}
