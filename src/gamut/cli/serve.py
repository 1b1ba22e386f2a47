"""`gamut serve` for servers, and plain `gamut` for playing on this computer or in the local network."""

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

from gamut.cli.doctor import OURS, find_cache_problem, find_version
from gamut.engine.errors import GamutError

FIRST_PORT = 8000
PORTS = 50  # tried from the first on
COMPILE_NOTHING = ("doctor", "games", "new", "tables")  # commands

Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="Where tables are kept, e.g. sqlite:///tables.sqlite; default: your data folder."
    ),
]


class NoPort(GamutError):
    """Nothing to listen on."""


class NoCache(GamutError):
    """A folder for compiled code, chosen by somebody, that cannot be used."""


class BadName(GamutError):
    """No name or address under which browsers could find a server."""


class NoPages(GamutError):
    """Nothing to show to browsers."""


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to listen on; 0: any free one.")
    ] = FIRST_PORT,
    database: Database = None,
    public_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where browsers reach this server, e.g. https://games.example.org."),
    ] = None,
    bot_threads: Annotated[
        int | None, typer.Option(min=1, help="Threads that think for bots; default: all cores but one.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name of this server; may be repeated. Numbers are always good."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy or network that is believed when it says for whom it asks; may be repeated.",
        ),
    ] = None,
    pages: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Pages that you have built, with tables of your own games among them."),
    ] = None,
    limits_file: Annotated[
        Path | None, typer.Option("--limits", metavar="FILE", help="A TOML file with a section [limits].")
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="Another value for a limit; may be repeated.")
    ] = None,
    show_limits: Annotated[
        bool, typer.Option("--show-limits", help="Print all limits and what they mean.")
    ] = False,
) -> None:
    """Serve tables to browsers, with structured logs on standard error."""
    from gamut.server.doorkeeper import read_proxies
    from gamut.server.limits import Limits, change_limits, read_choices, read_file, write_limits
    from gamut.server.pages import STATIC
    from gamut.server.serving import Settings, run

    chosen = {**(read_file(limits_file) if limits_file else {}), **read_choices(limit or [])}
    limits = change_limits(Limits(), chosen)
    if show_limits:
        print(write_limits(limits))
        return
    proxies = read_proxies(proxy or [])
    if public_url is not None:
        check_url(public_url)
    for one in name or ():
        check_host_name(one)
    built = check_pages(pages) if pages else STATIC
    with listen(host, port) as listening:
        settings = Settings(
            host=host, port=listening.getsockname()[1], database=database, public_url=public_url,
            names=tuple(name or ()), proxies=proxies, threads=bot_threads, limits=limits, pages=built, ahead=True,
        )  # fmt: skip
        run(
            settings,
            listening,
            lambda: print(f"Gamut serves on {address(host, listening)}", file=sys.stderr, flush=True),
        )


def check_url(url: str) -> None:
    """Refuse what no browser could open as a page of ours."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and (parts.port is None or parts.port > 0)
    except ValueError:  # brackets or a port that are none
        good = False
    if not good or not is_host(parts.hostname or "") or parts.path.strip("/") or parts.query or parts.username:
        raise BadName(
            f"--public-url {url!r} is not possible; it may be http:// or https://, a name or number, "
            "and a port: https://games.example.org or http://192.168.1.5:8000"
        )


def check_host_name(name: str) -> None:
    """Refuse what cannot be a computer's name."""
    if not is_host(name):
        raise BadName(
            f"--name {name!r} is not possible; it may be a name without http:// and port, such as games.example.org"
        )


def is_host(name: str) -> bool:
    """Whether a text is the name or number of a computer."""
    try:
        ip_address(name)
    except ValueError:
        words = name.removesuffix(".").split(".")
        return len(name) <= 253 and all(re.fullmatch(r"(?!-)[\w-]{1,63}(?<!-)", word) for word in words)
    return True


def check_pages(folder: Path) -> Path:
    """A folder of built pages."""
    if missing := [name for name in ("index.html", "build.json") if not (folder / name).is_file()]:
        raise NoPages(
            f"{folder} holds no built pages: there is no {' and no '.join(missing)}; "
            "`npx vite build --outDir FOLDER` in the folder web of a checkout writes both"
        )
    return folder


def tell_version(wanted: bool) -> None:
    """Print which Gamut this is, and end."""
    if wanted:
        print(f"Gamut {find_version(OURS)}")
        raise typer.Exit


def local(
    context: typer.Context,
    share: Annotated[
        bool, typer.Option("--share", help="Let the local network in, and put this computer's address into links.")
    ] = False,
    database: Database = None,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = True,
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Gamut: a home for colour-mixing tabletop games. Without a command it opens in your browser."""
    chosen = os.environ.get("GAMUT_CACHE") and context.invoked_subcommand not in COMPILE_NOTHING
    if chosen and (why := find_cache_problem()):
        raise NoCache(why)
    if context.invoked_subcommand:
        return
    from gamut.server.limits import AT_HOME
    from gamut.server.serving import Settings, run

    with listen_near("0.0.0.0" if share else "127.0.0.1", FIRST_PORT) as listening:
        url = address(network_address() if share else "localhost", listening)

        def started() -> None:
            print(f"Gamut is open at {url}   (Ctrl+C ends it)", flush=True)
            if browser and has_display():
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        port = listening.getsockname()[1]
        run(Settings(port=port, database=database, limits=AT_HOME, quiet=True, ahead=True), listening, started)


def has_display() -> bool:
    """Whether a browser would have a screen; else `webbrowser` might start one in this very terminal."""
    on_a_screen = sys.platform in ("win32", "darwin")
    return on_a_screen or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as e:
        raise NoPort(f"cannot listen on {host} port {port}: {e.strerror or e}") from None


def listen_near(host: str, first: int) -> socket.socket:
    """A socket on the first free port from one on."""
    for port in range(first, first + PORTS):
        try:
            return listen(host, port)
        except NoPort:
            continue
    return listen(host, 0)


def address(host: str, listening: socket.socket) -> str:
    """The address for a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{listening.getsockname()[1]}"


def network_address() -> str:
    """This computer's own address in the local network. Nothing is sent: connecting only chooses a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
