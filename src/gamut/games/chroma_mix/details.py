"""What a card, pile, button, player or way to win of Chroma Mix is: details and goals."""

from __future__ import annotations

from collections.abc import Iterator

from gamut.engine.presentation import Detail, Effect, Fact, Goal, PieceCount, format_count, join_words
from gamut.engine.strict import row_to_list
from gamut.games.chroma_mix import record as rec
from gamut.games.chroma_mix.billy import is_billy, is_solo
from gamut.games.chroma_mix.cards import ANY_PAIR, CARDS, IDS, NAMES, PIGMENT_NAMES, PIGMENTS
from gamut.games.chroma_mix.effects import slate_gray_owner
from gamut.games.chroma_mix.market import available_cards, count_undrawn, first_of_row, has_pile, is_in_game, row_of
from gamut.games.chroma_mix.mixing import has_coral
from gamut.games.chroma_mix.presentation import list_drawn, name_billy_cards, name_cards
from gamut.games.chroma_mix.progress import Holding, Progress, list_progress, name_player, read_holding
from gamut.games.chroma_mix.reasons import NOTHING_TO_RETURN, NUMBERS, list_mixes, name_pigments
from gamut.games.chroma_mix.record import Constants, State
from gamut.games.chroma_mix.winning import DOTS_NEEDED, count_dots, tucked_dots

CARD_PLACES = ("", "card", "hand", "play", "pile", "market", "billy", "decision")
ACTIONS = ("print", "mix", "refill", "swap")
MANY_MIXES = 4  # more ways to mix a card are counted instead of named

