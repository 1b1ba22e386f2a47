"""`gamut serve` runs a server; `gamut` without a command opens Gamut in the browser."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from gamut.cli.doctor import DISTRIBUTION, find_cache_problem, find_version
from gamut.engine.errors import GamutError
from gamut.engine.presentation import join_words

FIRST_PORT = 8000
PORTS_TRIED = 50
COMMANDS_WITHOUT_CACHE = ("doctor", "games", "new", "tables")  # they compile nothing

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="The database of the tables, e.g. sqlite:///tables.sqlite; default: in your data folder."
    ),
]


class CannotListen(GamutError):
    """The address or port cannot be used."""


class CacheUnusable(GamutError):
    """The folder GAMUT_CACHE cannot be used."""


class InvalidAddress(GamutError):
    """A host name or URL under which no browser could reach a server."""


class PagesNotBuilt(GamutError):
    """A folder without the built web pages."""


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0: any free port.")] = FIRST_PORT,
    database: Database = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The URL under which browsers reach the server: https://games.example.org."),
    ] = None,
    bot_threads: Annotated[
        int | None, typer.Option(min=1, help="The number of threads for bots; default: all cores but one.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Another host name of the server; may be repeated. IP addresses are always accepted."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS", help="A proxy, or a network of proxies, whose forwarded headers are trusted; "
            "may be repeated.",
        ),
    ] = None,
    pages: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Web pages that you have built, e.g. with the tables of your own games."),
    ] = None,
    limits_file: Annotated[
        Path | None, typer.Option("--limits", metavar="FILE", help="A TOML file as --show-limits prints it.")
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Change a limit; may be repeated.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="The number of processes; more than one need PostgreSQL. SIGHUP restarts them.")
    ] = 1,
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS:PORT", help="Where Prometheus finds /metrics; further workers use the following ports."
        ),
    ] = None,
    show_limits: Annotated[bool, typer.Option("--show-limits", help="Print all limits and exit.")] = False,
) -> None:  # fmt: skip
    """Run a server for many players, with structured logs on standard error."""
    from gamut.server.web.pages import STATIC
    from gamut.server.web.serving import Settings, parse_metrics_address, run
    from gamut.server.web.workers import run_workers
    from gamut.server.wire.connection_limiter import parse_proxies
    from gamut.server.wire.limits import Limits, format_limits, parse_limits, read_limits_file, replace_limits

    chosen = {**(read_limits_file(limits_file) if limits_file else {}), **parse_limits(limit or [])}
    limits = replace_limits(Limits(), chosen)
    if show_limits:
        print(format_limits(limits))
        return
    proxies = parse_proxies(proxy or [])
    metrics_address = parse_metrics_address(metrics) if metrics else None
    if public_url is not None:
        check_url(public_url)
    for one in name or ():
        check_host_name(one)
    built = check_pages(pages) if pages else STATIC
    with listen(host, port) as listening:
        settings = Settings(
            host=host, port=listening.getsockname()[1], database=database, public_url=public_url,
            host_names=tuple(name or ()), proxies=proxies, threads=bot_threads, limits=limits, pages=built,
            precompile=True, workers=workers, metrics=metrics_address,
        )  # fmt: skip
        url = format_url(host, listening)
        serve_with = run_workers if workers > 1 else run
        serve_with(settings, listening, lambda: print(f"Gamut is running at {url}", file=sys.stderr, flush=True))


def check_url(url: str) -> None:
    """Raise InvalidAddress if no browser could open the URL as the start page of a server."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
    except ValueError:  # mismatched brackets, or a port that is not a number
        valid = False
    if not valid or not is_host(parts.hostname or "") or parts.path.strip("/") or parts.query or parts.username:
        raise InvalidAddress(
            f"invalid --public-url {url!r}; use http:// or https://, a host name or IP address, and possibly a port: "
            "https://games.example.org or http://192.168.1.5:8000"
        )


def check_host_name(name: str) -> None:
    if not is_host(name):
        raise InvalidAddress(f"invalid --name {name!r}; use a host name without http:// and port: games.example.org")


def is_host(name: str) -> bool:
    """Return whether a text is a host name or an IP address."""
    try:
        ip_address(name)
    except ValueError:
        labels = name.removesuffix(".").split(".")
        return len(name) <= 253 and all(re.fullmatch(r"(?!-)[\w-]{1,63}(?<!-)", label) for label in labels)
    return True


def check_pages(folder: Path) -> Path:
    """Return the folder; raise PagesNotBuilt if it does not hold built web pages."""
    if missing := [name for name in ("index.html", "build.json") if not (folder / name).is_file()]:
        raise PagesNotBuilt(
            f"{folder} has no built web pages: {join_words(missing)} not found; "
            "run `npx vite build --outDir FOLDER` in the folder web of a checkout"
        )
    return folder


def print_version(wanted: bool) -> None:
    if wanted:
        print(f"Gamut {find_version(DISTRIBUTION)}")
        raise typer.Exit


def open_in_browser(
    context: typer.Context,
    share: Annotated[
        bool, typer.Option("--share", help="Allow players from the local network; links contain its address.")
    ] = False,
    database: Database = None,
    browser: Annotated[bool, typer.Option(help="Open a browser window.")] = True,
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Gamut: colour-mixing tabletop games. Without a command, it opens in your browser."""
    needs_cache = context.invoked_subcommand not in COMMANDS_WITHOUT_CACHE
    if needs_cache and os.environ.get("GAMUT_CACHE") and (problem := find_cache_problem()):
        raise CacheUnusable(problem)
    if context.invoked_subcommand:
        return
    from gamut.server.web.serving import Settings, run
    from gamut.server.wire.limits import LOCAL_LIMITS

    with listen_near("0.0.0.0" if share else "127.0.0.1", FIRST_PORT) as listening:
        url = format_url(network_address() if share else "localhost", listening)

        def announce() -> None:
            print(f"Gamut is running at {url} (press Ctrl+C to stop)", flush=True)
            if browser and has_display():
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        port = listening.getsockname()[1]
        run(
            Settings(port=port, database=database, limits=LOCAL_LIMITS, quiet=True, precompile=True),
            listening,
            announce,
        )


def has_display() -> bool:
    """Return whether there is a screen; without one, `webbrowser` might start a text browser in this terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        raise CannotListen(f"cannot listen on {host} port {port}: {e.strerror or e}") from None


def listen_near(host: str, first_port: int) -> socket.socket:
    """Listen on the first free port from `first_port` on."""
    for port in range(first_port, first_port + PORTS_TRIED):
        try:
            return listen(host, port)
        except CannotListen:
            continue
    return listen(host, 0)


def format_url(host: str, listening: socket.socket) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


def network_address() -> str:
    """Return this computer's address in the local network. Nothing is sent: connecting UDP only selects a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
