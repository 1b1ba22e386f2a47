"""The number of open connections is limited, in all and per address."""

from __future__ import annotations

import pytest

from gamut.server.wire import connection_limiter
from gamut.server.wire.address_budget import AddressBudgets
from gamut.server.wire.connection_limiter import (
    ConnectionLimiter,
    CountedConnection,
    HttpRefusal,
    InvalidProxy,
    parse_proxies,
)
from gamut.server.wire.limits import (
    Limits,
    replace_limits,
)


class LimiterWithClients:
    """A connection limiter that records the addresses whose connections it closes."""

    def __init__(self, **limits: int) -> None:
        self.limiter = ConnectionLimiter(
            replace_limits(Limits(), limits), AddressBudgets(Limits()), parse_proxies(["10.0.0.0/8"])
        )
        self.closed_addresses: list[str] = []

    def connect(self, client_address: str) -> CountedConnection | HttpRefusal:
        return self.limiter.acquire(client_address, lambda words: self.closed_addresses.append(client_address))

    def accept(self, client_address: str) -> CountedConnection:
        counted = self.connect(client_address)
        assert isinstance(counted, CountedConnection)
        return counted


def test_a_full_server_closes_connections_that_have_not_joined() -> None:
    server = LimiterWithClients(connections=6, connections_per_address=4)
    players = [server.accept("192.0.2.1") for _ in range(2)]
    for player in players:
        server.limiter.mark_joined(player)
    server.accept("192.0.2.2")
    for _ in range(3):
        server.accept("192.0.2.66")
    server.accept("192.0.2.3")
    assert server.closed_addresses == ["192.0.2.66"]
    assert server.limiter.open_connections == 6
    for counted in list(server.limiter._not_joined):
        server.limiter.mark_joined(counted)
    assert server.connect("192.0.2.9") == HttpRefusal(503, "The server is full. Try again later.")
    server.limiter.release(players[0])
    server.limiter.release(players[0])
    assert isinstance(server.connect("192.0.2.9"), CountedConnection)


def test_connections_of_a_proxy_have_no_limit_per_address() -> None:
    server = LimiterWithClients(connections=50, connections_per_address=4)
    assert all(server.accept("10.1.2.3").through_proxy for _ in range(20))
    for _ in range(4):
        server.accept("192.0.2.1")
    refused = server.connect("192.0.2.1")
    assert isinstance(refused, HttpRefusal)
    assert refused.status == 429


def test_connections_are_limited_by_the_number_of_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limiter, "find_file_limit", lambda: 1024)
    assert LimiterWithClients(connections=5000).limiter.max_connections == 1024 - connection_limiter.RESERVED_FILES
    assert LimiterWithClients(connections=500).limiter.max_connections == 500


def test_a_proxy_must_be_an_ip_address() -> None:
    with pytest.raises(InvalidProxy, match=r"127\.0\.0\.1"):
        parse_proxies(["proxy.example.org"])
