"""What is good about an action of Colori: the garment that it brings closer."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import format_count
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.abilities import can_mix
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES, ability_kind_name
from gamut.games.colori.heuristics import count_missing, garment_worth, is_fabric, measure_effort
from gamut.games.colori.move_text import find_main_step
from gamut.games.colori.presentation import list_display, list_drawn, list_missing, name_colours
from gamut.games.colori.reasons import explain_no_effect, wheel_after_mix
from gamut.games.colori.record import Constants, State, ability_kind, ability_times, decode_action
from gamut.games.colori.waste import wheel_after_storing


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    decoded = [decode_action(a) for a in actions]
    kind, detail = decoded[find_main_step(c, actions)]
    last_round = before.round == c.rounds
    if kind == rec.MAKE_GARMENT:
        made = [garment for step, garment in decoded if step == rec.MAKE_GARMENT]
        return f"Worth {format_count(sum(c.stars[garment] for garment in made), 'star')}."
    if kind == rec.END_TURN:
        in_deck = "Your other drafted cards are worth more in your deck."
        return "Only garments count now, and your other cards make none." if last_round else in_deck
    if kind == rec.STOP_MIXING:
        return "Your colours are more useful unmixed."
    if kind == rec.MIX_COLOURS:
        otherwise = "No mix brings a garment closer." if last_round else "Prepares colours for other garments."
        wheel = wheel_after_mix(c, before, seat, detail) if len(actions) == 1 else row_to_list(after.wheel[seat])
        return advise_wheel(c, before, seat, wheel) or otherwise
    if kind == rec.STORE_DRAWN:
        wheel = wheel_after_storing(c, before, seat, detail) if len(actions) == 1 else row_to_list(after.wheel[seat])
        return advise_wheel(c, before, seat, wheel) or f"You need {CARD_NAMES[detail]} least."
    if detail == rec.GARMENT:
        return "A finished garment only clutters your deck."
    if kind == rec.TAKE_CARD:
        return advise_taking(c, before, seat, detail)
    return advise_destroying(c, before, seat, detail, drawn=kind == rec.DESTROY_DRAWN)


def advise_taking(c: Constants, s: State, seat: int, card: int) -> str:
    """Return what a card can do this turn, and the garment for which it would be kept."""
    text = f"Lets you {describe_ability(c.ability[card])}."
    if s.round == c.rounds:  # it will not be drawn any more
        return text
    if is_fabric(card):
        made = [garment for garment in list_display(s) if c.fabric[garment] == card]
        return f"{text} Kept, it pays for {GARMENT_NAMES[max(made, key=lambda g: c.stars[g])]}." if made else text
    closer = name_closer(c, s, seat, [wheel_after_storing(c, s, seat, card)])
    return f"{text} Kept and stored, it brings {closer}." if closer else text


def advise_destroying(c: Constants, s: State, seat: int, card: int, drawn: bool) -> str:
    """Return what the ability of a card does now; if nothing, that the card is gone."""
    if explain_no_effect(c, s, seat, card, drawn):
        keeps = "" if s.round == c.rounds else f"Keeps {CARD_NAMES[card]} out of your deck. "
        return f"{keeps}Its ability does nothing now."
    kind, times = ability_kind(c.ability[card]), ability_times(c.ability[card])
    text = f"Lets you {describe_ability(c.ability[card])}"
    if kind == rec.MAKE:
        return f"{text} now."
    if kind == rec.DRAW and (left := s.deck_size[seat] + s.discard_size[seat]) < times:
        return f"{text}; only {left} {'is' if left == 1 else 'are'} left."
    if kind in (rec.STORE, rec.DESTROY) and (left := len(list_drawn(s, seat)) - drawn) < times:
        text = f"{text}; you have only {left}"
    wheels: list[list[int]] = []
    if kind == rec.STORE:
        others = [k for k in set(list_drawn(s, seat)) if not (drawn and k == card and s.drawn[seat, k] == 1)]
        wheels = [wheel_after_storing(c, s, seat, k) for k in others]
    elif kind == rec.MIX:
        wheels = [wheel_after_mix(c, s, seat, mix) for mix in range(rec.MIXES) if can_mix(c, s, seat, mix)]
    closer = name_closer(c, s, seat, wheels)
    return f"{text}. That brings {closer}." if closer else f"{text}."


def describe_ability(code: int) -> str:
    """Return `store 2 cards`, `mix twice` or `make a garment`."""
    kind, n = ability_kind(code), ability_times(code)
    if kind == rec.MAKE:
        return "make a garment"
    if kind == rec.MIX:
        return f"mix {('once', 'twice')[n - 1] if n < 3 else f'{n} times'}"
    return f"{ability_kind_name(code)} {'a card' if n == 1 else f'{n} cards'}"


def advise_wheel(c: Constants, s: State, seat: int, wheel: list[int]) -> str:
    """Return which garment a wheel brings closer than the seat's present wheel; empty: none."""
    closer = name_closer(c, s, seat, [wheel])
    return f"Brings {closer}." if closer else ""


def name_closer(c: Constants, s: State, seat: int, wheels: list[list[int]]) -> str:
    """Return `Madder Red Doublet closer: it still needs 2 red`, the best that a wheel does; empty: nothing."""
    now = row_to_list(s.wheel[seat])
    efforts = [(g, wheel, measure_effort(c, wheel, g)) for wheel in wheels for g in list_display(s)]
    closer = [(g, wheel, effort) for g, wheel, effort in efforts if effort < measure_effort(c, now, g)]
    if not closer:
        return ""
    garment, wheel, _ = max(closer, key=lambda it: garment_worth(c, it[0], it[2]))
    return f"{GARMENT_NAMES[garment]} closer: {describe_missing(c, garment, wheel)}"


def describe_missing(c: Constants, garment: int, wheel: list[int]) -> str:
    """Return `it still needs 1 red and 2 amber, which takes 2 mixes` or `its colours are ready`."""
    missing = list_missing(c, wheel, garment)
    if not missing:
        return "its colours are ready"
    _, mixes = count_missing(c.cost[garment], wheel)
    return f"it still needs {name_colours(missing)}" + (
        f", which takes {format_count(mixes, 'mix', 'mixes')}" if mixes else ""
    )
