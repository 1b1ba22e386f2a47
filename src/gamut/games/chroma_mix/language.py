"""What Chroma Mix says: names, action texts and paths, questions. The log is in `log`, why not in `reasons`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamut.games.chroma_mix.billy import billys_aims
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.effects import addable
from gamut.games.chroma_mix.mixing import has_raspberry, results
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ADD_PLAY,
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    ALSO_PRINT,
    BILLY_PAYS,
    DISCARD_HAND,
    DISCARD_PLAY,
    DONE,
    END_TURN,
    HELPING,
    KEEP_IT,
    KINDS,
    LAYING,
    LIGHT_YELLOW,
    MIX_HAND,
    MIX_PLAY,
    MIXING,
    OFFERING,
    ORDERING,
    OVER,
    PARTING,
    PASS,
    PRINT,
    PRINT_IT,
    PRINTING,
    REFILL,
    REFILLING,
    RETURN,
    SWAP,
    SWAP_NOTHING,
    SWAPPING,
    TAKE,
    TRADING,
    TUCK,
    Constants,
    State,
    chosen_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import RANK_1, in_pile, open_cards
from gamut.games.chroma_mix.turns import may_mix, may_print, may_refill

# Where a range of actions begins, its text and its path; {} stands for the card.
RANGES: tuple[tuple[int, str, tuple[str, ...]], ...] = (
    (PRINT, "print {}", ("button:print", "hand:{}")),
    (MIX_HAND, "mix {}", ("button:mix", "hand:{}")),
    (MIX_PLAY, "mix {} in play", ("button:mix", "play:{}")),
    (REFILL, "refill", ("button:refill",)),
    (SWAP, "swap {}", ("button:swap", "hand:{}")),
    (SWAP_NOTHING, "swap nothing", ("button:swap",)),
    (END_TURN, "end turn", ("button:end",)),
    (ADD_HAND, "with {}", ("hand:{}",)),
    (ADD_PLAY, "with {} in play", ("play:{}",)),
    (TAKE, "take {}", ("open:{}",)),
    (ALSO_PRINT, "also print {}", ("hand:{}",)),
    (DISCARD_HAND, "discard {}", ("hand:{}",)),
    (DISCARD_PLAY, "discard {} in play", ("play:{}",)),
    (RETURN, "return {}", ("play:{}",)),
    (TUCK, "tuck {}", ("button:tuck", "play:{}")),
    (DONE, "done", ("button:done",)),
    (PRINT_IT, "print it", ("button:yes",)),
    (KEEP_IT, "keep it", ("button:no",)),
    (PASS, "pass", ("button:pass",)),
    (BILLY_PAYS, "Billy pays {}", ("billy:{}",)),
)


# ---------------------------------------------------------------------- words


def list_counts(row: Any) -> list[int]:
    """A row of counts, all at once."""
    counts: list[int] = row.array.tolist()
    return counts


def list_kinds(kinds: int) -> list[int]:
    """The members of a set of kinds."""
    return [kind for kind in range(KINDS) if kinds >> kind & 1]


def join_words(said: Iterable[str], last: str = "and") -> str:
    """`A, B and C`."""
    words = list(said)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def name_cards(kinds: Iterable[int], last: str = "and") -> str:
    """`Coral, 2 Lemon and Pear`; equal cards together."""
    counts: dict[int, int] = {}
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
    return join_words((NAMES[k] if n == 1 else f"{n} {NAMES[k]}" for k, n in counts.items()), last)


def say_cards(n: int) -> str:
    """`1 card`, `2 cards`."""
    return f"{n} card" if n == 1 else f"{n} cards"


def chosen_kinds(s: State) -> list[int]:
    """The cards put forward in a running choice."""
    return [chosen_kind(s, i) for i in range(s.many)]


# ---------------------------------------------------------------------- actions


def action_range(a: int) -> tuple[int, str, tuple[str, ...]]:
    """The range an action belongs to."""
    return next(one for one in reversed(RANGES) if a >= one[0])


def open_id(kind: int) -> str:
    """The id of a pile, or of a card in the market."""
    return f"{'pile' if in_pile(kind) else 'market'}:{IDS[kind]}"


def action(c: Constants, a: int) -> str:
    """`print Coral`, `mix Cerulean`, `with Fuchsia`, `take Sapphire Blue`, …."""
    start, text, _ = action_range(a)
    return text.format(NAMES[a - start]) if "{}" in text else text


def path(c: Constants, a: int) -> tuple[str, ...]:
    """A button where it has to be said what is meant, then a card."""
    start, _, touches = action_range(a)
    if start == TAKE:
        return (open_id(a - TAKE),)
    return tuple(touch.format(IDS[a - start]) if "{}" in touch else touch for touch in touches)


# ---------------------------------------------------------------------- questions


def headline(c: Constants, s: State, seat: int) -> str:
    """`Round 9`, `Last round, 9`."""
    last = any(s.met[p] for p in range(c.players)) or s.round == c.rounds
    return f"Last round, {s.round}" if last else f"Round {s.round}"


def ask(c: Constants, s: State, seat: int) -> str:
    """The next touch, in words."""
    if s.stage == OVER:
        return "The game is over"
    if s.depth == 0:
        return ask_action(s)
    what, kind = s.what[s.depth - 1], s.more[s.depth - 1]
    cause = NAMES[s.cause[s.depth - 1]] if s.cause[s.depth - 1] >= 0 else ""
    if what == MIXING:
        return ask_mix(c, s, seat)
    if what == HELPING:
        return ask_for_billy(c, s)
    if what == LAYING:
        return f"Orange: print {NAMES[kind]} at once without its effect, or keep it?"
    if what == OFFERING:
        return f"Fuchsia: print {NAMES[kind]} at once, or keep it?"
    if what == REFILLING:
        return ask_refill(s)
    if what == PRINTING:
        return f"Violet: print {'two more cards' if kind == 2 else 'one more card'}, but no Violet"
    if what == PARTING:
        return ask_parting(s)
    if what == ORDERING:
        return "Lavender: which card is printed first?"
    if what == TRADING:
        return "Prism: take a rank-2 card" if s.many else "Prism: discard a card for a rank-2 card, or pass"
    return ask_addition(s, what, kind, cause)


def ask_action(s: State) -> str:
    """What the turn still allows."""
    if s.done == 0:
        return "Print, mix, refill or swap"
    left = [word for word, may in (("print", may_print), ("mix", may_mix), ("refill", may_refill)) if may(s)]
    if left == ["mix"] and s.mixes:
        return "Mix a second time, or end your turn"
    return f"{join_words(left, 'or').capitalize()}, or end your turn"


def ask_mix(c: Constants, s: State, seat: int) -> str:
    """The cards of a mix, or what they make."""
    made = results(c, s, seat, open_cards(s))
    if made and not has_raspberry(s, seat):
        return f"Take {name_cards(list_kinds(made), 'or')}"
    if made:
        return f"Take {name_cards(list_kinds(made), 'or')}, or add a card"
    return "Choose the second card of the mix" if s.many == 1 else "Choose one more card of the mix"


def ask_for_billy(c: Constants, s: State) -> str:
    """The cards of Billy's mix, or what they make."""
    if s.many == 0:
        return "You mix for Billy: choose its first card"
    if s.many == 1:
        return "You mix for Billy: choose its second card"
    made = c.pair[chosen_kind(s, 0), chosen_kind(s, 1)] & billys_aims(c, s, open_cards(s))
    return f"You mix for Billy: take {name_cards(list_kinds(made), 'or')}"


