"""Running the application: where, with which database, and an end in good order."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from gamut.server import app
from gamut.server.doorkeeper import Doorkeeper, Networks
from gamut.server.guard import own_names
from gamut.server.hub import Hub
from gamut.server.limits import Limits
from gamut.server.logs import log_event, set_up_logs
from gamut.server.pages import STATIC
from gamut.server.protocols import GuardedConfig
from gamut.server.storage import Storage, default_url


@dataclass(frozen=True)
class Settings:
    """How to serve."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None  # an SQLAlchemy address; none: a file in the user's data folder
    public_url: str | None = None  # where browsers reach the server, when that is another address
    names: tuple[str, ...] = ()  # other names of the server; numbers and those of this computer are always good
    proxies: Networks = ()  # believed when they say for whom they ask
    threads: int | None = None  # that think for bots; none: as many as there are cores
    limits: Limits = field(default_factory=Limits)
    pages: Path = STATIC  # the folder of the built pages
    quiet: bool = False  # log only what went wrong
    ahead: bool = False  # make all games ready at once, in the background


class Server(uvicorn.Server):
    """Says goodbye to every browser before the connections are closed."""

    def __init__(self, config: uvicorn.Config, hub: Hub, started: Callable[[], None] | None) -> None:
        super().__init__(config)
        self.hub, self._tell = hub, started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started and self._tell:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections with the code for a restart; commits are finished by the application."""
        await self.hub.end_connections()
        await super().shutdown(sockets)


def make_application(settings: Settings) -> tuple[Starlette, Hub]:
    """The application and its hub."""
    hub = Hub(Storage(settings.database or default_url()), settings.limits, settings.threads, settings.pages)
    public = urlsplit(settings.public_url or "")
    origins = frozenset({f"{public.scheme}://{public.netloc}"} if public.netloc else ())
    names = own_names(public.hostname or "", *settings.names)
    return app.make_app(hub, origins=origins, names=names, ahead=settings.ahead), hub


def run(settings: Settings, listening: socket.socket, started: Callable[[], None] | None = None) -> None:
    """Serve until the process is told to end."""
    set_up_logs("WARNING" if settings.quiet else "INFO")
    made, hub = make_application(settings)
    config = GuardedConfig(
        made, Doorkeeper(settings.limits, hub.accounts, settings.proxies),
        ws_max_size=settings.limits.frame_bytes, ws_per_message_deflate=False,
        host=settings.host, port=settings.port, log_config=None, access_log=False, server_header=False,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=[str(proxy) for proxy in settings.proxies],
        timeout_graceful_shutdown=10,
    )  # fmt: skip
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn raises it again when all is closed: a good end
    try:
        Server(config, hub, started).run([listening])
    finally:
        log_event("stopped")
