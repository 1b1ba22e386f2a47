"""Several worker processes that listen on one socket, and the parent that starts them again when they end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import connection as pipes
from multiprocessing.context import SpawnProcess

from gamut.engine.errors import GamutError
from gamut.server.logs import log_event, log_problem, set_up_logs
from gamut.server.storage.database import Storage, default_url
from gamut.server.web.serving import Settings, run

START_TIMEOUT_S = 120.0  # for a worker to serve requests
STOP_TIMEOUT_S = 30.0  # for a worker to end after SIGTERM
RESTART_DELAY_S = 1.0  # after a worker has ended unexpectedly
CHECK_INTERVAL_S = 0.2  # between two checks for signals


class NeedsPostgres(GamutError):
    """Several workers on SQLite."""


class WorkerFailed(GamutError):
    """A worker that could not start."""


class Worker:
    """One worker process, which listens on the metrics port plus its number."""

    def __init__(self, settings: Settings, listening: socket.socket, number: int) -> None:
        self.number = number
        if settings.metrics:
            address, port = settings.metrics
            settings = replace(settings, metrics=(address, port + number))
        context = multiprocessing.get_context("spawn")
        self._ready, child_end = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(
            target=run_worker, args=(settings, listening, child_end), name=f"gamut-worker-{number}"
        )
        self.process.start()
        child_end.close()

    def wait_until_ready(self) -> None:
        """Wait until it serves requests, or raise WorkerFailed."""
        ended = not self._ready.poll(START_TIMEOUT_S)
        with suppress(EOFError):
            if not ended and self._ready.recv():
                return
        self.stop()
        raise WorkerFailed(f"worker {self.number} did not start; see its log")

    def stop(self) -> None:
        """End it, so that it finishes all writes and its clients reconnect."""
        self.process.terminate()
        self.process.join(STOP_TIMEOUT_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


class Supervisor:
    """Starts the workers, starts again those that end, and restarts one after the other on SIGHUP."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self._settings, self._listening = settings, listening
        self._workers: list[Worker] = []
        self._stopping = self._restarting = False

    def run(self, started: Callable[[], None] | None) -> None:
        """Serve until the process is terminated."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._restart)
        try:
            self._workers = [
                Worker(self._settings, self._listening, number) for number in range(self._settings.workers)
            ]
            for worker in self._workers:
                worker.wait_until_ready()
            if started:
                started()
            while not self._stopping:
                self._watch()
        finally:
            for worker in self._workers:
                worker.process.terminate()
            for worker in self._workers:
                worker.stop()
            log_event("stopped")

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _restart(self, *_: object) -> None:
        self._restarting = True

    def _watch(self) -> None:
        """Replace the workers that have ended, or all of them one after the other."""
        pipes.wait([worker.process.sentinel for worker in self._workers], CHECK_INTERVAL_S)
        for worker in list(self._workers):
            if not self._stopping and not worker.process.is_alive():
                log_problem("a worker has ended", worker=worker.number, code=worker.process.exitcode)
                time.sleep(RESTART_DELAY_S)
                self._replace(worker)
        if self._restarting:
            self._restarting = False
            log_event("restarting the workers")
            for worker in list(self._workers):
                if not self._stopping:
                    worker.stop()
                    self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """Start a worker in place of one that has ended. If it cannot start, it is tried again."""
        new = self._workers[worker.number] = Worker(self._settings, self._listening, worker.number)
        with suppress(WorkerFailed):
            new.wait_until_ready()
            log_event("a worker was started", worker=worker.number)


def run_workers(settings: Settings, listening: socket.socket, started: Callable[[], None] | None = None) -> None:
    """Serve with several processes until this one is terminated."""
    url = settings.database or default_url()
    if not url.startswith("postgresql"):
        raise NeedsPostgres(
            "--workers needs PostgreSQL: on SQLite no process would learn what the others store, and players would "
            "see outdated tables; use --database postgresql+psycopg://USER@HOST/NAME"
        )
    set_up_logs("WARNING" if settings.quiet else "INFO")
    Storage(url).close()  # migrated once, and its problems are shown here
    Supervisor(settings, listening).run(started)


def run_worker(settings: Settings, listening: socket.socket, ready: pipes.Connection) -> None:
    """Serve in a worker process, which ends with its parent."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # meant for the parent
    parent = multiprocessing.parent_process()
    assert parent

    def end_with_parent(sentinel: int) -> None:
        pipes.wait([sentinel])
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_parent, args=(parent.sentinel,), name="gamut-parent", daemon=True).start()
    run(settings, listening, lambda: ready.send(True))
