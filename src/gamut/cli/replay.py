"""`gamut replay`: verify a recorded game and step through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.rule import Rule

from gamut.cli.asked import Json
from gamut.cli.output import out, print_json

if TYPE_CHECKING:
    from gamut.engine.replay import Replay
    from gamut.engine.table import Table


def replay(
    file: Annotated[Path, typer.Argument(help="A replay file.")],
    at: Annotated[int | None, typer.Option("--at", help="Show the table after that many actions.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Show the table after every action.")] = False,
    position: Annotated[bool, typer.Option("--position", help="Print the position as text.")] = False,
    json: Json = False,
) -> None:
    """Check every action of a recorded game against the rules, and show the game."""
    from gamut.engine import position as texts
    from gamut.engine import replay as replays
    from gamut.engine.errors import BadReplay
    from gamut.games import find

    record = replays.read(file)
    if at is not None and not 0 <= at <= len(record.actions):
        raise BadReplay(f"--at {at} is not possible; {file} has actions 0 to {len(record.actions)}")
    table = replays.verify(record, find)
    if json:
        end = {"over": table.over, "digest": table.digest, "position": texts.write(table.setup, table.record)}
        print_json({"verified": True, "proved": record.proof is not None, "replay": record, **end})
        return
    out.print(
        f"{file}: {len(record.actions)} actions of {table.game.title}, all legal; the digest fits", markup=False
    )
    _print_proof(record)
    shown = range(len(record.actions) + 1) if step else [len(record.actions) if at is None else at]
    for k, now in enumerate(replays.steps(record, find)):
        if k in shown:
            out.print(Rule(record.actions[k - 1] if k else "the deal"))
            out.print(texts.write(now.setup, now.record) if position else _draw(now), soft_wrap=position)


def _print_proof(record: Replay) -> None:
    """What is known of the key, beside that the game follows from it."""
    proof = record.proof
    if proof is None:
        out.print("the key has no proof: whoever dealt chose it alone")
        return
    added = [str(seat) for seat, part in enumerate(proof.parts, 1) if part]
    out.print(
        f"the server's part has this hash, which must be the one shown before the deal: {proof.hash}",
        soft_wrap=True,
    )
    if added:
        who = f"seat{'s' if len(added) > 1 else ''} {' and '.join(added)}"
        out.print(f"the key follows from it and from what {who} added; every part is in the file")
    else:
        out.print("the key follows from it alone: nobody else added a part")


def _draw(table: Table) -> object:
    """The table with all its secrets, from the side of who is to act."""
    from gamut.engine.knowledge import Knowledge

    names = [f"Seat {seat + 1}" for seat in range(table.seats)]
    seat = table.actors[0] if table.actors else 0
    return Knowledge(table.setup, table.rules, table.record, seat).draw(names)
