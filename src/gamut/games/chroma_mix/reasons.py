"""Why a piece of Chroma Mix cannot be touched, and what an action would waste."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gamut.engine.presentation import Reason, format_count, join_words
from gamut.engine.strict import row_to_list
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_hand, billy_targets
from gamut.games.chroma_mix.cards import IDS, NAMES, PIGMENT_NAMES, PIGMENTS, decode_sum, pigment_readings
from gamut.games.chroma_mix.effects import gainable_inks
from gamut.games.chroma_mix.legal import current_decider
from gamut.games.chroma_mix.market import available_cards, available_inks, available_rank_2, has_pile, is_in_game
from gamut.games.chroma_mix.mixing import (
    add_pigments,
    can_mix,
    can_split,
    can_split_any,
    chosen_sums,
    count_chosen,
    has_coral,
    has_raspberry,
    kinds_with_sums,
)
from gamut.games.chroma_mix.presentation import available_id, chosen_kinds, list_kinds, name_cards, prompt
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.turns import can_print_any, may_mix, may_print, may_refill

NUMBERS = {id: k for k, id in enumerate(IDS)}
ANSWER_BUTTONS = ("done", "yes", "no", "pass", "tuck", "end")
NEEDS_CORAL = "You can mix cards in play only with Coral in play."
RANK_4 = "Rank-4 cards can't be mixed further."
PURPOSES = {"print": "to print", "mix": "to mix", "swap": "to discard", "tuck": "to tuck"}  # by button


NOTHING_TO_RETURN = "You have no cards in play, so a refill would only end your turn."
UNDO_MIX = "Undo first to choose another action."

# ---------------------------------------------------------------------- why not


def why_not(c: Constants, s: State, seat: int, touches: Sequence[str], touched: str) -> Reason | None:
    place, _, id = touched.partition(":")
    if s.stage == rec.OVER:
        return Reason("The game is over.")
    if seat != current_decider(s):
        return Reason("It's not your turn.")
    if place == "button":
        if touches:
            purpose = PURPOSES.get(touches[0].partition(":")[2], "")
            return Reason(f"First choose a card {purpose}.".replace(" .", "."))
        return why_not_button(c, s, seat, id)
    kind = NUMBERS.get(id, -1)
    if kind < 0:
        return None
    if missing := why_not_there(s, seat, place, kind):
        return missing
    if s.depth == 0:
        return why_not_action(c, s, seat, touches, place, kind)
    return why_not_for_decision(c, s, seat, place, kind) or not_now(c, s, seat)


def list_mixes(c: Constants, s: State, seat: int, kind: int) -> list[tuple[int, int]]:
    """Return the pairs of the player's cards that make a card."""
    own = row_to_list(s.hand[seat])
    if has_coral(s, seat):
        own = [a + b for a, b in zip(own, row_to_list(s.play[seat]), strict=True)]
    held = [k for k in range(rec.MIXABLE) if own[k]]
    return [
        (a, b)
        for a in held
        for b in held
        if a <= b and c.pair_makes[a, b] >> kind & 1 and own[b] > (1 if a == b else 0)
    ]


def not_now(c: Constants, s: State, seat: int) -> Reason:
    text = prompt(c, s, seat)
    return Reason(f"Not now. {text}" + ("" if text.endswith("?") else "."))


def why_not_there(s: State, seat: int, place: str, kind: int) -> Reason | None:
    name = NAMES[kind]
    if place == "hand" and not s.hand[seat, kind]:
        return Reason(f"You have no {name} in your hand.")
    if place == "play" and not s.play[seat, kind]:
        return Reason(f"You have no {name} in play.")
    if place == "billy" and not s.hand[rec.BILLY, kind]:
        return Reason(f"Billy has no {name}.")
    if place in ("pile", "market") and not available_cards(s) >> kind & 1:
        return Reason(f"The {name} pile is empty." if has_pile(kind) else f"There is no {name} in the market.")
    return None


# ---------------------------------------------------------------------- the choice of an action


def why_not_button(c: Constants, s: State, seat: int, id: str) -> Reason | None:
    if id in ANSWER_BUTTONS or s.depth:
        return why_not_answer(c, s, seat, id)
    if id == "swap":
        return why_not_swap(s, seat)
    if id == "print":
        if may_print(s):
            return why_not_print(s, seat)
        return why_not_again(s.actions_done & rec.PRINTED, "You have already printed this turn.")
    if id == "mix":
        if may_mix(s):
            cards = "cards" if has_raspberry(s, seat) else "two cards"
            where = "hand and play area" if has_coral(s, seat) else "hand"
            return Reason(f"No {cards} in your {where} make a card that is on offer.")
        return why_not_again(
            s.mixes_done,
            "You have already mixed twice this turn." if s.mixes_done == 2 else "A second mix needs Lemon in play.",
        )
    if id == "refill" and not may_refill(s):
        return why_not_again(s.actions_done & rec.REFILLED, "You have already refilled this turn.")
    return None


