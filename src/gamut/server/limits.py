"""Every limit of a server, in one place: what a stranger may cost, and how long things are kept.

Each is charged to whoever causes the cost: a connection, an address, a seat, a table. An operator changes them with
`gamut serve --limit NAME=VALUE` or in a file; `docs/public-server.md` lists them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from gamut.engine.errors import GamutError

DAY = 24 * 3600.0


class BadLimits(GamutError):
    """A limit that does not exist, or cannot be that."""


def limit(default: float, words: str) -> Any:
    """A limit: a whole number stays one. `words` say what it bounds."""
    return field(default=default, metadata={"words": words})


@dataclass(frozen=True)
class Limits:
    """The bounds of a whole server. None is ever below zero."""

    # connections
    connections: int = limit(2000, "open connections in all; fewer where the system allows fewer open files")
    connections_per_address: int = limit(100, "open connections of one address")
    header_bytes: int = limit(8 * 1024, "the head of a request; a longer one is refused")
    request_bytes: int = limit(16 * 1024, "the body of a request")
    request_seconds: float = limit(10.0, "until a request has arrived as a whole; then it is refused")
    stalled_seconds: float = limit(20.0, "that a browser may take nothing of what waits for it; then it is cut off")
    queued_messages: int = limit(64, "messages that wait for a slow browser, beside the latest view")
    queued_bytes: int = limit(256 * 1024, "the same in bytes; a browser with more to come is sent away")
    # requests, by one address
    requests_per_second: float = limit(20.0, "requests of one address; costly ones count several times")
    request_burst: int = limit(200, "requests of one address at once")
    tables_per_minute: float = limit(10.0, "new tables of one address")
    table_burst: int = limit(20, "new tables of one address at once")
    tables_per_address: int = limit(200, "unfinished tables that one address has opened since the server began")
    joins_per_minute: float = limit(60.0, "times that one address may join a table")
    join_burst: int = limit(60, "the same at once")
    guesses_per_minute: float = limit(20.0, "links of one address that opened nothing")
    guess_burst: int = limit(40, "the same at once")
    # messages, on one connection
    message_bytes: int = limit(4 * 1024, "a message; a longer one is refused")
    frame_bytes: int = limit(64 * 1024, "a message that is longer closes its own connection")
    messages_per_second: float = limit(10.0, "messages of one connection; more are refused")
    message_burst: int = limit(30, "the same at once")
    frames_per_second: float = limit(40.0, "frames of one connection, pings too; more close it")
    frame_burst: int = limit(400, "the same at once")
    join_seconds: float = limit(30.0, "until a connection has joined a table; then it is closed")
    join_tries: int = limit(8, "tries to join in vain; then the connection is closed")
    # tables
    watchers: int = limit(200, "connections of one seat, or of all spectators of a table")
    rows_per_table: int = limit(5000, "entries in the log of a table; then only moves are stored")
    tables: int = limit(20_000, "tables in the database")
    idle_seconds: float = limit(600.0, "until a table that nobody looks at leaves the memory")
    unstarted_days: float = limit(7.0, "until a table where nobody has moved is deleted; 0: never")
    abandoned_days: float = limit(60.0, "until an unfinished table is deleted where nothing has happened; 0: never")
    finished_days: float = limit(60.0, "until a finished table is deleted; 0: never")
    away_seconds: float = limit(60.0, "until a bot may play for somebody who is away")
    # thinking
    thoughts_per_address: int = limit(64, "bots and hints that wait to think for one address")
    hints_per_minute: float = limit(20.0, "hints for one address")
    hint_burst: int = limit(20, "the same at once")


# on one's own computer nothing is deleted that one has not deleted oneself
AT_HOME = replace(Limits(), unstarted_days=0.0, abandoned_days=0.0, finished_days=0.0, tables=1_000_000)
NAMES = {one.name: one for one in fields(Limits)}


def change_limits(limits: Limits, changes: dict[str, Any]) -> Limits:
    """Other values for some limits; one that cannot be is refused in words."""
    values: dict[str, Any] = {name: read_value(name, value) for name, value in changes.items()}
    return replace(limits, **values)


def read_value(name: str, value: Any) -> float:
    """A value for a limit, as a number or in letters."""
    if name not in NAMES:
        raise BadLimits(f"there is no limit {name!r}; there are {', '.join(NAMES)}")
    whole = isinstance(NAMES[name].default, int)
    try:
        if isinstance(value, bool):
            raise ValueError
        number = int(value) if whole and not isinstance(value, float) else float(value)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < float("inf") or (whole and number != int(number)):
        raise BadLimits(
            f"the limit {name} must be {'a whole number' if whole else 'a number'} from 0 on, not {value!r}"
        )
    return int(number) if whole else number


def read_choices(given: list[str]) -> dict[str, Any]:
    """Limits as they are given on the command line, `name=value` each."""
    changes = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise BadLimits(f"{item!r} is not of the form name=value")
        changes[name] = value
    return changes


def read_file(path: Path) -> dict[str, Any]:
    """Limits from the section [limits] of a TOML file."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as e:
        raise BadLimits(f"{path}: {getattr(e, 'strerror', None) or e}") from None
    others = sorted(set(found) - {"limits"})
    if others or not isinstance(found.get("limits", {}), dict):
        raise BadLimits(
            f"{path}: it may have a section [limits] and nothing else, not {', '.join(others) or 'a value'}"
        )
    return dict(found.get("limits", {}))


def write_limits(limits: Limits) -> str:
    """All limits as a file that `read_file` reads, with their meanings."""
    lines = (f"{one.name} = {getattr(limits, one.name)}  # {one.metadata['words']}" for one in fields(limits))
    return "\n".join(["[limits]", *lines])
