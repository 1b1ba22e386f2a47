"""The pictures of rules pages: `python -m gamut.games.pictures` draws them anew.

A game that has pictures defines `draw_pictures()` in its module `pictures`: SVG texts by name. They are drawn from
states of the game itself and kept beside its RULES.md, where the rules page finds them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

from gamut.engine.game import Game
from gamut.games import every


def draw(game: Game) -> dict[str, str]:
    """The pictures of a game, by file name; none if it has no module for them."""
    module = f"{game.setup.__module__}.pictures"
    if find_spec(module) is None:
        return {}
    drawn: dict[str, str] = import_module(module).draw_pictures()
    return {f"{name}.svg": text for name, text in drawn.items()}


def write(game: Game) -> list[str]:
    """Draw the pictures of a game anew and remove those that are no more; return the names of the files."""
    folder, drawn = game.folder / "pictures", draw(game)
    if drawn:
        folder.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        if path.name not in drawn:
            path.unlink()
    for name, text in drawn.items():
        (folder / name).write_text(text, "utf-8")
    return list(drawn)


def find_stale(game: Game) -> list[str]:
    """The files that are missing, too many, or not what would be drawn now."""
    kept = {path.name: path.read_text("utf-8") for path in (game.folder / "pictures").glob("*.svg")}
    drawn = draw(game)
    return sorted(name for name in kept.keys() | drawn.keys() if kept.get(name) != drawn.get(name))


if __name__ == "__main__":
    for game in every():
        for name in write(game):
            sys.stdout.write(f"{game.folder / 'pictures' / name}\n")
