"""A toy to play, and databases: SQLite always, and a PostgreSQL where one is given or can be started."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from gamut import games
from tests.server.motes import GAME

USER = "postgres"  # who runs the server when the tests are run by root, whom it refuses


@pytest.fixture
def motes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy among the games."""
    others = games.find
    monkeypatch.setattr(games, "find", lambda name: GAME if name == GAME.id else others(name))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: that of GAMUT_TEST_DATABASE, or of a server of our own."""
    if given := os.environ.get("GAMUT_TEST_DATABASE"):
        yield given
        return
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = shutil.which("initdb") or (str(found[-1]) if found else None)
    if initdb is None or (os.geteuid() == 0 and not has_user(USER)):
        pytest.skip("there is no PostgreSQL here")
    with tempfile.TemporaryDirectory(prefix="gamut-postgres-") as folder:
        yield from run_server(Path(initdb).parent, Path(folder))


def has_user(name: str) -> bool:
    """Whether there is such a user."""
    return any(user.pw_name == name for user in pwd.getpwall())


def run_server(binaries: Path, folder: Path) -> Iterator[str]:
    """Start a server whose socket is in a folder, and end it."""
    user = USER if os.geteuid() == 0 else None
    if user:
        shutil.chown(folder, user)
    subprocess.run(
        [binaries / "initdb", "-D", folder / "data", "-U", USER, "-A", "trust", "--no-sync"],
        user=user, check=True, stdout=subprocess.DEVNULL, cwd=folder,
    )  # fmt: skip
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [binaries / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses="],
            user=user, cwd=folder, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        url = f"postgresql+psycopg://{USER}@/postgres?host={folder}"
        wait_for(url, folder / "log")
        yield url
    finally:
        server.send_signal(signal.SIGINT)  # also while somebody is connected
        server.wait(30)


def wait_for(url: str, log: Path) -> None:
    """Return when the server answers."""
    engine, deadline = sa.create_engine(url), time.monotonic() + 60
    while True:
        try:
            engine.connect().close()
            engine.dispose()
            return
        except sa.exc.OperationalError:
            if time.monotonic() > deadline:
                raise RuntimeError(log.read_text()[-2000:]) from None
            time.sleep(0.05)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    address: str = request.getfixturevalue("postgres")
    engine, found = sa.create_engine(address), sa.MetaData()
    found.reflect(engine)
    found.drop_all(engine)
    engine.dispose()
    return address
