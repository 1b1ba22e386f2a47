"""The pictures of rules pages: `python -m tools.rules_pictures` draws them.

A game with pictures has a module here, named by its id, that defines `draw_pictures()`, which returns SVG texts by
name. They are drawn from states of the game and stored beside its RULES.md, where the rules page finds them.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from gamut.engine.game import Game


def draw(game: Game) -> dict[str, str]:
    """Return the pictures of a game by file name; none if it has no module here."""
    module = f"{__name__}.{game.id}"
    if find_spec(module) is None:
        return {}
    pictures: dict[str, str] = import_module(module).draw_pictures()
    return {f"{name}.svg": text for name, text in pictures.items()}


def write(game: Game) -> list[str]:
    """Write the pictures of a game and remove outdated ones; return the names of the files."""
    folder, pictures = game.folder / "pictures", draw(game)
    if pictures:
        folder.mkdir(exist_ok=True)
    for path in folder.glob("*.svg"):
        if path.name not in pictures:
            path.unlink()
    for name, text in pictures.items():
        (folder / name).write_text(text, "utf-8")
    return list(pictures)


def find_stale(game: Game) -> list[str]:
    """Return the files that are missing, superfluous or outdated."""
    stored = {path.name: path.read_text("utf-8") for path in (game.folder / "pictures").glob("*.svg")}
    pictures = draw(game)
    return sorted(name for name in stored.keys() | pictures.keys() if stored.get(name) != pictures.get(name))
