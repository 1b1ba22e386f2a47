"""Kroma, by Carol Mertz, Kai Cummings, Francesca Carletto-Leon and Temitope Olujobi: colours in two layers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.errors import InvalidOptions
from gamut.engine.game import Game, SearchSettings
from gamut.engine.options import ChoiceOption, ChoiceValue, CountOption, FlagOption, Options
from gamut.engine.presentation import Presentation
from gamut.engine.verbs import collect_verbs
from gamut.games.kroma import (
    advice,
    board_fields,
    details,
    guide,
    heuristics,
    hidden,
    invariants,
    legend,
    log,
    move_text,
    presentation,
    reasons,
    rules,
    scoring,
    terminal,
    value,
    view,
    waste,
)
from gamut.games.kroma import record as rec
from gamut.games.kroma.board import Board, make_board
from gamut.games.kroma.record import Constants, State
from gamut.games.kroma.texts_0_2 import list_old_texts

ORDERS = ("clockwise", "snake", "reverse")


def setup(c: Any, options: Options, seats: int) -> Board:
    if options["rhombus"] == "8" and options["support"] == "all":
        raise InvalidOptions(
            "A rhombus of 8 triangles hardly ever fits without gaps: set Support to “At least one triangle”, "
            "or choose a rhombus of 4."
        )
    board = make_board(int(options["side"]), int(options["rhombus"]), int(options["hook"]))
    board_fields.fill_fields(c, board)
    c.seats = seats
    c.any_support, c.no_stack = int(options["support"] == "any"), int(not options["stack"])
    c.order, c.by_shape = ORDERS.index(str(options["phase_two"])), int(options["scoring"] == "shape")
    c.random_targets = int(options["targets"] == "random")
    return board


GAME = Game(
    id="kroma",
    title="Kroma",
    tagline="Lay translucent pieces in two layers and blend the board into your colour.",
    goal="Blend the most triangles: where two different colours overlap, the player with that blend scores.",
    version=1,
    seats=(2, 3),
    minutes=30,
    options=(
        CountOption(name="side", label="Board size",
                    help="9 makes a short game. With 12, the small pieces cannot cover the board and may run out.",
                    low=9, high=12, default=11),
        ChoiceOption(name="rhombus", label="Rhombus",
                     help="The shape is reconstructed. A rhombus of 8 may extend over gaps.",
                     values=(ChoiceValue("4", "4 triangles"), ChoiceValue("8", "8 triangles, in two rows")),
                     default="4"),
        ChoiceOption(name="hook", label="Hook", help="The shape is reconstructed.",
                     values=(ChoiceValue("5", "5 triangles around a point"),
                             ChoiceValue("4", "4 triangles around a point"),
                             ChoiceValue("6", "6 triangles, with a tail")), default="5"),
        ChoiceOption(name="support", label="Support",
                     help="How much of a large piece must rest on pieces of Phase One.",
                     values=(ChoiceValue("all", "Every triangle"), ChoiceValue("any", "At least one triangle")),
                     default="all", default_when={("rhombus", "8"): "any"}),
        ChoiceOption(name="phase_two", label="Turn order in Phase Two", help="Who begins, and how play continues.",
                     values=(ChoiceValue("snake", "Back and forth (A B C C B A)"),
                             ChoiceValue("clockwise", "Clockwise"),
                             ChoiceValue("reverse", "Reversed, last player first")), default="snake"),
        FlagOption(name="stack", label="A colour may cover itself",
                   help="Off: no piece of Phase Two may cover its own colour.", default=True),
        ChoiceOption(name="scoring", label="Scoring",
                     help="In the published game for two players, the largest shape wins.",
                     values=(ChoiceValue("points", "Most triangles"), ChoiceValue("shape", "Largest shape")),
                     default="points"),
        ChoiceOption(name="targets", label="Targets", help="Chosen in seat order, or dealt at random.",
                     values=(ChoiceValue("chosen", "Chosen"), ChoiceValue("random", "Random")), default="chosen"),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=collect_verbs(rules, scoring, hidden, guide, value, invariants),
    presentation=Presentation.collect(
        presentation, log, view, reasons, waste, details, legend, advice, terminal, move_text
    ),
    texts_0_2=list_old_texts,
    max_actions=rec.ACTIONS,
    max_legal=rec.HUES * rec.LARGE_PLACES,  # all places of the larger phase, in every colour
    max_steps=rec.MAX_SEATS + rec.MAX_SMALL + rec.MAX_LARGE,  # a target per seat, and every piece
    feature_count=hidden.FEATURES,
    feature_layout=hidden.LAYOUT,
    scratch_size=heuristics.SCRATCH_SIZE,
    reasons=(
        "{winner} blended the most triangles.",
        "Tied on triangles – {winner} won with the larger shape.",
        "A complete tie.",
        "{winner} blended the largest shape.",
        "Tied on the largest shape – {winner} won with more triangles.",
        "Tied on the largest shape and on triangles – {winner} won on the next-largest shapes.",
    ),
    invariants=(
        "no cell has two colours in one layer",
        "the layers are what the laid pieces cover",
        "every piece is in stock or laid once",
        "the points of a target are the triangles that show it",
        "no two players have the same target, and all that have chosen have one",
        "a piece can be laid exactly while the game runs",
        "the number of pieces of Phase One is stored when it is over",
    ),
    quick_options={"side": 9},
    search=SearchSettings(exploration=200, trust=2000, sharp=70, depth=4),
    folder=Path(__file__).parent,
    edition_notes=(
        "The text of Phase Two, the size of the board and the shapes of rhombus and hook are lost; we reconstructed "
        "them with the help of simulations.",
        "The rules sheet does not say whose pieces a player lays; here all players share one stock.",
    ),
)  # fmt: skip
