"""What lies on the table of the model: hands, piles, market, Billy's deck, and who has won."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from gamut.games.chroma_mix.tests.model.cards import (
    CARD,
    CARDS,
    JEWELS,
    RANK_1,
    Paid,
    copies_of_rank,
    count_dots,
    count_points,
    in_order,
)  # fmt: skip

BILLY = 1  # alone, the second player
MIX = "MIX"  # a card of Billy's deck
STARTING_TURNS = {"normal": 0, "easy": 2, "medium": 4, "hard": 6}
KINDS = {"burgundy": 0, "mustard": 0, "petrol": 0, "ruby": 1, "sapphire": 2, "points": 3}  # the best kind first
BURGUNDYS_SET = {4: 1, 3: 2, 2: 3, 1: 4}  # how many cards of each rank


@dataclass(frozen=True)
class Deal:
    """How a game begins, as far as options and chance decide it."""

    seats: int
    special: str  # the name of the special card, or empty
    first: int = 0  # the player who begins
    difficulty: str = "normal"
    rounds: int = 300


@dataclass(frozen=True)
class Told:
    """What chance brought: the market after a move, and what Billy has drawn since the move before."""

    rows: dict[int, list[str]]  # by rank, six places each; empty: no card
    drawn: list[str]


@dataclass
class Player:
    """What a player has; Billy never has anything in play."""

    hand: list[str] = field(default_factory=list)
    play: list[str] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)
    met: set[str] = field(default_factory=set)

    @property
    def all_cards(self) -> list[str]:
        return self.hand + self.play

    def may_print(self, card: str) -> bool:
        """Whether a card may go into the play area: it takes only one Emerald Green."""
        return card != "Emerald Green" or card not in self.play

    def list_printable(self) -> list[str]:
        """The names of the cards in hand that may be printed."""
        return in_order({card for card in self.hand if self.may_print(card)})

    def list_with_places(self) -> list[Paid]:
        """All cards, with the place where they lie."""
        return [Paid(card, "hand") for card in self.hand] + [Paid(card, "play") for card in self.play]


@dataclass
class Row:
    """One row of the market, with its deck and discard pile."""

    deck: list[str]
    cards: list[str] = field(default_factory=lambda: [""] * 6)
    discarded: list[str] = field(default_factory=list)


@dataclass
class Turn:
    """What has been done in the running turn."""

    player: int
    used: set[str] = field(default_factory=set)  # actions begun
    mixes: int = 0  # done
    printed: list[str] = field(default_factory=list)  # by whatever print
    laid: list[str] = field(default_factory=list)  # those of them that Orange put down


@dataclass
class Billy:
    """Billy's deck; its hand is that of a player."""

    turns_ahead: int = 0  # still to come before the player's first
    deck: list[str] = field(default_factory=lambda: [MIX] * 3)
    discarded: list[str] = field(default_factory=list)
    mixes: int = 0  # MIX cards still to be carried out
    must: list[str] = field(default_factory=list)  # what it may mix now


