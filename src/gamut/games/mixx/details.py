"""What a card, a place, the deck or a player of Mixx is: details and goals."""

from __future__ import annotations

from gamut.engine.bits import contains, count
from gamut.engine.presentation import Detail, Effect, Fact, Goal, PieceCount, add_article, format_count
from gamut.games.mixx.presentation import CARD_NUMBERS, card_id, card_name, list_cards, list_row
from gamut.games.mixx.reasons import are_similar, column_with_centre, find_conflict
from gamut.games.mixx.record import COLOUR_NAMES, MOTIF_NAMES, Constants, State, card_colour, card_motif
from gamut.games.mixx.rules import line_card

RULE = "A card must differ in colour and motif from every other card in its row or column."
PRIZE = "The player who places the last card of the round wins the whole cross."
DECK_TEXT = (
    "A player who places a card draws one from the deck. When the deck is empty, the game ends with the current round."
)


def detail(c: Constants, s: State, seat: int, piece: str) -> Detail | None:
    """Return what a piece is; a card may be named alone or by its place."""
    kind, _, name = piece.rpartition(":")
    if kind in ("", "card", "stock") and name in CARD_NUMBERS:
        return describe_card(c, s, seat, CARD_NUMBERS[name])
    if kind == "cross" and name in COLOUR_NAMES:
        return describe_crossing(c, s, seat, COLOUR_NAMES.index(name))
    if kind == "axis" and name in ("row", "column"):
        return describe_axis(s, name)
    if kind == "seat":
        return next((describe_seat(c, s, k) for k in range(c.seats) if name == str(k)), None)
    if piece == "deck":
        return Detail("Deck", DECK_TEXT, "deck", (Fact("Left", format_count(s.deck_size, "card")),))
    if piece == "prize":
        placed = s.row_length + s.column_length
        return Detail("Cards on the table", PRIZE, facts=(Fact("Prize", format_count(placed, "card")),))
    return None


# ---------------------------------------------------------------------- cards


def describe_card(c: Constants, s: State, seat: int, card: int) -> Detail:
    colour, motif = COLOUR_NAMES[card_colour(card)], MOTIF_NAMES[card_motif(card)]
    facts = (Fact("Colour", colour), Fact("Motif", motif), Fact("Where", locate_card(c, s, seat, card)))
    effects = list_fits(c, s, card) if is_left(c, s, card) else ()
    return Detail(card_name(card).capitalize(), RULE, f"card:{card_id(card)}", facts, effects)


def is_left(c: Constants, s: State, card: int) -> bool:
    """Return whether a card can still be placed in this round, by the player who has or draws it."""
    return not s.over and (contains(s.deck, card) or any(contains(s.stock[k], card) for k in range(c.seats)))


def locate_card(c: Constants, s: State, seat: int, card: int) -> str:
    if contains(s.placed, card):
        if s.centre and s.row[s.centre - 1] == card:
            return "the centre, in both row and column"
        return ("in the row" if s.centre else "in the line") if card in list_row(s) else "in the column"
    if contains(s.deck, card):
        return "in the deck"
    for k in range(c.seats):
        if contains(s.stock[k], card):
            return "in your stock" if k == seat else f"in {{{k}}}'s stock"
        if contains(s.won[k], card):
            return f"won by {{{k}}}"
    return "not in this game"


def list_fits(c: Constants, s: State, card: int) -> tuple[Effect, ...]:
    """Say for each place of the table whether the card fits there."""
    if s.row_length == 0:
        return (Effect("First card", "It fits: a round can begin with any card."),)
    effects = [describe_fit("In the row" if s.centre else "In the line", card, list_row(s))]
    if s.centre:
        effects.append(describe_fit("In the column", card, column_with_centre(s)))
    elif s.row_length > 1 and not c.line:
        effects.append(describe_crossings(s, card))
    return tuple(effects)


def describe_fit(where: str, card: int, others: list[int]) -> Effect:
    conflict = find_conflict(card, others)
    if conflict:
        return Effect(where, f"It doesn't fit. {conflict.text}")
    motif = MOTIF_NAMES[card_motif(card)]
    return Effect(where, f"It fits: no card there is {COLOUR_NAMES[card_colour(card)]} or shows {add_article(motif)}.")


def describe_crossings(s: State, card: int) -> Effect:
    """Say which cards of the line a card could cross."""
    crossed = [card_name(other) for other in list_row(s) if not are_similar(card, other)]
    if not crossed:
        return Effect("Across the line", "It can't cross the line: every card there shares its colour or its motif.")
    *names, last = crossed
    return Effect("Across the line", f"It can cross the {', '.join(names)}{' or the ' if names else ''}{last}.")


# ---------------------------------------------------------------------- places and seats


def describe_crossing(c: Constants, s: State, seat: int, colour: int) -> Detail:
    """Describe the card of a colour in the line, which can become the centre."""
    if not any(card_colour(card) == colour for card in list_row(s)):
        name = f"{COLOUR_NAMES[colour]} card in the line"
        return Detail(f"The {name}", f"There is no {name}.")
    card = line_card(s, colour)
    what = describe_card(c, s, seat, card)
    if s.centre or s.row_length == 1 or c.line:
        return what
    text = "A card that crosses it only has to differ from this one card, which then becomes the centre."
    return Detail(what.name, what.text, what.picture, what.facts, (Effect("If it is crossed", text),))


def describe_axis(s: State, axis: str) -> Detail:
    name = "The line" if axis == "row" and not s.centre else f"The {axis}"
    if axis == "column" and not s.centre:
        return Detail(name, "There is no column until the line has been crossed.")
    cards = list_row(s) if axis == "row" else column_with_centre(s)
    if not cards:
        return Detail(name, "It is empty: a round can begin with any card.")
    colours, motifs = {card_colour(card) for card in cards}, {card_motif(card) for card in cards}
    free = (
        Fact("Free colours", ", ".join(x for k, x in enumerate(COLOUR_NAMES) if k not in colours) or "none"),
        Fact("Free motifs", ", ".join(x for k, x in enumerate(MOTIF_NAMES) if k not in motifs) or "none"),
    )
    return Detail(name, RULE, facts=free)


def count_cards(cards: list[int]) -> tuple[PieceCount, ...]:
    return tuple(PieceCount(f"card:{card_id(card)}", card_name(card)) for card in cards)


def describe_seat(c: Constants, s: State, seat: int) -> Detail:
    stock = list_cards(s.stock[seat])
    playable = count(s.stock[seat] & s.playable)
    facts = (
        Fact("Stock", format_count(len(stock), "card")),
        Fact("Can be placed", "none" if s.over or not playable else format_count(playable, "card")),
    )
    return Detail(f"{{{seat}}}", "All stocks are face up.", facts=facts, goals=goals(c, s, seat))


def goals(c: Constants, s: State, seat: int) -> tuple[Goal, ...]:
    """Return the cards that a seat has won; at the end they are all shown."""
    won = [int(count(s.won[k])) for k in range(c.seats)]
    most = won[seat] == max(won) and won[seat] > 0
    rank = "the most" if won.count(won[seat]) == 1 else "tied for the most"
    text = f"{format_count(won[seat], 'card')} won{f', {rank}' if most else ''}"
    if not won[seat]:
        text = "No cards won" if s.over else "No cards won yet"
    pieces = count_cards(list_cards(s.won[seat])) if s.over else ()
    name = "Cards won" if s.over and not most else "Most cards"
    return (Goal(name, text, won[seat], 0, bool(s.over and most), pieces),)
