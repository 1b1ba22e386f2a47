"""What Colori says: the names of things, action texts and paths, and questions.

The log is in `log`, what is drawn in `views`, why not and warnings are in `reasons`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gamut.engine.language import TouchPath
from gamut.engine.record import Row
from gamut.engine.strict import list_numbers
from gamut.games.colori.cards import (
    CARD_IDS,
    CARD_NAMES,
    COLOUR_NAMES,
    GARMENT_IDS,
    GARMENT_NAMES,
    verb_name,
)  # fmt: skip
from gamut.games.colori.record import (
    COLOURS,
    DESTROY_DRAFTED,
    DESTROY_DRAWN,
    DRAFTING,
    END_TURN,
    MAKE,
    MAKE_GARMENT,
    MIX,
    MIX_PAIR,
    OVER,
    STOP_MIXING,
    STORE,
    STORE_DRAWN,
    TAKE_CARD,
    Constants,
    State,
    ability_times,
    ability_verb,
)  # fmt: skip

# ---------------------------------------------------------------------- names


def name_pair(c: Constants, k: int) -> tuple[str, str, str]:
    """Two colours and what they make."""
    return COLOUR_NAMES[c.pair[k, 0]], COLOUR_NAMES[c.pair[k, 1]], COLOUR_NAMES[c.pair[k, 2]]


def name_ability(code: int) -> str:
    """`mix 2`, `make a garment`."""
    verb = ability_verb(code)
    return "make a garment" if verb == MAKE else f"{verb_name(verb)} {ability_times(code)}"


def join_words(words: Iterable[str], last: str = "and") -> str:
    """`Wool, Silk and Madder`."""
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def name_cards(cards: Iterable[int]) -> str:
    """`Wool, 2 Silk and Madder`."""
    counted = Counter(CARD_NAMES[card] for card in cards)
    return join_words(f"{n} {name}" if n > 1 else name for name, n in counted.items())


def name_colours(colours: Iterable[str]) -> str:
    """`2 red and 1 amber`."""
    return join_words(f"{n} {colour}" for colour, n in Counter(colours).items())


def list_colours(pips: Row) -> tuple[str, ...]:
    """One colour id per pip."""
    return tuple(colour for colour, n in zip(COLOUR_NAMES, list_numbers(pips), strict=True) for _ in range(n))


def say_stars(n: int) -> str:
    """`1 star`, `2 stars`."""
    return f"{n} star" if n == 1 else f"{n} stars"


def say_times(n: int) -> str:
    """`once`, `twice`, `3 times`."""
    return ("", "once", "twice")[n] if n < 3 else f"{n} times"


def count_drawn(s: State, seat: int) -> int:
    """How many drawn cards a seat has."""
    return sum(list_numbers(s.drawn[seat]))


def list_lacks(c: Constants, s: State, seat: int, g: int) -> list[str]:
    """The colours a seat's wheel misses for a garment, one id per pip; for a spectator all it costs."""
    wheel = list_numbers(s.wheel[seat]) if seat >= 0 else [0] * COLOURS
    needed = zip(COLOUR_NAMES, list_numbers(c.cost[g]), wheel, strict=True)
    return [colour for colour, cost, stored in needed for _ in range(cost - stored)]


# ---------------------------------------------------------------------- actions


def action(c: Constants, a: int) -> str:
    """`take Madder`, `destroy Madder`, `store Madder`, `mix red and yellow`, `make Kermes Crimson Robe`, …."""
    if a < DESTROY_DRAFTED:
        return f"take {CARD_NAMES[a - TAKE_CARD]}"
    if a < STORE_DRAWN:
        return f"destroy {CARD_NAMES[a - DESTROY_DRAFTED]}"
    if a < DESTROY_DRAWN:
        return f"store {CARD_NAMES[a - STORE_DRAWN]}"
    if a < MIX_PAIR:
        return f"destroy drawn {CARD_NAMES[a - DESTROY_DRAWN]}"
    if a < STOP_MIXING:
        return "mix {} and {}".format(*name_pair(c, a - MIX_PAIR))
    if a == STOP_MIXING:
        return "stop mixing"
    return f"make {GARMENT_NAMES[a - MAKE_GARMENT]}" if a < END_TURN else "end turn"


def path(c: Constants, a: int) -> TouchPath:
    """The card, the garment, or two colours in any order. A pick is said twice: the last one in is final."""
    if a < DESTROY_DRAFTED:
        return f"hand:{CARD_IDS[a - TAKE_CARD]}", "button:take"
    if a < STORE_DRAWN:
        return (f"drafted:{CARD_IDS[a - DESTROY_DRAFTED]}",)
    if a < MIX_PAIR:  # cards are stored or destroyed, never both at once
        return (f"drawn:{CARD_IDS[a - (STORE_DRAWN if a < DESTROY_DRAWN else DESTROY_DRAWN)]}",)
    if a < STOP_MIXING:
        one, other, _ = name_pair(c, a - MIX_PAIR)
        return ((f"wheel:{one}", f"wheel:{other}"),)
    if a == STOP_MIXING:
        return ("button:stop",)
    return (f"garment:{GARMENT_IDS[a - MAKE_GARMENT]}",) if a < END_TURN else ("button:end",)


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 3 of 8, pick 2`."""
    if s.phase == OVER:
        return "The game is over"
    now = f"pick {s.pick}" if s.phase == DRAFTING else f"turn {s.turns + 1} of {c.seats}"
    return f"Round {s.round} of {c.rounds}, {now}"


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.phase == DRAFTING:
        return "Choose one card to keep"
    if s.phase == OVER:
        return "The game is over"
    if s.waiting == 0:
        return "Destroy a drafted card, or end your turn"
    verb, n = ability_verb(s.queue[0]), ability_times(s.queue[0])
    if verb == MIX:
        return f"Mix two colours, up to {say_times(n)}"
    if verb == MAKE:
        return "Choose the garment to make"
    cards = f"{min(n, count_drawn(s, s.turn))} of your drawn cards"
    return f"Choose {cards} to store" if verb == STORE else f"Choose {cards} to destroy"
