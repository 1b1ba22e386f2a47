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
        player.mark_joined(has_seat=True)
    server.accept("192.0.2.2")
    for _ in range(3):
        server.accept("192.0.2.66")
    server.accept("192.0.2.3")
    assert server.closed_addresses == ["192.0.2.66"]
    assert server.limiter.open_connections == 6
    for counted in list(server.limiter._not_joined):
        counted.mark_joined(has_seat=False)
    assert server.connect("192.0.2.9") == HttpRefusal(503, "The server is full. Try again later.")
    server.limiter.release(players[0])
    server.limiter.release(players[0])
    assert isinstance(server.connect("192.0.2.9"), CountedConnection)


@pytest.mark.parametrize("has_seat", [False, True])
def test_no_address_can_keep_others_out_of_a_full_server(has_seat: bool) -> None:
    server = LimiterWithClients(connections=24, connections_per_address=10)
    for k in range(20):
        server.accept(f"192.0.2.{66 + k % 2}").mark_joined(has_seat)
    players = [server.accept(f"192.0.2.{k}") for k in range(4)]
    for player in players:
        player.mark_joined(has_seat=True)
    for k in range(5, 15):
        server.accept(f"192.0.2.{k}").mark_joined(has_seat=True)
    assert server.closed_addresses == ["192.0.2.66", "192.0.2.67"] * 5, "those with the most connections lose them"
    assert server.limiter.open_connections == 24
    assert server.connect("192.0.2.66") == HttpRefusal(503, "The server is full. Try again later.")


def test_a_newcomer_keeps_its_connection_until_it_has_joined() -> None:
    server = LimiterWithClients(connections=24, connections_per_address=14)
    for k in range(24):
        server.accept(f"192.0.2.{66 + k % 2}").mark_joined(has_seat=True)
    newcomer = server.accept("192.0.2.1")
    for k in range(30):
        server.connect(f"192.0.2.{66 + k % 2}")  # as fast as it can
    server.accept("192.0.2.2")
    newcomer.mark_joined(has_seat=True)
    assert set(server.closed_addresses) == {"192.0.2.66", "192.0.2.67"}
    assert newcomer.budget.connections == 1


def test_of_the_address_with_the_most_connections_spectators_are_closed_first() -> None:
    server = LimiterWithClients(connections=6)
    connections = [server.accept("192.0.2.66") for _ in range(6)]
    closed: list[int] = []
    for k, counted in enumerate(connections):
        counted.close = lambda words, k=k: closed.append(k)  # type: ignore[misc]
        counted.mark_joined(has_seat=k not in (2, 4))
    server.accept("192.0.2.1")
    assert closed == [2]


def test_a_connection_through_a_proxy_is_charged_to_its_client() -> None:
    server = LimiterWithClients(connections=12, connections_per_address=8)
    find = server.limiter.budgets.find
    for k in range(12):
        counted = server.accept("10.1.2.3")
        assert counted.charge_to(find("192.0.2.66" if k < 8 else "192.0.2.1"))
        counted.mark_joined(has_seat=True)
    assert (find("10.1.2.3").connections, find("192.0.2.66").connections) == (0, 8)
    closed: list[str] = []
    for address, counted in [(a, c) for a, group in server.limiter._by_address.items() for c in group]:
        counted.close = lambda words, address=address: closed.append(address)  # type: ignore[misc]
    late = server.accept("10.1.2.3")
    assert closed == ["192.0.2.66"]
    server.limiter.release(late)
    server.limiter.release(late)
    assert server.limiter.open_connections == 11


def test_a_client_behind_a_proxy_has_a_limit_of_its_own() -> None:
    server = LimiterWithClients(connections=12, connections_per_address=2)
    client = server.limiter.budgets.find("192.0.2.66")
    assert [server.accept("10.1.2.3").charge_to(client) for _ in range(3)] == [True, True, False]


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
