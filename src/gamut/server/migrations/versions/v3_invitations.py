"""Invitations to seats. Those of tables that were opened before have secrets at once, and go on to open them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Seats of tables that were opened before have no invitation."""
    op.add_column("seats", sa.Column("invite_hash", sa.Text, nullable=False, server_default=sa.text("''")))
