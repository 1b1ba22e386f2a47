"""A move of Colori as a sentence, for hints: cards with what their abilities do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from gamut.engine.presentation import join_words
from gamut.games.colori import record as rec
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.presentation import action_text, name_cards, name_mix
from gamut.games.colori.reasons import has_pips
from gamut.games.colori.record import Constants, State, decode_action


def move_text(c: Constants, s: State, seat: int, actions: Sequence[int]) -> str:
    """`destroy Madder to store Wool and Silk, then destroy Silk to mix red and yellow into orange`."""
    return ", then ".join(list_parts(c, actions))


def list_parts(c: Constants, actions: Sequence[int]) -> Iterator[str]:
    """Yield one part for each destroyed card, with its ability; and one for what comes before or after."""
    groups = [(kind, list(group)) for kind, group in groupby(actions, lambda a: decode_action(a)[0])]
    pending = ""  # a destroyed card whose ability comes next
    for kind, group in groups:
        text = describe_group(c, kind, group)
        if kind == rec.DESTROY_DRAFTED:
            *earlier, last = [f"destroy {CARD_NAMES[decode_action(a)[1]]}" for a in group]
            yield from filter(None, [pending, *earlier])
            pending = last
        elif pending and kind == rec.STOP_MIXING:
            yield f"{pending} without mixing"
            pending = ""
        elif pending and kind != rec.END_TURN:
            yield f"{pending} to {text}"
            pending = ""
        else:
            yield from filter(None, [pending, text])
            pending = ""
    if pending:
        yield pending


def describe_group(c: Constants, kind: int, actions: Sequence[int]) -> str:
    """Return consecutive actions of one kind in words."""
    details = [decode_action(a)[1] for a in actions]
    if kind in (rec.STORE_DRAWN, rec.DESTROY_DRAWN):
        return f"{'store' if kind == rec.STORE_DRAWN else 'destroy'} {name_cards(details)}"
    if kind == rec.MIX_COLOURS:
        return "mix " + ", and ".join("{} and {} into {}".format(*name_mix(c, mix)) for mix in details)
    if kind == rec.MAKE_GARMENT:
        return "make " + join_words(GARMENT_NAMES[garment] for garment in details)
    return "end your turn" if kind == rec.END_TURN else action_text(c, actions[0])


def find_main_step(c: Constants, actions: Sequence[int]) -> int:
    """Return the first garment that is made, else the first colours that are stored or mixed, else the first action."""
    for wanted in ((rec.MAKE_GARMENT,), (rec.STORE_DRAWN, rec.MIX_COLOURS)):
        for k, a in enumerate(actions):
            if decode_action(a)[0] in wanted and has_effect(c, a):
                return k
    return 0


def trim_move(c: Constants, actions: Sequence[int]) -> int:
    """Return the number of actions up to the last that does something: others may follow it to no purpose."""
    useful = 0
    for k, a in enumerate(actions):
        ends = k + 1 == len(actions) or decode_action(actions[k + 1])[0] in (rec.DESTROY_DRAFTED, rec.END_TURN)
        if has_effect(c, a) or (ends and decode_action(a)[0] in (rec.DESTROY_DRAFTED, rec.DESTROY_DRAWN)):
            useful = k + 1
    ended = decode_action(actions[-1])[0] == rec.END_TURN and useful == len(actions) - 1
    return len(actions) if ended else useful or len(actions)


def has_effect(c: Constants, a: int) -> bool:
    """Return whether an action changes the wheel or makes a garment; what a destroyed card does, others may choose."""
    kind, detail = decode_action(a)
    return kind in (rec.MIX_COLOURS, rec.MAKE_GARMENT) or (kind == rec.STORE_DRAWN and has_pips(c, detail))
