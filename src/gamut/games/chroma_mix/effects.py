"""What cards do: prints with their one-time effects, and what answers a mix or a refill.

Clause numbers are those of RULES.md.
"""

from __future__ import annotations

from gamut.games.chroma_mix.mixing import forget_chosen
from gamut.games.chroma_mix.pending import note, one_less, pop, push
from gamut.games.chroma_mix.record import (
    ADDING,
    BILLY,
    CARD_ADDED,
    CORAL,
    EMERALD,
    FOLLOWING,
    FUCHSIA,
    JUNGLE,
    KEY,
    KINDS,
    LAYING,
    LIGHT_YELLOW,
    MIX,
    MUSTARD,
    OFFERING,
    ORANGE,
    ORDERING,
    PALE_MAGENTA,
    SLATE_GRAY,
    WATCHING,
    Constants,
    State,
    chosen_kind,
    chosen_source,
)  # fmt: skip
from gamut.games.chroma_mix.supply import RANK_1, fill_rows, put_away, remove, take

# ---------------------------------------------------------------------- printing


def can_print(s: State, seat: int, kind: int) -> bool:
    """Clauses 3.1 and 3.4: the card is in the hand, and no second Emerald Green would lie in play."""
    return s.hand[seat, kind] > 0 and not (kind == EMERALD and s.play[seat, EMERALD] > 0)


def lay(s: State, seat: int, kind: int) -> None:
    """A card goes from the hand into play; that is a print, with or without its effect."""
    s.hand[seat, kind] -= 1
    s.play[seat, kind] += 1
    s.prints = 1


def print_card(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 3.1 and 3.2: a card goes into play, and what it does once begins."""
    lay(s, seat, kind)
    if c.once[kind]:
        push(s, c.once[kind], seat, kind, c.times[kind])
    elif kind == CORAL and s.supply[PALE_MAGENTA]:
        take(s, seat, PALE_MAGENTA)
        note(s, CARD_ADDED, PALE_MAGENTA)


def addable(cause: int) -> int:
    """Clauses 7.1 and 7.2: the set of rank-1 kinds that a card may add; two of them never add their own."""
    return RANK_1 & ~(1 << cause) if cause < LIGHT_YELLOW else RANK_1


def add_paint(s: State, seat: int, kind: int) -> None:
    """A rank-1 card comes into the hand; what Fuchsia adds may be printed at once."""
    cause = s.cause[s.depth - 1]
    take(s, seat, kind)
    one_less(s)
    if cause == FUCHSIA:
        push(s, OFFERING, seat, FUCHSIA, kind)


def add_equal(s: State, seat: int, kind: int) -> None:
    """Clause 7.3: as many of one pile as the card says and the pile has."""
    for _ in range(min(s.more[s.depth - 1], s.supply[kind])):
        take(s, seat, kind)
    pop(s)


def trade(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 1.7 and 7.6: Prism's discarded card is put away, then a rank-2 card is taken."""
    discard_chosen(s, seat)
    take(s, seat, kind)
    pop(s)
    fill_rows(c, s)


def discard_chosen(s: State, seat: int) -> None:
    """Put away all cards that were put forward."""
    for i in range(s.many):
        remove(s, seat, chosen_source(s, i))
        put_away(s, chosen_kind(s, i))
    forget_chosen(s)


# ---------------------------------------------------------------------- Lavender


def choose_part(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 1.7 and 7.8: the second part settles it: discard, take both, fill the rows, then print them."""
    if s.parts[0] == 0:
        s.parts[0] = kind + 1
        return
    first, second = s.parts[0] - 1, kind
    if first > second:
        first, second = second, first
    discard_chosen(s, seat)
    take(s, seat, first)
    take(s, seat, second)
    fill_rows(c, s)
    s.parts[0], s.parts[1] = first + 1, second + 1
    s.what[s.depth - 1] = ORDERING


def print_parts(c: Constants, s: State, seat: int, first: int) -> None:
    """Print one of Lavender's two cards; the other follows when all of its effects are done."""
    second = s.parts[0] + s.parts[1] - 2 - first
    s.parts[0] = s.parts[1] = 0
    s.what[s.depth - 1] = FOLLOWING
    s.more[s.depth - 1] = second
    print_card(c, s, seat, first)


# ---------------------------------------------------------------------- refilling


def may_return(s: State, seat: int, kind: int) -> bool:
    """Clauses 5.2 and 5.5: in ascending order; Mustard does not come back when something was tucked under it."""
    return s.play[seat, kind] > 0 and 2 * kind >= s.floor and not (kind == MUSTARD and s.tucks > 0)


def may_tuck(s: State, seat: int, kind: int) -> bool:
    """Clause 5.5: up to two of the cards, with Mustard in play."""
    if s.play[seat, MUSTARD] == 0 or s.tucks == 2 or kind == MUSTARD:
        return False
    return s.play[seat, kind] > 0 and 2 * kind + 1 >= s.floor


def return_card(c: Constants, s: State, seat: int, kind: int) -> None:
    """A card comes back from the play area into the hand."""
    remove(s, seat, KINDS + kind)
    s.hand[seat, kind] += 1
    s.floor = 2 * kind
    s.returned += 1
    s.more[s.depth - 1] -= 1
    fill_rows(c, s)


def tuck_card(s: State, seat: int, kind: int) -> None:
    """A card goes under Mustard instead."""
    s.play[seat, kind] -= 1
    s.tucked[kind] += 1
    s.floor = 2 * kind + 1
    s.tucks += 1
    s.more[s.depth - 1] -= 1


def end_refill(s: State, seat: int) -> None:
    """Clause 5.3: when the refill is done, every Jungle that is still in play adds a card."""
    pop(s)
    s.floor = s.returned = s.tucks = 0
    if s.play[seat, JUNGLE]:
        push(s, ADDING, seat, JUNGLE, s.play[seat, JUNGLE])


# ---------------------------------------------------------------------- mixing


def finish_mix(c: Constants, s: State, seat: int, kind: int) -> None:
    """Clauses 1.7, 4.1 and 4.6: pay, take, fill the rows; then Orange, then the neighbour's Slate Gray."""
    discard_chosen(s, seat)
    take(s, seat, kind)
    pop(s)
    fill_rows(c, s)
    s.mixes += 1
    watch(c, s, seat)
    if s.play[seat, ORANGE] and can_print(s, seat, kind):
        push(s, LAYING, seat, ORANGE, kind)


def watch(c: Constants, s: State, mixer: int) -> None:
    """Clause 4.9: the player before the mixer is asked once for every Slate Gray in play."""
    owner = (mixer - 1) % c.players
    if s.play[owner, SLATE_GRAY]:
        push(s, WATCHING, owner, SLATE_GRAY, s.play[owner, SLATE_GRAY])


def lay_mixed(s: State, seat: int) -> None:
    """Clauses 4.8 and 6.2: what was mixed goes into play without its effect; a Key waits for the next turn."""
    kind = s.more[s.depth - 1]
    pop(s)
    lay(s, seat, kind)
    if kind == KEY:
        s.key_waits = 1


def finish_billys_mix(c: Constants, s: State, kind: int) -> None:
    """Clause 9.4: the cards paid and the MIX card go to Billy's discard pile."""
    for i in range(s.many):
        s.hand[BILLY, chosen_kind(s, i)] -= 1
        s.spent[chosen_kind(s, i)] += 1
    forget_chosen(s)
    s.spent[MIX] += 1
    take(s, BILLY, kind)
    one_less(s)
    fill_rows(c, s)
    watch(c, s, BILLY)
