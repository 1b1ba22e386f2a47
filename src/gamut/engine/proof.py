"""A key that several have made, so that nobody alone chooses the deal, and anyone can check it afterwards.

The server draws a part and shows its hash. Only then every person adds a part of their own, and the key is made of
all. At the end all parts are told:

    hash  SHA-256 of the text  <server's part> newline <table>
    key   the first 32 digits of SHA-256 of the text  <server's part> newline <table> newline <part of seat 1> …

Parts, hash and key are written in hexadecimal digits, and it is these digits that are hashed: `printf` and
`sha256sum` are enough to check them. The part of a seat that has added none, such as a bot's, is empty.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence

import msgspec

from gamut.engine.errors import BadProof

SERVER_PART = re.compile("[0-9a-f]{64}")
PART_PATTERN = "[0-9a-f]{32}"
PART = re.compile(PART_PATTERN)
TABLE = re.compile("[A-Za-z0-9_-]{1,64}")


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """All that a key was made of."""

    table: str
    hash: str  # shown before anybody but the server had added a part
    server_part: str
    parts: list[str]  # by seat; empty: it has added none


def new_server_part() -> str:
    """A part nobody can guess from its hash."""
    return secrets.token_hex(32)


def hash_part(server_part: str, table: str) -> str:
    """What is shown first: it binds the server to its part and to the name of the table."""
    return hash_lines(server_part, table)


def make_key(server_part: str, table: str, parts: Sequence[str]) -> bytes:
    """The key of all parts."""
    return bytes.fromhex(hash_lines(server_part, table, *parts)[:32])


def hash_lines(*lines: str) -> str:
    """SHA-256 of some lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_proof(proof: Proof, key: str, seats: int) -> None:
    """Refuse a proof from which another hash or another key follows."""
    if not TABLE.fullmatch(proof.table):
        raise BadProof(f"table {proof.table[:40]!r}: it must be the name of a table")
    if not SERVER_PART.fullmatch(proof.server_part):
        raise BadProof(f"the server's part {proof.server_part[:80]!r}: it must be 64 hexadecimal digits")
    if len(proof.parts) != seats:
        raise BadProof(f"there are {len(proof.parts)} parts for {seats} seats")
    for seat, part in enumerate(proof.parts, 1):
        if part and not PART.fullmatch(part):
            raise BadProof(f"the part of seat {seat}, {part[:40]!r}: it must be 32 hexadecimal digits, or empty")
    if (promised := hash_part(proof.server_part, proof.table)) != proof.hash:
        raise BadProof(
            f"the hash of the server's part is {promised}, but {proof.hash[:80]} was shown before the deal: "
            "part, table or hash were changed"
        )
    if (made := make_key(proof.server_part, proof.table, proof.parts).hex()) != key.lower():
        raise BadProof(f"the parts make the key {made}, not {key[:40]}: a part or the key was changed")
