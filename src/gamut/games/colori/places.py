"""Where the cards and garments of Colori are, as far as a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gamut.engine.strict import row_to_list
from gamut.games.colori import record as rec
from gamut.games.colori.draft import find_holder
from gamut.games.colori.presentation import list_drafted, list_hand
from gamut.games.colori.record import Constants, State

PILES = {
    "drawn": ("among your drawn cards", "drawn by {seat}"),
    "deck": ("in your deck", "in {seat}'s deck"),
    "discard": ("in your discard pile", "in {seat}'s discard pile"),
}


def list_picks(c: Constants, s: State, seat: int) -> list[int]:
    """Return the cards that a seat has taken in this draft, in order; a hidden copy has only the viewer's own."""
    picks = []
    for h in range(c.seats):
        for i in range(s.dealt[h]):
            pick = s.taken_at[h, i]
            if pick > 0 and s.hand[h, i] and find_holder(c, s, h, pick) == seat:
                picks.append((pick, s.hand[h, i] - 1))
    return [card for _, card in sorted(picks)]


def locate_card(c: Constants, s: State, seat: int, card: int) -> str:
    """Return `2 in your deck, 1 destroyed`: where all copies of a card are."""
    return ", ".join(f"{n} {place}" for place, n in count_places(c, s, seat, card) if n)


def count_places(c: Constants, s: State, seat: int, card: int) -> Iterator[tuple[str, int]]:
    """Yield each place of a card with the number of copies there."""
    yield from count_in_draft(c, s, seat, card)
    for k in sorted(range(c.seats), key=lambda k: k != seat):
        for pile, (own, others) in PILES.items():
            yield (own if k == seat else others.format(seat=f"{{{k}}}")), getattr(s, pile)[k, card]
        yield ("among your drafted cards" if k == seat else f"drafted by {{{k}}}"), list_drafted(s, k).count(card)
    if card != rec.GARMENT:
        yield "destroyed", s.destroyed[card]
        hidden = "in the draft deck or in unseen hands" if s.phase == rec.DRAFTING else "in the draft deck"
        yield hidden, s.draft_deck[card] + s.unseen_old[card]


def count_in_draft(c: Constants, s: State, seat: int, card: int) -> Iterator[tuple[str, int]]:
    """Yield where a card is among the hands that a seat has seen."""
    in_hand = [held for held, _ in list_hand(c, s, seat)].count(card)
    picked = list_picks(c, s, seat).count(card)
    seen = sum(row_to_list(s.hand[h]).count(card + 1) for h in range(c.seats))
    yield "in your hand", in_hand
    yield "among your picks", picked
    yield "in hands that you have passed on", seen - in_hand - picked


def locate_garment(c: Constants, s: State, seat: int, garment: int) -> str:
    """Return `1 on display, 1 made by {1}`: where all copies of a garment are."""
    places = Counter({"on display": row_to_list(s.display).count(garment + 1)})
    for k in range(c.seats):
        places["made by you" if k == seat else f"made by {{{k}}}"] += s.made[k, garment]
    places["in the garment deck"] = s.garment_deck[garment]
    return ", ".join(f"{n} {place}" for place, n in places.items() if n)
