"""The processes that share a PostgreSQL database, and the seats that their clients have opened."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the tables. What they hold ends with the processes, so it need not survive a crash of the database."""
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("process", sa.Text, primary_key=True),
        sa.Column("left_at", sa.BigInteger),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in ("processes", "presence"):
            op.execute(f"ALTER TABLE {table} SET UNLOGGED")
