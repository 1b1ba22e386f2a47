"""Clearer names for some columns and for some kinds of log entries."""

from __future__ import annotations

from alembic import op

revision = "5"
down_revision = "4"

COLUMNS = [
    ("tables", "made", "created"),
    ("tables", "rules", "rules_version"),
    ("tables", "watch_hash", "spectator_hash"),
    ("seats", "invite_hash", "invitation_hash"),
]
KINDS = {"act": "play", "take_back": "undo", "withdraw": "undo_secret", "fill": "stand_in", "sit": "arrive"}


def upgrade() -> None:
    """Rename them. Nothing else about the entries changes, so every log replays to the same digests."""
    for table, old, new in COLUMNS:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    for old, new in KINDS.items():
        op.execute(f"UPDATE log SET kind = '{new}' WHERE kind = '{old}'")
