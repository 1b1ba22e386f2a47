"""What the actions of Chroma Mix are called, and what a person touches to say them."""

from __future__ import annotations

from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.record import (
    ADD_HAND,
    ADD_PLAY,
    ALSO_PRINT,
    BILLY_PAYS,
    DISCARD_HAND,
    DISCARD_PLAY,
    DONE,
    END_TURN,
    KEEP_IT,
    MIX_HAND,
    MIX_PLAY,
    PASS,
    PRINT,
    PRINT_IT,
    REFILL,
    RETURN,
    SWAP,
    SWAP_NOTHING,
    TAKE,
    TUCK,
    Constants,
)  # fmt: skip
from gamut.games.chroma_mix.supply import in_pile

# action text and path by ranges: where a range begins, {} stands for the card
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


def action_range(a: int) -> tuple[int, str, tuple[str, ...]]:
    """The range an action belongs to."""
    return next(one for one in reversed(RANGES) if a >= one[0])


def open_id(kind: int) -> str:
    """The id of a pile, or of a card in the market."""
    return f"{'pile' if in_pile(kind) else 'market'}:{IDS[kind]}"


def action(c: Constants, a: int) -> str:
    """`print Coral`, `mix Cerulean`, `with Fuchsia`, `take Sapphire Blue`, …."""
    start, text, _ = action_range(a)
    return text.format(NAMES[a - start])


def path(c: Constants, a: int) -> tuple[str, ...]:
    """A button where it has to be said what is meant, then a card."""
    start, _, touches = action_range(a)
    if start == TAKE:
        return (open_id(a - TAKE),)
    return tuple(touch.format(IDS[a - start]) for touch in touches)
