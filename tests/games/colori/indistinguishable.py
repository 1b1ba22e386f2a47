"""Pairs of states that a seat cannot distinguish, and pairs that it can.

What a seat was shown is recorded here card by card during the draft, by the rulebook and independently of `hide`: which
hand each seat holds, what is in it, and which cards are missing when it returns.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from gamut.engine.record import Array, copy_states
from gamut.engine.strict import strict_record
from gamut.engine.table import Table
from gamut.games.colori.record import DRAFTING, HAND_SIZE, KINDS


@dataclass
class Card:
    """A card dealt for the draft, and the seats that have seen it."""

    kind: int
    old: bool  # from the deck that ran out
    taken: int = 0  # the pick; 0: not yet
    by: int = -1
    chosen: bool = False  # for the current pick
    seen: dict[int, list[int]] = field(default_factory=dict)  # by seat: the picks at which it was in the seat's hand

    def is_new_to(self, seat: int) -> bool:
        return seat not in self.seen


class Draft:
    """One draft, recorded from its deal."""

    def __init__(self, table: Table) -> None:
        s = strict_record(table.record)
        assert s.phase == DRAFTING
        assert s.pick == 1
        self.table, self.seats, self.round, self.pick = table, table.seats, s.round, 1
        self.hands = [[Card(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h])] for h in range(self.seats)]
        self.holding = list(range(self.seats))  # the hand that each seat holds
        self.show_hands()

    def show_hands(self) -> None:
        """Record that every seat sees the hand it holds."""
        for seat, h in enumerate(self.holding):
            for card in self.hands[h]:
                if not card.taken:
                    card.seen.setdefault(seat, []).append(self.pick)

    def choose(self, seat: int, kind: int) -> None:
        """Record the choice of a seat; of equal cards it is the newer."""
        equal = [card for card in self.hands[self.holding[seat]] if card.kind == kind and not card.taken]
        min(equal, key=lambda card: card.old).chosen = True

    def pass_hands(self) -> None:
        """Take the chosen cards from the hands and pass the hands on."""
        for seat, h in enumerate(self.holding):
            for card in self.hands[h]:
                if card.chosen:
                    card.taken, card.by, card.chosen = self.pick, seat, False
        step = 1 if self.round % 2 else -1
        passed = list(self.holding)
        for seat in range(self.seats):
            self.holding[(seat + step) % self.seats] = passed[seat]
        self.pick += 1
        self.show_hands()

    # ------------------------------------------------------------------ states

    def copy_hands(self) -> list[list[Card]]:
        return [[replace(card) for card in hand] for hand in self.hands]

    def make_state(self, hands: list[list[Card]], deck: list[int]) -> Array | None:
        """Return the table's state with other hands and another deck; None if no game leads to it."""
        record = copy_states(self.table.record)
        s = strict_record(record)
        for h, hand in enumerate(hands):
            cards = sorted(hand, key=lambda card: (card.kind, card.old, card.taken or HAND_SIZE + 1))
            for i, card in enumerate(cards):
                s.hand[h, i], s.old[h, i], s.taken_at[h, i] = card.kind + 1, card.old, card.taken
        for seat, h in enumerate(self.holding):
            chosen = [card.kind + 1 for card in hands[h] if card.chosen]
            assert len(chosen) == (1 if s.choice[seat] else 0)
            s.choice[seat] = chosen[0] if chosen else 0
        for kind in range(KINDS):
            s.draft_deck[kind] = deck.count(kind)
        broken: int = self.table.verbs.broken_invariant(self.table.setup.constants, record, 0)
        return record if broken == 0 else None  # an old card cannot be taken before an equal newer one

    @property
    def deck(self) -> list[int]:
        s = strict_record(self.table.record)
        return [kind for kind in range(KINDS) for _ in range(s.draft_deck[kind])]

    def make_indistinguishable(self, seat: int, random: Random) -> Array | None:
        """Return another state that a seat cannot distinguish from this one; None if the attempt fails."""
        hands, deck = self.copy_hands(), self.deck
        for old in (False, True):
            unseen = [card for hand in hands for card in hand if card.is_new_to(seat) and card.old == old]
            kinds = [card.kind for card in unseen] + ([] if old else deck)
            random.shuffle(kinds)
            for card in unseen:
                card.kind = kinds.pop()
            if not old:
                deck = kinds
        for hand in hands:
            for cards in self.interchangeable(hand, seat):
                fates = [(card.taken, card.by) for card in cards]
                random.shuffle(fates)
                for card, (taken, by) in zip(cards, fates, strict=True):
                    card.taken, card.by = taken, by
        for other, h in enumerate(self.holding):
            if other != seat and any(card.chosen for card in hands[h]):
                for card in hands[h]:
                    card.chosen = False
                random.choice([card for card in hands[h] if not card.taken]).chosen = True
        state = self.make_state(hands, deck)
        if state is None or state.tobytes() == self.table.record.tobytes():
            return None
        state["chance_key"] += np.uint64(1)
        return state

    def interchangeable(self, hand: list[Card], seat: int) -> list[list[Card]]:
        """Return groups of cards of a hand for which a seat cannot know which were taken when and by whom."""
        sights = sorted({pick for card in hand for pick in card.seen.get(seat, ())})
        groups = []
        for sight in sights:
            present = [card for card in hand if sight in card.seen.get(seat, ()) and card.by != seat]
            later = [pick for pick in sights if pick > sight]
            if later:
                groups.append([card for card in present if later[0] not in card.seen[seat]])
            else:
                groups.append(present)
        return groups

    def make_distinguishable(self, seat: int, random: Random) -> Array | None:
        """Return a state that differs in one thing that a seat was shown; None if the attempt fails."""
        hands, deck = self.copy_hands(), self.deck
        cards = [card for hand in hands for card in hand]
        shown = random.choice([card for card in cards if not card.is_new_to(seat)])
        counted = [card for card in cards if card.is_new_to(seat) and card.old]
        same_hand = next(hand for hand in hands if any(card is shown for card in hand))
        others = [card for card in same_hand if not card.is_new_to(seat) and card.kind != shown.kind]
        change = random.randrange(4)
        if change == 0:  # a card that the seat saw is another one
            changed = exchange_kind(shown, deck, random)
        elif change == 1:  # a card of the deck that ran out, whose content can be counted, is another one
            changed = bool(counted) and exchange_kind(random.choice(counted), deck, random)
        elif change == 2:  # another card of a hand that the seat saw came from the old deck
            changed = exchange(("old",), shown, [card for card in others if card.old != shown.old], random)
        else:  # the seat itself took another card of the hand
            present = [card for card in others if card.seen[seat][-1] >= shown.taken != card.taken]
            changed = shown.by == seat and exchange(("taken", "by"), shown, present, random)
        return self.make_state(hands, deck) if changed else None


def exchange_kind(card: Card, deck: list[int], random: Random) -> bool:
    """Exchange a card with one of another kind from the deck."""
    others = [kind for kind in deck if kind != card.kind]
    if not others:
        return False
    kind = random.choice(others)
    deck.remove(kind)
    deck.append(card.kind)
    card.kind = kind
    return True


def exchange(names: tuple[str, ...], card: Card, others: list[Card], random: Random) -> bool:
    """Exchange some attributes of a card with those of one of the others."""
    if not others:
        return False
    other = random.choice(others)
    for name in names:
        own = getattr(card, name)
        setattr(card, name, getattr(other, name))
        setattr(other, name, own)
    return True
