"""Invitations to seats. All seats of earlier tables already have a secret."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the hash of the invitation; earlier tables have none."""
    op.add_column("seats", sa.Column("invite_hash", sa.Text, nullable=False, server_default=sa.text("''")))
