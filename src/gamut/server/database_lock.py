"""One server for one database: a second one would show its players a table that has long moved on.

The lock is the system's own, so it ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import filelock
import sqlalchemy as sa

from gamut.engine.errors import GamutError

ADVISORY = 0x67616D7574  # the number of our lock in a PostgreSQL database
RETRY_SECONDS = 0.2
SQLITE = b"SQLite format 3\0"  # how its files begin, unless they are empty


class BadDatabase(GamutError):
    """A database that this version cannot use."""


class InUse(BadDatabase):
    """A database that another server uses."""

    def __init__(self) -> None:
        super().__init__(
            "another Gamut server uses this database already: end that one first, or give this one a database of "
            "its own with --database"
        )


def find_file(url: sa.URL) -> Path | None:
    """The file of an SQLite database; none if it has none."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database.removeprefix("file:").partition("?")[0])


def check_file(file: Path) -> None:
    """Refuse what is no file of SQLite, before anything is done to it."""
    if file.is_dir():
        raise BadDatabase(
            f"{file} is a folder: --database needs the name of a file, as in sqlite:///{file}/tables.sqlite"
        )
    if file.is_file():
        with file.open("rb") as opened:
            begins = opened.read(len(SQLITE))
        if begins not in (b"", SQLITE):
            raise BadDatabase(f"{file} is no SQLite database, and was left as it is: name another file")


def keep_private(file: Path) -> None:
    """The file holds the keys of all tables: it is for its owner alone, with what SQLite puts beside it."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        if name.exists() and name.stat().st_mode & 0o077 and os.access(name, os.W_OK):
            name.chmod(0o600)


def lock_file(file: Path, patience: float) -> filelock.BaseFileLock:
    """Lock an SQLite database, by a file beside it."""
    lock = filelock.FileLock(f"{file}.lock", mode=0o600, thread_local=False)
    try:
        lock.acquire(timeout=patience, poll_interval=RETRY_SECONDS)
    except filelock.Timeout:
        raise InUse from None
    return lock


def lock_session(connection: sa.Connection, patience: float) -> None:
    """Lock a PostgreSQL database for as long as the connection lives."""
    deadline = time.monotonic() + patience
    while not connection.exec_driver_sql(f"SELECT pg_try_advisory_lock({ADVISORY})").scalar_one():
        if time.monotonic() > deadline:
            raise InUse
        time.sleep(RETRY_SECONDS)
    connection.commit()
