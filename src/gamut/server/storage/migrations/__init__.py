"""The migrations of the schema, run by Alembic.

A published migration is never changed. A test compares the schema that they lead to with `database.metadata`.
"""
