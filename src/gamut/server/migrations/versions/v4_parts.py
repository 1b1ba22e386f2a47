"""What a deal is made of: the server's part, and those that were there when a table was opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Tables that were opened before have a key that the server drew alone."""
    op.add_column("tables", sa.Column("server_part", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("seats", sa.Column("part", sa.Text, nullable=False, server_default=sa.text("''")))
