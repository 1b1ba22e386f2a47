"""Draw the pictures of all rules pages."""

from gamut.games import list_games
from tools.rules_pictures import write

for game in list_games():
    for name in write(game):
        print(game.folder / "pictures" / name)
