"""A move of Prismatic as a sentence, for hints: what is placed where, and what is created."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gamut.engine.presentation import join_words
from gamut.games.prismatic import record as rec
from gamut.games.prismatic.cards import COLOUR_NAMES, ITEM_NAMES
from gamut.games.prismatic.presentation import action_text, count_words, spot_name
from gamut.games.prismatic.record import Constants, State, decode_action, placed_item, placed_spot


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`place red and blue on Kaleidoscope and a prism on the palette, then press Commit`."""
    parts: list[str] = []
    for kind, group in groupby(actions, kind_of):
        chosen = list(group)
        if kind == rec.PLACE_ITEM:
            parts.append(f"place {describe_placing(c, chosen)}")
        elif kind == rec.CHOOSE_MOTE:
            parts.append(f"choose {name_motes([COLOUR_NAMES[decode_action(a)[1]] for a in chosen])}")
        elif kind == rec.PAY_LIGHT and parts:
            parts[-1] += f", paying with {name_payment(chosen)}"
        else:
            parts += [describe_action(c, s, a) for a in chosen]
    return ", then ".join(parts)


def name_motes(colours: list[str]) -> str:
    """Return `two cyan`, or `cyan and red`."""
    return f"two {colours[0]}" if len(colours) == 2 and len(set(colours)) == 1 else join_words(colours)


def kind_of(a: int) -> int:
    """Return the kind of an action; both ways to pay are described together."""
    kind, _ = decode_action(a)
    return rec.PAY_LIGHT if kind == rec.PAY_MOTES else kind


def describe_placing(c: Constants, actions: Sequence[int]) -> str:
    """Return `red and 2 blue on Kaleidoscope, and a prism on the palette`."""
    spots = dict.fromkeys(placed_spot(a) for a in actions)
    items = {spot: [ITEM_NAMES[placed_item(a)] for a in actions if placed_spot(a) == spot] for spot in spots}
    *earlier, last = [f"{count_words(items[spot])} on {spot_name(c, spot)}" for spot in spots]
    return f"{', '.join(earlier)}, and {last}" if earlier else last


def name_payment(actions: Sequence[int]) -> str:
    return join_words(dict.fromkeys("light" if a == rec.PAY_LIGHT else "motes" for a in actions))


def describe_action(c: Constants, s: State, a: int) -> str:
    if a == rec.DONE:
        return "press Commit" if s.phase == rec.COMMITTING else "press Done"
    return "end your turn" if a == rec.END_TURN else action_text(c, a)
