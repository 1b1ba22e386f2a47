"""The games as the lobby shows them, and the prepared responses with their rules."""

from __future__ import annotations

import gzip
from collections.abc import Collection
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from gamut import bots, games
from gamut.engine import options as o
from gamut.engine.game import Game, Setup
from gamut.server.tables.rules_html import render_rules
from gamut.server.wire import messages as m


class PreparedResponse(NamedTuple):
    """A response that never changes: encoded and compressed once."""

    plain: bytes
    compressed: bytes


def prepare_response(content: object) -> PreparedResponse:
    return compress(msgspec.json.encode(content))


def compress(plain: bytes) -> PreparedResponse:
    return PreparedResponse(plain, gzip.compress(plain, mtime=0))


@cache
def prepare_games() -> PreparedResponse:
    """Return all games, starting with the shortest."""
    shortest_first = sorted(games.list_games(), key=lambda game: game.minutes)
    return prepare_response([describe_game(game) for game in shortest_first])


@cache
def prepare_rules(game: Game) -> PreparedResponse | None:
    """Return the rules of a game; None if it has no rules page."""
    page = render_rules(game)
    return prepare_response(page) if page else None


def prepare_all() -> None:
    """Prepare all responses before the first request."""
    prepare_games()
    for game in games.list_games():
        prepare_rules(game)


def describe_game(game: Game) -> m.GameInfo:
    return m.GameInfo(
        id=game.id,
        title=game.title,
        tagline=game.tagline,
        goal=game.goal,
        seats=list(game.seats),
        minutes=game.minutes,
        options=[describe_option(option, game) for option in game.options],
        levels=list(bots.find_levels(game)),
        added_bots=[m.AddedBot(name, list(seats)) for name, seats in bots.find_plugin_bots(game).items()],
        first_game_options=dict(game.first_game_options),
        edition_notes=list(game.edition_notes),
    )


def describe_option(option: o.Option, game: Game) -> m.GameOption:
    return m.GameOption(
        name=option.name,
        label=option.label,
        help=option.help,
        seats=seats_of(option.seats, game),
        default_when=[
            m.ConditionalDefault(other, value, default) for (other, value), default in option.default_when.items()
        ],
        **describe_values(option, game),
    )


def describe_values(option: o.Option, game: Game) -> dict[str, Any]:
    """Return the fields that depend on the kind of an option."""
    match option:
        case o.FlagOption():
            return {"kind": "flag", "default": option.default}
        case o.CountOption(default=int(default)):
            return {"kind": "count", "default": default, "low": option.low, "high": option.high}
        case o.CountOption():
            seats = seats_of(option.seats, game)
            by_seats = {str(n): int(option.default_for(n)) for n in seats}
            return {
                "kind": "count", "default": None, "low": option.low, "high": option.high, "by_seats": by_seats,
            }  # fmt: skip
        case o.ChoiceOption():
            named = [m.OptionChoice(v.value, v.label, seats_of(v.seats, game)) for v in option.values]
            return {"kind": "choice", "default": option.default, "values": named}
        case o.FileOption():
            files = [m.OptionChoice(name, name, list(game.seats)) for name in option.known_files()]
            return {"kind": "file", "default": option.default, "values": files}
    raise TypeError(f"{game.id}: the option {option.name} has the unknown type {type(option).__name__}")


def seats_of(declared: Collection[int], game: Game) -> list[int]:
    """Return the declared numbers of players; if none are declared, all that the game allows."""
    return [n for n in game.seats if not declared or n in declared]


@lru_cache(maxsize=64)
def prepare_actions(setup: Setup) -> PreparedResponse:
    """Return the paths and texts of all actions; tables with the same options share them."""
    return prepare_response(
        m.Actions(list(setup.touch_paths), list(setup.action_texts), setup.catalogue, list(setup.legend))
    )


def find_picture(game: Game, name: str) -> Path | None:
    """Return the file of a picture of the rules page."""
    folder = game.folder / "pictures"
    return next((path for path in folder.glob("*.svg") if path.name == name), None)
