"""The secrets of seats: told once, kept only as hashes, compared in constant time."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """A secret nobody can guess."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A name that does not tell how many tables there are."""
    return secrets.token_urlsafe(9)


def hash_token(token: str) -> str:
    """A token as it is stored. It has 192 random bits, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def find_token(token: str, hashes: list[str]) -> int | None:
    """Which hash the token belongs to; every one is compared, whatever was found before."""
    mine, found = hash_token(token), None
    for k, other in enumerate(hashes):
        if hmac.compare_digest(mine, other):
            found = k
    return found
