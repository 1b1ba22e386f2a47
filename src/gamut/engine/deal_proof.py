"""A chance key made by several parties, so that no one alone chooses the deal and anyone can check it afterwards.

The server draws a part and publishes its hash. Only then each player adds a part, and the key is derived from all
parts. At the end all parts are published:

    hash  SHA-256 of the text  <server part> newline <table>
    key   the first 32 digits of SHA-256 of the text  <server part> newline <table> newline <part of seat 1> …

A player who takes a seat of a running game brings a part too. From that step on the key is another one:

    key   the first 32 digits of SHA-256 of the text
          <server part> newline <table> newline <previous key> newline <step> newline <seat> newline <part>

Parts, hash and keys are written in hexadecimal digits, and these digits are what is hashed: `printf` and `sha256sum`
are enough to check them. A seat without a part, such as a bot's, contributes an empty line.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterator, Sequence
from itertools import pairwise

import msgspec

from gamut.engine.errors import InvalidProof

SERVER_PART = re.compile("[0-9a-f]{64}")
PART_PATTERN = "[0-9a-f]{32}"
PART = re.compile(PART_PATTERN)
TABLE = re.compile("[A-Za-z0-9_-]{1,64}")


class Renewal(msgspec.Struct, frozen=True):
    """A part that renewed the chance key during the game."""

    step: int  # the number of actions that had been played
    seat: int  # counted from 1
    part: str


class DealProof(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a chance key was derived from."""

    table: str
    hash: str  # published before any player added a part
    server_part: str
    parts: list[str]  # by seat; empty for a seat without a part
    renewals: list[Renewal] = []  # by players who joined later


def new_server_part() -> str:
    """Draw a part that cannot be guessed from its hash."""
    return secrets.token_hex(32)


def hash_server_part(server_part: str, table: str) -> str:
    """Return the hash that commits the server to its part and to the table id."""
    return hash_lines(server_part, table)


def combine_parts(server_part: str, table: str, parts: Sequence[str]) -> bytes:
    """Derive the chance key from all parts."""
    return bytes.fromhex(hash_lines(server_part, table, *parts)[:32])


def renew(server_part: str, table: str, key: bytes, renewal: Renewal) -> bytes:
    """Derive the chance key that follows a key from a renewal on."""
    return bytes.fromhex(
        hash_lines(server_part, table, key.hex(), str(renewal.step), str(renewal.seat), renewal.part)[:32]
    )


def list_renewed_keys(proof: DealProof, key: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the step and the chance key of each renewal; `key` is the key of the deal."""
    for renewal in proof.renewals:
        key = renew(proof.server_part, proof.table, key, renewal)
        yield renewal.step, key


def hash_lines(*lines: str) -> str:
    """Return the SHA-256 of lines joined by newlines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_proof(proof: DealProof, key: str, seats: int) -> None:
    """Raise InvalidProof unless the hash and the key follow from the parts."""
    if not TABLE.fullmatch(proof.table):
        raise InvalidProof(f"table {proof.table[:40]!r}: it must be a table id")
    if not SERVER_PART.fullmatch(proof.server_part):
        raise InvalidProof(f"server part {proof.server_part[:80]!r}: it must be 64 hexadecimal digits")
    if len(proof.parts) != seats:
        raise InvalidProof(f"{len(proof.parts)} parts for {seats} seats")
    for seat, part in enumerate(proof.parts, 1):
        if part and not PART.fullmatch(part):
            raise InvalidProof(f"part of seat {seat} {part[:40]!r}: it must be 32 hexadecimal digits, or empty")
    for renewal in proof.renewals:
        if not PART.fullmatch(renewal.part) or not 1 <= renewal.seat <= seats or renewal.step < 0:
            raise InvalidProof(
                f"part of seat {renewal.seat} from step {renewal.step} on, {renewal.part[:40]!r}: it must be 32 "
                f"hexadecimal digits of a seat from 1 to {seats}"
            )
    if any(later.step < earlier.step for earlier, later in pairwise(proof.renewals)):
        raise InvalidProof("the parts of players who joined later are not in the order of their steps")
    if (expected := hash_server_part(proof.server_part, proof.table)) != proof.hash:
        raise InvalidProof(
            f"the hash of the server part is {expected}, but {proof.hash[:80]} was published before the deal: "
            "the part, the table id or the hash was changed"
        )
    if (derived := combine_parts(proof.server_part, proof.table, proof.parts).hex()) != key.lower():
        raise InvalidProof(f"the parts give the key {derived}, not {key[:40]}: a part or the key was changed")
