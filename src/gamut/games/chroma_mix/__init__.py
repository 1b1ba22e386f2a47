"""Chroma Mix: print cards for their effects, mix them into richer colours, and be the first to achieve a victory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from gamut.engine.game import Game, SearchSettings
from gamut.engine.options import ChoiceOption, ChoiceValue, CountOption, Options, first_player_option
from gamut.engine.presentation import Presentation
from gamut.engine.verbs import collect_verbs
from gamut.games.chroma_mix import (
    advice,
    cards,
    details,
    guide,
    hidden,
    invariants,
    legal,
    legend,
    log,
    move_text,
    presentation,
    reasons,
    rules,
    terminal,
    value,
    view,
    winning,
)
from gamut.games.chroma_mix import record as rec

FOLDER = Path(__file__).parent
SPECIALS = {"none": rec.NO_SPECIAL, "random": rec.RANDOM, **{id: cards.IDS.index(id) for id in cards.IDS[-3:]}}
BILLY_STARTING_TURNS = {"beginner": 0, "easy": 2, "medium": 4, "hard": 6}  # before the player's first turn


def setup(c: Any, options: Options, seats: int) -> None:
    cards.fill_cards(c)
    value.fill_weights(c)
    c.seats, c.max_rounds, c.special = seats, int(options["rounds"]), SPECIALS[str(options["special"])]
    if seats > 1:
        c.players = seats
        c.first = rec.RANDOM if options["first"] == "random" else int(options["first"]) - 1
    else:
        turns = BILLY_STARTING_TURNS[str(options["difficulty"])]  # the last of them is his turn of round 1
        c.players, c.first, c.billy_head_start = 2, rec.BILLY if turns else 0, max(turns - 1, 0)


GAME = Game(
    id="chroma_mix",
    title="Chroma Mix",
    tagline="Print cards for their effects, mix them into richer colours, and choose your way to win.",
    goal="Be the first to win with 17 points, three certain cards or a big collection: three ways to win, and one more "
    "from a special card. Your first game is without it.",
    version=2,
    numbers_since=1,
    seats=(1, 2, 3, 4),
    minutes=45,
    options=(
        ChoiceOption(
            name="special", label="Special card",
            help="Burgundy, Mustard and Petrol each add a way to win. Leave them out in your first game.",
            values=(ChoiceValue("random", "Random"), ChoiceValue("none", "None"),
                    ChoiceValue("burgundy", "Burgundy"),
                    ChoiceValue("mustard", "Mustard"), ChoiceValue("petrol", "Petrol")),
            default="random",
        ),
        replace(
            first_player_option(
                "First player", "In the rulebook, the player who last printed something begins.", rec.MAX_SEATS
            ),
            seats=range(2, rec.MAX_SEATS + 1),
        ),
        ChoiceOption(
            name="difficulty", label="Difficulty",
            help="How many turns Confident Billy takes before your first turn.",
            values=(ChoiceValue("beginner", "Beginner: you play first"),
                    ChoiceValue("easy", "Easy: Billy takes 2 turns first"),
                    ChoiceValue("medium", "Medium: Billy takes 4 turns first"),
                    ChoiceValue("hard", "Hard: Billy takes 6 turns first")),
            default="beginner", seats=(1,), old_names={"normal": "beginner"},
        ),
        CountOption(
            name="rounds", label="Round limit", help="After this many rounds without a victory, no player wins.",
            low=1, high=rec.MAX_ROUNDS, default=rec.DEFAULT_ROUNDS,
        ),
    ),
    state=rec.State,
    constants=rec.Constants,
    setup=setup,
    verbs=collect_verbs(rules, legal, winning, hidden, value, guide, invariants),
    presentation=Presentation.collect(presentation, log, view, reasons, advice, terminal, details, legend, move_text),
    max_actions=rec.ACTIONS,
    max_legal=rec.MAX_LEGAL,
    max_steps=rec.MAX_ROUNDS * rec.MAX_SEATS * rec.MAX_TURN_STEPS,
    feature_count=hidden.FEATURES,
    feature_layout=hidden.LAYOUT,
    allows_no_winner=True,
    virtual_players={1: 1},  # Billy
    scratch_size=value.SCRATCH_SIZE,
    reasons=(
        "{winner} reached 17 points.",
        "Sapphire victory: Sapphire Blue in play and 17 cards.",
        "Ruby victory: Ruby Red in play, with Emerald Green and Sapphire Blue.",
        "Burgundy victory: exactly 1 rank-4, 2 rank-3, 3 rank-2 and 4 rank-1 cards.",
        "Mustard victory: 8 rank dots tucked under Mustard.",
        "Petrol victory: Petrol in play and six rank-2 cards.",
        "Billy reached 17 points.",
        "Billy's Sapphire victory: Sapphire Blue and 17 cards.",
        "Billy's Ruby victory: Ruby Red, Emerald Green and Sapphire Blue.",
        "No victory before the round limit: no player wins.",
    ),
    invariants=(
        "every copy of every card is in exactly one place",
        "no count is negative, decks have the stored size, and Billy's deck holds a card with the back on top",
        "the market has no gap that could be filled",
        "decisions and events fit, their unused entries are empty, and only seats decide",
        "no player has two Emerald Greens in play",
        "cards are tucked only under a Mustard in play",
        "the chosen cards are sorted, and nothing remains of a finished decision",
        "turn and round are possible, and Billy has nothing in play",
    ),
    quick_options={"rounds": 6},
    first_game_options={"special": "none"},
    levels={"easy": "weighted:10", "medium": "greedy", "hard": "search:2000it"},
    search=SearchSettings(exploration=100, trust=500, sharp=100, depth=3, rivals=4),
    folder=FOLDER,
    edition_notes=(
        "The scan of the rulebook lost the pigment icons. The pigments are inferred from its examples, the numbers "
        "of copies and the names of the colours.",
        "The first lines of Key, Orange and Emerald Green are lost. The points and copies of Key and Orange are "
        "inferred, and so is the absence of an instant effect on all three.",
        "The rulebook does not say whether hands are open. Here they are: every card in them was face up before.",
        "The limit of 100 rounds is ours: without it, a game could go on forever.",
    ),
)  # fmt: skip
