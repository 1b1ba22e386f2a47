"""`gamut replay`: verify a recorded game and step through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.rule import Rule

from gamut.cli.common_options import Json
from gamut.cli.output import make_printable, out, print_json
from gamut.engine.presentation import format_count, join_words

if TYPE_CHECKING:
    from gamut.engine.replay import Replay
    from gamut.engine.table import Table


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay file.")],
    at: Annotated[
        int | None, typer.Option("--at", metavar="COUNT", help="Show the table after this many actions.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Show the table after every action.")] = False,
    position: Annotated[bool, typer.Option("--position", help="Print positions as text.")] = False,
    json: Json = False,
) -> None:
    """Check every action of a recorded game against the rules, and show the game."""
    from gamut.engine import position as positions
    from gamut.engine import replay as replays
    from gamut.engine.errors import InvalidReplay, OtherRules
    from gamut.games import find_game

    recorded = replays.read_replay(file)
    n_actions = len(recorded.actions)
    if at is not None and not 0 <= at <= n_actions:
        raise InvalidReplay(f"--at {at}: it must be an integer from 0 to {n_actions}, the number of actions in {file}")
    try:
        table = replays.verify_replay(recorded, find_game)
    except OtherRules as e:
        _print_unchecked(file, recorded, str(e), n_actions if at is None else at, json)
        return
    if json:
        end = {
            "over": table.over,
            "digest": table.digest,
            "position": positions.format_position(table.setup, table.record),
        }
        print_json({"verified": True, "proved": recorded.proof is not None, "replay": recorded, **end})
        return
    count = format_count(n_actions, "action")
    out.print(
        f"{make_printable(str(file))}: {count} of {table.game.title}; all are legal, and the digest matches",
        markup=False,
    )
    _print_proof(recorded)
    shown = range(n_actions + 1) if step else [n_actions if at is None else at]
    for k, now in enumerate(replays.replay_steps(recorded, find_game)):
        if k in shown:
            out.print(Rule(make_printable(replays.describe_action(recorded.actions[k - 1])) if k else "the deal"))
            out.print(positions.format_position(now.setup, now.record) if position else _draw(now), soft_wrap=position)


def _print_unchecked(file: Path, recorded: Replay, why: str, count: int, json: bool) -> None:
    """Print what a file of another version of the rules says, unchecked."""
    from gamut.engine import replay as replays
    from gamut.engine.table import Result

    if json:
        end = {"over": recorded.result is not None, "digest": recorded.digest, "why": why}
        print_json({"verified": False, "proved": False, "replay": recorded, **end})
        return
    name = make_printable(str(file))
    out.print(f"{name}: {make_printable(why)}, so it cannot be checked. This is what the file says:", markup=False)
    for action in recorded.actions[:count]:
        out.print(make_printable(replays.describe_action(action)), markup=False)
    if recorded.result and count == len(recorded.actions):
        scores, ranks, template = msgspec.structs.astuple(recorded.result)
        reason = Result(tuple(scores), tuple(ranks), template).reason
        out.print(make_printable(f"{reason} ({replays.describe_points(recorded.result)})"), markup=False)


def _print_proof(recorded: Replay) -> None:
    """Print what is known about the origin of the chance key."""
    proof = recorded.proof
    if proof is None:
        out.print("no proof of the deal: the chance key was chosen without the players")
        return
    out.print(f"hash of the server's part, which must be the one shown before the deal: {proof.hash}", soft_wrap=True)
    seats = [str(seat) for seat, part in enumerate(proof.parts, 1) if part]
    if seats:
        contributors = f"seat{'s' if len(seats) > 1 else ''} {join_words(seats)}"
        out.print(f"the chance key of the deal follows from the parts of the server and of {contributors}")
    else:
        out.print("the chance key of the deal follows from the server's part alone: no player added one")
    for renewal in proof.renewals:
        steps = format_count(renewal.step, "action")
        out.print(
            f"what was drawn after {steps} also depends on the part of the player who joined in seat {renewal.seat} "
            "then; what was dealt or drawn before does not"
        )


def _draw(table: Table) -> object:
    """Return a view of the whole table, secrets included, for the seat whose turn it is."""
    from gamut.engine.knowledge import Knowledge

    names = [f"Seat {seat + 1}" for seat in range(table.seats)]
    seat = table.actors[0] if table.actors else 0
    return Knowledge(table.setup, table.verbs, table.record, seat).terminal_view(names)
