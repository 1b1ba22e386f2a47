"""What is good about an action of Colori: the garment that it brings closer."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.presentation import format_count, join_words
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES, ability_kind_name
from gamut.games.colori.heuristics import count_missing, garment_worth, makes_garments, measure_effort
from gamut.games.colori.presentation import list_display
from gamut.games.colori.reasons import explain_no_effect
from gamut.games.colori.record import Constants, State, ability_kind, ability_times, decode_action


def advise(c: Constants, before: State, after: State, seat: int, actions: Sequence[int]) -> str:
    decoded = [decode_action(a) for a in actions]
    if made := [detail for kind, detail in decoded if kind == rec.MAKE_GARMENT]:
        return f"Worth {format_count(sum(c.stars[garment] for garment in made), 'star')}."
    kind, detail = decoded[0]
    wheel = row_to_list(after.wheel[seat])
    if kind == rec.END_TURN:
        return "Your other drafted cards are worth more in your deck."
    if kind == rec.STOP_MIXING:
        return "Your colours are more useful unmixed."
    if kind == rec.MIX_COLOURS:
        return advise_wheel(c, before, seat, wheel, "Prepares colours for other garments.")
    if kind == rec.STORE_DRAWN:
        return advise_wheel(c, before, seat, wheel, f"You need {CARD_NAMES[detail]} least.")
    return advise_wheel(c, before, seat, wheel, advise_card(c, before, seat, kind, detail))


def advise_card(c: Constants, s: State, seat: int, kind: int, card: int) -> str:
    """Return what a card that is taken or destroyed can do, and the best garment."""
    if card == rec.GARMENT:
        return "A finished garment only clutters your deck."
    drawn = kind == rec.DESTROY_DRAWN
    ability = f"Lets you {describe_ability(c.ability[card])}"
    if kind != rec.TAKE_CARD and makes_garments(c, card) and not explain_no_effect(c, s, seat, card, drawn):
        return f"{ability} now."
    garments = list_display(s)
    if not garments:
        return f"{ability}."
    wheel = row_to_list(s.wheel[seat])
    best = find_best(c, garments, wheel)
    return f"{ability}. Your best target is {GARMENT_NAMES[best]}: {describe_missing(c, best, wheel)}."


def describe_ability(code: int) -> str:
    """Return `store 2 cards`, `mix twice` or `make a garment`."""
    kind, n = ability_kind(code), ability_times(code)
    if kind == rec.MAKE:
        return "make a garment"
    if kind == rec.MIX:
        return f"mix {('once', 'twice')[n - 1] if n < 3 else f'{n} times'}"
    return f"{ability_kind_name(code)} {'a card' if n == 1 else f'{n} cards'}"


def advise_wheel(c: Constants, s: State, seat: int, wheel: list[int], otherwise: str) -> str:
    """Return which garment a wheel brings closer than the seat's present wheel."""
    now = row_to_list(s.wheel[seat])
    closer = [g for g in list_display(s) if measure_effort(c, wheel, g) < measure_effort(c, now, g)]
    if not closer:
        return otherwise
    best = find_best(c, closer, wheel)
    return f"Brings {GARMENT_NAMES[best]} closer: {describe_missing(c, best, wheel)}."


def find_best(c: Constants, garments: list[int], wheel: list[int]) -> int:
    """Return the garment with the most stars for the effort that is left."""
    return max(garments, key=lambda garment: garment_worth(c, garment, measure_effort(c, wheel, garment)))


def describe_missing(c: Constants, garment: int, wheel: list[int]) -> str:
    """Return `1 more pip and 2 mixes needed` or `its colours are ready`."""
    pips, mixes = count_missing(c.cost[garment], wheel)
    parts = [format_count(pips, "more pip")] if pips else []
    parts += [format_count(mixes, "mix", "mixes")] if mixes else []
    return f"{join_words(parts)} needed" if parts else "its colours are ready"
