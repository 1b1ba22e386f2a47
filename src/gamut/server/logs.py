"""Structured logs: one JSON object per line. No tokens, no keys, nothing a player cannot see.

Of an exception only its kind and place are told: its words may hold what somebody sent or stored. And nobody fills
a disk by doing the same thing again and again: only so many lines of one kind are written.
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

from gamut.server.accounts import Bucket

LINES_PER_SECOND, LINE_BURST = 5.0, 300  # of one kind
PLACES = 8  # calls that are told of an exception, the innermost last

logger = logging.getLogger("gamut.server")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def log_event(what: str, **facts: Any) -> None:
    """Log that something happened."""
    logger.info(what, extra={"facts": facts})


def log_problem(what: str, **facts: Any) -> None:
    """Log that something went wrong, in our own words."""
    logger.error(what, extra={"facts": facts})


def log_failure(what: str, **facts: Any) -> None:
    """Log the exception that is being handled."""
    logger.exception(what, extra={"facts": facts})


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": record.getMessage().strip(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__qualname__
            line["where"] = list_places(record.exc_info[2])
        if left_out := getattr(record, "left_out", 0):
            line["left_out"] = left_out
        return _encode(line).decode()


def list_places(trace: TracebackType | None) -> list[str]:
    """Where an exception came from: files, lines and functions, and no values."""
    calls = traceback.extract_tb(trace)[-PLACES:]
    return [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in calls]


class Sparing(logging.Filter):
    """Lets only so many records of one kind pass; the next one says how many were left out."""

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[str, Bucket] = {}
        self._left_out: dict[str, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        kind = str(record.msg)
        if not self._kinds.setdefault(kind, Bucket(LINES_PER_SECOND, LINE_BURST)).take():
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        record.left_out = self._left_out.pop(kind, 0)
        return True


def set_up_logs(level: str = "INFO") -> None:
    """Send our own logs, and of uvicorn's what went wrong, to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(Sparing())
    for name, least in (("gamut", level), ("uvicorn", "WARNING")):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(least)
