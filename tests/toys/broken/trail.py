"""Trail with one fault each: what can go wrong with options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamut.engine.options import File, Options
from gamut.engine.record import Row
from tests.toys.broken import faults
from tests.toys.trail import MOST, TRAIL, Constants, State
from tests.toys.trail import actors as good_actors
from tests.toys.trail import setup as good_setup

fault = faults(TRAIL, seats=2)
LENGTH, TARGET, TURNS, BONUS, BOARD = TRAIL.options
assert isinstance(BOARD, File)


def legal_everywhere(c: Constants, s: State, seat: int, out: Row) -> int:
    """Offers the stations of the long trail on the short one as well."""
    n = 0
    if (good_actors(c, s) >> seat) & 1:
        for k in range(MOST):
            if not (s.taken >> k) & 1:
                out[n] = k
                n += 1
    return n


def too_many_actions(c: Constants) -> int:
    return MOST + 1 if c.stations == MOST else c.stations


def more_than_printed(c: Constants) -> int:
    return MOST + 1


_opened = [0]


def setup_of_the_day(c: Any, options: Options, seats: int) -> tuple[str, ...]:
    _opened[0] += 1
    names = good_setup(c, options, seats)
    c.worth[0] = _opened[0] % 100
    return names


fault("actions that the options do not have", "legal-actions", "does not exist: there are 6 with these options",
      legal=legal_everywhere)  # fmt: skip
fault("more actions than there can be", "facts", "there are 13 actions: `most_actions` is 12",
      actions=more_than_printed)  # fmt: skip
fault("more actions with an option", "option-pairs", "13 actions, `most_actions` is 12", actions=too_many_actions)
fault("constants that change", "facts", "`setup` fills other constants the second time", setup=setup_of_the_day)
fault("an option for a larger table", "facts", "the option bonus exists for [4] players, the game for (1, 2)",
      options=(LENGTH, TARGET, TURNS, replace(BONUS, seats=(4,)), BOARD))  # fmt: skip
fault("a default that follows nothing", "facts", "the option target follows 'width', which is no other option",
      options=(LENGTH, replace(TARGET, follows={("width", "long"): 30}), TURNS, BONUS, BOARD))  # fmt: skip
fault("a default that follows a value that is not there", "facts", "follows length = 'middle', a value that",
      options=(LENGTH, replace(TARGET, follows={("length", "middle"): 30}), TURNS, BONUS, BOARD))  # fmt: skip
fault("a default that follows out of range", "facts", "target = 999, a default that follows, is not allowed",
      options=(LENGTH, replace(TARGET, follows={("length", "long"): 999}), TURNS, BONUS, BOARD))  # fmt: skip
fault("a file that is not there", "facts", "board = 'moon', its default, is not allowed; it may be coast, hills",
      options=(LENGTH, TARGET, TURNS, BONUS, replace(BOARD, default="moon")))  # fmt: skip
fault("an option without help", "facts", "the option 'turns' needs a name, a label and a help text",
      options=(LENGTH, TARGET, replace(TURNS, help=""), BONUS, BOARD))  # fmt: skip
