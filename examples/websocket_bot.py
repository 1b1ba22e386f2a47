"""Play at a server: `python websocket_bot.py LINK`, or `python websocket_bot.py http://127.0.0.1:8000 mixx`.

The link is that of a seat or an invitation. With a game, the bot opens a table against a bot of the server.
"""

from __future__ import annotations

import random
import sys

from gamut.client import Seat, make_link, open_table


def choose(seat: Seat, legal: list[int], wasteful: dict[int, object]) -> int:
    """Choose any action that the game does not warn of."""
    return random.choice([action for action in legal if action not in wasteful] or legal)


def main(address: str, game: str = "") -> None:
    if game:
        table = open_table(address, game, ["me", "easy"])
        address = make_link(address, table.table, table.seats[0].token)
    with Seat.join(address, name="Robin") as seat:
        for view in seat.turns():
            action = choose(seat, view.legal, dict(view.warnings))
            print(f"{view.prompt}: {seat.text(action)}")
            seat.play(action)
        result = seat.view and seat.view.result
        print(result.reason if result else "The game is not over.")


if __name__ == "__main__":
    main(*sys.argv[1:])