class ModelTable:
    """Everything that lies on the table."""

    def __init__(self, deal: Deal, told: Told) -> None:
        self.deal, self.told = deal, told
        self.reached: Counter[str] = Counter()  # how often something happened that a test wants to see
        self.piles = {card.name: card.copies for card in CARDS if card.name in (*JEWELS, *RANK_1, deal.special)}
        self.rows = {rank: Row(copies_of_rank(rank)) for rank in (2, 3)}
        self.fill_rows()
        self.players = [Player() for _ in range(max(deal.seats, 2))]
        for player in self.players[: deal.seats]:
            for card in RANK_1:
                self.take(player.hand, card)
        self.billy = Billy(STARTING_TURNS[deal.difficulty])
        for card in RANK_1 * 2 * self.alone:
            self.take(self.billy.deck, card)
        first = deal.first if not self.alone else BILLY if self.billy.turns_ahead else 0
        self.order = [(first + k) % len(self.players) for k in range(len(self.players))]
        self.round, self.turn, self.over = 1, Turn(first), False

    @property
    def alone(self) -> bool:
        return self.deal.seats == 1

    def mark(self, what: str, happened: bool = True) -> None:
        """Count that something happened."""
        if happened:
            self.reached[what] += 1

    # ------------------------------------------------------------------ piles and market

    def list_open(self) -> list[str]:
        """All cards that lie open, each copy."""
        piled = [card for card, count in self.piles.items() for _ in range(count)]
        return piled + [card for row in self.rows.values() for card in row.cards if card]

    def list_filled(self, cards: tuple[str, ...] = RANK_1) -> list[str]:
        """Those of some rank-1 cards whose piles are not empty."""
        return [card for card in cards if self.piles[card]]

    def take(self, place: list[str], card: str) -> None:
        """Take an open card; it leaves its place in the market empty."""
        if card in self.piles:
            assert self.piles[card], f"no {card} is left"
            self.piles[card] -= 1
            self.mark(f"last card of a pile of rank {CARD[card].rank} taken", not self.piles[card])
        else:
            row = self.rows[CARD[card].rank].cards
            row[row.index(card)] = ""
        place.append(card)

    def put_away(self, card: str) -> None:
        """Ranks 1 and 4 go back to their piles, the others to the discard pile of their rank."""
        if card in self.piles:
            self.piles[card] += 1
        else:
            self.rows[CARD[card].rank].discarded.append(card)

    def discard(self, player: Player, paid: Paid) -> None:
        """Put a card of hand or play away."""
        self.remove(player, paid)
        self.put_away(paid.name)

    def remove(self, player: Player, paid: Paid) -> None:
        """Take a card out of hand or play; what is tucked under Mustard goes when Mustard leaves play."""
        (player.play if paid.place == "play" else player.hand).remove(paid.name)
        if paid == ("Mustard", "play"):
            self.mark("Mustard left play with cards under it", bool(player.tucked))
            for card in player.tucked:
                self.put_away(card)
            player.tucked.clear()

    def fill_rows(self) -> None:
        """Fill the gaps of the market, from left to right, with what chance is told to have brought."""
        for rank, row in self.rows.items():
            for place in range(6):
                if row.cards[place]:
                    continue
                if not row.deck:
                    self.mark(f"deck of rank {rank} made anew", bool(row.discarded))
                    row.deck, row.discarded = row.discarded, []
                if row.deck:
                    row.cards[place] = self.draw(row.deck, self.told.rows[rank][place])
                self.mark(f"row of rank {rank} with a gap", not row.cards[place])

    def draw(self, deck: list[str], card: str) -> str:
        """Draw the card that chance is told to have brought; the deck has to hold it."""
        assert card in deck, f"{card or 'nothing'} was drawn, but the deck holds {', '.join(in_order(deck))}"
        deck.remove(card)
        return card

    # ------------------------------------------------------------------ victories

    def count_points(self, p: int) -> int:
        """Points count in play; Billy's count in its hand."""
        return count_points(self.players[p].hand if self.is_billy(p) else self.players[p].play)

    def is_billy(self, p: int) -> bool:
        return self.alone and p == BILLY

    def list_victories(self, p: int) -> set[str]:
        """The victories whose conditions a player fulfils at this moment."""
        player, special = self.players[p], self.deal.special
        cards = player.all_cards
        in_force = player.hand if self.is_billy(p) else player.play
        ranks = Counter(CARD[card].rank for card in cards)
        holds = {
            "points": self.count_points(p) >= 17,
            "ruby": "Ruby Red" in in_force and "Emerald Green" in cards and "Sapphire Blue" in cards,
            "sapphire": "Sapphire Blue" in in_force and len(cards) >= 17,
            "burgundy": special == "Burgundy" and ranks == BURGUNDYS_SET,
            "mustard": special == "Mustard" and count_dots(player.tucked) >= 8,
            "petrol": special == "Petrol" and ranks[2] >= 6,
        }
        if special not in player.play:
            del holds["burgundy"], holds["mustard"], holds["petrol"]
        return {victory for victory, held in holds.items() if held}

    def look_at_victories(self) -> None:
        """After a turn: note what every player has met."""
        for p, player in enumerate(self.players):
            for victory in self.list_victories(p) - player.met:
                self.mark(f"{'Billy' if self.is_billy(p) else 'player'} met {victory}")
                player.met.add(victory)

    @property
    def is_last_round(self) -> bool:
        return self.round == self.deal.rounds or any(player.met for player in self.players)

    def stand(self, p: int) -> tuple[int, ...]:
        """Where a player stands at the end; the lowest is first."""
        player, later = self.players[p], -self.order.index(p)
        if player.met:
            return 0, min(KINDS[victory] for victory in player.met), -self.count_points(p), later
        return 1, -count_dots(player.all_cards), later

    def list_standings(self) -> list[int]:
        """The players from first to last."""
        return sorted(range(len(self.players)), key=self.stand)

    def find_winner(self) -> int:
        """The player who has won; −1: nobody."""
        best = self.list_standings()[0]
        return -1 if self.alone and not self.players[best].met else best

    def list_ranks(self) -> tuple[int, ...]:
        """The ranks of the seats; Billy has none."""
        if self.alone:
            return (1 if self.find_winner() == 0 else 2,)
        standings = self.list_standings()
        return tuple(standings.index(p) + 1 for p in range(len(self.players)))

    def find_reason(self) -> str:
        """Why the game ended."""
        best = self.list_standings()[0]
        if not self.players[best].met:
            return "no victory in time" + ": most rank dots" * (not self.alone)
        kind = min(self.players[best].met, key=KINDS.__getitem__)
        if self.is_billy(best):
            return "Billy reached 17 points" if kind == "points" else f"Billy won by {kind.title()}"
        return "17 points" if kind == "points" else f"{kind.title()} victory"
