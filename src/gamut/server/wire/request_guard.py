"""The first check of every request: is its Host header one of ours, and is its address within its limits?

Every response of the application, errors included, leaves with security headers.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import ip_address

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamut.server.logs import log_failure
from gamut.server.wire import messages as m
from gamut.server.wire.address_budget import AddressBudget, AddressBudgets
from gamut.server.wire.connection_limiter import CountedConnection

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
REQUEST_COSTS = {"/api/tables": 4, "/api/games": 2, "/ws": 2}  # by the beginning of the path; others cost 1
MAX_DELAYED_REFUSALS = 50  # per address
REFUSAL_DELAY_S = 1.0  # before the refusal of a request beyond the limit, so that repeating it at once gains nothing


class RequestGuard:
    """ASGI middleware in front of the application."""

    def __init__(self, app: ASGIApp, budgets: AddressBudgets, host_names: frozenset[str] | None = None) -> None:
        self.app, self.budgets, self.host_names = app, budgets, host_names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            started = started or message["type"] in ("http.response.start", "websocket.accept")
            await send(message)

        try:
            refusal = await self._check(scope)
            await (refusal or self.app)(scope, receive, send_with_headers)
        except ClientDisconnect:
            return
        except Exception:
            log_failure("a request failed", kind=scope["type"])
            if started:
                raise ConnectionResetError from None
            await make_refusal(500, "storage", "Something went wrong on the server.")(scope, receive, send_with_headers)

    async def _check(self, scope: Scope) -> Response | None:
        """Return the refusal of a request that is not passed on."""
        if self.host_names is not None and not is_accepted_host(Headers(scope=scope).get("host"), self.host_names):
            return make_refusal(
                421, "not_allowed",
                "This server does not answer to that host name. Its operator can add it with --public-url or --name.",
            )  # fmt: skip
        budget = find_budget(scope, self.budgets)
        cost = next((cost for path, cost in REQUEST_COSTS.items() if scope["path"].startswith(path)), 1)
        if not budget.requests.take(cost):
            await delay_refusal(budget)
            return make_refusal(429, "too_often", "Too many requests from your address. Try again in a moment.")
        return None


async def delay_refusal(budget: AddressBudget) -> None:
    """Wait before a refusal, unless too many refusals are already waiting, which would use up the connections."""
    if budget.delayed >= MAX_DELAYED_REFUSALS:
        return
    budget.delayed += 1
    try:
        await asyncio.sleep(REFUSAL_DELAY_S)
    finally:
        budget.delayed -= 1


def make_refusal(status: int, reason: m.RefusalReason, text: str) -> Response:
    body = msgspec.json.encode(m.Refused(reason, text))
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def find_budget(scope: Scope, budgets: AddressBudgets) -> AddressBudget:
    """Return the budget of the client's address, which a trusted proxy may have forwarded."""
    client = scope.get("client")
    return budgets.find(client[0] if client else "")


def find_counted_connection(connection: HTTPConnection) -> CountedConnection | None:
    """Return the network connection of a request; None without a network, as in tests."""
    counted = connection.scope.get("state", {}).get("counted_connection")
    return counted if isinstance(counted, CountedConnection) else None


def is_accepted_host(host: str | None, names: Iterable[str]) -> bool:
    """Return whether a Host header is an IP address or one of the server's names.

    With DNS rebinding, a foreign page makes a name of its own resolve to this server.
    """
    if host is None:
        return True
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


def find_host_names(*added: str) -> frozenset[str]:
    """Return this computer's names and those added by the operator."""
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local", *(name.lower().rstrip(".") for name in added if name)})
