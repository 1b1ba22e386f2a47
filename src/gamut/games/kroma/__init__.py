"""Kroma, by Carol Mertz, Kai Cummings, Francesca Carletto-Leon and Temitope Olujobi: colours in two layers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamut.engine.errors import BadOptions
from gamut.engine.game import Game, SearchSettings
from gamut.engine.language import Language
from gamut.engine.options import Choice, Count, Flag, Named, Options
from gamut.engine.verbs import gather
from gamut.games.kroma import (
    advice,
    board_fields,
    chances,
    draw,
    guide,
    hidden,
    invariants,
    language,
    reasons,
    rules,
    scoring,
    value,
    view,
)  # fmt: skip
from gamut.games.kroma.board import Board, make_board
from gamut.games.kroma.record import ACTIONS, HUES, LARGE_PLACES, MOST_LARGE, MOST_SMALL, SEATS, Constants, State

ORDERS = ("clockwise", "snake", "reverse")


def setup(c: Any, options: Options, seats: int) -> Board:
    """Fill the constants; the board with its places is for the language."""
    if options["rhombus"] == "8" and options["support"] == "all":
        raise BadOptions(
            "support = 'all' is not possible with rhombus = '8': so large a piece would hardly ever find a place "
            "without gaps; choose support = 'any' or rhombus = '4'"
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
    goal="Blend the most triangles: where two different colours overlap, the player of that blend scores.",
    version=1,
    seats=(2, 3),
    minutes=30,
    options=(
        Count(name="side", label="Side of the board",
              help="9 is short. On 12 the small pieces cannot cover the board, and pieces may run out.",
              low=9, high=12, default=11),
        Choice(name="rhombus", label="Rhombus", help="The outline is reconstructed. Of 8 it may reach over gaps.",
               values=(Named("4", "4 triangles"), Named("8", "8 triangles, two by two")), default="4"),
        Choice(name="hook", label="Hook", help="The outline is reconstructed.",
               values=(Named("5", "5 triangles around a point"), Named("4", "4 triangles around a point"),
                       Named("6", "6 triangles, with a tail")), default="5"),
        Choice(name="support", label="What must lie below", help="How much of a large piece rests on Phase One.",
               values=(Named("all", "Every triangle"), Named("any", "At least one triangle")), default="all",
               follows={("rhombus", "8"): "any"}),
        Choice(name="phase_two", label="Order of Phase Two", help="Who begins Phase Two, and how turns go round.",
               values=(Named("clockwise", "Clockwise"), Named("snake", "Back and forth (A B C C B A)"),
                       Named("reverse", "Backwards, last player first")), default="clockwise"),
        Flag(name="stack", label="A colour may lie on itself",
             help="Off: no triangle of Phase Two may lie on its own colour.", default=True),
        Choice(name="scoring", label="What wins", help="The largest shape is a published rule for two players.",
               values=(Named("points", "Most triangles"), Named("shape", "Largest shape")), default="points"),
        Choice(name="targets", label="Targets", help="Chosen in the order of the seats, or dealt by chance.",
               values=(Named("chosen", "Chosen"), Named("random", "Random")), default="chosen"),
    ),
    state=State,
    constants=Constants,
    setup=setup,
    verbs=gather(rules, scoring, hidden, guide, value, invariants),
    language=Language.gather(language, view, reasons, advice, draw),
    most_actions=ACTIONS,
    most_legal=HUES * LARGE_PLACES,  # all places of the larger phase, in every colour
    longest=SEATS + MOST_SMALL + MOST_LARGE,  # a target a seat, and every piece of the box
    features=hidden.FEATURES,
    layout=hidden.LAYOUT,
    work=chances.ROOM,
    reasons=(
        "most triangles",
        "equal triangles, larger shapes",
        "equal in everything",
        "largest shape",
        "equal largest shape, more triangles",
        "equal largest shape and triangles, larger other shapes",
    ),
    invariants=(
        "no cell has two colours in one layer",
        "the layers are what the laid pieces cover",
        "every piece is in stock or laid once",
        "points are the triangles that show a target",
        "everybody has a target of their own once it was chosen",
        "something can be laid exactly while the game runs",
        "the pieces of Phase One are counted when it is over",
    ),
    short={"side": 9},
    search=SearchSettings(exploration=200, trust=2000, sharp=70, depth=4),
    folder=Path(__file__).parent,
    reconstructed=(
        "The text of Phase Two, the size of the board and the outlines of rhombus and hook are lost; they were "
        "reconstructed and chosen by simulation.",
        "The sheet does not say from which stock players take their pieces; here it is common.",
    ),
)  # fmt: skip