def ask_refill(s: State) -> str:
    """Cards to take back."""
    if s.cause[s.depth - 1] == LIGHT_YELLOW:
        return "Light Yellow: take one card back, or none"
    return "Take cards back from left to right, then say that it is enough"


def ask_parting(s: State) -> str:
    """Lavender's card, then its parts."""
    if s.many == 0:
        return "Lavender: discard a card that two open cards make together"
    whole = NAMES[chosen_kind(s, 0)]
    if s.parts[0]:
        return f"Lavender: {whole} is {NAMES[s.parts[0] - 1]} and which card?"
    return f"Lavender: choose the first of two cards that make {whole}"


def ask_addition(s: State, what: int, more: int, cause: str) -> str:
    """A card to add."""
    if what == SWAPPING:
        return "Swap: take a rank-1 card"
    if what == ADDING_EQUAL:
        return f"{cause}: choose the pile for {more} rank-1 cards"
    if what == ADDING_RANK_2:
        return f"{cause}: add a rank-2 card"
    if what == ADDING:
        which = addable(s.cause[s.depth - 1])
        if which != RANK_1:
            return f"{cause}: add {name_cards(list_kinds(which), 'or')}"
        return f"{cause}: add a rank-1 card" + (f", {more} to come" if more > 1 else "")
    return f"{cause}: add a rank-1 card, or pass"
