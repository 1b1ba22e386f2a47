"""Playing styles that together cover every rule; none of them plays well."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.games.chroma_mix.model.cards import CARD, JEWELS, NAMES, SPECIALS, Mix, count_points
from tests.games.chroma_mix.model.effects import Decision
from tests.games.chroma_mix.model.game import Model
from tests.games.chroma_mix.model.table import BURGUNDY_COUNTS

GOALS = ("mixes", "points", "ruby", "sapphire", "tricks", "jewels")
TRICKS = ("Violet", "Lavender", "Fuchsia", "Prism", "Azure")
IN_PLAY = {  # what a goal needs in play, besides cards with an ongoing effect
    "points": tuple(card for card in NAMES if CARD[card].points),
    "ruby": ("Ruby Red",),
    "sapphire": ("Sapphire Blue",),
    "jewels": ("Emerald Green",),
}
HELD_BACK = (*JEWELS, *SPECIALS)  # by patient players
ONGOING = ("Coral", "Jungle", "Lemon", "Key", "Orange", "Pear", "Raspberry", "Slate Gray")


@dataclass
class Style:
    """A playing style: a goal, favourite cards, and how often a move is random."""

    rng: Random
    goal: str  # one of GOALS, or the special card
    favourites: frozenset[str]
    careless: float
    patient: bool  # whether winning cards are held back until the last round
    billy_mixes: str  # the mixes chosen for Billy: "rich" cards, "poor" ones, or a "blue" one and no points
    plan: list[str] = field(default_factory=list)  # the remaining moves of a mix

    @classmethod
    def draw(cls, rng: Random, goal: str, patient: bool) -> Style:
        """Return a random style with a goal."""
        favourites = frozenset(rng.sample(NAMES, rng.randrange(6)))
        careless, billy_mixes = rng.choice((0.02, 0.1, 0.3, 1.0)), rng.choice(("rich", "poor", "poor", "blue"))
        return cls(rng, goal, favourites, careless, patient, billy_mixes)

    def choose(self, model: Model, decision: Decision) -> str:
        moves = decision.moves
        if self.plan and self.plan[0] in moves:
            return self.plan.pop(0)
        if self.rng.random() < self.careless:
            return self.rng.choice(moves)
        cards = Counter(model.players[decision.seat].all_cards)
        ratings = {move: self.rate(model, decision.seat, move, cards) + self.rng.random() for move in moves}
        gain, self.plan = self.plan_mix(model, decision, cards)
        best = max(moves, key=ratings.__getitem__)
        if self.plan and (gain > ratings[best] or best.startswith("mix")):
            return self.plan.pop(0)
        self.plan = []
        return best

    def holds_back(self, model: Model, card: str) -> bool:
        """Return whether a card is not to be printed yet."""
        return self.patient and card in HELD_BACK and not model.is_last_round

    # ------------------------------------------------------------------ cards

    def rate_card(self, model: Model, card: str, others: Counter[str]) -> float:
        """Return how much a card is wanted besides others."""
        rank, first = CARD[card].rank, not others[card]
        rating = rank + 8.0 * (card in self.favourites and others[card] < 2)
        match self.goal:
            case "points":
                return rating + 3 * CARD[card].points
            case "ruby":
                return rating + 20 * (card in JEWELS and first)
            case "sapphire":
                return 20.0 if card == "Sapphire Blue" and first else 1.0
            case "tricks":
                return rating + 6 * (card in TRICKS) + 4 * (rank == 4) + 4 * (card == "Sapphire Blue")
            case "jewels":
                return rating + 15 * (card == "Emerald Green") + 8 * (card in ("Orange", "Violet"))
            case model.deal.special if card == self.goal:
                return rating + 20
            case "Petrol":
                return rating + 8 * (rank == 2)
            case "Burgundy":
                ranks = Counter(CARD[other].rank for other in others.elements())
                return 10.0 if ranks[rank] < BURGUNDY_COUNTS[rank] else 0.0
        return rating

    # ------------------------------------------------------------------ mixes

    def plan_mix(self, model: Model, decision: Decision, cards: Counter[str]) -> tuple[float, list[str]]:
        """Return the rating of the best mix and its moves; the cards are paid in any order."""
        if decision.moves[0].endswith("for Billy") and not model.paid:
            mixes, texts = model.list_billy_mixes(), ["mix {} for Billy"] * 2
            ratings = {mix: self.rate_billy_mix(mix) + self.rng.random() for mix in mixes}
        elif "mix" in model.possible:
            mixes, texts = model.list_mixes_of(model.players[decision.seat]), ["mix {}", *["add {}"] * 3]
            ratings = {mix: self.rate_mix(model, mix, cards) + self.rng.random() for mix in mixes}
        else:
            return 0, []
        mix = max(ratings, key=ratings.__getitem__)
        paid = self.rng.sample([card.text for card in mix.paid], len(mix.paid))
        moves = [text.format(card) for text, card in zip(texts, paid, strict=False)]
        return ratings[mix], [*moves, f"gain {mix.result}"]

    def rate_mix(self, model: Model, mix: Mix, cards: Counter[str]) -> float:
        """Return how much a mix is liked."""
        names = Counter(card.name for card in mix.paid)
        lost = sum(self.rate_card(model, card.name, cards - Counter([card.name])) for card in mix.paid)
        liked = 2 + 2 * (len(mix.paid) == 4) + 5 * (self.goal == "mixes")
        return liked + self.rate_card(model, mix.result, cards - names) - lost

    def rate_billy_mix(self, mix: Mix) -> float:
        card = CARD[mix.result]
        if self.billy_mixes == "rich":
            return card.rank
        lost = count_points(paid.name for paid in mix.paid) - card.points
        liked = 10 if self.billy_mixes == "blue" else -5
        return lost + liked * (card.name == "Sapphire Blue") - 5 * (card.name == "Ruby Red")

    # ------------------------------------------------------------------ moves

    def rate(self, model: Model, seat: int, move: str, cards: Counter[str]) -> float:
        """Return how much a move is liked that is not a mix."""
        verb, _, rest = move.partition(" ")
        card = rest.removeprefix("print ").removesuffix(" from play").removesuffix(" to hand")
        if card not in CARD:
            return {"refill": 1.0, "print": 1.0, "end": -1.0, "pass": 0.0}.get(verb, 0.5)
        loss = self.rate_card(model, card, cards - Counter([card]))
        match verb:
            case "gain":
                return self.rate_card(model, card, cards)
            case "tuck":
                return 5.0
            case "print" | "also":
                return self.rate_print(model, card, model.players[seat].play, cards)
            case "return":
                return 0.0 if card in (self.goal, *ONGOING, *IN_PLAY.get(self.goal, ())) else 2.0
            case "discard":
                return loss / 4 if self.goal == "tricks" else 2 - loss / 4
            case "swap":
                return 1 - loss / 4
        return -5.0  # a mix other than the best

    def rate_print(self, model: Model, card: str, play: list[str], cards: Counter[str]) -> float:
        """Return how much a print is liked, above all of what the goal needs."""
        if self.holds_back(model, card):
            return -6.0
        if card in (self.goal, *IN_PLAY.get(self.goal, ())):
            return 8.0
        if self.goal == "Burgundy" and cards["Burgundy"] and sum(cards[card] for card in NAMES[:3]) >= 4:
            return 0.0  # it would gain a card
        if self.goal == "tricks" and card == "Lavender":  # best with a high card to split
            return max(CARD[other].rank for other in cards) * 3.0 - 3
        return 2.0 + CARD[card].rank / 2 if card not in play else 1.5
