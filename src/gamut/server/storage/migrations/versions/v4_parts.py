"""The parts of a deal: the server's, and those known when a table is opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the parts; the chance key of earlier tables was drawn by the server alone."""
    op.add_column("tables", sa.Column("server_part", sa.Text, nullable=False, server_default=sa.text("''")))
    op.add_column("seats", sa.Column("part", sa.Text, nullable=False, server_default=sa.text("''")))
