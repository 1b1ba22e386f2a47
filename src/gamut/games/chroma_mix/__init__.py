"""Chroma Mix: print inks for what they do, mix them into richer ones, and be first with a perfect colour."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from gamut.engine.game import Game, SearchSettings
from gamut.engine.language import Language
from gamut.engine.options import Choice, Count, Named, Options, seat_choice
from gamut.engine.verbs import gather
from gamut.games.chroma_mix import (
    advice,
    cards,
    draw,
    foresight,
    guide,
    hidden,
    invariants,
    language,
    log,
    offers,
    reasons,
    rules,
    victories,
    views,
)  # fmt: skip
from gamut.games.chroma_mix.record import (
    ACTIONS,
    BILLY,
    MOST_LEGAL,
    MOST_ROUNDS,
    MOST_STEPS,
    NO_SPECIAL,
    RANDOM,
    SEATS,
    Constants,
    State,
)  # fmt: skip

SPECIALS = {"none": NO_SPECIAL, "random": RANDOM, **{id: cards.IDS.index(id) for id in cards.IDS[-3:]}}
STARTING_TURNS = {"normal": 0, "easy": 2, "medium": 4, "hard": 6}  # of Billy, before the player's first


def setup(c: Any, options: Options, seats: int) -> None:
    """Fill the constants."""
    cards.fill(c)
    foresight.fill_networks(c)
    c.seats, c.rounds, c.special = seats, int(options["rounds"]), SPECIALS[str(options["special"])]
    if seats > 1:
        c.players = seats
        c.first = RANDOM if options["first"] == "random" else int(options["first"]) - 1
    else:
        turns = STARTING_TURNS[str(options["difficulty"])]
        c.players, c.first, c.ahead = 2, BILLY if turns else 0, max(turns - 1, 0)


GAME = Game(
    id="chroma_mix",
    title="Chroma Mix",
    tagline="Print inks for what they do, mix them into richer ones, and chase six ways to win.",
    goal="Be the first to meet one of six victories: 17 points in play, a set, or a crowd of cards.",
    version=1,
    seats=(1, 2, 3, 4),
    minutes=45,
    options=(
        Choice(
            name="special", label="Special card",
            help="Burgundy, Mustard and Petrol each bring a victory of their own; a first game goes without.",
            values=(Named("random", "One at random"), Named("none", "None"), Named("burgundy", "Burgundy"),
                    Named("mustard", "Mustard"), Named("petrol", "Petrol")),
            default="random",
        ),
        replace(
            seat_choice("Who begins", "The rulebook lets whoever printed something last begin.", SEATS),
            seats=range(2, SEATS + 1),
        ),
        Choice(
            name="difficulty", label="Difficulty",
            help="How many turns Confident Billy takes before your first; in a normal game you begin.",
            values=(Named("normal", "Normal: you begin"), Named("easy", "Easy: 2 turns"),
                    Named("medium", "Medium: 4 turns"), Named("hard", "Hard: 6 turns")),
            default="normal", seats=(1,),
        ),
        Count(
            name="rounds", label="Most rounds", help="After so many rounds without a victory the game ends.",
            low=1, high=MOST_ROUNDS, default=MOST_ROUNDS,
        ),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, offers, victories, hidden, foresight, guide, invariants),
    language=Language.gather(language, log, views, reasons, advice, draw),
    most_actions=ACTIONS,
    most_legal=MOST_LEGAL,
    longest=MOST_ROUNDS * SEATS * MOST_STEPS,
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    can_be_lost=True,
    work=foresight.WORK,
    reasons=(
        "17 points", "Sapphire victory", "Ruby victory", "Burgundy victory", "Mustard victory", "Petrol victory",
        "no victory in time: most rank dots",
        "Billy reached 17 points", "Billy won by Sapphire", "Billy won by Ruby", "no victory in time",
    ),
    invariants=(
        "every copy of every card is in exactly one place",
        "no pile is less than empty, and decks are as large as they say",
        "the market has no gap while there are cards to fill it",
        "stack and trail fit, their free places are empty, and only seats are asked",
        "at most one Emerald Green lies in a play area",
        "cards are tucked only under a Mustard in play",
        "cards put forward stand in order, and nothing is left of a choice that is done",
        "turn and round are possible, and Billy has no play area",
    ),
    short={"rounds": 6},
    levels={"easy": "weighted:10", "medium": "greedy", "hard": "search:2000it"},
    search=SearchSettings(exploration=100, trust=500, sharp=100, depth=3, rivals=4),
    folder=Path(__file__).parent,
    reconstructed=(
        "The scan of the rulebook lost the pigment icons: all pigments follow from its examples, the number of "
        "copies and the colours' names.",
        "Points and copies of Key and Orange are inferred, and that neither does anything when printed.",
        "The rulebook does not say that hands are open; we play them so, since all that enters them lay open.",
        "The limit of 300 rounds is ours: players could refill nothing for ever.",
    ),
)  # fmt: skip
