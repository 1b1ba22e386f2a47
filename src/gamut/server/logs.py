"""Structured logs: one JSON object per line, without tokens, keys, or anything that a player cannot see.

An exception is logged by its type and location only: its text may contain what a client sent. Lines with the same
text are rate-limited, so that no client can fill the disk.
"""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from gamut.server.wire.address_budget import TokenBucket

LINES_PER_SECOND, LINE_BURST = 5.0, 300  # with the same text
MAX_TRACE_LINES = 8

logger = logging.getLogger("gamut.server")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def log_event(event: str, **facts: Any) -> None:
    logger.info(event, extra={"facts": facts})


def log_problem(event: str, **facts: Any) -> None:
    """Log an error that is not an exception."""
    logger.error(event, extra={"facts": facts})


def log_failure(event: str, **facts: Any) -> None:
    """Log the exception that is being handled."""
    logger.exception(event, extra={"facts": facts})


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage().strip(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__qualname__
            line["where"] = format_trace(record.exc_info[2])
        if dropped := getattr(record, "dropped", 0):
            line["dropped"] = dropped
        return _encode(line).decode()


def format_trace(trace: TracebackType | None) -> list[str]:
    """Return the file, line and function of the innermost calls, without values."""
    calls = traceback.extract_tb(trace)[-MAX_TRACE_LINES:]
    return [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in calls]


class RateLimitFilter(logging.Filter):
    """Drops records beyond a rate per text; the next record says how many."""

    def __init__(self) -> None:
        super().__init__()
        self._buckets: dict[str, TokenBucket] = {}
        self._dropped: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        text = str(record.msg)
        if not self._buckets.setdefault(text, TokenBucket(LINES_PER_SECOND, LINE_BURST)).take():
            self._dropped[text] = self._dropped.get(text, 0) + 1
            return False
        record.dropped = self._dropped.pop(text, 0)
        return True


def set_up_logs(level: str = "INFO") -> None:
    """Write our logs, and warnings and errors of uvicorn, to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RateLimitFilter())
    for name, minimum in (("gamut", level), ("uvicorn", "WARNING")):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(minimum)
