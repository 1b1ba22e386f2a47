"""Ensures that one server uses an SQLite database at a time, and that all on PostgreSQL know the same schema.

SQLite has no notifications, so a second server would show its players outdated tables. The lock is the operating
system's, or that of a database session, so it ends with the process that holds it.
"""

from __future__ import annotations

import os
from pathlib import Path

import filelock
import sqlalchemy as sa

from gamut.engine.errors import GamutError

ADVISORY_LOCK_ID = 0x67616D7574  # of our lock in a PostgreSQL database
RETRY_INTERVAL_S = 0.2
SQLITE_MAGIC = b"SQLite format 3\0"  # the beginning of its files, unless they are empty


class UnusableDatabase(GamutError):
    """A database that this version cannot use."""


class DatabaseInUse(UnusableDatabase):
    """A database that another server uses."""

    def __init__(self, other: str = "another Gamut server") -> None:
        super().__init__(f"{other} uses this database; stop it first, or choose another database with --database")


def find_file(url: sa.URL) -> Path | None:
    """Return the file of an SQLite database; None for other databases."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database.removeprefix("file:").partition("?")[0])


def check_sqlite_file(file: Path) -> None:
    """Raise if a file exists and is not an SQLite database."""
    if file.is_dir():
        raise UnusableDatabase(
            f"{file} is a folder; --database needs the name of a file: sqlite:///{file}/tables.sqlite"
        )
    if file.is_file():
        if file.stat().st_nlink > 1:
            raise UnusableDatabase(f"{file} has another name by a hard link, under which it would not be locked")
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE_MAGIC))
        if head not in (b"", SQLITE_MAGIC):
            raise UnusableDatabase(f"{file} is not an SQLite database and was not changed; choose another file")


def restrict_permissions(file: Path) -> None:
    """Let only the owner read the database, which holds chance keys, and the files that SQLite puts beside it."""
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        if name.exists() and name.stat().st_mode & 0o077 and os.access(name, os.W_OK):
            name.chmod(0o600)


def lock_file(file: Path, timeout_s: float) -> filelock.BaseFileLock:
    """Lock an SQLite database by a file beside it; a symbolic link leads to the same lock."""
    lock = filelock.FileLock(f"{file.resolve()}.lock", mode=0o600, thread_local=False)
    try:
        lock.acquire(timeout=timeout_s, poll_interval=RETRY_INTERVAL_S)
    except filelock.Timeout:
        raise DatabaseInUse from None
    return lock


def lock_session(connection: sa.Connection, *, shared: bool) -> bool:
    """Lock a PostgreSQL database while the session lasts; return whether that was possible at once.

    Every server holds the shared lock, so the schema is migrated under the exclusive one while no server runs.
    """
    return _call_lock_function(connection, f"pg_try_advisory_lock{'_shared' if shared else ''}")


def unlock_session(connection: sa.Connection, *, shared: bool) -> None:
    """Release a lock of the session."""
    _call_lock_function(connection, f"pg_advisory_unlock{'_shared' if shared else ''}")


def _call_lock_function(connection: sa.Connection, function: str) -> bool:
    with connection.begin():
        return bool(connection.exec_driver_sql(f"SELECT {function}({ADVISORY_LOCK_ID})").scalar_one())
