"""What the database stores: tables, their seats, and the entries of their logs."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from gamut.engine.options import Value

EntryKind: TypeAlias = Literal[
    "play", "undo", "undo_secret", "resign", "stand_in", "arrive", "claim", "invite", "hand_over", "part", "rename",
    "pause", "propose", "agree", "decline", "rematch", "end",
]  # fmt: skip


class KindTraits(NamedTuple):
    """What holds for all entries of a kind."""

    changes_secrets: bool = False  # which secrets give access to a seat
    ends_proposals: bool = False  # an open proposal was about the table before it
    refused_when_full: bool = False  # when the log of the table has reached its maximum length
    noticed: bool = True  # by other seats


TRAITS_BY_KIND: Mapping[EntryKind, KindTraits] = {  # stored by these names; a change needs a migration
    "play": KindTraits(ends_proposals=True),  # an action
    "undo": KindTraits(ends_proposals=True, refused_when_full=True),  # removes a step and all after it
    "undo_secret": KindTraits(ends_proposals=True, refused_when_full=True),  # removes one step of the secret phase
    "resign": KindTraits(ends_proposals=True),  # a bot plays on, or the game ends
    # a bot plays, or no longer
    "stand_in": KindTraits(changes_secrets=True, ends_proposals=True, refused_when_full=True),
    "arrive": KindTraits(changes_secrets=True),  # a player opens the seat, for the first time or again
    "claim": KindTraits(changes_secrets=True),  # a player takes the seat of an invitation, with a new secret
    "invite": KindTraits(changes_secrets=True, ends_proposals=True, refused_when_full=True),  # by the host
    # an invitation by the seat's player
    "hand_over": KindTraits(changes_secrets=True, refused_when_full=True, noticed=False),
    "part": KindTraits(),  # of the deal, by a player; the last one completes the chance key
    "rename": KindTraits(refused_when_full=True),
    "pause": KindTraits(refused_when_full=True),  # of bots
    "propose": KindTraits(refused_when_full=True),  # an undo or a rematch that needs the agreement of others
    "agree": KindTraits(),  # to the open proposal
    "decline": KindTraits(),  # the open proposal, or withdraw it
    "rematch": KindTraits(ends_proposals=True),  # names its table
    "end": KindTraits(noticed=False),  # the game is over; used by the retention of tables
}
SECRET_KINDS = tuple(kind for kind, traits in TRAITS_BY_KIND.items() if traits.changes_secrets)


class StoredEntry(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One event at a table; `n` counts from 0. `Match.prepare` fills in `n` and `digest`."""

    n: int = -1
    at: int  # milliseconds since 1970
    kind: EntryKind
    seat: int = -1
    decision: int = 0  # the number of the seat's decision, of an action
    # the action; of an undo or its proposal the index of the removed step; of a pause its milliseconds; of a rematch
    # the seat whose player has the first seat there
    action: int = 0
    # a name, a bot's level, the table of a rematch (and, of its proposal, the server's part of its deal), the hash of a
    # secret, a part, or the result
    detail: str = ""
    digest: str = ""  # of the state after it


class SeatRow(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the table was opened."""

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str
    level: str | None
    token_hash: str  # of the seat's secret; empty: none yet
    invitation_hash: str = ""  # empty: no invitation
    part: str = ""  # of the deal, if the answer to a rematch has brought it


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """What never changes about a table, its secrets included."""

    id: str
    created: int  # milliseconds since 1970
    game: str
    rules_version: int
    options: dict[str, Value]
    files: dict[str, str]  # content of the files that options name
    key: bytes = b""  # the chance key of a table dealt by the server alone, as in version 0.1
    server_part: str = ""  # of the chance key; empty: the server dealt alone
    host: int  # seat; −1: any client with the spectator link
    pause_ms: int
    spectator_hash: str
    seats: tuple[SeatRow, ...]


def now_ms() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000
