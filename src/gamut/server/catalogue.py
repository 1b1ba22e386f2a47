"""The games as the lobby shows them, and their rules as pages."""

from __future__ import annotations

import gzip
from collections.abc import Collection
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from markdown_it import MarkdownIt

from gamut import bots, games
from gamut.engine import options as o
from gamut.engine.game import Game, Setup
from gamut.server import messages as m


class Prepared(NamedTuple):
    """An answer that is always the same: written and packed once, not for everybody who asks."""

    plain: bytes
    packed: bytes


def prepare(content: object) -> Prepared:
    """Write and pack it."""
    plain = msgspec.json.encode(content)
    return Prepared(plain, gzip.compress(plain, mtime=0))


@cache
def prepare_games() -> Prepared:
    """All games, the quickest first."""
    quickest = sorted(games.every(), key=lambda game: game.minutes)
    return prepare([describe_game(game) for game in quickest])


@cache
def prepare_rules(game: Game) -> Prepared | None:
    """A game's rules, if they are written down."""
    page = render_rules(game)
    return prepare(page) if page else None


def prepare_everything() -> None:
    """Do it before anybody asks."""
    prepare_games()
    for game in games.every():
        prepare_rules(game)


def describe_game(game: Game) -> m.Game:
    """A game for the lobby."""
    return m.Game(
        id=game.id,
        title=game.title,
        tagline=game.tagline,
        goal=game.goal,
        seats=list(game.seats),
        minutes=game.minutes,
        options=[describe_option(option, game) for option in game.options],
        levels=list(bots.find_levels(game)),
        added_bots=[m.AddedBot(name, list(seats)) for name, seats in bots.added(game).items()],
        secrets=bool(game.secrets),
        reconstructed=list(game.reconstructed),
    )


def describe_option(option: o.Option, game: Game) -> m.GameOption:
    """An option for the form of a new table."""
    return m.GameOption(
        name=option.name,
        label=option.label,
        help=option.help,
        seats=seats_of(option.seats, game),
        follows=[m.Follow(other, value, default) for (other, value), default in option.follows.items()],
        **describe_values(option, game),
    )


def describe_values(option: o.Option, game: Game) -> dict[str, Any]:
    """What an option may be, by its kind."""
    match option:
        case o.Flag():
            return {"kind": "flag", "default": option.default}
        case o.Count(default=int(default)):
            return {"kind": "count", "default": default, "low": option.low, "high": option.high}
        case o.Count():
            seats = seats_of(option.seats, game)
            by_seats = {str(n): int(option.standard(n)) for n in seats}
            return {
                "kind": "count", "default": None, "low": option.low, "high": option.high, "by_seats": by_seats,
            }  # fmt: skip
        case o.Choice():
            named = [m.OptionChoice(v.value, v.label, seats_of(v.seats, game)) for v in option.values]
            return {"kind": "choice", "default": option.default, "values": named}
        case o.File():
            files = [m.OptionChoice(name, name, list(game.seats)) for name in option.known()]
            return {"kind": "file", "default": option.default, "values": files}
    raise TypeError(f"{game.id}: there is no form for the option {option.name}, a {type(option).__name__}")


def seats_of(declared: Collection[int], game: Game) -> list[int]:
    """The numbers of players that are meant; none declared: all that the game has."""
    return [n for n in game.seats if not declared or n in declared]


@lru_cache(maxsize=64)
def encode_actions(setup: Setup) -> bytes:
    """Paths and texts of all actions, as they are sent; tables with the same options share them."""
    return msgspec.json.encode(m.Actions(list(setup.paths), list(setup.texts), setup.catalogue))


def render_rules(game: Game) -> m.Rules | None:
    """A game's rules as safe HTML: whatever looks like HTML in the text is shown as text."""
    try:
        page = game.rules_page
    except FileNotFoundError:
        return None
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")
    tokens = markdown.parse(page)
    for inner in (inner for token in tokens for inner in token.children or ()):
        if inner.type == "image":
            name = str(inner.attrs["src"]).removeprefix("pictures/")
            inner.attrs["src"] = f"./api/games/{game.id}/pictures/{name}"
            inner.attrs["loading"] = "lazy"
    return m.Rules(game.title, markdown.renderer.render(tokens, markdown.options, {}))


def find_picture(game: Game, name: str) -> Path | None:
    """The file of a picture of the rules page."""
    folder = game.folder / "pictures"
    return next((path for path in folder.glob("*.svg") if path.name == name), None)
