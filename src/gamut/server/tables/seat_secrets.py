"""Which secrets give access to which seats, from the row of a table and its log.

A seat has a secret, an invitation, both or neither. A player who uses an invitation brings the seat's next secret;
the previous secret and the invitation end. A link that the host has offered to the seat of an absent player also ends
when the player returns, or a bot stands in. Only hashes are stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gamut.engine.verbs import SPECTATOR
from gamut.server.storage.entries import StoredEntry, TableRow
from gamut.server.wire import messages as m

MAX_ENDED_TOKENS = 200  # to bound the invitations of a table
INVITATION_USED = m.Refused("used", "This invitation has already been used or replaced.")
SEAT_HANDED_OVER = m.Refused("handed_over", "This seat is now played on another device.")
SEAT_REPLACED = m.Refused("replaced", "You were away, and another player has taken this seat with a new link.")


@dataclass(frozen=True)
class Access:
    """What a token gives access to: a seat, or the place of a spectator (−1)."""

    seat: int
    by_invitation: bool = False  # the seat must still be claimed


class SeatSecrets:
    def __init__(self, row: TableRow, entries: Iterable[StoredEntry] = ()) -> None:
        self.seat_hashes = [seat.token_hash for seat in row.seats]
        self.invitation_hashes = [seat.invitation_hash for seat in row.seats]
        self._spectator_hash = row.spectator_hash
        self.offered: set[int] = set()  # seats of absent players to which the host has offered a link
        self._ended: list[tuple[str, m.Refused]] = []
        for entry in entries:
            self.apply(entry)

    @property
    def exhausted(self) -> bool:
        """Whether no more invitations can be created."""
        return len(self._ended) >= MAX_ENDED_TOKENS

    def has_open_invitation(self, seat: int) -> bool:
        """Return whether another person can take the seat; its player's own invitation to another device is private."""
        return bool(self.invitation_hashes[seat]) and (not self.seat_hashes[seat] or seat in self.offered)

    def find_access(self, token: str) -> Access | m.Refused | None:
        """Return what a token gives access to, or why it no longer does; None for an unknown token."""
        known: list[tuple[str, Access | m.Refused]] = [
            (self._spectator_hash, Access(SPECTATOR)),
            *((hashed, Access(seat)) for seat, hashed in enumerate(self.seat_hashes)),
            *((hashed, Access(seat, by_invitation=True)) for seat, hashed in enumerate(self.invitation_hashes)),
            *self._ended,
        ]
        index = find_token(token, [hashed for hashed, _ in known])
        return None if index is None else known[index][1]

    def get_access(self, token: str) -> Access:
        """Return what a token gives access to, or raise RefusedError."""
        access = self.find_access(token)
        if isinstance(access, Access):
            return access
        if access is None:
            raise m.RefusedError("invalid_token", "Invalid link.")
        raise m.RefusedError(access.reason, access.text)

    def apply(self, entry: StoredEntry) -> None:
        """Follow an entry of the log."""
        seat = entry.seat
        offered = seat in self.offered
        if entry.kind == "claim":
            self._end_invitation(seat)
            if self.seat_hashes[seat]:
                self._ended.append((self.seat_hashes[seat], SEAT_REPLACED if offered else SEAT_HANDED_OVER))
            self.seat_hashes[seat] = parse_claim(entry).hash
        elif entry.kind in ("invite", "hand_over"):
            self._end_invitation(seat)
            self.invitation_hashes[seat] = entry.detail
            if entry.kind == "invite" and self.seat_hashes[seat]:
                self.offered.add(seat)
        elif (offered or not self.seat_hashes[seat]) and (entry.kind == "arrive" or self._begins_stand_in(entry)):
            self._end_invitation(seat)

    @staticmethod
    def _begins_stand_in(entry: StoredEntry) -> bool:
        return entry.kind == "stand_in" and bool(entry.detail)

    def _end_invitation(self, seat: int) -> None:
        self.offered.discard(seat)
        if self.invitation_hashes[seat]:
            self._ended.append((self.invitation_hashes[seat], INVITATION_USED))
        self.invitation_hashes[seat] = ""


class Claim(NamedTuple):
    """The detail of a claim."""

    hash: str  # of the seat's new secret
    part: str  # that renews the chance key; empty if it is not renewed
    name: str  # empty: the name stays

    def format(self) -> str:
        return f"{self.hash}{':' if self.part else ''}{self.part} {self.name}"


def parse_claim(entry: StoredEntry) -> Claim:
    hash_and_part, _, name = entry.detail.partition(" ")
    hashed, _, part = hash_and_part.partition(":")
    return Claim(hashed, part, name)


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """Return a random id, which does not reveal the number of tables."""
    return secrets.token_urlsafe(9)


def hash_token(token: str) -> str:
    """Return the hash that is stored. A token has 192 random bits, so a fast hash is safe."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find_token(token: str, hashes: list[str]) -> int | None:
    """Return the index of a token's hash, in constant time: every hash is compared."""
    own_hash, index = hash_token(token), None
    for k, other in enumerate(hashes):
        if hmac.compare_digest(own_hash, other):
            index = k
    return index
