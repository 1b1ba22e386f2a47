"""Why something cannot be touched now, and what an action would waste."""

from __future__ import annotations

from collections.abc import Sequence

from gamut.engine.language import Reason
from gamut.games.chroma_mix.billy import billys_aims, held_by_billy
from gamut.games.chroma_mix.cards import IDS, NAMES, PIGMENT_NAMES, PIGMENTS, pigments_of, readings
from gamut.games.chroma_mix.effects import addable
from gamut.games.chroma_mix.language import (
    action_range,
    ask,
    chosen_kinds,
    join_words,
    list_counts,
    list_kinds,
    name_cards,
    open_id,
)
from gamut.games.chroma_mix.mixing import (
    add_card,
    can_part,
    chosen_copies,
    chosen_sums,
    has_coral,
    has_raspberry,
    made_of,
)
from gamut.games.chroma_mix.offers import decider
from gamut.games.chroma_mix.record import (
    ADDING,
    ADDING_EQUAL,
    ADDING_RANK_2,
    ALSO_PRINT,
    BILLY,
    BURGUNDY,
    CERULEAN,
    DONE,
    EMERALD,
    FUCHSIA,
    HELPING,
    JUNGLE,
    KINDS,
    LAVENDER,
    MIXING,
    MUSTARD,
    OVER,
    PARTING,
    PAYABLE,
    PRINT,
    PRINT_IT,
    PRINTED,
    PRINTING,
    RASPBERRY,
    REFILLED,
    REFILLING,
    SLATE_GRAY,
    SWAPPING,
    TAKE,
    TRADING,
    VIOLET,
    Constants,
    State,
    chosen_kind,
    chosen_source,
    lies_in_play,
    source_kind,
)  # fmt: skip
from gamut.games.chroma_mix.supply import in_pile, open_cards, open_paints, open_rank_2
from gamut.games.chroma_mix.turns import can_part_something, may_mix, may_print, may_refill

NUMBERS = {id: k for k, id in enumerate(IDS)}
FIRST_AN_ACTION = "Choose first what to do: print, mix, refill or swap."


# ---------------------------------------------------------------------- why not


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    """Why a card, pile or button cannot be touched now; None if there is no such thing."""
    place, _, id = touched.partition(":")
    if s.stage == OVER:
        return Reason("The game is over.")
    if seat != decider(s):
        return Reason("Somebody else decides now.")
    if place == "button":
        if touches:
            return Reason(f"Choose a card for {touches[0].partition(':')[2]} first.")
        return why_not_button(c, s, seat, id)
    kind = NUMBERS.get(id, -1)
    if kind < 0:
        return None
    missing = why_not_there(s, seat, place, kind)
    if missing:
        return missing
    if s.depth == 0:
        return why_not_yet(c, s, seat, touches, place, kind)
    return why_not_waiting(c, s, seat, place, kind) or Reason(f"Now: {say_small(ask(c, s, seat))}.")


def say_small(text: str) -> str:
    """A sentence as part of another; names keep their capital."""
    return text if text.split()[0].strip(":") in " ".join(NAMES).split() else text[0].lower() + text[1:]


def why_not_there(s: State, seat: int, place: str, kind: int) -> Reason | None:
    """Why a card cannot be touched where it does not lie."""
    name = NAMES[kind]
    if place == "hand" and not s.hand[seat, kind]:
        return Reason(f"You have no {name} in your hand.")
    if place == "play" and not s.play[seat, kind]:
        return Reason(f"No {name} lies in your play area.")
    if place == "billy" and not s.hand[BILLY, kind]:
        return Reason(f"Billy holds no {name}.")
    if place in ("pile", "market") and not open_cards(s) >> kind & 1:
        return Reason(f"The pile of {name} is empty." if in_pile(kind) else f"No {name} lies in the market.")
    return None


# ---------------------------------------------------------------------- the choice of an action


