"""What several commands ask in the same way: a game, its seats, its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gamut.engine.seeds import LARGEST_SEED

if TYPE_CHECKING:
    from gamut.engine.game import Setup

GameId = Annotated[str, typer.Argument(metavar="GAME", help="The id of a game; `gamut games` lists them.")]
Seats = Annotated[int | None, typer.Option("--seats", "-n", help="How many play; the game's smallest number.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", min=0, max=LARGEST_SEED,
        help="The same seed gives the same games, except for bots whose thinking is limited by time.",
    ),
]  # fmt: skip
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def open_setup(game_id: str, seats: int | None, given: list[str] | None) -> Setup:
    """The setup somebody asked for."""
    from gamut.engine.errors import BadOptions
    from gamut.engine.options import Value
    from gamut.games import find

    game = find(game_id)
    options: dict[str, Value] = {}
    for item in given or ():
        name, equals, value = item.partition("=")
        if not equals:
            raise BadOptions(f"{item!r} is not of the form name=value")
        if name in options:
            raise BadOptions(f"the option {name!r} is given twice")
        options[name] = value
    return game.open(game.seats[0] if seats is None else seats, options)
