"""The command `gamut`, with one module per subcommand. Heavy modules are imported only when a subcommand runs."""

from __future__ import annotations

import sys

import typer

from gamut.cli import bench, doctor, games, new, pages, perft, play, replay, serve, simulate, tables, train
from gamut.cli.interruptible import Interrupted, exit_now
from gamut.cli.output import err, make_printable

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
)
app.callback()(serve.open_in_browser)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("games")(games.games)
app.command("simulate")(simulate.simulate)
app.command("bench")(bench.bench)
app.command("perft")(perft.perft)
app.command("replay")(replay.replay)
app.command("new")(new.new)
app.command("train")(train.train)
app.add_typer(pages.app, name="pages")
app.add_typer(tables.app, name="tables")
app.command("doctor")(doctor.doctor)

INVALID_INPUT = 2  # exit codes
INTERRUPTED = 130


def main() -> None:
    """Run the command line. Invalid input ends it with a message of one line and exit code 2."""
    from gamut.engine.errors import GamutError, UnknownFile

    try:
        app()
    except GamutError as e:
        hint = f"; your own files go into {e.folder}" if isinstance(e, UnknownFile) else ""
        err.print(f"gamut: {make_printable(str(e) + hint)}", style="red", markup=False, soft_wrap=True)
        sys.exit(INVALID_INPUT)
    except (KeyboardInterrupt, Interrupted):
        err.print("gamut: interrupted")
        exit_now(INTERRUPTED)
    except BrokenPipeError:  # the program that reads our output has ended
        sys.stderr.close()
