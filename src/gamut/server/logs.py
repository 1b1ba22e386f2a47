"""Structured logs: one JSON object per line. No tokens, no keys, nothing a player cannot see."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

logger = logging.getLogger("gamut.server")
_encode = msgspec.json.Encoder(enc_hook=str).encode


def log_event(what: str, **facts: Any) -> None:
    """Log that something happened."""
    logger.info(what, extra={"facts": facts})


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
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return _encode(line).decode()


def set_up_logs(level: str = "INFO") -> None:
    """Send our own logs and uvicorn's to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    for name in ("gamut", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(level)
