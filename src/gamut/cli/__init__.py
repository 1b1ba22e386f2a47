"""The command line: `gamut`. One module a command; what is heavy is imported when it runs."""

from __future__ import annotations

import sys

import typer

from gamut.cli import bench, doctor, games, new, perft, play, replay, serve, simulate, tables, teach
from gamut.cli.output import err
from gamut.cli.waiting import Stopped, end_now

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.callback()(serve.local)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("games")(games.games)
app.command("simulate")(simulate.simulate)
app.command("bench")(bench.bench)
app.command("perft")(perft.perft)
app.command("replay")(replay.replay)
app.command("new")(new.new)
app.command("teach")(teach.teach)
app.add_typer(tables.app, name="tables")
app.command("doctor")(doctor.doctor)

WRONG_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command line; what a person did wrong is told in one line, with exit code 2."""
    from gamut.engine.errors import GamutError

    try:
        app()
    except GamutError as e:
        err.print(f"gamut: {e}", style="red", markup=False, soft_wrap=True)
        sys.exit(WRONG_INPUT)
    except (KeyboardInterrupt, Stopped):
        err.print("gamut: stopped")
        end_now(INTERRUPTED)
    except BrokenPipeError:  # the reader of our output has gone
        sys.stderr.close()