def why_not_button(c: Constants, s: State, seat: int, id: str) -> Reason | None:
    """Why an action or an answer is not possible."""
    if id in ("done", "yes", "no", "pass", "tuck", "end") or s.depth:
        return why_not_answer(c, s, seat, id)
    used = {"print": s.done & PRINTED, "mix": s.mixes, "refill": s.done & REFILLED}.get(id, 0)
    allowed = {"print": may_print, "mix": may_mix, "refill": may_refill}.get(id)
    if allowed is None:
        return why_not_swap(s, seat) if id == "swap" else None
    if not allowed(s):
        if not used:
            return Reason("A turn is one action; only Key allows more.")
        if id == "mix":
            text = "You have mixed twice in this turn." if s.mixes == 2 else "A second mix needs a Lemon in play."
            return Reason(text)
        return Reason(f"You have {'printed' if id == 'print' else 'refilled'} in this turn already.")
    if id == "print":
        return why_not_print(s, seat)
    return Reason(say_no_mix(s, seat)) if id == "mix" else None


def why_not_answer(c: Constants, s: State, seat: int, id: str) -> Reason:
    """Why a button that answers something has nothing to answer."""
    if id == "end" and s.depth == 0:
        return Reason("Do something first: a refill of no card is always possible.")
    if id == "tuck" and s.depth and s.what[s.depth - 1] == REFILLING:
        if s.play[seat, MUSTARD] == 0:
            return Reason("Only with Mustard in play can cards be tucked.")
        return Reason("Two cards are tucked already." if s.tucks == 2 else "No card is left to tuck.")
    return Reason(f"Now: {say_small(ask(c, s, seat))}.")


def why_not_print(s: State, seat: int) -> Reason:
    """Why nothing can be printed."""
    if s.hand[seat, EMERALD]:
        return Reason("Only one Emerald Green may lie in your play area.", ("hand:emerald", "play:emerald"))
    return Reason("Your hand has no card to print.")


def why_not_swap(s: State, seat: int) -> Reason:
    """Why no swap is possible."""
    if s.done:
        return Reason("A swap is a turn of its own.")
    if any(list_counts(s.hand[seat])):
        return Reason("All rank-1 piles are empty.")
    return Reason("Your hand is empty, and there is no Light Yellow to take.", ("pile:light-yellow",))


def say_no_mix(s: State, seat: int) -> str:
    """Why no mix is possible."""
    where = "hand and play area" if has_coral(s, seat) else "hand"
    return f"No cards of your {where} make an open card together."


def why_not_yet(c: Constants, s: State, seat: int, touches: Sequence[str], place: str, kind: int) -> Reason:
    """Why a card does not fit to the action that is being said."""
    button = touches[0].partition(":")[2] if touches else ""
    if button == "print":
        if place == "hand":
            return why_not_print(s, seat)
        return Reason("Print a card of your hand.")
    if button == "mix":
        return why_not_first(c, s, seat, place, kind)
    if button == "swap":
        return Reason("Choose the card of your hand that you give.")
    return Reason(FIRST_AN_ACTION if s.done == 0 else "Choose first how to go on, or end your turn.")


