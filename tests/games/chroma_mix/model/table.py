"""The table of the model: hands, piles, market, Billy's deck, and the ranking."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.games.chroma_mix.model.cards import (
    CARD,
    CARDS,
    JEWELS,
    RANK_1,
    Paid,
    copies_of_rank,
    count_dots,
    count_points,
    in_order,
)

BILLY = 1  # the second player of a solo game
MIX = "MIX"  # a card of Billy's deck
STARTING_TURNS = {"beginner": 0, "easy": 2, "medium": 4, "hard": 6}
VICTORY_ORDER = {"burgundy": 0, "mustard": 0, "petrol": 0, "ruby": 1, "sapphire": 2, "points": 3}  # the best is 0
BURGUNDY_COUNTS = {4: 1, 3: 2, 2: 3, 1: 4}  # cards by rank
REASONS = (  # by number
    "points", "sapphire", "ruby", "burgundy", "mustard", "petrol",
    "Billy: points", "Billy: sapphire", "Billy: ruby", "no victory",
)  # fmt: skip


@dataclass(frozen=True)
class Deal:
    """The start of a game: what options and chance decide."""

    seats: int
    special: str  # the name of the special card, or empty
    first: int = 0  # the first player
    difficulty: str = "beginner"
    rounds: int = 100


@dataclass(frozen=True)
class Draws:
    """What chance brought: the market after a move, and what Billy has drawn in it."""

    rows: dict[int, list[str]]  # by rank, six places each; empty: no card
    drawn: list[str]
    billy_next: str = ""  # the back of the next card of Billy's deck


@dataclass
class Player:
    """The cards of a player; Billy never has anything in play."""

    hand: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)
    victories: set[str] = field(default_factory=set)  # achieved

    @property
    def all_cards(self) -> list[str]:
        return self.hand + self.play

    def may_print(self, card: str) -> bool:
        """Return whether a card may go into play: only one Emerald Green may."""
        return card != "Emerald Green" or card not in self.play

    def list_printable(self) -> list[str]:
        """Return the names of the cards in hand that may be printed."""
        return in_order({card for card in self.hand if self.may_print(card)})

    def list_with_places(self) -> list[Paid]:
        """Return all cards with their places."""
        return [Paid(card, "hand") for card in self.hand] + [Paid(card, "play") for card in self.play]


@dataclass
class Row:
    """One row of the market, with its deck and discard pile."""

    deck: list[str]
    cards: list[str] = field(default_factory=lambda: [""] * 6)
    discarded: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """What has been done in the current turn."""

    player: int
    used: set[str] = field(default_factory=set)  # actions started
    mixes: int = 0  # finished
    printed: list[str] = field(default_factory=list)  # by any print
    by_orange: list[str] = field(default_factory=list)  # those of them that Orange put into play
    pear_waits: bool = False  # something was printed for which Pear has given nothing yet

    def print(self, card: str) -> None:
        self.printed.append(card)
        self.pear_waits = True


@dataclass
class Billy:
    """Billy's deck; his hand is that of a player."""

    starting_turns: int = 0  # left before the player's first turn
    deck: list[str] = field(default_factory=lambda: [MIX] * 3)
    discarded: list[str] = field(default_factory=list)
    mixes: int = 0  # MIX cards left to resolve
    next: str = ""  # the back of the next card that all players see: MIX, colour, or empty with an empty deck


