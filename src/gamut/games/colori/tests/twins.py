"""Two true states that agree on all that a seat was ever shown, and states that do not.

What was shown is written down here card by card while the draft goes on, by the rulebook and without a look at
`hide`: who holds which hand, what lies in it, and which cards are gone when it comes back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import numpy as np

from gamut.engine.record import Array, copy_states
from gamut.engine.strict import strict
from gamut.engine.table import Table
from gamut.games.colori.record import DRAFTING, HAND, KINDS


@dataclass
class Card:
    """A card dealt for the draft, and who has seen it."""

    kind: int
    old: bool  # from the deck that ran out
    taken: int = 0  # at which pick; 0: not yet
    by: int = -1
    chosen: bool = False  # for the pick under way
    seen: dict[int, list[int]] = field(default_factory=dict)  # by seat: at which picks it lay in the seat's hand

    def is_new_to(self, seat: int) -> bool:
        """Whether a seat has never seen it."""
        return seat not in self.seen


class Draft:
    """One draft, followed from its deal on."""

    def __init__(self, table: Table) -> None:
        s = strict(table.record)
        assert s.phase == DRAFTING
        assert s.pick == 1
        self.table, self.seats, self.round, self.pick = table, table.seats, s.round, 1
        self.hands = [
            [Card(s.hand[h, i] - 1, bool(s.old[h, i])) for i in range(s.dealt[h])] for h in range(self.seats)
        ]
        self.holding = list(range(self.seats))  # which hand each seat holds
        self.show()

    def show(self) -> None:
        """Every seat looks at the hand it holds."""
        for seat, h in enumerate(self.holding):
            for card in self.hands[h]:
                if not card.taken:
                    card.seen.setdefault(seat, []).append(self.pick)

    def choose(self, seat: int, kind: int) -> None:
        """A seat chooses a card; of equal ones the newer."""
        equal = [card for card in self.hands[self.holding[seat]] if card.kind == kind and not card.taken]
        min(equal, key=lambda card: card.old).chosen = True

    def pass_on(self) -> None:
        """All have chosen: the cards leave the hands, which go on."""
        for seat, h in enumerate(self.holding):
            for card in self.hands[h]:
                if card.chosen:
                    card.taken, card.by, card.chosen = self.pick, seat, False
        step = 1 if self.round % 2 else -1
        passed = list(self.holding)
        for seat in range(self.seats):
            self.holding[(seat + step) % self.seats] = passed[seat]
        self.pick += 1
        self.show()

    # ------------------------------------------------------------------ states

    def copy_hands(self) -> list[list[Card]]:
        """The hands, to be changed."""
        return [[replace(card) for card in hand] for hand in self.hands]

    def state(self, hands: list[list[Card]], deck: list[int]) -> Array | None:
        """The table's state with other hands and another deck; None if no game leads to it."""
        record = copy_states(self.table.record)
        s = strict(record)
        for h, hand in enumerate(hands):
            in_order = sorted(hand, key=lambda card: (card.kind, card.old, card.taken or HAND + 1))
            for i, card in enumerate(in_order):
                s.hand[h, i], s.old[h, i], s.when[h, i] = card.kind + 1, card.old, card.taken
        for seat, h in enumerate(self.holding):
            chosen = [card.kind + 1 for card in hands[h] if card.chosen]
            assert len(chosen) == (1 if s.choice[seat] else 0)
            s.choice[seat] = chosen[0] if chosen else 0
        for kind in range(KINDS):
            s.draft[kind] = deck.count(kind)
        sound: int = self.table.rules.check(self.table.setup.constants, record, 0)
        return record if sound == 0 else None  # an older card cannot have gone before an equal newer one

    @property
    def deck(self) -> list[int]:
        """The cards of the draft deck."""
        s = strict(self.table.record)
        return [kind for kind in range(KINDS) for _ in range(s.draft[kind])]

    def make_twin(self, seat: int, random: Random) -> Array | None:
        """A state with other secrets, all the same to a seat; None if the change would be none, or impossible."""
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
        twin = self.state(hands, deck)
        if twin is None or twin.tobytes() == self.table.record.tobytes():
            return None
        twin["key"] += np.uint64(1)
        return twin

    def interchangeable(self, hand: list[Card], seat: int) -> list[list[Card]]:
        """The cards of a hand of which a seat cannot tell which were taken when, and by whom."""
        sights = sorted({pick for card in hand for pick in card.seen.get(seat, ())})
        groups = []
        for sight in sights:
            lay_there = [card for card in hand if sight in card.seen.get(seat, ()) and card.by != seat]
            later = [pick for pick in sights if pick > sight]
            if later:
                groups.append([card for card in lay_there if later[0] not in card.seen[seat]])
            else:
                groups.append(lay_there)
        return groups

    def make_stranger(self, seat: int, random: Random) -> Array | None:
        """A state that differs in one thing that a seat was shown; None if there is no such change here."""
        hands, deck = self.copy_hands(), self.deck
        cards = [card for hand in hands for card in hand]
        shown = random.choice([card for card in cards if not card.is_new_to(seat)])
        counted = [card for card in cards if card.is_new_to(seat) and card.old]
        beside = next(hand for hand in hands if any(card is shown for card in hand))
        others = [card for card in beside if not card.is_new_to(seat) and card.kind != shown.kind]
        how = random.randrange(4)
        if how == 0:  # a card that it saw is another one
            changed = exchange_kind(shown, deck, random)
        elif how == 1:  # a card of the deck that ran out, whose content was known to who counts, is another one
            changed = bool(counted) and exchange_kind(random.choice(counted), deck, random)
        elif how == 2:  # another card of a hand that it saw came from the old deck
            changed = exchange(("old",), shown, [card for card in others if card.old != shown.old], random)
        else:  # it took another card itself, of those that lay there
            lay_there = [card for card in others if card.seen[seat][-1] >= shown.taken != card.taken]
            changed = shown.by == seat and exchange(("taken", "by"), shown, lay_there, random)
        return self.state(hands, deck) if changed else None


def exchange_kind(card: Card, deck: list[int], random: Random) -> bool:
    """Put another kind from the deck in a card's place."""
    others = [kind for kind in deck if kind != card.kind]
    if not others:
        return False
    kind = random.choice(others)
    deck.remove(kind)
    deck.append(card.kind)
    card.kind = kind
    return True


def exchange(names: tuple[str, ...], card: Card, others: list[Card], random: Random) -> bool:
    """Swap some facts of a card with those of one of the others."""
    if not others:
        return False
    other = random.choice(others)
    for name in names:
        mine, theirs = getattr(card, name), getattr(other, name)
        setattr(card, name, theirs)
        setattr(other, name, mine)
    return True
