"""Tables, their seats and their logs. A database of Gamut 0.1 has them already, with a version number of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from alembic.util import CommandError

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the tables, unless Gamut 0.1 did."""
    if sa.inspect(op.get_bind()).has_table("schema_version"):
        version = op.get_bind().exec_driver_sql("SELECT version FROM schema_version").scalar_one()
        if version != 1:
            raise CommandError(f"schema_version is {version}; Gamut 0.1 left a 1 there")
        op.drop_table("schema_version")
        return
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("host", sa.Integer, nullable=False),
        sa.Column("pause_ms", sa.Integer, nullable=False),
        sa.Column("watch_hash", sa.Text, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text),
        sa.Column("token_hash", sa.Text, nullable=False),
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )
