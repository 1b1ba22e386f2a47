"""Ways to play that lead a game into every corner of the rules; none of them plays well."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from gamut.games.chroma_mix.tests.model.cards import CARD, JEWELS, NAMES, SPECIALS, Mix, count_points
from gamut.games.chroma_mix.tests.model.effects import Question
from gamut.games.chroma_mix.tests.model.game import Model
from gamut.games.chroma_mix.tests.model.table import BURGUNDYS_SET

GOALS = ("mixes", "points", "ruby", "sapphire", "tricks", "jewels")
TRICKS = ("Violet", "Lavender", "Fuchsia", "Prism", "Azure")
IN_PLAY = {  # what a goal needs in play, beside cards with a lasting effect
    "points": tuple(card for card in NAMES if CARD[card].points),
    "ruby": ("Ruby Red",),
    "sapphire": ("Sapphire Blue",),
    "jewels": ("Emerald Green",),
}
HELD_BACK = (*JEWELS, *SPECIALS)  # by patient players
LASTING = ("Coral", "Jungle", "Lemon", "Key", "Orange", "Pear", "Raspberry", "Slate Gray")


@dataclass
class Style:
    """A way to play: what is aimed at, cards that are liked, and how often a move is left to chance."""

    rng: Random
    goal: str  # one of GOALS, or the special card
    favourites: frozenset[str]
    careless: float
    patient: bool  # whether what wins is held back until the last round
    billys: str  # alone, what Billy mixes: "rich" cards, "poor" ones, or a "blue" one and no points
    plan: list[str] = field(default_factory=list)  # the moves to come of a mix that was chosen

    @classmethod
    def draw(cls, rng: Random, goal: str, patient: bool) -> Style:
        """Any style with a goal."""
        favourites = frozenset(rng.sample(NAMES, rng.randrange(6)))
        careless, billys = rng.choice((0.02, 0.1, 0.3, 1.0)), rng.choice(("rich", "poor", "poor", "blue"))
        return cls(rng, goal, favourites, careless, patient, billys)

    def choose(self, model: Model, question: Question) -> str:
        """The move that is liked best."""
        moves = question.moves
        if self.plan and self.plan[0] in moves:
            return self.plan.pop(0)
        if self.rng.random() < self.careless:
            return self.rng.choice(moves)
        cards = Counter(model.players[question.seat].all_cards)
        ratings = {move: self.rate(model, question.seat, move, cards) + self.rng.random() for move in moves}
        gain, self.plan = self.plan_mix(model, question, cards)
        best = max(moves, key=ratings.__getitem__)
        if self.plan and (gain > ratings[best] or best.startswith(("mix", "Billy"))):
            return self.plan.pop(0)
        self.plan = []
        return best

    def holds_back(self, model: Model, card: str) -> bool:
        """Whether a card is not to be printed yet."""
        return self.patient and card in HELD_BACK and not model.is_last_round

    # ------------------------------------------------------------------ cards

    def wish(self, model: Model, card: str, others: Counter[str]) -> float:
        """How much a card is wanted beside others."""
        rank, first = CARD[card].rank, not others[card]
        wish = rank + 8.0 * (card in self.favourites and others[card] < 2)
        match self.goal:
            case "points":
                return wish + 3 * CARD[card].points
            case "ruby":
                return wish + 20 * (card in JEWELS and first)
            case "sapphire":
                return 20.0 if card == "Sapphire Blue" and first else 1.0
            case "tricks":
                return wish + 6 * (card in TRICKS) + 4 * (rank == 4) + 4 * (card == "Sapphire Blue")
            case "jewels":
                return wish + 15 * (card == "Emerald Green") + 8 * (card in ("Orange", "Violet"))
            case model.deal.special if card == self.goal:
                return wish + 20
            case "Petrol":
                return wish + 8 * (rank == 2)
            case "Burgundy":
                ranks = Counter(CARD[other].rank for other in others.elements())
                return 10.0 if ranks[rank] < BURGUNDYS_SET[rank] else 0.0
        return wish

    # ------------------------------------------------------------------ mixes

    def plan_mix(self, model: Model, question: Question, cards: Counter[str]) -> tuple[float, list[str]]:
        """What the best mix gains, and its moves; the cards are paid in any order."""
        if question.moves[0].startswith("Billy pays") and not model.paid:
            mixes, verbs = model.list_billys_mixes(), ["Billy pays"] * 2
            ratings = {mix: self.rate_billys(mix) + self.rng.random() for mix in mixes}
        elif "mix" in model.possible:
            mixes, verbs = model.list_mixes_of(model.players[question.seat]), ["mix", *["with"] * 3]
            ratings = {mix: self.rate_mix(model, mix, cards) + self.rng.random() for mix in mixes}
        else:
            return 0, []
        mix = max(ratings, key=ratings.__getitem__)
        paid = self.rng.sample([one.text for one in mix.paid], len(mix.paid))
        pays = [f"{verb} {text}" for verb, text in zip(verbs, paid, strict=False)]
        return ratings[mix], [*pays, f"take {mix.result}"]

    def rate_mix(self, model: Model, mix: Mix, cards: Counter[str]) -> float:
        """What a mix gains."""
        names = Counter(one.name for one in mix.paid)
        lost = sum(self.wish(model, one.name, cards - Counter([one.name])) for one in mix.paid)
        liked = 2 + 2 * (len(mix.paid) == 4) + 5 * (self.goal == "mixes")
        return liked + self.wish(model, mix.result, cards - names) - lost

    def rate_billys(self, mix: Mix) -> float:
        """What one likes Billy to mix."""
        card = CARD[mix.result]
        if self.billys == "rich":
            return card.rank
        lost = count_points(one.name for one in mix.paid) - card.points
        liked = 10 if self.billys == "blue" else -5
        return lost + liked * (card.name == "Sapphire Blue") - 5 * (card.name == "Ruby Red")

    # ------------------------------------------------------------------ moves

    def rate(self, model: Model, seat: int, move: str, cards: Counter[str]) -> float:
        """How much a move is liked that is no mix."""
        verb, _, named = move.partition(" ")
        card = named.removeprefix("print ").removesuffix(" in play")
        if card not in CARD:
            return {"refill": 1.0, "print": 1.0, "end": -1.0, "pass": 0.0}.get(verb, 0.5)
        missed = self.wish(model, card, cards - Counter([card]))
        match verb:
            case "take":
                return self.wish(model, card, cards)
            case "tuck":
                return 5.0
            case "print" | "also":
                return self.rate_print(model, card, model.players[seat].play, cards)
            case "return":
                return 0.0 if card in (self.goal, *LASTING, *IN_PLAY.get(self.goal, ())) else 2.0
            case "discard":
                return missed / 4 if self.goal == "tricks" else 2 - missed / 4
            case "swap":
                return 1 - missed / 4
        return -5.0  # another mix than the best

    def rate_print(self, model: Model, card: str, play: list[str], cards: Counter[str]) -> float:
        """How much a print is liked: first of all of what the goal needs."""
        if self.holds_back(model, card):
            return -6.0
        if card in (self.goal, *IN_PLAY.get(self.goal, ())):
            return 8.0
        if self.goal == "Burgundy" and cards["Burgundy"] and sum(cards[card] for card in NAMES[:3]) >= 4:
            return 0.0  # it would add a card
        if self.goal == "tricks" and card == "Lavender":  # worth most with a rich card to split
            return max(CARD[other].rank for other in cards) * 3.0 - 3
        return 2.0 + CARD[card].rank / 2 if card not in play else 1.5
