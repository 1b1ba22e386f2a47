"""Names, action texts, touch paths and prompts of Chroma Mix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gamut.engine.presentation import join_words
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import billy_results, billy_targets
from gamut.games.chroma_mix.cards import IDS, NAMES
from gamut.games.chroma_mix.effects import gainable_inks
from gamut.games.chroma_mix.market import INK_SET, available_cards, has_pile
from gamut.games.chroma_mix.mixing import has_raspberry, mix_results
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.turns import may_mix, may_print, may_refill

# text and touch path of each group of actions; {} stands for the card
ACTION_TEXTS: dict[int, tuple[str, tuple[str, ...]]] = {
    rec.PRINT: ("print {}", ("button:print", "hand:{}")),
    rec.MIX_HAND: ("mix {}", ("button:mix", "hand:{}")),
    rec.MIX_PLAY: ("mix {} from play", ("button:mix", "play:{}")),
    rec.REFILL: ("refill", ("button:refill",)),
    rec.SWAP: ("swap {}", ("button:swap", "hand:{}")),
    rec.TAKE_FREE_INK: ("gain a free Light Yellow", ("button:swap",)),
    rec.END_TURN: ("end turn", ("button:end",)),
    rec.ADD_HAND: ("add {}", ("hand:{}",)),
    rec.ADD_PLAY: ("add {} from play", ("play:{}",)),
    rec.TAKE: ("gain {}", ()),
    rec.ALSO_PRINT: ("also print {}", ("hand:{}",)),
    rec.DISCARD_HAND: ("discard {}", ("hand:{}",)),
    rec.DISCARD_PLAY: ("discard {} from play", ("play:{}",)),
    rec.RETURN: ("return {} to hand", ("play:{}",)),
    rec.TUCK: ("tuck {}", ("button:tuck", "play:{}")),
    rec.DONE: ("done", ("button:done",)),
    rec.PRINT_IT: ("print it", ("button:yes",)),
    rec.KEEP_IT: ("keep it", ("button:no",)),
    rec.PASS: ("pass", ("button:pass",)),
    rec.BILLY_PAYS: ("mix {} for Billy", ("billy:{}",)),
}
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


# ---------------------------------------------------------------------- wording


def list_kinds(kinds: int) -> list[int]:
    """Return the members of a set of kinds."""
    return [kind for kind in range(rec.KINDS) if kinds >> kind & 1]


def number_word(n: int) -> str:
    return NUMBER_WORDS[n] if n < len(NUMBER_WORDS) else str(n)


def plural_name(kind: int) -> str:
    """Return `Lemons`, `Raspberries`."""
    name = NAMES[kind]
    return f"{name[:-1]}ies" if name.endswith("ry") else f"{name}s"


def name_cards(kinds: Iterable[int], conjunction: str = "and") -> str:
    """Return `Coral, two Lemons and Pear`."""
    counts = Counter(kinds)
    return join_words(
        (NAMES[kind] if n == 1 else f"{number_word(n)} {plural_name(kind)}" for kind, n in counts.items()),
        conjunction,
    )


def name_billy_cards(kinds: Sequence[int]) -> str:
    """Return `two Soft Cyans and a MIX card`."""
    mixes = kinds.count(rec.MIX)
    words = [name_cards([kind for kind in kinds if kind != rec.MIX])]
    if mixes:
        words.append("a MIX card" if mixes == 1 else f"{number_word(mixes)} MIX cards")
    return join_words(filter(None, words))


def list_drawn(s: State) -> list[int]:
    """Return the cards that Billy has drawn since the last action, in order."""
    codes = [s.events[i] for i in range(s.n_events)]
    return [rec.event_detail(code) for code in codes if rec.event_type(code) == rec.BILLY_DREW]


def chosen_kinds(s: State) -> list[int]:
    """Return the cards chosen so far for the current decision."""
    return [rec.chosen_kind(s, i) for i in range(s.n_chosen)]


# ---------------------------------------------------------------------- actions


def available_id(kind: int) -> str:
    """Return the id of a card in a pile or in the market."""
    return f"{'pile' if has_pile(kind) else 'market'}:{IDS[kind]}"


def action_text(c: Constants, a: int) -> str:
    text, _ = ACTION_TEXTS[rec.action_group(a)]
    return text.format(NAMES[rec.action_kind(a)])


def touch_path(c: Constants, a: int) -> tuple[str, ...]:
    group, kind = rec.action_group(a), rec.action_kind(a)
    if group == rec.TAKE:
        return (available_id(kind),)
    return tuple(touch.format(IDS[kind]) for touch in ACTION_TEXTS[group][1])


# ---------------------------------------------------------------------- prompts


def is_last_round(c: Constants, s: State) -> bool:
    return s.round == c.max_rounds or any(s.victories[player] for player in range(c.players))


def headline(c: Constants, s: State, seat: int) -> str:
    if s.stage == rec.OVER:
        return "Game over"
    return f"Round {s.round}" + (" – last round" if is_last_round(c, s) else "")


def prompt(c: Constants, s: State, seat: int) -> str:
    decision = rec.current_decision(s)
    if decision == 0:
        return prompt_action(s)
    if decision == rec.MIXING:
        return prompt_mix(c, s, seat)
    if decision == rec.BILLY_MIX:
        return f"Billy's mix: {prompt_billy_mix(c, s)}"
    if decision == rec.ORANGE_PRINT:
        return f"Orange: put {NAMES[rec.offered_card(s)]} straight into play (no ⚡ effect), or keep it in hand?"
    if decision == rec.FUCHSIA_PRINT:
        return f"Fuchsia: print {NAMES[rec.offered_card(s)]} now, or keep it in hand?"
    if decision == rec.REFILLING:
        return prompt_refill(s)
    if decision == rec.VIOLET_PRINT:
        return f"Violet: print {'two more cards' if rec.times_left(s) == 2 else 'one more card'}, but no Violet"
    if decision == rec.LAVENDER_SPLIT:
        return prompt_split(s)
    if decision == rec.LAVENDER_ORDER:
        return "Lavender: which card do you print first?"
    if decision == rec.PRISM_TRADE:
        return "Prism: gain a rank-2 card" if s.n_chosen else "Prism: discard a card for a rank-2 card, or pass"
    return prompt_gain(s, decision)


def prompt_action(s: State) -> str:
    if s.actions_done == 0:
        return "Print, mix, refill or swap"
    actions = [word for word, may in (("print", may_print), ("mix", may_mix), ("refill", may_refill)) if may(s)]
    if actions == ["mix"] and s.mixes_done:
        return "Mix a second time, or end your turn"
    return f"{join_words(actions, 'or').capitalize()}, or end your turn"


def prompt_mix(c: Constants, s: State, seat: int) -> str:
    results = mix_results(c, s, seat, available_cards(s))
    if results:
        add = ", or add a card" if has_raspberry(s, seat) else ""
        return f"Gain {name_cards(list_kinds(results), 'or')}{add}"
    return "Choose the second card of the mix" if s.n_chosen == 1 else "Choose another card for the mix"


def prompt_billy_mix(c: Constants, s: State) -> str:
    if s.n_chosen < 2:
        return f"choose his {'second' if s.n_chosen else 'first'} card"
    results = billy_results(c, s, billy_targets(c, s, available_cards(s)))
    return f"gain {name_cards(list_kinds(results), 'or')}"


def prompt_refill(s: State) -> str:
    if s.cause[s.depth - 1] == rec.LIGHT_YELLOW:
        return "Light Yellow: return one card to your hand, or none"
    return "Return cards, then choose Done"


def prompt_split(s: State) -> str:
    if s.n_chosen == 0:
        return "Lavender: discard a card to split it into two cards on offer"
    split_card = NAMES[rec.chosen_kind(s, 0)]
    if s.split_into[0]:
        return f"{split_card} = {NAMES[s.split_into[0] - 1]} + … Choose the other card"
    return f"Lavender: choose the first of two cards that make {split_card}"


def prompt_gain(s: State, decision: int) -> str:
    if decision == rec.SWAPPING:
        return "Swap: gain an ink"
    kind, times = s.cause[s.depth - 1], rec.times_left(s)
    if decision == rec.GAIN_SAME_INKS:
        return f"{NAMES[kind]}: gain {times} of one ink. Which one?"
    if decision == rec.GAIN_RANK_2:
        return f"{NAMES[kind]}: gain a rank-2 card"
    if decision == rec.SLATE_GRAY_INK:
        return f"{NAMES[kind]}: gain an ink, or pass"
    inks = gainable_inks(kind)
    if inks != INK_SET:
        return f"{NAMES[kind]}: gain {name_cards(list_kinds(inks), 'or')}"
    return f"{NAMES[kind]}: gain an ink" + (f" ({times} left)" if times > 1 else "")