def why_not_again(done: int, text: str) -> Reason:
    """Return the text if the action was done in this turn, otherwise that a turn is one action."""
    return Reason(text if done else "One action per turn (Key in play lets you do more).")


def why_not_answer(c: Constants, s: State, seat: int, id: str) -> Reason:
    if id == "end" and s.depth == 0:
        return Reason("You have to take an action. You can always refill without returning any cards.")
    if id == "tuck" and rec.current_decision(s) == rec.REFILLING:
        if s.play[seat, rec.MUSTARD] == 0:
            return Reason("You can tuck cards only with Mustard in play.")
        return Reason("You have already tucked two cards." if s.refill_tucked == 2 else "No card is left to tuck.")
    reason = not_now(c, s, seat)
    in_mix = rec.current_decision(s) == rec.MIXING and id not in ANSWER_BUTTONS
    return Reason(f"{reason.text} {UNDO_MIX}") if in_mix else reason


def why_not_print(s: State, seat: int) -> Reason:
    if s.hand[seat, rec.EMERALD]:
        return Reason("You may have only one Emerald Green in play.", ("hand:emerald", "play:emerald"))
    return Reason("You have no card to print.")


def why_not_swap(s: State, seat: int) -> Reason:
    if s.actions_done:
        return Reason("A swap has to be your only action in a turn.")
    if any(row_to_list(s.hand[seat])):
        return Reason("All ink piles are empty.")
    return Reason("Your hand is empty, and no Light Yellow is left.", ("pile:light-yellow",))


def why_not_action(c: Constants, s: State, seat: int, touches: Sequence[str], place: str, kind: int) -> Reason:
    """Return why a card does not fit the action whose button was touched, or which action it needs."""
    button = touches[0].partition(":")[2] if touches else ""
    if button == "print":
        return why_not_print(s, seat) if place == "hand" else Reason("You can print only cards from your hand.")
    if button == "mix":
        return why_not_mix_start(c, s, seat, place, kind)
    if button == "swap":
        return Reason("Choose a card from your hand to discard.")
    if s.actions_done:
        return Reason("Choose another action, or end your turn.")
    if place in ("pile", "market"):
        return why_not_gain(c, s, seat, kind)
    if place == "hand":
        return Reason("Choose an action for it first: Print, Mix or Swap.")
    return Reason("Choose an action first: Print, Mix, Refill or Swap.")


def why_not_gain(c: Constants, s: State, seat: int, kind: int) -> Reason:
    """Return how a card on offer can be gained now, or that it cannot."""
    if mixes := list_mixes(c, s, seat, kind):
        return Reason(f"Choose Mix first, then {name_cards(mixes[0])}.", (available_id(kind),))
    if kind < rec.INKS:
        return Reason("Choose Swap first, or print a card that lets you gain an ink.", (available_id(kind),))
    cards = "cards" if has_raspberry(s, seat) else "two cards"
    where = "hand and play area" if has_coral(s, seat) else "hand"
    return Reason(f"No {cards} in your {where} make {NAMES[kind]}.", (available_id(kind),))


