"""Which secret opens which seat: said by a table's row and by what happened since.

A seat has a secret of its own, an invitation to it, both or neither. Whoever uses an invitation brings the seat's
next secret; the one before ends, and so does the invitation. Only hashes are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamut.engine.verbs import WATCHER
from gamut.server import messages as m
from gamut.server import secret
from gamut.server.storage import Entry, TableRow

MOST_ENDED = 200  # at one table: nobody makes links without end
SPENT = m.Refused("spent", "This invitation has been used, or another one took its place.")
HANDED_OVER = m.Refused("handed_over", "This seat is played on another device now.")


@dataclass(frozen=True)
class Door:
    """What a token opens: a seat, or the place of the spectators (−1)."""

    seat: int
    invited: bool = False  # by an invitation: the seat is not the bearer's yet


class SeatSecrets:
    """The secrets of one table."""

    def __init__(self, row: TableRow, entries: Iterable[Entry] = ()) -> None:
        self.own = [seat.token_hash for seat in row.seats]
        self.invitations = [seat.invite_hash for seat in row.seats]
        self._watch = row.watch_hash
        self._ended: list[tuple[str, m.Refused]] = []
        for entry in entries:
            self.follow(entry)

    @property
    def used_up(self) -> bool:
        """Whether no more invitations can be made."""
        return len(self._ended) >= MOST_ENDED

    def find(self, token: str) -> Door | m.Refused | None:
        """What a token opens, or why it does not any more; None: it never did. Every hash is compared."""
        known: list[tuple[str, Door | m.Refused]] = [
            (self._watch, Door(WATCHER)),
            *((hashed, Door(seat)) for seat, hashed in enumerate(self.own)),
            *((hashed, Door(seat, invited=True)) for seat, hashed in enumerate(self.invitations)),
            *self._ended,
        ]
        place = secret.find_token(token, [hashed for hashed, _ in known])
        return None if place is None else known[place][1]

    def open(self, token: str) -> Door:
        """What a token opens; one that opens nothing is refused in words."""
        found = self.find(token)
        if isinstance(found, Door):
            return found
        if found is None:
            raise m.RefusedError("bad_token", "This link does not fit the table.")
        raise m.RefusedError(found.reason, found.text)

    # ------------------------------------------------------------------ following the log

    def follow(self, entry: Entry) -> None:
        """Something has happened."""
        seat = entry.seat
        if entry.kind == "claim":
            self._end_invitation(seat)
            if self.own[seat]:
                self._ended.append((self.own[seat], HANDED_OVER))
            self.own[seat] = read_claim(entry)[0]
        elif entry.kind in ("invite", "hand_over"):
            self._end_invitation(seat)
            self.invitations[seat] = entry.detail
        elif entry.kind == "fill" and entry.detail and not self.own[seat]:
            self._end_invitation(seat)

    def _end_invitation(self, seat: int) -> None:
        if self.invitations[seat]:
            self._ended.append((self.invitations[seat], SPENT))
        self.invitations[seat] = ""


def write_claim(token: str, name: str) -> str:
    """The detail of a claim: the hash of the seat's new secret, and a name (or none)."""
    return f"{secret.hash_token(token)} {name}"


def read_claim(entry: Entry) -> tuple[str, str]:
    """Hash and name."""
    hashed, _, name = entry.detail.partition(" ")
    return hashed, name
