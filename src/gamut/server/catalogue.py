"""The games as the lobby shows them, and their rules as pages."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt

from gamut.engine import options as o
from gamut.engine.game import Game
from gamut.server import messages as m


def entry(game: Game) -> m.Game:
    """A game for the lobby."""
    return m.Game(
        id=game.id,
        title=game.title,
        tagline=game.tagline,
        seats=list(game.seats),
        minutes=game.minutes,
        options=[option(x, game) for x in game.options],
        levels=list(game.levels),
        secrets=game.secrets,
        reconstructed=list(game.reconstructed),
    )


def option(declared: o.Option, game: Game) -> m.GameOption:
    """An option for the form of a new table."""
    name, label, text = declared.name, declared.label, declared.help
    match declared:
        case o.Flag():
            return m.GameOption(kind="flag", name=name, label=label, help=text, default=declared.default)
        case o.Count(default=int(default)):
            return m.GameOption(
                kind="count",
                name=name,
                label=label,
                help=text,
                default=default,
                low=declared.low,
                high=declared.high,
            )
        case o.Count():
            by_seats = {str(n): int(declared.standard(n)) for n in game.seats}
            return m.GameOption(
                kind="count", name=name, label=label, help=text, default=None,
                low=declared.low, high=declared.high, by_seats=by_seats,
            )  # fmt: skip
        case o.Choice():
            values = [
                m.OptionChoice(v, words, next(n for n in game.seats if (v, words) in declared.values_for(n)))
                for v, words in declared.values_for(game.most_seats)
            ]
            return m.GameOption(
                kind="choice", name=name, label=label, help=text, default=declared.default, values=values
            )


@cache
def rules(game: Game) -> m.Rules | None:
    """A game's rules as safe HTML: whatever looks like HTML in the text is shown as text."""
    try:
        page = game.rules_page
    except FileNotFoundError:
        return None
    html = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table").render(page)
    return m.Rules(game.title, html)
