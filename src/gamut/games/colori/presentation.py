"""Names, action texts, touch paths and prompts of Colori."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gamut.engine.presentation import TouchPath, join_words
from gamut.engine.record import Row
from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.cards import (
    CARD_IDS,
    CARD_NAMES,
    COLOUR_NAMES,
    GARMENT_IDS,
    GARMENT_NAMES,
    AbilityKind,
    ability_kind_name,
)
from gamut.games.colori.draft import find_hand
from gamut.games.colori.record import Constants, State, ability_kind, ability_times, decode_action

ABILITIES: dict[AbilityKind, str] = {
    "store": "Choose drawn cards; their pips are added to your wheel.",
    "draw": "Draw cards from your own deck.",
    "mix": "Replace two colours on your wheel with the colour they make.",
    "destroy": "Destroy drawn cards and use their abilities.",
    "make": "Pay for a garment on display with a drawn fabric and with colours from your wheel.",
}

# ---------------------------------------------------------------------- names


def name_mix(c: Constants, mix: int) -> tuple[str, str, str]:
    """Return two colours and the colour they make."""
    return COLOUR_NAMES[c.mix[mix, 0]], COLOUR_NAMES[c.mix[mix, 1]], COLOUR_NAMES[c.mix[mix, 2]]


def name_ability(code: int) -> str:
    """Return `mix 2` or `make a garment`."""
    return "make a garment" if ability_kind(code) == rec.MAKE else f"{ability_kind_name(code)} {ability_times(code)}"


def name_cards(cards: Iterable[int]) -> str:
    """Return `Wool, 2 Silk and Madder`."""
    counts = Counter(CARD_NAMES[card] for card in cards)
    return join_words(f"{n} {name}" if n > 1 else name for name, n in counts.items())


def name_colours(colours: Iterable[str]) -> str:
    """Return `2 red and 1 amber`."""
    return join_words(f"{n} {colour}" for colour, n in Counter(colours).items())


def list_colours(pips: Row) -> tuple[str, ...]:
    """Return one colour id per pip."""
    return tuple(colour for colour, n in zip(COLOUR_NAMES, row_to_list(pips), strict=True) for _ in range(n))


# ---------------------------------------------------------------------- what a seat has


def list_drawn(s: State, seat: int) -> list[int]:
    return [card for card, n in enumerate(row_to_list(s.drawn[seat])) for _ in range(n)]


def list_drafted(s: State, seat: int) -> list[int]:
    return [card - 1 for card in row_to_list(s.drafted[seat]) if card]


def list_hand(c: Constants, s: State, seat: int) -> list[tuple[int, bool]]:
    """Return the draft hand that a seat holds, each card with whether it came from the deck that ran out."""
    if s.phase != rec.DRAFTING or seat < 0:
        return []
    h = find_hand(c, s, seat)
    return [(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h]) if s.taken_at[h, i] == 0]


def list_display(s: State) -> list[int]:
    return [garment - 1 for garment in row_to_list(s.display) if garment]


def list_missing(c: Constants, wheel: Sequence[int], garment: int) -> list[str]:
    """Return the colours that a wheel lacks for a garment, one id per pip."""
    prices = zip(COLOUR_NAMES, row_to_list(c.cost[garment]), wheel, strict=True)
    return [colour for colour, price, stored in prices for _ in range(price - stored)]


# ---------------------------------------------------------------------- actions


def action_text(c: Constants, a: int) -> str:
    kind, detail = decode_action(a)
    if kind == rec.TAKE_CARD:
        return f"take {CARD_NAMES[detail]}"
    if kind == rec.DESTROY_DRAFTED:
        return f"destroy {CARD_NAMES[detail]}"
    if kind == rec.STORE_DRAWN:
        return f"store {CARD_NAMES[detail]}"
    if kind == rec.DESTROY_DRAWN:
        return f"destroy a drawn {CARD_NAMES[detail]}"
    if kind == rec.MIX_COLOURS:
        return "mix {} and {}".format(*name_mix(c, detail))
    if kind == rec.MAKE_GARMENT:
        return f"make {GARMENT_NAMES[detail]}"
    return "stop mixing" if kind == rec.STOP_MIXING else "end turn"


def touch_path(c: Constants, a: int) -> TouchPath:
    """Return the card, the garment, or two colours in any order. A pick has to be confirmed: the last one is final."""
    kind, detail = decode_action(a)
    if kind == rec.TAKE_CARD:
        return f"hand:{CARD_IDS[detail]}", "button:take"
    if kind == rec.DESTROY_DRAFTED:
        return (f"drafted:{CARD_IDS[detail]}",)
    if kind in (rec.STORE_DRAWN, rec.DESTROY_DRAWN):  # never both at the same time
        return (f"drawn:{CARD_IDS[detail]}",)
    if kind == rec.MIX_COLOURS:
        first, second, _ = name_mix(c, detail)
        return ((f"wheel:{first}", f"wheel:{second}"),)
    if kind == rec.MAKE_GARMENT:
        return (f"garment:{GARMENT_IDS[detail]}",)
    return ("button:stop",) if kind == rec.STOP_MIXING else ("button:end",)


# ---------------------------------------------------------------------- prompts


def headline(c: Constants, s: State, seat: int) -> str:
    if s.phase == rec.OVER:
        return "Game over"
    step = f"pick {s.pick}" if s.phase == rec.DRAFTING else f"turn {s.turns_taken + 1} of {c.seats}"
    return f"Round {s.round} of {c.rounds}, {step}"


def prompt(c: Constants, s: State, seat: int) -> str:
    if s.phase == rec.DRAFTING:
        return "Choose a card to take"
    if s.queue_length == 0:
        return "Destroy a drafted card, or end your turn"
    kind, n = ability_kind(s.queue[0]), ability_times(s.queue[0])
    if kind == rec.MIX:
        return f"Mix two colours, or stop ({n} mixes left)" if n > 1 else "Mix two colours, or stop"
    if kind == rec.MAKE:
        return "Choose a garment to make"
    n = min(n, len(list_drawn(s, s.turn)))
    cards, abilities = (f"{n} drawn cards", "their abilities") if n > 1 else ("a drawn card", "its ability")
    use = f" and use {abilities}" if kind == rec.DESTROY else ""
    return f"Choose {cards} to {ability_kind_name(s.queue[0])}{use}"
