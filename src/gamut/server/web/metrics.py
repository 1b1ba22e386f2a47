"""What Prometheus reads from a server process, on an address of its own that players cannot reach.

A client must not see them: the number of stored entries would betray secret steps. Everything but the two histograms is
read only when it is asked for, so it costs a busy server nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Histogram, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from gamut.server.tables.hub import Hub
from gamut.server.web.serving import InvalidMetricsAddress
from gamut.server.wire.connection_limiter import ConnectionLimiter

LOOP_INTERVAL_S = 0.25  # between two measurements of the event loop
BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class ServerCollector(Collector):
    """Reads the counts that the server keeps anyway."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter) -> None:
        self._hub, self._limiter = hub, limiter

    def collect(self) -> Iterator[Metric]:
        writer, cluster, pool = self._hub.storage.writer, self._hub.storage.cluster, self._hub.bot_pool
        yield GaugeMetricFamily("gamut_connections", "Open connections", self._limiter.open_connections)
        yield GaugeMetricFamily("gamut_tables", "Tables in memory", len(self._hub.rooms))
        yield CounterMetricFamily("gamut_entries", "Stored writes", writer.stored)
        yield CounterMetricFamily("gamut_commits", "Commits", writer.commits)
        yield GaugeMetricFamily("gamut_storage_problem", "1 while nothing can be stored", int(bool(writer.problem)))
        yield GaugeMetricFamily("gamut_bot_jobs_running", "Decisions of bots being made", pool.running)
        yield GaugeMetricFamily("gamut_bot_jobs_waiting", "Decisions of bots waiting for a thread", pool.waiting)
        if cluster:
            yield CounterMetricFamily(
                "gamut_conflicts", "Entries for which another process was faster", writer.conflicts
            )
            yield GaugeMetricFamily("gamut_processes", "Processes that share the database", len(cluster.alive))
            yield CounterMetricFamily(
                "gamut_notifications", "Notifications of other processes received", cluster.received
            )
            yield CounterMetricFamily(
                "gamut_entries_polled", "Entries of other processes that a poll found first", cluster.missed
            )


class Metrics:
    """The metrics of this process, served by a thread of its own."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, address: tuple[str, int]) -> None:
        self.registry = registry = CollectorRegistry()
        registry.register(ServerCollector(hub, limiter))
        ProcessCollector(registry=registry)
        commits = Histogram("gamut_commit_seconds", "Duration of a commit", buckets=BUCKETS_S, registry=registry)
        hub.storage.writer.on_commit = commits.observe
        self._loop_delay = Histogram(
            "gamut_loop_delay_seconds", "By how much the event loop is late", buckets=BUCKETS_S, registry=registry
        )
        try:
            self._server, self._thread = start_http_server(address[1], address[0], registry)
        except OSError as e:
            raise InvalidMetricsAddress(f"metrics cannot listen on {address[0]} port {address[1]}: {e}") from None

    async def measure_loop(self) -> None:
        """Regularly measure how late the event loop is."""
        while True:
            due = time.monotonic() + LOOP_INTERVAL_S
            await asyncio.sleep(LOOP_INTERVAL_S)
            self._loop_delay.observe(max(0.0, time.monotonic() - due))

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