class ModelTable:
    """Everything on the table."""

    def __init__(self, deal: Deal, draws: Draws) -> None:
        self.deal, self.draws = deal, draws
        self.coverage: Counter[str] = Counter()  # how often each marked situation occurred
        self.piles = {card.name: card.copies for card in CARDS if card.name in (*JEWELS, *RANK_1, deal.special)}
        self.rows = {rank: Row(copies_of_rank(rank)) for rank in (2, 3)}
        self.fill_rows()
        self.players = [Player() for _ in range(max(deal.seats, 2))]
        for player in self.players[: deal.seats]:
            for card in RANK_1:
                self.take(player.hand, card)
        self.billy = Billy(STARTING_TURNS[deal.difficulty])
        for card in RANK_1 * 2 * self.solo:
            self.take(self.billy.deck, card)
        self.see_next_back()
        first = deal.first if not self.solo else BILLY if self.billy.starting_turns else 0
        self.order = [(first + k) % len(self.players) for k in range(len(self.players))]
        self.round, self.turn, self.over = 1, Turn(first), False

    def see_next_back(self) -> None:
        """Read which back is on top of Billy's deck; cards that are still to be drawn in this move lie above it."""
        if not self.draws.drawn:
            self.billy.next = self.draws.billy_next
            possible = {MIX if card == MIX else "colour" for card in self.billy.deck} if self.solo else set()
            assert self.billy.next in (possible or {""}), f"the deck has no card with the back {self.billy.next!r}"

    @property
    def solo(self) -> bool:
        return self.deal.seats == 1

    def mark(self, situation: str, occurred: bool = True) -> None:
        """Count a situation that a test wants to cover."""
        if occurred:
            self.coverage[situation] += 1

    # ------------------------------------------------------------------ piles and market

    def list_on_offer(self) -> list[str]:
        """Return each copy of the cards on offer."""
        piled = [card for card, count in self.piles.items() for _ in range(count)]
        return piled + [card for row in self.rows.values() for card in row.cards if card]

    def list_inks(self, cards: tuple[str, ...] = RANK_1) -> list[str]:
        """Return those of some inks whose piles are not empty."""
        return [card for card in cards if self.piles[card]]

    def take(self, place: list[str], card: str) -> None:
        """Take a card on offer; its place in the market stays empty."""
        if card in self.piles:
            assert self.piles[card], f"no {card} is left"
            self.piles[card] -= 1
            self.mark(f"last card of a rank-{CARD[card].rank} pile taken", not self.piles[card])
        else:
            row = self.rows[CARD[card].rank].cards
            row[row.index(card)] = ""
        place.append(card)

    def put_on_discard(self, card: str) -> None:
        """Ranks 1 and 4 return to their piles, the others go to the discard pile of their rank."""
        if card in self.piles:
            self.piles[card] += 1
        else:
            self.rows[CARD[card].rank].discarded.append(card)

    def discard(self, player: Player, paid: Paid) -> None:
        """Discard a card from hand or play."""
        self.remove(player, paid)
        self.put_on_discard(paid.name)

    def remove(self, player: Player, paid: Paid) -> None:
        """Remove a card from hand or play; when Mustard leaves play, the cards under it are discarded."""
        (player.play if paid.place == "play" else player.hand).remove(paid.name)
        if paid == ("Mustard", "play"):
            self.mark("Mustard left play with cards under it", bool(player.tucked))
            for card in player.tucked:
                self.put_on_discard(card)
            player.tucked.clear()

    def fill_rows(self) -> None:
        """Fill the gaps of the market from left to right with the cards drawn."""
        for rank, row in self.rows.items():
            for column in range(6):
                if row.cards[column]:
                    continue
                if not row.deck:
                    self.mark(f"rank-{rank} deck reshuffled", bool(row.discarded))
                    row.deck, row.discarded = row.discarded, []
                if row.deck:
                    row.cards[column] = self.draw(row.deck, self.draws.rows[rank][column])
                self.mark(f"rank-{rank} row with a gap", not row.cards[column])

    def draw(self, deck: list[str], card: str) -> str:
        """Remove a drawn card from a deck, which has to hold it."""
        assert card in deck, f"{card or 'nothing'} was drawn, but the deck holds {', '.join(in_order(deck))}"
        deck.remove(card)
        return card

    # ------------------------------------------------------------------ victories

    def count_points(self, p: int) -> int:
        """Points count in play; Billy's count in his hand."""
        return count_points(self.players[p].hand if self.is_billy(p) else self.players[p].play)

    def is_billy(self, p: int) -> bool:
        return self.solo and p == BILLY

    def list_victories(self, p: int) -> set[str]:
        """Return the victories whose conditions a player meets now."""
        player, special = self.players[p], self.deal.special
        cards = player.all_cards
        shown = player.hand if self.is_billy(p) else player.play
        ranks = Counter(CARD[card].rank for card in cards)
        met = {
            "points": self.count_points(p) >= 17,
            "ruby": "Ruby Red" in shown and "Emerald Green" in cards and "Sapphire Blue" in cards,
            "sapphire": "Sapphire Blue" in shown and len(cards) >= 17,
            "burgundy": special == "Burgundy" and ranks == BURGUNDY_COUNTS,
            "mustard": special == "Mustard" and count_dots(player.tucked) >= 8,
            "petrol": special == "Petrol" and ranks[2] >= 6,
        }
        if special not in player.play:
            del met["burgundy"], met["mustard"], met["petrol"]
        return {victory for victory, is_met in met.items() if is_met}

    def check_victories(self) -> None:
        """Record the victories of every player after a turn."""
        for p, player in enumerate(self.players):
            for victory in self.list_victories(p) - player.victories:
                self.mark(f"{'Billy' if self.is_billy(p) else 'player'} achieved {victory}")
                player.victories.add(victory)

    @property
    def is_last_round(self) -> bool:
        return self.round == self.deal.rounds or any(player.victories for player in self.players)

    def rank_key(self, p: int) -> tuple[int, ...]:
        """Return a key by which the players are ranked; the lowest is first."""
        player, later = self.players[p], -self.order.index(p)
        if player.victories:
            return 0, min(VICTORY_ORDER[victory] for victory in player.victories), -self.count_points(p), later
        return 1, -count_dots(player.all_cards), later

    def list_ranking(self) -> list[int]:
        """Return the players from first to last."""
        return sorted(range(len(self.players)), key=self.rank_key)

    def find_winner(self) -> int:
        """Return the player who has won; −1: none."""
        best = self.list_ranking()[0]
        return best if self.players[best].victories else -1

    def list_ranks(self) -> tuple[int, ...]:
        """Return the ranks of the seats; Billy has none."""
        if self.solo:
            return (1 if self.find_winner() == 0 else 2,)
        ranking, first = self.list_ranking(), 1 if self.find_winner() >= 0 else 2
        return tuple(ranking.index(p) + first for p in range(len(self.players)))

    def find_reason(self) -> str:
        """Return why the game ended, one of REASONS."""
        best = self.list_ranking()[0]
        if not self.players[best].victories:
            return "no victory"
        victory = min(self.players[best].victories, key=VICTORY_ORDER.__getitem__)
        return f"Billy: {victory}" if self.is_billy(best) else victory
