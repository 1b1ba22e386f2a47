"""What speaks for an action in Colori: the garment it brings nearer."""

from __future__ import annotations

from gamut.engine.strict import list_numbers
from gamut.games.colori.cards import CARD_NAMES, GARMENT_NAMES
from gamut.games.colori.guide import MIXING, NEAR, PIP, count_missing, makes_garment
from gamut.games.colori.language import name_ability, say_stars
from gamut.games.colori.reasons import find_idleness
from gamut.games.colori.record import (
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DISPLAY,
    END_TURN,
    GARMENT,
    MAKE_GARMENT,
    MIX_PAIR,
    STOP_MIXING,
    STORE_DRAWN,
    TAKE_CARD,
    Constants,
    State,
)  # fmt: skip


def advise(c: Constants, s: State, seat: int, a: int) -> str:
    """`It brings Robe nearer: 1 pip to store, 2 mixes to make.`"""
    if a == END_TURN:
        return "What is left does more in your deck, or nothing now."
    if a >= MAKE_GARMENT:
        return f"It is worth {say_stars(c.stars[a - MAKE_GARMENT])}."
    if a == STOP_MIXING:
        return "The colours are worth more as they are."
    wheel = list_numbers(s.wheel[seat])
    if a >= MIX_PAIR:
        for k, change in enumerate((-1, -1, 1)):
            wheel[c.pair[a - MIX_PAIR, k]] += change
        return say_nearer(c, s, seat, wheel, "The mix keeps your colours ready")
    if STORE_DRAWN <= a < DESTROY_DRAWN:
        card = a - STORE_DRAWN
        wheel = [have + pips for have, pips in zip(wheel, list_numbers(c.pips[card]), strict=True)]
        return say_nearer(c, s, seat, wheel, f"{CARD_NAMES[card]} is the card to spare")
    return advise_card(c, s, seat, a)


def advise_card(c: Constants, s: State, seat: int, a: int) -> str:
    """For taking or destroying a card: what it can do, and for which garment."""
    taking = a < DESTROY_DRAFTED
    card = a - (TAKE_CARD if taking else DESTROY_DRAFTED if a < STORE_DRAWN else DESTROY_DRAWN)
    if card == GARMENT:
        return "A garment made before has no other use."
    what = f"With it you {name_ability(c.ability[card])}"
    if makes_garment(c, card) and not taking and not find_idleness(c, s, seat, card, drawn=a >= DESTROY_DRAWN):
        return f"{what} now."
    wheel, garments = list_numbers(s.wheel[seat]), list_display(s)
    if not garments:
        return f"{what}."
    goal = max(garments, key=lambda g: weigh_garment(c, g, wheel))
    return f"{what}. {GARMENT_NAMES[goal]} is nearest: {say_missing(c, goal, wheel)}."


def say_nearer(c: Constants, s: State, seat: int, wheel: list[int], otherwise: str) -> str:
    """Which garment such a wheel is nearer to than the seat's own."""
    now = list_numbers(s.wheel[seat])
    gains = {g: count_effort(c, g, now) - count_effort(c, g, wheel) for g in list_display(s)}
    nearer = [g for g, gain in gains.items() if gain > 0]
    if not nearer:
        return f"{otherwise}."
    goal = max(nearer, key=lambda g: weigh_garment(c, g, wheel))
    return f"It brings {GARMENT_NAMES[goal]} nearer: {say_missing(c, goal, wheel)}."


def list_display(s: State) -> list[int]:
    """The garments on display."""
    return [s.display[place] - 1 for place in range(DISPLAY) if s.display[place]]


def count_effort(c: Constants, g: int, wheel: list[int]) -> int:
    """What it takes until a wheel can pay a garment."""
    pips, mixes = count_missing(c.cost[g], wheel)
    return PIP * pips + MIXING * mixes


def weigh_garment(c: Constants, g: int, wheel: list[int]) -> float:
    """The stars of a garment, the less the further it is away."""
    return c.stars[g] * NEAR / (NEAR + count_effort(c, g, wheel))


def say_missing(c: Constants, g: int, wheel: list[int]) -> str:
    """`1 pip to store and 2 mixes to make`, `its colours are there`."""
    pips, mixes = count_missing(c.cost[g], wheel)
    parts = [f"{pips} {'pip' if pips == 1 else 'pips'} to store"] if pips else []
    parts += [f"{mixes} {'mix' if mixes == 1 else 'mixes'} to make"] if mixes else []
    return " and ".join(parts) or "its colours are there"
