"""How the schema came to be, step by step; Alembic runs what a database still lacks.

A published step is never changed; new ones follow it. `storage.metadata` is the schema that they lead to: a test
compares the two.
"""
