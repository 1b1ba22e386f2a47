"""The database: the log of every table, its schema and its retention."""
