"""The content of the files that a table's options name."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the files; earlier tables have none."""
    op.add_column("tables", sa.Column("files", sa.Text, nullable=False, server_default="{}"))
