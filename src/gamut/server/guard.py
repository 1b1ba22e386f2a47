"""What every request passes before the application sees it: is it meant for us, and who pays for it?

Every answer leaves with the headers that keep pages safe, also when something went wrong.
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

from gamut.server import messages as m
from gamut.server.accounts import Account, Accounts
from gamut.server.doorkeeper import Visit
from gamut.server.logs import log_failure
from gamut.server.pages import HEADERS

COSTS = {"/api/tables": 4, "/api/games": 2, "/ws": 2}  # requests that one counts for, by the beginning of its path
MOST_HELD = 50  # requests of one address that wait for that
PATIENCE = 1.0  # seconds that whoever asks too often waits for the answer: asking on and on gains nothing


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, accounts: Accounts, names: frozenset[str] | None = None) -> None:
        self.app, self.accounts, self.names = app, accounts, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began = False

        async def send_safely(message: Message) -> None:
            nonlocal began
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(HEADERS)
            began = began or message["type"] in ("http.response.start", "websocket.accept")
            await send(message)

        try:
            refused = await self._check(scope)
            await (refused or self.app)(scope, receive, send_safely)
        except ClientDisconnect:
            return  # nobody waits for an answer
        except Exception:
            log_failure("a request could not be answered", kind=scope["type"])
            if began:
                raise ConnectionResetError from None
            await refuse(500, "storage", "The server could not do this.")(scope, receive, send_safely)

    async def _check(self, scope: Scope) -> Response | None:
        """Why a request is not passed on."""
        if self.names is not None and not is_known(Headers(scope=scope).get("host"), self.names):
            return refuse(
                421, "not_allowed",
                "This server does not answer to that name. Its operator can name it with --public-url or --name.",
            )  # fmt: skip
        account = find_account(scope, self.accounts)
        cost = next((cost for path, cost in COSTS.items() if scope["path"].startswith(path)), 1)
        if not account.requests.take(cost):
            await hold(account)
            return refuse(429, "too_often", "Too many requests from your address; please wait a moment.")
        return None


async def hold(account: Account) -> None:
    """Let somebody wait for a refusal; but not with so many requests that others find no connection."""
    if account.held >= MOST_HELD:
        return
    account.held += 1
    try:
        await asyncio.sleep(PATIENCE)
    finally:
        account.held -= 1


def refuse(status: int, reason: m.RefusalReason, text: str) -> Response:
    """An answer that says why not."""
    body = msgspec.json.encode(m.Refused(reason, text))
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")


def find_account(scope: Scope, accounts: Accounts) -> Account:
    """Who pays: the address of a connection, or the one that a proxy has told us."""
    client = scope.get("client")
    return accounts.find(client[0] if client else "")


def find_visit(connection: HTTPConnection) -> Visit | None:
    """The visit that a request belongs to; none without a network."""
    found = connection.scope.get("state", {}).get("visit")
    return found if isinstance(found, Visit) else None


def is_known(host: str | None, names: Iterable[str]) -> bool:
    """Whether a Host is one of ours: a number, or one of our names. Others let a name of their own lead here."""
    if host is None:
        return True
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


def own_names(*given: str) -> frozenset[str]:
    """The names of this computer, and those that its operator gave it."""
    mine = socket.gethostname().lower()
    return frozenset({"localhost", mine, f"{mine}.local", *(name.lower().rstrip(".") for name in given if name)})
