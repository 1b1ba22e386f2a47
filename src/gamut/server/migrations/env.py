"""Run by Alembic: the steps are taken within the transaction of whoever asks for them."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
