"""The effects of cards in the model, and refills."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.games.chroma_mix.model.cards import CARD, RANK_1, Paid, in_order, list_splits
from tests.games.chroma_mix.model.table import Deal, Draws, ModelTable, Player


@dataclass(frozen=True)
class Decision:
    """A seat has to choose one of some moves."""

    seat: int
    moves: list[str]


@dataclass(frozen=True)
class Pending:
    """A pending decision: its name, the card that causes it, the seat, and how often it is still to be made."""

    decision: str
    card: str
    seat: int
    times: int


Flow = Generator[Decision, str, None]
Move = Generator[Decision, str, str]


def take_moves(cards: Iterable[str]) -> list[str]:
    """Return the moves that take one of some cards."""
    return [f"gain {card}" for card in in_order(set(cards))]


def other_of(pair: tuple[str, str], card: str) -> str:
    return pair[1] if pair[0] == card else pair[0]


def list_refill_moves(player: Player, tucks: int) -> dict[str, str]:
    """Return what a refill can do with the cards in play: the moves, and their cards.

    Up to two cards are tucked under Mustard, not itself, and it does not return in a refill in which one was tucked.
    """
    moves = {f"return {card} to hand": card for card in player.play if card != "Mustard" or not tucks}
    if "Mustard" in player.play and tucks < 2:
        moves |= {f"tuck {card}": card for card in player.play if card != "Mustard"}
    return moves


class Effects(ModelTable):
    """A table with printing and refilling."""

    def __init__(self, deal: Deal, draws: Draws) -> None:
        super().__init__(deal, draws)
        self.pending: list[Pending] = []  # the current decision is the last

    # ------------------------------------------------------------------ decisions

    @contextmanager
    def decision(self, name: str, card: str, seat: int, times: int = 1) -> Iterator[None]:
        """Keep a decision pending during the `with` block."""
        self.pending.append(Pending(name, card, seat, times))
        yield
        self.pending.pop()

    def ask(self, seat: int, moves: list[str]) -> Move:
        """Let a seat choose a move."""
        self.mark("three pending decisions", sum(decision.times > 0 for decision in self.pending) >= 3)
        chosen = yield Decision(seat, moves)
        assert chosen in moves, f"{chosen!r} is not one of {moves}"
        return chosen

    def ask_take(self, seat: int, cards: Iterable[str]) -> Move:
        """Let a seat choose a card on offer."""
        return (yield from self.ask(seat, take_moves(cards))).removeprefix("gain ")

    # ------------------------------------------------------------------ print

    def print_card(self, p: int, card: str) -> Flow:
        """Put a card from the hand into play, with its instant effect."""
        player = self.players[p]
        player.hand.remove(card)
        player.play.append(card)
        self.turn.print(card)
        self.mark(f"printed {card}")
        match card:
            case "Soft Cyan" | "Pale Magenta":
                yield from self.gain_inks(p, card, tuple(other for other in RANK_1 if other != card))
            case "Light Yellow":
                yield from self.refill(p, card)
            case "Coral":
                self.gain_magenta(p)
            case "Raspberry" | "Slate Gray":
                yield from self.gain_inks(p, card)
            case "Cerulean" | "Turquoise":
                yield from self.gain_same_inks(p, card, 2 if card == "Cerulean" else 3)
            case "Fuchsia":
                yield from self.gain_and_print(p)
            case "Azure":
                yield from self.gain_rank_2(p)
            case "Prism":
                yield from self.trade(p)
            case "Violet":
                yield from self.print_two(p)
            case "Lavender":
                yield from self.split(p)

    def gain_inks(self, p: int, source: str, among: tuple[str, ...] = RANK_1, times: int = 1) -> Flow:
        """Gain inks, chosen one by one."""
        for left in range(times, 0, -1):
            if not self.list_inks(among):
                self.mark("no ink to gain")
                return
            with self.decision("gain-ink", source, p, left):
                card = yield from self.ask_take(p, self.list_inks(among))
            self.take(self.players[p].hand, card)
            self.mark(f"{source} gave an ink")

    def gain_magenta(self, p: int) -> None:
        """Coral."""
        if self.list_inks(("Pale Magenta",)):
            self.take(self.players[p].hand, "Pale Magenta")
        else:
            self.mark("no Pale Magenta for Coral")

    def gain_same_inks(self, p: int, source: str, n: int) -> Flow:
        """Cerulean and Turquoise: inks of one name, as many as there are."""
        if not self.list_inks():
            return
        with self.decision("gain-same-inks", source, p):
            card = yield from self.ask_take(p, self.list_inks())
        self.mark("fewer equal inks than wanted", self.piles[card] < n)
        for _ in range(min(n, self.piles[card])):
            self.take(self.players[p].hand, card)

    def gain_and_print(self, p: int) -> Flow:
        """Fuchsia: gain an ink, which may be printed at once."""
        if not self.list_inks():
            return
        with self.decision("gain-ink", "Fuchsia", p):
            card = yield from self.ask_take(p, self.list_inks())
        self.take(self.players[p].hand, card)
        with self.decision("fuchsia-print", "Fuchsia", p):
            chosen = yield from self.ask(p, ["print it", "keep it"])
        self.mark(f"Fuchsia: {chosen}")
        if chosen == "print it":
            yield from self.print_card(p, card)

    def list_rank_2(self) -> list[str]:
        return [card for card in self.rows[2].cards if card]

    def gain_rank_2(self, p: int) -> Flow:
        """Azure."""
        if not self.list_rank_2():
            return
        with self.decision("gain-rank-2", "Azure", p):
            card = yield from self.ask_take(p, self.list_rank_2())
        self.take(self.players[p].hand, card)
        self.fill_rows()

    def trade(self, p: int) -> Flow:
        """Prism: a card may be discarded for a rank-2 card of the market."""
        player = self.players[p]
        if not self.list_rank_2():
            return
        discards = {f"discard {paid.text}": paid for paid in player.list_with_places()}
        with self.decision("prism-trade", "Prism", p):
            chosen = yield from self.ask(p, [*discards, "pass"])
            self.mark("Prism: " + chosen.split()[0])
            if chosen == "pass":
                return
            card = yield from self.ask_take(p, self.list_rank_2())
        self.mark("Prism discarded itself", chosen == "discard Prism from play")
        self.discard(player, discards[chosen])
        self.take(player.hand, card)
        self.fill_rows()

    def print_two(self, p: int) -> Flow:
        """Violet: two more prints, neither of them a Violet."""
        player = self.players[p]
        for left in (2, 1):
            cards = [card for card in player.list_printable() if card != "Violet"]
            self.mark("Violet could not print an Emerald Green", "Emerald Green" in {*player.hand} - {*cards})
            self.mark(f"nothing to print for Violet with {left} left", not cards)
            if not cards:
                return
            with self.decision("violet-print", "Violet", p, left):
                chosen = yield from self.ask(p, [f"also print {card}" for card in cards])
            with self.decision("violet-print", "Violet", p, left - 1):
                yield from self.print_card(p, chosen.removeprefix("also print "))

    # ------------------------------------------------------------------ refill

    def refill(self, p: int, source: str) -> Flow:
        """A refill, the turn's own or that of a Light Yellow; then Jungle gives inks."""
        player = self.players[p]
        if player.play:
            with self.decision("refill", source, p):
                yield from self.return_cards(p, once=source == "Light Yellow")
        jungles = player.play.count("Jungle")
        self.mark("several Jungles at once", jungles > 1)
        self.mark("Jungle after the refill of a Light Yellow", jungles > 0 and bool(source))
        yield from self.gain_inks(p, "Jungle", times=jungles)

    def return_cards(self, p: int, once: bool) -> Flow:
        """Return cards from play in any order, or tuck them under Mustard."""
        player, tucks = self.players[p], 0
        while True:
            moves = list_refill_moves(player, tucks)
            chosen = yield from self.ask(p, [*moves, "done"])
            if chosen == "done":
                return
            verb, card = chosen.split()[0], moves[chosen]
            tucks += verb == "tuck"
            self.remove(player, Paid(card, "play"))
            (player.tucked if verb == "tuck" else player.hand).append(card)
            self.fill_rows()
            self.mark(verb + (" by Light Yellow" if once else ""))
            self.mark("two tucked at once", tucks == 2)
            self.mark("Light Yellow returned itself", once and card == "Light Yellow")
            if once:
                return

    # ------------------------------------------------------------------ Lavender

    def split(self, p: int) -> Flow:
        """Lavender: discard a card for two cards on offer that have its pigments, and print both."""
        player, on_offer = self.players[p], self.list_on_offer()
        splits = {
            f"discard {paid.text}": (paid, pairs)
            for paid in player.list_with_places()
            if CARD[paid.name].rank > 1 and (pairs := list_splits(paid.name, on_offer))
        }
        self.mark("nothing to split for Lavender", not splits)
        if not splits:
            return
        with self.decision("lavender-split", "Lavender", p):
            paid, pairs = splits[(yield from self.ask(p, list(splits)))]
            first = yield from self.ask_take(p, [card for pair in pairs for card in pair])
            second = yield from self.ask_take(p, [other_of(pair, first) for pair in pairs if first in pair])
        self.mark_split(paid, first, second)
        self.discard(player, paid)
        self.take(player.hand, first)
        self.take(player.hand, second)
        self.fill_rows()
        yield from self.print_both(p, first, second)

    def print_both(self, p: int, first: str, second: str) -> Flow:
        """Print Lavender's two cards in the order that the player chooses; the second if it is still there."""
        if first != second:
            with self.decision("lavender-order", "Lavender", p):
                chosen = yield from self.ask(p, [f"also print {card}" for card in (first, second)])
            if chosen == f"also print {second}":
                first, second = second, first
        with self.decision("lavender-second", "Lavender", p):
            yield from self.print_card(p, first)
        self.mark("Lavender's second card was gone", second not in self.players[p].hand)
        if second in self.players[p].hand:
            yield from self.print_card(p, second)

    def mark_split(self, paid: Paid, first: str, second: str) -> None:
        """Mark situations before Lavender's two cards are taken."""
        self.mark("Lavender split itself", paid == ("Lavender", "play"))
        self.mark("Lavender split a Prism", paid.name == "Prism")
        self.mark("Lavender took two of one name", first == second)
        for card in {first, second} & {"Prism", "Violet", "Lavender", "Key"}:
            self.mark(f"Lavender took {card}")