BUTTONS = {
    "print": ("Print", "Put a card from your hand into your play area and use its effect."),
    "mix": ("Mix", "Discard two cards from your hand and gain a card on offer that has exactly their pigments."),
    "refill": ("Refill", "Return any number of cards from your play area to your hand, to print or mix them again."),
    "swap": ("Swap", "Discard a card from your hand and gain an ink. With an empty hand, gain a Light Yellow."),
    "tuck": (
        "Tuck",
        "Put a card from your play area under Mustard, instead of returning it to your hand. From then on it counts "
        "only for the Mustard victory.",
    ),
    "done": ("Done", "End the refill. Then gain an ink for each Jungle in play."),
    "yes": (
        "Print it",
        "Put the card into your play area now; after a mix with Orange, without its instant effect.",
    ),
    "no": ("Keep it", "Leave the card in your hand."),
    "pass": ("Pass", "Do not use this effect."),
    "end": ("End turn", "End your turn; the next player begins."),
}
DRAW = ("Billy's draw", "The cards that Billy has drawn since your last action.")
WAYS_TO_WIN = {
    "points": "The cards in your play area are worth at least 17 points. Cards in your hand are worth nothing.",
    "ruby": "Ruby Red is in your play area, and you have Emerald Green and Sapphire Blue in hand or play.",
    "sapphire": "Sapphire Blue is in your play area, and you have at least 17 cards in hand and play together.",
    "burgundy": "Burgundy is in your play area, and in hand and play together you have exactly one rank-4, two rank-3, "
    "three rank-2 and four rank-1 cards.",
    "mustard": "Mustard is in your play area, and the cards tucked under it have at least 8 rank dots.",
    "petrol": "Petrol is in your play area, and you have at least six rank-2 cards in hand and play together.",
}
LAST_ROUND = (
    "When a player has achieved a victory, the round is played to its end. If several players have one then, the "
    "victory of the special card beats Ruby, Ruby beats Sapphire, and Sapphire beats points; if they are equal, more "
    "points in play win."
)
BILLY_TEXT = (
    "Billy draws two cards on each of his turns. For each MIX card among them you choose a mix for him. He plays no "
    "cards and uses no effects: all of his cards count in his hand."
)


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Return what a piece is; a card may be named alone or with its place."""
    kind, _, name = piece.rpartition(":")
    if kind in CARD_PLACES and name in NUMBERS:
        return describe_card(c, s, seat, NUMBERS[name])
    if kind in ("button", "decision") and name in BUTTONS:
        return describe_button(s, seat, name)
    if kind == "goal" and name in WAYS_TO_WIN:
        return describe_goal(c, s, name)
    if kind == "seat":
        return next((describe_player(c, s, p) for p in range(c.players) if name == str(p)), None)
    if kind == "deck" and name in ("2", "3"):
        return describe_deck(s, int(name))
    if piece == "tucked":
        return describe_tucked(c, s)
    return describe_billy_piece(s, piece) if is_solo(c) else None


def describe_button(s: State, seat: int, name: str) -> Detail:
    title, text = BUTTONS[name]
    if name == "refill" and seat >= 0 and not any(row_to_list(s.play[seat])):
        text += f" {NOTHING_TO_RETURN}"
    return Detail(title, text, f"button:{name}" if name in ACTIONS else "")


# ---------------------------------------------------------------------- cards


def describe_card(c: Constants, s: State, seat: int, kind: int) -> Detail:
    card, picture = CARDS[kind], f"card:{IDS[kind]}"
    facts = (
        Fact("Rank", str(card["rank"])),
        Fact("Points", f"{card['points']} in play" if card["points"] else "none"),
        Fact("Copies", locate_copies(c, s, seat, kind)),
    )
    effects = tuple(list_effects(c, s, seat, kind))
    if kind < rec.INKS:  # no mix makes it
        return Detail(NAMES[kind], "", picture, (*facts, Fact("Pigment", name_pigments(card["pigments"]))), effects)
    made = (PieceCount(picture, NAMES[kind]),)
    return Detail(NAMES[kind], "", picture, facts, effects, cost=count_pigments(card["pigments"]), gain=made)


def count_pigments(pigments: str) -> tuple[PieceCount, ...]:
    """Return what a mix has to have together."""
    if pigments == ANY_PAIR:
        return (PieceCount("pigment:any", "of one pigment", 2),)
    names = zip(PIGMENTS, PIGMENT_NAMES, strict=True)
    return tuple(
        PieceCount(f"pigment:{name}", name, pigments.count(letter)) for letter, name in names if letter in pigments
    )


def list_effects(c: Constants, s: State, seat: int, kind: int) -> Iterator[Effect]:
    """Yield the effects of a card in full sentences, and how to get it."""
    card = CARDS[kind]
    if "instant" in card:
        yield Effect("Once, when you print it", card["instant"][1], "instant")
    if "ongoing" in card:
        text = card["ongoing"][1]
        if kind == rec.SLATE_GRAY and seat >= 0:
            text = f"When {name_player(c, find_left_neighbour(c, seat))}, on your left, mixes, you may gain an ink. "
            text += "Each Slate Gray counts."
        yield Effect("As long as it is in your play area", text, "ongoing")
    if seat >= 0 and s.stage != rec.OVER:
        yield Effect("How to get one", describe_how_to_get(c, s, seat, kind))


def find_left_neighbour(c: Constants, seat: int) -> int:
    return next(p for p in range(c.players) if slate_gray_owner(c, p) == seat)


def locate_copies(c: Constants, s: State, seat: int, kind: int) -> str:
    """`3: 1 in the market, 1 in your hand, 1 in the deck`."""
    if not is_in_game(s, kind):
        return "not in this game"
    on_offer = sum(s.market[row_of(kind), k] == kind + 1 for k in range(rec.COLUMNS)) if not has_pile(kind) else 0
    places = [("in the pile" if has_pile(kind) else "in the deck", count_undrawn(s, kind)), ("in the market", on_offer)]
    for p in range(c.players):
        whose = "your" if p == seat else f"{name_player(c, p)}'s"
        places += [(f"in {whose} hand", s.hand[p, kind]), (f"in {whose} play area", s.play[p, kind])]
    places += [("discarded", s.discard[kind]), ("under Mustard", s.tucked[kind])]
    places.append(("in Billy's piles", s.billy_deck[kind] + s.billy_discard[kind]))
    return f"{c.copies[kind]}: {', '.join(f'{n} {where}' for where, n in places if n)}"


def describe_how_to_get(c: Constants, s: State, seat: int, kind: int) -> str:
    """Return which mixes of the player's cards make a card, and what else gives one."""
    if not available_cards(s) >> kind & 1:
        return f"The {NAMES[kind]} pile is empty." if has_pile(kind) else "None is in the market now."
    other = " You can also swap for one, or gain one with an effect." if kind < rec.INKS else ""
    if rec.CERULEAN <= kind < rec.AZURE:
        other = " Azure and Prism can also get you one."
    pairs = [name_cards(pair) for pair in list_mixes(c, s, seat, kind)]
    if not pairs:
        return f"No two cards {'of yours' if has_coral(s, seat) else 'in your hand'} make it.{other}"
    named = join_words(pairs[:MANY_MIXES], "or")
    more = f", and {len(pairs) - MANY_MIXES} other mixes" if len(pairs) > MANY_MIXES else ""
    return f"You can mix {named}{more}.{other}"


# ---------------------------------------------------------------------- decks


def describe_deck(s: State, rank: int) -> Detail:
    row = rank - 2
    kinds = range(first_of_row(row), first_of_row(row + 1))
    discarded = [kind for kind in kinds for _ in range(s.discard[kind])]
    facts = (
        Fact("Deck", format_count(s.deck_size[row], "card")),
        Fact("Discard pile", name_cards(discarded) if discarded else "empty"),
    )
    text = "The row is filled from this deck. When it is empty, its discard pile is shuffled into a new one."
    return Detail(f"Rank-{rank} deck", text, f"deck:{rank}", facts)


