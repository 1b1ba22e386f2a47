"""Decides whether what clients have seen could have happened on a single server that forgets nothing.

Appends with a number of its own for every entry of a table make that easy: the log is the order. A history is right if

- every log is without gaps, and replays to the digests that are stored in it: no game was forked;
- every acknowledged action is stored exactly once, and what was acknowledged before another action was sent has a
  smaller number: nothing is lost, doubled or reordered;
- every view is that of a pure replay of the log up to its serial, for its seat;
- no client sees an older state than before, also over another connection to another process;
- in the end every client sees the last state.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from gamut.engine.errors import GamutError
from gamut.server.storage.entries import StoredEntry, TableRow
from gamut.server.tables.match import Match
from gamut.server.tables.rendering import make_view
from gamut.server.wire import messages as m

COMPARED = (
    "decision", "actors", "legal", "decision_digest", "prompt", "headline", "game_view", "since_last_turn", "undo",
    "irreversible", "warnings", "goals", "not_ready", "result",
)  # fmt: skip


class Action(NamedTuple):
    """An action of a client, which it repeats until it is acknowledged."""

    table: str
    seat: int
    decision: int
    action: int


class Seen(NamedTuple):
    """A view as a client has received it, with everything that it has of the log."""

    table: str
    seat: int
    serial: int
    decision: int
    digest: str


@dataclass
class History:
    """What all clients have done and seen, by one clock."""

    sent: dict[Action, float] = field(default_factory=dict)  # for the first time
    acknowledged: dict[Action, float] = field(default_factory=dict)  # for the first time
    seen: dict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))  # by client, in order


class ViewReader:
    """Follows the views of one connection, whose log is sent in parts."""

    def __init__(self) -> None:
        self._log: list[Any] = []

    def read(self, table: str, seat: int, view: dict[str, Any]) -> Seen:
        """Return a received view as it is compared."""
        self._log[view["log_from"] :] = view["log"]
        return Seen(table, seat, view["serial"], view["decision"], digest_view(view, self._log))


def digest_view(view: Mapping[str, Any], log: list[Any]) -> str:
    """Return a digest of what depends only on the entries of the log."""
    content = [[view[name] for name in COMPARED], log]
    return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()[:16]


def replay_views(match: Match) -> Iterable[Seen]:
    """Return the views of all seats and spectators that the entries so far lead to."""
    for seat, seat_log in match.seat_logs.items():
        view = msgspec.json.decode(m.encode(make_view(match, seat_log, (), None, "")))
        log = msgspec.json.decode(msgspec.json.encode(seat_log.entries))
        yield Seen(match.row.id, seat, view["serial"], view["decision"], digest_view(view, log))


def check_history(history: History, tables: Mapping[str, tuple[TableRow, list[StoredEntry]]]) -> list[str]:
    """Return what is wrong with a history, given the tables as they are stored in the end."""
    problems: list[str] = []
    views: dict[tuple[str, int], dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name, (row, entries) in tables.items():
        problems += check_log(name, row, entries, views)
        problems += check_actions(name, entries, history)
    for client, seen in history.seen.items():
        problems += check_views(client, seen, views)
    return problems


def check_log(
    name: str, row: TableRow, entries: list[StoredEntry], views: dict[tuple[str, int], dict[int, set[str]]]
) -> list[str]:
    """Replay a log, and collect the views of all seats by their serial."""
    if [entry.n for entry in entries] != list(range(len(entries))):
        return [f"{name}: the log has gaps: {[entry.n for entry in entries]}"]
    match = Match(row, range(-1, len(row.seats)))
    for entry in [None, *entries]:
        if entry:
            try:
                prepared = match.prepare(entry)
            except GamutError as e:
                return [f"{name}: entry {entry.n} is not possible: {e}"]
            if prepared.entry != entry:
                return [f"{name}: entry {entry.n} continues another game: its digest differs"]
            match.commit(prepared)
        for seen in replay_views(match):
            views[name, seen.seat][seen.serial].add(seen.digest)
    return []


def check_actions(name: str, entries: list[StoredEntry], history: History) -> list[str]:
    """Check that acknowledged actions are stored once, in an order that the clients could not disprove."""
    stored = Counter(Action(name, e.seat, e.decision, e.action) for e in entries if e.kind == "play")
    decisions = Counter((e.seat, e.decision) for e in entries if e.kind == "play")
    problems = [f"{name}: decision {key} was made {count} times" for key, count in decisions.items() if count > 1]
    problems += [
        f"acknowledged and lost: {action}"
        for action in history.acknowledged
        if action.table == name and not stored[action]
    ]
    last_sent = 0.0
    for entry in entries:
        action = Action(name, entry.seat, entry.decision, entry.action)
        if entry.kind == "play" and action in history.sent:
            if history.acknowledged.get(action, last_sent) < last_sent:
                problems.append(f"{name}: entry {entry.n} was acknowledged before an earlier one was sent")
            last_sent = max(last_sent, history.sent[action])
    return problems


def check_views(client: str, seen: list[Seen], views: Mapping[tuple[str, int], Mapping[int, set[str]]]) -> list[str]:
    """Check that a client has seen states of the game only, in their order, and in the end the last one."""
    problems = []
    for before, after in itertools.pairwise(seen):
        if (after.serial, after.decision) < (before.serial, before.decision):
            problems.append(f"{client}: after serial {before.serial} came {after.serial}")
    for view in seen:
        if view.digest not in views[view.table, view.seat].get(view.serial, ()):
            problems.append(f"{client}: its view of serial {view.serial} is not that of a replay")
    last = max(views[seen[-1].table, seen[-1].seat], default=0) if seen else 0
    if seen and seen[-1].serial != last:
        problems.append(f"{client}: it still sees serial {seen[-1].serial}, and the last one is {last}")
    return problems
