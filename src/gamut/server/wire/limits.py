"""Every limit of a server in one place: what a client may cost, and how long tables are kept.

A cost is charged to the connection, address, seat or table that causes it. An operator changes limits with
`gamut serve --limit NAME=VALUE` or in a file; `docs/public-server.md` lists them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from gamut.engine.errors import GamutError, format_list

DAY_S = 24 * 3600.0


class InvalidLimits(GamutError):
    """An unknown limit, or an invalid value."""


def limit(default: float, help: str) -> Any:
    """Declare a limit with its help text; an integer default allows integers only."""
    return field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Limits:
    """The limits of a server. None is negative."""

    # connections
    connections: int = limit(2000, "open connections in total; fewer if the system allows fewer open files")
    connections_per_address: int = limit(100, "open connections per address")
    header_bytes: int = limit(8 * 1024, "size of the header of a request; a larger one is refused")
    request_bytes: int = limit(16 * 1024, "size of the body of a request; a larger one is refused")
    request_seconds: float = limit(10.0, "time for a request to arrive completely; then it is refused")
    stalled_seconds: float = limit(20.0, "time that a client may leave data unread; then its connection is closed")
    queued_messages: int = limit(
        64, "messages queued for a slow client besides the latest view; beyond that, its connection is closed"
    )
    queued_bytes: int = limit(256 * 1024, "size of these messages; beyond that, the connection is closed")
    # requests, per address
    requests_per_second: float = limit(20.0, "requests per address; expensive ones count several times")
    request_burst: int = limit(200, "requests per address at once")
    tables_per_minute: float = limit(10.0, "new tables per address")
    table_burst: int = limit(20, "new tables per address at once")
    tables_per_address: int = limit(200, "unfinished tables that an address has opened since the server started")
    joins_per_minute: float = limit(60.0, "joins of tables per address")
    join_burst: int = limit(60, "joins of tables per address at once")
    guesses_per_minute: float = limit(20.0, "invalid links per address")
    guess_burst: int = limit(40, "invalid links per address at once")
    address_messages_per_second: float = limit(100.0, "messages per address, of all its connections; more are refused")
    address_message_burst: int = limit(1000, "messages per address at once")
    previews_per_second: float = limit(5.0, "previews of actions per address")
    preview_burst: int = limit(60, "previews of actions per address at once")
    view_bytes_per_second: float = limit(2_000_000.0, "size of the views sent to an address; more come later")
    view_byte_burst: int = limit(16_000_000, "size of the views sent to an address at once")
    # messages, per connection
    message_bytes: int = limit(4 * 1024, "size of a message; a larger one is refused, and the connection stays open")
    frame_bytes: int = limit(64 * 1024, "size of a message that is read at all; a larger one closes the connection")
    messages_per_second: float = limit(10.0, "messages per connection; more are refused")
    message_burst: int = limit(30, "messages per connection at once")
    frames_per_second: float = limit(40.0, "frames per connection, pings included; beyond that, it is closed")
    frame_burst: int = limit(400, "frames per connection at once")
    join_seconds: float = limit(30.0, "time for a connection to join a table; then it is closed")
    join_tries: int = limit(8, "failed attempts to join; then the connection is closed")
    # tables
    connections_per_seat: int = limit(200, "connections per seat, and of all spectators of a table")
    announcements_per_minute: float = limit(20.0, "emotes, new names and proposals per seat")
    announcement_burst: int = limit(8, "emotes, new names and proposals per seat at once")
    log_entries_per_table: int = limit(
        5000, "log entries per table; undos, proposals, renames, invitations, stand-ins and pauses are refused then"
    )
    tables: int = limit(20_000, "tables in the database")
    idle_seconds: float = limit(600.0, "time until a table without connections is removed from memory")
    unstarted_days: float = limit(7.0, "days until a table without a move is deleted; 0: never")
    abandoned_days: float = limit(60.0, "days without activity until an unfinished table is deleted; 0: never")
    finished_days: float = limit(60.0, "days until a finished table is deleted; 0: never")
    away_seconds: float = limit(60.0, "time that a player must be away before a bot may stand in")
    new_link_seconds: float = limit(
        300.0, "time that a player must be away before the host may offer a new link to the seat"
    )
    # bots and hints
    secret_turn_seconds: float = limit(
        1.5, "time that a bot takes for its secret steps, however many they are, at a table with people"
    )
    # per address
    queued_bot_jobs_per_address: int = limit(64, "decisions of bots and hints waiting per address")
    hints_per_minute: float = limit(20.0, "hints per address")
    hint_burst: int = limit(20, "hints per address at once")


# on your own computer, only you delete tables
LOCAL_LIMITS = replace(Limits(), unstarted_days=0.0, abandoned_days=0.0, finished_days=0.0, tables=1_000_000)
LIMIT_FIELDS = {spec.name: spec for spec in fields(Limits)}


def replace_limits(limits: Limits, changes: dict[str, Any]) -> Limits:
    """Return the limits with some values replaced; raise InvalidLimits for an unknown name or invalid value."""
    values: dict[str, Any] = {name: parse_value(name, value) for name, value in changes.items()}
    return replace(limits, **values)


def parse_value(name: str, value: Any) -> float:
    """Return the value of a limit, given as a number or a text."""
    if name not in LIMIT_FIELDS:
        raise InvalidLimits(f"unknown limit {name!r}; the limits are: {format_list(LIMIT_FIELDS, 60)}")
    integer = isinstance(LIMIT_FIELDS[name].default, int)
    try:
        if isinstance(value, bool):
            raise ValueError
        number = int(value) if integer and not isinstance(value, float) else float(value)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < float("inf") or (integer and number != int(number)):
        raise InvalidLimits(
            f"the limit {name} must be {'an integer' if integer else 'a number'} of at least 0, not {value!r}"
        )
    return int(number) if integer else number


def parse_limits(arguments: list[str]) -> dict[str, Any]:
    """Return the values from command-line arguments of the form `name=value`."""
    changes = {}
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not equals:
            raise InvalidLimits(f"invalid limit {argument!r}; use NAME=VALUE, for example tables=1000")
        changes[name] = value
    return changes


def read_limits_file(path: Path) -> dict[str, Any]:
    """Return the values in the section [limits] of a TOML file."""
    try:
        content = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as e:  # also of text that is not UTF-8, and of an integer with thousands of digits
        raise InvalidLimits(f"{path}: {getattr(e, 'strerror', None) or e}") from None
    others = sorted(set(content) - {"limits"})
    if others or not isinstance(content.get("limits", {}), dict):
        raise InvalidLimits(
            f"{path}: the file may contain only a section [limits], not {', '.join(others) or 'a value limits'}"
        )
    return dict(content.get("limits", {}))


def format_limits(limits: Limits) -> str:
    """Return a file that `read_limits_file` reads, with the help texts as comments."""
    lines = (f"{spec.name} = {getattr(limits, spec.name)}  # {spec.metadata['help']}" for spec in fields(limits))
    return "\n".join(["[limits]", *lines])