def why_not_mix_start(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason:
    if place == "play" and not has_coral(s, seat):
        return Reason(NEEDS_CORAL, (f"play:{IDS[kind]}",))
    if place not in ("hand", "play"):
        mixes = list_mixes(c, s, seat, kind)
        return Reason(f"First choose {name_cards(mixes[0])}.") if mixes else why_not_gain(c, s, seat, kind)
    if kind >= rec.MIXABLE:
        return Reason(RANK_4)
    return Reason(f"{NAMES[kind]} doesn't combine with any of your cards.", (f"{place}:{IDS[kind]}",))


# ---------------------------------------------------------------------- other decisions


def why_not_for_decision(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason | None:
    """Return why a card does not fit the current decision; None: the prompt says enough."""
    decision, cause = rec.current_decision(s), s.cause[s.depth - 1]
    if decision == rec.MIXING:
        return why_not_in_mix(c, s, seat, place, kind)
    if decision == rec.BILLY_MIX:
        return why_not_for_billy(c, s, place, kind)
    if decision == rec.REFILLING:
        return why_not_return(s, place, kind)
    if decision == rec.VIOLET_PRINT and place == "hand":
        return Reason("Violet can't print another Violet.") if kind == rec.VIOLET else why_not_print(s, seat)
    if decision == rec.LAVENDER_SPLIT:
        return why_not_split(s, place, kind)
    if decision == rec.GAIN_INK and place == "pile" and kind < rec.INKS:
        return Reason(f"With {NAMES[cause]} you gain {name_cards(list_kinds(gainable_inks(cause)), 'or')}.")
    gains_rank_2 = decision == rec.GAIN_RANK_2 or (decision == rec.PRISM_TRADE and s.n_chosen > 0)
    if gains_rank_2 and place in ("pile", "market"):
        return Reason(f"With {NAMES[cause]} you gain a rank-2 card from the market.")
    return None


def name_pigments(pigments: str) -> str:
    """Return `cyan and 2 yellow`."""
    counts = ((pigments.count(letter), name) for letter, name in zip(PIGMENTS, PIGMENT_NAMES, strict=True))
    return join_words(f"{n} {name}" if n > 1 else name for n, name in counts if n)


def join_readings(readings: Iterable[str]) -> str:
    """Return `2 cyan, 2 magenta or 2 yellow`, or `2 cyan and yellow, or 3 yellow`."""
    names = [name_pigments(pigments) for pigments in readings]
    return ", or ".join(names) if any(" and " in name for name in names) else join_words(names, "or")


def name_sums(sums: int) -> str:
    return join_readings(decode_sum(n) for n in range(rec.PIGMENT_SUMS) if sums >> n & 1)


def add_names(kinds: Iterable[int]) -> str:
    """Return `Coral + Lemon`."""
    return " + ".join(NAMES[kind] for kind in kinds)


def chosen_ids(s: State) -> list[str]:
    sources = [rec.chosen_source(s, i) for i in range(s.n_chosen)]
    return [f"{'play' if rec.is_in_play(k) else 'hand'}:{IDS[rec.source_kind(k)]}" for k in sources]


def why_not_in_mix(c: Constants, s: State, seat: int, place: str, kind: int) -> Reason | None:
    """Return why a card cannot be added to the mix, or is not its result."""
    pieces, name = tuple(chosen_ids(s)), NAMES[kind]
    if place in ("pile", "market"):
        pieces = (*pieces, available_id(kind))
        if s.n_chosen == 1 and not has_raspberry(s, seat):
            return why_not_after_one(c, s, seat, kind, pieces)
        if chosen_kinds(s) == [kind]:
            return Reason(f"A single {name} can't become another {name}.", pieces)
        total, needed = name_sums(chosen_sums(c, s)), join_readings(pigment_readings(kind))
        return Reason(f"{add_names(chosen_kinds(s))} has {total}; {name} needs {needed}.", pieces)
    if place == "play" and not has_coral(s, seat):
        return Reason(NEEDS_CORAL)
    if s.n_chosen == 2 and not has_raspberry(s, seat):
        return Reason("A mix uses two cards (Raspberry in play allows more).", pieces)
    if kind >= rec.MIXABLE:
        return Reason(RANK_4)
    cards, source = (s.hand[seat], kind) if place == "hand" else (s.play[seat], rec.KINDS + kind)
    if cards[kind] == count_chosen(s, source):
        return Reason(f"You've already chosen every {name}. Undo to put it back.", pieces)
    return why_not_added(c, s, kind, (*pieces, f"{place}:{IDS[kind]}"))


def why_not_after_one(c: Constants, s: State, seat: int, kind: int, pieces: tuple[str, ...]) -> Reason:
    """Return which second card a mix needs to make a card, or that none of the player's makes it."""
    chosen = rec.chosen_kind(s, 0)
    seconds = [b if a == chosen else a for a, b in list_mixes(c, s, seat, kind) if chosen in (a, b)]
    if not seconds:
        return Reason(f"None of your cards makes {NAMES[kind]} together with {NAMES[chosen]}.", pieces)
    return Reason(f"First choose the second card: {name_cards(seconds, 'or')}.", pieces)


def why_not_added(c: Constants, s: State, kind: int, pieces: tuple[str, ...]) -> Reason:
    """Return that no card has the pigments together, or that no such card is on offer."""
    cards = add_names((*chosen_kinds(s), kind))
    makes = [k for k in list_kinds(kinds_with_sums(c, add_pigments(c, chosen_sums(c, s), kind))) if is_in_game(s, k)]
    if not makes:
        return Reason(f"{cards} doesn't make any card.", pieces)
    result = name_cards(makes, "or")
    return Reason(f"{cards} makes {result}, but no {result} is on offer.", pieces)


def why_not_for_billy(c: Constants, s: State, place: str, kind: int) -> Reason | None:
    if place not in ("billy", "pile", "market"):
        return Reason("This is Billy's mix: it uses his cards.")
    name, targets = NAMES[kind], billy_targets(c, s, available_cards(s))
    if place == "billy":
        if s.n_chosen == 2:
            return Reason("Billy mixes two cards.")
        goal = "a card that is on offer" if targets & billy_hand(s) else "a card he doesn't have yet"
        return Reason(f"With {name}, Billy can't make {goal}.", (f"billy:{IDS[kind]}",))
    if s.n_chosen < 2:
        return Reason("First choose Billy's two cards.")
    if not targets >> kind & 1:
        text = f"Billy already has {name}; he has to make a card he doesn't have yet."
        return Reason(text, (f"billy:{IDS[kind]}",))
    return Reason(f"{add_names(chosen_kinds(s))} doesn't make {name}.", (available_id(kind),))


def why_not_return(s: State, place: str, kind: int) -> Reason | None:
    if place != "play":
        return Reason("A refill returns cards from your play area.")
    if kind == rec.MUSTARD and s.refill_tucked:
        return Reason("Mustard stays in play: you tucked a card under it in this refill.", ("play:mustard",))
    return None


def why_not_split(s: State, place: str, kind: int) -> Reason | None:
    own, name = place in ("hand", "play"), NAMES[kind]
    if s.n_chosen == 0:
        if not own:
            return Reason("First choose the card to split.")
        if kind < rec.INKS:
            return Reason("Lavender splits a card of rank 2, 3 or 4.")
        return Reason(f"No two cards on offer make {name}.", (f"{place}:{IDS[kind]}",))
    if own:
        return None
    split_card = NAMES[rec.chosen_kind(s, 0)]
    if s.split_into[0]:
        return Reason(f"{NAMES[s.split_into[0] - 1]} + {name} doesn't make {split_card}.", (available_id(kind),))
    return Reason(f"{name} doesn't make {split_card} with any card on offer.", (available_id(kind),))


# ---------------------------------------------------------------------- warnings


def warn(c: Constants, s: State, seat: int, a: int) -> str:
    """Warn of an effect that does nothing, an empty refill, or a swap for the same card."""
    group, kind = rec.action_group(a), rec.action_kind(a)
    if group in (rec.PRINT, rec.ALSO_PRINT):
        return warn_print(c, s, seat, kind)
    if group == rec.PRINT_IT and s.cause[s.depth - 1] == rec.FUCHSIA:
        return warn_print(c, s, seat, rec.offered_card(s))
    if group == rec.REFILL:
        return "" if any(row_to_list(s.play[seat])) else NOTHING_TO_RETURN
    if group == rec.DONE:
        empty = s.cause[s.depth - 1] == rec.NO_CARD and s.refill_returned + s.refill_tucked == 0
        return "This refill would do nothing." if empty and not s.play[seat, rec.JUNGLE] else ""
    if group == rec.END_TURN:
        return warn_end(c, s, seat)
    return warn_take(s, kind) if group == rec.TAKE else ""


def warn_end(c: Constants, s: State, seat: int) -> str:
    """Warn that the turn still allows a print or a mix. A refill is often left out on purpose."""
    allowed = ["print a card"] if may_print(s) and can_print_any(s, seat) else []
    if may_mix(s) and can_mix(c, s, seat, available_cards(s)):
        allowed.append("mix")
    return f"You can still {' or '.join(allowed)} this turn." if allowed else ""


def warn_take(s: State, kind: int) -> str:
    decision = rec.current_decision(s)
    if decision == rec.GAIN_SAME_INKS:
        wanted, left = rec.times_left(s), s.ink_pile[kind]
        fuller = any(s.ink_pile[k] > left for k in range(rec.INKS))
        return f"This pile has only {format_count(left, 'card')}." if left < wanted and fuller else ""
    if decision == rec.SWAPPING and rec.chosen_kind(s, 0) == kind:
        return f"You'd swap {NAMES[kind]} for {NAMES[kind]}."
    return ""


def warn_print(c: Constants, s: State, seat: int, kind: int) -> str:
    """Warn that an instant effect does nothing; a card with an ongoing effect is never wasted."""
    if kind in (rec.SLATE_GRAY, rec.RASPBERRY):
        return ""
    available, inks, rank_2 = available_cards(s), available_inks(s), available_rank_2(s)
    others = sum(row_to_list(s.hand[seat])) - s.hand[seat, rec.VIOLET]
    splits = can_split(c, s, rec.LAVENDER, available) or can_split_any(c, s, seat, available)
    effect = c.instant[kind]
    if effect in (rec.GAIN_INK, rec.GAIN_SAME_INKS) and inks & gainable_inks(kind) == 0:
        why = "there are no inks left for it to give"
    elif effect in (rec.GAIN_RANK_2, rec.PRISM_TRADE) and rank_2 == 0:
        why = "no rank-2 card is on offer"
    elif effect == rec.VIOLET_PRINT and others == 0:
        why = "you have nothing else to print"
    elif effect == rec.LAVENDER_SPLIT and not splits:
        why = "no two cards on offer make one of yours"
    else:
        return ""
    return f"{NAMES[kind]} would do nothing: {why}."
