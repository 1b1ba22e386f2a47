"""What cards do in the model when they are printed, and the refill that some of it needs."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gamut.games.chroma_mix.tests.model.cards import CARD, NAMES, NUMBER, RANK_1, Paid, in_order, list_splits
from gamut.games.chroma_mix.tests.model.table import Deal, ModelTable, Player, Told


@dataclass(frozen=True)
class Question:
    """A seat has to choose one of some moves."""

    seat: int
    moves: list[str]


@dataclass(frozen=True)
class Wait:
    """Something that waits: what, the card it comes from, who decides, and how often it is still to be done."""

    what: str
    card: str
    who: int
    many: int


Flow = Generator[Question, str, None]
Answer = Generator[Question, str, str]


def takes(cards: Iterable[str]) -> list[str]:
    """The moves that take one of some cards."""
    return [f"take {card}" for card in in_order(set(cards))]


def other_of(pair: tuple[str, str], one: str) -> str:
    """The other one of two cards."""
    return pair[1] if pair[0] == one else pair[0]


def list_refill_steps(player: Player, tucks: int) -> list[tuple[int, str]]:
    """What a refill could do with each card in play: the number of the card, and the verb.

    Mustard takes up to two cards in a refill, not itself, and does not come back in a refill in which it took one.
    """
    returned = [(NUMBER[card], "return") for card in set(player.play) if card != "Mustard" or not tucks]
    if "Mustard" not in player.play or tucks == 2:
        return sorted(returned)
    return sorted(returned + [(NUMBER[card], "tuck") for card in set(player.play) - {"Mustard"}])


class Effects(ModelTable):
    """A table at which cards are printed and taken back."""

    def __init__(self, deal: Deal, told: Told) -> None:
        super().__init__(deal, told)
        self.waiting: list[Wait] = []  # the next decision last

    # ------------------------------------------------------------------ asking

    @contextmanager
    def wait(self, what: str, card: str, who: int, many: int = 1) -> Iterator[None]:
        """Tell that something waits as long as what stands below runs."""
        self.waiting.append(Wait(what, card, who, many))
        yield
        self.waiting.pop()

    def ask(self, seat: int, moves: list[str]) -> Answer:
        """Let a seat choose a move."""
        self.mark("three things wait", sum(wait.many > 0 for wait in self.waiting) >= 3)
        chosen = yield Question(seat, moves)
        assert chosen in moves, f"{chosen!r} is not one of {moves}"
        return chosen

    def ask_take(self, seat: int, cards: Iterable[str]) -> Answer:
        """Let a seat choose an open card."""
        return (yield from self.ask(seat, takes(cards))).removeprefix("take ")

    # ------------------------------------------------------------------ print

    def print_card(self, p: int, card: str) -> Flow:
        """Put a card of the hand into play and do what it does once."""
        player = self.players[p]
        player.hand.remove(card)
        player.play.append(card)
        self.turn.printed.append(card)
        self.mark(f"printed {card}")
        match card:
            case "Soft Cyan" | "Pale Magenta":
                yield from self.add_rank_1(p, card, tuple(other for other in RANK_1 if other != card))
            case "Light Yellow":
                yield from self.refill(p, card)
            case "Coral":
                self.add_magenta(p)
            case "Raspberry" | "Slate Gray":
                yield from self.add_rank_1(p, card)
            case "Cerulean" | "Turquoise":
                yield from self.add_equal(p, card, 2 if card == "Cerulean" else 3)
            case "Fuchsia":
                yield from self.add_and_print(p)
            case "Azure":
                yield from self.add_rank_2(p)
            case "Prism":
                yield from self.trade(p)
            case "Violet":
                yield from self.print_two(p)
            case "Lavender":
                yield from self.split(p)

    def add_rank_1(self, p: int, source: str, among: tuple[str, ...] = RANK_1, many: int = 1) -> Flow:
        """Add rank-1 cards to a hand, chosen one by one."""
        for left in range(many, 0, -1):
            if not self.list_filled(among):
                self.mark("no rank-1 card to add")
                return
            with self.wait("add", source, p, left):
                card = yield from self.ask_take(p, self.list_filled(among))
            self.take(self.players[p].hand, card)
            self.mark(f"{source} added a card")

    def add_magenta(self, p: int) -> None:
        """Coral."""
        if self.list_filled(("Pale Magenta",)):
            self.take(self.players[p].hand, "Pale Magenta")
        else:
            self.mark("Coral found no Pale Magenta")

    def add_equal(self, p: int, source: str, many: int) -> Flow:
        """Cerulean and Turquoise: rank-1 cards of one name, as many as there are."""
        if not self.list_filled():
            return
        with self.wait("add-equal", source, p):
            card = yield from self.ask_take(p, self.list_filled())
        self.mark("fewer equal cards than wanted", self.piles[card] < many)
        for _ in range(min(many, self.piles[card])):
            self.take(self.players[p].hand, card)

    def add_and_print(self, p: int) -> Flow:
        """Fuchsia: add a rank-1 card, which may be printed at once."""
        if not self.list_filled():
            return
        with self.wait("add", "Fuchsia", p):
            card = yield from self.ask_take(p, self.list_filled())
        self.take(self.players[p].hand, card)
        with self.wait("offer", "Fuchsia", p):
            chosen = yield from self.ask(p, ["print it", "keep it"])
        self.mark(f"Fuchsia: {chosen}")
        if chosen == "print it":
            yield from self.print_card(p, card)

    def list_rank_2(self) -> list[str]:
        """The open cards of rank 2."""
        return [card for card in self.rows[2].cards if card]

    def add_rank_2(self, p: int) -> Flow:
        """Azure."""
        if not self.list_rank_2():
            return
        with self.wait("add-rank-2", "Azure", p):
            card = yield from self.ask_take(p, self.list_rank_2())
        self.take(self.players[p].hand, card)
        self.fill_rows()

    def trade(self, p: int) -> Flow:
        """Prism: a card may be discarded for an open card of rank 2."""
        player = self.players[p]
        if not self.list_rank_2():
            return
        discards = {f"discard {paid.text}": paid for paid in player.list_with_places()}
        with self.wait("trade", "Prism", p):
            chosen = yield from self.ask(p, [*discards, "pass"])
            self.mark("Prism: " + chosen.split()[0])
            if chosen == "pass":
                return
            card = yield from self.ask_take(p, self.list_rank_2())
        self.mark("Prism discarded itself", chosen == "discard Prism in play")
        self.discard(player, discards[chosen])
        self.take(player.hand, card)
        self.fill_rows()

    def print_two(self, p: int) -> Flow:
        """Violet: two more prints, neither of them a Violet."""
        player = self.players[p]
        for left in (2, 1):
            cards = [card for card in player.list_printable() if card != "Violet"]
            self.mark("Violet could not print an Emerald Green", "Emerald Green" in {*player.hand} - {*cards})
            self.mark(f"Violet found no card with {left} prints left", not cards)
            if not cards:
                return
            with self.wait("print", "Violet", p, left):
                chosen = yield from self.ask(p, [f"also print {card}" for card in cards])
            with self.wait("print", "Violet", p, left - 1):
                yield from self.print_card(p, chosen.removeprefix("also print "))

    # ------------------------------------------------------------------ refill

    def refill(self, p: int, source: str) -> Flow:
        """A refill action, the turn's own or that of a Light Yellow; then Jungle gives its cards."""
        player = self.players[p]
        if player.play:
            with self.wait("refill", source, p):
                yield from self.take_back(p, once=source == "Light Yellow")
        jungles = player.play.count("Jungle")
        self.mark("several Jungles at once", jungles > 1)
        self.mark("Jungle after the refill of a Light Yellow", jungles > 0 and bool(source))
        yield from self.add_rank_1(p, "Jungle", many=jungles)

    def take_back(self, p: int, once: bool) -> Flow:
        """Cards come back from the play area in the order of the cards, or go under Mustard instead."""
        player, tucks, last = self.players[p], 0, (0, "return")
        while True:
            steps = [step for step in list_refill_steps(player, tucks) if step >= last]
            chosen = yield from self.ask(p, [f"{verb} {NAMES[number]}" for number, verb in steps] + ["done"])
            if chosen == "done":
                return
            verb, _, card = chosen.partition(" ")
            last, tucks = (NUMBER[card], verb), tucks + (verb == "tuck")
            self.remove(player, Paid(card, "play"))
            (player.tucked if verb == "tuck" else player.hand).append(card)
            self.fill_rows()
            self.mark(verb + (" by Light Yellow" if once else ""))
            self.mark("two tucked at once", tucks == 2)
            self.mark("Light Yellow took itself back", once and card == "Light Yellow")
            if once:
                return

    # ------------------------------------------------------------------ Lavender

    def split(self, p: int) -> Flow:
        """Lavender: discard a card for two open cards that have its pigments, and print both."""
        player, open_cards = self.players[p], self.list_open()
        splits = {
            f"discard {paid.text}": (paid, pairs)
            for paid in player.list_with_places()
            if CARD[paid.name].rank > 1 and (pairs := list_splits(paid.name, open_cards))
        }
        self.mark("Lavender found nothing to split", not splits)
        if not splits:
            return
        with self.wait("part", "Lavender", p):
            paid, pairs = splits[(yield from self.ask(p, list(splits)))]
            one = yield from self.ask_take(p, [card for pair in pairs for card in pair])
            other = yield from self.ask_take(p, [other_of(pair, one) for pair in pairs if one in pair])
        self.mark_split(paid, one, other)
        self.discard(player, paid)
        self.take(player.hand, one)
        self.take(player.hand, other)
        self.fill_rows()
        yield from self.print_both(p, one, other)

    def print_both(self, p: int, one: str, other: str) -> Flow:
        """Lavender's two cards are printed in the order that the player likes; the second if it is still there."""
        if one != other:
            with self.wait("order", "Lavender", p):
                chosen = yield from self.ask(p, [f"also print {card}" for card in (one, other)])
            if chosen == f"also print {other}":
                one, other = other, one
        with self.wait("follow", "Lavender", p):
            yield from self.print_card(p, one)
        self.mark("Lavender's second card was gone", other not in self.players[p].hand)
        if other in self.players[p].hand:
            yield from self.print_card(p, other)

    def mark_split(self, paid: Paid, one: str, other: str) -> None:
        """Before Lavender's two cards are taken."""
        self.mark("Lavender split itself", paid == ("Lavender", "play"))
        self.mark("Lavender split a Prism", paid.name == "Prism")
        self.mark("Lavender took two of one name", one == other)
        for card in {one, other} & {"Prism", "Violet", "Lavender", "Key"}:
            self.mark(f"Lavender took {card}")
