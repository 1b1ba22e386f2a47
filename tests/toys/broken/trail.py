"""Trail with one fault each: options."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamut.engine.options import FileOption, Options
from gamut.engine.record import Row
from tests.toys.broken import fault_adder
from tests.toys.trail import STATIONS, TRAIL, Constants, State
from tests.toys.trail import actors as good_actors
from tests.toys.trail import setup as good_setup

fault = fault_adder(TRAIL, seats=2)
LENGTH, TARGET, TURNS, BONUS, BOARD = TRAIL.options
assert isinstance(BOARD, FileOption)


def legal_everywhere(c: Constants, s: State, seat: int, out: Row) -> int:
    """Offer the stations of the long trail on the short one as well."""
    n = 0
    if (good_actors(c, s) >> seat) & 1:
        for k in range(STATIONS):
            if not (s.taken >> k) & 1:
                out[n] = k
                n += 1
    return n


def too_many_actions(c: Constants) -> int:
    return STATIONS + 1 if c.stations == STATIONS else c.stations


def more_than_printed(c: Constants) -> int:
    return STATIONS + 1


_setup_count = [0]


def changing_setup(c: Any, options: Options, seats: int) -> tuple[str, ...]:
    _setup_count[0] += 1
    names = good_setup(c, options, seats)
    c.worth[0] = _setup_count[0] % 100
    return names


fault("actions that these options do not have", "legal-actions", "does not exist: there are 6 actions with these",
      legal=legal_everywhere)  # fmt: skip
fault("more actions than max_actions", "facts", "there are 13 actions: `max_actions` is 12",
      action_count=more_than_printed)  # fmt: skip
fault("more actions with an option", "option-pairs", "13 actions, `max_actions` is 12", action_count=too_many_actions)
fault("constants that change", "facts", "returns other constants the second time", setup=changing_setup)
fault("an option for a larger table", "facts", "the option bonus exists for 4 players, the game for 1 to 2 players",
      options=(LENGTH, TARGET, TURNS, replace(BONUS, seats=(4,)), BOARD))  # fmt: skip
fault("a default for an unknown option", "facts", "`default_when` of the option target names 'width', which is not",
      options=(LENGTH, replace(TARGET, default_when={("width", "long"): 30}), TURNS, BONUS, BOARD))  # fmt: skip
fault("a default for an unknown value", "facts", "names length = 'middle', which is not allowed",
      options=(LENGTH, replace(TARGET, default_when={("length", "middle"): 30}), TURNS, BONUS, BOARD))  # fmt: skip
fault("a conditional default out of range", "facts", "target = 999, a conditional default, is not allowed",
      options=(LENGTH, replace(TARGET, default_when={("length", "long"): 999}), TURNS, BONUS, BOARD))  # fmt: skip
fault("an unknown file", "facts", "board = 'moon', its default, is not allowed; allowed: coast, hills",
      options=(LENGTH, TARGET, TURNS, BONUS, replace(BOARD, default="moon")))  # fmt: skip
fault("an option without help", "facts", "the option 'turns' needs a name, a label and a help text",
      options=(LENGTH, TARGET, replace(TURNS, help=""), BONUS, BOARD))  # fmt: skip
