"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gamut.engine.chance import MAX_SEED

if TYPE_CHECKING:
    from gamut.engine.game import Setup

GAME_HELP = 'The id of a game, as listed by "gamut games".'
GameId = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
Seats = Annotated[
    int | None, typer.Option("--seats", "-n", help="The number of players; default: the fewest that the game allows.")
]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option of the game; may be repeated."),
]
Seed = Annotated[
    int,
    typer.Option(
        min=0, max=MAX_SEED, metavar="SEED",
        help="The same seed gives the same deals, and the same games except with bots that think for a given time.",
    ),
]  # fmt: skip
Json = Annotated[bool, typer.Option("--json", help="Print a single JSON object.")]


def open_setup(game_id: str, seats: int | None, option_texts: list[str] | None) -> Setup:
    """Return the setup for the given arguments; raise if the game does not allow it."""
    from gamut.engine.errors import InvalidOptions
    from gamut.engine.options import Value
    from gamut.games import find_game

    game = find_game(game_id)
    options: dict[str, Value] = {}
    for text in option_texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidOptions(f"--option {text!r} must have the form NAME=VALUE")
        if name in options:
            raise InvalidOptions(f"the option {name!r} is given twice")
        options[name] = value
    return game.open(game.seats[0] if seats is None else seats, options)
