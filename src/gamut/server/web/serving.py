"""Runs the application with uvicorn until the process is terminated."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from gamut.engine.errors import GamutError
from gamut.server.logs import log_event, set_up_logs
from gamut.server.storage.database import Storage, default_url
from gamut.server.tables.hub import Hub
from gamut.server.web import app
from gamut.server.web.pages import STATIC
from gamut.server.wire.connection_limiter import ConnectionLimiter, Networks
from gamut.server.wire.limits import Limits
from gamut.server.wire.protocols import LimitedConfig
from gamut.server.wire.request_guard import find_host_names


class InvalidMetricsAddress(GamutError):
    """An address for metrics that cannot be used."""


def parse_metrics_address(text: str) -> tuple[str, int]:
    """Return the address and the port of `ADDRESS:PORT`, or of a port on this computer."""
    address, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 2**16:
        raise InvalidMetricsAddress(f"invalid --metrics {text!r}; use ADDRESS:PORT, for example 127.0.0.1:9100")
    return address.strip("[]") or "127.0.0.1", int(port)


class MissingPackage(GamutError):
    """A package that an option needs."""


@dataclass(frozen=True)
class Settings:
    """How to run a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # an SQLAlchemy URL; None: a file in the user's data folder
    public_url: str | None = None  # where browsers reach the server, if different
    host_names: tuple[str, ...] = ()  # accepted besides IP addresses and the names of this computer
    proxies: Networks = ()  # whose forwarded headers are trusted
    threads: int | None = None  # for bots; None: as many as there are cores
    limits: Limits = field(default_factory=Limits)
    pages: Path = STATIC
    quiet: bool = False  # log errors only
    precompile: bool = False  # compile all games in the background
    workers: int = 1  # processes; more than one needs PostgreSQL
    metrics: tuple[str, int] | None = None  # the address for Prometheus; of further workers the following ports


class Server(uvicorn.Server):
    """Closes the connections of all clients with a message before it shuts down."""

    def __init__(self, config: uvicorn.Config, hub: Hub, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.hub, self._on_started = hub, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and call `started`."""
        await super().startup(sockets)
        if self.started and self._on_started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections with the code for a restart; the application finishes all writes."""
        await self.hub.end_connections()
        await super().shutdown(sockets)


def make_application(settings: Settings) -> tuple[Starlette, Hub]:
    """Return the application and its hub."""
    hub = Hub(Storage(settings.database or default_url()), settings.limits, settings.threads, settings.pages)
    public = urlsplit(settings.public_url or "")
    origins = frozenset({f"{public.scheme}://{public.netloc}"} if public.netloc else ())
    host_names = find_host_names(public.hostname or "", *settings.host_names)
    return app.make_app(hub, origins=origins, host_names=host_names, precompile=settings.precompile), hub


def run(settings: Settings, listening: socket.socket, started: Callable[[], None] | None = None) -> None:
    """Serve until the process is terminated."""
    set_up_logs("WARNING" if settings.quiet else "INFO")
    application, hub = make_application(settings)
    limiter = ConnectionLimiter(settings.limits, hub.budgets, settings.proxies)
    config = LimitedConfig(
        application, limiter,
        ws_max_size=settings.limits.frame_bytes, ws_per_message_deflate=False,
        host=settings.host, port=settings.port, log_config=None, access_log=False, server_header=False,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=[str(proxy) for proxy in settings.proxies],
        timeout_graceful_shutdown=10,
    )  # fmt: skip
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn raises it again after the shutdown; exit cleanly
    try:
        with open_metrics(settings, hub, limiter):
            Server(config, hub, started).run([listening])
    finally:
        log_event("stopped")


@contextmanager
def open_metrics(settings: Settings, hub: Hub, limiter: ConnectionLimiter) -> Iterator[None]:
    """Serve the metrics of this process meanwhile, if that is wanted."""
    if not settings.metrics:
        yield
        return
    try:
        from gamut.server.web.metrics import Metrics
    except ImportError:
        raise MissingPackage('--metrics needs another package: pip install "gamut-games[metrics]"') from None
    metrics = Metrics(hub, limiter, settings.metrics)
    hub.jobs.append(metrics.measure_loop)
    try:
        yield
    finally:
        metrics.close()