def why_not_first(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason:
    """Why a card is no part of a mix."""
    if place == "play" and not has_coral(s, seat):
        return Reason("Cards in play can be mixed only while a Coral lies there.", (f"play:{IDS[kind]}",))
    if place not in ("hand", "play"):
        return Reason("Choose first the cards that you mix.")
    if kind >= PAYABLE:
        return Reason("A rank-4 card is no part of a mix: no card has more than four pigments.")
    return Reason(f"With none of your cards does {NAMES[kind]} make an open card.", (f"{place}:{IDS[kind]}",))


# ---------------------------------------------------------------------- what waits


def why_not_waiting(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason | None:
    """Why a card is no answer to what is asked; None: what is asked says enough."""
    what, cause = s.what[s.depth - 1], s.cause[s.depth - 1]
    if what == MIXING:
        return why_not_in_mix(c, s, seat, place, kind)
    if what == HELPING:
        return why_not_for_billy(c, s, place, kind)
    if what == REFILLING:
        return why_not_back(s, seat, place, kind)
    if what == PRINTING and place == "hand":
        return Reason("Violet prints no Violet.") if kind == VIOLET else why_not_print(s, seat)
    if what == PARTING:
        return why_not_parted(c, s, place, kind)
    if what == ADDING and place == "pile" and not addable(cause) >> kind & 1 and kind < CERULEAN:
        return Reason(f"{NAMES[cause]} adds {name_cards(list_kinds(addable(cause)), 'or')}.")
    rank_2 = what == ADDING_RANK_2 or (what == TRADING and s.many > 0)
    if rank_2 and place in ("pile", "market"):
        return Reason(f"{NAMES[cause]} adds a rank-2 card of the market.")
    return None


def say_pigments(pigments: str) -> str:
    """`cyan and 2 yellow`."""
    counts = ((pigments.count(letter), name) for letter, name in zip(PIGMENTS, PIGMENT_NAMES, strict=True))
    return join_words(f"{n} {name}" if n > 1 else name for n, name in counts if n)


def say_sum(c: Constants, sums: int) -> str:
    """`cyan and 2 yellow`, `2 cyan or 2 magenta`: what some cards may have together."""
    return " or ".join(say_pigments(pigments_of(n)) for n in range(27) if sums >> n & 1)


def why_not_in_mix(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason | None:
    """Why a card does not go with those put forward, or is not what they make."""
    paid, pieces = name_cards(chosen_kinds(s)), tuple(say_chosen(s))
    if place in ("pile", "market"):
        made = say_sum(c, chosen_sums(c, s))
        wants = " or ".join(map(say_pigments, readings(kind)))
        pieces = (*pieces, open_id(kind))
        if s.many == 1 and not has_raspberry(s, seat):
            return Reason("A mix takes two cards: choose the second one first.", pieces)
        return Reason(f"{paid} {'has' if s.many == 1 else 'have'} {made}; {NAMES[kind]} needs {wants}.", pieces)
    if place == "play" and not has_coral(s, seat):
        return Reason("Cards in play can be mixed only while a Coral lies there.")
    if s.many == 2 and not has_raspberry(s, seat):
        return Reason("A mix takes two cards; only Raspberry allows more.", pieces)
    if kind >= PAYABLE:
        return Reason("A rank-4 card is no part of a mix: no card has more than four pigments.")
    cards, source = (s.hand[seat], kind) if place == "hand" else (s.play[seat], KINDS + kind)
    if cards[kind] == chosen_copies(s, source):
        return Reason(f"All copies of {NAMES[kind]} there are put forward already.", pieces)
    return why_not_added(c, s, kind, paid, (*pieces, f"{place}:{IDS[kind]}"))


def why_not_added(c: Constants, s: State, kind: int, paid: str, pieces: tuple[str, ...]) -> Reason:
    """Why one more card leads to nothing: no card has such pigments, or it does not lie open."""
    sums = add_card(c, chosen_sums(c, s), kind)
    made = made_of(c, sums) & in_game(s)
    if made == 0:
        return Reason(f"No card has the pigments of {paid} and {NAMES[kind]} together.", pieces)
    closed = name_cards(list_kinds(made), "or")
    return Reason(f"{paid} and {NAMES[kind]} make {closed}, which does not lie open.", pieces)


def in_game(s: State) -> int:
    """The set of kinds of this game: of the special cards only one."""
    return (1 << BURGUNDY) - 1 | (1 << s.special if s.special else 0)


def say_chosen(s: State) -> list[str]:
    """The ids of the cards put forward."""
    sources = [chosen_source(s, i) for i in range(s.many)]
    return [f"{'play' if lies_in_play(k) else 'hand'}:{IDS[source_kind(k)]}" for k in sources]


def why_not_for_billy(c: Constants, s: State, place: str, kind: int) -> Reason | None:
    """Why Billy may not mix that."""
    if place not in ("billy", "pile", "market"):
        return Reason("It is Billy's mix: its own cards are used.")
    aims = billys_aims(c, s, open_cards(s))
    if place == "billy":
        if s.many == 2:
            return Reason("Billy mixes two cards.")
        must = "a card that it does not hold" if not aims & held_by_billy(s) else "an open card"
        return Reason(f"With {NAMES[kind]} Billy cannot mix {must}.", (f"billy:{IDS[kind]}",))
    if s.many < 2:
        return Reason("Choose first the two cards that Billy mixes.")
    if not aims >> kind & 1:
        text = f"Billy holds {NAMES[kind]} and can mix a card that it does not hold."
        return Reason(text, (f"billy:{IDS[kind]}",))
    return Reason(f"{name_cards(chosen_kinds(s))} do not make {NAMES[kind]}.", (open_id(kind),))


def why_not_back(s: State, seat: int, place: str, kind: int) -> Reason:
    """Why a card does not come back."""
    if place != "play":
        return Reason("A refill takes back cards of your play area.")
    if kind == MUSTARD and s.tucks:
        return Reason("Cards were tucked under Mustard in this refill, so it stays.", ("play:mustard",))
    return Reason("Cards come back from left to right, and this one stands further left.", (f"play:{IDS[kind]}",))


def why_not_parted(c: Constants, s: State, place: str, kind: int) -> Reason | None:
    """Why Lavender cannot take that."""
    mine = place in ("hand", "play")
    if s.many == 0:
        if not mine:
            return Reason("Choose first the card that Lavender discards.")
        if kind < CERULEAN:
            return Reason("Lavender discards a card of rank 2, 3 or 4.")
        return Reason(f"No two open cards make {NAMES[kind]} together.", (f"{place}:{IDS[kind]}",))
    whole = chosen_kind(s, 0)
    if mine:
        return None
    if s.parts[0]:
        return Reason(f"{NAMES[s.parts[0] - 1]} and {NAMES[kind]} do not make {NAMES[whole]}.", (open_id(kind),))
    return Reason(f"With no open card does {NAMES[kind]} make {NAMES[whole]}.", (open_id(kind),))


# ---------------------------------------------------------------------- what would be wasted


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """True waste: an effect that finds nothing, a refill of nothing, a swap for the same card."""
    start = action_range(a)[0]
    kind = a - start
    if start in (PRINT, ALSO_PRINT):
        return say_idle(c, s, seat, kind)
    if start == PRINT_IT and s.cause[s.depth - 1] == FUCHSIA:
        return say_idle(c, s, seat, s.more[s.depth - 1])
    if start == DONE:
        own = s.cause[s.depth - 1] < 0 and s.returned + s.tucks == 0
        idle = own and not s.play[seat, JUNGLE]
        return "Nothing comes back, and no Jungle answers: the refill does nothing." if idle else ""
    return warn_of_taking(s, kind) if start == TAKE and s.depth else ""


def warn_of_taking(s: State, kind: int) -> str:
    """A pile with too few cards, or the same card back."""
    what, more = s.what[s.depth - 1], s.more[s.depth - 1]
    if what == ADDING_EQUAL and s.supply[kind] < more:
        fuller = any(s.supply[k] > s.supply[kind] for k in range(CERULEAN))
        return f"The pile has only {s.supply[kind]} of {more}." if fuller else ""
    if what == SWAPPING and chosen_kind(s, 0) == kind:
        return f"You would get {NAMES[kind]} for {NAMES[kind]}."
    return ""


def say_idle(c: Constants, s: State, seat: int, kind: int) -> str:
    """What a card would do once finds nothing; cards with a lasting effect are never wasted."""
    paints, rest = open_paints(s), sum(list_counts(s.hand[seat])) - 1
    idle = {
        ADDING: paints & addable(kind) == 0 and "the rank-1 piles are empty",
        ADDING_EQUAL: paints == 0 and "the rank-1 piles are empty",
        ADDING_RANK_2: open_rank_2(s) == 0 and "no rank-2 card lies open",
        TRADING: open_rank_2(s) == 0 and "no rank-2 card lies open",
        PRINTING: rest == s.hand[seat, VIOLET] - 1 and "your hand has nothing else to print",
        PARTING: not would_part(c, s, seat) and "no two open cards make one of yours",
    }.get(c.once[kind], False)
    return f"{NAMES[kind]} would do nothing: {idle}." if idle and kind not in (SLATE_GRAY, RASPBERRY) else ""


def would_part(c: Constants, s: State, seat: int) -> bool:
    """Whether Lavender, once printed, would find a card, be it itself."""
    return can_part(c, s, LAVENDER, open_cards(s)) or can_part_something(c, s, seat)
