"""The schema of the database, which the migrations lead to."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("files", sa.Text, nullable=False, server_default="{}"),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("host", sa.Integer, nullable=False),
    sa.Column("pause_ms", sa.Integer, nullable=False),
    sa.Column("spectator_hash", sa.Text, nullable=False),
    sa.Column("server_part", sa.Text, nullable=False, server_default=sa.text("''")),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("level", sa.Text),
    sa.Column("token_hash", sa.Text, nullable=False),
    sa.Column("invitation_hash", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("part", sa.Text, nullable=False, server_default=sa.text("''")),
)
log = sa.Table(
    "log",
    metadata,
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
# the processes that use the database, and the seats that their clients have opened; see cluster.py
processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("left_at", sa.BigInteger),
)