def describe_tucked(c: Constants, s: State) -> Detail | None:
    kinds = [kind for kind, n in enumerate(row_to_list(s.tucked)) for _ in range(n)]
    if not kinds:
        return None
    facts = (Fact("Cards", name_cards(kinds)), Fact("Rank dots", f"{tucked_dots(c, s)} of {DOTS_NEEDED}"))
    text = "These cards count only for the Mustard victory. If Mustard leaves play, they are discarded."
    return Detail("Under Mustard", text, "card:mustard", facts)


# ---------------------------------------------------------------------- Billy


def describe_billy_piece(s: State, piece: str) -> Detail | None:
    if piece == "deck:billy":
        return describe_billy_deck(s)
    if piece == "drawn" and (kinds := list_drawn(s)):
        return Detail(*DRAW, facts=(Fact("Cards", name_billy_cards(kinds)),))
    return None


def describe_billy_deck(s: State) -> Detail:
    backs = {rec.MIX_BACK: "a MIX card", rec.COLOUR_BACK: "a colour card"}
    following = backs.get(s.billy_next, "unknown until he shuffles")
    discarded = [kind for kind in range(rec.KINDS) for _ in range(s.billy_discard[kind])]
    discarded += [rec.MIX] * s.billy_discard[rec.MIX]
    facts = (
        Fact("Next card", following),
        Fact("Deck", format_count(sum(row_to_list(s.billy_deck)), "card")),
        Fact("Discard pile", name_billy_cards(discarded) or "empty"),
    )
    text = (
        "MIX cards have a back of their own, so you see whether one comes next. When the deck is empty, his discard "
        "pile is shuffled into a new one."
    )
    return Detail("Billy's deck", text, "deck:billy", facts)


# ---------------------------------------------------------------------- players and ways to win


def describe_player(c: Constants, s: State, player: int) -> Detail:
    holding, billy = read_holding(c, s, player), is_billy(c, player)
    facts = [Fact("Points", str(holding.points)), Fact("In hand", format_count(sum(holding.hand), "card"))]
    if not billy:
        facts.append(Fact("In play", format_count(sum(holding.play), "card")))
    facts.append(Fact("Rank dots", str(count_dots(c, s, player))))
    text = BILLY_TEXT if billy else "All hands are open. Points count only in the play area."
    return Detail(name_player(c, player), text, facts=tuple(facts), goals=list_goals(c, s, player))


def describe_goal(c: Constants, s: State, victory: str) -> Detail:
    """Describe a way to win, and how near all players are to it."""
    effects = []
    for player in range(c.players):
        holding = read_holding(c, s, player)
        progress = [p for p in list_progress(holding, s.special) if p.victory == victory]
        effects += [Effect(name_player(c, player), f"{describe_progress(p)}.") for p in progress]
    picture = "" if victory == "points" else f"card:{victory}"
    return Detail(name_goal(victory), f"{WAYS_TO_WIN[victory]} {LAST_ROUND}", picture, effects=tuple(effects))


def name_goal(victory: str) -> str:
    return "17 points" if victory == "points" else f"{victory.capitalize()} victory"


def describe_progress(progress: Progress) -> str:
    """`12 of 17 cards; put Sapphire Blue into play`; an achieved victory is kept, whatever became of its cards."""
    if progress.achieved:
        return f"Achieved: {progress.text}" if progress.met else "Achieved"
    return progress.text[0].upper() + progress.text[1:]


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    return list_goals(c, s, seat)


def list_goals(c: Constants, s: State, player: int) -> tuple[Goal, ...]:
    holding = read_holding(c, s, player)
    return tuple(
        Goal(
            name_goal(p.victory),
            describe_progress(p),
            min(p.have, p.need),
            p.need,
            p.achieved,
            count_pieces(c, holding, p.victory, s.special),
        )
        for p in list_progress(holding, s.special)
    )


def count_pieces(c: Constants, holding: Holding, victory: str, special: int) -> tuple[PieceCount, ...]:
    """Return the cards that count towards a victory."""
    shown = holding.hand if holding.billy else holding.play
    everything = [a + b for a, b in zip(holding.hand, holding.play, strict=True)]
    if victory == "points":
        counts = [n if c.points[kind] else 0 for kind, n in enumerate(shown)]
    elif victory == "ruby":
        counts = [n if kind in (rec.RUBY, rec.EMERALD, rec.SAPPHIRE) else 0 for kind, n in enumerate(everything)]
    elif victory == "mustard":
        counts = [n + (kind == special and shown[kind]) for kind, n in enumerate(holding.tucked)]
    elif victory == "petrol":
        counts = [n if c.rank[kind] == 2 or kind == special else 0 for kind, n in enumerate(everything)]
    else:
        counts = everything
    return tuple(PieceCount(f"card:{IDS[kind]}", NAMES[kind], int(n)) for kind, n in enumerate(counts) if n)
