"""A toy to play, and databases: SQLite always, and a PostgreSQL where one is given or can be started."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from gamut import games
from tests.load.postgres import Postgres, find_binaries
from tests.server.motes import GAME


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
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("there is no PostgreSQL here; `apt-get install postgresql` brings one")
    with tempfile.TemporaryDirectory(prefix="gamut-postgres-") as folder:
        server = Postgres(binaries, Path(folder))
        server.start()
        yield server.url
        server.end()


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
